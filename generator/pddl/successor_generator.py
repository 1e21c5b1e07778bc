"""The successor generator: a decision tree that finds the applicable operators of a state.

It is the successor generator of M. Helmert, "The Fast Downward planning system", Journal of Artificial
Intelligence Research 26 (2006) 191-246, over facts instead of variables.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from ferryplan.domains.messages import format_message

Thing = TypeVar("Thing")
UNMET_PRECONDITION = format_message("pddl.rule-precondition")
MAX_UNBRANCHED = 6
"""the maximum number of operators that are tested one by one, without a branch"""
NumberedThing: TypeAlias = tuple[int, frozenset[Any], Thing]
"""the number of a thing (its position in the original order), the facts that it requires, and the thing"""


class SuccessorGenerator(Generic[Thing]):
    """A decision tree that finds the operators (or other values) whose required facts hold in a state."""

    def __init__(self, operators: Sequence[Thing], required: Callable[[Thing], frozenset[Any]]) -> None:
        self.operators = operators
        entries = [(number, required(thing), thing) for number, thing in enumerate(operators)]
        shared = Counter(fact for _, facts, _ in entries for fact in facts)
        # Facts that many things require come first, so that these things share their branches.
        paths = [(sorted(entry[1], key=lambda fact: (-shared[fact], fact)), entry) for entry in entries]
        self._root = _grow_branch(paths, 0)

    def find_applicable(self, facts: frozenset[Any]) -> list[Thing]:
        """Return the operators whose required facts are all among ``facts``, in their original order."""
        found: list[NumberedThing[Thing]] = []
        branches = [self._root]
        for branch in branches:
            found += [entry for entry in branch.entries if entry[1] <= facts]
            if branch.branches:
                # Only branches of facts that hold are entered, no matter how many others there are.
                branches += map(branch.branches.__getitem__, branch.branch_facts & facts)
        found.sort()  # by their numbers, which are all different
        return [thing for _, _, thing in found]


class _Branch(NamedTuple, Generic[Thing]):
    """A node of the decision tree.

    It contains operators to test one by one. It also has a branch for each further fact that operators below it
    require.
    """

    entries: list[NumberedThing[Thing]]
    branches: dict[Any, _Branch[Thing]]
    branch_facts: frozenset[Any]
    """the facts that have a branch"""


def _grow_branch(paths: Sequence[tuple[list[Any], NumberedThing[Thing]]], depth: int) -> _Branch[Thing]:
    here: list[NumberedThing[Thing]] = []
    further: dict[Any, list[tuple[list[Any], NumberedThing[Thing]]]] = defaultdict(list)
    for path, entry in paths:
        if len(path) == depth or len(paths) <= MAX_UNBRANCHED:
            here.append(entry)
        else:
            further[path[depth]].append((path, entry))
    branches = {fact: _grow_branch(rest, depth + 1) for fact, rest in further.items()}
    return _Branch(here, branches, frozenset(branches))
