"""The safety checks of the counted encoding: actions ``safe-...``, one for each way of being safe."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import BalanceConstraint, QuorumConstraint
from ferryplan.generator.crossing.encodings.clock import Symbols
from ferryplan.generator.crossing.encodings.compositions import (
    CountSet,
    find_disjoint_patterns,
    group_guard_constraints_by_places,
    split_sum_among_counters,
    tabulate_allowed_counts,
)
from ferryplan.generator.crossing.encodings.named import CountingBinding
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.quotient import Quotient, UnitClass, UnitPart
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.names import make_pddl_symbols

MAX_CONDITIONS = 3_000


@dataclass(slots=True)
class CountedSafetyCheck:
    """A PDDL action that proves a place safe by conditions on the numbers of travelers there."""

    name: str
    numbers: list[str] = field(default_factory=list)
    """the action's parameters for numbers of travelers"""
    conditions: list[str] = field(default_factory=list)
    """the preconditions, as PDDL text"""
    others: Sequence[str] = ()
    """the action's parameters for the other places, if its conditions mention them"""


class RuleChecks(NamedTuple):
    """The PDDL actions that check one or several rules after a crossing, and the table that they use."""

    suffix: str
    says: Sequence[str]
    checks: list[CountedSafetyCheck]
    table_predicate: str
    """the predicate that holds for the rows of the table; empty if there is no table"""
    table: list[Symbols]
    """the rows of counts with which the rule holds, as PDDL objects"""
    columns: Symbols
    """the names of the table's columns: the travelers that each column counts"""


def format_numeral(value: int) -> str:
    """Return the PDDL object that represents a number: ``n3``."""
    return f"n{value}"


def list_other_place_parameters(number: int) -> tuple[str, ...]:
    """Return ``number`` PDDL parameters for the other places in an action: ``?other-1``, ``?other-2``, ….

    A single parameter is ``?other``.
    """
    return ("?other",) if number == 1 else tuple(f"?other-{place}" for place in range(1, number + 1))


def make_count_predicate_name(unit_class: UnitClass) -> str:
    """Return the name of the PDDL predicate or function that counts the units of a class.

    A class has interchangeable units of travelers, such as the couples.
    """
    return f"count-{unit_class.symbol}"


def list_safety_checks(
    quotient: Quotient, other_place_parameters: Sequence[str], place_sets: PlaceSets
) -> list[RuleChecks]:
    """Return the safety checks of the counted encoding, grouped by rule.

    The first group is for all guard constraints together; then each balance and each quorum has a group.
    ``other_place_parameters`` are the PDDL parameters for all places except the place to check.
    """
    asked = quotient.instance.bound_constraints
    charges = [one for one in asked.guards if one.places]
    balances = [one for one in asked.counting_constraints if one.places]
    found = []
    # If there are no rules, one check without conditions still leads from stage to stage.
    if charges or not balances:
        checks = _make_guard_checks(quotient, other_place_parameters, place_sets)
        found.append(RuleChecks("", list(dict.fromkeys(charge.says for charge in charges)), checks, "", [], ()))
    for balance in balances:
        suffix = f"-{len(found) + 1}" if found else ""
        found.append(_make_counting_checks(quotient, balance, other_place_parameters, suffix, place_sets))
    return found


def _list_counter_facts(part: UnitPart, quotient: Quotient, other_place_parameters: Sequence[str]) -> list[str]:
    """Return the PDDL facts that count the units with exactly this part, and no other, at ``?place``.

    Each fact has ``{}`` in place of the number.
    """
    counter = make_count_predicate_name(quotient.classes[part.class_index])
    return [
        f"({counter} {' '.join(places)} {{}})"
        for places in quotient.enumerate_placings(part, "?place", other_place_parameters)
    ]


COUNT_PREDICATES: dict[CountSet, tuple[str, Callable[[int], bool]]] = {
    frozenset({1, 2}): ("some", lambda number: number >= 1),
    frozenset({2}): ("several", lambda number: number >= 2),
    frozenset({0, 1}): ("at-most-one", lambda number: number <= 1),
    frozenset({1}): ("one", lambda number: number == 1),
    frozenset({0, 2}): ("none-or-several", lambda number: number != 1),
}
"""Static predicates of numbers: for each set of allowed counts, the name and the test of a number."""


