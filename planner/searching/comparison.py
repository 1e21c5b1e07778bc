"""Searches and heuristics side by side: as a table, as JSON, as a plot."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence

from generator.errors import EncodingError
from generator.templates import render
from generator.textbook.searches.algorithms import ALGORITHMS
from generator.wording import Table, capital
from planner.searching.report import as_json, numbers
from planner.searching.runs import Run, Searched, plain, search
from planner.system.progress import Work
from planner.system.stopping import Stopping
from planner.telling import MARKDOWN, Layout, json_text

COLUMNS = ("expanded", "generated", "reopened", "estimated", "frontier_depth", "peak_nodes", "moves", "cost", "seconds")


def settings(algorithms: Sequence[str], heuristics: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Yield each search with each heuristic, those that ask none once."""
    for algorithm in algorithms:
        yield from ((algorithm, heuristic) for heuristic in (heuristics if ALGORITHMS[algorithm].informed else (None,)))


def compare(
    searched: Searched, wanted: Sequence[tuple[str, str | None]], timeout: float, weight: float, most: int
) -> list[Run]:
    """Return the runs, each with so many seconds; what asks too much of the task is told on standard error. Ctrl-C ends the comparison."""
    runs = list[Run]()
    with Work(searched.instance.title, len(wanted)) as work:
        for algorithm, heuristic in wanted:
            work.doing(" ".join(filter(None, (algorithm, heuristic))))
            with Stopping(timeout) as stop:
                try:
                    runs.append(search(searched, algorithm, heuristic, stop, weight=weight, most=most))
                except EncodingError as error:
                    sys.stderr.write(f"plan: note: {error}\n")
            work.advanced()
            if stop.status == "interrupted":
                break
    return runs


def told(title: str, runs: Sequence[Run], form: str, layout: Layout) -> str:
    """Return searches of one task as ``text``, ``markdown``, ``json`` or ``svg``."""
    if form == "json":
        return json_text({"runs": [as_json(run) for run in runs]})
    if form == "svg":
        most = math.log10(max(10, *(run.watch.expanded for run in runs)))
        bars = [
            (
                run.algorithm,
                run.heuristic or "",
                run.watch.expanded,
                math.log10(max(1, run.watch.expanded)) / most,
                run.status,
            )
            for run in runs
        ]
        return render(
            "pictures/bars.svg.j2",
            {"title": f"{title}: states expanded", "bars": bars, "decades": range(math.floor(most) + 1), "most": most},
        )
    rows = []
    for run in runs:
        found = numbers(run)
        rows.append((run.algorithm, run.heuristic or "", run.status, *(plain(found[key]) for key in COLUMNS)))
    draw, mark = (MARKDOWN, "# ") if form == "markdown" else (layout, "")
    heading = ("Algorithm", "Heuristic", "Status", *(capital(key.replace("_", " ")) for key in COLUMNS))
    notes = dict.fromkeys(
        f"{run.algorithm}{f' {run.heuristic}' if run.heuristic else ''}: stopped {run.note}."
        for run in runs
        if run.note
    )
    return f"{mark}{title}: searches compared\n\n{draw(Table(heading, tuple(rows)))}" + "".join(
        f"\n{note}\n" for note in notes
    )
