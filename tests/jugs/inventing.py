"""Invention of jug puzzles.

A puzzle has two or three jugs whose sizes have no common divisor, and an amount that takes several pourings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.generator.families import instantiate, strategy_of
from ferryplan.generator.inventing.wishes import Inventor, MissedWishError, PuzzleDraft, PuzzleWishes, Twin
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.seeded_random import SeededRandom

LONG_ENOUGH = 4
"""the fewest pourings of a puzzle worth posing"""


def jugs_of(capacities: list[int], goal: list[int]) -> dict[str, Any]:
    """Return the data of a file for these jugs, all empty at first."""
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


def draw_jugs(draw: SeededRandom, wishes: PuzzleWishes) -> PuzzleDraft:
    capacities = draw.shuffle(range(2, 12))[:2]
    goal = [-1, draw.choose(range(1, max(capacities)))]
    if goal[1] >= capacities[1]:
        raise MissedWishError("the amount did not fit into the jug")
    puzzle = PuzzleFile(**jugs_of(capacities, goal))
    instance = instantiate(puzzle, {})
    found = strategy_of(instance).find_best_solution()
    if found.moves is None or len(found.moves) < LONG_ENOUGH:
        raise MissedWishError("too few pourings, or none, led to the amount")
    proven = {"status": "optimal", "search": "best first", "pourings": len(found.moves)}
    return wishes.make_draft(puzzle, proven, instance)


def propose_twins(draw: SeededRandom, puzzle: PuzzleFile) -> Iterator[Twin]:
    """Propose sizes with a common divisor: only its multiples can be measured."""
    for divisor in (2, 3):
        for larger in range(2, 6):
            capacities = [divisor, divisor * larger]
            yield Twin(PuzzleFile(**jugs_of(capacities, [-1, divisor * larger - 1])), "other sizes")


INVENTOR = Inventor("jugs", draw_jugs, propose_twins, (), supported_wishes=())
