"""`plan graph`: numbers, formats and pictures, read back by other programs."""

from __future__ import annotations

import copy
import itertools
import json
import re
import signal
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from array import array
from pathlib import Path
from typing import Any

import networkx
import pytest
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS, has_used_processor, wait_until
from support import list_formulations, make_instance

from ferryplan import graph
from ferryplan.generator.crossing.narrator import CrossingNarrator
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.narrator import StateLine
from ferryplan.generator.search import state_graph
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import StateGraph, explore_graph
from ferryplan.planner.cli import graph as verb
from ferryplan.planner.cli.command_line import run_command_line
from ferryplan.planner.graphs import layered_layout
from ferryplan.planner.graphs import pddl_moves as reaching
from ferryplan.planner.graphs.graph_picture import make_picture
from ferryplan.planner.graphs.graph_report import GraphReport
from ferryplan.planner.graphs.pddl_moves import PddlSuccessorFunction, describe_graph_differences
from ferryplan.planner.graphs.picture_rendering import picture_as_svg, svg_to_png
from ferryplan.planner.graphs.shapes import DrawnLink, DrawnState, GraphPicture

SVG = "{http://www.w3.org/2000/svg}"
GRAPHS = [
    ("wolf-goat-cabbage",),
    ("fox-goose-beans", "--boat-as-place"),
    ("--couples", "3", "--capacity", "2", "--up-to-symmetry"),
    ("--couples", "2", "--capacity", "2", "--islands", "1"),
    ("--couples", "2", "--capacity", "2", "--islands", "1", "--no-bypass", "--boat-as-place", "--up-to-symmetry"),
    ("bridge-torch",),
    ("--couples", "4", "--capacity", "2"),
]
WITH_ISLAND = ("--couples", "1", "--capacity", "2", "--islands", "1", "--no-bypass")
QUICKLY_PARSED = [*(graph for graph in GRAPHS if "--islands" not in graph), WITH_ISLAND]
"""Graphs that pydot parses quickly."""


@pytest.mark.parametrize("arguments", GRAPHS, ids=" ".join)
def test_graph_json_matches_independent_graph_computations(arguments: tuple[str, ...], plan: RunCommand) -> None:
    data = json.loads(plan("graph", *arguments, "--format", "json").stdout)
    nodes, links, numbers = data["nodes"], data["links"], data["numbers"]
    graph = networkx.Graph((link["from"], link["to"]) for link in links)
    assert not data["partial"]
    assert (len(nodes), len(links)) == (numbers["states"], numbers["links"])
    assert graph.number_of_edges() == len(links)
    assert [node["id"] for node in nodes] == list(range(len(nodes)))
    assert len({node["label"] for node in nodes}) == len(nodes), "labels tell states apart"
    assert {node["id"]: node["depth"] for node in nodes} == networkx.single_source_shortest_path_length(graph, 0)
    goals = {node["id"] for node in nodes if node["goal"]}
    distances = networkx.multi_source_dijkstra_path_length(graph, goals) if goals else {}
    assert {node["id"]: node["goal_distance"] for node in nodes if node["goal_distance"] is not None} == distances
    dead = {node for node, degree in graph.degree() if degree == 1} - goals - {0}
    assert {node["id"] for node in nodes if node["blind_alley"]} == dead
    assert numbers["blind_alleys"] == len(dead)
    assert numbers["states_without_goal"] == len(nodes) - len(distances)
    assert numbers["branching"]["mean"] == round(2 * len(links) / len(nodes), 3)
    if goals and "unit" not in numbers:
        paths = [
            path
            for goal in goals
            for path in networkx.all_shortest_paths(graph, 0, goal)
            if len(path) == distances[0] + 1
        ]
        assert {node["id"] for node in nodes if node["optimal"]} == {node for path in paths for node in path}
        assert {frozenset((link["from"], link["to"])) for link in links if link["optimal"]} == {
            frozenset(pair) for path in paths for pair in itertools.pairwise(path)
        }
    for key, told in {"states": nodes, "links": links}.items():
        assert sum(layer[key] for layer in numbers["layers"]) == len(told)


