"""River-crossing instances: travelers, places, boats, rules, costs, the start, the goal and states.

`instantiation` creates an instance from a puzzle file. The state space and the PDDL encodings are built from it.
Deadlines and limits count the crossings made so far. After each crossing, they bind at every place, no matter where
the boat has been.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan.generator.crossing.constraints import CompanyLocation
from ferryplan.generator.crossing.rules import KINDS_WITH_LOCATION, BoundConstraints, Rule, bind_constraints
from ferryplan.generator.crossing.tariff import Deadline, Limit, Tariff
from ferryplan.generator.crossing.vessel import Vessel
from ferryplan.generator.instance import AnyInstance, memoized_property
from ferryplan.generator.masks import select_by_mask

UNNAMED_PLACE = -1
"""stands for any place that no rule names; the rules that bind at such places are the general ones"""


class CrossingState(NamedTuple):
    """A state in which everybody is on land."""

    boat: int
    """index of the place where the boat is; in a fleet, the place of the first boat"""
    companies: tuple[int, ...]
    """for each place, the bit mask of the travelers there"""
    clock: int = 0
    """number of crossings made, capped at the instance's horizon"""
    others: tuple[int, ...] = ()
    """places of the other boats of a fleet"""

    @property
    def boats(self) -> tuple[int, ...]:
        """The place of each boat."""
        return self.boat, *self.others

    def places_of(self, travellers: Iterable[int]) -> tuple[int, ...]:
        """Return the places of travelers, given by their indices."""
        places = []
        for index in travellers:
            place = 0
            while not self.companies[place] >> index & 1:
                place += 1
            places.append(place)
        return tuple(places)


class Crossing(NamedTuple):
    """One trip of a boat."""

    load: int
    """bit mask of the travelers in the boat"""
    origin: int
    """index of the place that the boat leaves"""
    destination: int
    boat: int = 0
    """index of the boat, if there are several"""


@dataclass(frozen=True, slots=True)
class Traveller:
    """A person, an animal or a thing that crosses the river."""

    name: str
    """short name, for tables and for input: ``goat``"""
    called: str
    """name in sentences: ``the goat``"""
    symbol: str
    """name in PDDL"""
    kind: str
    rows: bool
    """whether the traveler can row the boat"""


