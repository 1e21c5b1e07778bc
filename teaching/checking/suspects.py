"""Which changes of a model's text are worth trying first, by how likely each mends a difference."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import state_space
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.new_actions import PART as NEW_ACTION
from ferryplan.generator.pddl.places import Edit
from ferryplan.generator.pddl.syntax import Group, Source, Word
from ferryplan.teaching.checking.blames import Blame, BlameFinder
from ferryplan.teaching.checking.comparing import Found
from ferryplan.teaching.checking.discrepancies import Survey

MAX_LIKELY = 2
"""how many needed actions count as likely ones"""
NUMERIC = ("(<", "(>", "(= (", "(increase", "(decrease", "(assign")
"""how conditions, effects and values with numbers begin"""
ENOUGH = re.compile(r"\(>= \([^()]+\) \d+\)")
"""a condition that there is as much of something as an action takes away"""
LATER = 2
"""by how much a change is put off that would forbid what is right"""


class Suspects:
    """The parts of a model that may be to blame for ways in which it differs."""

    def __init__(self, survey: Survey, ways: Sequence[Found]) -> None:
        self._survey, self._ways, self._space = survey, ways, survey.seen.space
        self._finder = BlameFinder(survey)
        self._parameters = {
            action.name: [parameter.name for parameter in action.parameters] for action in self._space.domain.actions
        }
        self._lost, self._misplaced, self._wanted = set[str](), set[str](), set[str]()
        """what those may be called whom nothing places at the start; the facts that place others wrongly, and those that are missing"""
        self._solved = survey.solved_states()
        self._look_at_start()

    def blame(self, way: Found) -> Blame:
        """Return which action to look at for a way to differ."""
        return self._finder.blame(way)

    def order(self, edits: Sequence[Edit], repeated: Collection[tuple[str, ...]]) -> Iterator[Edit]:
        """Yield the changes that may mend one of the ways, the likeliest first; `repeated` says what has helped elsewhere."""
        places = dict[int, int]()
        for way in self._ways:
            ranked = list[tuple[int, bool, int]]()
            for number, edit in enumerate(edits):
                if (rank := self._rank(way, edit)) is not None:
                    # Where too much is taken away or counted, the few changes of numbers are likelier than made-up literals.
                    is_likely = way.kind in ("double", "costs") and edit.new.startswith(NUMERIC)
                    ranked.append((-1 if edit.identity[1:] in repeated else rank, not is_likely, number))
            for place, (*_, number) in enumerate(sorted(ranked)):
                places[number] = min(place, places.get(number, place))
        # Each way has its turn, so that none waits for all changes that may mend another.
        yield from (edits[number] for number in sorted(places, key=lambda one: (places[one], one)))

    def _look_at_start(self) -> None:
        """Compare where everybody is at the start of the model and of the puzzle."""
        seen = self._survey.seen
        wanted = seen.cast.situation(state_space(self._survey.instance).initial)
        rows = zip(seen.cast.roles, seen.readings, seen.values(self._space.initial), wanted, strict=False)
        for role, reading, values, value in rows:
            if not values:
                self._lost |= {word for words in role.words for word in words}
            if values != [value]:
                literals = [reading[one] for one in values if 0 <= one < len(reading)]
                self._misplaced |= {f"({' '.join(literal[0])})" for literal in literals if literal}
                literal = reading[value] if value < len(reading) else None
                self._wanted |= {f"({' '.join(literal[0])})"} if literal else set()

    def _rank(self, way: Found, edit: Edit) -> int | None:
        """Return how likely a change mends a way to differ, 0 most; None where it cannot."""
        difference = way.difference
        if edit.part == NEW_ACTION:
            return self._rank_new_action(way, edit) if difference.kind == "forbids" else None
        last = difference.steps[-1][0].name if difference.steps else ""
        trace = {move.name for move, _ in difference.steps}
        match difference.kind:
            case "start":
                return self._rank_start(edit) if edit.part == "start" else None
            case "double" if not difference.steps:
                return 0 if edit.part == "start" else None
            case "early" | "late" if edit.part == "goal":
                return self._rank_goal(way, edit)
            case "early":
                return 4 if edit.action in trace or edit.part == "start" else None
            case "late":
                return 4
            case "costs":
                return {"effect": 0, "start": 0}.get(edit.part, 2) + 3 * (not edit.new.startswith(NUMERIC))
            case "forbids":
                return self._rank_for_forbidden(way, edit, last)
        if edit.part == "goal":
            return 1 if self._survey.cast.by_end else None
        if edit.part == "start":
            return 4
        if edit.action not in trace:
            return None
        rank = 0 if edit.action == last else 1 if edit.action in self._finder.last_move(way) else 3
        if difference.kind == "double":
            return rank + (edit.part != "effect" and not ENOUGH.fullmatch(edit.new))
        if edit.part == "effect":
            return rank + 2
        return self._rank_condition(way, edit, rank)

    def _rank_start(self, edit: Edit) -> int:
        """Return how likely a change of the start places those whom nothing places; what is there may be right."""
        if edit.new in self._wanted and (edit.is_addition or edit.literal in self._misplaced):
            return -1
        is_about = not self._lost.isdisjoint(re.findall(r"[\w-]+", edit.new))
        return 0 if is_about and edit.is_addition else 1 if is_about else 2

    def _rank_goal(self, way: Found, edit: Edit) -> int | None:
        """Return how likely a change of the goal mends one that holds too early, or not where the puzzle is solved."""
        end = self._survey.stage_of(way.difference).model
        new, old = parse_literal(edit.new), parse_literal(edit.literal)
        if way.difference.kind == "late":
            if edit.is_addition and not edit.is_inside:
                return None
            return None if old is not None and self._holds(old, end) else 0
        if new is not None and (self._holds(new, end) or not self._may_be_asked(new)):
            return None
        return 0 if edit.is_addition else 1

    def _may_be_asked(self, literal: Group) -> bool:
        """Return whether a goal may ask for a literal: if nothing of the model says that it does not hold where the puzzle is solved."""
        if self._solved:
            return any(self._holds(literal, state) for state in self._solved)
        rows = zip(self._survey.seen.readings, self._survey.cast.goal or (), strict=False)
        elsewhere = [one for reading, goal in rows if goal >= 0 for value, one in enumerate(reading) if value != goal]
        return str(literal) not in {f"({' '.join(one[0])})" for one in elsewhere if one and one[1] is True}

    def _rank_for_forbidden(self, way: Found, edit: Edit, last: str) -> int | None:
        if edit.part == "start" and any(edit.new in blame.unmet for blame in self._finder.find_needed(way)):
            return 0
        if edit.part == "start" and edit.new.startswith("(= ("):
            return 1
        if edit.part in ("goal", "start"):
            return 2
        blamed = dict.fromkeys(blame.action for blame in self._finder.find_needed(way))
        likely = [*blamed][:MAX_LIKELY]
        if edit.part == "precondition" and edit.is_addition and not edit.is_inside:
            return None
        if edit.part == "effect" and edit.is_addition:
            return 1 + edit.new.startswith("(not")
        if edit.action in likely and is_exchange(edit):
            return 0
        if edit.action in likely and edit.part == "precondition":
            return int(not any(self._is_unmet(edit, blame) for blame in self._finder.find_needed(way)))
        if edit.action in likely:
            return 2
        return 2 if edit.action in blamed or edit.action == last else 3

    def _rank_new_action(self, way: Found, edit: Edit) -> int:
        """Return how likely a new action makes the missing move: less so where an action lacks a condition only."""
        needed = any(blame.needed for blame in self._finder.find_needed(way))
        return needed + (edit.action not in {blame.action for blame in self._finder.find_needed(way)[:MAX_LIKELY]})

    def transfer(self, edit: Edit, action: str) -> Edit:
        """Return the same change of another action, with the variables of that action.

        A variable stands for that of the same name, or else for that with the same place among the variables of its type.
        """
        own = self._places_of_variables(edit.action)
        its = {place: name for name, place in self._places_of_variables(action).items()}
        names = {*its.values()}

        def rename(text: str) -> str:
            return re.sub(
                r"\?[^ ()]+",
                lambda word: word[0] if word[0] in names else its.get(own.get(word[0], ((), 0)), word[0]),
                text,
            )

        renamed = [rename(text) for text in (edit.literal, edit.new, edit.within)]
        return edit._replace(action=action, literal=renamed[0], new=renamed[1], within=renamed[2])

    def _places_of_variables(self, action: str) -> dict[str, tuple[tuple[str, ...], int]]:
        """Return the type of each parameter of an action, and its number among those of that type."""
        parameters = next((one.parameters for one in self._space.domain.actions if one.name == action), ())
        kinds = [one.types for one in parameters]
        return {one.name: (one.types, kinds[:number].count(one.types)) for number, one in enumerate(parameters)}

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
        right = self._finder.right.get(edit.action, ())[:200]
        broken = any(self._holds(literal, step.before.model, step.action) is False for step in right)
        return rank + LATER * broken

    def _is_unmet(self, edit: Edit, blame: Blame) -> bool:
        """Return whether a change is of a literal that forbids an action that is needed."""
        if blame.needed is None or blame.action != edit.action:
            return False
        binding = dict(zip(self._parameters[blame.action], blame.needed.arguments, strict=False))
        changed = edit.within if edit.is_inside else edit.literal
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
