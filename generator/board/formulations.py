"""The variables for the PDDL templates of boards."""

from __future__ import annotations

import itertools
from typing import Any, assert_never

from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.board.pieces import safe_spot_masks
from ferryplan.generator.board.sudoku_questions import make_sudoku_context
from ferryplan.generator.names import make_pddl_symbols


def make_board_context(instance: BoardInstance) -> dict[str, Any]:
    """Return the variables for the templates of both dialects, by name."""
    match instance:
        case QueensInstance():
            return _make_queens_context(instance)
        case PiecesInstance():
            return _make_pieces_context(instance)
        case SudokuInstance():
            return make_sudoku_context(instance)
        case _:
            assert_never(instance)


def _make_queens_context(instance: QueensInstance) -> dict[str, Any]:
    """Return the template variables of a board of queens, by name.

    They are the squares, row by row, each with its two diagonals, and the order of the rows.
    """
    order = [instance.items[row].symbol for row in instance.order]
    rows = [row.symbol for row in instance.items]
    columns = [spot.symbol for spot in instance.spots]
    taken = {*rows, *columns}
    numbers = range(1, 2 * len(rows))
    rising, falling = (
        make_pddl_symbols([f"{kind} {number}" for number in numbers], kind, taken) for kind in ("rising", "falling")
    )
    return {
        "board": "queens",
        "rows": rows,
        "columns": columns,
        "files": make_pddl_symbols([f"file {spot.name}" for spot in instance.spots], "file", taken),
        "rising": rising,
        "falling": falling,
        "follows": list(itertools.pairwise([*order, "done"])),
        "board_rows": [
            [(rows[y], columns[x], rising[y + x], falling[len(rows) - 1 + y - x]) for x in item.spots]
            for y, item in enumerate(instance.items)
            if item.spots
        ],
        "barred": [
            (rows[y], columns[x])
            for y, item in enumerate(instance.items)
            for x in range(len(columns))
            if x not in item.spots
        ],
    }


def _make_pieces_context(instance: PiecesInstance) -> dict[str, Any]:
    """Return the template variables of a board of other pieces, by name.

    They are the groups of squares in order, and the squares that each square attacks. In ``strips``, these are only the
    attacked squares of later groups.
    """
    order = [instance.items[item] for item in instance.order]
    free = [spot for item in order for spot in item.spots if spot < instance.rows * instance.columns]
    turn = {spot: number for number, item in enumerate(order) for spot in item.spots}
    symbol = [spot.symbol for spot in instance.spots]
    peace = safe_spot_masks(instance.piece, instance.rows, instance.columns)
    attacked = {
        spot: [other for other in sorted(free) if other != spot and not peace[spot] >> other & 1] for spot in free
    }
    follows = list(itertools.pairwise([*(item.symbol for item in order), "done"]))
    spare = max(0, len(order) - instance.number)
    return {
        "board": "pieces",
        "piece": instance.piece[:-1],
        "pieces": instance.piece,
        "groups": [item.symbol for item in order],
        "first": [*(item.symbol for item in order), "done"][0],
        "follows": follows,
        "squares": [symbol[spot] for spot in sorted(free)],
        "divided": [
            [(symbol[spot], item.symbol) for spot in item.spots if spot in attacked] for item in order if item.spots
        ],
        "attacks": [
            [(symbol[spot], symbol[other]) for other in attacked[spot]] for spot in sorted(free) if attacked[spot]
        ],
        "actions": [
            (
                symbol[spot],
                *follows[turn[spot]],
                [symbol[other] for other in attacked[spot] if turn[other] > turn[spot]],
            )
            for spot in sorted(free)
        ],
        "spare": spare,
        "leavable": [item.symbol for item in order if len(item.spots) > len(set(item.spots) & set(free))],
        "amounts": [f"n{number}" for number in range(spare + 1)],
    }
