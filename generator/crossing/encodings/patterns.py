"""Safe companies as patterns: "these are here, those are away, of the rest it does not matter".

Positive STRIPS has no "or", so a place can be required to be safe only by naming a way of being safe. The patterns
are a disjoint cover of the safe companies: each safe company matches exactly one pattern, no other company matches any.
They are the paths to truth in the reduced decision tree of "this company keeps every rule" that asks for the travelers
in their order (Bryant, IEEE Transactions on Computers C-35 (1986) 677-691, without the sharing). Where they are too many, the diagram with
the sharing is cut into layers: each is a look at some of the travelers, and what is left to ask below it, a node, is the next question.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import presences
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import Rule, truth_table
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.errors import check_size

MOST_TRAVELLERS = 20
MOST_PATTERNS = 5_000
MOST_UNSAFE = 200
WAYS_EACH, MORE_WAYS_EACH = 8, 20


@dataclass(frozen=True, slots=True)
class Pattern:
    """A set of companies: those with all of ``here`` and none of ``away``."""

    here: int
    away: int


class Way(NamedTuple):
    """A way in which one look at a place may turn out."""

    asked: int
    """which of the questions that the look before may leave, from 0; of the first look at which of the instance's areas it is"""
    pattern: Pattern
    left: int
    """which question it leaves to the look after it; 0 if it is the last"""


def safe_looks(instance: Instance) -> list[list[Way]]:
    """Return the looks with which a place is found safe, each with its ways: of a safe company just one way of each fits, of others none.

    One look at all if it has at most 8 ways for each traveler. Otherwise the looks are at some of the travelers each, those who are alike
    or belong together next to each other: two, the first at as many as can be, so that hardly any company fails the second, after a state in
    vain; or, where that takes more ways, as few looks as have at most 20 for each traveler; or those with the fewest. Raises EncodingError if
    there are more than 20 travelers (the truth table has 2^n entries) or 5,000 ways.
    """
    total = len(instance.travellers)
    _check_size(instance, total, "crossing.travelers", MOST_TRAVELLERS)
    most = WAYS_EACH * total
    few = (
        Way(number, pattern, 0)
        for number, area in enumerate(instance.areas)
        for pattern, _ in _paths(_truth_table(area.rules, range(total)), range(total), 0, total)
    )
    # One more than allowed is enough to see that there are too many: there may be exponentially many.
    if len(look := list(itertools.islice(few, most + 1))) <= most:
        return [look]
    units = [unit for units in instance.once(ExchangeOfTravellers).classes for unit in units]
    order = list(itertools.chain.from_iterable(units))
    ends = list(itertools.accumulate(map(len, units), initial=0))
    tables = [_truth_table(area.rules, order) for area in instance.areas]
    best = list[list[Way]]()
    in_two = (({0, end, total}, most) for end in reversed(ends[1:-1]))
    in_more = (
        (
            {min(ends, key=lambda end: abs(end - total * cut / number)) for cut in range(number + 1)},
            MORE_WAYS_EACH * total,
        )
        for number in range(2, total + 1)
    )
    for cuts, enough in itertools.chain(in_two, in_more):
        looks, questions = list[list[Way]](), tables
        for start, end in itertools.pairwise(sorted(cuts)):
            left: dict[int, int] = {}
            ways = (
                # Equal tables are one question: this is where the diagram shares its nodes.
                Way(asked, pattern, left.setdefault(rest, len(left)))
                for asked, question in enumerate(questions)
                for pattern, rest in _paths(question, order, start, end)
            )
            looks.append(list(itertools.islice(ways, MOST_PATTERNS + 1)))
            questions = list(left)
        best = min(best or looks, looks, key=lambda found: sum(map(len, found)))
        if sum(map(len, looks)) <= enough:
            best = looks
            break
    _check_size(instance, sum(map(len, best)), "crossing.safe-ways", MOST_PATTERNS)
    return best


def unsafe_patterns(instance: Instance) -> list[tuple[Pattern, ...]]:
    """Return for each area of an instance the disjoint patterns of the companies that break a rule; none if there are no rules.

    Raises EncodingError if there are more than 20 travelers or 200 patterns.
    """
    total = len(instance.travellers)
    _check_size(instance, total, "crossing.travelers", MOST_TRAVELLERS)
    everything = (1 << (1 << total)) - 1
    tables = [everything & ~_truth_table(area.rules, range(total)) for area in instance.areas]

    @functools.cache
    def count(table: int, length: int) -> int:
        if length == 1 or not table:
            return table
        absent, present = _halves(table, length // 2)
        return count(present, length // 2) + (count(absent, length // 2) if absent != present else 0)

    # The patterns are counted with shared tables before any is listed: there may be exponentially many.
    ways = max(count(table, 1 << total) for table in tables)
    what, where = format_message("crossing.broken-ways"), format_message("crossing.in-temporal")
    check_size(instance.puzzle, ways, what, MOST_UNSAFE, where)
    return [tuple(pattern for pattern, _ in _paths(table, range(total), 0, total)) for table in tables]


def _truth_table(rules: Sequence[Rule], order: Sequence[int]) -> int:
    """Return the table of "this company keeps every rule"; the first traveler of the order is the table's highest variable."""
    tables = dict(zip(order, reversed(presences(len(order))), strict=True))
    return truth_table(rules, [tables[index] for index in range(len(order))])


def _paths(table: int, order: Sequence[int], start: int, end: int) -> Iterator[tuple[Pattern, int]]:
    """Yield the patterns of the travelers from ``start`` to ``end``, given the table from ``start`` on, and the table that each leaves."""
    if not table or start == end:
        yield from [(Pattern(0, 0), table)] if table else []
        return
    absent, present = _halves(table, 1 << len(order) - start - 1)
    bit = 1 << order[start] if absent != present else 0
    for pattern, rest in _paths(present, order, start + 1, end):
        yield Pattern(pattern.here | bit, pattern.away), rest
    if bit:
        for pattern, rest in _paths(absent, order, start + 1, end):
            yield Pattern(pattern.here, pattern.away | bit), rest


def _halves(table: int, half: int) -> tuple[int, int]:
    """Return the table's halves for "absent" and "present", given their length."""
    return table & ((1 << half) - 1), table >> half


def _check_size(instance: Instance, found: int, key: str, most: int) -> None:
    """Raise EncodingError if an instance has more of something than the dialects of this module can express.

    Args:
        found: How many there are.
        key: The message that names them.
        most: How many there may be.
    """
    check_size(instance.puzzle, found, format_message(key), most, format_message("crossing.in-dialects-named"))
