"""What is true of a random planning task, by trying everything out: its states, what follows them, how far each is from the goal."""

from __future__ import annotations

import math
from typing import NamedTuple

from hypothesis import reject
from pddl_by_trial import Atom, State, Trial
from strategies.tasks import Drawn

from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl import states
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.task import Task

MOST_STATES = 300


class Truth(NamedTuple):
    """A task, and what is true of it."""

    task: Task
    trial: Trial
    links: dict[State, list[tuple[Atom, State, int]]]
    """in the order of the actions in the domain, then of their objects as words"""
    costs: dict[State, float]
    """the least cost to the goal, infinite where it cannot be reached"""
    moves: dict[State, float]
    """the fewest moves to it"""

    def seen(self, state: states.State) -> State:
        """The state that the program means: what never changes is no part of its own."""
        never = self.trial.initial.facts - self.task.initial.facts, self.trial.initial.values - self.task.initial.values
        return State(state.facts | never[0], state.values | never[1])

    def reached(self) -> list[states.State]:
        """The states of the program."""
        found = dict.fromkeys([self.task.initial])
        queue = [*found]
        for state in queue:
            queue += (new := [after for _, after in self.task.moves(state) if after not in found])
            found |= dict.fromkeys(new)
        return [*found]


def truth_of(drawn: Drawn) -> Truth:
    """What is true of a task that was drawn. Rejects what has too many states, or makes no sense."""
    try:
        domain = read_domain(drawn.domain)
        task = Task(domain, read_problem(drawn.problem, domain))
    except PddlError as error:  # of derived predicates, one depends on its opposite
        if "its own negation" not in str(error):
            raise
        reject()
    trial = Trial(drawn.domain, drawn.problem)
    found = trial.links(MOST_STATES) or reject()
    order = {name: number for number, name in enumerate(trial.actions)}
    links = {state: sorted(moves, key=lambda move: (order[move[0][0]], move[0][1:])) for state, moves in found.items()}
    goals = [state for state in links if trial.is_goal(state)]
    return Truth(
        task,
        trial,
        links,
        _distances(links, goals, costs=drawn.costs),
        _distances(links, goals, costs=False),
    )


def _distances(
    links: dict[State, list[tuple[Atom, State, int]]], goals: list[State], *, costs: bool
) -> dict[State, float]:
    """Relaxed until nothing changes."""
    found: dict[State, float] = {state: 0 if state in goals else math.inf for state in links}
    changed = True
    while changed:
        changed = False
        for state, moves in links.items():
            least = min((found[after] + (cost if costs else 1) for _, after, cost in moves), default=math.inf)
            if least < found[state]:
                found[state], changed = least, True
    return found
