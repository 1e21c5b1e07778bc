"""Reports on a course: one for each submission, and an overview with common mistakes."""

from __future__ import annotations

import contextlib
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.escaping import escape_hidden
from ferryplan.generator.layout import Layout
from ferryplan.generator.templates import render_escaped
from ferryplan.generator.wording import Table
from ferryplan.planner.answer_formatting import format_csv, format_json
from ferryplan.teaching.checking.examination import (
    REPORT_LAYOUTS,
    JudgedProblem,
    list_difference_kinds,
    make_unjudged_problem,
    render_model_results,
)
from ferryplan.teaching.checking.submissions import read_model

FILE_ENDINGS = {"text": "txt", "markdown": "md", "html": "html"}
"""The file name ending of each report format."""
EXCHANGE_FORMATS = ("junit", "gradescope")
"""Formats for other programs: JUnit's XML, which Jenkins and GitLab read, and the results.json of Gradescope."""
GradedModel = tuple[Sequence[JudgedProblem], Mapping[str, Any]]
"""The results for all problems of a model, and its grade, the mapping that `Rubric.grade` returns."""


def judge_submission(
    judge_problem: Callable[[str, str], JudgedProblem], paths: Sequence[Path], scratch_folder: str
) -> list[JudgedProblem]:
    """Compare each problem of a submission with the puzzle, and return one result for each problem.

    ``judge_problem`` compares one problem; its arguments are the file names of the problem and the domain. ``paths`` are the files of the
    submission. The function writes the PDDL of these files into a new folder inside ``scratch_folder``, which is the working directory while
    ``judge_problem`` runs.
    """
    try:
        domain, problems = read_model(paths)
    except PddlError as error:
        return [make_unjudged_problem("", "unreadable", f"{error}\n")]
    # On another machine, the scratch folder does not exist.
    folder = tempfile.mkdtemp(dir=scratch_folder if Path(scratch_folder).is_dir() else None)
    names = _make_safe_names(PurePath(name).name for name, _ in (domain, *problems))
    # Without processes, this process itself judges the submissions, and goes on in its own folder afterwards.
    with contextlib.chdir(folder):
        for name, (_, text) in zip(names, (domain, *problems), strict=True):
            Path(name).write_text(text, "utf-8")
        return [judge_problem(name, names[0]) for name in sorted(names[1:])]


def render_model_report(puzzle: str, graded_model: GradedModel, form: str) -> str:
    """Return the report on one graded model in the format ``form``, with its points and deductions."""
    found, grade = graded_model
    if form in EXCHANGE_FORMATS:
        parts = [([each], part) for each, part in zip(found, grade["instances"], strict=True)]
        return _render_exchange_format(form, puzzle, grade["points"], parts)
    wrong = tuple((line,) for each in found if each.verdict == "unreadable" for line in each.reason.splitlines())
    taken = ", ".join(
        format_message("check.deduction", count=amount, amount=f"{amount:g}", kind=key)
        for key, amount in grade["taken"].items()
    )
    heading = format_message("check.points-of", maximum=f"{grade['max_points']:g}")
    points = Table((heading, format_message("check.deductions")), ((f"{grade['points']:g}", taken),))
    data = {key: grade[key] for key in ("points", "max_points", "taken")}
    errors = [Table((format_message("check.errors"),), wrong)] if wrong else []
    return render_model_results(puzzle, found, form, [*errors, points], **data)


def render_course_overview(
    puzzle: str,
    graded_models: Sequence[GradedModel],
    submission_count: int,
    form: str,
    layout: Layout,
    report_files: Sequence[str] = (),
) -> str:
    """Return the overview of a course: a table of the submissions, and the most common mistakes.

    ``submission_count`` is the number of submissions in the course; some may not be graded yet. ``report_files`` are the files with
    the reports on the submissions, to which a page has links. The reports have no links to each other, because each is for its author.
    The exchange formats (``junit``,
    ``gradescope``) list the submissions without an overview.
    """
    if form in EXCHANGE_FORMATS:
        return _render_exchange_format(form, puzzle, sum(grade["points"] for _, grade in graded_models), graded_models)
    context = {
        "puzzle": puzzle,
        "planned": submission_count,
        "mistakes": _count_difference_kinds(graded_models),
        "submissions": [grade for _, grade in graded_models],
    }
    if form == "json":
        return format_json(context)
    context["reports"] = [
        (name, grade["submission"]) for name, (_, grade) in zip(report_files, graded_models, strict=False)
    ]
    context["table"] = layout(tabulate_submissions(graded_models))
    return layout.wrap_text(render_escaped(form, f"narration/course.{form}.j2", context))


