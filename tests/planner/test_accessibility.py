"""Pages and pictures as axe-core judges them, in Chromium; pictures in pixels, beside what Chromium draws."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from machine import package
from pages import Open, violations
from pictured import crossed, graph, placed
from PIL import Image
from support import make

from ferryplan import load
from ferryplan.generator.families import instantiate
from ferryplan.generator.layout import PLAIN
from ferryplan.planner.graphs.rendering import as_html, as_svg
from ferryplan.planner.questions.listing import tell_all
from ferryplan.planner.questions.variants import nearest_variants
from ferryplan.planner.result import Proof, Result
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.telling import Wanted


def without_plan() -> Result:
    instance = make("jealous-couples", couples=4, capacity=2)
    variants = tuple(nearest_variants(load("jealous-couples"), instance, dict(instance.parameters)))
    return Result(instance, "unsolvable", "pyperplan", "strips", "named", proof=Proof(44, True, 4), variants=variants)


def farmer() -> Result:
    return crossed(make("wolf-goat-cabbage"))


@functools.cache
def result_of(puzzle: str) -> Result:
    return placed(instantiate(load(puzzle), {}))


def listed() -> str:
    """The page of all solutions."""
    wanted, pages = Wanted("html", True, None, True, False, False, slack=1, explain=True), list[str]()
    tell_all(load("wolf-goat-cabbage"), {}, wanted, Stopping(60), [("html", PLAIN, pages.append)])
    return "".join(pages)


PAGES: dict[str, Callable[[], str]] = {
    "crossing": lambda: farmer().render("html", explain=True),
    "without a plan": lambda: without_plan().render("html"),
    "grid": lambda: result_of("zebra").render("html", explain=True),
    "board": lambda: result_of("queens").render("html"),
    "sum": lambda: replace(result_of("send-more-money"), solution=None, status="timeout").render("html"),
    "graph": lambda: as_html(graph()),
    "all solutions": listed,
}
PICTURES: dict[str, Callable[[], str]] = {
    "strip": lambda: farmer().render("svg"),
    "timeline": lambda: farmer().render("timeline"),
    "notice": lambda: without_plan().render("svg"),
    "board": lambda: result_of("sudoku").render("svg"),
    "table": lambda: result_of("zebra").render("svg"),
    "narrowing": lambda: result_of("four-houses").render("timeline"),
    "graph": lambda: as_svg(graph()),
}
SHEET = "<!doctype html><html lang='en'><meta name='color-scheme' content='light dark'><title>Pictures</title><main><h1>Pictures</h1>{}</main>"


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_pages(name: str, show: Open) -> None:
    assert violations(show(PAGES[name]())) == []


def test_axe_finds_nothing_in_pictures(show: Open) -> None:
    assert violations(show(SHEET.format("".join(draw() for draw in PICTURES.values())))) == []


def test_axe_finds_what_is_wrong(show: Open) -> None:
    found = violations(show("<!doctype html><title>x</title><img src='data:,'><p style='color: #bbb'>faint"))
    assert {one.partition(":")[0] for one in found} >= {"html-has-lang", "image-alt", "color-contrast"}


@pytest.mark.parametrize("case", ["farmer", "zebra", "without a plan"])
def test_pixels_have_every_text_where_chromium_has_it(case: str, show: Open) -> None:
    package("resvg_py", "resvg-py")
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
