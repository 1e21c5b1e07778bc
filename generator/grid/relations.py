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
_OF_POSITIONS = {
    "end": ("outer", "at an end"),
    "inner": ("inner", "not at an end"),
    "odd": ("odd", "with an odd number"),
    "even": ("even", "with an even number"),
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


def relation_of(clue: SimpleClue, instance: GridInstance) -> tuple[Relation | None, tuple[int, ...]]:
    """Return the relation that holds of the positions of a clue's items if the clue does, None for equality; and those items."""
    match clue:
        case PositionClue():
            return _of_position(clue, instance), clue.scope
        case PairClue(kind="same"):
            return None, clue.scope
        case PairClue(kind="different"):
            return Relation("other", "two different ones", 2, clue.holds), clue.scope
        case PairClue():
            return _of_pair(clue)
        case _:
            assert_never(clue)


def _of_pair(clue: PairClue) -> tuple[Relation, tuple[int, ...]]:
    kind, negation = clue.kind.removeprefix("not-"), clue.kind.startswith("not-")
    turned = kind in _OPPOSITE
    name, says = _NAMES[_OPPOSITE.get(kind, kind)]
    if kind == "distance":
        name, says = f"{name}-{clue.distance}", f"{says} {clue.distance}"
    if negation:
        name, says = f"not-{name}", f"not {says}"
    if turned:
        return Relation(name, says, 2, lambda one, other: clue.holds(other, one)), clue.scope[::-1]
    return Relation(name, says, 2, clue.holds), clue.scope


def _of_position(clue: PositionClue, instance: GridInstance) -> Relation:
    match clue.kind:
        case "end" | "inner" | "odd" | "even":
            name, says = _OF_POSITIONS[clue.kind]
        case "at" | "not-at":
            there = clue.kind == "at"
            (spot,) = clue.spots if there else set(range(len(instance.spots))) - set(clue.spots)
            name = f"{'is' if there else 'is-not'}-{instance.spots[spot].symbol}"
            says = instance.spots[spot].called if there else f"any but {instance.spots[spot].called}"
        case _:
            assert_never(clue.kind)
    return Relation(name, says, 1, lambda index: index in clue.spots)


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
