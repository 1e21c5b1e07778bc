"""What engines answer on PDDL of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from planner.plans.plan import Action
from planner.result import Status

__all__ = ["Answer"]


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
