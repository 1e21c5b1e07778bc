"""pyperplan tries every operator in every state; here a tree of preconditions leads from a state to the operators that are applicable in it.

The successors are the same, in the same order. The tree is that of `ferryplan.generator.pddl.applicable`.

Used by the worker only.
"""

from __future__ import annotations

from typing import Any

from ferryplan.generator.pddl.applicable import Applicable
from ferryplan.planner.engines.patches.guard import patch

PATCH = patch("pyperplan-successors")


def apply() -> None:
    """Have pyperplan look for successors as this module does, if it is as expected."""
    if PATCH.fits():
        from pyperplan.task import Task

        Task.get_successor_states = successors


def successors(task: Any, state: frozenset[str]) -> list[tuple[Any, frozenset[str]]]:
    """Return each operator that is applicable in a state, with the state that it leads to, in the order of the task's operators."""
    try:
        tree = task.tree
    except AttributeError:
        tree = task.tree = Applicable(task.operators, lambda operator: operator.preconditions)
    return [(operator, (state - operator.del_effects) | operator.add_effects) for operator in tree.fitting(state)]
