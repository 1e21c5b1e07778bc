"""The family `board`: queens and sudoku."""

from __future__ import annotations

from collections.abc import Iterator

from generator.board.instance import BoardInstance, QueensInstance
from generator.board.instantiation import fewer_givens, instantiate
from generator.board.puzzle_file import BoardFile
from generator.board.teller import board_teller
from generator.family import Formulation
from generator.placing.family import placing_family
from generator.puzzle_file import Oddity


def _formulations() -> tuple[Formulation[BoardInstance], ...]:
    from generator.board.formulations import FORMULATIONS

    return FORMULATIONS


def _oddities(puzzle: BoardFile, instance: BoardInstance) -> Iterator[Oddity]:
    """Yield a board that is too small for its queens."""
    if isinstance(instance, QueensInstance) and len(instance.items) in (2, 3):
        yield Oddity("board.size", "too-small", "the queens cannot but attack each other", hopeless=True)


FAMILY = placing_family(
    "board", BoardFile, instantiate, _formulations, board_teller, changes=fewer_givens, oddities=_oddities
)
