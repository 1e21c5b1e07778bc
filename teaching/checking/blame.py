"""A search for the action of a model that causes a difference from the puzzle.

For a move that the model wrongly allows, it is the action that makes the move. For a move that the model wrongly forbids, it is the action
that should make the move.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.normal_form import conjuncts, substitute_objects, to_normal_form
from ferryplan.generator.pddl.states import UndefinedError
from ferryplan.generator.pddl.syntax_tree import Action
from ferryplan.teaching.checking.discrepancies import DiscrepancySurvey
from ferryplan.teaching.checking.model_verdict import ClassifiedDifference

MAX_UNMET_CONDITIONS = 2
"""The largest number of unmet conditions with which an action still counts as one that should make a missing move."""
MAX_SILENT_STATES, MAX_APPLIED_ACTIONS = 60, 3_000
"""The largest number of model states in which the search tries actions for a missing move, and the largest number of pairs of a state and
a ground action that it tries."""


class Blame(NamedTuple):
    """An action that the author of a model should look at because of one difference, with the reason."""

    action_name: str
    """The name of the action in the domain; empty if no action causes the difference."""
    needed_action: GroundAction | None = None
    """The ground action that would make the missing move, but that the model wrongly forbids; None if none was found."""
    unmet_conditions: tuple[str, ...] = ()
    """The preconditions of ``needed_action`` that do not hold, as PDDL text with objects instead of variables."""
    is_never_applied: bool = False
    """Whether the model applies the action in no step that the puzzle allows."""


class BlameFinder:
    """A search for the actions that cause the differences between a model and a puzzle."""

    def __init__(self, survey: DiscrepancySurvey) -> None:
        self._survey, self._space = survey, survey.observer.space
        self.allowed_steps = survey.steps_allowed_by_puzzle()
        """The actions of the model that are right in the puzzle, with the states before and after: by the action's name."""
        self._needed_actions = dict[tuple[str, ...], list[Blame]]()

    def find_blame(self, classified: ClassifiedDifference) -> Blame:
        """Return the action that most probably causes a difference."""
        if classified.difference.kind in ("start", "early", "late"):
            return Blame("")
        if classified.difference.kind == "forbids":
            return next(iter(self.blame_needed_actions(classified)), Blame(""))
        names = self.actions_after_last_move(classified)
        if classified.kind == "load-too-large":
            # The boat was filled before it left: by the action that was carried out most often.
            return Blame(max(names, key=names.count, default=""))
        return Blame(names[-1] if names else "")

    def actions_after_last_move(self, classified: ClassifiedDifference) -> list[str]:
        """Return the names of the model's actions after the last completed puzzle move of a scenario.

        ``classified`` is the difference that the scenario shows.
        """
        names, state = list[str](), self._survey.initial_pair.state
        for move, after in classified.difference.steps:
            names = [*names, move.name] if after.state == state else []
            state = after.state
        return names

    def blame_needed_actions(self, classified: ClassifiedDifference) -> list[Blame]:
        """Return candidates for the action that should make a missing move, the likeliest first.

        A missing move is a move that the puzzle allows and the model forbids. First come ground actions that only lack
        a few preconditions. Then come actions that the model never applies, and actions whose effects resemble the
        move; among these later candidates, actions whose names mention the moved traveler or thing come first.
        """
        if classified.difference_key in self._needed_actions:
            return self._needed_actions[classified.difference_key]
        exact = sorted(self._find_blocked_actions(classified), key=lambda one: len(one.unmet_conditions))
        never = [
            Blame(name, is_never_applied=True)
            for name in dict.fromkeys(action.name for action in self._space.domain.actions)
            if name not in self.allowed_steps
        ]
        others = [*never, *map(Blame, self._rank_similar_actions(classified))]
        self._needed_actions[classified.difference_key] = [
            *exact,
            *sorted(others, key=lambda one: not self._action_name_mentions_traveler(one, classified)),
        ]
        return self._needed_actions[classified.difference_key]

    def _action_name_mentions_traveler(self, blame: Blame, classified: ClassifiedDifference) -> bool:
        """Return whether an action's name contains a word for a traveler or thing that the missing move moves."""
        difference, state_variables = classified.difference, self._survey.state_variables
        if difference.valuation is None:
            return False
        moved = _list_changed_variables(state_variables.to_valuation(difference.state), difference.valuation)
        words = {word for role in moved for words in state_variables.variables[role].words for word in words}
        return not words.isdisjoint(re.findall(r"[^\W_]+", blame.action_name))

    def _find_blocked_actions(self, classified: ClassifiedDifference) -> Iterator[Blame]:
        """Yield the ground actions that would make the missing move but lack some preconditions.

        At least one and at most `MAX_UNMET_CONDITIONS` preconditions of such an action do not hold.
        """
        difference, space = classified.difference, self._space
        if difference.valuation is None or self._survey.state_variables.compares_only_final_states:
            return
        first = self._survey.pair_at_difference(difference)
        states = [*self._survey.states_before_visible_change(first, MAX_SILENT_STATES)]
        moves = [*itertools.islice(self._generate_ground_actions(), MAX_APPLIED_ACTIONS // len(states) + 1)]
        for state, move in itertools.product(states, moves):
            try:
                after = space.apply_move(state, move)
            except FerryplanError:
                continue
            if self._survey.observer(after).valuation == difference.valuation:
                unmet = self._find_unmet_conditions(state, move)
                if 0 < len(unmet) <= MAX_UNMET_CONDITIONS:
                    yield Blame(move.name, move, unmet)

    def _find_unmet_conditions(self, state: Any, move: GroundAction) -> tuple[str, ...]:
        """Return the conjuncts of a ground action's precondition that do not hold in a state, as PDDL text."""
        schema, binding = self._space.bind_action(move.name, move.arguments)
        if not isinstance(schema, Action):
            return ()
        view, unmet = self._space.view(state), list[str]()
        for part in conjuncts(schema.precondition):
            with contextlib.suppress(UndefinedError):
                if view.holds(to_normal_form(part), binding):
                    continue
            unmet.append(str(substitute_objects(part, binding)))
        return tuple(unmet)

    def _generate_ground_actions(self) -> Iterator[GroundAction]:
        """Yield the ground actions in which no object occurs twice, up to a limit for each action."""
        for action in self._space.instant_actions:
            objects = [
                dict.fromkeys(one for kind in parameter.types for one in self._space.objects.get(kind, ()))
                for parameter in action.parameters
            ]
            for terms in itertools.islice(itertools.product(*objects), MAX_APPLIED_ACTIONS):
                if len({*terms}) == len(terms):
                    yield GroundAction(action.name, terms)

    def _rank_similar_actions(self, classified: ClassifiedDifference) -> list[str]:
        """Return the names of the actions whose effects resemble a missing move, the most similar first.

        The similarity is the number of state variables that both the action and the move change, divided by the number of those that at
        least one of the two changes.
        """
        difference, state_variables = classified.difference, self._survey.state_variables
        if difference.valuation is None:
            return []
        wanted = _list_changed_variables(state_variables.to_valuation(difference.state), difference.valuation)
        alike = dict[str, float]()
        for name, steps in self.allowed_steps.items():
            for step in steps:
                if step.before.state != step.after.state:
                    changed = _list_changed_variables(
                        state_variables.to_valuation(step.before.state), state_variables.to_valuation(step.after.state)
                    )
                    share = len(changed & wanted) / len(changed | wanted)
                    alike[name] = max(alike.get(name, 0), share)
        return sorted(filter(alike.get, alike), key=lambda name: -alike[name])


def _list_changed_variables(before: Sequence[int], after: Sequence[int]) -> set[int]:
    """Return the indices of the state variables whose values differ between two valuations."""
    return {role for role, values in enumerate(zip(before, after, strict=True)) if values[0] != values[1]}
