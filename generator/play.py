"""Interactive play in a terminal: the current state, its candidate moves with violations, and hints.

The caller passes each line that the player enters and prints the reply; this module neither reads input nor prints.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import narrator_of, state_space_of
from ferryplan.generator.family_types import SpaceView
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.space import Violation
from ferryplan.generator.wording import Table, capitalize

MAX_CHOICES = 200
MAX_STATES = 100_000


class MoveChoice(NamedTuple):
    """A move that the player might choose in the current state, allowed or not."""

    move: Any
    violation: Violation | None
    """the reason why the move is not allowed; None if it is allowed"""


class Play:
    """A game in progress, in which a person solves an instance of any family move by move."""

    hint_key = "play.distance-hint"
    """the key of the message that describes the command ``hint`` in the list of commands"""
    inputs_for_moves: frozenset[str] = frozenset()
    """inputs that stand for a move although they are also commands, such as the letter ``h`` if it can be placed"""

    def __init__(self, instance: AnyInstance, layout: Layout = PLAIN, view: SpaceView[Any] | None = None) -> None:
        space, narrator = view or (state_space_of, narrator_of)
        self.space, self.narrator, self.layout, self.instance = space(instance), narrator(instance), layout, instance
        self.rule_numbers = {says: number for number, says in self.narrator.numbered_clues()}
        self.is_over = False
        """whether the player has quit"""
        self.history: list[tuple[Any, Any]] = []
        """the earlier states of the game in order, each with the move that was made in it"""
        self.state = self.space.initial
        self._distances: dict[Any, TotalCost] | None = None
        # Raises EncodingError if moves do not follow one another.
        next(self.space.orbit_representatives(self.state), None)

    def format_opening(self) -> str:
        """Return the text printed before the first move: the rules, numbered rules first, and the commands."""
        numbered = sorted(self.narrator.rules, key=lambda rule: rule not in self.rule_numbers)
        marks = (f"{self.rule_numbers[rule]}." if rule in self.rule_numbers else "-" for rule in numbered)
        rules = "".join(f"  {mark} {rule}\n" for mark, rule in zip(marks, numbered, strict=True))
        if not rules:
            return format_message("play.commands-only", commands=self.format_help())
        heading = self.narrator.rules_heading
        return format_message("play.rules-and-commands", heading=heading, rules=rules, commands=self.format_help())

    def format_help(self) -> str:
        """Return the list of commands for the player, including the ways to enter a move."""
        moves, hint = self.narrator.move_commands, format_message(self.hint_key)
        return format_message("play.commands", moves=moves, move=self.narrator.move_noun.one, hint=hint)

    def answer_line(self, line: str) -> str:
        """Carry out the command or move in a line that the player entered, and return the text of the reply."""
        match line.lower().split() if line.strip() not in self.inputs_for_moves else ["move"]:
            case []:
                return ""
            case ["q" | "quit" | "exit"]:
                self.is_over = True
                return ""
            case ["?" | "help"]:
                return self.format_help()
            case ["h" | "hint"]:
                reached = self.space.is_goal(self.state)
                return (format_message("play.at-the-goal") if reached else self._format_hint()) + "\n"
            case ["r" | "restart"]:
                self._restart()
                return self.describe_state()
            case ["u" | "undo"]:
                if not self.history:
                    return format_message("play.nothing-to-undo") + "\n"
                self.state, _ = self.history.pop()
                return self.describe_state()
        refusal = self._make_move(line.strip())
        return f"{refusal}\n" if refusal else self.describe_state()

    def describe_state(self) -> str:
        """Return a text about the current state: a table of the state, then the candidate moves.

        Candidates that are not allowed come with their violations. In a goal state, a message takes their place.
        """
        spent = self.narrator.format_total_cost(self._total_so_far())
        heading = (
            format_message("play.after-moves", total=spent) if self.history else format_message("play.at-the-start")
        )
        board = self.narrator.tabulate_board(self.state)
        if board is not None:
            text = f"{heading}:\n{self.layout(board)}"
        else:
            lines = self.narrator.list_state_lines(self.state)
            rows = tuple(
                (line.place, self.narrator.mark_heading if line.is_marked else "", line.text) for line in lines
            )
            text = self.layout(Table((heading, "", ""), rows))
        if self.space.is_goal(self.state):
            return f"{text}\n{self._describe_goal_reached()}\n"
        choices = self.list_choices()
        return f"{text}\n{self._format_choices(choices)}" if choices else f"{text}\n{self.narrator.no_move_message}\n"

    def list_choices(self) -> list[MoveChoice]:
        """Return the first 200 candidate moves in the current state."""
        return [MoveChoice(move, self.space.find_violation(self.state, move)) for move in self._list_candidates()]

    def _list_candidates(self) -> list[Any]:
        return list(itertools.islice(self.space.candidate_moves(self.state), MAX_CHOICES))

    def _format_choices(self, choices: list[MoveChoice]) -> str:
        """Return a numbered table of candidate moves with their violations."""
        listed = tuple(
            (str(number), self.narrator.label_choice(self.state, choice.move), self._describe_violation(choice))
            for number, choice in enumerate(choices, 1)
        )
        more = ""
        if len(choices) == MAX_CHOICES:
            more = "\n" + format_message("play.first-choices", count=MAX_CHOICES) + "\n"
        heading = self.narrator.candidates_heading or self.narrator.move_noun.one.capitalize()
        return self.layout(Table(("", heading, "Violation"), listed)) + more

    def _describe_violation(self, choice: MoveChoice) -> str:
        """Return how a candidate move breaks a rule, with the rule's number if rules have numbers.

        The text is empty for an allowed move.
        """
        if choice.violation is None:
            return ""
        number = self.rule_numbers.get(choice.violation.rule)
        if not number:
            return choice.violation.found
        rule = self.narrator.rule_noun
        return format_message("play.violation-with-number", violation=choice.violation.found, rule=rule, number=number)

    def _restart(self) -> None:
        """Go back to the initial state."""
        self.history, self.state = [], self.space.initial

    def _make_move(self, line: str) -> str:
        """Make the move whose number or label the player entered.

        Returns an empty text if the move was made, otherwise a message with the reason why it was not.
        """
        move = self._parse_move(line)
        if isinstance(move, str):
            return move
        if violation := self.space.find_violation(self.state, move):
            said = {
                "violation": capitalize(violation.found),
                "rule": self.narrator.rule_noun,
                "sentence": violation.rule,
            }
            return format_message("play.violation-of-rule", **said)
        self.history.append((self.state, move))
        self.state = self.space.apply_move(self.state, move)
        return ""

    def _parse_move(self, line: str) -> Any:
        """Return the candidate move whose number or label the player entered, or an error message.

        If an override returns an empty message, the reply to the player is a description of the state.
        """
        moves = self._list_candidates()
        if not line.isdecimal():
            return self.narrator.match_move(self.state, line, moves)
        return (
            moves[int(line) - 1]
            if 1 <= int(line) <= len(moves)
            else format_out_of_range_message(line, "1", str(len(moves)))
        )

    def _format_hint(self) -> str:
        """Return a text with the best next move and the distance to the goal, or with the reason for no hint."""
        distances = self._find_goal_distances()
        if distances is None:
            return format_message("play.too-many-states", most=f"{MAX_STATES:,}")
        left = distances.get(self.space.canonical_state(self.state))
        if left is None:
            return format_message("play.goal-out-of-reach") + self._suggest_undo()
        ways = (
            (move, distances.get(self.space.canonical_state(after)))
            for move, after in self.space.successors(self.state)
        )
        best = next(move for move, there in ways if there and there.add_move(self.space.cost(self.state, move)) == left)
        following = self.narrator.label_choice(self.state, best)
        return format_message("play.next-move", total=self.narrator.format_total_cost(left), move=following)

    def _suggest_undo(self) -> str:
        return " " + format_message("play.undo-or-restart") if self.history else ""

    def _find_goal_distances(self) -> dict[Any, TotalCost] | None:
        """Return the least cost from each state to a goal state; None if there are too many states.

        The keys are the canonical states, one for each set of symmetric states; states from which the goal cannot be
        reached are left out.
        """
        if self._distances is None:
            graph = explore_graph(self.space, max_states=MAX_STATES, up_to_symmetry=True)
            if not graph.complete:
                return None
            found = analyze_graph(graph)
            totals = zip(graph.states, map(found.to_total_cost, found.costs_to_goal), strict=True)
            self._distances = {state: total for state, total in totals if total}
        return self._distances

    def _total_so_far(self) -> TotalCost:
        return TotalCost(sum(self.space.cost(state, move) for state, move in self.history), len(self.history))

    def _describe_goal_reached(self) -> str:
        """Return the message for a player who reached the goal: the cost, and a comparison with the best one."""
        done = format_message("play.goal-reached", total=self.narrator.format_total_cost(self._total_so_far()))
        distances = self._find_goal_distances()
        if distances is None:
            return done
        least = distances[self.space.canonical_state(self.space.initial)]
        if least == self._total_so_far():
            key = "play.no-shorter-solution" if self.space.has_unit_costs else "play.no-better-solution"
            return f"{done} {format_message(key)}"
        key = "play.shortest-solution" if self.space.has_unit_costs else "play.best-solution"
        return f"{done} {format_message(key, total=self.narrator.format_total_cost(least))}"


def format_out_of_range_message(found: str, first_number: str, last_number: str) -> str:
    """Return the error message for a number that is not in the numbered list of candidate moves.

    ``found`` is the number that the player entered; ``first_number`` and ``last_number`` are the first and the last number of the list.
    """
    return format_message("play.not-in-list", number=found, least=first_number, most=last_number)
