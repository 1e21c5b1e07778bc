"""The family `board`: queens and sudoku."""

from __future__ import annotations

from generator.board.instance import BoardInstance
from generator.board.instantiation import fewer_givens, instantiate
from generator.board.puzzle_file import BoardFile
from generator.board.teller import board_teller
from generator.family import Formulation
from generator.placing.family import placing_family


def _formulations() -> tuple[Formulation[BoardInstance], ...]:
    from generator.board.formulations import FORMULATIONS

    return FORMULATIONS


FAMILY = placing_family("board", BoardFile, instantiate, _formulations, board_teller, changes=fewer_givens)
