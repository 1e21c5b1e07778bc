"""Tasks in time as state spaces: durative actions one after the other, each alone."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import changing, counts_actions
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.normal_form import conjuncts
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.tree import Action, Domain, DurativeAction, Problem
from ferryplan.generator.space import Breach, Coded

_TURNED = {"<=": ">=", ">=": "<=", "=": "="}


class TaskInSequence(Task):
    """A task whose durative actions are moves: nothing else happens between the start and the end of one.

    What can be reached so can be reached in time. There may be more: some plans need actions that overlap. Of the metric of a task in time
    nothing is counted.
    """

    def __init__(self, domain: Domain, problem: Problem) -> None:
        """Raises PddlError as ``Task``, UnknownFormError for effects that depend on a duration."""
        self._ends: dict[tuple[str, int], str] = {}
        self.in_time = domain.is_timed
        if domain.is_timed:
            actions, varying = list[Action](), changing(domain)
            for action in domain.actions:
                match action:
                    case Action():
                        actions.append(action)
                    case DurativeAction(name, parameters):
                        # No name of PDDL has a blank, so none is taken by an action of the file.
                        self._ends[name, len(parameters)] = f"end of {name}"
                        actions += _halves(domain, action, varying)
            domain = replace(domain, actions=tuple(actions))
        if self.in_time or counts_actions(problem):
            problem = replace(problem, metric=None)
        super().__init__(domain, problem)
        self.untimed = [action for action in self.domain.actions if isinstance(action, Action)]
        self.goal_facts: frozenset[Fact] = frozenset(
            part.fact for part in conjuncts(self.goal) if isinstance(part, pddl.Atom)
        )
        """the facts for which the goal asks, one by one"""

    @property
    def derived_predicates(self) -> Collection[str]:
        """The derived predicates that may change."""
        return self._derivation.predicates

    def moves(self, state: State) -> Iterator[tuple[GroundAction, State]]:
        """Yield every ground action that can be carried out in a state, with the state after its end."""
        for move, after in super().moves(state):
            end = self._end(move)
            if end is None:
                if move.name not in self._ends.values():
                    yield move, after
            elif not super().breach(after, end):
                yield move, super().after(after, end)

    def candidates(self, state: State) -> Iterator[GroundAction]:
        """Yield every ground action that what never changes allows."""
        return (move for move in super().candidates(state) if move.name not in self._ends.values())

    def breach(self, state: State, move: GroundAction) -> Breach | None:
        """Return why an action cannot be carried out in a state, or None if it can."""
        end, found = self._end(move), super().breach(state, move)
        if found or end is None:
            return found
        found = super().breach(super().after(state, move), end)
        return found and found._replace(found=format_message("pddl.at-end", why=found.found))

    def after(self, state: State, move: GroundAction) -> State:
        """Return the state after an action. Raises as ``Task.after``."""
        end, after = self._end(move), super().after(state, move)
        return super().after(after, end) if end else after

    @functools.cached_property
    def coded(self) -> Coded[State, GroundAction] | None:
        """The same states as integers; none where actions take time."""
        return None if self._ends else super().coded

    def at_least(self, state: State) -> int:
        """Return how many actions it takes at least if each meets as many conditions of the goal as any can; 0 if that is not known."""
        wanted, most = self._sought
        return -(-len(wanted - state.facts) // most) if most else 0

    @functools.cached_property
    def _sought(self) -> tuple[frozenset[Fact], int]:
        """The facts of the goal that actions bring about, and how many of them one does at most; 0 if that is not known."""
        known = self._changing.difference(self.derived_predicates)
        facts = frozenset(fact for fact in self.goal_facts if fact[0] in known)
        wanted = {fact[0] for fact in facts}
        effects = [[*pddl.all_in(action.effect)] for action in self.untimed]
        if self.in_time or any(isinstance(one, pddl.ForEach) for some in effects for one in some):
            return facts, 0
        added = ([one.atom for one in some if isinstance(one, pddl.Add)] for some in effects)
        return facts, max((sum(atom.predicate in wanted for atom in some) for some in added), default=0)

    def _end(self, move: GroundAction) -> GroundAction | None:
        name = self._ends.get((move.name, len(move.arguments)))
        return GroundAction(name, move.arguments) if name else None


def _halves(domain: Domain, action: DurativeAction, varying: frozenset[str]) -> tuple[Action, Action]:
    """Return what is asked and what comes about at the start of an action, and until its end."""
    (asked, begun), (held, ended) = action.at("start"), action.at("all", "end")
    for one in (part for whole in (*begun, *ended) for part in pddl.all_in(whole)):
        if isinstance(one, pddl.Assign) and "?duration" in pddl.expressions_in(one.value):
            domain.source.refuse(action.written, "pddl.effect-of-duration", name=action.name)
    atoms = (part for one in asked for part in conjuncts(one) if isinstance(part, pddl.Atom))
    # The static conditions of the start come again at the end, or there would be an end for every choice of
    # parameters.
    never = (atom for atom in atoms if atom.predicate not in varying)
    first, then = pddl.And((*asked, *_possible(action))), pddl.And((*held, *never))
    return (
        Action(action.name, action.parameters, first, pddl.Together(begun), action.written),
        Action(f"end of {action.name}", action.parameters, then, pddl.Together(ended), action.written),
    )


def _possible(action: DurativeAction) -> Iterator[pddl.Comparison]:
    """Yield that the duration can be as it should: at least what is least, at most what is most."""
    least, most = bounds_of_duration(action)
    return (pddl.Comparison("<=", low, high) for low in least for high in most)


def bounds_of_duration(action: DurativeAction) -> tuple[list[pddl.Numeric], list[pddl.Numeric]]:
    """Return what the duration of an action must reach, and what it must not exceed."""
    bounds = [
        (one.operator, one.right) if one.left == "?duration" else (_TURNED[one.operator], one.left)
        for one in action.duration
    ]
    least, most = ([number for sign, number in bounds if sign in (bound, "=")] for bound in (">=", "<="))
    return least, most
