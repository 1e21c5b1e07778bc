"""From a puzzle file's chessboard to the fields of an instance: queens row by row, pieces group by group."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.clues import Apart
from ferryplan.generator.board.instance import PiecesInstance, QueensInstance
from ferryplan.generator.board.peace import AtPeace, HowMany
from ferryplan.generator.board.pieces import PIECES, Piece, Square, attacks, groups
from ferryplan.generator.board.puzzle_file import BoardFile, PiecesTable, QueensTable
from ferryplan.generator.errors import nearest
from ferryplan.generator.names import symbols
from ferryplan.generator.parameters import Evaluation
from ferryplan.generator.placing.instance import Item, Spot
from ferryplan.generator.placing.search import ExhaustedError, Search

LARGEST_BOARD = 30
"""for queens"""
LARGEST_SIDE = 12
"""for pieces of any kind, each square of which is told on its own"""
MOST_NODES = 200_000
"""so many placements are tried to find the greatest number of pieces"""


def place(name: str) -> Square:
    """Return the row and the column of a cell or a square by its name, from 0."""
    row, _, column = name.removeprefix("r").partition("c")
    return int(row) - 1, int(column) - 1


def named(square: Square) -> str:
    """Return the name of a square: ``r1c2``."""
    return f"r{square[0] + 1}c{square[1] + 1}"


def queens(evaluation: Evaluation[BoardFile], board: QueensTable) -> QueensInstance:
    """Return the queens of a chessboard."""
    size = evaluation.number(board.size, "board.size", 1, LARGEST_BOARD)
    given, forbidden = _given_and_forbidden(evaluation, board, "queens", size, size)
    taken, every = set[str](), tuple(range(size))
    numbers = [str(number + 1) for number in every]
    names = [f"row {number}" for number in numbers]
    rows = symbols(names, "row", taken)
    columns = symbols([f"column {number}" for number in numbers], "column", taken)
    known = dict(given)
    spots = [
        tuple(column for column in every if known.get(row, column) == column and (row, column) not in forbidden)
        for row in every
    ]
    return QueensInstance(
        **evaluation.described(),
        items=tuple(
            Item(name, format_message("boards.queen-of-row", row=name), symbol, "row", spots[row])
            for row, (name, symbol) in enumerate(zip(names, rows, strict=True))
        ),
        spots=tuple(Spot(number, f"column {number}", symbol) for number, symbol in zip(numbers, columns, strict=True)),
        clues=(Apart("column", every), Apart("diagonal", every)),
        order=tuple(sorted(every, key=lambda row: row not in known)),
        given=given,
        forbidden=forbidden,
    )


def pieces(evaluation: Evaluation[BoardFile], board: PiecesTable) -> PiecesInstance:
    """Return the pieces of a chessboard, and of those as many as fit if that is asked."""
    rows, columns = (
        evaluation.number(side, f"board.{key}", 1, LARGEST_SIDE)
        for key, side in (("rows", board.rows), ("columns", board.columns))
    )
    said = evaluation.text(board.piece, "board.piece")
    piece = next((one for one in PIECES if one == said), None)
    if piece is None:
        unknown = format_message("puzzles.unknown-name", what="piece", name=said)
        evaluation.wrong("board.piece", f"{unknown}{nearest(said, PIECES)}")
        piece = "rooks"
    given, forbidden = _given_and_forbidden(evaluation, board, piece, rows, columns)
    free = frozenset(
        square
        for square in itertools.product(range(rows), range(columns))
        if square not in forbidden and not any(attacks(piece, one, square) for one in given)
    )
    if not free:
        evaluation.wrong(
            "board.forbidden",
            format_message("boards.no-free-square"),
            "board.rows",
            "board.columns",
        )
    most = _most(piece, rows, columns, free, given) if "most" in str(board.number) else 0
    if most is None:
        evaluation.wrong("board.number", format_message("boards.most-takes-too-long", limit=MOST_NODES))
        most = len(given)
    asked = evaluation.value(board.number, "board.number", most=most)
    number = evaluation.number(asked, "board.number", max(1, len(given)), rows * columns)
    return PiecesInstance(
        **evaluation.described(),
        **_peace(piece, rows, columns, free, given, number),
        forbidden=forbidden,
        most=number == most,
    )


def _given_and_forbidden(
    evaluation: Evaluation[BoardFile], board: QueensTable | PiecesTable, piece: Piece, rows: int, columns: int
) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """Return the squares on which pieces stand already, and those on which none may, in reading order; mistakes are kept."""
    given, forbidden = dict[Square, str](), dict[Square, str]()
    for key, names, found in (("given", board.given, given), ("forbidden", board.forbidden, forbidden)):
        for index, name in enumerate(names):
            square, where = place(name), f"board.{key}[{index}]"
            attacked = [other for other in given if attacks(piece, other, square)] if key == "given" else []
            if square[0] >= rows or square[1] >= columns:
                evaluation.wrong(where, format_message("boards.off-board", square=name, rows=rows, columns=columns))
            elif square in given or square in forbidden:
                evaluation.wrong(where, format_message("boards.square-twice", square=name))
            elif attacked:
                said = {"square": name, "other": given[attacked[0]], "pieces": piece}
                evaluation.wrong(where, format_message("boards.given-under-attack", **said))
            else:
                found[square] = name
    return tuple(sorted(given)), tuple(sorted(forbidden))


@functools.lru_cache(maxsize=32)
def _most(piece: Piece, rows: int, columns: int, free: frozenset[Square], given: tuple[Square, ...]) -> int | None:
    """Return how many pieces fit; None if that takes too many placements. More than there are groups never do; for fewer all is tried."""
    nothing: dict[str, Any] = dict.fromkeys(("family", "puzzle", "reference", "title", "story", "source"), "")
    try:
        for number in range(len(groups(piece, free)), 0, -1):
            instance = PiecesInstance(
                **nothing, parameters=(), **_peace(piece, rows, columns, free, given, number), forbidden=(), most=True
            )
            if Search(instance).first(MOST_NODES) is not None:
                return number
    except ExhaustedError:
        return None
    return 0


def _peace(
    piece: Piece, rows: int, columns: int, free: Collection[Square], given: Collection[Square], number: int
) -> dict[str, Any]:
    """Return the groups, the squares, the clues and the order of so many pieces on the free squares of a board."""
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    divided, taken, nowhere = groups(piece, free), set[str](), len(squares)
    spare = len(divided) - number
    names = [group.name for group in divided] + [f"{piece[:-1]} {left}" for left in range(len(divided) + 1, number + 1)]
    spots_of: list[tuple[int, ...]] = [
        (*sorted(map(squares.index, group.squares)), *[nowhere] * (spare > 0 and group.squares[0] not in given))
        for group in divided
    ]
    every = tuple(range(len(names)))
    items = zip(names, symbols(names, "group", taken), [*spots_of, *[()] * max(0, -spare)], strict=True)
    called = [*map(named, squares), "nowhere"]
    spots = [
        Spot(name, f"row {square[0] + 1}, column {square[1] + 1}" if square else "no square", symbol)
        for name, symbol, square in zip(called, symbols(called, "square", taken), [*squares, None], strict=True)
    ]
    return {
        "items": tuple(Item(name, name, symbol, name.rpartition(" ")[0], spots) for name, symbol, spots in items),
        "spots": tuple(spots[: None if spare > 0 else -1]),
        "clues": (
            AtPeace(every, piece, rows, columns),
            *[HowMany(every, piece, number, nowhere)] * (spare > 0),
        ),
        "order": tuple(sorted(every, key=lambda item: item >= len(divided) or divided[item].squares[0] not in given)),
        "piece": piece,
        "rows": rows,
        "columns": columns,
        "number": number,
        "given": tuple(given),
    }
