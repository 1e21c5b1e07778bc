"""What PDDL says of positions: relations between them that do not change, in which clues are put."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, assert_never

from generator.grid.clues import PairClue, PositionClue, SimpleClue
from generator.grid.instance import GridInstance

_NAMES = {
    "right-of": ("directly-right-of", "directly right of the other"),
    "next-to": ("next-to", "neighbours"),
    "distance": ("apart", "apart by"),
    "somewhere-right-of": ("somewhere-right-of", "somewhere right of the other"),
}
_OPPOSITE = {"left-of": "right-of", "somewhere-left-of": "somewhere-right-of"}
"""the kinds of clues that are said from the other side"""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of one position or of two."""

    name: str
    """as PDDL names it"""
    says: str
    """what it means"""
    arity: int
    holds: Callable[..., bool]
    """whether it holds of the indices of so many positions"""

    def facts(self, instance: GridInstance) -> list[list[str]]:
        """Return where it holds, as PDDL says it: a row for each position that has any, of which it holds first."""
        spots = list(enumerate(instance.spots))
        if self.arity == 1:
            rows = [[f"({self.name} {spot.symbol})" for index, spot in spots if self.holds(index)]]
        else:
            rows = [
                [f"({self.name} {one.symbol} {other.symbol})" for second, other in spots if self.holds(first, second)]
                for first, one in spots
            ]
        return [row for row in rows if row]


def relation_of(clue: SimpleClue, instance: GridInstance, *, negated: bool) -> tuple[Relation | None, tuple[int, ...]]:
    """Return the relation that holds of the positions of a clue's items if the clue does, or, negated, if it does not; and those items.

    None stands for equality.
    """
    match clue:
        case PositionClue():
            return _of_position(clue, instance, negated), clue.scope
        case PairClue():
            return _of_pair(clue, negated)
        case _:
            assert_never(clue)


def _of_pair(clue: PairClue, negated: bool) -> tuple[Relation | None, tuple[int, ...]]:
    if clue.kind in ("same", "different"):
        equal = (clue.kind == "same") != negated
        return None if equal else Relation(
            "other", "two different ones", 2, lambda one, other: one != other
        ), clue.scope
    turned = clue.kind in _OPPOSITE
    name, says = _NAMES[_OPPOSITE.get(clue.kind, clue.kind)]
    if clue.kind == "distance":
        name, says = f"{name}-{clue.distance}", f"{says} {clue.distance}"
    if negated:
        name, says = f"not-{name}", f"not {says}"

    def holds(one: int, other: int) -> bool:
        return (clue.holds(other, one) if turned else clue.holds(one, other)) != negated

    return Relation(name, says, 2, holds), clue.scope[::-1] if turned else clue.scope


def _of_position(clue: PositionClue, instance: GridInstance, negated: bool) -> Relation:
    match clue.kind:
        case "end":
            name, says = ("inner", "not at an end") if negated else ("outer", "at an end")
        case "at" | "not-at":
            (spot,) = clue.spots if clue.kind == "at" else set(range(len(instance.spots))) - set(clue.spots)
            there = (clue.kind == "at") != negated
            name = f"{'is' if there else 'is-not'}-{instance.spots[spot].symbol}"
            says = instance.spots[spot].called if there else f"any but {instance.spots[spot].called}"
        case _:
            assert_never(clue.kind)
    return Relation(name, says, 1, lambda index: (index in clue.spots) != negated)


def vocabulary(instance: GridInstance) -> dict[str, Any]:
    """Return what the templates of all dialects lay out: positions, categories with their values, clues, the value to be placed first."""
    symbols = [item.symbol for item in instance.items]
    return {
        "instance": instance,
        "position": instance.position_symbol,
        "positions": [spot.symbol for spot in instance.spots],
        "categories": [
            (category.symbol, [symbols[item] for item in category.items]) for category in instance.categories
        ],
        "clues": [clue.says for clue in instance.given],
        "first": symbols[instance.order[0]],
    }
