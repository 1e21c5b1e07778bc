"""What says crossings and situations on a river: by name or, of states up to symmetry, by number where that tells them apart."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.facts import facts
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.parsing import crossing_named
from ferryplan.generator.crossing.rules import MAY_BIND_ANYWHERE
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.masks import select
from ferryplan.generator.search.strategy import Stop
from ferryplan.generator.space import StateSpace
from ferryplan.generator.teller import Facts, Line, Teller
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Noun, Table, capital, listing, number_of

NOBODY = "–"
MOST_NAMED = 30
CROSSINGS = Noun("crossing", "crossings")


class CrossingTeller(Teller[State, Crossing]):
    """The words for a river crossing."""

    instance: Instance
    move = counted = CROSSINGS
    view_as_json: Mapping[str, Any] = {"boat_as_place": False}
    mark = "boat"
    tried = "Load"
    stuck = format_message("crossing.nobody-here-rows")
    texts: tuple[str, ...] = ("boat",)
    narration = "crossing/narration"

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance)
        self.by_number = False
        """whether travellers are told by how many of each kind there are"""
        self.state_key = format_message("crossing.state-key")
        self.legend = format_message("crossing.boats-shaded" if instance.fleet else "crossing.boat-shaded")
        self.commands = format_message("crossing.crossing-commands")
        if len(instance.places) > 2:
            self.commands += format_message("crossing.crossing-commands-places")
        if instance.fleet:
            self.texts = ()
            self.commands += format_message("crossing.crossing-commands-boats")
        self.kinds = kind_masks(instance)
        self.ashore = len(instance.places)
        """how many of the places are on land"""
        where = "where-rules-bind" if instance.boat_rules else "where-rules-bind-ashore"
        aboard = [rule for rule in instance.rules if rule.kind in MAY_BIND_ANYWHERE and rule.binds("boat", False)]
        if aboard and not instance.boat_rules:
            where = "where-rules-bind-partly"
        self.rules_heading = format_message(f"crossing.{where}")
        if instance.tariff:
            self.unit = Noun(instance.tariff.unit, instance.tariff.units)
        self.time_unit = instance.time_unit

    @property
    def rules(self) -> Sequence[str]:
        """The rules about who may be together, in the story's words, each with where it binds if that is not where all do."""
        return self.instance.told_rules

    def sentence(self, state: State, move: Crossing) -> str:
        """Return a crossing as a sentence: "The farmer and the goat cross to the right bank."."""
        return crossing_in_words("sentence", move, self.instance)

    def company(self, company: int) -> str:
        """Return who is together: ``farmer goat``, or ``2 husbands, 3 wives``."""
        return (self._by_kind(company) if self.by_number else self._by_name(company)) or NOBODY

    def label(self, move: Crossing) -> str:
        """Return who is in the boat: ``farmer + goat``; ``farmer + goat in raft`` where there are several."""
        names = [self.company(move.load).replace(", ", " + ")] if self.by_number else self.instance.names(move.load)
        return " + ".join(names) + (f" in {self.instance.boat_name(move.boat)}" if self.instance.fleet else "")

    def choice(self, state: State, move: Crossing) -> str:
        """Return who is in the boat and, where it might go elsewhere, where to: ``farmer + goat to island``."""
        several = len(self.instance.ways[move.origin]) > 1
        return f"{self.label(move)} to {self.instance.places[move.destination].name}" if several else self.label(move)

    def move_named(self, state: State, text: str, moves: Iterable[Crossing]) -> Crossing | str:
        """Return the crossing that names of travellers mean, or what is wrong with them."""
        return crossing_named(self.instance, state, text)

    def state(self, state: State) -> str:
        """Return a state on one line, brackets where the boat is: ``[farmer goat] | wolf cabbage``; where the rules have time, with the clock."""
        companies = " | ".join(f"[{line.text}]" if line.marked else line.text for line in self.lines(state))
        return f"{companies} after {state.clock}" if self.instance.horizon else companies

    def there(self, company: int) -> str:
        """Return who is at a place, as tables have it: where over 30 travel, how many of each kind."""
        many = len(self.instance.travellers) > MOST_NAMED
        return self._by_kind(company) if many else self._by_name(company)

    def _by_name(self, company: int) -> str:
        """Return the names of a company, a comma between them where some have blanks in them."""
        between = ", " if any(" " in traveller.name for traveller in self.instance.travellers) else " "
        return between.join(self.instance.names(company))

    def _by_kind(self, company: int) -> str:
        """Return how many of each kind are in a company: ``2 husbands, 1 wife``; one that is the only one of its kind by name."""
        counts = ((kind, mask, (company & mask).bit_count()) for kind, mask in enumerate(self.kinds.values()))
        return ", ".join(
            self.instance.names(mask)[0] if mask.bit_count() == 1 else counted(number, kind, self.instance)
            for kind, mask, number in counts
            if number
        )

    def cells(self, state: State) -> list[tuple[str, str]]:
        """Return who is where."""
        places = zip(self.instance.places, state.companies, strict=True)
        return [(capital(place.name), self.there(company)) for place, company in places]

    def order(self, state: State) -> State:
        """Return the state: by the boat's place, then by who is where."""
        return state

    def states(self, depths: Sequence[tuple[int, State]]) -> Table:
        """Return who is where, and where each boat is."""
        told, places = super().states(depths), self.instance.places
        boats = ([places[place].name for place in state.boats] for _, state in depths)
        rows = tuple((*row, *at) for row, at in zip(told.rows, boats, strict=True))
        return Table((*told.heading, *(capital(vessel.called) for vessel in self.instance.vessels)), rows)

    def stop(self, stop: Stop[State, Crossing]) -> list[tuple[str, str]]:
        """Return who is where, who would cross, and what would be wrong."""
        *situation, _, wrong = super().stop(stop)
        boat = [("Boat", self.instance.boat_name(stop.move.boat))] if self.instance.fleet else []
        return [*situation, ("Load", ", ".join(self.instance.names(stop.move.load))), *boat, wrong]

    def stop_as_json(self, stop: Stop[State, Crossing]) -> dict[str, Any]:
        """Return the same, and where they would go."""
        load, _, destination, boat = stop.move
        return {
            "crossings": stop.depth,
            **self.state_as_json(stop.state),
            "aboard": self.instance.names(load),
            **self._boat_as_json(boat),
            "to": self.instance.places[destination].symbol,
            "rule": stop.rule,
            "violation": stop.found,
        }

    def lines(self, state: State) -> Sequence[Line]:
        """Return who is where, for each place in turn; marked where the boat is, of several with the names of those that are there."""
        lines = list[Line]()
        for index, (place, company) in enumerate(zip(self.instance.places, state.companies, strict=True)):
            moored = [vessel.name for vessel, at in zip(self.instance.fleet, state.boats, strict=False) if at == index]
            boats = f" ({', '.join(moored)})" if moored else ""
            lines.append(Line(f"{self.company(company)}{boats}", place.name, index in state.boats))
        return lines

    def state_as_json(self, state: State) -> dict[str, Any]:
        """Return where the boat, or each of a fleet, and everybody is."""
        symbols = [place.symbol for place in self.instance.places]
        boats = {vessel.name: symbols[at] for vessel, at in zip(self.instance.fleet, state.boats, strict=False)}
        return {
            **({"boats": boats} if boats else {"boat": symbols[state.boat]}),
            "places": dict(zip(symbols, map(self.instance.names, state.companies), strict=True)),
        }

    def _boat_as_json(self, boat: int) -> dict[str, str]:
        return {"boat": self.instance.boat_name(boat)} if self.instance.fleet else {}

    def move_as_json(self, state: State, move: Crossing) -> dict[str, Any]:
        """Return who is in the boat, of a fleet in which."""
        return {"aboard": self.instance.names(move.load), **self._boat_as_json(move.boat)}

    reasons_key = "safe"

    def facts(self, space: StateSpace[State, Crossing], attempted: Callable[[Callable[[], Any]], Any]) -> Facts:
        """Return the rules, the legal loads and numbers."""
        assert isinstance(space, CrossingSpace)
        return facts(space, attempted, self.rules_heading)

    def terse(self, move: Crossing) -> str:
        """Return who moves where."""
        aboard = [traveller.called for traveller in select(self.instance.travellers, move.load)]
        destination = self.instance.places[move.destination].called
        said = {"count": number_of(aboard), "names": listing(aboard), "place": destination}
        if self.instance.fleet:
            boat = self.instance.boat_called(move.boat)
            return capital(format_message("crossing.travelers-move-in-boat", boat=boat, **said))
        return capital(format_message("crossing.travelers-move", **said))

    def reasons(self, before: State, move: Crossing, after: State) -> list[str]:
        """Return why a crossing is safe: a line each for the place left, the boat and the place reached, where a rule concerns it."""
        instance, names = self.instance, [traveller.called for traveller in self.instance.travellers]
        left, reached = (
            (instance.places[place].name, after.companies[place], instance.rules_at(place))
            for place in (move.origin, move.destination)
        )
        lines = []
        for scene, company, rules in (left, ("boat", move.load, instance.rules_at("boat")), reached):
            reasons = [reason for rule in rules if (reason := rule.reason(company, names))]
            if reasons:
                lines.append(f"{capital(scene)}: {'; '.join(dict.fromkeys(reasons))}.")
        return lines

    def move_told(self, before: State, move: Crossing) -> dict[str, Any]:
        """Return from where to where who crosses."""
        places = self.instance.places
        aboard = self.instance.names(move.load)
        ends = {"from": places[move.origin].symbol, "to": places[move.destination].symbol}
        return {**ends, **self._boat_as_json(move.boat), "aboard": aboard}

    def state_told(self, state: State) -> dict[str, Any]:
        """Return who is where."""
        return {"places": self.state_as_json(state)["places"]}

    def clock(self, state: State) -> int | None:
        """Return how many crossings were made, as far as that matters to the rules; None where they have no time."""
        return state.clock if self.instance.horizon else None

    def without_names(self, states: Sequence[State]) -> CrossingTeller:
        """Return what tells states that stand for their orbits: by numbers, if these are enough to tell these states apart."""
        numbers = copy.copy(self)
        numbers.by_number = True
        return numbers if len(set(map(numbers.state, states))) == len(states) else self


