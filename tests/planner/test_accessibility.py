"""Accessibility of pages and pictures, judged by axe-core in Chromium.

The positions of texts in PNG pictures are compared with those that Chromium draws.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from page_checks import OpenPage, find_accessibility_violations
from sample_results import make_graph_picture, solve_assignment, solve_crossing
from support import make_instance

from ferryplan import load
from ferryplan.generator.families import instantiate
from ferryplan.generator.layout import PLAIN
from ferryplan.planner.answer_formatting import ListingOptions
from ferryplan.planner.graphs.picture_rendering import picture_as_html, picture_as_svg
from ferryplan.planner.questions.solution_listing import write_all_solutions
from ferryplan.planner.questions.variants import nearest_variants
from ferryplan.planner.result import Proof, Result
from ferryplan.planner.system.stoppable import StoppableBlock

pytestmark = pytest.mark.browser


def without_plan() -> Result:
    instance = make_instance("jealous-couples", couples=4, capacity=2)
    variants = tuple(nearest_variants(load("jealous-couples"), instance, dict(instance.parameters)))
    return Result(instance, "unsolvable", "pyperplan", "strips", "named", proof=Proof(44, True, 4), variants=variants)


def farmer() -> Result:
    return solve_crossing(make_instance("wolf-goat-cabbage"))


@functools.cache
def result_of(puzzle: str) -> Result:
    return solve_assignment(instantiate(load(puzzle), {}))


def listed() -> str:
    """Return the HTML page of all solutions of the farmer's puzzle."""
    wanted, pages = ListingOptions("html", True, None, True, False, False, slack=1, explain=True), list[str]()
    write_all_solutions(load("wolf-goat-cabbage"), {}, wanted, StoppableBlock(60), [("html", PLAIN, pages.append)])
    return "".join(pages)


PAGES: dict[str, Callable[[], str]] = {
    "crossing": lambda: farmer().render("html", explain=True),
    "without a plan": lambda: without_plan().render("html"),
    "grid": lambda: result_of("zebra").render("html", explain=True),
    "board": lambda: result_of("queens").render("html"),
    "sum": lambda: replace(result_of("send-more-money"), solution=None, status="timeout").render("html"),
    "graph": lambda: picture_as_html(make_graph_picture()),
    "all solutions": listed,
}
PICTURES: dict[str, Callable[[], str]] = {
    "strip": lambda: farmer().render("svg"),
    "timeline": lambda: farmer().render("timeline"),
    "notice": lambda: without_plan().render("svg"),
    "board": lambda: result_of("sudoku").render("svg"),
    "table": lambda: result_of("zebra").render("svg"),
    "narrowing": lambda: result_of("four-houses").render("timeline"),
    "graph": lambda: picture_as_svg(make_graph_picture()),
}
SHEET = "<!doctype html><html lang='en'><meta name='color-scheme' content='light dark'><title>Pictures</title><main><h1>Pictures</h1>{}</main>"


def test_axe_finds_no_accessibility_violations_in_pages(show: OpenPage) -> None:
    found = {name: find_accessibility_violations(show(draw())) for name, draw in PAGES.items()}
    assert {name: violations for name, violations in found.items() if violations} == {}


def test_axe_finds_no_accessibility_violations_in_pictures(show: OpenPage) -> None:
    assert find_accessibility_violations(show(SHEET.format("".join(draw() for draw in PICTURES.values())))) == []


def test_axe_detects_known_violations(show: OpenPage) -> None:
    found = find_accessibility_violations(
        show("<!doctype html><title>x</title><img src='data:,'><p style='color: #bbb'>faint")
    )
    assert {one.partition(":")[0] for one in found} >= {"html-has-lang", "image-alt", "color-contrast"}


@pytest.mark.parametrize("case", ["farmer", "zebra", "without a plan"])
def test_png_has_texts_at_the_same_positions_as_chromium(case: str, show: OpenPage) -> None:
    from PIL import Image

    result = {"farmer": farmer, "zebra": lambda: result_of("zebra"), "without a plan": without_plan}[case]()
    drawn = Image.open(io.BytesIO(bytes(result.render("png")))).convert("RGB")
    page = show(f"<!doctype html><body style='margin:0'>{result.render('svg')}", 1400, 1400)
    page.add_style_tag(content="svg { max-width: none !important }")
    boxes = page.evaluate(
        "() => [...document.querySelectorAll('svg text')].filter((text) => text.textContent.trim()).map((text) => {"
        " const box = text.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; })"
    )
    sheet = page.locator("svg").bounding_box()
    assert drawn.size == pytest.approx((2 * sheet["width"], 2 * sheet["height"]), abs=1)
    assert boxes
    for box in boxes:
        inked = drawn.crop(tuple(int(2 * edge) for edge in box)).getcolors(100_000)
        assert inked is not None
        assert len(inked) > 8, "letters, with the shades of their edges"
