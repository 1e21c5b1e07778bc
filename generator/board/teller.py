"""What says queens on a board and the digits of a sudoku: the board as a table and drawn, placements with their reasons, what closes the story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from generator.board.grid import DIGITS, KINDS, Unit, units
from generator.board.instance import BoardInstance, QueensInstance, SudokuInstance, filled
from generator.placing.instance import Clue, Placed, Placement
from generator.placing.teller import PlacingTeller
from generator.templates import render
from generator.wording import Table, listing


def board_teller(instance: BoardInstance) -> QueensTeller | SudokuTeller:
    """Return the words for a board."""
    match instance:
        case QueensInstance():
            return QueensTeller(instance)
        case SudokuInstance():
            return SudokuTeller(instance)
        case _:
            assert_never(instance)


class QueensTeller(PlacingTeller):
    """The words for queens on a chessboard."""

    instance: QueensInstance

    def board(self, placed: Placed) -> Table:
        """Return the board with what is placed so far, ``Q`` a queen and ``.`` any other square; rows and columns are numbered from 1."""
        columns = range(len(self.instance.spots))
        return Table(
            ("", *(spot.name for spot in self.instance.spots)),
            tuple(
                (str(row + 1), *("Q" if placed.get(row) == column else "." for column in columns))
                for row in range(len(self.instance.items))
            ),
            rigid=True,
        )

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence, with the reason that it is forced, as far as the instance's clues say so.

        ``before`` may hold the placement, too; ``clues`` are not needed: those of a board are about all of it, and so none is complete
        before the end.
        """
        item, spot = self.instance.items[placement.item], self.instance.spots[placement.spot]
        left = self.open_spots(placement.item, before, self.instance.clues)
        forced = len(item.spots) > 1 and left == [placement.spot]
        reason = ": every other square of the row is attacked" if forced else ""
        return f"{item.called.capitalize()} goes to {spot.called}{reason}."

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return what closes the story."""
        queens = len(self.instance.items)
        if queens == 1:
            return ("The queen stands on the only square.",)
        return (f"{queens} queens stand on the board, and none attacks another.",)

    def svg(self, placed: Placed) -> str:
        """Return the board as an SVG picture, for light and dark screens."""
        queens = sorted(placed.items())
        context = {
            "title": self.instance.title,
            "told": ", ".join(f"row {row + 1} column {column + 1}" for row, column in queens),
            "side": len(self.instance.items),
            "legend": False,
            "queens": queens,
        }
        return render("board/pictures/queens.svg.j2", context)


class SudokuTeller(PlacingTeller):
    """The words for a sudoku."""

    instance: SudokuInstance

    def board(self, placed: Placed) -> Table:
        """Return the grid with what is placed so far, empty cells as empty texts, ``|`` and ``-`` between its boxes; rows and columns are
        numbered from 1."""
        grid = filled(self.instance, placed)
        side, box = grid.side, grid.box

        def parted(cells: list[str], sign: str) -> list[str]:
            """Put a sign between the boxes of a line."""
            return [part for x, cell in enumerate(cells) for part in ([sign, cell] if x and x % box == 0 else [cell])]

        rows = list[tuple[str, ...]]()
        for y in range(side):
            if y and y % box == 0:
                rows.append(("", *parted(["-"] * side, "+")))
            digits = grid.digits[y * side : (y + 1) * side]
            rows.append((str(y + 1), *parted(["" if digit is None else DIGITS[digit] for digit in digits], "|")))
        return Table(("", *parted([str(x + 1) for x in range(side)], "|")), tuple(rows), rigid=True)

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence, with its reason: no other digit is left for the cell, or no other cell for the digit; else what is
        left. ``before`` may hold the placement, too; ``clues`` are not needed."""
        item, spots = self.instance.items[placement.item], self.instance.spots
        others = {other: at for other, at in before.items() if other != placement.item}
        direct = [clue for clue in self.instance.clues if clue.kind in KINDS]
        left = self.open_spots(placement.item, others, direct)
        digit = spots[placement.spot].name
        if left == [placement.spot]:
            reason = "no other digit is left"
        elif unit := self._only_home(placement, others, direct):
            reason = f"no other cell of {unit.name} is left for it"
        else:
            reason = f"{listing([spots[spot].name for spot in left])} are left there, and the search took {digit}"
        return f"{item.called.capitalize()} is {digit}: {reason}."

    def _only_home(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> Unit | None:
        """Return a row, a column or a box, boxes first, in which the clues leave the digit this cell only; None if there is none."""
        empty = self.instance.grid.empty
        cell, items = empty[placement.item], {cell: item for item, cell in enumerate(empty)}
        for unit in (unit for unit in reversed(units(self.instance.grid.side)) if cell in unit.cells):
            others = (items[other] for other in unit.cells if other in items and other != cell)
            if not any(
                placement.spot in self.instance.items[other].spots
                and all(clue.allows({**before, other: placement.spot}) for clue in clues)
                for other in others
                if other not in before
            ):
                return unit
        return None

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return what closes the story."""
        return ("Every row, every column and every box holds every digit once.",)

    def svg(self, placed: Placed) -> str:
        """Return the grid as an SVG picture, for light and dark screens."""
        grid, given = filled(self.instance, placed), self.instance.grid
        places = [(*grid.place(cell), cell, digit) for cell, digit in enumerate(grid.digits) if digit is not None]
        context = {
            "title": self.instance.title,
            "told": grid.text,
            "side": grid.side,
            "legend": True,
            "box": grid.box,
            "digits": [
                {"row": row, "column": column, "digit": DIGITS[digit], "given": given.digits[cell] is not None}
                for row, column, cell, digit in places
            ],
        }
        return render("board/pictures/sudoku.svg.j2", context)
