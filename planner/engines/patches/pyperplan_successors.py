"""Faster successors for pyperplan, by a tree of preconditions that leads to the applicable operators.

pyperplan itself tries every operator in every state. The patch returns the same successors in the same order.
`ferryplan.generator.pddl.successor_generator` builds the tree.

Used by the worker only.
"""

from __future__ import annotations

from typing import Any

from ferryplan.generator.pddl.successor_generator import SuccessorGenerator
from ferryplan.planner.engines.patches.guard import load_patch

PATCH = load_patch("pyperplan-successors")


def apply_patch() -> None:
    """Replace pyperplan's successor function by `successors`, unless it differs from the tested code."""
    if PATCH.is_applicable():
        from pyperplan.task import Task

        Task.get_successor_states = successors


def successors(task: Any, state: frozenset[str]) -> list[tuple[Any, frozenset[str]]]:
    """Return each applicable operator with its successor state, in the order of the task's operators."""
    try:
        tree = task.tree
    except AttributeError:
        tree = task.tree = SuccessorGenerator(task.operators, lambda operator: operator.preconditions)
    return [
        (operator, (state - operator.del_effects) | operator.add_effects) for operator in tree.find_applicable(state)
    ]
