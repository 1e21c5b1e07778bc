"""How easily one strays from the best solutions: what else may be done on the way, and which of their moves look wrong.

River crossings are hard where a move must lead away from the goal, and where wrong moves are allowed beside the right one: R. Jeffries,
P. G. Polson, L. Razran, M. E. Atwood, "A process model for Missionaries-Cannibals and other river-crossing problems", Cognitive
Psychology 9 (1977) 412-440. People do not take back at once what they just did: so that is no choice here.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable
from typing import NamedTuple

from ferryplan.generator.search.cheapest import NEVER
from ferryplan.generator.search.survey import Survey
from ferryplan.generator.space import Move, State


class Choices(NamedTuple):
    """What the best solutions of a graph of states ask of whoever looks for one."""

    best: int
    """how many of them there are in the graph"""
    away: int
    """how many of their moves lead away from the goal, in the solution that has the fewest such: after them at least two more of its conditions
    do not hold than before"""
    passed: int
    """how many states best solutions pass, without the goal"""
    forks: int
    """in how many of them there is a move that leads off all best solutions, but straight back"""
    wrong: float
    """how many such moves there are in these on average; 0 if there are none"""
    bits: float
    """how unlikely it is to keep to best solutions by moves taken at random, never straight back: the binary logarithm of one in how many"""


class _Ahead(NamedTuple):
    """What lies ahead of a state on a best solution."""

    best: int
    away: int
    chance: float


def choices(found: Survey[State, Move]) -> Choices | None:
    """Return what best solutions ask for; None if the goal is out of reach."""
    graph, after = found.graph, found.after
    if found.best is None:
        return None
    met = [graph.space.goals_met(state) for state in graph.states]
    situations = [graph.space.situation(state) for state in graph.states]
    onward = {state: _onward(found, state) for state in range(len(after)) if found.is_optimal(state)}
    came = defaultdict[int, set[Hashable]](set)
    for state, targets in onward.items():
        for target in targets:
            came[target].add(situations[state])
    ahead, wrong = dict[int, _Ahead](), list[int]()
    # Nearest to the goal first, so that what lies ahead of a state is known before it is asked for.
    for state in sorted(onward, key=after.__getitem__):
        if not (targets := onward[state]):
            ahead[state] = _Ahead(1, 0, 1.0)
            continue
        others = graph.targets[graph.offsets[state] : graph.offsets[state + 1]]
        astray = sum(target not in targets and situations[target] not in came[state] for target in others)
        wrong.append(astray)
        ahead[state] = _Ahead(
            sum(ahead[target].best for target in targets),
            min(ahead[target].away + (met[target] < met[state] - 1) for target in targets),
            sum(ahead[target].chance for target in targets) / (len(targets) + astray),
        )
    best, away, chance = ahead[0]
    forks = sum(map(bool, wrong))
    return Choices(best, away, len(wrong), forks, sum(wrong) / max(forks, 1), math.log2(1 / chance))


def _onward(found: Survey[State, Move], state: int) -> list[int]:
    """Return where the moves from a state lead that are moves of best solutions, for each move."""
    after = found.after
    ways = found.graph.onward(state)
    return [target for target, weight in ways if NEVER != after[target] == after[state] - weight]
