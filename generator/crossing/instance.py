"""River-crossing instances and their states: travelers, places, boats, rules, costs, start and goal.

`instantiation` creates an instance from a puzzle file. The state space and the PDDL encodings are built from the
instance. Deadlines and limits count the crossings made so far. After each crossing, deadlines are checked at every
place, no matter where the boat has been.
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
"""the index that stands for any place that no rule names, where only the rules for all places bind"""


class CrossingState(NamedTuple):
    """A state between two crossings: the places of the boats and of the travelers.

    A fleet is a set of several boats that have names.
    """

    boat: int
    """index of the place where the boat is; in a fleet, the place of the first boat"""
    companies: tuple[int, ...]
    """for each place, the bit mask of the travelers there"""
    clock: int = 0
    """number of crossings made, capped at the instance's horizon"""
    other_boat_places: tuple[int, ...] = ()
    """for each boat of a fleet after the first, the index of its place"""

    @property
    def boats(self) -> tuple[int, ...]:
        """For each boat, the index of the place where the boat is."""
        return self.boat, *self.other_boat_places

    def places_of(self, travellers: Iterable[int]) -> tuple[int, ...]:
        """Return the index of the place of each traveler; ``travellers`` are the indices of the travelers."""
        places = []
        for index in travellers:
            place = 0
            while not self.companies[place] >> index & 1:
                place += 1
            places.append(place)
        return tuple(places)


class Crossing(NamedTuple):
    """One trip of a boat: the travelers in the boat, and the places that it leaves and reaches."""

    load: int
    """bit mask of the travelers in the boat"""
    origin: int
    """index of the place that the boat leaves"""
    destination: int
    """index of the place where the boat lands"""
    boat: int = 0
    """index of the boat; 0 if there is only one"""


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
    """name of the kind of travelers in the puzzle file, such as ``wife``"""
    rows: bool
    """whether the traveler can row the boat"""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on land where the boat can moor: a bank or an island."""

    name: str
    """short name, for tables and for input: ``left bank``"""
    called: str
    """name in sentences: ``the left bank``"""
    symbol: str
    """name in PDDL"""


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal: where the boat and each traveler must be at the end."""

    boat: int | None
    """index of the place where all boats must be; None if they may be anywhere"""
    travellers: tuple[int | None, ...]
    """for each traveler, the index of the goal place; None for a traveler who may be anywhere"""


def companies_by_place(traveler_places: Iterable[int | None], place_count: int) -> tuple[int, ...]:
    """Return for each place the company there: the bit mask of the travelers at the place.

    ``traveler_places`` has for each traveler the index of a place, or None for a traveler who belongs to no company.
    """
    companies = [0] * place_count
    for index, place in enumerate(traveler_places):
        if place is not None:
            companies[place] |= 1 << index
    return tuple(companies)


class RuleArea(NamedTuple):
    """A group of places at which the same rules bind."""

    places: tuple[int, ...]
    """indices of the places, ascending"""
    rules: tuple[Rule, ...]
    """the rules about who may be together that bind at each of these places"""