def crossing_in_words(template: str, crossing: Crossing, instance: Instance, **more: object) -> str:
    """Return what a template of the narration says of a crossing, as a sentence."""
    aboard = select(instance.travellers, crossing.load)
    rowing = crossing.load & instance.vessels[crossing.boat].rowers
    rowers = select(instance.travellers, rowing if instance.fleet and rowing != crossing.load else 0)
    names = [traveller.called for traveller in aboard]
    context = {
        "boat": instance.boat_called(crossing.boat) if instance.boats > 1 else "",
        "rowers": listing([traveller.called for traveller in rowers], "or"),
        "who": listing(names),
        "one": number_of(names) == 1,
        "back": not crossing.load & ~instance.start.companies[crossing.destination],
        "destination": instance.places[crossing.destination].called,
    }
    return capital(render(f"crossing/narration/{template}.j2", {**context, **more}).strip())


def kind_masks(instance: Instance) -> dict[str, int]:
    """Return for each kind the mask of its travellers, in the order of ``Instance.kinds``."""
    kinds = dict.fromkeys((name for name, _ in instance.kinds), 0)
    for index, traveller in enumerate(instance.travellers):
        kinds[traveller.kind] |= 1 << index
    return kinds


def counted(number: int, kind: int, instance: Instance) -> str:
    """Return a number of a kind, given by its index, in words: "2 wives"."""
    return f"{number} {instance.kinds[kind][number != 1]}"
