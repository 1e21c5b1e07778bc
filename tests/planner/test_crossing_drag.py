"""Travelers that a person drags, by mouse and by touch, into the boat and to the other bank."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest
from known_questions import BEST
from page_checks import OpenPage
from play_pages import read_status

from ferryplan import load
from ferryplan.generator.families import instantiate
from ferryplan.planner.result import Result

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

Point = tuple[float, float]
Drag = Callable[["Page", Point, Point], None]


def open_game(show: OpenPage, name: str = "wolf-goat-cabbage", width: int = 375, **parameters: Any) -> Page:
    instance = instantiate(load(name), parameters)
    return show(Result(instance, "unknown", "", "", "").render("html"), width, 812, has_touch=True)


def drag_by_mouse(page: Page, start: Point, end: Point) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def drag_by_touch(page: Page, start: Point, end: Point) -> None:
    touch = page.context.new_cdp_session(page)
    (left, top), (right, bottom) = start, end
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": left, "y": top}]})
    for share in (0.1, 0.4, 0.7, 1):
        point = {"x": left + share * (right - left), "y": top + share * (bottom - top)}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


WAYS: dict[str, Drag] = {"mouse": drag_by_mouse, "touch": drag_by_touch}


def middle_of(page: Page, selector: str, share: float = 0.5) -> Point:
    """Return a point of an element: its middle, or another share of its height."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * share


def find_rider(page: Page, name: str) -> Point:
    box = page.locator(".stage").get_by_role("button", name=name, exact=True).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def list_aboard(page: Page) -> list[str]:
    return page.locator(".boat .token").all_inner_texts()


def put_aboard(page: Page, drag: Drag, riders: Sequence[str]) -> None:
    for number, rider in enumerate(riders, 1):
        drag(page, find_rider(page, rider), middle_of(page, ".hull"))
        assert sorted(list_aboard(page)) == sorted(riders[:number])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("width", [375, 1000])
def test_solution_is_made_by_dragging(way: str, width: int, show: OpenPage) -> None:
    """Whoever boards last is dragged across: to the other bank, on which all land."""
    page = open_game(show, width=width)
    for number, riders in enumerate(BEST):
        put_aboard(page, WAYS[way], riders[:-1])
        bank = "right-bank" if number % 2 == 0 else "left-bank"
        WAYS[way](page, find_rider(page, riders[-1]), middle_of(page, f"[data-place={bank}]"))
        assert list_aboard(page) == []
    assert "You reached the goal after 7 crossings." in read_status(page)
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("way", WAYS)
def test_drag_back_lands_and_drag_elsewhere_does_nothing(way: str, show: OpenPage) -> None:
    page, drag = open_game(show), WAYS[way]
    put_aboard(page, drag, ["farmer", "goat"])
    drag(page, find_rider(page, "goat"), middle_of(page, "[data-place=left-bank]", 0.9))
    assert list_aboard(page) == ["farmer"]
    drag(page, find_rider(page, "farmer"), middle_of(page, ".river", 0.9))
    drag(page, find_rider(page, "wolf"), middle_of(page, "h1"))
    drag(page, find_rider(page, "wolf"), middle_of(page, "[data-place=left-bank]", 0.95))
    assert list_aboard(page) == ["farmer"]
    assert page.locator(".held").count() == 0
    assert page.locator("#count").inner_text().startswith("0 crossings so far.")


@pytest.mark.parametrize("way", WAYS)
def test_illegal_drop_says_why(way: str, show: OpenPage) -> None:
    """The goat, which cannot row, stays aboard as after a click; the wolf finds no room beside the farmer and the goat."""
    page, drag = open_game(show), WAYS[way]
    drag(page, find_rider(page, "goat"), middle_of(page, "[data-place=right-bank]"))
    assert read_status(page).startswith("The goat cannot row.")
    assert list_aboard(page) == ["goat"]
    put = middle_of(page, ".hull")
    drag(page, find_rider(page, "farmer"), put)
    drag(page, find_rider(page, "wolf"), put)
    assert read_status(page) == "The boat carries at most 2 travelers."
    assert sorted(list_aboard(page)) == ["farmer", "goat"]


def test_clicks_and_keys_still_choose_travelers(show: OpenPage) -> None:
    """A drag of a few pixels is a click, and a drag does not swallow the key that follows."""
    page = open_game(show)
    farmer = page.locator(".stage").get_by_role("button", name="farmer", exact=True)

    def drag_a_little(drag: Drag) -> None:
        x, y = find_rider(page, "farmer")
        drag(page, (x, y), (x + 6, y + 6))

    press_keys: list[Callable[[], None]] = [lambda: farmer.press("Enter"), lambda: farmer.press(" ")]
    short_drags: list[Callable[[], None]] = [lambda: drag_a_little(drag_by_mouse), lambda: drag_a_little(drag_by_touch)]
    ways = [farmer.click, farmer.tap, *press_keys, *short_drags, *press_keys]
    for number, choose in enumerate(ways, 1):
        choose()
        assert list_aboard(page) == ["farmer"] * (number % 2), number


def test_finger_beside_the_travelers_scrolls_the_page(show: OpenPage) -> None:
    page = open_game(show)
    page.set_viewport_size({"width": 375, "height": 500})
    x, y = middle_of(page, "[data-place=left-bank]", 0.9)
    drag_by_touch(page, (x, y), (x, y - 150))
    page.wait_for_function("() => scrollY > 50")
    assert list_aboard(page) == []


def test_drop_on_a_place_without_a_route_boards_only(show: OpenPage) -> None:
    """With islands and no bypass, no route leads from the left bank to the right one; to the island, all cross."""
    page = open_game(show, "jealous-couples", couples=2, capacity=2, islands=1, bypass=False)
    drag_by_mouse(page, find_rider(page, "A"), middle_of(page, "[data-place=right-bank]"))
    assert list_aboard(page) == ["A"]
    drag_by_mouse(page, find_rider(page, "Aw"), middle_of(page, ".island"))
    assert list_aboard(page) == []
    assert sorted(page.locator(".island .company .token").all_inner_texts()) == ["A", "Aw"]
