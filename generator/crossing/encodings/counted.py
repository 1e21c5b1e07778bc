"""The counted encoding: of travelers who differ in nothing but their names, how many are where.

Here the quotient of an instance becomes what the templates lay out. Which facts and actions there are is decided here; how they
look is decided in ``domains/crossing/``.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.encodings.clock import Period, Row, clock_of
from ferryplan.generator.crossing.encodings.grounds import Grounds
from ferryplan.generator.crossing.encodings.named import common, crafts
from ferryplan.generator.crossing.encodings.safety_checks import WORDS, numeral, other_places, predicate, safety_checks
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient import Part, Quotient
from ferryplan.generator.errors import check_size
from ferryplan.generator.formulation import Optimum

MOST_COUNTERS = 5_000
MOST_UNITS = 2_000


class Move:
    """How one part of a unit goes along: it is taken from where it is counted, and brought to where it is counted then."""

    def __init__(self, part: Part, quotient: Quotient) -> None:
        kind = quotient.classes[part.number]
        self.symbol, self.predicate = quotient.symbols[part], predicate(kind)
        self.resting = [f"?{member}" for index, member in enumerate(kind.members) if index not in part.members]
        """parameters for the places of the members that stay"""
        self.leaving, self.landing = (quotient.placed(part, place, self.resting) for place in ("?from", "?to"))
        """the counter's arguments before, and then"""


def count_in_strips(instance: Instance, optimum: Optimum) -> int | None:
    """Return the actions of a best plan: for each crossing two for every seat of the largest load, whether it is taken or waits, the boat's
    two, the looks at both places, and the count of time.
    """
    quotient = instance.once(Quotient)
    largest = max((sum(load.values()) for load in quotient.loads), default=0)
    checks = safety_checks(quotient, other_places(len(instance.places) - 1), Grounds(instance))
    each = 2 * largest + 2 + 2 * len(checks) + bool(clock_of(instance))
    return None if optimum.moves is None else optimum.moves * each


def strips(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect strips. Raises EncodingError if the instance is too large."""
    quotient = instance.once(Quotient)
    places = [place.symbol for place in instance.places]
    largest = max(len(kind.units) for kind in quotient.classes)
    counters = sum(len(places) ** len(kind.members) for kind in quotient.classes)
    where = format_message("crossing.in-strips-counted")
    check_size(instance.puzzle, counters, format_message("crossing.counters"), MOST_COUNTERS, where)
    check_size(instance.puzzle, largest, format_message("crossing.travelers-of-one-kind"), MOST_UNITS, where)
    loads = _Loads(quotient)
    others = other_places(len(places) - 1)
    grounds = Grounds(instance)
    rule_checks = safety_checks(quotient, others, grounds)
    checks = [check for rule in rule_checks for check in rule.checks]
    for check in checks:
        if any(other in condition for other in others for condition in check.conditions):
            check.others = others
    clock = clock_of(instance)
    in_time = [_away(period, quotient) for period in clock.periods] if clock else []
    named = {word for text in itertools.chain.from_iterable(in_time) for word in text.strip("()").split()}
    conditions = [condition for check in checks for condition in check.conditions]
    conditions += itertools.chain.from_iterable(in_time)
    numbers = [numeral(value) for value in range(largest + 1)]
    constants = [name for name in numbers[:2] if any(f" {name})" in text for text in conditions)]
    stages = [f"{stage}{rule.suffix}" for rule in rule_checks for stage in ("departed", "landed")]
    checked = list(itertools.pairwise([*stages, *(["timing"] if clock else [])]))
    return {
        **common(instance),
        "constant_places": [place for place in places if place in named],
        "problem_places": [place for place in places if place not in named],
        "numbers": [name for name in numbers if name not in constants],
        "next": [(numeral(value), numeral(value + 1)) for value in range(largest)],
        "constants": constants,
        "named_numbers": {
            name: [numeral(value) for value in range(largest + 1) if holds(value)]
            for name, holds in WORDS.values()
            if any(text.startswith(f"({name} ") for text in conditions)
        },
        "quotient": quotient,
        "moves": [Move(part, quotient) for part in loads.parts],
        "loads": loads,
        "others": others if any(check.others for check in checks) else (),
        "elsewhere_matters": any(len(kind.members) > 1 for kind in quotient.classes),
        "stages": checked,
        "last_check": stages[-1],
        "following": [*checked, *((stages[-1], stage) for stage in loads.following if not clock)],
        "in_time": in_time,
        "elsewhere": [(place, *(other for other in places if other != place)) for place in places],
        "rule_checks": rule_checks,
        "grounds": grounds,
        "waits": [*(f"wait-{number}" for number in range(loads.longest_wait, 0, -1)), "ready"],
    }


def _away(period: Period, quotient: Quotient) -> list[str]:
    """Return the conditions that nobody is where a period forbids it: no unit has such a member there."""
    places = [place.symbol for place in quotient.instance.places]
    parts = [(quotient.alone(index), place) for index, place in period.lost]
    return list(
        dict.fromkeys(
            f"({predicate(quotient.classes[part.number])} {' '.join(where)} {numeral(0)})"
            for part, place in parts
            for where in quotient.ways(part, places[place], places)
        )
    )


class _Loads:
    """The loads as objects: each legal one, and what has been moved of it before that, part by part."""

    def __init__(self, quotient: Quotient) -> None:
        self.quotient = quotient
        legal = quotient.loads
        moves = max((sum(load.values()) for load in legal), default=0)
        self.parts = [part for part in quotient.parts if any(part in load for load in legal)]
        self.longest_wait = max((2 * (moves - sum(load.values())) for load in legal), default=0)
        self.objects: list[str] = []
        """every load but that of nobody, fewer first"""
        self.legal: list[Row] = []
        """(load, the stage after its crossing), of a fleet for each boat that carries it: smaller loads wait, so that all take as many actions"""
        self.remainders = {quotient.symbols[part]: list[Row]() for part in self.parts}
        """for each part, (load, the load without one of it), where the part is the last to go"""
        for load in legal:
            # A smaller load waits for as many actions as it needs fewer, so that shortest plans have the
            # fewest crossings.
            wait = 2 * (moves - sum(load.values()))
            chained, stage = self._chained(load, legal), f"wait-{wait}" if wait else "ready"
            company = quotient.company(load)
            boats = (name for boat, name in crafts(quotient.instance) if quotient.instance.carries(company, boat))
            self.legal += [(chained, stage, *name) for name in boats]
        self.following = list(dict.fromkeys(stage for _, stage, *_ in self.legal))
        """the stages after a crossing"""

    def _chained(self, load: dict[Part, int], legal: Sequence[dict[Part, int]]) -> str:
        """Return a load's name; make it known, and the load without its last, a legal one if there is any."""
        if not load:
            return "nobody"
        symbols = self.quotient.symbols
        name = "-".join(["load", *(f"{count}-{symbols[part]}" for part, count in load.items())])
        if name not in self.objects:
            smaller = {
                last: {part: count - (part == last) for part, count in load.items() if count > (part == last)}
                for last in load
            }
            # A remainder that is a legal load has an object anyway; any other needs one of its own.
            last = next((part for part, rest in smaller.items() if rest in legal), next(iter(load)))
            self.remainders[symbols[last]].append((name, self._chained(smaller[last], legal)))
            self.objects.append(name)
        return name
