"""From a puzzle to a result: instances, the engine's verdicts on them, the replayed solution."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from generator.crossing.formulations import by_cost
from generator.crossing.instance import Instance, Value
from generator.crossing.instantiation import boats_of, instantiate
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.reversal import reverse_crossings, reverse_instance
from generator.crossing.smallest import instantiate_smallest
from generator.crossing.states import Exploration, StateSpace
from generator.crossing.symmetry import Symmetry
from generator.errors import EncodingError, PlanError
from generator.parameters import check_parameters
from generator.pddl.generation import Pddl, check_encoding, generate
from generator.puzzle_file import IntegerParameter
from planner.crossing.schedule import Schedule, schedule_of
from planner.crossing.solution import Solution, replay, solution_of
from planner.crossing.variants import Variant, nearest_variants
from planner.engines.asking import DEFAULT_MEMORY, DEFAULT_TIMEOUT, Asking
from planner.engines.registry import Engine, EngineError, RefutedError, best_engine, choose
from planner.engines.session import Session
from planner.executing import cost_of, task_of
from planner.plans.action import Action

__all__ = ["Proof", "Result", "proof_of", "proven", "replayed", "solve", "told_refused"]

MOST_STATES = 100_000


@dataclass(frozen=True, slots=True)
class Proof:
    """What the rules say, independently of the engine, about an instance without a plan."""

    states: int
    """how many states can be reached, or were looked at if not complete"""
    complete: bool
    """whether these are all"""
    arrived: int
    """the most travellers that are where the goal wants them in any of these states"""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one question. ``status`` is one of those of ``plan solve --format json``."""

    instance: Instance
    status: str
    engine: str
    dialect: str
    encoding: str
    solution: Solution | Schedule | None = None
    plan: tuple[Action, ...] = ()
    """the engine's plan, as it came"""
    notes: tuple[str, ...] = ()
    proof: Proof | None = None
    variants: tuple[Variant, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    """for ``generate``, ``read``, ``solve``, ``total``, and ``ground`` and ``search`` where the engine tells them"""
    expanded: int | None = None
    """states that the engine expanded, for all the boats tried; None if it does not tell"""
    backward: bool = False
    """whether the plan is one for the problem with start and goal exchanged"""

    def _repr_html_(self) -> str:
        """Return what Jupyter shows."""
        from planner.pictures.notebook import result_as_html

        return result_as_html(self)


def solve(
    puzzle: CrossingFile,
    parameters: Mapping[str, Value],
    *,
    reference: str = "",
    engine: str = "auto",
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    session: Session | None = None,
    advise: bool = True,
    backward: bool = False,
) -> Result:
    """Return what the engine finds for a puzzle, each plan replayed against the rules.

    Without a dialect it is the best that the engine takes; for several boats that is temporal. Parameters not given have their
    defaults; a boat's capacity whose default is "smallest" is searched from 2 upwards.
    ``timeout`` is in seconds for all of it, ``memory`` in MiB. A ``session`` that has started already is used
    and left open. Where there is no plan, the nearest variants that have one are looked for, unless ``advise`` is false.
    With ``backward`` the engine searches from the goal to the start; the solution is told forwards.

    Raises PuzzleError, ParameterError, EncodingError for what cannot be asked, DialectError for a dialect that the engine does
    not take, EngineError for an engine that is missing or fails, RefutedError for a plan or a proof that the rules refute.
    """
    began = time.monotonic()
    values = check_parameters(puzzle, parameters)
    if dialect is None and boats_of(puzzle, values, reference) > 1:
        dialect = "temporal"
    chosen, dialect = choose(engine, dialect, costs=puzzle.cost is not None)
    check_encoding(dialect, encoding)
    with contextlib.nullcontext(session) if session else Session() as live:
        asking = Asking(live, began + timeout, memory)
        try:
            result = _search(
                puzzle, values, reference, _Question(asking, chosen, dialect, encoding, engine == "auto", backward)
            )
        except EngineError as error:
            if isinstance(error.result, Result):
                error.result = _measured(error.result, asking, began)
            raise
    if result.status == "unsolvable" and advise:
        result = replace(result, variants=nearest_variants(puzzle, dict(result.instance.parameters), reference))
    if backward:
        result = replace(result, notes=(*result.notes, "the planner searched backwards, from the goal to the start"))
    return _measured(result, asking, began)


def _measured(result: Result, asking: Asking, began: float) -> Result:
    """Add what it has cost."""
    seconds = {**asking.seconds, "total": time.monotonic() - began}
    return replace(result, seconds=seconds, expanded=asking.expanded)


class _Question(NamedTuple):
    """Who is asked, and how."""

    asking: Asking
    engine: Engine
    dialect: str
    encoding: str | None
    """None for the one that is cheaper"""
    automatic: bool
    """whether another engine may be taken that does better on an instance"""
    backward: bool
    """whether it is asked for the way from the goal to the start"""


def _search(puzzle: CrossingFile, values: Mapping[str, Value | None], reference: str, question: _Question) -> Result:
    """Answer for the values given, or for the smallest boat that works."""
    fixed = {key: value for key, value in values.items() if value is not None}
    searched = puzzle.searched_parameter()
    if searched is None or searched in fixed:
        return _answer(instantiate(puzzle, fixed, reference), question)
    if boats_of(puzzle, fixed, reference) > 1:
        instance = instantiate_smallest(puzzle, fixed, reference)
        note = f"each boat carries {instance.capacity}, the fewest with which one alone would do"
        return replace(_answer(instance, question), notes=(note,))
    spec = puzzle.parameters[searched]
    assert isinstance(spec, IntegerParameter)
    refused: list[str] = []
    capacity = spec.smallest
    while True:
        result = _answer(instantiate(puzzle, {**fixed, searched: capacity}, reference), question)
        largest = capacity >= min(spec.maximum, len(result.instance.travellers))
        if result.status not in ("unsolvable", "unknown") or largest:
            break
        proven = (
            "is proven not to suffice"
            if result.status == "unsolvable"
            else f"gave no plan ({result.engine} does not prove that there is none)"
        )
        refused.append(f"a boat for {capacity} {proven}")
        capacity += 1
    return replace(result, notes=told_refused(refused, capacity if result.solution is not None else None))


def told_refused(refused: Sequence[str], capacity: int | None) -> tuple[str, ...]:
    """Return notes on the boats that do not suffice, and on the capacity of the one that does, if any."""
    if capacity is not None and refused:
        return (*refused[:-1], f"{refused[-1]}; this boat carries {capacity}")
    return tuple(refused)


def _answer(instance: Instance, question: _Question) -> Result:
    """Return the engine's verdict on one instance, with the plan replayed and a proof of unsolvability checked."""
    asking, engine, dialect, encoding, automatic, backward = question
    asked = reverse_instance(instance) if backward else instance
    engine = best_engine(asked, engine, dialect) if automatic else engine
    began = time.monotonic()
    encoding, pddl = _generated(asked, dialect, [encoding] if encoding else by_cost(asked, dialect))
    asking.spend({"generate": time.monotonic() - began})
    try:
        verdict = asking.ask(engine, pddl.domain, pddl.problem)
        result = Result(instance, verdict.status, engine.name, dialect, encoding, plan=verdict.plan, backward=backward)
        match verdict.status:
            case "optimal" | "solved":
                return _replayed(result, pddl, asked)
            case "unsolvable":
                return proven(result, pddl)
        return result
    except EngineError as error:
        error.result = Result(instance, "error", engine.name, dialect, encoding, notes=(str(error),))
        raise


def _generated(instance: Instance, dialect: str, encodings: Sequence[str]) -> tuple[str, Pddl]:
    """Return the first of the encodings that can hold the instance, with its PDDL. Raises EncodingError if none can."""
    refusals = []
    for encoding in encodings:
        try:
            return encoding, generate(instance, dialect, encoding)
        except EncodingError as error:
            refusals.append(error)
    raise refusals[0]


def _replayed(result: Result, pddl: Pddl, asked: Instance) -> Result:
    try:
        solution = replayed(result.plan, asked, result.dialect, result.encoding)
        cost_of(result.plan, task_of(pddl))
        return replace(result, solution=solution)
    except PlanError as error:
        message = f"engine: '{result.engine}' gave a plan that the replay refutes: {error}"
        raise RefutedError(message, pddl.domain, pddl.problem, [str(action) for action in result.plan]) from None


def replayed(plan: Sequence[Action], instance: Instance, dialect: str, encoding: str) -> Solution | Schedule:
    """Return what a plan for the instance's PDDL stands for: in the dialect temporal a schedule, else a solution. Raises PlanError.

    A plan for an instance backwards is replayed, and told, forwards as well.
    """
    if dialect == "temporal":
        return schedule_of(plan, instance, encoding)
    solution = solution_of(plan, instance, dialect, encoding)
    if not instance.backward:
        return solution
    return replay(reverse_instance(instance), reverse_crossings([step.crossing for step in solution.steps]))


def proven(result: Result, pddl: Pddl) -> Result:
    """Add what the rules alone say, if there is one boat; raise RefutedError if they reach the goal that the engine says is out of reach."""
    if result.instance.boats > 1:
        return result
    exploration = StateSpace(result.instance).explore(MOST_STATES, up_to_symmetry=True)
    if exploration.goal is not None:
        message = f"engine: '{result.engine}' says that there is no plan, but the rules allow one of {exploration.crossings} crossings"
        raise RefutedError(message, pddl.domain, pddl.problem)
    return replace(result, proof=proof_of(result.instance, exploration))


def proof_of(instance: Instance, exploration: Exploration) -> Proof:
    """Return what an exploration up to symmetry that has not found the goal says."""
    arrived = max(map(StateSpace(instance).arrived, exploration.depths))
    states = sum(map(Symmetry(instance).orbit_size, exploration.depths))
    return Proof(states, exploration.complete, arrived)
