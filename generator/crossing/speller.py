"""Crossings as data in an answer: lists of those aboard, or objects that say more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from generator.crossing.instance import Crossing, Instance, State
from generator.crossing.naming import CrossingNames
from generator.crossing.parsing import boats_for
from generator.crossing.prose import crossings_told
from generator.masks import members
from generator.naming import SpellingError, shown
from generator.speller import Speller, first

ABOARD = ("aboard", "load", "passengers", "travellers", "travelers", "who", "names", "crossing", "moves")
DESTINATION, ORIGIN, BOAT = ("to", "destination"), ("from", "origin"), ("boat", "in")
"""keys of a crossing that are understood; the first of each is the one that is written"""
LONGEST = 1_000
_AND = re.compile(r"\s*(?:[,+&;]|\band\b)\s*")


class CrossingSpeller(Speller[State, Crossing]):
    """How crossings are spelled: a load may be too large, and somebody in it elsewhere."""

    instance: Instance

    @property
    def names(self) -> CrossingNames:
        """What everything is called."""
        return self.instance.once(CrossingNames)

    def spelled(self, moves: Iterable[Crossing]) -> Any:
        """Return a list of loads, or of objects where it must be said which boat goes or where to."""
        return [self._spelled(move) for move in moves]

    def _spelled(self, move: Crossing) -> Any:
        instance, aboard = self.instance, self.instance.names(move.load)
        if len(instance.places) == 2 and not instance.fleet:
            return aboard
        ends = {"from": instance.places[move.origin].name, "to": instance.places[move.destination].name}
        ends = ends if len(instance.places) > 2 else {}
        return {"aboard": aboard, **ends, **({"boat": instance.boat_name(move.boat)} if instance.fleet else {})}

    def move(self, state: State, data: Any) -> Crossing:
        """Return the crossing that names those aboard, or is an object that says more. Raises SpellingError."""
        said = {key.lower(): value for key, value in data.items()} if isinstance(data, dict) else {"aboard": data}
        aboard, load = _parts(first(said, ABOARD)), 0
        if aboard is None:
            raise SpellingError(f"found {shown(data)}, expected a list with the names of those aboard")
        here = 0 if self.instance.fleet else state.companies[state.boat]
        for name in aboard:
            among, number = self.names.travellers.meant(name, "traveller")
            free = sorted(members(among & ~load), key=lambda one: not here >> one & 1)
            if len(free) < number:
                alone = among.bit_count() == 1
                raise SpellingError(f"{name} is named twice" if alone else f"there are not so many: {shown(name)}")
            load |= sum(1 << one for one in free[:number])
        boat = self._boat(state, load, first(said, BOAT))
        origin, destination = self._place(first(said, ORIGIN)), self._place(first(said, DESTINATION))
        origin = state.boats[boat] if origin is None else origin
        ways = self.instance.ways[origin] if destination is None else [destination]
        if len(ways) != 1:
            raise SpellingError("it is not said where to")
        return Crossing(load, origin, ways[0], boat)

    def _place(self, called: Any) -> int | None:
        return None if called is None else self.names.places.meant(called, "place")

    def _boat(self, state: State, load: int, called: Any) -> int:
        """Return the boat that is called so; else the one that lies where those are who are aboard, and carries them."""
        if not self.instance.fleet or called is not None:
            return self.names.boats.meant(called, "boat") if self.instance.fleet else 0
        fitting = boats_for(self.instance, state, load)
        if len(fitting) > 1 and self.instance.carries(load, fitting[0]):
            raise SpellingError("it is not said in which boat")
        return fitting[0]

    def rank(self, data: Any) -> int:
        """Return 2 for a list in which somebody is named in what may be a crossing, 1 for names, or an object with some."""
        if not isinstance(data, list):
            return int(isinstance(data, dict) and self._names_some(data))
        known = self.names.travellers
        if all(isinstance(one, str) for one in data) and any(one in known for one in data):
            return 1 + any(one not in known and self._names_some(one) for one in data)
        return 2 * any(map(self._names_some, data))

    def _names_some(self, data: Any) -> bool:
        parts = _parts(first(data, ABOARD) if isinstance(data, dict) else data)
        return any(one in self.names.travellers for one in parts or ())

    def is_action(self, words: Sequence[str]) -> bool:
        """Return whether it has an object, and is no company."""
        return len(words) > 1 and words[0] not in self.names.travellers

    def acted(self, actions: Sequence[Sequence[str]]) -> Any:
        """Return crossings of actions with two places, whatever the domain: the other objects go, or are boats; None where places are missing."""
        plan = list[Any]()
        for name, *words in actions:
            ends = [word for word in words if word in self.names.places and word not in self.names.travellers]
            boat = [word for word in words if word in self.names.boats][:1]
            if not name.startswith("cross"):
                plan.append(name)
            elif len(ends) != 2:
                return None
            else:
                aboard = [word for word in words if word not in (*ends, *boat)]
                plan.append({"aboard": aboard, **dict(zip(("from", "to", "boat"), (*ends, *boat), strict=False))})
        return plan

    def clauses(self, line: str, item: bool, before: Sequence[Any]) -> list[Any]:
        """Return the crossings that a line tells."""
        return crossings_told(self.names, line, item, before)


def _parts(aboard: Any) -> list[Any] | None:
    """Return who is named in a list, or in words; None for what is neither."""
    if isinstance(aboard, str):
        return [part for part in _AND.split(aboard[:LONGEST]) if part]
    return aboard if isinstance(aboard, list) else None
