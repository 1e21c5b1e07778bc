"""Planning puzzles played by what is drawn: by mouse, by touch and by keyboard, each to its goal."""

from __future__ import annotations

import gzip
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from budget import draw_cases, scale
from page_checks import OpenPage, check_contrasts, find_accessibility_violations
from play_pages import read_status
from sample_results import solve_by_breadth_first_search

from ferryplan import domains, load
from ferryplan.generator.families import instantiate, narrator_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.planner.result import Result

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SMALL: dict[str, dict[str, Any]] = {
    "blocks": {}, "checkers": {"men": 2}, "deliveries": {"parcels": "depot farm"}, "elevator": {"origins": (2, 4), "destinations": (4, 1)},
    "ferry": {"origins": (1, 2), "destinations": (2, 1)}, "gripper": {"balls": 3}, "hanoi": {"discs": 3}, "jugs": {}, "knights-swap": {},
    "lights-out": {"board": "*.*/.*./*.*"}, "logistics": {"origins": (2, 4), "destinations": (3, 1)}, "pancakes": {"stack": (3, 1, 2)},
    "peg-solitaire": {}, "rush-hour": {"board": "..B./AAB./DD../...."}, "sliding-tiles": {}, "sokoban": {},
}  # fmt: skip


def fill_board(size: int, first: str, last: str = "") -> str:
    """Return a square board of empty cells, with some signs in the first row and in the last one."""
    rows = [first.ljust(size, "."), *["." * size] * (size - 2), last.rjust(size, ".")]
    return "/".join(rows)


LEVEL = "/".join(["#" * 18, "#@$." + "-" * 13 + "#", *["#" + "-" * 16 + "#"] * 15, "#" * 18])
LARGE: dict[str, dict[str, Any]] = {
    "checkers": {"men": 12}, "hanoi": {"discs": 8}, "knights-swap": {"board": fill_board(13, "W", "B")},
    "lights-out": {"board": fill_board(13, "*.*.*.*", "*")}, "pancakes": {"stack": tuple(range(12, 0, -1))},
    "peg-solitaire": {"board": fill_board(16, "oo"), "goal": "r1c3"}, "sokoban": {"level": LEVEL},
}  # fmt: skip
"""boards of 16 by 16, or as large as the puzzle takes, and other large instances"""
MAX_BYTES = 60_000
"""the limit on the size of a page after compression"""
POINTS = """(label) => {
  const things = board.things().map(({ item }) => item), frame = board.sheet.getBoundingClientRect();
  const solid = (item) => !["ring", "target", "note", "exit"].includes(item.shape) || item.shape === "note";
  const center = ({ x, y, w, h }) => [x + w / 2, y + h / 2];
  const find = (numbers) => {
    const item = things.filter(solid).find((one) => numbers.includes(one.number) || (one.thing >= 0 && numbers.includes(one.thing)));
    if (item) return { point: item.isBox ? [item.x + item.w / 2, item.y + 12] : center(item), item };
    let place = numbers.find((number) => board.boxOf(number));
    if (numbers.includes(-1)) place = layout.places.map(([id]) => id).find((id) => !things.some((one) => one.place === id));
    const box = place === undefined ? null : board.boxOf(place);
    return box && { point: layout.kind === "places" ? [box.x + box.w / 2, box.y + 10] : center(box), place };
  };
  const offset = ({ point }) => [point[0] + frame.left, point[1] + frame.top];
  for (const [start, end] of layout.gestures[label]) {
    const from = find(start), to = end && find(end);
    if (!from || (end && !to)) continue;
    const found = { from: offset(from), to: to && offset(to) };
    if (to && from.item?.covers?.length > 1) {
      const ends = from.item.covers.map((place) => center(board.boxOf(place))), far = ([x, y]) => Math.hypot(x - to.point[0], y - to.point[1]);
      const lead = ends.sort((one, other) => far(one) - far(other))[0];
      found.dropped = [found.from[0] + to.point[0] - lead[0], found.from[1] + to.point[1] - lead[1]];
    }
    return { ...found, dropped: found.dropped ?? found.to };
  }
  return null;
}"""
"""for the key of a move: the points where its gesture starts and ends on the screen"""


