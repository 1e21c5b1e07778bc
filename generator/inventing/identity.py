"""Identities of puzzles: texts that two puzzles share if they are the same under other names or in other words.

Crossings are the same if their state graphs are: rules that forbid the same moves make one puzzle, and so do other names. The graph is that of all
states within reach, without directions, names, start and goal, so crossings that differ in their goal alone are the same, too. Other puzzles are the
same if they differ in names alone.
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import CROSSING, family_of, state_space
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.isomorphism import hash_texts, signature
from ferryplan.generator.search.state_graph import explore_graph

MOST_STATES = 20_000
"""of a crossing with more states than this the names alone are looked at"""


def signature_of(instance: AnyInstance) -> str:
    """Return the text that an instance shares with each that differs from it in names alone, as its family describes it."""
    return signature(family_of(instance).describe_structure(instance))


def identity_of(instance: AnyInstance) -> str:
    """Return the text that an instance shares with each that is the same."""
    if instance.family != CROSSING:
        return signature_of(instance)
    try:
        graph = explore_graph(state_space(instance), most=MOST_STATES)
    except EncodingError:  # several boats without names
        return signature_of(instance)
    if not graph.complete:
        return signature_of(instance)
    neighbors: list[set[int]] = [set() for _ in graph.states]
    for origin, entry in graph.joined():
        neighbors[origin].add(graph.targets[entry])
        neighbors[graph.targets[entry]].add(origin)
    return hash_graph([sorted(some) for some in neighbors])


def hash_graph(neighbors: Sequence[Sequence[int]]) -> str:
    """Return a text that isomorphic graphs share: what refining colors tells of the graph.

    Graphs that are not isomorphic may share it, too (regular ones of one size do). Then one of two puzzles is dropped that could have stayed.
    """
    colors, number = [0] * len(neighbors), 1
    while True:
        seen = [(colors[node], tuple(sorted(colors[one] for one in some))) for node, some in enumerate(neighbors)]
        # The rank of what a node sees does not depend on the order of the nodes, so the last table is the same for isomorphic graphs.
        ranks = {what: rank for rank, what in enumerate(sorted({*seen}))}
        if len(ranks) == number:
            return hash_texts(f"{what} {times}" for what, times in sorted(Counter(seen).items()))
        colors, number = [ranks[what] for what in seen], len(ranks)


@functools.cache
def known_identities() -> Mapping[str, str]:
    """Return the identities of the catalogue's puzzles, each with the name of one that has it.

    They stand in a file, which `benchmarks/known_puzzles.py` writes: to explore them all takes minutes.
    """
    known: dict[str, Any] = json.loads((domains.FOLDER / "known.json").read_text("utf-8"))
    return known
