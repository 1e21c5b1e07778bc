"""A state space of river crossings in which the boat is a place, and the narrator for it.

Each crossing becomes two moves: boarding and landing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing import violations
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance, Place
from ferryplan.generator.crossing.narrator import CrossingNarrator
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.masks import select_by_mask
from ferryplan.generator.names import make_pddl_symbols
from ferryplan.generator.narrator import StateLine
from ferryplan.generator.space import StateSpace, Violation
from ferryplan.generator.wording import NounForms, join_phrases


class BoatAsPlaceSpace(CrossingSpace):
    """The state space in which the boat is a place that travelers board and leave.

    Each crossing becomes two moves, and counts as one crossing when the boat lands. Boarding: a legal load moves from
    the boat's place into the boat; the company that stays behind must keep the rules. Landing: all aboard move to a
    place that the boat reaches from there, possibly the place where they boarded; the company there must then keep the
    rules. While the boat is under way, a state says who is aboard and who is at each place.

    A waterway is the water that the boat is on between boarding and landing. If every place has a route to every other
    place, there is one waterway, and the boat may land anywhere. Otherwise, each route is a separate waterway with two
    shores. A state has the waterways as additional places, after the places on land.
    """

    improving_candidates = StateSpace.improving_candidates
    encoded_space = StateSpace.encoded_space

    def __init__(self, instance: Instance) -> None:
        self.land_place_count = len(instance.places)
        """the number of places on land"""
        self.waterway_ends = _find_waterways(instance)
        """for each waterway, the indices of the places that it connects"""
        names = [
            "boat"
            if len(self.waterway_ends) == 1
            else "boat, " + " to ".join(instance.places[shore].name for shore in shores)
            for shores in self.waterway_ends
        ]
        legal = make_pddl_symbols(names, "place", {place.symbol for place in instance.places})
        waters = (Place(name, "the boat", symbol) for name, symbol in zip(names, legal, strict=True))
        start = instance.start._replace(companies=(*instance.start.companies, *(0 for _ in self.waterway_ends)))
        pairs = [
            (shore, water) for water, shores in enumerate(self.waterway_ends, self.land_place_count) for shore in shores
        ]
        routes = tuple(sorted([*pairs, *((water, shore) for shore, water in pairs)]))
        super().__init__(replace(instance, places=(*instance.places, *waters), routes=routes, start=start))
        self.has_free_moves = not self.has_unit_costs

    def apply_move(self, state: CrossingState, move: Crossing) -> CrossingState:
        """Return the state after a boarding or a landing; only a landing advances the clock."""
        following = super().apply_move(state, move)
        return following._replace(clock=state.clock) if move.destination >= self.land_place_count else following

    def _generate_successors(
        self, state: CrossingState, include_symmetric: bool
    ) -> Iterator[tuple[Crossing, CrossingState]]:
        """Yield each legal boarding, or each legal landing if the boat is on the water, with the next state.

        The boardings are ordered by load, then by waterway. With ``include_symmetric``, all of them are included;
        otherwise, there is one boarding for each orbit (set of symmetric loads). Raises EncodingError if there are
        several boats.
        """
        self.check_boats_have_names()
        if self.instance.fleet:
            statement = format_message("crossing.several-boats-as-place", count=self.instance.boats)
            raise EncodingError(statement, where=self.instance.puzzle, about="boats")
        here = state.companies[state.boat]
        if state.boat >= self.land_place_count:
            for landing in self.candidate_moves(state):
                following = self.apply_move(state, landing)
                if self.is_safe(following.companies[landing.destination], landing.destination) and self.meets_deadlines(
                    following
                ):
                    yield landing, following
            return
        if self.has_reached_limit(state):
            return
        for load in (
            self.departing_loads(here, state.boat)
            if include_symmetric
            else self._departing_load_representatives(state, 0)
        ):
            for water in self._destinations[state.boat]:
                boarding = Crossing(load, state.boat, water)
                yield boarding, self.apply_move(state, boarding)

    def candidate_moves(self, state: CrossingState) -> Iterator[Crossing]:
        """Yield the boardings, or the landings of a boat on the water, that a person may try, legal or not.

        A boarding has a load that fits the boat and includes a rower. At a landing, all aboard leave the boat.
        """
        if state.boat < self.land_place_count:
            return super().candidate_moves(state)
        return (Crossing(state.companies[state.boat], state.boat, place) for place in self._destinations[state.boat])

    def find_violation(self, state: CrossingState, move: Crossing) -> Violation | None:
        """Return the first violation by a boarding or a landing, or None if the move is allowed.

        For a boarding, the rules are checked at the place that the boat leaves and in the boat. For a landing, they are
        checked at the place where the boat lands.
        """
        instance, companies = self.instance, self.apply_move(state, move).companies
        if impossible := violations.find_boarding_violation(instance, state.boat, state.companies[move.origin], move):
            return impossible
        if move.destination >= self.land_place_count:
            return violations.find_departure_violation(instance, companies, move) or violations.find_limit_violation(
                instance, state.clock
            )
        if staying := companies[state.boat]:
            names = join_phrases([traveller.called for traveller in select_by_mask(instance.travellers, staying)])
            found = format_message("crossing.travelers-stay-aboard", names=names)
            return Violation(format_message("crossing.everybody-lands"), found)
        return violations.find_place_violation(
            instance, companies, move.destination
        ) or violations.find_deadline_violation(instance, state.clock, companies)

    def is_goal(self, state: CrossingState) -> bool:
        """Return whether everybody is ashore, and the boat and all travelers are at their goal places."""
        return state.boat < self.land_place_count and super().is_goal(state)

    def describe_unmet_goals(self, state: CrossingState) -> str:
        """Return a clause about the travelers not at their goals, or about the boat if it is on the water.

        The text is empty in a goal state.
        """
        return (
            super().describe_unmet_goals(state)
            if state.boat < self.land_place_count
            else format_message("crossing.boat-is-on-the-water")
        )

    def cost(self, state: CrossingState, move: Crossing) -> int:
        """Return the cost of a boarding or a landing.

        If crossings have costs, a boarding costs as much as the crossing, and a landing costs nothing; otherwise, each
        move costs 1.
        """
        return 0 if self.has_free_moves and state.boat >= self.land_place_count else super().cost(state, move)


class BoatAsPlaceNarrator(CrossingNarrator):
    """The narrator for the state space in which the boat is a place."""

    move_noun = NounForms("move", "moves")
    moves_per_length_unit = 2
    view_as_json: Mapping[str, Any] = {"boat_as_place": True}
    view_label = format_message("crossing.boat-as-place")
    candidates_heading = "Travelers"

    def __init__(self, instance: Instance) -> None:
        afloat = BoatAsPlaceSpace(instance)
        super().__init__(afloat.instance)
        self.move_commands = format_message("crossing.boarding-commands")
        self.land_place_count = afloat.land_place_count

    def list_state_lines(self, state: CrossingState) -> Sequence[StateLine]:
        """Return a line of text for each place on land, and after the first place a line for those aboard.

        There is no line for those aboard if the boat is not on the water.
        """
        every = super().list_state_lines(state)
        several = len(every) > self.land_place_count + 1
        aboard = [self._format_aboard_line(line, several) for line in every[self.land_place_count :] if line.is_marked]
        return [every[0], *aboard, *every[1 : self.land_place_count]]

    @staticmethod
    def _format_aboard_line(line: StateLine, has_several_waterways: bool) -> StateLine:
        text = f"{line.text} ({line.place.removeprefix('boat, ')})" if has_several_waterways else line.text
        return line._replace(text=text, is_extra=True)


def _find_waterways(instance: Instance) -> tuple[tuple[int, ...], ...]:
    """Return the waterways: for each, the indices of the places that it connects.

    A waterway is the water that the boat is on between boarding and landing.
    """
    places = range(len(instance.places))
    routes = sorted({(min(route), max(route)) for route in instance.routes})
    if routes and len(routes) == len(places) * (len(places) - 1) // 2:
        return (tuple(places),)
    return tuple(routes)
