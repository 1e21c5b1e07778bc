"""The searches, by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from generator.textbook.heuristics.operators import Operators
from generator.textbook.searches.best_first import a_star, greedy, uniform_cost
from generator.textbook.searches.bidirectional import bidirectional
from generator.textbook.searches.breadth_first import breadth_first
from generator.textbook.searches.deepening import ida_star, iterative_deepening
from generator.textbook.searches.depth_first import depth_first
from generator.textbook.searches.hill_climbing import enforced_hill_climbing
from generator.textbook.searches.symbolic import symbolic_layers
from generator.textbook.searches.watching import Node, Watch

Found: TypeAlias = Node[Any, Any] | None


class Algorithm(NamedTuple):
    """A search."""

    title: str
    search: Callable[[Watch[Any, Any], float, Callable[[], Operators]], Found]
    """given a watch, a weight, and what makes the operators of the task: returns a goal, or None where none was found"""
    informed: bool = False
    """whether it asks a heuristic"""
    least: Literal["moves", "cost", ""] = ""
    """what its plans have the least of; with a heuristic, one that is admissible"""
    complete: bool = True
    """whether there is no plan where it finds none"""


ALGORITHMS = {
    "bfs": Algorithm("breadth-first search", lambda watch, *_: breadth_first(watch), least="moves"),
    "dfs": Algorithm("depth-first search", lambda watch, *_: depth_first(watch)),
    "iddfs": Algorithm("iterative deepening", lambda watch, *_: iterative_deepening(watch), least="moves"),
    "ucs": Algorithm("uniform-cost search", lambda watch, *_: uniform_cost(watch), least="cost"),
    "astar": Algorithm("A*", lambda watch, *_: a_star(watch), informed=True, least="cost"),
    "wastar": Algorithm("weighted A*", lambda watch, weight, _: a_star(watch, weight), informed=True),
    "gbfs": Algorithm("greedy best-first search", lambda watch, *_: greedy(watch), informed=True),
    "idastar": Algorithm("IDA*", lambda watch, *_: ida_star(watch), informed=True, least="cost"),
    "ehc": Algorithm(
        "enforced hill climbing", lambda watch, *_: enforced_hill_climbing(watch), informed=True, complete=False
    ),
    "bidirectional": Algorithm(
        "bidirectional search", lambda watch, _, operators: bidirectional(watch, operators()), least="moves"
    ),
    "symbolic-layers": Algorithm(
        "symbolic breadth-first search", lambda watch, _, operators: symbolic_layers(watch, operators()), least="moves"
    ),
}
"""The searches, by their names."""
