"""A puzzle played by a person, crossing by crossing: where everybody is, which loads are possible, which of them break which rule."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import NamedTuple

from generator.crossing.instance import Crossing, Instance, State
from generator.crossing.rules import listing
from generator.crossing.space import CrossingSpace
from generator.crossing.teller import separator_of
from generator.errors import nearest
from generator.search.cheapest import Total
from generator.search.state_graph import UNIT, explore_graph
from generator.search.survey import NEVER, survey
from planner.crossing.sentences import capital, told_total
from planner.graphs.game import Game, out_of_range
from planner.tables import Table, plain

__all__ = ["Choice", "Play"]

MOST_CHOICES = 200
MOST_STATES = 100_000


class Choice(NamedTuple):
    """A load that could board, and where it could go."""

    crossing: Crossing
    breach: str
    """how it breaks a rule, in words; empty if it may go"""


class Play(Game):
    """A crossing puzzle under way."""

    moves_help = (
        "  NUMBER      cross with that load\n"
        '  NAME …      cross with these travellers; with several destinations, then "to PLACE"'
    )
    move = "crossing"
    aim = "how far the goal is, and what to do next"

    def __init__(self, instance: Instance, layout: Callable[[Table], str] = plain) -> None:
        """Begin. Raises EncodingError if there are several boats."""
        super().__init__()
        self.instance, self.layout = instance, layout
        self.space = instance.once(CrossingSpace)
        self.space.check_one_boat()
        self.passed: list[tuple[State, Crossing]] = []
        """the states so far, each with the crossing that was made there"""
        self.state = instance.start
        self._distances: dict[State, int] | None = None
        self._canonical = self.space.canonical

    def opening(self) -> str:
        """Return what is to be known before the first crossing: the rules and the commands."""
        rules = "".join(f"  - {says}\n" for says in self.instance.told_rules)
        where = "wherever the boat has left or landed" + (", and in the boat" if self.instance.boat_rules else "")
        return (f"Rules ({where}):\n{rules}\n" if rules else "") + f"Commands:\n{self.help()}"

    def situation(self) -> str:
        """Return the situation, then every load that is possible here with what it breaks, or that the goal is reached."""
        instance, state = self.instance, self.state
        separator = separator_of(instance)
        rows = [
            (place.name, "boat" if index == state.boat else "", separator.join(instance.names(company)) or "–")
            for index, (place, company) in enumerate(zip(instance.places, state.companies, strict=True))
        ]
        heading = (f"After {self._so_far()}" if self.passed else "At the start", "", "")
        text = self.layout(Table(heading, tuple(rows), rigid=True))
        if self.space.is_goal(state):
            return f"{text}\n{self._reached()}\n"
        choices = self.choices()
        several = len({choice.crossing.destination for choice in choices}) > 1
        listed = [
            (str(number), self._load(choice.crossing, several), choice.breach)
            for number, choice in enumerate(choices, 1)
        ]
        if not listed:
            return f"{text}\nNobody here can row: there is no way on.\n"
        more = f"\nThere are more; these are the first {MOST_CHOICES}.\n" if len(choices) == MOST_CHOICES else ""
        table = Table(("", "Who could cross", "What forbids it"), tuple(listed), rigid=True)
        return f"{text}\n{self.layout(table)}{more}"

    def choices(self) -> list[Choice]:
        """Return the loads that fit the boat and can row it, by size, for each destination; the first 200."""
        return list(itertools.islice(self._choices(), MOST_CHOICES))

    def _choices(self) -> Iterator[Choice]:
        for crossing in self.space.candidates(self.state):
            breach = self.space.breach(self.state, crossing)
            yield Choice(crossing, breach.found if breach else "")

    def _destinations(self) -> list[int]:
        return [destination for origin, destination in self.instance.routes if origin == self.state.boat]

    def _begin(self) -> None:
        self.passed, self.state = [], self.instance.start

    def _undo(self) -> bool:
        if not self.passed:
            return False
        self.state, _ = self.passed.pop()
        return True

    def _make(self, line: str) -> str:
        chosen = self._chosen(line)
        if isinstance(chosen, str):
            return chosen
        if breach := self.space.breach(self.state, chosen):
            return f"{capital(breach.found)}. This breaks the rule: {breach.rule}"
        self.passed.append((self.state, chosen))
        self.state = self.space.after(self.state, chosen)
        return ""

    def _chosen(self, line: str) -> Crossing | str:
        """Return the crossing that a line asks for, or why it asks for none."""
        if line.isdecimal():
            choices, number = self.choices(), int(line)
            if not 1 <= number <= len(choices):
                return out_of_range(line, "1", str(len(choices)))
            return choices[number - 1].crossing
        who, _, where = line.partition(" to ")
        destinations = self._destinations()
        if where:
            places = {place.name.lower(): index for index, place in enumerate(self.instance.places)}
            if places.get(where.strip().lower()) not in destinations:
                known = [self.instance.places[destination].name for destination in destinations]
                return f"Found '{where.strip()}'{nearest(where.strip(), known)}"
            destinations = [places[where.strip().lower()]]
        load = self._named(who)
        if isinstance(load, str):
            return load
        if len(destinations) != 1:
            names = [self.instance.places[destination].name for destination in destinations]
            return (
                f"Where to? Say '{who.strip()} to {names[0]}'; expected {listing(names, 'or')}."
                if names
                else "No route leads away from here."
            )
        return Crossing(load, self.state.boat, destinations[0])

    def _named(self, text: str) -> int | str:
        """Return the mask of the travellers in a text, or what is wrong with it."""
        bits = {traveller.name.lower(): 1 << index for index, traveller in enumerate(self.instance.travellers)}
        rest = " ".join(word for word in text.lower().replace(",", " ").replace("+", " ").split() if word != "and")
        load = 0
        while rest:
            name = next(
                (name for name in sorted(bits, key=len, reverse=True) if f"{rest} ".startswith(f"{name} ")), None
            )
            if name is None:
                known = [traveller.name for traveller in self.instance.travellers]
                return f"Found '{rest.split()[0]}', which is no command and no traveller{nearest(rest.split()[0], known)} (? helps)"
            load |= bits[name]
            rest = rest[len(name) :].strip()
        return load

    def _hint(self) -> str:
        if self.space.is_goal(self.state):
            return "You are there."
        distances = self._known_distances()
        if distances is None:
            return f"There are over {MOST_STATES:,} states here, too many to look ahead."
        distance = distances.get(self._canonical(self.state), NEVER)
        if distance == NEVER:
            return "The goal cannot be reached from here." + (" Undo, or restart." if self.passed else "")
        moves = [
            (distances.get(self._canonical(after), NEVER), crossing) for crossing, after in self.space.moves(self.state)
        ]
        ways = [(left + self._weight(crossing), crossing) for left, crossing in moves if left != NEVER]
        best = next(crossing for whole, crossing in ways if whole == distance)
        several = len(self._destinations()) > 1
        return f"{capital(self._told(distance))} to the goal. Next: {self._load(best, several)}."

    def _known_distances(self) -> dict[State, int] | None:
        """Return the least total to the goal from each state that stands for its orbit, or None if there are too many."""
        if self._distances is None:
            graph = explore_graph(self.space, most=MOST_STATES, up_to_symmetry=True)
            if not graph.complete:
                return None
            self._distances = dict(zip(graph.states, survey(graph).after, strict=True))
        return self._distances

    def _weight(self, crossing: Crossing) -> int:
        return self.instance.cost(crossing.load) * UNIT + 1 if self.instance.tariff else 1

    def _told(self, total: int) -> str:
        return told_total(self.instance, Total(*divmod(total, UNIT)) if self.instance.tariff else Total(total, total))

    def _so_far(self) -> str:
        return self._told(sum(self._weight(crossing) for _, crossing in self.passed))

    def _reached(self) -> str:
        done = f"The goal is reached: {self._so_far()}."
        distances = self._known_distances()
        if distances is None:
            return done
        least = distances[self._canonical(self.instance.start)]
        if least == sum(self._weight(crossing) for _, crossing in self.passed):
            return f"{done} {'Less' if self.instance.tariff else 'Fewer'} would not do."
        return f"{done} The {'least' if self.instance.tariff else 'fewest'}: {self._told(least)}."

    def _load(self, crossing: Crossing, several: bool) -> str:
        names = " + ".join(self.instance.names(crossing.load))
        return f"{names} to {self.instance.places[crossing.destination].name}" if several else names