def page_of(instance: AnyInstance) -> str:
    """Return a page without a solution, on which a game begins at once."""
    return Result(instance, "unknown", "", "", "").render("html")


def make_page(name: str, parameters: dict[str, Any]) -> tuple[AnyInstance, str]:
    instance = instantiate(load(name), parameters)
    return instance, page_of(instance)


def list_solution(instance: AnyInstance) -> Iterator[str]:
    """Yield the labels of the moves of a solution."""
    result = solve_by_breadth_first_search(instance)
    assert result.solution is not None
    narrator = narrator_of(instance)
    for step in result.solution.steps:
        yield narrator.label_move(step.move)


def find_key(page: Page, label: str) -> str:
    """Return the key of an applicable move of the game by its label."""
    button = page.locator("#choices button", has_text=label).filter(visible=False)
    keys: list[str] = [one.get_attribute("data-key") or "" for one in button.all() if one.text_content() == label]
    assert len(keys) == 1, label
    return keys[0]


def answer_choice(page: Page, label: str) -> None:
    """Choose a move among several that fit a gesture, if the page asks."""
    button = page.locator("#choice").get_by_role("button", name=label, exact=True)
    if button.count():
        button.click()


def drag(page: Page, label: str, points: dict[str, Any]) -> None:
    page.mouse.move(*points["from"])
    page.mouse.down()
    if points["to"]:
        page.mouse.move(points["from"][0] + 4, points["from"][1] + 8)
        page.mouse.move(*points["dropped"])
    page.mouse.up()
    answer_choice(page, label)


def touch(page: Page, label: str, points: dict[str, Any]) -> None:
    page.touchscreen.tap(*points["from"])
    if points["to"] and page.locator(".picked").count():
        page.touchscreen.tap(*points["to"])
    answer_choice(page, label)


FOCUS = """([x, y]) => {
  const frame = board.sheet.getBoundingClientRect(), left = x - frame.left, top = y - frame.top;
  const inside = (one) => left >= one.x && left < one.x + one.w && top >= one.y && top < one.y + one.h;
  const spots = board.spots(), aim = spots.filter(inside).at(-1), here = spots.find(({ element }) => element === document.activeElement);
  const middle = (one) => [one.x + one.w / 2, one.y + one.h / 2];
  return { reached: aim === here, way: here && middle(aim).map((part, index) => part - middle(here)[index]) };
}"""
"""whether the focus is on the thing or place at a point, and else the way to it"""


def focus(page: Page, point: list[float]) -> None:
    """Move the focus with the arrow keys to what is drawn at a point."""
    for attempt in range(60):
        found = page.evaluate(FOCUS, point)
        if found["reached"]:
            return
        across, down = found["way"]
        is_across = abs(across) > abs(down) if attempt % 3 else abs(across) > 1
        page.keyboard.press(
            ("ArrowRight" if across > 0 else "ArrowLeft") if is_across else ("ArrowDown" if down > 0 else "ArrowUp")
        )
    raise AssertionError(page.evaluate(FOCUS, point))


def type_keys(page: Page, label: str, points: dict[str, Any]) -> None:
    if not page.evaluate("board.sheet.contains(document.activeElement)"):
        page.locator("#board .spot[tabindex='0']").focus()
    if page.evaluate("layout.steer") >= 0:
        (left, top), (right, bottom) = points["from"], points["to"]
        across, down = right - left, bottom - top
        is_across = abs(across) > abs(down)
        page.keyboard.press(
            ("ArrowRight" if across > 0 else "ArrowLeft") if is_across else ("ArrowDown" if down > 0 else "ArrowUp")
        )
        return
    focus(page, points["from"])
    page.keyboard.press("Enter")
    if points["to"] and page.locator(".picked").count():
        focus(page, points["to"])
        page.keyboard.press(" ")
    answer_choice(page, label)


WAYS: dict[str, tuple[Callable[[Any, str, dict[str, Any]], None], dict[str, Any]]] = {
    "mouse": (drag, {}), "touch": (touch, {"has_touch": True}), "keyboard": (type_keys, {}),
}  # fmt: skip


