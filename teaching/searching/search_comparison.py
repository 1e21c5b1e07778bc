"""A comparison of searches and heuristics, as table, JSON or plot."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import Table, capitalize, join_phrases
from ferryplan.planner.answer_formatting import format_json
from ferryplan.planner.system.progress import show_step
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.teaching.searching.report_formatting import format_optional_number, format_page
from ferryplan.teaching.searching.search_report import list_run_numbers, search_run_as_json
from ferryplan.teaching.searching.search_run import SearchRun, run_search
from ferryplan.teaching.searching.searched_task import SearchedTask, StripsNeededError
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor

NUMBER_COLUMNS = (
    "expanded",
    "generated",
    "reopened",
    "estimated",
    "frontier_depth",
    "peak_nodes",
    "moves",
    "cost",
    "seconds",
)
"""The keys of the numbers of a run that the table shows, in the order of the columns."""


def run_searches(
    searched: SearchedTask,
    algorithms: Iterable[str],
    heuristics: Iterable[str],
    timeout: float,
    weight: float,
    max_nodes: int,
    add_note: Callable[[str], object],
) -> Iterator[SearchRun]:
    """Run each algorithm, with each heuristic if it uses one, for at most ``timeout`` seconds each.

    ``add_note`` is called with a message for each search that does not support the task. The searches that need plain STRIPS share one
    message at the end. Ctrl-C ends the comparison.
    """
    noted, needing = set[str](), dict[str, list[str]]()
    pairs = ((one, other) for one in algorithms for other in (heuristics if ALGORITHMS[one].is_informed else (None,)))
    for algorithm, heuristic in pairs:
        show_step(" ".join(filter(None, (algorithm, heuristic))))
        with StoppableBlock(timeout) as stop:
            try:
                monitor = SearchMonitor(searched.task, weight=weight, max_nodes=max_nodes)
                yield run_search(searched, algorithm, heuristic, stop, monitor)
            except StripsNeededError as error:
                names = needing.setdefault(error.reason, [])
                names += [] if error.name in names else [error.name]
            except EncodingError as error:
                if str(error) not in noted:
                    add_note(str(error))
                noted.add(str(error))
        if stop.status == "interrupted":
            break
    for reason, names in needing.items():
        add_note(
            format_message(
                "search.left-out", count=len(names), names=join_phrases([f"'{name}'" for name in names]), reason=reason
            )
        )


def format_comparison(title: str, runs: Sequence[SearchRun], form: str, layout: Layout) -> str:
    """Return the comparison of several runs in the format ``form``.

    The format is ``text``, ``markdown``, ``json`` or ``svg``. ``title`` is the title of the searched puzzle.
    """
    if form == "json":
        return format_json({"runs": [search_run_as_json(run) for run in runs]})
    if form == "svg":
        most = math.log10(max(10, *(run.expanded for run in runs)))
        bars = [(run, math.log10(max(1, run.expanded)) / most) for run in runs]
        return render_template(
            "pictures/bars.svg.j2",
            {"title": format_message("search.expansions-of", puzzle=title), "bars": bars, "most": most},
        )
    rows = [
        (
            run.algorithm,
            run.heuristic or "",
            run.status,
            *(format_optional_number(list_run_numbers(run)[key]) for key in NUMBER_COLUMNS),
        )
        for run in runs
    ]
    first = map(format_message, ("search.algorithm", "search.heuristic", "search.status"))
    heading = (*first, *(capitalize(key.replace("_", " ")) for key in NUMBER_COLUMNS))
    return format_page(
        format_message("search.comparison", puzzle=title), form, layout, [("", Table(heading, tuple(rows)))]
    )


@dataclass(frozen=True, slots=True, repr=False)
class SearchComparison(RenderableSequence[SearchRun]):
    """A comparison of several searches of one puzzle, as a sequence of their runs."""

    formats = ("text", "markdown", "json", "svg")
    renderer = "ferryplan.teaching.searching.search_comparison:render_comparison"

    title: str
    """The title of the puzzle."""
    runs: tuple[SearchRun, ...]
    """A run for each algorithm, or for each pair of an algorithm and a heuristic that it uses."""
    notes: tuple[str, ...]
    """The searches that were left out, with the reasons."""

    @property
    def items(self) -> tuple[SearchRun, ...]:
        """The runs, in the order in which they were made."""
        return self.runs

    def __repr__(self) -> str:
        """Return a short description with the title of the puzzle and the number of runs."""
        return f"SearchComparison({self.title!r}, runs={len(self.runs)})"


def render_comparison(found: SearchComparison, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the comparison in the format ``form``, one of `SearchComparison.formats`."""
    return format_comparison(found.title, found.runs, form, layout)
