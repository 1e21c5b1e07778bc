"""Patterns of safe companies: which travelers must be at a place, and which must not be there.

A company is a set of travelers at a place. Positive STRIPS has no "or", so an action can require a safe place only by
naming one way of being safe. The patterns are a disjoint cover of the safe companies: each safe company matches exactly
one pattern, and no other company matches any. They are the paths to true in the reduced decision tree of "this company
satisfies every rule", which tests the travelers in their order (Bryant, IEEE Transactions on Computers C-35 (1986)
677-691, without sharing).

If there are too many patterns, several checks in a row prove a place safe. The decision diagram, now with shared nodes,
is cut into layers of travelers, and each layer is a check. The nodes below a layer are the questions that this check
leaves to the next one.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import make_presence_tables
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import Rule, truth_table_of_rules
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.errors import check_count_limit

MAX_TRAVELLERS = 20
MAX_PATTERNS = 5_000
MAX_UNSAFE = 200
WAYS_PER_TRAVELER, MAX_WAYS_PER_TRAVELER = 8, 20


@dataclass(frozen=True, slots=True)
class CompanyPattern:
    """A set of companies: those that contain everybody of ``here`` and nobody of ``away``.

    Both fields are bit masks of travelers. All other travelers may be present or absent.
    """

    here: int
    away: int


class CheckOutcome(NamedTuple):
    """One way for a place to pass a safety check: a pattern of the travelers there.

    The outcome answers a question that the previous check left open, and may leave a question to the next check.
    """

    question: int
    """the index of the question from the previous check that this outcome answers; in the first check, the index of the area"""
    pattern: CompanyPattern
    next_question: int
    """the index of the question that this outcome leaves to the next check; 0 in the last check"""


def list_safety_check_rounds(instance: Instance) -> list[list[CheckOutcome]]:
    """Return the rounds of checks that together prove a place safe; each round is a list of its outcomes.

    For a safe company (set of travelers at the place) exactly one outcome of each check matches; for an unsafe company,
    some check has no matching outcome.

    There is a single check if it has at most 8 outcomes per traveler. Otherwise each check covers some of the
    travelers; interchangeable and related travelers are next to each other. Two checks are tried first. The first of
    them covers as many travelers as possible, so that hardly any company passes it and fails the second, which would
    waste a state.

    If two checks have more than 8 outcomes per traveler, there are as few checks as possible with at most 20 outcomes
    per traveler, or else the checks with the fewest outcomes. Raises EncodingError if there are more than 20 travelers
    (the truth table has 2^n entries) or 5,000 outcomes.
    """
    total = len(instance.travellers)
    _check_named_encoding_size(instance, total, "crossing.travelers", MAX_TRAVELLERS)
    most = WAYS_PER_TRAVELER * total
    few = (
        CheckOutcome(number, pattern, 0)
        for number, area in enumerate(instance.rule_areas)
        for pattern, _ in _find_company_patterns(_make_truth_table(area.rules, range(total)), range(total), 0, total)
    )
    # One more than the limit is enough to see that there are too many: there may be exponentially many.
    if len(look := list(itertools.islice(few, most + 1))) <= most:
        return [look]
    units = [unit for units in instance.get_or_make(TravelerSymmetry).classes for unit in units]
    order = list(itertools.chain.from_iterable(units))
    ends = list(itertools.accumulate(map(len, units), initial=0))
    tables = [_make_truth_table(area.rules, order) for area in instance.rule_areas]
    best = list[list[CheckOutcome]]()
    in_two = (({0, end, total}, most) for end in reversed(ends[1:-1]))
    in_more = (
        (
            {min(ends, key=lambda end: abs(end - total * cut / number)) for cut in range(number + 1)},
            MAX_WAYS_PER_TRAVELER * total,
        )
        for number in range(2, total + 1)
    )
    for cuts, enough in itertools.chain(in_two, in_more):
        looks, questions = list[list[CheckOutcome]](), tables
        for start, end in itertools.pairwise(sorted(cuts)):
            left: dict[int, int] = {}
            ways = (
                # Equal tables are the same question: this is where the diagram shares its nodes.
                CheckOutcome(asked, pattern, left.setdefault(rest, len(left)))
                for asked, question in enumerate(questions)
                for pattern, rest in _find_company_patterns(question, order, start, end)
            )
            looks.append(list(itertools.islice(ways, MAX_PATTERNS + 1)))
            questions = list(left)
        best = min(best or looks, looks, key=lambda found: sum(map(len, found)))
        if sum(map(len, looks)) <= enough:
            best = looks
            break
    _check_named_encoding_size(instance, sum(map(len, best)), "crossing.safe-ways", MAX_PATTERNS)
    return best


def find_unsafe_patterns(instance: Instance) -> list[tuple[CompanyPattern, ...]]:
    """Return, for each area of an instance, the disjoint patterns of the companies that break a rule.

    An area is a group of places where the same rules bind. The tuple of an area is empty if no rule binds there. Raises
    EncodingError if there are more than 20 travelers, or more than 200 patterns in an area.
    """
    total = len(instance.travellers)
    _check_named_encoding_size(instance, total, "crossing.travelers", MAX_TRAVELLERS)
    everything = (1 << (1 << total)) - 1
    tables = [everything & ~_make_truth_table(area.rules, range(total)) for area in instance.rule_areas]

    @functools.cache
    def count_patterns(table: int, length: int) -> int:
        if length == 1 or not table:
            return table
        absent, present = _split_truth_table(table, length // 2)
        return count_patterns(present, length // 2) + (count_patterns(absent, length // 2) if absent != present else 0)

    # The patterns are counted with shared tables before any is listed: there may be exponentially many.
    ways = max(count_patterns(table, 1 << total) for table in tables)
    what, where = format_message("crossing.broken-ways"), format_message("crossing.in-temporal")
    check_count_limit(instance.puzzle, ways, what, MAX_UNSAFE, where)
    return [tuple(pattern for pattern, _ in _find_company_patterns(table, range(total), 0, total)) for table in tables]


def _make_truth_table(rules: Sequence[Rule], order: Sequence[int]) -> int:
    """Return the truth table of "this company satisfies every rule", as a bit mask over all companies.

    The first traveler in the order is the highest variable.
    """
    tables = dict(zip(order, reversed(make_presence_tables(len(order))), strict=True))
    return truth_table_of_rules(rules, [tables[index] for index in range(len(order))])


def _find_company_patterns(
    table: int, order: Sequence[int], start: int, end: int
) -> Iterator[tuple[CompanyPattern, int]]:
    """Yield patterns over some of the travelers, each with a truth table over the travelers after them.

    The patterns are over the travelers ``order[start:end]``. ``table`` is the truth table over the travelers
    ``order[start:]``.
    """
    if not table or start == end:
        yield from [(CompanyPattern(0, 0), table)] if table else []
        return
    absent, present = _split_truth_table(table, 1 << len(order) - start - 1)
    bit = 1 << order[start] if absent != present else 0
    for pattern, rest in _find_company_patterns(present, order, start + 1, end):
        yield CompanyPattern(pattern.here | bit, pattern.away), rest
    if bit:
        for pattern, rest in _find_company_patterns(absent, order, start + 1, end):
            yield CompanyPattern(pattern.here, pattern.away | bit), rest


def _split_truth_table(table: int, half: int) -> tuple[int, int]:
    """Return the two halves of a truth table: first for companies without the first traveler, then with.

    ``half`` is the number of bits in a half.
    """
    return table & ((1 << half) - 1), table >> half


def _check_named_encoding_size(instance: Instance, found: int, key: str, limit: int) -> None:
    """Raise EncodingError if an instance is too large for the dialects with named travelers.

    Args:
        instance: The instance.
        found: The number of travelers, or of other things, in the instance.
        key: The key of the message that names these things.
        limit: The largest allowed number of these things.
    """
    check_count_limit(instance.puzzle, found, format_message(key), limit, format_message("crossing.in-dialects-named"))
