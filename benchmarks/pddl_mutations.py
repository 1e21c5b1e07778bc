"""The mistakes that `mutants.py` puts into PDDL texts, one at a time: operators over words and parentheses, which know no more of PDDL than that."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+")


class Token(NamedTuple):
    """A word or a parenthesis, and where it stands."""

    text: str
    start: int


class Mutant(NamedTuple):
    """A changed text."""

    text: str
    lines: frozenset[int]
    """on which the mistake may be told"""


def tokens(text: str) -> list[Token]:
    """Return the words, in lower case, and the parentheses of a text."""
    return [Token(one[0].lower(), one.start()) for one in TOKEN.finditer(text) if one[0][0] != ";"]


def line_of(text: str, start: int) -> int:
    """Return the line of a place, from 1."""
    return text.count("\n", 0, start) + 1


class Text:
    """A text, its tokens, and which of them are what."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens = text, tokens(text)
        self.sections = list[str]()
        """the section in which each token stands"""
        section = ""
        for number, token in enumerate(self.tokens):
            if token.text[0] == ":" and self.tokens[number - 1].text == "(":
                section = token.text
            self.sections.append(section)

    def numbers(self, wanted: Callable[[int], bool]) -> list[int]:
        """Return the tokens, by their numbers, that are as wanted."""
        return [number for number in range(1, len(self.tokens) - 1) if wanted(number)]

    def is_head(self, number: int) -> bool:
        """Whether a token is a predicate or a function in use."""
        word = self.tokens[number].text
        used = self.sections[number] in (":action", ":init", ":goal", ":derived")
        plain = word not in FORMS and word[0] not in "():?-" and not word.startswith(":")
        return used and plain and self.tokens[number - 1].text == "("

    def atom(self, number: int) -> list[int]:
        """Return the words of the parentheses that a head stands in, if there are only words."""
        end = number
        while self.tokens[end].text not in "()":
            end += 1
        return list(range(number, end)) if self.tokens[end].text == ")" else []

    def changed(self, number: int, put: str, more: tuple[int, ...] = ()) -> Mutant:
        """Return the text with another word, or none, in a token's place."""
        token = self.tokens[number]
        text = f"{self.text[: token.start]}{put}{self.text[token.start + len(token.text) :]}"
        around = (number,) if put else (number - 1, number, number + 1)
        lines = {line_of(self.text, self.tokens[one].start) for one in (*around, *more)}
        return Mutant(text, frozenset(lines))


FORMS = {
    "and", "or", "not", "when", "forall", "exists", "imply", "=", "<", ">", "<=", ">=",
    "increase", "decrease", "assign", "+", "-", "*", "/", "at", "start", "over", "all", "end",
    "minimize", "maximize",
}  # fmt: skip


def misspelt(word: str, draw: random.Random) -> str:
    """Return a word with two letters exchanged, one left out, or one doubled."""
    first = int(word[0] in "?:")
    place = draw.randrange(first, max(len(word) - 1, first + 1))
    ways = [
        word[:place] + word[place + 1 : place + 2] + word[place] + word[place + 2 :],
        word[:place] + word[place + 1 :],
        word[: place + 1] + word[place:],
    ]
    return next((way for way in draw.sample(ways, 3) if way != word and len(way) > 1), f"{word}x")


def draw_from(some: list[int], draw: random.Random) -> int:
    """Return one of some tokens. Raises LookupError if there are none."""
    if not some:
        raise LookupError
    return draw.choice(some)


Operator = Callable[[Text, random.Random], Mutant]


def word_in(
    section: tuple[str, ...], wanted: Callable[[Text, int], bool], put: Callable[[str, random.Random], str]
) -> Operator:
    """Return an operator that changes a word of some sections that is as wanted."""

    def operator(text: Text, draw: random.Random) -> Mutant:
        chosen = draw_from(text.numbers(lambda one: text.sections[one] in section and wanted(text, one)), draw)
        return text.changed(chosen, put(text.tokens[chosen].text, draw))

    return operator


def parenthesis(which: str, more: bool) -> Operator:
    """Return an operator that takes a parenthesis away or puts one more."""

    def operator(text: Text, draw: random.Random) -> Mutant:
        if more:
            number = draw_from(text.numbers(lambda one: True), draw)
            return text.changed(number, f"{text.tokens[number].text}{which}")
        return text.changed(draw_from(text.numbers(lambda one: text.tokens[one].text == which), draw), "")

    return operator


def drop_argument(text: Text, draw: random.Random) -> Mutant:
    """An atom loses a term."""
    number = draw_from(text.numbers(lambda one: text.is_head(one) and len(text.atom(one)) > 1), draw)
    return text.changed(draw.choice(text.atom(number)[1:]), "", (number,))


def add_argument(text: Text, draw: random.Random) -> Mutant:
    """An atom has its last term twice."""
    number = text.atom(draw_from(text.numbers(lambda one: text.is_head(one) and len(text.atom(one)) > 1), draw))[-1]
    return text.changed(number, f"{text.tokens[number].text} {text.tokens[number].text}")


