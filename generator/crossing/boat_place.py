"""The boat as a place of its own: travellers board it, and land from it.

A crossing becomes two moves, and counts as one when it lands. Boarding: a legal load goes from where the boat is into the boat, and
those who stay behind keep the rules. Landing: all aboard go to a place that the boat reaches from there, that where they boarded too,
and those who are together then keep the rules. While the boat is under way, a state says who is aboard and who was left where.

Where every place has a route to every other, that is all that it says: there is one stretch of water, and the boat lands
anywhere. Else it also says on which route the boat is: each route is a stretch of water of its own, with two shores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.crossing.instance import Crossing, Instance, Place, State
from generator.crossing.space import CrossingSpace
from generator.names import symbols

__all__ = ["BoatAsPlace"]


class BoatAsPlace(CrossingSpace):
    """The transition system of an instance in which the boat is a place: behind the places come the stretches of water."""

    def __init__(self, instance: Instance) -> None:
        self.ashore = len(instance.places)
        """how many places on land there are"""
        self.shores = _waters(instance)
        """for each stretch of water the places from which the boat gets there"""
        names = [
            "boat" if len(self.shores) == 1 else "boat, " + " to ".join(instance.places[shore].name for shore in shores)
            for shores in self.shores
        ]
        legal = symbols(names, "place", {place.symbol for place in instance.places})
        waters = (Place(name, "the boat", symbol) for name, symbol in zip(names, legal, strict=True))
        start = instance.start._replace(companies=(*instance.start.companies, *(0 for _ in self.shores)))
        super().__init__(replace(instance, places=(*instance.places, *waters), start=start))

    def _crossings(self, state: State, loads: Iterable[int] | None) -> Iterator[tuple[Crossing, State]]:
        """Yield every boarding, by load and then by water, or every landing, each with the state that follows.

        Raises EncodingError if there are several boats.
        """
        self.check_one_boat()
        boat = state.boat
        here = state.companies[boat]
        if boat >= self.ashore:
            for place in self.shores[boat - self.ashore]:
                landing = Crossing(here, boat, place)
                after = self.after(state, landing)
                if self.is_safe(after.companies[place]) and self.is_in_time(after):
                    yield landing, after
            return
        if self.is_over(state):
            return
        for load in self.departures(here) if loads is None else self._leaving(here, loads):
            for water, shores in enumerate(self.shores, self.ashore):
                if boat in shores:
                    companies = list(state.companies)
                    companies[boat] &= ~load
                    companies[water] = load
                    yield Crossing(load, boat, water), state._replace(boat=water, companies=tuple(companies))

    def is_goal(self, state: State) -> bool:
        """Return whether everybody is ashore, and boat and travellers are where the goal wants them."""
        return state.boat < self.ashore and super().is_goal(state)

    def cost(self, state: State, move: Crossing) -> int:
        """Return what a move costs: a crossing is paid when its load boards."""
        return 0 if state.boat >= self.ashore else super().cost(state, move)


def _waters(instance: Instance) -> tuple[tuple[int, ...], ...]:
    places = range(len(instance.places))
    routes = sorted({(min(route), max(route)) for route in instance.routes})
    if routes and len(routes) == len(places) * (len(places) - 1) // 2:
        return (tuple(places),)
    return tuple(routes)
