"""The number that an answer commits to, in digits or in words of several languages, and what it counts."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

import domains
from generator.speller import words
from planner.scoring.claims import claim_in
from planner.scoring.passages import Mark, Passage, shorten
from planner.scoring.sentences import clauses_of, drop_steps, sentences_in

MOST = 20_000
"""characters of a passage that are read"""
NO_SOLUTION: Final = "unsolvable"
UNDECIDED: Final = "undecided"
"""what is found where an answer names two numbers and chooses none"""
Found = int | str
_OPERATOR = r"[-+*/^\u00d7\u00b7\u22c5]"
_CHINESE = "零一二三四五六七八九"
_PAIR = re.compile(r"^[\s|>*-]*([A-Za-z][\w ]{2,40}?)[*_`]{0,2}\s*[:=|]\s*[*_`]{0,2}(\d{1,15})[\s|*.,]*$", re.MULTILINE)
"""a line such as ``crossings: 7``, or a row of a table"""
_ROMAN = re.compile(r"[IVXL]+")
_POWER = re.compile(r"\d+\s?\^\s?\{?\w+\}?")
_ASSIGNED = re.compile(r"(?<![\w)}\]])[A-Za-z]\s?=\s?\d+(?![\d.])")
_SUBSCRIPT = re.compile(r"(?<=\d)_\{?(?:10|\\text\{ten\})\}?")
_LATEX = re.compile(r"\\(?:cdot|times|ast)\b")


class Rank(IntEnum):
    """How sure it is that a number is the one that is asked for, the surer the higher."""

    BARE = 0
    COUNTED = 1
    RESULT = 2


class Mention(NamedTuple):
    """A number in a clause."""

    value: int
    start: int
    end: int
    rank: Rank = Rank.BARE


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
        [_inline(generic)] if generic else []
    )
    unit = re.compile(rf"(?:{'|'.join(patterns)})", re.IGNORECASE)
    return Quantity(unit, (*names, *domains.words("answers")["number_keys"]), counts_solutions)


def _inline(name: str) -> str:
    """Return a pattern of the file of words as a part of another one."""
    return f"(?x:{words(name).pattern.removeprefix('(?x)')})"


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
    leads = first is not None and _leads(sentences[0])
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


def _leads(sentence: str) -> bool:
    """Return whether a sentence begins with a number, or with the claim that there is no solution."""
    return claim_in(sentence) == "unsolvable" or next((m.start for m in _numbers(sentence)), 99) <= 2


def _stands_alone(sentence: str) -> bool:
    """Return whether a sentence consists of a number."""
    return any(not re.search(r"\w", sentence[: one.start] + sentence[one.end :]) for one in _numbers(sentence))


def _in_sentence(sentence: str, asked: Quantity) -> _Reading | None:
    """Return what a sentence says about the quantity that is asked for."""
    sentence = _spell_in_digits(_LATEX.sub("*", _SUBSCRIPT.sub("", sentence)))
    if asked.counts_solutions and words("nothing").match(sentence):
        return _Reading(0, Rank.COUNTED)
    mentions = list[Mention]()
    for clause in clauses_of(sentence):
        said = [*_in_clause(clause, asked)]
        mentions = said if said and words("instead").match(clause) else [*mentions, *said]
    if claim_in(sentence) == "unsolvable":
        return (
            None
            if any(one.rank is Rank.COUNTED and one.value for one in mentions)
            else _Reading(NO_SOLUTION, Rank.COUNTED)
        )
    if not mentions:
        once = asked.counts_solutions and any(words("unique").search(clause) for clause in clauses_of(sentence))
        return _Reading(1, Rank.COUNTED) if once else None
    rank = max(one.rank for one in mentions)
    values = [one.value for one in mentions if one.rank == rank]
    if words("range").search(sentence) or (len({*values}) > 1 and words("or").search(sentence)):
        return _Reading(UNDECIDED, rank)
    return _Reading(values[-1 if rank > Rank.BARE else 0], rank)


def _spell_in_digits(sentence: str) -> str:
    """Return a sentence with its numbers of several words in digits, as "and" would part them."""
    return _token().sub(
        lambda one: str(_of_words(one["word"])) if one["word"] and " " in one["word"] else one[0], sentence
    )


def _in_clause(clause: str, asked: Quantity) -> Iterator[Mention]:
    """Yield the numbers in a clause that may be meant."""
    clause = _POWER.sub(lambda power: "+" * len(power[0]), clause) if "^" in clause else clause
    if (assigned := _ASSIGNED.sub(" ", clause)) != clause and next(_numbers(assigned), None):
        clause = assigned
    result = clause.rfind("=")
    for one in _numbers(clause):
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
            yield Mention(2 * value, one.start, one.end, counted)
        elif (unit := asked.unit.match(behind)) and not re.match(r"[a-zäöüß]", behind[unit.end() :], re.IGNORECASE):
            yield Mention(value, one.start, one.end, counted)
        elif after[:1] in "'%" and after[:1]:
            continue
        elif not (noun := re.match(r"[^\W\d_]+", behind)) or words("neutral").match(behind):
            exact = 0 <= result < one.start
            named = re.search(rf"(?:{asked.unit.pattern})\W*(?:is|are|ist|sind|=|:|length)?\W*$", before, re.IGNORECASE)
            yield Mention(value, one.start, one.end, Rank.RESULT if exact else Rank.COUNTED if named else Rank.BARE)
        elif noun[0].isascii() is False and not noun[0].islower():
            yield Mention(value, one.start, one.end)


def _is_operand(before: str, after: str) -> bool:
    """Return whether a number is a part of a sum or a product."""
    return bool(re.search(rf"[\w)\s]{_OPERATOR}\s?$", before) or re.match(rf"\s?{_OPERATOR}\s?\(?\w", after))


def _numbers(text: str) -> Iterator[Mention]:
    """Yield the numbers in a text, in digits or in words, in their order."""
    for found in _token().finditer(text):
        if found["digits"]:
            digits = re.sub(r"[^\d.-]", "", re.sub(r"\.0+$", "", found["digits"]))
            yield Mention(int(digits), found.start(), found.end())
        elif found["word"]:
            value = _of_words(found["word"])
            loose = found["word"].lower() in _loose()
            if not loose or not re.search(r"\w", text[: found.start()] + text[found.end() :]) or _counts(text, found):
                yield Mention(value, found.start(), found.end())
        elif found["chinese"]:
            yield Mention(_of_chinese(found["chinese"]), found.start(), found.end())
    if _ROMAN.fullmatch(bare := text.strip(" .*")):
        yield Mention(_of_roman(bare), 0, len(text))


def _counts(text: str, found: re.Match[str]) -> bool:
    """Return whether a word such as ``one`` counts something here."""
    behind = text[found.end() :].strip()
    while between := words("counted_between").match(behind):
        behind = behind[between.end() :]
    return bool(words("exactly").search(text[: found.start()]) or words("solutions_counted").match(behind))


@functools.cache
def _numerals() -> Mapping[str, int]:
    """The numbers under a hundred and the hundreds, by their words in all languages."""
    found = dict[str, int]()
    for language in domains.words("answers")["numerals"].values():
        found |= {word: n for n, word in enumerate(language["units"])}
        found |= {word: 20 + 10 * n for n, word in enumerate(language["tens"])}
    return found | _loose()


def _loose() -> dict[str, int]:
    """Words that are numbers only where they count something, such as ``one``."""
    loose: dict[str, int] = domains.words("answers")["loose_numerals"]
    return loose


@functools.cache
def _token() -> re.Pattern[str]:
    """What matches a number in a text."""
    one = "|".join(sorted(map(re.escape, _numerals()), key=len, reverse=True))
    tens = "|".join(
        itertools.chain.from_iterable(
            map(re.escape, each["tens"]) for each in domains.words("answers")["numerals"].values()
        )
    )
    small = rf"(?:(?:{tens})(?:\s?-\s?|\s+(?:and|y|et)\s+|\s+)(?:{one})|{one})"
    joined = rf"(?:{small})(?:\s+(?:hundred|thousand)(?:(?:\s+and)?\s+{small})?){{0,4}}(?!-?[^\W\d_])"
    return re.compile(
        rf"(?P<digits>{_inline('number')})|\b(?P<word>{joined})|(?P<chinese>[零一二两三四五六七八九十百]+)",
        re.IGNORECASE,
    )


def _of_words(text: str) -> int:
    """Return the number that words stand for, such as ``four hundred and eighty-six``."""
    total, current = 0, 0
    for word in re.findall(r"[^\W\d_]+(?:-(?:sept|huit|neuf))?", text.lower()):
        if word == "hundred":
            current = max(1, current) * 100
        elif word == "thousand":
            total, current = total + max(1, current) * 1000, 0
        else:
            current += _numerals().get(word, 0)
    return total + current


def _of_chinese(text: str) -> int:
    """Return the number that Chinese signs stand for, under a thousand."""
    total, current = 0, 0
    for sign in text.replace("两", "二"):
        if sign in "十百":
            total, current = total + max(1, current) * (10 if sign == "十" else 100), 0
        else:
            current = _CHINESE.index(sign)
    return total + current


def _of_roman(text: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10, "L": 50}[sign] for sign in text]
    return sum(-one if one < other else one for one, other in itertools.zip_longest(values, values[1:], fillvalue=0))


def number_in_data(data: Any, asked: Quantity) -> Found | None:
    """Return the number that stands in data: under a key for what is asked, else alone."""
    if isinstance(data, bool) or data is None:
        return NO_SOLUTION if data is None else None
    if isinstance(data, int | float):
        return int(data) if data == int(data) else None
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
