"""What PDDL says of positions: relations between them that do not change, in which clues are put."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ferryplan.generator.grid.clues import SimpleClue
from ferryplan.generator.grid.instance import GridInstance

_NAMES = {
    "at": ("is-{there.symbol}", "{there.called}"),
    "not-at": ("is-not-{there.symbol}", "any other than {there.called}"),
    "end": ("outer", "at an end"),
    "inner": ("inner", "not at an end"),
    "odd": ("odd", "with an odd number"),
    "even": ("even", "with an even number"),
    "different": ("other", "two different positions"),
    "right-of": ("directly-right-of", "the first is directly to the right of the second"),
    "next-to": ("next-to", "neighbors"),
    "distance": ("apart-{number}", "{number} apart"),
    "somewhere-right-of": ("somewhere-right-of", "the first is somewhere to the right of the second"),
}
"""of each kind of clues the name of a relation and what it means; with ``not`` in front of both where a kind has that in front"""
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
    if clue.kind == "same":
        return None, clue.scope
    negated = clue.kind not in _NAMES and clue.kind.startswith("not-")
    kind = clue.kind.removeprefix("not-") if negated else clue.kind
    turned = kind in _OPPOSITE
    there = instance.spots[clue.number] if len(clue.scope) == 1 else None
    name, says = (text.format(number=clue.number, there=there) for text in _NAMES[_OPPOSITE.get(kind, kind)])
    holds = (lambda one, other: clue.holds(other, one)) if turned else clue.holds
    if negated:
        name, says = f"not-{name}", f"not {says}"
    return Relation(name, says, len(clue.scope), holds), clue.scope[::-1] if turned else clue.scope


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
