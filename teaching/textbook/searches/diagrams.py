"""Sets of assignments as binary decision diagrams.

R. E. Bryant, "Graph-based algorithms for Boolean function manipulation", IEEE Transactions on Computers 35 (1986) 677-691: reduced, and
ordered by the numbers of the variables. Equal sets are the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

NOTHING, ALL = 0, 1
"""the empty set, and that of all assignments"""
Change: TypeAlias = tuple[int, bool | None, bool]
"""a variable, what it is to be before, if that matters, and what it is afterwards"""


class Diagrams:
    """Diagrams over so many variables."""

    def __init__(self, variables: int) -> None:
        self._nodes = [(variables, 0, 0), (variables, 1, 1)]
        """of each its variable, and the sets in which that is false and true"""
        self._numbers = dict[tuple[int, int, int], int]()
        self._joined = dict[tuple[str, int, int], int]()

    def __len__(self) -> int:
        return len(self._nodes)

    def node(self, variable: int, low: int, high: int) -> int:
        """Return the set that is one where a variable is false and another one where it is true, neither asking for what stands before it."""
        if low == high:
            return low
        # Each triple has one node only, so equal sets have equal numbers (R. E. Bryant, 1986).
        found = self._numbers.setdefault((variable, low, high), len(self._nodes))
        if found == len(self._nodes):
            self._nodes.append((variable, low, high))
        return found

    def cube(self, literals: Iterable[tuple[int, bool]]) -> int:
        """Return the assignments in which some variables are as they are given."""
        found = ALL
        for variable, value in sorted(literals, reverse=True):
            found = self.node(variable, *((NOTHING, found) if value else (found, NOTHING)))
        return found

    def both(self, one: int, other: int) -> int:
        """Return the intersection."""
        return self._apply("and", one, other)

    def either(self, one: int, other: int) -> int:
        """Return the union."""
        return self._apply("or", one, other)

    def without(self, one: int, other: int) -> int:
        """Return what of one is not in the other."""
        return self._apply("but", one, other)

    def image(self, whole: int, changes: Sequence[Change]) -> int:
        """Return what becomes of a set by changes, ascending."""
        known = dict[tuple[int, int], int]()

        def changed(one: int, at: int) -> int:
            if one == NOTHING or at == len(changes):
                return one
            if (one, at) not in known:
                (variable, before, after), top = changes[at], self._nodes[one][0]
                low, high = self._halves(one, min(top, variable))
                if top < variable:
                    known[one, at] = self.node(top, changed(low, at), changed(high, at))
                else:
                    rest = changed(self.either(low, high) if before is None else high if before else low, at + 1)
                    known[one, at] = self.node(variable, *((NOTHING, rest) if after else (rest, NOTHING)))
            return known[one, at]

        return changed(whole, 0)

    def count(self, whole: int) -> int:
        """Return how many assignments there are in a set."""
        known = {NOTHING: 0, ALL: 1}

        def counted(one: int) -> int:
            if one not in known:
                variable, *parts = self._nodes[one]
                # A variable that is skipped may be either, which doubles the number of assignments.
                known[one] = sum(counted(part) << self._nodes[part][0] - variable - 1 for part in parts)
            return known[one]

        return counted(whole) << self._nodes[whole][0]

    def assignments(self, whole: int, variable: int = 0) -> Iterator[int]:
        """Yield the assignments in a set, as masks of what is true."""
        top, low, high = self._nodes[whole]
        if whole == NOTHING or variable == self._nodes[0][0]:
            yield from [0] if whole else ()
        elif top > variable:
            yield from (rest | value << variable for value in (0, 1) for rest in self.assignments(whole, variable + 1))
        else:
            for value, part in enumerate((low, high)):
                yield from (rest | value << variable for rest in self.assignments(part, variable + 1))

    def _apply(self, how: str, one: int, other: int) -> int:
        if one in (NOTHING, ALL) and other in (NOTHING, ALL):
            return {"and": one & other, "or": one | other, "but": one & ~other}[how]
        if (how, one, other) not in self._joined:
            variable = min(self._nodes[one][0], self._nodes[other][0])
            (low, high), (other_low, other_high) = self._halves(one, variable), self._halves(other, variable)
            parts = self._apply(how, low, other_low), self._apply(how, high, other_high)
            self._joined[how, one, other] = self.node(variable, *parts)
        return self._joined[how, one, other]

    def _halves(self, whole: int, variable: int) -> tuple[int, int]:
        """Return the sets that a set is where a variable, not behind its first one, is false and where it is true."""
        top, low, high = self._nodes[whole]
        return (low, high) if top == variable else (whole, whole)
