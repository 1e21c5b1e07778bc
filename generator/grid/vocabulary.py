"""What a logic grid is made of, as PDDL names it, in every dialect."""

from __future__ import annotations

from typing import Any

from generator.grid.instance import GridInstance

__all__ = ["vocabulary"]


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
