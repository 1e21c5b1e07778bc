"""How a family's moves are written as data in an answer, and read back; how they are told in free text."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.naming import SpellingError, folded, shown
from ferryplan.generator.space import Move, State, StateSpace
from ferryplan.generator.teller import Teller

LINE = 400
"""characters of a sentence that is read"""


@dataclasses.dataclass(frozen=True, slots=True)
class Unread:
    """A step of a text of which a part cannot be read."""

    text: str


@functools.cache
def words(name: str) -> re.Pattern[str]:
    """Return the pattern of that name by which answers in free text are read."""
    pattern = domains.words("answers")[name].replace(r"\s*", r"\s{0,9}").replace(r"\s+", r"\s{1,9}")
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


def first(data: Mapping[str, Any], keys: Sequence[str]) -> Any:
    """Return what stands under the first of these keys that is there; None if none is."""
    return next((data[key] for key in keys if key in data), None)


class Speller(Generic[State, Move]):
    """How moves of one instance are spelled: in the words of its teller, as far as its family has nothing better.

    What is read is not judged: a move need not be allowed.
    """

    instance: AnyInstance

    def __init__(self, instance: AnyInstance, space: StateSpace[State, Move], teller: Teller[State, Move]) -> None:
        self.instance, self.space, self.teller = instance, space, teller

    def form(self) -> dict[str, Any]:
        """Return what the template lays out that says how moves are to be written: the ``names`` in them, the ``objects``, an ``example``."""
        return {"names": (), "objects": (), "example": ()}

    def spelled(self, moves: Iterable[Move]) -> Any:
        """Return moves, the first from the initial state, as they are written in an answer; data for JSON."""
        return [self.teller.label(move) for move in moves]

    def steps(self, data: Any) -> Sequence[Any]:
        """Return the parts of data that stand for a move each."""
        return data if isinstance(data, list) else [data]

    def sort_steps(self, steps: Sequence[Any]) -> Sequence[Any]:
        """Return steps in the order in which the state space makes them. That is the order given, unless ``any_order``."""
        return steps

    @property
    def any_order(self) -> bool:
        """Whether moves may be made in any order, although the state space has one order only."""
        return False

    def moves(self, data: Any) -> Iterator[Move]:
        """Yield the moves that are spelled so, the first from the initial state, allowed or not as long as each can be made. Raises SpellingError."""
        state = self.space.initial
        for step in self.steps(data):
            yield (move := self.move(state, step))
            state = self.space.after(state, move)

    def move(self, state: State, data: Any) -> Move:
        """Return the move from a state that is spelled so, allowed or not: here, the allowed one that is told in these words.

        Raises SpellingError for what is none.
        """
        wanted = folded(data).rstrip(".") if isinstance(data, str) else None
        for move, _ in self.space.moves(state):
            if wanted in (folded(self.teller.label(move)), folded(self.teller.choice(state, move))):
                return move
        raise SpellingError(format_message("puzzles.unknown-move", move=self.teller.move.one, name=shown(data)))

    def rank(self, data: Any) -> int:
        """Return what data may be, as far as names of the puzzle are in them: 2 moves, 1 a single one, 0 neither."""
        return 2 * (isinstance(data, list) and bool(data) and all(isinstance(one, str) for one in data))

    def is_state(self, before: str) -> bool:
        """Return whether a text ends with what introduces a state rather than a move: ``States:``."""
        return bool(words("state").search(before))

    def is_action(self, words: Sequence[str]) -> bool:
        """Return whether words in parentheses may be an action of a plan."""
        return True

    def acted(self, actions: Sequence[Sequence[str]]) -> Any:
        """Return the moves, as data, of actions that may be of no domain of ours; None if they are of none."""
        return None

    def alternatives(self) -> Iterable[Sequence[str]]:
        """Return for each question of the puzzle what may be answered, as the inside of sentences."""
        return ()

    def named(self) -> Iterable[str]:
        """Return the names by which such a question is known in a sentence."""
        return ()

    def told(self, text: str, single: bool) -> Any:
        """Return the moves, as data, that a text tells in a table, in a list or in sentences; where a list begins anew, those from there on.

        None if it tells none; ``single`` says that one move is expected.
        """
        marked, plain, columns = list[Any](), list[Any](), list[int]()
        for line in map(str.strip, text.splitlines()):
            table = line.count("|") > 1
            cells = [*map(str.strip, line.strip("|").split("|"))] if table else re.split(r"\s{2,}|\t", line)
            if len(cells) > 1:
                heads = [n for n, cell in enumerate(cells) if table and words("column").search(cell)]
                if heads and not self.clauses(" ".join(cells), True, marked):
                    columns, marked = heads, []
                    continue
                order = [cells[n] for n in columns if n < len(cells)] if table and columns else cells
                read = (self.clauses(cell, bool(columns), marked) for cell in order)
                marked += next(filter(None, read), [])
                continue
            item = words("marker").match(line)
            said, into = (line[item.end() :], marked) if item else (line, plain)
            if item and item["number"] and int(item["number"]) == 1 and self.clauses(said, True, marked):
                marked = into = []
            into += self.clauses(said, bool(item) or single, into)
        return (marked if len(marked) > 1 or not plain else plain) or None

    def clauses(self, line: str, item: bool, before: Sequence[Any]) -> list[Any]:
        """Return the moves that a line tells; ``item`` says that it stands in a list or a table, ``before`` are those so far."""
        line = tidy(line)
        told = item and len(line) < LINE and re.search(r"\w", line) and not line.lower().startswith("at the start")
        return [line.rstrip(".")] if told else []


def tidy(line: str) -> str:
    """Return a line without what marks it in Markdown, with single blanks."""
    return " ".join(line.strip("*_` \t").replace("**", "").split())
