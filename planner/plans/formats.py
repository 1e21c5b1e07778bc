"""The forms of plan files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from planner.plans.ipc import read_ipc
from planner.plans.plan import Plan
from planner.plans.text import PlanText

__all__ = ["FORMATS", "PlanFormat"]


@dataclass(frozen=True, slots=True)
class PlanFormat:
    """A form of plan files."""

    name: str
    recognises: Callable[[PlanText], bool]
    """whether a text is of this form: by marks that no other form has"""
    read: Callable[[PlanText], tuple[Plan, ...]]
    """the plans of such a text; raises PlanError"""


FORMATS = (PlanFormat("the planning competitions' form", lambda text: True, read_ipc),)
"""asked in this order: the first that recognises a text reads it"""
