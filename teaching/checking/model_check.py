"""The answer of `check` about one model: the verdict on each of its problems, the differences, and points where a rubric is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.rendering import Renderable
from ferryplan.teaching.checking import judging
from ferryplan.teaching.checking.course import EXCHANGED, report
from ferryplan.teaching.checking.judging import Judged, Outcome, worst
from ferryplan.teaching.checking.rubric import Rubric


@dataclass(frozen=True, slots=True, repr=False)
class ModelCheck(Renderable):
    """A comparison of a model with a puzzle: the verdict, and each difference with the shortest scenario that shows it."""

    formats = ("text", "markdown", "html", "json", "junit", "gradescope")
    renderer = "ferryplan.teaching.checking.model_check:render_check"

    puzzle: str
    """The name of the puzzle."""
    judged: tuple[Judged, ...] = field(hash=False)
    """The comparison of each problem of the model."""
    rubric: Rubric | None = field(default=None, hash=False)
    """The points of each kind of difference; None without points."""
    submission: str = ""
    """The name of the submission; empty if the model is not one of a course."""

    def __repr__(self) -> str:
        """Return the puzzle and the verdict."""
        name = f", submission={self.submission!r}" if self.submission else ""
        return f"ModelCheck({self.puzzle!r}, verdict={self.verdict!r}{name})"

    @property
    def verdict(self) -> Outcome:
        """The verdict: same, different, undecided or unreadable; of several problems the worst."""
        return worst(self.judged)

    @property
    def reason(self) -> str:
        """The reason why nothing is decided, or what is wrong with the PDDL; empty if the model was compared."""
        return "".join(one.said for one in self.judged)

    @property
    def differences(self) -> list[dict[str, Any]]:
        """The differences, as ``differences`` of the JSON: what differs, and the scenario that shows it."""
        return [way for one in self.judged for way in one.data.get("differences", ())]

    @property
    def hints(self) -> list[str]:
        """The hints, in the order of the differences."""
        return [one["hint"] for one in self.differences if one.get("hint")]

    @property
    def map(self) -> str:
        """The map from facts of the model to the puzzle, as a file in TOML; empty unless `check` was called with ``show_map``."""
        return "".join(one.texts.get("map", "") for one in self.judged)

    @property
    def grade(self) -> dict[str, Any]:
        """The points by the rubric, with what each deduction is for."""
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
