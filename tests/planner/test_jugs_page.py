"""The page of a puzzle family from another distribution, played in Chromium.

The water levels in the picture must match the state.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from page_checks import OpenPage, check_contrasts, find_accessibility_violations

from ferryplan import load, solve

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

JUGS = str(Path(__file__).parent.parent / "jugs" / "jugs.toml")
SEEN = """() => [...document.querySelectorAll(".fp-jug")].filter((jug) => jug.checkVisibility()).map((jug) => {
  const [side, water] = [":scope > path", ".water rect"].map((part) => jug.querySelector(part).getBoundingClientRect());
  const said = ["text", "title"].map((part) => jug.querySelector(part).textContent);
  return [side.height, water.height, Math.abs(side.bottom - water.bottom), ...said];
})"""
"""JavaScript that measures each visible jug.

It returns the heights of the jug and its water, the distance of their bottoms, and their texts.
"""


def look(page: Page) -> list[int]:
    """Return the liters visible in the jugs for 3 and 5."""
    small, big = page.evaluate(SEEN)
    assert small[0] / big[0] == pytest.approx(3 / 5, abs=0.02)
    levels = []
    for capacity, (height, water, apart, *said) in ((3, small), (5, big)):
        assert apart < 2
        levels.append(round(water / height * capacity))
        assert water / height == pytest.approx(levels[-1] / capacity, abs=0.02)
        assert said == [f"{levels[-1]} of {capacity}", f"the jug for {capacity} holds {levels[-1]}"]
    return levels


def test_jugs_page_shows_correct_water_levels_in_watch_and_play_modes(show: OpenPage) -> None:
    page = show(solve(load(JUGS)).render("html"), width=375)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert look(page) == [0, 0]
    # The only solution with 6 pourings, by hand: fill 5, twice pour into the jug for 3, and once more.
    for levels in ([0, 5], [3, 2], [0, 2], [2, 0], [2, 5], [3, 4]):
        page.get_by_role("button", name="Forward").click()
        assert look(page) == levels
    page.get_by_role("button", name="Play it yourself").click()
    assert look(page) == [0, 0]
    page.get_by_role("button", name="Fill the jug for 5").click()
    assert look(page) == [0, 5]
    page.get_by_role("button", name="Pour the jug for 5 into the jug for 3").click()
    assert look(page) == [3, 2]
    page.get_by_text("The state in words").click()
    assert page.locator("#lines").inner_text().split("\n") == ["the jug for 3", "3", "the jug for 5", "2"]
    page.get_by_text("Moves that are not allowed here").click()
    assert page.locator("#stops li").all_inner_texts() == [
        "Fill the jug for 3: the jug for 3 is full.",
        "Pour the jug for 5 into the jug for 3: the jug for 3 is full.",
    ]
    page.get_by_role("button", name="Undo").click()
    assert look(page) == [0, 5]
    check_contrasts(page)
    assert find_accessibility_violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert look(page) == [0, 5]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
