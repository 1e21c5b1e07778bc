"""The HTML page of assignment puzzles in Chromium: each board matches the replay."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from budget import draw_cases
from page_checks import OpenPage, check_contrasts, check_scroll_hints
from sample_results import HOSTILE_NAMES, solve_assignment

from ferryplan.generator.assignment.instance import AssignmentInstance, PartialAssignment
from ferryplan.generator.assignment.space import partial_assignment
from ferryplan.generator.families import instantiate, narrator_of
from ferryplan.generator.puzzle import load
from ferryplan.planner.result import Result

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

CASES: dict[str, dict[str, Any]] = {
    "zebra": {},
    "four-houses": {},
    "queens": {},
    "sudoku": {},
    "send-more-money": {},
    "cryptarithm": {"sum": "TWO + TWO = FOUR", "base": 16},
}


DRAWN = {"queens": str.isdigit, "sudoku": str.isalnum}
"""Tests for cells that are texts in the picture; queens and lines between boxes are shapes."""


@functools.cache
def result_of(case: str) -> Result:
    instance = instantiate(load(case), CASES[case])
    assert isinstance(instance, AssignmentInstance)
    return solve_assignment(instance)


SEEN = """() => {
  const boards = [...document.querySelectorAll(".board")].filter((board) => board.checkVisibility());
  const [board] = boards;
  const middle = (box) => box.top + box.height / 2;
  const texts = [...board.querySelectorAll("svg text")].map((text) => [text.getBoundingClientRect(), text.textContent])
    .sort(([one], [other]) => middle(one) - middle(other));
  const lines = [];
  for (const [box, text] of texts) {
    const line = lines.at(-1);
    if (line && middle(box) - middle(line[0][0]) < 9) line.push([box, text]); else lines.push([[box, text]]);
  }
  return {
    boards: boards.length,
    texts: lines.map((line) => line.sort(([one], [other]) => one.left - other.left).map(([, text]) => text)),
    queens: [...board.querySelectorAll(".fp-queen")].map((queen) => [Number(queen.dataset.row), Number(queen.dataset.column)]),
    fresh: [...board.querySelectorAll(".new")].map((part) => part.textContent.trim()),
    spill: [...board.querySelectorAll("svg text")].filter((text) => {
      const box = text.getBoundingClientRect(), sheet = text.ownerSVGElement.getBoundingClientRect();
      return box.left < sheet.left || box.right > sheet.right + 1;
    }).map((text) => text.textContent),
    width: document.documentElement.scrollWidth,
    said: document.querySelector("[role=status]").textContent,
    current: [...document.querySelectorAll(".steps li[aria-current=step]")].map((row) => row.textContent),
    slider: document.querySelector("#step").value,
    valuetext: document.querySelector("#step").getAttribute("aria-valuetext"),
    disabled: [...document.querySelectorAll("button:disabled")].map((button) => button.id),
    sheet: board.querySelector("svg").getBoundingClientRect().width,
  };
}"""
"""JavaScript that returns the texts of the visible boards, line by line, and the texts beside them."""


def seen(page: Page) -> dict[str, Any]:
    return page.evaluate(SEEN)


def check(page: Page, number: int, result: Result) -> None:
    """Assert that the page shows a step.

    The page shows one board with the items placed so far, the sentence, the row of the list and the slider
    position.
    """
    solution = result.solution
    assert solution is not None
    step = solution.steps[number - 1] if number else None
    after: PartialAssignment = partial_assignment(step.state) if step else {}
    shown = seen(page)
    table = narrator_of(result.instance).board_as_table(after)
    queens = [[row, row_of.index("Q")] for row, row_of in enumerate(table.rows, 1) if "Q" in row_of]
    assert shown["queens"] == queens
    drawn = DRAWN.get(result.instance.puzzle, lambda cell: cell != "")
    lines = [[cell for cell in row if drawn(cell)] for row in (table.heading, *table.rows)]
    assert shown["boards"] == 1
    legend = [["Bold: given. Blue: filled in."]] if result.instance.puzzle == "sudoku" else []
    assert shown["texts"] == [line for line in lines if line] + legend
    text = narrator_of(result.instance).describe_move(step.before, step.move) if step else "At the start."
    assert shown["said"] == shown["valuetext"] == (f"{number}. {text}" if step else text)
    assert shown["current"] == ([text] if step else [])
    assert shown["slider"] == str(number)
    assert shown["disabled"] == ["back"] * (number == 0) + ["forward"] * (number == len(solution.steps))
    assert bool(shown["fresh"]) == bool(number)
    assert shown["spill"] == []
    assert shown["width"] <= page.viewport_size["width"]


@pytest.mark.parametrize("case", ["four-houses", "queens", "cryptarithm"])
def test_page_shows_each_placement_as_replayed(case: str, show: OpenPage) -> None:
    result = result_of(case)
    assert result.solution is not None
    last = len(result.solution.steps)
    page = show(result.render("html"))
    sheets = set()
    for number in range(last + 1):
        check(page, number, result)
        sheets.add(seen(page)["sheet"])
        page.keyboard.press("ArrowRight")
    assert len(sheets) == 1, "the columns stay where they are"
    page.set_viewport_size({"width": 360, "height": 640})
    for number in range(last, -1, -1):
        check(page, number, result)
        page.keyboard.press("ArrowLeft")


def test_each_step_marks_the_newly_placed_item(show: OpenPage) -> None:
    result = result_of("zebra")
    assert result.solution is not None
    page = show(result.render("html"))
    for step in result.solution.steps:
        page.keyboard.press("ArrowRight")
        assert seen(page)["fresh"] == [result.instance.items[step.move.item].name]


LABELS = """() => [...document.querySelectorAll(".board:not([hidden]) text")]
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""


