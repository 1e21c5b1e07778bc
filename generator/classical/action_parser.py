"""The general parser for sentences about actions: it finds the one action that fits a sentence.

People refer to actions by objects, verbs and directions. The parser understands a whole sentence or nothing: an
unknown word raises UnreadableStepError.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.classical.mentions import (
    ObjectMention,
    ParsedSentence,
    fit_arguments_in_order,
    group_mentions_by_type,
)
from ferryplan.generator.classical.shown_states import ARROW_PATTERN, ShownFacts, ShownState, drop_list_numbers
from ferryplan.generator.name_lookup import DIGIT_WORDS, NotationError, UnreadableStepError, quote_wrong_value
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState

CELL_PATTERN = re.compile(r"r(\d{1,9})c(\d{1,9})")
DIRECTION_STEPS: Mapping[str, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""the change of row and column for each direction"""
_TOKEN_PATTERN = re.compile(
    r"->|\u2192|\(\s?\d+\s?,\s?\d+\s?\)|row\s\d+,?\s(?:and\s)?col(?:umn)?\s\d+|[^\W\d_][\w']*(?:-[\w']+)*|\d+(?:-[a-z]\w*)*|[\u2190-\u2193\u2b05-\u2b07\u27a1]",
    re.IGNORECASE,
)
_BETWEEN_ARROWS = re.compile(rf"\s*(?:{ARROW_PATTERN})([^\n]+)(?:{ARROW_PATTERN})\s*")
MAX_TEXT_LENGTH = 20_000
"""the largest number of characters of a text in which the parser looks for states"""
_MAX_APPLICABLE = 50_000
"""the largest number of applicable actions of a state that are compared with a sentence"""