def test_each_graph_node_lists_every_traveler_at_exactly_one_place(plan: RunCommand) -> None:
    data = json.loads(plan("graph", "fox-goose-beans", "--boat-as-place", "--format", "json").stdout)
    for node in data["nodes"]:
        assert sorted(name for names in node["places"].values() for name in names) == [
            "beans",
            "farmer",
            "fox",
            "goose",
        ]
        assert "farmer" in node["places"][node["boat"]]
    assert data["numbers"]["states"] == data["numbers"]["links"] == 20
    assert (data["numbers"]["moves_to_goal"], data["numbers"]["crossings"]) == (14, 7)


@pytest.mark.parametrize("arguments", GRAPHS, ids=" ".join)
def test_graphml_matches_the_json_graph(arguments: tuple[str, ...], plan: RunCommand, tmp_path: Path) -> None:
    data = json.loads(plan("graph", *arguments, "--format", "json").stdout)
    assert plan("graph", *arguments, "--format", "graphml", "-o", "graph.graphml").returncode == 0
    graph = networkx.read_graphml(tmp_path / "graph.graphml")
    assert not graph.is_directed()
    assert {frozenset(edge) for edge in graph.edges()} == {
        frozenset((f"s{link['from']}", f"s{link['to']}")) for link in data["links"]
    }
    keys = ("label", "boat", "depth", "goal_distance", "goal", "blind_alley", "optimal", "cost", "cost_to_goal")
    for node in data["nodes"]:
        assert graph.nodes[f"s{node['id']}"] == {
            key: node[key] for key in (*keys, "class_size") if node.get(key) is not None
        }


@pytest.mark.parametrize("more", [(), ("--boat-as-place",)], ids=" ".join)
def test_state_graph_is_directed_and_acyclic_if_rules_count_crossings(
    more: tuple[str, ...], plan: RunCommand, tmp_path: Path
) -> None:
    """Links are directed if rules count crossings.

    A return crossing leads to the same places but to a later state: no state recurs while crossings are
    counted, here all nine.
    """
    arguments = ("graph", "perishables", *more)
    data = json.loads(plan(*arguments, "--format", "json").stdout)
    clock = {node["id"]: node["clock"] for node in data["nodes"]}
    links = {(link["from"], link["to"]) for link in data["links"]}
    later = {clock[end] - clock[begin] for begin, end in links}
    assert later == ({0, 1} if more else {1})
    assert plan(*arguments, "--format", "graphml", "-o", "graph.graphml").returncode == 0
    graph = networkx.read_graphml(tmp_path / "graph.graphml")
    assert graph.is_directed()
    assert {*graph.edges()} == {(f"s{begin}", f"s{end}") for begin, end in links}
    assert networkx.is_directed_acyclic_graph(graph)
    dot = plan(*arguments, "--format", "dot").stdout
    assert dot.startswith("digraph ")
    assert {*re.findall(r"^ *(s\d+) -> (s\d+)", dot, re.MULTILINE)} == {*graph.edges()}
    assert {graph.out_degree(f"s{node['id']}") for node in data["nodes"] if node["blind_alley"]} == {0, 1}
    assert (
        "states, other than the start and the goals, without a move or from which you can only go back\n"
        in plan(*arguments).stdout
    )


@pytest.mark.integrations
@pytest.mark.filterwarnings("ignore:.* deprecated:DeprecationWarning")  # raised by pydot's use of pyparsing
@pytest.mark.parametrize("arguments", QUICKLY_PARSED, ids=" ".join)
def test_dot_matches_the_json_graph(arguments: tuple[str, ...], plan: RunCommand) -> None:
    import pydot

    data = json.loads(plan("graph", *arguments, "--format", "json").stdout)
    (graph,) = pydot.graph_from_dot_data(plan("graph", *arguments, "--format", "dot").stdout)
    assert len(graph.get_edges()) == len(data["links"])
    assert {frozenset((edge.get_source(), edge.get_destination())) for edge in graph.get_edges()} == {
        frozenset((f"s{link['from']}", f"s{link['to']}")) for link in data["links"]
    }
    names = {node.get_name() for node in graph.get_nodes()} - {"node", "edge", '"\\n"'}
    assert names == {f"s{node['id']}" for node in data["nodes"]}
    ranks = [{node.get_name() for node in rank.get_nodes()} for rank in graph.get_subgraphs()]
    assert [len(rank) for rank in ranks] == [layer["states"] for layer in data["numbers"]["layers"]]


