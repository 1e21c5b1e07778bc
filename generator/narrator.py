"""The base class of narrators, which describe a family's moves and states in words and as JSON."""

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
    """Further facts about an instance, besides its story and its parameters."""

    data: dict[str, Any]
    """the facts as JSON data"""
    sections: list[str | Table]
    """the facts as texts and tables for people, in this order"""


class StateLine(NamedTuple):
    """A line in the picture of a state."""

    text: str
    place: str = ""
    """the place that the line describes, if the picture names it"""
    is_marked: bool = False
    """whether the next move starts at this place"""
    is_extra: bool = False
    """whether the place is shown only in some states"""


class TaskSheet(NamedTuple):
    """The texts and tables that a reader of a printed story also needs."""

    rules: Sequence[str]
    tables: Sequence[Table]
    questions: Sequence[str] = ()


class Narrator(ABC, Generic[State, Move]):
    """The words for one instance."""

    move_noun = NounForms("move", "moves")
    """the noun for a move"""
    moves_per_length_unit = 1
    """how many moves make one unit of a solution's length"""
    view_label = ""
    """a short description of how this view's states differ from the family's usual states"""
    view_as_json: Mapping[str, Any] = {}
    """the JSON entries that identify this view"""
    rules_heading = "Rules"
    """the heading of the list of rules"""
    cost_unit: NounForms | None = None
    """the unit of costs; None if every move costs 1"""
    time_unit = "minute"
    """the unit of time in temporal plans"""
    picture_legend = state_legend = ""
    """`picture_legend` is a short explanation of the marks in pictures of states; `state_legend` is a sentence that explains the signs in a
    one-line state"""
    mark_heading = "*"
    """one word for the mark in tables of a state"""
    candidates_heading = ""
    """the heading of the list of candidate moves; empty for the noun of a move"""
    no_move_message = format_message("narration.no-move")
    """the message for a state without candidate moves"""
    move_commands = format_message("narration.move-commands")
    """the ways in which a player can enter a move, one on each line"""
    any_order = False
    """whether moves may be made in any order; if so, the space contains each set of moves in one order only"""
    layer_key = ""
    """the JSON key for the item that the last move to a layer of states was about, if it is the same for the whole layer; otherwise empty"""
    text_keys: tuple[str, ...] = ()
    """the keys of ``state_as_json`` with text values"""
    blocked_moves_message = ""
    """the message about the blocked moves of an unsolvable instance; empty for the default: each move breaks a rule and would be needed"""
    rule_noun, goal_description = "rule", ""
    """`rule_noun` is the noun for a condition that a forbidden move breaks; `goal_description` is the goal in words, without a full stop, as far as
    the story may leave it open"""
    narration_folder = "narration"
    """the folder of the family's text templates"""

    instance: AnyInstance
    """the instance that the narrator describes"""

    def __init__(self, instance: AnyInstance) -> None:
        self.instance = instance

    @property
    def rules(self) -> Sequence[str]:
        """The rules as sentences, in the order of their numbers if they are numbered."""
        return ()

    @property
    def length_unit(self) -> NounForms:
        """The unit of a solution's length."""
        return self.move_noun

    def format_total(self, total: TotalCost) -> str:
        """Return the number of moves in words, with their cost if any: ``17 minutes in 5 crossings``."""
        whole, further = divmod(total.moves, self.moves_per_length_unit)
        moves = self.move_noun.format_count(total.moves) if further else self.length_unit.format_count(whole)
        return (
            moves
            if self.cost_unit is None
            else f"{self.cost_unit.format_count(self.scale_cost(total.cost))} in {moves}"
        )

    def scale_cost(self, cost: int) -> float:
        """Return a cost of the state space as people see it; an integer wherever possible."""
        return cost

    def total_as_json(self, total: TotalCost | None) -> dict[str, Any]:
        """Return the total as JSON entries: null if there is no solution; with the unit if there are costs."""
        moves = {self.length_unit.many: None if total is None else total.moves // self.moves_per_length_unit}
        costs = (
            {}
            if self.cost_unit is None
            else {"cost": total and self.scale_cost(total.cost), "unit": self.cost_unit.one}
        )
        return {**moves, **costs}

    def describe_move(self, state: State, move: Move) -> str:
        """Return a move from a state as a sentence."""
        return f"{self.label_move(move)}."

    @abstractmethod
    def label_move(self, move: Move) -> str:
        """Return a short label for a move, as written beside an arrow."""

    def format_state(self, state: State) -> str:
        """Return a state on one line."""
        return " | ".join(line.text for line in self.list_state_lines(state))

    def label_choice(self, state: State, move: Move) -> str:
        """Return a short label that distinguishes a move from the other moves in the same state."""
        return self.label_move(move)

    def match_move(self, state: State, text: str, moves: Iterable[Move]) -> Move | str:
        """Return the move that a player's text means, or an error message in words.

        ``moves`` are the candidate moves in the state.
        """
        near = format_suggestion(text, PLAY_COMMANDS, "")
        wrong = format_message("narration.unknown-move", text=text, move=self.move_noun.one, nearest=near)
        return next((move for move in moves if self.label_choice(state, move).lower() == text.lower()), wrong)

    @abstractmethod
    def list_state_lines(self, state: State) -> Sequence[StateLine]:
        """Return the lines of a state for a picture of all states.

        All states have the same number of lines, in the same order, apart from lines with `is_extra`.
        """

    @abstractmethod
    def state_as_json(self, state: State) -> dict[str, Any]:
        """Return a state as JSON entries."""

    @abstractmethod
    def move_as_json(self, state: State, move: Move) -> dict[str, Any]:
        """Return a move from a state as JSON entries.

        Their keys differ from the keys that all moves have: ``number``, ``from``, ``to``, ``label``, ``cost``, ``line``, ``text``, ``optimal``.
        """

    def list_state_cells(self, state: State) -> list[tuple[str, str]]:
        """Return the headings and the cells of a state in a table of states."""
        return [(capitalize(line.place), line.text) for line in self.list_state_lines(state)]

    def list_step_cells(self, before: State | None, state: State) -> list[tuple[str, str]]:
        """Return the headings and the cells of a state in the table of a solution.

        ``before`` is the previous state, None for the first state.
        """
        return self.list_state_cells(state)

    def state_sort_key(self, state: State) -> Any:
        """Return the key by which a table sorts states at the same depth.

        With equal keys, the states stay in the order in which the search found them.
        """
        return 0

    def tabulate_states(self, depths: Sequence[tuple[int, State]]) -> Table:
        """Return a table of states, each with the number of moves that lead to it."""
        rows = [[(f"After {self.move_noun.one}", str(depth)), *self.list_state_cells(state)] for depth, state in depths]
        return _make_table(rows)

    def tabulate_blocked_moves(self, blocked_moves: Sequence[BlockedMove[State, Move]]) -> Table:
        """Return a table of blocked moves: for each move the depth, its state and the violation."""
        return _make_table([self.list_blocked_move_cells(stop) for stop in blocked_moves])

    def list_blocked_move_cells(self, blocked_move: BlockedMove[State, Move]) -> list[tuple[str, str]]:
        """Return the headings and the cells of one blocked move."""
        return [
            (f"After {self.move_noun.one}", str(blocked_move.depth)),
            *self.list_state_cells(blocked_move.state),
            (capitalize(self.move_noun.one), self.label_move(blocked_move.move)),
            ("Violation", capitalize(blocked_move.reason)),
        ]

    def blocked_move_as_json(self, blocked_move: BlockedMove[State, Move]) -> dict[str, Any]:
        """Return a blocked move as JSON entries."""
        return {
            self.length_unit.many: blocked_move.depth,
            **self.state_as_json(blocked_move.state),
            "move": self.move_as_json(blocked_move.state, blocked_move.move),
            "rule": blocked_move.rule,
            "violation": blocked_move.reason,
        }

    def reach_as_json(
        self, reach: SearchOutcome[State], goals_met: int, goal_count: int, nearest_states: Sequence[tuple[int, State]]
    ) -> dict[str, Any]:
        """Return, as JSON entries, how close a search came to the goal.

        ``nearest_states`` are the states, each with its depth, in which the largest number of goal conditions holds: ``goals_met`` of ``goal_count``.
        """
        return {
            **({} if reach.goal_reached and not reach.state_count else {"states": reach.state_count}),
            "states_up_to_symmetry": reach.orbit_count,
            "goals_met": goals_met,
            "goals": goal_count,
            "nearest_states": [
                {self.length_unit.many: depth, **self.state_as_json(state)} for depth, state in nearest_states
            ],
        }

    states_note = ""
    """a note about the states, as a sentence without its full stop"""

    def describe_unreachable_goals(self, reach: SearchOutcome[State]) -> list[str]:
        """Return in words the parts of the goal that hold in no reachable state, if they are known."""
        return []

    def name_next_item(self, state: State) -> str:
        """Return the item that all moves from a state are about; an empty text if they share none."""
        return ""

    def numbered_clues(self) -> list[tuple[int, str]]:
        """Return the numbered rules with their numbers; an empty list if the rules have no numbers."""
        return []

    proof_keys: tuple[str, ...] = ("states", "complete", "goals_met")
    """the JSON keys of a proof: states, completeness, goals met, contradictory rules, whether the fewest; an empty key leaves its value out"""
    reasons_key = ""
    """the JSON key for the reasons why a move is right; empty if no reasons are given"""

    def make_task_sheet(self, space: StateSpace[State, Move]) -> TaskSheet:
        """Return the rules and, if there is one, the initial board, as additions to a printed story."""
        board = self.tabulate_board(space.initial)
        return TaskSheet(self.rules, () if board is None else (board,))

    def describe_instance(
        self, space: StateSpace[State, Move], attempt: Callable[[Callable[[], Any]], Any]
    ) -> InstanceFacts:
        """Return further facts about the instance: its rules, its initial state and the number of its states.

        ``attempt`` calls a function and returns its result, or None if the call takes too long.
        """
        number, start = attempt(lambda: count_reachable_states(space)), space.initial
        data = {"rules": list(self.rules), "start": self.state_as_json(start), "reachable_states": number}
        said = {"state": self.format_state(start), "number": format_number_or_many(number)}
        return InstanceFacts(data, [*self.format_rules(), *format_message("narration.states", **said).split("\n")])

    def format_rules(self) -> list[str]:
        """Return the rules below their heading as one text; an empty list if there are no rules."""
        return ["\n".join([f"{self.rules_heading}:", *(f"  - {rule}" for rule in self.rules)])] if self.rules else []

    def format_move_line(self, move: Move) -> str:
        """Return a move as a line of text."""
        return self.label_move(move)

    def explain_move(self, before: State, move: Move, after: State) -> list[str]:
        """Return the reasons why a move is right, a line for each reason."""
        return []

    def explain_solution(self) -> list[dict[str, Any]]:
        """Return the steps in which a person finds the solution, each with reasons under the key ``lines``.

        Returns an empty list if each move has its own reasons instead.
        """
        return []

    def solution_move_as_json(self, before: State, move: Move) -> dict[str, Any]:
        """Return a move of a solution as JSON entries."""
        return self.move_as_json(before, move)

    def solution_state_as_json(self, state: State) -> dict[str, Any]:
        """Return a state of a solution as JSON entries."""
        return {"state": self.state_as_json(state)}

    def tabulate_board(self, state: State) -> Table | None:
        """Return the final state of a solution as a table, or None if all states of the solution are shown."""
        return None

    def draw_board(self, state: State) -> str:
        """Return the board of a state as SVG; an empty text if a table or lines show it better."""
        return ""

    def tabulate_inverse_board(self, state: State) -> Table | None:
        """Return the inverse of the table of `tabulate_board`, such as positions by value; None if not useful."""
        return None

    def name_layer_item(self, number: int) -> str | None:
        """Return the item of the last move to the layer with this number; None for the first layer."""
        return None

    def count_moves_made(self, state: State) -> int | None:
        """Return the number of moves made so far, if the rules count moves and it matters; otherwise None."""
        return None

    def make_orbit_narrator(self, states: Sequence[State]) -> Narrator[State, Move]:
        """Return the narrator for states that represent their orbits.

        It uses no names, if the states are still distinguishable without names.
        """
        return self


def _make_table(rows: Sequence[Sequence[tuple[str, str]]]) -> Table:
    """Return a table of rows whose cells each come with their heading; there must be at least one row."""
    return Table(tuple(heading for heading, _ in rows[0]), tuple(tuple(cell for _, cell in row) for row in rows))
