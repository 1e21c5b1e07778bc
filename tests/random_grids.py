"""Random logic grids with all their solutions, found by an independent brute force."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["DrawnGrid", "draw_grid"]

Arrangement = dict[str, int]
"""the position of each value, from 1"""
CATEGORIES = ("ABCD", "klmn", "wxyz")


class DrawnGrid(NamedTuple):
    """A puzzle file and its meaning."""

    text: str
    solutions: list[Arrangement]
    answers: list[Callable[[Arrangement], str]]
    """for each question, the answer of a solution"""
    clue_tests: list[Callable[[Arrangement], bool]]
    """for each clue, the test whether it holds"""


def draw_grid(rng: random.Random) -> DrawnGrid:
    """Return a random grid.

    It has up to three categories, four positions, six clues of all kinds and three questions.
    """
    positions = rng.randint(1, 4)
    categories = [names[:positions] for names in CATEGORIES[: rng.randint(1, 3)]]
    drawn = [_draw_clue(rng, categories, positions) for _ in range(rng.randint(0, 6) if positions > 1 else 0)]
    orders = itertools.product(itertools.permutations(range(1, positions + 1)), repeat=len(categories))
    arrangements = (
        {value: at for names, order in zip(categories, orders, strict=True) for value, at in zip(names, order, strict=True)}
        for orders in orders
    )  # fmt: skip
    solutions = [one for one in arrangements if all(holds(one) for _, holds in drawn)]
    questions, answers = [], list[Callable[[Arrangement], str]]()
    for _ in range(rng.randint(0, 3)):
        text, answer = _draw_question(rng, categories)
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
    return DrawnGrid(text, solutions, answers, [holds for _, holds in drawn])


def _draw_clue(
    rng: random.Random, categories: list[str], positions: int, is_part: bool = False
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
    kind = rng.choice([*kinds] if is_part else [*kinds, *JOINING_TESTS, "more"])
    if kind in kinds:
        text, holds = kinds[kind]
        return f'clue = "{kind}"\n{text}', holds
    if kind == "more":
        return _draw_comparison_clue(rng, categories, one, other)
    parts = [
        _draw_clue(rng, categories, positions, is_part=True)
        for _ in range(2 if kind == "if-then" else rng.randint(2, 3))
    ]
    tables = ["{ " + text.replace("\n", ", ") + " }" for text, _ in parts]
    key = "either" if kind == "either" else "clues"
    said = (
        f"{key} = [{', '.join(tables)}]" if kind != "if-then" else f"condition = {tables[0]}\nconsequence = {tables[1]}"
    )
    return f'clue = "{kind}"\n{said}', lambda found: JOINING_TESTS[kind]([holds(found) for _, holds in parts])


JOINING_TESTS: dict[str, Callable[[list[bool]], bool]] = {
    "either": any,
    "exactly-one": lambda held: sum(held) == 1,
    "not-all": lambda held: not all(held),
    "all": all,
    "neither": lambda held: not any(held),
    "if-then": lambda held: held[1] or not held[0],
}
"""tests for joining clues; each takes the truth values of the joined clues"""


def _draw_comparison_clue(
    rng: random.Random, categories: list[str], one: str, other: str
) -> tuple[str, Callable[[Arrangement], bool]]:
    """Return a clue that the first value has a later value in a category than the second.

    If both are fixed the other way round, return another clue.
    """
    number = rng.randrange(len(categories))
    values = categories[number]

    def find_place(value: str, found: Arrangement) -> int:
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
    return text, lambda found: find_place(one, found) > find_place(other, found)


def _draw_question(rng: random.Random, categories: list[str]) -> tuple[str, Callable[[Arrangement], str]]:
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
