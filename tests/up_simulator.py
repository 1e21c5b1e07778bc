"""State spaces by unified-planning's simulator.

It shares no code with the program or with the tests' own interpreters.
"""

from __future__ import annotations

from typing import Any

from pddl_by_trial import State


def explore_with_simulator(problem: Any) -> dict[State, set[State]]:
    """Return the successors of each state that unified-planning's simulator reaches."""
    from unified_planning.shortcuts import SequentialSimulator

    known = {
        tuple(str(fluent).replace("(", " ").replace(",", " ").rstrip(")").split()): fluent
        for fluent in problem.initial_values
    }

    def to_state(state: Any) -> State:
        values = {fact: state.get_value(fluent) for fact, fluent in known.items() if fact != ("total-cost",)}
        facts = frozenset(fact for fact, value in values.items() if value.is_true())
        numbers = ((fact, value.constant_value()) for fact, value in values.items() if not value.is_bool_constant())
        return State(facts, frozenset(numbers))

    with SequentialSimulator(problem) as simulator:
        found: dict[State, set[State]] = {}
        queue = [simulator.get_initial_state()]
        for state in queue:
            if to_state(state) not in found:
                moves = simulator.get_applicable_actions(state)
                after = [one for move in moves if (one := simulator.apply(state, *move)) is not None]
                found[to_state(state)] = {*map(to_state, after)}
                queue += after
    return found
