"""The full state space of a random planning task: states, successors, and distances to the goal."""

from __future__ import annotations

import math
from typing import NamedTuple

from hypothesis import reject
from pddl_by_trial import Atom, LiteralTask, State
from strategies.tasks import Drawn

from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl import states
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.task import Task

MAX_STATES = 300


class TaskTruth(NamedTuple):
    """A task with its full state space."""

    task: Task
    trial: LiteralTask
    links: dict[State, list[tuple[Atom, State, int]]]
    """successors, in the order of the domain's actions, then of their objects as words"""
    costs: dict[State, float]
    """the least cost to the goal, infinite where it is unreachable"""
    moves: dict[State, float]
    """the fewest moves to the goal"""

    def to_trial_state(self, state: states.PddlState) -> State:
        """Convert a state of the program, which lacks the facts that never change."""
        never = self.trial.initial.facts - self.task.initial.facts, self.trial.initial.values - self.task.initial.values
        return State(state.facts | never[0], state.values | never[1])

    def list_reached_states(self) -> list[states.PddlState]:
        """Return the reachable states, in the program's form."""
        found = dict.fromkeys([self.task.initial])
        queue = [*found]
        for state in queue:
            queue += (new := [after for _, after in self.task.successors(state) if after not in found])
            found |= dict.fromkeys(new)
        return [*found]


def find_truth(drawn: Drawn) -> TaskTruth:
    """Return the state space of a random task. Reject tasks with too many states or without a meaning."""
    try:
        domain = read_domain(drawn.domain)
        task = Task(domain, read_problem(drawn.problem, domain))
    except PddlError as error:  # a derived predicate depends on its own negation
        if "its own negation" not in str(error):
            raise
        reject()
    trial = LiteralTask(drawn.domain, drawn.problem)
    found = trial.explore_links(MAX_STATES) or reject()
    order = {name: number for number, name in enumerate(trial.actions)}
    links = {state: sorted(moves, key=lambda move: (order[move[0][0]], move[0][1:])) for state, moves in found.items()}
    goals = [state for state in links if trial.is_goal(state)]
    return TaskTruth(
        task,
        trial,
        links,
        _compute_distances(links, goals, costs=drawn.costs),
        _compute_distances(links, goals, costs=False),
    )


def _compute_distances(
    links: dict[State, list[tuple[Atom, State, int]]], goals: list[State], *, costs: bool
) -> dict[State, float]:
    """Return the distance of each state to the goal; the method relaxes all edges until nothing changes."""
    found: dict[State, float] = {state: 0 if state in goals else math.inf for state in links}
    changed = True
    while changed:
        changed = False
        for state, moves in links.items():
            least = min((found[after] + (cost if costs else 1) for _, after, cost in moves), default=math.inf)
            if least < found[state]:
                found[state], changed = least, True
    return found
