"""What the entries of the families that place things have in common."""

from __future__ import annotations

from typing import Any

from generator.family import Optimum
from generator.placing.instance import PlacingInstance
from generator.placing.search import Search

__all__ = ["LACKS", "comments", "optimum", "sizes"]

LACKS = {
    "longer": "every solution places each item once",
    "up-to-symmetry": "no exchange of items or spots is looked for",
}
"""What cannot be asked of these families, by option, and why."""


def comments(instance: PlacingInstance) -> dict[str, Any]:
    """Return what the comments of all templates tell of an instance, and what its header says besides."""
    return {"rules": list(dict.fromkeys(clue.says for clue in instance.clues)), "more_header": []}


def sizes(instance: PlacingInstance) -> dict[str, int]:
    """Return how many items and spots there are."""
    return {"items": len(instance.items), "spots": len(instance.spots)}


def optimum(instance: PlacingInstance, most: int) -> tuple[Optimum, int]:
    """Return what trying at most so many placements tells, and how many were tried; all plans have as many placements as items."""
    search = Search(instance)
    solution = next(search.solutions(lambda nodes: nodes < most), None)
    source = "the clues, searched on their own"
    if solution is not None:
        return Optimum(True, len(solution), None, source), search.nodes
    return Optimum(False, source=source) if search.complete else Optimum(), search.nodes
