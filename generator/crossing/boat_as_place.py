"""The state space of a river crossing with the boat as a place of its own, and its words: to board and to land are two moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing import breaches
from ferryplan.generator.crossing.instance import Crossing, Instance, Place, State
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.teller import CrossingTeller
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.masks import select
from ferryplan.generator.names import symbols
from ferryplan.generator.space import Breach, StateSpace
from ferryplan.generator.teller import Line
from ferryplan.generator.wording import Noun, listing


class BoatAsPlace(CrossingSpace):
    """The state space with the boat as a place of its own, which travellers board, and land from.

    A crossing becomes two moves, and counts as one when it lands. Boarding: a legal load goes from where the boat is into the boat, and
    those who stay behind keep the rules. Landing: all aboard go to a place that the boat reaches from there, that where they boarded too,
    and those who are together then keep the rules. While the boat is under way, a state says who is aboard and who was left where.

    Where every place has a route to every other, that is all that it says: there is one stretch of water, and the boat lands
    anywhere. Else it also says on which route the boat is: each route is a stretch of water of its own, with two shores. In states
    these stretches of water come behind the places.
    """

    attempts = StateSpace.attempts
    coded = StateSpace.coded

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
        pairs = [(shore, water) for water, shores in enumerate(self.shores, self.ashore) for shore in shores]
        routes = tuple(sorted([*pairs, *((water, shore) for shore, water in pairs)]))
        super().__init__(replace(instance, places=(*instance.places, *waters), routes=routes, start=start))
        self.free_moves = not self.unit_costs

    def after(self, state: State, move: Crossing) -> State:
        """Return the state after a move: one crossing more was made only if it lands."""
        following = super().after(state, move)
        return following._replace(clock=state.clock) if move.destination >= self.ashore else following

    def _crossings(self, state: State, named: bool) -> Iterator[tuple[Crossing, State]]:
        """Yield every boarding, by load and then by water, or every landing, each with the state that follows.

        Raises EncodingError if there are several boats.
        """
        self.check_boats()
        if self.instance.fleet:
            statement = format_message("crossing.several-boats-as-place", count=self.instance.boats)
            raise EncodingError(statement, where=self.instance.puzzle, about="boats")
        here = state.companies[state.boat]
        if state.boat >= self.ashore:
            for landing in self.candidates(state):
                following = self.after(state, landing)
                if self.is_safe(following.companies[landing.destination], landing.destination) and self.is_in_time(
                    following
                ):
                    yield landing, following
            return
        if self.is_over(state):
            return
        for load in self.departures(here, state.boat) if named else self._departing(state, 0):
            for water in self._ways[state.boat]:
                boarding = Crossing(load, state.boat, water)
                yield boarding, self.after(state, boarding)

    def candidates(self, state: State) -> Iterator[Crossing]:
        """Yield the boardings of loads that fit the boat and can row it, or the landings of all aboard; whatever the rules say."""
        if state.boat < self.ashore:
            return super().candidates(state)
        return (Crossing(state.companies[state.boat], state.boat, place) for place in self._ways[state.boat])

    def breach(self, state: State, move: Crossing) -> Breach | None:
        """Return what a boarding breaks where the boat leaves and in the boat, or a landing where it lands; None if it is allowed."""
        instance, companies = self.instance, self.after(state, move).companies
        if impossible := breaches.of_boarding(instance, state.boat, state.companies[move.origin], move):
            return impossible
        if move.destination >= self.ashore:
            return breaches.of_departure(instance, companies, move) or breaches.of_limit(instance, state.clock)
        if staying := companies[state.boat]:
            names = listing([traveller.called for traveller in select(instance.travellers, staying)])
            found = format_message("crossing.travelers-stay-aboard", names=names)
            return Breach(format_message("crossing.everybody-lands"), found)
        return breaches.of_place(instance, companies, move.destination) or breaches.of_deadlines(
            instance, state.clock, companies
        )

    def is_goal(self, state: State) -> bool:
        """Return whether everybody is ashore, and boat and travellers are where the goal wants them."""
        return state.boat < self.ashore and super().is_goal(state)

    def unmet(self, state: State) -> str:
        """Return that the boat is under way, or who is not where the goal wants them; the empty text in a goal state."""
        return super().unmet(state) if state.boat < self.ashore else format_message("crossing.boat-is-on-the-water")

    def cost(self, state: State, move: Crossing) -> int:
        """Return what a move costs: a crossing that has a price is paid when its load boards."""
        return 0 if self.free_moves and state.boat >= self.ashore else super().cost(state, move)


class AfloatTeller(CrossingTeller):
    """The words where the boat is a place of its own: to board and to land are two moves."""

    move = Noun("move", "moves")
    moves_in_one = 2
    view_as_json: Mapping[str, Any] = {"boat_as_place": True}
    view = format_message("crossing.boat-as-place")
    tried = "Travelers"

    def __init__(self, instance: Instance) -> None:
        afloat = BoatAsPlace(instance)
        super().__init__(afloat.instance)
        self.commands = format_message("crossing.boarding-commands")
        self.ashore = afloat.ashore

    def lines(self, state: State) -> Sequence[Line]:
        """Return who is where, the boat behind the first place, and only if somebody is aboard."""
        every = super().lines(state)
        several = len(every) > self.ashore + 1
        aboard = [self._aboard(line, several) for line in every[self.ashore :] if line.marked]
        return [every[0], *aboard, *every[1 : self.ashore]]

    @staticmethod
    def _aboard(line: Line, several: bool) -> Line:
        text = f"{line.text} ({line.place.removeprefix('boat, ')})" if several else line.text
        return line._replace(text=text, apart=True)


def _waters(instance: Instance) -> tuple[tuple[int, ...], ...]:
    places = range(len(instance.places))
    routes = sorted({(min(route), max(route)) for route in instance.routes})
    if routes and len(routes) == len(places) * (len(places) - 1) // 2:
        return (tuple(places),)
    return tuple(routes)
