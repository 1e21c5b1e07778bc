"""A rubric, which says how many points a model gets.

It has deductions for kinds of differences, weights of problems, and limits for late submissions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

from ferryplan.domains.messages import format_message, read_messages
from ferryplan.generator.errors import PuzzleError, format_suggestion
from ferryplan.generator.puzzle_file import ErrorDiagnostic, TomlFile
from ferryplan.generator.toml_positions import TomlPositions
from ferryplan.generator.toml_reading import parse_toml_file
from ferryplan.generator.toml_tables import Field
from ferryplan.planner.system.user_files import read_text
from ferryplan.teaching.checking.check_report import VIOLATION_PLACE_KEYS
from ferryplan.teaching.checking.examination import JudgedProblem, find_worst_outcome

PointAmount = Annotated[int | float, Field(ge=0, le=10**6)]
DEFAULT_DEDUCTION_KEY = "otherwise"
"""The key of the deduction for kinds of differences that the rubric does not mention."""
NOTED_DATA_KEYS = {"dead-end": "dead_end", "unneeded": "unneeded"}
"""Flaws that a model can have without differing from the puzzle, as keys of the rubric, with the keys of report data that show them. They
cost points only if the rubric has a deduction for them."""


class Rubric(TomlFile):
    """The contents of a rubric file.

    Each kind of difference deducts points from the full points, once for each problem.
    """

    points: PointAmount = 100
    undecided: PointAmount = 0
    unreadable: PointAmount = 0
    taken: dict[str, PointAmount] = Field(default_factory=lambda: {DEFAULT_DEDUCTION_KEY: 20})
    weights: dict[str, PointAmount] = Field(
        default_factory=dict, description="the weight of each problem, by the name of its file"
    )
    late: dict[str, Annotated[int, Field(ge=0)]] = Field(
        default_factory=dict, description="the days that a submission was late, by its name"
    )
    late_caps: list[PointAmount] = Field(default_factory=list, description="the most points after 1, 2, … days")

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield a diagnostic for each deduction whose key is not a kind of difference."""
        known = [
            *read_messages("differences"),
            *(f"rule-missing {place}" for place in VIOLATION_PLACE_KEYS),
            *NOTED_DATA_KEYS,
            DEFAULT_DEDUCTION_KEY,
        ]
        for key in self.taken.keys() - {*known}:
            says = format_message("puzzles.unknown-key", key=key) + format_suggestion(key, known)
            yield ErrorDiagnostic(f"taken.{key}", says, is_unknown_key=True)

    def grade(self, judged_problems: Sequence[JudgedProblem], name: str = "") -> dict[str, Any]:
        """Return the grade of a model as a JSON object: submission, verdict, points, deductions, problems.

        ``name`` is the name of the submission, which the rubric may list as late. If problems have weights, only these problems count, and
        a missing one gets no points.
        """
        instances, weight = list[dict[str, Any]](), sum(self.weights.values()) or 1
        for one in judged_problems:
            share = self.weights.get(Path(one.problem).name, 0) / weight if self.weights else 1 / len(judged_problems)
            taken = dict(map(self._find_deduction, one.report_data.get("differences", ())))
            taken |= {
                key: self.taken[key]
                for key, data in NOTED_DATA_KEYS.items()
                if one.report_data.get(data) and key in self.taken
            }
            points = {"undecided": self.undecided, "unreadable": self.unreadable}.get(one.verdict, self.points)
            points = round(max(0, points - sum(taken.values())) * share, 2)
            instances.append(
                {**one.report_data, "points": points, "max_points": round(self.points * share, 2), "taken": taken}
            )
        points = sum(one["points"] for one in instances)
        taken = {key: amount for one in instances for key, amount in one["taken"].items()}
        if self.late_caps and (days := self.late.get(name, 0)):
            cap = self.late_caps[min(days, len(self.late_caps)) - 1]
            points, taken = min(points, cap), {**taken, "late": max(0, round(points - cap, 2))}
        graded = {"points": round(points, 2), "max_points": self.points, "taken": taken, "instances": instances}
        return {"submission": name, "verdict": find_worst_outcome(judged_problems), **graded}

    def _find_deduction(self, difference: dict[str, Any]) -> tuple[str, float]:
        """Return the key of the deduction for a difference, such as ``rule-missing boat``, and its points."""
        key = f"{difference['kind']} {difference['where']}"
        key = key if key in self.taken else difference["kind"]
        return key, self.taken.get(key, self.taken.get(DEFAULT_DEDUCTION_KEY, 0))


def read_rubric(text: str, name: str) -> Rubric:
    """Parse the text of a rubric; ``name`` is its name in errors.

    Raises PuzzleError with a line for each mistake.
    """
    return parse_toml_file(Rubric, text, TomlPositions(text), name)


def read_rubric_file(name: str) -> Rubric:
    """Read a rubric from the file ``name``.

    Raises PuzzleError with a line for each mistake.
    """
    return read_rubric(read_text(name, PuzzleError), name)
