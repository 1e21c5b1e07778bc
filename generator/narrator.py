"""The base class of narrators, which describe an instance's moves and states in words and as JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.search.breadth_first import count_reachable_states
from ferryplan.generator.search.strategy import BlockedMove, SearchOutcome
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.space import Move, State, StateSpace
from ferryplan.generator.wording import NounForms, Table, capitalize, format_number_or_many

PLAY_COMMANDS = ("undo", "hint", "restart", "help", "quit")
"""the commands that a player can enter besides moves"""


class InstanceFacts(NamedTuple):
    """Facts about an instance that `plan show` prints besides the story and the parameters."""

    data: dict[str, Any]
    """the facts as entries of a JSON object"""
    sections: list[str | Table]
    """the same facts for people: paragraphs of text and tables, in the order in which they are printed"""


class StateLine(NamedTuple):
    """A line of text in the picture of a state, such as the travelers at one place."""

    text: str
    place: str = ""
    """the name of the place that the line describes, such as ``left bank``; empty if the line describes no place"""
    is_marked: bool = False
    """whether the next move starts at this place, for example because the boat is there"""
    is_extra: bool = False
    """whether the line is left out of states in which it has nothing to show"""


class TaskSheet(NamedTuple):
    """The rules, tables and questions that a person needs, besides the story, to solve a printed puzzle."""

    rules: Sequence[str]
    tables: Sequence[Table]
    questions: Sequence[str] = ()


class Narrator(ABC, Generic[State, Move]):
    """An object that describes the moves and states of one instance in words, in tables and as JSON."""

    move_noun = NounForms("move", "moves")
    """the noun for a move, in singular and plural: crossing, crossings"""
    moves_per_length_unit = 1
    """the number of moves that count as one when the length of a solution is stated: 2 if boarding and landing are separate moves of one crossing,
    otherwise 1"""
    view_label = ""
    """a note on how the states of an alternative state space (view) differ from the usual states; empty for the usual space"""
    view_as_json: Mapping[str, Any] = {}
    """the JSON entries that identify an alternative state space (view); empty for the usual space"""
    rules_heading = "Rules"
    """the heading of the list of rules"""
    cost_unit: NounForms | None = None
    """the unit of costs; None if every move costs 1"""
    time_unit = "minute"
    """the singular noun for the unit of time in temporal plans"""
    picture_legend = state_legend = ""
    """`picture_legend` is a short explanation of the marks in pictures of states; `state_legend` is a sentence that explains the signs in the
    one-line form of a state (`format_state`)"""
    mark_heading = "*"
    """the text that marks the place where the next move starts, in a table of one state"""
    candidates_heading = ""
    """the heading of the list of candidate moves in interactive play; if empty, the heading is the noun for a move"""
    no_move_message = format_message("narration.no-move")
    """the message for a state without candidate moves"""
    move_commands = format_message("narration.move-commands")
    """a text for players that lists the ways to enter a move, each on one line"""
    has_unordered_moves = False
    """whether a solution is a set of moves without an order; the state space then contains each set in one order only"""
    layer_item_key = ""
    """the JSON key for the item that the last move placed, for states grouped by depth, if all states of a depth share this item; otherwise empty"""
    text_keys: tuple[str, ...] = ()
    """the keys of the dictionaries from ``state_as_json`` whose values are texts"""
    blocked_moves_message = ""
    """the message above the list of blocked moves of an unsolvable instance; if empty, the message says that a solution would need one of them"""
    rule_noun, goal_description = "rule", ""
    """`rule_noun` is the noun for a condition that a forbidden move breaks; `goal_description` is the goal in words, without a full stop, as far as
    the story may leave it open"""
    narration_folder = "narration"
    """the folder of the templates for the family's narrations as text"""

    instance: AnyInstance
    """the instance that the narrator describes"""

    def __init__(self, instance: AnyInstance) -> None:
        self.instance = instance

    @property
    def rules(self) -> Sequence[str]:
        """The puzzle's rules or clues as sentences, in the order of their numbers if they are numbered."""
        return ()

    @property
    def length_unit(self) -> NounForms:
        """The noun for the unit of a solution's length, in singular and plural; by default a move."""
        return self.move_noun

    def format_total_cost(self, total: TotalCost) -> str:
        """Return the length of a solution in words, with its cost if moves have costs.

        Examples are ``11 crossings`` and ``17 minutes in 5 crossings``.
        """
        whole, further = divmod(total.moves, self.moves_per_length_unit)
        moves = self.move_noun.format_count(total.moves) if further else self.length_unit.format_count(whole)
        return (
            moves
            if self.cost_unit is None
            else f"{self.cost_unit.format_count(self.scale_cost(total.cost))} in {moves}"
        )

    def scale_cost(self, cost: int) -> float:
        """Return a cost of the state space in the puzzle's own unit; an integer wherever possible."""
        return cost

    def total_cost_as_json(self, total: TotalCost | None) -> dict[str, Any]:
        """Return the length of a solution, and its cost and unit if moves have costs, as JSON entries.

        If there is no solution, ``total`` is None, and length and cost are null.
        """
        moves = {self.length_unit.many: None if total is None else total.moves // self.moves_per_length_unit}
        costs = (
            {}
            if self.cost_unit is None
            else {"cost": total and self.scale_cost(total.cost), "unit": self.cost_unit.one}
        )
        return {**moves, **costs}

    def describe_move(self, state: State, move: Move) -> str:
        """Return a sentence that describes a move made in a state."""
        return f"{self.label_move(move)}."

    @abstractmethod
    def label_move(self, move: Move) -> str:
        """Return a short label for a move, as pictures write it beside an arrow."""

    def abbreviate_move(self, move: Move) -> str:
        """Return a label for a move that is short enough for a line in a graph."""
        return self.label_move(move)

    def summarize_states(self, states: Sequence[State]) -> list[Sequence[StateLine]]:
        """Return short lines of text for each state of a graph, which tell the states apart."""
        return [self.list_state_lines(state) for state in states]

    def format_state(self, state: State) -> str:
        """Return a description of a state on one line."""
        return " | ".join(line.text for line in self.list_state_lines(state))

    def describe_state(self, state: State) -> str:
        """Return a description of a state for readers who see no headings above it.

        By default, it is the one-line form of the state.
        """
        return self.format_state(state)

    def label_choice(self, state: State, move: Move) -> str:
        """Return a short label for a move in a list of the candidate moves in a state.

        No two candidate moves of the state have the same label.
        """
        return self.label_move(move)

    def match_move(self, state: State, text: str, moves: Iterable[Move]) -> Move | str:
        """Return the candidate move that a player's text describes, or an error message if there is none.

        ``moves`` are the candidate moves in ``state``.
        """
        for move in moves:
            if self.label_choice(state, move).lower() == text.lower():
                return move
        near = format_suggestion(text, PLAY_COMMANDS, "")
        return format_message("narration.unknown-move", text=text, move=self.move_noun.one, nearest=near)

    @abstractmethod
    def list_state_lines(self, state: State) -> Sequence[StateLine]:
        """Return the lines of text that show a state, for pictures and tables of states.

        All states of an instance have the same lines in the same order, apart from lines with `is_extra`.
        """

    @abstractmethod
    def state_as_json(self, state: State) -> dict[str, Any]:
        """Return the entries of a JSON object that describes a state, such as the travelers at each place."""

    @abstractmethod
    def move_as_json(self, state: State, move: Move) -> dict[str, Any]:
        """Return the entries of a JSON object that describes a move made in a state.

        Callers add the keys ``number``, ``from``, ``to``, ``label``, ``cost``, ``line``, ``text`` and ``optimal``, so no entry has such a key.
        """

    def list_state_cells(self, state: State) -> list[tuple[str, str]]:
        """Return the cells of a state's row in a table of states, as pairs of column heading and text."""
        return [(capitalize(line.place), line.text) for line in self.list_state_lines(state)]

    def list_step_cells(self, before: State | None, state: State) -> list[tuple[str, str]]:
        """Return the cells of a state's row in the table of a solution, as pairs of column heading and text.

        ``before`` is the previous state of the solution, None for the initial state.
        """
        return self.list_state_cells(state)

    def state_sort_key(self, state: State) -> Any:
        """Return the key by which tables sort the states at the same depth (number of moves from the start).

        States with equal keys stay in the order in which the search found them.
        """
        return 0

    def tabulate_states(self, depths: Sequence[tuple[int, State]]) -> Table:
        """Return a table with a row for each state: the number of moves that lead to it, then its cells.

        ``depths`` are pairs of this number and the state.
        """
        rows = [[(f"After {self.move_noun.one}", str(depth)), *self.list_state_cells(state)] for depth, state in depths]
        return _make_table(rows)

    def tabulate_blocked_moves(self, blocked_moves: Sequence[BlockedMove[State, Move]]) -> Table:
        """Return a table of blocked moves: the moves made before, the state, the move and the violation."""
        return _make_table([self.list_blocked_move_cells(stop) for stop in blocked_moves])

    def list_blocked_move_cells(self, blocked_move: BlockedMove[State, Move]) -> list[tuple[str, str]]:
        """Return the table row for a blocked move, as pairs of column heading and cell text.

        A blocked move would satisfy more goal conditions, but breaks a rule.
        """
        return [
            (f"After {self.move_noun.one}", str(blocked_move.depth)),
            *self.list_state_cells(blocked_move.state),
            (capitalize(self.move_noun.one), self.label_move(blocked_move.move)),
            ("Violation", capitalize(blocked_move.reason)),
        ]

    def blocked_move_as_json(self, blocked_move: BlockedMove[State, Move]) -> dict[str, Any]:
        """Return the entries of a JSON object for a blocked move: its depth, state, move, rule and violation."""
        return {
            self.length_unit.many: blocked_move.depth,
            **self.state_as_json(blocked_move.state),
            "move": self.move_as_json(blocked_move.state, blocked_move.move),
            "rule": blocked_move.rule,
            "violation": blocked_move.reason,
        }

    def search_outcome_as_json(
        self,
        outcome: SearchOutcome[State],
        goals_met: int,
        goal_count: int,
        nearest_states: Sequence[tuple[int, State]],
    ) -> dict[str, Any]:
        """Return the entries of a JSON object that says how close a search came to the goal.

        ``nearest_states`` are pairs of depth and state: the reached states with the most satisfied goal conditions, ``goals_met`` of ``goal_count``.
        """
        return {
            **({} if outcome.goal_reached and not outcome.state_count else {"states": outcome.state_count}),
            "states_up_to_symmetry": outcome.orbit_count,
            "goals_met": goals_met,
            "goals": goal_count,
            "nearest_states": [
                {self.length_unit.many: depth, **self.state_as_json(state)} for depth, state in nearest_states
            ],
        }

    states_note = ""
    """a sentence, without its full stop, that explains the states to readers; empty if they need no explanation"""

    def describe_unreachable_goals(self, outcome: SearchOutcome[State]) -> list[str]:
        """Return descriptions of the goal conditions known to hold in no reachable state.

        ``outcome`` is the outcome of a search that did not reach the goal.
        """
        return []

    def next_item_name(self, state: State) -> str:
        """Return the name of the item that all moves from a state place; empty if they place several items."""
        return ""

    def numbered_clues(self) -> list[tuple[int, str]]:
        """Return pairs of a clue's number and its sentence; an empty list if the rules have no numbers."""
        return []

    proof_keys: tuple[str, ...] = ("states", "complete", "goals_met")
    """the JSON keys for the values of an unsolvability proof, in this order: number of states, whether all were explored, goal conditions met,
    contradictory rules, whether these are a smallest set; an empty key leaves its value out"""
    reasons_key = ""
    """the JSON key for the reasons why a move is right; empty if the family gives no reasons"""

    def make_task_sheet(self, space: StateSpace[State, Move]) -> TaskSheet:
        """Return the rules and, if there is one, the initial board, to be printed below the story."""
        board = self.tabulate_board(space.initial)
        return TaskSheet(self.rules, () if board is None else (board,))

    def describe_instance(
        self, space: StateSpace[State, Move], call_if_fast: Callable[[Callable[[], Any]], Any]
    ) -> InstanceFacts:
        """Return the rules, the initial state and the number of reachable states, for ``plan show``.

        ``call_if_fast`` calls a function and returns its result, or None if the call takes too long.
        """
        number, start = call_if_fast(lambda: count_reachable_states(space)), space.initial
        data = {"rules": list(self.rules), "start": self.state_as_json(start), "reachable_states": number}
        said = {"state": self.format_state(start), "number": format_number_or_many(number)}
        return InstanceFacts(data, [*self.format_rules(), *format_message("narration.states", **said).split("\n")])

    def format_rules(self) -> list[str]:
        """Return a list with one text, the rules below their heading; an empty list if there are no rules."""
        return ["\n".join([f"{self.rules_heading}:", *(f"  - {rule}" for rule in self.rules)])] if self.rules else []

    def format_move_line(self, move: Move) -> str:
        """Return a move as one line of a solution in plain text."""
        return self.label_move(move)

    def explain_move(self, before: State, move: Move, after: State) -> list[str]:
        """Return the reasons why a move is part of the solution, each as one line of text.

        ``before`` and ``after`` are the states before and after the move. By default, there are no reasons.
        """
        return []

    def explain_solution(self) -> list[dict[str, Any]]:
        """Return the steps by which a person can find the solution, each as a JSON object.

        The key ``lines`` of a step has the reasons for it. Returns an empty list if the reasons come from
        `explain_move`, move by move.
        """
        return []

    def solution_move_as_json(self, before: State, move: Move) -> dict[str, Any]:
        """Return the JSON entries for a move of a solution; ``before`` is the state before the move."""
        return self.move_as_json(before, move)

    def solution_state_as_json(self, state: State) -> dict[str, Any]:
        """Return the JSON entries for a state of a solution."""
        return {"state": self.state_as_json(state)}

    def tabulate_board(self, state: State) -> Table | None:
        """Return a state as a table that shows the board; None for families whose states are not boards.

        With boards, narrations show only the final state of a solution rather than all states.
        """
        return None

    def draw_board(self, state: State) -> str:
        """Return a picture of a state's board as SVG; an empty text if the family has no such picture."""
        return ""

    def tabulate_spots_by_item(self, state: State) -> Table | None:
        """Return a table with the position of each item of a board; None if such a table has no use.

        The table of `tabulate_board` shows the item at each position instead.
        """
        return None

    def layer_item_name(self, number: int) -> str | None:
        """Return the name of the item that move ``number`` of every solution places.

        Returns None for 0, the depth of the initial state, and for families whose moves do not place items in a fixed order.
        """
        return None

    def move_count_if_limited(self, state: State) -> int | None:
        """Return the number of moves made before a state; None if no rule depends on that number.

        A deadline, for example, depends on it.
        """
        return None

    def make_orbit_narrator(self, states: Sequence[State]) -> Narrator[State, Move]:
        """Return a narrator for states that each represent their whole orbit (all symmetric states).

        It describes a state by numbers of travelers instead of names, provided that the descriptions of the given
        states still differ.
        """
        return self


def _make_table(rows: Sequence[Sequence[tuple[str, str]]]) -> Table:
    """Return a table from rows of pairs of column heading and cell text; there must be at least one row."""
    return Table(tuple(heading for heading, _ in rows[0]), tuple(tuple(cell for _, cell in row) for row in rows))
