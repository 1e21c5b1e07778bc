"""How people name the actions of a planning task: by objects, verbs and directions, as far as that leaves one action.

A sentence is read whole or not at all: a word that is not understood raises UnreadError.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.classical.mentions import Mention, Said, are_in_order, group_by_type
from ferryplan.generator.classical.shown_states import ARROW, Facts, Shown, drop_labels
from ferryplan.generator.naming import NUMBERS, SpellingError, UnreadError, shown
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State

CELL = re.compile(r"r(\d{1,9})c(\d{1,9})")
STEPS: Mapping[str, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""by how many rows and columns a direction leads on"""
_TOKEN = re.compile(
    r"->|\u2192|\(\s?\d+\s?,\s?\d+\s?\)|row\s\d+,?\s(?:and\s)?col(?:umn)?\s\d+|[^\W\d_][\w']*(?:-[\w']+)*|\d+(?:-[a-z]\w*)*|[\u2190-\u2193\u2b05-\u2b07\u27a1]",
    re.IGNORECASE,
)
_BETWEEN_ARROWS = re.compile(rf"\s*(?:{ARROW})([^\n]+)(?:{ARROW})\s*")
LONGEST = 20_000
"""characters of a text in which states are looked for"""
_MANY = 50_000
"""actions that can be carried out in a state, of which one is looked for"""


