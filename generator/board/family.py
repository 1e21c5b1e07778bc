"""The family `board`: queens, peaceable pieces and sudoku."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.formulations import context
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.board.instantiation import changed, instantiate
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.board.speller import board_speller
from ferryplan.generator.board.teller import board_teller
from ferryplan.generator.board.words import BoardWords
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.family import Family
from ferryplan.generator.placing.difficulty import by_search, by_steps
from ferryplan.generator.placing.family import PLACING, formulations
from ferryplan.generator.puzzle_file import Oddity


def _oddities(puzzle: BoardFile, instance: BoardInstance) -> Iterator[Oddity]:
    """Yield a board that is too small for its queens."""
    match instance:
        case QueensInstance():
            if len(instance.items) in (2, 3):
                says = format_message("placing.queens-always-attack")
                yield Oddity("board.size", "too-small", says, hopeless=True)
        case PiecesInstance() | SudokuInstance():
            pass
        case _:
            assert_never(instance)


def _difficulty(instance: BoardInstance) -> Difficulty:
    match instance:
        case QueensInstance() | PiecesInstance():
            number = len(instance.items)
            return by_search(
                instance,
                {"pieces": number},
                format_message("placing.pieces-to-place", count=number),
            )
        case SudokuInstance():
            return by_steps(instance)
        case _:
            assert_never(instance)


FAMILY = Family(
    name="board",
    file=BoardFile,
    instantiate=instantiate,
    formulated=lambda: formulations(context, context),
    teller=board_teller,
    changes=changed,
    words=BoardWords,
    oddities=_oddities,
    difficulty=_difficulty,
    **{**PLACING, "speller": board_speller},
)
