"""What is said of a model that was handed in: each of its problems held against the puzzle, as data that goes from process to process."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any, Literal, NamedTuple, TypeAlias

from generator.classical.instantiation import instantiate
from generator.classical.pairs import pair
from generator.errors import ParameterError, PddlError
from generator.families import instantiate_smallest
from generator.instance import Value
from generator.puzzle_file import PuzzleFile
from generator.templates import render
from generator.wording import Table
from planner.checking.fitting import fitted
from planner.checking.hints import hints_for
from planner.checking.mapping import Map
from planner.checking.report import Report
from planner.checking.verdict import UncheckedError, check
from planner.linting import mistakes_in
from planner.telling import HTML, MARKDOWN, PLAIN, Layout, json_text

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


def judged(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value],
    problem: str,
    domain: str | None,
    given: Map | None = None,
    forms: Mapping[str, Layout] = LAYOUTS,
    hint: int = 0,
) -> Judged:
    """Return what comes of a problem, with a domain or the one beside it; the report in formats, each laid out as said.

    With a ``hint``, 1 to 3, it says where to look, at which literal, what to write. The format ``map`` is the file of what tells who is where, as
    it was ``given`` or found. Raises EncodingError for puzzles with which no models are compared, PuzzleError for a map that does not fit,
    PddlError for files that cannot be read at all.
    """
    note = ""
    try:
        model = instantiate(pair(problem, domain), {})
        values, note = fitted(puzzle, parameters, model)
        note = "; ".join((*model.file.notes, *filter(None, [note])))
        verdict = check(instantiate_smallest(puzzle, values), model, given, needs_map="map" in forms)
        hints = hints_for(verdict, (model.domain, model.problem), hint) if hint else []
        report = Report(verdict, hints, note)
    except (UncheckedError, ParameterError) as error:
        return unjudged(problem, "undecided", f"{error}; {note}".rstrip("; ."))
    except PddlError as error:
        return unjudged(problem, "unreadable", mistakes_in(problem, domain) or f"{error}\n")
    outcome: Outcome = "different" if report.ways else "same"
    texts = {form: report.told(form, layout) for form, layout in forms.items()}
    return Judged(problem, outcome, "", {"problem": problem, "verdict": outcome, **report.as_data()}, texts)


def told(puzzle: str, found: Sequence[Judged], form: str, tables: Sequence[Table] = (), **data: object) -> str:
    """Return all that came of a model in a format; of several problems first a table, last those given, or as JSON the data given."""
    if form == "json":
        return json_text({"puzzle": puzzle, "verdict": worst(found), **data, "instances": [one.data for one in found]})
    layout = LAYOUTS.get(form, PLAIN)
    undecided = "<p>Not decided: {}.</p>\n" if form == "html" else "Not decided: {}.\n"
    reports = [
        one.texts.get(form, "") or undecided.format(escape(one.said) if form == "html" else one.said)
        for one in found
        if one.verdict != "unreadable"
    ]
    if len(found) > 1:
        rows = [(one.problem, one.verdict, ", ".join(kinds_in(one))) for one in found]
        reports.insert(0, layout(Table(("Problem", "Verdict", "Differences"), tuple(rows))))
    parts = [*reports, *map(layout, tables)]
    return render("narration/models.html.j2", {"title": puzzle, "parts": parts}) if form == "html" else "\n".join(parts)


def kinds_in(*found: Judged) -> list[str]:
    """Return the kinds of differences, each once, as they are told."""
    return [*dict.fromkeys(one["kind"] for judged in found for one in judged.data.get("differences", ()))]


def unjudged(problem: str, outcome: Outcome, said: str) -> Judged:
    """Return what comes of a problem that was not held against the puzzle, with the reason."""
    return Judged(problem, outcome, said, {"problem": problem, "verdict": outcome, "why": said.strip()}, {})
