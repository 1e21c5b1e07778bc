"""A puzzle with every parameter fixed: travelers, places, the boat, rules, rules with time, what crossings cost; and its states.

Time is the number of crossings made. Rules with time bind after each crossing, at every place, wherever the boat has been.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan.generator.crossing.constraints import Spot
from ferryplan.generator.crossing.rules import MAY_BIND_ANYWHERE, Bindings, Rule, bindings
from ferryplan.generator.crossing.tariff import Deadline, Limit, Tariff
from ferryplan.generator.crossing.vessel import Vessel
from ferryplan.generator.instance import AnyInstance, remembered
from ferryplan.generator.masks import select

NOWHERE_NAMED = -1
"""no place: what binds there binds at every place that no rule names"""


class State(NamedTuple):
    """A situation with everybody on land."""

    boat: int
    """index of the place where the boat is, of several the first"""
    companies: tuple[int, ...]
    """for each place, the mask of the travelers there"""
    clock: int = 0
    """the crossings made, but never more than the instance's horizon"""
    others: tuple[int, ...] = ()
    """where the other boats of a fleet are"""

    @property
    def boats(self) -> tuple[int, ...]:
        """Where each boat is."""
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
    """One trip of the boat."""

    load: int
    """mask of those in the boat"""
    origin: int
    """index of the place that the boat leaves"""
    destination: int
    boat: int = 0
    """index of the boat, if there are several"""


@dataclass(frozen=True, slots=True)
class Traveller:
    """Who or what crosses."""

    name: str
    """as a person writes it, in tables"""
    called: str
    """as a sentence names it: ``the goat``"""
    symbol: str
    """as PDDL names it"""
    kind: str
    rows: bool
    """whether it can row the boat"""


@dataclass(frozen=True, slots=True)
class Place:
    """A bank or an island."""

    name: str
    called: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Goal:
    """What must be reached: for the boat and each traveler the index of a place, or None where any will do."""

    boat: int | None
    travellers: tuple[int | None, ...]


def companies_of(whereabouts: Iterable[int | None], places: int) -> tuple[int, ...]:
    """Return for each place the mask of the travelers there, given where each of them is; they may be nowhere."""
    companies = [0] * places
    for index, place in enumerate(whereabouts):
        if place is not None:
            companies[place] |= 1 << index
    return tuple(companies)