@pytest.mark.parametrize(("way", "name"), draw_cases([(way, name) for way in WAYS for name in SMALL], 18))
def test_every_puzzle_is_played_to_its_goal(way: str, name: str, show: OpenPage) -> None:
    instance, text = make_page(name, SMALL[name])
    make_gesture, context = WAYS[way]
    page = show(text, 375, 1400, **context)
    for label in list_solution(instance):
        points = page.evaluate(POINTS, find_key(page, label))
        assert points, label
        make_gesture(page, label, points)
        assert read_status(page).startswith(f"{label}."), f"{label}: {read_status(page)}"
    assert "You reached the goal after" in read_status(page)


MADE = """() => (JSON.parse(localStorage.getItem("ferryplan/" + puzzle.id)) ?? []).map((key) => puzzle.rules.actions?.[key][0] ?? key)"""
"""the labels of the moves that the page has made so far"""
KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", " ", "Escape", "Tab", "Control+z", "Control+y")


def gesture_at_random(page: Page, draw: random.Random) -> None:
    """Tap, drag or press a key anywhere on the board."""
    area = page.locator("#board svg").bounding_box()
    assert area

    def choose_point() -> tuple[float, float]:
        return area["x"] + draw.random() * area["width"], area["y"] + draw.random() * area["height"]

    match draw.randrange(4):
        case 0:
            page.mouse.click(*choose_point())
        case 1:
            for point in (choose_point(), choose_point()):
                page.mouse.click(*point)
        case 2:
            page.mouse.move(*choose_point())
            page.mouse.down()
            page.mouse.move(*choose_point(), steps=3)
            page.mouse.up()
        case _:
            page.keyboard.press(draw.choice(KEYS))


@pytest.mark.parametrize("name", draw_cases([name for name in SMALL if name != "lights-out"], 4))
def test_random_gestures_stay_within_the_rules(name: str, show: OpenPage) -> None:
    """The page's moves are moves of the planning task, and they lead to the state that the page tells.

    The fixture fails if the page throws an error.
    """
    instance, text = make_page(name, SMALL[name])
    page, draw = show(text, 375, 1400), random.Random(name)
    page.get_by_text("The state in words").click()
    for _ in range(scale(60)):
        gesture_at_random(page, draw)
    made = page.evaluate(MADE)
    space, narrator = TaskSpace(instance), narrator_of(instance)
    state = space.initial
    for label in made:
        [state] = {after for move, after in space.successors(state) if narrator.label_move(move) == label}
    told = [(line.place, line.text) for line in narrator.list_state_lines(state)]
    assert page.locator("#lines").inner_text().split("\n") == [text for line in told for text in line]


TEXT_SIZES = """() => {
  const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const isShown = (one) => one.checkVisibility() && hasText(one) && !one.closest("title, script, style");
  const shown = [...document.querySelectorAll("main *")].filter(isShown);
  return shown.map((one) => parseFloat(getComputedStyle(one).fontSize) * (one.ownerSVGElement ? one.ownerSVGElement.getScreenCTM().a : 1));
}"""
"""JavaScript that returns the size of each text on the screen"""


@pytest.mark.parametrize("name", [*SMALL])
def test_texts_and_targets_are_large_enough_on_a_phone(name: str, show: OpenPage) -> None:
    """Texts have at least 11 pixels, squares, things and places at least 40; notes and the pancakes of a high stack 24."""
    for parameters in [{}, *([LARGE[name]] if name in LARGE else [])]:
        page = show(make_page(name, parameters)[1], 375, 812)
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        sizes = page.evaluate(TEXT_SIZES)
        assert len(sizes) >= 4
        assert min(sizes) >= 11
        areas = page.evaluate("board.spots().map(({ w, h }) => [w, h])")
        notes = page.evaluate("board.things().filter(({ item }) => item.shape === 'note').length")
        least = 24 if notes or (name == "pancakes" and parameters) else 40
        assert len(areas) >= 3 - (name == "jugs")
        assert min(side for area in areas for side in area) >= least


