"""The family `board`: queens and sudoku."""

from __future__ import annotations

from generator.board.instance import BoardInstance
from generator.board.instantiation import instantiate
from generator.board.puzzle_file import BoardFile, check_references
from generator.board.teller import BoardTeller
from generator.family import Family
from generator.formulation import Formulation
from generator.placing.lacks import LACKS, comments, optimum, sizes
from generator.placing.space import PlacingSpace
from generator.placing.teller import PlacingTeller

__all__ = ["FAMILY"]


def _formulations() -> tuple[Formulation[BoardInstance], ...]:
    from generator.board.formulations import FORMULATIONS

    return FORMULATIONS


FAMILY = Family(
    name="board",
    file=BoardFile,
    check_references=check_references,
    instantiate=instantiate,
    formulated=_formulations,
    context=comments,
    space=PlacingSpace,
    teller=BoardTeller,
    move=PlacingTeller.move,
    sizes=sizes,
    optimum=optimum,
    lacks=LACKS,
)