@dataclass(frozen=True, slots=True, repr=False)
class Instance(AnyInstance):
    """A river-crossing puzzle with a value for every parameter.

    Travelers, places and boats are represented by their indices, and sets of travelers by bit masks: bit i stands for
    traveler i. Travelers are in the order of their kinds in the puzzle file.
    """

    travellers: tuple[Traveller, ...]
    units: tuple[tuple[int, ...], ...]
    """the units: groups of travelers that belong together, such as a couple, or single travelers, as indices; the first
    travelers of two paired kinds form a unit, then the second ones, and so on; every traveler is in exactly one unit"""
    kinds: tuple[tuple[str, str], ...]
    """the name and the plural of each kind that has travelers"""
    places: tuple[Place, ...]
    routes: tuple[tuple[int, int], ...]
    """the routes, sorted: (from, to) as indices of places; a route of the puzzle file is listed in both directions"""
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
    """the number of boats; all boats start at the same place; unless they form a fleet, they do not differ and have no
    names"""
    fleet: tuple[Vessel, ...] = ()
    """the boats, if there are several with names; `capacity` and `most_weight` are then the largest among them"""
    minutes: int = 1
    """the duration of a crossing in minutes, unless the travelers' paces determine it"""
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
        assert len(self.start.other_boat_places) == max(0, len(self.fleet) - 1)
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
        """Return the instance as HTML, which Jupyter shows for an instance at the end of a cell."""
        from ferryplan.generator.notebook import instance_as_html

        return instance_as_html(self, [*self.rule_sentences, *self.time_rules])

    def names_of(self, mask: int) -> list[str]:
        """Return the names of the travelers in a bit mask, in the order of the instance's travelers."""
        return [traveller.name for traveller in select_by_mask(self.travellers, mask)]

    def crossing_duration(self, load: int) -> int:
        """Return the duration of a crossing with a legal load, in the unit `time_unit`.

        ``load`` is the bit mask of the travelers in the boat.
        """
        return self.tariff.cost_of_load(load) if self.tariff and self.tariff.by == "slowest" else self.minutes

    def format_time(self, amount: int) -> str:
        """Return a number of time units as text with the unit: ``17 minutes``."""
        if self.tariff and self.tariff.by == "slowest":
            return self.tariff.format_amount(amount)
        return "1 minute" if amount == 1 else f"{amount} minutes"

    @property
    def time_unit(self) -> str:
        """The unit of durations: the unit of the travelers' paces if they determine them, or ``minute``."""
        return self.tariff.unit if self.tariff and self.tariff.by == "slowest" else "minute"

    @property
    def horizon(self) -> int:
        """The largest value of the clock in states; 0 if there are neither deadlines nor a limit.

        The clock counts crossings. More crossings would make no difference: the limit is reached, or all deadlines are
        past.
        """
        if self.limit:
            return self.limit.crossings
        return max((deadline.crossings + 1 for deadline in self.deadlines), default=0)

    def rules_at(self, location: CompanyLocation) -> tuple[Rule, ...]:
        """Return the rules that bind at a location: a place, given by its index, or ``boat``."""
        return self._rules_by_location[location]

    @memoized_property
    def _rules_by_location(self) -> dict[CompanyLocation, tuple[Rule, ...]]:
        """For each place, by its index, and for ``boat``, the rules that bind there."""

        def find_rules_at(location: CompanyLocation) -> tuple[Rule, ...]:
            return tuple(rule for rule in self.rules if rule.binds_at(location, self.boat_rules))

        named = {scene for rule in self.rules for scene in rule.where or ()}
        anywhere = find_rules_at(UNNAMED_PLACE)
        places = ((place, find_rules_at(place) if place in named else anywhere) for place in range(len(self.places)))
        return {"boat": find_rules_at("boat"), **dict(places)}

    @memoized_property
    def rule_areas(self) -> tuple[RuleArea, ...]:
        """The places, grouped by the rules that bind there; a single area if every rule binds everywhere."""
        alike: dict[tuple[int, ...], list[int]] = {}
        for place in range(len(self.places)):
            alike.setdefault(tuple(map(id, self.rules_at(place))), []).append(place)
        return tuple(RuleArea(tuple(places), self.rules_at(places[0])) for places in alike.values())

    @property
    def has_rules_ashore(self) -> bool:
        """Whether a rule binds at some place."""
        return any(area.rules for area in self.rule_areas)

    @memoized_property
    def bound_constraints(self) -> BoundConstraints:
        """The constraints of all rules with the locations where they bind, except those that always hold."""
        return bind_constraints(self.rules, self.boat_rules, len(self.places))

    @property
    def rule_sentences(self) -> tuple[str, ...]:
        """The rules about who may be together as sentences of the story.

        A sentence names the locations where its rule binds if they are not the default locations.
        """
        return tuple(
            rule.describe_with_location(self.boat_rules, [place.called for place in self.places]) for rule in self.rules
        )

    @property
    def has_rules_with_own_places(self) -> bool:
        """Whether some rule binds at locations of its own instead of the default locations."""
        plain = tuple(rule.says for rule in self.rules if rule.kind in KINDS_WITH_LOCATION)
        return plain != self.rule_sentences

    @property
    def time_rules(self) -> tuple[str, ...]:
        """The deadlines and the limit on the number of crossings, as sentences of the story."""
        return tuple(deadline.says for deadline in self.deadlines) + ((self.limit.says,) if self.limit else ())

    def can_carry(self, load: int, boat: int) -> bool:
        """Return whether a boat can carry a load and somebody in the load can row the boat.

        ``load`` is a bit mask of travelers, and ``boat`` is the boat's index.
        """
        return self.vessels[boat].can_carry(load, self.weights)

    @memoized_property
    def vessels(self) -> tuple[Vessel, ...]:
        """The boats: those of the fleet, or as many identical boats as the instance has."""
        alike = Vessel("boat", "the boat", self.capacity, self.most_weight, self.rowers)
        return self.fleet or (alike,) * self.boats

    def boat_phrase(self, boat: int) -> str:
        """Return the phrase for a boat in sentences: ``the boat``, or ``the raft`` in a fleet.

        ``boat`` is the boat's index. Several identical boats are numbered: ``boat 1``.
        """
        if self.fleet:
            return self.fleet[boat].called
        return f"boat {boat + 1}" if self.boats > 1 else "the boat"

    def boat_name(self, boat: int) -> str:
        """Return the name of a boat without an article, such as ``raft``; ``boat`` is the boat's index."""
        return self.fleet[boat].name if self.fleet else self.boat_phrase(boat).removeprefix("the ")

    def crossing_cost(self, load_mask: int, boat: int = 0) -> int:
        """Return the cost of a crossing with a legal load; 1 if crossings have no costs.

        ``load_mask`` is the bit mask of the travelers in the boat, and ``boat`` is the boat's index.
        """
        return self.tariff.cost_of_load(load_mask, self.vessels[boat].rowers) if self.tariff else 1

    @memoized_property
    def destinations(self) -> list[list[int]]:
        """For each place, the indices of the places to which a route leads from there, ascending."""
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
