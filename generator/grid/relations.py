"""PDDL predicates for fixed relations between positions, with which a logic grid's PDDL states clues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ferryplan.generator.grid.clues import SimpleClue
from ferryplan.generator.grid.instance import GridInstance

_RELATION_NAMES = {
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
"""for each kind of clue, the predicate and its meaning; kinds that begin with ``not-`` add ``not`` to both"""
_CONVERSES = {"left-of": "right-of", "somewhere-left-of": "somewhere-right-of"}
"""the kinds of clues that are stated by another kind's predicate with the positions exchanged"""


@dataclass(frozen=True, slots=True)
class PositionRelation:
    """A PDDL predicate for a fixed property of one position, or relation between two, such as ``next-to``."""

    name: str
    """the predicate"""
    says: str
    """the meaning in words, for a comment"""
    arity: int
    """the number of positions, 1 or 2"""
    holds: Callable[..., bool]
    """a test of the positions, given as indices"""

    def list_facts(self, instance: GridInstance) -> list[list[str]]:
        """Return the PDDL facts of the predicate, in a list for each first position that has any."""
        spots = list(enumerate(instance.spots))
        if self.arity == 1:
            rows = [[f"({self.name} {spot.symbol})" for index, spot in spots if self.holds(index)]]
        else:
            rows = [
                [f"({self.name} {one.symbol} {other.symbol})" for second, other in spots if self.holds(first, second)]
                for first, one in spots
            ]
        return [row for row in rows if row]


def find_relation_and_items(
    clue: SimpleClue, instance: GridInstance
) -> tuple[PositionRelation | None, tuple[int, ...]]:
    """Return the PDDL predicate that a clue demands of positions, and the clue's values in its order.

    The predicate is None for a clue that two values have the same position.
    """
    if clue.kind == "same":
        return None, clue.scope
    negated = clue.kind not in _RELATION_NAMES and clue.kind.startswith("not-")
    kind = clue.kind.removeprefix("not-") if negated else clue.kind
    turned = kind in _CONVERSES
    there = instance.spots[clue.position_or_distance] if len(clue.scope) == 1 else None
    name, says = (
        text.format(number=clue.position_or_distance, there=there)
        for text in _RELATION_NAMES[_CONVERSES.get(kind, kind)]
    )
    holds = (lambda one, other: clue.holds(other, one)) if turned else clue.holds
    if negated:
        name, says = f"not-{name}", f"not {says}"
    return PositionRelation(name, says, len(clue.scope), holds), clue.scope[::-1] if turned else clue.scope


def make_shared_context(instance: GridInstance) -> dict[str, Any]:
    """Return the template variables that both dialects share, by name.

    They are the positions, the categories with their values, the clues, and the value to be placed first.
    """
    symbols = [item.symbol for item in instance.items]
    return {
        "instance": instance,
        "position": instance.position_symbol,
        "positions": [spot.symbol for spot in instance.spots],
        "categories": [
            (category.symbol, [symbols[item] for item in category.items]) for category in instance.categories
        ],
        "clues": [clue.says for clue in instance.given_clues],
        "first": symbols[instance.order[0]],
    }
