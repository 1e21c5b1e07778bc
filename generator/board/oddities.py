"""What is legal on a board, but odd: what cannot be placed, givens that leave several solutions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from generator.board.instance import BoardInstance, QueensInstance, SudokuInstance
from generator.board.puzzle_file import BoardFile
from generator.placing.counting import Counting
from generator.puzzle_file import Oddity

MOST_NODES = 20_000


def oddities(puzzle: BoardFile, instance: BoardInstance) -> Iterator[Oddity]:
    """Yield boards on which nothing can be placed, and sudokus that are not for people."""
    match instance:
        case QueensInstance():
            if len(instance.items) in (2, 3):
                yield Oddity("board.size", "too-small", "the queens cannot but attack each other", hopeless=True)
        case SudokuInstance():
            (givens,) = puzzle.read_from_files()
            key, counting = f"parameters.{givens}.default", Counting(instance)
            solutions = counting.count(lambda nodes: nodes < MOST_NODES and counting.found < 2)
            if solutions == 0:
                yield Oddity(key, "contradiction", "the givens leave no solution", hopeless=True)
            elif counting.found > 1:
                yield Oddity(key, "several-solutions", "the givens leave several solutions")
        case _:
            assert_never(instance)
