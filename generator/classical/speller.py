"""Actions as data in an answer: lists of a name and objects, words, or numbers as the published studies write moves."""

from __future__ import annotations

import functools
import itertools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator.classical.instance import ClassicalInstance
from generator.naming import SHORT, Names, SpellingError, folded, shown
from generator.pddl.grounding import GroundAction
from generator.pddl.states import State
from generator.speller import LINE, Speller, first

NAME, ARGUMENTS = ("action", "name"), ("arguments", "parameters", "objects")
"""keys of an action"""
LONGEST = 1_000
_APART = re.compile(r"[\s(),]+")
_DISC = re.compile(r"\b(disc)\W{0,3}(\d+)\b\D{1,40}?\b(peg)\W{0,3}(\d+)\b\D{1,40}?\b(peg)\W{0,3}(\d+)\b", re.IGNORECASE)
"""a disc that is moved from peg to peg"""


class ClassicalSpeller(Speller[State, GroundAction]):
    """How actions are spelled."""

    instance: ClassicalInstance

    def form(self) -> dict[str, Any]:
        """Return the actions with their parameters, the objects, and an action."""
        space: Any = self.space
        actions = self.instance.trees[0].actions
        names = [f"({' '.join((one.name, *(p.name for p in one.parameters)))})" for one in actions]
        objects = [*dict.fromkeys(name for alike in space.objects.values() for name in alike)]
        example = self.spelled(itertools.islice(space.candidates(space.initial), 1))
        return {"names": names, "objects": objects, "example": json.dumps(example, separators=(",", ":"))}

    def spelled(self, moves: Iterable[GroundAction]) -> Any:
        """Return a list of actions, each a list of its name and its objects."""
        return [[move.name, *move.arguments] for move in moves]

    def move(self, state: State, data: Any) -> GroundAction:
        """Return the action whose name stands before its objects in a list or in parentheses, or that is told in words. Raises SpellingError."""
        words = _words(data)
        if words is None:
            raise SpellingError(f"found {shown(data)}, expected a list with an action's name and objects")
        if _is_short(words):
            return self._short(state, words)
        name, *arguments = [str(word).lower() for word in words] or [""]
        arities = self.instance.once(_actions).get(name, ())
        said = isinstance(data, str) and not data.startswith("(")
        if len(arguments) in arities or (arities and not said):
            return GroundAction(name, tuple(arguments))
        try:
            return super().move(state, data if said else " ".join(map(str, words)))
        except SpellingError:
            if said and (move := self._said(state, data[:LONGEST])):
                return move
            raise

    def _said(self, state: State, text: str) -> GroundAction | None:
        """Return the action of which a sentence names objects, in their order, by the verb if it has that of one.

        None if that leaves none, or several."""
        text = re.sub(r"\bdisk", "disc", text, flags=re.IGNORECASE)
        named = [self._objects.canonical(one) for one in self._objects.named_in(text)]
        if (way := _DISC.search(text)) and (
            move := _disc_moved(state, *("-".join(way.group(n, n + 1)).lower() for n in (1, 3, 5)))
        ):
            return move
        verbs = {verb for verb in self._verbs for word in folded(text).split() if _is_form(word, verb)} or self._verbs
        fitting = [move for move, _ in self.space.moves(state) if named and _in_order(named, move.arguments)]
        meant = [move for move in fitting if _verb(move.name) in verbs]
        if len(meant) == 1:
            return meant[0]
        actions = self.instance.once(_actions).items()
        names = [name for name, arities in actions if _verb(name) in verbs and len(named) in arities]
        return GroundAction(names[0], tuple(named)) if named and len(names) == 1 else None

    @property
    def _verbs(self) -> set[str]:
        """The verbs with which the names of actions begin."""
        return {*map(_verb, self.instance.once(_actions))}

    @functools.cached_property
    def _objects(self) -> Names[str]:
        """What objects are called."""
        space: Any = self.space
        return Names((name, (name,)) for alike in space.objects.values() for name in alike)

    def clauses(self, line: str, item: bool, before: Sequence[Any]) -> list[Any]:
        """Return the action that a line tells, in a list, or if it begins with the name of one or of an object."""
        begun = re.match(r"\W*(\w+)", line[:LINE])
        named = self._objects.named_in(line) if begun and len(line) < LINE else []
        told = begun is not None and begun[1].lower() in self._verbs and bool(named)
        return super().clauses(line, item or told, before)

    def _short(self, state: State, words: Sequence[Any]) -> GroundAction:
        """Return the action that numbers stand for in the published studies, from 0.

        They say how many pancakes are turned; which disc goes from which peg to which; the checkers of which colour go from which square to which.
        """
        what, origin, target = words if len(words) == 3 else (*words, 0, 0)
        if len(words) == 1:
            found = next((move for move, _ in self.space.moves(state) if move.name.endswith(f"-{what}")), None)
        elif isinstance(what, int):
            found = _disc_moved(state, f"disc-{what}", f"peg-{origin + 1}", f"peg-{target + 1}")
        else:
            way = {"r": "right", "b": "left"}.get(what.lower(), "")
            between = [f"s{(origin + target) // 2 + 1}"] * (abs(target - origin) == 2)
            name = f"{'jump' if between else 'slide'}-{way}"
            found = GroundAction(name, (f"s{origin + 1}", *between, f"s{target + 1}"))
        if found is None or found.name not in self.instance.once(_actions):
            raise SpellingError(f"found {shown([*words])}, which is no {self.teller.move.one}")
        return found

    def rank(self, data: Any) -> int:
        """Return 1 for what begins with the name of an action, or of a colour; 2 for a list of such, of numbers or of sentences."""
        words = _words(data)
        if words and (self.is_action(words) or (_is_short(words) and isinstance(words[0], str))):
            return 1
        if not isinstance(data, list) or not data:
            return 0
        short = all(isinstance(one, (int, list)) and _is_short(_words(one) or ()) for one in data)
        told = all(isinstance(one, str) and " " in one for one in data)
        return 2 * (short or told or any(self.is_action(_words(one) or ()) for one in data))

    def is_action(self, words: Sequence[Any]) -> bool:
        """Return whether the name of an action stands first."""
        return bool(words) and str(words[0]).lower() in self.instance.once(_actions)

    def acted(self, actions: Sequence[Sequence[str]]) -> Any:
        """Return the actions."""
        return actions