def make_course_files(
    puzzle: str, graded_models: Sequence[GradedModel], submission_count: int, form: str
) -> dict[str, str]:
    """Return the report files of a course, as texts by file name.

    There is one report for each submission, a table of all submissions (``results.csv``), and the overview.
    """
    kind, table = form if form in REPORT_LAYOUTS else "text", tabulate_submissions(graded_models)
    names = _make_safe_names((grade["submission"] for _, grade in graded_models), ("overview", "results"))
    form, ending = ("gradescope", "json") if form == "gradescope" else (kind, FILE_ENDINGS[kind])
    names = [f"{name}.{ending}" for name in names]
    overview = render_course_overview(puzzle, graded_models, submission_count, kind, REPORT_LAYOUTS[kind], names)
    files = {f"overview.{FILE_ENDINGS[kind]}": overview, "results.csv": format_csv((table.heading, *table.rows))}
    return files | {
        name: render_model_report(puzzle, one, form) for name, one in zip(names, graded_models, strict=True)
    }


def _render_exchange_format(form: str, puzzle: str, points: float, test_cases: Sequence[GradedModel]) -> str:
    """Return graded models in a format for other programs, one of `EXCHANGE_FORMATS`.

    Each graded model in ``test_cases`` becomes a test case. ``points`` are the points of the whole submission or course.
    """
    told = ((part, render_model_report(puzzle, (found, part), "text")) for found, part in test_cases)
    rows = [(part.get("submission") or part["problem"], text, part) for part, text in told]
    return escape_hidden(
        render_escaped(form, f"narration/{form}.j2", {"puzzle": puzzle, "points": points, "parts": rows})
    )


def _make_safe_names(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Return file names made from ``names``, without special characters.

    The file names differ from each other and from the names in ``taken``, even if case is ignored.
    """
    known, found = {*taken}, list[str]()
    for name in names:
        plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:60] or "unnamed"
        while plain.casefold() in known:
            plain = f"_{plain}"
        known.add(plain.casefold())
        found.append(plain)
    return found


def tabulate_submissions(graded_models: Sequence[GradedModel]) -> Table:
    """Return a table of the submissions: name, verdict, kinds of differences, points, full points."""
    rows = []
    for found, grade in graded_models:
        points = [f"{grade[key]:g}" for key in ("points", "max_points")]
        rows.append((grade["submission"], grade["verdict"], ", ".join(list_difference_kinds(*found)), *points))
    keys = ("check.submission", "check.verdict", "check.differences", "check.points", "check.maximum")
    return Table(tuple(map(format_message, keys)), tuple(rows))


def _count_difference_kinds(graded_models: Sequence[GradedModel]) -> list[dict[str, Any]]:
    """Return the kinds of differences in a course, the most common first.

    Each entry has the ``kind``, the names of the ``submissions`` with this difference, and an ``example``, a difference with a shortest
    scenario.
    """
    whose = dict[str, dict[str, dict[str, Any]]]()
    for found, grade in graded_models:
        for one in (one for judged in found for one in judged.report_data.get("differences", ())):
            whose.setdefault(f"{one['kind']} {one['where'] or ''}".strip(), {}).setdefault(grade["submission"], one)
    return [
        {"kind": kind, "submissions": [*those], "example": min(those.values(), key=lambda one: len(one["steps"]))}
        for kind, those in sorted(whose.items(), key=lambda item: -len(item[1]))
    ]
