"""A course: each submission in a folder compared in a process of its own, and the report of all of them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, overload

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import Value
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.planner.system.files import check_free, write_again
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME, DEFAULT_MEMORY, DEFAULT_TIMEOUT
from ferryplan.planner.system.progress import begun, ended, expect
from ferryplan.planner.system.scratch import ScratchFolder
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.system.workers import Workers
from ferryplan.planner.telling import csv_text
from ferryplan.teaching.checking.course import Graded, check_submission, course, files_of, table_of
from ferryplan.teaching.checking.judging import LAYOUTS, Judged, judged, unjudged
from ferryplan.teaching.checking.mapping import Map
from ferryplan.teaching.checking.model_check import ModelCheck
from ferryplan.teaching.checking.rubric import Rubric
from ferryplan.teaching.checking.submissions import stamp, submissions
from ferryplan.teaching.checking.verdict import casts_of


@dataclass(frozen=True, slots=True, repr=False)
class CourseReport(RenderableSequence[ModelCheck]):
    """The submissions of a course, compared with a puzzle: a sequence of model checks with points.

    It also takes the name of a submission as an index.
    """

    formats = ("text", "markdown", "html", "json", "csv", "junit", "gradescope")
    renderer = "ferryplan.teaching.checking.course_check:render_course"

    puzzle: str
    """The name of the puzzle."""
    checks: tuple[ModelCheck, ...]
    """The checks, in the order in which they were finished."""
    planned: int
    """The number of submissions."""
    notes: tuple[str, ...] = ()
    """Remarks on the rubric."""

    @property
    def items(self) -> tuple[ModelCheck, ...]:
        """The checks."""
        return self.checks

    def __repr__(self) -> str:
        """Return the puzzle and the number of submissions."""
        return f"CourseReport({self.puzzle!r}, submissions={len(self)})"

    @overload
    def __getitem__(self, index: int | str) -> ModelCheck: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[ModelCheck, ...]: ...

    def __getitem__(self, index: int | str | slice) -> ModelCheck | tuple[ModelCheck, ...]:
        """Return the check at an index or of a submission's name, or those of a slice. Raises KeyError for a name that there is not."""
        if isinstance(index, str):
            return {one.submission: one for one in self.checks}[index]
        return self.checks[index]

    @property
    def graded(self) -> list[Graded]:
        """Each comparison with its points."""
        return [(one.judged, one.grade) for one in self.checks]

    def files(self, form: str = "text") -> dict[str, str]:
        """Return the reports by the names of their files: one for each submission, an overview and results.csv."""
        return files_of(self.puzzle, self.graded, self.planned, form)

    def save(self, folder: str | Path, form: str = "text", *, overwrite: bool = False) -> None:
        """Write the reports into a folder.

        Raises OutputError for a folder that holds other files, unless ``overwrite`` replaces them.
        """
        check_free(Path(folder), overwrite)
        write_again(Path(folder), self.files(form), overwrite)


def render_course(found: CourseReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the report of a course in a format."""
    if form == "csv":
        table = table_of(found.graded)
        return csv_text((table.heading, *table.rows))
    drawn = layout if form == "text" else LAYOUTS.get(form, PLAIN)
    return course(found.puzzle, found.graded, found.planned, form, drawn)


@dataclass(frozen=True)
class CourseTask:
    """What is asked of each submission, and within which limits."""

    puzzle: PuzzleFile
    parameters: Mapping[str, Value]
    given: Map | None = None
    """which facts of a model tell what; None where that is found"""
    rubric: Rubric = field(default_factory=Rubric)
    hint: int = 0
    hint_time: float = DEFAULT_HINT_TIME
    timeout: float = DEFAULT_TIMEOUT
    memory: int = DEFAULT_MEMORY

    def check(self, folder: Path, workers: Workers, stop: Stopping) -> CourseReport:
        """Compare each submission in a folder; once `stop` has stopped, the report holds those that have ended.

        Raises PddlError for a folder without submissions, EncodingError for puzzles with which no models are compared.
        """
        casts_of(instantiate_smallest(self.puzzle, self.parameters))
        # Hints must leave a submission enough of its time for the verdict.
        hints: dict[str, Any] = {"hint": self.hint, "hint_time": min(self.hint_time, self.timeout / 2)}
        judge = functools.partial(judged, self.puzzle, self.parameters, given=self.given, **hints)
        asked: dict[str, Any] = {"puzzle": self.puzzle.said(), "parameters": self.parameters}
        asked |= {"map": self.given and self.given.name, **hints}
        handed, done = submissions(folder), list[ModelCheck]()
        labels = {f"{name} {stamp(paths)}": name for name, paths in handed.items()}
        blank = ModelCheck(self.puzzle.name, (), self.rubric)
        expect(len(handed))
        with (
            ScratchFolder() as scratch,
            workers.start(
                check_submission, asked, timeout=self.timeout, memory=self.memory,
                begun=lambda label: begun(labels[label]), ended=lambda label: ended(labels[label]),
                encode=lambda found: [one._asdict() for one in found], decode=lambda data: [Judged(**one) for one in data],
            ) as calls,
        ):  # fmt: skip
            for label, name in labels.items():
                calls.ask(judge, [path.absolute() for path in handed[name]], scratch, name=label)
            for label, found, error in itertools.chain(stop.each(calls.outcomes()), calls.ready()):
                verdicts = tuple(found or [unjudged("", "undecided", f"{error}")])
                done.append(replace(blank, judged=verdicts, submission=labels[label]))
        late = [name for name in self.rubric.late if name not in handed]
        notes = tuple(format_message("commands.late-without-submission", name=name) for name in late)
        return CourseReport(self.puzzle.name, tuple(done), len(handed), notes)
