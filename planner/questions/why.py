"""Why there is no plan: how far one gets, what stops one there, what to change; and a proof of it that others can check."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.environment import render
from generator.families import instantiate_smallest, state_space, teller_of
from generator.instance import AnyInstance, Value
from generator.puzzle_file import PuzzleFile
from generator.search.breadth_first import Exploration, explore
from generator.search.cheapest import Total, cheapest
from generator.space import StateSpace
from planner.questions.certificate import certificate
from planner.questions.narration import WIDTH, costs_as_json
from planner.questions.variants import Variant, nearest_variants
from planner.result import Status
from planner.system.limits import GRACE, limited
from planner.system.stopping import gathered
from planner.telling import Table

__all__ = ["Stop", "Why", "why"]

MOST_NEAREST = 3
MOST_STOPS = 12


class Stop(NamedTuple):
    """A move that would get one further, and that is not allowed."""

    state: Any
    depth: int
    """the fewest moves that lead to the state"""
    move: Any
    rule: str
    found: str


@dataclass(frozen=True, slots=True)
class Why:
    """What the state space, explored, says of an instance."""

    instance: AnyInstance
    status: Status
    exploration: Exploration[Any]
    """up to symmetry"""
    total: Total | None = None
    """where there is a plan, what the best one takes"""
    stops: tuple[Stop, ...] = ()
    changes: tuple[Variant, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def space(self) -> StateSpace[Any, Any]:
        """The instance's state space."""
        return state_space(self.instance)

    @property
    def states(self) -> int:
        """How many states can be reached; all of them, not up to symmetry."""
        return sum(map(self.space.orbit_size, self.exploration.depths))

    @property
    def goals_met(self) -> int:
        """The most conditions of the goal that hold in any of these states."""
        return max(map(self.space.goals_met, self.exploration.depths), default=0)

    @property
    def nearest(self) -> list[tuple[int, Any]]:
        """Some of the states in which so many hold, those of fewest moves first, each behind the number of moves."""
        met, most = self.space.goals_met, self.goals_met
        depths = [(depth, state) for state, depth in self.exploration.depths.items() if met(state) == most]
        return sorted(depths, key=lambda one: one[0])[:MOST_NEAREST]

    @property
    def certificate(self) -> dict[str, Any]:
        """A proof that there is no plan, as JSON has it. Raises EncodingError if over 200,000 states can be reached."""
        return certificate(self.instance)

    def as_json(self) -> dict[str, Any]:
        """Return what `plan why --format json` prints. The number of moves is null unless there is a plan."""
        teller, instance = teller_of(self.instance), self.instance
        unsolved = self.total is None
        return {
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "status": self.status,
            **self._total_as_json(self.total),
            "states": self.states,
            "states_up_to_symmetry": len(self.exploration.depths),
            "goals_met": self.goals_met,
            "goals": self.space.goals,
            "nearest": [
                {teller.counted.many: depth, **teller.state_as_json(state)} for depth, state in self.nearest if unsolved
            ],
            "stops": [
                {
                    teller.counted.many: stop.depth,
                    **teller.state_as_json(stop.state),
                    "move": teller.move_as_json(stop.state, stop.move),
                    "rule": stop.rule,
                    "found": stop.found,
                }
                for stop in self.stops
            ],
            "changes": [{"change": change.option, **self._total_as_json(change.total)} for change in self.changes],
            "notes": list(self.notes),
        }

    def as_text(self, layout: Callable[[Table], str]) -> str:
        """Return what `plan why` prints for a person."""
        teller, instance = teller_of(self.instance), self.instance
        nearest = [] if self.total is not None else self.nearest
        changes = tuple((change.option, teller.total(change.total)) for change in self.changes)
        return render(
            "narration/why.j2",
            {
                "title": instance.title,
                "story": textwrap.fill(instance.story, WIDTH),
                "notes": "\n".join(f"{note[:1].upper()}{note[1:]}." for note in self.notes),
                "status": self.status,
                "total": None if self.total is None else teller.total(self.total),
                "states": self.states,
                "orbits": len(self.exploration.depths),
                "met": self.goals_met,
                "wanted": self.space.goals,
                "moves": teller.move.many,
                "rule": teller.rule,
                "nearest": layout(self._situations(nearest)) if nearest else "",
                "stops": layout(self._stops()) if self.stops else "",
                "more_stops": max(0, len(self.stops) - MOST_STOPS),
                "changes": layout(Table(("Change", "Then"), changes)) if changes else "",
            },
        )

    def _total_as_json(self, total: Total | None) -> dict[str, Any]:
        moves = {teller_of(self.instance).counted.many: None if total is None else total.moves}
        return {**moves, **costs_as_json(self.instance, None if total is None else total.cost)}

    def _situations(self, states: list[tuple[int, Any]]) -> Table:
        teller = teller_of(self.instance)
        heading = (f"After {teller.move.one}", *(line.place for line in teller.lines(self.space.initial)))
        return Table(
            heading, tuple((str(depth), *(line.text for line in teller.lines(state))) for depth, state in states)
        )

    def _stops(self) -> Table:
        teller = teller_of(self.instance)
        rows = (
            (str(stop.depth), teller.state(stop.state), teller.label(stop.move), stop.found)
            for stop in self.stops[:MOST_STOPS]
        )
        heading = (f"After {teller.move.one}", "There", teller.move.one.capitalize(), "What would be wrong")
        return Table(heading, tuple(rows))


def why(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value],
    reference: str,
    most: int,
    done: Callable[[str], None],
    *,
    timeout: float,
    memory: int,
) -> Why:
    """Return why a puzzle has no plan for these parameters, or that it has one.

    ``most`` bounds the states that are explored, up to symmetry; ``done`` is told of each change that was tried. What is known when
    time or memory is used up is told, notes say what was cut short. Raises PuzzleError, ParameterError and EncodingError for what
    cannot be asked, TimeIsUpError and MemoryError where nothing is known.
    """
    with limited(timeout, memory, GRACE) as limit:
        with limited(math.inf):
            instance = instantiate_smallest(puzzle, parameters, reference)
        space = state_space(instance)
        exploration = explore(
            space, most, to_goal=True, up_to_symmetry=True, go_on=lambda found: limit.seconds_left > 0
        )
        if exploration.goal is not None:
            return Why(instance, "optimal", exploration, cheapest(space, to_goal=True, up_to_symmetry=True).total)
        if not exploration.complete:
            return Why(instance, "unknown" if limit.seconds_left else "timeout", exploration)
        stops, cut = gathered(_stops(space, exploration))
        notes = [f"not all moves that are forbidden were looked at: {cut}"] if cut else []
        values = dict(instance.parameters)
        changes, cut = gathered(_tracked(nearest_variants(puzzle, values, reference), done))
        notes += [f"not all changes were tried: {cut}"] if cut else []
        return Why(instance, "unsolvable", exploration, None, stops, changes, tuple(notes))


def _tracked(variants: Iterator[Variant], done: Callable[[str], None]) -> Iterator[Variant]:
    for variant in variants:
        done(variant.option)
        yield variant


def _stops(space: StateSpace[Any, Any], exploration: Exploration[Any]) -> Iterator[Stop]:
    """Yield the moves that are not allowed after which more conditions of the goal would hold than in any state that can be reached."""
    most = max(map(space.goals_met, exploration.depths), default=0)
    for state, depth in exploration.depths.items():
        for move in space.candidates(state):
            if (breach := space.breach(state, move)) and space.goals_met(space.after(state, move)) > most:
                yield Stop(state, depth, move, *breach)
