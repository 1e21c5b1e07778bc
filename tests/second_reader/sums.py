"""Sums of words, read from their text."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from second_reader import Question, UnreadError
from second_reader.placements import Check, Paragraphs, PlacementTask, Values, numbered

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_DIGITS = (
    r"Each letter stands for one of the digits 0 to (?P<greatest>\d+), and for the same digit wherever it occurs\."
    r"(?: The numbers are written in base (?P<base>\d+)\.)?"
    r"(?P<literals> A digit in the sum stands for itself; a letter may stand for the same digit\.)?"
    r"(?P<colons> Written digits of one number are separated by colons\.)?"
    r"\nColumns are counted from the right\. The result of a column is (?P<carries>\d+) times its carry plus its last digit"
    r"(?:; a negative carry, without its minus sign, is a borrow)?\."
)
_COLUMN = re.compile(r"Column (\d+) from the right(?: of (.+?))?: (.+) (is|ends in) (\S+)\.")
_CARRY = re.compile(r"the (carry|borrow) of column (\d+)")
DIFFERENT = "Different letters stand for different digits."
NO_ZERO = "No number of more than one digit begins with 0."


class Term(NamedTuple):
    """A summand of one side of an equation: a sign and a product of words.

    Each word is a tuple of letters and digits.
    """

    sign: int
    words: tuple[tuple[str, ...], ...]


class SumTask(PlacementTask):
    """A sum of words."""

    @classmethod
    def recognizes(cls, question: Question) -> bool:
        """Return whether the setting begins with the meaning of letters."""
        return question.setting.startswith("Each letter stands for one of the digits")

    def read_setting(self, setting: Paragraphs) -> None:
        """Read the digits, the equations and the rules about digits."""
        found = setting.expect(_DIGITS)
        self.base = int(found["greatest"]) + 1
        if (found["base"] and int(found["base"]) != self.base) or int(found["carries"]) != self.base:
            raise UnreadError(found[0])
        if not found["base"] and self.base != 10:
            raise UnreadError(found[0])
        setting.expect("Rules:")
        sentences = numbered(setting.take())
        setting.finish()
        self.equations: list[list[Term]] = []
        letters = dict[str, None]()
        for sentence in sentences:
            if "=" in sentence:
                terms = self._equation(sentence)
                self.equations.append(terms)
                letters |= dict.fromkeys(sign for term in terms for word in term.words for sign in word)
        self.keys = [sign for sign in letters if not sign.isdigit()]
        if bool(found["literals"]) != any(sign.isdigit() for sign in letters if sign != "0" or found["literals"]):
            raise UnreadError(found[0])
        self.given = {}
        for sentence in sentences:
            if given := re.fullmatch(r"(\w) is (\d+)\.", sentence):
                self.given[given[1]] = int(given[2])
                self.keys += [given[1]] * (given[1] not in self.keys)
        self.different, self.no_zero = DIFFERENT in sentences, NO_ZERO in sentences
        self.rules = [(sentence, self.read_rule(sentence)) for sentence in sentences]
        if self.question.form and self.question.ask in ("plan", "valid", "repair"):
            self._take_order(self.question.form)

    def _take_order(self, form: str) -> None:
        """Take the order of the keys from the form of the answer, if that lists the letters."""
        named = re.search(r"keys?: (.*?)\. Each value", form)
        if named and sorted(named[1].split(", ")) == sorted(self.keys):
            self.keys = named[1].split(", ")

    def _equation(self, sentence: str) -> list[Term]:
        """Return the terms of an equation whose sum must be 0; those of the right side are negated."""
        sides = sentence.removesuffix(".").split(" = ")
        if len(sides) != 2:
            raise UnreadError(sentence)
        terms = []
        for side, way in zip(sides, (1, -1), strict=True):
            parts = re.split(r" ([+-]) ", f" + {side}".removeprefix(" + "))
            for sign, part in zip(["+", *parts[1::2]], parts[::2], strict=True):
                words = tuple(self._word(word, sentence) for word in part.split(" × "))
                terms.append(Term(way if sign == "+" else -way, words))
        return terms

    def _word(self, word: str, sentence: str) -> tuple[str, ...]:
        """Return the signs of a word: letters, and digits as decimal numbers."""
        if self.base > 10 and re.fullmatch(r"\d+(:\d+)*", word):
            return tuple(word.split(":"))
        if not re.fullmatch(r"\w+", word) or "_" in word:
            raise UnreadError(sentence)
        return tuple(word)

    def _number(self, word: Sequence[str], digits: Values) -> int:
        number = 0
        for sign in word:
            number = number * self.base + (int(sign) if sign.isdigit() else digits[sign])
        return number

    def _leading(self) -> set[str]:
        return {word[0] for terms in self.equations for term in terms for word in term.words if len(word) > 1}

    def read_rule(self, sentence: str) -> Check:
        """Return the test that a sentence demands of the digits."""
        if sentence == DIFFERENT:
            return lambda digits: len({*digits.values()}) == len(digits)
        if sentence == NO_ZERO:
            leading = self._leading()
            return lambda digits: not any(sign == "0" or digits.get(sign) == 0 for sign in leading)
        if given := re.fullmatch(r"(\w) is (\d+)\.", sentence):
            return lambda digits: digits[given[1]] == int(given[2])
        if column := _COLUMN.fullmatch(sentence):
            return self._column(column)
        if "=" in sentence:
            terms = self._equation(sentence)
            return lambda digits: (
                not sum(term.sign * math.prod(self._number(word, digits) for word in term.words) for term in terms)
            )
        raise UnreadError(sentence)

    def _column(self, column: re.Match[str]) -> Check:
        """Return the test of a column: its last digit, or its exact value.

        The carries are those of the columns that the question names.
        """
        columns = [found for says in self.question.letters.values() if (found := _COLUMN.fullmatch(says))]
        by_number = {int(one[1]): one for one in columns if one[2] == column[2]}

        def result(number: int, digits: Values) -> int:
            return self._value(by_number[number][3], digits, lambda other: result(other, digits) // self.base)

        def keeps(digits: Values) -> bool:
            found, end = result(int(column[1]), digits), self._value(column[5], digits, lambda number: 0)
            return found == end if column[4] == "is" else (found - end) % self.base == 0

        return keeps

    def _value(self, text: str, digits: Values, carry: Any) -> int:
        """Return the value of an expression over digits and carries."""

        def factor(word: str) -> int:
            if named := _CARRY.fullmatch(word):
                return int(carry(int(named[2])) * (1 if named[1] == "carry" else -1))
            if word.isdigit():
                return int(word)
            if word not in digits:
                raise UnreadError(text)
            return int(digits[word])

        parts = re.split(r"(?:^| )([+-]) ", text)
        pairs = zip(["+", *parts[1::2]], parts[::2], strict=True)
        return sum(
            (1 if sign == "+" else -1) * math.prod(map(factor, part.split(" × "))) for sign, part in pairs if part
        )

    def values_of(self, key: str) -> Sequence[str]:
        """Return the digits, as decimal numbers."""
        return [str(digit) for digit in range(self.base)]

    def parse(self, key: str, value: str) -> int:
        """Return a digit."""
        return int(value)

    def model(self) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
        """Return the digits with their equations, column by column, so that numbers stay small."""
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        digits = {letter: model.new_int_var(0, self.base - 1, letter) for letter in self.keys}
        if self.different:
            model.add_all_different(digits.values())
        for sign in self._leading() if self.no_zero else ():
            if sign == "0":
                model.add_bool_or([])
            elif sign in digits:
                model.add(digits[sign] > 0)
        for letter, digit in self.given.items():
            model.add(digits[letter] == digit)
        products: dict[tuple[str, ...], Any] = {}
        for terms in self.equations:
            carry: Any = 0
            places = _monomials(terms)
            for place in range(max(places, default=-1) + 1):
                total: Any = carry
                bound = self.base
                for signs, count in places.get(place, Counter[tuple[str, ...]]()).items():
                    total += count * self._product(model, digits, products, signs)
                    bound += abs(count) * self.base ** len(signs)
                limit = bound * self.base
                carry = model.new_int_var(-limit, limit, "") if place < max(places) else 0
                model.add(total == carry * self.base)
        return model, [*digits.values()]

    def _product(
        self,
        model: cp_model.CpModel,
        digits: Mapping[str, Any],
        known: dict[tuple[str, ...], Any],
        signs: tuple[str, ...],
    ) -> Any:
        """Return the product of one or two digits."""
        values = [int(sign) if sign.isdigit() else digits[sign] for sign in signs]
        if len(values) == 1 or any(isinstance(value, int) for value in values):
            return math.prod(values)
        if signs not in known:
            known[signs] = model.new_int_var(0, (self.base - 1) ** len(signs), "")
            model.add_multiplication_equality(known[signs], values)
        return known[signs]


def _monomials(terms: Sequence[Term]) -> dict[int, Counter[tuple[str, ...]]]:
    """Return, for each decimal place, the multiplicities of the digits and products of digits added there."""
    places: dict[int, Counter[tuple[str, ...]]] = {}
    for term in terms:
        for chosen in itertools.product(*(enumerate(reversed(word)) for word in term.words)):
            place = sum(at for at, _ in chosen)
            signs = tuple(sorted(sign for _, sign in chosen))
            places.setdefault(place, Counter())[signs] += term.sign
    return places


TASK = SumTask
