"""The proof that an invented assignment puzzle has exactly one solution."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.inventing.wishes import PROOF_BY_PROPAGATION

UNIQUENESS_PROOF = {"status": "solved", "search": PROOF_BY_PROPAGATION, "solutions": 1, "minimal": True}
"""the JSON object by which an invented puzzle states how its unique solution is proven"""


def has_unique_solution(search: AssignmentSearch, allowed_spots: Mapping[int, int] | None = None) -> bool:
    """Return whether the search finds exactly one solution.

    ``allowed_spots`` maps some items to a bit mask of the only spots that they may have.
    """
    return len([*itertools.islice(search.solutions(allowed_spots=allowed_spots), 2)]) == 1
