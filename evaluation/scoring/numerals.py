"""Numbers in a text: in digits, in words of several languages, in Chinese and in Roman numerals."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ferryplan import domains
from ferryplan.generator.speller import words

_CHINESE = "零一二三四五六七八九"
_ROMAN = re.compile(r"[IVXL]+")


class Numeral(NamedTuple):
    """A number in a text."""

    value: int
    start: int
    end: int


def inline(name: str) -> str:
    """Return a pattern of the file of words as a part of another one."""
    return f"(?x:{words(name).pattern.removeprefix('(?x)')})"


def numbers_in(text: str) -> Iterator[Numeral]:
    """Yield the numbers in a text, in digits or in words, in their order."""
    for found in _token().finditer(text):
        if found["digits"]:
            digits = re.sub(r"[^\d.-]", "", re.sub(r"\.0+$", "", found["digits"]))
            yield Numeral(int(digits), found.start(), found.end())
        elif found["word"]:
            value = _of_words(found["word"])
            loose = found["word"].lower() in _loose()
            if not loose or not re.search(r"\w", text[: found.start()] + text[found.end() :]) or _counts(text, found):
                yield Numeral(value, found.start(), found.end())
        elif found["chinese"]:
            yield Numeral(_of_chinese(found["chinese"]), found.start(), found.end())
    if _ROMAN.fullmatch(bare := text.strip(" .*")):
        yield Numeral(_of_roman(bare), 0, len(text))


def _counts(text: str, found: re.Match[str]) -> bool:
    """Return whether a word such as ``one`` counts something here."""
    behind = text[found.end() :].strip()
    while between := words("counted_between").match(behind):
        behind = behind[between.end() :]
    if re.match(r"(?:or|to|oder|ou|o)\s", behind):
        return True
    return bool(words("exactly").search(text[: found.start()]) or words("solutions_counted").match(behind))


def spell_in_digits(sentence: str, single: bool = False) -> str:
    """Return a sentence with its numbers of several words in digits, as "and" would part them; with ``single`` also those of one word."""

    def digits(one: re.Match[str]) -> str:
        return str(_of_words(one["word"])) if one["word"] and (single or " " in one["word"]) else one[0]

    return _token().sub(digits, sentence)


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
    # The longest first: an alternation takes the first word that matches, and "six" begins "sixteen".
    one = "|".join(sorted(map(re.escape, _numerals()), key=len, reverse=True))
    languages = domains.words("answers")["numerals"].values()
    tens = "|".join(re.escape(word) for language in languages for word in language["tens"])
    small = rf"(?:(?:{tens})(?:\s?-\s?|\s+(?:and|y|et)\s+|\s+)(?:{one})|{one})"
    joined = rf"(?:{small})(?:\s+(?:hundred|thousand)(?:(?:\s+and)?\s+{small})?){{0,4}}(?!-?[^\W\d_])"
    return re.compile(
        rf"(?P<digits>{inline('number')})|\b(?P<word>{joined})|(?P<chinese>[零一二两三四五六七八九十百]+)",
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
            # Ten and a hundred may stand without a digit before them, for one of each.
            total, current = total + max(1, current) * (10 if sign == "十" else 100), 0
        else:
            current = _CHINESE.index(sign)
    return total + current


def _of_roman(text: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10, "L": 50}[sign] for sign in text]
    return sum(-one if one < other else one for one, other in itertools.zip_longest(values, values[1:], fillvalue=0))
