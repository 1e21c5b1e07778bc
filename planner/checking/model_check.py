"""The answer of `check` about one model: the verdict on each of its problems, the differences, and points where a rubric is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ferryplan.planner.checking import judging
from ferryplan.planner.checking.course import EXCHANGED, report
from ferryplan.planner.checking.judging import Judged, Outcome, worst
from ferryplan.planner.checking.rubric import Rubric
from ferryplan.planner.rendering import Renderable
from ferryplan.planner.telling import PLAIN, Layout


@dataclass(frozen=True, slots=True, repr=False)
class ModelCheck(Renderable):
    """How a model compares with a puzzle: the verdict, and each difference with the shortest scenario that shows it."""

    formats = ("text", "markdown", "html", "json", "junit", "gradescope")
    renderer = "ferryplan.planner.checking.model_check:render_check"

    puzzle: str
    """the puzzle's name"""
    judged: tuple[Judged, ...] = field(hash=False)
    """the comparison of each problem, as data that goes from process to process"""
    rubric: Rubric | None = field(default=None, hash=False)
    """what each kind of difference costs; None where no points are given"""
    submission: str = ""
    """who has handed it in; empty where that is nobody of a course"""

    def __repr__(self) -> str:
        """Return the puzzle and the verdict."""
        name = f", submission={self.submission!r}" if self.submission else ""
        return f"ModelCheck({self.puzzle!r}, verdict={self.verdict!r}{name})"

    @property
    def verdict(self) -> Outcome:
        """``same``, ``different``, ``undecided``, or ``unreadable``; of several problems the worst."""
        return worst(self.judged)

    @property
    def reason(self) -> str:
        """Why nothing is decided, or what is wrong with the PDDL; empty where the model was compared."""
        return "".join(one.said for one in self.judged)

    @property
    def differences(self) -> list[dict[str, Any]]:
        """The differences, as ``differences`` in JSON has them."""
        return [way for one in self.judged for way in one.data.get("differences", ())]

    @property
    def hints(self) -> list[str]:
        """The hints that were found, in the order of the differences."""
        return [one["hint"] for one in self.differences if one.get("hint")]

    @property
    def map(self) -> str:
        """Which facts of the model tell who is where, as a file for ``map``; empty unless it was asked for."""
        return "".join(one.texts.get("map", "") for one in self.judged)

    @property
    def grade(self) -> dict[str, Any]:
        """The points by the rubric, in all and by problem, and for what points were taken; without a rubric by the usual one."""
        return (self.rubric or Rubric()).grade(self.judged, self.submission or self.puzzle)


def render_check(found: ModelCheck, form: str, *, layout: Layout = PLAIN) -> str:
    """Return a comparison in a format."""
    if found.verdict == "unreadable" and form in ("text", "markdown"):
        return found.reason
    return render_model(found, form)


def render_model(found: ModelCheck, form: str) -> str:
    """Return a comparison in a format, without what is wrong with PDDL that cannot be read; with points where a rubric is given."""
    if form in EXCHANGED or found.rubric is not None:
        return report(found.puzzle, (found.judged, found.grade), form)
    return judging.told(found.puzzle, found.judged, form)
