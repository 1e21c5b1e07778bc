"""Actions as data in an answer: lists of a name and objects, words, or numbers as the published studies write moves."""

from __future__ import annotations

import functools
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.classical.flipping import PancakesNotation
from ferryplan.generator.classical.known_puzzles import NOTATIONS
from ferryplan.generator.classical.notation import ActionNotation, verb_of
from ferryplan.generator.classical.told import read_steps
from ferryplan.generator.naming import SHORT, SpellingError, UnreadError, shown
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State
from ferryplan.generator.speller import Speller, Unread, first
from ferryplan.generator.tasks.instance import TaskInstance

NAME, ARGUMENTS = ("action", "name", "operator", "type"), ("arguments", "parameters", "objects", "args", "params")
"""keys of an action"""
LONGEST = 1_000
_APART = re.compile(r"[\s(),]+")
_ASIDE = re.compile(r"\(([^()]*)\)")


class ClassicalSpeller(Speller[State, GroundAction]):
    """How actions are spelled."""

    instance: TaskInstance

    def form(self) -> dict[str, Any]:
        """Return the actions with their parameters, the objects, and an action."""
        space: Any = self.space
        actions = self.instance.trees[0].actions
        names = [f"({' '.join((one.name, *(p.name for p in one.parameters)))})" for one in actions]
        example = self.spelled(itertools.islice(space.candidates(space.initial), 1))
        return {"names": names, "objects": self._object_names, "example": json.dumps(example, separators=(",", ":"))}

    @functools.cached_property
    def notation(self) -> ActionNotation:
        """The sentences about actions."""
        space: Any = self.space
        moves = itertools.islice(self.space.moves(self.space.initial), SHORT)
        said = " ".join(self.teller.label(move) for move, _ in moves).casefold()
        own = frozenset(re.findall(r"[^\W\d_]+", said))
        notation = NOTATIONS.get(self.instance.puzzle, ActionNotation)
        return notation(self.instance.once(_actions), space.objects, own)

    def spelled(self, moves: Iterable[GroundAction]) -> Any:
        """Return a list of actions, each a list of its name and its objects."""
        return [[move.name, *move.arguments] for move in moves]

    def steps(self, data: Any) -> Sequence[Any]:
        """Return the parts of data that stand for an action each, those of the puzzle's own notation among them."""
        found = self._plan_in_data(data)
        steps = super().steps(data) if found is None else found
        return [[self._only_action, *step] if self._is_nameless(step) else step for step in steps]

    @functools.cached_property
    def _only_action(self) -> str:
        """The action of a puzzle that has one only; the empty text for another puzzle."""
        actions = [*self.instance.once(_actions)]
        return actions[0] if len(actions) == 1 else ""

    def _is_nameless(self, words: Any) -> bool:
        """Return whether a list is the objects of the only action there is."""
        sizes = self.instance.once(_actions).get(self._only_action, ())
        known = self.notation.objects
        return isinstance(words, list) and 1 < len(words) in sizes and all(word in known for word in words)

    def _plan_in_data(self, data: Any) -> list[Any] | None:
        """Return the steps of data in the puzzle's own notation, or of the states that they show; None for other data."""
        if (found := self.notation.plan_in_data(data)) is not None:
            return found
        is_nested = isinstance(data, list) and data and all(isinstance(one, list) for one in data)
        return self.notation.plan_of_states(json.dumps(data), self.space.initial.facts) if is_nested else None

    def move(self, state: State, data: Any) -> GroundAction:
        """Return the action whose name stands before its objects, or that is told in words. Raises SpellingError."""
        if isinstance(data, Unread):
            raise UnreadError(format_message("planning.unreadable-step", found=shown(data.text)))
        if isinstance(data, dict) and isinstance(data.get("leads_to"), list):
            found = self._leading_to(state, frozenset(tuple(map(str, fact)) for fact in data["leads_to"]))
            if (told := str(data.get("told", ""))) and not self.notation.agrees(state, found, told):
                raise SpellingError(format_message("planning.contradicts-state", found=shown(told)))
            return found
        words = _words(data)
        if words is None:
            raise SpellingError(format_message("planning.no-list-of-objects", found=shown(data)))
        if _is_short(words):
            return self._parse_numbers(state, words)
        name, *arguments = [str(word).lower().replace("_", "-") for word in words] or [""]
        formal = not isinstance(data, str) or data.lstrip().startswith("(")
        known = all(argument in self.notation.objects for argument in arguments)
        # Words that fit the action exactly are taken as written, unless the rules forbid it and they have
        # another reading, such as pegs in place of the discs on them.
        exact = known and len(arguments) in self.instance.once(_actions).get(name, ())
        if exact and not (self.notation.names_otherwise(arguments) and self._breaks(state, name, arguments)):
            return GroundAction(name, tuple(arguments))
        if not formal:
            try:
                return super().move(state, data)
            except SpellingError:
                pass
        try:
            move = self._parse_sentence(state, data[:LONGEST] if isinstance(data, str) else self._sentence(data, words))
        except SpellingError:
            # What has the form of an action stays one, so that replay can say which rule it breaks.
            if formal and name in self.instance.once(_actions):
                return GroundAction(name, tuple(arguments))
            raise
        return move

    def _breaks(self, state: State, name: str, arguments: Sequence[str]) -> bool:
        return self.space.breach(state, GroundAction(name, tuple(arguments))) is not None

    @property
    def any_order(self) -> bool:
        """Whether the puzzle says that the order of its actions makes no difference."""
        return self.instance.file.any_order

    def sort_steps(self, steps: Sequence[Any]) -> Sequence[Any]:
        """Return steps in the order of their objects, without those that undo each other, where the puzzle's actions have any order.

        Steps that are no actions of the task stay as they are, all of them, and replay says what is wrong.
        """
        if not self.any_order:
            return steps
        known = {name: number for number, name in enumerate(self._object_names)}
        try:
            moves = Counter(self.move(self.space.initial, step) for step in steps)
            ordered = sorted(
                (move for move in moves if moves[move] % 2), key=lambda move: [known[name] for name in move.arguments]
            )
        except (SpellingError, KeyError):
            return steps
        return [[move.name, *move.arguments] for move in ordered]

    @property
    def _object_names(self) -> list[str]:
        """The objects of the task, in the order of the PDDL."""
        space: Any = self.space
        return [*dict.fromkeys(name for alike in space.objects.values() for name in alike)]

    def _sentence(self, data: Any, words: Sequence[Any]) -> str:
        """Return data as the words of a sentence: with "from" and "to" where keys say so."""
        if isinstance(data, dict) and first(data, ARGUMENTS) is None:
            ends = {
                "from": "from",
                "origin": "from",
                "source": "from",
                "to": "to",
                "into": "to",
                "onto": "to",
                "destination": "to",
                "target": "to",
            }
            skipped = ("step", "number", "move", "index")
            return " ".join(
                f"{ends.get(str(key).lower(), '')} {value}"
                for key, value in data.items()
                if key not in skipped or isinstance(value, str)
            )
        meant = (self.notation.aliases.get(str(word).casefold(), frozenset({str(word)})) for word in words)
        return " ".join(next(iter(one)) if len(one) == 1 else str(word) for word, one in zip(words, meant, strict=True))

    def _parse_sentence(self, state: State, text: str) -> GroundAction:
        """Return the action that a sentence tells. Raises SpellingError if none, or none alone, fits."""
        main, applicable = _ASIDE.sub(" ", text), self.space.moves
        try:
            found = self.notation.choose(state, self.notation.parse(text), applicable)
        except SpellingError:
            if main == text:
                raise
            # What stands in parentheses may describe the same action: "unstack c from a (c goes to the table)".
            found = self.notation.choose(state, self.notation.parse(main), applicable)
            if found is None or not all(self.notation.agrees(state, found, aside) for aside in _ASIDE.findall(text)):
                raise
        if found is None:
            raise UnreadError(format_message("planning.ambiguous-step", found=shown(text), moves=self.teller.move.many))
        return found

    def _leading_to(self, state: State, facts: frozenset[tuple[str, ...]]) -> GroundAction:
        """Return the action that leads to a state in which facts hold. Raises SpellingError if none does, or several do."""
        moves = self.space.moves(state)
        found = [move for move, _ in moves if facts <= self.space.after(state, move).facts]
        if len(found) != 1:
            shown_facts = shown(", ".join(" ".join(fact) for fact in sorted(facts)))
            raise SpellingError(
                format_message("planning.state-not-reached", move=self.teller.move.one, found=shown_facts)
            )
        return found[0]

    def _parse_numbers(self, state: State, words: Sequence[Any]) -> GroundAction:
        """Return the action that numbers stand for in the published studies.

        They say how many pancakes are turned; the checkers of which color go from which square to which, from 0.
        """
        what, origin, target = words if len(words) == 3 else (*words, 0, 0)
        if len(words) == 1:
            found = next((move for move, _ in self.space.moves(state) if move.name.endswith(f"-{what}")), None)
        else:
            way = {"r": "right", "b": "left"}.get(str(what)[0].lower(), "")
            between = [f"s{(origin + target) // 2 + 1}"] * (abs(target - origin) == 2)
            name = f"{'jump' if between else 'slide'}-{way}"
            found = GroundAction(name, (f"s{origin + 1}", *between, f"s{target + 1}"))
        if found is None or found.name not in self.instance.once(_actions):
            raise SpellingError(format_message("puzzles.unknown-move", move=self.teller.move.one, name=shown([*words])))
        return found

    def rank(self, data: Any) -> int:
        """Return 1 for what begins with the name of an action, or of a color; 2 for a list of such, of numbers or of sentences."""
        words = _words(data)
        if words and len(words) > 1 and all(str(word).lower() in self.instance.once(_actions) for word in words):
            return 2
        if words and (self.is_action(words) or (_is_short(words) and isinstance(words[0], str))):
            return 1
        if not isinstance(data, list) or not data:
            return 0
        if self._plan_in_data(data):
            return 2
        numbers = type(self.notation) in (ActionNotation, PancakesNotation)
        short = numbers and all(isinstance(one, (int, list)) and _is_short(_words(one) or ()) for one in data)
        told = all(isinstance(one, str) and (self._tells(one) or self.is_action(_words(one) or ())) for one in data)
        return 2 * (short or told or any(self.is_action(_words(one) or ()) for one in data))

    def _tells(self, text: str) -> bool:
        """Return whether a text has several words, and not names alone: ``c b a`` is a tower."""
        words = text.casefold().split()
        return len(words) > 1 and not all(word in self.notation.aliases and len(word) == 1 for word in words)

    def is_action(self, words: Sequence[Any]) -> bool:
        """Return whether the name of an action, or a verb that means one, stands first."""
        name = str(words[0]).lower().replace("_", "-") if words else ""
        if sizes := self.instance.once(_actions).get(name):
            return len(words) > 1 or 0 in sizes
        return self._is_nameless(words) or (verb_of(name) in self.notation.verbs and len(words) > 1 and "-" in name)

    def acted(self, actions: Sequence[Sequence[str]]) -> Any:
        """Return the actions."""
        return [[*action] for action in actions]

    def told(self, text: str, single: bool) -> Any:
        """Return the steps that a text tells, in the puzzle's own notation, in a list, in a table or in sentences; None if it tells none."""
        return (
            self.notation.plan_in_text(text)
            or self.notation.plan_of_states(text, self.space.initial.facts)
            or read_steps(self.notation, text, single)
        )