@pytest.mark.parametrize("name", [*SMALL])
def test_page_has_no_more_bytes_than_the_limit(name: str) -> None:
    default = {"logistics": SMALL["logistics"]}.get(name, {})
    pages = [solve_by_breadth_first_search(instantiate(load(name), default)).render("html")]
    pages += [make_page(name, LARGE[name])[1]] if name in LARGE else []
    if name == "hanoi":
        pages.append(solve_by_breadth_first_search(instantiate(load(name), LARGE[name])).render("html"))
    for text in pages:
        assert len(gzip.compress(text.encode())) <= MAX_BYTES
        # The steps are facts that change; no picture is repeated for them.
        assert text.count("<svg") == 2


@pytest.mark.parametrize("name", draw_cases(SMALL, 5))
def test_axe_finds_no_violations_on_the_board(name: str, show: OpenPage) -> None:
    page = show(solve_by_breadth_first_search(make_page(name, SMALL[name])[0]).render("html"))
    assert find_accessibility_violations(page) == []
    page.locator("#play-mode").click()
    page.locator("#board .spot").first.focus()
    page.keyboard.press("Enter")
    assert find_accessibility_violations(page) == []
    check_contrasts(page, 8)


def test_solution_is_folded_until_one_asks(show: OpenPage) -> None:
    page = show(solve_by_breadth_first_search(make_page("hanoi", {"discs": 3})[0]).render("html"))
    assert not page.get_by_text("Disc 1 moves from disc 2 onto peg 3").is_visible()
    page.get_by_text("All steps").click()
    assert page.get_by_text("Disc 1 moves from disc 2 onto peg 3").first.is_visible()
    page.locator("#play-mode").click()
    assert not page.get_by_text("All steps").is_visible()


