"""What is said of a model that was handed in: each of its problems held against the puzzle, as data that goes from process to process."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any, Literal, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import ParameterError, PddlError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import Value
from ferryplan.generator.layout import HTML, MARKDOWN, PLAIN, Layout
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pairs import pair
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Table, capital
from ferryplan.planner.linting import mistakes_in
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME
from ferryplan.planner.telling import json_text
from ferryplan.teaching.checking.comparing import Verdict
from ferryplan.teaching.checking.fitting import describe_other_sizes, fit_parameters
from ferryplan.teaching.checking.hints import hints_for
from ferryplan.teaching.checking.mapping import Map, as_file
from ferryplan.teaching.checking.report import Report
from ferryplan.teaching.checking.verdict import UncheckedError, check

Outcome: TypeAlias = Literal["unreadable", "different", "undecided", "same"]
LAYOUTS = {"text": PLAIN, "markdown": MARKDOWN, "html": HTML}
OUTCOMES: tuple[Outcome, ...] = ("unreadable", "different", "undecided", "same")
"""what may come of it, the worst first"""


class Judged(NamedTuple):
    """What came of one problem of a model."""

    problem: str
    verdict: Outcome
    said: str
    """why nothing is decided, or what is wrong with the PDDL; empty where it was held against the puzzle"""
    data: dict[str, Any]
    """all of it for programs"""
    texts: dict[str, str]
    """the report, by format"""


def worst(found: Collection[Judged]) -> Outcome:
    """Return what comes of a model of which several problems were judged."""
    return min((one.verdict for one in found), key=OUTCOMES.index)


class Examination(NamedTuple):
    """What came of one problem of a model before hints are looked for."""

    judged: Judged
    forms: Mapping[str, Layout]
    model: TaskInstance | None = None
    verdict: Verdict | None = None
    """the comparison; None where there was none"""
    note: str = ""

    def with_hints(self, level: int, seconds: float) -> Judged:
        """Return the same with hints, searched for at most `seconds` seconds: 1 says where to look, 2 at which literal, 3 what to write."""
        if not level or self.model is None or self.verdict is None or not self.verdict.found:
            return self.judged
        hints = hints_for(self.verdict, (self.model.domain, self.model.problem), level, seconds)
        return _as_judged(self.judged.problem, Report(self.verdict, hints, self.note), self.forms)


def examine(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value],
    problem: str | Source,
    domain: str | Source | None,
    given: Map | None = None,
    forms: Mapping[str, Layout] = LAYOUTS,
) -> Examination:
    """Compare a problem, with a domain or the one beside its file; the report comes in formats, each laid out as said.

    The format ``map`` is the file of what tells who is where, as it was ``given`` or found. Raises EncodingError for puzzles with which no
    models are compared, PuzzleError for a map that does not fit, PddlError for files that cannot be read at all.
    """
    note, name = "", problem if isinstance(problem, str) else problem.name
    try:
        model = instantiate(pair(problem, domain), {})
        values, note = fit_parameters(puzzle, parameters, model)
        note = "; ".join((*model.file.notes, *filter(None, [note])))
        verdict = check(instantiate_smallest(puzzle, values), model, given, needs_map="map" in forms)
        report = Report(verdict, (), note)
    except UncheckedError as error:
        notes = filter(None, (describe_other_sizes(puzzle, parameters, model), note))
        said = ". ".join((f"{error.statement}{error.option_advice}", *map(capital, notes))).rstrip(".")
        undecided = unjudged(name, "undecided", said)
        texts = {"map": as_file(error.seen)} if error.seen and "map" in forms else {}
        return Examination(undecided._replace(texts=texts), forms)
    except ParameterError as error:
        return Examination(unjudged(name, "undecided", f"{error}; {note}".rstrip("; .")), forms)
    except PddlError as error:
        return Examination(unjudged(name, "unreadable", mistakes_in(problem, domain) or f"{error}\n"), forms)
    return Examination(_as_judged(name, report, forms), forms, model, verdict, note)


def judged(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value],
    problem: str,
    domain: str | None,
    given: Map | None = None,
    forms: Mapping[str, Layout] = LAYOUTS,
    hint: int = 0,
    hint_time: float = DEFAULT_HINT_TIME,
) -> Judged:
    """Return what comes of a problem, with hints of a level if it is not 0. Raises as `examine`."""
    return examine(puzzle, parameters, problem, domain, given, forms).with_hints(hint, hint_time)


def _as_judged(problem: str, report: Report, forms: Mapping[str, Layout]) -> Judged:
    outcome: Outcome = "different" if report.ways else "same"
    texts = {form: report.told(form, layout) for form, layout in forms.items()}
    return Judged(problem, outcome, "", {"problem": problem, "verdict": outcome, **report.as_data()}, texts)


def told(puzzle: str, found: Sequence[Judged], form: str, tables: Sequence[Table] = (), **data: object) -> str:
    """Return all that came of a model in a format; of several problems first a table, last those given, or as JSON the data given."""
    if form == "json":
        return json_text({"puzzle": puzzle, "verdict": worst(found), **data, "instances": [one.data for one in found]})
    layout = LAYOUTS.get(form, PLAIN)
    reports = [
        one.texts.get(form, "") or _describe_undecided(one, form) for one in found if one.verdict != "unreadable"
    ]
    if len(found) > 1:
        rows = [(one.problem, one.verdict, ", ".join(kinds_in(one))) for one in found]
        headings = tuple(map(format_message, ("check.problem", "check.verdict", "check.differences")))
        reports.insert(0, layout(Table(headings, tuple(rows))))
    parts = [*reports, *map(layout, tables)]
    if form != "html":  # there they stand with each difference
        parts += filter(None, [list_hints(found, layout)])
    return render("narration/models.html.j2", {"title": puzzle, "parts": parts}) if form == "html" else "\n".join(parts)


def _describe_undecided(one: Judged, form: str) -> str:
    text = format_message("check.undecided", reason=one.said)
    return f"<p>{escape(text)}</p>\n" if form == "html" else f"{text}\n"


def list_hints(found: Sequence[Judged], layout: Layout) -> str:
    """Return the hints, numbered as the differences, problem by problem; the empty text if there are none."""
    hints = [(one.problem, [way.get("hint") for way in one.data.get("differences", ())]) for one in found]
    named = [(f" for {name}" if len(found) > 1 else "", some) for name, some in hints if any(some)]
    return layout.filled(render("narration/hints.text.j2", {"hints": named})) if named else ""


def kinds_in(*found: Judged) -> list[str]:
    """Return the kinds of differences, each once, as they are told."""
    return [*dict.fromkeys(one["kind"] for judged in found for one in judged.data.get("differences", ()))]


def unjudged(problem: str, outcome: Outcome, said: str) -> Judged:
    """Return what comes of a problem that was not held against the puzzle, with the reason."""
    return Judged(problem, outcome, said, {"problem": problem, "verdict": outcome, "reason": said.strip()}, {})
