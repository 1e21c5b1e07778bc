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
    holds: list[Callable[[Arrangement], bool]]
    """for each clue whether it holds"""


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
    text = head + "".join([*tables, *clues, *questions])
    return Drawn(text, solutions, answers, [holds for _, holds in drawn])


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
        "odd": (f'value = "{one}"', lambda found: found[one] in (1, 3)),
        "not-next-to": (both, lambda found: abs(found[one] - found[other]) != 1),
    }
    kind = rng.choice([*kinds] if part else [*kinds, *JOINED, "more"])
    if kind in kinds:
        text, holds = kinds[kind]
        return f'clue = "{kind}"\n{text}', holds
    if kind == "more":
        return _more(rng, categories, one, other)
    parts = [_clue(rng, categories, positions, part=True) for _ in range(2 if kind == "if-then" else rng.randint(2, 3))]
    tables = ["{ " + text.replace("\n", ", ") + " }" for text, _ in parts]
    key = "either" if kind == "either" else "clues"
    said = (
        f"{key} = [{', '.join(tables)}]" if kind != "if-then" else f"condition = {tables[0]}\nconsequence = {tables[1]}"
    )
    return f'clue = "{kind}"\n{said}', lambda found: JOINED[kind]([holds(found) for _, holds in parts])


JOINED: dict[str, Callable[[list[bool]], bool]] = {
    "either": any,
    "exactly-one": lambda held: sum(held) == 1,
    "not-all": lambda held: not all(held),
    "all": all,
    "neither": lambda held: not any(held),
    "if-then": lambda held: held[1] or not held[0],
}
"""the clues that join others, by whether each of these holds"""


def _more(rng: random.Random, categories: list[str], one: str, other: str) -> tuple[str, Callable[[Arrangement], bool]]:
    """The first value has something further on in the list of a category than the second; another clue if both are fixed the other way round."""
    number = rng.randrange(len(categories))
    values = categories[number]

    def had(value: str, found: Arrangement) -> int:
        return next(place for place, name in enumerate(values) if found[name] == found[value])

    if (
        ({one, other} <= {*values} and values.index(one) < values.index(other))
        or one == values[0]
        or other == values[-1]
    ):
        one, other = other, one
    if one == values[0] or other == values[-1]:
        return f'clue = "different"\nvalues = {json.dumps([one, other])}', lambda found: found[one] != found[other]
    text = f'clue = "more"\nvalue = "{one}"\nthan = "{other}"\ncategory = "category {number}"'
    return text, lambda found: had(one, found) > had(other, found)


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