@pytest.mark.parametrize("case", ["zebra", "sudoku", "queens", "send-more-money"])
def test_texts_on_the_page_are_at_least_12_pixels_high_on_a_phone(case: str, show: OpenPage) -> None:
    page = show(result_of(case).render("html"), 375, 700)
    check_scroll_hints(page, is_wide_on_phone=case == "zebra")
    page.set_viewport_size({"width": 375, "height": 700})
    assert min(page.evaluate(LABELS)) >= 12


def test_answer_is_hidden_until_opened_or_last_step(show: OpenPage) -> None:
    result = result_of("zebra")
    page = show(result.render("html", explain=True))
    answer = page.locator("#answer p").last
    assert "the Japanese owns the zebra" in str(answer.text_content())
    listed = page.locator(".steps li").last
    assert not answer.is_visible()
    assert not listed.is_visible()
    assert "Japanese" not in page.locator("main").inner_text().partition("The clues")[0]
    page.get_by_text("The answer").click()
    assert answer.is_visible()
    page.reload()
    page.keyboard.press("End")
    assert answer.is_visible()
    page.get_by_text("All placements").click()
    page.locator(".steps button").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    check(page, 2, result)


def test_keys_buttons_slider_and_list_change_the_step(show: OpenPage) -> None:
    result = result_of("queens")
    page = show(result.render("html"), 360, 640)
    keys = {"Home": [0, 0], "ArrowRight": [1, 2], "ArrowLeft": [1, 0, 0], "End": [8, 8]}
    for key, number in [(key, number) for key, numbers in keys.items() for number in numbers]:
        page.keyboard.press(key)
        check(page, number, result)
    for name, number in [("Back", 7), ("Back", 6), ("Forward", 7)]:
        page.get_by_role("button", name=name).click()
        check(page, number, result)
    page.keyboard.press("ArrowLeft")  # a button has the focus
    check(page, 6, result)
    page.locator("#step").fill("4")
    check(page, 4, result)
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    check(page, 5, result)
    page.get_by_text("All placements").click()
    page.locator(".steps li").nth(1).click()
    check(page, 2, result)
    page.keyboard.press("Control+ArrowRight")
    check(page, 2, result)
    assert page.get_by_role("status").get_attribute("aria-live") == "polite"


def test_play_button_and_space_start_and_pause_playback(show: OpenPage) -> None:
    result = result_of("queens")
    page = show("<p>", anew=True)
    page.clock.install(time=0)
    Path(page.url.removeprefix("file://")).write_text(result.render("html"))
    play = page.locator("#play")
    for number, start_playing in enumerate(
        (play.click, lambda: play.press(" "), lambda: page.keyboard.press(" ")), start=1
    ):
        page.reload()
        page.clock.pause_at(number * 1_000_000)
        page.keyboard.press("Home")
        start_playing()
        check(page, 1, result)
        assert play.inner_text() == "Pause"
    page.clock.run_for(2 * 900 + 10)
    check(page, 3, result)
    page.keyboard.press(" ")
    assert play.inner_text() == "Play"
    page.clock.run_for(60_000)
    check(page, 3, result)
    play.click()
    page.clock.run_for(60_000)
    check(page, 8, result)
    assert play.inner_text() == "Play"
    play.click()
    check(page, 0, result)
    assert play.inner_text() == "Pause"
    page.keyboard.press("End")
    assert play.inner_text() == "Play"


@pytest.mark.parametrize(
    ("case", "form"),
    [("queens", "svg"), *draw_cases([(case, form) for form in ("html", "svg", "timeline") for case in CASES], 6)],
)
def test_text_contrast_suffices_in_light_and_dark_mode(case: str, form: str, show: OpenPage) -> None:
    text = result_of(case).render(form)
    page = show(text if form == "html" else f"<!doctype html><body style='margin:0'>{text}", 1400, 6000)
    if form == "html":
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
    if (case, form) == ("queens", "svg"):
        check_contrasts(page, min_texts=8)  # a chessboard's only texts are the numbers of its rows and columns
    else:
        check_contrasts(page)


