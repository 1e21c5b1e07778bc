"""What unified-planning's simulator reaches: a reader of PDDL that shares nothing with the program, nor with the tests' own."""

from __future__ import annotations

from typing import Any

from pddl_by_trial import State


def simulated(problem: Any) -> dict[State, set[State]]:
    """What follows each state within reach by unified-planning's simulator."""
    from unified_planning.shortcuts import SequentialSimulator

    known = {
        tuple(str(fluent).replace("(", " ").replace(",", " ").rstrip(")").split()): fluent
        for fluent in problem.initial_values
    }

    def told(state: Any) -> State:
        values = {fact: state.get_value(fluent) for fact, fluent in known.items() if fact != ("total-cost",)}
        facts = frozenset(fact for fact, value in values.items() if value.is_true())
        numbers = ((fact, value.constant_value()) for fact, value in values.items() if not value.is_bool_constant())
        return State(facts, frozenset(numbers))

    with SequentialSimulator(problem) as simulator:
        found: dict[State, set[State]] = {}
        queue = [simulator.get_initial_state()]
        for state in queue:
            if told(state) not in found:
                moves = simulator.get_applicable_actions(state)
                after = [one for move in moves if (one := simulator.apply(state, *move)) is not None]
                found[told(state)] = {*map(told, after)}
                queue += after
    return found
