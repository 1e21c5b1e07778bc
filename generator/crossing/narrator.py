"""The narrator of river crossings, which describes crossings and states in words, tables and JSON.

A state may stand for all states that are symmetric to it. Then, the narrator names no travelers but says how many of
each kind are at each place, unless these numbers are equal for two different states.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.instance_summary import summarize_instance
from ferryplan.generator.crossing.move_parsing import parse_crossing
from ferryplan.generator.crossing.rules import KINDS_WITH_LOCATION
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.masks import select_by_mask
from ferryplan.generator.narrator import InstanceFacts, Narrator, StateLine
from ferryplan.generator.search.strategy import BlockedMove
from ferryplan.generator.space import StateSpace
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import NounForms, Table, capitalize, grammatical_number, join_phrases

NOBODY = "–"
MAX_NAMED_TRAVELERS = 30
CROSSINGS = NounForms("crossing", "crossings")


class CrossingNarrator(Narrator[CrossingState, Crossing]):
    """Describes the crossings and states of one instance."""

    instance: Instance
    move_noun = length_unit = CROSSINGS
    view_as_json: Mapping[str, Any] = {"boat_as_place": False}
    mark_heading = "boat"
    candidates_heading = "Load"
    no_move_message = format_message("crossing.nobody-here-rows")
    text_keys: tuple[str, ...] = ("boat",)
    narration_folder = "crossing/narration"

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance)
        self.describes_by_number = False
        """whether companies (sets of travelers) are described by the number of travelers of each kind, not by names"""
        self.state_legend = format_message("crossing.state-key")
        self.picture_legend = format_message("crossing.boats-shaded" if instance.fleet else "crossing.boat-shaded")
        self.move_commands = format_message("crossing.crossing-commands")
        if len(instance.places) > 2:
            self.move_commands += format_message("crossing.crossing-commands-places")
        if instance.fleet:
            self.text_keys = ()
            self.move_commands += format_message("crossing.crossing-commands-boats")
        self.masks_by_kind = map_kinds_to_masks(instance)
        self.land_place_count = len(instance.places)
        """the number of places on land, without places that stand for the boat"""
        where = "where-rules-bind" if instance.boat_rules else "where-rules-bind-ashore"
        aboard = [rule for rule in instance.rules if rule.kind in KINDS_WITH_LOCATION and rule.binds_at("boat", False)]
        if aboard and not instance.boat_rules:
            where = "where-rules-bind-partly"
        self.rules_heading = format_message(f"crossing.{where}")
        if instance.tariff:
            self.cost_unit = NounForms(instance.tariff.unit, instance.tariff.units)
        self.time_unit = instance.time_unit

    @property
    def rules(self) -> Sequence[str]:
        """The rules about who may be together, as sentences of the story.

        A sentence says where its rule binds, unless it binds at the default locations.
        """
        return self.instance.rule_sentences

    def describe_move(self, state: CrossingState, move: Crossing) -> str:
        """Return a crossing as a sentence, such as "The farmer and the goat cross to the right bank"."""
        return render_crossing_sentence("sentence", move, self.instance)

    def format_company(self, company: int) -> str:
        """Return a company, given as a bit mask, as text: ``farmer goat``, or ``2 husbands, 3 wives``."""
        return (
            self._format_kind_counts(company) if self.describes_by_number else self._format_names(company)
        ) or NOBODY

    def label_move(self, move: Crossing) -> str:
        """Return a short text for a crossing: ``farmer + goat``; with a fleet, ``farmer + goat in raft``."""
        names = (
            [self.format_company(move.load).replace(", ", " + ")]
            if self.describes_by_number
            else self.instance.names_of(move.load)
        )
        return " + ".join(names) + (f" in {self.instance.boat_name(move.boat)}" if self.instance.fleet else "")

    def label_choice(self, state: CrossingState, move: Crossing) -> str:
        """Return a short text for a crossing that a player can choose, such as ``farmer + goat to island``.

        The destination is named only if several destinations are possible.
        """
        several = len(self.instance.destinations[move.origin]) > 1
        return (
            f"{self.label_move(move)} to {self.instance.places[move.destination].name}"
            if several
            else self.label_move(move)
        )

    def match_move(self, state: CrossingState, text: str, moves: Iterable[Crossing]) -> Crossing | str:
        """Return the crossing that a player's text describes, or an error message.

        The text has the names of the travelers and, where needed, the destination and the boat.
        """
        return parse_crossing(self.instance, state, text)

    def format_state(self, state: CrossingState) -> str:
        """Return a state as one line, with brackets at the boat's place: ``[farmer goat] | wolf cabbage``.

        If there are deadlines or a limit, the number of crossings made follows.
        """
        companies = " | ".join(
            f"[{line.text}]" if line.is_marked else line.text for line in self.list_state_lines(state)
        )
        return f"{companies} after {state.clock}" if self.instance.horizon else companies

    def format_company_cell(self, company: int) -> str:
        """Return the company at a place as the text of a table cell: names, or the number of each kind.

        ``company`` is a bit mask. Numbers are used in instances with more than 30 travelers.
        """
        many = len(self.instance.travellers) > MAX_NAMED_TRAVELERS
        return self._format_kind_counts(company) if many else self._format_names(company)

    def _format_names(self, company: int) -> str:
        """Return the names of a company's travelers as text, with commas if some names contain spaces."""
        between = ", " if any(" " in traveller.name for traveller in self.instance.travellers) else " "
        return between.join(self.instance.names_of(company))

    def _format_kind_counts(self, company: int) -> str:
        """Return the number of travelers of each kind in a company as text: ``2 husbands, 1 wife``.

        If a kind has a single traveler in the instance, the text has the traveler's name instead of a number.
        """
        counts = ((kind, mask, (company & mask).bit_count()) for kind, mask in enumerate(self.masks_by_kind.values()))
        return ", ".join(
            self.instance.names_of(mask)[0] if mask.bit_count() == 1 else format_kind_count(number, kind, self.instance)
            for kind, mask, number in counts
            if number
        )

    def list_state_cells(self, state: CrossingState) -> list[tuple[str, str]]:
        """Return a table row for a state: for each place, its name as the heading and its company as the cell."""
        places = zip(self.instance.places, state.companies, strict=True)
        return [(capitalize(place.name), self.format_company_cell(company)) for place, company in places]

    def state_sort_key(self, state: CrossingState) -> CrossingState:
        """Return the state itself: states are sorted by the boat's place, then by the companies."""
        return state

    def tabulate_states(self, depths: Sequence[tuple[int, CrossingState]]) -> Table:
        """Return a table with a row for each state: its depth, the company at each place, each boat's place.

        ``depths`` has pairs of a depth and a state.
        """
        told, places = super().tabulate_states(depths), self.instance.places
        boats = ([places[place].name for place in state.boats] for _, state in depths)
        rows = tuple((*row, *at) for row, at in zip(told.rows, boats, strict=True))
        return Table((*told.heading, *(capitalize(vessel.called) for vessel in self.instance.vessels)), rows)

    def list_blocked_move_cells(self, blocked_move: BlockedMove[CrossingState, Crossing]) -> list[tuple[str, str]]:
        """Return the table row for a crossing that a rule forbids, as pairs of heading and cell.

        The cells are the company at each place, the load, the boat (if there is a fleet), and the violation.
        """
        *situation, _, wrong = super().list_blocked_move_cells(blocked_move)
        boat = [("Boat", self.instance.boat_name(blocked_move.move.boat))] if self.instance.fleet else []
        return [*situation, ("Load", ", ".join(self.instance.names_of(blocked_move.move.load))), *boat, wrong]

    def blocked_move_as_json(self, blocked_move: BlockedMove[CrossingState, Crossing]) -> dict[str, Any]:
        """Return a crossing that a rule forbids as JSON data.

        The data has the companies before it, the load, the boat (if there is a fleet), the destination and the
        violation.
        """
        load, _, destination, boat = blocked_move.move
        return {
            "crossings": blocked_move.depth,
            **self.state_as_json(blocked_move.state),
            "aboard": self.instance.names_of(load),
            **self._boat_to_json(boat),
            "to": self.instance.places[destination].symbol,
            "rule": blocked_move.rule,
            "violation": blocked_move.reason,
        }

    def list_state_lines(self, state: CrossingState) -> Sequence[StateLine]:
        """Return a line of text for each place with the company there; places with a boat are marked.

        In a fleet, the line ends with the names of the boats at the place.
        """
        lines = list[StateLine]()
        for index, (place, company) in enumerate(zip(self.instance.places, state.companies, strict=True)):
            moored = [vessel.name for vessel, at in zip(self.instance.fleet, state.boats, strict=False) if at == index]
            boats = f" ({', '.join(moored)})" if moored else ""
            lines.append(StateLine(f"{self.format_company(company)}{boats}", place.name, index in state.boats))
        return lines

    def state_as_json(self, state: CrossingState) -> dict[str, Any]:
        """Return a state as JSON data: the place of each boat, and the names of the travelers at each place."""
        symbols = [place.symbol for place in self.instance.places]
        boats = {vessel.name: symbols[at] for vessel, at in zip(self.instance.fleet, state.boats, strict=False)}
        return {
            **({"boats": boats} if boats else {"boat": symbols[state.boat]}),
            "places": dict(zip(symbols, map(self.instance.names_of, state.companies), strict=True)),
        }

    def _boat_to_json(self, boat: int) -> dict[str, str]:
        return {"boat": self.instance.boat_name(boat)} if self.instance.fleet else {}

    def move_as_json(self, state: CrossingState, move: Crossing) -> dict[str, Any]:
        """Return a crossing as JSON data: the names of those aboard and, if there is a fleet, of the boat."""
        return {"aboard": self.instance.names_of(move.load), **self._boat_to_json(move.boat)}

    reasons_key = "safe"

    def describe_instance(
        self, space: StateSpace[CrossingState, Crossing], call_if_fast: Callable[[Callable[[], Any]], Any]
    ) -> InstanceFacts:
        """Return facts about the instance: its rules, its legal loads, and how many states it has.

        ``call_if_fast`` calls a function and returns its result, or None if a time limit is reached.
        """
        assert isinstance(space, CrossingSpace)
        return summarize_instance(space, call_if_fast, self.rules_heading)

    def format_move_line(self, move: Crossing) -> str:
        """Return a crossing as a sentence such as "The farmer and the goat move to the right bank"."""
        aboard = [traveller.called for traveller in select_by_mask(self.instance.travellers, move.load)]
        destination = self.instance.places[move.destination].called
        said = {"count": grammatical_number(aboard), "names": join_phrases(aboard), "place": destination}
        if self.instance.fleet:
            boat = self.instance.boat_phrase(move.boat)
            return capitalize(format_message("crossing.travelers-move-in-boat", boat=boat, **said))
        return capitalize(format_message("crossing.travelers-move", **said))

    def explain_move(self, before: CrossingState, move: Crossing, after: CrossingState) -> list[str]:
        """Return lines that explain why a crossing breaks no rule.

        The lines are about the place that the boat leaves, the boat, and the destination. A line is left out if no rule
        concerns the company there.
        """
        instance, names = self.instance, [traveller.called for traveller in self.instance.travellers]
        left, reached = (
            (instance.places[place].name, after.companies[place], instance.rules_at(place))
            for place in (move.origin, move.destination)
        )
        lines = []
        for scene, company, rules in (left, ("boat", move.load, instance.rules_at("boat")), reached):
            reasons = [reason for rule in rules if (reason := rule.explain_compliance(company, names))]
            if reasons:
                lines.append(f"{capitalize(scene)}: {'; '.join(dict.fromkeys(reasons))}.")
        return lines

    def solution_move_as_json(self, before: CrossingState, move: Crossing) -> dict[str, Any]:
        """Return a crossing of a solution as JSON data: both places, the names of those aboard, and the boat.

        The boat is left out unless there is a fleet.
        """
        places = self.instance.places
        aboard = self.instance.names_of(move.load)
        ends = {"from": places[move.origin].symbol, "to": places[move.destination].symbol}
        return {**ends, **self._boat_to_json(move.boat), "aboard": aboard}

    def solution_state_as_json(self, state: CrossingState) -> dict[str, Any]:
        """Return a state of a solution as JSON data: the names of the travelers at each place."""
        return {"places": self.state_as_json(state)["places"]}

    def move_count_if_limited(self, state: CrossingState) -> int | None:
        """Return the number of crossings made before a state, which deadlines and the limit depend on.

        The result is None if the instance has neither deadlines nor a limit on the number of crossings.
        """
        return state.clock if self.instance.horizon else None

    def make_orbit_narrator(self, states: Sequence[CrossingState]) -> CrossingNarrator:
        """Return a narrator for states that represent orbits (sets of symmetric states).

        The narrator describes a state by the number of travelers of each kind. If two of the given states have the same
        numbers, it uses the travelers' names instead.
        """
        numbers = copy.copy(self)
        numbers.describes_by_number = True
        return numbers if len(set(map(numbers.format_state, states))) == len(states) else self


