"""The searches, by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from ferryplan.teaching.textbook.searches.best_first import a_star, greedy, uniform_cost, weighted_a_star
from ferryplan.teaching.textbook.searches.bidirectional import bidirectional
from ferryplan.teaching.textbook.searches.breadth_first import breadth_first
from ferryplan.teaching.textbook.searches.deepening import ida_star, iterative_deepening
from ferryplan.teaching.textbook.searches.depth_first import depth_first
from ferryplan.teaching.textbook.searches.hill_climbing import enforced_hill_climbing
from ferryplan.teaching.textbook.searches.symbolic import symbolic_layers
from ferryplan.teaching.textbook.searches.watching import Node, Watch


class Algorithm(NamedTuple):
    """A search."""

    title: str
    search: Callable[[Watch], Node | None]
    """returns a goal, or None where none was found"""
    least: Literal["moves", "cost", ""] = ""
    """what its plans have the least of; with a heuristic, one that is admissible"""
    informed: bool = False
    """whether it asks a heuristic"""
    complete: bool = True
    """whether there is no plan where it finds none"""
    of_facts: bool = False
    """whether it asks for operators"""


ALGORITHMS = {
    "bfs": Algorithm("breadth-first search", breadth_first, "moves"),
    "dfs": Algorithm("depth-first search", depth_first),
    "iddfs": Algorithm("iterative deepening", iterative_deepening, "moves"),
    "ucs": Algorithm("uniform-cost search", uniform_cost, "cost"),
    "astar": Algorithm("A*", a_star, "cost", informed=True),
    "wastar": Algorithm("weighted A*", weighted_a_star, informed=True),
    "gbfs": Algorithm("greedy best-first search", greedy, informed=True),
    "idastar": Algorithm("IDA*", ida_star, "cost", informed=True),
    "ehc": Algorithm("enforced hill climbing", enforced_hill_climbing, informed=True, complete=False),
    "bidirectional": Algorithm("bidirectional search", bidirectional, "moves", of_facts=True),
    "symbolic-layers": Algorithm("symbolic breadth-first search", symbolic_layers, "moves", of_facts=True),
}
"""The searches, by their names."""
