"""Identities of puzzles: texts that two puzzles share if they differ only in names or wording.

Two crossings are the same if their state graphs are isomorphic. So it does not matter which rules forbid a move. The
graph has all reachable states, but no directions, names, start or goal. So two crossings that differ only in their goal
are the same, too. Puzzles of other families are the same if they differ only in names.
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import CROSSING, family_of, state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.isomorphism import hash_texts, isomorphism_signature
from ferryplan.generator.search.state_graph import explore_graph

MAX_STATES = 20_000
"""the largest number of states of a crossing whose state graph is compared; larger crossings are compared by structure"""


def structure_signature(instance: AnyInstance) -> str:
    """Return a text that an instance shares with every instance that differs from it only in names.

    The text is computed from the facts that the method `describe_structure` of the family yields.
    """
    return isomorphism_signature(family_of(instance).describe_structure(instance))


def compute_identity(instance: AnyInstance) -> str:
    """Return the identity of an instance: a text that it shares with every instance of the same puzzle."""
    if instance.family != CROSSING:
        return structure_signature(instance)
    try:
        graph = explore_graph(state_space_of(instance), max_states=MAX_STATES)
    except EncodingError:  # several identical boats
        return structure_signature(instance)
    if not graph.complete:
        return structure_signature(instance)
    neighbors: list[set[int]] = [set() for _ in graph.states]
    for origin, entry in graph.link_entries():
        neighbors[origin].add(graph.targets[entry])
        neighbors[graph.targets[entry]].add(origin)
    return hash_graph([sorted(some) for some in neighbors])


def hash_graph(neighbors: Sequence[Sequence[int]]) -> str:
    """Return a text that isomorphic graphs share, computed by color refinement.

    ``neighbors`` has the neighbors of each node. Some graphs that are not isomorphic share the text, too, such as
    regular graphs of equal size and degree. So an invented puzzle may be wrongly dropped as known.
    """
    colors, number = [0] * len(neighbors), 1
    while True:
        seen = [(colors[node], tuple(sorted(colors[one] for one in some))) for node, some in enumerate(neighbors)]
        # The rank of a node's color and neighborhood does not depend on the order of the nodes, so isomorphic
        # graphs have the same last table.
        ranks = {what: rank for rank, what in enumerate(sorted({*seen}))}
        if len(ranks) == number:
            return hash_texts(f"{what} {times}" for what, times in sorted(Counter(seen).items()))
        colors, number = [ranks[what] for what in seen], len(ranks)


@functools.cache
def load_known_identities() -> Mapping[str, str]:
    """Return the identities of the catalog's puzzles, each mapped to the name of a puzzle that has it.

    The identities are read from a file that `benchmarks/known_puzzles.py` writes, because exploring all puzzles takes
    minutes.
    """
    known: dict[str, Any] = json.loads((domains.FOLDER / "known.json").read_text("utf-8"))
    return known