def drop_parameter(text: Text, draw: random.Random) -> Mutant:
    """An action loses a parameter that it uses."""
    lists = text.numbers(lambda one: text.tokens[one].text == ":parameters")
    start = draw_from(lists, draw)
    end = next(one for one in range(start, len(text.tokens)) if text.tokens[one].text == ")")
    number = draw_from([one for one in range(start, end) if text.tokens[one].text[0] == "?"], draw)
    stop = next((one for one in range(end, len(text.tokens)) if text.tokens[one].text == ":action"), len(text.tokens))
    uses = [one for one in range(end, stop) if text.tokens[one].text == text.tokens[number].text]
    if not uses:
        raise LookupError
    return text.changed(number, "", tuple(uses))


def drop_declaration(section: str) -> Operator:
    """Return an operator that takes a declared word away that is used."""

    def operator(text: Text, draw: random.Random) -> Mutant:
        words = Counter(token.text for token in text.tokens)
        free = {"-", "(", ")", section, "object", "either"}
        behind = text.numbers(lambda one: text.sections[one] == section and text.tokens[one].text not in free)
        number = draw_from(
            [one for one in behind if words[text.tokens[one].text] > 1 and text.tokens[one - 1].text not in "-("], draw
        )
        uses = [one for one, token in enumerate(text.tokens) if token.text == text.tokens[number].text]
        return text.changed(number, "", tuple(uses))

    return operator


def swap_arguments(text: Text, draw: random.Random) -> Mutant:
    """Two terms of an atom change places."""
    heads = text.numbers(
        lambda one: text.is_head(one) and len({text.tokens[each].text for each in text.atom(one)[1:]}) > 1
    )
    _, *terms = text.atom(draw_from(heads, draw))
    first, second = sorted(draw.sample(terms, 2))
    one, other = text.tokens[first], text.tokens[second]
    if one.text == other.text:
        raise LookupError
    changed = text.changed(second, one.text, (first,))
    return Mutant(changed.text[: one.start] + other.text + changed.text[one.start + len(one.text) :], changed.lines)


def another_type(text: Text, draw: random.Random) -> Mutant:
    """A parameter or an object is of another type."""
    kinds = sorted(
        {
            text.tokens[one].text
            for one in text.numbers(lambda one: text.tokens[one - 1].text == "-" and text.tokens[one].text not in "()")
        }
    )
    places = text.numbers(
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
    return text.changed(number, draw.choice(others), tuple(range(begin, number)))


def drop_keyword(text: Text, draw: random.Random) -> Mutant:
    """An action loses the word before its precondition or its effect."""
    return text.changed(
        draw_from(text.numbers(lambda one: text.tokens[one].text in (":precondition", ":effect")), draw), ""
    )


def in_list(text: Text, one: int) -> bool:
    """Whether a token opens a section."""
    return text.tokens[one - 1].text == "(" and text.tokens[one].text[0] == ":"


def is_object(text: Text, one: int) -> bool:
    """Whether a token is an object in a fact."""
    word = text.tokens[one].text
    return text.tokens[one - 1].text not in "()" and word not in "()" and not word.isdigit()


ACTION, FACTS = (":action", ":derived"), (":init", ":goal")
DOMAINS: dict[str, Operator] = {
    "( missing": parenthesis("(", more=False),
    ") missing": parenthesis(")", more=False),
    "( too many": parenthesis("(", more=True),
    ") too many": parenthesis(")", more=True),
    "predicate misspelt": word_in(ACTION, Text.is_head, misspelt),
    "variable misspelt": word_in(
        ACTION, lambda text, one: text.tokens[one].text[0] == "?" and text.tokens[one - 1].text != "(", misspelt),
    "variable without ?": word_in(ACTION, lambda text, one: text.tokens[one].text[0] == "?", lambda word, _: word[1:]),
    "keyword misspelt": word_in(ACTION, lambda text, one: text.tokens[one].text[0] == ":", misspelt),
    "connective misspelt": word_in(
        ACTION, lambda text, one: text.tokens[one].text in ("and", "or", "not", "when", "forall"), misspelt),
    "section misspelt": word_in((":requirements", ":types", ":predicates", ":action"), in_list, misspelt),
    "type misspelt": word_in(
        (":predicates", ":action"), lambda text, one: text.tokens[one - 1].text == "-" and text.tokens[one].text != "(", misspelt),
    "predicate misspelt where declared": word_in(
        (":predicates",), lambda text, one: text.tokens[one - 1].text == "(" and text.tokens[one].text[0] != ":", misspelt),
    "argument missing": drop_argument,
    "argument too many": add_argument,
    "arguments exchanged": swap_arguments,
    "parameter missing": drop_parameter,
    "keyword missing": drop_keyword,
    "another type": another_type,
    "type not declared": drop_declaration(":types"),
}  # fmt: skip
PROBLEMS: dict[str, Operator] = {
    ") missing in a problem": parenthesis(")", more=False),
    "( too many in a problem": parenthesis("(", more=True),
    "object misspelt": word_in(FACTS, is_object, misspelt),
    "predicate misspelt in a problem": word_in(FACTS, Text.is_head, misspelt),
    "argument missing in a problem": drop_argument,
    "object not declared": drop_declaration(":objects"),
    "type of an object misspelt": word_in((":objects",), lambda text, one: text.tokens[one - 1].text == "-", misspelt),
    "domain of another name": word_in((":domain",), lambda text, one: text.tokens[one - 1].text == ":domain", misspelt),
}  # fmt: skip
BY_CONSTRUCTION = {
    "( missing",
    ") missing",
    "( too many",
    ") too many",
    ") missing in a problem",
    "( too many in a problem",
}
