"""From a puzzle file and values for its parameters to an instance."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import or_
from typing import Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import Balance
from ferryplan.generator.crossing.instance import Goal, Instance, Place, State, Traveller, companies_of
from ferryplan.generator.crossing.puzzle_file import CrossingFile, PositionsTable, VesselTable
from ferryplan.generator.crossing.rule_making import Cast, company_rule
from ferryplan.generator.crossing.rule_tables import DeadlineTable, LimitTable
from ferryplan.generator.crossing.rules import Rule
from ferryplan.generator.crossing.tariff import Deadline, Limit, Tariff
from ferryplan.generator.crossing.vessel import Vessel, bounds_of
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.family_types import Trial
from ferryplan.generator.instance import Value
from ferryplan.generator.names import letters, symbols
from ferryplan.generator.parameters import LARGEST_COUNT, LONGEST_STORY, Evaluation, Mistakes, check_parameters
from ferryplan.generator.puzzle_file import IntegerParameter
from ferryplan.generator.wording import capital, listing

MOST_TRAVELLERS = LARGEST_COUNT
MOST_PLACES = 1_000
MOST_COST = 1_000_000
MOST_BOATS = 100
MOST_CROSSINGS = 1_000


def instantiate(puzzle: CrossingFile, parameters: Mapping[str, Value]) -> Instance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    Raises ParameterError for values that do not fit, PuzzleError for a file whose expressions make no sense.
    """
    with Mistakes(puzzle) as mistakes:
        return _Builder(puzzle, check_parameters(puzzle, parameters, mistakes), mistakes).instance()


