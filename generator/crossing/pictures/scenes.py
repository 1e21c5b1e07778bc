"""A solution as a sequence of scenes, from which all pictures are drawn.

A scene shows one moment: the travelers at each place and in each boat.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.narrator import MAX_NAMED_TRAVELERS, format_kind_count, map_kinds_to_masks
from ferryplan.generator.crossing.schedule import Schedule, format_clock_time
from ferryplan.generator.drawing import PictureError
from ferryplan.generator.families import narrator_of
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.solution import Solution
from ferryplan.generator.text_metrics import shorten_middle

MAX_CROSSINGS = 500
MAX_SIGN_LENGTH = 8


class SceneBoat(NamedTuple):
    """A boat in a scene: its load, and the places between which it sails or where it is moored."""

    load: int
    """bit mask of the travelers aboard"""
    origin: int
    """the index of a place"""
    destination: int
    """the index of a place; equal to the origin if the boat is moored there"""

    @property
    def is_moored(self) -> bool:
        """Whether the boat is at a place and not on the water."""
        return self.origin == self.destination


class CrossingScene(NamedTuple):
    """The positions of all travelers and boats at one moment of a solution, with a caption."""

    label: str
    """the number of the crossing, or the time on the clock"""
    text: str
    """the event that led to this moment, in words"""
    cost_so_far: str
    """the cost of all crossings so far, in words; empty if the puzzle has no costs"""
    companies: tuple[int, ...]
    """for each place, the bit mask of the travelers on land"""
    boats: tuple[SceneBoat, ...]
    is_resting: bool = True
    """whether this is a state of the replay; false for a boat that is under way between two states"""


class PictureToken(NamedTuple):
    """A label in a picture for a traveler, or for several travelers of a kind at the same place."""

    label: str
    kind: int
    """index into ``Instance.kinds``"""


class TravelerTokenMaker:
    """Makes the tokens that stand for the travelers of an instance in pictures.

    In an instance with up to 30 travelers, each traveler has a token with a name. In a larger instance, a token stands
    for all travelers of a kind at a place and shows their number.
    """

    def __init__(self, instance: Instance) -> None:
        indices = {name: index for index, (name, _) in enumerate(instance.kinds)}
        self.instance, self.shows_names = instance, len(instance.travellers) <= MAX_NAMED_TRAVELERS
        self.kinds = [indices[traveller.kind] for traveller in instance.travellers]
        """for each traveler, the index of its kind"""
        self.masks = [*map_kinds_to_masks(instance).values()]
        """for each kind, the bit mask of its travelers"""

    def make_tokens(self, company: int) -> tuple[PictureToken, ...]:
        """Return the tokens for the travelers in a bit mask, in the travelers' order."""
        instance = self.instance
        if self.shows_names:
            return tuple(
                PictureToken(instance.travellers[index].name, self.kinds[index]) for index in mask_indices(company)
            )
        numbers = [(company & mask).bit_count() for mask in self.masks]
        return tuple(
            PictureToken(format_kind_count(number, kind, instance), kind)
            for kind, number in enumerate(numbers)
            if number
        )


class ShorePlaces(NamedTuple):
    """The indices of the places by their position in a picture: the two shores, and the islands between."""

    left: int
    right: int
    islands: tuple[int, ...]


def make_legend_tokens(instance: Instance) -> tuple[PictureToken, ...]:
    """Return the legend's tokens, one for each kind.

    There is no legend if every traveler has the name of its kind.
    """
    if all(traveller.name == traveller.kind for traveller in instance.travellers):
        return ()
    numbers = [mask.bit_count() for mask in map_kinds_to_masks(instance).values()]
    return tuple(
        PictureToken(names[number != 1], kind)
        for kind, (names, number) in enumerate(zip(instance.kinds, numbers, strict=True))
    )


def find_shores(instance: Instance) -> ShorePlaces:
    """Return the places that a picture shows as left shore, right shore and islands.

    The left shore is the start of the boat. The right shore is the goal of the boat or of most travelers, or else the
    last place.
    """
    places, left = range(len(instance.places)), instance.start.boat
    wanted = Counter(place for place in instance.goal.travellers if place not in (None, left)).most_common(1)
    right = max(place for place in places if place != left)
    if instance.goal.boat not in (None, left):
        right = instance.goal.boat
    elif wanted and wanted[0][0] is not None:
        right = wanted[0][0]
    return ShorePlaces(left, right, tuple(place for place in places if place not in (left, right)))


