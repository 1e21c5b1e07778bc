"""How far the goal is from a state without names: which places are alike for that, and how many crossings there must be.

A boat for c brings c - 1 more of a group over a water with each two crossings, since somebody rows back, and c with the last. Places go by how many
crossings away the goal is: a crossing is over one water between such places at most, so what the waters ask for adds up. Of several boats
none need go back, so there it counts only that each crossing brings no more than c.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from ferryplan.generator.crossing.counts import Counts
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient import Placing


class Outlook:
    """What lies ahead in an instance; ``placings`` are the ways to place its units."""

    def __init__(self, instance: Instance, placings: Sequence[Placing]) -> None:
        self._instance, self._placings = instance, placings
        self.alike = _alike(instance)
        goals = {*instance.goal.travellers}
        away = crossings_to(goals.pop() if len(goals) == 1 else None, instance)
        self._waters = [
            (beyond, [sum(place in beyond for place in where) for _, where in placings])
            for number in range(1, max(away.values(), default=0) + 1)
            for beyond in [{place for place, far in away.items() if far >= number}]
        ]
        """for each water the places beyond it, and how many of a unit that is placed so are there"""

    def folded(self, state: Counts) -> object:
        """Return what is equal only for states that differ in nothing but which of the places that are alike is which."""
        if not self.alike:
            return state
        there: dict[int, list[tuple[int, int, int]]] = {place: [] for place in self.alike}
        placed = [(self._placings[index], count) for index, count in enumerate(state.counts) if count]
        for (number, where), count in placed:
            for member, place in enumerate(where):
                if place in there:
                    there[place].append((number, member, count))
        # Ties may leave several forms of one orbit. That only folds less: each form is an image of the state.
        ordered = sorted(self.alike, key=lambda place: (there[place], [place == boat for boat in state.boats]))
        renamed = [*range(len(self._instance.places))]
        for place, taken in zip(ordered, self.alike, strict=True):
            renamed[place] = taken
        units = sorted(((number, *(renamed[place] for place in where)), count) for (number, where), count in placed)
        return tuple([renamed[boat] for boat in state.boats]), tuple(units), state.clock

    def at_least(self, state: Counts) -> int:
        """Return how many crossings there must be before all are where the goal wants them."""
        least, seats = 0, self._instance.capacity
        for beyond, numbers in self._waters:
            if left := sum(map(mul, state.counts, numbers)):
                if seats == 1 or state.others:  # nobody need row back
                    least -= -left // seats
                elif state.boat in beyond:
                    # The last crossing takes a full boat; each one before it needs a return, and so takes one
                    # person fewer.
                    least += 1 - 2 * (min(seats - left, 0) // (seats - 1))
                else:
                    # The boat has to be fetched each time, and whoever rows it over fills a seat on the way
                    # back.
                    least -= 2 * (-left // (seats - 1))
        return least


def _alike(instance: Instance) -> tuple[int, ...]:
    """Return the largest group of places that may change places without changing anything."""
    marked = {*instance.goal.travellers, instance.goal.boat, instance.start.boat}
    marked |= {deadline.place for deadline in instance.deadlines}
    ways = [*map(frozenset, instance.ways)]
    area = {place: area for area in instance.areas for place in area.places}
    free = [place for place, company in enumerate(instance.start.companies) if not company and place not in marked]
    groups = (
        # The two places may have a route to each other, which an exchange turns round.
        tuple(other for other in free if area[place] is area[other] and ways[place] - {other} == ways[other] - {place})
        for place in free
    )
    largest = max(groups, key=len, default=())
    return largest if len(largest) > 1 else ()


def crossings_to(place: int | None, instance: Instance) -> dict[int, int]:
    """Return how many crossings lead to a place from each other one, as far as routes do."""
    away = {} if place is None else {place: 0}
    queue = [*away]
    for there in queue:
        for at, to in instance.routes:
            if to == there and at not in away:
                away[at] = away[there] + 1
                queue.append(at)
    return away