def render_crossing_sentence(template: str, crossing: Crossing, instance: Instance, **more: object) -> str:
    """Return a sentence about a crossing, from one of the templates in ``crossing/narration``.

    ``template`` is the name of the template, and ``more`` are further variables for it.
    """
    aboard = select_by_mask(instance.travellers, crossing.load)
    rowing = crossing.load & instance.vessels[crossing.boat].rowers
    rowers = select_by_mask(instance.travellers, rowing if instance.fleet and rowing != crossing.load else 0)
    names = [traveller.called for traveller in aboard]
    context = {
        "boat": instance.boat_phrase(crossing.boat) if instance.boats > 1 else "",
        "rowers": join_phrases([traveller.called for traveller in rowers], "or"),
        "who": join_phrases(names),
        "one": grammatical_number(names) == 1,
        "back": not crossing.load & ~instance.start.companies[crossing.destination],
        "destination": instance.places[crossing.destination].called,
    }
    return capitalize(render_template(f"crossing/narration/{template}.j2", {**context, **more}).strip())


def map_kinds_to_masks(instance: Instance) -> dict[str, int]:
    """Return for each kind the bit mask of its travelers, in the order of ``Instance.kinds``."""
    kinds = dict.fromkeys((name for name, _ in instance.kinds), 0)
    for index, traveller in enumerate(instance.travellers):
        kinds[traveller.kind] |= 1 << index
    return kinds


def format_kind_count(number: int, kind_index: int, instance: Instance) -> str:
    """Return a number of travelers with their kind as text: "2 wives"."""
    return f"{number} {instance.kinds[kind_index][number != 1]}"
