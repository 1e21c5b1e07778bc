"""A puzzle as the planning task that is searched; one search of it, and what came of it."""

from __future__ import annotations

import contextlib
import math
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
from ferryplan.generator.families import family_of, state_space, teller_of
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.states import State
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.teller import Line, Teller
from ferryplan.generator.templates import render
from ferryplan.generator.textbook.heuristics.estimates import HEURISTICS, Heuristic, Known
from ferryplan.generator.textbook.searches.algorithms import ALGORITHMS, Algorithm
from ferryplan.generator.textbook.searches.watching import Node, StoppedError, Watch
from ferryplan.planner.graphs.pddl_moves import PddlMoves
from ferryplan.planner.rendering import Renderable
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

    instance: AnyInstance
    task: Any
    """the state space that is searched: a task of PDDL, or the rules of a puzzle"""
    teller: Teller[Any, Any]

    def __init__(self, instance: AnyInstance, dialect: str | None = None, encoding: str | None = None) -> None:
        """Raises EncodingError for a puzzle that cannot be put into a dialect, PddlError for PDDL that makes no sense."""
        self.dialect: str | None = None
        if isinstance(instance, ClassicalInstance):
            model = instance
        else:
            pddl, self.dialect = _generated(instance, (dialect,) if dialect else TRIED, encoding)
            made = model_of(Text(pddl.domain, "the domain"), Text(pddl.problem, "the problem"))
            model = replace(made, title=instance.title, puzzle=instance.puzzle, parameters=instance.parameters)
        self.instance, self.task = model, model.once(ClassicalSpace)
        self.teller = ClassicalTeller(model)
        if self.dialect and family_of(instance).reads_pddl_back and encoding != "counted":
            self.teller = _ReadBack(model, teller_of(instance), PddlMoves(instance, self.dialect))
        self.teller.unit = teller_of(instance).unit
        self.known = Known(self.task, counting())

    @classmethod
    def by_rules(cls, instance: AnyInstance) -> Searched:
        """Return the state space of a puzzle's rules as what is searched. Raises EncodingError where no moves follow one another."""
        made = cls.__new__(cls)
        made.dialect, made.instance = None, instance
        made.task, made.teller = state_space(instance), teller_of(instance)
        made.known = Known(made.task, counting())
        return made


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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Run(Renderable):
    """A search, and what came of it."""

    formats = ("text", "markdown", "json", "jsonl", "html")
    renderer = "ferryplan.planner.searching.report:render_run"

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
    doubt: str = ""
    """why a plan is not called optimal, or its absence not proven, where that is for the user's own heuristic"""
    premise: str = ""
    """under which a proof holds, as the end of a sentence"""

    @property
    def expanded(self) -> int:
        """The number of nodes that were expanded."""
        return self.watch.expanded

    @property
    def plan(self) -> tuple[str, ...]:
        """The moves of the plan that was found, in a few words each; empty if none was."""
        return tuple(map(self.searched.teller.label, self.goal.moves())) if self.goal else ()

    @property
    def cost(self) -> float | None:
        """The cost of the plan that was found: its number of moves unless the puzzle has costs; None if none was."""
        return self.searched.teller.price(self.goal.g) if self.goal else None

    def __repr__(self) -> str:
        """Return what was searched, how, and the status: the states that a search holds would fill pages."""
        return f"Run({self.searched.instance!r}, {self.told!r}, status={self.status!r}, expanded={self.watch.expanded})"

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


def search(searched: Searched, algorithm: str, heuristic: str | Heuristic | None, stop: Stopping, watch: Watch) -> Run:
    """Search a task, watched, until ``stop`` breaks it off, or too many nodes are held. Raises EncodingError for what asks too much of the task."""
    how, known, goal = ALGORITHMS[algorithm], searched.known, None
    asked = HEURISTICS[heuristic] if isinstance(heuristic, str) else heuristic
    if isinstance(heuristic, Heuristic):
        heuristic = heuristic.name
    began, note = time.perf_counter(), ""
    watch.go_on = counting(stop.goes_on, "nodes")

    def work() -> Node | None:
        watch.estimate = asked.of(known) if asked else None
        watch.operators = known.operators if how.of_facts else None
        return how.search(watch)

    try:
        with strips_asked_for(f"heuristic: {heuristic}" if heuristic else f"algorithm: {algorithm}"):
            goal = stop.value(work)
    except StoppedError:
        note = f"when more than {watch.most:,} nodes were held"
    proven = how.least == "cost" or (how.least == "moves" and searched.task.unit_costs)
    admissible = not how.informed or (asked is not None and asked.admissible)
    status: Status = "unknown"
    doubt, own = "", asked is not None and bool(asked.name)
    if goal:
        doubt = refute_estimates(searched, goal, watch) if own and admissible else ""
        status = "optimal" if proven and admissible and not doubt else "solved"
    elif how.complete and not note:
        if own and not admissible and math.inf in watch.known.values():
            doubt = f"{heuristic} gave up states, and is not said to be admissible"
        status = "unknown" if doubt else "unsolvable"
    seconds, ended, told = time.perf_counter() - began, stop.status or status, stop.told or note
    true = None if watch.trace is None else stop.value(lambda: known.distances)
    premise = f"if {heuristic} is admissible" if own and how.informed and ended in ("optimal", "unsolvable") else ""
    return Run(searched, algorithm, heuristic, watch, ended, goal, seconds, told, true or {}, doubt, premise)


def refute_estimates(searched: Searched, goal: Node, watch: Watch) -> str:
    """Return where estimates on the way to a goal are higher than what the rest of that way costs, in words; the empty text if nowhere."""
    teller, node = searched.teller, goal
    while True:
        rest, estimate = goal.g - node.g, watch.known.get(node.state, 0)
        if estimate > rest:
            low, high = teller.price(rest), estimate if math.isinf(estimate) else estimate / searched.task.in_one
            return f"the heuristic is not admissible: it says {high:g} of {teller.state(node.state)}, from where {low:g} suffices"
        if node.parent is None:
            return ""
        node = node.parent