@pytest.mark.parametrize("case", CASES)
def test_texts_in_timeline_pictures_are_not_cut_off(case: str, show: OpenPage) -> None:
    page = show(f"<!doctype html><body style='margin:0'>{result_of(case).render('timeline')}", 4000, 6000)
    spilt = page.evaluate(
        """() => [...document.querySelectorAll("svg text")].filter((text) => {
          const box = text.getBoundingClientRect(), sheet = text.ownerSVGElement.getBoundingClientRect();
          return box.left < sheet.left || box.right > sheet.right;
        }).map((text) => text.textContent)"""
    )
    assert spilt == []


def test_page_shows_the_solution_if_javascript_is_disabled(show: OpenPage) -> None:
    for case in ("zebra", "queens", "send-more-money"):
        page = show(result_of(case).render("html"), java_script_enabled=False)
        board = page.locator(".board").filter(visible=True)
        assert board.count() == 1
        assert not page.locator(".controls.watched").is_visible()
        result = result_of(case)
        assert result.solution is not None
        assert page.locator(".steps li").count() == len(result.solution.steps)
        final = narrator_of(result.instance).board_as_table(partial_assignment(result.solution.final))
        shown = seen_without_scripts(board)
        if case == "queens":
            assert shown["queens"] == [[row, cells.index("Q")] for row, cells in enumerate(final.rows, 1)]
        else:
            assert shown["texts"] == [text for row in (final.heading, *final.rows) for text in row if text]


def seen_without_scripts(board: Locator) -> dict[str, Any]:
    """Return the texts and the queens of the only visible board, as Playwright reads them from a page without scripts."""
    texts = [text.text_content() for text in board.locator("svg text").all()]
    queens = [
        [int(queen.get_attribute("data-row") or 0), int(queen.get_attribute("data-column") or 0)]
        for queen in board.locator(".fp-queen").all()
    ]
    return {"texts": texts, "queens": queens}


def test_clues_are_listed_in_the_order_of_their_numbers(show: OpenPage) -> None:
    for case in ("zebra", "queens"):
        result = result_of(case)
        page = show(result.render("html"))
        clues = page.locator(".clues li").all_inner_texts()
        assert bool(clues) == (result.instance.family == "grid")
        if case == "zebra":
            assert len(clues) == 14  # as published, without the statement that there are five houses
            assert clues[8] == "The first house is the Norwegian's."
            assert page.locator(".steps li").first.text_content() == "The Norwegian lives in house 1 (clue 9)."


HOSTILE = """
family = "grid"
name = "hostile"
title = '''</title><script>alert("title")</script> & "quotes" '''
story = '''<img src=x onerror=alert(2)> </script> & '''
source = "none"
[positions]
name = '<i>house</i> "x"'
plural = "</style><b>houses"
count = {count}
[[categories]]
name = "</script><b>"
values = {values}
says = "{{{{ called }}}} is in {{{{ position }}}} </li><script>alert(3)</script>"
[[clues]]
clue = "at"
says = "<script>alert(4)</script> & </li>"
value = {value}
position = 1
"""


def hostile(folder: Path) -> Iterator[Result]:
    """Yield a solved puzzle whose texts contain markup, then a similar puzzle without a solution."""
    path = folder / "hostile.toml"
    names = [name[:40] for name in HOSTILE_NAMES[:5]]
    text = HOSTILE.format(count=len(names), values=json.dumps(names), value=json.dumps(names[0]))
    for more in ("", text[text.index("[[clues]]") :].replace("position = 1", "position = 2")):
        path.write_text(text + more)
        instance = instantiate(load(str(path)), {})
        assert isinstance(instance, AssignmentInstance)
        yield solve_assignment(instance)


def test_html_in_puzzle_texts_is_escaped_on_the_page(show: OpenPage, tmp_path: Path) -> None:
    solved, unsolvable = hostile(tmp_path)
    page = show(solved.render("html"), 360, 640)
    assert page.locator("h1").inner_text().startswith('</title><script>alert("title")</script>')
    assert seen(page)["width"] <= 360
    for number in range(6):
        assert seen(page)["slider"] == str(number)
        page.keyboard.press("ArrowRight")
    assert unsolvable.status == "unsolvable"
    page = show(unsolvable.render("html"), 360, 640)
    assert "There is no solution." in page.locator(".verdict").inner_text()
    assert page.locator("#sheet").filter(visible=True).count() == 1
    assert page.locator(".controls.watched").count() == 0
    page = show(replace(unsolvable, status="timeout", proof=None).render("html"), 360, 640)
    assert "Stopped at the time limit" in page.locator(".verdict").inner_text()
    assert "--" not in page.locator(".verdict").inner_text()
    for result in (solved, unsolvable):
        show("<!doctype html>" + result.render("svg"))
