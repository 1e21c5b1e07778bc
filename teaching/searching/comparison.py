"""Searches and heuristics side by side: as a table, as JSON, as a plot."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Table, capital, listing
from ferryplan.planner.system.progress import doing
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.telling import json_text
from ferryplan.teaching.searching.report import as_json, numbers
from ferryplan.teaching.searching.runs import SearchRun, search
from ferryplan.teaching.searching.searched import Searched, StripsNeededError
from ferryplan.teaching.searching.wording import page, plain
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.textbook.searches.watching import Watch

COLUMNS = ("expanded", "generated", "reopened", "estimated", "frontier_depth", "peak_nodes", "moves", "cost", "seconds")


def compare(
    searched: Searched,
    algorithms: Iterable[str],
    heuristics: Iterable[str],
    timeout: float,
    weight: float,
    most: int,
    note: Callable[[str], object],
) -> Iterator[SearchRun]:
    """Yield each search with each heuristic, if it asks one, each with so many seconds.

    ``note`` gets what asks too much of the task, in the end once for all that need plain STRIPS. Ctrl-C ends the comparison.
    """
    noted, needing = set[str](), dict[str, list[str]]()
    pairs = ((one, other) for one in algorithms for other in (heuristics if ALGORITHMS[one].informed else (None,)))
    for algorithm, heuristic in pairs:
        doing(" ".join(filter(None, (algorithm, heuristic))))
        with Stopping(timeout) as stop:
            try:
                watch = Watch(searched.task, weight=weight, most=most)
                yield search(searched, algorithm, heuristic, stop, watch)
            except StripsNeededError as error:
                names = needing.setdefault(error.reason, [])
                names += [] if error.name in names else [error.name]
            except EncodingError as error:
                if str(error) not in noted:
                    note(str(error))
                noted.add(str(error))
        if stop.status == "interrupted":
            break
    for reason, names in needing.items():
        note(
            format_message(
                "search.left-out", count=len(names), names=listing([f"'{name}'" for name in names]), reason=reason
            )
        )


def told(title: str, runs: Sequence[SearchRun], form: str, layout: Layout) -> str:
    """Return searches of one task as ``text``, ``markdown``, ``json`` or ``svg``."""
    if form == "json":
        return json_text({"runs": [as_json(run) for run in runs]})
    if form == "svg":
        most = math.log10(max(10, *(run.expanded for run in runs)))
        bars = [(run, math.log10(max(1, run.expanded)) / most) for run in runs]
        return render(
            "pictures/bars.svg.j2",
            {"title": format_message("search.expansions-of", puzzle=title), "bars": bars, "most": most},
        )
    rows = [
        (run.algorithm, run.heuristic or "", run.status, *(plain(numbers(run)[key]) for key in COLUMNS)) for run in runs
    ]
    first = map(format_message, ("search.algorithm", "search.heuristic", "search.status"))
    heading = (*first, *(capital(key.replace("_", " ")) for key in COLUMNS))
    return page(format_message("search.comparison", puzzle=title), form, layout, [("", Table(heading, tuple(rows)))])


@dataclass(frozen=True, slots=True, repr=False)
class SearchComparison(RenderableSequence[SearchRun]):
    """A comparison of several searches of one puzzle, as a sequence of their runs."""

    formats = ("text", "markdown", "json", "svg")
    renderer = "ferryplan.teaching.searching.comparison:render_comparison"

    title: str
    """The title of the puzzle."""
    runs: tuple[SearchRun, ...]
    """A run for each algorithm, and for each heuristic that it takes."""
    notes: tuple[str, ...]
    """The searches that were left out, with the reasons."""

    @property
    def items(self) -> tuple[SearchRun, ...]:
        """The runs."""
        return self.runs

    def __repr__(self) -> str:
        """Return the number of runs."""
        return f"SearchComparison({self.title!r}, runs={len(self.runs)})"


def render_comparison(found: SearchComparison, form: str, *, layout: Layout = PLAIN) -> str:
    """Return searches side by side in a format."""
    return told(found.title, found.runs, form, layout)
