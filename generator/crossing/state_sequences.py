"""The parser of answers that list states instead of crossings.

The crossings are derived from the states: those who change the bank were aboard. A state shows the travelers on both
banks, ``wolf, cabbage | farmer, goat``, the travelers on one bank, ``3M1C``, or numbers of travelers of two kinds,
``(3, 1, 0)``. Each derived crossing is a mapping from ``aboard`` to names.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.line_reader import CrossingLineReader
from ferryplan.generator.notation import MAX_SENTENCE_LENGTH

MAX_TEXT_LENGTH = 20_000
"""the largest number of characters of a text that is searched for states"""
BankCounts = Sequence[Counter[str]]
"""a state as the numbers of travelers at each of the two places, by kind or by name"""
_STATE_SEPARATOR = re.compile(r"\n+|\s{0,9}(?:->|\u2192|=>)\s*|;\s")
_LABEL = re.compile(
    r"^\W{0,4}(?:(?:after\s)?(?:state|step|crossing|move|trip)\s?#?)?\s?\d{1,3}\s?[.):-]+\s|^\W{0,4}(?:start|initial(?:\sstate)?|goal|final(?:\sstate)?|end)\s?:\s",
    re.IGNORECASE,
)
_BOAT = re.compile(r"\s?(?:\((?:the\s)?(?:boat|torch)\)|[*~]|\bboat\b)\s?", re.IGNORECASE)
_BETWEEN_BANKS = re.compile(r"\s{0,9}\|{1,2}\s*|\s{1,9}/{1,2}\s+|\s{0,9}~{2,}\s*")
_SIDE_DIVIDER = re.compile(r"[|/~:=]")
"""a character that every state with both banks contains, between the banks or after their names"""
_NUMBER_STATE = re.compile(r"[(<\[]\s?(\d{1,2})\s?,\s?(\d{1,2})\s?,\s?(\d|[A-Za-z]{1,5})\s?[)>\]]")


class StateSequenceParser:
    """The parser of an answer that lists states instead of crossings.

    It supports instances with two places and one boat.
    """

    def __init__(self, instance: Instance, reader: CrossingLineReader) -> None:
        self.instance, self.reader, self.names = instance, reader, reader.names
        self.start_counts = [self.names.count_company(company) for company in instance.start.companies]

    def parse_crossings(self, text: str) -> list[Any] | None:
        """Return the crossings between the states of a text, as mappings from ``aboard`` to names.

        Returns None if the text has fewer than three states, or if it also mentions travelers between or beside the
        states.
        """
        if len(self.instance.places) != 2 or self.instance.fleet or len(text) > MAX_TEXT_LENGTH:
            return None
        return self._parse_number_states(text) or self._parse_company_states(text) or self._parse_one_bank_states(text)

    def _parse_company_states(self, text: str) -> list[Any] | None:
        """Return the crossings between states such as ``wolf, cabbage | farmer, goat``; None for other texts."""
        if len(_SIDE_DIVIDER.findall(text)) < 3:
            return None
        states, before = list[BankCounts](), True
        for part in filter(str.strip, _STATE_SEPARATOR.split(text)):
            if (state := self._parse_state(part)) is not None:
                states.append(state)
                before = False
            elif not before and self._mentions_travelers(part):
                return None
        return self._build_crossings(states) if len(states) > 2 else None

    def _parse_one_bank_states(self, text: str) -> list[Any] | None:
        """Return the crossings between states that show only the bank of the start, or None.

        An example is ``3M3C -> 3M1C``. The result is None for a text of another form.
        """
        everybody = self.start_counts[0] + self.start_counts[1]
        if everybody.total() <= self.instance.capacity:
            return None
        head, _, chain = text.rpartition(":")
        parts, here = _STATE_SEPARATOR.split(chain.strip()), list[Counter[str]]()
        for part in parts if len(parts) > 2 else ():
            company = self.reader.parse_company(part.strip(" ,."))
            counted = self.names.count_named_travelers(company) if isinstance(company, list) else None
            if counted is None or not (here or counted == everybody) or not counted <= everybody:
                return None
            here.append(counted)
        places = [self.names.place_lookup.get(name) for name in self.names.place_lookup.find_names(head)]
        if len(here) < 3 or places not in ([], [0]) or self._mentions_travelers(head):
            return None
        return self._build_crossings([[one, everybody - one] for one in here])

    def _parse_state(self, part: str) -> BankCounts | None:
        """Return the state that a part of a text shows; None if the part does not show all travelers."""
        if len(part) > MAX_SENTENCE_LENGTH or not _SIDE_DIVIDER.search(part):
            return None
        part = _LABEL.sub("", part.strip())
        claims, rest = self.reader.split_claims(part)
        claims = [one for one in claims if isinstance(one["company"], list)]
        if len(claims) == 2 and not self._mentions_travelers(rest):
            places = [self.names.place_lookup.get(one["place"]) for one in claims]
            sides = [
                one["company"] for _, one in sorted(zip(places, claims, strict=True), key=lambda pair: pair[0] or 0)
            ]
            found = sides if {*places} == {0, 1} else []
        else:
            sides = _BETWEEN_BANKS.split(_BOAT.sub(" ", part).strip("[](){}"))
            found = [self.reader.parse_company(side.strip(" [](){}")) for side in sides] if len(sides) == 2 else []
        if len(found) != 2 or not all(isinstance(side, list) for side in found):
            return None
        counted = [self.names.count_named_travelers(side) for side in found]
        state = [one for one in counted if one is not None]
        return state if len(state) == 2 and state[0] + state[1] == self.start_counts[0] + self.start_counts[1] else None

    def _mentions_travelers(self, part: str) -> bool:
        return bool(self.names.traveler_lookup.find_names(part))

    def _parse_number_states(self, text: str) -> list[Any] | None:
        """Return the crossings between states such as ``(3, 3, 1)``; None for other texts.

        The first two numbers count the travelers of two kinds on one bank; the third number, or a word, says where the
        boat is.
        """
        found = [*_NUMBER_STATE.finditer(text)]
        kinds = [kind for kind, _ in self.instance.kinds]
        everybody = self.start_counts[0] + self.start_counts[1]
        if len(found) < 3 or {*everybody} != {*kinds} or len(kinds) != 2:
            return None
        head = [self.names.find_kind_by_word(word) for word in re.findall(r"[^\W\d_]+", text[: found[0].start()])]
        told = [*dict.fromkeys(kind for kind in head if kind)]
        order = told if len(told) == 2 else kinds
        gaps = (text[one.end() : other.start()] for one, other in itertools.pairwise(found))
        rows = [Counter(dict(zip(order, map(int, one.groups()[:2]), strict=True))) for one in found]
        if any(map(self._mentions_travelers, gaps)) or not all(row <= everybody for row in rows):
            return None
        bank = 0 if +rows[0] == +self.start_counts[0] or +rows[-1] == +self.start_counts[1] else 1
        states = [[row, everybody - row] if bank == 0 else [everybody - row, row] for row in rows]
        boats = [one[3] for one in found]
        steps = self._build_crossings(states)
        if {*boats} <= {"0", "1"}:
            here = str(1 - bank)
            places = [self.instance.places[bank if boat == "1" else 1 - bank].name for boat in boats[-len(steps) :]]
            is_told = boats[0] == here or len(steps) == len(boats)
            steps = [{**step, "to": place} for step, place in zip(steps, places, strict=True)] if is_told else steps
        return steps

    def _build_crossings(self, states: Sequence[BankCounts]) -> list[Any]:
        """Return the crossing between each state and the next one, beginning at the initial state.

        If the initial state occurs several times, the states before its last occurrence are ignored.
        """
        starts = [
            n
            for n, state in enumerate(states[:-1])
            if self._drop_zero_counts(state) == self._drop_zero_counts(self.start_counts)
        ]
        pairs = itertools.pairwise(states[starts[-1] :] if starts else [self.start_counts, *states])
        return [{"aboard": [*self._find_moved_travelers(before, after)]} for before, after in pairs]

    def _drop_zero_counts(self, state: BankCounts) -> list[Mapping[str, int]]:
        return [dict(+company) for company in state]

    def _find_moved_travelers(self, before: BankCounts, after: BankCounts) -> Iterator[str]:
        """Yield the kinds or names of the travelers who are on different banks in two states.

        If the states are wrong, some travelers went in the opposite direction. They are included, so that the replay
        reports them.
        """
        for one, other in ((before, after), (after, before)):
            yield from (one[0] - other[0]).elements()
