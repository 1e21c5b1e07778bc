"""Points for a model: how many each kind of difference takes, what its problems weigh, what being late costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

from ferryplan.domains.messages import format_message, read_messages
from ferryplan.generator.errors import PuzzleError, nearest
from ferryplan.generator.positions import Positions
from ferryplan.generator.puzzle_file import File, Mistake
from ferryplan.generator.reading import table_in
from ferryplan.generator.tables import Field
from ferryplan.planner.system.files import read_text
from ferryplan.teaching.checking.judging import Judged, worst
from ferryplan.teaching.checking.report import WHERE

Amount = Annotated[int | float, Field(ge=0, le=10**6)]
OTHERWISE = "otherwise"
NOTED = {"dead-end": "dead_end", "unneeded": "unneeded"}
"""what a model may have that is the same as the puzzle, as it stands in the data of a report; it costs nothing unless asked"""


class Rubric(File):
    """A file of points: for models that are right, and for others, from which each kind of difference takes some, once for each problem."""

    points: Amount = 100
    undecided: Amount = 0
    unreadable: Amount = 0
    taken: dict[str, Amount] = Field(default_factory=lambda: {OTHERWISE: 20})
    weights: dict[str, Amount] = Field(
        default_factory=dict, description="the weight of each problem, by the name of its file"
    )
    late: dict[str, Annotated[int, Field(ge=0)]] = Field(
        default_factory=dict, description="the days that a submission was late, by its name"
    )
    late_caps: list[Amount] = Field(default_factory=list, description="the most points after 1, 2, … days")

    def mistakes(self) -> Iterator[Mistake]:
        """Yield the kinds of differences that there are not."""
        known = [*read_messages("differences"), *(f"rule-missing {place}" for place in WHERE), *NOTED, OTHERWISE]
        for key in self.taken.keys() - {*known}:
            says = format_message("puzzles.unknown-key", key=key) + nearest(key, known)
            yield Mistake(f"taken.{key}", says, unknown=True)

    def grade(self, found: Sequence[Judged], name: str = "") -> dict[str, Any]:
        """Return what came of the problems of a model, for programs, with points; a submission of that name may be late.

        Where problems have weights, no others count, and one that is missing counts as none.
        """
        instances, weight = list[dict[str, Any]](), sum(self.weights.values()) or 1
        for one in found:
            share = self.weights.get(Path(one.problem).name, 0) / weight if self.weights else 1 / len(found)
            taken = dict(map(self._taken_for, one.data.get("differences", ())))
            taken |= {key: self.taken[key] for key, data in NOTED.items() if one.data.get(data) and key in self.taken}
            points = {"undecided": self.undecided, "unreadable": self.unreadable}.get(one.verdict, self.points)
            points = round(max(0, points - sum(taken.values())) * share, 2)
            instances.append(
                {**one.data, "points": points, "max_points": round(self.points * share, 2), "taken": taken}
            )
        points = sum(one["points"] for one in instances)
        taken = {key: amount for one in instances for key, amount in one["taken"].items()}
        if self.late_caps and (days := self.late.get(name, 0)):
            cap = self.late_caps[min(days, len(self.late_caps)) - 1]
            points, taken = min(points, cap), {**taken, "late": max(0, round(points - cap, 2))}
        graded = {"points": round(points, 2), "max_points": self.points, "taken": taken, "instances": instances}
        return {"submission": name, "verdict": worst(found), **graded}

    def _taken_for(self, difference: dict[str, Any]) -> tuple[str, float]:
        """Return for what points are taken, and how many."""
        key = f"{difference['kind']} {difference['where']}"
        key = key if key in self.taken else difference["kind"]
        return key, self.taken.get(key, self.taken.get(OTHERWISE, 0))


def read_rubric(text: str, name: str) -> Rubric:
    """Return the rubric in a text, which errors call by its name. Raises PuzzleError, a line for each mistake."""
    return table_in(Rubric, text, Positions(text), name)


def rubric_in(name: str) -> Rubric:
    """Return what a file says. Raises PuzzleError, a line for each mistake."""
    return read_rubric(read_text(name, PuzzleError), name)
