"""What says a family's moves and states, in words and for programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import nearest
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.search.breadth_first import reachable
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.search.strategy import Reach, Stop
from ferryplan.generator.space import Move, State, StateSpace
from ferryplan.generator.wording import Noun, Table, capital, counted_or_many

COMMANDS = ("undo", "hint", "restart", "help", "quit")
"""what a person says besides moves where a puzzle is stepped through"""


class Facts(NamedTuple):
    """What there is to know of an instance besides its story and its parameters."""

    data: dict[str, Any]
    """for programs"""
    sections: list[str | Table]
    """for a person, in this order"""


class Line(NamedTuple):
    """A line of a state in a picture."""

    text: str
    place: str = ""
    """what the line is about, where that must be said"""
    marked: bool = False
    """whether it is where something happens next"""
    apart: bool = False
    """whether the place is none of those that are always there"""


class Task(NamedTuple):
    """What a reader of the story must be told besides, ready for paper."""

    rules: Sequence[str]
    tables: Sequence[Table]
    questions: Sequence[str] = ()


class Teller(ABC, Generic[State, Move]):
    """The words for one instance."""

    move = Noun("move", "moves")
    """what a move is called"""
    moves_in_one = 1
    """how many moves make one of what totals count"""
    view = ""
    """in what the states differ from what the family's usually are, in a few words"""
    view_as_json: Mapping[str, Any] = {}
    """what a program is told of that"""
    rules_heading = "Rules"
    """the heading of the rules"""
    unit: Noun | None = None
    """in what costs are; None where every move costs 1"""
    time_unit = "minute"
    """in what times are, in plans in time"""
    legend = state_key = ""
    """what is marked in pictures of states, in a few words; what the signs in a state on one line mean, as a sentence"""
    mark = "*"
    """what is marked in tables of a state, in a word"""
    tried = ""
    """what heads the list of moves that a person might try; what a move is called, if it is empty"""
    stuck = format_message("narration.no-move")
    """what is said where there are none"""
    commands = format_message("narration.move-commands")
    """how a person says which move to make, a line for each way"""
    any_order = False
    """whether the order of the moves does not matter, so that the space has each set of moves in one order only"""
    layer_key = ""
    """what the last move to a layer of states was about, where that is the same for all of the layer: the key for programs"""
    texts: tuple[str, ...] = ()
    """the keys of ``state_as_json`` whose values are texts"""
    stops_told = ""
    """what is said of the moves that stop one, if not that each breaks a rule and would be needed"""
    rule, goal = "rule", ""
    """what a move breaks that is not allowed; what must hold in the end, as far as the story may leave that open, without a full stop"""
    narration = "narration"
    """the folder of the templates whose words are the family's"""

    instance: AnyInstance
    """the instance that is told"""

    def __init__(self, instance: AnyInstance) -> None:
        self.instance = instance

    @property
    def rules(self) -> Sequence[str]:
        """What is to be kept, a sentence each, in the order in which they are numbered where they are."""
        return ()

    @property
    def counted(self) -> Noun:
        """What totals count."""
        return self.move

    def total(self, total: Total) -> str:
        """Return in words how many moves there are and, if they have costs, what they cost: ``17 minutes in 5 crossings``."""
        whole, further = divmod(total.moves, self.moves_in_one)
        moves = self.move.counted(total.moves) if further else self.counted.counted(whole)
        return moves if self.unit is None else f"{self.unit.counted(self.price(total.cost))} in {moves}"

    def price(self, cost: int) -> float:
        """Return what is told of a cost of the state space: a whole number wherever it is one."""
        return cost

    def total_as_json(self, total: Total | None) -> dict[str, Any]:
        """Return what a program is told of the same: null where there is no solution; with the unit, if there are costs."""
        moves = {self.counted.many: None if total is None else total.moves // self.moves_in_one}
        costs = {} if self.unit is None else {"cost": total and self.price(total.cost), "unit": self.unit.one}
        return {**moves, **costs}

    def sentence(self, state: State, move: Move) -> str:
        """Return a move from a state as a sentence."""
        return f"{self.label(move)}."

    @abstractmethod
    def label(self, move: Move) -> str:
        """Return a move in a few words, as they stand beside an arrow."""

    def state(self, state: State) -> str:
        """Return a state on one line."""
        return " | ".join(line.text for line in self.lines(state))

    def choice(self, state: State, move: Move) -> str:
        """Return a move from a state in a few words, as one among others from there."""
        return self.label(move)

    def move_named(self, state: State, text: str, moves: Iterable[Move]) -> Move | str:
        """Return which of the moves from a state a person means by a text, or what is wrong with the text, in words."""
        near = nearest(text, COMMANDS, "")
        wrong = format_message("narration.unknown-move", text=text, move=self.move.one, nearest=near)
        return next((move for move in moves if self.choice(state, move).lower() == text.lower()), wrong)

    @abstractmethod
    def lines(self, state: State) -> Sequence[Line]:
        """Return the lines of a state, as they stand in a picture of all states: always as many, but for those apart, in the same order."""

    @abstractmethod
    def state_as_json(self, state: State) -> dict[str, Any]:
        """Return what a program is told of a state."""

    @abstractmethod
    def move_as_json(self, state: State, move: Move) -> dict[str, Any]:
        """Return what a program is told of a move from a state, under other keys than what is told of all moves has: ``number``, ``from``,
        ``to``, ``label``, ``cost``, ``state``, ``text``, ``optimal``."""

    def cells(self, state: State) -> list[tuple[str, str]]:
        """Return the headings and the cells of a state in a table of several."""
        return [(capital(line.place), line.text) for line in self.lines(state)]

    def row(self, before: State | None, state: State) -> list[tuple[str, str]]:
        """Return the headings and the cells of a state in the table of a solution; ``before`` is the one before it, None for the first."""
        return self.cells(state)

    def order(self, state: State) -> Any:
        """Return by what a table orders states that are as many moves away; by nothing, they stay in the order in which they are found."""
        return 0

    def states(self, depths: Sequence[tuple[int, State]]) -> Table:
        """Return a table of states, each behind the number of moves that lead there."""
        rows = [[(f"After {self.move.one}", str(depth)), *self.cells(state)] for depth, state in depths]
        return _table(rows)

    def stops(self, stops: Sequence[Stop[State, Move]]) -> Table:
        """Return a table of moves that are not allowed, with where they would begin and what would be wrong."""
        return _table([self.stop(stop) for stop in stops])

    def stop(self, stop: Stop[State, Move]) -> list[tuple[str, str]]:
        """Return the headings and the cells of one of them."""
        return [
            (f"After {self.move.one}", str(stop.depth)),
            *self.cells(stop.state),
            (capital(self.move.one), self.label(stop.move)),
            ("Violation", capital(stop.found)),
        ]

    def stop_as_json(self, stop: Stop[State, Move]) -> dict[str, Any]:
        """Return what a program is told of one of them."""
        return {
            self.counted.many: stop.depth,
            **self.state_as_json(stop.state),
            "move": self.move_as_json(stop.state, stop.move),
            "rule": stop.rule,
            "violation": stop.found,
        }

    def reach_as_json(
        self, reach: Reach[State], met: int, goals: int, nearest: Sequence[tuple[int, State]]
    ) -> dict[str, Any]:
        """Return what a program is told of how far one gets: ``met`` of ``goals`` conditions, in these states, which so many moves lead to."""
        return {
            **({} if reach.goal and not reach.tried else {"states": reach.tried}),
            "states_up_to_symmetry": reach.orbits,
            "goals_met": met,
            "goals": goals,
            "nearest_states": [{self.counted.many: depth, **self.state_as_json(state)} for depth, state in nearest],
        }

    aside = ""
    """what is to be said beside the states, as a sentence without its end"""

    def never_met(self, reach: Reach[State]) -> list[str]:
        """Return in words the parts of the goal that hold nowhere, where that is known of them."""
        return []

    def next_after(self, state: State) -> str:
        """Return what a move from a state is about, if that is the same for all of them; else the empty text."""
        return ""

    def numbered_clues(self) -> list[tuple[int, str]]:
        """Return the rules that are called by numbers, with these; none where none are."""
        return []

    proof_keys: tuple[str, ...] = ("states", "complete", "goals_met")
    """the JSON keys of a proof: states, completeness, goals met, contradictory rules, whether the fewest; an empty key leaves its value out"""
    reasons_key = ""
    """the key for programs of why a move is right, if that is told"""

    def task(self, space: StateSpace[State, Move]) -> Task:
        """Return what a reader of the story must be told besides: the rules, and the board to begin with if there is one."""
        board = self.board_of(space.initial)
        return Task(self.rules, () if board is None else (board,))

    def facts(self, space: StateSpace[State, Move], attempted: Callable[[Callable[[], Any]], Any]) -> Facts:
        """Return what there is to know of the instance; ``attempted`` gives what something makes, or None where that takes too long."""
        number, start = attempted(lambda: reachable(space)), space.initial
        data = {"rules": list(self.rules), "start": self.state_as_json(start), "reachable_states": number}
        said = {"state": self.state(start), "number": counted_or_many(number)}
        return Facts(data, [*self.rules_listed(), *format_message("narration.states", **said).split("\n")])

    def rules_listed(self) -> list[str]:
        """Return the rules below their heading, as the only text; none where there are no rules."""
        return ["\n".join([f"{self.rules_heading}:", *(f"  - {rule}" for rule in self.rules)])] if self.rules else []

    def terse(self, move: Move) -> str:
        """Return a move on a line of its own."""
        return self.label(move)

    def reasons(self, before: State, move: Move, after: State) -> list[str]:
        """Return why a move is right, a line for each reason."""
        return []

    def explanation(self) -> list[dict[str, Any]]:
        """Return the steps by which a person finds a solution, with their reasons as ``lines``; none where moves have reasons instead."""
        return []

    def move_told(self, before: State, move: Move) -> dict[str, Any]:
        """Return what a program is told of a move of a solution."""
        return self.move_as_json(before, move)

    def state_told(self, state: State) -> dict[str, Any]:
        """Return what a program is told of a state of a solution."""
        return {"state": self.state_as_json(state)}

    def board_of(self, state: State) -> Table | None:
        """Return the last state of a solution as a table, where that is what is told rather than all states."""
        return None

    def draw_board(self, state: State) -> str:
        """Return the board of a state as SVG; the empty text where a table or lines say it better."""
        return ""

    def index(self, state: State) -> Table | None:
        """Return the same the other way round, if that helps."""
        return None

    def layer(self, number: int) -> str | None:
        """Return what the last move to the layer of that number was about; None of the first."""
        return None

    def clock(self, state: State) -> int | None:
        """Return how many moves were made, where the rules count them, as far as that matters; else None."""
        return None

    def without_names(self, states: Sequence[State]) -> Teller[State, Move]:
        """Return what tells states that stand for their orbits: without names, if these states can be told apart so."""
        return self


def _table(rows: Sequence[Sequence[tuple[str, str]]]) -> Table:
    """Return a table of rows in which each cell stands behind its heading; there is one at least."""
    return Table(tuple(heading for heading, _ in rows[0]), tuple(tuple(cell for _, cell in row) for row in rows))
