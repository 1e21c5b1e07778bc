"""The pages of the web site: the catalog of all levels, and a page for each level."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ferryplan.generator.difficulty import LEVEL_NAMES
from ferryplan.generator.parameters import summarize_story
from ferryplan.generator.templates import render_template
from ferryplan.planner.pictures.result_drawing import draw_play_page
from ferryplan.planner.website.levels import PuzzleLevel

FAMILY_HEADINGS = {
    "crossing": "River crossings",
    "classical": "Things to move",
    "board": "Boards to fill",
    "grid": "Logic grids",
    "arithmetic": "Sums of words",
}
"""the headings of the families, in the order of the catalog page; other families come last, under their names"""
MOVE_BOUNDS = (10, 20, 50)
"""the numbers of moves among which the catalog page lets a person choose"""


ALL_PUZZLES = "All puzzles"
"""the text of links to the catalog page"""


class PageLink(NamedTuple):
    """A link to a page of the site: its text and its address."""

    text: str
    address: str


class PuzzleCard(NamedTuple):
    """A puzzle on the catalog page, with all its levels."""

    name: str
    title: str
    summary: str
    levels: Sequence[PuzzleLevel]


def order_levels(levels: Sequence[PuzzleLevel]) -> list[PuzzleLevel]:
    """Return levels in the order of the catalog page: by family, otherwise as they are."""
    families = list(dict.fromkeys((*FAMILY_HEADINGS, *(level.instance.family for level in levels))))
    return sorted(levels, key=lambda level: families.index(level.instance.family))


def render_catalog_page(levels: Sequence[PuzzleLevel], tools: Sequence[PageLink] = ()) -> str:
    """Return the page that lists all levels, in the order of `order_levels`.

    ``tools`` are links to further parts of the site, such as the playground.
    """
    sections = [
        (
            family,
            FAMILY_HEADINGS.get(family, family),
            [_make_card([*some]) for _, some in groupby(group, key=lambda level: level.puzzle.name)],
        )
        for family, group in groupby(levels, key=lambda level: level.instance.family)
    ]
    values = {"sections": sections, "tools": tools, "grades": LEVEL_NAMES, "bounds": MOVE_BOUNDS, "count": len(levels)}
    return render_template("website/catalog.html.j2", values)


def _make_card(levels: Sequence[PuzzleLevel]) -> PuzzleCard:
    """Return the card of a puzzle with its levels."""
    puzzle = levels[0].puzzle
    return PuzzleCard(puzzle.name, levels[0].instance.title, summarize_story(puzzle), levels)


def render_level_pages(levels: Sequence[PuzzleLevel]) -> dict[str, str]:
    """Return the HTML page of each level by the name of its file.

    Each page links to the catalog page in the folder above, and to the pages before and after it.
    """
    links = [(f"{level.slug}.html", level.title) for level in levels]
    pages = dict[str, str]()
    for level, before, (name, _), after in zip(levels, [None, *links], links, [*links[1:], None], strict=False):
        pager = {"previous": before, "index": ("../index.html", ALL_PUZZLES), "next": after}
        pages[name] = draw_play_page(level.instance, level.title, pager)
    return pages
