"""Assignment puzzles played on their HTML page by mouse and keyboard.

The page's JavaScript rules must agree with the Python rules on assignments in any order.
"""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from budget import draw_cases
from page_checks import OpenPage
from play_pages import read_status
from sample_results import solve_assignment

from ferryplan import load
from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.space import AssignmentSpace
from ferryplan.generator.families import instantiate
from ferryplan.planner.result import Result

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "sudoku": ("sudoku", {}),
    "four-houses": ("four-houses", {}),
    "send-more-money": ("send-more-money", {}),
    "queens": ("queens", {"queens": 6}),
    "futoshiki": ("futoshiki", {}),
    "jigsaw": ("jigsaw", {}),
    "zebra": ("zebra", {}),
    "cryptarithm": ("cryptarithm", {}),
    "pieces": ("pieces", {"pieces": 12}),
}
JUDGED = "(states) => { const world = worldOf(puzzle.rules); return states.map((state) => [world.moves(state), world.stops(state)]); }"
AHEAD = "(states) => { const world = worldOf(puzzle.rules); return states.map((state) => world.shortest(state)?.length ?? null); }"


def made(case: str) -> AssignmentInstance:
    puzzle, parameters = CASES[case]
    return cast(AssignmentInstance, instantiate(load(puzzle), parameters))


def page_of(instance: AssignmentInstance) -> str:
    return Result(instance, "unknown", "", "", "").render("html")


def walks(space: AssignmentSpace, number: int) -> list[tuple[int, ...]]:
    """Return states on random walks and partial solutions.

    A walk places random items at random positions that break no clue. Partial solutions place items in random
    order.
    """
    choose, states = random.Random(18), list[tuple[int, ...]]()
    items = len(space.instance.items)
    solution = {one.item: one.spot for one in next(AssignmentSearch(space.instance).solutions())}
    for walk in range(number):
        state = space.initial
        for item in choose.sample(range(items), items):
            states.append(state)
            options = (
                [solution[item]]
                if walk % 2
                else choose.sample(range(len(space.instance.spots)), len(space.instance.spots))
            )
            spot = next((spot for spot in options if space.find_violation(state, Placement(item, spot)) is None), None)
            if spot is None:
                break
            state = space.apply_move(state, Placement(item, spot))
    return choose.sample(states, min(len(states), 20))


@pytest.mark.parametrize("case", draw_cases(CASES, 4))
def test_javascript_rules_agree_with_the_puzzle_rules(case: str, show: OpenPage) -> None:
    """The JavaScript rules agree with the Python rules.

    For every unplaced item and every offered position, both agree on whether it is allowed, the first clue that
    it breaks, and how it breaks the clue.
    """
    space = AssignmentSpace(made(case))
    states = walks(space, 8)
    page = show(page_of(space.instance))
    for state, (moves, stops) in zip(
        states, page.evaluate(JUDGED, [",".join(map(str, state)) for state in states]), strict=True
    ):
        told = {(stop["item"], stop["spot"]): (stop["rule"], stop["found"]) for stop in stops}
        allowed = {(move["item"], move["spot"]): move["to"] for move in moves}
        for item, one in enumerate(space.instance.items):
            for spot in range(len(space.instance.spots)):
                violation = space.find_violation(state, Placement(item, spot))
                if state[item] >= 0:
                    assert (item, spot) not in told.keys() | allowed.keys()
                elif violation is None:
                    assert allowed.pop((item, spot)) == ",".join(
                        map(str, space.apply_move(state, Placement(item, spot)))
                    )
                elif spot in one.spots or (item, spot) in told:
                    assert (item, spot) in told, violation
                    rule, found = told.pop((item, spot))
                    assert rule == violation.rule
                    assert found
        assert not told
        assert not allowed


