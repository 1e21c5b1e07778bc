"""A puzzle as the planning task that is searched; one search of it, and what came of it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ferryplan.generator.classical.instance import ClassicalInstance
from ferryplan.generator.classical.pairs import model_of
from ferryplan.generator.classical.puzzle_file import Text
from ferryplan.generator.classical.space import ClassicalSpace
from ferryplan.generator.classical.teller import ClassicalTeller
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of, teller_of
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.states import State
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.teller import Line, Teller
from ferryplan.generator.templates import render
from ferryplan.generator.textbook.heuristics.estimates import HEURISTICS, Known
from ferryplan.generator.textbook.searches.algorithms import ALGORITHMS, Algorithm
from ferryplan.generator.textbook.searches.watching import Node, StoppedError, Watch
from ferryplan.planner.graphs.pddl_moves import PddlMoves
from ferryplan.planner.status import Status
from ferryplan.planner.system.progress import counting
from ferryplan.planner.system.stopping import Stopping

TRIED = ("adl", "costs", "strips")
"""the dialects in which a puzzle may be searched where none is asked for: in the first an action is a whole move"""

DEFAULT_HEURISTIC = "lmcut"
UNSURE = "not yet found safe"
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
            made = model_of(Text(pddl.domain, "the domain"), Text(pddl.problem, "the problem"))
            self.instance = replace(made, title=instance.title, puzzle=instance.puzzle, parameters=instance.parameters)
        self.task = self.instance.once(ClassicalSpace)
        self.teller = ClassicalTeller(self.instance)
        if self.dialect and family_of(instance).reads_pddl_back and encoding != "counted":
            self.teller = _ReadBack(self.instance, teller_of(instance), PddlMoves(instance, self.dialect))
        self.teller.unit = teller_of(instance).unit
        self.known = Known(self.task, counting())


class _ReadBack(ClassicalTeller):
    """Tells states as the puzzle has them, and where a crossing takes several actions whether it has been found safe."""

    def __init__(self, instance: ClassicalInstance, teller: Teller[Any, Any], moves: PddlMoves) -> None:
        super().__init__(instance)
        self._teller, self._moves = teller, moves

    def lines(self, state: State) -> Sequence[Line]:
        """Return the lines of a picture of a state."""
        unsure = () if self._moves.is_settled(state) else (Line(UNSURE),)
        return (*self._teller.lines(self._moves.read(state)), *unsure)

    def state(self, state: State) -> str:
        """Return a state on a line."""
        told = self._teller.state(self._moves.read(state))
        return told if self._moves.is_settled(state) else f"{told}, {UNSURE}"


def _generated(instance: AnyInstance, dialects: tuple[str, ...], encoding: str | None) -> tuple[Pddl, str]:
    for dialect in dialects[:-1]:
        with contextlib.suppress(EncodingError):
            return generate(instance, dialect, encoding), dialect
    return generate(instance, dialects[-1], encoding), dialects[-1]


class StripsNeededError(EncodingError):
    """A heuristic or a search needs a task that comes down to plain STRIPS."""

    def __init__(self, asking: str, reason: str) -> None:
        others = f"blind, goal-count or perfect, with any search but {ASKING}"
        expected = f"expected {others}, or the dialect strips of a puzzle that has it"
        super().__init__(f"{asking} needs a task that comes down to plain STRIPS, but {reason}; {expected}")
        self.name, self.reason = asking.rpartition(" ")[2], reason


@contextlib.contextmanager
def strips_asked_for(asking: str) -> Iterator[None]:
    """Raise StripsNeededError for a task that does not come down to plain STRIPS, where something asks for it."""
    try:
        yield
    except NotStripsError as error:
        raise StripsNeededError(asking, str(error)) from None


def choose_heuristic(searched: Searched, otherwise: str) -> tuple[str, str]:
    """Return the heuristic where none is named, and a note on it: LM-cut, or ``otherwise`` for a task that does not come down to plain STRIPS."""
    try:
        assert searched.known.operators is not None
    except NotStripsError as error:
        told = f"the default heuristic, {DEFAULT_HEURISTIC}, needs a task that comes down to plain STRIPS, but {error}"
        return otherwise, f"{told}; {otherwise} takes its place"
    return DEFAULT_HEURISTIC, ""


@dataclass(frozen=True, slots=True)
class Run:
    """A search, and what came of it."""

    searched: Searched
    algorithm: str
    heuristic: str | None
    """None where none is asked"""
    watch: Watch
    status: Status
    goal: Node | None
    """the goal found, with the way to it"""
    seconds: float
    note: str = ""
    """when it was broken off, to follow "stopped"; empty if it was not"""
    true: Mapping[State, float] = field(default_factory=dict)
    """of a search that was traced the true distances of all states, if there was time to find them"""

    @property
    def how(self) -> Algorithm:
        """The search."""
        return ALGORITHMS[self.algorithm]

    @property
    def told(self) -> str:
        """How it was searched."""
        weight = f" (weight {self.watch.weight:g})" if self.algorithm == "wastar" else ""
        return f"{self.how.title}{weight}{f' with {self.heuristic}' if self.heuristic and self.how.informed else ''}"

    @property
    def verdict(self) -> str:
        """What came of it, on a line."""
        teller, goal = self.searched.teller, self.goal
        price = teller.unit.counted(teller.price(goal.g)) if teller.unit and goal else ""
        said = {"moves": goal and teller.move.counted(goal.depth), "many": teller.move.many, "price": price}
        return render("narration/search.j2", {"run": self, **said}).strip()


def search(searched: Searched, algorithm: str, heuristic: str | None, stop: Stopping, watch: Watch) -> Run:
    """Search a task, watched, until ``stop`` breaks it off, or too many nodes are held. Raises EncodingError for what asks too much of the task."""
    how, known, goal = ALGORITHMS[algorithm], searched.known, None
    began, note = time.perf_counter(), ""
    watch.go_on = counting(stop.goes_on, "nodes")

    def work() -> Node | None:
        watch.estimate = HEURISTICS[heuristic].of(known) if heuristic else None
        watch.operators = known.operators if how.of_facts else None
        return how.search(watch)

    try:
        with strips_asked_for(f"heuristic: {heuristic}" if heuristic else f"algorithm: {algorithm}"):
            goal = stop.value(work)
    except StoppedError:
        note = f"when more than {watch.most:,} nodes were held"
    proven = how.least == "cost" or (how.least == "moves" and searched.task.unit_costs)
    admissible = not how.informed or HEURISTICS[heuristic or ""].admissible
    status: Status = "unknown"
    if goal:
        status = "optimal" if proven and admissible else "solved"
    elif how.complete and not note:
        status = "unsolvable"
    seconds, ended, told = time.perf_counter() - began, stop.status or status, stop.told or note
    true = None if watch.trace is None else stop.value(lambda: known.distances)
    return Run(searched, algorithm, heuristic, watch, ended, goal, seconds, told, true or {})
