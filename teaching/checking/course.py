"""A whole course: each submission judged, and what came of them with the commonest mistakes, told and as files."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.escaping import visible
from ferryplan.generator.layout import Layout
from ferryplan.generator.templates import render_as
from ferryplan.generator.wording import Table
from ferryplan.planner.telling import csv_text, json_text
from ferryplan.teaching.checking.judging import LAYOUTS, Judged, kinds_in, told, unjudged
from ferryplan.teaching.checking.submissions import model_in

ENDINGS = {"text": "txt", "markdown": "md", "html": "html"}
EXCHANGED = ("junit", "gradescope")
"""formats for other programs: JUnit's XML, which Jenkins and GitLab read, and results.json as Gradescope has it"""
Graded = tuple[Sequence[Judged], Mapping[str, Any]]
"""what came of a model, and the same with points, as `Rubric.grade` returns it"""


def check_submission(judge: Callable[[str, str], Judged], paths: Sequence[Path], folder: str) -> list[Judged]:
    """Return what comes of each problem of a submission. Its files are written anew into a scratch folder, which is gone to."""
    try:
        domain, problems = model_in(paths)
    except PddlError as error:
        return [unjudged("", "unreadable", f"{error}\n")]
    os.chdir(tempfile.mkdtemp(dir=folder if Path(folder).is_dir() else None))  # on another machine it is not
    names = _safe(PurePath(name).name for name, _ in (domain, *problems))
    for name, (_, text) in zip(names, (domain, *problems), strict=True):
        Path(name).write_text(text, "utf-8")
    return [judge(name, names[0]) for name in sorted(names[1:])]


def report(puzzle: str, one: Graded, form: str) -> str:
    """Return what is told of one model, with its points."""
    found, grade = one
    if form in EXCHANGED:
        parts = [([each], part) for each, part in zip(found, grade["instances"], strict=True)]
        return _exchanged(form, puzzle, grade["points"], parts)
    wrong = tuple((line,) for each in found if each.verdict == "unreadable" for line in each.said.splitlines())
    taken = ", ".join(
        format_message("check.deduction", count=amount, amount=f"{amount:g}", kind=key)
        for key, amount in grade["taken"].items()
    )
    heading = format_message("check.points-of", maximum=f"{grade['max_points']:g}")
    points = Table((heading, format_message("check.deductions")), ((f"{grade['points']:g}", taken),))
    data = {key: grade[key] for key in ("points", "max_points", "taken")}
    errors = [Table((format_message("check.errors"),), wrong)] if wrong else []
    return told(puzzle, found, form, [*errors, points], **data)


def course(puzzle: str, all_found: Sequence[Graded], planned: int, form: str, layout: Layout) -> str:
    """Return a table of submissions, of so many that were ``planned``, then the commonest mistakes; or the same for programs."""
    if form in EXCHANGED:
        return _exchanged(form, puzzle, sum(grade["points"] for _, grade in all_found), all_found)
    context = {
        "puzzle": puzzle,
        "planned": planned,
        "mistakes": _mistakes(all_found),
        "submissions": [grade for _, grade in all_found],
    }
    if form == "json":
        return json_text(context)
    context["table"] = layout(table_of(all_found))
    return layout.filled(render_as(form, f"narration/course.{form}.j2", context))


def files_of(puzzle: str, all_found: Sequence[Graded], planned: int, form: str) -> dict[str, str]:
    """Return what is written of a course, by the names of the files: a report each, a table, and what ``course`` returns."""
    kind, table = form if form in LAYOUTS else "text", table_of(all_found)
    overview = course(puzzle, all_found, planned, kind, LAYOUTS[kind])
    files = {f"overview.{ENDINGS[kind]}": overview, "results.csv": csv_text((table.heading, *table.rows))}
    names = _safe((grade["submission"] for _, grade in all_found), ("overview", "results"))
    form, ending = ("gradescope", "json") if form == "gradescope" else (kind, ENDINGS[kind])
    return files | {f"{name}.{ending}": report(puzzle, one, form) for name, one in zip(names, all_found, strict=True)}


def _exchanged(form: str, puzzle: str, points: float, parts: Sequence[Graded]) -> str:
    told = ((part, report(puzzle, (found, part), "text")) for found, part in parts)
    rows = [(part.get("submission") or part["problem"], text, part) for part, text in told]
    return visible(render_as(form, f"narration/{form}.j2", {"puzzle": puzzle, "points": points, "parts": rows}))


def _safe(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Return names as files may have them, each another than those that are ``taken``, whatever its capitals."""
    known, found = {*taken}, list[str]()
    for name in names:
        plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:60] or "unnamed"
        while plain.casefold() in known:
            plain = f"_{plain}"
        known.add(plain.casefold())
        found.append(plain)
    return found


def table_of(all_found: Sequence[Graded]) -> Table:
    """Return a row for each submission: the verdict, the kinds of differences, the points."""
    rows = []
    for found, grade in all_found:
        points = [f"{grade[key]:g}" for key in ("points", "max_points")]
        rows.append((grade["submission"], grade["verdict"], ", ".join(kinds_in(*found)), *points))
    keys = ("check.submission", "check.verdict", "check.differences", "check.points", "check.maximum")
    return Table(tuple(map(format_message, keys)), tuple(rows))


def _mistakes(all_found: Sequence[Graded]) -> list[dict[str, Any]]:
    """Return the kinds of differences, the commonest first: whose they are, and the shortest scenario of any of them."""
    whose = dict[str, dict[str, dict[str, Any]]]()
    for found, grade in all_found:
        for one in (one for judged in found for one in judged.data.get("differences", ())):
            whose.setdefault(f"{one['kind']} {one['where'] or ''}".strip(), {}).setdefault(grade["submission"], one)
    return [
        {"kind": kind, "submissions": [*those], "example": min(those.values(), key=lambda one: len(one["steps"]))}
        for kind, those in sorted(whose.items(), key=lambda item: -len(item[1]))
    ]
