"""The words of a sentence about crossings: each with what it names, or with what it does in the sentence."""

from __future__ import annotations

import functools
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ferryplan import domains
from ferryplan.generator.crossing.naming import CrossingNames
from ferryplan.generator.naming import NUMBERS, folded

KEPT, LONGEST_KEPT = 2_000, 200
"""texts whose tokens are kept, and lines that are; characters of one"""
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
_SIGN = r"-{1,2}>|<-{1,2}|=>|<=|[\u2190\u2192<>]"
_HAN = "[\u3400-\u9fff]"
_LETTER = rf"(?:(?!{_HAN})\w)"
_WORD = rf"(?![\d_]){_LETTER}+(?:['-](?![\d_]){_LETTER}+)*"
_SPOUSE = re.compile(r"\b(his|her|their)\s(wife|husband)\b", re.IGNORECASE)
_ALL_OF_THEM = re.compile(
    r"\b(?:both|all|the)\s(?:the\s)?(?:(two|three|four|five|\d)\s)?(wives|husbands)\b(?!\s(?:of|(?-i:[A-Z])\b))",
    re.IGNORECASE,
)
_WIVES = re.compile(r"\b(?:the\s)?(wives|husbands)\s(?:of\s)?([A-Z](?:(?:,\s?|\s?,?\s?(?:and|&)\s?)[A-Z])+)\b")


class Token(NamedTuple):
    """A word, a name, a number or a sign of a sentence."""

    roles: frozenset[str]
    """what it may do in the sentence; NAME, PLACE, NUMBER or UNKNOWN alone otherwise"""
    text: str


class NotUnderstoodError(Exception):
    """A sentence that is not understood as a whole."""


Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(dict[Key, Value]):
    """What was read lately: at most `KEPT` entries, none of them for a long text."""

    def keep(self, key: Key, value: Value, length: int) -> None:
        """Cache a value, unless the text that it was read from has more than `LONGEST_KEPT` characters."""
        if length <= LONGEST_KEPT:
            if len(self) == KEPT:
                self.clear()
            self[key] = value


