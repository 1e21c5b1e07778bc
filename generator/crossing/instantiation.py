"""Instantiation: conversion of a puzzle file and parameter values to an instance."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import or_
from typing import Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import BalanceConstraint
from ferryplan.generator.crossing.instance import CrossingState, Goal, Instance, Place, Traveller, companies_by_place
from ferryplan.generator.crossing.puzzle_file import CrossingFile, StartOrGoalTable, VesselTable
from ferryplan.generator.crossing.rule_making import TravelerRoster, make_company_rule
from ferryplan.generator.crossing.rule_tables import DeadlineTable, LimitTable
from ferryplan.generator.crossing.rules import Rule
from ferryplan.generator.crossing.tariff import Deadline, Limit, Tariff
from ferryplan.generator.crossing.vessel import Vessel, largest_boat_limits
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.family_types import CandidateInstance
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.names import index_to_letters, make_pddl_symbols
from ferryplan.generator.parameters import (
    MAX_COUNT,
    MAX_STORY_LENGTH,
    MistakeCollector,
    PuzzleEvaluation,
    complete_parameters,
)
from ferryplan.generator.puzzle_file import IntegerParameter
from ferryplan.generator.wording import capitalize, join_phrases

MAX_TRAVELERS = MAX_COUNT
MAX_PLACES = 1_000
MAX_COST = 1_000_000
MAX_BOATS = 100
MAX_CROSSINGS = 1_000


def instantiate(puzzle: CrossingFile, parameters: Mapping[str, ParameterValue]) -> Instance:
    """Return the instance of a puzzle for parameter values; missing parameters have their defaults.

    Raises ParameterError for values that the puzzle does not allow, and PuzzleError for invalid expressions in the
    file.
    """
    with MistakeCollector(puzzle) as mistakes:
        return _CrossingInstanceBuilder(
            puzzle, complete_parameters(puzzle, parameters, mistakes), mistakes
        ).build_instance()


class _CrossingInstanceBuilder(PuzzleEvaluation[CrossingFile]):
    """Builds the instance of one puzzle file for one set of parameter values.

    Each ``build_…`` method evaluates a part of the file and returns a part of the instance.
    """

    def __init__(
        self, puzzle: CrossingFile, values: Mapping[str, ParameterValue | None], mistakes: MistakeCollector
    ) -> None:
        super().__init__(puzzle, values, mistakes)
        self.travelers_by_kind: dict[str, range] = {}
        self.places_by_name: dict[str, range] = {}
        self.roster = TravelerRoster(
            self.travelers_by_kind,
            {kind.name: kind.paired_with for kind in puzzle.kinds},
            self.places_by_name,
            puzzle.goal_places_by_kind(),
        )
        self.rule_number_keys: list[str] = []
        """for each rule of the instance, the key in the file where its number stands or would stand"""
        sizes = {"kinds": len(puzzle.kinds), "places": len(puzzle.places)}
        self.count_keys = [f"{what}[{row}].count" for what, size in sizes.items() for row in range(size)]

    def build_instance(self) -> Instance:
        puzzle, taken = self.puzzle, set[str]()
        places = self.build_places(taken)
        vessels, travellers = self.build_vessels(self.build_travelers(taken))
        companies = companies_by_place(self.find_places_of_travelers(puzzle.start, "start"), max(len(places), 1))
        boat_rules = self.evaluate_condition(puzzle.boat.rules, "boat.rules")
        rules, deadlines, limits = self.build_rules([place.called for place in places])
        self.check_rules_at_start(companies, travellers, rules, boat_rules)
        assert puzzle.start.boat is not None
        return Instance(
            **self.make_instance_fields(),
            travellers=tuple(travellers),
            units=self.group_units(),
            kinds=tuple((kind.name, kind.plural) for kind in puzzle.kinds if self.travelers_by_kind[kind.name]),
            places=tuple(places),
            routes=self.build_routes(),
            **largest_boat_limits(vessels, len(travellers)),
            boat_rules=boat_rules,
            rules=rules,
            start=CrossingState(
                at := self.find_place(puzzle.start.boat, "start.boat"), companies, 0, (at,) * (len(vessels) - 1)
            ),
            goal=Goal(
                None if puzzle.goal.boat is None else self.find_place(puzzle.goal.boat, "goal.boat"),
                tuple(self.find_places_of_travelers(puzzle.goal, "goal")),
            ),
            tariff=self.build_tariff(travellers),
            boats=len(puzzle.boats)
            or self.evaluate_number(puzzle.boat.count, "boat.count", minimum=1, maximum=MAX_BOATS),
            fleet=tuple(vessels) if len(vessels) > 1 else (),
            minutes=self.evaluate_number(puzzle.boat.minutes, "boat.minutes", minimum=1, maximum=MAX_COST),
            deadlines=deadlines,
            limit=min(limits, key=lambda limit: limit.crossings, default=None),
            weights=self.evaluate_amounts("weight")
            if any(vessel.most_weight is not None for vessel in vessels)
            else (),
        )

    def build_places(self, taken_symbols: set[str]) -> list[Place]:
        """Return the places, with PDDL names that are added to ``taken_symbols``."""
        names, called = list[str](), list[str]()
        for row, table in enumerate(self.puzzle.places):
            count = self.evaluate_number(table.count, f"places[{row}].count", maximum=MAX_PLACES)
            self.places_by_name[table.name] = range(len(names), len(names) + count)
            for number in range(1, count + 1):
                name = table.name if count == 1 else f"{table.name} {number}"
                names.append(name)
                called.append(self.fill_label(table.called, {"name": name}, f"places[{row}].called"))
        rows = zip(names, called, make_pddl_symbols(names, "place", taken_symbols), strict=True)
        return [Place(name, phrase, symbol) for name, phrase, symbol in rows]

    def find_place(self, name: str, key: str) -> int:
        """Return the index of the place with this name.

        ``key`` is the key of the name in the file. Reports an error there if no place, or more than one, has the name.
        """
        copies = self.places_by_name[name]
        if len(copies) != 1:
            says = format_message("crossing.several-copies", name=name, count=len(copies))
            self.report_error(key, says, f"places[{list(self.places_by_name).index(name)}].count")
        return copies[0] if copies else 0

    def build_routes(self) -> tuple[tuple[int, int], ...]:
        """Return the routes in both directions, as pairs of places' indices; if the file has none, all pairs."""
        if not self.puzzle.routes:
            everywhere = [index for copies in self.places_by_name.values() for index in copies]
            return tuple((a, b) for a in everywhere for b in everywhere if a != b)
        pairs = set[tuple[int, int]]()
        for row, table in enumerate(self.puzzle.routes):
            if self.evaluate_condition(table.when, f"routes[{row}].when"):
                ends = [
                    (a, b)
                    for a in self.places_by_name[table.between[0]]
                    for b in self.places_by_name[table.between[1]]
                    if a != b
                ]
                pairs.update(ends, ((b, a) for a, b in ends))
        return tuple(sorted(pairs))

    def build_travelers(self, taken_symbols: set[str]) -> list[Traveller]:
        """Return the travelers of all kinds, with PDDL names that are added to ``taken_symbols``."""
        rows: list[tuple[str, str, str, bool]] = []
        first: dict[str, str] = {}
        """for each traveler's name, the key in the file that the name comes from"""
        for row, kind in enumerate(self.puzzle.kinds):
            key = f"kinds[{row}]"
            count = self.evaluate_number(kind.count, f"{key}.count")
            partners, pairs = range(count), ""
            if kind.paired_with:
                partners, pairs = (
                    self.travelers_by_kind[kind.paired_with],
                    f"kinds[{[*self.travelers_by_kind].index(kind.paired_with)}]",
                )
            if len(partners) != count:
                said = {"count": count, "expected": len(partners), "partner": kind.paired_with}
                says = format_message("crossing.unequal-pairs", **said)
                self.report_error(f"{key}.count", says, f"{pairs}.count")
                count = len(partners)
            rowing = self.evaluate(kind.rows, f"{key}.rows")
            if (total := len(rows) + count) > MAX_TRAVELERS:
                says = format_message("crossing.too-many-travelers", count=total, most=MAX_TRAVELERS)
                self.report_error(f"{key}.count", says)
                count = 0
            self.travelers_by_kind[kind.name] = range(len(rows), len(rows) + count)
            for index in range(count):
                names: dict[str, int | bool | str] = {
                    "name": kind.name,
                    "index": index,
                    "number": index + 1,
                    "letter": index_to_letters(index),
                    "count": count,
                }
                if kind.paired_with:
                    names["partner"] = rows[partners[index]][1]
                own = "{{ name }}" if count == 1 else "{{ name }} {{ number }}"
                name = self.fill_label(kind.names or own, names, f"{key}.names")
                called = self.fill_label(kind.called, {**names, "traveller": name}, f"{key}.called")
                rows.append((kind.name, name, called, rowing if isinstance(rowing, bool) else index < rowing))
                if name in first:
                    causes = {first[name], f"{pairs}.names" * ("partner" in kind.names)} - {f"{key}.names"}
                    self.report_error(f"{key}.names", format_message("crossing.same-name", name=name), *causes)
                first.setdefault(name, f"{key}.names")
        if not rows:
            self.report_error("kinds", format_message("crossing.no-travelers"), *self.count_keys)
        legal = make_pddl_symbols([name for _, name, _, _ in rows], "traveller", taken_symbols)
        return [
            Traveller(name, called, symbol, kind, rows_)
            for (kind, name, called, rows_), symbol in zip(rows, legal, strict=True)
        ]

    def build_vessels(self, travellers: list[Traveller]) -> tuple[list[Vessel], list[Traveller]]:
        """Return the boats, and the travelers with the information whether they can row any of the boats.

        If the file does not list several boats, the result has one boat, which stands for all identical boats.
        """
        rowing = sum(1 << index for index, traveller in enumerate(travellers) if traveller.rows)
        found = list[Vessel]()
        for row, one in enumerate(self.puzzle.boats or [VesselTable(name="boat")]):
            bounds = list[int | None]()
            for what, least, most in (("capacity", 1, MAX_TRAVELERS), ("weight", 0, MAX_COST)):
                own, key = getattr(one, what), f"boats[{row}].{what}"
                value, key = (getattr(self.puzzle.boat, what), f"boat.{what}") if own is None else (own, key)
                bounds.append(None if value is None else self.evaluate_number(value, key, least, most))
            rowers = rowing & self.roster.mask_of_kinds(self.travelers_by_kind if one.rowers is None else one.rowers)
            called = self.fill_label(one.called, {"name": one.name}, f"boats[{row}].called")
            found.append(Vessel(one.name, called, bounds[0] or 1, bounds[1], rowers))
        able = functools.reduce(or_, (vessel.rowers for vessel in found))
        return found, [replace(one, rows=bool(able >> index & 1)) for index, one in enumerate(travellers)]

    def build_tariff(self, travellers: list[Traveller]) -> Tariff | None:
        """Return the tariff, which determines the cost of crossings; None if the file has no costs."""
        table = self.puzzle.cost
        if table is None:
            return None
        key: Literal["pace", "fee"] = "pace" if table.crossing == "slowest" else "fee"
        rowers = sum(1 << index for index, traveller in enumerate(travellers) if traveller.rows)
        return Tariff(table.crossing, self.evaluate_amounts(key), rowers, table.unit, table.units)

    def evaluate_amounts(self, attribute: Literal["pace", "fee", "weight"]) -> tuple[int, ...]:
        """Return the pace, the fee or the weight of each traveler."""
        amounts = list[int]()
        for row, kind in enumerate(self.puzzle.kinds):
            expression, count, key = (
                getattr(kind, attribute),
                len(self.travelers_by_kind[kind.name]),
                f"kinds[{row}].{attribute}",
            )
            listed = self.values.get(expression)
            if isinstance(listed, tuple):
                if len(listed) != count:
                    said = {"expression": expression, "count": len(listed), "expected": count, "kind": kind.name}
                    self.report_error(key, format_message("crossing.unequal-list", **said), f"kinds[{row}].count")
                amounts += [self.evaluate_number(item, key, maximum=MAX_COST) for item in listed]
            else:
                each = ({"index": index, "number": index + 1} for index in range(count))
                amounts += [self.evaluate_number(expression, key, maximum=MAX_COST, **names) for names in each]
        return tuple(amounts)

    def group_units(self) -> tuple[tuple[int, ...], ...]:
        """Return the units, each a tuple of traveler indices.

        A unit is a traveler together with its partners from the paired kinds.
        """
        units: dict[tuple[str, int], list[int]] = {}
        first: dict[str, str] = {}
        """for each kind, the first kind of the chain of paired kinds that it belongs to"""
        for kind in self.puzzle.kinds:
            first[kind.name] = first[kind.paired_with] if kind.paired_with else kind.name
            for number, index in enumerate(self.travelers_by_kind[kind.name]):
                units.setdefault((first[kind.name], number), []).append(index)
        return tuple(map(tuple, units.values()))

    def find_places_of_travelers(self, table: StartOrGoalTable, key: str) -> list[int | None]:
        """Return for each traveler the index of the traveler's place in the table ``start`` or ``goal``.

        The index is None if the table has no place for the traveler. ``key`` is the name of the table, used in
        messages.
        """
        result: list[int | None] = []
        for kind in self.puzzle.kinds:
            name = table.kinds.get(kind.name, table.everyone)
            at = f"{key}.kinds.{kind.name}" if kind.name in table.kinds else f"{key}.everyone"
            result += [None if name is None else self.find_place(name, at)] * len(self.travelers_by_kind[kind.name])
        return result

    def build_place_limit_rules(self, place_phrases: Sequence[str]) -> Iterator[Rule]:
        """Yield a rule for each place that holds a limited number of travelers.

        ``place_phrases`` has for each place its name in sentences, such as ``the island``.
        """
        for row, table in enumerate(self.puzzle.places):
            if table.holds is None or not self.places_by_name[table.name]:
                continue
            key, places = f"places[{row}]", self.places_by_name[table.name]
            holds = self.evaluate_number(table.holds, f"{key}.holds", maximum=MAX_TRAVELERS)
            names = capitalize(join_phrases([place_phrases[place] for place in places]))
            room = format_message("crossing.number-of-travelers", count=holds)
            says = format_message(
                "crossing.holds" if holds else "crossing.holds-nobody", count=len(places), places=names, room=room
            )
            if table.says is not None:
                says = self.fill_text(table.says, f"{key}.says")
            self.rule_number_keys.append(f"{key}.holds")
            yield Rule(
                "holds",
                says,
                BalanceConstraint(self.roster.mask_of_kinds(self.travelers_by_kind), 0, holds),
                frozenset(places),
            )

    def build_rules(
        self, place_phrases: Sequence[str]
    ) -> tuple[tuple[Rule, ...], tuple[Deadline, ...], tuple[Limit, ...]]:
        """Return the rules about who may be together, the deadlines, and the limits on crossings.

        Rules that concern no travelers are left out. ``place_phrases`` has for each place its name in sentences.
        """
        rules, deadlines, limits = [*self.build_place_limit_rules(place_phrases)], list[Deadline](), list[Limit]()
        for row, table in enumerate(self.puzzle.rules):
            match table:
                case DeadlineTable():
                    if late := self.roster.mask_of_kinds(table.kinds):
                        place = self.find_place(table.place, f"rules[{row}].place")
                        deadlines.append(
                            Deadline(
                                self.render_rule_sentence(row),
                                late,
                                place,
                                self.evaluate_crossing_count(table.crossings, row),
                            )
                        )
                case LimitTable():
                    limits.append(
                        Limit(
                            self.render_rule_sentence(row),
                            self.evaluate_crossing_count(table.crossings, row, minimum=1),
                        )
                    )
                case _:
                    number = functools.partial(self.evaluate_number, key=f"rules[{row}].number")
                    if rule := make_company_rule(table, self.render_rule_sentence(row), number, self.roster):
                        rules.append(rule)
                        self.rule_number_keys.append(f"rules[{row}].number")
        return tuple(rules), tuple(deadlines), tuple(limits)

    def evaluate_crossing_count(self, expression: int | str, row: int, minimum: int = 0) -> int:
        """Return the number of crossings that an expression in the table of a rule gives.

        ``row`` is the index of the rule's table in the file. Reports an error if the number is less than ``minimum``.
        """
        return self.evaluate_number(expression, f"rules[{row}].crossings", minimum=minimum, maximum=MAX_CROSSINGS)

    def render_rule_sentence(self, row: int) -> str:
        """Return the sentence of a rule, with parameter values in place of expressions.

        ``row`` is the index of the rule's table in the file.
        """
        return self.fill_text(self.puzzle.rules[row].says, f"rules[{row}].says", max_length=MAX_STORY_LENGTH)

    def check_rules_at_start(
        self, companies: tuple[int, ...], travellers: list[Traveller], rules: tuple[Rule, ...], boat_rules: bool
    ) -> None:
        """Report an error for each rule that a company breaks at the start.

        ``companies`` has for each place the bit mask of the travelers there.
        """
        names = [traveller.called for traveller in travellers]
        placed = ["start.everyone", *(f"start.kinds.{kind.name}" for kind in self.puzzle.kinds), "boat.rules"]
        for key, rule in zip(self.rule_number_keys, rules, strict=True):
            for place, company in enumerate(companies):
                if rule.binds_at(place, boat_rules) and not rule.holds(company):
                    says = format_message(
                        "crossing.start-breaks-rule", violation=rule.describe_violation(company, names)
                    )
                    self.report_error("start", says, key, *self.count_keys, *placed, kind=ParameterError)


def generate_instances_by_capacity(
    puzzle: CrossingFile, parameters: Mapping[str, ParameterValue]
) -> Iterator[CandidateInstance]:
    """Yield an instance for each capacity to try, or a single instance if the capacity is given.

    If the capacity is a free parameter, its value is the smallest capacity with which the puzzle has a solution. The
    candidates begin with the smallest capacity and end with one that has room for all travelers. If there are several
    boats, the capacity sought is the smallest with which a single boat would suffice.
    """
    searched = puzzle.find_free_parameter()
    if searched is None or parameters.get(searched) is not None:
        yield CandidateInstance(instantiate(puzzle, parameters))
        return
    spec = puzzle.parameters[searched]
    assert isinstance(spec, IntegerParameter)
    for capacity in itertools.count(spec.first_candidate):
        instance = instantiate(puzzle, {**parameters, searched: capacity})
        yield CandidateInstance(
            instance, searched, None if instance.boats == 1 else replace(instance, boats=1, fleet=())
        )
        if capacity >= min(spec.maximum, len(instance.travellers)):
            return
