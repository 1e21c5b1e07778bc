"""Crossings as data in an answer: lists of those aboard, or objects that say more."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.claims import Claims
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.lexicon import ARROWS, NAME, Lexicon
from ferryplan.generator.crossing.naming import CrossingNames
from ferryplan.generator.crossing.parsing import boats_for
from ferryplan.generator.crossing.prose import CrossingReader
from ferryplan.generator.crossing.shown_states import ShownStates
from ferryplan.generator.crossing.told import CrossingText
from ferryplan.generator.masks import members
from ferryplan.generator.naming import SpellingError, UnreadError, shown
from ferryplan.generator.speller import Speller, Unread, first

CARGO = ("passengers", "passenger", "cargo", "item", "items")
ABOARD = (
    "aboard", "load", "travellers", "travelers", "who", "names", "crossing", "moves", "people", "persons", "move", "group",
    "carry", "cross", "return", "in_boat", "in_the_boat", "boat_load", "onboard", "crossers", "occupants", "riders", "members",
    *CARGO,
)  # fmt: skip
DESTINATION, ORIGIN, BOAT, WAY = (
    ("to", "destination"),
    ("from", "origin"),
    ("boat", "in"),
    ("direction", "arrow", "way"),
)
"""keys of a crossing that are understood; the first of each is the one that is written"""
LONGEST = 1_000
_AND = re.compile(r"\s*(?:[,+&;/]|\band\b)\s*")
_OWN = frozenset({"aboard", "from", "to", "boat", "arrow"})
"""keys that claim nothing of places"""


class CrossingSpeller(Speller[State, Crossing]):
    """How crossings are spelled: a load may be too large, and somebody in it elsewhere."""

    instance: Instance

    @functools.cached_property
    def names(self) -> CrossingNames:
        """What everything is called."""
        return self.instance.once(CrossingNames)

    @functools.cached_property
    def lexicon(self) -> Lexicon:
        """The words by which crossings are told."""
        return Lexicon(self.names)

    def spelled(self, moves: Iterable[Crossing]) -> Any:
        """Return a list of loads, or of objects where it must be said which boat goes or where to."""
        return [self._spell(move) for move in moves]

    def _spell(self, move: Crossing) -> Any:
        instance, aboard = self.instance, self.instance.names(move.load)
        if len(instance.places) == 2 and not instance.fleet:
            return aboard
        ends = {"from": instance.places[move.origin].name, "to": instance.places[move.destination].name}
        ends = ends if len(instance.places) > 2 else {}
        return {"aboard": aboard, **ends, **({"boat": instance.boat_name(move.boat)} if instance.fleet else {})}

    def steps(self, data: Any) -> Sequence[Any]:
        """Return the parts of data that stand for a crossing each; arrows that all point the same way say nothing."""
        steps = self._spell_out(super().steps(data))
        arrows = [self._arrow(step) for step in steps if isinstance(step, dict)]
        if len(steps) > 1 and len({arrow for arrow in arrows if arrow}) == 1:
            return [
                {key: value for key, value in step.items() if key.lower() not in WAY or len(str(value)) > 2}
                if isinstance(step, dict)
                else step
                for step in steps
            ]
        return steps

    def _spell_out(self, steps: Sequence[Any]) -> Sequence[Any]:
        """Return steps with the crossings of sentences, and with names for the small letters of wives."""
        if (other := self.lexicon.cargo_of(steps) or self._crossings_between(steps)) is not None:
            return other
        words = [one for one in steps if isinstance(one, str)]
        if (
            words
            and len(words) == len(steps)
            and not all(part in self.names.travellers for one in words for part in self._parts(one) or ())
        ):
            numbered = "\n".join(f"{number}. {one}" for number, one in enumerate(words, 1))
            return CrossingText(self.instance, self.lexicon, numbered, True).crossings() or steps
        named = " ".join(name for one in steps if isinstance(one, list) for name in one if isinstance(name, str))
        if not self.lexicon.uses_small_letters(named):
            return steps
        wives = {name.lower(): wife for name, wife in self.names.spouses.items() if len(name) == 1}
        return [
            [wives.get(name, name) if isinstance(name, str) else name for name in one] if isinstance(one, list) else one
            for one in steps
        ]

    def _crossings_between(self, steps: Sequence[Any]) -> list[Any] | None:
        """Return the crossings between states, each an object with who is at each place; None for other steps."""
        if not all(isinstance(one, dict) and not {*map(str.lower, one)} & {*ABOARD} for one in steps):
            return None
        lines = list[str]()
        for step in steps:
            there = {key: who for key, who in step.items() if key in self.names.places and isinstance(who, list)}
            lines.append(" | ".join(f"{key}: {', '.join(map(str, who)) or '-'}" for key, who in there.items()))
        text = "\n".join(lines)
        return ShownStates(self.instance, CrossingReader(self.lexicon, text)).crossings(text) if all(lines) else None

    def _arrow(self, step: dict[str, Any]) -> str:
        """Return the arrow of a step that has nothing but an arrow for its direction."""
        said = str(first({key.lower(): value for key, value in step.items()}, WAY) or "")
        return ARROWS.get(said, said) if len(said) < 3 else ""

    def move(self, state: State, data: Any) -> Crossing:
        """Return the crossing that names those aboard, or is an object that says more. Raises SpellingError."""
        if isinstance(data, Unread):
            raise UnreadError(format_message("crossing.unreadable", found=shown(data.text)))
        named = isinstance(data, dict)
        said = {str(key).lower().replace(" ", "_"): value for key, value in data.items()} if named else {"aboard": data}
        aboard, load = self._aboard(said), 0
        if aboard is None:
            raise SpellingError(format_message("crossing.no-list-of-names", found=shown(data)))
        here = 0 if self.instance.fleet else state.companies[state.boat]
        travellers = self.names.travellers
        for name in aboard:
            among, number = travellers.meant(name, "traveler")
            free = among & ~load
            if free.bit_count() < number:
                alone = among.bit_count() == 1
                key = "crossing.traveler-twice" if alone else "crossing.too-many-named"
                raise SpellingError(format_message(key, name=name if alone else shown(name)))
            if free.bit_count() > number:  # of a kind: those who are where the boat is come first
                chosen = [*members(free & here), *members(free & ~here)][:number]
                free = sum(1 << one for one in chosen)
            load |= free
        boat = self._boat(state, load, first(said, BOAT) if self.instance.fleet else None)
        origin, destination = self._ends(said) if named else (None, None)
        origin = state.boats[boat] if origin is None else origin
        ways = self.instance.ways[origin] if destination is None else [destination]
        if len(ways) != 1:
            raise SpellingError(format_message("crossing.destination-missing"))
        crossing = Crossing(load, origin, ways[0], boat)
        if (
            named
            and said.keys() - _OWN
            and (found := Claims(self.names, self.instance, said).contradiction(state, crossing))
        ):
            raise SpellingError(found)
        return crossing

    def _aboard(self, said: dict[str, Any]) -> list[Any] | None:
        """Return who is named as aboard; None where nobody can be."""
        if len(said) == 1 and "aboard" in said:
            return self._parts(said["aboard"])
        key = next((key for key in ABOARD if key in said), "boat" if "boat" in said and not self.instance.fleet else "")
        if not key:
            kinds = {
                kind: value
                for one, value in said.items()
                if (kind := self.names.kind_of(one)) and isinstance(value, int)
            }
            return (
                [kind for kind, number in kinds.items() for _ in range(min(number, len(self.instance.travellers) + 1))]
                if kinds
                else None
            )
        parts = self._parts([] if said[key] in (None, "", "none", "nothing") and key in CARGO else said[key])
        if parts is not None and key in CARGO and self.names.sole:
            parts = [
                *(
                    name
                    for name in self.names.sole
                    if name not in map(self.names.travellers.canonical, map(str, parts))
                ),
                *parts,
            ]
        return parts

    def _ends(self, said: dict[str, Any]) -> tuple[int | None, int | None]:
        """Return where a crossing is said to begin and to end, as far as it is."""
        origin, destination = self._place(first(said, ORIGIN)), self._place(first(said, DESTINATION))
        way = first(said, WAY)
        if isinstance(way, str) and origin is None and destination is None and len(self.instance.places) == 2:
            start, arrow = self.space.initial.boat, ARROWS.get(way.strip(), way.strip())
            places = [
                place for name in self.names.places.named_in(way) if (place := self.names.places.get(name)) is not None
            ]
            if len(places) == 2:
                return places[0], places[1]
            if len(places) == 1:
                return None, places[0]
            if arrow in ("\u2192", "\u2190"):
                return (start if arrow == "\u2192" else 1 - start), None
        return origin, destination

    def _place(self, called: Any) -> int | None:
        return None if called is None else self.names.places.meant(called, "place")

    def _boat(self, state: State, load: int, called: Any) -> int:
        """Return the boat that is called so; else the one that lies where those are who are aboard, and carries them."""
        if not self.instance.fleet or called is not None:
            return self.names.boats.meant(called, "boat") if self.instance.fleet else 0
        fitting = boats_for(self.instance, state, load)
        if len(fitting) > 1 and self.instance.carries(load, fitting[0]):
            raise SpellingError(format_message("crossing.boat-missing"))
        return fitting[0]

    def rank(self, data: Any) -> int:
        """Return 2 for a list in which somebody is named in what may be a crossing, 1 for names, or an object with some."""
        if not isinstance(data, list):
            return int(isinstance(data, dict) and self._names_some(data))
        known = self.names.travellers
        if self.lexicon.cargo_of(data) is not None or self._crossings_between(data) is not None:
            return 2
        if all(isinstance(one, str) for one in data) and any(one in known for one in data):
            return 1 + any(one not in known and self._names_some(one) for one in data)
        return 2 * any(map(self._names_some, data))

    def _names_some(self, data: Any) -> bool:
        if isinstance(data, dict):
            said = {str(key).lower().replace(" ", "_"): value for key, value in data.items()}
            key = next((key for key in (*ABOARD, *BOAT) if key in said), None)
            if key is None:
                return (
                    sum(self.names.kind_of(one) is not None and type(value) is int for one, value in said.items()) > 1
                )
            if isinstance(said[key], list) and not said[key]:
                return True
            data = said[key]
        parts = self._parts(data)
        return any(one in self.names.travellers for one in parts or ())

    def _parts(self, aboard: Any) -> list[Any] | None:
        """Return who is named in a list, or in words; None for what is neither."""
        if isinstance(aboard, list):
            if all(one in self.names.travellers for one in aboard):
                return aboard
            runs = (self.names.run_of_letters(one) if isinstance(one, str) else "" for one in aboard)
            return [name for one, run in zip(aboard, runs, strict=True) for name in run or [one]]
        if not isinstance(aboard, str):
            return None
        parts = [part for part in _AND.split(aboard[:LONGEST]) if part]
        if all(part in self.names.travellers for part in parts):
            return parts
        tokens = self.lexicon.tokens(aboard[:LONGEST])
        if tokens and all(token.roles & {NAME, "and"} for token in tokens):
            return [token.text for token in tokens if NAME in token.roles]
        return parts

    def is_state(self, before: str) -> bool:
        """Return whether a text ends with what introduces a state: ``Left:``."""
        return super().is_state(before) or bool(self._place_before.search(before))

    @functools.cached_property
    def _place_before(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?<!\bto )(?<!\bto the )(?:{self.names.places.pattern})(?:\s(?:bank|side|shore))?\s{{0,3}}[:=]\s{{0,3}}$",
            re.IGNORECASE,
        )

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

    def told(self, text: str, single: bool) -> Any:
        """Return the crossings that a text tells, as data; None if it tells none."""
        return CrossingText(self.instance, self.lexicon, text, single).crossings()
