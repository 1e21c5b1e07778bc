"""Numbers of crossings in sentences that add up trips, such as "3 round trips plus one crossing"."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from ferryplan.evaluation.scoring.answer_sentences import MAX_SENTENCE_LENGTH
from ferryplan.evaluation.scoring.numerals import make_inline_pattern, replace_number_words
from ferryplan.generator.notation import answer_pattern

_AMOUNT = r"(?:(?P<number>\b\d{1,6})|\b(?:an?|the|another)\b)"
_ASIDE = r"(?:\s*\([^()]*\))?"


class _TripSum(NamedTuple):
    """Trips that a text adds up, with the positions of their start and end."""

    crossings: int
    start: int
    end: int


def add_up_trips(sentence: str) -> tuple[str, bool]:
    """Return a sentence with a number of crossings in place of each sum of trips.

    Also return whether the sentence counts trips in a way that cannot be read for sure; the parts that do so are left out.
    A sentence that is too long to be searched is returned unchanged.
    """
    if len(sentence) > MAX_SENTENCE_LENGTH:
        return sentence, False
    words = replace_number_words(re.sub(r"\bonce\b", "1", sentence, flags=re.IGNORECASE), single_words=True)
    if answer_pattern("trips_unclear").search(words):
        return "", True
    text, end = "", 0
    for found in _find_sums(words):
        text, end = f"{text}{words[end : found.start]}{found.crossings} crossings", found.end
    text = text + words[end:] if end else sentence
    unclear = _make_pattern(r"<round_trip>|\d\s+<return_trip>|<trips_apart>")
    if not unclear.search(text):
        return text, False
    parts = answer_pattern("trips_explained").split(text)
    return ", ".join(part for part in parts if not unclear.search(part)), True


def _find_sums(text: str) -> Iterator[_TripSum]:
    """Yield the sums of trips in a text with digits, without those that cannot be read for sure."""
    end = 0
    for amount in re.finditer(_AMOUNT, text, re.IGNORECASE):
        if amount.start() >= end:
            found = _read_trips_over_and_back(text, amount.start()) or _read_sum(text, amount.start())
            if found is not None:
                end = found.end
                yield found


def _read_trips_over_and_back(text: str, start: int) -> _TripSum | None:
    """Read a sum such as ``4 trips over and 3 back`` at a position of a text; None if there is none."""
    over = r"(?P<number>\d{1,6})(?:\s+<over>\s+<trip>|\s+(?:<trip>|times)\s+<over>)"
    back = r"(?P<more>\d{1,6})\s+(?:<return_trip>|(?:(?:<trip>|times)\s+)?<back>)"
    found = _make_pattern(rf"{over}(?:\s*,\s*|<adding>){back}").match(text, start)
    return None if found is None else _TripSum(int(found["number"]) + int(found["more"]), start, found.end())


def _read_sum(text: str, start: int) -> _TripSum | None:
    """Read a sum of round trips and crossings at a position of a text; None if there is none for sure."""
    single = r"<trip>(?!\s+and\s+back)(?:\s+<over>)?|<over>|<one_more>"
    kinds = rf"\s+(?:<trip_kind>)*(?:1\s+)?(?:(?P<round><round_trip>)|{single}){_ASIDE}"
    term_pattern = _make_pattern(rf"{_AMOUNT}(?P<half><half>)?{_ASIDE}(?:{kinds}|(?=\W*$))")
    first = term = term_pattern.match(text, start)
    total, end, has_round_trips, is_sure = 0, start, False, True
    while term is not None:
        number, end = int(term["number"] or 1), term.end()
        total += 2 * number + bool(term["half"]) if term["round"] else number
        has_round_trips = has_round_trips or bool(term["round"])
        adding = answer_pattern("adding").match(text, end)
        term = term_pattern.match(text, adding.end()) if adding is not None else None
        if adding is not None and term is not None and not term["round"]:
            is_sure = is_sure and _adds_for_sure(adding[0], term)
    removed = (
        rf"(?:{_AMOUNT}\s+)?(?:<trip_kind>)*(?:<return_trip>|(?:way\s+)?<back>|<trip>)|(?P<bare>\d{{1,6}})(?=\W*$)"
    )
    left_out = _make_pattern(rf"(?P<sign><leaving_out>)(?:{removed})").match(text, end)
    if first is None:
        return None
    if left_out is not None and (has_round_trips or answer_pattern("minus").search(left_out["sign"])):
        return _TripSum(total - int(left_out["number"] or left_out["bare"] or 1), start, left_out.end())
    if first.end() < end:
        return _TripSum(total, start, end) if has_round_trips or is_sure else None
    before, behind = text[max(0, start - 80) : start].rpartition("(")[2], text[end : end + 80]
    is_doubtful = any(map(answer_pattern("trips_not_whole").search, (before, behind)))
    return _TripSum(total, start, end) if has_round_trips and not is_doubtful else None


def _adds_for_sure(adding: str, term: re.Match[str]) -> bool:
    """Return whether a term adds to crossings; in ``7 crossings and the last trip``, it is one of them."""
    if answer_pattern("adding_loosely").search(adding):
        return False
    if "+" in adding or "plus" in adding.lower():
        return True
    return not term[0].lower().startswith("the") and answer_pattern("one_more").search(term[0]) is not None


@functools.cache
def _make_pattern(form: str) -> re.Pattern[str]:
    """Return a pattern in which ``<name>`` stands for a named pattern of the answer word file."""
    inlined = re.sub(r"(?<!\?P)<(\w+)>", lambda name: make_inline_pattern(name[1]), form)
    return re.compile(inlined, re.IGNORECASE)
