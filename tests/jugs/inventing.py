"""How jugs are invented: two or three jugs whose sizes have no common divisor, and an amount that takes several pourings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.generator.draws import Draw
from ferryplan.generator.families import instantiate, strategy_of
from ferryplan.generator.inventing.wishes import Draft, Inventor, MissedError, Twin, Wishes
from ferryplan.generator.puzzle_file import PuzzleFile

LONG_ENOUGH = 4
"""the fewest pourings of a puzzle worth posing"""


def jugs_of(capacities: list[int], goal: list[int]) -> dict[str, Any]:
    """The data of a file for these jugs, all empty at first."""
    zeros = [0] * len(capacities)
    lists = {"capacities": (capacities, 1), "start": (zeros, 0), "goal": (goal, -1)}
    parameters: dict[str, Any] = {
        key: {"type": "list", "default": value, "minimum": least, "maximum": 100, "longest": 3, "help": key}
        for key, (value, least) in lists.items()
    }
    parameters["tap"] = {"type": "boolean", "default": True, "help": "whether there is a tap, and a sink"}
    return {
        "family": "jugs",
        "name": "new-jugs",
        "title": "New jugs",
        "story": f"There are jugs for {', '.join(map(str, capacities))} liters. Get {max(goal)} liters into one of them.",
        "source": "The tests.",
        "parameters": parameters,
    }


def draw_jugs(draw: Draw, wishes: Wishes) -> Draft:
    capacities = draw.shuffled(range(2, 12))[:2]
    goal = [-1, draw.one(range(1, max(capacities)))]
    if goal[1] >= capacities[1]:
        raise MissedError("the amount did not fit into the jug")
    puzzle = PuzzleFile(**jugs_of(capacities, goal))
    instance = instantiate(puzzle, {})
    found = strategy_of(instance).best()
    if found.moves is None or len(found.moves) < LONG_ENOUGH:
        raise MissedError("too few pourings, or none, led to the amount")
    proven = {"status": "optimal", "search": "best first", "pourings": len(found.moves)}
    return wishes.graded(puzzle, proven, instance)


def propose_twins(draw: Draw, puzzle: PuzzleFile) -> Iterator[Twin]:
    """Sizes with a common divisor: only its multiples can be measured."""
    for divisor in (2, 3):
        for larger in range(2, 6):
            capacities = [divisor, divisor * larger]
            yield Twin(PuzzleFile(**jugs_of(capacities, [-1, divisor * larger - 1])), "other sizes")


INVENTOR = Inventor("jugs", draw_jugs, propose_twins, (), wishes=())
