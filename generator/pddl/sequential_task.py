"""Temporal tasks as state spaces: durative actions one after the other, never at the same time."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import find_changing_names, minimizes_total_time
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.normal_form import conjuncts
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.pddl.syntax_tree import Action, Domain, DurativeAction, Problem
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.space import EncodedSpace, Violation

_MIRRORED_OPERATORS = {"<=": ">=", ">=": "<=", "=": "="}


class SequentialTask(Task):
    """A temporal task as a state space in which durative actions follow one after the other.

    A move is a whole durative action; nothing else happens during it. A state that is reachable in this way is
    also reachable by a temporal plan. The converse does not hold: some plans need actions that overlap. The
    metric of a temporal task is ignored.
    """

    def __init__(self, domain: Domain, problem: Problem) -> None:
        """Prepare the start and the end of each durative action as separate actions.

        Raises PddlError in the same cases as `Task`, and UnsupportedPddlError for effects that depend on a
        duration.
        """
        self._end_names: dict[tuple[str, int], str] = {}
        self.has_durations = domain.is_timed
        if domain.is_timed:
            actions, varying = list[Action](), find_changing_names(domain)
            for action in domain.actions:
                match action:
                    case Action():
                        actions.append(action)
                    case DurativeAction(name, parameters):
                        # No PDDL name has a space, so no action of the file can have this name.
                        self._end_names[name, len(parameters)] = f"end of {name}"
                        actions += _split_action(domain, action, varying)
            domain = replace(domain, actions=tuple(actions))
        if self.has_durations or minimizes_total_time(problem):
            problem = replace(problem, metric=None)
        super().__init__(domain, problem)
        self.instant_actions = [action for action in self.domain.actions if isinstance(action, Action)]
        self.goal_facts: frozenset[Fact] = frozenset(
            part.fact for part in conjuncts(self.goal) if isinstance(part, pddl.Atom)
        )
        """the facts that are conjuncts of the goal"""

    @property
    def derived_predicates(self) -> Collection[str]:
        """The names of the derived predicates that may change."""
        return self._derivation.predicates

    def successors(self, state: PddlState) -> Iterator[tuple[GroundAction, PddlState]]:
        """Yield each applicable ground action with the state after its end."""
        for move, after in super().successors(state):
            end = self._end_action(move)
            if end is None:
                if move.name not in self._end_names.values():
                    yield move, after
            elif not super().find_violation(after, end):
                yield move, super().apply_move(after, end)

    def candidate_moves(self, state: PddlState) -> Iterator[GroundAction]:
        """Yield each ground action that the static facts allow, applicable or not."""
        return (move for move in super().candidate_moves(state) if move.name not in self._end_names.values())

    def find_violation(self, state: PddlState, move: GroundAction) -> Violation | None:
        """Return the reason why an action is not applicable in a state, or None if it is applicable."""
        end, found = self._end_action(move), super().find_violation(state, move)
        if found or end is None:
            return found
        found = super().find_violation(super().apply_move(state, move), end)
        return found and found._replace(found=format_message("pddl.at-end", why=found.found))

    def apply_move(self, state: PddlState, move: GroundAction) -> PddlState:
        """Return the state after the end of an action. Raises the same errors as `Task.apply_move`."""
        end, after = self._end_action(move), super().apply_move(state, move)
        return super().apply_move(after, end) if end else after

    @functools.cached_property
    def encoded_space(self) -> EncodedSpace[PddlState, GroundAction] | None:
        """This state space with states as integers; None if actions take time."""
        return None if self._end_names else super().encoded_space

    def lower_bound(self, state: PddlState) -> int:
        """Return a lower bound on the number of actions to the goal.

        The bound is the number of unmet goal facts, divided by the largest number of goal facts that one action can
        add. It is 0 if this largest number is unknown.
        """
        wanted, most = self._goal_facts_and_max_additions
        return -(-len(wanted - state.facts) // most) if most else 0

    @functools.cached_property
    def _goal_facts_and_max_additions(self) -> tuple[frozenset[Fact], int]:
        """The goal facts that actions can add, and the largest number of them that one action can add.

        The number is 0 if it is unknown, because actions take time or have quantified effects.
        """
        known = self._changing_names.difference(self.derived_predicates)
        facts = frozenset(fact for fact in self.goal_facts if fact[0] in known)
        wanted = {fact[0] for fact in facts}
        effects = [[*pddl.walk_parts(action.effect)] for action in self.instant_actions]
        if self.has_durations or any(isinstance(one, pddl.ForEach) for some in effects for one in some):
            return facts, 0
        added = ([one.atom for one in some if isinstance(one, pddl.Add)] for some in effects)
        return facts, max((sum(atom.predicate in wanted for atom in some) for some in added), default=0)

    def _end_action(self, move: GroundAction) -> GroundAction | None:
        name = self._end_names.get((move.name, len(move.arguments)))
        return GroundAction(name, move.arguments) if name else None


def _split_action(domain: Domain, action: DurativeAction, varying: frozenset[str]) -> tuple[Action, Action]:
    """Split a durative action into two actions without duration: its start and its end.

    ``varying`` are the names of the predicates that actions may change.
    """
    (asked, begun), (held, ended) = (
        action.conditions_and_effects_at("start"),
        action.conditions_and_effects_at("all", "end"),
    )
    for one in (part for whole in (*begun, *ended) for part in pddl.walk_parts(whole)):
        if isinstance(one, pddl.Assign) and "?duration" in pddl.walk_numeric_expressions(one.value):
            domain.source.fail_unsupported(action.source_node, "pddl.effect-of-duration", name=action.name)
    atoms = (part for one in asked for part in conjuncts(one) if isinstance(part, pddl.Atom))
    # The end repeats the static conditions of the start, or there would be an end for every choice of
    # parameters.
    never = (atom for atom in atoms if atom.predicate not in varying)
    first, then = pddl.And((*asked, *_possible_durations(action))), pddl.And((*held, *never))
    return (
        Action(action.name, action.parameters, first, pddl.EffectConjunction(begun), action.source_node),
        Action(f"end of {action.name}", action.parameters, then, pddl.EffectConjunction(ended), action.source_node),
    )


def _possible_durations(action: DurativeAction) -> Iterator[pddl.NumericComparison]:
    """Yield the comparisons that hold if a duration is possible: each lower bound <= each upper bound."""
    least, most = duration_bounds(action)
    return (pddl.NumericComparison("<=", low, high) for low in least for high in most)


def duration_bounds(action: DurativeAction) -> tuple[list[pddl.Numeric], list[pddl.Numeric]]:
    """Return the lower bounds and the upper bounds on an action's duration, as numeric expressions."""
    bounds = [
        (one.operator, one.right) if one.left == "?duration" else (_MIRRORED_OPERATORS[one.operator], one.left)
        for one in action.duration
    ]
    least, most = ([number for sign, number in bounds if sign in (bound, "=")] for bound in (">=", "<="))
    return least, most
