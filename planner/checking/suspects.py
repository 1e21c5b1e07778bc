"""Where in a model's text a difference may come from: which action is to blame, and which changes are worth trying first."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from generator.errors import FerryplanError, PddlError
from generator.pddl.grounding import GroundAction
from generator.pddl.normal_form import conjuncts, normal, substituted
from generator.pddl.places import Edit
from generator.pddl.states import UndefinedError
from generator.pddl.syntax import Group, Source, Word
from generator.pddl.tree import Action
from planner.checking.comparing import Found
from planner.checking.discrepancies import Survey

MAX_LIKELY = 2
"""how many needed actions count as likely ones"""
MAX_UNMET = 2
"""of how many conditions an action that is needed may lack"""
MAX_SILENT, MAX_APPLIED = 60, 3_000
"""how many states a needed action is looked for in, and how many ground actions are tried"""
NUMERIC = ("(<", "(>", "(= (", "(increase", "(decrease", "(assign")
"""how conditions, effects and values with numbers begin"""
ENOUGH = re.compile(r"\(>= \([^()]+\) \d+\)")
"""a condition that there is as much of something as an action takes away"""
LATER = 2
"""by how much a change is put off that would forbid what is right"""


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


class Suspects:
    """The parts of a model that may be to blame for ways in which it differs."""

    def __init__(self, survey: Survey, ways: Sequence[Found]) -> None:
        self._survey, self._ways, self._space = survey, ways, survey.seen.space
        self._right = survey.right_steps()
        self._parameters = {
            action.name: [parameter.name for parameter in action.parameters] for action in self._space.domain.actions
        }
        seen = survey.seen
        empty = [
            role for role, values in zip(seen.cast.roles, seen.values(self._space.initial), strict=True) if not values
        ]
        self._lost = {word for role in empty for words in role.words for word in words}
        """what those may be called whom nothing places at the start"""
        self._needed = {way.key: self._needed_actions(way) for way in ways if way.difference.kind == "forbids"}
        self._blames = {way.key: self._blame(way) for way in ways}

    def blame(self, way: Found) -> Blame:
        """Return which action to look at for a way to differ."""
        return self._blames[way.key]

    def order(self, edits: Sequence[Edit], repeated: Sequence[str]) -> Iterator[Edit]:
        """Yield the changes that may mend one of the ways, the likeliest first; `repeated` says what has helped elsewhere."""
        places = dict[int, int]()
        for way in self._ways:
            ranked = list[tuple[int, bool, int]]()
            for number, edit in enumerate(edits):
                if (rank := self._rank(way, edit)) is not None:
                    # Where too much is taken away or counted, the few changes of numbers are likelier than made-up literals.
                    is_likely = way.kind in ("double", "costs") and edit.new.startswith(NUMERIC)
                    ranked.append((-1 if edit.says in repeated else rank, not is_likely, number))
            for place, (*_, number) in enumerate(sorted(ranked)):
                places[number] = min(place, places.get(number, place))
        # Each way has its turn, so that none waits for all changes that may mend another.
        yield from (edits[number] for number in sorted(places, key=lambda one: (places[one], one)))

    def _blame(self, way: Found) -> Blame:
        if way.difference.kind in ("start", "early", "late"):
            return Blame("")
        if way.difference.kind == "forbids":
            return next(iter(self._needed[way.key]), Blame(""))
        names = self._last_move(way)
        if way.kind == "load-too-large":
            # The boat was filled before it left: by the action that was carried out most often.
            return Blame(max(names, key=names.count))
        return Blame(names[-1] if names else "")

    def _last_move(self, way: Found) -> list[str]:
        """Return the actions of a scenario since the last move of the puzzle was over."""
        names, state = list[str](), self._survey.first.state
        for move, after in way.difference.steps:
            names = [*names, move.name] if after.state == state else []
            state = after.state
        return names

    def _needed_actions(self, way: Found) -> list[Blame]:
        """Return the actions that would make a move that the model forbids, the likeliest first."""
        exact = sorted(self._applied(way), key=lambda one: len(one.unmet))
        never = [Blame(name, is_never=True) for name in self._parameters if name not in self._right]
        return [*exact, *never, *map(Blame, self._similar(way))]

    def _applied(self, way: Found) -> Iterator[Blame]:
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
            for terms in itertools.product(*objects):
                if len({*terms}) == len(terms):
                    yield GroundAction(action.name, terms)

    def _similar(self, way: Found) -> list[str]:
        """Return the actions that change elsewhere what the missing move would change, the most alike first."""
        difference, cast = way.difference, self._survey.cast
        if difference.situation is None:
            return []
        wanted = _changed(cast.situation(difference.state), difference.situation)
        alike = dict[str, float]()
        for name, steps in self._right.items():
            for step in steps:
                if step.before.state != step.after.state:
                    changed = _changed(cast.situation(step.before.state), cast.situation(step.after.state))
                    share = len(changed & wanted) / len(changed | wanted)
                    alike[name] = max(alike.get(name, 0), share)
        return sorted(filter(alike.get, alike), key=lambda name: -alike[name])

    def _rank(self, way: Found, edit: Edit) -> int | None:
        """Return how likely a change mends a way to differ, 0 most; None where it cannot."""
        difference = way.difference
        last = difference.steps[-1][0].name if difference.steps else ""
        trace = {move.name for move, _ in difference.steps}
        match difference.kind:
            case "start":
                return int(self._lost.isdisjoint(re.findall(r"[\w-]+", edit.new))) if edit.part == "start" else None
            case "double" if not difference.steps:
                return 0 if edit.part == "start" else None
            case "early" | "late" if edit.part == "goal":
                return self._rank_goal(way, edit)
            case "early":
                return 4 if edit.action in trace or edit.part == "start" else None
            case "late":
                return 4
            case "costs":
                return {"effect": 0, "start": 1}.get(edit.part, 4) + 2 * ("(" not in edit.new[1:])
            case "forbids":
                return self._rank_for_forbidden(way, edit, last)
        if edit.part == "goal":
            return 1 if self._survey.cast.by_end else None
        if edit.part == "start":
            return 4
        if edit.action not in trace:
            return None
        rank = 0 if edit.action == last else 1 if edit.action in self._last_move(way) else 3
        if difference.kind == "double":
            return rank + (edit.part != "effect" and not ENOUGH.fullmatch(edit.new))
        if edit.part == "effect":
            return rank + 2
        return self._rank_condition(way, edit, rank)

    def _rank_goal(self, way: Found, edit: Edit) -> int | None:
        """Return how likely a change of the goal mends one that holds too early, or not where the puzzle is solved."""
        end = self._survey.stage_of(way.difference).model
        new, old = parse_literal(edit.new), parse_literal(edit.literal)
        if way.difference.kind == "late":
            if edit.is_addition and not edit.is_inside:
                return None
            return None if old is not None and self._holds(old, end) else 0
        if new is not None and self._holds(new, end):
            return None
        return 0 if edit.is_addition else 1

    def _rank_for_forbidden(self, way: Found, edit: Edit, last: str) -> int | None:
        if edit.part == "start" and any(edit.new in blame.unmet for blame in self._needed[way.key]):
            return 0
        if edit.part == "start" and edit.new.startswith("(= ("):
            return 1
        if edit.part in ("goal", "start"):
            return 2
        blamed = dict.fromkeys(blame.action for blame in self._needed[way.key])
        likely = [*blamed][:MAX_LIKELY]
        if edit.part == "precondition" and edit.is_addition and not edit.is_inside:
            return None
        if edit.part == "effect" and edit.is_addition and not edit.new.startswith("(not"):
            return 1
        if edit.action in likely and edit.part == "precondition":
            return int(not (is_exchange(edit) or any(self._is_unmet(edit, blame) for blame in self._needed[way.key])))
        if edit.action in likely:
            return 2
        return 2 if edit.action in blamed or edit.action == last else 3

    def _rank_condition(self, way: Found, edit: Edit, rank: int) -> int | None:
        """Return how likely a change of a precondition forbids what a scenario shows; a condition that holds there does not."""
        if not edit.new:
            return rank + LATER + 2
        literal = parse_literal(edit.new)
        if literal is None:
            return rank
        steps = way.difference.steps
        models = [self._survey.first.model, *(stage.model for _, stage in steps)]
        shown = [(state, move) for state, (move, _) in zip(models, steps, strict=False) if move.name == edit.action]
        if all(self._holds(literal, state, move) is True for state, move in shown):
            return None
        right = self._right.get(edit.action, ())[:200]
        broken = any(self._holds(literal, step.before.model, step.action) is False for step in right)
        return rank + LATER * broken

    def _is_unmet(self, edit: Edit, blame: Blame) -> bool:
        """Return whether a change is of a literal that forbids an action that is needed."""
        if blame.needed is None or blame.action != edit.action:
            return False
        binding = dict(zip(self._parameters[blame.action], blame.needed.arguments, strict=False))
        changed = edit.says.partition(f"{edit.new} to ")[2] if edit.is_inside else edit.literal
        literal = re.sub(r"\?[^ ()]+", lambda word: binding.get(word[0], word[0]), changed)
        return any(literal in unmet for unmet in blame.unmet)

    def _holds(self, literal: Group, state: Any, move: GroundAction | None = None) -> bool | None:
        """Return whether a literal holds in a state, with the objects of an action; None where that is not known."""
        if literal.head == "not":
            inner = literal.items[1]
            holds = self._holds(inner, state, move) if isinstance(inner, Group) else None
            return None if holds is None else not holds
        binding = dict(zip(self._parameters.get(move.name, ()), move.arguments, strict=False)) if move else {}
        if not all(isinstance(item, Word) for item in literal.items):
            return None
        name, *terms = [str(item) for item in literal.items]
        found = [binding.get(term, term) for term in terms]
        if any(term.startswith("?") for term in found):
            return None
        return found[0] == found[-1] if name == "=" else self._space.has(state, (name, *found))


def parse_literal(text: str) -> Group | None:
    """Return an atom or its negation as it is read; None for any other condition."""
    try:
        found = Source(text, "").parse()
    except PddlError:
        return None
    inner = found.items[1] if found.head == "not" and len(found.items) == 2 else found
    return found if isinstance(inner, Group) and all(isinstance(item, Word) for item in inner.items) else None


def is_exchange(edit: Edit) -> bool:
    """Return whether a change exchanges terms of a literal."""
    words = [sorted(re.findall(r"[^ ()]+", text)) for text in (edit.literal, edit.new)]
    return words[0] == words[1] and edit.literal != edit.new


def _changed(before: Sequence[int], after: Sequence[int]) -> set[int]:
    """Return the roles whose values differ between two situations."""
    return {role for role, values in enumerate(zip(before, after, strict=True)) if values[0] != values[1]}
