"""All search algorithms by name, with their properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from ferryplan.teaching.textbook.searches.best_first import (
    a_star,
    greedy_best_first_search,
    uniform_cost_search,
    weighted_a_star,
)
from ferryplan.teaching.textbook.searches.bidirectional import bidirectional_search
from ferryplan.teaching.textbook.searches.breadth_first import breadth_first_search
from ferryplan.teaching.textbook.searches.deepening import ida_star, iterative_deepening
from ferryplan.teaching.textbook.searches.depth_first import depth_first_search
from ferryplan.teaching.textbook.searches.hill_climbing import enforced_hill_climbing
from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor, SearchNode
from ferryplan.teaching.textbook.searches.symbolic import symbolic_breadth_first_search


class SearchAlgorithm(NamedTuple):
    """A search algorithm with its properties."""

    title: str
    """The name of the algorithm in words, such as ``breadth-first search``."""
    search: Callable[[SearchMonitor], SearchNode | None]
    """The search function, which returns a goal node, or None if it finds none."""
    minimized_quantity: Literal["moves", "cost", ""] = ""
    """The quantity that is minimal for the plans found (if the heuristic is admissible); empty if there is no guarantee."""
    is_informed: bool = False
    """Whether the algorithm uses a heuristic."""
    is_complete: bool = True
    """Whether the task is proven unsolvable if the algorithm finds no plan."""
    needs_operators: bool = False
    """Whether the algorithm needs the task's STRIPS operators."""


ALGORITHMS = {
    "bfs": SearchAlgorithm("breadth-first search", breadth_first_search, "moves"),
    "dfs": SearchAlgorithm("depth-first search", depth_first_search),
    "iddfs": SearchAlgorithm("iterative deepening", iterative_deepening, "moves"),
    "ucs": SearchAlgorithm("uniform-cost search", uniform_cost_search, "cost"),
    "astar": SearchAlgorithm("A*", a_star, "cost", is_informed=True),
    "wastar": SearchAlgorithm("weighted A*", weighted_a_star, is_informed=True),
    "gbfs": SearchAlgorithm("greedy best-first search", greedy_best_first_search, is_informed=True),
    "idastar": SearchAlgorithm("IDA*", ida_star, "cost", is_informed=True),
    "ehc": SearchAlgorithm("enforced hill climbing", enforced_hill_climbing, is_informed=True, is_complete=False),
    "bidirectional": SearchAlgorithm("bidirectional search", bidirectional_search, "moves", needs_operators=True),
    "symbolic-layers": SearchAlgorithm(
        "symbolic breadth-first search", symbolic_breadth_first_search, "moves", needs_operators=True
    ),
}
"""The search algorithms by the names that users give."""
