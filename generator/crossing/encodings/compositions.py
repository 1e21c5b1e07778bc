"""The safe compositions of travelers, described by conditions on counts.

A composition says how many units have exactly a certain part, such as a wife without her husband, at a place.

Guard rules distinguish only the counts none, one, and more. So a disjoint cover of patterns describes their safe compositions: the paths to
true in a reduced decision diagram over these three values (`patterns` does the same for named travelers).

A balance compares sums: some travelers (the many) must not outnumber other travelers (the few), or must not exceed a number. So a table of
counts describes its safe compositions.
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
from ferryplan.generator.errors import EncodingError, check_size

MAX_COMPOSITIONS = 50_000
MAX_COMBINATIONS = 5_000_000
MAX_COLUMNS = 40
MAX_PATTERNS = 500
MAX_EVALUATIONS = 10_000

CountSet = frozenset[int]
"""The allowed counts: 0, 1, and 2, which stands for two or more."""

_PatternPath = tuple[tuple[UnitPart, CountSet], ...]


def group_charges_by_area(instance: Instance) -> list[tuple[frozenset[int], list[GuardConstraint]]]:
    """Return the groups of places where the same guard constraints bind, each with these constraints.

    Every place is in exactly one group.
    """
    found = dict[tuple[int, ...], set[int]]()
    charges = instance.bound_constraints.charges
    for area in instance.areas:
        binding = tuple(index for index, one in enumerate(charges) if area.places[0] in one.places)
        found.setdefault(binding, set()).update(area.places)
    return [(frozenset(places), [charges[index].constraint for index in some]) for some, places in found.items()]


def find_disjoint_patterns(quotient: Quotient, charges: Sequence[GuardConstraint]) -> list[dict[UnitPart, CountSet]]:
    """Return disjoint patterns of the compositions that satisfy every guard constraint.

    A pattern maps each part whose count matters to its allowed counts. The function tries several orders of the parts and returns the
    smallest set of patterns. Raises EncodingError for over 500 patterns, or over 50,000 compositions to examine.
    """
    parts, values, holds = _analyze_charges(quotient, charges)
    compositions = math.prod(map(len, values))

    def find_patterns(order: Sequence[int]) -> list[dict[UnitPart, CountSet]]:
        return [dict(path) for path in _find_paths([(parts[index], values[index]) for index in order], (), holds) or ()]

    # In the worst case each order examines every composition. So the fewer compositions there are, the more
    # orders are tried, but at least one.
    orders = itertools.islice(itertools.permutations(range(len(parts))), max(1, MAX_EVALUATIONS // compositions))
    best = min(map(find_patterns, orders), key=lambda found: (len(found), sum(map(len, found))))
    what, where = format_message("crossing.safe-ways"), format_message("crossing.in-counted")
    check_size(quotient.instance.puzzle, len(best), what, MAX_PATTERNS, where)
    return best


def _analyze_charges(
    quotient: Quotient, charges: Sequence[GuardConstraint]
) -> tuple[list[UnitPart], list[range], Callable[[frozenset[tuple[UnitPart, int]]], bool | None]]:
    """Return the parts that guard constraints mention, their relevant counts, and a test of the counts.

    The test says whether counts satisfy the constraints; it returns None for counts that need more units than there are.
    """
    masks = ((1 << charge.victim) | charge.threats | charge.guardians for charge in charges)
    concerned = functools.reduce(or_, masks, 0)
    parts = [*quotient.count_parts(concerned)]
    values = [range(min(2, len(quotient.classes[part.class_index].units)) + 1) for part in parts]
    if math.prod(map(len, values)) > MAX_COMPOSITIONS:
        statement = format_message("crossing.too-many-kinds", count=len(quotient.classes))
        raise EncodingError(statement, where=quotient.instance.puzzle, about="travelers")

    @functools.cache
    def keeps_charges(counts: frozenset[tuple[UnitPart, int]]) -> bool | None:
        composition = dict(counts)
        if not quotient.is_possible(composition):
            return None
        company = quotient.company_of(composition)
        return all(charge.holds(company) for charge in charges)

    return parts, values, keeps_charges


def find_prime_patterns(quotient: Quotient, charges: Sequence[GuardConstraint]) -> list[dict[UnitPart, CountSet]]:
    """Return general patterns of the compositions that satisfy every guard constraint.

    The patterns may overlap, unlike those of `find_disjoint_patterns`. Each pattern starts as a safe composition that no earlier pattern
    matches. Then each of its conditions is weakened as far as possible without matching an unsafe composition. Raises EncodingError as
    `find_disjoint_patterns` does.
    """
    parts, values, holds = _analyze_charges(quotient, charges)
    compositions = [dict(zip(parts, counts, strict=True)) for counts in itertools.product(*values)]
    judged = [(composition, holds(frozenset(composition.items()))) for composition in compositions]
    unsafe = [composition for composition, safe in judged if safe is False]
    primes: list[dict[UnitPart, CountSet]] = []
    for composition, safe in judged:
        if not safe or any(_matches(prime, composition) for prime in primes):
            continue
        pattern = {part: frozenset({count}) for part, count in composition.items()}
        for part in sorted(parts, key=lambda part: composition[part] == 0):
            for wider in _list_weaker_conditions(composition[part]):
                loosened = {**pattern, part: wider} if wider else {key: pattern[key] for key in pattern if key != part}
                if not any(_matches(loosened, broken) for broken in unsafe):
                    pattern = loosened
                    break
        primes.append(pattern)
    return primes


def _list_weaker_conditions(count: int) -> list[CountSet]:
    """Return the weaker conditions that can replace an exact count, weakest first.

    The empty set means any count.
    """
    # None of these sets has a gap, so the dialect numeric expresses each with at most two inequalities.
    return [frozenset(), *([frozenset({1, 2})] if count else []), *([frozenset({0, 1})] if count < 2 else [])]


def _matches(pattern: Mapping[UnitPart, CountSet], composition: Mapping[UnitPart, int]) -> bool:
    return all(composition[part] in allowed for part, allowed in pattern.items())


def _find_paths(
    parts: Sequence[tuple[UnitPart, range]],
    known_counts: tuple[tuple[UnitPart, int], ...],
    holds: Callable[[frozenset[tuple[UnitPart, int]]], bool | None],
) -> tuple[_PatternPath, ...] | None:
    """Return the paths to true in the reduced decision diagram, below the known counts.

    The diagram tests the parts in order.

    An impossible count (for which `holds` returns None) joins the branch of the count below it.
    """
    if len(known_counts) == len(parts):
        return {None: None, False: (), True: ((),)}[holds(frozenset(known_counts))]
    part, values = parts[len(known_counts)]
    outcomes: dict[tuple[_PatternPath, ...] | None, list[int]] = {}
    outcome: tuple[_PatternPath, ...] | None = None
    for value in values:
        following = _find_paths(parts, (*known_counts, (part, value)), holds)
        outcome = outcome if following is None else following
        outcomes.setdefault(outcome, []).append(value)
    if len(outcomes) == 1:
        return outcome
    return tuple(((part, frozenset(these)), *path) for paths, these in outcomes.items() for path in paths or ())


def split_among_counters(values: CountSet, max_count: int, counters: int) -> list[tuple[CountSet, ...]]:
    """Return disjoint ways in which the sum of several counters has one of the values.

    Each way gives the allowed values of each counter. The value ``max_count`` stands for itself and all larger numbers.
    """
    # Every number is allowed, so one way suffices, in which no counter is restricted.
    if len(values) == max_count + 1:
        return [(frozenset(range(max_count + 1)),) * counters]
    if not counters:
        return [()] if 0 in values else []
    remaining: dict[CountSet, list[int]] = {}
    for value in range(max_count + 1):
        rest = frozenset(other for other in range(max_count + 1) if min(max_count, value + other) in values)
        remaining.setdefault(rest, []).append(value)
    return [
        (frozenset(here), *others)
        for rest, here in remaining.items()
        if rest
        for others in split_among_counters(rest, max_count, counters - 1)
    ]


def tabulate_balance(
    quotient: Quotient, binding: CountingBinding, counters: Sequence[UnitPart]
) -> list[tuple[int, ...]]:
    """Return the possible rows of counts, one count for each counter, that satisfy a balance or a quorum.

    If the rule binds only in the presence of some of the few, the table has only rows with some of the few. A row never counts more units
    of a class than there are. Raises EncodingError for over 5,000,000 combinations to examine, over 40 counters, or over 50,000 rows.
    """
    columns, balance = Counter(part.class_index for part in counters), binding.constraint
    units = {number: len(quotient.classes[number].units) for number in columns}
    # Stars and bars: the number of ways to put at most `units` things into the columns.
    combinations = math.prod(math.comb(units[number] + columns[number], columns[number]) for number in columns)
    table = list[tuple[int, ...]]()
    if combinations <= MAX_COMBINATIONS and len(counters) <= MAX_COLUMNS:
        rows = _iterate_rows(
            [(part.class_index, *_count_sides({part: 1}, quotient, balance)) for part in counters],
            units,
            _find_allowed_sums(quotient, binding),
        )
        table = list(itertools.islice(rows, MAX_COMPOSITIONS + 1))
    if not 0 < len(table) <= MAX_COMPOSITIONS:
        statement = format_message("crossing.too-many-to-tabulate", rule=binding.says)
        raise EncodingError(statement, where=quotient.instance.puzzle, about="travelers")
    return table


def _count_sides(
    composition: Composition, quotient: Quotient, balance: BalanceConstraint | QuorumConstraint
) -> tuple[int, int]:
    """Return how many of the many and how many of the few a composition contains."""
    company = quotient.company_of(composition)
    return (company & balance.many).bit_count(), (company & balance.few).bit_count()


def _find_allowed_sums(quotient: Quotient, binding: CountingBinding) -> set[tuple[int, int]]:
    """Return the pairs (many, few) that may be together at a place after a crossing.

    If the rule has a few, `few` is at least 1. Where there are only two places and the rule binds at both, the other place satisfied the
    rule, too, before the boat came. So the function keeps only pairs for which some load (or nobody) leaves an allowed company there. The
    larger the groups are, the more pairs this removes.
    """
    two = len(quotient.instance.places) == len(binding.places) == 2
    balance = binding.constraint
    many, few = balance.many.bit_count(), balance.few.bit_count()
    match balance:
        case QuorumConstraint():
            return {(many, others) for others in range(1, few + 1)}
        case BalanceConstraint():
            loads = {(0, 0), *(_count_sides(load, quotient, balance) for load in (quotient.legal_loads if two else ()))}
            return {
                (there, others)
                for others in range(bool(few), few + 1)
                for aboard, with_them in loads
                if others + with_them <= few
                for least in [many - aboard - balance.max_many_with(few - others - with_them) if two else 0]
                for there in range(max(0, least), min(many - aboard, balance.max_many_with(others)) + 1)
            }
        case _:
            assert_never(balance)


def _iterate_rows(
    counters: Sequence[tuple[int, int, int]],
    units_left: Mapping[int, int],
    sides: Container[tuple[int, int]],
    many: int = 0,
    few: int = 0,
) -> Iterator[tuple[int, ...]]:
    """Yield the rows of counts whose sums are in `sides`.

    A row uses no more units of a class than ``units_left``. Each counter is a triple: the class, and how many of the many and of the few
    each unit contains.
    """
    (number, one, other), *rest = counters
    for count in range(units_left[number] + 1):
        if rest:
            after = _iterate_rows(
                rest, {**units_left, number: units_left[number] - count}, sides, many + count * one, few + count * other
            )
            yield from ((count, *others) for others in after)
        elif (many + count * one, few + count * other) in sides:
            yield (count,)
