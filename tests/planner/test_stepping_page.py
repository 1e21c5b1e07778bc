"""Play pages of planning tasks and other small state spaces: clicks, keys, and rules in every state."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from budget import draw_cases
from classical_models import MODELS, explore_model
from page_checks import OpenPage, check_contrasts, find_accessibility_violations
from play_pages import read_status, walk_states
from sample_results import solve_by_breadth_first_search

from ferryplan import load
from ferryplan.generator.families import instantiate, narrator_of, state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.tasks.page_data import assign_numbers_to_facts
from ferryplan.generator.tasks.pddl_puzzles import load_pddl_puzzle
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.task_drawing import TaskSceneBuilder
from ferryplan.planner.result import Result

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

CASES: dict[str, dict[str, Any]] = {
    "blocks": {}, "checkers": {"men": 2}, "elevator": {}, "ferry": {}, "gripper": {"balls": 3}, "hanoi": {"discs": 3}, "jugs": {}, "knights-swap": {},
    "lights-out": {"board": "*.*/.*./*.*"}, "pancakes": {"stack": (3, 1, 2)}, "peg-solitaire": {}, "sokoban": {},
    "deliveries": {"parcels": "depot farm"},
}  # fmt: skip
NUMERIC = """(define (domain tank) (:predicates (full)) (:functions (level))
 (:action fill :precondition (<= (level) 3) :effect (increase (level) 2))
 (:action spill :precondition (>= (level) 1) :effect (decrease (level) 1))
 (:action check :precondition (= (level) 3) :effect (full)))"""
TANK = "(define (problem tank1) (:domain tank) (:init (= (level) 0)) (:goal (full)))"


def explain_no_trial(puzzle: str, **parameters: Any) -> AnyInstance:
    return instantiate(load(puzzle), parameters)


def page_of(instance: AnyInstance) -> str:
    return Result(instance, "unknown", "", "", "").render("html")


SCENES = """(states) => states.map((facts) => board.scene(facts).map((tokens) =>
  tokens.map((token) => layout.tokens[token].slice(0, 2))))"""
"""JavaScript that returns the labels and names of the tokens at each place, for the facts of each state"""


@pytest.mark.parametrize("case", draw_cases([case for case in CASES if case != "lights-out"], 4))
def test_javascript_rules_agree_with_the_planning_task(case: str, show: OpenPage) -> None:
    """In every state, the page and the planning task agree on actions, successors and missing conditions.

    The page shows the same objects at the same places. The number of fewest moves equals the optimum of a model without PDDL.
    """
    instance = explain_no_trial(case, **CASES[case])
    space, narrator, numbers = TaskSpace(instance), narrator_of(instance), {}
    page = show(page_of(instance))
    found = walk_states(page)
    numbers = {number: fact for fact, number in assign_numbers_to_facts(space).items()}
    by_key, states = {one["state"]: one for one in found}, list[PddlState]()
    for one in found:
        state = PddlState(frozenset(numbers[number] for number in one["seen"]))
        states.append(state)
        expected = {(narrator.label_move(move), after.facts) for move, after in space.successors(state)}
        after = {(move["label"], move["to"]) for move in one["moves"]}
        assert {(label, frozenset(numbers[number] for number in by_key[to]["seen"])) for label, to in after} == expected
        assert one["goal"] == space.is_goal(state)
    for one, state in [*zip(found, states, strict=True)][:40]:
        told = {(narrator.label_move(move), space.find_violation(state, move)) for move in space.candidate_moves(state)}
        for stop in one["stops"]:
            why = {violation.found for label, violation in told if label == stop["label"] and violation}
            assert stop["found"] in why or all(one.startswith("(forall") for one in why)
    assert states[0] == space.initial
    parameters = {name: value for name, value in instance.parameters if name in MODELS[case].__code__.co_varnames}
    best = found[0]["best"]
    assert (None if best is None else len(best)) == explore_model(MODELS[case](**parameters)).optimum
    stage = TaskSceneBuilder(instance)
    seen = page.evaluate(SCENES, [one["seen"] for one in found])
    assert seen == [
        [[[token.label, token.name] for token in here] for here in stage.make_scene(state).values()] for state in states
    ]


Lights = frozenset[tuple[int, int]]


def press_lights(lit: Lights, rows: int, columns: int) -> dict[str, Lights]:
    """Return the lights after each press, by the label of the press.

    A press switches a light and its neighbors, and every light may be pressed at any time.
    """
    cells = {(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)}
    beside = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
    return {
        f"The light r{row}c{column} is pressed": lit ^ {(row + down, column + right) for down, right in beside} & cells
        for row, column in cells
    }


def read_lights(one: dict[str, Any], names: dict[int, tuple[str, ...]]) -> Lights:
    lit = [names[number][1] for number in one["seen"] if names[number][0] == "lit"]
    return frozenset((int(row), int(column)) for row, column in (name[1:].split("c") for name in lit))


@pytest.mark.parametrize("board", ["*.*/.*./*.*", "**./..*"])
def test_lights_may_be_pressed_in_any_order_and_again(board: str, show: OpenPage) -> None:
    """In every state, every light can be pressed, and a hint is a shortest way to the dark.

    The PDDL fixes an order of the presses. The model here knows no order: each state is a set of lights.
    """
    instance = explain_no_trial("lights-out", board=board)
    page = show(page_of(instance))
    found = walk_states(page)
    names = {number: fact for fact, number in assign_numbers_to_facts(TaskSpace(instance)).items()}
    rows, columns = len(board.split("/")), len(board.split("/")[0])
    by_state = {one["state"]: read_lights(one, names) for one in found}
    distances = {frozenset[tuple[int, int]](): 0}
    queue = [*distances]
    for lit in queue:
        for after in press_lights(lit, rows, columns).values():
            if after not in distances:
                distances[after] = distances[lit] + 1
                queue.append(after)
    # Presses undo themselves, so exactly those states are reached from which the goal can be reached, if the start is one.
    assert {*by_state.values()} == {*distances}
    assert len(by_state) == len(distances)
    for one in found:
        lit = by_state[one["state"]]
        assert {move["label"]: by_state[move["to"]] for move in one["moves"]} == press_lights(lit, rows, columns)
        assert one["stops"] == []
        assert one["goal"] == (not lit)
    hints = page.evaluate(
        "(states) => states.map((state) => findSolution(worldOf(puzzle.rules), state, 1e6)?.length)", [*by_state]
    )
    assert hints == [distances[lit] for lit in by_state.values()]


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


BOXES = """() => [...document.querySelectorAll("#board .fp-token")].map((token) => {
  const box = token.getBoundingClientRect(), sheet = token.ownerSVGElement.getBoundingClientRect();
  return [token.textContent.trim(), box.x - sheet.x, box.y - sheet.y, box.width, box.height].map((one) => one.toFixed?.(1) ?? one).join();
}).sort()"""


@pytest.mark.parametrize("puzzle", ["sliding-tiles", "gripper"])
def test_play_and_watch_modes_draw_the_same_tokens(puzzle: str, show: OpenPage) -> None:
    page = show(solve_by_breadth_first_search(explain_no_trial(puzzle)).render("html"))
    watched = page.evaluate(BOXES)
    press(page, "Play it yourself")
    assert page.evaluate(BOXES) == watched
    assert watched
    page.get_by_text("Moves that are possible now, as a list").click()
    page.locator("#shortest").click()
    for text in page.locator("#way li").all_inner_texts():
        page.get_by_role("button", name=text.removesuffix("."), exact=True).click()
    assert read_status(page).endswith("No solution is shorter.")
    tried = page.evaluate(BOXES)
    press(page, "Watch the solution")
    page.keyboard.press("End")
    assert page.evaluate(BOXES) == tried


def test_hanoi_is_played_by_keyboard(show: OpenPage) -> None:
    page = show(solve_by_breadth_first_search(explain_no_trial("hanoi", discs=2)).render("html"), 375, 700)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert read_status(page) == "At the start. Your turn."
    page.get_by_text("Moves that are not allowed here, and why").click()
    assert "Disc 2 moves from peg 1 onto peg 2: something is on disc 2." in page.locator("#stops li").all_inner_texts()
    page.get_by_text("Moves that are possible now, as a list").click()
    page.locator("#choices button").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert read_status(page) == "Disc 1 moves from disc 2 onto peg 3."
    assert page.evaluate("document.activeElement.parentElement.id") == "choices"
    page.get_by_text("The state in words").click()
    assert page.locator("#lines").inner_text() == "on\ndisc 1 is on peg 3, disc 2 is on peg 1"
    press(page, "Undo")
    press(page, "Hint")
    assert (
        read_status(page)
        == "The best solution from here takes 3 actions. Next move: Disc 1 moves from disc 2 onto peg 2."
    )
    for name in (
        "Disc 1 moves from disc 2 onto peg 2",
        "Disc 2 moves from peg 1 onto peg 3",
        "Disc 1 moves from peg 2 onto disc 2",
    ):
        press(page, name)
    assert read_status(page).endswith("You reached the goal after 3 actions. No solution is shorter.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_hint_finds_optimum_among_181440_states(show: OpenPage) -> None:
    """8 6 7 / 2 5 4 / 3 _ 1 is one of two positions that are 31 moves from the goal.

    Source: Reinefeld, IJCAI 1993.
    """
    page = show(page_of(explain_no_trial("sliding-tiles", board="8 6 7/2 5 4/3 _ 1", goal="1 2 3/4 5 6/7 8 _")))
    assert page.locator("#count").inner_text() == "0 actions so far."
    press(page, "Hint")
    assert read_status(page).startswith("The best solution from here takes 31 actions.")


def test_fluents_are_listed_as_text(show: OpenPage, tmp_path: Path) -> None:
    domain, problem = tmp_path / "domain.pddl", tmp_path / "p01.pddl"
    domain.write_text(NUMERIC)
    problem.write_text(TANK)
    page = show(page_of(instantiate(load_pddl_puzzle(str(problem), str(domain)), {})))
    press(page, "Fill")
    assert "level\n2" in page.locator("#lines").inner_text()


def test_page_plays_a_plugin_family_that_defines_only_a_state_space(
    show: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = instantiate(load(str(Path(__file__).parent.parent / "jugs" / "jugs.toml")), {})
    page = show(page_of(instance))
    page.locator("#hint").click()
    assert "The best solution from here takes " in read_status(page)
    found = walk_states(page)
    space = state_space_of(instance)
    assert len(found[0]["moves"]) == len([*space.successors(space.initial)])
    assert {len(stop["found"]) > 0 for one in found for stop in one["stops"]} == {True}
    assert find_accessibility_violations(page) == []


@pytest.mark.parametrize("puzzle", ["lights-out", "gripper"])
def test_axe_finds_no_violations_during_play(puzzle: str, show: OpenPage) -> None:
    page = show(page_of(explain_no_trial(puzzle)))
    for part in page.locator(".attempt summary").filter(visible=True).all():
        part.click()
    page.locator("#choices button").first.click()
    assert find_accessibility_violations(page) == []
    check_contrasts(page)
