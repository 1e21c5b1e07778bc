"""The result of a comparison of engines, and its formats: a table, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.escaping import escape_markdown
from ferryplan.generator.layout import MARKDOWN, Layout
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.wording import Table, format_parameter_value
from ferryplan.planner.benchmarking.engine_runs import EngineRun, EngineSetting, RunLimits

TIMED_STEPS = ("generate", "read", "ground", "search", "solve", "total")
"""the phases of a run whose seconds are shown; ``ground`` and ``search`` are parts of ``solve``, if the engine reports them"""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(RenderableSequence[EngineRun]):
    """A comparison of planners on instances of a puzzle: a sequence of runs.

    Each run has ``setting`` (engine, dialect and encoding), ``parameters``, ``status``, ``steps``, ``cost`` and
    ``seconds``.
    """

    formats = ("text", "markdown", "json", "csv", "svg", "png")
    renderer = "ferryplan.planner.benchmarking.comparison_pictures:render_comparison"

    puzzle: str
    """The name of the puzzle."""
    parameters: tuple[str, ...]
    """The names of the puzzle's parameters."""
    runs: tuple[EngineRun, ...]
    """The runs: for each instance in turn, one run with each setting (engine, dialect and encoding)."""
    limits: RunLimits
    """The limits of each run: seconds and MiB."""
    jobs: int
    """The number of processes that worked at the same time."""
    planned: int
    """The number of planned runs."""
    steps: str = "crossings"
    """The name of the solutions' moves: ``crossings`` or ``placements``."""
    unit: str | None = None
    """The unit of the solutions' costs, such as minutes; None if only moves count."""

    @property
    def items(self) -> tuple[EngineRun, ...]:
        """The runs of the comparison."""
        return self.runs

    def __repr__(self) -> str:
        """Return a short description with the puzzle and the number of runs."""
        return f"Comparison({self.puzzle!r}, runs={len(self.runs)})"

    @property
    def partial(self) -> bool:
        """Whether the comparison was interrupted before all its runs were done."""
        return len(self.runs) < self.planned

    @property
    def varied_parameters(self) -> tuple[str, ...]:
        """The names of the parameters that have several values in this comparison."""
        return tuple(key for key in self.parameters if len({run.given.get(key) for run in self.runs}) > 1)

    @property
    def by_setting(self) -> dict[EngineSetting, list[EngineRun]]:
        """The runs of the comparison, grouped by setting (engine, dialect and encoding)."""
        grouped: dict[EngineSetting, list[EngineRun]] = {}
        for run in self.runs:
            grouped.setdefault(run.setting, []).append(run)
        return grouped


def count_answered_runs(runs: Iterable[EngineRun]) -> int:
    """Return the number of runs that ended with a plan, or with a proof that there is none."""
    return sum(run.is_answered for run in runs)


def format_comparison(comparison: Comparison, form: str, layout: Layout) -> str:
    """Return a comparison as ``text``, ``markdown``, ``json`` or ``csv``.

    For ``text``, ``layout`` draws the tables.
    """
    if form in ("csv", "json"):
        return (comparison_as_csv if form == "csv" else comparison_as_json)(comparison)
    draw = MARKDOWN if form == "markdown" else layout
    settings = comparison.by_setting.items()
    rows = (
        (*astuple(setting), format_message("benchmarks.covered", answered=count_answered_runs(runs), runs=len(runs)))
        for setting, runs in settings
    )
    headings = map(
        format_message, ("benchmarks.engine", "benchmarks.dialect", "benchmarks.encoding", "benchmarks.coverage")
    )
    coverage = Table(tuple(headings), tuple(rows))
    times = f"{format_message('benchmarks.times')}\n"
    sections = [draw(comparison_as_table(comparison)), times, draw(coverage)]
    if reasons := _describe_missing_answers(comparison.runs):
        sections.append(
            "".join(f"- {escape_markdown(reason)}\n" if form == "markdown" else f"{reason}\n" for reason in reasons)
        )
    if comparison.partial:
        done = len(comparison.runs)
        sections.append(f"{format_message('benchmarks.partial', done=done, planned=comparison.planned)}\n")
    return draw.wrap_text("\n".join(section for section in sections if section))


