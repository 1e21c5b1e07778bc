"""Play pages of river crossings in Chromium: clicks, keys, and the JavaScript rules in every state."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import oracle
import pytest
from budget import draw_cases
from hypothesis import Phase, given, settings
from page_checks import OpenPage, check_contrasts, find_accessibility_violations
from play_pages import compute_distances, read_status, walk_states
from sample_results import make_torch_result, make_two_torches_result, solve_crossing
from strategies.campaigns import fixed
from strategies.crossing import crossing_files
from strategies.files import PuzzleText
from support import make_instance

from ferryplan import load
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import EncodingError, ParameterError
from ferryplan.generator.families import instantiate
from ferryplan.generator.search.breadth_first import explore
from ferryplan.planner.result import Result

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

MOST_TRIED = 200
FLEET, CROWN = (Path(__file__).parent.parent / "cases" / "puzzles" / name for name in ("fleet.toml", "crown.toml"))
CASES: dict[str, tuple[Callable[[], Instance], Callable[[], oracle.Puzzle]]] = {
    "farmer": (lambda: make_instance("wolf-goat-cabbage"), oracle.wolf_goat_cabbage),
    "couples": (lambda: make_instance("jealous-couples", couples=3, capacity=2), lambda: oracle.jealous_couples(3)),
    "unsolvable": (lambda: make_instance("jealous-couples", couples=4, capacity=2), lambda: oracle.jealous_couples(4)),
    "island": (lambda: make_instance("islands-farmer", things=4, capacity=3), lambda: oracle.islands_farmer(4)),
    "family": (lambda: make_instance("family", capacity=2), oracle.family),
    "torch": (lambda: make_instance("bridge-torch"), oracle.bridge_torch),
    "oars": (lambda: make_instance("paid-oars"), oracle.paid_oars),
    "time": (lambda: make_instance("perishables"), oracle.perishables),
    "weights": (lambda: make_instance("weights"), oracle.weights),
    "swap": (lambda: make_instance("swap", capacity=2), oracle.swap),
}


def page_of(instance: Instance) -> str:
    return Result(instance, "unknown", "", "", "").render("html")


@pytest.mark.parametrize(
    ("form", "case"),
    [
        ("table", "farmer"),
        *draw_cases([("table", case) for case in CASES if case != "farmer"], 1),
        *draw_cases([("rules", case) for case in CASES], 4),
    ],
)
def test_javascript_rules_agree_with_oracle_in_every_state(
    form: str, case: str, show: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every state, the page and brute force agree on loads, costs and the shortest solution.

    For all other loads, the page reports the same violation as the state space.
    """
    if form == "rules":
        monkeypatch.setattr("ferryplan.generator.crossing.page_data.MAX_TABULATED_LOADS", 0)
    made, truth = CASES[case]
    instance, puzzle = made(), truth()
    space, names = CrossingSpace(instance), [traveller.name for traveller in instance.travellers]
    states = {one["state"]: one for one in walk_states(show(page_of(instance)))}
    best = compute_distances(
        puzzle.initial_situation(),
        lambda at: [(puzzle.price_of_crossing(at, aboard, after), after) for aboard, _, after in puzzle.successors(at)],
        puzzle.is_goal,
    )
    paired = {next(iter(states)): (puzzle.initial_situation(), instance.start)}
    queue = [*paired]
    for state in queue:
        one, (situation, meant) = states[state], paired[state]
        assert one["seen"] == [[*meant.boats], [*meant.companies]]
        expected = {(*sorted(party), place): after for party, place, after in puzzle.successors(situation)}
        found = {}
        for move in one["moves"]:
            mask, boat, destination = map(int, move["key"].split())
            crossing = Crossing(mask, meant.boats[boat], destination, boat)
            aboard = [name for number, name in enumerate(names) if mask >> number & 1]
            after = expected[(*sorted(aboard), instance.places[destination].name)]
            found[(*sorted(aboard), instance.places[destination].name)] = after
            assert move["cost"] == puzzle.price_of_crossing(situation, frozenset(aboard), after)
            if move["to"] not in paired:
                paired[move["to"]] = after, space.apply_move(meant, crossing)
                queue.append(move["to"])
            assert paired[move["to"]][0] == after
        assert found == expected
        assert one["goal"] == puzzle.is_goal(situation)
        way = one["best"]
        assert (-1, -1) if way is None else (sum(way), len(way)) == best[situation]
        check_refusals(space, meant, one["stops"], {move["key"] for move in one["moves"]}, words=form == "table")
    assert len(queue) == len(states) == len(best)


