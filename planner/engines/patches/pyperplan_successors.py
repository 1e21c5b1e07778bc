"""pyperplan tries every operator in every state; here a tree of preconditions leads from a state to the operators that are applicable in it.

The successors are the same, in the same order. The tree is that of `generator.pddl.applicable`.

Used by the worker only.
"""

from __future__ import annotations

from typing import Any

from generator.pddl.applicable import Applicable
from planner.engines.patches.guard import Original, Patch

PATCH = Patch(
    "pyperplan-successors",
    "pyperplan",
    ("2.0", "2.1"),
    (
        Original("pyperplan.task:Task.get_successor_states", ("c22a746735cfe12e",), "(self, state)"),
        Original("pyperplan.task:Operator.applicable", ("c069fdb1b31a6d67",), "(self, state)"),
        Original("pyperplan.task:Operator.apply", ("bec6da23270faff7",), "(self, state)"),
    ),
)


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
