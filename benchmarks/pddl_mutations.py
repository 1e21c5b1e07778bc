"""Operators that put one mistake into a PDDL text, for `mutants.py`.

An operator changes a word or a parenthesis. It raises LookupError if the text has no suitable place.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+")


class Token(NamedTuple):
    """A word or a parenthesis, and its position in the text."""

    text: str
    start: int


class Mutant(NamedTuple):
    """A text with a mistake, and the lines on which the mistake may be reported."""

    text: str
    lines: frozenset[int]
    """The lines on which the mistake may be reported."""


def tokenize(text: str) -> list[Token]:
    """Return the words, in lower case, and the parentheses of a text."""
    return [Token(one[0].lower(), one.start()) for one in TOKEN.finditer(text) if one[0][0] != ";"]


def line_of_position(text: str, start: int) -> int:
    """Return the number of the line at a position, counted from 1."""
    return text.count("\n", 0, start) + 1


class PddlText:
    """A PDDL text with its tokens, and the section of each token."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens = text, tokenize(text)
        self.sections = list[str]()
        """The section of each token, such as ``:action``."""
        section = ""
        for number, token in enumerate(self.tokens):
            if token.text[0] == ":" and self.tokens[number - 1].text == "(":
                section = token.text
            self.sections.append(section)

    def find_tokens(self, wanted: Callable[[int], bool]) -> list[int]:
        """Return the indices of the tokens for which ``wanted`` is true."""
        return [number for number in range(1, len(self.tokens) - 1) if wanted(number)]

    def is_head(self, number: int) -> bool:
        """Return whether a token is the predicate or function of an atom in use, not in its declaration."""
        word = self.tokens[number].text
        used = self.sections[number] in (":action", ":init", ":goal", ":derived")
        plain = word not in CONNECTIVES and word[0] not in "():?-" and not word.startswith(":")
        return used and plain and self.tokens[number - 1].text == "("

    def words_of_atom(self, number: int) -> list[int]:
        """Return the tokens of the atom with the given head; empty if it contains parentheses."""
        end = number
        while self.tokens[end].text not in "()":
            end += 1
        return list(range(number, end)) if self.tokens[end].text == ")" else []

    def replace_token(self, number: int, put: str, more: tuple[int, ...] = ()) -> Mutant:
        """Return the text with a token replaced by ``put``, or removed if ``put`` is empty.

        The mistake may be reported on the line of the token, or on the lines of the tokens ``more``.
        """
        token = self.tokens[number]
        text = f"{self.text[: token.start]}{put}{self.text[token.start + len(token.text) :]}"
        around = (number,) if put else (number - 1, number, number + 1)
        lines = {line_of_position(self.text, self.tokens[one].start) for one in (*around, *more)}
        return Mutant(text, frozenset(lines))


CONNECTIVES = {
    "and", "or", "not", "when", "forall", "exists", "imply", "=", "<", ">", "<=", ">=",
    "increase", "decrease", "assign", "+", "-", "*", "/", "at", "start", "over", "all", "end",
    "minimize", "maximize",
}  # fmt: skip


def misspell(word: str, draw: random.Random) -> str:
    """Return a word with two letters exchanged, one letter removed, or one letter doubled."""
    first = int(word[0] in "?:")
    place = draw.randrange(first, max(len(word) - 1, first + 1))
    ways = [
        word[:place] + word[place + 1 : place + 2] + word[place] + word[place + 2 :],
        word[:place] + word[place + 1 :],
        word[: place + 1] + word[place:],
    ]
    return next((way for way in draw.sample(ways, 3) if way != word and len(way) > 1), f"{word}x")


def draw_from(some: list[int], draw: random.Random) -> int:
    """Return a random element of a list of tokens. Raises LookupError if it is empty."""
    if not some:
        raise LookupError
    return draw.choice(some)


Operator = Callable[[PddlText, random.Random], Mutant]


