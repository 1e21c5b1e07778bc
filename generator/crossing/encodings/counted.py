"""The template values for the dialect strips in the counted encoding.

The PDDL counts interchangeable travelers at each place instead of naming them. This module turns the quotient of an
instance (its classes of interchangeable units of travelers) into template values. It decides which facts and actions
exist; the templates in ``domains/crossing/`` decide their PDDL text.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.encodings.clock import ClockPeriod, Symbols, clock_of
from ferryplan.generator.crossing.encodings.named import list_named_boats, make_common_context
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.encodings.safety_checks import (
    COUNT_PREDICATES,
    format_numeral,
    list_other_place_parameters,
    list_safety_checks,
    make_count_predicate_name,
)
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient import Quotient, UnitPart
from ferryplan.generator.errors import check_count_limit
from ferryplan.generator.formulation import Optimum

MAX_COUNTERS = 5_000
MAX_UNITS = 2_000


class CountedPartMove:
    """The action by which one part of a unit, such as a wife without her husband, crosses.

    A counter gives the number of units whose members are at certain places. The action decreases one counter and
    increases another.
    """

    def __init__(self, part: UnitPart, quotient: Quotient) -> None:
        kind = quotient.classes[part.class_index]
        self.symbol, self.predicate = quotient.part_symbols[part], make_count_predicate_name(kind)
        self.resting = [f"?{member}" for index, member in enumerate(kind.members) if index not in part.members]
        """the PDDL parameters for the places of the unit's members that do not cross"""
        self.arguments_before, self.arguments_after = (
            quotient.build_placing(part, place, self.resting) for place in ("?from", "?to")
        )
        """the PDDL arguments of the counter that the action decreases, and of the counter that it increases"""


def count_strips_actions(instance: Instance, optimum: Optimum) -> int | None:
    """Return the number of actions of an optimal plan in the dialect strips, counted encoding.

    Each crossing takes two actions for every seat of the largest load (a smaller load waits instead), two for the boat,
    one for each safety check of both places, and one for the clock, if there is one. Returns None if the optimal number
    of crossings is unknown.
    """
    quotient = instance.get_or_make(Quotient)
    largest = max((sum(load.values()) for load in quotient.legal_loads), default=0)
    checks = list_safety_checks(quotient, list_other_place_parameters(len(instance.places) - 1), PlaceSets(instance))
    each = 2 * largest + 2 + 2 * len(checks) + bool(clock_of(instance))
    return None if optimum.moves is None else optimum.moves * each


def make_strips_counted_context(instance: Instance) -> dict[str, Any]:
    """Return the Jinja template values, by variable name, for the dialect strips, counted encoding.

    Raises EncodingError if the instance is too large.
    """
    quotient = instance.get_or_make(Quotient)
    places = [place.symbol for place in instance.places]
    largest = max(len(kind.units) for kind in quotient.classes)
    counters = sum(len(places) ** len(kind.members) for kind in quotient.classes)
    where = format_message("crossing.in-strips-counted")
    check_count_limit(instance.puzzle, counters, format_message("crossing.counters"), MAX_COUNTERS, where)
    check_count_limit(instance.puzzle, largest, format_message("crossing.travelers-of-one-kind"), MAX_UNITS, where)
    loads = _LoadSymbols(quotient)
    others = list_other_place_parameters(len(places) - 1)
    grounds = PlaceSets(instance)
    rule_checks = list_safety_checks(quotient, others, grounds)
    checks = [check for rule in rule_checks for check in rule.checks]
    for check in checks:
        if any(other in condition for other in others for condition in check.conditions):
            check.others = others
    clock = clock_of(instance)
    in_time = [_list_absence_conditions(period, quotient) for period in clock.periods] if clock else []
    named = {word for text in itertools.chain.from_iterable(in_time) for word in text.strip("()").split()}
    conditions = [condition for check in checks for condition in check.conditions]
    conditions += itertools.chain.from_iterable(in_time)
    numbers = [format_numeral(value) for value in range(largest + 1)]
    constants = [name for name in numbers[:2] if any(f" {name})" in text for text in conditions)]
    stages = [f"{stage}{rule.suffix}" for rule in rule_checks for stage in ("departed", "landed")]
    checked = list(itertools.pairwise([*stages, *(["timing"] if clock else [])]))
    return {
        **make_common_context(instance),
        "constant_places": [place for place in places if place in named],
        "problem_places": [place for place in places if place not in named],
        "numbers": [name for name in numbers if name not in constants],
        "next": [(format_numeral(value), format_numeral(value + 1)) for value in range(largest)],
        "constants": constants,
        "named_numbers": {
            name: [format_numeral(value) for value in range(largest + 1) if holds(value)]
            for name, holds in COUNT_PREDICATES.values()
            if any(text.startswith(f"({name} ") for text in conditions)
        },
        "quotient": quotient,
        "moves": [CountedPartMove(part, quotient) for part in loads.parts],
        "loads": loads,
        "others": others if any(check.others for check in checks) else (),
        "elsewhere_matters": any(len(kind.members) > 1 for kind in quotient.classes),
        "stages": checked,
        "last_check": stages[-1],
        "following": [*checked, *((stages[-1], stage) for stage in loads.next_stages if not clock)],
        "in_time": in_time,
        "elsewhere": [(place, *(other for other in places if other != place)) for place in places],
        "rule_checks": rule_checks,
        "grounds": grounds,
        "waits": [*(f"wait-{number}" for number in range(loads.longest_wait, 0, -1)), "ready"],
    }


