"""A placement on a board as a sentence, with the reason for it where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from generator.board.grid import Unit, units
from generator.board.instance import BoardInstance, QueensInstance, SudokuInstance
from generator.placing.instance import Clue, Placed, Placement, PlacingInstance
from generator.wording import listing

__all__ = ["sentence"]


def sentence(instance: BoardInstance, placement: Placement, placed: Placed, clues: Sequence[Clue]) -> str:
    """Return the placement as a sentence, with the reason that it is forced, as far as the instance's clues say so.

    ``placed`` is what was placed before; it may hold the placement, too. ``clues`` are not needed: those of a board are about all of it, and
    so none is complete before the end.
    """
    item, spot = instance.items[placement.item], instance.spots[placement.spot]
    before = {other: at for other, at in placed.items() if other != placement.item}
    match instance:
        case SudokuInstance():
            return f"{item.called.capitalize()} is {spot.name}{_reason(instance, placement, before)}"
        case QueensInstance():
            goes = f"{item.called.capitalize()} goes to {spot.called}"
            left = _open_spots(instance, placement.item, before, instance.clues)
            forced = len(item.spots) > 1 and left == [placement.spot]
            return f"{goes}: every other square of the row is attacked." if forced else f"{goes}."
        case _:
            assert_never(instance)


def _reason(instance: SudokuInstance, placement: Placement, before: Placed) -> str:
    """Return why a cell holds its digit: no other digit is left for it, or no other cell for the digit; else what is left."""
    direct = [clue for clue in instance.clues if clue.kind in ("row", "column", "box")]
    left = _open_spots(instance, placement.item, before, direct)
    if left == [placement.spot]:
        return ": no other digit is left."
    unit = _only_home(instance, placement, before, direct)
    if unit is not None:
        return f": no other cell of {unit.name} is left for it."
    return f": {listing([instance.spots[spot].name for spot in left])} are left there, and the search took {instance.spots[placement.spot].name}."


def _open_spots(instance: PlacingInstance, item: int, before: Placed, clues: Sequence[Clue]) -> list[int]:
    """Return where an item may go, as far as the clues say at once."""
    return [spot for spot in instance.items[item].spots if all(clue.allows({**before, item: spot}) for clue in clues)]


def _only_home(instance: SudokuInstance, placement: Placement, before: Placed, clues: Sequence[Clue]) -> Unit | None:
    """Return a row, a column or a box, boxes first, in which the clues leave the digit this cell only; None if there is none."""
    empty = instance.grid.empty
    cell, items = empty[placement.item], {cell: item for item, cell in enumerate(empty)}
    for unit in reversed(units(instance.grid.side)):
        if cell not in unit.cells:
            continue
        others = (items[other] for other in unit.cells if other in items and other != cell)
        if not any(
            placement.spot in instance.items[other].spots
            and all(clue.allows({**before, other: placement.spot}) for clue in clues)
            for other in others
            if other not in before
        ):
            return unit
    return None
