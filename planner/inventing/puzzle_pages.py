"""Pages of invented puzzles in a folder, linked to each other and to an index page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ferryplan.generator.templates import render_template
from ferryplan.planner.inventing.invented_puzzle import InventedPuzzle
from ferryplan.planner.inventing.puzzle_sheets import render_sheet

INDEX_PAGE = "index.html"


def make_puzzle_pages(
    puzzles: Sequence[InventedPuzzle], solutions: bool, earlier_rows: Iterable[Mapping[str, Any]] = ()
) -> dict[str, str]:
    """Return a page for each puzzle and an index page, as texts by file name.

    Each page has links to the previous and the next page, and to the index. With ``solutions``, the solution is at the
    end of the page. ``earlier_rows`` describe puzzles from earlier runs; the index lists their files, too.
    """
    names = [f"{one.name}.html" for one in puzzles]
    titles = [one.result.instance.title for one in puzzles]
    around = [None, *zip(names, titles, strict=True), None]
    pages = {
        name: render_sheet(
            [one], "html", solutions, pager={"previous": before, "index": (INDEX_PAGE, "All puzzles"), "next": after}
        )
        for one, name, before, after in zip(puzzles, names, around, around[2:], strict=False)
    }
    rows = [(row["file"], row.get("title", row["file"]), row.get("difficulty")) for row in earlier_rows]
    rows += [
        (name, title, one.proven.get("difficulty")) for one, name, title in zip(puzzles, names, titles, strict=True)
    ]
    return {**pages, INDEX_PAGE: render_template("narration/puzzles.html.j2", {"title": "Puzzles", "rows": rows})}