class ActionParser:
    """A parser for sentences about the actions of a task, and for whole plans as texts or JSON data.

    A subclass knows the customary notation for a puzzle.
    """

    has_one_mover = False
    """whether a direction alone identifies an action, since only one thing moves"""

    def __init__(
        self,
        arities_by_action: Mapping[str, Sequence[int]],
        objects: Mapping[str, Sequence[str]],
        puzzle_words: frozenset[str],
    ) -> None:
        """Create a parser for a task.

        Args:
            arities_by_action: For each name of an action, the possible numbers of parameters.
            objects: The names of the objects of each type.
            puzzle_words: The words in which the puzzle describes its actions; the parser ignores them in sentences.
        """
        self.arities_by_action, self.puzzle_words = arities_by_action, puzzle_words
        self.objects = [*dict.fromkeys(name for alike in objects.values() for name in alike)]
        # All objects have the type "object", so it does not distinguish them.
        kinds = {name: {kind for kind, alike in objects.items() if name in alike} for name in self.objects}
        self._types_by_object = {name: frozenset(types - {"object"} or types) for name, types in kinds.items()}
        words = domains.words("notation")
        self.filler_words = (
            frozenset((*words["actions"]["plain"].split(), "den", "der", "die", "das", "le", "la", "el")) | puzzle_words
        )
        self.reason_words = frozenset(words["actions"]["reason"].split())
        self.stative_verbs = frozenset(words["actions"]["stative"].split())
        self.preposition_roles = {
            word: n for n, key in enumerate(("from", "to"), 1) for word in words["actions"][key].split()
        }
        self.direction_words = {word: way for way, several in words["directions"].items() for word in several.split()}
        self.verbs_by_word = dict[str, frozenset[str]]()
        for name in arities_by_action:
            verb = get_verb(name)
            forms = {verb, *words["verbs"].get(verb, "").split()}
            for form in {name, *forms, *(f"{form}s" for form in forms)}:
                self.verbs_by_word[form] = self.verbs_by_word.get(form, frozenset()) | {verb}

    @functools.cached_property
    def has_cells(self) -> bool:
        """Whether the objects include cells of a board, so that actions have directions."""
        return any(map(CELL_PATTERN.fullmatch, self.objects))

    @functools.cached_property
    def objects_by_alias(self) -> Mapping[str, frozenset[str]]:
        """For each word, the names of the objects that it may mean; for example, ``block-c`` may mean ``c``."""
        found = dict[str, set[str]]()
        for name in self.objects:
            for alias in self.list_aliases(name):
                found.setdefault(alias.casefold(), set()).add(name)
        return {alias: frozenset(names) for alias, names in found.items()}

    def list_aliases(self, object_name: str) -> Iterator[str]:
        """Yield the words by which a sentence may refer to an object, given by its PDDL name."""
        first, _, last = object_name.rpartition("-")
        yield object_name
        yield object_name.replace("-", "")
        yield from (last, f"{first[0]}{last}") if first and len(last) < 3 else ()
        if cell := CELL_PATTERN.fullmatch(object_name):
            yield f"({cell[1]},{cell[2]})"

    @functools.cached_property
    def _long_name_pattern(self) -> re.Pattern[str]:
        """A pattern for the objects whose names have several words, as in a sentence: ``jug of five``."""
        names = sorted((name.replace("-", " ") for name in self.objects if name.count("-") > 1), key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, names)) or '(?!)'})\b", re.IGNORECASE)

    # -- sentences

    def parse_sentence(self, text: str) -> ParsedSentence:
        """Return the objects, verbs and directions that a sentence mentions.

        Raises UnreadableStepError for a sentence with unknown words.
        """
        tokens = [
            re.sub(r"\s", "", token.casefold()) if token[0] == "(" else token.casefold()
            for token in _TOKEN_PATTERN.findall(
                self.prepare_sentence(self._long_name_pattern.sub(lambda name: name[0].replace(" ", "-"), text))
            )
        ]
        mentions, verbs, directions, role = list[ObjectMention](), list[frozenset[str]](), list[str](), 0
        position = 0
        while position < len(tokens):
            token = tokens[position]
            two_word_objects = (
                self.objects_by_alias.get(f"{token}-{tokens[position + 1]}") if position + 1 < len(tokens) else None
            )
            cell = re.fullmatch(r"row\s(\d+),?\s(?:and\s)?col(?:umn)?\s(\d+)", token)
            objects = two_word_objects or self.objects_by_alias.get(f"r{cell[1]}c{cell[2]}" if cell else token)
            if token in ("->", "\u2192"):
                role = 2
            elif objects and not (
                token in ("a", "i") and not two_word_objects and not self._is_object_name(tokens, position)
            ):
                mentions.append(ObjectMention(objects, role))
                role = 0 if role == 1 else role
                position += bool(two_word_objects)
            elif token in self.verbs_by_word and not (mentions and token in self.preposition_roles):
                verbs.append(self.verbs_by_word[token])
            elif token in self.direction_words and self.has_cells:
                directions.append(self.direction_words[token])
            elif token in self.preposition_roles:
                role = self.preposition_roles[token]
            # Without a board, these words are not directions but parts of other words, as in "pick up".
            elif token in ("up", "down", "left") and not self.has_cells:
                pass
            elif token in self.reason_words and (mentions or directions or verbs):
                self.refuse_second_action(tokens[position:])
                break
            elif token not in self.filler_words and not self.understands_word(token, tokens, position):
                raise UnreadableStepError(
                    format_message("planning.unreadable-word", word=token, found=quote_wrong_value(text))
                )
            position += 1
        # Several verbs should agree on one action. If no action fits all verbs, each of them may be the
        # action's verb.
        common = frozenset.intersection(*verbs) if verbs else frozenset(map(get_verb, self.arities_by_action))
        either = frozenset[str]().union(*verbs) if verbs else common
        return ParsedSentence(
            sorted(mentions, key=lambda one: one.preposition_role), common or either, directions, tokens
        )

    def expand_legend(self, text: str) -> str:
        """Return a text in which names of objects replace the letters that a legend defines.

        A text without a legend is returned unchanged.
        """
        return text

    def join_steps(self, steps: list[str]) -> list[str]:
        """Return one sentence for each action; the given sentences may describe parts of an action."""
        return steps

    def translate_to_english(self, text: str) -> str:
        """Return a text in English, with hyphens in the names of objects that have several words."""
        text = self._long_name_pattern.sub(lambda name: name[0].replace(" ", "-"), text)
        translations: dict[str, str] = domains.words("notation")["translations"]
        return re.sub(r"[^\W\d_]+", lambda word: translations.get(word[0].casefold(), word[0]), text)

    def prepare_sentence(self, text: str) -> str:
        """Return a sentence rephrased in the words that `parse_sentence` understands."""
        return text

    def understands_word(self, token: str, tokens: Sequence[str], position: int) -> bool:
        """Return whether this puzzle's parser understands a word that the general parser does not know.

        ``token`` is the word, and ``position`` is its index in the sentence's ``tokens``.
        """
        return False

    def refuse_second_action(self, tokens: Sequence[str]) -> None:
        """Raise UnreadableStepError if a sentence goes on to describe a second action.

        ``tokens`` are the words after the description of the first action.
        """
        if any(token in self.verbs_by_word and token not in self.filler_words for token in tokens):
            raise UnreadableStepError(format_message("planning.unreadable", found=quote_wrong_value(" ".join(tokens))))

    def _is_object_name(self, tokens: Sequence[str], position: int) -> bool:
        """Return whether the word "a" or "i" at this position is the name of an object.

        The word is a name at the end of a sentence, and beside a preposition or an arrow.
        """
        after = tokens[position + 1] if position + 1 < len(tokens) else ""
        before = tokens[position - 1] if position else ""
        return (
            not after
            or after in self.preposition_roles
            or after in ("and", "->", "\u2192")
            or before in ("block", "->", "\u2192", "peg", "room", "truck")
            or after in self.reason_words
        )

    # -- actions

    def may_mean_other_objects(self, arguments: Sequence[str]) -> bool:
        """Return whether the arguments of an action, as named in a text, may refer to other objects, too.

        For example, a text may name a peg where the task's action has the disc at the top of this peg.
        """
        return False

    def choose_action(
        self,
        state: PddlState,
        sentence: ParsedSentence,
        successors: Callable[[PddlState], Iterator[tuple[GroundAction, Any]]],
    ) -> GroundAction | None:
        """Return the only action that is applicable in a state and fits a sentence.

        The result is None if several actions fit. Raises NotationError if no action fits, and UnreadableStepError if
        the sentence has several verbs but mentions no object.
        """
        if not sentence.mentions and not sentence.directions and len(sentence.verbs) > 1:
            raise UnreadableStepError(
                format_message("planning.no-action-named", found=quote_wrong_value(" ".join(sentence.words)))
            )
        fitting = list[GroundAction]()
        for number, (move, _) in enumerate(successors(state)):
            if number > _MAX_APPLICABLE:
                break
            if self._fits_sentence(state, move, sentence):
                fitting.append(move)
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise NotationError(
                format_message("planning.not-possible-there", found=quote_wrong_value(" ".join(sentence.words)))
            )
        return None

    def agrees_with_text(self, state: PddlState, move: GroundAction, text: str) -> bool:
        """Return whether a sentence may describe an action that is carried out in a given state.

        Raises UnreadableStepError for an unknown word.
        """
        return self._fits_sentence(state, move, self.parse_sentence(text))

    def _fits_sentence(self, state: PddlState, move: GroundAction, sentence: ParsedSentence) -> bool:
        return get_verb(move.name) in sentence.verbs and self.fits_mentions(state, move, sentence.mentions, sentence)

    def fits_mentions(
        self, state: PddlState, move: GroundAction, mentions: Sequence[ObjectMention], sentence: ParsedSentence
    ) -> bool:
        """Return whether an action in a state fits the objects and directions that a sentence mentions.

        ``mentions`` are the sentence's mentions of objects.
        """
        arguments = self.mentionable_objects(state, move)
        if not fit_arguments_in_order(mentions, arguments):
            groups = (
                group_mentions_by_type(mentions, self._types_by_object)
                if all(not one.objects.isdisjoint(arguments) for one in mentions)
                else ()
            )
            if len(groups) < 2 or not all(fit_arguments_in_order(group, arguments) for group in groups):
                return False
        return not sentence.directions or self.direction_of_move(move) == sentence.directions[-1]

    def mentionable_objects(self, state: PddlState, move: GroundAction) -> Sequence[str]:
        """Return the objects that a sentence about an action may mention, in the usual order."""
        return move.arguments

    def direction_of_move(self, move: GroundAction) -> str:
        """Return the direction in which an action moves something on a board; the empty text if there is none."""
        cells = [(int(cell[1]), int(cell[2])) for name in move.arguments if (cell := CELL_PATTERN.fullmatch(name))]
        if len(cells) < 2:
            return ""
        (r1, c1), (r2, c2) = cells[0], cells[-1]
        way = ((r2 > r1) - (r2 < r1), (c2 > c1) - (c2 < c1))
        return next((name for name, step in DIRECTION_STEPS.items() if step == way), "")

    # -- whole plans

    def parse_plan_text(self, text: str) -> list[Any] | None:
        """Return the steps of a plan in the puzzle's customary text notation; None for other texts.

        A step is a sentence, or data that `ClassicalNotation.parse_move` understands.
        """
        return None

    def parse_plan_data(self, data: Any) -> list[Any] | None:
        """Return the steps of a plan in JSON data of the puzzle's customary form; None for other data.

        A step is a sentence, or data that `ClassicalNotation.parse_move` understands.
        """
        return None

    def find_shown_states(self, text: str, initial: ShownFacts) -> list[ShownState]:
        """Return the states that a text shows in the puzzle's customary notation, in the order of the text.

        ``initial`` contains the facts of the initial state.
        """
        return []

    def parse_plan_of_states(self, text: str, initial: ShownFacts) -> list[Any] | None:
        """Return the steps of a text that lists the states of a plan; None for other texts.

        Each step is a dict with the facts to reach (``leads_to``). The text shows at least two states and does not
        describe actions in another form. An action may stand between arrows, as in ``(0, 0) -> fill 5 -> (0, 5)``;
        then the dict also contains the words of the action (``told``), and the action must lead to the next state.
        ``initial`` contains the facts of the initial state.
        """
        if len(text) > MAX_TEXT_LENGTH:
            return None
        text = drop_list_numbers(text)
        shown = self.find_shown_states(text, initial)
        if len(shown) < 2:
            return None
        gaps = [text[: shown[0].start], *(text[one.end : other.start] for one, other in itertools.pairwise(shown))]
        told = [_BETWEEN_ARROWS.fullmatch(gap) for gap in gaps[1:] if re.search(r"\w", gap)]
        if told and all(told) and shown[0].facts <= initial:
            behind = [one for one, gap in zip(shown[1:], gaps[1:], strict=True) if re.search(r"\w", gap)]
            says = [one[1].strip(" ()") for one in told if one]
            steps = [{"leads_to": sorted(one.facts), "told": said} for one, said in zip(behind, says, strict=True)]
            return steps if all(map(self._can_parse_sentence, says)) else None
        said = {word for gap in gaps for word in re.findall(r"[^\W\d_]+", gap.casefold())}
        acts = said & {*self.verbs_by_word} - {*self.preposition_roles, "empty", "top", "stack", "move", "moves"}
        if acts or any(re.search(r"\d", gap) for gap in gaps[1:]):
            return None
        states = [one.facts for one in shown]
        return [{"leads_to": sorted(facts)} for facts in states[states[0] <= initial :]]

    def _can_parse_sentence(self, text: str) -> bool:
        try:
            self.parse_sentence(text)
        except UnreadableStepError:
            return False
        return True


def get_verb(action_name: str) -> str:
    """Return the first word of an action's name, which is usually a verb."""
    return action_name.split("-")[0]


def parse_number_word(word: str) -> int | None:
    """Return the number that a word means: digits, or an English word such as ``three`` or ``third``.

    Return None for any other word.
    """
    known = next((some for some in (DIGIT_WORDS, load_ordinals()) if word in some), ())
    return int(word) if re.fullmatch(r"\d{1,9}", word) else known.index(word) + 1 if known else None


def load_ordinals() -> Sequence[str]:
    """Return the English ordinal words in order: "first", "second" and so on."""
    found: list[str] = domains.words("answers")["ordinals"]
    return found
