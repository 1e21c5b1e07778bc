"""The family `board`: queens and sudoku."""

from __future__ import annotations

from generator.board.formulations import FORMULATIONS
from generator.board.instantiation import instantiate
from generator.board.puzzle_file import BoardFile, check_references
from generator.board.teller import BoardTeller
from generator.family import Family
from generator.placing.lacks import LACKS, comments
from generator.placing.space import PlacingSpace

__all__ = ["FAMILY"]

FAMILY = Family(
    name="board",
    file=BoardFile,
    check_references=check_references,
    instantiate=instantiate,
    formulations=FORMULATIONS,
    context=comments,
    space=PlacingSpace,
    teller=BoardTeller,
    lacks=LACKS,
)
