"""Notations: moves written as data in an answer, read from such data, and found in free text."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.name_lookup import NotationError, format_found, normalize_name
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.space import Move, State, StateSpace

MAX_SENTENCE_LENGTH = 400
"""the largest number of characters of a sentence that is read"""


@dataclasses.dataclass(frozen=True, slots=True)
class UnreadableStep:
    """A step of a text with an unreadable part."""

    text: str


@functools.cache
def answer_pattern(name: str) -> re.Pattern[str]:
    """Return the regular expression with this name from the patterns for answers in free text."""
    pattern = domains.words("answers")[name].replace(r"\s*", r"\s{0,9}").replace(r"\s+", r"\s{1,9}")
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


def get_first(data: Mapping[str, Any], keys: Sequence[str]) -> Any:
    """Return the value of the first of the keys that occurs in the data; None if none occurs."""
    return next((data[key] for key in keys if key in data), None)


class Notation(Generic[State, Move]):
    """A reader and writer for the moves of one instance.

    By default, the words are those of the narrator; families override methods to support more forms. Reading does not judge: a move need not be
    allowed.
    """

    instance: AnyInstance

    def __init__(self, instance: AnyInstance, space: StateSpace[State, Move], narrator: Narrator[State, Move]) -> None:
        self.instance, self.space, self.narrator = instance, space, narrator

    def make_format_guide(self) -> dict[str, Any]:
        """Return the template values for the instructions on how to write moves.

        The keys are ``names`` (names in moves), ``objects`` and ``example``.
        """
        return {"names": (), "objects": (), "example": ()}

    def format_moves(self, moves: Iterable[Move]) -> Any:
        """Return moves as JSON data for an answer; the first move is made in the initial state."""
        return [self.narrator.label_move(move) for move in moves]

    def split_steps(self, data: Any) -> Sequence[Any]:
        """Return the parts of the data; each part stands for one move."""
        return data if isinstance(data, list) else [data]

    def sort_steps(self, steps: Sequence[Any]) -> Sequence[Any]:
        """Return steps in the order in which the state space makes their moves.

        This is the given order, unless ``any_order`` is true.
        """
        return steps

    @property
    def any_order(self) -> bool:
        """Whether an answer may give the moves in any order, although the state space has only one order."""
        return False

    def parse_moves(self, data: Any) -> Iterator[Move]:
        """Yield the moves that the data describe, the first from the initial state.

        A move need not be allowed, but it must be possible to apply it. Raises NotationError.
        """
        state = self.space.initial
        for step in self.split_steps(data):
            yield (move := self.parse_move(state, step))
            state = self.space.apply_move(state, move)

    def parse_move(self, state: State, data: Any) -> Move:
        """Return the move from a state that the data describe, allowed or not.

        By default, this is the allowed move with this label. Raises NotationError if there is none.
        """
        wanted = normalize_name(data).rstrip(".") if isinstance(data, str) else None
        for move, _ in self.space.successors(state):
            if wanted in (
                normalize_name(self.narrator.label_move(move)),
                normalize_name(self.narrator.label_choice(state, move)),
            ):
                return move
        raise NotationError(
            format_message("puzzles.unknown-move", move=self.narrator.move_noun.one, name=format_found(data))
        )

    def rate_data(self, data: Any) -> int:
        """Return what data seem to be: 2 for moves, 1 for a single move, 0 for neither.

        The names of the puzzle that occur in the data decide this.
        """
        return 2 * (isinstance(data, list) and bool(data) and all(isinstance(one, str) for one in data))

    def introduces_state(self, preceding_text: str) -> bool:
        """Return whether a text ends with an introduction to a state rather than to a move.

        An example of an introduction is ``States:``.
        """
        return bool(answer_pattern("state").search(preceding_text))

    def may_be_action(self, words: Sequence[str]) -> bool:
        """Return whether words in parentheses may be an action of a plan."""
        return True

    def decode_actions(self, actions: Sequence[Sequence[str]]) -> Any:
        """Return the moves, as data, of actions that may come from another domain.

        Returns None if the actions are not recognized.
        """
        return None

    def list_possible_answers(self) -> Iterable[Sequence[str]]:
        """Return, for each question of the puzzle, the possible answers as clauses."""
        return ()

    def list_question_names(self) -> Iterable[str]:
        """Return the names by which a sentence can refer to each question."""
        return ()

    def find_moves_in_text(self, text: str, single_move: bool) -> Any:
        """Return the moves, as data, that a text describes in a table, a list or sentences.

        Returns None if the text describes no move. If a list begins again, only the moves of the last list count. ``single_move`` says that one move
        is expected.
        """
        marked, plain, columns = list[Any](), list[Any](), list[int]()
        for line in map(str.strip, text.splitlines()):
            table = line.count("|") > 1
            cells = [*map(str.strip, line.strip("|").split("|"))] if table else re.split(r"\s{2,}|\t", line)
            if len(cells) > 1:
                heads = [n for n, cell in enumerate(cells) if table and answer_pattern("column").search(cell)]
                if heads and not self.find_moves_in_line(" ".join(cells), True, marked):
                    columns, marked = heads, []
                    continue
                order = [cells[n] for n in columns if n < len(cells)] if table and columns else cells
                read = (self.find_moves_in_line(cell, bool(columns), marked) for cell in order)
                marked += next(filter(None, read), [])
                continue
            item = answer_pattern("marker").match(line)
            said, into = (line[item.end() :], marked) if item else (line, plain)
            if item and item["number"] and int(item["number"]) == 1 and self.find_moves_in_line(said, True, marked):
                marked = into = []
            into += self.find_moves_in_line(said, bool(item) or single_move, into)
        return (marked if len(marked) > 1 or not plain else plain) or None

    def find_moves_in_line(self, line: str, is_item: bool, earlier_moves: Sequence[Any]) -> list[Any]:
        """Return the moves that a line describes.

        ``is_item`` says that the line belongs to a list or a table; ``earlier_moves`` are the moves found so far.
        """
        line = strip_markdown(line)
        told = (
            is_item
            and len(line) < MAX_SENTENCE_LENGTH
            and re.search(r"\w", line)
            and not line.lower().startswith("at the start")
        )
        return [line.rstrip(".")] if told else []


def strip_markdown(line: str) -> str:
    """Return a line without Markdown marks, with single spaces."""
    return " ".join(line.strip("*_` \t").replace("**", "").split())
