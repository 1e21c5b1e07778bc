"""The number that an answer commits to, in digits or in words of several languages."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

from ferryplan import domains
from ferryplan.evaluation.scoring.answer_sentences import drop_step_lines, find_asserted_clauses, split_sentences
from ferryplan.evaluation.scoring.numerals import find_numbers, make_inline_pattern, replace_number_words
from ferryplan.evaluation.scoring.passages import AnswerMark, Passage, cut_out_middle
from ferryplan.evaluation.scoring.solvability_claims import find_sentence_claim
from ferryplan.evaluation.scoring.trip_sums import add_up_trips
from ferryplan.generator.notation import answer_pattern

MAX_PASSAGE_LENGTH = 20_000
"""The number of characters of a passage that are read."""
NO_SOLUTION: Final = "unsolvable"
"""Stands for the number in an answer that claims that there is no solution."""
UNDECIDED: Final = "undecided"
"""Stands for the number in an answer that names two numbers and chooses neither."""
StatedNumber = int | str
"""A number, `NO_SOLUTION` or `UNDECIDED`."""
_OPERATOR_PATTERN = r"[-+*/^\u00d7\u00b7\u22c5]"
_LABELED_NUMBER = re.compile(
    r"^[ \t|>*-]*([A-Za-z][\w ]{2,40}?)[*_`]{0,2}\s*[:=|]\s*[*_`]{0,2}(\d{1,15})[\s|*.,]*$", re.MULTILINE
)
"""Matches a line such as ``crossings: 7``, or a row of a table."""
_POWER_EXPRESSION = re.compile(r"\d+\s?\^\s?\{?\w+\}?")
_ASSIGNMENT = re.compile(r"(?<![\w)}\]])[A-Za-z]\s?=\s?\d+(?![\d.])")
_BASE_TEN_SUBSCRIPT = re.compile(r"(?<=\d)_\{?(?:10|\\text\{ten\})\}?")
_FULL_HOUR = re.compile(r"(?<=\d):00\b")
_CALCULATION_AT_END = re.compile(rf"=[^=\d]*\d+\s?{_OPERATOR_PATTERN}\s?\d[^=]*$")
_LATEX_TIMES = re.compile(r"\\(?:cdot|times|ast)\b")


class Certainty(IntEnum):
    """The certainty that a number in a text is the requested number, from low to high."""

    BARE = 0
    """Nothing near the number shows what it counts."""
    OCCURRENCES = 1
    """The text says how many times something happens, which may be a part of the moves, as in "the goat crosses 3 times"."""
    COUNTED = 2
    """A name of the quantity stands before or after the number, as in "7 crossings"."""
    RESULT = 3
    """The number is the result of a calculation."""
    TOTAL = 4
    """The text calls the number a total, as in "7 crossings in total"."""


class NumberMention(NamedTuple):
    """A number in a clause, with its position, and the certainty that it is the requested number."""

    value: int
    """The number."""
    start: int
    """The position of its first character in the clause."""
    end: int
    """The position after its last character."""
    certainty: Certainty = Certainty.BARE


class AskedQuantity(NamedTuple):
    """The quantity whose number a question asks for, such as crossings, with its names in answers."""

    unit_pattern: re.Pattern[str]
    """Matches a name of the quantity."""
    keys: Sequence[str]
    """The keys under which a JSON object may hold the number, the likeliest first."""
    counts_solutions: bool
    """Whether the quantity is the number of solutions."""


def make_asked_quantity(names: Sequence[str], generic: str, counts_solutions: bool) -> AskedQuantity:
    """Return a quantity that answers call by one of ``names``.

    ``generic`` is the key, in the answer word file, of a pattern that matches more general names; it is empty if there are none.
    """
    return _make_cached_quantity(tuple(names), generic, counts_solutions)


@functools.lru_cache(64)
def _make_cached_quantity(names: Sequence[str], generic: str, counts_solutions: bool) -> AskedQuantity:
    """Return the same as `make_asked_quantity`, but from a cache; ``names`` must be a tuple."""
    patterns = [re.escape(name) for name in sorted(names, key=len, reverse=True)] + (
        [make_inline_pattern(generic)] if generic else []
    )
    unit = re.compile(rf"(?:{'|'.join(patterns)})", re.IGNORECASE)
    return AskedQuantity(unit, (*names, *domains.words("answers")["number_keys"]), counts_solutions)


def find_stated_number(passage: Passage, quantity: AskedQuantity) -> StatedNumber | None:
    """Return the number that a passage commits to for a quantity; None if it states none.

    The result is `NO_SOLUTION` if the passage claims that there is no solution, and `UNDECIDED` if it states two numbers and chooses
    neither.
    """
    text = _drop_retracted_text(cut_out_middle(passage.text, MAX_PASSAGE_LENGTH))
    pairs = {key.strip().lower(): int(value) for key, value in _LABELED_NUMBER.findall(text)}
    if len(pairs) > 1 and (value := find_number_in_data(pairs, quantity)) is not None:
        return value
    sentences = split_sentences(drop_step_lines(text))
    if not sentences:
        return None
    found = [_find_number_in_sentence(sentence, quantity) for sentence in sentences]
    first, last = found[0], found[-1]
    if passage.mark is not AnswerMark.NONE and first is not None:
        return first.value
    if totals := [one.value for one in found if one is not None and one.certainty is Certainty.TOTAL]:
        return totals[-1]
    leads = first is not None and _starts_with_number(sentences[0], first.value)
    ends = last is not None and len(found) > 1 and _is_bare_number(sentences[-1])
    if leads and ends and first != last:
        return UNDECIDED if first is not None and last is not None and first.value != last.value else _get_value(first)
    if leads or ends:
        return _get_value(first if leads else last)
    least = Certainty.OCCURRENCES if passage.correction_count and passage.mark is AnswerMark.NONE else Certainty.BARE
    for rank in (Certainty.COUNTED, Certainty.OCCURRENCES, Certainty.BARE):
        for one in reversed(found):
            if one is not None and one.certainty >= max(rank, least):
                return one.value
    return None


def _drop_retracted_text(text: str) -> str:
    """Return the part of a text after its last retraction of a number, as in "8 crossings. No, 7."."""
    starts = [
        one.end() for one in answer_pattern("retracting").finditer(text) if next(find_numbers(text[one.end() :]), None)
    ]
    return text[starts[-1] :] if starts else text


class _SentenceNumber(NamedTuple):
    """The number that a sentence states, with the certainty that it is the requested number."""

    value: StatedNumber
    """The number, `NO_SOLUTION` or `UNDECIDED`."""
    certainty: Certainty
    """How certain it is that the number is the requested one."""


def _get_value(reading: _SentenceNumber | None) -> StatedNumber | None:
    """Return the number that a sentence states, or None if there is none."""
    return None if reading is None else reading.value


def _starts_with_number(sentence: str, value: StatedNumber) -> bool:
    """Return whether a sentence begins with the number ``value``, or claims that there is no solution."""
    number = next(find_numbers(sentence), None)
    return find_sentence_claim(sentence) == "unsolvable" or (
        number is not None and number.start <= 2 and number.value == value
    )


def _is_bare_number(sentence: str) -> bool:
    """Return whether a sentence consists only of a number."""
    return any(not re.search(r"\w", sentence[: one.start] + sentence[one.end :]) for one in find_numbers(sentence))


def _find_number_in_sentence(sentence: str, quantity: AskedQuantity) -> _SentenceNumber | None:
    """Return the number that a sentence states for a quantity; None if it states none."""
    if not quantity.unit_pattern.match("crossings"):
        return _find_number_of_units(sentence, quantity)
    summed, is_unclear = add_up_trips(sentence)
    found = _find_number_of_units(summed, quantity)
    if is_unclear and (found is None or found.certainty < Certainty.COUNTED):
        return _SentenceNumber(UNDECIDED, Certainty.BARE)
    return found


def _find_number_of_units(sentence: str, quantity: AskedQuantity) -> _SentenceNumber | None:
    """Return the number that a sentence without sums of trips states; None if it states none."""
    sentence = _FULL_HOUR.sub("", sentence)
    sentence = replace_number_words(_LATEX_TIMES.sub("*", _BASE_TEN_SUBSCRIPT.sub("", sentence)))
    if len(_ASSIGNMENT.findall(sentence)) > 1:
        sentence = _ASSIGNMENT.sub(" ", sentence)
    if quantity.counts_solutions and answer_pattern("nothing").match(sentence):
        return _SentenceNumber(0, Certainty.COUNTED)
    mentions, replaced, offers = list[NumberMention](), False, False
    for clause in find_asserted_clauses(sentence):
        said = [*_find_mentions(clause, quantity)]
        offers = offers or _offers_alternatives(clause, said)
        replaces = bool(said and answer_pattern("instead").match(clause))
        mentions, replaced = (said if replaces else [*mentions, *said]), replaced or replaces
    if find_sentence_claim(sentence) == "unsolvable" and not replaced:
        return (
            None
            if any(one.certainty is Certainty.COUNTED and one.value for one in mentions)
            else _SentenceNumber(NO_SOLUTION, Certainty.COUNTED)
        )
    if not mentions:
        once = quantity.counts_solutions and any(map(_says_unique, find_asserted_clauses(sentence)))
        return _SentenceNumber(1, Certainty.COUNTED) if once else None
    rank = max(one.certainty for one in mentions)
    values = [one.value for one in mentions if one.certainty == rank]
    if (
        offers
        or answer_pattern("range").search(sentence)
        or (len({*values}) > 1 and answer_pattern("or").search(sentence))
    ):
        return _SentenceNumber(UNDECIDED, rank)
    return _SentenceNumber(values[-1 if rank > Certainty.BARE else 0], rank)


def _offers_alternatives(clause: str, mentions: Sequence[NumberMention]) -> bool:
    """Return whether only "or" separates two different numbers of a clause, as in "5 or 7 crossings"."""
    return any(
        one.value != other.value and answer_pattern("parted").fullmatch(clause[one.end : other.start].strip())
        for one, other in itertools.pairwise(mentions)
    )


def _says_unique(clause: str) -> bool:
    """Return whether a clause says that there is only one solution."""
    found = answer_pattern("unique").search(clause)
    return found is not None and not answer_pattern("contrary").search(clause[: found.start()])


def _find_mentions(clause: str, quantity: AskedQuantity) -> Iterator[NumberMention]:
    """Yield the numbers in a clause that may state the value of the asked quantity."""
    # Signs of the same length keep all positions, and hide the digits of a power.
    clause = _POWER_EXPRESSION.sub(lambda power: "+" * len(power[0]), clause) if "^" in clause else clause
    if (assigned := _ASSIGNMENT.sub(" ", clause)) != clause and next(find_numbers(assigned), None):
        clause = assigned
    if _CALCULATION_AT_END.search(clause):  # as in "7 = 4 + 3"
        clause = clause[: clause.rfind("=")]
    result = clause.rfind("=")
    for one in find_numbers(clause):
        before, after = clause[max(0, one.start - 40) : one.start], clause[one.end : one.end + 80]
        if one.start < result or (result < 0 and _is_calculation_operand(before, after)):
            continue
        if answer_pattern("bound").search(before) or answer_pattern("label").search(before):
            continue
        counted = Certainty.BARE if answer_pattern("at_least").search(before) else Certainty.COUNTED
        value = 2 * one.value if answer_pattern("multiple").search(before) else one.value
        behind = re.sub(r"^[\s*_`$}\\)\"']+(?:\(\d+\)\s*)?|^-(?=[a-z])", "", after)
        while between := answer_pattern("counted_between").match(behind):
            behind = behind[between.end() :]
        if (unit := quantity.unit_pattern.match(behind)) and not re.match(
            r"[a-zäöüß]", behind[unit.end() :], re.IGNORECASE
        ):
            if answer_pattern("sums_up").match(behind[unit.end() :].lstrip()):
                counted = Certainty.TOTAL
            elif unit[0].lower() == "times":
                counted = min(counted, Certainty.OCCURRENCES)
            yield NumberMention(value, one.start, one.end, counted)
        elif after[:1] in "'%" and after[:1]:
            continue
        elif not (noun := re.match(r"[^\W\d_]+", behind)) or answer_pattern("neutral").match(behind):
            exact = 0 <= result < one.start or answer_pattern("sums_up").match(behind)
            named = (answer_pattern("comes_to").search(before) and not re.search(r"\w", after)) or re.search(
                rf"(?:{quantity.unit_pattern.pattern})(?:\s(?:required|needed|necessary|possible))?\W*(?:is|are|ist|sind|=|:|length)?\W*$",
                before,
                re.IGNORECASE,
            )
            yield NumberMention(
                value, one.start, one.end, Certainty.RESULT if exact else Certainty.COUNTED if named else Certainty.BARE
            )
        elif not noun[0].isascii() and not noun[0].islower():
            # In a script without capitals, the next word may follow without a blank.
            yield NumberMention(value, one.start, one.end)


def _is_calculation_operand(before: str, after: str) -> bool:
    """Return whether the text before and after a number makes it an operand of a calculation."""
    return bool(
        re.search(rf"[\w)\s]{_OPERATOR_PATTERN}\s?$", before)
        or re.match(rf"\s?{_OPERATOR_PATTERN}\s?\(?\d|\s?[+*^]\s?\w", after)
    )


def find_number_in_data(data: Any, quantity: AskedQuantity) -> StatedNumber | None:
    """Return the number that a JSON value states for a quantity; None if it states none.

    The number is either the value itself, or in an object under a key that names the quantity.
    """
    if isinstance(data, bool) or data is None:
        return NO_SOLUTION if data is None else None
    if isinstance(data, int):
        return data
    if isinstance(data, float):  # infinity and NaN, which Python accepts in JSON, are not whole numbers
        return int(data) if data.is_integer() else None
    if isinstance(data, str):
        return _get_value(_find_number_in_sentence(data, quantity))
    if isinstance(data, list):
        return find_number_in_data(data[0], quantity) if len(data) == 1 else None
    if not isinstance(data, dict):
        return None
    said = {str(key).lower(): value for key, value in data.items()}
    if said.get("unsolvable") is True or said.get("solvable") is False:
        return NO_SOLUTION
    for key in quantity.keys:
        matching = [
            value
            for name, value in said.items()
            if name == key or (quantity.unit_pattern.fullmatch(name) and key == quantity.keys[0])
        ]
        for value in matching:
            if (
                isinstance(value, int | float | str | dict)
                and (found := find_number_in_data(value, quantity)) is not None
            ):
                return found
    near = [value for name, value in said.items() if quantity.unit_pattern.search(name) and type(value) is int]
    return near[0] if len(near) == 1 else None
