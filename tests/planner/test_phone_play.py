"""Games on a phone: messages that stay in sight, boards within the screen, and texts that neither mislead nor give answers away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from page_checks import OpenPage, check_contrasts, find_accessibility_violations
from play_pages import read_status

from ferryplan import load
from ferryplan.generator.families import instantiate
from ferryplan.planner.result import Result

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

MESSAGE_SCRIPT = """() => {
  const message = document.getElementById("said"), { left, top, bottom, right } = message.getBoundingClientRect();
  const isOnTop = [top + 2, bottom - 2].every((y) => document.elementFromPoint((left + right) / 2, y) === message);
  return { top, bottom, isOnTop };
}"""
"""where the message is in the viewport, and whether nothing covers it"""


def open_game(show: OpenPage, name: str, **parameters: Any) -> Page:
    """Return the page of a puzzle on a phone; it has no solution, so the game begins at once."""
    instance = instantiate(load(name), parameters)
    return show(Result(instance, "unknown", "", "", "").render("html"), 375, 812, has_touch=True)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def check_message_is_visible(page: Page, said: str) -> None:
    """Assert that the message has a text and lies within the viewport, where nothing covers it."""
    assert said in read_status(page)
    found = page.evaluate(MESSAGE_SCRIPT)
    assert found["isOnTop"]
    assert 0 <= found["top"] < found["bottom"] <= 812


def test_refusal_of_a_crossing_is_visible(show: OpenPage) -> None:
    page = open_game(show, "wolf-goat-cabbage")
    for name in ("farmer", "cabbage"):
        page.locator(".stage").get_by_role("button", name=name, exact=True).click()
        check_message_is_visible(page, name)
    press(page, "Cross to the right bank")
    check_message_is_visible(page, "This breaks the rule")


def check_message_covers_not(page: Page, element: Locator) -> None:
    """Assert that an element lies within the viewport, above the message."""
    message, box = page.locator("#said").bounding_box(), element.bounding_box()
    assert message is not None
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= message["y"]


REFUSED: dict[str, tuple[dict[str, int], list[str], list[str], str]] = {
    # one husband of three crosses alone, so that his wife is with other men: a sentence and a rule of two lines each
    "jealous-couples": ({"capacity": 2}, ["B"], ["#choices button"], "This breaks the rule"),
    "hanoi": ({}, [], ["[aria-label^='Peg 2']"], "cannot move now"),
    "knights-swap": ({}, [], ["[aria-label^='R1c1']", "[aria-label^='R2c2']"], "A knight moves two squares"),
}
"""by puzzle: its parameters, the travelers that board, what a person taps after that, and the refusal"""


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("height", [500, 812])
def test_refusal_does_not_cover_what_was_tapped(name: str, height: int, show: OpenPage) -> None:
    parameters, riders, taps, says = REFUSED[name]
    page = open_game(show, name, **parameters)
    page.set_viewport_size({"width": 375, "height": height})
    for rider in riders:
        page.locator(".stage").get_by_role("button", name=rider, exact=True).tap()
    for tapped in map(page.locator, taps):
        # The finger is just above the message of before, at the lower end of the window.
        message = page.locator("#said").bounding_box()
        assert message is not None
        tapped.evaluate("(one, y) => scrollBy(0, one.getBoundingClientRect().bottom - y)", message["y"] - 2)
        box = tapped.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    assert says in read_status(page)
    check_message_covers_not(page, tapped)


def test_hint_does_not_cover_what_the_keyboard_reached(show: OpenPage) -> None:
    page = open_game(show, "jealous-couples", capacity=2)
    hint = page.locator("#hint")
    hint.focus()
    hint.evaluate("(one) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 60)")
    page.keyboard.press("Enter")
    assert "Next move" in read_status(page)
    check_message_covers_not(page, hint)


@pytest.mark.parametrize(
    "name", ["wolf-goat-cabbage", "hanoi", "logistics", "sudoku", "four-houses", "send-more-money"]
)
def test_first_message_and_hint_are_visible(name: str, show: OpenPage) -> None:
    page = open_game(show, name)
    check_message_is_visible(page, "Your turn.")
    page.locator("#hint").click()
    assert read_status(page) != "At the start. Your turn."
    check_message_is_visible(page, " ")


def test_refused_gesture_is_visible(show: OpenPage) -> None:
    page = open_game(show, "hanoi", discs=3)
    page.locator("[aria-label^='Peg 1']").press("Enter")
    check_message_is_visible(page, "Disc 1: choose where it goes.")
    page.keyboard.press("Escape")
    page.locator("[aria-label^='Peg 2']").press("Enter")
    check_message_is_visible(page, "cannot move now")


def test_sudoku_fits_into_the_width_of_a_phone(show: OpenPage) -> None:
    """Nine cells of 40 pixels and the numbers of the rows fill the width, and nothing is cut off."""
    box = open_game(show, "sudoku").locator("#sheet svg").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 375


def test_conflict_of_a_rule_is_said_once_and_is_no_clue(show: OpenPage) -> None:
    page = open_game(show, "four-houses")
    press(page, "Show conflicts")
    for pet in ("cat", "dog"):
        page.locator(f"[data-called^='The {pet} is kept in house 1']").click()
    said = read_status(page)
    assert "This breaks the rule" in said
    assert page.locator("main").inner_text().count(said.partition(". This")[0]) == 1
    # The message about something else leaves the conflict to the list.
    page.locator("#hint").click()
    assert read_status(page) != said
    assert said in page.locator("#broken li").all_inner_texts()


def test_broken_clue_is_called_a_clue(show: OpenPage) -> None:
    page = open_game(show, "four-houses")
    page.locator("#conflicts").click()
    for button in page.locator("#field button").all():
        button.click()
        if "This breaks the clue" in read_status(page):
            break
        button.click()
    clue = re.search('This breaks the clue "(.*)"', read_status(page))
    assert clue is not None
    assert clue[1] in page.locator(".clues li").all_inner_texts()


def test_clues_follow_the_grid(show: OpenPage) -> None:
    page = open_game(show, "four-houses")
    bottom, top, undo = page.evaluate(
        """() => ["field", "clue-heading", "undo"].map((id, index) =>
          document.getElementById(id).getBoundingClientRect()[index ? "top" : "bottom"])"""
    )
    assert bottom < top < undo
    assert top - bottom < 200


def test_fixtures_and_empty_jugs_say_what_may_be_chosen(show: OpenPage) -> None:
    page = open_game(show, "jugs")
    said = {}
    for name in ("Tap", "Jug of three"):
        page.locator(".spot").filter(has_text=name).first.click()
        said[name] = read_status(page)
        page.keyboard.press("Escape")
    assert said == {
        "Tap": "Tap: choose jug of three or jug of five.",
        "Jug of three": "Jug of three: choose tap.",
    }


def test_win_looks_different_and_ends_the_instruction(show: OpenPage) -> None:
    page = open_game(show, "wolf-goat-cabbage")
    how, look = page.locator(".how"), "(({ color, fontWeight }) => [color, fontWeight])(getComputedStyle(said))"
    assert how.is_visible()
    before = page.evaluate(look)
    for passengers in (["goat"], [], ["cabbage"], ["goat"], ["wolf"], [], ["goat"]):
        for name in ["farmer", *passengers]:
            page.locator(".stage").get_by_role("button", name=name, exact=True).click()
        page.locator("#choices button").click()
    check_message_is_visible(page, "You reached the goal after 7 crossings.")
    assert not how.is_visible()
    after = page.evaluate(look)
    assert before[0] != after[0]
    assert int(before[1]) < int(after[1])
    press(page, "Undo")
    assert page.evaluate(look) == before
    assert how.is_visible()
    press(page, "Redo")
    check_contrasts(page)
    assert find_accessibility_violations(page) == []


def test_moves_that_change_nothing_are_not_listed_as_refused(show: OpenPage) -> None:
    page = open_game(show, "hanoi", discs=3)
    page.get_by_text("Moves that are possible now, as a list").click()
    page.locator("#choices button").first.click()
    page.get_by_text("Moves that are not allowed here").click()
    texts = page.locator("#stops li").all_inner_texts()
    assert len(texts) > 3
    moves = [re.fullmatch("Disc . moves from (.*) onto (.*): .*", text) for text in texts]
    assert [one[0] for one in moves if one is None or one[1] == one[2]] == []


def test_largest_number_of_pieces_is_not_given_away(show: OpenPage) -> None:
    page = open_game(show, "pieces")
    page.locator(".cells button").first.click()
    assert page.locator("#count").inner_text() == "1 placement so far."
    page.locator("#hint").click()
    assert read_status(page).startswith("Next move: ")
    told = open_game(show, "pieces", pieces=12)
    assert told.locator("#count").inner_text() == "0 of 12 placements."