def _list_absence_conditions(period: ClockPeriod, quotient: Quotient) -> list[str]:
    """Return PDDL conditions which say that no traveler is at a position that a period forbids.

    Each condition requires that the number of units with such a traveler at the place is 0.
    """
    places = [place.symbol for place in quotient.instance.places]
    parts = [(quotient.part_of_one_traveler(index), place) for index, place in period.forbidden]
    return list(
        dict.fromkeys(
            f"({make_count_predicate_name(quotient.classes[part.class_index])} {' '.join(where)} {format_numeral(0)})"
            for part, place in parts
            for where in quotient.enumerate_placings(part, places[place], places)
        )
    )


class _LoadSymbols:
    """The PDDL objects that represent loads, for the actions that assemble a load part by part.

    There is one object for each legal load, and one for each smaller load that is aboard while a legal load is
    assembled.
    """

    def __init__(self, quotient: Quotient) -> None:
        self.quotient = quotient
        legal = quotient.legal_loads
        moves = max((sum(load.values()) for load in legal), default=0)
        self.parts = [part for part in quotient.parts if any(part in load for load in legal)]
        self.longest_wait = max((2 * (moves - sum(load.values())) for load in legal), default=0)
        self.objects: list[str] = []
        """the PDDL names of all loads except the empty one, smaller loads first"""
        self.legal: list[Symbols] = []
        """tuples of PDDL names: a legal load and the stage that follows its crossing; in a fleet, also a boat that can carry the load"""
        self.remainders = {quotient.part_symbols[part]: list[Symbols]() for part in self.parts}
        """for each part, pairs of PDDL names (load, load without one such part), for the loads that are assembled with this part last"""
        for load in legal:
            # A smaller load waits for as many actions as it saves, so all crossings take the same number of
            # actions and shortest plans have the fewest crossings.
            wait = 2 * (moves - sum(load.values()))
            chained, stage = self._register_load(load, legal), f"wait-{wait}" if wait else "ready"
            company = quotient.example_company_of(load)
            boats = (
                name for boat, name in list_named_boats(quotient.instance) if quotient.instance.can_carry(company, boat)
            )
            self.legal += [(chained, stage, *name) for name in boats]
        self.next_stages = list(dict.fromkeys(stage for _, stage, *_ in self.legal))
        """the PDDL names of the stages that may follow a crossing: ``ready`` or a number of waiting actions, such as ``wait-2``"""

    def _register_load(self, load: dict[UnitPart, int], legal: Sequence[dict[UnitPart, int]]) -> str:
        """Add PDDL objects for a load and for the smaller loads before it; return the load's PDDL name.

        The smaller loads are aboard while the load is assembled: each has one part less than the next. If possible, the
        next smaller load is a legal load.
        """
        if not load:
            return "nobody"
        symbols = self.quotient.part_symbols
        name = "-".join(["load", *(f"{count}-{symbols[part]}" for part, count in load.items())])
        if name not in self.objects:
            smaller = {
                last: {part: count - (part == last) for part, count in load.items() if count > (part == last)}
                for last in load
            }
            # A remainder that is a legal load has an object anyway; any other remainder needs one of its own.
            last = next((part for part, rest in smaller.items() if rest in legal), next(iter(load)))
            self.remainders[symbols[last]].append((name, self._register_load(smaller[last], legal)))
            self.objects.append(name)
        return name
