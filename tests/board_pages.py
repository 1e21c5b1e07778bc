"""Pages of assignment puzzles that a person fills in: what they show, and the keys and clicks that fill them."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import board_puzzles
from play_pages import read_status

from ferryplan import load
from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.families import instantiate
from ferryplan.planner.result import Result

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

BOARDS: dict[str, tuple[str, dict[str, Any]]] = {
    "sudoku": ("sudoku", {}),
    "large sudoku": ("sudoku", {"givens": board_puzzles.LARGE_GIVENS}),
    "futoshiki": ("futoshiki", {}),
    "jigsaw": ("jigsaw", {}),
    "queens": ("queens", {"queens": 6}),
    "pieces": ("pieces", {"piece": "kings", "rows": 4}),
    "spare pieces": ("pieces", {"piece": "rooks", "rows": 4, "pieces": 3}),
    "four-houses": ("four-houses", {}),
    "zebra": ("zebra", {}),
    "send-more-money": ("send-more-money", {}),
    "base 16": ("cryptarithm", {"sum": "TWO + TWO = FOUR", "base": 16}),
}
"""puzzles of every kind of page, by a name for tests"""

STATE_SCRIPT = """() => {
  const field = document.getElementById("field") ?? document.getElementById("sheet"), names = (parts) => [...new Set(parts)].sort();
  const read = (parts) => names([...parts].map(({ dataset }) => dataset.item + "," + dataset.spot));
  if (document.querySelector(".blocks")) {
    const buttons = [...document.querySelectorAll(".blocks button")];
    return ["✓", "✗"].map((mark) => read(buttons.filter(({ textContent }) => textContent === mark)));
  }
  return [read(field.querySelectorAll(":is(.entry, .piece)[data-item]")), read(field.querySelectorAll(":is(.note, .cross)[data-item]"))];
}"""
"""returns what the board shows: the entries, and the notes or crosses, as texts of an item and a spot"""

STORAGE_SCRIPT = "JSON.stringify(Object.entries(localStorage).sort())"
"""returns what the browser keeps for the page"""


@functools.cache
def make_board_instance(case: str) -> AssignmentInstance:
    """Return the instance of a case of `BOARDS`."""
    puzzle, parameters = BOARDS[case]
    return cast(AssignmentInstance, instantiate(load(puzzle), parameters))


def render_board_page(instance: AssignmentInstance) -> str:
    """Return the page of an instance without a solution, which opens with the game."""
    return Result(instance, "unknown", "", "", "").render("html")


def solve_board(instance: AssignmentInstance) -> tuple[Placement, ...]:
    """Return the first solution of an instance."""
    return next(AssignmentSearch(instance).solutions())


class BoardPage(NamedTuple):
    """A page on which an instance is played, with what a person does there."""

    page: Page
    instance: AssignmentInstance

    @property
    def is_written(self) -> bool:
        """Whether digits are written into cells; otherwise, each cell stands for one spot of one item."""
        return bool(self.page.evaluate("board.kind === 'digits' || board.kind === 'sum'"))

    def cell(self, placement: Placement) -> Locator:
        """Return the button of the cell that shows a placement."""
        spot = -1 if self.is_written else placement.spot
        return self.page.locator(f"button[data-item='{placement.item}'][data-spot='{spot}']").first

    def has_cell(self, placement: Placement) -> bool:
        """Return whether a placement has a cell; a group of squares without a piece has none."""
        return self.cell(placement).count() == 1

    def enter(self, placement: Placement, way: str) -> None:
        """Make an entry by ``mouse``, ``touch`` or ``keyboard``."""
        cell = self.cell(placement)
        name = self.instance.spots[placement.spot].name
        if way == "keyboard":
            self.go_to(cell)
            if self.is_written:
                for key in name:
                    self.page.keyboard.press(key)
            else:
                self.page.keyboard.press("Space")
            return
        press: Callable[[Locator], None] = (lambda one: one.tap()) if way == "touch" else (lambda one: one.click())
        press(cell)
        if self.is_written:
            press(self.page.locator("#keypad .digit").nth(placement.spot))

    def go_to(self, cell: Locator) -> None:
        """Move the cursor to a cell by the arrow keys alone, along the rows and then along the columns."""
        self.page.locator("[data-chosen]").first.focus()
        for _ in range(60):
            steps = self.page.evaluate(
                """(goal) => {
                  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
                  const [[x, y], [left, top]] = [document.activeElement, goal].map(middle);
                  return [left - x, top - y];
                }""",
                cell.element_handle(),
            )
            across, down = steps
            if abs(across) < 5 and abs(down) < 5:
                return
            keys = (
                ("ArrowDown" if down > 0 else "ArrowUp")
                if abs(down) >= 5
                else "ArrowRight"
                if across > 0
                else "ArrowLeft"
            )
            self.page.keyboard.press(keys)
        raise AssertionError("the arrow keys do not reach the cell")

    def read_state(self) -> tuple[list[str], list[str]]:
        """Return what the board shows: the entries, and the notes or crosses, as in `STATE_SCRIPT`."""
        entered, noted = self.page.evaluate(STATE_SCRIPT)
        return entered, noted

    def press(self, name: str) -> str:
        """Click the button with this name, and return what the page says."""
        self.page.get_by_role("button", name=name, exact=True).click()
        return read_status(self.page)


def reload_page(page: Page) -> None:
    """Load a page again, with what it keeps in the browser's storage.

    Chromium may start the page in another process before it has passed on the last entry; then the entries are written
    again, and the page is loaded once more.
    """
    kept, entries = page.evaluate(STORAGE_SCRIPT), page.evaluate("Object.entries(localStorage)")
    for _ in range(5):
        page.reload()
        if page.evaluate(STORAGE_SCRIPT) == kept:
            return
        page.evaluate("localStorage.clear()")
        page.evaluate("(entries) => entries.forEach(([name, value]) => localStorage.setItem(name, value))", entries)
    raise AssertionError("the page has lost what the browser kept")


def format_state(pairs: Iterable[tuple[int, int]]) -> list[str]:
    """Return placements as `BoardPage.read_state` does."""
    return sorted(f"{item},{spot}" for item, spot in pairs)


class EnteredBoard:
    """What a person has entered on a board: a second account of it, by which the pages are checked."""

    def __init__(self, is_written: bool) -> None:
        self.is_written = is_written
        self.entered, self.noted = set[tuple[int, int]](), set[tuple[int, int]]()
        self._before: list[tuple[set[tuple[int, int]], set[tuple[int, int]]]] = []
        self._undone: list[tuple[set[tuple[int, int]], set[tuple[int, int]]]] = []

    @property
    def visible_notes(self) -> set[tuple[int, int]]:
        """The notes in cells without an entry."""
        filled = {item for item, _ in self.entered} if self.is_written else set()
        return {pair for pair in self.noted if pair[0] not in filled}

    def _change(self, entered: set[tuple[int, int]], noted: set[tuple[int, int]]) -> None:
        if (entered, noted) != (self.entered, self.noted):
            self._before.append((self.entered, self.noted))
            self._undone.clear()
            self.entered, self.noted = entered, noted

    def enter(self, pair: tuple[int, int]) -> None:
        """Enter a digit, or put a piece or a tick; the same piece or tick again takes it away."""
        if self.is_written:
            self._change({*(one for one in self.entered if one[0] != pair[0]), pair}, self.noted)
        else:
            self._change(self.entered ^ {pair}, self.noted - {pair})

    def note(self, pair: tuple[int, int]) -> None:
        """Note a digit in an empty cell, or cross out a square; the same again removes it."""
        if not (self.is_written and pair[0] in {item for item, _ in self.entered}):
            self._change(self.entered if self.is_written else self.entered - {pair}, self.noted ^ {pair})

    def clear(self, pair: tuple[int, int]) -> None:
        """Remove the entry of a cell; in a cell without one, its notes."""
        here = {one for one in self.entered if one[0] == pair[0] and (self.is_written or one == pair)}
        notes = {one for one in self.noted if one[0] == pair[0] and (self.is_written or one == pair)}
        self._change(self.entered - here, self.noted if here else self.noted - notes)

    def undo(self) -> None:
        """Go back to what was before the last change."""
        if self._before:
            self._undone.append((self.entered, self.noted))
            self.entered, self.noted = self._before.pop()

    def redo(self) -> None:
        """Make the change again that was undone last."""
        if self._undone:
            self._before.append((self.entered, self.noted))
            self.entered, self.noted = self._undone.pop()

    def forget_undone(self) -> None:
        """Forget what could be made again, as a reload of the page does."""
        self._undone.clear()

    def restart(self) -> None:
        """Clear the board, which can be undone."""
        if self._before:
            self._change(set(), set())


def draw_placement(
    instance: AssignmentInstance, rng: random.Random, has_cell: Callable[[Placement], bool]
) -> Placement:
    """Return a random placement that has a cell on the page."""
    while True:
        item = rng.randrange(len(instance.items))
        placement = Placement(item, rng.choice(instance.items[item].spots))
        if has_cell(placement):
            return placement
