"""The notation for actions in an answer, as JSON data.

An action is written as a list of its name and its objects. The notation also reads sentences, and the numbers that
published studies use for actions.
"""

from __future__ import annotations

import functools
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.classical.action_parser import ActionParser, get_verb
from ferryplan.generator.classical.known_parsers import ACTION_PARSERS
from ferryplan.generator.classical.pancakes_parser import PancakesActionParser
from ferryplan.generator.classical.step_reading import read_steps
from ferryplan.generator.name_lookup import MAX_SHOWN_LENGTH, NotationError, UnreadableStepError, quote_wrong_value
from ferryplan.generator.notation import Notation, UnreadableStep, get_first_value
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.tasks.instance import TaskInstance

NAME_KEYS, ARGUMENT_KEYS = (
    ("action", "name", "operator", "type"),
    ("arguments", "parameters", "objects", "args", "params"),
)
"""the possible keys of an action's name in a JSON object, and the possible keys of its arguments"""
MAX_TEXT_LENGTH = 1_000
_WORD_SEPARATORS = re.compile(r"[\s(),]+")
_PARENTHESIS = re.compile(r"\(([^()]*)\)")


class ClassicalNotation(Notation[PddlState, GroundAction]):
    """Writes the actions of a task as JSON data, and reads them from JSON data and text."""

    instance: TaskInstance

    def make_format_guide(self) -> dict[str, Any]:
        """Return the template values for instructions on how to write actions in an answer.

        They are the actions with their parameters (``names``), the ``objects``, and an ``example`` of an action as
        JSON data.
        """
        space: Any = self.space
        actions = self.instance.syntax_trees[0].actions
        names = [f"({' '.join((one.name, *(p.name for p in one.parameters)))})" for one in actions]
        example = self.format_moves(itertools.islice(space.candidate_moves(space.initial), 1))
        return {"names": names, "objects": self._object_names, "example": json.dumps(example, separators=(",", ":"))}

    @functools.cached_property
    def action_parser(self) -> ActionParser:
        """The parser for sentences about actions, chosen by the puzzle."""
        space: Any = self.space
        moves = itertools.islice(self.space.successors(self.space.initial), MAX_SHOWN_LENGTH)
        said = " ".join(self.narrator.label_move(move) for move, _ in moves).casefold()
        own = frozenset(re.findall(r"[^\W\d_]+", said))
        notation = ACTION_PARSERS.get(self.instance.puzzle, ActionParser)
        return notation(self.instance.get_or_make(_list_action_arities), space.objects, own)

    def format_moves(self, moves: Iterable[GroundAction]) -> Any:
        """Return a JSON list of actions, each a list of its name and its objects."""
        return [[move.name, *move.arguments] for move in moves]

    def split_steps(self, data: Any) -> Sequence[Any]:
        """Return the steps of a plan given as JSON data; each step represents one action.

        The data may be in the puzzle's customary notation or in a general one.
        """
        found = self._parse_plan_data(data)
        steps = super().split_steps(data) if found is None else found
        return [[self._single_action_name, *step] if self._lacks_action_name(step) else step for step in steps]

    @functools.cached_property
    def _single_action_name(self) -> str:
        """The name of the action, if the puzzle has only one action; otherwise the empty text."""
        actions = [*self.instance.get_or_make(_list_action_arities)]
        return actions[0] if len(actions) == 1 else ""

    def _lacks_action_name(self, words: Any) -> bool:
        """Return whether data are a list of objects that stands for an action without its name.

        This is possible only if the puzzle has a single action.
        """
        sizes = self.instance.get_or_make(_list_action_arities).get(self._single_action_name, ())
        known = self.action_parser.objects
        return isinstance(words, list) and 1 < len(words) in sizes and all(word in known for word in words)

    def _parse_plan_data(self, data: Any) -> list[Any] | None:
        """Return the steps of a plan in JSON data; None for data in another form.

        The data list actions in the puzzle's customary notation, or the states of the plan.
        """
        if (found := self.action_parser.parse_plan_data(data)) is not None:
            return found
        is_nested = isinstance(data, list) and data and all(isinstance(one, list) for one in data)
        return (
            self.action_parser.parse_plan_of_states(json.dumps(data), self.space.initial.facts) if is_nested else None
        )

    def parse_move(self, state: PddlState, data: Any) -> GroundAction:
        """Return the action that JSON data stand for in a state.

        The data are a name with objects, a sentence, numbers, or a state. A state stands for the action that leads to
        it. Raises NotationError if the data represent no action.
        """
        if isinstance(data, UnreadableStep):
            raise UnreadableStepError(format_message("planning.unreadable-step", found=quote_wrong_value(data.text)))
        if isinstance(data, dict) and isinstance(data.get("leads_to"), list):
            found = self._find_move_to_facts(state, frozenset(tuple(map(str, fact)) for fact in data["leads_to"]))
            if (told := str(data.get("told", ""))) and not self.action_parser.agrees_with_text(state, found, told):
                raise NotationError(format_message("planning.contradicts-state", found=quote_wrong_value(told)))
            return found
        words = _extract_words(data)
        if words is None:
            raise NotationError(format_message("planning.no-list-of-objects", found=quote_wrong_value(data)))
        if _is_numeric_move(words):
            return self._parse_numeric_move(state, words)
        name, *arguments = [str(word).lower().replace("_", "-") for word in words] or [""]
        formal = not isinstance(data, str) or data.lstrip().startswith("(")
        known = all(argument in self.action_parser.objects for argument in arguments)
        # Words that fit the action exactly are taken literally, unless the rules forbid it and the words have
        # another reading, such as pegs in place of the discs on them.
        exact = known and len(arguments) in self.instance.get_or_make(_list_action_arities).get(name, ())
        if exact and not (
            self.action_parser.may_mean_other_objects(arguments) and self._breaks_rule(state, name, arguments)
        ):
            return GroundAction(name, tuple(arguments))
        if not formal:
            try:
                return super().parse_move(state, data)
            except NotationError:
                pass
        try:
            move = self._parse_sentence(
                state, data[:MAX_TEXT_LENGTH] if isinstance(data, str) else self._join_as_sentence(data, words)
            )
        except NotationError:
            # Data in the form of an action count as an action, so the replay can say which rule it breaks.
            if formal and name in self.instance.get_or_make(_list_action_arities):
                return GroundAction(name, tuple(arguments))
            raise
        return move

    def _breaks_rule(self, state: PddlState, name: str, arguments: Sequence[str]) -> bool:
        return self.space.find_violation(state, GroundAction(name, tuple(arguments))) is not None

    @property
    def accepts_any_order(self) -> bool:
        """Whether the puzzle file says that the order of the actions makes no difference."""
        return self.instance.file.any_order

    def sort_steps(self, steps: Sequence[Any]) -> Sequence[Any]:
        """Return the steps of a plan in the order of their objects, without pairs of equal steps.

        Two equal steps undo each other. The steps stay unchanged if the order of the puzzle's actions matters. They
        also stay unchanged if a step is not an action of the task; then the replay reports the error.
        """
        if not self.accepts_any_order:
            return steps
        known = {name: number for number, name in enumerate(self._object_names)}
        try:
            moves = Counter(self.parse_move(self.space.initial, step) for step in steps)
            ordered = sorted(
                (move for move in moves if moves[move] % 2), key=lambda move: [known[name] for name in move.arguments]
            )
        except (NotationError, KeyError):
            return steps
        return [[move.name, *move.arguments] for move in ordered]

    @property
    def _object_names(self) -> list[str]:
        """The names of the task's objects, in the order of the PDDL."""
        space: Any = self.space
        return [*dict.fromkeys(name for alike in space.objects.values() for name in alike)]

    def _join_as_sentence(self, data: Any, words: Sequence[Any]) -> str:
        """Return a sentence for an action given as JSON data.

        Keys of the data such as ``from`` and ``to`` become words of the sentence. ``words`` are the words and numbers
        in the data.
        """
        if isinstance(data, dict) and get_first_value(data, ARGUMENT_KEYS) is None:
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
        meant = (
            self.action_parser.objects_by_alias.get(str(word).casefold(), frozenset({str(word)})) for word in words
        )
        return " ".join(next(iter(one)) if len(one) == 1 else str(word) for word, one in zip(words, meant, strict=True))

    def _parse_sentence(self, state: PddlState, text: str) -> GroundAction:
        """Return the action in a state that a sentence describes.

        Raises NotationError if no action or several actions fit.
        """
        main, applicable = _PARENTHESIS.sub(" ", text), self.space.successors
        try:
            found = self.action_parser.choose_action(state, self.action_parser.parse_sentence(text), applicable)
        except NotationError:
            if main == text:
                raise
            # The text in parentheses may describe the same action: "unstack c from a (c goes to the table)".
            found = self.action_parser.choose_action(state, self.action_parser.parse_sentence(main), applicable)
            if found is None or not all(
                self.action_parser.agrees_with_text(state, found, aside) for aside in _PARENTHESIS.findall(text)
            ):
                raise
        if found is None:
            raise UnreadableStepError(
                format_message(
                    "planning.ambiguous-step", found=quote_wrong_value(text), moves=self.narrator.move_noun.many
                )
            )
        return found

    def _find_move_to_facts(self, state: PddlState, facts: frozenset[tuple[str, ...]]) -> GroundAction:
        """Return the action that leads from a state to a state with the given facts.

        Raises NotationError if no action or several actions do.
        """
        moves = self.space.successors(state)
        found = [move for move, _ in moves if facts <= self.space.apply_move(state, move).facts]
        if len(found) != 1:
            shown_facts = quote_wrong_value(", ".join(" ".join(fact) for fact in sorted(facts)))
            raise NotationError(
                format_message("planning.state-not-reached", move=self.narrator.move_noun.one, found=shown_facts)
            )
        return found[0]

    def _parse_numeric_move(self, state: PddlState, words: Sequence[Any]) -> GroundAction:
        """Return the action that stands for a move written as numbers, as in published studies.

        A single number is the number of pancakes that are flipped. Three values are the color of a checker, the
        square that it leaves, and the square that it reaches; squares count from 0. ``state`` is the state before the
        action.
        """
        what, origin, target = words if len(words) == 3 else (*words, 0, 0)
        if len(words) == 1:
            found = next((move for move, _ in self.space.successors(state) if move.name.endswith(f"-{what}")), None)
        else:
            way = {"r": "right", "b": "left"}.get(str(what)[0].lower(), "")
            between = [f"s{(origin + target) // 2 + 1}"] * (abs(target - origin) == 2)
            name = f"{'jump' if between else 'slide'}-{way}"
            found = GroundAction(name, (f"s{origin + 1}", *between, f"s{target + 1}"))
        if found is None or found.name not in self.instance.get_or_make(_list_action_arities):
            raise NotationError(
                format_message(
                    "puzzles.unknown-move", move=self.narrator.move_noun.one, name=quote_wrong_value([*words])
                )
            )
        return found

    def rate_as_moves(self, data: Any) -> int:
        """Return a rating of how likely JSON data are a plan: 2, 1 or 0.

        The rating is 2 for a list of actions, numbers or sentences. It is 1 for a single action, which begins with the
        name of an action or of a color. It is 0 for other data.
        """
        words = _extract_words(data)
        if (
            words
            and len(words) > 1
            and all(str(word).lower() in self.instance.get_or_make(_list_action_arities) for word in words)
        ):
            return 2
        if words and (self.may_be_pddl_action(words) or (_is_numeric_move(words) and isinstance(words[0], str))):
            return 1
        if not isinstance(data, list) or not data:
            return 0
        if self._parse_plan_data(data):
            return 2
        numbers = type(self.action_parser) in (ActionParser, PancakesActionParser)
        short = numbers and all(
            isinstance(one, (int, list)) and _is_numeric_move(_extract_words(one) or ()) for one in data
        )
        told = all(
            isinstance(one, str)
            and (self._looks_like_sentence(one) or self.may_be_pddl_action(_extract_words(one) or ()))
            for one in data
        )
        return 2 * (short or told or any(self.may_be_pddl_action(_extract_words(one) or ()) for one in data))

    def _looks_like_sentence(self, text: str) -> bool:
        """Return whether a text has several words, not all of them one-letter names (``c b a`` is a tower)."""
        words = text.casefold().split()
        return len(words) > 1 and not all(
            word in self.action_parser.objects_by_alias and len(word) == 1 for word in words
        )

    def may_be_pddl_action(self, words: Sequence[Any]) -> bool:
        """Return whether a list of words may be an action and its objects.

        The first word must be the name of an action, or a similar name: one with a hyphen and a verb that the parser
        knows. The name may be missing if the puzzle has a single action.
        """
        name = str(words[0]).lower().replace("_", "-") if words else ""
        if sizes := self.instance.get_or_make(_list_action_arities).get(name):
            return len(words) > 1 or 0 in sizes
        return self._lacks_action_name(words) or (
            get_verb(name) in self.action_parser.verbs_by_word and len(words) > 1 and "-" in name
        )

    def actions_to_moves(self, actions: Sequence[Sequence[str]]) -> Any:
        """Convert PDDL actions (name and arguments) to moves in this notation, which are JSON lists."""
        return [[*action] for action in actions]

    def find_moves_in_text(self, text: str, single_move: bool) -> Any:
        """Return the steps of a plan in a text, each as JSON data or a sentence; None if there are none.

        The text may use the puzzle's customary notation, show states, or contain a list, a table or sentences. If
        ``single_move`` is true, the text is expected to contain a single step.
        """
        return (
            self.action_parser.parse_plan_text(text)
            or self.action_parser.parse_plan_of_states(text, self.space.initial.facts)
            or read_steps(self.action_parser, text, single_move)
        )


