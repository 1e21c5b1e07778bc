"""Ways in which a place can be found safe when travelers are counted: what the encoding's actions ``safe-...`` ask for."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import Balance, Quorum
from ferryplan.generator.crossing.encodings.clock import Row
from ferryplan.generator.crossing.encodings.compositions import (
    Values,
    balance_table,
    charges_by_area,
    guarded_patterns,
    shares,
)
from ferryplan.generator.crossing.encodings.grounds import Grounds
from ferryplan.generator.crossing.encodings.named import Counting
from ferryplan.generator.crossing.quotient import Part, Quotient, UnitClass
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.names import symbols

MOST_CONDITIONS = 3_000


@dataclass(slots=True)
class Check:
    """An action that finds a place safe."""

    name: str
    numbers: list[str] = field(default_factory=list)
    """its parameters of the type count"""
    conditions: list[str] = field(default_factory=list)
    others: Sequence[str] = ()
    """its parameters for the other places, if it looks there"""


class RuleChecks(NamedTuple):
    """The checks for one rule, or for rules that are looked at together, after a crossing; and the table that they need."""

    suffix: str
    says: Sequence[str]
    checks: list[Check]
    relation: str
    """the predicate of the table"""
    table: list[Row]
    counted: Row
    """what the columns of the table count"""


def numeral(value: int) -> str:
    """Return the object that stands for a number: ``n3``."""
    return f"n{value}"


def other_places(number: int) -> tuple[str, ...]:
    """Return the parameters for so many places besides those that an action is about."""
    return ("?other",) if number == 1 else tuple(f"?other-{place}" for place in range(1, number + 1))


def predicate(kind: UnitClass) -> str:
    """Return the predicate that counts the units of a class."""
    return f"count-{kind.symbol}"


def safety_checks(quotient: Quotient, others: Sequence[str], grounds: Grounds) -> list[RuleChecks]:
    """Return what is looked at after a crossing: all charges together, then each balance and each quorum."""
    asked = quotient.instance.bindings
    charges = [one for one in asked.charges if one.places]
    balances = [one for one in asked.counting if one.places]
    found = []
    # Where no rule asks for anything, one check without conditions still leads from stage to stage.
    if charges or not balances:
        checks = _guard_checks(quotient, others, grounds)
        found.append(RuleChecks("", list(dict.fromkeys(charge.says for charge in charges)), checks, "", [], ()))
    for balance in balances:
        suffix = f"-{len(found) + 1}" if found else ""
        found.append(_balance_checks(quotient, balance, others, suffix, grounds))
    return found


def _at_place(part: Part, quotient: Quotient, others: Sequence[str]) -> list[str]:
    """Return the counters of the units that have exactly this part at ``?place``: facts that lack the number."""
    counter = predicate(quotient.classes[part.number])
    return [f"({counter} {' '.join(places)} {{}})" for places in quotient.ways(part, "?place", others)]


WORDS: dict[Values, tuple[str, Callable[[int], bool]]] = {
    frozenset({1, 2}): ("some", lambda number: number >= 1),
    frozenset({2}): ("several", lambda number: number >= 2),
    frozenset({0, 1}): ("at-most-one", lambda number: number <= 1),
    frozenset({1}): ("one", lambda number: number == 1),
    frozenset({0, 2}): ("none-or-several", lambda number: number != 1),
}
"""What static predicates say of a number: the name for several values, and which numbers it is true of."""


def _guard_checks(quotient: Quotient, others: Sequence[str], grounds: Grounds) -> list[Check]:
    checks, conditions = list[Check](), 0
    patterns = (
        (places, pattern)
        for places, charges in charges_by_area(quotient.instance)
        for pattern in guarded_patterns(quotient, charges)
    )
    for places, pattern in patterns:
        name = "-".join(["safe", *_described(pattern, quotient)])
        ways = []
        for part, values in pattern.items():
            counters = _at_place(part, quotient, others)
            most = min(2, len(quotient.classes[part.number].units))
            ways.append([
                [(counter, some) for counter, some in zip(counters, way, strict=True) if len(some) <= most]
                for way in shares(values, most, len(counters))
            ])  # fmt: skip
        for way in itertools.product(*ways):
            checks.append(_check(name, itertools.chain(*way), grounds.at(places, "?place")))
            conditions += len(checks[-1].conditions)
            if conditions > MOST_CONDITIONS:
                statement = format_message("crossing.too-many-conditions", most=f"{MOST_CONDITIONS:,}")
                raise EncodingError(statement, where=quotient.instance.puzzle, about="dialect")
    numbered = Counter(check.name for check in checks)
    for name, times in numbered.items():
        if times > 1:
            for number, check in enumerate([check for check in checks if check.name == name], 1):
                check.name = f"{name}-{number}"
    return checks


def _described(pattern: Mapping[Part, Values], quotient: Quotient) -> list[str]:
    """Return a pattern in words: ``without lone-wife``, ``with several …``."""
    groups: dict[str, list[str]] = {"with": [], "without": []}
    for part, values in pattern.items():
        whole = len(part.members) == len(quotient.classes[part.number].members)
        name = quotient.symbols[part] if whole else f"lone-{quotient.symbols[part]}"
        most = min(2, len(quotient.classes[part.number].units))
        if values == {0}:
            groups["without"].append(name)
        else:
            plain = values in ({1, 2}, {1}) and max(values) == most
            groups["with"].append(name if plain else f"{WORDS[values][0]}-{name}")
    return [word for key, names in groups.items() if names for word in (key, *names)]


def _check(name: str, counts: Iterable[tuple[str, Values]], ground: str) -> Check:
    check = Check(name, conditions=[ground] if ground else [])
    for counter, values in counts:
        # Only 0 and 1 stand for themselves; 2 means two or more, which takes a parameter for the number.
        if len(values) == 1 and max(values) < 2:
            check.conditions.append(counter.format(numeral(*values)))
            continue
        number = f"?count-{len(check.numbers) + 1}"
        check.numbers.append(number)
        check.conditions += [counter.format(number), f"({WORDS[values][0]} {number})"]
    return check


def _balance_checks(
    quotient: Quotient, binding: Counting, others: Sequence[str], suffix: str, grounds: Grounds
) -> RuleChecks:
    """Return the checks for one balance or quorum: where it binds only with any of the few, that none of them is there; and that it is kept.

    Where it binds at some places only there is another: that it is not one of these.
    """
    balance = binding.constraint
    concerned, protected = (
        [(part, counter) for part in quotient.counted(mask) for counter in _at_place(part, quotient, others)]
        for mask in (balance.many | balance.few, balance.few)
    )
    columns = symbols([quotient.symbols[part] for part, _ in concerned], "count", set())
    absent, counted = (
        "-".join(quotient.symbols[part] for part in quotient.counted(mask)) for mask in (balance.few, balance.many)
    )
    match balance:
        case Quorum():
            relation, there = f"all-there{suffix}", f"all-{counted}"
        case Balance() if balance.few:
            relation, there = f"enough{suffix}", f"enough-{absent}"
        case Balance():
            relation, there = f"few-enough{suffix}", f"few-{counted}"
        case _:
            assert_never(balance)
    enough = Check(f"safe-with-{there}{suffix}", [f"?{column}" for column in columns])
    without = Check(f"safe-without-{absent}{suffix}", [], [counter.format(numeral(0)) for _, counter in protected])
    nobody = [without] if balance.few else []
    enough.conditions = [counter.format(number) for (_, counter), number in zip(concerned, enough.numbers, strict=True)]
    enough.conditions.append(f"({' '.join((relation, *enough.numbers))})")
    table = [tuple(map(numeral, row)) for row in balance_table(quotient, binding, [part for part, _ in concerned])]
    checks = [*nobody, enough]
    if ground := grounds.at(binding.places, "?place"):
        for check in checks:
            check.conditions.insert(0, ground)
        checks.append(Check(f"safe-elsewhere{suffix}", conditions=[grounds.besides(binding.places, "?place")]))
    return RuleChecks(suffix, [binding.says], checks, relation, table, tuple(columns))