@dataclass(frozen=True, slots=True)
class Place:
    """A bank or an island."""

    name: str
    called: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal: the index of a place for the boat and for each traveler, or None where any place will do."""

    boat: int | None
    travellers: tuple[int | None, ...]


def companies_by_place(whereabouts: Iterable[int | None], place_count: int) -> tuple[int, ...]:
    """Return the bit mask of the travelers at each place.

    ``whereabouts`` gives the place of each traveler, or None for a traveler who is nowhere.
    """
    companies = [0] * place_count
    for index, place in enumerate(whereabouts):
        if place is not None:
            companies[place] |= 1 << index
    return tuple(companies)


class RuleArea(NamedTuple):
    """A group of places at which the same rules bind."""

    places: tuple[int, ...]
    """indices of the places, ascending"""
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Instance(AnyInstance):
    """A river-crossing puzzle with a value for every parameter.

    Travelers are in the order of the puzzle file's kinds; bit i of a mask stands for traveler i.
    """

    travellers: tuple[Traveller, ...]
    units: tuple[tuple[int, ...], ...]
    """indices of the travelers that belong together, such as a couple: paired kinds are matched index by index;
    every traveler is in exactly one unit"""
    kinds: tuple[tuple[str, str], ...]
    """the name and the plural of each kind that has travelers"""
    places: tuple[Place, ...]
    routes: tuple[tuple[int, int], ...]
    """(from, to) as indices of places, sorted; a route of the file stands in both directions"""
    capacity: int
    """the largest number of travelers in a boat, capped at the number of travelers"""
    boat_rules: bool
    """whether rules without a location also bind in the boat"""
    rules: tuple[Rule, ...]
    start: CrossingState
    goal: Goal
    tariff: Tariff | None = None
    """the cost of a crossing; if None, every crossing costs 1"""
    boats: int = 1
    """the number of boats; unless they form a fleet, all of them have the same capacity; at the start, all boats
    are at one place"""
    fleet: tuple[Vessel, ...] = ()
    """the boats, if they differ; `capacity` and `most_weight` are then those of the largest boat"""
    minutes: int = 1
    """the duration of a crossing, unless the travelers' paces determine it"""
    deadlines: tuple[Deadline, ...] = ()
    limit: Limit | None = None
    """the largest number of crossings; if None, unlimited"""
    weights: tuple[int, ...] = ()
    """the weight of each traveler; empty if no boat limits the weight"""
    most_weight: int | None = None
    """the largest total weight in a boat; if None, unlimited"""
    backward: bool = False
    """whether start and goal are exchanged, so that solutions are narrated in reverse"""

    def __post_init__(self) -> None:
        assert self.boats >= 1
        assert len(self.fleet) in (0, self.boats)
        assert len(self.start.others) == max(0, len(self.fleet) - 1)
        bounds = [self.most_weight, *(vessel.most_weight for vessel in self.fleet)]
        assert len(self.weights) == (0 if {*bounds} == {None} else len(self.travellers))
        assert self.minutes >= 1
        assert 1 <= self.capacity <= len(self.travellers)
        assert len(self.start.companies) == len(self.places)
        assert sum(self.start.companies) == (1 << len(self.travellers)) - 1
        assert len(self.goal.travellers) == len(self.travellers)
        assert self.tariff is None or len(self.tariff.amounts) == len(self.travellers)
        assert sorted(index for unit in self.units for index in unit) == list(range(len(self.travellers)))

    def _repr_html_(self) -> str:
        """Return the HTML that Jupyter shows."""
        from ferryplan.generator.notebook import instance_as_html

        return instance_as_html(self, [*self.rule_sentences, *self.time_rules])

    def names_of(self, mask: int) -> list[str]:
        """Return the names of the travelers in a mask, in the travelers' order."""
        return [traveller.name for traveller in select_by_mask(self.travellers, mask)]

    def crossing_duration(self, load: int) -> int:
        """Return the duration of a crossing with a legal load."""
        return self.tariff.cost_of_load(load) if self.tariff and self.tariff.by == "slowest" else self.minutes

    def format_time(self, amount: int) -> str:
        """Format a time with its unit: ``17 minutes``."""
        if self.tariff and self.tariff.by == "slowest":
            return self.tariff.format_amount(amount)
        return "1 minute" if amount == 1 else f"{amount} minutes"

    @property
    def time_unit(self) -> str:
        """The unit of time: the unit of the paces, or ``minute``."""
        return self.tariff.unit if self.tariff and self.tariff.by == "slowest" else "minute"

    @property
    def horizon(self) -> int:
        """The number of crossings after which deadlines and limits no longer change; 0 if there are none."""
        if self.limit:
            return self.limit.crossings
        return max((deadline.crossings + 1 for deadline in self.deadlines), default=0)

    def rules_at(self, spot: CompanyLocation) -> tuple[Rule, ...]:
        """Return the rules that bind at a place, given by its index, or in the boat."""
        return self._rules_by_location[spot]

    @memoized_property
    def _rules_by_location(self) -> dict[CompanyLocation, tuple[Rule, ...]]:
        def find_rules_at(spot: CompanyLocation) -> tuple[Rule, ...]:
            return tuple(rule for rule in self.rules if rule.binds_at(spot, self.boat_rules))

        named = {scene for rule in self.rules for scene in rule.where or ()}
        anywhere = find_rules_at(UNNAMED_PLACE)
        places = ((place, find_rules_at(place) if place in named else anywhere) for place in range(len(self.places)))
        return {"boat": find_rules_at("boat"), **dict(places)}

    @memoized_property
    def areas(self) -> tuple[RuleArea, ...]:
        """The places, grouped by the rules that bind there; a single area if every rule binds everywhere."""
        alike: dict[tuple[int, ...], list[int]] = {}
        for place in range(len(self.places)):
            alike.setdefault(tuple(map(id, self.rules_at(place))), []).append(place)
        return tuple(RuleArea(tuple(places), self.rules_at(places[0])) for places in alike.values())

    @property
    def has_rules_ashore(self) -> bool:
        """Whether a rule binds at some place."""
        return any(area.rules for area in self.areas)

    @memoized_property
    def bound_constraints(self) -> BoundConstraints:
        """All constraints of the rules that can be violated."""
        return bind_constraints(self.rules, self.boat_rules, len(self.places))

    @property
    def rule_sentences(self) -> tuple[str, ...]:
        """The rules about who may be together, in the story's words, each with its location if unusual."""
        return tuple(
            rule.describe_with_location(self.boat_rules, [place.called for place in self.places]) for rule in self.rules
        )

    @property
    def has_rules_with_own_places(self) -> bool:
        """Whether some rule binds at other locations than the rules that do not specify any."""
        plain = tuple(rule.says for rule in self.rules if rule.kind in KINDS_WITH_LOCATION)
        return plain != self.rule_sentences

    @property
    def time_rules(self) -> tuple[str, ...]:
        """The deadlines and the limit, in the story's words."""
        return tuple(deadline.says for deadline in self.deadlines) + ((self.limit.says,) if self.limit else ())

    def can_carry(self, load: int, boat: int) -> bool:
        """Return whether a boat, given by its index, can carry a load and somebody in it can row."""
        return self.vessels[boat].can_carry(load, self.weights)

    @memoized_property
    def vessels(self) -> tuple[Vessel, ...]:
        """Every boat, including boats that do not differ from each other."""
        alike = Vessel("boat", "the boat", self.capacity, self.most_weight, self.rowers)
        return self.fleet or (alike,) * self.boats

    def boat_phrase(self, boat: int) -> str:
        """Return the phrase for a boat in sentences, such as ``the boat``.

        ``boat`` is the boat's index. One of several equal boats is ``boat 1``; a boat of a fleet goes by its own name,
        such as ``the raft``.
        """
        if self.fleet:
            return self.fleet[boat].called
        return f"boat {boat + 1}" if self.boats > 1 else "the boat"

    def boat_name(self, boat: int) -> str:
        """Return the name of a boat without an article."""
        return self.fleet[boat].name if self.fleet else self.boat_phrase(boat).removeprefix("the ")

    def cost(self, load: int, boat: int = 0) -> int:
        """Return the cost of a crossing with a legal load in a boat, given by its index."""
        return self.tariff.cost_of_load(load, self.vessels[boat].rowers) if self.tariff else 1

    @memoized_property
    def destinations(self) -> list[list[int]]:
        """For each place, the destinations of its routes, ascending."""
        ways: list[list[int]] = [[] for _ in self.places]
        for origin, destination in self.routes:
            ways[origin].append(destination)
        return ways

    @memoized_property
    def goal_companies(self) -> tuple[int, ...]:
        """For each place, the bit mask of the travelers who must end there."""
        return companies_by_place(self.goal.travellers, len(self.places))

    @memoized_property
    def rowers(self) -> int:
        """The bit mask of the travelers who can row."""
        return sum(1 << index for index, traveller in enumerate(self.travellers) if traveller.rows)
