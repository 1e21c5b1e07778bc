"""Measures of how easily a person strays from the best solutions.

They count forks (states in which a person can choose a wrong move), wrong moves, and moves away from the goal.

River crossings are hard where a move must lead away from the goal, and where wrong moves are allowed beside the
right one: R. Jeffries, P. G. Polson, L. Razran, M. E. Atwood, "A process model for Missionaries-Cannibals and
other river-crossing problems", Cognitive Psychology 9 (1977) 412-440. People do not undo the move that they
just made, so a move straight back does not count as a choice here.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable
from typing import NamedTuple

from ferryplan.generator.search.graph_analysis import GraphAnalysis
from ferryplan.generator.search.uniform_cost_search import NEVER
from ferryplan.generator.space import Move, State


class ChoiceMeasures(NamedTuple):
    """Measures of the choices that a person has along the best solutions of a puzzle."""

    solution_count: int
    """the number of best solutions in the graph"""
    moves_away: int
    """the number of moves away from the goal, in the best solution that has the fewest; after such a move, at
    least two more goal conditions are unmet than before"""
    passed_states: int
    """the number of states that best solutions pass, without the goal"""
    fork_count: int
    """the number of passed states that have a wrong move: one that leaves all best solutions and does not go
    straight back"""
    wrong_moves: float
    """the mean number of wrong moves in a fork; 0 if there are no forks"""
    surprisal_bits: float
    """the surprisal of a best solution in bits: -log2 of the probability that random moves, never straight
    back, follow best solutions"""


class _SolutionsAhead(NamedTuple):
    """A summary of the best solutions from a state onward.

    It has the number of these solutions, the fewest moves away from the goal that one of them contains, and the
    probability that random moves follow one of them.
    """

    solution_count: int
    moves_away: int
    chance: float


def measure_choices(analysis: GraphAnalysis[State, Move]) -> ChoiceMeasures | None:
    """Measure the choices along the best solutions; return None if no goal state can be reached."""
    graph, after = analysis.graph, analysis.costs_to_goal
    if analysis.best_total is None:
        return None
    met = [graph.space.count_goals_met(state) for state in graph.states]
    situations = [graph.space.strip_counters(state) for state in graph.states]
    onward = {state: _optimal_successors(analysis, state) for state in range(len(after)) if analysis.is_optimal(state)}
    came = defaultdict[int, set[Hashable]](set)
    for state, targets in onward.items():
        for target in targets:
            came[target].add(situations[state])
    ahead, wrong = dict[int, _SolutionsAhead](), list[int]()
    # Nearest to the goal first, so that the values of the targets are known before they are needed.
    for state in sorted(onward, key=after.__getitem__):
        if not (targets := onward[state]):
            ahead[state] = _SolutionsAhead(1, 0, 1.0)
            continue
        others = graph.targets[graph.offsets[state] : graph.offsets[state + 1]]
        astray = sum(target not in targets and situations[target] not in came[state] for target in others)
        wrong.append(astray)
        ahead[state] = _SolutionsAhead(
            sum(ahead[target].solution_count for target in targets),
            min(ahead[target].moves_away + (met[target] < met[state] - 1) for target in targets),
            sum(ahead[target].chance for target in targets) / (len(targets) + astray),
        )
    best, away, chance = ahead[0]
    forks = sum(map(bool, wrong))
    return ChoiceMeasures(best, away, len(wrong), forks, sum(wrong) / max(forks, 1), math.log2(1 / chance))


def _optimal_successors(analysis: GraphAnalysis[State, Move], state: int) -> list[int]:
    """Return the numbers of the states that the optimal moves from a state lead to."""
    after = analysis.costs_to_goal
    ways = analysis.graph.weighted_targets(state)
    return [target for target, weight in ways if NEVER != after[target] == after[state] - weight]
