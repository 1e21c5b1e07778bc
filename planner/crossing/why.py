"""Why there is no plan: how far one gets, what stops one there, and what to change."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from generator.crossing.instance import Crossing, Instance, State
from generator.crossing.instantiation import instantiate
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.repairs import repairs
from generator.crossing.rule_tables import bounds_of
from generator.crossing.smallest import instantiate_smallest
from generator.crossing.space import CrossingSpace
from generator.errors import FerryplanError
from generator.instance import Value
from generator.search.breadth_first import Exploration, explore
from generator.search.cheapest import Total, cheapest
from planner.questions.variants import nearest_variants
from planner.result import Status
from planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, Limited, limited
from planner.system.stopping import OUT_OF_TIME, attempted, gathered

__all__ = ["Change", "Nearest", "Stop", "Why", "why"]

MOST_STATES = 200_000
MOST_STATES_OF_A_CHANGE = 20_000
MOST_NEAREST = 3


class Stop(NamedTuple):
    """A crossing that would get one further, and that a rule forbids."""

    state: State
    crossings: int
    """the fewest that lead to the state"""
    crossing: Crossing
    rule: str
    """what it breaks, in words"""
    found: str
    """how it does so"""


class Nearest(NamedTuple):
    """A situation that is as near to the goal as one gets."""

    state: State
    crossings: int
    """the fewest that lead there"""


class Change(NamedTuple):
    """One thing changed, and the least total then."""

    says: str
    """in words, or as an option of the command line"""
    total: Total


@dataclass(frozen=True, slots=True)
class Why:
    """What the rules, explored by themselves, say of an instance."""

    instance: Instance
    status: Status
    """``unsolvable``, ``optimal`` where there is a plan, ``unknown`` where there are too many states, ``timeout`` or ``memory``"""
    exploration: Exploration[State]
    """up to symmetry"""
    total: Total | None = None
    """where there is a plan, what the best one costs"""
    states: int = 0
    """how many states can be reached; all of them, not up to symmetry"""
    arrived: int = 0
    """the most travellers that are where the goal wants them in any of these states"""
    wanted: int = 0
    """how many the goal wants somewhere"""
    nearest: tuple[Nearest, ...] = ()
    """some of the states in which so many are, those of fewest crossings first"""
    stops: tuple[Stop, ...] = ()
    """every crossing after which more would be there, from whatever state, one for travellers who are alike; all break a rule"""
    changes: tuple[Change, ...] = ()
    """the smallest changes that help, each of which was solved: parameters first"""
    notes: tuple[str, ...] = ()


def why(
    puzzle: CrossingFile,
    parameters: Mapping[str, Value],
    reference: str = "",
    most: int = MOST_STATES,
    done: Callable[[str], None] = lambda what: None,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> Why:
    """Return why a puzzle has no plan for these parameters, or that it has one.

    Where the boat is not given and the smallest that works carries over 2, it is told why the next smaller one does not work. ``most`` bounds the
    states that are explored, up to symmetry; ``done`` is told of each change that was tried. ``timeout`` is in seconds, ``memory`` in MiB;
    what is known when they are used up is told, notes say what was cut short.

    Raises PuzzleError, ParameterError and EncodingError for what cannot be asked, TimeIsUpError and MemoryError where nothing is known.
    """
    with limited(timeout, memory, GRACE) as limit:
        return _why(puzzle, parameters, reference, most, done, limit)


def _why(
    puzzle: CrossingFile,
    parameters: Mapping[str, Value],
    reference: str,
    most: int,
    done: Callable[[str], None],
    limit: Limited,
) -> Why:
    with limited(math.inf):
        instance, notes = _asked(puzzle, parameters, reference)
    space = instance.once(CrossingSpace)
    exploration = explore(space, most, to_goal=True, up_to_symmetry=True, go_on=lambda found: limit.seconds_left > 0)
    if exploration.goal is not None:
        total, cut = attempted(lambda: cheapest(space, to_goal=True, up_to_symmetry=True).total)
        if total is not None:
            return Why(instance, "optimal", exploration, total, notes=notes)
        note = f"there is a way across; what the best one takes was not found out: {cut}"
        return Why(instance, "timeout" if cut == OUT_OF_TIME else "memory", exploration, notes=(*notes, note))
    arrived = max(map(space.goals_met, exploration.depths))
    nearest = sorted(
        (depth, state) for state, depth in exploration.depths.items() if space.goals_met(state) == arrived
    )[:MOST_NEAREST]
    stops, stops_cut = gathered(_stops(space, exploration, arrived)) if exploration.complete else ((), "")
    changes, changes_cut = gathered(_changes(puzzle, instance, reference, done)) if exploration.complete else ((), "")
    open_: Status = "unknown" if limit.seconds_left else "timeout"
    return Why(
        instance,
        "unsolvable" if exploration.complete else open_,
        exploration,
        states=sum(map(space.orbit_size, exploration.depths)),
        arrived=arrived,
        wanted=space.goals,
        nearest=tuple(Nearest(state, depth) for depth, state in nearest),
        stops=stops,
        changes=changes,
        notes=(
            *notes,
            *([f"not all crossings that a rule forbids were looked at: {stops_cut}"] if stops_cut else ()),
            *([f"not all changes were tried: {changes_cut}"] if changes_cut else ()),
        ),
    )


def _asked(puzzle: CrossingFile, parameters: Mapping[str, Value], reference: str) -> tuple[Instance, tuple[str, ...]]:
    """Return the instance that is meant, and what to say of it."""
    instance = instantiate_smallest(puzzle, parameters, reference)
    searched = puzzle.searched_parameter()
    values = dict(instance.parameters)
    found = values.get(searched or "")
    if searched is None or searched in parameters or not isinstance(found, int) or found <= 2:
        return instance, ()
    if explore(instance.once(CrossingSpace), to_goal=True, up_to_symmetry=True).goal is None:
        return instance, ()
    smaller = instantiate(puzzle, {**values, searched: found - 1}, reference)
    return smaller, (f"with a boat for {found} there is a way; this is about a boat for {found - 1}",)


def _stops(space: CrossingSpace, exploration: Exploration[State], arrived: int) -> Iterator[Stop]:
    """Yield what forbids the crossings after which more travellers than so many would be where the goal wants them."""
    instance, symmetry = space.instance, space.symmetry
    for state, depth in exploration.depths.items():
        if space.goals_met(state) + instance.capacity <= arrived:
            continue
        for load in symmetry.loads(state, instance.capacity):
            for origin, destination in instance.routes:
                crossing = Crossing(load, origin, destination)
                if origin != state.boat or space.goals_met(space.after(state, crossing)) <= arrived:
                    continue
                if breach := space.breach(state, crossing):
                    yield Stop(state, depth, crossing, *breach)


def _changes(puzzle: CrossingFile, instance: Instance, reference: str, done: Callable[[str], None]) -> Iterator[Change]:
    """Yield the changes that help: of parameters, then those for which there is none."""
    for variant in nearest_variants(puzzle, dict(instance.parameters), reference):
        done(variant.option)
        yield Change(variant.option, variant.total)
    covered = {
        "boat": puzzle.boat.capacity in puzzle.parameters,
        "island": any(isinstance(place.count, str) for place in puzzle.places),
        "boat-rules": puzzle.boat.rules in puzzle.parameters,
        "number": all(number in puzzle.parameters for table in puzzle.rules for number in bounds_of(table)),
    }
    for group in repairs(instance):
        for repair in group:
            if covered.get(repair.kind):
                break
            done(repair.says)
            if (total := _total(repair.instance)) is not None:
                yield Change(repair.says, total)
                break


def _total(instance: Instance) -> Total | None:
    try:
        return cheapest(instance.once(CrossingSpace), MOST_STATES_OF_A_CHANGE, to_goal=True, up_to_symmetry=True).total
    except FerryplanError:  # too many loads
        return None
