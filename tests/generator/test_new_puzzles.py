"""An invented puzzle is none of the catalogue's: as graphs, by networkx, on states that the oracle of the tests explores."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import invented
import networkx
import oracle
import pytest

from ferryplan.generator.families import instantiate, instantiate_smallest
from ferryplan.generator.inventing import invention
from ferryplan.generator.inventing.identity import hash_graph, identity_of, known_identities, signature_of
from ferryplan.generator.inventing.invention import Asked
from ferryplan.generator.inventing.wishes import Wishes
from ferryplan.generator.puzzle import catalogue, load, read
from ferryplan.generator.puzzle_text import text_of


def hashed(graph: networkx.Graph) -> str:
    """The hash of a graph whose nodes stand in any order."""
    order = random.Random(graph.number_of_edges()).sample([*graph], len(graph))
    at = {node: number for number, node in enumerate(order)}
    return hash_graph([[at[other] for other in graph[node]] for node in order])


def test_graphs_have_one_hash_exactly_if_they_are_isomorphic() -> None:
    """Trees, of which refining colors tells all that are not isomorphic apart, and graphs with more edges, each beside itself renamed."""
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


FARMER = text_of(load("wolf-goat-cabbage"))


def test_a_rule_that_forbids_nothing_more_makes_no_new_puzzle() -> None:
    """The boat carries the farmer and one other, so wolf and cabbage are never aboard together; told so, it is still the farmer's."""
    more = '\n[[rules]]\nrule = "never-cross-with"\nsays = "x"\nkinds = ["wolf"]\nothers = ["cabbage"]\n'
    head, mark, goal = FARMER.partition("\n[start]")
    one, other = (instantiate(read(text, "one.toml"), {}) for text in (FARMER, head + more + mark + goal))
    assert signature_of(one) != signature_of(other)
    assert identity_of(one) == identity_of(other)
    assert identity_of(one) == identity_of(instantiate(load("fox-goose-beans"), {}))
    assert identity_of(one) != identity_of(instantiate(load("jealous-couples"), {"couples": 2, "capacity": 2}))


def test_the_catalogue_is_known() -> None:
    known = known_identities()
    assert {*known.values()} <= {puzzle.name for puzzle in catalogue()}
    small = 0
    for puzzle in catalogue():
        if puzzle.family == "crossing":
            instance: Any = instantiate_smallest(puzzle, {})
            if len(instance.travellers) <= 7 and len(instance.places) <= 3 and instance.boats == 1:
                assert identity_of(instance) in known, puzzle.name
                small += 1
        elif puzzle.family in ("grid", "arithmetic", "board"):
            assert identity_of(instantiate_smallest(puzzle, {})) in known
    assert small >= 5
    for couples, capacity in ((2, 2), (3, 2), (3, 3)):
        given = {"couples": couples, "capacity": capacity}
        assert identity_of(instantiate(load("jealous-couples"), given)) in known


def test_what_is_known_is_not_invented(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked("crossing", "6", "opera", Wishes(sizes={"travelers": range(4, 5), "crossings": range(3, 8)}))
    first = invention.invented(asked, 1)
    known: Mapping[str, str] = {**known_identities(), first.identity: "first"}
    monkeypatch.setattr(invention, "known_identities", lambda: known)
    other = invention.invented(asked, 1)
    assert other.identity != first.identity
    assert other.tried > first.tried
    assert other.missed["the puzzle was not new"] >= 1


def graph_of(puzzle: oracle.Puzzle) -> networkx.Graph:
    """The states within reach, joined where a crossing leads from one to the other."""
    graph, border = networkx.Graph(), [puzzle.start()]
    graph.add_node(puzzle.start())
    while border:
        here = border.pop()
        for _, _, there in puzzle.moves(here):
            if there not in graph:
                border.append(there)
            graph.add_edge(here, there)
    return graph


def test_invented_crossings_are_none_of_the_catalogue() -> None:
    """Four travelers, as the farmer has: most easily such a puzzle is his own under other names."""
    asked = Asked("crossing", "9", "zoo", Wishes(sizes={"travelers": range(4, 5), "crossings": range(5, 8)}))
    farmer = graph_of(oracle.wolf_goat_cabbage())
    assert len(farmer) == 10, "published: ten states"
    for number in range(1, 9):
        one = invention.invented(asked, number)
        assert one.puzzle is not None
        graph = graph_of(invented.crossing(invented.plain(text_of(one.puzzle))))
        assert not networkx.is_isomorphic(graph, farmer)
