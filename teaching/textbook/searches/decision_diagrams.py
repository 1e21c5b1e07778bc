"""Sets of truth assignments as reduced ordered binary decision diagrams.

An assignment gives each variable, numbered from 0, the value true or false; the symbolic search represents a state as an assignment and a
fact as a variable. R. E. Bryant, "Graph-based algorithms for Boolean function manipulation", IEEE Transactions on Computers 35 (1986)
677-691. The variable order is the order of their numbers. A set is known by the number of its root node, so equal sets have equal numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

EMPTY_SET, FULL_SET = 0, 1
"""The numbers of the empty set, and of the set of all assignments."""
VariableChange: TypeAlias = tuple[int, bool | None, bool]
"""A variable, its required value before the change (None for any value), and its value after the change."""


class DecisionDiagrams:
    """Sets of truth assignments to `variable_count` variables, as decision diagrams that share nodes.

    The methods take and return sets as numbers of their root nodes.
    """

    def __init__(self, variable_count: int) -> None:
        self._nodes = [(variable_count, 0, 0), (variable_count, 1, 1)]
        """For each node, its variable, and the sets for the values false and true of this variable."""
        self._numbers = dict[tuple[int, int, int], int]()
        self._apply_cache = dict[tuple[str, int, int], int]()

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self._nodes)

    def get_or_make_node(self, variable: int, low: int, high: int) -> int:
        """Return the set that equals ``low`` where a variable is false, and ``high`` where it is true.

        ``low`` and ``high`` must depend only on later variables.
        """
        if low == high:
            return low
        # Each triple has only one node, so equal sets have equal numbers (R. E. Bryant, 1986).
        found = self._numbers.setdefault((variable, low, high), len(self._nodes))
        if found == len(self._nodes):
            self._nodes.append((variable, low, high))
        return found

    def assignments_with(self, literals: Iterable[tuple[int, bool]]) -> int:
        """Return the set of all assignments in which the given variables have the given values.

        ``literals`` are pairs of a variable and its value.
        """
        found = FULL_SET
        for variable, value in sorted(literals, reverse=True):
            found = self.get_or_make_node(variable, *((EMPTY_SET, found) if value else (found, EMPTY_SET)))
        return found

    def intersection(self, one: int, other: int) -> int:
        """Return the set of assignments that are in both sets."""
        return self._apply("and", one, other)

    def union(self, one: int, other: int) -> int:
        """Return the set of assignments that are in at least one of two sets."""
        return self._apply("or", one, other)

    def difference(self, one: int, other: int) -> int:
        """Return the set of assignments that are in ``one``, but not in ``other``."""
        return self._apply("but", one, other)

    def image(self, root: int, changes: Sequence[VariableChange]) -> int:
        """Return the set of assignments that result from changes of variables in the assignments of a set.

        The changes must be in ascending order of the variables. A change may require a value before the change;
        assignments without this value are left out.
        """
        known = dict[tuple[int, int], int]()

        def apply_changes(one: int, at: int) -> int:
            if one == EMPTY_SET or at == len(changes):
                return one
            if (one, at) not in known:
                (variable, before, after), top = changes[at], self._nodes[one][0]
                low, high = self._cofactors(one, min(top, variable))
                if top < variable:
                    known[one, at] = self.get_or_make_node(top, apply_changes(low, at), apply_changes(high, at))
                else:
                    rest = apply_changes(self.union(low, high) if before is None else high if before else low, at + 1)
                    known[one, at] = self.get_or_make_node(
                        variable, *((EMPTY_SET, rest) if after else (rest, EMPTY_SET))
                    )
            return known[one, at]

        return apply_changes(root, 0)

    def count(self, root: int) -> int:
        """Return the number of assignments in a set."""
        known = {EMPTY_SET: 0, FULL_SET: 1}

        def count_from_node(one: int) -> int:
            if one not in known:
                variable, *parts = self._nodes[one]
                # A skipped variable may be true or false, which doubles the number of assignments.
                known[one] = sum(count_from_node(part) << self._nodes[part][0] - variable - 1 for part in parts)
            return known[one]

        return count_from_node(root) << self._nodes[root][0]

    def assignments(self, root: int, first_variable: int = 0) -> Iterator[int]:
        """Yield the assignments in a set, as bit masks of the true variables.

        Variables with a number below ``first_variable`` are left out; the set must not depend on them.
        """
        top, low, high = self._nodes[root]
        if root == EMPTY_SET or first_variable == self._nodes[0][0]:
            yield from [0] if root else ()
        elif top > first_variable:
            yield from (
                rest | value << first_variable
                for value in (0, 1)
                for rest in self.assignments(root, first_variable + 1)
            )
        else:
            for value, part in enumerate((low, high)):
                yield from (rest | value << first_variable for rest in self.assignments(part, first_variable + 1))

    def _apply(self, operation: str, one: int, other: int) -> int:
        """Return the result of a set operation, ``and``, ``or`` or ``but`` (difference), on two sets."""
        if one in (EMPTY_SET, FULL_SET) and other in (EMPTY_SET, FULL_SET):
            return {"and": one & other, "or": one | other, "but": one & ~other}[operation]
        if (operation, one, other) not in self._apply_cache:
            variable = min(self._nodes[one][0], self._nodes[other][0])
            (low, high), (other_low, other_high) = self._cofactors(one, variable), self._cofactors(other, variable)
            parts = self._apply(operation, low, other_low), self._apply(operation, high, other_high)
            self._apply_cache[operation, one, other] = self.get_or_make_node(variable, *parts)
        return self._apply_cache[operation, one, other]

    def _cofactors(self, whole: int, variable: int) -> tuple[int, int]:
        """Return two parts of a set: where a variable is false, and where it is true.

        The parts no longer depend on the variable. The variable must not come after the first variable on which the set depends.
        """
        top, low, high = self._nodes[whole]
        return (low, high) if top == variable else (whole, whole)
