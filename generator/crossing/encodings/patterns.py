"""Safe companies as patterns: "these are here, those are away, of the rest it does not matter".

Positive STRIPS has no "or", so a place can be required to be safe only by naming a way of being safe. The patterns
are a disjoint cover of the safe companies: each safe company matches exactly one pattern, no other company matches any.
They are the paths to truth in the reduced decision tree of "this company keeps every rule" that asks for the travellers
in their order (Bryant, IEEE Transactions on Computers C-35 (1986) 677-691, without the sharing).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from generator.crossing.constraints import presences
from generator.crossing.instance import Instance
from generator.crossing.rules import truth_table
from generator.errors import check_size

MOST_TRAVELLERS = 20
MOST_PATTERNS = 5_000
WHERE = " in the dialects strips, costs and temporal with named travellers"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A set of companies: those with all of ``here`` and none of ``away``."""

    here: int
    away: int


def safe_patterns(instance: Instance) -> tuple[Pattern, ...]:
    """Return the disjoint patterns of the companies that keep every rule; one that asks for nothing if all do.

    Raises EncodingError if there are more than 20 travellers (the truth table has 2^n entries) or 5,000 patterns.
    """
    return _patterns(instance, _truth_table)


def unsafe_patterns(instance: Instance) -> tuple[Pattern, ...]:
    """Return the disjoint patterns of the companies that break a rule; none if there are no rules. Raises as ``safe_patterns``."""
    everything = (1 << (1 << min(len(instance.travellers), MOST_TRAVELLERS))) - 1
    return _patterns(instance, lambda instance: everything & ~_truth_table(instance))


def _patterns(instance: Instance, true: Callable[[Instance], int]) -> tuple[Pattern, ...]:
    """Return the disjoint patterns of the companies of which a truth table is true."""
    total = len(instance.travellers)
    check_size(instance.puzzle, total, "travellers", MOST_TRAVELLERS, WHERE)
    table = true(instance)

    @functools.cache
    def count(table: int, length: int) -> int:
        match _halves(table, length):
            case None:
                return 0 if table == 0 else 1
            case absent, present, half:
                return count(absent, half) if absent == present else count(absent, half) + count(present, half)

    @functools.cache
    def cover(table: int, length: int, index: int) -> tuple[Pattern, ...]:
        match _halves(table, length):
            case None:
                return () if table == 0 else (Pattern(0, 0),)
            case absent, present, half:
                if absent == present:
                    return cover(absent, half, index + 1)
                bit = 1 << index
                with_it = (Pattern(pattern.here | bit, pattern.away) for pattern in cover(present, half, index + 1))
                without = (Pattern(pattern.here, pattern.away | bit) for pattern in cover(absent, half, index + 1))
                return (*with_it, *without)

    ways = "ways for a place to be safe or unsafe"
    check_size(instance.puzzle, count(table, 1 << total), ways, MOST_PATTERNS, WHERE)
    return cover(table, 1 << total, 0)


def _truth_table(instance: Instance) -> int:
    """Return the table of "this company keeps every rule"; the first traveller is the table's highest variable."""
    return truth_table(instance.rules_at("place"), presences(len(instance.travellers))[::-1])


def _halves(table: int, length: int) -> tuple[int, int, int] | None:
    """Return the table's halves for "absent" and "present" and their length, or None if the table is constant."""
    if table == 0 or table == (1 << length) - 1:
        return None
    half = length // 2
    return table & ((1 << half) - 1), table >> half, half