def _actions(instance: TaskInstance) -> Mapping[str, Sequence[int]]:
    """Return the names of the actions, with how many objects they take."""
    found = dict[str, list[int]]()
    for one in instance.trees[0].actions:
        found.setdefault(one.name, []).append(len(one.parameters))
    return found


def _words(data: Any) -> list[Any] | None:
    """Return the words, and numbers, of what may be an action; None for what is none."""
    if isinstance(data, dict):
        arguments = first(data, ARGUMENTS)
        named = first(data, NAME)
        rest = [value for key, value in data.items() if key not in (*NAME, "step", "number")]
        data = [named, *(arguments if isinstance(arguments, list) else rest)]
    elif isinstance(data, str):
        data = [word for word in _APART.split(data[:LONGEST]) if word]
    words = [data] if isinstance(data, int) else data[:SHORT] if isinstance(data, list) else [None]
    return words if all(isinstance(word, (str, int)) for word in words) else None


def _is_short(words: Sequence[Any]) -> bool:
    """Return whether it is a number, or something with two numbers."""
    colour = len(words) != 3 or isinstance(words[0], int) or len(words[0]) == 1 or words[0].lower() in ("red", "blue")
    return len(words) in (1, 3) and colour and all(isinstance(word, int) for word in words[-2:])