def make_word_operator(
    section: tuple[str, ...], wanted: Callable[[PddlText, int], bool], put: Callable[[str, random.Random], str]
) -> Operator:
    """Return a mutation operator that replaces one word in the given sections of a PDDL file.

    ``wanted`` tells whether a word may be replaced, and ``put`` returns the new word.
    """

    def operator(text: PddlText, draw: random.Random) -> Mutant:
        chosen = draw_from(text.find_tokens(lambda one: text.sections[one] in section and wanted(text, one)), draw)
        return text.replace_token(chosen, put(text.tokens[chosen].text, draw))

    return operator


def make_parenthesis_operator(which: str, more: bool) -> Operator:
    """Return an operator that removes a parenthesis or, with ``more``, adds one."""

    def operator(text: PddlText, draw: random.Random) -> Mutant:
        if more:
            number = draw_from(text.find_tokens(lambda one: True), draw)
            return text.replace_token(number, f"{text.tokens[number].text}{which}")
        return text.replace_token(draw_from(text.find_tokens(lambda one: text.tokens[one].text == which), draw), "")

    return operator


def drop_argument(text: PddlText, draw: random.Random) -> Mutant:
    """Remove an argument of an atom."""
    number = draw_from(text.find_tokens(lambda one: text.is_head(one) and len(text.words_of_atom(one)) > 1), draw)
    return text.replace_token(draw.choice(text.words_of_atom(number)[1:]), "", (number,))


def add_argument(text: PddlText, draw: random.Random) -> Mutant:
    """Double the last argument of an atom."""
    number = text.words_of_atom(
        draw_from(text.find_tokens(lambda one: text.is_head(one) and len(text.words_of_atom(one)) > 1), draw)
    )[-1]
    return text.replace_token(number, f"{text.tokens[number].text} {text.tokens[number].text}")


def drop_parameter(text: PddlText, draw: random.Random) -> Mutant:
    """Remove a parameter that its action uses."""
    lists = text.find_tokens(lambda one: text.tokens[one].text == ":parameters")
    start = draw_from(lists, draw)
    end = next(one for one in range(start, len(text.tokens)) if text.tokens[one].text == ")")
    number = draw_from([one for one in range(start, end) if text.tokens[one].text[0] == "?"], draw)
    stop = next((one for one in range(end, len(text.tokens)) if text.tokens[one].text == ":action"), len(text.tokens))
    uses = [one for one in range(end, stop) if text.tokens[one].text == text.tokens[number].text]
    if not uses:
        raise LookupError
    return text.replace_token(number, "", tuple(uses))


def make_undeclaring_operator(section: str) -> Operator:
    """Return an operator that removes a word from a section with declarations, although it is used."""

    def operator(text: PddlText, draw: random.Random) -> Mutant:
        words = Counter(token.text for token in text.tokens)
        free = {"-", "(", ")", section, "object", "either"}
        behind = text.find_tokens(lambda one: text.sections[one] == section and text.tokens[one].text not in free)
        number = draw_from(
            [one for one in behind if words[text.tokens[one].text] > 1 and text.tokens[one - 1].text not in "-("], draw
        )
        uses = [one for one, token in enumerate(text.tokens) if token.text == text.tokens[number].text]
        return text.replace_token(number, "", tuple(uses))

    return operator


def swap_arguments(text: PddlText, draw: random.Random) -> Mutant:
    """Exchange two arguments of an atom."""
    heads = text.find_tokens(
        lambda one: text.is_head(one) and len({text.tokens[each].text for each in text.words_of_atom(one)[1:]}) > 1
    )
    _, *terms = text.words_of_atom(draw_from(heads, draw))
    first, second = sorted(draw.sample(terms, 2))
    one, other = text.tokens[first], text.tokens[second]
    if one.text == other.text:
        raise LookupError
    changed = text.replace_token(second, one.text, (first,))
    return Mutant(changed.text[: one.start] + other.text + changed.text[one.start + len(one.text) :], changed.lines)


