"""The HTML page of a graph in Chromium, used on a phone, by keyboard and by touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from page_checks import OpenPage, check_contrasts
from sample_results import make_graph_picture

from ferryplan.planner.graphs.picture_rendering import picture_as_html, picture_as_svg

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def sizes(page: Page) -> list[float]:
    """Return the size of each text of the graph on the screen."""
    return page.evaluate(
        """() => [...document.querySelectorAll("#graph text")]
          .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
    )


def test_graph_page_scrolls_and_zooms_on_a_phone(show: OpenPage) -> None:
    page = show(picture_as_html(make_graph_picture()), 375, 667, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert min(sizes(page)) >= 12
    view = page.locator("#view")
    assert view.evaluate("view => view.scrollHeight > view.clientHeight")
    start = page.locator("#s0").bounding_box()
    frame = view.bounding_box()
    assert frame["x"] < start["x"] < start["x"] + start["width"] < frame["x"] + frame["width"], (
        "the start is seen whole"
    )
    page.get_by_role("button", name="Larger").click()
    assert min(sizes(page)) == pytest.approx(1.25 * 12)
    page.get_by_role("button", name="Smaller").click()
    assert min(sizes(page)) == pytest.approx(12)
    page.get_by_role("button", name="Fit").click()
    assert view.evaluate("view => view.scrollHeight <= view.clientHeight && view.scrollWidth <= view.clientWidth")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("-")
    large = max(sizes(page))
    page.keyboard.press("0")
    assert max(sizes(page)) == pytest.approx(large / 1.25, rel=0.001)
    middle = {"x": int(frame["x"] + 150), "y": int(frame["y"] + 150)}
    pinch = {"scaleFactor": 2, "gestureSourceType": "touch", **middle}
    page.context.new_cdp_session(page).send("Input.synthesizePinchGesture", pinch)
    assert max(sizes(page)) > 1.5 * large / 1.25
    assert page.evaluate("visualViewport.scale") == 1, "the graph is magnified, not the page"


def test_graph_page_describes_states_by_keyboard(show: OpenPage) -> None:
    page = show(picture_as_html(make_graph_picture()), 800, 600)
    said, view = page.get_by_role("status"), page.locator("#view")
    view.focus()
    for box in make_graph_picture().boxes:
        page.keyboard.press("Tab")
        assert said.inner_text() == box.state.description
        inside, around = page.locator(":focus").bounding_box(), view.bounding_box()
        assert around["y"] <= inside["y"] + 1
        assert inside["y"] + inside["height"] <= around["y"] + around["height"] + 1
    assert "0 from the goal" in said.inner_text()
    scrolled = view.evaluate("view => view.scrollTop")
    page.mouse.move(400, 350)
    page.mouse.down()
    page.mouse.move(400, 450)
    page.mouse.up()
    assert view.evaluate("view => view.scrollTop") == pytest.approx(scrolled - 100, abs=1)
    view.focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => document.getElementById('view').scrollTop === 0")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => document.getElementById('view').scrollTop > 0")


def test_graph_lines_do_not_cross_labels(show: OpenPage) -> None:
    """Lines do not cross labels.

    Each label has a background of its own above all lines and below no other background.
    """
    page = show(f"<!doctype html><body>{picture_as_svg(make_graph_picture())}", 1000, 2000)
    assert page.evaluate(
        """() => {
          const within = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right
            && inner.top >= outer.top && inner.bottom <= outer.bottom;
          const all = (selector) => [...document.querySelectorAll(selector)];
          const after = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
          const grounds = all(".label rect"), labels = all(".link text"), curves = all("path.curve");
          return labels.length && labels.every((label) => grounds.some((ground) =>
            within(label.getBoundingClientRect(), ground.getBoundingClientRect())
            && getComputedStyle(ground).fill === getComputedStyle(document.querySelector(".paper")).fill))
            && curves.every((curve) => after(curve, grounds[0])) && grounds.every((ground) => after(ground, labels[0]));
        }"""
    )
    check_contrasts(page)


def test_graph_page_scrolls_without_scripts(show: OpenPage) -> None:
    page = show(picture_as_html(make_graph_picture()), 375, 667, java_script_enabled=False)
    assert not page.locator(".controls").is_visible()
    page.locator(".goal").scroll_into_view_if_needed()
    assert page.locator(".goal").is_visible()
