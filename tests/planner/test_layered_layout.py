"""The layout of graphs without Graphviz: one column per distance, no overlapping boxes, few crossings."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections import deque

import pytest
from budget import scale

from ferryplan.planner.graphs.layered_layout import BoxSize, Point, place_boxes

GAPS = BoxSize(50, 26)


def random_graph(seed: int) -> tuple[list[BoxSize], list[int], list[tuple[int, int]]]:
    """Return boxes of random sizes, their distances from the first, and the links of a connected graph."""
    chance = random.Random(seed)
    count = chance.randint(1, 40)
    links = {(chance.randrange(number), number) for number in range(1, count)}
    links |= {tuple(sorted(chance.sample(range(count), 2))) for _ in range(chance.randint(0, count)) if count > 1}
    beside = {number: [b if a == number else a for a, b in links if number in (a, b)] for number in range(count)}
    layers, queue = {0: 0}, deque([0])
    while queue:
        for other in beside[near := queue.popleft()]:
            if other not in layers:
                layers[other] = layers[near] + 1
                queue.append(other)
    sizes = [BoxSize(chance.randint(20, 200), chance.randint(20, 80)) for _ in range(count)]
    return sizes, [layers[number] for number in range(count)], sorted(links)


def crossings(height: list[float], layers: list[int], links: list[tuple[int, int]]) -> int:
    """Return the number of crossings between links that join the same two layers, by testing every pair."""
    directed = [(a, b) if layers[a] < layers[b] else (b, a) for a, b in links if layers[a] != layers[b]]
    return sum(
        (height[a] - height[c]) * (height[b] - height[d]) < 0
        for (a, b), (c, d) in itertools.combinations(directed, 2)
        if (layers[a], layers[b]) == (layers[c], layers[d])
    )


@pytest.mark.parametrize("seed", range(scale(20)))
def test_boxes_are_ordered_by_layer_without_overlap(seed: int) -> None:
    sizes, layers, links = random_graph(seed)
    found = place_boxes(sizes, layers, links, GAPS, "barycentre")
    assert len(found) == len(sizes)
    for one, other in itertools.combinations(range(len(sizes)), 2):
        wide = (sizes[one].width + sizes[other].width) / 2
        high = (sizes[one].height + sizes[other].height) / 2
        if layers[one] == layers[other]:
            assert found[one].x == found[other].x
            assert abs(found[one].y - found[other].y) >= high + GAPS.height
        else:
            left, right = (one, other) if layers[one] < layers[other] else (other, one)
            assert found[right].x - found[left].x >= wide + GAPS.width
    assert min(point.y - size.height / 2 for point, size in zip(found, sizes, strict=True)) >= 0
    assert min(point.x - size.width / 2 for point, size in zip(found, sizes, strict=True)) >= 0


@pytest.mark.parametrize("seed", range(scale(20)))
def test_layout_never_adds_link_crossings(seed: int) -> None:
    sizes, layers, links = random_graph(seed)
    found = place_boxes(sizes, layers, links, GAPS, "barycentre")
    heights = [point.y for point in found]
    assert crossings(heights, layers, links) <= crossings([*map(float, range(len(sizes)))], layers, links)


def test_layout_removes_most_link_crossings() -> None:
    graphs = [random_graph(seed)[1:] for seed in range(scale(20))]
    naive = sum(crossings([*map(float, range(len(layers)))], layers, links) for layers, links in graphs)
    found = [place_boxes([BoxSize(9, 9)] * len(layers), layers, links, GAPS, "barycentre") for layers, links in graphs]
    heights = [[point.y for point in points] for points in found]
    left = sum(crossings(height, *graph) for height, graph in zip(heights, graphs, strict=True))
    assert left < naive * 0.7


@pytest.mark.parametrize("seed", range(20))
def test_layout_of_a_tree_has_no_crossings(seed: int) -> None:
    chance = random.Random(seed)
    count = 30
    parents = [chance.randrange(number) for number in range(1, count)]
    names = [0, *chance.sample(range(1, count), count - 1)]
    layers = [0] * count
    for number, parent in enumerate(parents, 1):
        layers[names[number]] = layers[names[parent]] + 1
    links = [(names[parent], names[number]) for number, parent in enumerate(parents, 1)]
    found = place_boxes([BoxSize(9, 9)] * count, layers, links, GAPS, "barycentre")
    assert crossings([point.y for point in found], layers, links) == 0


def test_layout_does_not_depend_on_link_order() -> None:
    sizes, layers, links = random_graph(7)
    found = place_boxes(sizes, layers, links, GAPS, "barycentre")
    shuffled = [(b, a) for a, b in random.Random(1).sample(links, len(links))]
    assert place_boxes(sizes, layers, shuffled, GAPS, "barycentre") == found


def test_small_graphs_have_the_expected_layout() -> None:
    box = BoxSize(40, 20)
    assert place_boxes([], [], [], GAPS, "barycentre") == []
    assert place_boxes([box], [0], [], GAPS, "barycentre") == [Point(20, 10)]
    assert place_boxes([box] * 2, [0, 3], [(0, 1)], GAPS, "barycentre") == [Point(20, 10), Point(110, 10)]
    assert place_boxes([box] * 3, [0, 1, 1], [(0, 1), (0, 2), (1, 2)], GAPS, "barycentre")[0] == Point(20, 33)


def test_layout_imports_no_optional_packages() -> None:
    code = (
        "import sys, ferryplan.planner.graphs.layered_layout; from ferryplan.planner.cli.command_line import run_command_line; "
        "print(sorted({'networkx', 'numpy', 'scipy'} & {*sys.modules}))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
