"""An instance stepped through: the state, the moves that a person might try, what forbids them, how far the goal is."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from generator.families import state_space, teller_of
from generator.instance import AnyInstance
from generator.search.cheapest import Total
from generator.search.state_graph import UNIT, explore_graph
from generator.search.survey import NEVER, survey
from planner.graphs.game import Game, out_of_range
from planner.tables import Table, plain

__all__ = ["Play"]

MOST_CHOICES = 200
MOST_STATES = 100_000


class Play(Game):
    """A puzzle of any family under way."""

    moves_help = "  NUMBER      make that move; or its words"
    aim = "how far the goal is, and what to do next"

    def __init__(self, instance: AnyInstance, layout: Callable[[Table], str] = plain) -> None:
        super().__init__()
        self.space, self.teller, self.layout = state_space(instance), teller_of(instance), layout
        self.move = self.teller.move.one
        self.passed: list[tuple[Any, Any]] = []
        """the states so far, each with the move that was made there"""
        self.state = self.space.initial
        self._distances: dict[Any, int] | None = None

    def opening(self) -> str:
        """Return what is to be known before the first move: the rules and the commands."""
        rules = "".join(f"  - {rule}\n" for rule in self.teller.rules)
        return (f"{self.teller.rules_heading}:\n{rules}\n" if rules else "") + f"Commands:\n{self.help()}"

    def situation(self) -> str:
        """Return the state, then every move that is possible here with what it breaks, or that the goal is reached."""
        heading = (f"After {self._so_far()}" if self.passed else "At the start", "", "")
        rows = tuple((line.place, "*" if line.marked else "", line.text) for line in self.teller.lines(self.state))
        text = self.layout(Table(heading, rows, rigid=True))
        if self.space.is_goal(self.state):
            return f"{text}\n{self._reached()}\n"
        breaches = [(move, self.space.breach(self.state, move)) for move in self._choices()]
        if not breaches:
            return f"{text}\nThere is no way on.\n"
        listed = tuple(
            (str(number), self.teller.label(move), breach.found if breach else "")
            for number, (move, breach) in enumerate(breaches, 1)
        )
        table = Table(("", self.move.capitalize(), "What forbids it"), listed, rigid=True)
        return f"{text}\n{self.layout(table)}"

    def _choices(self) -> list[Any]:
        return list(itertools.islice(self.space.candidates(self.state), MOST_CHOICES))

    def _begin(self) -> None:
        self.passed, self.state = [], self.space.initial

    def _undo(self) -> bool:
        if not self.passed:
            return False
        self.state, _ = self.passed.pop()
        return True

    def _make(self, line: str) -> str:
        choices = self._choices()
        if line.isdecimal():
            if not 1 <= int(line) <= len(choices):
                return out_of_range(line, "1", str(len(choices)))
            move = choices[int(line) - 1]
        else:
            named = [one for one in choices if self.teller.label(one).lower() == line.lower()]
            if not named:
                return f"Found '{line}', which is no command and no {self.move} (? helps)"
            move = named[0]
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
        return f"{self._told(left)} to the goal. Next: {self.teller.label(best)}."

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
