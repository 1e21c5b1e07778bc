"""Conditions on the numbers of travelers at a place that describe when the place is safe.

The counted encoding groups travelers into interchangeable units, such as couples. A composition says how many units
have exactly a certain part, such as a wife without her husband, at a place. It is safe if it breaks no rule.

Guard rules distinguish only the counts none, one, and more. So a disjoint cover of patterns describes their safe
compositions: the paths to true in a reduced decision diagram over these three values (`patterns` does the same for
named travelers).

A balance compares sums: some travelers (the many) must not outnumber other travelers (the few), or must not exceed a
number. So a table of counts describes its safe compositions.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from operator import or_
from typing import assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import BalanceConstraint, GuardConstraint, QuorumConstraint
from ferryplan.generator.crossing.encodings.named import CountingBinding
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient import Composition, Quotient, UnitPart
from ferryplan.generator.errors import EncodingError, check_count_limit

MAX_COMPOSITIONS = 50_000
MAX_COMBINATIONS = 5_000_000
MAX_COLUMNS = 40
MAX_PATTERNS = 500
MAX_EVALUATIONS = 10_000

CountSet = frozenset[int]
"""A set of allowed counts from 0 to 2, where 2 stands for two or more."""

_PatternPath = tuple[tuple[UnitPart, CountSet], ...]


def group_guard_constraints_by_places(instance: Instance) -> list[tuple[frozenset[int], list[GuardConstraint]]]:
    """Return the groups of places where the same guard constraints bind.

    Each item is a pair: the indices of the places in a group, and the constraints that bind there. Every place is in
    exactly one group.
    """
    found = dict[tuple[int, ...], set[int]]()
    charges = instance.bound_constraints.guards
    for area in instance.rule_areas:
        binding = tuple(index for index, one in enumerate(charges) if area.places[0] in one.places)
        found.setdefault(binding, set()).update(area.places)
    return [(frozenset(places), [charges[index].constraint for index in some]) for some, places in found.items()]


def find_disjoint_patterns(
    quotient: Quotient, guard_constraints: Sequence[GuardConstraint]
) -> list[dict[UnitPart, CountSet]]:
    """Return disjoint patterns that match exactly the compositions satisfying all guard constraints.

    A composition gives the numbers of units (such as couples) that have a certain part (such as the wife alone) at a
    place. A pattern maps each part whose count matters to its allowed counts. The function tries several orders of the
    parts and returns the smallest set of patterns. Raises EncodingError for over 500 patterns, or over 50,000
    compositions to examine.
    """
    parts, values, holds = _make_guard_count_test(quotient, guard_constraints)
    compositions = math.prod(map(len, values))

    def find_patterns(order: Sequence[int]) -> list[dict[UnitPart, CountSet]]:
        return [
            dict(path) for path in _find_true_paths([(parts[index], values[index]) for index in order], (), holds) or ()
        ]

    # In the worst case each order examines every composition. So the fewer compositions there are, the more
    # orders are tried, but at least one.
    orders = itertools.islice(itertools.permutations(range(len(parts))), max(1, MAX_EVALUATIONS // compositions))
    best = min(map(find_patterns, orders), key=lambda found: (len(found), sum(map(len, found))))
    what, where = format_message("crossing.safe-ways"), format_message("crossing.in-counted")
    check_count_limit(quotient.instance.puzzle, len(best), what, MAX_PATTERNS, where)
    return best


def _make_guard_count_test(
    quotient: Quotient, guard_constraints: Sequence[GuardConstraint]
) -> tuple[list[UnitPart], list[range], Callable[[frozenset[tuple[UnitPart, int]]], bool | None]]:
    """Return the unit parts that guard constraints mention, their relevant counts, and a test of counts.

    The relevant counts are 0, 1 and 2, where 2 stands for two or more. The test takes a set of pairs (part, count), one
    for each part. It returns whether these counts satisfy the constraints, or None if they need more units than there
    are.
    """
    masks = ((1 << charge.victim) | charge.threats | charge.guardians for charge in guard_constraints)
    concerned = functools.reduce(or_, masks, 0)
    parts = [*quotient.count_travelers_by_part(concerned)]
    values = [range(min(2, len(quotient.classes[part.class_index].units)) + 1) for part in parts]
    if math.prod(map(len, values)) > MAX_COMPOSITIONS:
        statement = format_message("crossing.too-many-kinds", count=len(quotient.classes))
        raise EncodingError(statement, where=quotient.instance.puzzle, about="travelers")

    @functools.cache
    def satisfies_guard_constraints(counts: frozenset[tuple[UnitPart, int]]) -> bool | None:
        composition = dict(counts)
        if not quotient.has_enough_units(composition):
            return None
        company = quotient.example_company_of(composition)
        return all(charge.holds(company) for charge in guard_constraints)

    return parts, values, satisfies_guard_constraints


def find_prime_patterns(
    quotient: Quotient, guard_constraints: Sequence[GuardConstraint]
) -> list[dict[UnitPart, CountSet]]:
    """Return patterns, as general as possible, that match all safe compositions and no unsafe composition.

    A composition gives the numbers of units (such as couples) that have a certain part (such as the wife alone) at a
    place. It is safe if it satisfies every guard constraint. A pattern maps parts to their allowed counts.

    Unlike the patterns of `find_disjoint_patterns`, these may overlap. Each begins as a safe composition that no
    earlier pattern matches. Then each of its conditions is weakened as far as possible without matching an unsafe
    composition. Raises EncodingError for over 50,000 compositions to examine.
    """
    parts, values, holds = _make_guard_count_test(quotient, guard_constraints)
    compositions = [dict(zip(parts, counts, strict=True)) for counts in itertools.product(*values)]
    judged = [(composition, holds(frozenset(composition.items()))) for composition in compositions]
    unsafe = [composition for composition, safe in judged if safe is False]
    primes: list[dict[UnitPart, CountSet]] = []
    for composition, safe in judged:
        if not safe or any(_matches_pattern(prime, composition) for prime in primes):
            continue
        pattern = {part: frozenset({count}) for part, count in composition.items()}
        for part in sorted(parts, key=lambda part: composition[part] == 0):
            for wider in _list_count_sets_containing(composition[part]):
                loosened = {**pattern, part: wider} if wider else {key: pattern[key] for key in pattern if key != part}
                if not any(_matches_pattern(loosened, broken) for broken in unsafe):
                    pattern = loosened
                    break
        primes.append(pattern)
    return primes


def _list_count_sets_containing(count: int) -> list[CountSet]:
    """Return the sets of allowed counts that can replace an exact count in a pattern, weakest first.

    For the count 1, these are any count (written as the empty set), at least 1, and at most 1.
    """
    # None of these sets has a gap, so the dialect numeric expresses each with at most two inequalities.
    return [frozenset(), *([frozenset({1, 2})] if count else []), *([frozenset({0, 1})] if count < 2 else [])]


def _matches_pattern(pattern: Mapping[UnitPart, CountSet], composition: Mapping[UnitPart, int]) -> bool:
    """Return whether a pattern allows the count of each part in a composition."""
    return all(composition[part] in allowed for part, allowed in pattern.items())


def _find_true_paths(
    parts: Sequence[tuple[UnitPart, range]],
    known_counts: tuple[tuple[UnitPart, int], ...],
    count_test: Callable[[frozenset[tuple[UnitPart, int]]], bool | None],
) -> tuple[_PatternPath, ...] | None:
    """Return the paths to true in the reduced decision diagram, below the node for the known counts.

    A path is a tuple of pairs (part, allowed counts). The diagram tests the ``parts`` in the given order, each part
    with its relevant counts. ``count_test`` returns whether counts of all parts satisfy the constraints; None for
    impossible counts. An impossible count is treated like the next smaller count. If the known counts are impossible,
    the result is None.
    """
    if len(known_counts) == len(parts):
        return {None: None, False: (), True: ((),)}[count_test(frozenset(known_counts))]
    part, values = parts[len(known_counts)]
    outcomes: dict[tuple[_PatternPath, ...] | None, list[int]] = {}
    outcome: tuple[_PatternPath, ...] | None = None
    for value in values:
        following = _find_true_paths(parts, (*known_counts, (part, value)), count_test)
        outcome = outcome if following is None else following
        outcomes.setdefault(outcome, []).append(value)
    if len(outcomes) == 1:
        return outcome
    return tuple(((part, frozenset(these)), *path) for paths, these in outcomes.items() for path in paths or ())


def split_sum_among_counters(allowed_sums: CountSet, max_count: int, counter_count: int) -> list[tuple[CountSet, ...]]:
    """Return the ways to restrict several counters so that their sum is one of the allowed sums.

    The ways are disjoint. Each is a tuple with the set of allowed values of each counter. The value ``max_count``
    stands for itself and all larger numbers.
    """
    # Every number is allowed, so one way suffices, in which no counter is restricted.
    if len(allowed_sums) == max_count + 1:
        return [(frozenset(range(max_count + 1)),) * counter_count]
    if not counter_count:
        return [()] if 0 in allowed_sums else []
    remaining: dict[CountSet, list[int]] = {}
    for value in range(max_count + 1):
        rest = frozenset(other for other in range(max_count + 1) if min(max_count, value + other) in allowed_sums)
        remaining.setdefault(rest, []).append(value)
    return [
        (frozenset(here), *others)
        for rest, here in remaining.items()
        if rest
        for others in split_sum_among_counters(rest, max_count, counter_count - 1)
    ]


def tabulate_allowed_counts(
    quotient: Quotient, binding: CountingBinding, counted_parts: Sequence[UnitPart]
) -> list[tuple[int, ...]]:
    """Return the rows of counts, one count for each counter, with which a balance or a quorum holds.

    In a balance, one group (the many) must not outnumber another (the few); in a quorum, the few may be only where all
    of the many are. ``counted_parts`` has for each counter the part of a unit that it counts. If there are few, each
    row contains some of them, since a rule holds where they are absent. No row counts more units of a class than there
    are. Raises EncodingError for over 5,000,000 combinations to examine, over 40 counters, or over 50,000 rows.
    """
    columns, balance = Counter(part.class_index for part in counted_parts), binding.constraint
    units = {number: len(quotient.classes[number].units) for number in columns}
    # Stars and bars: the number of ways to put at most `units` things into the columns.
    combinations = math.prod(math.comb(units[number] + columns[number], columns[number]) for number in columns)
    table = list[tuple[int, ...]]()
    if combinations <= MAX_COMBINATIONS and len(counted_parts) <= MAX_COLUMNS:
        rows = _iterate_count_rows(
            [(part.class_index, *_count_many_and_few({part: 1}, quotient, balance)) for part in counted_parts],
            units,
            _find_allowed_sums(quotient, binding),
        )
        table = list(itertools.islice(rows, MAX_COMPOSITIONS + 1))
    if not 0 < len(table) <= MAX_COMPOSITIONS:
        statement = format_message("crossing.too-many-to-tabulate", rule=binding.says)
        raise EncodingError(statement, where=quotient.instance.puzzle, about="travelers")
    return table


def _count_many_and_few(
    composition: Composition, quotient: Quotient, balance: BalanceConstraint | QuorumConstraint
) -> tuple[int, int]:
    """Return how many travelers of a rule's two groups, the many and the few, a composition contains."""
    company = quotient.example_company_of(composition)
    return (company & balance.many).bit_count(), (company & balance.few).bit_count()


