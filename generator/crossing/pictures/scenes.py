"""A solution as scenes: who is at which place and in which boat, from the start to the end. What all pictures are drawn from."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.schedule import Schedule, clock
from ferryplan.generator.crossing.teller import MOST_NAMED, counted, kind_masks
from ferryplan.generator.drawing import PictureError
from ferryplan.generator.families import teller_of
from ferryplan.generator.lettering import shortened
from ferryplan.generator.masks import members
from ferryplan.generator.solution import Solution

MOST_CROSSINGS = 500
LONGEST_SIGN = 8


class Boat(NamedTuple):
    """A boat with those aboard."""

    load: int
    origin: int
    destination: int
    """the place where it is moored, if this is the origin too"""

    @property
    def moored(self) -> bool:
        """Whether it is at a place and not on the water."""
        return self.origin == self.destination


class Scene(NamedTuple):
    """A situation, and what has led to it."""

    label: str
    """the number of the crossing or the time on the clock"""
    text: str
    spent: str
    """what all crossings so far cost, if the puzzle has costs"""
    companies: tuple[int, ...]
    """for each place, the mask of those on land"""
    boats: tuple[Boat, ...]
    rests: bool = True
    """whether this is a situation of the replay; false for a boat that is under way between two"""


class Token(NamedTuple):
    """What stands for a traveler in a picture, or for all of a kind who are together."""

    label: str
    kind: int
    """index into ``Instance.kinds``"""


class Cast:
    """Who is to be seen: up to 60 travelers by name, more as numbers of each kind."""

    def __init__(self, instance: Instance) -> None:
        indices = {name: index for index, (name, _) in enumerate(instance.kinds)}
        self.instance, self.named = instance, len(instance.travellers) <= MOST_NAMED
        self.kinds = [indices[traveller.kind] for traveller in instance.travellers]
        """for each traveler, the index of its kind"""
        self.masks = [*kind_masks(instance).values()]
        """for each kind, the mask of its travelers"""

    def tokens(self, company: int) -> tuple[Token, ...]:
        """Return what stands for those in a mask, in the travelers' order."""
        instance = self.instance
        if self.named:
            return tuple(Token(instance.travellers[index].name, self.kinds[index]) for index in members(company))
        numbers = [(company & mask).bit_count() for mask in self.masks]
        return tuple(Token(counted(number, kind, instance), kind) for kind, number in enumerate(numbers) if number)


class Shores(NamedTuple):
    """Where places are drawn: the shore of the start, that of the goal, and what lies in the water between them."""

    left: int
    right: int
    islands: tuple[int, ...]


def legend_of(instance: Instance) -> tuple[Token, ...]:
    """Return a token for each kind, unless every traveler bears the name of its kind."""
    if all(traveller.name == traveller.kind for traveller in instance.travellers):
        return ()
    numbers = [mask.bit_count() for mask in kind_masks(instance).values()]
    return tuple(
        Token(names[number != 1], kind)
        for kind, (names, number) in enumerate(zip(instance.kinds, numbers, strict=True))
    )


def shores_of(instance: Instance) -> Shores:
    """Return the start and the end of the way: where the boat is, and where the goal wants it or most travelers, or else the last place."""
    places, left = range(len(instance.places)), instance.start.boat
    wanted = Counter(place for place in instance.goal.travellers if place not in (None, left)).most_common(1)
    right = max(place for place in places if place != left)
    if instance.goal.boat not in (None, left):
        right = instance.goal.boat
    elif wanted and wanted[0][0] is not None:
        right = wanted[0][0]
    return Shores(left, right, tuple(place for place in places if place not in (left, right)))


def sign_of(instance: Instance, boat: int) -> str:
    """Return what is written on a boat, given by its index: its name where boats differ, else its number if there are several."""
    if instance.fleet:
        return shortened(instance.boat_name(boat), LONGEST_SIGN)
    return str(boat + 1) if instance.boats > 1 else ""


def at_start(instance: Instance) -> Scene:
    """Return the scene from which everything starts."""
    moored = (Boat(0, instance.start.boat, instance.start.boat),) * instance.boats
    return Scene("", format_message("narration.at-the-start"), "", instance.start.companies, moored)


def scenes(solution: Solution[State, Crossing]) -> tuple[Scene, ...]:
    """Return the scenes of a solution in their order: the start, then for each crossing the boat under way and everybody landed.

    Those of a schedule are the start and what is there after each departure and landing.
    """
    return tuple(_events(solution) if isinstance(solution, Schedule) else _crossings(solution))


def check_length(solution: Solution[State, Crossing]) -> None:
    """Raise PictureError for a solution of too many crossings to draw each."""
    if len(solution.steps) > MOST_CROSSINGS:
        count = len(solution.steps)
        raise PictureError(
            format_message("crossing.too-many-to-draw", crossings=count, most=MOST_CROSSINGS),
            where=solution.instance.puzzle,
            about="crossings",
            found=f"{count}",
            expected=f"at most {MOST_CROSSINGS}",
        )


def instance_of(solution: Solution[State, Crossing]) -> Instance:
    """Return the instance of crossings."""
    return cast(Instance, solution.instance)


def _crossings(solution: Solution[State, Crossing]) -> Iterator[Scene]:
    instance = instance_of(solution)
    tariff = instance.tariff
    teller = teller_of(instance)
    costs = itertools.accumulate((instance.cost(step.move.load, step.move.boat) for step in solution.steps), initial=0)
    spent = [tariff.told(cost) if tariff else "" for cost in costs]
    start = at_start(instance)
    yield start._replace(spent=spent[0])
    boats = list(start.boats)
    for step, cost in zip(solution.steps, spent[1:], strict=True):
        load, origin, destination, boat = step.move
        companies = list(step.state.companies)
        companies[destination] &= ~load
        words = str(step.number), teller.sentence(step.before, step.move), cost
        boats[boat] = Boat(load, origin, destination)
        yield Scene(*words, tuple(companies), tuple(boats), rests=False)
        boats[boat] = Boat(0, destination, destination)
        yield Scene(*words, step.state.companies, tuple(boats))


def _events(schedule: Schedule) -> Iterator[Scene]:
    instance = schedule.instance
    start = at_start(instance)
    yield start._replace(label=clock(0, instance))
    boats = list(start.boats)
    for event in schedule.events:
        trip = schedule.steps[event.trip]
        load, origin, destination, boat = trip.move
        boats[boat] = Boat(load, origin, destination) if event.departs else Boat(0, destination, destination)
        text = schedule.sentence(event)
        yield Scene(clock(event.time, instance), text, "", event.companies, tuple(boats))
