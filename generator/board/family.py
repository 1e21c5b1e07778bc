"""The family `board`: queens and sudoku."""

from __future__ import annotations

from generator.board.givens import fewer_givens
from generator.board.instance import BoardInstance
from generator.board.instantiation import instantiate
from generator.board.puzzle_file import BoardFile, check_references
from generator.board.teller import BoardTeller
from generator.family import Formulation
from generator.placing.family import placing_family

__all__ = ["FAMILY"]


def _formulations() -> tuple[Formulation[BoardInstance], ...]:
    from generator.board.formulations import FORMULATIONS

    return FORMULATIONS


FAMILY = placing_family(
    "board", BoardFile, instantiate, _formulations, BoardTeller, check_references, changes=fewer_givens
)