def _actions(instance: ClassicalInstance) -> Mapping[str, Sequence[int]]:
    """Return the names of the actions, with how many objects they take."""
    found = dict[str, list[int]]()
    for one in instance.trees[0].actions:
        found.setdefault(one.name, []).append(len(one.parameters))
    return found


def _verb(name: str) -> str:
    """Return the word with which the name of an action begins."""
    return name.split("-")[0]


def _is_form(word: str, verb: str) -> bool:
    """Return whether a word may be a form of a verb: loads, loaded, loading."""
    return word.startswith(verb) and len(word) <= len(verb) + len("ing")


def _in_order(some: Iterable[str], among: Iterable[str]) -> bool:
    """Return whether some words are among others, in their order."""
    rest = iter(among)
    return all(one in rest for one in some)


def _words(data: Any) -> list[Any] | None:
    """Return the words, and numbers, of what may be an action; None for what is none."""
    if isinstance(data, dict):
        arguments = first(data, ARGUMENTS)
        data = [first(data, NAME), *(arguments if isinstance(arguments, list) else ())]
    elif isinstance(data, str):
        data = [word for word in _APART.split(data[:LONGEST]) if word]
    words = [data] if isinstance(data, int) else data[:SHORT] if isinstance(data, list) else [None]
    return words if all(isinstance(word, (str, int)) for word in words) else None


def _is_short(words: Sequence[Any]) -> bool:
    """Return whether it is a number, or something with two numbers."""
    return len(words) in (1, 3) and all(isinstance(word, int) for word in words[-2:])


def _disc_moved(state: State, disc: str, origin: str, target: str) -> GroundAction | None:
    """Return the action that takes a disc from one peg to another; None if it is not there."""
    below = {fact[1]: fact[2] for fact in state.facts if fact[0] == "on"}
    above = {under: one for one, under in below.items()}
    while origin != disc and origin in above:
        origin = above[origin]
    for _ in above:
        target = above.get(target, target)
    return GroundAction("move", (disc, below[disc], target)) if origin == disc else None