ILLEGAL = {
    "hanoi": (("Peg 1", "Peg 1"), ""),
    "checkers": (("S1", "S3"), "Red checkers move only to the right"),
    "peg-solitaire": (("R2c4", "R1c4"), "A peg jumps over a peg directly beside it"),
    "knights-swap": (("R1c1", "R2c2"), "A knight moves two squares"),
}


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_gesture_says_why(name: str, show: OpenPage) -> None:
    page = show(make_page(name, SMALL[name])[1])
    spots, says = ILLEGAL[name]
    for spot in spots:
        area = page.locator(f"#board .spot[aria-label^='{spot}: ']").bounding_box()
        assert area
        page.mouse.click(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    assert read_status(page).startswith(says)
    assert page.evaluate(MADE) == []
    assert page.locator(".picked, .may").count() == 0


def test_keeper_walks_to_a_distant_cell(show: OpenPage) -> None:
    """From r3c2, the keeper walks around the boxes: every step is a walk, and no box moves."""
    page = show(make_page("sokoban", {"level": "######/#@--.#/#-$--#/#----#/######"})[1])
    area = page.locator("#board .spot[aria-label^='R4c4: ']").bounding_box()
    assert area
    page.mouse.click(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    made = page.evaluate(MADE)
    # Two columns and two rows away; the box in the corner of the way makes it no longer.
    assert len(made) == 4
    assert all(label.startswith("The keeper walks from") for label in made)
    assert made[-1].endswith("to r4c4")


def test_finger_drags_a_disc(show: OpenPage) -> None:
    """A drag by touch moves the disc and does not scroll the page."""
    page = show(make_page("hanoi", {"discs": 3})[1], 375, 500, has_touch=True)
    touch = page.context.new_cdp_session(page)
    points = page.evaluate(POINTS, find_key(page, "Disc 1 moves from disc 2 onto peg 3"))
    (left, top), (right, bottom) = points["from"], points["to"]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": left, "y": top}]})
    for share in (0.2, 0.6, 1):
        point = {"x": left + share * (right - left), "y": top + share * (bottom + 40 - top)}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert read_status(page).startswith("Disc 1 moves from disc 2 onto peg 3.")
    assert page.evaluate("scrollY") == 0


def test_taps_narrow_the_moves_without_gestures(show: OpenPage, tmp_path: Path) -> None:
    """The page of a puzzle with pictures but no gestures: two discs chosen leave a single move, which is made."""
    folder = tmp_path / "hanoi"
    shutil.copytree(domains.puzzle_files()["hanoi"].parent, folder)
    text = (folder / "puzzle.toml").read_text()
    cut = text[: text.index("[pictures.gestures]")] + text[text.index("[theorem]") :]
    (folder / "puzzle.toml").write_text(cut)
    page = show(page_of(instantiate(load(str(folder)), {"discs": 2})), 375, 1000)
    boxes = [box for one in page.locator("#board .fp-place").all() if (box := one.bounding_box())]
    for number, expected in ((0, "Disc 1: 2 moves."), (2, "Disc 1 moves from disc 2 onto peg 3.")):
        box = boxes[number]
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert read_status(page) == expected
        shown = page.locator("#choices button").filter(visible=True).count()
        assert shown == (2 if number == 0 else 3)
    page.keyboard.press("Escape")
    assert page.locator("#board .picked").count() == 0


def test_moves_that_fit_one_gesture_are_offered(show: OpenPage) -> None:
    """If a drag to a jug means to fill it or to empty the other, the page asks which."""
    page = show(make_page("jugs", {})[1])
    page.evaluate(
        """() => { for (const key of Object.keys(layout.gestures)) layout.gestures[key] = [[[layout.places[0][0]], null]]; }"""
    )
    area = page.locator("#board .fp-place").first.bounding_box()
    assert area
    page.mouse.click(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    assert read_status(page) == "Which move?"
    offered = page.locator("#choice button").all_inner_texts()
    assert sorted(offered) == ["The jug of five is filled", "The jug of three is filled"]
    page.locator("#choice button", has_text="five").click()
    assert read_status(page) == "The jug of five is filled."


MOVED = """() => {
  const { element, item } = board.things().find(({ item }) => item.look[1] === "disc 1");
  window.first ??= element;
  return [window.first === element, Math.round(item.x), getComputedStyle(element).transitionDuration];
}"""
"""whether disc 1 is still the same element, where it is, and how long it moves"""


@pytest.mark.parametrize(("motion", "duration"), [("no-preference", "0.25s"), ("reduce", "0s")])
def test_things_move_to_their_new_places(motion: str, duration: str, show: OpenPage) -> None:
    page = show(make_page("hanoi", {"discs": 2})[1], motion=motion)
    page.evaluate(MOVED)
    points = page.evaluate(POINTS, find_key(page, "Disc 1 moves from disc 2 onto peg 3"))
    same, start, _ = page.evaluate(MOVED)
    for point in (points["from"], points["to"]):
        page.mouse.click(*point)
    assert same
    same, end, found = page.evaluate(MOVED)
    assert same
    assert end > start
    assert found == duration


def test_illegal_moves_are_about_things_that_are_there(show: OpenPage) -> None:
    """The PDDL counts balls, but no illegal move is about a number of balls that a room does not have.

    At the start, the robot is in room a with all balls, so it cannot pick up or put down anything in room b.
    """
    page = show(make_page("gripper", {"balls": 3})[1])
    page.get_by_text("Moves that are not allowed here, and why").click()
    assert page.locator("#stops li").all_inner_texts() == [
        "The robot goes from room b to room a: the robot is not in room b."
    ]


def test_rows_and_columns_have_the_names_of_the_sentences(show: OpenPage) -> None:
    """A hint names r2c3, so there is a label r2 beside the second row and c3 above the third column."""
    page = show(make_page("lights-out", {"board": "**./***/.**"})[1])
    middles = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#board .back text, #board .fp-place")].map((one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          return [one.dataset.place === undefined ? one.textContent : "at " + one.dataset.place, [left + width / 2, top + height / 2]];
        }))"""
    )
    for number in range(9):
        across, down = middles[f"at {number}"]
        assert abs(middles[f"c{number % 3 + 1}"][0] - across) < 3
        assert abs(middles[f"r{number // 3 + 1}"][1] - down) < 3
    page.set_viewport_size({"width": 375, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_escape_lets_go(show: OpenPage) -> None:
    page = show(make_page("hanoi", {"discs": 3})[1])
    page.locator("#board .spot").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(".picked").count() > 0
    assert page.locator(".fp-place.may").count() == 2
    page.keyboard.press("Escape")
    assert page.locator(".picked, .may").count() == 0
