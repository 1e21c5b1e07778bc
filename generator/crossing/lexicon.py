"""The tokenizer of sentences about crossings, which finds the possible roles of each word and name.

A role is a group of words with the same function, such as ``go`` (crosses, rows), ``take`` (takes, brings) or ``back``
(returning). The data file ``notation`` lists the words of each role.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ferryplan import domains
from ferryplan.generator.crossing.crossing_names import CrossingNames
from ferryplan.generator.name_lookup import DIGIT_WORDS, normalize_name

MAX_CACHED_ENTRIES, MAX_CACHED_LENGTH = 2_000, 200
"""the largest number of entries in a cache, and the largest length of a cached text"""
NAME, PLACE, NUMBER, UNKNOWN = "name", "place", "number", "unknown"
ARROWS = {
    "->": "\u2192",
    "-->": "\u2192",
    "=>": "\u2192",
    ">": "\u2192",
    "<-": "\u2190",
    "<--": "\u2190",
    "<=": "\u2190",
    "<": "\u2190",
}
_ARROW = r"-{1,2}>|<-{1,2}|=>|<=|[\u2190\u2192<>]"
_HAN = "[\u3400-\u9fff]"
_LETTER = rf"(?:(?!{_HAN})\w)"
_WORD = rf"(?![\d_]){_LETTER}+(?:['-](?![\d_]){_LETTER}+)*"
_SPOUSE = re.compile(r"\b(his|her|their)\s(wife|husband)\b", re.IGNORECASE)
_ALL_OF_THEM = re.compile(
    r"\b(?:both|all|the)\s(?:the\s)?(?:(two|three|four|five|\d)\s)?(wives|husbands)\b(?!\s(?:of|(?-i:[A-Z])\b))",
    re.IGNORECASE,
)
_SPOUSES_OF = re.compile(r"\b(?:the\s)?(wives|husbands)\s(?:of\s)?([A-Z](?:(?:,\s?|\s?,?\s?(?:and|&)\s?)[A-Z])+)\b")


class SentenceToken(NamedTuple):
    """A token of a sentence: a word, a name, a number or an arrow."""

    roles: frozenset[str]
    """the possible roles of the word in the sentence; a token with the role NAME, PLACE, NUMBER or UNKNOWN has no other"""
    text: str
    """the token as it stands in the sentence; for an arrow, the Unicode character"""


class NotUnderstoodError(Exception):
    """Raised when a sentence about crossings cannot be parsed completely."""


Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class BoundedCache(dict[Key, Value]):
    """A cache for results of parsing: at most `MAX_CACHED_ENTRIES` entries, and only for short texts."""

    def store(self, key: Key, value: Value, length: int) -> None:
        """Store the result of parsing a text, unless the text has more than `MAX_CACHED_LENGTH` characters.

        ``length`` is the number of characters of the text. A full cache is cleared first.
        """
        if length <= MAX_CACHED_LENGTH:
            if len(self) == MAX_CACHED_ENTRIES:
                self.clear()
            self[key] = value


class Lexicon:
    """The vocabulary of answers about one instance: its names, and the words that describe crossings."""

    def __init__(self, names: CrossingNames) -> None:
        self.names = names
        # A sentence is tokenized as a chain, with its label, and as a whole; and answers to one question share most of
        # their lines.
        self._token_cache = BoundedCache[tuple[str, bool], list[SentenceToken]]()
        self.line_cache = BoundedCache[Hashable, tuple[list[Any], Sequence[str]]]()
        """the parsed steps of each line with the names of those aboard at the end; the keys are the arguments of
        ``CrossingLineReader.read_line`` and the state of the reader"""
        self.roles_by_word = _read_word_roles()
        phrases = domains.words("notation")["phrases"]
        self._phrases = {normalize_name(one): frozenset({role}) for role, several in phrases.items() for one in several}
        # Chinese has no spaces between words: the longest known word matches.
        known = sorted((word for word in self.roles_by_word if re.match(_HAN, word)), key=len, reverse=True)
        han = "|".join((*known, _HAN))
        phrase = "|".join(re.escape(one) for one in sorted(self._phrases, key=len, reverse=True))
        self._token_pattern = re.compile(
            rf"(?P<arrow>{_ARROW})|(?P<name>{names.traveler_lookup.name_pattern})|(?P<phrase>\b(?:{phrase})\b)|(?P<place>{names.place_lookup.name_pattern})"
            rf"|(?P<word>{_WORD}|{han})|(?P<number>\d+)|(?P<sign>\S)",
            re.IGNORECASE,
        )

        counts = "|".join(re.escape(one) for one in sorted(names.countable_kinds, key=len, reverse=True))
        self._zero_pattern = re.compile(
            rf"\b(?:0|zero|no)\s?x?\s?(?:{counts})\b,?" if counts else "(?!)", re.IGNORECASE
        )
        self._joined_counts_pattern = re.compile(r"(?<=\d[A-Z])(?=\d[A-Z]\b)" if counts else "(?!)")

    def tokenize(self, text: str, lowercase_wives: bool = False) -> list[SentenceToken]:
        """Return the tokens of a text.

        Letters that each name a traveler, such as ``FG``, become one token each. With ``lowercase_wives``, a small
        letter is the name of a wife: ``a`` for the wife of ``A``.
        """
        if (known := self._token_cache.get((text, lowercase_wives))) is not None:
            return [*known]
        plain = self._zero_pattern.sub(" ", self._joined_counts_pattern.sub(" ", text))
        found = [*self._generate_tokens(self._expand_spouses(plain), lowercase_wives)]
        found = found if plain.isascii() else [*self._drop_pictures_of_named_travelers(found)]
        self._token_cache.store((text, lowercase_wives), found, len(text))
        return [*found]

    def parse_passenger_list(self, parts: Sequence[Any]) -> list[dict[str, list[str]]] | None:
        """Return the steps for a list of passengers that leaves out the only rower: ``goat, nothing, wolf``.

        A step is a mapping from ``aboard`` to the names of those in the boat, including the rower. Returns None for
        other lists: if the rower is named, if every crossing or no crossing has passengers, or if several travelers can
        row.
        """
        if (
            not self.names.sole_rowers
            or len(parts) < 3
            or not all(part is None or isinstance(part, str) for part in parts)
        ):
            return None
        tokens = [self.tokenize((part or "nothing").strip(" ()[]{}\"'.")) for part in parts]
        if not all(
            found and all(token.roles & {NAME, "and", "nobody", "alone"} for token in found) for found in tokens
        ):
            return None
        loads = [[token.text for token in found if NAME in token.roles] for found in tokens]
        rows = any(
            self.names.traveler_lookup.canonical_name(name) in self.names.sole_rowers for load in loads for name in load
        )
        return (
            None
            if rows or all(loads) or not any(loads)
            else [{"aboard": [*self.names.sole_rowers, *load]} for load in loads]
        )

    def has_lowercase_wives(self, text: str) -> bool:
        """Return whether a text names husbands by capital letters and their wives by small ones: ``A``, ``a``.

        The text must contain letters of both kinds, but no names of two letters such as ``Aw`` for a wife.
        """
        if not self.names.spouse_names:
            return False
        letters = {
            one
            for one in re.findall(r"(?<![\w'\u2019])[A-Za-z](?![\w'\u2019])", text)
            if one.upper() in self.names.spouse_names
        }
        small = {one for one in letters if one.islower()}
        longer = any(len(name) == 2 and name in text for name in self.names.spouse_names)
        return not longer and len(small - {"a"}) > 0 and any(one.isupper() for one in letters)

    def _generate_tokens(self, text: str, lowercase_wives: bool) -> Iterator[SentenceToken]:
        for found in self._token_pattern.finditer(text):
            kind, said = found.lastgroup, found[0]
            if kind == "arrow":
                yield SentenceToken(frozenset({"arrow"}), ARROWS.get(said, said))
            elif kind == "name":
                yield self._make_name_token(said, lowercase_wives)
            elif kind == "phrase":
                yield SentenceToken(self._phrases[normalize_name(said)], said)
            elif kind == "place":
                yield SentenceToken(frozenset({PLACE}), said)
            elif kind == "number":
                yield SentenceToken(frozenset({NUMBER}), said)
            elif roles := self.roles_by_word.get(said.casefold()):
                yield SentenceToken(roles, said)
            elif (
                lowercase_wives and len(said) < 5 and all(letter.upper() in self.names.spouse_names for letter in said)
            ):
                yield from (self._make_name_token(letter, lowercase_wives) for letter in said)
            elif run := self.names.split_initials(said):
                yield from (SentenceToken(frozenset({NAME}), letter) for letter in run)
            elif kind == "word":
                yield SentenceToken(frozenset({UNKNOWN}), said)

    def _drop_pictures_of_named_travelers(self, tokens: Sequence[SentenceToken]) -> Iterator[SentenceToken]:
        """Yield the tokens, without the pictures of travelers who are also named in words.

        For example, the tokens of ``🐐 The goat crosses`` name the goat once.
        """
        names = [self.names.traveler_lookup.canonical_name(one.text) if NAME in one.roles else None for one in tokens]
        spoken = [re.search(r"\w", token.text) is not None for token in tokens]
        in_words = {name for name, is_word in zip(names, spoken, strict=True) if is_word and name is not None}
        for token, name, is_word in zip(tokens, names, spoken, strict=True):
            if is_word or name not in in_words:
                yield token

    def _make_name_token(self, word: str, lowercase_wives: bool) -> SentenceToken:
        """Return the token for a word that has the form of a traveler's name but may be another word.

        For example, ``a`` may be a name of a wife or the article.
        """
        if len(word) == 1 and word.islower() and lowercase_wives and word.upper() in self.names.spouse_names:
            return SentenceToken(frozenset({NAME}), self.names.spouse_names[word.upper()])
        article = word == "a"
        if word in self.names.traveler_lookup and not article:
            return SentenceToken(frozenset({NAME}), word)
        return SentenceToken(self.roles_by_word.get(word.casefold(), frozenset({UNKNOWN})), word)

    def _expand_spouses(self, text: str) -> str:
        """Return a text with names in place of phrases for spouses: ``his wife``, ``the wives of A and B``."""
        if not self.names.spouse_names:
            return text
        husbands = [one for one in self.names.spouse_names if len(one) == 1]
        everyone = {"husbands": husbands, "wives": [self.names.spouse_names[one] for one in husbands]}

        def expand_all(found: re.Match[str]) -> str:
            said = "two" if found[0].casefold().startswith("both") else (found[1] or "").casefold()
            number = DIGIT_WORDS.index(said) + 1 if said in DIGIT_WORDS else int(said or len(husbands))
            return " and ".join(everyone[found[2].casefold()]) if number == len(husbands) else found[0]

        text = _ALL_OF_THEM.sub(expand_all, text)
        for kind, letters in _SPOUSES_OF.findall(text):
            named = [
                self.names.spouse_names.get(one, one) if kind == "wives" else one
                for one in re.findall("[A-Z]", letters)
            ]
            text = _SPOUSES_OF.sub(" and ".join(named), text, 1)
        parts = list[str]()
        end = 0
        for found in _SPOUSE.finditer(text):
            before = self.names.traveler_lookup.find_names(text[end : found.start()])
            spouse = (
                self.names.spouse_names.get(self.names.traveler_lookup.canonical_name(before[-1])) if before else None
            )
            parts += [text[end : found.start()], spouse or found[0]]
            end = found.end()
        return "".join(parts) + text[end:]


@functools.cache
def _read_word_roles() -> Mapping[str, frozenset[str]]:
    """Return for each known word, in small letters, its possible roles in a sentence about crossings."""
    found = dict[str, set[str]]()
    for role, words in domains.words("notation")["crossing"].items():
        for word in words.split():
            found.setdefault(word.casefold(), set()).add(role)
    return {word: frozenset(roles) for word, roles in found.items()}


def union_of_roles(tokens: Iterable[SentenceToken]) -> frozenset[str]:
    """Return the union of the roles of some tokens."""
    return frozenset[str]().union(*(token.roles for token in tokens))
