"""An instance stepped through: the state, the moves that a person might try, what forbids them, how far the goal is."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from generator.families import state_space, teller_of
from generator.family import View
from generator.instance import AnyInstance
from generator.search.cheapest import Total
from generator.search.state_graph import UNIT, explore_graph
from generator.search.survey import NEVER, survey
from generator.wording import Table
from planner.games.game import Game, out_of_range
from planner.telling import PLAIN, Layout

MOST_CHOICES = 200
MOST_STATES = 100_000


class Choice(NamedTuple):
    """A move that a person might try."""

    move: Any
    breach: str
    """how it is not allowed, in words; empty if it is"""


class Play(Game):
    """A puzzle of any family under way."""

    aim = "how far the goal is, and what to do next"

    def __init__(self, instance: AnyInstance, layout: Layout = PLAIN, view: View[Any] | None = None) -> None:
        super().__init__()
        space, teller = view or (state_space, teller_of)
        self.space, self.teller, self.layout = space(instance), teller(instance), layout
        self.instance, self.move, self.moves_help = instance, self.teller.move.one, self.teller.commands
        self.passed: list[tuple[Any, Any]] = []
        """the states so far, each with the move that was made there"""
        self.state = self.space.initial
        self._distances: dict[Any, int] | None = None
        next(self.space.representatives(self.state), None)  # raises EncodingError where moves do not follow one another

    def opening(self) -> str:
        """Return what is to be known before the first move: the rules and the commands."""
        rules = "".join(f"  - {rule}\n" for rule in self.teller.rules)
        return (f"{self.teller.rules_heading}:\n{rules}\n" if rules else "") + f"Commands:\n{self.help()}"

    def situation(self) -> str:
        """Return the state, then every move that is possible here with what it breaks, or that the goal is reached."""
        heading = (f"After {self._so_far()}" if self.passed else "At the start", "", "")
        lines = self.teller.lines(self.state)
        rows = tuple((line.place, self.teller.mark if line.marked else "", line.text) for line in lines)
        text = self.layout(Table(heading, rows))
        if self.space.is_goal(self.state):
            return f"{text}\n{self._reached()}\n"
        choices = self.choices()
        if not choices:
            return f"{text}\n{self.teller.stuck}\n"
        listed = tuple(
            (str(number), self.teller.choice(self.state, choice.move), choice.breach)
            for number, choice in enumerate(choices, 1)
        )
        more = f"\nThere are more; these are the first {MOST_CHOICES}.\n" if len(choices) == MOST_CHOICES else ""
        table = Table(("", self.teller.tried or self.move.capitalize(), "What forbids it"), listed)
        return f"{text}\n{self.layout(table)}{more}"

    def choices(self) -> list[Choice]:
        """Return the moves that a person might try here, the first 200."""
        return [
            Choice(move, breach.found if (breach := self.space.breach(self.state, move)) else "")
            for move in itertools.islice(self.space.candidates(self.state), MOST_CHOICES)
        ]

    def _begin(self) -> None:
        self.passed, self.state = [], self.space.initial

    def _undo(self) -> bool:
        if not self.passed:
            return False
        self.state, _ = self.passed.pop()
        return True

    def _make(self, line: str) -> str:
        moves = itertools.islice(self.space.candidates(self.state), MOST_CHOICES)
        if line.isdecimal():
            numbered = list(moves)
            if not 1 <= int(line) <= len(numbered):
                return out_of_range(line, "1", str(len(numbered)))
            move = numbered[int(line) - 1]
        else:
            move = self.teller.move_named(self.state, line, moves)
            if isinstance(move, str):
                return move
        if breach := self.space.breach(self.state, move):
            return f"{breach.found[:1].upper()}{breach.found[1:]}. This breaks the {self.teller.rule}: {breach.rule}"
        self.passed.append((self.state, move))
        self.state = self.space.after(self.state, move)
        return ""

    def _hint(self) -> str:
        if self.space.is_goal(self.state):
            return "You are there."
        distances = self._known_distances()
        if distances is None:
            return f"There are over {MOST_STATES:,} states here, too many to look ahead."
        left = distances.get(self.space.canonical(self.state), NEVER)
        if left == NEVER:
            return "The goal cannot be reached from here." + (" Undo, or restart." if self.passed else "")
        best = next(
            move
            for move, after in self.space.moves(self.state)
            if (there := distances.get(self.space.canonical(after), NEVER)) != NEVER
            and there + self._weight(self.state, move) == left
        )
        return f"{self._told(left)} to the goal. Next: {self.teller.choice(self.state, best)}."

    def _known_distances(self) -> dict[Any, int] | None:
        """Return the least total to the goal from each state that stands for its orbit, or None if there are too many."""
        if self._distances is None:
            graph = explore_graph(self.space, most=MOST_STATES, up_to_symmetry=True)
            if not graph.complete:
                return None
            self._distances = dict(zip(graph.states, survey(graph).after, strict=True))
        return self._distances

    def _weight(self, state: Any, move: Any) -> int:
        return 1 if self.space.unit_costs else self.space.cost(state, move) * UNIT + 1

    def _told(self, total: int) -> str:
        return self.teller.total(Total(total, total) if self.space.unit_costs else Total(*divmod(total, UNIT)))

    def _so_far(self) -> str:
        return self._told(self._spent())

    def _spent(self) -> int:
        return sum(self._weight(state, move) for state, move in self.passed)

    def _reached(self) -> str:
        done = f"The goal is reached: {self._so_far()}."
        distances = self._known_distances()
        if distances is None:
            return done
        least = distances[self.space.canonical(self.space.initial)]
        fewer = "Fewer" if self.space.unit_costs else "Less"
        if least == self._spent():
            return f"{done} {fewer} would not do."
        return f"{done} The {'fewest' if self.space.unit_costs else 'least'}: {self._told(least)}."
