"""What engines answer, however it is told: on PDDL of others, and on puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from generator.instance import AnyInstance
from planner.plans.action import Action
from planner.status import Status

__all__ = ["Answer", "PuzzleResult"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine says of PDDL that was not generated here. Its plan is carried out on the PDDL, not replayed by rules that are not there."""

    status: Status
    engine: str
    plan: tuple[Action, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    cost: Fraction | None = None
    """what the plan costs by the problem's metric, where it has one and that is known"""


class PuzzleResult(Protocol):
    """What is known of a puzzle of any family once an engine was asked."""

    @property
    def instance(self) -> AnyInstance:
        """What was asked about."""

    @property
    def status(self) -> Status:
        """What came of it."""