@pytest.mark.parametrize("layout", ["barycentre", pytest.param("graphviz", marks=pytest.mark.integrations)])
@pytest.mark.parametrize("arguments", GRAPHS, ids=" ".join)
def test_pictures_show_every_state_and_link(arguments: tuple[str, ...], layout: str, plan: RunCommand) -> None:
    data = json.loads(plan("graph", *arguments, "--format", "json").stdout)
    run = plan("graph", *arguments, "--format", "svg", "--layout", layout)
    assert run.returncode == 0, run.stderr
    picture = ET.fromstring(run.stdout)
    groups = [(group.get("class", "").split(), group) for group in picture.iter(f"{SVG}g")]
    states = [(kinds, group) for kinds, group in groups if kinds[:1] == ["state"]]
    assert [group.get("id") for _, group in states] == [f"s{node['id']}" for node in data["nodes"]]
    for node, (kinds, _) in zip(data["nodes"], states, strict=True):
        assert ("blind-alley" in kinds, "optimal" in kinds, "goal" in kinds, "start" in kinds) == (
            node["blind_alley"], node["optimal"], node["goal"], not node["id"],
        )  # fmt: skip
    curves = [group for kinds, group in groups if kinds[:1] == ["link"] and group.find(f"{SVG}path") is not None]
    assert len(curves) == len(data["links"])


ISLAND = ("--couples", "3", "--capacity", "2", "--islands", "1")


