"""Sums of words that nobody has seen: words of a theme that add up in one way, with as many letters given as that takes."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.arithmetic.clues import DigitClue, additions_in
from generator.arithmetic.judging import Judge
from generator.arithmetic.puzzle_file import ArithmeticFile
from generator.draws import Draw
from generator.families import difficulty_of, instantiate
from generator.inventing.isomorphism import Fact, Thing
from generator.inventing.wishes import Draft, MissedError, Wishes
from generator.placing.instance import PlacingInstance

WORDS = range(3, 4)
LETTERS = range(8, 11)
SEVERAL = 4
"""of more solutions than this the one that is meant is not told by giving letters"""
MADE_UP = "ABCDEFGHIJ"
KINDS = ("plus", "minus", "times")
judge = functools.cache(Judge)


def drafted(draw: Draw, wishes: Wishes, words: Sequence[str]) -> Draft:
    """Return a sum that meets the wishes, of these words. Raises MissedError if what is drawn does not."""
    kind = draw.one(wishes.kinds or KINDS[:2])
    text = _product(draw) if kind == "times" else _sum(draw, wishes, kind, words)
    if len({*text} - {*" +-x="}) not in LETTERS:
        raise MissedError("letters")
    found = judge().solutions(text, SEVERAL + 1)
    if not found:
        raise MissedError("a solution")
    if len(found) > SEVERAL:
        raise MissedError("one solution")
    text += "".join(f"; {letter} = {digit}" for letter, digit in _telling(found, draw))
    data: dict[str, Any] = {"family": "arithmetic", "name": "invented", "sum": {"text": text}}
    puzzle = ArithmeticFile(**data)
    instance = instantiate(puzzle, {})
    graded = difficulty_of(instance)
    if wishes.difficulty is not None and graded.level != wishes.difficulty:
        raise MissedError("difficulty")
    return Draft(puzzle, instance, graded, {"status": "solved", "solutions": 1, "minimal": True})


def _sum(draw: Draw, wishes: Wishes, kind: str, words: Sequence[str]) -> str:
    """Return words to be added, or one from which the others are taken away, with what could be what they come to."""
    *some, total = sorted(draw.sample(words, draw.one(wishes.size("words", WORDS))), key=len)
    if len(total) > len(some[-1]) + 1:
        raise MissedError("words")
    if kind == "plus":
        return f"{' + '.join(draw.shuffled(some))} = {total}"
    rest, *taken = draw.shuffled(some)
    return f"{' - '.join([total, *taken])} = {rest}"


def _product(draw: Draw) -> str:
    """Return a product with letters in the place of its digits."""
    one, other = 100 + draw.below(900), 12 + draw.below(88)
    letters = dict(zip("0123456789", draw.shuffled(MADE_UP), strict=True))
    one_told, other_told, total = (
        "".join(letters[digit] for digit in str(number)) for number in (one, other, one * other)
    )
    return f"{one_told} x {other_told} = {total}"


def _telling(found: Sequence[Mapping[str, int]], draw: Draw) -> list[tuple[str, int]]:
    """Return letters with their digits, all needed, that tell a solution from the others."""
    meant = draw.one(found)
    given = [
        (letter, digit)
        for letter, digit in draw.shuffled([*meant.items()])
        if any(one[letter] != digit for one in found)
    ]
    for pair in given[:]:
        fewer = [one for one in given if one != pair]
        if sum(all(one[letter] == digit for letter, digit in fewer) for one in found) == 1:
            given = fewer
    return given


def facts(instance: PlacingInstance) -> Iterator[Fact]:
    """Yield what a sum is like without names: addends may change places, and what is taken away is what is added on the other side."""
    letters = {item.name: Thing("letter", number) for number, item in enumerate(instance.items)}
    for number, addition in enumerate(additions_in(instance)):
        sides: list[tuple[int, Any]] = [(term.sign, term.factors) for term in addition.equation.terms]
        for sign, factors in (*sides, (-1, (addition.equation.total,))):
            told = [tuple(letters.get(sign, sign) for sign in word) for word in factors]
            yield from (("word", Thing("sum", number), sign, len(told), *word) for word in told)
    yield from (
        ("given", letters[instance.items[clue.scope[0]].name], clue.digits[0])
        for clue in instance.clues
        if isinstance(clue, DigitClue) and clue.kind == "given"
    )
