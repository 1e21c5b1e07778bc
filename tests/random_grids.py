"""Logic grids drawn at random, with every arrangement that keeps their clues, found by trying them all: apart from the program."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Drawn", "draw"]

Arrangement = dict[str, int]
"""each value's position, from 1"""
CATEGORIES = ("ABCD", "klmn", "wxyz")


class Drawn(NamedTuple):
    """A puzzle file, and what it means."""

    text: str
    solutions: list[Arrangement]
    answers: list[Callable[[Arrangement], str]]
    """for each question the answer that a solution gives"""


def draw(rng: random.Random) -> Drawn:
    """Return a grid of up to three categories and four positions, with up to six clues of all kinds and up to three questions."""
    positions = rng.randint(1, 4)
    categories = [names[:positions] for names in CATEGORIES[: rng.randint(1, 3)]]
    drawn = [_clue(rng, categories, positions) for _ in range(rng.randint(0, 6) if positions > 1 else 0)]
    orders = itertools.product(itertools.permutations(range(1, positions + 1)), repeat=len(categories))
    arrangements = (
        {value: at for names, order in zip(categories, orders, strict=True) for value, at in zip(names, order, strict=True)}
        for orders in orders
    )  # fmt: skip
    solutions = [one for one in arrangements if all(holds(one) for _, holds in drawn)]
    questions, answers = [], list[Callable[[Arrangement], str]]()
    for _ in range(rng.randint(0, 3)):
        text, answer = _question(rng, categories)
        questions.append(text)
        answers.append(answer)
    head = f"""
family = "grid"
name = "drawn"
title = "Drawn"
story = "A puzzle drawn at random."
source = "The tests."
[positions]
name = "house"
plural = "houses"
count = {positions}
"""
    tables = [
        f'[[categories]]\nname = "category {number}"\nvalues = {json.dumps([*names])}\n'
        for number, names in enumerate(categories)
    ]
    clues = [f"[[clues]]\n{clue}\n" for clue, _ in drawn]
    return Drawn(head + "".join([*tables, *clues, *questions]), solutions, answers)


def _clue(
    rng: random.Random, categories: list[str], positions: int, part: bool = False
) -> tuple[str, Callable[[Arrangement], bool]]:
    one, other = rng.sample("".join(categories), 2)
    both, directed = f"values = {json.dumps([one, other])}", f'value = "{one}"\nof = "{other}"'
    far, at = rng.randint(1, positions), rng.randint(1, positions)
    kinds: dict[str, tuple[str, Callable[[Arrangement], bool]]] = {
        "same": (both, lambda found: found[one] == found[other]),
        "different": (both, lambda found: found[one] != found[other]),
        "next-to": (both, lambda found: abs(found[one] - found[other]) == 1),
        "distance": (f"{both}\ndistance = {far}", lambda found: abs(found[one] - found[other]) == far),
        "left-of": (directed, lambda found: found[one] == found[other] - 1),
        "right-of": (directed, lambda found: found[one] == found[other] + 1),
        "somewhere-left-of": (directed, lambda found: found[one] < found[other]),
        "somewhere-right-of": (directed, lambda found: found[one] > found[other]),
        "at": (f'value = "{one}"\nposition = {at}', lambda found: found[one] == at),
        "not-at": (f'value = "{one}"\nposition = {at}', lambda found: found[one] != at),
        "end": (f'value = "{one}"', lambda found: found[one] in (1, positions)),
    }
    kind = rng.choice([*kinds] if part else [*kinds, "either", "either"])
    if kind != "either":
        text, holds = kinds[kind]
        return f'clue = "{kind}"\n{text}', holds
    parts = [_clue(rng, categories, positions, part=True) for _ in range(rng.randint(2, 3))]
    inside = ", ".join("{ " + text.replace("\n", ", ") + " }" for text, _ in parts)
    return f'clue = "either"\neither = [{inside}]', lambda found: any(holds(found) for _, holds in parts)


def _question(rng: random.Random, categories: list[str]) -> tuple[str, Callable[[Arrangement], str]]:
    value = rng.choice("".join(categories))
    text = f'[[questions]]\nasks = "What is with {value}?"\nvalue = "{value}"\nanswer = "it is {{{{ found }}}}"\n'
    number = rng.randint(-1, len(categories) - 1)
    if number < 0:
        return text, lambda found: f"It is house {found[value]}."
    names = categories[number]
    return (
        f'{text}category = "category {number}"\n',
        lambda found: next(f"It is {name}." for name in names if found[name] == found[value]),
    )
