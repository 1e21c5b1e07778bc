"""Checks of all submissions in a folder, each in its own process, and the report on them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, overload

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.planner.answer_formatting import format_csv
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME, DEFAULT_MEMORY, DEFAULT_TIMEOUT
from ferryplan.planner.system.progress import begin_item, end_item, set_total
from ferryplan.planner.system.scratch import ScratchFolder
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.user_files import check_output_folder, rewrite_files
from ferryplan.planner.system.worker_options import WorkerOptions
from ferryplan.teaching.checking.course_rendering import (
    GradedModel,
    judge_submission,
    make_course_files,
    render_course_overview,
    tabulate_submissions,
)
from ferryplan.teaching.checking.examination import REPORT_LAYOUTS, JudgedProblem, judge_problem, make_unjudged_problem
from ferryplan.teaching.checking.interpretation_map import InterpretationMap
from ferryplan.teaching.checking.model_check import ModelCheck
from ferryplan.teaching.checking.rubric import Rubric
from ferryplan.teaching.checking.submissions import find_submissions, hash_file_stats
from ferryplan.teaching.checking.verdict_search import list_state_variables


@dataclass(frozen=True, slots=True, repr=False)
class CourseReport(RenderableSequence[ModelCheck]):
    """The result of a course: a sequence of model checks with points, one for each submission.

    An index may also be the name of a submission.
    """

    formats = ("text", "markdown", "html", "json", "csv", "junit", "gradescope")
    renderer = "ferryplan.teaching.checking.course_report:render_course"

    puzzle: str
    """The name of the puzzle."""
    checks: tuple[ModelCheck, ...]
    """The checks, in the order in which the submissions were finished."""
    planned: int
    """The number of submissions in the folder; larger than the number of checks if the work was interrupted."""
    notes: tuple[str, ...] = ()
    """Remarks on the rubric, such as kinds of differences that it does not mention."""

    @property
    def items(self) -> tuple[ModelCheck, ...]:
        """The checks, in the order in which the submissions were finished."""
        return self.checks

    def __repr__(self) -> str:
        """Return a short description with the name of the puzzle and the number of submissions."""
        return f"CourseReport({self.puzzle!r}, submissions={len(self)})"

    @overload
    def __getitem__(self, index: int | str) -> ModelCheck: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[ModelCheck, ...]: ...

    def __getitem__(self, index: int | str | slice) -> ModelCheck | tuple[ModelCheck, ...]:
        """Return a check by its index or by the name of its submission, or the checks of a slice.

        Raises KeyError if there is no submission with the name.
        """
        if isinstance(index, str):
            return {one.submission: one for one in self.checks}[index]
        return self.checks[index]

    @property
    def graded_models(self) -> list[GradedModel]:
        """The judged problems and the grade of each submission, as pairs from which reports are rendered."""
        return [(one.judged, one.grade) for one in self.checks]

    def files(self, form: str = "text") -> dict[str, str]:
        """Return the report files by name: one report for each submission, an overview, and results.csv."""
        return make_course_files(self.puzzle, self.graded_models, self.planned, form)

    def save(self, folder: str | Path, form: str = "text", *, overwrite: bool = False) -> None:
        """Write the reports into a folder.

        Raises OutputError for a folder that holds other files, unless ``overwrite`` replaces them.
        """
        check_output_folder(Path(folder), overwrite)
        rewrite_files(Path(folder), self.files(form), overwrite)


def render_course(found: CourseReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the report on a course in the format ``form``, one of `CourseReport.formats`."""
    if form == "csv":
        table = tabulate_submissions(found.graded_models)
        return format_csv((table.heading, *table.rows))
    drawn = layout if form == "text" else REPORT_LAYOUTS.get(form, PLAIN)
    return render_course_overview(found.puzzle, found.graded_models, found.planned, form, drawn)


@dataclass(frozen=True)
class CourseCheckSettings:
    """The puzzle, the options and the limits with which each submission of a course is checked."""

    puzzle: PuzzleFile
    """The puzzle with which the submissions are compared."""
    parameters: Mapping[str, ParameterValue]
    """The given values of the puzzle's parameters; other values come from the submissions."""
    interpretation_map: InterpretationMap | None = None
    """The interpretation to use for every model; None if the check searches for an interpretation of each model."""
    rubric: Rubric = field(default_factory=Rubric)
    """The points of each kind of difference."""
    hint: int = 0
    """The level of hints, from 0 (none) to 3 (what to write)."""
    hint_time: float = DEFAULT_HINT_TIME
    """The time limit for the hints of a submission, in seconds."""
    timeout: float = DEFAULT_TIMEOUT
    """The time limit of a submission, in seconds."""
    memory: int = DEFAULT_MEMORY
    """The memory limit of a submission, in MiB."""

    def check_submissions_in_folder(self, folder: Path, workers: WorkerOptions, stop: StoppableBlock) -> CourseReport:
        """Compare each submission in a folder with the puzzle, in separate processes, and return the report.

        If ``stop`` interrupts the work, the report holds the submissions that were finished.

        Raises PddlError if the folder has no submissions, and EncodingError if the puzzle does not support comparisons with models.
        """
        list_state_variables(instantiate_smallest(self.puzzle, self.parameters))
        # Hints must leave a submission enough of its time for the verdict.
        hints: dict[str, Any] = {"hint": self.hint, "hint_time": min(self.hint_time, self.timeout / 2)}
        judge = functools.partial(
            judge_problem, self.puzzle, self.parameters, interpretation_map=self.interpretation_map, **hints
        )
        asked: dict[str, Any] = {"puzzle": self.puzzle.given_values(), "parameters": self.parameters}
        asked |= {"map": self.interpretation_map and self.interpretation_map.name, **hints}
        handed, done = find_submissions(folder), list[ModelCheck]()
        labels = {f"{name} {hash_file_stats(paths)}": name for name, paths in handed.items()}
        blank = ModelCheck(self.puzzle.name, (), self.rubric)
        set_total(len(handed))
        with (
            ScratchFolder() as scratch,
            workers.start_pool(
                judge_submission, asked, timeout=self.timeout, memory=self.memory,
                on_begin=lambda label: begin_item(labels[label]), on_end=lambda label: end_item(labels[label]),
                encode=lambda found: [one._asdict() for one in found], decode=lambda data: [JudgedProblem(**one) for one in data],
            ) as calls,
        ):  # fmt: skip
            for label, name in labels.items():
                calls.submit(judge, [path.absolute() for path in handed[name]], scratch, name=label)
            for label, found, error in itertools.chain(stop.iterate(calls.outcomes()), calls.ready_outcomes()):
                verdicts = tuple(found or [make_unjudged_problem("", "undecided", f"{error}")])
                done.append(replace(blank, judged=verdicts, submission=labels[label]))
        late = [name for name in self.rubric.late if name not in handed]
        notes = tuple(format_message("commands.late-without-submission", name=name) for name in late)
        return CourseReport(self.puzzle.name, tuple(done), len(handed), notes)
