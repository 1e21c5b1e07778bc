"""The heuristic of river crossings, and a canonical order of interchangeable places.

The heuristic, a lower bound on the goal distance, is a sum over barriers. The nth barrier separates the places that are
at least n crossings away from the goal from all other places. A boat with c seats takes c - 1 travelers over a barrier
in every two crossings, since somebody must row back; in the last crossing, it takes c travelers. A crossing passes at
most one barrier toward the goal, so the bounds of the barriers add up. With several boats, no boat needs to return, so
each crossing takes at most c travelers over a barrier.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from ferryplan.generator.crossing.counted_states import CountedState
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient import Placing


class CrossingHeuristic:
    """The heuristic of one instance, for states that count the units (such as couples) at each place.

    ``placings`` are all ways to place a unit: the index of its class, and the place of each member.
    """

    def __init__(self, instance: Instance, placings: Sequence[Placing]) -> None:
        self._instance, self._placings = instance, placings
        self.interchangeable_places = _find_interchangeable_places(instance)
        goals = {*instance.goal.travellers}
        away = crossing_distances_to(goals.pop() if len(goals) == 1 else None, instance)
        self._barriers = [
            (beyond, [sum(place in beyond for place in where) for _, where in placings])
            for number in range(1, max(away.values(), default=0) + 1)
            for beyond in [{place for place, far in away.items() if far >= number}]
        ]
        """for each barrier, the places on the side away from the goal, and for each placing, the number of the unit's
        members who are there"""

    def canonicalize_places(self, state: CountedState) -> object:
        """Return a hashable value that represents a state with its interchangeable places in canonical order.

        If two states have the same value, a permutation of interchangeable places turns one into the other. The value
        contains the places of the boats, the numbers of units with each placing, and the clock. Without interchangeable
        places, it is the state itself.
        """
        if not self.interchangeable_places:
            return state
        there: dict[int, list[tuple[int, int, int]]] = {place: [] for place in self.interchangeable_places}
        placed = [(self._placings[index], count) for index, count in enumerate(state.counts) if count]
        for (number, where), count in placed:
            for member, place in enumerate(where):
                if place in there:
                    there[place].append((number, member, count))
        # Ties may leave several forms of one orbit. That only merges fewer states: each form is an image of the state.
        ordered = sorted(
            self.interchangeable_places, key=lambda place: (there[place], [place == boat for boat in state.boats])
        )
        renamed = [*range(len(self._instance.places))]
        for place, taken in zip(ordered, self.interchangeable_places, strict=True):
            renamed[place] = taken
        units = sorted(((number, *(renamed[place] for place in where)), count) for (number, where), count in placed)
        return tuple([renamed[boat] for boat in state.boats]), tuple(units), state.clock

    def lower_bound(self, state: CountedState) -> int:
        """Return a lower bound on the number of crossings from a state to the goal."""
        least, seats = 0, self._instance.capacity
        for beyond, numbers in self._barriers:
            if left := sum(map(mul, state.counts, numbers)):
                if seats == 1 or state.other_boat_places:  # nobody needs to row back
                    least -= -left // seats
                elif state.boat in beyond:
                    # The last crossing takes a full boat; each earlier one needs a return, and so brings one person
                    # fewer.
                    least += 1 - 2 * (min(seats - left, 0) // (seats - 1))
                else:
                    # Somebody must fetch the boat each time, and fills a seat on the way back.
                    least -= 2 * (-left // (seats - 1))
        return least


def _find_interchangeable_places(instance: Instance) -> tuple[int, ...]:
    """Return the indices of the largest group of places that can be permuted without changing the puzzle.

    The result is empty if no two places are interchangeable.
    """
    marked = {*instance.goal.travellers, instance.goal.boat, instance.start.boat}
    marked |= {deadline.place for deadline in instance.deadlines}
    ways = [*map(frozenset, instance.destinations)]
    area = {place: area for area in instance.rule_areas for place in area.places}
    free = [place for place, company in enumerate(instance.start.companies) if not company and place not in marked]
    groups = (
        # The two places may have a route to each other, which the exchange reverses.
        tuple(other for other in free if area[place] is area[other] and ways[place] - {other} == ways[other] - {place})
        for place in free
    )
    largest = max(groups, key=len, default=())
    return largest if len(largest) > 1 else ()


def crossing_distances_to(place: int | None, instance: Instance) -> dict[int, int]:
    """Return the smallest number of crossings to ``place`` from each place, by the index of that place.

    Places from which ``place`` cannot be reached are left out. If ``place`` is None, the result is empty.
    """
    away = {} if place is None else {place: 0}
    queue = [*away]
    for there in queue:
        for at, to in instance.routes:
            if to == there and at not in away:
                away[at] = away[there] + 1
                queue.append(at)
    return away