def change_type(text: PddlText, draw: random.Random) -> Mutant:
    """Replace the type of a parameter or an object by another type."""
    kinds = sorted(
        {
            text.tokens[one].text
            for one in text.find_tokens(
                lambda one: text.tokens[one - 1].text == "-" and text.tokens[one].text not in "()"
            )
        }
    )
    places = text.find_tokens(
        lambda one: (
            text.tokens[one - 1].text == "-"
            and text.tokens[one].text in kinds
            and text.sections[one] in (":action", ":objects", ":predicates")
        )
    )
    number = draw_from(places, draw)
    others = [kind for kind in kinds if kind != text.tokens[number].text]
    begin = number - 1
    while text.tokens[begin - 1].text[0] == "?" or (
        text.sections[number] == ":objects"
        and text.tokens[begin - 1].text[0] not in "():"
        and text.tokens[begin - 2].text != "-"
    ):
        begin -= 1
    if not others:
        raise LookupError
    return text.replace_token(number, draw.choice(others), tuple(range(begin, number)))


def drop_keyword(text: PddlText, draw: random.Random) -> Mutant:
    """Remove the keyword before the precondition or the effect of an action."""
    return text.replace_token(
        draw_from(text.find_tokens(lambda one: text.tokens[one].text in (":precondition", ":effect")), draw), ""
    )


def is_section_name(text: PddlText, one: int) -> bool:
    """Return whether a token is the name at the beginning of a section."""
    return text.tokens[one - 1].text == "(" and text.tokens[one].text[0] == ":"


def is_object(text: PddlText, one: int) -> bool:
    """Return whether a token is an object in a fact."""
    word = text.tokens[one].text
    return text.tokens[one - 1].text not in "()" and word not in "()" and not word.isdigit()


ACTION, FACTS = (":action", ":derived"), (":init", ":goal")
DOMAINS: dict[str, Operator] = {
    "( missing": make_parenthesis_operator("(", more=False),
    ") missing": make_parenthesis_operator(")", more=False),
    "( too many": make_parenthesis_operator("(", more=True),
    ") too many": make_parenthesis_operator(")", more=True),
    "predicate misspelt": make_word_operator(ACTION, PddlText.is_head, misspell),
    "variable misspelt": make_word_operator(
        ACTION, lambda text, one: text.tokens[one].text[0] == "?" and text.tokens[one - 1].text != "(", misspell),
    "variable without ?": make_word_operator(ACTION, lambda text, one: text.tokens[one].text[0] == "?", lambda word, _: word[1:]),
    "keyword misspelt": make_word_operator(ACTION, lambda text, one: text.tokens[one].text[0] == ":", misspell),
    "connective misspelt": make_word_operator(
        ACTION, lambda text, one: text.tokens[one].text in ("and", "or", "not", "when", "forall"), misspell),
    "section misspelt": make_word_operator((":requirements", ":types", ":predicates", ":action"), is_section_name, misspell),
    "type misspelt": make_word_operator(
        (":predicates", ":action"), lambda text, one: text.tokens[one - 1].text == "-" and text.tokens[one].text != "(", misspell),
    "predicate misspelt where declared": make_word_operator(
        (":predicates",), lambda text, one: text.tokens[one - 1].text == "(" and text.tokens[one].text[0] != ":", misspell),
    "argument missing": drop_argument,
    "argument too many": add_argument,
    "arguments exchanged": swap_arguments,
    "parameter missing": drop_parameter,
    "keyword missing": drop_keyword,
    "another type": change_type,
    "type not declared": make_undeclaring_operator(":types"),
}  # fmt: skip
PROBLEMS: dict[str, Operator] = {
    ") missing in a problem": make_parenthesis_operator(")", more=False),
    "( too many in a problem": make_parenthesis_operator("(", more=True),
    "object misspelt": make_word_operator(FACTS, is_object, misspell),
    "predicate misspelt in a problem": make_word_operator(FACTS, PddlText.is_head, misspell),
    "argument missing in a problem": drop_argument,
    "object not declared": make_undeclaring_operator(":objects"),
    "type of an object misspelt": make_word_operator((":objects",), lambda text, one: text.tokens[one - 1].text == "-", misspell),
    "domain of another name": make_word_operator((":domain",), lambda text, one: text.tokens[one - 1].text == ":domain", misspell),
}  # fmt: skip
BY_CONSTRUCTION = {
    "( missing",
    ") missing",
    "( too many",
    ") too many",
    ") missing in a problem",
    "( too many in a problem",
}
