"""A puzzle as the planning task that is searched; one search of it, and what came of it."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.classical.instance import ClassicalInstance
from generator.classical.instantiation import instantiate
from generator.classical.pairs import of_texts
from generator.classical.puzzle_file import Text
from generator.classical.space import ClassicalSpace
from generator.classical.teller import ClassicalTeller
from generator.errors import EncodingError
from generator.families import family_of, teller_of
from generator.generation import Pddl, generate
from generator.instance import AnyInstance
from generator.pddl.grounding import GroundAction
from generator.pddl.states import State
from generator.pddl.strips import NotStripsError
from generator.teller import Line, Teller
from generator.textbook.heuristics.estimates import HEURISTICS, Known
from generator.textbook.searches.algorithms import ALGORITHMS, Algorithm
from generator.textbook.searches.watching import Node, StoppedError, Watch
from planner.graphs.pddl_moves import PddlMoves
from planner.status import Status
from planner.system.progress import counting
from planner.system.stopping import Stopping

TRIED = ("adl", "costs", "strips")
"""the dialects in which a puzzle may be searched where none is asked for: in the first an action is a whole move"""

ASKING = "bidirectional and symbolic-layers"


class Searched:
    """A planning task, and what is known of it."""

    def __init__(self, instance: AnyInstance, dialect: str | None = None, encoding: str | None = None) -> None:
        """Raises EncodingError for a puzzle that cannot be put into a dialect, PddlError for PDDL that makes no sense."""
        self.dialect: str | None = None
        if isinstance(instance, ClassicalInstance):
            self.instance = instance
        else:
            pddl, self.dialect = _generated(instance, (dialect,) if dialect else TRIED, encoding)
            texts = Text(pddl.domain, "the domain"), Text(pddl.problem, "the problem")
            made = instantiate(of_texts(*texts, Path("domain.toml")), {})
            self.instance = replace(made, title=instance.title, puzzle=instance.puzzle, parameters=instance.parameters)
        self.task = self.instance.once(ClassicalSpace)
        self.teller = ClassicalTeller(self.instance)
        if self.dialect and family_of(instance).reads_pddl_back and encoding != "counted":
            self.teller = _ReadBack(self.instance, teller_of(instance), PddlMoves(instance, self.dialect).read)
        self.teller.unit = teller_of(instance).unit
        self.known = Known(self.task, counting())


class _ReadBack(ClassicalTeller):
    """Tells states as the puzzle has them."""

    def __init__(self, instance: ClassicalInstance, teller: Teller[Any, Any], read: Callable[[State], Any]) -> None:
        super().__init__(instance)
        self._teller, self._read = teller, read

    def lines(self, state: State) -> Sequence[Line]:
        """Return the lines of a picture of a state."""
        return self._teller.lines(self._read(state))

    def state(self, state: State) -> str:
        """Return a state on a line."""
        return self._teller.state(self._read(state))


def _generated(instance: AnyInstance, dialects: tuple[str, ...], encoding: str | None) -> tuple[Pddl, str]:
    for dialect in dialects[:-1]:
        with contextlib.suppress(EncodingError):
            return generate(instance, dialect, encoding), dialect
    return generate(instance, dialects[-1], encoding), dialects[-1]


@contextlib.contextmanager
def strips_asked_for(asking: str) -> Iterator[None]:
    """Raise EncodingError for a task that does not come down to plain STRIPS, where something asks for it."""
    try:
        yield
    except NotStripsError as error:
        told = f"{asking} needs a task that comes down to plain STRIPS, but {error}"
        raise EncodingError(f"{told}; expected blind, goal-count or perfect, with any search but {ASKING}") from None


@dataclass(frozen=True, slots=True)
class Run:
    """A search, and what came of it."""

    searched: Searched
    algorithm: str
    heuristic: str | None
    """None where none is asked"""
    weight: float
    status: Status
    goal: Node[State, GroundAction] | None
    """the goal found, with the way to it"""
    watch: Watch[State, GroundAction]
    seconds: float
    note: str = ""
    """when it was broken off, to follow "stopped"; empty if it was not"""

    @property
    def plan(self) -> list[GroundAction] | None:
        """The plan found, if one was."""
        return None if self.goal is None else self.goal.moves()

    @property
    def told(self) -> str:
        """How it was searched."""
        how = ALGORITHMS[self.algorithm]
        weight = f" (weight {self.weight:g})" if self.algorithm == "wastar" else ""
        return f"{how.title}{weight}{f' with {self.heuristic}' if self.heuristic and how.informed else ''}"

    @property
    def verdict(self) -> str:
        """What came of it, on a line."""
        many, unit = self.searched.teller.move, self.searched.teller.unit
        if self.note:
            return f"Stopped {self.note}."
        if self.goal is None:
            if self.status == "unsolvable":
                return "There is no plan: all that can be reached was searched."
            return "No plan was found, which proves nothing: this search takes nothing back."
        price = f" for {unit.counted(self.searched.teller.price(self.goal.g))}" if unit else ""
        least = f"no plan {'costs less' if unit else f'has fewer {many.many}'}"
        proven = f"{least}: {ALGORITHMS[self.algorithm].title} proves that"
        fewest = " the fewest," if unit and ALGORITHMS[self.algorithm].least == "moves" else ""
        return f"A plan of {many.counted(self.goal.depth)}{price};{fewest} {proven if self.status == 'optimal' else 'there may be a better one'}."


def search(
    searched: Searched,
    algorithm: str,
    heuristic: str | None,
    stop: Stopping,
    *,
    weight: float,
    most: int | None = None,
    trace: bool = False,
) -> Run:
    """Search a task until ``stop`` breaks it off, or ``most`` nodes are held. Raises EncodingError for what asks too much of the task."""
    how, known = ALGORITHMS[algorithm], searched.known
    watch: Watch[State, GroundAction] = Watch(searched.task, most=most, trace=[] if trace else None)
    watch.go_on = counting(stop.goes_on, "nodes")
    began, goal, ended = time.perf_counter(), None, ""

    def work() -> Node[State, GroundAction] | None:
        watch.estimate = HEURISTICS[heuristic].of(known) if heuristic else None
        return how.search(watch, weight, lambda: known.operators)

    try:
        with strips_asked_for(f"heuristic: {heuristic}" if heuristic else f"algorithm: {algorithm}"):
            goal = stop.value(work)
    except StoppedError:
        ended = "" if stop.status else f"when more than {most:,} nodes were held"
    seconds = time.perf_counter() - began
    over = _status(how, heuristic, goal is not None, searched.task.unit_costs)
    status: Status = (stop.status or "unknown") if stop.status or ended else over
    return Run(searched, algorithm, heuristic, weight, status, goal, watch, seconds, stop.told or ended)


def _status(how: Algorithm, heuristic: str | None, found: bool, unit_costs: bool) -> Status:
    """Return what the end of a search says."""
    if not found:
        return "unsolvable" if how.complete else "unknown"
    proven = how.least == "cost" or (how.least == "moves" and unit_costs)
    return "optimal" if proven and (not how.informed or HEURISTICS[heuristic or ""].admissible) else "solved"


def number(value: float | None) -> float | None:
    """Return a number as JSON has it: whole where it is, null where it is infinite."""
    if value is None or not math.isfinite(value):
        return None
    return int(value) if value == int(value) else value


def plain(value: float | None) -> str:
    """Return a number for a person; what there is not is empty."""
    return "" if value is None else "∞" if math.isinf(value) else f"{value:,.12g}"