class ActionNotation:
    """The sentences about actions of one instance; puzzles with a notation of their own say more."""

    has_one_mover = False
    """whether a direction alone says which action is meant"""

    def __init__(
        self, actions: Mapping[str, Sequence[int]], objects: Mapping[str, Sequence[str]], known: frozenset[str]
    ) -> None:
        """Take the actions with their numbers of parameters, the objects by their types, and words that the puzzle itself uses."""
        self.actions, self.known = actions, known
        self.objects = [*dict.fromkeys(name for alike in objects.values() for name in alike)]
        # All objects are of the type "object", which tells none from another.
        kinds = {name: {kind for kind, alike in objects.items() if name in alike} for name in self.objects}
        self._types = {name: frozenset(types - {"object"} or types) for name, types in kinds.items()}
        words = domains.words("notation")
        self.plain = (
            frozenset((*words["actions"]["plain"].split(), "den", "der", "die", "das", "le", "la", "el")) | known
        )
        self.reason = frozenset(words["actions"]["reason"].split())
        self.stative = frozenset(words["actions"]["stative"].split())
        self.prepositions = {
            word: n for n, key in enumerate(("from", "to"), 1) for word in words["actions"][key].split()
        }
        self.directions = {word: way for way, several in words["directions"].items() for word in several.split()}
        self.verbs = dict[str, frozenset[str]]()
        for name in actions:
            verb = verb_of(name)
            forms = {verb, *words["verbs"].get(verb, "").split()}
            for form in {name, *forms, *(f"{form}s" for form in forms)}:
                self.verbs[form] = self.verbs.get(form, frozenset()) | {verb}

    @functools.cached_property
    def has_cells(self) -> bool:
        """Whether actions lead in a direction on a board."""
        return any(map(CELL.fullmatch, self.objects))

    @functools.cached_property
    def aliases(self) -> Mapping[str, frozenset[str]]:
        """The objects that a word may mean: ``block-c`` is ``c``, too."""
        found = dict[str, set[str]]()
        for name in self.objects:
            for alias in self.aliases_of(name):
                found.setdefault(alias.casefold(), set()).add(name)
        return {alias: frozenset(names) for alias, names in found.items()}

    def aliases_of(self, name: str) -> Iterator[str]:
        """Yield what an object may be called."""
        first, _, last = name.rpartition("-")
        yield name
        yield name.replace("-", "")
        yield from (last, f"{first[0]}{last}") if first and len(last) < 3 else ()
        if cell := CELL.fullmatch(name):
            yield f"({cell[1]},{cell[2]})"

    @functools.cached_property
    def _long_names(self) -> re.Pattern[str]:
        """Names of several words, as sentences have them: ``jug of five``."""
        names = sorted((name.replace("-", " ") for name in self.objects if name.count("-") > 1), key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, names)) or '(?!)'})\b", re.IGNORECASE)

    # -- sentences

    def parse(self, text: str) -> Said:
        """Return what a sentence says. Raises UnreadError for one with words that are not understood."""
        tokens = [
            re.sub(r"\s", "", token.casefold()) if token[0] == "(" else token.casefold()
            for token in _TOKEN.findall(
                self.prepare(self._long_names.sub(lambda name: name[0].replace(" ", "-"), text))
            )
        ]
        mentions, verbs, directions, place = list[Mention](), list[frozenset[str]](), list[str](), 0
        position = 0
        while position < len(tokens):
            token = tokens[position]
            two = self.aliases.get(f"{token}-{tokens[position + 1]}") if position + 1 < len(tokens) else None
            cell = re.fullmatch(r"row\s(\d+),?\s(?:and\s)?col(?:umn)?\s(\d+)", token)
            objects = two or self.aliases.get(f"r{cell[1]}c{cell[2]}" if cell else token)
            if token in ("->", "\u2192"):
                place = 2
            elif objects and not (token in ("a", "i") and not two and not self._is_name(tokens, position)):
                mentions.append(Mention(objects, place))
                place = 0 if place == 1 else place
                position += bool(two)
            elif token in self.verbs and not (mentions and token in self.prepositions):
                verbs.append(self.verbs[token])
            elif token in self.directions and self.has_cells:
                directions.append(self.directions[token])
            elif token in self.prepositions:
                place = self.prepositions[token]
            # Without a board these are no directions but parts of other words, as in "pick up".
            elif token in ("up", "down", "left") and not self.has_cells:
                pass
            elif token in self.reason and (mentions or directions or verbs):
                self.check_reason(tokens[position:])
                break
            elif token not in self.plain and not self.explain(token, tokens, position):
                raise UnreadError(format_message("planning.unreadable-word", word=token, found=shown(text)))
            position += 1
        # Several verbs should agree on one action; only where no action fits all of them may it be that of
        # any.
        common = frozenset.intersection(*verbs) if verbs else frozenset(map(verb_of, self.actions))
        either = frozenset[str]().union(*verbs) if verbs else common
        return Said(sorted(mentions, key=lambda one: one.place), common or either, directions, tokens)

    def without_legend(self, text: str) -> str:
        """Return a text with the names of objects for the letters that it says it uses for them."""
        return text

    def join_steps(self, steps: list[str]) -> list[str]:
        """Join sentences that describe parts of one action; return a sentence for each action."""
        return steps

    def in_english(self, text: str) -> str:
        """Return a sentence with hyphens in names of several words, and English words for those of other languages."""
        text = self._long_names.sub(lambda name: name[0].replace(" ", "-"), text)
        translations: dict[str, str] = domains.words("notation")["translations"]
        return re.sub(r"[^\W\d_]+", lambda word: translations.get(word[0].casefold(), word[0]), text)

    def prepare(self, text: str) -> str:
        """Return a sentence in the words that `parse` knows."""
        return text

    def explain(self, token: str, tokens: Sequence[str], position: int) -> bool:
        """Return whether a word that is none of an action's is understood."""
        return False

    def check_reason(self, tokens: Sequence[str]) -> None:
        """Check what stands behind the action in a sentence. Raises UnreadError for a second action."""
        if any(token in self.verbs and token not in self.plain for token in tokens):
            raise UnreadError(format_message("planning.unreadable", found=shown(" ".join(tokens))))

    def _is_name(self, tokens: Sequence[str], position: int) -> bool:
        """Return whether the letter "a" is a name: it ends the sentence, or a preposition or an arrow stands beside it."""
        after = tokens[position + 1] if position + 1 < len(tokens) else ""
        before = tokens[position - 1] if position else ""
        return (
            not after
            or after in self.prepositions
            or after in ("and", "->", "\u2192")
            or before in ("block", "->", "\u2192", "peg", "room", "truck")
            or after in self.reason
        )

    # -- actions

    def names_otherwise(self, arguments: Sequence[str]) -> bool:
        """Return whether objects in the form of an action may be meant otherwise than the action has them."""
        return False

    def choose(
        self, state: State, said: Said, applicable: Callable[[State], Iterator[tuple[GroundAction, Any]]]
    ) -> GroundAction | None:
        """Return the one action that can be carried out and fits what is said; None if several do. Raises SpellingError if none does."""
        if not said.mentions and not said.directions and len(said.verbs) > 1:
            raise UnreadError(format_message("planning.no-action-named", found=shown(" ".join(said.words))))
        fitting = list[GroundAction]()
        for number, (move, _) in enumerate(applicable(state)):
            if number > _MANY:
                break
            if self._is_said(state, move, said):
                fitting.append(move)
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise SpellingError(format_message("planning.not-possible-there", found=shown(" ".join(said.words))))
        return None

    def agrees(self, state: State, move: GroundAction, text: str) -> bool:
        """Return whether a sentence may tell an action. Raises UnreadError for one that is not understood."""
        return self._is_said(state, move, self.parse(text))

    def _is_said(self, state: State, move: GroundAction, said: Said) -> bool:
        return verb_of(move.name) in said.verbs and self.fits(state, move, said.mentions, said)

    def fits(self, state: State, move: GroundAction, mentions: Sequence[Mention], said: Said) -> bool:
        """Return whether an action is one of the objects and directions that are named."""
        arguments = self.arguments(state, move)
        if not are_in_order(mentions, arguments):
            groups = (
                group_by_type(mentions, self._types)
                if all(not one.objects.isdisjoint(arguments) for one in mentions)
                else ()
            )
            if len(groups) < 2 or not all(are_in_order(group, arguments) for group in groups):
                return False
        return not said.directions or self.direction(move) == said.directions[-1]

    def arguments(self, state: State, move: GroundAction) -> Sequence[str]:
        """Return the objects by which an action may be named, in their order."""
        return move.arguments

    def direction(self, move: GroundAction) -> str:
        """Return where an action leads on a board; the empty text for another action."""
        cells = [(int(cell[1]), int(cell[2])) for name in move.arguments if (cell := CELL.fullmatch(name))]
        if len(cells) < 2:
            return ""
        (r1, c1), (r2, c2) = cells[0], cells[-1]
        way = ((r2 > r1) - (r2 < r1), (c2 > c1) - (c2 < c1))
        return next((name for name, step in STEPS.items() if step == way), "")

    # -- whole plans

    def plan_in_text(self, text: str) -> list[Any] | None:
        """Return the steps of a text in a notation of the puzzle's own; None if it is in none."""
        return None

    def plan_in_data(self, data: Any) -> list[Any] | None:
        """Return the steps of data in a notation of the puzzle's own; None if they are in none."""
        return None

    def states_in(self, text: str, initial: Facts) -> list[Shown]:
        """Return the states that a text shows, in a notation of the puzzle's own."""
        return []

    def plan_of_states(self, text: str, initial: Facts) -> list[Any] | None:
        """Return a step for each state that a text shows; None where it shows fewer than two, or tells the actions in another form.

        Between arrows an action may stand, as in ``(0, 0) -> fill 5 -> (0, 5)``, which must lead to the state behind it.
        """
        if len(text) > LONGEST:
            return None
        text = drop_labels(text)
        shown = self.states_in(text, initial)
        if len(shown) < 2:
            return None
        gaps = [text[: shown[0].start], *(text[one.end : other.start] for one, other in itertools.pairwise(shown))]
        told = [_BETWEEN_ARROWS.fullmatch(gap) for gap in gaps[1:] if re.search(r"\w", gap)]
        if told and all(told) and shown[0].facts <= initial:
            behind = [one for one, gap in zip(shown[1:], gaps[1:], strict=True) if re.search(r"\w", gap)]
            says = [one[1].strip(" ()") for one in told if one]
            steps = [{"leads_to": sorted(one.facts), "told": said} for one, said in zip(behind, says, strict=True)]
            return steps if all(map(self._can_parse, says)) else None
        said = {word for gap in gaps for word in re.findall(r"[^\W\d_]+", gap.casefold())}
        acts = said & {*self.verbs} - {*self.prepositions, "empty", "top", "stack", "move", "moves"}
        if acts or any(re.search(r"\d", gap) for gap in gaps[1:]):
            return None
        states = [one.facts for one in shown]
        return [{"leads_to": sorted(facts)} for facts in states[states[0] <= initial :]]

    def _can_parse(self, text: str) -> bool:
        try:
            self.parse(text)
        except UnreadError:
            return False
        return True


def verb_of(name: str) -> str:
    """Return the word with which the name of an action begins."""
    return name.split("-")[0]


def number_in(word: str) -> int | None:
    """Parse digits or an English number word, such as ``three`` or ``third``; return None for any other word."""
    known = next((some for some in (NUMBERS, ordinal_words()) if word in some), ())
    return int(word) if re.fullmatch(r"\d{1,9}", word) else known.index(word) + 1 if known else None


def ordinal_words() -> Sequence[str]:
    """Return the words "first", "second" and so on."""
    found: list[str] = domains.words("answers")["ordinals"]
    return found