@pytest.mark.parametrize("case", draw_cases(CASES, 4))
def test_javascript_search_detects_dead_ends(case: str, show: OpenPage) -> None:
    """The page finds a completion exactly from the states from which the Python search finds one."""
    instance = made(case)
    space = AssignmentSpace(instance)
    states, expected = walks(space, 10)[:12], list[int | None]()
    for state in states:
        items = tuple(
            dataclasses.replace(one, spots=(spot,) if spot >= 0 else one.spots)
            for one, spot in zip(instance.items, state, strict=True)
        )
        found = next(AssignmentSearch(dataclasses.replace(instance, items=items)).solutions(), None)
        expected.append(None if found is None else state.count(-1))
    page = show(page_of(instance))
    assert page.evaluate(AHEAD, [",".join(map(str, state)) for state in states]) == expected


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_queens_are_played_by_mouse(show: OpenPage) -> None:
    """A queens puzzle is solved by mouse.

    The columns 0, 4, 7, 5, 2, 6, 1, 3 are a solution.
    """
    page = show(solve_assignment(cast(AssignmentInstance, instantiate(load("queens"), {}))).render("html"), 375, 700)
    press(page, "Play it yourself")

    def square(row: int, column: int) -> None:
        page.locator(f"[data-called='Row {row + 1}, column {column + 1}']").click()

    square(0, 0)
    assert read_status(page) == "The queen of row 1 stands in column 1."
    square(1, 1)
    assert read_status(page) == "The queen of row 2 stands in column 2."
    press(page, "Show conflicts")
    assert read_status(page) == (
        "The queen of row 1 and the queen of row 2 stand on the same diagonal. "
        'This breaks the rule "No two queens stand on the same diagonal."'
    )
    square(1, 1)
    assert read_status(page) == "Taken away: the queen of row 2 stands in column 2."
    for row, column in enumerate((0, 4, 7, 5, 2, 6, 1)):
        if row:
            square(row, column)
    assert page.locator("#count").inner_text() == "7 of 8 placements."
    press(page, "Hint")
    assert read_status(page) == "1 placement left. Next move: The queen of row 8 stands in column 4."
    square(3, 5)
    assert page.locator("#count").inner_text() == "6 of 8 placements."
    assert page.locator(".fp-queen").filter(visible=True).count() == 6
    square(3, 5)
    square(7, 3)
    assert read_status(page) == "Solved: the board is full, and nothing breaks a rule."
    press(page, "Start again")
    assert page.locator(".fp-queen").filter(visible=True).count() == 0
    press(page, "Undo")
    assert page.locator(".fp-queen").filter(visible=True).count() == 8
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_sudoku_is_played_by_keyboard(show: OpenPage) -> None:
    page = show(page_of(made("sudoku")))
    cell = page.locator("[data-called='Row 1, column 5']")
    cell.focus()
    page.keyboard.press("5")
    assert read_status(page) == "Row 1, column 5 is 5."
    assert cell.get_attribute("aria-label") == "Row 1, column 5: 5"
    press(page, "Show conflicts")
    assert (
        read_status(page) == 'The digit 5 appears twice in row 1. This breaks the rule "No row contains a digit twice."'
    )
    assert cell.get_attribute("aria-label") == "Row 1, column 5: 5, breaks a rule"
    cell.press("Delete")
    cell.press("Shift+Digit1")
    cell.press("Shift+Digit2")
    assert cell.get_attribute("aria-label") == "Row 1, column 5: empty, notes 1 2"
    cell.press("1")
    assert read_status(page) == "Row 1, column 5 is 1."
    press(page, "Start again")
    press(page, "Show a solution")
    for text in page.locator("#way li").all_inner_texts():
        called, _, digit = text.removesuffix(".").rpartition(" is ")
        page.locator(f"[data-called='{called}']").press(digit)
    assert read_status(page) == "Solved: the board is full, and nothing breaks a rule."
    page.keyboard.press("Control+z")
    assert page.locator("#count").inner_text() == "50 of 51 placements."


def test_grid_puzzle_is_played_beside_its_clues(show: OpenPage) -> None:
    page = show(solve_assignment(made("four-houses")).render("html"))
    press(page, "Play it yourself")
    clues, field = page.get_by_role("heading", name="The clues"), page.locator("#field")
    one, other = clues.bounding_box(), field.bounding_box()
    assert one is not None
    assert other is not None
    assert one["x"] >= other["x"] + other["width"]
    page.locator("[data-called='The cat is kept in house 1']").click()
    assert page.evaluate("document.activeElement.dataset.called") == "The cat is kept in house 1"
    assert page.locator("#count").inner_text().startswith("1 of 12")
    assert page.locator("#sheet").inner_text().count("cat") == 1
    press(page, "Hint")
    # The cat in house 1 is right (clue 8). Clue 3 then leaves one house for the parrot: two houses away from the
    # cat.
    assert read_status(page) == "The parrot is kept in house 3, since the cat is kept in house 1 (clue 3)."


def test_oversized_puzzle_cannot_be_played_on_page(show: OpenPage) -> None:
    """The 435 pairs of 30 queens have 900 pairs of columns each, and two rules."""
    page = show(page_of(cast(AssignmentInstance, instantiate(load("queens"), {"queens": 30}))))
    assert "you cannot play it here" in page.locator("main").inner_text()


def test_html_in_puzzle_names_is_escaped_on_the_play_page(show: OpenPage, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text(
        'family = "grid"\nname = "hostile"\ntitle = "</script>"\nstory = "<img src=x onerror=alert(1)>"\nsource = "none"\n'
        '[positions]\nname = "<i>house</i>"\nplural = "</script>"\ncount = 2\n'
        '[[categories]]\nname = "</script><b>"\nvalues = ["<script>alert(2)</script>", "&amp;\'"]\n'
        'says = "{{ called }} </li><script>alert(3)</script> {{ position }}"\n'
    )
    page = show(page_of(cast(AssignmentInstance, instantiate(load(str(path)), {}))), 375)
    assert page.locator("#field tbody th").all_inner_texts() == ["<script>alert(2)</script>", "&amp;'"]
    page.locator("#field button").first.click()
    assert "<script>alert(2)</script> </li><script>alert(3)</script>" in read_status(page)
    press(page, "Hint")
    press(page, "Show a solution")
    assert "<script>alert(2)</script>" in page.locator("#sheet").inner_text()
