"""The HTML page of a graph in Chromium, used on a phone, by keyboard and by touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from budget import draw_cases
from page_checks import OpenPage, check_contrasts, find_accessibility_violations
from sample_results import make_graph_picture

from ferryplan import PuzzleGraph, graph
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


def test_keyboard_goes_along_links_and_scrolls(show: OpenPage) -> None:
    """Arrows go from the selected state to a neighbor in their direction; in the view itself, they scroll.

    The only path from the start goes down. Its first states are known by hand: the farmer takes the goat, and returns.
    """
    page = show(picture_as_html(make_graph_picture()), 800, 600)
    said, view = page.get_by_role("status"), page.locator("#view")
    view.focus()
    page.keyboard.press("Tab")
    for words in ("[farmer wolf goat cabbage] | –", "wolf cabbage | [farmer goat]", "[farmer wolf cabbage] | goat"):
        assert said.inner_text().startswith(words)
        assert page.locator(":focus").get_attribute("aria-label") == said.inner_text()
        inside, around = page.locator(":focus").bounding_box(), view.bounding_box()
        assert around["y"] <= inside["y"] + 1
        assert inside["y"] + inside["height"] <= around["y"] + around["height"] + 1
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert said.inner_text().startswith("wolf cabbage | [farmer goat]")
    page.keyboard.press("ArrowDown")
    view.focus()
    page.keyboard.press("End")
    page.wait_for_function(
        "(view) => view.scrollTop + view.clientHeight >= view.scrollHeight - 1", arg=view.element_handle()
    )
    scrolled = view.evaluate("view => view.scrollTop")
    page.mouse.move(400, 300)
    page.mouse.down()
    page.mouse.move(400, 350)
    page.mouse.move(400, 400)
    page.mouse.up()
    assert view.evaluate("view => view.scrollTop") == pytest.approx(scrolled - 100, abs=1)
    page.keyboard.press("Home")
    page.wait_for_function("() => document.getElementById('view').scrollTop === 0")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => document.getElementById('view').scrollTop > 0")


def graph_of(puzzle: str, **parameters: Any) -> PuzzleGraph:
    """Return the graph of a puzzle of the catalogue."""
    return graph(puzzle, parameters)


def page_of(puzzle: str, **parameters: Any) -> str:
    """Return the page with the graph of a puzzle."""
    return str(graph_of(puzzle, **parameters).render("html"))


def test_panel_leads_from_state_to_state(show: OpenPage) -> None:
    """The panel tells the moves of the selected state, and each move leads to the neighbor.

    With two discs, the start has two moves of disc 1, and each state after them three moves: disc 1 twice, disc 2 once.
    """
    page = show(page_of("hanoi", discs=2), 375, 812, has_touch=True)
    moves = page.locator("#moves button")
    assert moves.all_inner_texts() == [f"Disc 1 moves from disc 2 onto peg {peg}." for peg in (2, 3)]
    moves.first.tap()
    assert page.locator("#here").inner_text() != "State 1 of 9, the start"
    assert "disc 1 is on peg 2, disc 2 is on peg 1" in page.get_by_role("status").inner_text()
    assert sorted(moves.all_inner_texts()) == [
        "Disc 1 moves from peg 2 onto disc 2.",
        "Disc 1 moves from peg 2 onto peg 3.",
        "Disc 2 moves from peg 1 onto peg 3.",
    ]
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == moves.first.inner_text()
    assert page.locator("#graph .state.aim").count() == 1
    page.keyboard.press("Enter")
    assert page.locator("#graph .state.aim").count() == 0
    page.locator("#s0").tap()
    assert page.locator("#here").inner_text() == "State 1 of 9, the start"


def test_shortest_path_is_shown_on_request(show: OpenPage) -> None:
    """A button marks a path from the selected state: with two discs, three moves from the start, none at the goal."""
    page = show(page_of("hanoi", discs=2), 1280, 900)
    ways = page.locator("#graph .link.way")
    assert ways.count() == 0
    colors = "() => new Set([...document.querySelectorAll('#graph path.curve')].map((one) => getComputedStyle(one).stroke)).size"
    assert page.evaluate(colors) == 1, "nothing gives the solution away"
    page.get_by_role("button", name="Shortest path").click()
    assert (ways.count(), page.locator("#graph .state.way").count()) == (3, 4)
    assert page.evaluate(colors) == 2
    page.locator("#graph .state.goal").click()
    assert (ways.count(), page.locator("#graph .state.way").count()) == (0, 1)
    page.get_by_role("button", name="Shortest path").click()
    assert page.locator("#graph .way").count() == 0


def test_labels_of_links_are_hidden_where_they_are_too_small(show: OpenPage) -> None:
    page = show(page_of("hanoi", discs=3), 375, 812)
    labels = page.locator("#graph .link.name")
    assert labels.count() == 39
    assert labels.first.is_visible()
    page.get_by_role("button", name="Fit").click()
    assert not labels.first.is_visible()
    page.get_by_role("button", name="Start").click()
    assert labels.first.is_visible()
    assert page.locator("#size").inner_text() == "100 %"


def test_wheel_zooms_at_the_pointer(show: OpenPage) -> None:
    page = show(page_of("hanoi", discs=3), 1280, 900)
    box = page.locator("#s0").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -400)
    page.wait_for_function("() => document.getElementById('size').textContent !== '100 %'")
    larger = page.locator("#s0").bounding_box()
    assert larger["width"] > 1.5 * box["width"]
    assert larger["y"] < box["y"]
    page.mouse.wheel(0, 800)
    page.wait_for_function("() => parseInt(document.getElementById('size').textContent) < 100")


def test_hovering_a_link_tells_both_moves(show: OpenPage) -> None:
    page = show(page_of("hanoi", discs=2), 1280, 900)
    page.locator("#graph .link.name", has_text="move disc-1 disc-2 peg-2").hover()
    assert page.locator("#line").inner_text() == (
        "Disc 1 moves from disc 2 onto peg 2. Back: Disc 1 moves from peg 2 onto disc 2."
    )


SMALL_GRAPHS: dict[str, dict[str, Any]] = {
    "blocks": {}, "elevator": {}, "ferry": {}, "gripper": {"balls": 2}, "hanoi": {"discs": 3}, "jugs": {}, "pancakes": {"stack": (3, 1, 2)},
    "sliding-tiles": {"board": "1 2 / 3 _", "goal": "3 1 / 2 _"}, "wolf-goat-cabbage": {}, "checkers": {"men": 2}, "knights-swap": {},
}  # fmt: skip


@pytest.mark.parametrize("puzzle", draw_cases(SMALL_GRAPHS, 6))
def test_texts_in_states_fit_and_can_be_read_on_a_phone(puzzle: str, show: OpenPage) -> None:
    """The page opens with the start in view, and no text on it is smaller than 11 pixels or wider than its box."""
    page = show(page_of(puzzle, **SMALL_GRAPHS[puzzle]), 375, 812, has_touch=True)
    assert min(sizes(page)) >= 11
    start, view = page.locator("#s0").bounding_box(), page.locator("#view").bounding_box()
    assert view["y"] <= start["y"]
    assert start["y"] + start["height"] <= view["y"] + view["height"]
    assert page.evaluate(
        """() => {
          const frames = [...document.querySelectorAll("#graph .state")].map((state) =>
            [state.getBoundingClientRect(), state.querySelector(".frame").getBoundingClientRect()]);
          return frames.every(([all, frame]) => all.width <= frame.width + 5 && all.height <= frame.height + 5);
        }"""
    )
    assert find_accessibility_violations(page) == []


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
