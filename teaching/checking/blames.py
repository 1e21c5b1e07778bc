"""Which action of a model is to blame for a difference: the one that makes what is forbidden, or the one that is needed."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.normal_form import conjuncts, normal, substituted
from ferryplan.generator.pddl.states import UndefinedError
from ferryplan.generator.pddl.tree import Action
from ferryplan.teaching.checking.comparing import Found
from ferryplan.teaching.checking.discrepancies import Survey

MAX_UNMET = 2
"""how many conditions an action that is needed may lack"""
MAX_SILENT, MAX_APPLIED = 60, 3_000
"""how many states a needed action is looked for in, and how many ground actions are tried"""


class Blame(NamedTuple):
    """The action that one should look at, for one way to differ."""

    action: str
    """its name; empty where no action is to blame"""
    needed: GroundAction | None = None
    """an action that the model forbids, and should not"""
    unmet: tuple[str, ...] = ()
    """the conditions that forbid it"""
    is_never: bool = False
    """whether the model never makes it"""


class BlameFinder:
    """Finds the actions to blame for the ways in which a model differs."""

    def __init__(self, survey: Survey) -> None:
        self._survey, self._space = survey, survey.seen.space
        self.right = survey.right_steps()
        """by the names of actions where the model rightly carries them out"""
        self._needed = dict[tuple[str, ...], list[Blame]]()

    def blame(self, way: Found) -> Blame:
        """Return which action to look at for a way to differ."""
        if way.difference.kind in ("start", "early", "late"):
            return Blame("")
        if way.difference.kind == "forbids":
            return next(iter(self.find_needed(way)), Blame(""))
        names = self.last_move(way)
        if way.kind == "load-too-large":
            # The boat was filled before it left: by the action that was carried out most often.
            return Blame(max(names, key=names.count, default=""))
        return Blame(names[-1] if names else "")

    def last_move(self, way: Found) -> list[str]:
        """Return the actions of a scenario since the last move of the puzzle was over."""
        names, state = list[str](), self._survey.first.state
        for move, after in way.difference.steps:
            names = [*names, move.name] if after.state == state else []
            state = after.state
        return names

    def find_needed(self, way: Found) -> list[Blame]:
        """Return the actions that would make a move that the model forbids, the likeliest first."""
        if way.key in self._needed:
            return self._needed[way.key]
        exact = sorted(self._blame_actions_in(way), key=lambda one: len(one.unmet))
        never = [
            Blame(name, is_never=True)
            for name in dict.fromkeys(action.name for action in self._space.domain.actions)
            if name not in self.right
        ]
        others = [*never, *map(Blame, self._similar(way))]
        self._needed[way.key] = [*exact, *sorted(others, key=lambda one: not self._is_named(one, way))]
        return self._needed[way.key]

    def _is_named(self, blame: Blame, way: Found) -> bool:
        """Return whether an action is called after somebody whom the missing move would take along."""
        difference, cast = way.difference, self._survey.cast
        if difference.situation is None:
            return False
        moved = _find_changed_roles(cast.situation(difference.state), difference.situation)
        words = {word for role in moved for words in cast.roles[role].words for word in words}
        return not words.isdisjoint(re.findall(r"[^\W_]+", blame.action))

    def _blame_actions_in(self, way: Found) -> Iterator[Blame]:
        """Yield the ground actions whose effects would lead to the missing situation, whatever their preconditions say."""
        difference, space = way.difference, self._space
        if difference.situation is None or self._survey.cast.by_end:
            return
        first = self._survey.stage_of(difference)
        states = [*self._survey.silent_states(first, MAX_SILENT)]
        moves = [*itertools.islice(self._ground_actions(), MAX_APPLIED // len(states) + 1)]
        for state, move in itertools.product(states, moves):
            try:
                after = space.after(state, move)
            except FerryplanError:
                continue
            if self._survey.seen(after).situation == difference.situation:
                unmet = self._unmet(state, move)
                if 0 < len(unmet) <= MAX_UNMET:
                    yield Blame(move.name, move, unmet)

    def _unmet(self, state: Any, move: GroundAction) -> tuple[str, ...]:
        """Return the parts of an action's precondition that do not hold in a state."""
        schema, binding = self._space.bound(move.name, move.arguments)
        if not isinstance(schema, Action):
            return ()
        view, unmet = self._space.view(state), list[str]()
        for part in conjuncts(schema.precondition):
            with contextlib.suppress(UndefinedError):
                if view.holds(normal(part), binding):
                    continue
            unmet.append(str(substituted(part, binding)))
        return tuple(unmet)

    def _ground_actions(self) -> Iterator[GroundAction]:
        """Yield the actions with all objects that they may have, each object once in an action."""
        for action in self._space.untimed:
            objects = [
                dict.fromkeys(one for kind in parameter.types for one in self._space.objects.get(kind, ()))
                for parameter in action.parameters
            ]
            for terms in itertools.islice(itertools.product(*objects), MAX_APPLIED):
                if len({*terms}) == len(terms):
                    yield GroundAction(action.name, terms)

    def _similar(self, way: Found) -> list[str]:
        """Return the actions that change elsewhere what the missing move would change, the most alike first."""
        difference, cast = way.difference, self._survey.cast
        if difference.situation is None:
            return []
        wanted = _find_changed_roles(cast.situation(difference.state), difference.situation)
        alike = dict[str, float]()
        for name, steps in self.right.items():
            for step in steps:
                if step.before.state != step.after.state:
                    changed = _find_changed_roles(cast.situation(step.before.state), cast.situation(step.after.state))
                    share = len(changed & wanted) / len(changed | wanted)
                    alike[name] = max(alike.get(name, 0), share)
        return sorted(filter(alike.get, alike), key=lambda name: -alike[name])


def _find_changed_roles(before: Sequence[int], after: Sequence[int]) -> set[int]:
    """Return the roles whose values differ between two situations."""
    return {role for role, values in enumerate(zip(before, after, strict=True)) if values[0] != values[1]}