def _find_allowed_sums(quotient: Quotient, binding: CountingBinding) -> set[tuple[int, int]]:
    """Return the pairs (number of the many, number of the few) that a place may have after a crossing.

    The many and the few are the two groups of travelers of the rule. If there are few, the second number is at least 1.
    If the rule binds at both of only two places, the other place kept the rule before the crossing. So the function
    keeps only pairs for which some load (or nobody) leaves an allowed company there. The larger the groups are, the
    more pairs this removes.
    """
    two = len(quotient.instance.places) == len(binding.places) == 2
    balance = binding.constraint
    many, few = balance.many.bit_count(), balance.few.bit_count()
    match balance:
        case QuorumConstraint():
            return {(many, others) for others in range(1, few + 1)}
        case BalanceConstraint():
            loads = {
                (0, 0),
                *(_count_many_and_few(load, quotient, balance) for load in (quotient.legal_loads if two else ())),
            }
            return {
                (there, others)
                for others in range(bool(few), few + 1)
                for aboard, with_them in loads
                if others + with_them <= few
                for least in [many - aboard - balance.max_many_count(few - others - with_them) if two else 0]
                for there in range(max(0, least), min(many - aboard, balance.max_many_count(others)) + 1)
            }
        case _:
            assert_never(balance)


def _iterate_count_rows(
    counters: Sequence[tuple[int, int, int]],
    units_left: Mapping[int, int],
    allowed_sums: Container[tuple[int, int]],
    many: int = 0,
    few: int = 0,
) -> Iterator[tuple[int, ...]]:
    """Yield the rows of counts, one for each counter, whose sums for a rule's two groups are allowed.

    ``counters`` has triples: the index of a class of units, and how many of the many and of the few each unit adds. A
    row uses no more units of a class than ``units_left``. The allowed sums are pairs (sum of the many, sum of the few);
    ``many`` and ``few`` are the sums of the earlier counters.
    """
    (number, one, other), *rest = counters
    for count in range(units_left[number] + 1):
        if rest:
            after = _iterate_count_rows(
                rest,
                {**units_left, number: units_left[number] - count},
                allowed_sums,
                many + count * one,
                few + count * other,
            )
            yield from ((count, *others) for others in after)
        elif (many + count * one, few + count * other) in allowed_sums:
            yield (count,)
