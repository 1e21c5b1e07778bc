"""Inputs for drafts: the sizes of a small grid, a known crossing, and the first draft that meets its wishes."""

from __future__ import annotations

from collections.abc import Callable

from ferryplan.generator.inventing.wishes import MissedWishError, PuzzleDraft
from ferryplan.generator.seeded_random import SeededRandom

SMALL_GRID = {"positions": range(3, 4), "categories": range(2, 3)}
"""the sizes of the smallest grids"""
FARMER = {
    "family": "crossing", "name": "invented", "places": [{"name": "start"}, {"name": "goal"}],
    "kinds": [{"name": "alpha"}, *({"name": name, "rows": False} for name in ("beta", "gamma", "delta"))],
    "boat": {"capacity": 2},
    "rules": [{"rule": "guard", "victims": ["gamma"], "threats": ["beta"], "guardian": "alpha"},
              {"rule": "guard", "victims": ["delta"], "threats": ["gamma"], "guardian": "alpha"}],
    "start": {"boat": "start", "everyone": "start"}, "goal": {"everyone": "goal"},
}  # fmt: skip
"""the wolf, the goat and the cabbage: 7 crossings, 10 states (Alcuin, Propositiones XVIII)"""


def find_first_draft(draft: Callable[[SeededRandom], PuzzleDraft]) -> PuzzleDraft:
    """Return the first draft that meets its wishes."""
    for seed in range(50):
        try:
            return draft(SeededRandom(f"{seed}"))
        except MissedWishError:
            continue
    raise AssertionError("too few")