class Lexicon:
    """The words by which crossings of one instance are told."""

    def __init__(self, names: CrossingNames) -> None:
        self.names = names
        # A sentence is looked at as a chain, with its label, and as a whole; and answers to one question share most of their lines.
        self._known = Recent[tuple[str, bool], list[Token]]()
        self.lines = Recent[Hashable, tuple[list[Any], Sequence[str]]]()
        """what lines tell, by all that it depends on, and who is aboard at the end"""
        self.roles = _roles()
        phrases = domains.words("notation")["phrases"]
        self._phrases = {folded(one): frozenset({role}) for role, several in phrases.items() for one in several}
        # Chinese has no blanks between words: the longest that is known is one.
        known = sorted((word for word in self.roles if re.match(_HAN, word)), key=len, reverse=True)
        han = "|".join((*known, _HAN))
        phrase = "|".join(re.escape(one) for one in sorted(self._phrases, key=len, reverse=True))
        self._token = re.compile(
            rf"(?P<arrow>{_SIGN})|(?P<name>{names.travellers.pattern})|(?P<phrase>\b(?:{phrase})\b)|(?P<place>{names.places.pattern})"
            rf"|(?P<word>{_WORD}|{han})|(?P<number>\d+)|(?P<sign>\S)",
            re.IGNORECASE,
        )

        counts = "|".join(re.escape(one) for one in sorted(names.counts, key=len, reverse=True))
        self._none = re.compile(rf"\b(?:0|zero|no)\s?x?\s?(?:{counts})\b,?" if counts else "(?!)", re.IGNORECASE)
        self._close = re.compile(r"(?<=\d[A-Z])(?=\d[A-Z]\b)" if counts else "(?!)")

    def tokens(self, text: str, small: bool = False) -> list[Token]:
        """Return the tokens of a text; a run of letters that each name somebody, such as ``FG``, becomes several names.

        ``small`` says that small letters stand for wives.
        """
        if (known := self._known.get((text, small))) is not None:
            return [*known]
        plain = self._none.sub(" ", self._close.sub(" ", text))
        found = [*self._tokens(self._with_spouses(plain), small)]
        found = found if plain.isascii() else [*self._without_pictures(found)]
        self._known.keep((text, small), found, len(text))
        return [*found]

    def cargo_of(self, parts: Sequence[Any]) -> list[dict[str, list[str]]] | None:
        """Return the crossings of a list that names only what who alone can row takes along: ``goat, nothing, wolf``.

        None for another list: at least one crossing is made alone, and nobody who rows is named.
        """
        if not self.names.sole or len(parts) < 3 or not all(part is None or isinstance(part, str) for part in parts):
            return None
        tokens = [self.tokens((part or "nothing").strip(" ()[]{}\"'.")) for part in parts]
        if not all(
            found and all(token.roles & {NAME, "and", "nobody", "alone"} for token in found) for found in tokens
        ):
            return None
        loads = [[token.text for token in found if NAME in token.roles] for found in tokens]
        rows = any(self.names.travellers.canonical(name) in self.names.sole for load in loads for name in load)
        return (
            None if rows or all(loads) or not any(loads) else [{"aboard": [*self.names.sole, *load]} for load in loads]
        )

    def uses_small_letters(self, text: str) -> bool:
        """Return whether a text writes couples as ``A`` and ``a``: it has both, and no longer names of wives."""
        if not self.names.spouses:
            return False
        letters = {
            one
            for one in re.findall(r"(?<![\w'\u2019])[A-Za-z](?![\w'\u2019])", text)
            if one.upper() in self.names.spouses
        }
        small = {one for one in letters if one.islower()}
        longer = any(len(name) == 2 and name in text for name in self.names.spouses)
        return not longer and len(small - {"a"}) > 0 and any(one.isupper() for one in letters)

    def _tokens(self, text: str, small: bool) -> Iterator[Token]:
        for found in self._token.finditer(text):
            kind, said = found.lastgroup, found[0]
            if kind == "arrow":
                yield Token(frozenset({"arrow"}), ARROWS.get(said, said))
            elif kind == "name":
                yield self._name_token(said, small)
            elif kind == "phrase":
                yield Token(self._phrases[folded(said)], said)
            elif kind == "place":
                yield Token(frozenset({PLACE}), said)
            elif kind == "number":
                yield Token(frozenset({NUMBER}), said)
            elif roles := self.roles.get(said.casefold()):
                yield Token(roles, said)
            elif small and len(said) < 5 and all(letter.upper() in self.names.spouses for letter in said):
                yield from (self._name_token(letter, small) for letter in said)
            elif run := self.names.run_of_letters(said):
                yield from (Token(frozenset({NAME}), letter) for letter in run)
            elif kind == "word":
                yield Token(frozenset({UNKNOWN}), said)

    def _without_pictures(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """Yield tokens without the pictures of travelers whom words name, too: the goat of ``🐐 The goat crosses``."""
        names = [self.names.travellers.canonical(one.text) if NAME in one.roles else None for one in tokens]
        spoken = [re.search(r"\w", token.text) is not None for token in tokens]
        in_words = {name for name, is_word in zip(names, spoken, strict=True) if is_word and name is not None}
        for token, name, is_word in zip(tokens, names, spoken, strict=True):
            if is_word or name not in in_words:
                yield token

    def _name_token(self, said: str, small: bool) -> Token:
        """Return a name, if it is one as it is written."""
        if len(said) == 1 and said.islower() and small and said.upper() in self.names.spouses:
            return Token(frozenset({NAME}), self.names.spouses[said.upper()])
        article = said == "a"
        if said in self.names.travellers and not article:
            return Token(frozenset({NAME}), said)
        return Token(self.roles.get(said.casefold(), frozenset({UNKNOWN})), said)

    def _with_spouses(self, text: str) -> str:
        """Return a text with names for ``his wife`` and ``the wives of A and B``."""
        if not self.names.spouses:
            return text
        husbands = [one for one in self.names.spouses if len(one) == 1]
        everyone = {"husbands": husbands, "wives": [self.names.spouses[one] for one in husbands]}

        def all_of_them(found: re.Match[str]) -> str:
            said = "two" if found[0].casefold().startswith("both") else (found[1] or "").casefold()
            number = NUMBERS.index(said) + 1 if said in NUMBERS else int(said or len(husbands))
            return " and ".join(everyone[found[2].casefold()]) if number == len(husbands) else found[0]

        text = _ALL_OF_THEM.sub(all_of_them, text)
        for kind, letters in _WIVES.findall(text):
            named = [
                self.names.spouses.get(one, one) if kind == "wives" else one for one in re.findall("[A-Z]", letters)
            ]
            text = _WIVES.sub(" and ".join(named), text, 1)
        parts = list[str]()
        end = 0
        for found in _SPOUSE.finditer(text):
            before = self.names.travellers.named_in(text[end : found.start()])
            spouse = self.names.spouses.get(self.names.travellers.canonical(before[-1])) if before else None
            parts += [text[end : found.start()], spouse or found[0]]
            end = found.end()
        return "".join(parts) + text[end:]


@functools.cache
def _roles() -> Mapping[str, frozenset[str]]:
    """Return what each word may do in a sentence."""
    found = dict[str, set[str]]()
    for role, words in domains.words("notation")["crossing"].items():
        for word in words.split():
            found.setdefault(word.casefold(), set()).add(role)
    return {word: frozenset(roles) for word, roles in found.items()}


def roles_of(tokens: Iterable[Token]) -> frozenset[str]:
    """Return all that some tokens may do in a sentence."""
    return frozenset[str]().union(*(token.roles for token in tokens))