def is_bridge(instance: Instance) -> bool:
    """Return whether the travelers walk over a bridge by torchlight.

    They do if the story has a bridge and a torch, and no boat.
    """
    words = {*re.findall(r"[a-z]+", instance.story.lower())}
    return {"bridge", "torch"} <= words and "boat" not in words and len(instance.places) == 2 and not instance.fleet


def name_boat(instance: Instance, name: str) -> str:
    """Return the name of a boat in pictures, given its name in sentences: on a bridge, it is a torch."""
    return name.replace("boat", "torch") if is_bridge(instance) else name


def format_boat_sign(instance: Instance, boat: int) -> str:
    """Return the text that is painted on a boat, given by its index.

    The text is the boat's name in a fleet (boats that differ), its number among several identical boats, and empty for
    a single boat.
    """
    if instance.fleet:
        return shorten_middle(instance.boat_name(boat), MAX_SIGN_LENGTH)
    return str(boat + 1) if instance.boats > 1 else ""


def make_start_scene(instance: Instance) -> CrossingScene:
    """Return the scene of the initial state, where all boats are moored."""
    moored = (SceneBoat(0, instance.start.boat, instance.start.boat),) * instance.boats
    return CrossingScene("", format_message("narration.at-the-start"), "", instance.start.companies, moored)


def list_scenes(solution: Solution[CrossingState, Crossing]) -> tuple[CrossingScene, ...]:
    """Return the scenes of a solution in order.

    The scenes show the start, and for each crossing the boat under way and the landing. For a schedule, whose crossings
    may overlap in time, the scenes show the start, each departure and each landing.
    """
    return tuple(_list_schedule_scenes(solution) if isinstance(solution, Schedule) else _list_crossing_scenes(solution))


def check_drawable_length(solution: Solution[CrossingState, Crossing]) -> None:
    """Raise PictureError for a solution with too many crossings to draw."""
    if len(solution.steps) > MAX_CROSSINGS:
        count = len(solution.steps)
        raise PictureError(
            format_message("crossing.too-many-to-draw", crossings=count, most=MAX_CROSSINGS),
            where=solution.instance.puzzle,
            about="crossings",
            found=f"{count}",
            expected=f"at most {MAX_CROSSINGS}",
        )


def crossing_instance_of(solution: Solution[CrossingState, Crossing]) -> Instance:
    """Return the instance of a solution, with the type of river-crossing instances for the type checker."""
    return cast(Instance, solution.instance)


def _list_crossing_scenes(solution: Solution[CrossingState, Crossing]) -> Iterator[CrossingScene]:
    instance = crossing_instance_of(solution)
    tariff = instance.tariff
    narrator = narrator_of(instance)
    costs = itertools.accumulate(
        (instance.crossing_cost(step.move.load, step.move.boat) for step in solution.steps), initial=0
    )
    spent = [tariff.format_amount(cost) if tariff else "" for cost in costs]
    start = make_start_scene(instance)
    yield start._replace(cost_so_far=spent[0])
    boats = list(start.boats)
    for step, cost in zip(solution.steps, spent[1:], strict=True):
        load, origin, destination, boat = step.move
        companies = list(step.state.companies)
        companies[destination] &= ~load
        words = str(step.number), narrator.describe_move(step.before, step.move), cost
        boats[boat] = SceneBoat(load, origin, destination)
        yield CrossingScene(*words, tuple(companies), tuple(boats), is_resting=False)
        boats[boat] = SceneBoat(0, destination, destination)
        yield CrossingScene(*words, step.state.companies, tuple(boats))


def _list_schedule_scenes(schedule: Schedule) -> Iterator[CrossingScene]:
    instance = schedule.instance
    start = make_start_scene(instance)
    yield start._replace(label=format_clock_time(0, instance))
    boats = list(start.boats)
    for event in schedule.events:
        trip = schedule.steps[event.crossing_index]
        load, origin, destination, boat = trip.move
        boats[boat] = (
            SceneBoat(load, origin, destination) if event.is_departure else SceneBoat(0, destination, destination)
        )
        text = schedule.describe_event(event)
        yield CrossingScene(format_clock_time(event.time, instance), text, "", event.companies, tuple(boats))
