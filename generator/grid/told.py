"""The placements of a logic grid in words."""

from __future__ import annotations

from collections.abc import Sequence

from generator.grid.instance import GridInstance
from generator.grid.wording import finished
from generator.placing.instance import Clue, Placed, Placement
from generator.wording import listing

__all__ = ["sentence"]


def sentence(instance: GridInstance, placement: Placement, placed: Placed, clues: Sequence[Clue]) -> str:
    """Return a placement as a sentence: "The Englishman lives in house 3, since house 3 is red (clue 1)."

    ``placed`` is what is placed before it (with or without itself), ``clues`` are those that it uses. Where the clues leave other positions
    too, as far as can be seen by now, the sentence says so: the planner has tried them.
    """
    before = {item: spot for item, spot in placed.items() if item != placement.item}
    alone, reasons = [], []
    for clue in clues:
        if clue not in instance.given:
            continue
        number = f"clue {instance.clues.index(clue) + 1}"
        others = [instance.statements[item][before[item]] for item in clue.scope if item in before]
        if others:
            reasons.append(f"{listing(others)} ({number})")
        else:
            alone.append(number)
    text = instance.statements[placement.item][placement.spot]
    if alone:
        text += f" ({listing(alone)})"
    if reasons:
        text += f", since {listing(reasons)}"
    rest = [instance.spots[spot].called for spot in _open(instance, placement.item, before) if spot != placement.spot]
    if rest:
        text += f"; so far {listing(rest)} would do, too"
    elif not (alone or reasons):
        text += f": no other {instance.position} is left"
    return finished(text)


def _open(instance: GridInstance, item: int, before: Placed) -> list[int]:
    """Return where the clues still allow an item."""
    clues = [clue for clue in instance.clues if item in clue.scope]
    return [spot for spot in instance.items[item].spots if all(clue.allows({**before, item: spot}) for clue in clues)]
