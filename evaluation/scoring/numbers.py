"""The number that an answer commits to, in digits or in words of several languages, and what it counts."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

from ferryplan import domains
from ferryplan.evaluation.scoring.claims import claim_in
from ferryplan.evaluation.scoring.numerals import inline, numbers_in, spell_in_digits
from ferryplan.evaluation.scoring.passages import Mark, Passage, shorten
from ferryplan.evaluation.scoring.sentences import clauses_of, drop_steps, sentences_in
from ferryplan.generator.speller import words

MOST = 20_000
"""characters of a passage that are read"""
NO_SOLUTION: Final = "unsolvable"
UNDECIDED: Final = "undecided"
"""what is found where an answer names two numbers and chooses none"""
Found = int | str
_OPERATOR = r"[-+*/^\u00d7\u00b7\u22c5]"
_PAIR = re.compile(r"^[\s|>*-]*([A-Za-z][\w ]{2,40}?)[*_`]{0,2}\s*[:=|]\s*[*_`]{0,2}(\d{1,15})[\s|*.,]*$", re.MULTILINE)
"""a line such as ``crossings: 7``, or a row of a table"""
_POWER = re.compile(r"\d+\s?\^\s?\{?\w+\}?")
_ASSIGNED = re.compile(r"(?<![\w)}\]])[A-Za-z]\s?=\s?\d+(?![\d.])")
_SUBSCRIPT = re.compile(r"(?<=\d)_\{?(?:10|\\text\{ten\})\}?")
_HOURS = re.compile(r"(?<=\d):00\b")
_LATEX = re.compile(r"\\(?:cdot|times|ast)\b")


class Rank(IntEnum):
    """How sure it is that a number is the one that is asked for, the surer the higher."""

    BARE = 0
    COUNTED = 1
    RESULT = 2
    TOTAL = 3


class Mention(NamedTuple):
    """A number in a clause."""

    value: int
    start: int
    end: int
    rank: Rank = Rank.BARE
    is_part: bool = False
    """whether what follows adds to it: ``3 round trips and one more crossing``"""


class Quantity(NamedTuple):
    """What is asked for: how it is called in answers."""

    unit: re.Pattern[str]
    keys: Sequence[str]
    """keys of objects under which it stands"""
    counts_solutions: bool


def quantity(names: Sequence[str], generic: str, counts_solutions: bool) -> Quantity:
    """Return what is asked for, by its own ``names`` and by the pattern of ``generic`` ones in the file of words, if there is one."""
    return _quantity(tuple(names), generic, counts_solutions)


@functools.lru_cache(64)
def _quantity(names: Sequence[str], generic: str, counts_solutions: bool) -> Quantity:
    patterns = [re.escape(name) for name in sorted(names, key=len, reverse=True)] + (
        [inline(generic)] if generic else []
    )
    unit = re.compile(rf"(?:{'|'.join(patterns)})", re.IGNORECASE)
    return Quantity(unit, (*names, *domains.words("answers")["number_keys"]), counts_solutions)


def number_in(passage: Passage, asked: Quantity) -> Found | None:
    """Return the number that a passage commits to, NO_SOLUTION, UNDECIDED, or None where it states nothing."""
    text = shorten(passage.text, MOST)
    pairs = {key.strip().lower(): int(value) for key, value in _PAIR.findall(text)}
    if len(pairs) > 1 and (value := number_in_data(pairs, asked)) is not None:
        return value
    sentences = sentences_in(drop_steps(text))
    if not sentences:
        return None
    found = [_in_sentence(sentence, asked) for sentence in sentences]
    first, last = found[0], found[-1]
    if passage.mark is not Mark.NONE and first is not None:
        return first.value
    if totals := [one.value for one in found if one is not None and one.rank is Rank.TOTAL]:
        return totals[-1]
    leads = first is not None and _leads(sentences[0], first.value)
    ends = last is not None and len(found) > 1 and _stands_alone(sentences[-1])
    if leads and ends and first != last:
        return UNDECIDED if first is not None and last is not None and first.value != last.value else _value(first)
    if leads or ends:
        return _value(first if leads else last)
    least = Rank.COUNTED if passage.round and passage.mark is Mark.NONE else Rank.BARE
    for rank in (Rank.COUNTED, Rank.BARE):
        for one in reversed(found):
            if one is not None and one.rank >= max(rank, least):
                return one.value
    return None


class _Reading(NamedTuple):
    """What a sentence says."""

    value: Found
    rank: Rank


def _value(reading: _Reading | None) -> Found | None:
    return None if reading is None else reading.value


def _leads(sentence: str, value: Found) -> bool:
    """Return whether a sentence begins with this number, or claims that there is no solution."""
    number = next(numbers_in(sentence), None)
    return claim_in(sentence) == "unsolvable" or (number is not None and number.start <= 2 and number.value == value)


def _stands_alone(sentence: str) -> bool:
    """Return whether a sentence consists of a number."""
    return any(not re.search(r"\w", sentence[: one.start] + sentence[one.end :]) for one in numbers_in(sentence))


def _in_sentence(sentence: str, asked: Quantity) -> _Reading | None:
    """Return what a sentence says about the quantity that is asked for."""
    sentence = _HOURS.sub("", sentence)
    sentence = spell_in_digits(_LATEX.sub("*", _SUBSCRIPT.sub("", sentence)))
    if len(_ASSIGNED.findall(sentence)) > 1:
        sentence = _ASSIGNED.sub(" ", sentence)
    if asked.counts_solutions and words("nothing").match(sentence):
        return _Reading(0, Rank.COUNTED)
    mentions, replaced, offers = list[Mention](), False, False
    for clause in clauses_of(sentence):
        said = [*_in_clause(clause, asked)]
        offers = offers or _offers_several(clause, said)
        replaces = bool(said and words("instead").match(clause))
        if said and said[-1].is_part:
            said[-1] = _add_further(said[-1], clause, said[-1].end, asked)
        elif mentions and mentions[-1].is_part:
            mentions[-1] = _add_further(mentions[-1], clause, 0, asked)
            said = said if mentions[-1].is_part else []
        mentions, replaced = (said if replaces else [*mentions, *said]), replaced or replaces
    if claim_in(sentence) == "unsolvable" and not replaced:
        return (
            None
            if any(one.rank is Rank.COUNTED and one.value for one in mentions)
            else _Reading(NO_SOLUTION, Rank.COUNTED)
        )
    if not mentions:
        once = asked.counts_solutions and any(map(_says_unique, clauses_of(sentence)))
        return _Reading(1, Rank.COUNTED) if once else None
    rank = max(one.rank for one in mentions)
    values = [one.value for one in mentions if one.rank == rank]
    if offers or words("range").search(sentence) or (len({*values}) > 1 and words("or").search(sentence)):
        return _Reading(UNDECIDED, rank)
    return _Reading(values[-1 if rank > Rank.BARE else 0], rank)


def _add_further(part: Mention, clause: str, start: int, asked: Quantity) -> Mention:
    """Return a number with what a clause adds to it from a place on: ``and one more crossing``."""
    further = words("further").search(clause, start)
    if further is None or not asked.unit.match(clause, further.end()):
        return part
    more = [one.value for one in numbers_in(clause[start : further.start()])]
    return part._replace(value=part.value + (more[-1] if more else 1), is_part=False)


def _offers_several(clause: str, said: Sequence[Mention]) -> bool:
    """Return whether nothing but "or" parts two different numbers of a clause, as in "5 or 7 crossings", where only one has the unit."""
    return any(
        one.value != other.value and words("parted").fullmatch(clause[one.end : other.start].strip())
        for one, other in itertools.pairwise(said)
    )


def _says_unique(clause: str) -> bool:
    """Return whether a clause says that something is unique."""
    found = words("unique").search(clause)
    return found is not None and not words("contrary").search(clause[: found.start()])


def _in_clause(clause: str, asked: Quantity) -> Iterator[Mention]:
    """Yield the numbers in a clause that may be meant."""
    # Signs of the same length keep all positions, and no digit of a power is taken for a number.
    clause = _POWER.sub(lambda power: "+" * len(power[0]), clause) if "^" in clause else clause
    if (assigned := _ASSIGNED.sub(" ", clause)) != clause and next(numbers_in(assigned), None):
        clause = assigned
    result = clause.rfind("=")
    for one in numbers_in(clause):
        before, after = clause[max(0, one.start - 40) : one.start], clause[one.end : one.end + 80]
        if one.start < result or (result < 0 and _is_operand(before, after)):
            continue
        if words("bound").search(before) or words("label").search(before):
            continue
        counted = Rank.BARE if words("at_least").search(before) else Rank.COUNTED
        value = 2 * one.value if words("multiple").search(before) else one.value
        behind = re.sub(r"^[\s*_`$}\\)\"']+(?:\(\d+\)\s*)?|^-(?=[a-z])", "", after)
        while between := words("counted_between").match(behind):
            behind = behind[between.end() :]
        if words("round_trip").match(behind):
            # A round trip is two crossings; what follows may add the last one.
            yield Mention(2 * value, one.start, one.end, counted, is_part=True)
        elif (unit := asked.unit.match(behind)) and not re.match(r"[a-zäöüß]", behind[unit.end() :], re.IGNORECASE):
            is_total = words("sums_up").match(behind[unit.end() :].lstrip())
            yield Mention(value, one.start, one.end, Rank.TOTAL if is_total else counted)
        elif after[:1] in "'%" and after[:1]:
            continue
        elif not (noun := re.match(r"[^\W\d_]+", behind)) or words("neutral").match(behind):
            exact = 0 <= result < one.start or words("sums_up").match(behind)
            named = (words("comes_to").search(before) and not re.search(r"\w", after)) or re.search(
                rf"(?:{asked.unit.pattern})(?:\s(?:required|needed|necessary|possible))?\W*(?:is|are|ist|sind|=|:|length)?\W*$",
                before,
                re.IGNORECASE,
            )
            yield Mention(value, one.start, one.end, Rank.RESULT if exact else Rank.COUNTED if named else Rank.BARE)
        elif (
            not noun[0].isascii() and not noun[0].islower()
        ):  # a word in a script without capitals goes on without a blank
            yield Mention(value, one.start, one.end)


def _is_operand(before: str, after: str) -> bool:
    """Return whether a number is a part of a sum or a product."""
    return bool(
        re.search(rf"[\w)\s]{_OPERATOR}\s?$", before) or re.match(rf"\s?{_OPERATOR}\s?\(?\d|\s?[+*^]\s?\w", after)
    )


def number_in_data(data: Any, asked: Quantity) -> Found | None:
    """Return the number that stands in data: under a key for what is asked, else alone."""
    if isinstance(data, bool) or data is None:
        return NO_SOLUTION if data is None else None
    if isinstance(data, int):
        return data
    if isinstance(data, float):  # infinity and NaN, which Python reads in JSON, are no whole numbers
        return int(data) if data.is_integer() else None
    if isinstance(data, str):
        return _value(_in_sentence(data, asked))
    if isinstance(data, list):
        return number_in_data(data[0], asked) if len(data) == 1 else None
    if not isinstance(data, dict):
        return None
    said = {str(key).lower(): value for key, value in data.items()}
    if said.get("unsolvable") is True or said.get("solvable") is False:
        return NO_SOLUTION
    for key in asked.keys:
        matching = [
            value
            for name, value in said.items()
            if name == key or (asked.unit.fullmatch(name) and key == asked.keys[0])
        ]
        for value in matching:
            if isinstance(value, int | float | str | dict) and (found := number_in_data(value, asked)) is not None:
                return found
    near = [value for name, value in said.items() if asked.unit.search(name) and type(value) is int]
    return near[0] if len(near) == 1 else None
