"""An instance stepped through: the state, the moves that a person might try, what forbids them, how far the goal is.

Lines in, text out; nothing here reads or prints.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import state_space, teller_of
from ferryplan.generator.family_types import View
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.search.survey import survey
from ferryplan.generator.space import Breach
from ferryplan.generator.wording import Table, capital

MOST_CHOICES = 200
MOST_STATES = 100_000


class Choice(NamedTuple):
    """A move that a person might try."""

    move: Any
    breach: Breach | None
    """why it is not allowed; None if it is"""


class Play:
    """A puzzle of any family under way."""

    hint = "play.distance-hint"
    """the message that says what a hint shows"""
    words: frozenset[str] = frozenset()
    """what stands for a move, written so, even if it would be a command"""

    def __init__(self, instance: AnyInstance, layout: Layout = PLAIN, view: View[Any] | None = None) -> None:
        space, teller = view or (state_space, teller_of)
        self.space, self.teller, self.layout, self.instance = space(instance), teller(instance), layout, instance
        self.numbers = {says: number for number, says in self.teller.numbered_clues()}
        self.over = False
        """whether the player has left"""
        self.passed: list[tuple[Any, Any]] = []
        """the states so far, each with the move that was made there"""
        self.state = self.space.initial
        self._distances: dict[Any, Total] | None = None
        next(self.space.representatives(self.state), None)  # raises EncodingError where moves do not follow one another

    def opening(self) -> str:
        """Return what is to be known before the first move: the rules, those with numbers first, and the commands."""
        numbered = sorted(self.teller.rules, key=lambda rule: rule not in self.numbers)
        marks = (f"{self.numbers[rule]}." if rule in self.numbers else "-" for rule in numbered)
        rules = "".join(f"  {mark} {rule}\n" for mark, rule in zip(marks, numbered, strict=True))
        if not rules:
            return format_message("play.commands-only", commands=self.help())
        heading = self.teller.rules_heading
        return format_message("play.rules-and-commands", heading=heading, rules=rules, commands=self.help())

    def help(self) -> str:
        """Return the list of commands."""
        moves, hint = self.teller.commands, format_message(self.hint)
        return format_message("play.commands", moves=moves, move=self.teller.move.one, hint=hint)

    def answer(self, line: str) -> str:
        """Return what there is to say to a line of the player's."""
        match line.lower().split() if line.strip() not in self.words else ["move"]:
            case []:
                return ""
            case ["q" | "quit" | "exit"]:
                self.over = True
                return ""
            case ["?" | "help"]:
                return self.help()
            case ["h" | "hint"]:
                reached = self.space.is_goal(self.state)
                return (format_message("play.at-the-goal") if reached else self._hint()) + "\n"
            case ["r" | "restart"]:
                self._begin()
                return self.situation()
            case ["u" | "undo"]:
                if not self.passed:
                    return format_message("play.nothing-to-undo") + "\n"
                self.state, _ = self.passed.pop()
                return self.situation()
        refusal = self._make(line.strip())
        return f"{refusal}\n" if refusal else self.situation()

    def situation(self) -> str:
        """Return the state, then every move that is possible here with what it breaks, or that the goal is reached."""
        spent = self.teller.total(self._spent())
        heading = (
            format_message("play.after-moves", total=spent) if self.passed else format_message("play.at-the-start")
        )
        board = self.teller.board_of(self.state)
        if board is not None:
            text = f"{heading}:\n{self.layout(board)}"
        else:
            lines = self.teller.lines(self.state)
            rows = tuple((line.place, self.teller.mark if line.marked else "", line.text) for line in lines)
            text = self.layout(Table((heading, "", ""), rows))
        if self.space.is_goal(self.state):
            return f"{text}\n{self._reached()}\n"
        choices = self.choices()
        return f"{text}\n{self._listed(choices)}" if choices else f"{text}\n{self.teller.stuck}\n"

    def choices(self) -> list[Choice]:
        """Return the moves that a person might try here, the first 200."""
        return [Choice(move, self.space.breach(self.state, move)) for move in self._candidates()]

    def _candidates(self) -> list[Any]:
        return list(itertools.islice(self.space.candidates(self.state), MOST_CHOICES))

    def _listed(self, choices: list[Choice]) -> str:
        """Return a list of what may be chosen."""
        listed = tuple(
            (str(number), self.teller.choice(self.state, choice.move), self._forbidden(choice))
            for number, choice in enumerate(choices, 1)
        )
        more = ""
        if len(choices) == MOST_CHOICES:
            more = "\n" + format_message("play.first-choices", count=MOST_CHOICES) + "\n"
        heading = self.teller.tried or self.teller.move.one.capitalize()
        return self.layout(Table(("", heading, "Violation"), listed)) + more

    def _forbidden(self, choice: Choice) -> str:
        """Return what a move breaks, with the number of the rule, where it has one."""
        if choice.breach is None:
            return ""
        number = self.numbers.get(choice.breach.rule)
        if not number:
            return choice.breach.found
        rule = self.teller.rule
        return format_message("play.violation-with-number", violation=choice.breach.found, rule=rule, number=number)

    def _begin(self) -> None:
        """Go back to the start."""
        self.passed, self.state = [], self.space.initial

    def _make(self, line: str) -> str:
        """Make the move that a line asks for; return why that is not possible, or the empty text."""
        move = self._meant(line)
        if isinstance(move, str):
            return move
        if breach := self.space.breach(self.state, move):
            said = {"violation": capital(breach.found), "rule": self.teller.rule, "sentence": breach.rule}
            return format_message("play.violation-of-rule", **said)
        self.passed.append((self.state, move))
        self.state = self.space.after(self.state, move)
        return ""

    def _meant(self, line: str) -> Any:
        """Return the move that a line asks for; or why it asks for none, the empty text if it is answered by the situation."""
        moves = self._candidates()
        if not line.isdecimal():
            return self.teller.move_named(self.state, line, moves)
        return moves[int(line) - 1] if 1 <= int(line) <= len(moves) else out_of_range(line, "1", str(len(moves)))

    def _hint(self) -> str:
        """Return what to do next."""
        distances = self._known_distances()
        if distances is None:
            return format_message("play.too-many-states", most=f"{MOST_STATES:,}")
        left = distances.get(self.space.canonical(self.state))
        if left is None:
            return format_message("play.goal-out-of-reach") + self._way_back()
        ways = ((move, distances.get(self.space.canonical(after))) for move, after in self.space.moves(self.state))
        best = next(move for move, there in ways if there and there.plus(self.space.cost(self.state, move)) == left)
        following = self.teller.choice(self.state, best)
        return format_message("play.next-move", total=self.teller.total(left), move=following)

    def _way_back(self) -> str:
        return " " + format_message("play.undo-or-restart") if self.passed else ""

    def _known_distances(self) -> dict[Any, Total] | None:
        """Return the least total to the goal from each state that stands for its orbit and has a way, or None if there are too many."""
        if self._distances is None:
            graph = explore_graph(self.space, most=MOST_STATES, up_to_symmetry=True)
            if not graph.complete:
                return None
            found = survey(graph)
            totals = zip(graph.states, map(found.as_total, found.after), strict=True)
            self._distances = {state: total for state, total in totals if total}
        return self._distances

    def _spent(self) -> Total:
        return Total(sum(self.space.cost(state, move) for state, move in self.passed), len(self.passed))

    def _reached(self) -> str:
        """Return what there is to say at the goal."""
        done = format_message("play.goal-reached", total=self.teller.total(self._spent()))
        distances = self._known_distances()
        if distances is None:
            return done
        least = distances[self.space.canonical(self.space.initial)]
        if least == self._spent():
            key = "play.no-shorter-solution" if self.space.unit_costs else "play.no-better-solution"
            return f"{done} {format_message(key)}"
        key = "play.shortest-solution" if self.space.unit_costs else "play.best-solution"
        return f"{done} {format_message(key, total=self.teller.total(least))}"


def out_of_range(found: str, least: str, most: str) -> str:
    """Return what is wrong with the number of a choice."""
    return format_message("play.not-in-list", number=found, least=least, most=most)
