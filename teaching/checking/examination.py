"""The check of a model, problem by problem; the results are plain data that processes can exchange.

A model is a domain with one or more problems. Each problem gets its own verdict; the worst one is the verdict on the model.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any, Literal, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import ParameterError, PddlError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import HTML, MARKDOWN, PLAIN, Layout
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pddl_puzzles import load_pddl_puzzle
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import Table, capitalize
from ferryplan.planner.answer_formatting import format_json
from ferryplan.planner.pddl_lint import format_pddl_errors
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME
from ferryplan.teaching.checking.check_report import CheckReport
from ferryplan.teaching.checking.hints import make_hints
from ferryplan.teaching.checking.interpretation_map import InterpretationMap, format_map_file
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.parameter_fitting import describe_contradicted_values, fit_parameters
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

ModelOutcome: TypeAlias = Literal["unreadable", "different", "undecided", "same"]
"""The possible verdicts on a model or one of its problems."""
REPORT_LAYOUTS = {"text": PLAIN, "markdown": MARKDOWN, "html": HTML}
"""The formats of a report with the layout of tables in each."""
OUTCOMES_WORST_FIRST: tuple[ModelOutcome, ...] = ("unreadable", "different", "undecided", "same")
"""The possible verdicts on a model, the worst first."""


class JudgedProblem(NamedTuple):
    """The verdict on one problem of a model, with its report, as plain data."""

    problem: str
    """The file name of the problem."""
    verdict: ModelOutcome
    """Whether the problem is the same as the puzzle: same, different, undecided or unreadable."""
    reason: str
    """Why the check is undecided, or the errors of the PDDL; empty if the problem was compared with the puzzle."""
    report_data: dict[str, Any]
    """The report as the object that JSON output shows; empty if the problem was not compared with the puzzle."""
    report_texts: dict[str, str]
    """The text of the report, by the name of the format."""


def find_worst_outcome(judged_problems: Collection[JudgedProblem]) -> ModelOutcome:
    """Return the worst verdict on the problems of a model, which is the verdict on the model."""
    return min((one.verdict for one in judged_problems), key=OUTCOMES_WORST_FIRST.index)


class ExaminedProblem(NamedTuple):
    """The verdict on one problem of a model, with everything that is needed to add hints later."""

    judged_problem: JudgedProblem
    """The verdict and the report without hints."""
    layouts: Mapping[str, Layout]
    """The layout of tables for each report format, by the name of the format."""
    model: TaskInstance | None = None
    """The model as a planning task; None if its PDDL could not be read."""
    verdict: ModelVerdict | None = None
    """The comparison; None if the problem was not compared."""
    note: str = ""
    """A remark on the instance with which the problem was compared; empty if there is none."""

    def with_hints(self, level: int, seconds: float) -> JudgedProblem:
        """Return the verdict with hints for the author, after a search of at most ``seconds`` seconds.

        Hints of level 1 name the wrong part, hints of level 2 the wrong literal, and hints of level 3 say what to write. Level 0 adds no
        hints.
        """
        if not level or self.model is None or self.verdict is None or not self.verdict.differences:
            return self.judged_problem
        hints = make_hints(self.verdict, (self.model.domain, self.model.problem), level, seconds)
        return _make_judged_problem(
            self.judged_problem.problem, CheckReport(self.verdict, hints, self.note), self.layouts
        )


def examine_problem(
    puzzle: PuzzleFile,
    parameters: Mapping[str, ParameterValue],
    problem: str | Source,
    domain: str | Source | None,
    interpretation_map: InterpretationMap | None = None,
    layouts: Mapping[str, Layout] = REPORT_LAYOUTS,
) -> ExaminedProblem:
    """Compare one problem of a model with a puzzle, and return the verdict with its report.

    The report is rendered in each format of ``layouts``. If ``domain`` is None, the domain file next to the problem file is read. The
    format ``map`` is the interpretation as a TOML file: the given ``interpretation_map`` or, without one, the interpretation that the check
    found. Raises EncodingError if the puzzle does not support comparisons with models, PuzzleError if the map does not fit the puzzle or
    the model, and PddlError if the files cannot be read at all.
    """
    note, name = "", problem if isinstance(problem, str) else problem.name
    try:
        model = instantiate(load_pddl_puzzle(problem, domain), {})
        values, note = fit_parameters(puzzle, parameters, model)
        note = "; ".join((*model.file.notes, *filter(None, [note])))
        verdict = check_against_puzzle(
            instantiate_smallest(puzzle, values), model, interpretation_map, needs_map="map" in layouts
        )
        report = CheckReport(verdict, (), note)
    except UndecidedModelError as error:
        notes = filter(None, (describe_contradicted_values(puzzle, parameters, model), note))
        said = ". ".join((f"{error.statement}{error.option_advice}", *map(capitalize, notes))).rstrip(".")
        undecided = make_unjudged_problem(name, "undecided", said)
        texts = {"map": format_map_file(error.observer)} if error.observer and "map" in layouts else {}
        return ExaminedProblem(undecided._replace(report_texts=texts), layouts)
    except ParameterError as error:
        return ExaminedProblem(make_unjudged_problem(name, "undecided", f"{error}; {note}".rstrip("; .")), layouts)
    except PddlError as error:
        return ExaminedProblem(
            make_unjudged_problem(name, "unreadable", format_pddl_errors(problem, domain) or f"{error}\n"), layouts
        )
    return ExaminedProblem(_make_judged_problem(name, report, layouts), layouts, model, verdict, note)


def judge_problem(
    puzzle: PuzzleFile,
    parameters: Mapping[str, ParameterValue],
    problem: str,
    domain: str | None,
    interpretation_map: InterpretationMap | None = None,
    layouts: Mapping[str, Layout] = REPORT_LAYOUTS,
    hint: int = 0,
    hint_time: float = DEFAULT_HINT_TIME,
) -> JudgedProblem:
    """Compare one problem of a model with a puzzle, and return the verdict with its report.

    ``hint`` is the level of hints, from 0 (none) to 3, and ``hint_time`` their time limit in seconds. Raises the same errors as
    `examine_problem`.
    """
    return examine_problem(puzzle, parameters, problem, domain, interpretation_map, layouts).with_hints(hint, hint_time)


def _make_judged_problem(problem: str, report: CheckReport, layouts: Mapping[str, Layout]) -> JudgedProblem:
    """Return the verdict on a compared problem, with its report in each format of ``layouts``."""
    outcome: ModelOutcome = "different" if report.described_differences else "same"
    texts = {form: report.render(form, layout) for form, layout in layouts.items()}
    return JudgedProblem(
        problem, outcome, "", {"problem": problem, "verdict": outcome, **report.report_as_json()}, texts
    )


def render_model_results(
    puzzle: str, judged_problems: Sequence[JudgedProblem], form: str, tables: Sequence[Table] = (), **data: object
) -> str:
    """Return the report on a model in the format ``form``: the reports on its problems in sequence.

    If there are several problems, a table of their verdicts comes first. The given ``tables``, such as a table of points, come last.
    ``data`` are additional keys and values of the JSON object.
    """
    if form == "json":
        return format_json(
            {
                "puzzle": puzzle,
                "verdict": find_worst_outcome(judged_problems),
                **data,
                "instances": [one.report_data for one in judged_problems],
            }
        )
    layout = REPORT_LAYOUTS.get(form, PLAIN)
    reports = [
        one.report_texts.get(form, "") or _describe_unjudged_problem(one, form)
        for one in judged_problems
        if one.verdict != "unreadable"
    ]
    if len(judged_problems) > 1:
        rows = [(one.problem, one.verdict, ", ".join(list_difference_kinds(one))) for one in judged_problems]
        headings = tuple(map(format_message, ("check.problem", "check.verdict", "check.differences")))
        reports.insert(0, layout(Table(headings, tuple(rows))))
    parts = [*reports, *map(layout, tables)]
    if form != "html":  # on pages, hints stand next to their differences
        parts += filter(None, [render_hints(judged_problems, layout)])
    return (
        render_template("narration/models.html.j2", {"title": puzzle, "parts": parts})
        if form == "html"
        else "\n".join(parts)
    )


def _describe_unjudged_problem(one: JudgedProblem, form: str) -> str:
    """Return a sentence saying that a problem could not be judged, and why.

    It is an HTML paragraph if ``form`` is ``html``, and plain text otherwise.
    """
    text = format_message("check.undecided", reason=one.reason)
    return f"<p>{escape(text)}</p>\n" if form == "html" else f"{text}\n"


def render_hints(judged_problems: Sequence[JudgedProblem], layout: Layout) -> str:
    """Return the hints for all problems of a model, as text; the empty text if there are none.

    The hints have the same numbers as the differences in the report.
    """
    hints = [
        (one.problem, [way.get("hint") for way in one.report_data.get("differences", ())]) for one in judged_problems
    ]
    named = [(f" for {name}" if len(judged_problems) > 1 else "", some) for name, some in hints if any(some)]
    return layout.wrap_text(render_template("narration/hints.text.j2", {"hints": named})) if named else ""


def list_difference_kinds(*judged_problems: JudgedProblem) -> list[str]:
    """Return the kinds of differences in some problems, without duplicates, in the order of the reports."""
    return [
        *dict.fromkeys(one["kind"] for judged in judged_problems for one in judged.report_data.get("differences", ()))
    ]


def make_unjudged_problem(problem: str, outcome: ModelOutcome, reason: str) -> JudgedProblem:
    """Return the verdict on a problem that could not be compared with the puzzle.

    ``outcome`` is ``unreadable`` or ``undecided``, and ``reason`` says why.
    """
    return JudgedProblem(
        problem, outcome, reason, {"problem": problem, "verdict": outcome, "reason": reason.strip()}, {}
    )
