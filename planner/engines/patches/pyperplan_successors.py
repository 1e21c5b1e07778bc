"""pyperplan tries every operator in every state; here a tree of preconditions leads from a state to the operators that are applicable in it.

The successors are the same, in the same order. The tree is the successor generator of M. Helmert, "The Fast Downward planning system",
Journal of Artificial Intelligence Research 26 (2006) 191-246, over facts instead of variables.

Used by the worker only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

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

FEW = 6
"""so many operators are tried one by one"""


def apply() -> None:
    """Have pyperplan look for successors as this module does, if it is as expected."""
    if PATCH.fits():
        from pyperplan.task import Task

        Task.get_successor_states = successors


def successors(task: Any, state: frozenset[str]) -> list[tuple[Any, frozenset[str]]]:
    """Return each operator that is applicable in a state, with the state that it leads to, in the order of the task's operators."""
    try:
        root = task.root
    except AttributeError:
        root = task.root = _tree(task.operators)
    found, branches = list[tuple[int, Any]](), [root]
    for branch in branches:
        found += [entry for entry in branch.operators if entry[1].preconditions <= state]
        if branch.following:
            branches += map(branch.following.__getitem__, branch.facts & state)
    found.sort(key=lambda entry: entry[0])
    return [(operator, (state - operator.del_effects) | operator.add_effects) for _, operator in found]


class _Branch(NamedTuple):
    """Operators with certain preconditions in common: some to be tried, and for each further precondition a branch of the rest."""

    operators: list[tuple[int, Any]]
    following: dict[str, _Branch]
    facts: frozenset[str]
    """what there is a branch for"""


def _tree(operators: Sequence[Any]) -> _Branch:
    """Return the tree of the operators, numbered; the preconditions that most of them share come first."""
    shared = Counter(fact for operator in operators for fact in operator.preconditions)
    paths = [
        (sorted(operator.preconditions, key=lambda fact: (-shared[fact], fact)), (number, operator))
        for number, operator in enumerate(operators)
    ]

    def grown(entries: list[tuple[list[str], tuple[int, Any]]], depth: int) -> _Branch:
        here, following = list[tuple[int, Any]](), defaultdict[str, list[tuple[list[str], tuple[int, Any]]]](list)
        for path, operator in entries:
            if len(path) == depth or len(entries) <= FEW:
                here.append(operator)
            else:
                following[path[depth]].append((path, operator))
        branches = {fact: grown(rest, depth + 1) for fact, rest in following.items()}
        return _Branch(here, branches, frozenset(branches))

    return grown(paths, 0)
