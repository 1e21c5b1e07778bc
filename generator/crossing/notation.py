"""The notation of crossings in answers: JSON lists of the travelers aboard, or JSON objects.

`answer_text` and the modules that it uses parse answers in free text.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.answer_text import CrossingTextParser
from ferryplan.generator.crossing.crossing_names import CrossingNames
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.lexicon import ARROWS, NAME, Lexicon
from ferryplan.generator.crossing.line_reader import CrossingLineReader
from ferryplan.generator.crossing.move_parsing import find_boats_for_load
from ferryplan.generator.crossing.place_claims import PlaceClaims
from ferryplan.generator.crossing.state_sequences import StateSequenceParser
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.name_lookup import NotationError, UnreadableStepError, quote_wrong_value
from ferryplan.generator.notation import Notation, UnreadableStep, get_first_value

CARGO_KEYS = ("passengers", "passenger", "cargo", "item", "items")
ABOARD_KEYS = (
    "aboard", "load", "travellers", "travelers", "who", "names", "crossing", "moves", "people", "persons", "move", "group",
    "carry", "cross", "return", "in_boat", "in_the_boat", "boat_load", "onboard", "crossers", "occupants", "riders", "members",
    *CARGO_KEYS,
)  # fmt: skip
DESTINATION_KEYS, ORIGIN_KEYS, BOAT_KEYS, DIRECTION_KEYS = (
    ("to", "destination"),
    ("from", "origin"),
    ("boat", "in"),
    ("direction", "arrow", "way"),
)
"""the accepted keys for the parts of a crossing in a JSON object; output uses the first key of each group"""
MAX_NAMES_LENGTH = 1_000
_AND = re.compile(r"\s*(?:[,+&;/]|\band\b)\s*")
_KEYS_WITHOUT_CLAIMS = frozenset({"aboard", "from", "to", "boat", "arrow"})
"""the keys of a crossing that do not claim who is where"""


class CrossingNotation(Notation[CrossingState, Crossing]):
    """The format of crossings in answers to a question about one instance.

    A parsed crossing may be illegal: the load may be too large, or a traveler may be at another place.
    """

    instance: Instance

    @functools.cached_property
    def names(self) -> CrossingNames:
        """The names that answers may use for travelers, places and boats."""
        return self.instance.get_or_make(CrossingNames)

    @functools.cached_property
    def lexicon(self) -> Lexicon:
        """The vocabulary of answers in free text, with the tokenizer."""
        return Lexicon(self.names)

    def format_moves(self, moves: Iterable[Crossing]) -> Any:
        """Return crossings as JSON data: for each crossing, a list of the names of those aboard, or an object.

        Objects are used if there is a fleet or if there are more than two places. They also have the boat of the fleet,
        or the origin and the destination.
        """
        return [self._format_move(move) for move in moves]

    def _format_move(self, move: Crossing) -> Any:
        instance, aboard = self.instance, self.instance.names_of(move.load)
        if len(instance.places) == 2 and not instance.fleet:
            return aboard
        ends = {"from": instance.places[move.origin].name, "to": instance.places[move.destination].name}
        ends = ends if len(instance.places) > 2 else {}
        return {"aboard": aboard, **ends, **({"boat": instance.boat_name(move.boat)} if instance.fleet else {})}

    def split_steps(self, data: Any) -> Sequence[Any]:
        """Split the JSON data of an answer into a list with one element for each crossing.

        If the arrows of all crossings point in the same direction, they carry no information and are dropped.
        """
        steps = self._convert_steps_to_crossings(super().split_steps(data))
        arrows = [self._find_arrow(step) for step in steps if isinstance(step, dict)]
        if len(steps) > 1 and len({arrow for arrow in arrows if arrow}) == 1:
            return [
                {key: value for key, value in step.items() if key.lower() not in DIRECTION_KEYS or len(str(value)) > 2}
                if isinstance(step, dict)
                else step
                for step in steps
            ]
        return steps

    def _convert_steps_to_crossings(self, steps: Sequence[Any]) -> Sequence[Any]:
        """Convert the elements of an answer to lists of names or JSON objects of crossings, where possible.

        Sentences are parsed, and crossings are derived from a list of states or of passengers. Where husbands are named
        by capital letters and wives by small ones, the wives' names replace the small letters.
        """
        if (other := self.lexicon.parse_passenger_list(steps) or self._parse_state_sequence(steps)) is not None:
            return other
        words = [one for one in steps if isinstance(one, str)]
        if (
            words
            and len(words) == len(steps)
            and not all(part in self.names.traveler_lookup for one in words for part in self._split_names(one) or ())
        ):
            numbered = "\n".join(f"{number}. {one}" for number, one in enumerate(words, 1))
            return CrossingTextParser(self.instance, self.lexicon, numbered, True).parse_crossings() or steps
        named = " ".join(name for one in steps if isinstance(one, list) for name in one if isinstance(name, str))
        if not self.lexicon.has_lowercase_wives(named):
            return steps
        wives = {name.lower(): wife for name, wife in self.names.spouse_names.items() if len(name) == 1}
        return [
            [wives.get(name, name) if isinstance(name, str) else name for name in one] if isinstance(one, list) else one
            for one in steps
        ]

    def _parse_state_sequence(self, steps: Sequence[Any]) -> list[Any] | None:
        """Return the crossings between states, for an answer that lists states instead of crossings.

        Each state is an object with the names of the travelers at each place. Each crossing is a mapping from
        ``aboard`` to names. Returns None if the elements are not states.
        """
        if not all(isinstance(one, dict) and not {*map(str.lower, one)} & {*ABOARD_KEYS} for one in steps):
            return None
        lines = list[str]()
        for step in steps:
            there = {key: who for key, who in step.items() if key in self.names.place_lookup and isinstance(who, list)}
            lines.append(" | ".join(f"{key}: {', '.join(map(str, who)) or '-'}" for key, who in there.items()))
        text = "\n".join(lines)
        return (
            StateSequenceParser(self.instance, CrossingLineReader(self.lexicon, text)).parse_crossings(text)
            if all(lines)
            else None
        )

    def _find_arrow(self, step: dict[str, Any]) -> str:
        """Return the arrow, ``→`` or ``←``, that is the direction of a crossing; empty for other directions."""
        said = str(get_first_value({key.lower(): value for key, value in step.items()}, DIRECTION_KEYS) or "")
        return ARROWS.get(said, said) if len(said) < 3 else ""

    def parse_move(self, state: CrossingState, data: Any) -> Crossing:
        """Return the crossing for a JSON list of the travelers aboard, or for a JSON object with more keys.

        The boat leaves from its place in ``state`` unless the data gives an origin. Raises NotationError for data that
        describes no crossing or makes a false claim about who is where.
        """
        if isinstance(data, UnreadableStep):
            raise UnreadableStepError(format_message("crossing.unreadable", found=quote_wrong_value(data.text)))
        named = isinstance(data, dict)
        said = {str(key).lower().replace(" ", "_"): value for key, value in data.items()} if named else {"aboard": data}
        aboard, load = self._find_names_aboard(said), 0
        if aboard is None:
            raise NotationError(format_message("crossing.no-list-of-names", found=quote_wrong_value(data)))
        here = 0 if self.instance.fleet else state.companies[state.boat]
        travellers = self.names.traveler_lookup
        for name in aboard:
            among, number = travellers.resolve_name(name, "traveler")
            free = among & ~load
            if free.bit_count() < number:
                alone = among.bit_count() == 1
                key = "crossing.traveler-twice" if alone else "crossing.too-many-named"
                raise NotationError(format_message(key, name=name if alone else quote_wrong_value(name)))
            if free.bit_count() > number:  # of a kind, those at the boat's place come first
                chosen = [*mask_indices(free & here), *mask_indices(free & ~here)][:number]
                free = sum(1 << one for one in chosen)
            load |= free
        boat = self._find_boat(state, load, get_first_value(said, BOAT_KEYS) if self.instance.fleet else None)
        origin, destination = self._find_origin_and_destination(said) if named else (None, None)
        origin = state.boats[boat] if origin is None else origin
        ways = self.instance.destinations[origin] if destination is None else [destination]
        if len(ways) != 1:
            raise NotationError(format_message("crossing.destination-missing"))
        crossing = Crossing(load, origin, ways[0], boat)
        if (
            named
            and said.keys() - _KEYS_WITHOUT_CLAIMS
            and (found := PlaceClaims(self.names, self.instance, said).find_contradiction(state, crossing))
        ):
            raise NotationError(found)
        return crossing

    def _find_names_aboard(self, crossing_data: dict[str, Any]) -> list[Any] | None:
        """Return the names of the travelers aboard in the JSON object of a crossing; None if it names nobody."""
        if len(crossing_data) == 1 and "aboard" in crossing_data:
            return self._split_names(crossing_data["aboard"])
        key = next(
            (key for key in ABOARD_KEYS if key in crossing_data),
            "boat" if "boat" in crossing_data and not self.instance.fleet else "",
        )
        if not key:
            kinds = {
                kind: value
                for one, value in crossing_data.items()
                if (kind := self.names.find_kind_by_word(one)) and isinstance(value, int)
            }
            return (
                [kind for kind, number in kinds.items() for _ in range(min(number, len(self.instance.travellers) + 1))]
                if kinds
                else None
            )
        parts = self._split_names(
            [] if crossing_data[key] in (None, "", "none", "nothing") and key in CARGO_KEYS else crossing_data[key]
        )
        if parts is not None and key in CARGO_KEYS and self.names.sole_rowers:
            parts = [
                *(
                    name
                    for name in self.names.sole_rowers
                    if name not in map(self.names.traveler_lookup.canonical_name, map(str, parts))
                ),
                *parts,
            ]
        return parts

    def _find_origin_and_destination(self, crossing_data: dict[str, Any]) -> tuple[int | None, int | None]:
        """Return the indices of the origin and the destination in a crossing's JSON object; None if missing."""
        origin, destination = (
            self._find_place(get_first_value(crossing_data, ORIGIN_KEYS)),
            self._find_place(get_first_value(crossing_data, DESTINATION_KEYS)),
        )
        way = get_first_value(crossing_data, DIRECTION_KEYS)
        if isinstance(way, str) and origin is None and destination is None and len(self.instance.places) == 2:
            start, arrow = self.space.initial.boat, ARROWS.get(way.strip(), way.strip())
            places = [
                place
                for name in self.names.place_lookup.find_names(way)
                if (place := self.names.place_lookup.get(name)) is not None
            ]
            if len(places) == 2:
                return places[0], places[1]
            if len(places) == 1:
                return None, places[0]
            if arrow in ("\u2192", "\u2190"):
                return (start if arrow == "\u2192" else 1 - start), None
        return origin, destination

    def _find_place(self, place_name: Any) -> int | None:
        return None if place_name is None else self.names.place_lookup.resolve_name(place_name, "place")

    def _find_boat(self, state: CrossingState, load: int, boat_name: Any) -> int:
        """Return the index of the boat with a given name.

        If ``called`` is None, returns the boat that is at the place of the load's travelers and can carry them. Raises
        NotationError if several boats can.
        """
        if not self.instance.fleet or boat_name is not None:
            return self.names.boat_lookup.resolve_name(boat_name, "boat") if self.instance.fleet else 0
        fitting = find_boats_for_load(self.instance, state, load)
        if len(fitting) > 1 and self.instance.can_carry(load, fitting[0]):
            raise NotationError(format_message("crossing.boat-missing"))
        return fitting[0]

    def rate_as_moves(self, data: Any) -> int:
        """Return a rating, from 0 to 2, of how likely JSON data is to be an answer.

        2: a list whose elements name travelers and may be crossings. 1: a list of names, or an object with names. 0:
        anything else.
        """
        if not isinstance(data, list):
            return int(isinstance(data, dict) and self._mentions_any_traveler(data))
        known = self.names.traveler_lookup
        if self.lexicon.parse_passenger_list(data) is not None or self._parse_state_sequence(data) is not None:
            return 2
        if all(isinstance(one, str) for one in data) and any(one in known for one in data):
            return 1 + any(one not in known and self._mentions_any_traveler(one) for one in data)
        return 2 * any(map(self._mentions_any_traveler, data))

    def _mentions_any_traveler(self, data: Any) -> bool:
        """Return whether JSON data, a name, a list or an object, names at least one traveler."""
        if isinstance(data, dict):
            said = {str(key).lower().replace(" ", "_"): value for key, value in data.items()}
            key = next((key for key in (*ABOARD_KEYS, *BOAT_KEYS) if key in said), None)
            if key is None:
                return (
                    sum(
                        self.names.find_kind_by_word(one) is not None and type(value) is int
                        for one, value in said.items()
                    )
                    > 1
                )
            if isinstance(said[key], list) and not said[key]:
                return True
            data = said[key]
        parts = self._split_names(data)
        return any(one in self.names.traveler_lookup for one in parts or ())

    def _split_names(self, aboard: Any) -> list[Any] | None:
        """Return the travelers' names in a list or in a text; None for other JSON data."""
        if isinstance(aboard, list):
            if all(one in self.names.traveler_lookup for one in aboard):
                return aboard
            runs = (self.names.split_initials(one) if isinstance(one, str) else "" for one in aboard)
            return [name for one, run in zip(aboard, runs, strict=True) for name in run or [one]]
        if not isinstance(aboard, str):
            return None
        parts = [part for part in _AND.split(aboard[:MAX_NAMES_LENGTH]) if part]
        if all(part in self.names.traveler_lookup for part in parts):
            return parts
        tokens = self.lexicon.tokenize(aboard[:MAX_NAMES_LENGTH])
        if tokens and all(token.roles & {NAME, "and"} for token in tokens):
            return [token.text for token in tokens if NAME in token.roles]
        return parts

    def ends_with_state_heading(self, preceding_text: str) -> bool:
        """Return whether a text ends with words that introduce a state, such as ``Left:``."""
        return super().ends_with_state_heading(preceding_text) or bool(
            self._place_heading_pattern.search(preceding_text)
        )

    @functools.cached_property
    def _place_heading_pattern(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?<!\bto )(?<!\bto the )(?:{self.names.place_lookup.name_pattern})(?:\s(?:bank|side|shore))?\s{{0,3}}[:=]\s{{0,3}}$",
            re.IGNORECASE,
        )

    def may_be_pddl_action(self, words: Sequence[str]) -> bool:
        """Return whether words may be a PDDL action rather than a list of travelers.

        This is the case if there is more than one word and the first word is not the name of a traveler.
        """
        return len(words) > 1 and words[0] not in self.names.traveler_lookup

    def actions_to_moves(self, actions: Sequence[Sequence[str]]) -> Any:
        """Convert PDDL actions (name and arguments) to crossings, and return the list of crossings.

        An action whose name begins with ``cross`` becomes a JSON object. Two of its arguments must be places; the
        others are travelers or a boat. For every other action, the list contains only the action's name.
        Returns None if a crossing does not have two places.
        """
        plan = list[Any]()
        for name, *words in actions:
            ends = [
                word for word in words if word in self.names.place_lookup and word not in self.names.traveler_lookup
            ]
            boat = [word for word in words if word in self.names.boat_lookup][:1]
            if not name.startswith("cross"):
                plan.append(name)
            elif len(ends) != 2:
                return None
            else:
                aboard = [word for word in words if word not in (*ends, *boat)]
                plan.append({"aboard": aboard, **dict(zip(("from", "to", "boat"), (*ends, *boat), strict=False))})
        return plan

    def find_moves_in_text(self, text: str, single_move: bool) -> Any:
        """Return a JSON object for each crossing that a text describes, in a list; None if it describes none.

        ``single_move`` says whether the question asks for one crossing rather than for a whole solution.
        """
        return CrossingTextParser(self.instance, self.lexicon, text, single_move).parse_crossings()