class _Builder(Evaluation[CrossingFile]):
    """Evaluates one puzzle file for one set of values."""

    def __init__(self, puzzle: CrossingFile, values: Mapping[str, Value | None], mistakes: Mistakes) -> None:
        super().__init__(puzzle, values, mistakes)
        self.members: dict[str, range] = {}
        self.copies: dict[str, range] = {}
        self.cast = Cast(
            self.members, {kind.name: kind.paired_with for kind in puzzle.kinds}, self.copies, puzzle.goals()
        )
        self.keys: list[str] = []
        """for each rule that concerns anybody the key of its number, whether it has one or not"""
        sizes = {"kinds": len(puzzle.kinds), "places": len(puzzle.places)}
        self.counts = [f"{what}[{row}].count" for what, size in sizes.items() for row in range(size)]

    def instance(self) -> Instance:
        puzzle, taken = self.puzzle, set[str]()
        places = self.places(taken)
        vessels, travellers = self.vessels(self.travellers(taken))
        companies = companies_of(self.positions(puzzle.start, "start"), max(len(places), 1))
        boat_rules = self.condition(puzzle.boat.rules, "boat.rules")
        rules, deadlines, limits = self.rules([place.called for place in places])
        self.check_start(companies, travellers, rules, boat_rules)
        assert puzzle.start.boat is not None
        return Instance(
            **self.described(),
            travellers=tuple(travellers),
            units=self.units(),
            kinds=tuple((kind.name, kind.plural) for kind in puzzle.kinds if self.members[kind.name]),
            places=tuple(places),
            routes=self.routes(),
            **bounds_of(vessels, len(travellers)),
            boat_rules=boat_rules,
            rules=rules,
            start=State(at := self.place(puzzle.start.boat, "start.boat"), companies, 0, (at,) * (len(vessels) - 1)),
            goal=Goal(
                None if puzzle.goal.boat is None else self.place(puzzle.goal.boat, "goal.boat"),
                tuple(self.positions(puzzle.goal, "goal")),
            ),
            tariff=self.tariff(travellers),
            boats=len(puzzle.boats) or self.number(puzzle.boat.count, "boat.count", least=1, most=MOST_BOATS),
            fleet=tuple(vessels) if len(vessels) > 1 else (),
            minutes=self.number(puzzle.boat.minutes, "boat.minutes", least=1, most=MOST_COST),
            deadlines=deadlines,
            limit=min(limits, key=lambda limit: limit.crossings, default=None),
            weights=self.amounts("weight") if any(vessel.most_weight is not None for vessel in vessels) else (),
        )

    def places(self, taken: set[str]) -> list[Place]:
        names, called = list[str](), list[str]()
        for row, table in enumerate(self.puzzle.places):
            count = self.number(table.count, f"places[{row}].count", most=MOST_PLACES)
            self.copies[table.name] = range(len(names), len(names) + count)
            for number in range(1, count + 1):
                name = table.name if count == 1 else f"{table.name} {number}"
                names.append(name)
                called.append(self.label(table.called, {"name": name}, f"places[{row}].called"))
        rows = zip(names, called, symbols(names, "place", taken), strict=True)
        return [Place(name, phrase, symbol) for name, phrase, symbol in rows]

    def place(self, name: str, key: str) -> int:
        copies = self.copies[name]
        if len(copies) != 1:
            says = format_message("crossing.several-copies", name=name, count=len(copies))
            self.wrong(key, says, f"places[{list(self.copies).index(name)}].count")
        return copies[0] if copies else 0

    def routes(self) -> tuple[tuple[int, int], ...]:
        if not self.puzzle.routes:
            everywhere = [index for copies in self.copies.values() for index in copies]
            return tuple((a, b) for a in everywhere for b in everywhere if a != b)
        pairs = set[tuple[int, int]]()
        for row, table in enumerate(self.puzzle.routes):
            if self.condition(table.when, f"routes[{row}].when"):
                ends = [(a, b) for a in self.copies[table.between[0]] for b in self.copies[table.between[1]] if a != b]
                pairs.update(ends, ((b, a) for a, b in ends))
        return tuple(sorted(pairs))

    def travellers(self, taken: set[str]) -> list[Traveller]:
        rows: list[tuple[str, str, str, bool]] = []
        first: dict[str, str] = {}
        """the key by which a traveler of each name is called so"""
        for row, kind in enumerate(self.puzzle.kinds):
            key = f"kinds[{row}]"
            count = self.number(kind.count, f"{key}.count")
            partners, pairs = range(count), ""
            if kind.paired_with:
                partners, pairs = self.members[kind.paired_with], f"kinds[{[*self.members].index(kind.paired_with)}]"
            if len(partners) != count:
                said = {"count": count, "expected": len(partners), "partner": kind.paired_with}
                says = format_message("crossing.unequal-pairs", **said)
                self.wrong(f"{key}.count", says, f"{pairs}.count")
                count = len(partners)
            rowing = self.value(kind.rows, f"{key}.rows")
            if (total := len(rows) + count) > MOST_TRAVELLERS:
                says = format_message("crossing.too-many-travelers", count=total, most=MOST_TRAVELLERS)
                self.wrong(f"{key}.count", says)
                count = 0
            self.members[kind.name] = range(len(rows), len(rows) + count)
            for index in range(count):
                names: dict[str, int | bool | str] = {
                    "name": kind.name,
                    "index": index,
                    "number": index + 1,
                    "letter": letters(index),
                    "count": count,
                }
                if kind.paired_with:
                    names["partner"] = rows[partners[index]][1]
                own = "{{ name }}" if count == 1 else "{{ name }} {{ number }}"
                name = self.label(kind.names or own, names, f"{key}.names")
                called = self.label(kind.called, {**names, "traveller": name}, f"{key}.called")
                rows.append((kind.name, name, called, rowing if isinstance(rowing, bool) else index < rowing))
                if name in first:
                    causes = {first[name], f"{pairs}.names" * ("partner" in kind.names)} - {f"{key}.names"}
                    self.wrong(f"{key}.names", format_message("crossing.same-name", name=name), *causes)
                first.setdefault(name, f"{key}.names")
        if not rows:
            self.wrong("kinds", format_message("crossing.no-travelers"), *self.counts)
        legal = symbols([name for _, name, _, _ in rows], "traveller", taken)
        return [
            Traveller(name, called, symbol, kind, rows_)
            for (kind, name, called, rows_), symbol in zip(rows, legal, strict=True)
        ]

    def vessels(self, travellers: list[Traveller]) -> tuple[list[Vessel], list[Traveller]]:
        """Return the boats, one if they do not differ, and the travelers, of whom those row who can row one of them."""
        rowing = sum(1 << index for index, traveller in enumerate(travellers) if traveller.rows)
        found = list[Vessel]()
        for row, one in enumerate(self.puzzle.boats or [VesselTable(name="boat")]):
            bounds = list[int | None]()
            for what, least, most in (("capacity", 1, MOST_TRAVELLERS), ("weight", 0, MOST_COST)):
                own, key = getattr(one, what), f"boats[{row}].{what}"
                value, key = (getattr(self.puzzle.boat, what), f"boat.{what}") if own is None else (own, key)
                bounds.append(None if value is None else self.number(value, key, least, most))
            rowers = rowing & self.cast.mask(self.members if one.rowers is None else one.rowers)
            called = self.label(one.called, {"name": one.name}, f"boats[{row}].called")
            found.append(Vessel(one.name, called, bounds[0] or 1, bounds[1], rowers))
        able = functools.reduce(or_, (vessel.rowers for vessel in found))
        return found, [replace(one, rows=bool(able >> index & 1)) for index, one in enumerate(travellers)]

    def tariff(self, travellers: list[Traveller]) -> Tariff | None:
        """Return what a crossing costs, or None if the file does not say."""
        table = self.puzzle.cost
        if table is None:
            return None
        key: Literal["pace", "fee"] = "pace" if table.crossing == "slowest" else "fee"
        rowers = sum(1 << index for index, traveller in enumerate(travellers) if traveller.rows)
        return Tariff(table.crossing, self.amounts(key), rowers, table.unit, table.units)

    def amounts(self, attribute: Literal["pace", "fee", "weight"]) -> tuple[int, ...]:
        """Return the pace, the fee or the weight of each traveler."""
        amounts = list[int]()
        for row, kind in enumerate(self.puzzle.kinds):
            expression, count, key = getattr(kind, attribute), len(self.members[kind.name]), f"kinds[{row}].{attribute}"
            listed = self.values.get(expression)
            if isinstance(listed, tuple):
                if len(listed) != count:
                    said = {"expression": expression, "count": len(listed), "expected": count, "kind": kind.name}
                    self.wrong(key, format_message("crossing.unequal-list", **said), f"kinds[{row}].count")
                amounts += [self.number(item, key, most=MOST_COST) for item in listed]
            else:
                each = ({"index": index, "number": index + 1} for index in range(count))
                amounts += [self.number(expression, key, most=MOST_COST, **names) for names in each]
        return tuple(amounts)

    def units(self) -> tuple[tuple[int, ...], ...]:
        """Return who belongs together: each traveler with those of the kinds that are paired with its own."""
        units: dict[tuple[str, int], list[int]] = {}
        first: dict[str, str] = {}
        """for each kind, the one that it is paired with in the end"""
        for kind in self.puzzle.kinds:
            first[kind.name] = first[kind.paired_with] if kind.paired_with else kind.name
            for number, index in enumerate(self.members[kind.name]):
                units.setdefault((first[kind.name], number), []).append(index)
        return tuple(map(tuple, units.values()))

    def positions(self, table: PositionsTable, key: str) -> list[int | None]:
        """Return for each traveler the place that a table gives it, or None."""
        result: list[int | None] = []
        for kind in self.puzzle.kinds:
            name = table.kinds.get(kind.name, table.everyone)
            at = f"{key}.kinds.{kind.name}" if kind.name in table.kinds else f"{key}.everyone"
            result += [None if name is None else self.place(name, at)] * len(self.members[kind.name])
        return result

    def rooms(self, called: Sequence[str]) -> Iterator[Rule]:
        """Yield for each place that holds so many only the rule that it does; ``called`` is how sentences name each place."""
        for row, table in enumerate(self.puzzle.places):
            if table.holds is None or not self.copies[table.name]:
                continue
            key, places = f"places[{row}]", self.copies[table.name]
            holds = self.number(table.holds, f"{key}.holds", most=MOST_TRAVELLERS)
            names = capital(listing([called[place] for place in places]))
            room = format_message("crossing.number-of-travelers", count=holds)
            says = format_message(
                "crossing.holds" if holds else "crossing.holds-nobody", count=len(places), places=names, room=room
            )
            if table.says is not None:
                says = self.text(table.says, f"{key}.says")
            self.keys.append(f"{key}.holds")
            yield Rule("holds", says, Balance(self.cast.mask(self.members), 0, holds), frozenset(places))

    def rules(self, called: Sequence[str]) -> tuple[tuple[Rule, ...], tuple[Deadline, ...], tuple[Limit, ...]]:
        """Return the rules about who may be together, the deadlines, and the limits on the number of crossings; those that concern anybody."""
        rules, deadlines, limits = [*self.rooms(called)], list[Deadline](), list[Limit]()
        for row, table in enumerate(self.puzzle.rules):
            match table:
                case DeadlineTable():
                    if late := self.cast.mask(table.kinds):
                        place = self.place(table.place, f"rules[{row}].place")
                        deadlines.append(Deadline(self.says(row), late, place, self.crossings(table.crossings, row)))
                case LimitTable():
                    limits.append(Limit(self.says(row), self.crossings(table.crossings, row, least=1)))
                case _:
                    number = functools.partial(self.number, key=f"rules[{row}].number")
                    if rule := company_rule(table, self.says(row), number, self.cast):
                        rules.append(rule)
                        self.keys.append(f"rules[{row}].number")
        return tuple(rules), tuple(deadlines), tuple(limits)

    def crossings(self, expression: int | str, row: int, least: int = 0) -> int:
        return self.number(expression, f"rules[{row}].crossings", least=least, most=MOST_CROSSINGS)

    def says(self, row: int) -> str:
        return self.text(self.puzzle.rules[row].says, f"rules[{row}].says", longest=LONGEST_STORY)

    def check_start(
        self, companies: tuple[int, ...], travellers: list[Traveller], rules: tuple[Rule, ...], boat_rules: bool
    ) -> None:
        names = [traveller.called for traveller in travellers]
        placed = ["start.everyone", *(f"start.kinds.{kind.name}" for kind in self.puzzle.kinds), "boat.rules"]
        for key, rule in zip(self.keys, rules, strict=True):
            for place, company in enumerate(companies):
                if rule.binds(place, boat_rules) and not rule.holds(company):
                    says = format_message("crossing.start-breaks-rule", violation=rule.breach(company, names))
                    self.wrong("start", says, key, *self.counts, *placed, kind=ParameterError)


def trials(puzzle: CrossingFile, parameters: Mapping[str, Value]) -> Iterator[Trial]:
    """Yield the instance for the parameters given; of a capacity that is left open one for each from 2 up, until all have room.

    Of several boats the smallest is meant of which one alone would do.
    """
    searched = puzzle.searched_parameter()
    if searched is None or parameters.get(searched) is not None:
        yield Trial(instantiate(puzzle, parameters))
        return
    spec = puzzle.parameters[searched]
    assert isinstance(spec, IntegerParameter)
    for capacity in itertools.count(spec.smallest):
        instance = instantiate(puzzle, {**parameters, searched: capacity})
        yield Trial(instance, searched, None if instance.boats == 1 else replace(instance, boats=1, fleet=()))
        if capacity >= min(spec.maximum, len(instance.travellers)):
            return