@pytest.mark.parametrize("arguments", [ISLAND, (*ISLAND, "--max-states", "500"), ("bridge-torch",)], ids=" ".join)
def test_graph_output_is_the_same_without_numpy(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(state_graph, "NUMPY_MIN_STATES", 5)
    monkeypatch.setattr(state_graph, "NUMPY_IMPORT_MIN_STATES", 5)
    space = CrossingSpace(make_instance("jealous-couples", couples=2, capacity=2))
    told, kinds = list[list[str]](), list[type]()
    for _ in ("with", "without"):
        kinds.append(type(explore_graph(space).targets))
        told.append([])
        for form in ("text", "json", "dot", "graphml"):
            assert run_command_line(["graph", *arguments, "--format", form]) == 0
            told[-1].append(capsys.readouterr().out)
        monkeypatch.setitem(sys.modules, "numpy", None)
        monkeypatch.delitem(sys.modules, "ferryplan.generator.search.vectorized", raising=False)
        monkeypatch.delattr("ferryplan.generator.search.vectorized", raising=False)
    assert kinds == [array, list]
    assert told[0] == told[1]


def drawn(
    layout: str, puzzle: str, up_to_symmetry: bool = False, **parameters: int
) -> tuple[GraphReport, GraphPicture]:
    space = CrossingSpace(make_instance(puzzle, **parameters))
    graph = explore_graph(space, up_to_symmetry=up_to_symmetry)
    report = GraphReport(analyze_graph(graph), CrossingNarrator(space.instance), up_to_symmetry)
    return report, make_picture(report, layout)


@pytest.mark.parametrize(
    ("puzzle", "parameters"),
    [
        ("wolf-goat-cabbage", {}),
        ("jealous-couples", {"couples": 3, "capacity": 2}),
        ("family", {"capacity": 2}),
        ("jealous-couples", {"couples": 2, "capacity": 2, "islands": 1}),
        ("jealous-couples", {"couples": 1, "capacity": 1}),
    ],
)
def test_graph_layers_are_ordered_and_do_not_overlap(puzzle: str, parameters: dict[str, int]) -> None:
    """Layers of a graph are ordered and do not overlap.

    They are columns from left to right, or rows from top to bottom if the columns would take more than 1,000
    units.
    """
    report, picture = drawn("barycentre", puzzle, **parameters)
    boxes = picture.boxes
    assert all(box.left + box.width <= picture.inner_width <= picture.width for box in boxes)
    layers = report.analysis.graph.layers
    widest = {layer: max(box.width for box, at in zip(boxes, layers, strict=True) if at == layer) for layer in layers}
    if sum(widest.values()) > 1000:
        boxes = [box._replace(left=box.top, top=box.left, width=box.height, height=box.width) for box in boxes]
        picture.width, picture.height = picture.height, picture.width
    for one in range(len(boxes)):
        assert boxes[one].left >= 0
        assert boxes[one].left + boxes[one].width <= picture.width
        assert boxes[one].top + boxes[one].height <= picture.height
        for other in range(one):
            if layers[one] == layers[other]:
                upper, lower = sorted((boxes[one], boxes[other]), key=lambda box: box.top)
                assert upper.top + upper.height < lower.top
            else:
                left, right = sorted((one, other), key=layers.__getitem__)
                assert boxes[left].left + boxes[left].width < boxes[right].left


def test_link_labels_of_small_graphs_do_not_overlap() -> None:
    for up_to_symmetry, puzzle, parameters in (
        (False, "wolf-goat-cabbage", {}),
        (True, "jealous-couples", {"couples": 3, "capacity": 2}),
    ):
        _, picture = drawn("barycentre", puzzle, up_to_symmetry, **parameters)
        curves = picture.curves
        for number, one in enumerate(curves):
            for other in curves[:number]:
                wide = (len(one.link.label) + len(other.link.label)) * 3.4
                assert (
                    abs(one.label_center.x - other.label_center.x) >= wide
                    or abs(one.label_center.y - other.label_center.y) >= 11
                )


@pytest.mark.parametrize("directed", [True, False])
def test_arrows_go_from_the_origin_to_the_destination(directed: bool) -> None:
    states = [
        DrawnState((StateLine(name),), layer, (), f"{name}: told") for layer, name in enumerate(("left", "right"))
    ]
    links = [DrawnLink(0, 1, "there", True), DrawnLink(1, 0, "back", False)]
    picture = GraphPicture("Two", "", "", states, links, directed=directed, layout="barycentre")
    left, right = (box.left for box in picture.boxes)
    ways = {curve.link.label: (curve.points[0].x < curve.points[-1].x, curve.description) for curve in picture.curves}
    assert left < right
    assert ways["there"] == (True, "there: left → right" if directed else "there: left – right")
    assert ways["back"] == ((False, "back: right → left") if directed else (True, "back: left – right"))
    heads = {path.get("marker-end") for path in ET.fromstring(picture_as_svg(picture)).iter(f"{SVG}path")} - {None}
    assert heads == ({"url(#way)", "url(#arrow)"} if directed else set())


@pytest.mark.parametrize(
    ("puzzle", "parameters"),
    [("hanoi", {"discs": 3}), ("gripper", {"balls": 2}), ("jugs", {}), ("pancakes", {"stack": (3, 1, 2)})],
)
def test_boxes_of_planning_graphs_do_not_overlap(puzzle: str, parameters: dict[str, Any]) -> None:
    for layout in ("barycentre", "auto"):
        boxes = make_picture(graph(puzzle, parameters).report, layout).boxes
        assert len(boxes) > 5
        for one, other in itertools.combinations(boxes, 2):
            beside = one.left + one.width < other.left or other.left + other.width < one.left
            assert beside or one.top + one.height < other.top or other.top + other.height < one.top


def test_two_moves_that_undo_each_other_are_one_line() -> None:
    """In the towers of Hanoi, every move has a move back: n discs on 3 pegs have 3 (3^n - 1) / 2 pairs of states.

    Of the checkers, none moves back.
    """
    hanoi = make_picture(graph("hanoi", {"discs": 3}).report, "barycentre")
    assert len(hanoi.curves) == 3 * (3**3 - 1) // 2
    assert all(curve.link.is_mutual for curve in hanoi.curves)
    assert 'marker-end="' not in picture_as_svg(hanoi)
    layers = [box.state.layer for box in hanoi.boxes]
    assert all(layers[curve.link.origin] <= layers[curve.link.destination] for curve in hanoi.curves)
    checkers = make_picture(graph("checkers", {"men": 1}).report, "barycentre")
    assert not any(curve.link.is_mutual for curve in checkers.curves)
    assert picture_as_svg(checkers).count('marker-end="') == len(checkers.curves) > 0


def test_labels_of_actions_omit_objects_that_no_sentence_mentions() -> None:
    """The sentence about picking up a ball mentions the room and the number of balls carried then, but no other number."""
    picture = make_picture(graph("gripper", {"balls": 2}).report, "barycentre")
    labels = {curve.link.label for curve in picture.curves}
    assert {"pick-up room-a one", "pick-up room-a two", "go room-a room-b"} <= labels
    assert max(map(len, labels)) <= 32


def test_states_without_pictures_show_the_facts_that_differ(tmp_path: Path) -> None:
    """Of two switches, one is on for good, so that only the facts about the other one tell the states apart."""
    (tmp_path / "domain.pddl").write_text(
        """(define (domain switches) (:predicates (on ?s) (off ?s) (lit))
        (:action turn-on :parameters (?s) :precondition (off ?s) :effect (and (on ?s) (not (off ?s)) (lit)))
        (:action turn-off :parameters (?s) :precondition (and (on ?s) (off b)) :effect (and (off ?s) (not (on ?s)))))"""
    )
    (tmp_path / "p01.pddl").write_text(
        "(define (problem two) (:domain switches) (:objects a b) (:init (on b) (off a) (lit)) (:goal (on a)))"
    )
    picture = make_picture(graph(str(tmp_path)).report, "barycentre")
    assert [[row.text for row in box.state.rows] for box in picture.boxes] == [["off: a"], ["on: a"]]


def test_layout_of_a_ladder_has_no_crossings() -> None:
    """The layout of a ladder has no crossing lines.

    Two chains lead from start to goal, as in the wolf's puzzle; each state is level with its neighbors.
    """
    ladder = [(0, 1), (0, 2), (1, 4), (2, 3), (3, 6), (4, 5), (5, 7), (6, 7)]
    size = layered_layout.BoxSize(40, 20)
    found = layered_layout.place_boxes(
        [size] * 8, [0, 1, 1, 2, 2, 3, 3, 4], ladder, layered_layout.BoxSize(10, 10), "barycentre"
    )
    assert found[1].y == found[4].y == found[5].y
    assert found[2].y == found[3].y == found[6].y
    assert found[0].y == found[7].y


def test_layout_works_without_graphviz(plan: RunCommand, tmp_path: Path) -> None:
    run = plan("graph", "wolf-goat-cabbage", "--format", "svg", environment={"PATH": str(tmp_path)})
    assert run.returncode == 0
    assert run.stdout == picture_as_svg(drawn("barycentre", "wolf-goat-cabbage")[1])
    refused = plan(
        "graph", "wolf-goat-cabbage", "--format", "svg", "--layout", "graphviz", environment={"PATH": str(tmp_path)}
    )
    assert refused.returncode == 31
    assert "Graphviz's program 'dot' is not installed" in refused.stderr


def test_graph_page_loads_no_external_resources(plan: RunCommand, tmp_path: Path) -> None:
    assert plan("graph", "family", "--format", "html", "-o", "family.html").returncode == 0
    text = (tmp_path / "family.html").read_text()
    tags = re.findall(r"<[a-z][^>]*>", text)
    assert len([tag for tag in tags if tag.startswith('<g class="state')]) == 76
    assert not [tag for tag in tags if re.search(r"\b(src|href)=", tag) and 'href="data:,"' not in tag]
    assert "@import" not in text
    assert "prefers-color-scheme: dark" in text


@pytest.mark.browser
def test_graph_png_has_double_size_and_a_legend(plan: RunCommand, tmp_path: Path) -> None:
    assert plan("graph", "wolf-goat-cabbage", "--format", "png", "-o", "graph.png").returncode == 0
    data = (tmp_path / "graph.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    _, picture = drawn("auto", "wolf-goat-cabbage")
    assert (width, height) == (2 * picture.width, 2 * picture.height)
    other = copy.copy(picture)
    other.legend = ("dashed: a blind alley",)
    assert svg_to_png(picture_as_svg(picture)) != svg_to_png(picture_as_svg(other)), "the picture's own legend is drawn"


@pytest.mark.parametrize(
    ("puzzle", "parameters"),
    [
        ("wolf-goat-cabbage", {}),
        ("jealous-couples", {"couples": 3, "capacity": 2}),
        ("jealous-couples", {"couples": 2, "capacity": 2, "islands": 1, "bypass": False}),
        ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2, "capacity": 2}),
        ("family", {"sons": 1, "daughters": 1, "capacity": 2}),
        ("bridge-torch", {}),
        ("perishables", {}),
        ("weights", {}),
    ],
    ids=str,
)
def test_pddl_and_puzzle_rules_reach_the_same_states(puzzle: str, parameters: dict[str, int]) -> None:
    instance = make_instance(puzzle, **parameters)
    tried = [(dialect, encoding) for dialect, encoding in list_formulations(puzzle) if dialect != "temporal"]
    assert len(tried) >= 2
    for dialect, encoding in tried:
        moves = PddlSuccessorFunction(instance, dialect, encoding)
        counted = encoding == "counted"
        graphs = [explore_graph(CrossingSpace(instance), up_to_symmetry=counted, moves=how) for how in (moves, None)]
        assert describe_graph_differences(*graphs, moves.merged_states) == (), (dialect, encoding)
        told = [
            {(graph.states[one.origin], graph.states[one.destination], one.move.load) for one in graph.links()}
            for graph in graphs
        ]
        ordered = [{(frozenset(pair[:2]), pair[2]) for pair in links} for links in told]
        assert ordered[0] == ordered[1]


