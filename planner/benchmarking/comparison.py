"""A comparison of engines, told: as a table, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.escaping import escaped
from ferryplan.generator.layout import MARKDOWN, Layout
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.wording import Table, told_value
from ferryplan.planner.benchmarking.runs import Limits, Run, Setting

SECONDS = ("generate", "read", "ground", "search", "solve", "total")
"""what a run's time is spent on; ``ground`` and ``search`` are parts of ``solve``, as far as engines tell them"""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(RenderableSequence[Run]):
    """A comparison of planners on instances of a puzzle: a sequence of runs.

    Each run has ``setting`` (engine, dialect and encoding), ``parameters``, ``status``, ``steps``, ``cost`` and ``seconds``.
    """

    formats = ("text", "markdown", "json", "csv", "svg", "png")
    renderer = "ferryplan.planner.benchmarking.comparison_files:render_comparison"

    puzzle: str
    """The name of the puzzle."""
    parameters: tuple[str, ...]
    """the names of the puzzle's parameters"""
    runs: tuple[Run, ...]
    """for each instance in turn, a run with each engine, dialect and encoding"""
    limits: Limits
    """The limits of each run: seconds and MiB."""
    jobs: int
    """The number of processes that worked at the same time."""
    planned: int
    """the number of runs that were asked for"""
    steps: str = "crossings"
    """the name of the solutions' moves: ``crossings`` or ``placements``"""
    unit: str | None = None
    """the unit of the solutions' costs, such as minutes; None if only moves count"""

    @property
    def items(self) -> tuple[Run, ...]:
        """The runs."""
        return self.runs

    def __repr__(self) -> str:
        """Return the puzzle and the number of runs."""
        return f"Comparison({self.puzzle!r}, runs={len(self.runs)})"

    @property
    def partial(self) -> bool:
        """Whether the comparison was interrupted before all its runs were done."""
        return len(self.runs) < self.planned

    @property
    def varied(self) -> tuple[str, ...]:
        """The names of the parameters that have several values here."""
        return tuple(key for key in self.parameters if len({run.asked.get(key) for run in self.runs}) > 1)

    @property
    def by_setting(self) -> dict[Setting, list[Run]]:
        """The runs by their setting: engine, dialect and encoding."""
        grouped: dict[Setting, list[Run]] = {}
        for run in self.runs:
            grouped.setdefault(run.setting, []).append(run)
        return grouped


def answered(runs: Iterable[Run]) -> int:
    """Return how many runs have an answer."""
    return sum(run.answered for run in runs)


def told(comparison: Comparison, form: str, layout: Layout) -> str:
    """Return a comparison as text (its tables drawn by ``layout``), ``markdown``, ``json`` or ``csv``."""
    if form in ("csv", "json"):
        return (as_csv if form == "csv" else as_json)(comparison)
    draw = MARKDOWN if form == "markdown" else layout
    settings = comparison.by_setting.items()
    rows = (
        (*astuple(setting), format_message("benchmarks.covered", answered=answered(runs), runs=len(runs)))
        for setting, runs in settings
    )
    headings = map(
        format_message, ("benchmarks.engine", "benchmarks.dialect", "benchmarks.encoding", "benchmarks.coverage")
    )
    coverage = Table(tuple(headings), tuple(rows))
    times = f"{format_message('benchmarks.times')}\n"
    sections = [draw(as_table(comparison)), times, draw(coverage)]
    if reasons := _reasons(comparison.runs):
        sections.append(
            "".join(f"- {escaped(reason)}\n" if form == "markdown" else f"{reason}\n" for reason in reasons)
        )
    if comparison.partial:
        done = len(comparison.runs)
        sections.append(f"{format_message('benchmarks.partial', done=done, planned=comparison.planned)}\n")
    return draw.filled("\n".join(section for section in sections if section))


def as_table(comparison: Comparison) -> Table:
    """Return a row for each run; seconds with three digits."""
    columns = [name for name in _columns(comparison) if name not in ("optimal", "unit")]
    headings = (
        format_message("benchmarks.cost-in", unit=comparison.unit) if name == "cost" else name.capitalize()
        for name in columns
    )
    rows = []
    for run in comparison.runs:
        values = [*(run.asked[key] for key in comparison.varied), *(_row(run, comparison)[name] for name in columns)]
        seconds = (f"{run.seconds[key]:.3f}" if key in run.seconds else "" for key in SECONDS)
        rows.append((*map(told_value, values), *seconds))
    return Table((*comparison.varied, *headings, *map(str.capitalize, SECONDS)), tuple(rows))


def as_csv(comparison: Comparison) -> str:
    """Return a line for each run: puzzle, every parameter, engine, …, seconds, reason, partial. What is not known is empty."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    times = [f"{key}_seconds" for key in SECONDS]
    writer.writerow(["puzzle", *comparison.parameters, *_columns(comparison), *times, "reason", "partial"])
    for run in comparison.runs:
        values = [*(run.parameters[key] for key in comparison.parameters), *_row(run, comparison).values()]
        seconds = (f"{run.seconds[key]:.4f}" if key in run.seconds else "" for key in SECONDS)
        last = run.reason, told_value(comparison.partial)
        writer.writerow([comparison.puzzle, *map(told_value, values), *seconds, *last])
    return lines.getvalue()


def as_json(comparison: Comparison) -> str:
    """Return one object; what is not known is null."""
    data = {
        "puzzle": comparison.puzzle,
        "partial": comparison.partial,
        "limits": {
            "seconds": comparison.limits.timeout,
            "mebibytes": comparison.limits.memory,
            "jobs": comparison.jobs,
        },
        "runs": [
            {
                "parameters": dict(run.parameters),
                **_row(run, comparison),
                "seconds": {key: round(run.seconds[key], 4) if key in run.seconds else None for key in SECONDS},
                "reason": run.reason,
            }
            for run in comparison.runs
        ],
        "coverage": [
            {**asdict(setting), "answered": answered(runs), "instances": len(runs)}
            for setting, runs in comparison.by_setting.items()
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _columns(comparison: Comparison) -> tuple[str, ...]:
    """Return what is said of a run beside its instance, its seconds and why it has no answer."""
    costs = ("cost", "unit") if comparison.unit else ()
    return ("engine", "dialect", "encoding", "status", "optimal", comparison.steps, *costs, "expanded")


def _row(run: Run, comparison: Comparison) -> dict[str, Any]:
    costs = (run.cost, comparison.unit) if comparison.unit else ()
    values = (*astuple(run.setting), run.status, run.optimal, run.steps, *costs, run.expanded)
    return dict(zip(_columns(comparison), values, strict=True))


def _format_setting(engine: str, *formulation: str) -> str:
    """Return the engine, followed by the dialect and the encoding if it reads PDDL."""
    named = ", ".join(filter(None, formulation))
    return f"{engine} ({named})" if named else engine


def _reasons(runs: Iterable[Run]) -> list[str]:
    """Return why there are runs without an answer, a line for each setting and reason."""
    counts = Counter((astuple(run.setting), run.reason) for run in runs if run.reason)
    return [
        format_message("benchmarks.reason-of", setting=_format_setting(*words), count=count, reason=reason)
        for (words, reason), count in counts.items()
    ]
