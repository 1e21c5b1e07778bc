"""The check of a model, problem by problem; the results are plain data that processes can exchange."""

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
from ferryplan.planner.pddl_lint import format_errors
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME
from ferryplan.teaching.checking.check_report import CheckReport
from ferryplan.teaching.checking.hints import make_hints
from ferryplan.teaching.checking.interpretation_map import InterpretationMap, format_map_file
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.parameter_fitting import describe_other_sizes, fit_parameters
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

ModelOutcome: TypeAlias = Literal["unreadable", "different", "undecided", "same"]
REPORT_LAYOUTS = {"text": PLAIN, "markdown": MARKDOWN, "html": HTML}
OUTCOMES_WORST_FIRST: tuple[ModelOutcome, ...] = ("unreadable", "different", "undecided", "same")
"""The possible verdicts on a model, the worst first."""


class JudgedProblem(NamedTuple):
    """The result of the check of one problem."""

    problem: str
    verdict: ModelOutcome
    reason: str
    """Why the check is undecided, or the errors of the PDDL; empty if the problem was compared with the puzzle."""
    report_data: dict[str, Any]
    """The result as data for JSON output."""
    report_texts: dict[str, str]
    """The text of the report for each format."""


def find_worst_outcome(judged_problems: Collection[JudgedProblem]) -> ModelOutcome:
    """Return the worst verdict on the problems of a model, which is the verdict on the model."""
    return min((one.verdict for one in judged_problems), key=OUTCOMES_WORST_FIRST.index)


class Examination(NamedTuple):
    """The result of the check of one problem, from which hints can be computed."""

    judged: JudgedProblem
    layouts: Mapping[str, Layout]
    model: TaskInstance | None = None
    verdict: ModelVerdict | None = None
    """The comparison; None if the problem was not compared."""
    note: str = ""

    def with_hints(self, level: int, seconds: float) -> JudgedProblem:
        """Return the result with hints, after a search of at most `seconds` seconds.

        Hints of level 1 name the wrong part, hints of level 2 the wrong literal, and hints of level 3 say what to write. Level 0 adds no hints.
        """
        if not level or self.model is None or self.verdict is None or not self.verdict.differences:
            return self.judged
        hints = make_hints(self.verdict, (self.model.domain, self.model.problem), level, seconds)
        return _make_judged_problem(self.judged.problem, CheckReport(self.verdict, hints, self.note), self.layouts)


def examine_problem(
    puzzle: PuzzleFile,
    parameters: Mapping[str, ParameterValue],
    problem: str | Source,
    domain: str | Source | None,
    interpretation_map: InterpretationMap | None = None,
    layouts: Mapping[str, Layout] = REPORT_LAYOUTS,
) -> Examination:
    """Compare one problem of a model with a puzzle, and render the report in each format of ``layouts``.

    If ``domain`` is None, the domain file next to the problem file is read. The format ``map`` is the interpretation file, either the given
    ``interpretation_map`` or the interpretation that the check found. Raises EncodingError if the puzzle does not support comparisons with
    models, PuzzleError if the map does not fit, and PddlError if the files cannot be read at all.
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
        notes = filter(None, (describe_other_sizes(puzzle, parameters, model), note))
        said = ". ".join((f"{error.statement}{error.option_advice}", *map(capitalize, notes))).rstrip(".")
        undecided = make_unjudged_problem(name, "undecided", said)
        texts = {"map": format_map_file(error.observer)} if error.observer and "map" in layouts else {}
        return Examination(undecided._replace(report_texts=texts), layouts)
    except ParameterError as error:
        return Examination(make_unjudged_problem(name, "undecided", f"{error}; {note}".rstrip("; .")), layouts)
    except PddlError as error:
        return Examination(
            make_unjudged_problem(name, "unreadable", format_errors(problem, domain) or f"{error}\n"), layouts
        )
    return Examination(_make_judged_problem(name, report, layouts), layouts, model, verdict, note)


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
    """Compare one problem with a puzzle and return the result, with hints if their level is not 0.

    Raises the same errors as `examine_problem`.
    """
    return examine_problem(puzzle, parameters, problem, domain, interpretation_map, layouts).with_hints(hint, hint_time)


def _make_judged_problem(problem: str, report: CheckReport, layouts: Mapping[str, Layout]) -> JudgedProblem:
    outcome: ModelOutcome = "different" if report.described_differences else "same"
    texts = {form: report.render(form, layout) for form, layout in layouts.items()}
    return JudgedProblem(problem, outcome, "", {"problem": problem, "verdict": outcome, **report.as_data()}, texts)


def render_results(
    puzzle: str, judged_problems: Sequence[JudgedProblem], form: str, tables: Sequence[Table] = (), **data: object
) -> str:
    """Return the results for a model in a format.

    If there are several problems, a table of them comes first. ``tables`` come last; ``data`` are further JSON keys.
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
        one.report_texts.get(form, "") or _describe_undecided(one, form)
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


def _describe_undecided(one: JudgedProblem, form: str) -> str:
    text = format_message("check.undecided", reason=one.reason)
    return f"<p>{escape(text)}</p>\n" if form == "html" else f"{text}\n"


def render_hints(judged_problems: Sequence[JudgedProblem], layout: Layout) -> str:
    """Return the hints for each problem, numbered like the differences; the empty text if there are none."""
    hints = [
        (one.problem, [way.get("hint") for way in one.report_data.get("differences", ())]) for one in judged_problems
    ]
    named = [(f" for {name}" if len(judged_problems) > 1 else "", some) for name, some in hints if any(some)]
    return layout.wrap_text(render_template("narration/hints.text.j2", {"hints": named})) if named else ""


def list_difference_kinds(*judged_problems: JudgedProblem) -> list[str]:
    """Return the kinds of differences without duplicates, in the order of the reports."""
    return [
        *dict.fromkeys(one["kind"] for judged in judged_problems for one in judged.report_data.get("differences", ()))
    ]


def make_unjudged_problem(problem: str, outcome: ModelOutcome, reason: str) -> JudgedProblem:
    """Return the result for a problem that was not compared with the puzzle, with the reason."""
    return JudgedProblem(
        problem, outcome, reason, {"problem": problem, "verdict": outcome, "reason": reason.strip()}, {}
    )