def check_refusals(
    space: CrossingSpace, state: CrossingState, stops: list[dict[str, str]], allowed: set[str], words: bool
) -> None:
    """Assert that the page states the violated rule for every illegal load at a place with a boat.

    With `words`, the description of the violation is compared, too.
    """
    instance, told = space.instance, {}
    for boat, here in enumerate(state.boats):
        for aboard in range(1 << len(instance.travellers)):
            if aboard & ~state.companies[here] or aboard.bit_count() > instance.capacity:
                continue
            for destination in instance.destinations[here]:
                violation = space.find_violation(state, Crossing(aboard, here, destination, boat))
                if violation:
                    told[f"{aboard} {boat} {destination}"] = [*violation]
    parts = slice(None) if words else slice(1)
    found = {stop["key"]: [stop["rule"], stop["found"]][parts] for stop in stops}
    assert found == {key: violation[parts] for key, violation in told.items()}
    assert all(stop["found"] for stop in stops)
    assert not told.keys() & allowed


@pytest.mark.parametrize(("form", "file"), [("table", FLEET), ("rules", CROWN)], ids=["fleet", "crown"])
def test_javascript_rules_agree_with_oracle_for_fleet_and_every_rule(
    form: str, file: Path, show: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    if form == "rules":
        monkeypatch.setattr("ferryplan.generator.crossing.page_data.MAX_TABULATED_LOADS", 0)
    instance = instantiate(load(str(file)), {})
    assert isinstance(instance, Instance)
    space = CrossingSpace(instance)
    for one in walk_states(show(page_of(instance))):
        boats, companies = one["seen"]
        state = CrossingState(boats[0], tuple(companies), 0, tuple(boats[1:]))
        found = {move["key"] for move in one["moves"]}
        assert found == {f"{move.load} {move.boat} {move.destination}" for move, _ in space.successors(state)}
        check_refusals(space, state, one["stops"], found, words=form == "table")


@pytest.mark.parametrize("fleet", [False, True])
def test_javascript_rules_agree_with_state_space_for_random_puzzles(
    fleet: bool, show: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For randomly generated files, the page and the state space allow the same moves.

    The page refuses all other moves for the same rule as the state space.
    """
    monkeypatch.setattr("ferryplan.generator.crossing.page_data.MAX_TABULATED_LOADS", 0)
    path, seen = tmp_path / "random.toml", set[str]()

    @settings(fixed(12), phases=[Phase.generate])
    @given(file=crossing_files(fleet=fleet))
    def tried(file: PuzzleText) -> None:
        path.write_text(file.text, encoding="utf-8")
        try:
            instance = instantiate(load(str(path)), file.given)
            assert isinstance(instance, Instance)
            space = CrossingSpace(instance)
            if not explore(space, MOST_TRIED).complete:
                return
        except (EncodingError, ParameterError):  # several boats, or a rule is violated at the start
            return
        for one in walk_states(show(page_of(instance))):
            boats, companies, clock = ([*map(int, part.split(","))] for part in one["state"].split("|"))
            state = CrossingState(boats[0], tuple(companies), clock[0], tuple(boats[1:]))
            found = {move["key"] for move in one["moves"]}
            assert found == {f"{move.load} {move.boat} {move.destination}" for move, _ in space.successors(state)}
            assert one["goal"] == space.is_goal(state)
            check_refusals(space, state, one["stops"], found, words=False)
        seen.update(table["rule"] for table in file.plain.get("rules", []))

    tried()
    assert len(seen) >= 6, "of most kinds of rules"


def board(page: Page, *names: str) -> None:
    for name in names:
        page.locator(".stage").get_by_role("button", name=name, exact=True).click()


def ashore(page: Page) -> dict[str, list[str]]:
    """Return the visible travelers at each place and in the boat."""
    found: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".place, .boat")].map((box) =>
          [box.dataset.place ?? "boat", [...box.querySelectorAll(".place > .company .token, .boat .token")].map((one) => one.textContent)]))"""
    )
    return found


def start(show: OpenPage, result: Result, width: int = 1000) -> Page:
    page = show(result.render("html"), width, 700)
    page.get_by_role("button", name="Play it yourself").click()
    return page


SHORTEST = ["goat", "", "cabbage", "goat", "wolf", "", "goat"]
"""the passengers of the farmer, crossing by crossing"""


def test_crossings_are_played_by_mouse(show: OpenPage) -> None:
    page = start(show, solve_crossing(make_instance("wolf-goat-cabbage")), 375)
    assert ashore(page) == {"left-bank": ["farmer", "wolf", "goat", "cabbage"], "boat": [], "right-bank": []}
    board(page, "farmer", "cabbage")
    assert read_status(page) == "Aboard: farmer, cabbage."
    assert ashore(page) == {"left-bank": ["wolf", "goat"], "boat": ["farmer", "cabbage"], "right-bank": []}
    page.get_by_role("button", name="Cross to the right bank").click()
    assert read_status(page) == (
        "At the left bank, the goat is with the wolf, but without the farmer. "
        'This breaks the rule "The goat is not with the wolf unless the farmer is there."'
    )
    assert ashore(page)["boat"] == ["farmer", "cabbage"]
    board(page, "goat")
    assert read_status(page) == "The boat carries at most 2 travelers."
    board(page, "cabbage", "farmer", "goat")
    page.get_by_role("button", name="Cross").click()
    assert read_status(page) == 'The goat cannot row. This breaks the rule "Somebody in the boat must be able to row."'
    board(page, "farmer")
    for number, passenger in enumerate(SHORTEST):
        if number:
            board(page, "farmer", *([passenger] if passenger else []))
        page.get_by_role("button", name="Cross").click()
        assert f"{number + 1} crossing" in page.locator("#count").inner_text()
    assert read_status(page).endswith("You reached the goal after 7 crossings. No solution is shorter.")
    assert ashore(page)["left-bank"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_undo_restart_hint_and_shortest_solution_buttons_work(show: OpenPage) -> None:
    page = start(show, solve_crossing(make_instance("wolf-goat-cabbage")))

    def press(name: str) -> None:
        page.get_by_role("button", name=name).click()

    assert page.locator("#count").inner_text() == "0 crossings so far. The shortest solution takes 7 crossings."
    undo, redo = page.locator("#undo"), page.locator("#redo")
    assert (undo.is_disabled(), redo.is_disabled()) == (True, True)
    page.keyboard.press("Control+z")
    assert read_status(page) == "Nothing to undo: this is the start."
    press("Hint")
    assert (
        read_status(page)
        == "The best solution from here takes 7 crossings. Next move: The farmer and the goat cross to the right bank."
    )
    board(page, "farmer", "goat")
    press("Cross")
    assert read_status(page) == "The farmer and the goat cross to the right bank."
    board(page, "farmer", "goat")
    press("Cross")
    press("Hint")
    assert "takes 7 crossings" in read_status(page)
    assert (undo.is_disabled(), redo.is_disabled()) == (False, True)
    press("Undo")
    assert (undo.is_disabled(), redo.is_disabled()) == (False, False)
    assert ashore(page)["right-bank"] == ["farmer", "goat"]
    press("Show the shortest solution")
    steps = page.locator("#way li").all_inner_texts()
    assert len(steps) == 6
    assert steps[0] == "The farmer returns to the left bank."
    board(page, "farmer")
    press("Cross")
    assert page.locator("#way li").count() == 0
    press("Start again")
    assert ashore(page)["left-bank"] == ["farmer", "wolf", "goat", "cabbage"]
    assert page.locator("#count").inner_text().startswith("0 crossings so far.")
    board(page, "farmer", "goat")
    for passengers in (["goat"], ["goat"], [], ["wolf"], ["goat"], ["cabbage"], [], ["goat"]):
        press("Cross")
        board(page, "farmer", *passengers)
    press("Cross")
    assert read_status(page).endswith(
        "You reached the goal after 9 crossings. The shortest solution takes 7 crossings."
    )


def test_crossings_are_played_by_keyboard(show: OpenPage) -> None:
    page = show(solve_crossing(make_instance("wolf-goat-cabbage")).render("html"))
    for key in ("Tab", "Tab", "Enter", "Tab", "Enter"):  # start the game, then choose the farmer
        page.keyboard.press(key)
    assert read_status(page) == "Aboard: farmer."
    for _ in range(2):
        page.keyboard.press("Shift+Tab")  # in the boat, the farmer comes after the travelers on the bank
    page.keyboard.press(" ")
    assert read_status(page) == "Aboard: farmer, goat."
    while page.evaluate("document.activeElement.textContent") != "Cross to the right bank":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert read_status(page) == "The farmer and the goat cross to the right bank."
    assert page.evaluate("document.activeElement.textContent") == "Cross to the left bank"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    assert ashore(page)["right-bank"] == ["farmer", "goat"], "keys of the other mode do nothing"


def test_page_switches_between_play_and_watch_modes(show: OpenPage) -> None:
    result = solve_crossing(make_instance("wolf-goat-cabbage"))
    page = show(result.render("html"))
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play it yourself").click()
    assert not page.get_by_role("table").is_visible(), "the solution is not to be seen"
    assert not page.get_by_role("button", name="Forward").is_visible()
    assert ashore(page)["left-bank"] == ["farmer", "wolf", "goat", "cabbage"]
    page.get_by_role("button", name="Watch the solution").click()
    assert read_status(page) == "1. The farmer and the goat cross to the right bank."
    assert ashore(page)["right-bank"] == ["farmer", "goat"]
    page.goto(page.url + "#try")
    page.reload()
    assert page.get_by_role("button", name="Undo").is_visible()


def test_messages_do_not_move_the_buttons(show: OpenPage) -> None:
    """On a phone, hints and refusals fill several lines."""
    page = start(show, solve_crossing(make_instance("wolf-goat-cabbage")), width=375)
    buttons = ("#undo", "#hint", "#choices button")

    def locate_buttons() -> list[float]:
        return [
            page.evaluate(f"document.querySelector('{one}').getBoundingClientRect().top + scrollY") for one in buttons
        ]

    places, heights = locate_buttons(), set()
    for name in ("Hint", "Cross", "Hint", "Show the shortest solution", "Start again"):
        page.get_by_role("button", name=name).click()
        read_status(page)
        heights.add(page.locator("#said").bounding_box()["height"])
        assert locate_buttons() == places, name
    assert len(heights) > 1, "the messages differ in length"


def test_play_shows_cost_and_unreachable_goal(show: OpenPage) -> None:
    page = start(show, make_torch_result())
    assert (
        page.locator("#count").inner_text()
        == "0 minutes in 0 crossings so far. The best solution takes 17 minutes in 5 crossings."
    )
    board(page, "A", "D")
    page.get_by_role("button", name="Cross").click()
    assert "10 minutes in 1 crossing so far." in page.locator("#count").inner_text()
    page = show(page_of(make_instance("jealous-couples", couples=4, capacity=2)))
    assert page.get_by_role("button", name="Watch").count() == 0
    page.get_by_role("button", name="Hint").click()
    assert read_status(page) == "The goal cannot be reached from here."


def test_page_explains_if_puzzle_cannot_be_played(show: OpenPage) -> None:
    for result in (
        make_two_torches_result(),
        Result(
            make_instance("missionaries-cannibals", missionaries=30, cannibals=30, capacity=4), "unknown", "", "", ""
        ),
    ):
        page = show(result.render("html"))
        assert "you cannot play it here" in page.locator("main").inner_text()
        assert page.get_by_role("button", name="Try").count() == 0


@pytest.mark.parametrize("case", ["farmer", "time"])
def test_axe_finds_no_violations_during_play(case: str, show: OpenPage) -> None:
    page = show(page_of(CASES[case][0]()))
    page.locator(".stage button").first.click()
    page.locator("#shortest").click()
    assert find_accessibility_violations(page) == []
    check_contrasts(page)


def test_play_page_shows_hostile_names_as_plain_text(show: OpenPage, tmp_path: Path) -> None:
    from sample_results import HOSTILE_NAMES, make_hostile_result

    page = start(show, make_hostile_result(tmp_path), 375)
    buttons = page.locator(".stage button")
    assert buttons.all_inner_texts() == HOSTILE_NAMES
    for number in range(2):
        buttons.nth(number).click()
    page.locator("#choices button").first.click()
    assert json.dumps(HOSTILE_NAMES[0])[1:-1] in read_status(page) or HOSTILE_NAMES[0] in read_status(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
