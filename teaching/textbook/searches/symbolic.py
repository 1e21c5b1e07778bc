"""Symbolic breadth-first search, which represents each layer of states as a decision diagram.

K. L. McMillan, Symbolic Model Checking, 1993; A. Cimatti, E. Giunchiglia, F. Giunchiglia and P. Traverso, "Planning via model checking", ECP
1997. A state consists only of the facts that occur in some condition, effect or goal of the STRIPS task.
"""

from __future__ import annotations

from collections.abc import Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.teaching.textbook.heuristics.operators import NumberedOperator, OperatorSet
from ferryplan.teaching.textbook.searches.decision_diagrams import EMPTY_SET, DecisionDiagrams, VariableChange
from ferryplan.teaching.textbook.searches.search_monitor import Expansion, SearchMonitor, SearchNode, node_after_moves

MAX_FACTS, MAX_RECORDED_STATES = 400, 10_000
"""The largest number of facts, which is the depth of the diagrams; and the largest number of states in a layer that a trace lists."""


def symbolic_breadth_first_search(monitor: SearchMonitor) -> SearchNode | None:
    """Return a goal node with the fewest moves, or None if there is none.

    Raises EncodingError for a task with too many facts.
    """
    assert monitor.operators
    operators = monitor.operators
    if (facts := len(operators.facts)) > MAX_FACTS:
        raise EncodingError(format_message("search.too-many-facts", found=facts, most=MAX_FACTS), key="algorithm")
    diagrams, start = DecisionDiagrams(facts), operators.mask_of_state(monitor.make_start_node().state)
    acting = [(one, _list_changes(one)) for one in operators.all if one.move is not None]
    goal = EMPTY_SET
    for part in operators.goal_fact_sets:
        goal = diagrams.union(goal, diagrams.assignments_with((fact, True) for fact in part))
    reached = diagrams.assignments_with((fact, bool(start >> fact & 1)) for fact in range(facts))
    layers = [reached]
    while layers[-1] != EMPTY_SET:
        if (found := diagrams.intersection(layers[-1], goal)) != EMPTY_SET:
            return node_after_moves(
                monitor.space, _extract_moves(diagrams, operators, layers, next(diagrams.assignments(found)))
            )
        following = EMPTY_SET
        for _, changes in acting:
            following = diagrams.union(following, diagrams.image(layers[-1], changes))
        layers.append(diagrams.difference(following, reached))
        reached = diagrams.union(reached, following)
        depth, sizes = len(layers) - 2, [diagrams.count(one) for one in layers[-2:]]
        noted = monitor.trace is not None and max(sizes) <= MAX_RECORDED_STATES
        states = [[*diagrams.assignments(one)] if noted else [] for one in layers[-2:]]
        monitor.record_held_nodes(sizes[1], len(diagrams) - sizes[1])
        monitor.frontier_depth = depth + bool(sizes[1])
        monitor.add_expansion(Expansion(states[0], depth, None, depth, states[1], sizes[1], monitor.rounds), *sizes)
    return None


def _list_changes(operator: NumberedOperator) -> list[VariableChange]:
    """Return the changes of facts by an operator, in ascending order, for `DecisionDiagrams.image`.

    They include facts that the operator requires without changing them.
    """
    _, _, asked, added, deleted = operator
    after = dict.fromkeys(asked, True) | dict.fromkeys(deleted, False) | dict.fromkeys(added, True)
    return [(fact, True if fact in asked else None, after[fact]) for fact in sorted(after)]


def _extract_moves(
    diagrams: DecisionDiagrams, operators: OperatorSet, layers: Sequence[int], state: int
) -> list[GroundAction]:
    """Return a sequence of moves from the initial state through the layers to a state of the last layer.

    ``layers`` has the set of states at each distance from the start, as the number of its diagram. ``state`` is a bit mask of facts.
    """
    moves = list[GroundAction]()
    for layer in reversed(layers[:-1]):
        for one in operators.all:
            changes = _list_changes(one)
            if one.move is None or any(state >> fact & 1 != after for fact, _, after in changes):
                continue
            # A fact that the operator changes without requiring it may have been true or false before.
            free = {fact for fact, before, _ in changes if before is None}
            before = [(fact, bool(state >> fact & 1)) for fact in range(len(operators.facts))]
            known = {fact: value for fact, value in before if fact not in free} | dict.fromkeys(one.preconditions, True)
            if (earlier := diagrams.intersection(layer, diagrams.assignments_with(known.items()))) != EMPTY_SET:
                state = next(diagrams.assignments(earlier))
                moves.append(one.move)
                break
    return moves[::-1]
