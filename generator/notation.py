"""Notations, which write moves as JSON data, parse them from data, and find them in free text."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.name_lookup import NotationError, normalize_name, quote_wrong_value
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.space import Move, State, StateSpace

MAX_SENTENCE_LENGTH = 400
"""a line with this many characters or more is not read as a move"""


@dataclasses.dataclass(frozen=True, slots=True)
class UnreadableStep:
    """A placeholder in the data of an answer for a step that has an unreadable part."""

    text: str


@functools.cache
def answer_pattern(name: str) -> re.Pattern[str]:
    """Return the compiled regular expression with this name from `domains/answers.toml`.

    The patterns find parts of answers in free text. Repetitions of white space are limited to 9, so that a match takes little time.
    """
    pattern = domains.words("answers")[name].replace(r"\s*", r"\s{0,9}").replace(r"\s+", r"\s{1,9}")
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


def get_first_value(data: Mapping[str, Any], keys: Sequence[str]) -> Any:
    """Return the value of the first of several alternative keys that a mapping has; None if it has none."""
    return next((data[key] for key in keys if key in data), None)


class Notation(Generic[State, Move]):
    """A writer and parser for the moves of one instance, in answers as JSON data or free text.

    By default, a move is written as the narrator's label for it; families override methods to support more forms. Parsing does not check whether
    the rules allow a move.
    """

    instance: AnyInstance

    def __init__(self, instance: AnyInstance, space: StateSpace[State, Move], narrator: Narrator[State, Move]) -> None:
        self.instance, self.space, self.narrator = instance, space, narrator

    def make_format_guide(self) -> dict[str, Any]:
        """Return the values of the template that explains how to write moves in an answer.

        The key ``names`` has the names that may occur in moves, ``objects`` the objects of PDDL actions, and
        ``example`` an example of moves.
        """
        return {"names": (), "objects": (), "example": ()}

    def format_moves(self, moves: Iterable[Move]) -> Any:
        """Return moves as JSON data for an answer; the first move must start in the initial state."""
        return [self.narrator.label_move(move) for move in moves]

    def split_steps(self, data: Any) -> Sequence[Any]:
        """Split an answer's JSON data into steps, the data for one move each.

        By default, the steps are the items of a list; other data are a single step.
        """
        return data if isinstance(data, list) else [data]

    def sort_steps(self, steps: Sequence[Any]) -> Sequence[Any]:
        """Return the steps of an answer in the order in which the state space makes their moves.

        A step is the JSON data for one move. The order stays the same unless ``accepts_any_order`` is true.
        """
        return steps

    @property
    def accepts_any_order(self) -> bool:
        """Whether an answer may give its moves in any order, although the state space allows only one order."""
        return False

    def parse_moves(self, data: Any) -> Iterator[Move]:
        """Yield the moves that an answer's JSON data describe, starting in the initial state.

        A move may break rules, but it must be possible to apply it. Raises NotationError for data that describe no move.
        """
        state = self.space.initial
        for step in self.split_steps(data):
            yield (move := self.parse_move(state, step))
            state = self.space.apply_move(state, move)

    def parse_move(self, state: State, data: Any) -> Move:
        """Return the move that the data of one step describe, even if it breaks a rule in ``state``.

        By default, ``data`` is the label of a move, and only allowed moves are found. Raises NotationError if no move fits.
        """
        wanted = normalize_name(data).rstrip(".") if isinstance(data, str) else None
        for move, _ in self.space.successors(state):
            if wanted in (
                normalize_name(self.narrator.label_move(move)),
                normalize_name(self.narrator.label_choice(state, move)),
            ):
                return move
        raise NotationError(
            format_message("puzzles.unknown-move", move=self.narrator.move_noun.one, name=quote_wrong_value(data))
        )

    def rate_as_moves(self, data: Any) -> int:
        """Rate how likely JSON data are moves of this puzzle: 2 for moves, 1 for a single move, 0 for neither.

        The rating depends on the puzzle's names in the data; a parser uses it to find the moves among other data in an answer.
        """
        return 2 * (isinstance(data, list) and bool(data) and all(isinstance(one, str) for one in data))

    def ends_with_state_heading(self, preceding_text: str) -> bool:
        """Return whether a text ends with a phrase, such as ``States:``, that introduces states, not moves."""
        return bool(answer_pattern("state").search(preceding_text))

    def may_be_pddl_action(self, words: Sequence[str]) -> bool:
        """Return whether the words between a pair of parentheses in a text may be a PDDL action of a plan."""
        return True

    def actions_to_moves(self, actions: Sequence[Sequence[str]]) -> Any:
        """Convert PDDL actions of an answer to moves, as the JSON data that `parse_moves` reads.

        Each action is a sequence of its name and its arguments; the domain may be one that ferryplan did not write. Returns None if the actions are
        not recognized.
        """
        return None

    def list_possible_answers(self) -> Iterable[Sequence[str]]:
        """Return, for each question in the puzzle's story, the list of possible answers, each as a clause."""
        return ()

    def list_question_names(self) -> Iterable[str]:
        """Return the names by which a sentence of an answer can refer to the questions of the puzzle."""
        return ()

    def find_moves_in_text(self, text: str, single_move: bool) -> Any:
        """Return the moves that a text describes in a table, a list or sentences, as JSON data.

        `parse_moves` reads the data. Returns None if the text describes no move. If the numbers of list items start again at 1, only the moves from
        there on count. If ``single_move`` is true, the question asks for one move, so that a line outside lists may describe it, too.
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
        """Return the moves that a line of text describes, each as JSON data; usually none or one.

        ``is_item`` is true if the line is an item of a list or a cell of a table; ``earlier_moves`` are the moves found in earlier lines.
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
    """Return a line without Markdown's marks of emphasis and code, and with single blanks between words."""
    return " ".join(line.strip("*_` \t").replace("**", "").split())