@pytest.mark.parametrize(("puzzle", "said"), [("perishables", 2), ("wolf-goat-cabbage", 0)])
def test_reversed_links_differ_in_directed_graphs(puzzle: str, said: int) -> None:
    space = CrossingSpace(make_instance(puzzle))
    start, (move, after) = space.initial, next(space.successors(space.initial))
    there, back = (
        StateGraph(space, [start, after], array("L", [0, 1]), array("L", offsets), array("L", [target]), lambda _, entry: move, 2, ())
        for offsets, target in (([0, 1, 1], 1), ([0, 0, 1], 0))
    )  # fmt: skip
    assert describe_graph_differences(there, there, 0) == ()
    assert len(describe_graph_differences(there, back, 0)) == said


def test_graph_of_edited_pddl_reports_differences_from_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes of the generated PDDL are reported as differences from the rules.

    Facts for dangers or routes are removed from the PDDL.
    """
    instance = make_instance("wolf-goat-cabbage")
    pddl = generate(instance, "adl")
    rules = explore_graph(CrossingSpace(instance))

    def said(text: Pddl) -> tuple[str, ...]:
        monkeypatch.setattr(reaching, "generate", lambda *arguments: text)
        moves = PddlSuccessorFunction(instance, "adl")
        return describe_graph_differences(
            explore_graph(CrossingSpace(instance), moves=moves), rules, moves.merged_states
        )

    lax = Pddl(pddl.domain, pddl.problem.replace("(threatens wolf goat)", ""))
    assert lax != pddl
    assert [line.partition(" that ")[0].rpartition(" ")[2] for line in said(lax)] == ["states", "links"]
    stuck = Pddl(pddl.domain, pddl.problem.replace("(route right-bank left-bank)", ""))
    assert stuck != pddl
    assert said(stuck)[0] == "The rules reach 8 states that the PDDL does not reach."
    assert said(pddl) == ()


def test_states_with_equal_counts_get_distinct_graph_labels() -> None:
    instance = make_instance("jealous-couples", couples=2, capacity=2, islands=1)
    space = CrossingSpace(instance)
    graph = explore_graph(space, up_to_symmetry=True)
    labels = CrossingNarrator(instance).make_orbit_narrator(graph.states)
    assert len({labels.format_state(state) for state in graph.states}) == len(graph.states)
    assert labels.format_state(graph.states[0]) == "[2 husbands, 2 wives] | – | –"
    mixed = make_instance("missionaries-cannibals", missionaries=2, cannibals=2, capacity=2, rowing_cannibals=1)
    orbits = explore_graph(CrossingSpace(mixed), up_to_symmetry=True)
    named = CrossingNarrator(mixed).make_orbit_narrator(orbits.states)
    assert len({named.format_state(state) for state in orbits.states}) == len(orbits.states)


def test_interrupted_graph_is_written_as_partial(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("plan")
    few_in_a_second = ["--couples", "20", "--islands", "2", "--capacity", "3", "--up-to-symmetry"]
    output = tmp_path / "graph.json"
    with subprocess.Popen(
        [command, "graph", *few_in_a_second, "--format", "json", "-o", output], stderr=subprocess.PIPE
    ) as process:
        wait_until(lambda: has_used_processor(process.pid, 0.7), process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=MAX_WAIT_SECONDS)
    assert process.returncode == 130, errors
    data = json.loads(output.read_text())
    assert data["partial"]
    assert 0 < data["numbers"]["states"] == len(data["nodes"])
    assert not data["nodes"][-1]["explored"]


def test_graph_states_show_crossing_count_if_rules_depend_on_it(plan: RunCommand) -> None:
    data = json.loads(plan("graph", "perishables", "--format", "json").stdout)
    assert len({node["label"] for node in data["nodes"]}) == len(data["nodes"])
    assert all(node["clock"] == node["depth"] for node in data["nodes"]), "the tide ends it before the clock does"
    assert all(data["nodes"][link["to"]]["clock"] == data["nodes"][link["from"]]["clock"] + 1 for link in data["links"])


def test_max_states_gives_a_partial_graph(plan: RunCommand) -> None:
    run = plan("graph", "--couples", "3", "--capacity", "2", "--max-states", "12")
    assert run.returncode == 0
    assert "The graph is partial (stopped after 12 states)." in run.stdout


def test_large_graphs_are_not_drawn(plan: RunCommand, tmp_path: Path) -> None:
    for form in ("svg", "html"):
        run = plan("graph", "--couples", "4", "--islands", "1", "--capacity", "2", "--format", form, "-o", "graph")
        assert run.returncode == 30
        assert (
            "states, expected at most 500 in a picture; "
            "use the format 'json', 'graphml' or 'dot' for a larger graph; --up-to-symmetry draws fewer states; "
            "--max-states 200 draws the first 200 states" in run.stderr
        )
        assert not (tmp_path / "graph").exists()


@pytest.mark.parametrize("form", ["text", "json", "dot", "graphml", "svg", "html"])
def test_partial_graph_does_not_call_goal_unreachable(plan: RunCommand, form: str) -> None:
    first = plan("graph", "wolf-goat-cabbage", "--max-states", "3", "--format", form)
    assert first.returncode == 0
    assert "cannot be reached" not in first.stdout
    assert "cannot be reached" not in first.stdout
    if form == "json":
        numbers = json.loads(first.stdout)["numbers"]
        assert (numbers["moves_to_goal"], numbers["states_without_goal"]) == (None, None)
    if form in ("text", "svg", "html"):
        assert "none of the first 3 states is a goal state" in first.stdout
    whole = plan("graph", "wolf-goat-cabbage", "--capacity", "1", "--format", form)
    assert ("the goal cannot be reached" in whole.stdout) == (form in ("text", "svg", "html")), (
        "of all states it is said"
    )
    if form == "json":
        assert (
            json.loads(whole.stdout)["numbers"]["states_without_goal"] == json.loads(whole.stdout)["numbers"]["states"]
        )


@pytest.mark.parametrize("puzzle", ["jealous-couples", "queens"])
def test_timeout_gives_a_partial_graph(
    puzzle: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verb, "LISTING_TIME_SHARE", 0)  # exploring gets no share of the time
    monkeypatch.setattr(verb, "COUNTING_TIME_SHARE", 0)
    assert run_command_line(["graph", puzzle, "--format", "json"]) == 20
    data = json.loads(capsys.readouterr().out)
    assert data["partial"]
    assert len(data["nodes"]) == data["numbers"]["states"] == 1, "the start is known"
    assert run_command_line(["graph", puzzle]) == 20
    assert "The graph is partial (stopped at the time limit after 1 state)." in capsys.readouterr().out


def test_link_count_includes_both_directions_of_reversible_actions(plan: RunCommand) -> None:
    """Bidirectional links count twice.

    The graph of 2 discs on 3 pegs is a triangle of triangles: 9 states, 3 edges in each triangle and 3 between
    them.
    """
    out = plan("graph", "hanoi", "--discs", "2").stdout
    assert re.search(
        r"Links +24  pairs of states that one action connects; a pair that is connected in both directions counts twice",
        out,
    )