class Area(NamedTuple):
    """Places at which the same rules bind."""

    places: tuple[int, ...]
    """indices, ascending"""
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Instance(AnyInstance):
    """A puzzle with every parameter fixed. Travelers stand in the order of the puzzle file's kinds, bit i of a mask is traveler i."""

    travellers: tuple[Traveller, ...]
    units: tuple[tuple[int, ...], ...]
    """the indices of those who belong together, as paired kinds do index by index; everybody is in one unit"""
    kinds: tuple[tuple[str, str], ...]
    """each kind that has travelers, with its plural"""
    places: tuple[Place, ...]
    routes: tuple[tuple[int, int], ...]
    """(from, to) as indices of places, both ways, sorted"""
    capacity: int
    """how many travelers the boat carries, never more than there are"""
    boat_rules: bool
    """whether rules that do not say where they bind also bind in the boat"""
    rules: tuple[Rule, ...]
    start: State
    goal: Goal
    tariff: Tariff | None = None
    """what a crossing costs; if None, each costs 1"""
    boats: int = 1
    """how many boats there are, all of this capacity if they are no fleet; at the start they are at one place"""
    fleet: tuple[Vessel, ...] = ()
    """the boats, if they differ; the capacity is then that of the largest, and so is the weight"""
    minutes: int = 1
    """how long a crossing takes, where paces do not say so"""
    deadlines: tuple[Deadline, ...] = ()
    limit: Limit | None = None
    """how many crossings there may be; if None, any number"""
    weights: tuple[int, ...] = ()
    """what each traveler weighs, if the boat carries a certain weight only"""
    most_weight: int | None = None
    """the most that those in the boat may weigh together; if None, any weight"""
    backward: bool = False
    """whether start and goal are exchanged, and crossings are to be told the other way round"""

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
        """Return what Jupyter shows."""
        from ferryplan.generator.notebook import instance_as_html

        return instance_as_html(self, [*self.told_rules, *self.time_rules])

    def names(self, mask: int) -> list[str]:
        """Return the names of the travelers in a mask, in the travelers' order."""
        return [traveller.name for traveller in select(self.travellers, mask)]

    def duration(self, load: int) -> int:
        """Return how long a crossing with a legal load takes."""
        return self.tariff.of(load) if self.tariff and self.tariff.by == "slowest" else self.minutes

    def time_told(self, amount: int) -> str:
        """Return a time with its unit: ``17 minutes``."""
        if self.tariff and self.tariff.by == "slowest":
            return self.tariff.told(amount)
        return "1 minute" if amount == 1 else f"{amount} minutes"

    @property
    def time_unit(self) -> str:
        """The unit of time: that of the paces, or the minute."""
        return self.tariff.unit if self.tariff and self.tariff.by == "slowest" else "minute"

    @property
    def horizon(self) -> int:
        """The number of crossings from which on the rules with time do not change any more; 0 if there are none."""
        if self.limit:
            return self.limit.crossings
        return max((deadline.crossings + 1 for deadline in self.deadlines), default=0)

    def rules_at(self, spot: Spot) -> tuple[Rule, ...]:
        """Return the rules that bind at a place, given by its index, or those that bind in the boat."""
        return self._rules_by_spot[spot]

    @remembered
    def _rules_by_spot(self) -> dict[Spot, tuple[Rule, ...]]:
        def binding(spot: Spot) -> tuple[Rule, ...]:
            return tuple(rule for rule in self.rules if rule.binds(spot, self.boat_rules))

        named = {scene for rule in self.rules for scene in rule.where or ()}
        anywhere = binding(NOWHERE_NAMED)
        places = ((place, binding(place) if place in named else anywhere) for place in range(len(self.places)))
        return {"boat": binding("boat"), **dict(places)}

    @remembered
    def areas(self) -> tuple[Area, ...]:
        """The places, by the rules that bind there; one area if all of them bind everywhere."""
        alike: dict[tuple[int, ...], list[int]] = {}
        for place in range(len(self.places)):
            alike.setdefault(tuple(map(id, self.rules_at(place))), []).append(place)
        return tuple(Area(tuple(places), self.rules_at(places[0])) for places in alike.values())

    @property
    def ruled_ashore(self) -> bool:
        """Whether a rule binds at some place."""
        return any(area.rules for area in self.areas)

    @remembered
    def bindings(self) -> Bindings:
        """All that the rules ask for and that can be broken."""
        return bindings(self.rules, self.boat_rules, len(self.places))

    @property
    def told_rules(self) -> tuple[str, ...]:
        """The rules about who may be together in the story's words, with what they say of where they bind."""
        return tuple(rule.told(self.boat_rules, [place.called for place in self.places]) for rule in self.rules)

    @property
    def has_rules_of_their_own_place(self) -> bool:
        """Whether some rule binds elsewhere than the rules that do not say where."""
        plain = tuple(rule.says for rule in self.rules if rule.kind in MAY_BIND_ANYWHERE)
        return plain != self.told_rules

    @property
    def time_rules(self) -> tuple[str, ...]:
        """The rules with time in the story's words."""
        return tuple(deadline.says for deadline in self.deadlines) + ((self.limit.says,) if self.limit else ())

    def carries(self, load: int, boat: int) -> bool:
        """Return whether a boat, given by its index, can carry a load and somebody in it can row."""
        return self.vessels[boat].carries(load, self.weights)

    @remembered
    def vessels(self) -> tuple[Vessel, ...]:
        """Each boat, also of those that differ in nothing."""
        alike = Vessel("boat", "the boat", self.capacity, self.most_weight, self.rowers)
        return self.fleet or (alike,) * self.boats

    def boat_called(self, boat: int) -> str:
        """Return how a sentence names a boat, given by its index: ``the boat``, ``boat 1`` of several, ``the raft`` of a fleet."""
        if self.fleet:
            return self.fleet[boat].called
        return f"boat {boat + 1}" if self.boats > 1 else "the boat"

    def boat_name(self, boat: int) -> str:
        """Return its name alone."""
        return self.fleet[boat].name if self.fleet else self.boat_called(boat).removeprefix("the ")

    def cost(self, load: int, boat: int = 0) -> int:
        """Return what a crossing with a legal load costs, in a boat given by its index."""
        return self.tariff.of(load, self.vessels[boat].rowers) if self.tariff else 1

    @remembered
    def ways(self) -> list[list[int]]:
        """For each place those to which the boat goes from it, ascending."""
        ways: list[list[int]] = [[] for _ in self.places]
        for origin, destination in self.routes:
            ways[origin].append(destination)
        return ways

    @remembered
    def goal_companies(self) -> tuple[int, ...]:
        """For each place, the mask of the travelers who must end there."""
        return companies_of(self.goal.travellers, len(self.places))

    @remembered
    def rowers(self) -> int:
        """The mask of the travelers who can row."""
        return sum(1 << index for index, traveller in enumerate(self.travellers) if traveller.rows)
