"""Invented puzzles differ from those of the catalog.

Their state graphs, which the oracle of the tests explores, are compared by networkx.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import invented_puzzles
import networkx
import oracle
import pytest
from budget import scale

from ferryplan.generator.families import instantiate, instantiate_smallest
from ferryplan.generator.inventing import invention
from ferryplan.generator.inventing.identity import (
    compute_identity,
    hash_graph,
    load_known_identities,
    structure_signature,
)
from ferryplan.generator.inventing.invention import InventionRequest
from ferryplan.generator.inventing.wishes import PuzzleWishes
from ferryplan.generator.puzzle import load, load_catalog, parse_puzzle_text
from ferryplan.generator.puzzle_text import format_puzzle


def hashed(graph: networkx.Graph) -> str:
    """Return the hash of a graph with its nodes in random order."""
    order = random.Random(graph.number_of_edges()).sample([*graph], len(graph))
    at = {node: number for number, node in enumerate(order)}
    return hash_graph([[at[other] for other in graph[node]] for node in order])


def test_graph_hashes_are_equal_exactly_for_isomorphic_graphs() -> None:
    """Graph hashes are equal exactly for isomorphic graphs.

    Color refinement distinguishes all trees that are not isomorphic. Other graphs with more edges are compared with renamed and changed copies.
    """
    rng = random.Random(3)
    trees = [networkx.random_labeled_tree(7, seed=number) for number in range(40)]
    for one, other in itertools.pairwise(trees):
        assert (hashed(one) == hashed(other)) == networkx.is_isomorphic(one, other)
    assert len({*map(hashed, trees)}) <= 11, "there are eleven trees of seven nodes (OEIS A000055)"
    for number in range(40):
        graph = networkx.gnm_random_graph(12, rng.randint(10, 30), seed=number)
        renamed = networkx.relabel_nodes(graph, dict(zip(graph, rng.sample(range(12), 12), strict=True)))
        assert hashed(graph) == hashed(renamed)
        edge, missing = rng.choice([*graph.edges]), rng.choice([*networkx.non_edges(graph)])
        other = graph.copy()
        other.remove_edge(*edge)
        other.add_edge(*missing)
        assert (hashed(graph) == hashed(other)) == networkx.is_isomorphic(graph, other)


FARMER = format_puzzle(load("wolf-goat-cabbage"))


def test_redundant_rule_does_not_change_the_identity() -> None:
    """A rule that forbids wolf and cabbage in one boat does not change the farmer's puzzle.

    The boat carries the farmer and one other, so wolf and cabbage are never aboard together.
    """
    more = '\n[[rules]]\nrule = "never-cross-with"\nsays = "x"\nkinds = ["wolf"]\nothers = ["cabbage"]\n'
    head, mark, goal = FARMER.partition("\n[start]")
    one, other = (instantiate(parse_puzzle_text(text, "one.toml"), {}) for text in (FARMER, head + more + mark + goal))
    assert structure_signature(one) != structure_signature(other)
    assert compute_identity(one) == compute_identity(other)
    assert compute_identity(one) == compute_identity(instantiate(load("fox-goose-beans"), {}))
    assert compute_identity(one) != compute_identity(
        instantiate(load("jealous-couples"), {"couples": 2, "capacity": 2})
    )


def test_known_identities_include_the_catalog() -> None:
    known = load_known_identities()
    assert {*known.values()} <= {puzzle.name for puzzle in load_catalog()}
    small = 0
    for puzzle in load_catalog():
        if puzzle.family == "crossing":
            instance: Any = instantiate_smallest(puzzle, {})
            if len(instance.travellers) <= 7 and len(instance.places) <= 3 and instance.boats == 1:
                assert compute_identity(instance) in known, puzzle.name
                small += 1
        elif puzzle.family in ("grid", "arithmetic", "board"):
            assert compute_identity(instantiate_smallest(puzzle, {})) in known
    assert small >= 5
    for couples, capacity in ((2, 2), (3, 2), (3, 3)):
        given = {"couples": couples, "capacity": capacity}
        assert compute_identity(instantiate(load("jealous-couples"), given)) in known


def test_known_puzzle_is_not_invented_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = InventionRequest(
        "crossing", "6", "opera", PuzzleWishes(sizes={"travelers": range(4, 5), "crossings": range(3, 8)})
    )
    first = invention.make_invention(asked, 1)
    known: Mapping[str, str] = {**load_known_identities(), first.identity: "first"}
    monkeypatch.setattr(invention, "load_known_identities", lambda: known)
    other = invention.make_invention(asked, 1)
    assert other.identity != first.identity
    assert other.drafts_tried > first.drafts_tried
    assert other.missed_wishes["the puzzle was not new"] >= 1


def graph_of(puzzle: oracle.Puzzle) -> networkx.Graph:
    """Return the graph of reachable states, with an edge for each crossing."""
    graph, border = networkx.Graph(), [puzzle.initial_situation()]
    graph.add_node(puzzle.initial_situation())
    while border:
        here = border.pop()
        for _, _, there in puzzle.successors(here):
            if there not in graph:
                border.append(there)
            graph.add_edge(here, there)
    return graph


def test_invented_crossings_are_not_isomorphic_to_wolf_goat_cabbage() -> None:
    """Invented puzzles with four travelers, as in the farmer's puzzle, are not his puzzle renamed.

    With this number of travelers that could happen most easily.
    """
    asked = InventionRequest(
        "crossing", "9", "zoo", PuzzleWishes(sizes={"travelers": range(4, 5), "crossings": range(5, 8)})
    )
    farmer = graph_of(oracle.wolf_goat_cabbage())
    assert len(farmer) == 10, "published: ten states"
    for number in range(1, 1 + scale(3)):
        one = invention.make_invention(asked, number)
        assert one.puzzle is not None
        graph = graph_of(invented_puzzles.make_crossing(invented_puzzles.parse_puzzle(format_puzzle(one.puzzle))))
        assert not networkx.is_isomorphic(graph, farmer)
