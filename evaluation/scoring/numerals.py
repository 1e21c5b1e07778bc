"""Numbers in a text: digits, words of several languages, Chinese and Roman numerals."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ferryplan import domains
from ferryplan.generator.notation import answer_pattern

_CHINESE_DIGITS = "零一二三四五六七八九"
_ROMAN_NUMERAL = re.compile(r"[IVXL]+")


class Numeral(NamedTuple):
    """A number in a text, with the positions of its start and end."""

    value: int
    """The number."""
    start: int
    """The position of its first character in the text."""
    end: int
    """The position after its last character."""


def make_inline_pattern(name: str) -> str:
    """Return the regular expression of a named pattern in the answer word file.

    The expression is a group, such as ``(?x:one|two)``, so that it can be part of another expression.
    """
    return f"(?x:{answer_pattern(name).pattern.removeprefix('(?x)')})"


def find_numbers(text: str) -> Iterator[Numeral]:
    """Yield the numbers in a text, in their order.

    A Roman numeral counts only if the text contains nothing else.
    """
    for found in _number_pattern().finditer(text):
        if found["digits"]:
            digits = re.sub(r"[^\d.-]", "", re.sub(r"\.0+$", "", found["digits"]))
            yield Numeral(int(digits), found.start(), found.end())
        elif found["word"]:
            value = _parse_number_words(found["word"])
            loose = found["word"].lower() in _load_loose_numerals()
            if (
                not loose
                or not re.search(r"\w", text[: found.start()] + text[found.end() :])
                or _is_used_as_number(text, found)
            ):
                yield Numeral(value, found.start(), found.end())
        elif found["chinese"]:
            yield Numeral(_parse_chinese_numeral(found["chinese"]), found.start(), found.end())
    if _ROMAN_NUMERAL.fullmatch(bare := text.strip(" .*")):
        yield Numeral(_parse_roman_numeral(bare), 0, len(text))


def _is_used_as_number(text: str, found: re.Match[str]) -> bool:
    """Return whether a word such as ``one`` is a number in a text, as in "one solution", not a pronoun."""
    behind = text[found.end() :].strip()
    while between := answer_pattern("counted_between").match(behind):
        behind = behind[between.end() :]
    if re.match(r"(?:or|to|oder|ou|o)\s", behind):
        return True
    return bool(
        answer_pattern("exactly").search(text[: found.start()]) or answer_pattern("solutions_counted").match(behind)
    )


def replace_number_words(sentence: str, single_words: bool = False) -> str:
    """Return a sentence with digits in place of numbers of several words, as in "two hundred and six".

    An "and" might otherwise split such a number. With ``single_words``, digits also replace numbers that are a single word.
    """

    def replace_words(one: re.Match[str]) -> str:
        return str(_parse_number_words(one["word"])) if one["word"] and (single_words or " " in one["word"]) else one[0]

    return _number_pattern().sub(replace_words, sentence)


@functools.cache
def _load_numerals() -> Mapping[str, int]:
    """Return the values of the words for the numbers under a hundred, in all languages."""
    found = dict[str, int]()
    for language in domains.words("answers")["numerals"].values():
        found |= {word: n for n, word in enumerate(language["units"])}
        found |= {word: 20 + 10 * n for n, word in enumerate(language["tens"])}
    return found | _load_loose_numerals()


def _load_loose_numerals() -> dict[str, int]:
    """Return the values of words, such as ``one``, that are numbers only if they count something."""
    loose: dict[str, int] = domains.words("answers")["loose_numerals"]
    return loose


@functools.cache
def _number_pattern() -> re.Pattern[str]:
    """Return the pattern that matches any number in a text, in digits, words or Chinese numerals."""
    # Longest words first, because an alternation takes the first word that matches, and "sixteen" begins with "six".
    one = "|".join(sorted(map(re.escape, _load_numerals()), key=len, reverse=True))
    languages = domains.words("answers")["numerals"].values()
    tens = "|".join(re.escape(word) for language in languages for word in language["tens"])
    small = rf"(?:(?:{tens})(?:\s?-\s?|\s+(?:and|y|et)\s+|\s+)(?:{one})|{one})"
    joined = rf"(?:{small})(?:\s+(?:hundred|thousand)(?:(?:\s+and)?\s+{small})?){{0,4}}(?!-?[^\W\d_])"
    return re.compile(
        rf"(?P<digits>{make_inline_pattern('number')})|\b(?P<word>{joined})|(?P<chinese>[零一二两三四五六七八九十百]+)",
        re.IGNORECASE,
    )


def _parse_number_words(text: str) -> int:
    """Parse a number in words, such as ``four hundred and eighty-six``."""
    total, current = 0, 0
    for word in re.findall(r"[^\W\d_]+(?:-(?:sept|huit|neuf))?", text.lower()):
        if word == "hundred":
            current = max(1, current) * 100
        elif word == "thousand":
            total, current = total + max(1, current) * 1000, 0
        else:
            current += _load_numerals().get(word, 0)
    return total + current


def _parse_chinese_numeral(text: str) -> int:
    """Parse a Chinese numeral under a thousand."""
    total, current = 0, 0
    for sign in text.replace("两", "二"):
        if sign in "十百":
            # Ten and a hundred without a digit before them mean one ten and one hundred.
            total, current = total + max(1, current) * (10 if sign == "十" else 100), 0
        else:
            current = _CHINESE_DIGITS.index(sign)
    return total + current


def _parse_roman_numeral(text: str) -> int:
    """Parse a Roman numeral under ninety."""
    values = [{"I": 1, "V": 5, "X": 10, "L": 50}[sign] for sign in text]
    return sum(-one if one < other else one for one, other in itertools.zip_longest(values, values[1:], fillvalue=0))
