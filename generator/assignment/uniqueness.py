"""The proof that an invented assignment puzzle has exactly one solution."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.inventing.wishes import PROOF_BY_PROPAGATION

UNIQUENESS_PROOF = {"status": "solved", "search": PROOF_BY_PROPAGATION, "solutions": 1, "minimal": True}
"""the proof data of an invented assignment puzzle"""


def has_one_solution(search: AssignmentSearch, within: Mapping[int, int] | None = None) -> bool:
    """Return whether there is exactly one solution.

    ``within`` restricts the spots of some items, as masks.
    """
    return len([*itertools.islice(search.solutions(within=within), 2)]) == 1
