"""Crossings that are shown by the states between them: who is on which bank, or how many of each kind."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.prose import CrossingReader
from ferryplan.generator.speller import LINE

LONGEST = 20_000
"""characters of a text in which states are looked for"""
Companies = Sequence[Counter[str]]
"""for each place, how many of each kind, or who, is there"""
_APART = re.compile(r"\n+|\s*(?:->|\u2192|=>)\s*|;\s")
_LABEL = re.compile(
    r"^\W{0,4}(?:(?:after\s)?(?:state|step|crossing|move|trip)\s?#?)?\s?\d{1,3}\s?[.):-]+\s|^\W{0,4}(?:start|initial(?:\sstate)?|goal|final(?:\sstate)?|end)\s?:\s",
    re.IGNORECASE,
)
_BOAT = re.compile(r"\s?(?:\((?:the\s)?(?:boat|torch)\)|[*~]|\bboat\b)\s?", re.IGNORECASE)
_BETWEEN_BANKS = re.compile(r"\s*\|{1,2}\s*|\s+/{1,2}\s+|\s*~{2,}\s*")
_DIVIDED = re.compile(r"[|/~:=]")
"""what a state has at least, between the banks or behind their names"""
_NUMBERS = re.compile(r"[(<\[]\s?(\d{1,2})\s?,\s?(\d{1,2})\s?,\s?(\d|[A-Za-z]{1,5})\s?[)>\]]")


class ShownStates:
    """A text in which states may stand in place of crossings; of puzzles with two places and one boat."""

    def __init__(self, instance: Instance, reader: CrossingReader) -> None:
        self.instance, self.reader, self.names = instance, reader, reader.names
        self.start = [self.names.count_members(company) for company in instance.start.companies]

    def crossings(self, text: str) -> list[Any] | None:
        """Return the crossings between the states of a text, as data; None if it shows fewer than three states, or says more."""
        if len(self.instance.places) != 2 or self.instance.fleet or len(text) > LONGEST:
            return None
        return self._of_numbers(text) or self._of_companies(text) or self._of_one_bank(text)

    def _of_companies(self, text: str) -> list[Any] | None:
        """Return the crossings between states such as ``wolf, cabbage | farmer, goat``."""
        if len(_DIVIDED.findall(text)) < 3:
            return None
        states, before = list[Companies](), True
        for part in filter(str.strip, _APART.split(text)):
            if (state := self._state_in(part)) is not None:
                states.append(state)
                before = False
            elif not before and self._speaks_of_travelers(part):
                return None
        return self._steps(states) if len(states) > 2 else None

    def _of_one_bank(self, text: str) -> list[Any] | None:
        """Return the crossings between states that show the bank of the start alone: ``3M3C -> 3M1C``."""
        everybody = self.start[0] + self.start[1]
        if everybody.total() <= self.instance.capacity:
            return None
        head, _, chain = text.rpartition(":")
        parts, here = _APART.split(chain.strip()), list[Counter[str]]()
        for part in parts if len(parts) > 2 else ():
            company = self.reader.company(part.strip(" ,."))
            counted = self.names.count_named(company) if isinstance(company, list) else None
            if counted is None or not (here or counted == everybody) or not counted <= everybody:
                return None
            here.append(counted)
        places = [self.names.places.get(name) for name in self.names.places.named_in(head)]
        if len(here) < 3 or places not in ([], [0]) or self._speaks_of_travelers(head):
            return None
        return self._steps([[one, everybody - one] for one in here])

    def _state_in(self, part: str) -> Companies | None:
        """Return the state that a part of a text shows; None if it shows none or leaves somebody out."""
        if len(part) > LINE or not _DIVIDED.search(part):
            return None
        part = _LABEL.sub("", part.strip())
        claims, rest = self.reader.split_claims(part)
        claims = [one for one in claims if isinstance(one["company"], list)]
        if len(claims) == 2 and not self._speaks_of_travelers(rest):
            places = [self.names.places.get(one["place"]) for one in claims]
            sides = [
                one["company"] for _, one in sorted(zip(places, claims, strict=True), key=lambda pair: pair[0] or 0)
            ]
            found = sides if {*places} == {0, 1} else []
        else:
            sides = _BETWEEN_BANKS.split(_BOAT.sub(" ", part).strip("[](){}"))
            found = [self.reader.company(side.strip(" [](){}")) for side in sides] if len(sides) == 2 else []
        if len(found) != 2 or not all(isinstance(side, list) for side in found):
            return None
        counted = [self.names.count_named(side) for side in found]
        state = [one for one in counted if one is not None]
        return state if len(state) == 2 and state[0] + state[1] == self.start[0] + self.start[1] else None

    def _speaks_of_travelers(self, part: str) -> bool:
        return bool(self.names.travellers.named_in(part))

    def _of_numbers(self, text: str) -> list[Any] | None:
        """Return the crossings between states such as ``(3, 3, 1)``: how many of two kinds are on a bank, and whether the boat is."""
        found = [*_NUMBERS.finditer(text)]
        kinds = [kind for kind, _ in self.instance.kinds]
        everybody = self.start[0] + self.start[1]
        if len(found) < 3 or {*everybody} != {*kinds} or len(kinds) != 2:
            return None
        head = [self.names.kind_of(word) for word in re.findall(r"[^\W\d_]+", text[: found[0].start()])]
        told = [*dict.fromkeys(kind for kind in head if kind)]
        order = told if len(told) == 2 else kinds
        gaps = (text[one.end() : other.start()] for one, other in itertools.pairwise(found))
        rows = [Counter(dict(zip(order, map(int, one.groups()[:2]), strict=True))) for one in found]
        if any(map(self._speaks_of_travelers, gaps)) or not all(row <= everybody for row in rows):
            return None
        bank = 0 if +rows[0] == +self.start[0] or +rows[-1] == +self.start[1] else 1
        states = [[row, everybody - row] if bank == 0 else [everybody - row, row] for row in rows]
        boats = [one[3] for one in found]
        steps = self._steps(states)
        if {*boats} <= {"0", "1"}:
            here = str(1 - bank)
            places = [self.instance.places[bank if boat == "1" else 1 - bank].name for boat in boats[-len(steps) :]]
            is_told = boats[0] == here or len(steps) == len(boats)
            steps = [{**step, "to": place} for step, place in zip(steps, places, strict=True)] if is_told else steps
        return steps

    def _steps(self, states: Sequence[Companies]) -> list[Any]:
        """Return the crossings from state to state, the first from the start; where states begin anew, of the last ones."""
        starts = [n for n, state in enumerate(states[:-1]) if self._plain(state) == self._plain(self.start)]
        pairs = itertools.pairwise(states[starts[-1] :] if starts else [self.start, *states])
        return [{"aboard": [*self._moved(before, after)]} for before, after in pairs]

    def _plain(self, state: Companies) -> list[Mapping[str, int]]:
        return [dict(+company) for company in state]

    def _moved(self, before: Companies, after: Companies) -> Iterator[str]:
        """Yield who has changed the bank; in a faulty state also those who went the other way, whom the replay finds elsewhere."""
        for one, other in ((before, after), (after, before)):
            yield from (one[0] - other[0]).elements()
