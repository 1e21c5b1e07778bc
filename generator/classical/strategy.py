"""What stops one in a planning task: actions that lack one thing, and after which something would hold that never does."""

from __future__ import annotations

import contextlib
import heapq
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from ferryplan.generator.classical.theorem import shortest_by_theorem
from ferryplan.generator.pddl.applicable import NOT_CARRIED_OUT
from ferryplan.generator.pddl.effects import ClashError
from ferryplan.generator.pddl.expressions import And, Atom, Condition, all_in
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.normal_form import conjuncts, named_in, normal, substituted
from ferryplan.generator.pddl.states import Fact, State, UndefinedError
from ferryplan.generator.pddl.tree import Action
from ferryplan.generator.search.shortest_path import ShortestPath
from ferryplan.generator.search.strategy import Reach, Stop, Strategy
from ferryplan.generator.tasks.space import TaskSpace

MOST_STATES, MOST_CHOICES = 500, 500
"""The number of states in which to look for actions that lack one thing, and the number of bindings of each action to try in each state.

The states that meet the most conditions of the goal come first, and of these the nearest to the start."""


class Lack(NamedTuple):
    """An action that could be carried out in a state but for one condition, which is unheld of the objects chosen."""

    move: GroundAction
    condition: Condition
    unheld: Condition
    new: frozenset[Fact]
    """what it would bring about that never holds"""


class ClassicalStrategy(Strategy[State, GroundAction]):
    """The search of any state space; stops are actions that lack one thing."""

    space: TaskSpace

    def __init__(self, space: Any) -> None:
        """Raises UnknownFormError if actions take time: what cannot be done in sequence may be possible where they overlap."""
        super().__init__(space)
        if space.in_time:
            space.domain.source.refuse(None, "pddl.actions-take-time")

    def best_by_theorem(self) -> ShortestPath[GroundAction] | None:
        """Return the best plan that a theorem gives for an instance. Raises PuzzleError for one that is no plan."""
        return shortest_by_theorem(self.space) if self.space.instance.theorem else None

    def best(self) -> ShortestPath[GroundAction]:
        """Return a best plan: that of a theorem, where there is one. Raises PuzzleError for one that is no plan."""
        return self.best_by_theorem() or super().best()

    def stops(self, reach: Reach[State]) -> Iterator[Stop[State, GroundAction]]:
        """Yield the actions that lack one condition somewhere and would bring about what never holds, each once.

        Those that lack what actions may change come before those that lack what never changes, such as a road: that is seldom the cause.
        Then come those that reach a goal, and of these the ones in states where most of it is met, the nearest first.
        """
        wanted = self.space.goal_facts

        def rank(found: tuple[State, Lack]) -> tuple[bool, bool]:
            lack = found[1]
            return self.never_changes(lack.unheld), wanted.isdisjoint(lack.new)

        # The sort is stable, so lacks of one rank stay in the order of the search: most goals met first,
        # then nearest.
        for state, lack in sorted(self.lacking(reach), key=rank):
            yield Stop(state, reach.depths[state], lack.move, NOT_CARRIED_OUT, self.space.in_words(lack.unheld))

    def never_changes(self, condition: Condition) -> bool:
        """Return whether no action changes what a condition asks."""
        named = (one for part in all_in(condition) for one in named_in(part))
        return all(self.space.never_changes(one.predicate if isinstance(one, Atom) else one.name) for one in named)

    def lacking(self, reach: Reach[State]) -> Iterator[tuple[State, Lack]]:
        """Yield each action that lacks one condition in some state and would make a never reached fact true, with the state.

        Look in at most `MOST_STATES` states: those that meet the most conditions of the goal, and of these the nearest to the start.
        """
        space, seen = self.space, set[GroundAction]()
        held = {fact for state in reach.depths for fact in state.facts}
        # The number keeps states, which have no order, from being compared, and makes ties go by arrival.
        met = [(-space.goals_met(state), depth, number) for number, (state, depth) in enumerate(reach.depths.items())]
        states = list(reach.depths)
        for *_, number in heapq.nsmallest(MOST_STATES, met):
            for action in space.untimed:
                for lack in self.lacks(action, states[number]):
                    new = lack.new - held
                    if new and lack.move not in seen:
                        seen.add(lack.move)
                        yield states[number], lack._replace(new=new)

    def lacks(self, action: Action, state: State) -> Iterator[Lack]:
        """Yield the ways to choose an action's parameters so that all but one part of its precondition hold in a state."""
        space = self.space
        parts = [*conjuncts(action.precondition)]
        for row, part in enumerate(parts):
            others = normal(And((*parts[:row], *parts[row + 1 :])))
            chosen = space.view(state).bindings(action.parameters, others, {}, ordered=True)
            try:
                for binding in itertools.islice(chosen, MOST_CHOICES):
                    move = GroundAction(action.name, tuple([binding[one.name] for one in action.parameters]))
                    if not space.view(state).holds(normal(part), binding):
                        with contextlib.suppress(UndefinedError, ClashError):
                            new = frozenset(space.changes(state, move).added)
                            yield Lack(move, part, substituted(part, binding), new)
            except UndefinedError:  # nothing more can be chosen
                continue
