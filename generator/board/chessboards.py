"""The construction of the instances of chessboards from a puzzle file.

A board of queens has an item for each row, a board of other pieces an item for each group of squares that attack each
other.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import Item, Spot
from ferryplan.generator.assignment.search import AssignmentSearch, NodeLimitError
from ferryplan.generator.board.clues import QueensApartClue
from ferryplan.generator.board.instance import PiecesInstance, QueensInstance
from ferryplan.generator.board.peace import AtPeaceClue, PieceCountClue
from ferryplan.generator.board.pieces import PIECES, Piece, Square, attacks_square, divide_squares
from ferryplan.generator.board.puzzle_file import BoardFile, PiecesTable, QueensTable
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.names import make_pddl_symbols
from ferryplan.generator.parameters import PuzzleEvaluation

MAX_QUEENS_SIDE = 30
"""the largest side of a board of queens"""
MAX_PIECES_SIDE = 12
"""the largest side of a board of other pieces, whose description lists each square"""
MAX_NODES = 200_000
"""largest number of placements that the search for the largest number of pieces tries"""


def parse_square(name: str) -> Square:
    """Return the row and the column, both from 0, of a square or cell with a name such as ``r1c2``."""
    row, _, column = name.removeprefix("r").partition("c")
    return int(row) - 1, int(column) - 1


def format_square(square: Square) -> str:
    """Return the name of a square, such as ``r1c2``, for a row and a column from 0."""
    return f"r{square[0] + 1}c{square[1] + 1}"


def make_queens_instance(evaluation: PuzzleEvaluation[BoardFile], board: QueensTable) -> QueensInstance:
    """Return the instance of a board of queens; errors in the file are reported."""
    size = evaluation.evaluate_number(board.size, "board.size", 1, MAX_QUEENS_SIDE)
    given, forbidden = _read_given_and_forbidden(evaluation, board, "queens", size, size)
    taken, every = set[str](), tuple(range(size))
    numbers = [str(number + 1) for number in every]
    names = [f"row {number}" for number in numbers]
    rows = make_pddl_symbols(names, "row", taken)
    columns = make_pddl_symbols([f"column {number}" for number in numbers], "column", taken)
    known = dict(given)
    spots = [
        tuple(column for column in every if known.get(row, column) == column and (row, column) not in forbidden)
        for row in every
    ]
    return QueensInstance(
        **evaluation.make_instance_fields(),
        items=tuple(
            Item(name, format_message("boards.queen-of-row", row=name), symbol, "row", spots[row])
            for row, (name, symbol) in enumerate(zip(names, rows, strict=True))
        ),
        spots=tuple(Spot(number, f"column {number}", symbol) for number, symbol in zip(numbers, columns, strict=True)),
        clues=(QueensApartClue("column", every), QueensApartClue("diagonal", every)),
        order=tuple(sorted(every, key=lambda row: row not in known)),
        given=given,
        forbidden=forbidden,
    )


def make_pieces_instance(evaluation: PuzzleEvaluation[BoardFile], board: PiecesTable) -> PiecesInstance:
    """Return the instance of a board of other pieces; errors in the file are reported.

    If the file asks for it, the instance has the largest number of pieces that fit.
    """
    rows, columns = (
        evaluation.evaluate_number(side, f"board.{key}", 1, MAX_PIECES_SIDE)
        for key, side in (("rows", board.rows), ("columns", board.columns))
    )
    said = evaluation.fill_text(board.piece, "board.piece")
    piece = next((one for one in PIECES if one == said), None)
    if piece is None:
        unknown = format_message("puzzles.unknown-name", what="piece", name=said)
        evaluation.report_error("board.piece", f"{unknown}{format_suggestion(said, PIECES)}")
        piece = "rooks"
    given, forbidden = _read_given_and_forbidden(evaluation, board, piece, rows, columns)
    free = frozenset(
        square
        for square in itertools.product(range(rows), range(columns))
        if square not in forbidden and not any(attacks_square(piece, one, square) for one in given)
    )
    if not free:
        evaluation.report_error(
            "board.forbidden",
            format_message("boards.no-free-square"),
            "board.rows",
            "board.columns",
        )
    most = _find_max_piece_count(piece, rows, columns, free, given) if "most" in str(board.number) else 0
    if most is None:
        evaluation.report_error("board.number", format_message("boards.most-takes-too-long", limit=MAX_NODES))
        most = len(given)
    asked = evaluation.evaluate(board.number, "board.number", most=most)
    number = evaluation.evaluate_number(asked, "board.number", max(1, len(given)), rows * columns)
    return PiecesInstance(
        **evaluation.make_instance_fields(),
        **_make_piece_fields(piece, rows, columns, free, given, number),
        forbidden=forbidden,
        most=number == most,
    )


def _read_given_and_forbidden(
    evaluation: PuzzleEvaluation[BoardFile], board: QueensTable | PiecesTable, piece: Piece, rows: int, columns: int
) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """Return the squares of the given pieces, and the forbidden squares, both in reading order.

    Errors in the file are reported.
    """
    given, forbidden = dict[Square, str](), dict[Square, str]()
    for key, names, found in (("given", board.given, given), ("forbidden", board.forbidden, forbidden)):
        for index, name in enumerate(names):
            square, where = parse_square(name), f"board.{key}[{index}]"
            attacked = [other for other in given if attacks_square(piece, other, square)] if key == "given" else []
            if square[0] >= rows or square[1] >= columns:
                evaluation.report_error(
                    where, format_message("boards.off-board", square=name, rows=rows, columns=columns)
                )
            elif square in given or square in forbidden:
                evaluation.report_error(where, format_message("boards.square-twice", square=name))
            elif attacked:
                said = {"square": name, "other": given[attacked[0]], "pieces": piece}
                evaluation.report_error(where, format_message("boards.given-under-attack", **said))
            else:
                found[square] = name
    return tuple(sorted(given)), tuple(sorted(forbidden))


@functools.lru_cache(maxsize=32)
def _find_max_piece_count(
    piece: Piece, rows: int, columns: int, free: frozenset[Square], given: tuple[Square, ...]
) -> int | None:
    """Return the largest number of pieces that fit; None if the search takes too long.

    The number of groups of squares is an upper bound; the search tries this number and then smaller ones. ``free`` are
    the squares that are neither forbidden nor attacked by a given piece.
    """
    nothing: dict[str, Any] = dict.fromkeys(("family", "puzzle", "reference", "title", "story", "source"), "")
    try:
        for number in range(len(divide_squares(piece, free)), 0, -1):
            instance = PiecesInstance(
                **nothing,
                parameters=(),
                **_make_piece_fields(piece, rows, columns, free, given, number),
                forbidden=(),
                most=True,
            )
            if AssignmentSearch(instance).find_first(MAX_NODES) is not None:
                return number
    except NodeLimitError:
        return None
    return 0


def _make_piece_fields(
    piece: Piece, rows: int, columns: int, free: Collection[Square], given: Collection[Square], number: int
) -> dict[str, Any]:
    """Return the fields of a `PiecesInstance` with ``number`` pieces on the free squares of a board."""
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    divided, taken, nowhere = divide_squares(piece, free), set[str](), len(squares)
    spare = len(divided) - number
    names = [group.name for group in divided] + [f"{piece[:-1]} {left}" for left in range(len(divided) + 1, number + 1)]
    spots_of: list[tuple[int, ...]] = [
        (*sorted(map(squares.index, group.squares)), *[nowhere] * (spare > 0 and group.squares[0] not in given))
        for group in divided
    ]
    every = tuple(range(len(names)))
    items = zip(names, make_pddl_symbols(names, "group", taken), [*spots_of, *[()] * max(0, -spare)], strict=True)
    called = [*map(format_square, squares), "nowhere"]
    spots = [
        Spot(name, f"row {square[0] + 1}, column {square[1] + 1}" if square else "no square", symbol)
        for name, symbol, square in zip(
            called, make_pddl_symbols(called, "square", taken), [*squares, None], strict=True
        )
    ]
    return {
        "items": tuple(Item(name, name, symbol, name.rpartition(" ")[0], spots) for name, symbol, spots in items),
        "spots": tuple(spots[: None if spare > 0 else -1]),
        "clues": (
            AtPeaceClue(every, piece, rows, columns),
            *[PieceCountClue(every, piece, number, nowhere)] * (spare > 0),
        ),
        "order": tuple(sorted(every, key=lambda item: item >= len(divided) or divided[item].squares[0] not in given)),
        "piece": piece,
        "rows": rows,
        "columns": columns,
        "number": number,
        "given": tuple(given),
    }
