"""The public result of `check` for one model: verdicts on its problems, differences, points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.rendering import Renderable
from ferryplan.teaching.checking import examination
from ferryplan.teaching.checking.course_rendering import EXCHANGE_FORMATS, render_model_report
from ferryplan.teaching.checking.examination import JudgedProblem, ModelOutcome, find_worst_outcome
from ferryplan.teaching.checking.rubric import Rubric


@dataclass(frozen=True, slots=True, repr=False)
class ModelCheck(Renderable):
    """The result of comparing a model with a puzzle: a verdict, and differences with shortest scenarios."""

    formats = ("text", "markdown", "html", "json", "junit", "gradescope")
    renderer = "ferryplan.teaching.checking.model_check:render_check"

    puzzle: str
    """The name of the puzzle."""
    judged: tuple[JudgedProblem, ...] = field(hash=False)
    """The verdict on each problem of the model, with its report."""
    rubric: Rubric | None = field(default=None, hash=False)
    """The points for each kind of difference; None if the model is not graded."""
    submission: str = ""
    """The name of the submission; empty if the model does not belong to a course."""

    def __repr__(self) -> str:
        """Return a short description with the name of the puzzle, the verdict and the submission."""
        name = f", submission={self.submission!r}" if self.submission else ""
        return f"ModelCheck({self.puzzle!r}, verdict={self.verdict!r}{name})"

    @property
    def verdict(self) -> ModelOutcome:
        """The verdict: same, different, undecided or unreadable; for several problems, the worst."""
        return find_worst_outcome(self.judged)

    @property
    def reason(self) -> str:
        """Why the check is undecided, or the errors in the PDDL; empty if the model was compared."""
        return "".join(one.reason for one in self.judged)

    @property
    def differences(self) -> list[dict[str, Any]]:
        """The differences, each with its scenario, as objects like those under ``differences`` in JSON output."""
        return [way for one in self.judged for way in one.report_data.get("differences", ())]

    @property
    def hints(self) -> list[str]:
        """The hints for correcting the model, in the order of the differences; empty without requested hints."""
        return [one["hint"] for one in self.differences if one.get("hint")]

    @property
    def map(self) -> str:
        """The interpretation of the model as a TOML file; empty unless `check` was called with ``show_map``."""
        return "".join(one.report_texts.get("map", "") for one in self.judged)

    @property
    def grade(self) -> dict[str, Any]:
        """The grade according to the rubric: points, full points, and the reason for each deduction."""
        return (self.rubric or Rubric()).grade(self.judged, self.submission or self.puzzle)


def render_check(found: ModelCheck, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the report on a model in the format ``form``, one of `ModelCheck.formats`.

    For unreadable PDDL, text and Markdown show only the errors.
    """
    if found.verdict == "unreadable" and form in ("text", "markdown"):
        return found.reason
    return render_without_errors(found, form)


def render_without_errors(found: ModelCheck, form: str) -> str:
    """Return the report on a model in the format ``form``, with points if there is a rubric.

    Unlike `render_check`, it leaves errors in the PDDL to the caller.
    """
    if form in EXCHANGE_FORMATS or found.rubric is not None:
        return render_model_report(found.puzzle, (found.judged, found.grade), form)
    return examination.render_model_results(found.puzzle, found.judged, form)