def comparison_as_table(comparison: Comparison) -> Table:
    """Return a table with a row for each run; seconds have three decimal places."""
    columns = [name for name in _run_columns(comparison) if name not in ("optimal", "unit")]
    headings = (
        format_message("benchmarks.cost-in", unit=comparison.unit) if name == "cost" else name.capitalize()
        for name in columns
    )
    rows = []
    for run in comparison.runs:
        values = [
            *(run.given[key] for key in comparison.varied_parameters),
            *(_run_row(run, comparison)[name] for name in columns),
        ]
        seconds = (f"{run.seconds[key]:.3f}" if key in run.seconds else "" for key in TIMED_STEPS)
        rows.append((*map(format_parameter_value, values), *seconds))
    return Table((*comparison.varied_parameters, *headings, *map(str.capitalize, TIMED_STEPS)), tuple(rows))


def comparison_as_csv(comparison: Comparison) -> str:
    """Return CSV with a line for each run; unknown values are empty.

    The columns are the puzzle, its parameters, the columns that `_run_columns` lists, the seconds in each phase, the
    reason for a missing answer, and whether the comparison is partial.
    """
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    times = [f"{key}_seconds" for key in TIMED_STEPS]
    writer.writerow(["puzzle", *comparison.parameters, *_run_columns(comparison), *times, "reason", "partial"])
    for run in comparison.runs:
        values = [*(run.parameters[key] for key in comparison.parameters), *_run_row(run, comparison).values()]
        seconds = (f"{run.seconds[key]:.4f}" if key in run.seconds else "" for key in TIMED_STEPS)
        last = run.reason, format_parameter_value(comparison.partial)
        writer.writerow([comparison.puzzle, *map(format_parameter_value, values), *seconds, *last])
    return lines.getvalue()


def comparison_as_json(comparison: Comparison) -> str:
    """Return a comparison as a JSON object; unknown values are null."""
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
                **_run_row(run, comparison),
                "seconds": {key: round(run.seconds[key], 4) if key in run.seconds else None for key in TIMED_STEPS},
                "reason": run.reason,
            }
            for run in comparison.runs
        ],
        "coverage": [
            {**asdict(setting), "answered": count_answered_runs(runs), "instances": len(runs)}
            for setting, runs in comparison.by_setting.items()
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _run_columns(comparison: Comparison) -> tuple[str, ...]:
    """Return the names of the columns from ``engine`` to ``expanded``, which describe a run."""
    costs = ("cost", "unit") if comparison.unit else ()
    return ("engine", "dialect", "encoding", "status", "optimal", comparison.steps, *costs, "expanded")


def _run_row(run: EngineRun, comparison: Comparison) -> dict[str, Any]:
    """Return the table cells of a run: a value for each column name that `_run_columns` returns."""
    costs = (run.cost, comparison.unit) if comparison.unit else ()
    values = (*astuple(run.setting), run.status, run.optimal, run.steps, *costs, run.expanded)
    return dict(zip(_run_columns(comparison), values, strict=True))


def _format_setting(engine: str, *formulation: str) -> str:
    """Return a setting as a phrase such as ``pyperplan (strips, named)``.

    ``formulation`` is the dialect and the encoding; both are empty for an engine that reads no PDDL.
    """
    named = ", ".join(filter(None, formulation))
    return f"{engine} ({named})" if named else engine


def _describe_missing_answers(runs: Iterable[EngineRun]) -> list[str]:
    """Return a line for each setting and each reason why some of its runs have no answer."""
    counts = Counter((astuple(run.setting), run.reason) for run in runs if run.reason)
    return [
        format_message("benchmarks.reason-of", setting=_format_setting(*words), count=count, reason=reason)
        for (words, reason), count in counts.items()
    ]
