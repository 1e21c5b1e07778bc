"""Search for the action of a model that causes a difference from the puzzle.

It is the action that makes a forbidden move, or the action that should make a missing move.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.normal_form import conjuncts, substitute, to_normal_form
from ferryplan.generator.pddl.states import UndefinedError
from ferryplan.generator.pddl.syntax_tree import Action
from ferryplan.teaching.checking.discrepancies import DiscrepancySurvey
from ferryplan.teaching.checking.model_verdict import ClassifiedDifference

MAX_UNMET_CONDITIONS = 2
"""The largest number of unmet conditions of an action that should make a missing move."""
MAX_SILENT_STATES, MAX_APPLIED_ACTIONS = 60, 3_000
"""The largest numbers of states and of ground actions in which the search looks for a needed action."""


class Blame(NamedTuple):
    """The action that the author of a model should look at for one difference."""

    action: str
    """The name of the action; empty if no action causes the difference."""
    needed_action: GroundAction | None = None
    """A ground action that the model wrongly forbids."""
    unmet_conditions: tuple[str, ...] = ()
    """The conditions of this action that do not hold."""
    is_never_applied: bool = False
    """Whether the model never applies the action."""


class BlameFinder:
    """A search for the actions that cause the differences of a model."""

    def __init__(self, survey: DiscrepancySurvey) -> None:
        self._survey, self._space = survey, survey.observer.space
        self.allowed_steps = survey.steps_allowed_by_puzzle()
        """The steps that the puzzle allows, by the name of the model's action."""
        self._needed_actions = dict[tuple[str, ...], list[Blame]]()

    def find_blame(self, classified: ClassifiedDifference) -> Blame:
        """Return the action that most probably causes a difference."""
        if classified.difference.kind in ("start", "early", "late"):
            return Blame("")
        if classified.difference.kind == "forbids":
            return next(iter(self.find_needed_actions(classified)), Blame(""))
        names = self.actions_of_last_move(classified)
        if classified.kind == "load-too-large":
            # The boat was filled before it left: by the action that was carried out most often.
            return Blame(max(names, key=names.count, default=""))
        return Blame(names[-1] if names else "")

    def actions_of_last_move(self, classified: ClassifiedDifference) -> list[str]:
        """Return the names of the actions in a scenario after its last complete move of the puzzle."""
        names, state = list[str](), self._survey.initial_pair.state
        for move, after in classified.difference.steps:
            names = [*names, move.name] if after.state == state else []
            state = after.state
        return names

    def find_needed_actions(self, classified: ClassifiedDifference) -> list[Blame]:
        """Return the actions that could make a move that the model wrongly forbids, the likeliest first."""
        if classified.key in self._needed_actions:
            return self._needed_actions[classified.key]
        exact = sorted(self._find_blocked_actions(classified), key=lambda one: len(one.unmet_conditions))
        never = [
            Blame(name, is_never_applied=True)
            for name in dict.fromkeys(action.name for action in self._space.domain.actions)
            if name not in self.allowed_steps
        ]
        others = [*never, *map(Blame, self._rank_similar_actions(classified))]
        self._needed_actions[classified.key] = [
            *exact,
            *sorted(others, key=lambda one: not self._is_named_after_passenger(one, classified)),
        ]
        return self._needed_actions[classified.key]

    def _is_named_after_passenger(self, blame: Blame, classified: ClassifiedDifference) -> bool:
        """Return whether the name of an action contains a word for something that the missing move moves."""
        difference, state_variables = classified.difference, self._survey.state_variables
        if difference.situation is None:
            return False
        moved = _find_changed_variables(state_variables.to_valuation(difference.state), difference.situation)
        words = {word for role in moved for words in state_variables.variables[role].words for word in words}
        return not words.isdisjoint(re.findall(r"[^\W_]+", blame.action))

    def _find_blocked_actions(self, classified: ClassifiedDifference) -> Iterator[Blame]:
        """Yield the ground actions whose effects lead to the missing valuation.

        These actions have at most `MAX_UNMET_CONDITIONS` unmet preconditions.
        """
        difference, space = classified.difference, self._space
        if difference.situation is None or self._survey.state_variables.compares_only_ends:
            return
        first = self._survey.pair_at_difference(difference)
        states = [*self._survey.silent_states(first, MAX_SILENT_STATES)]
        moves = [*itertools.islice(self._ground_actions(), MAX_APPLIED_ACTIONS // len(states) + 1)]
        for state, move in itertools.product(states, moves):
            try:
                after = space.apply_move(state, move)
            except FerryplanError:
                continue
            if self._survey.observer(after).valuation == difference.situation:
                unmet = self._find_unmet_conditions(state, move)
                if 0 < len(unmet) <= MAX_UNMET_CONDITIONS:
                    yield Blame(move.name, move, unmet)

    def _find_unmet_conditions(self, state: Any, move: GroundAction) -> tuple[str, ...]:
        """Return the conjuncts of an action's precondition that do not hold in a state."""
        schema, binding = self._space.bind_action(move.name, move.arguments)
        if not isinstance(schema, Action):
            return ()
        view, unmet = self._space.view(state), list[str]()
        for part in conjuncts(schema.precondition):
            with contextlib.suppress(UndefinedError):
                if view.holds(to_normal_form(part), binding):
                    continue
            unmet.append(str(substitute(part, binding)))
        return tuple(unmet)

    def _ground_actions(self) -> Iterator[GroundAction]:
        """Yield the ground actions in which no object occurs twice."""
        for action in self._space.instant_actions:
            objects = [
                dict.fromkeys(one for kind in parameter.types for one in self._space.objects.get(kind, ()))
                for parameter in action.parameters
            ]
            for terms in itertools.islice(itertools.product(*objects), MAX_APPLIED_ACTIONS):
                if len({*terms}) == len(terms):
                    yield GroundAction(action.name, terms)

    def _rank_similar_actions(self, classified: ClassifiedDifference) -> list[str]:
        """Return the actions that change the same state variables as the missing move, the most similar first."""
        difference, state_variables = classified.difference, self._survey.state_variables
        if difference.situation is None:
            return []
        wanted = _find_changed_variables(state_variables.to_valuation(difference.state), difference.situation)
        alike = dict[str, float]()
        for name, steps in self.allowed_steps.items():
            for step in steps:
                if step.before.state != step.after.state:
                    changed = _find_changed_variables(
                        state_variables.to_valuation(step.before.state), state_variables.to_valuation(step.after.state)
                    )
                    share = len(changed & wanted) / len(changed | wanted)
                    alike[name] = max(alike.get(name, 0), share)
        return sorted(filter(alike.get, alike), key=lambda name: -alike[name])


def _find_changed_variables(before: Sequence[int], after: Sequence[int]) -> set[int]:
    """Return the indices of the state variables whose values differ between two valuations."""
    return {role for role, values in enumerate(zip(before, after, strict=True)) if values[0] != values[1]}
