"""`plan graph` for assignment puzzles: the tree of partial assignments, counted, written and drawn."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import board_puzzles
import networkx
import pytest
import sum_puzzles
import word_sums
from board_puzzles import are_queens_safe
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS, has_used_processor, wait_until

from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.space import AssignmentSpace
from ferryplan.generator.families import instantiate
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import StateGraph, explore_graph

SVG = "{http://www.w3.org/2000/svg}"
PROFILES = {  # OEIS A319284, after Knuth, The Art of Computer Programming 4B (2022), section 7.2.2; no trailing zeros
    1: (1, 1),
    2: (1, 2),
    3: (1, 3, 2),
    4: (1, 4, 6, 4, 2),
    5: (1, 5, 12, 14, 12, 10),
    6: (1, 6, 20, 36, 46, 40, 4),
    7: (1, 7, 30, 76, 140, 164, 94, 40),
    8: (1, 8, 42, 140, 344, 568, 550, 312, 92),
    9: (1, 9, 56, 234, 732, 1614, 2292, 2038, 1066, 352),
}
TREES = [
    ("queens", "--queens", "5"),
    ("queens", "--queens", "3"),
    ("queens", "--queens", "1"),
    ("four-houses",),
    ("zebra",),
    ("send-more-money",),
    ("sudoku",),
]


Graph = StateGraph[tuple[int, ...], Placement]


def reached(instance: AssignmentInstance, most: int | None = None) -> Graph:
    return explore_graph(AssignmentSpace(instance), max_states=most)


def profile(graph: Graph) -> tuple[int, ...]:
    return tuple(Counter(graph.layers).values())


def made(puzzle: str, **parameters: int | str) -> AssignmentInstance:
    instance = instantiate(load(puzzle), parameters)
    assert isinstance(instance, AssignmentInstance)
    return instance


def columns_of(graph: Graph, state: int) -> tuple[int, ...]:
    """Return the positions of the placed items, in the order of the instance."""
    return tuple(spot for spot in (graph.states[state][item] for item in order_of(graph)) if spot >= 0)


def order_of(graph: Graph) -> tuple[int, ...]:
    assert isinstance(graph.space, AssignmentSpace)
    return graph.space.instance.order


def placed(graph: Graph) -> set[tuple[int, ...]]:
    return {columns_of(graph, state) for state in range(len(graph.states))}


def on_the_way(graph: Graph) -> set[tuple[int, ...]]:
    found = analyze_graph(graph)
    return {columns_of(graph, state) for state in range(len(graph.states)) if found.is_optimal(state)}


def solutions(graph: Graph) -> int:
    return len(analyze_graph(graph).goals)


def beginnings(solutions: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    return {solution[:depth] for solution in solutions for depth in range(len(solution) + 1)}


@pytest.mark.parametrize("size", PROFILES)
def test_queens_graph_has_the_published_number_of_states_per_depth(size: int) -> None:
    assert profile(reached(made("queens", queens=size))) == PROFILES[size]


@pytest.mark.parametrize("size", range(1, 7))
def test_queens_states_match_brute_force(size: int) -> None:
    graph = reached(made("queens", queens=size))
    brute = {
        columns
        for depth in range(size + 1)
        for columns in itertools.product(range(size), repeat=depth)
        if are_queens_safe(columns)
    }
    assert placed(graph) == brute
    assert len(graph.states) == len(brute)
    dead = {
        columns
        for columns in brute
        if len(columns) < size and not any((*columns, column) in brute for column in range(size))
    }
    assert {
        columns_of(graph, state) for state, is_dead in enumerate(analyze_graph(graph).blind_alleys) if is_dead
    } == dead


@pytest.mark.parametrize("size", [3, 4, 6, 8])
def test_optimal_states_are_prefixes_of_all_queens_solutions(size: int) -> None:
    assert on_the_way(reached(made("queens", queens=size))) == beginnings(board_puzzles.list_queen_placements(size))


@pytest.mark.parametrize("text", ["SEND + MORE = MONEY", "I + BB = ILL", "A + B = C"])
def test_optimal_states_are_prefixes_of_all_cryptarithm_solutions(text: str) -> None:
    instance = sum_puzzles.make_sum_instance(text)
    letters = "".join(dict.fromkeys(letter for letter in text if letter.isalpha()))
    assert [item.name for item in instance.items] == list(letters)
    solutions = {tuple(found[item] for item in instance.order) for found in word_sums.solve_word_sum(text)}
    assert on_the_way(reached(instance)) == beginnings(solutions)


@pytest.mark.parametrize("case", [name for name in board_puzzles.SUDOKUS if name != "branching"])
def test_sudoku_graph_has_the_known_number_of_solutions(case: str) -> None:
    givens, known = board_puzzles.SUDOKUS[case]
    graph = reached(board_puzzles.make_board("sudoku", givens=givens), most=20_000)
    if graph.complete:
        assert solutions(graph) == known
    else:
        assert solutions(graph) <= known


@pytest.mark.parametrize("puzzle", ["queens", "four-houses", "zebra", "einstein", "send-more-money", "cryptarithm"])
def test_search_finds_all_solutions_with_fewer_placements_than_graph(puzzle: str) -> None:
    instance = made(puzzle)
    graph, search = reached(instance), AssignmentSearch(instance)
    assert solutions(graph) == len(list(search.solutions()))
    assert search.placement_count < len(graph.states) - 1


def test_partial_graph_is_a_prefix_of_the_full_graph() -> None:
    instance = made("queens", queens=5)
    whole = reached(instance)
    dead = [state for state, is_dead in enumerate(analyze_graph(whole).blind_alleys) if is_dead]
    for most in range(1, len(whole.states) + 3):
        graph = reached(instance, most)
        assert graph.states == whole.states[:most]
        assert graph.complete == (most >= len(whole.states))
        found = [state for state, is_dead in enumerate(analyze_graph(graph).blind_alleys) if is_dead]
        assert found == [state for state in dead if state < graph.explored_count]


def test_exploration_stops_when_the_callback_returns_false() -> None:
    graph = explore_graph(AssignmentSpace(made("queens")), go_on=lambda found: found < 300)
    assert not graph.complete
    assert graph.explored_count < len(graph.states)
    assert 300 <= len(graph.states) < 300 + 8


@pytest.mark.parametrize("arguments", TREES, ids=" ".join)
def test_json_counts_match_the_nodes_and_links(arguments: tuple[str, ...], plan: RunCommand) -> None:
    data = json.loads(plan("graph", *arguments, "--format", "json").stdout)
    nodes, links, told = data["nodes"], data["links"], data["numbers"]
    graph = networkx.DiGraph((link["from"], link["to"]) for link in links)
    graph.add_nodes_from(node["id"] for node in nodes)
    assert not data["partial"]
    assert networkx.is_arborescence(graph)
    assert (len(nodes), len(links)) == (told["states"], told["links"])
    assert {node["id"]: node["depth"] for node in nodes} == networkx.single_source_shortest_path_length(graph, 0)
    assert len({tuple(node["placed"]) for node in nodes}) == len(nodes)
    most = len(json.loads(plan("show", *arguments, "--format", "json").stdout)["items"])
    solutions = {node["id"] for node in nodes if len(node["placed"]) == most}
    assert {node["id"] for node in nodes if node["goal"]} == solutions
    assert len(solutions) == told["goal_states"]
    leaves = {node for node, degree in graph.out_degree() if not degree}
    assert {node["id"] for node in nodes if node["blind_alley"]} == leaves - solutions
    way = solutions.union(*(networkx.ancestors(graph, node) for node in solutions))
    assert {node["id"] for node in nodes if node["optimal"]} == (way if solutions else set())
    assert told["optimal_states"] == len(way)
    assert [layer["states"] for layer in told["layers"]] == [
        sum(node["depth"] == depth for node in nodes) for depth in range(told["depth"] + 1)
    ]
    items = {node["depth"]: node["item"] for node in nodes}
    assert [layer["item"] for layer in told["layers"]] == [items[depth] for depth in range(told["depth"] + 1)]
    degrees = [graph.out_degree(node) for node in graph]
    assert told["branching"] == {"mean": round(sum(degrees) / len(degrees), 3), "maximum": max(degrees)}


@pytest.mark.integrations
@pytest.mark.filterwarnings("ignore:.* deprecated:DeprecationWarning")  # raised by pydot's use of pyparsing
@pytest.mark.parametrize("arguments", [TREES[0], TREES[3]], ids=" ".join)
def test_dot_matches_the_json_tree(arguments: tuple[str, ...], plan: RunCommand) -> None:
    import pydot

    data = json.loads(plan("graph", *arguments, "--format", "json").stdout)
    ends = {(f"s{link['from']}", f"s{link['to']}") for link in data["links"]}
    (dot,) = pydot.graph_from_dot_data(plan("graph", *arguments, "--format", "dot").stdout)
    assert dot.get_type() == "digraph"
    assert {(edge.get_source(), edge.get_destination()) for edge in dot.get_edges()} == ends


@pytest.mark.parametrize("arguments", TREES[:4], ids=" ".join)
def test_graphml_matches_the_json_tree(arguments: tuple[str, ...], plan: RunCommand, tmp_path: Path) -> None:
    data = json.loads(plan("graph", *arguments, "--format", "json").stdout)
    ends = {(f"s{link['from']}", f"s{link['to']}") for link in data["links"]}
    assert plan("graph", *arguments, "--format", "graphml", "-o", "tree.graphml").returncode == 0
    graph = networkx.read_graphml(tmp_path / "tree.graphml")
    assert graph.is_directed()
    assert set(graph.edges()) == ends
    keys = ("label", "item", "spot", "depth", "goal_distance", "goal", "blind_alley", "optimal")
    for node in data["nodes"]:
        assert graph.nodes[f"s{node['id']}"] == {key: node[key] for key in keys if node[key] is not None}


@pytest.mark.parametrize("arguments", TREES[:4], ids=" ".join)
def test_pictures_show_every_state(arguments: tuple[str, ...], plan: RunCommand) -> None:
    data = json.loads(plan("graph", *arguments, "--format", "json").stdout)
    run = plan("graph", *arguments, "--format", "svg", "--layout", "barycentre")
    assert run.returncode == 0, run.stderr
    picture = ET.fromstring(run.stdout)
    kinds = [group.get("class", "").split() for group in picture.iter(f"{SVG}g")]
    states = [kind[1:] for kind in kinds if kind[:1] == ["state"]]
    assert [("blind-alley" in kind, "optimal" in kind, "goal" in kind, "start" in kind) for kind in states] == [
        (node["blind_alley"], node["optimal"], node["goal"], not node["id"]) for node in data["nodes"]
    ]
    assert "boat" not in run.stdout.partition("</style>")[2]


def test_text_table_lists_states_per_row(plan: RunCommand) -> None:
    run = plan("graph", "queens")
    assert run.returncode == 0
    rows = [line.split() for line in run.stdout.splitlines()]
    assert ["States", "2,057"] in [row[:2] for row in rows]
    assert ["Goal", "states", "92"] in [row[:3] for row in rows]
    assert tuple(int(row[3]) for row in rows if row[1:2] == ["row"] and row[0].isdigit()) == PROFILES[8][1:]


def test_max_states_yields_a_partial_graph(plan: RunCommand) -> None:
    run = plan("graph", "queens", "--max-states", "100", "--format", "json")
    data = json.loads(run.stdout)
    assert run.returncode == 0
    assert data["partial"]
    assert len(data["nodes"]) == 100
    assert any(node.get("explored") is False for node in data["nodes"])
    assert "The graph is partial (stopped after 100 states)." in plan("graph", "queens", "--max-states", "100").stdout


def test_ctrl_c_yields_a_partial_graph() -> None:
    process = subprocess.Popen(
        [Path(sys.executable).with_name("plan"), "graph", "queens", "--queens", "20"], stdout=subprocess.PIPE, text=True
    )
    wait_until(lambda: has_used_processor(process.pid, 1), process)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=MAX_WAIT_SECONDS)
    assert process.returncode == 130
    assert "The graph is partial (interrupted after" in output


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("--boat-as-place",), "--boat-as-place does not apply to 'queens', a puzzle of the 'board' family: it has no boat"),
        (("--up-to-symmetry",), "--up-to-symmetry does not apply to"),
        (("--pddl",), "--pddl does not apply to"),
        (("--dialect", "adl"), "--dialect has no effect here; it applies only with --pddl"),
        (("--max-states", "0"), "--max-states"),
        (("--queens", "0"), "queens"),
        (("--format", "svg"), "found 2,057 states, expected at most 500 in a picture; use the format 'json', 'graphml' or 'dot' for a larger graph"),
        (("-o", "no/such/folder"), "no/such/folder: cannot be written"),
    ],
)  # fmt: skip
def test_graph_rejects_options_without_meaning_for_placements(
    arguments: tuple[str, ...], found: str, plan: RunCommand
) -> None:
    run = plan("graph", "queens", *arguments)
    assert run.returncode == 30
    assert found in run.stderr
    assert not run.stdout
    assert len(run.stderr.splitlines()) <= 3
