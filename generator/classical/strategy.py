"""The search of a planning task, and the blocked actions: those that a single unmet condition blocks.

A blocked action is relevant only if it would add a new fact, one that holds in no reachable state.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from ferryplan.generator.classical.theorem import find_plan_by_theorem
from ferryplan.generator.pddl.effects import EffectConflictError
from ferryplan.generator.pddl.expressions import And, Atom, Condition, walk_parts
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.normal_form import conjuncts, direct_references, substitute_objects, to_normal_form
from ferryplan.generator.pddl.states import Fact, PddlState, UndefinedError
from ferryplan.generator.pddl.successor_generator import UNMET_PRECONDITION
from ferryplan.generator.pddl.syntax_tree import Action
from ferryplan.generator.search.shortest_path import ShortestPath
from ferryplan.generator.search.strategy import BlockedMove, SearchOutcome, Strategy
from ferryplan.generator.tasks.space import TaskSpace

MAX_STATES, MAX_BINDINGS = 500, 500
"""The largest numbers of states that are searched for blocked actions, and of bindings of an action that are tried in
a state.

The search prefers states that meet most conditions of the goal, and among these the states nearest to the start.
"""


class BlockedAction(NamedTuple):
    """An action that is inapplicable in a state only because a single condition is unmet."""

    move: GroundAction
    condition: Condition
    """the unmet part of the precondition, with variables"""
    ground_condition: Condition
    """the unmet condition, with objects in place of the variables"""
    new_facts: frozenset[Fact]
    """the facts that the action would add; `find_blocked_actions` keeps those that hold in no reachable state"""


class ClassicalStrategy(Strategy[PddlState, GroundAction]):
    """The search strategy of planning tasks: optimal plans, and explanations why there is no plan.

    An explanation lists blocked moves: actions that a single unmet condition blocks.
    """

    space: TaskSpace

    def __init__(self, space: Any) -> None:
        """Raise UnsupportedPddlError if actions take time.

        For such a task, a plan that is impossible in sequence may be possible with actions that overlap.
        """
        super().__init__(space)
        if space.has_durations:
            space.domain.source.fail_unsupported(None, "pddl.actions-take-time")

    def find_best_by_theorem(self) -> ShortestPath[GroundAction] | None:
        """Return the optimal plan that is known from a theorem, or None if no theorem is known for the task.

        Raises PuzzleError if the plan is not valid.
        """
        return find_plan_by_theorem(self.space) if self.space.instance.theorem else None

    def find_best_solution(self) -> ShortestPath[GroundAction]:
        """Return an optimal plan: the one known from a theorem if there is one, otherwise one from a search.

        Raises PuzzleError if the theorem's plan is not valid.
        """
        return self.find_best_by_theorem() or super().find_best_solution()

    def find_blocked_moves(self, outcome: SearchOutcome[PddlState]) -> Iterator[BlockedMove[PddlState, GroundAction]]:
        """Yield actions that one condition blocks in a reachable state and that would add a new fact.

        A fact is new if it holds in no reachable state. Each action occurs once. Actions with static conditions, such
        as roads, come last, because they are seldom the cause. Otherwise, actions that would make a goal condition
        true come first, then actions whose states meet the most goal conditions, then those nearest to the start.
        """
        goal_facts = self.space.goal_facts

        def rank_blocked_action(found: tuple[PddlState, BlockedAction]) -> tuple[bool, bool]:
            lack = found[1]
            return self.is_static_condition(lack.ground_condition), goal_facts.isdisjoint(lack.new_facts)

        # The sort is stable, so actions of one rank stay in the order of the search: most goals met first,
        # then nearest.
        for state, lack in sorted(self.find_blocked_actions(outcome), key=rank_blocked_action):
            yield BlockedMove(
                state,
                outcome.depths[state],
                lack.move,
                UNMET_PRECONDITION,
                self.space.describe_unmet_condition(lack.ground_condition),
            )

    def is_static_condition(self, condition: Condition) -> bool:
        """Return whether no action changes the predicates and functions that a condition mentions."""
        named = (one for part in walk_parts(condition) for one in direct_references(part))
        return all(self.space.is_static(one.predicate if isinstance(one, Atom) else one.name) for one in named)

    def find_blocked_actions(self, outcome: SearchOutcome[PddlState]) -> Iterator[tuple[PddlState, BlockedAction]]:
        """Yield pairs (state, blocked action) for actions that would add a new fact.

        A fact is new if it holds in no reachable state; ``outcome`` has the reachable states. The function examines
        at most `MAX_STATES` of them: those that meet the most conditions of the goal, and among these the nearest to
        the start.
        """
        space, seen = self.space, set[GroundAction]()
        held = {fact for state in outcome.depths for fact in state.facts}
        # The number prevents the comparison of states, which have no order, and breaks ties by arrival.
        met = [
            (-space.count_goals_met(state), depth, number)
            for number, (state, depth) in enumerate(outcome.depths.items())
        ]
        states = list(outcome.depths)
        for *_, number in heapq.nsmallest(MAX_STATES, met):
            for action in space.instant_actions:
                for lack in self.find_blocked_groundings(action, states[number]):
                    new = lack.new_facts - held
                    if new and lack.move not in seen:
                        seen.add(lack.move)
                        yield states[number], lack._replace(new_facts=new)

    def find_blocked_groundings(self, action: Action, state: PddlState) -> Iterator[BlockedAction]:
        """Yield the groundings of an action that exactly one part of the precondition blocks in a state."""
        space = self.space
        parts = [*conjuncts(action.precondition)]
        for row, part in enumerate(parts):
            others = to_normal_form(And((*parts[:row], *parts[row + 1 :])))
            chosen = space.view(state).bindings_satisfying(action.parameters, others, {}, ordered=True)
            try:
                for binding in itertools.islice(chosen, MAX_BINDINGS):
                    move = GroundAction(action.name, tuple([binding[one.name] for one in action.parameters]))
                    if not space.view(state).holds(to_normal_form(part), binding):
                        with contextlib.suppress(UndefinedError, EffectConflictError):
                            new = frozenset(space.changes_of_move(state, move).added)
                            yield BlockedAction(move, part, substitute_objects(part, binding), new)
            except UndefinedError:  # no further binding can be tried
                continue