def _make_guard_checks(
    quotient: Quotient, other_place_parameters: Sequence[str], place_sets: PlaceSets
) -> list[CountedSafetyCheck]:
    """Return one check for each way to satisfy all guard constraints at a place."""
    checks, conditions = list[CountedSafetyCheck](), 0
    patterns = (
        (places, pattern)
        for places, charges in group_guard_constraints_by_places(quotient.instance)
        for pattern in find_disjoint_patterns(quotient, charges)
    )
    for places, pattern in patterns:
        name = "-".join(["safe", *_describe_pattern(pattern, quotient)])
        ways = []
        for part, values in pattern.items():
            counters = _list_counter_facts(part, quotient, other_place_parameters)
            most = min(2, len(quotient.classes[part.class_index].units))
            ways.append([
                [(counter, some) for counter, some in zip(counters, way, strict=True) if len(some) <= most]
                for way in split_sum_among_counters(values, most, len(counters))
            ])  # fmt: skip
        for way in itertools.product(*ways):
            checks.append(_make_count_check(name, itertools.chain(*way), place_sets.condition_inside(places, "?place")))
            conditions += len(checks[-1].conditions)
            if conditions > MAX_CONDITIONS:
                statement = format_message("crossing.too-many-conditions", most=f"{MAX_CONDITIONS:,}")
                raise EncodingError(statement, where=quotient.instance.puzzle, about="dialect")
    numbered = Counter(check.name for check in checks)
    for name, times in numbered.items():
        if times > 1:
            for number, check in enumerate([check for check in checks if check.name == name], 1):
                check.name = f"{name}-{number}"
    return checks


def _describe_pattern(pattern: Mapping[UnitPart, CountSet], quotient: Quotient) -> list[str]:
    """Return the words for a pattern in an action's name: ``without lone-wife``, ``with several …``."""
    groups: dict[str, list[str]] = {"with": [], "without": []}
    for part, values in pattern.items():
        whole = len(part.members) == len(quotient.classes[part.class_index].members)
        name = quotient.part_symbols[part] if whole else f"lone-{quotient.part_symbols[part]}"
        most = min(2, len(quotient.classes[part.class_index].units))
        if values == {0}:
            groups["without"].append(name)
        else:
            plain = values in ({1, 2}, {1}) and max(values) == most
            groups["with"].append(name if plain else f"{COUNT_PREDICATES[values][0]}-{name}")
    return [word for key, names in groups.items() if names for word in (key, *names)]


def _make_count_check(
    name: str, allowed_counts: Iterable[tuple[str, CountSet]], place_condition: str
) -> CountedSafetyCheck:
    """Return the check with this name that requires an allowed count of each counter.

    ``allowed_counts`` contains pairs of a counter and its allowed counts.
    """
    check = CountedSafetyCheck(name, conditions=[place_condition] if place_condition else [])
    for counter, values in allowed_counts:
        # Only 0 and 1 stand for themselves; 2 means two or more, which needs a parameter for the number.
        if len(values) == 1 and max(values) < 2:
            check.conditions.append(counter.format(format_numeral(*values)))
            continue
        number = f"?count-{len(check.numbers) + 1}"
        check.numbers.append(number)
        check.conditions += [counter.format(number), f"({COUNT_PREDICATES[values][0]} {number})"]
    return check


def _make_counting_checks(
    quotient: Quotient,
    binding: CountingBinding,
    other_place_parameters: Sequence[str],
    suffix: str,
    place_sets: PlaceSets,
) -> RuleChecks:
    """Return the checks for a balance or a quorum: the rule holds, or its protected group is absent.

    If a fixed number limits a group, there is only the first check. If the rule binds only at some places, one more
    check requires that the place is a different one. ``suffix`` makes the PDDL names of this rule unique.
    """
    balance = binding.constraint
    concerned, protected = (
        [
            (part, counter)
            for part in quotient.count_travelers_by_part(mask)
            for counter in _list_counter_facts(part, quotient, other_place_parameters)
        ]
        for mask in (balance.many | balance.few, balance.few)
    )
    columns = make_pddl_symbols([quotient.part_symbols[part] for part, _ in concerned], "count", set())
    absent, counted = (
        "-".join(quotient.part_symbols[part] for part in quotient.count_travelers_by_part(mask))
        for mask in (balance.few, balance.many)
    )
    match balance:
        case QuorumConstraint():
            relation, there = f"all-there{suffix}", f"all-{counted}"
        case BalanceConstraint() if balance.few:
            relation, there = f"enough{suffix}", f"enough-{absent}"
        case BalanceConstraint():
            relation, there = f"few-enough{suffix}", f"few-{counted}"
        case _:
            assert_never(balance)
    enough = CountedSafetyCheck(f"safe-with-{there}{suffix}", [f"?{column}" for column in columns])
    without = CountedSafetyCheck(
        f"safe-without-{absent}{suffix}", [], [counter.format(format_numeral(0)) for _, counter in protected]
    )
    nobody = [without] if balance.few else []
    enough.conditions = [counter.format(number) for (_, counter), number in zip(concerned, enough.numbers, strict=True)]
    enough.conditions.append(f"({' '.join((relation, *enough.numbers))})")
    table = [
        tuple(map(format_numeral, row))
        for row in tabulate_allowed_counts(quotient, binding, [part for part, _ in concerned])
    ]
    checks = [*nobody, enough]
    if ground := place_sets.condition_inside(binding.places, "?place"):
        for check in checks:
            check.conditions.insert(0, ground)
        checks.append(
            CountedSafetyCheck(
                f"safe-elsewhere{suffix}", conditions=[place_sets.condition_outside(binding.places, "?place")]
            )
        )
    return RuleChecks(suffix, [binding.says], checks, relation, table, tuple(columns))