def _list_action_arities(instance: TaskInstance) -> Mapping[str, Sequence[int]]:
    """Return, for each name of an action, the numbers of parameters of the actions with this name."""
    found = dict[str, list[int]]()
    for one in instance.syntax_trees[0].actions:
        found.setdefault(one.name, []).append(len(one.parameters))
    return found


def _extract_words(data: Any) -> list[Any] | None:
    """Return the words and numbers in JSON data for an action; None for data that cannot be an action."""
    if isinstance(data, dict):
        arguments = get_first_value(data, ARGUMENT_KEYS)
        named = get_first_value(data, NAME_KEYS)
        rest = [value for key, value in data.items() if key not in (*NAME_KEYS, "step", "number")]
        data = [named, *(arguments if isinstance(arguments, list) else rest)]
    elif isinstance(data, str):
        data = [word for word in _WORD_SEPARATORS.split(data[:MAX_TEXT_LENGTH]) if word]
    words = [data] if isinstance(data, int) else data[:MAX_SHOWN_LENGTH] if isinstance(data, list) else [None]
    return words if all(isinstance(word, (str, int)) for word in words) else None


def _is_numeric_move(words: Sequence[Any]) -> bool:
    """Return whether words are a single number, or a color with two numbers."""
    colour = len(words) != 3 or isinstance(words[0], int) or len(words[0]) == 1 or words[0].lower() in ("red", "blue")
    return len(words) in (1, 3) and colour and all(isinstance(word, int) for word in words[-2:])
