"""Which compositions keep the rules, as conditions on counts.

Charges ask of counts only whether there is none, one, or more: their safe compositions are a disjoint cover of patterns,
the paths to truth in a reduced decision diagram over these three values (as `patterns` has it for named travelers). A balance
asks for sums: its safe compositions are a table of counts.
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
from ferryplan.generator.crossing.constraints import Balance, Charge, Quorum
from ferryplan.generator.crossing.encodings.named import Counting
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient import Composition, Part, Quotient
from ferryplan.generator.errors import EncodingError, check_size

MOST_COMPOSITIONS = 50_000
MOST_COMBINATIONS = 5_000_000
MOST_COLUMNS = 40
MOST_PATTERNS = 500
MOST_LOOKS = 10_000

Values = frozenset[int]
"""Which counts will do: 0, 1, and 2 for two or more."""

_Path = tuple[tuple[Part, Values], ...]


def charges_by_area(instance: Instance) -> list[tuple[frozenset[int], list[Charge]]]:
    """Return the charges that bind at places: sets of places, each place in one of them, with the charges that bind there."""
    found = dict[tuple[int, ...], set[int]]()
    charges = instance.bindings.charges
    for area in instance.areas:
        binding = tuple(index for index, one in enumerate(charges) if area.places[0] in one.places)
        found.setdefault(binding, set()).update(area.places)
    return [(frozenset(places), [charges[index].constraint for index in some]) for some, places in found.items()]


def guarded_patterns(quotient: Quotient, charges: Sequence[Charge]) -> list[dict[Part, Values]]:
    """Return disjoint patterns of the compositions that keep every charge: for parts whose count matters, the values that will do.

    Of some orders in which the parts may be asked for, the one that gives fewest patterns is taken. Raises EncodingError for
    over 500 patterns, or over 50,000 compositions to look at.
    """
    parts, values, holds = _guarded(quotient, charges)
    compositions = math.prod(map(len, values))

    def paths(order: Sequence[int]) -> list[dict[Part, Values]]:
        return [dict(path) for path in _paths([(parts[index], values[index]) for index in order], (), holds) or ()]

    # Each order looks at every composition at worst, so the fewer there are, the more orders are tried; one
    # always is.
    orders = itertools.islice(itertools.permutations(range(len(parts))), max(1, MOST_LOOKS // compositions))
    best = min(map(paths, orders), key=lambda found: (len(found), sum(map(len, found))))
    what, where = format_message("crossing.safe-ways"), format_message("crossing.in-counted")
    check_size(quotient.instance.puzzle, len(best), what, MOST_PATTERNS, where)
    return best


def _guarded(
    quotient: Quotient, charges: Sequence[Charge]
) -> tuple[list[Part], list[range], Callable[[frozenset[tuple[Part, int]]], bool | None]]:
    """Return the parts that charges are about, the counts of each that matter, and whether counts of them keep the charges.

    The last is None for counts for which there are not enough units.
    """
    masks = ((1 << charge.victim) | charge.threats | charge.guardians for charge in charges)
    concerned = functools.reduce(or_, masks, 0)
    parts = [*quotient.counted(concerned)]
    values = [range(min(2, len(quotient.classes[part.number].units)) + 1) for part in parts]
    if math.prod(map(len, values)) > MOST_COMPOSITIONS:
        statement = format_message("crossing.too-many-kinds", count=len(quotient.classes))
        raise EncodingError(statement, where=quotient.instance.puzzle, about="travelers")

    @functools.cache
    def holds(counts: frozenset[tuple[Part, int]]) -> bool | None:
        composition = dict(counts)
        if not quotient.is_possible(composition):
            return None
        company = quotient.company(composition)
        return all(charge.holds(company) for charge in charges)

    return parts, values, holds


def prime_patterns(quotient: Quotient, charges: Sequence[Charge]) -> list[dict[Part, Values]]:
    """Return patterns of the compositions that keep every charge, as `guarded_patterns`, but overlapping and as general as can be.

    Each is made from a safe composition that no earlier one matches: what may be asked less strictly, without letting in a
    composition that breaks a rule, is. Raises EncodingError as `guarded_patterns`.
    """
    parts, values, holds = _guarded(quotient, charges)
    compositions = [dict(zip(parts, counts, strict=True)) for counts in itertools.product(*values)]
    judged = [(composition, holds(frozenset(composition.items()))) for composition in compositions]
    unsafe = [composition for composition, safe in judged if safe is False]
    primes: list[dict[Part, Values]] = []
    for composition, safe in judged:
        if not safe or any(_matches(prime, composition) for prime in primes):
            continue
        pattern = {part: frozenset({count}) for part, count in composition.items()}
        for part in sorted(parts, key=lambda part: composition[part] == 0):
            for wider in _wider(composition[part]):
                loosened = {**pattern, part: wider} if wider else {key: pattern[key] for key in pattern if key != part}
                if not any(_matches(loosened, broken) for broken in unsafe):
                    pattern = loosened
                    break
        primes.append(pattern)
    return primes


def _wider(count: int) -> list[Values]:
    """Return what may be asked instead of a count, the least strict first; nothing for no matter how many."""
    # None of these sets has a gap, so two inequalities at most say it in the dialect numeric.
    return [frozenset(), *([frozenset({1, 2})] if count else []), *([frozenset({0, 1})] if count < 2 else [])]


def _matches(pattern: Mapping[Part, Values], composition: Mapping[Part, int]) -> bool:
    return all(composition[part] in allowed for part, allowed in pattern.items())


def _paths(
    asked: Sequence[tuple[Part, range]],
    known: tuple[tuple[Part, int], ...],
    holds: Callable[[frozenset[tuple[Part, int]]], bool | None],
) -> tuple[_Path, ...] | None:
    """Return the paths to truth in the reduced diagram that asks for the parts one after the other, from where so much is known; what does
    not occur, for which it is None, goes with the count below it."""
    if len(known) == len(asked):
        return {None: None, False: (), True: ((),)}[holds(frozenset(known))]
    part, values = asked[len(known)]
    outcomes: dict[tuple[_Path, ...] | None, list[int]] = {}
    outcome: tuple[_Path, ...] | None = None
    for value in values:
        following = _paths(asked, (*known, (part, value)), holds)
        outcome = outcome if following is None else following
        outcomes.setdefault(outcome, []).append(value)
    if len(outcomes) == 1:
        return outcome
    return tuple(((part, frozenset(these)), *path) for paths, these in outcomes.items() for path in paths or ())


def shares(values: Values, most: int, counters: int) -> list[tuple[Values, ...]]:
    """Return disjoint ways in which several counters together have one of the values: for each counter the values that will do.

    A value of ``most`` stands for it and any more.
    """
    # Any number will do, so one way suffices, in which no counter is restricted.
    if len(values) == most + 1:
        return [(frozenset(range(most + 1)),) * counters]
    if not counters:
        return [()] if 0 in values else []
    remaining: dict[Values, list[int]] = {}
    for value in range(most + 1):
        rest = frozenset(other for other in range(most + 1) if min(most, value + other) in values)
        remaining.setdefault(rest, []).append(value)
    return [
        (frozenset(here), *others)
        for rest, here in remaining.items()
        if rest
        for others in shares(rest, most, counters - 1)
    ]


def balance_table(quotient: Quotient, binding: Counting, counters: Sequence[Part]) -> list[tuple[int, ...]]:
    """Return the counts, one for each counter of a part in a place, that the balance allows and that can be; where it binds only with
    any of the few, those with any of them.

    Of each class no more units are counted than it has. Raises EncodingError for over 5,000,000 combinations to look at, over 40 counters,
    or over 50,000 rows.
    """
    columns, balance = Counter(part.number for part in counters), binding.constraint
    units = {number: len(quotient.classes[number].units) for number in columns}
    # Stars and bars: the number of ways to put at most `units` things into the columns.
    combinations = math.prod(math.comb(units[number] + columns[number], columns[number]) for number in columns)
    table = list[tuple[int, ...]]()
    if combinations <= MOST_COMBINATIONS and len(counters) <= MOST_COLUMNS:
        rows = _rows(
            [(part.number, *_sums({part: 1}, quotient, balance)) for part in counters], units, _sides(quotient, binding)
        )
        table = list(itertools.islice(rows, MOST_COMPOSITIONS + 1))
    if not 0 < len(table) <= MOST_COMPOSITIONS:
        statement = format_message("crossing.too-many-to-tabulate", rule=binding.says)
        raise EncodingError(statement, where=quotient.instance.puzzle, about="travelers")
    return table


def _sums(composition: Composition, quotient: Quotient, balance: Balance | Quorum) -> tuple[int, int]:
    """Return how many of the many there are in a composition, and how many of the few."""
    company = quotient.company(composition)
    return (company & balance.many).bit_count(), (company & balance.few).bit_count()


def _sides(quotient: Quotient, binding: Counting) -> set[tuple[int, int]]:
    """Return how many of the many and of the few may be together at a place after a crossing, any of the few if there are such.

    Of two places where it binds the other one keeps the balance, too, as it did before the boat came: so with so many here, some load,
    or nobody, leaves such a company there. The more of either there are, the fewer ways there are, up to a factor.
    """
    two = len(quotient.instance.places) == len(binding.places) == 2
    balance = binding.constraint
    many, few = balance.many.bit_count(), balance.few.bit_count()
    match balance:
        case Quorum():
            return {(many, others) for others in range(1, few + 1)}
        case Balance():
            loads = {(0, 0), *(_sums(load, quotient, balance) for load in (quotient.loads if two else ()))}
            return {
                (there, others)
                for others in range(bool(few), few + 1)
                for aboard, with_them in loads
                if others + with_them <= few
                for least in [many - aboard - balance.limit(few - others - with_them) if two else 0]
                for there in range(max(0, least), min(many - aboard, balance.limit(others)) + 1)
            }
        case _:
            assert_never(balance)


def _rows(
    counters: Sequence[tuple[int, int, int]],
    left: Mapping[int, int],
    sides: Container[tuple[int, int]],
    many: int = 0,
    few: int = 0,
) -> Iterator[tuple[int, ...]]:
    """Yield the counts of counters that together take of each class no more units than are left, and make one of the sums asked for.

    Each counter has its class, and how many of the many and of the few each unit is.
    """
    (number, one, other), *rest = counters
    for count in range(left[number] + 1):
        if rest:
            after = _rows(rest, {**left, number: left[number] - count}, sides, many + count * one, few + count * other)
            yield from ((count, *others) for others in after)
        elif (many + count * one, few + count * other) in sides:
            yield (count,)
