"""What may happen: legal loads, safe companies, the states that follow a state, all that can be reached.

Everything here comes from the rules alone and knows nothing of PDDL; it is what plans are judged by.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.arguments import check_type
from generator.crossing.instance import Instance, State
from generator.crossing.symmetry import Symmetry
from generator.errors import EncodingError

__all__ = ["Crossing", "Exploration", "StateSpace"]

MOST_LOADS = 1_000_000
MOST_DEPARTURES = 2_000_000


class Crossing(NamedTuple):
    """One trip of the boat."""

    load: int
    """mask of those in the boat"""
    origin: int
    """index of the place that the boat leaves"""
    destination: int


@dataclass(frozen=True, slots=True)
class Exploration:
    """What a breadth-first exploration found."""

    depths: dict[State, int]
    """every state found, in the order found, with the fewest crossings that lead there; up to symmetry, one of each orbit"""
    complete: bool
    """whether that is every state that can be reached"""
    goal: State | None
    """a goal state with the fewest crossings, or None if none was found"""

    @property
    def crossings(self) -> int | None:
        """The fewest crossings to the goal, or None if it was not found."""
        return None if self.goal is None else self.depths[self.goal]


class StateSpace:
    """The transition system of one instance of a river crossing. Raises ArgumentError for anything else."""

    def __init__(self, instance: Instance) -> None:
        check_type("instance", instance, Instance, "an instance of a river crossing")
        self.instance = instance
        self.rowers = instance.rowers
        self._safe: dict[int, bool] = {}
        self._loads: tuple[int, ...] | None = None
        self._horizon = instance.horizon
        self._departures: dict[int, tuple[int, ...]] = {}
        self._kept = 0
        """how many loads the departures hold"""
        self._ways: dict[int, list[int]] = {}
        """for each place those to which the boat goes from it"""
        for origin, destination in instance.routes:
            self._ways.setdefault(origin, []).append(destination)
        self._wanted = [0] * len(instance.places)
        """for each place the mask of those whom the goal wants there"""
        for index, place in enumerate(instance.goal.travellers):
            if place is not None:
                self._wanted[place] |= 1 << index

    def is_safe(self, company: int) -> bool:
        """Return whether the company keeps every rule."""
        if company not in self._safe:
            self._safe[company] = all(rule.holds(company) for rule in self.instance.rules)
        return self._safe[company]

    def is_legal_load(self, load: int) -> bool:
        """Return whether the load fits the boat, has somebody who rows and, if the rules bind in the boat, keeps them."""
        instance = self.instance
        return instance.fits(load) and bool(load & self.rowers) and (not instance.boat_rules or self.is_safe(load))

    @property
    def loads(self) -> tuple[int, ...]:
        """Every legal load, by size and then in the travellers' order. Raises EncodingError if they are too many to list."""
        if self._loads is None:
            instance = self.instance
            total = len(instance.travellers)
            sizes = range(1, instance.capacity + 1)
            count = 0
            for size in sizes:
                count += math.comb(total, size)
                if count > MOST_LOADS:
                    raise EncodingError(
                        f"{instance.puzzle}: {total} travellers and a boat for {instance.capacity} make too many loads, "
                        f"expected at most {MOST_LOADS:,}"
                    )
            every = (
                sum(1 << index for index in members)
                for size in sizes
                for members in itertools.combinations(range(total), size)
            )
            self._loads = tuple(load for load in every if self.is_legal_load(load))
        return self._loads

    def departures(self, company: int) -> tuple[int, ...]:
        """Return the legal loads that may leave a company: what stays behind keeps every rule. In the order of ``loads``."""
        found = self._departures.get(company)
        if found is None:
            found = tuple(load for load in self.loads if company & load == load and self.is_safe(company & ~load))
            if self._kept < MOST_DEPARTURES:
                self._departures[company] = found
                self._kept += len(found)
        return found

    def loads_up_to(self, symmetry: Symmetry, state: State) -> Iterator[int]:
        """Yield legal loads from where the boat is: one of each orbit of the exchanges that leave the state as it is."""
        return filter(self.is_legal_load, symmetry.loads(state, self.instance.capacity))

    def is_safe_state(self, state: State) -> bool:
        """Return whether every place keeps every rule."""
        return all(map(self.is_safe, state.companies))

    def after(self, state: State, crossing: Crossing) -> State:
        """Return the state after a crossing, whatever the rules say of it."""
        companies = list(state.companies)
        companies[crossing.origin] &= ~crossing.load
        companies[crossing.destination] |= crossing.load
        clock = min(state.clock + 1, self._horizon) if self._horizon else 0
        return State(crossing.destination, tuple(companies), clock)

    def is_in_time(self, state: State) -> bool:
        """Return whether nobody is lost, being where he must not be any more."""
        return not any(deadline.lost(state.clock, state.companies) for deadline in self.instance.deadlines)

    def is_over(self, state: State) -> bool:
        """Return whether there may be no more crossings."""
        limit = self.instance.limit
        return limit is not None and state.clock == limit.crossings

    def successors(self, state: State, loads: Iterable[int] | None = None) -> Iterator[tuple[Crossing, State]]:
        """Yield every crossing that the rules allow in a state, with the state that follows; by load, then by destination.

        ``loads`` are the legal loads that are looked at, all by default. Raises EncodingError if there are several boats: then a
        state would also say who is on the water.
        """
        self.check_one_boat()
        if self.is_over(state):
            return
        here = state.companies[state.boat]
        destinations = self._ways.get(state.boat, ())
        for load in self.departures(here) if loads is None else self._leaving(here, loads):
            for destination in destinations:
                if self.is_safe(state.companies[destination] | load):
                    crossing = Crossing(load, state.boat, destination)
                    following = self.after(state, crossing)
                    if not self._horizon or self.is_in_time(following):
                        yield crossing, following

    def check_one_boat(self) -> None:
        """Raise EncodingError if there are several boats."""
        if self.instance.boats > 1:
            raise EncodingError(
                f"{self.instance.puzzle}: found {self.instance.boats} boats, expected one where crossings follow one another "
                "(the dialect temporal takes several)"
            )

    def _leaving(self, here: int, loads: Iterable[int]) -> Iterator[int]:
        return (load for load in loads if here & load == load and self.is_safe(here & ~load))

    def moves(self, up_to_symmetry: bool = False) -> Callable[[State], Iterator[tuple[Crossing, State]]]:
        """Return what gives the crossings that the rules allow in a state, with the states that follow.

        Up to symmetry the state and those that follow stand for their orbits, and of several crossings to one of them the first is given.
        """
        if not up_to_symmetry:
            return self.successors
        symmetry = Symmetry(self.instance)

        def moves_of_orbit(state: State) -> Iterator[tuple[Crossing, State]]:
            found = set[State]()
            for crossing, named in self.successors(state, self.loads_up_to(symmetry, state)):
                successor = symmetry.canonical(named)
                if successor not in found:
                    found.add(successor)
                    yield crossing, successor

        return moves_of_orbit

    def cost(self, state: State, load: int) -> int:
        """Return what it costs that a legal load leaves the place where the boat is."""
        return self.instance.cost(load)

    def is_goal(self, state: State) -> bool:
        """Return whether boat and travellers are where the goal wants them."""
        goal = self.instance.goal
        if goal.boat is not None and goal.boat != state.boat:
            return False
        return all(company & wanted == wanted for company, wanted in zip(state.companies, self._wanted, strict=True))

    def arrived(self, state: State) -> int:
        """Return how many travellers are where the goal wants them."""
        return sum(
            at is not None and bool(state.companies[at] >> index & 1)
            for index, at in enumerate(self.instance.goal.travellers)
        )

    def explore(
        self,
        most: int | None = None,
        to_goal: bool = False,
        up_to_symmetry: bool = False,
        go_on: Callable[[int], bool] = lambda found: True,
    ) -> Exploration:
        """Return the states that can be reached, breadth first.

        ``most`` bounds the number of states; ``to_goal`` stops at the first goal state; ``up_to_symmetry`` looks at one
        state of each orbit only. ``go_on`` is told, state by state, how many have been found, and says whether to go on.
        A start that breaks a rule reaches nothing.
        """
        start = Symmetry(self.instance).canonical(self.instance.start) if up_to_symmetry else self.instance.start
        if not self.is_safe_state(start):
            return Exploration({}, complete=True, goal=None)
        moves = self.moves(up_to_symmetry)
        depths = {start: 0}
        goal = start if self.is_goal(start) else None
        layer = [start]
        while layer and not (to_goal and goal):
            following: list[State] = []
            for state in layer:
                if not go_on(len(depths)):
                    return Exploration(depths, complete=False, goal=goal)
                for _, successor in moves(state):
                    if successor in depths:
                        continue
                    if most is not None and len(depths) >= most:
                        return Exploration(depths, complete=False, goal=goal)
                    depths[successor] = depths[state] + 1
                    following.append(successor)
                    if goal is None and self.is_goal(successor):
                        goal = successor
            layer = following
        return Exploration(depths, complete=not layer, goal=goal)
