"""From a puzzle to a result: instances, the engine's verdicts on them, the replayed solution."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.crossing.formulations import by_cost
from generator.crossing.instance import Instance
from generator.crossing.instantiation import boats_of, with_values
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.reversal import reverse_crossings, reverse_instance
from generator.crossing.smallest import smallest_boat
from generator.errors import EncodingError, PlanError
from generator.instance import Value
from generator.parameters import check_parameters
from generator.pddl.generation import Pddl, check_encoding, encodings, generate
from generator.puzzle_file import IntegerParameter
from planner.crossing.proof import Proof, explored, proof_of
from planner.crossing.schedule import Schedule, schedule_of
from planner.crossing.smallest_told import told_refused, told_tried, undecided
from planner.crossing.solution import Solution, replay, solution_of
from planner.engines.registry import Engine, EngineError, RefutedError, best_engine, choose
from planner.engines.runner import Runner
from planner.engines.session import Session
from planner.plans.execution import cost_of, task_of
from planner.plans.plan import Action
from planner.questions.variants import Variant, nearest_variants
from planner.result import Result as AnyResult
from planner.result import gives_plan, is_final
from planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, TimeIsUpError, limited
from planner.system.stopping import gathered, out_of

__all__ = ["Result", "advised", "proven", "replayed", "solve"]


@dataclass(frozen=True, slots=True)
class Result(AnyResult[Instance, Solution | Schedule]):
    """The answer to one question about a river crossing."""

    proof: Proof | None = None
    variants: tuple[Variant, ...] = ()
    backward: bool = False
    """whether the plan is one for the problem with start and goal exchanged"""
    undecided: str | None = None
    """the parameter of the boat's capacity, where the smallest that works was looked for and not found; the instance has the last one tried"""

    @property
    def parameters(self) -> dict[str, Value | None]:
        """Every parameter with the value used; None for a smallest boat that was not found."""
        return {key: None if key == self.undecided else value for key, value in self.instance.parameters}


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
    ``timeout`` is in seconds for all of it, ``memory`` in MiB, for the engine and for what is done here. What is known when they are
    used up is told, a note says what was cut short. A ``session`` that has started already is used and left open.
    Where there is no plan, the nearest variants that have one are looked for, unless ``advise`` is false.
    With ``backward`` the engine searches from the goal to the start; the solution is told forwards.

    Raises PuzzleError, ParameterError, EncodingError for what cannot be asked, DialectError for a dialect that the engine does
    not take, EngineError for an engine that is missing or fails, RefutedError for a plan or a proof that the rules refute,
    TimeIsUpError or MemoryError if the limits do not even suffice to instantiate the puzzle.
    """
    began = time.monotonic()
    with limited(timeout, memory, GRACE) as limit:
        values = check_parameters(puzzle, parameters)
        if dialect is None and boats_of(puzzle, values, reference) > 1:
            dialect = "temporal"
        chosen, dialect = choose(engine, dialect, costs=puzzle.cost is not None)
        check_encoding(dialect, encoding)
        with contextlib.nullcontext(session) if session else Session() as live:
            runner = Runner(live, limit.deadline, memory)
            question = _Question(runner, chosen, dialect, encoding, engine == "auto", backward)
            try:
                result = _search(puzzle, values, reference, question)
            except EngineError as error:
                if isinstance(error.result, Result):
                    error.result = _measured(error.result, runner, began)
                raise
        if result.status == "unsolvable" and advise:
            result = advised(result, puzzle, reference)
        if backward:
            result = _noted(result, "the planner searched backwards, from the goal to the start")
        return _measured(result, runner, began)


def _noted(result: Result, note: str) -> Result:
    return replace(result, notes=(*result.notes, note))


def advised(result: Result, puzzle: CrossingFile, reference: str) -> Result:
    """Add the nearest variants, as many as are found in time."""
    variants, cut = gathered(nearest_variants(puzzle, dict(result.instance.parameters), reference))
    result = replace(result, variants=variants)
    return _noted(result, f"not all of the nearest variants were looked for: {cut}") if cut else result


def _measured(result: Result, runner: Runner, began: float) -> Result:
    """Add what it has cost."""
    seconds = {**runner.seconds, "total": time.monotonic() - began}
    return replace(result, seconds=seconds, expanded=runner.expanded, notes=(*result.notes, *runner.notes))


class _Question(NamedTuple):
    """Who is asked, and how."""

    runner: Runner
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
    searched = puzzle.searched_parameter()
    if searched is None or values[searched] is not None:
        return _answer(_instantiated(puzzle, values, reference), question)
    if boats_of(puzzle, values, reference) > 1:
        with limited(math.inf):
            instance = smallest_boat(puzzle, values, reference)
        note = f"each boat carries {instance.capacity}, the fewest with which one alone would do"
        result = _answer(instance, question)
        return replace(result, notes=(note, *result.notes))
    spec, refused = puzzle.parameters[searched], list[str]()
    assert isinstance(spec, IntegerParameter)
    capacity = spec.smallest
    while True:
        instance = _instantiated(puzzle, {**values, searched: capacity}, reference)
        try:
            result = _answer(instance, question)
        except EngineError as error:
            if isinstance(error.result, Result):
                error.result = _undecided(error.result, puzzle, searched)
            raise
        largest = capacity >= min(spec.maximum, len(result.instance.travellers))
        if result.status not in ("unsolvable", "unknown") or largest:
            break
        verdict = (
            "is proven not to suffice"
            if result.status == "unsolvable"
            else f"gave no plan ({result.engine} does not prove that there is none)"
        )
        refused.append(f"a boat for {capacity} {verdict}")
        capacity += 1
    boats = told_refused(refused, None if result.solution is None else capacity)
    result = replace(result, notes=(*boats, *result.notes))
    return result if is_final(result.status) else _undecided(result, puzzle, searched)


def _undecided(result: Result, puzzle: CrossingFile, searched: str) -> Result:
    """Return the result as one that does not say how many the boat carries, but how many were tried."""
    instance = undecided(result.instance, puzzle, searched)
    return _noted(replace(result, instance=instance, undecided=searched), told_tried(instance, searched))


def _instantiated(puzzle: CrossingFile, values: Mapping[str, Value | None], reference: str) -> Instance:
    with limited(math.inf):
        return with_values(puzzle, values, reference)


def _answer(instance: Instance, question: _Question) -> Result:
    """Return the engine's verdict on one instance, with the plan replayed and a proof of unsolvability checked."""
    dialect, encoding = question.dialect, question.encoding or encodings(question.dialect)[0]
    unanswered = Result(instance, "timeout", question.engine.name, dialect, encoding)
    try:
        with limited(math.inf):
            result, pddl = _asked(instance, question)
    except TimeIsUpError:
        return unanswered
    except MemoryError:
        return replace(unanswered, status="memory")
    try:
        return proven(result, pddl) if result.status == "unsolvable" else result
    except RefutedError as error:
        error.result = replace(result, status="error", notes=(str(error),))
        raise


def _asked(instance: Instance, question: _Question) -> tuple[Result, Pddl]:
    """Return the engine's verdict on one instance, with the plan replayed, and what it was asked."""
    runner, engine, dialect, encoding, automatic, backward = question
    asked = reverse_instance(instance) if backward else instance
    engine = best_engine(asked, engine, dialect) if automatic else engine
    began = time.monotonic()
    try:
        encoding, pddl = _generated(asked, dialect, [encoding] if encoding else by_cost(asked, dialect))
    finally:
        runner.spend({"generate": time.monotonic() - began})
    try:
        verdict = runner.ask(engine, pddl.domain, pddl.problem)
        result = Result(instance, verdict.status, engine.name, dialect, encoding, plan=verdict.plan, backward=backward)
        return _replayed(result, pddl, asked) if gives_plan(verdict.status) else result, pddl
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
    try:
        with limited(math.inf):
            exploration = explored(result.instance)
            if exploration.goal is None:
                return replace(result, proof=proof_of(result.instance, exploration))
    except (TimeIsUpError, MemoryError) as error:
        return _noted(result, f"the rules were not explored on their own: {out_of(error)}")
    message = f"engine: '{result.engine}' says that there is no plan, but the rules allow one of {exploration.fewest} crossings"
    raise RefutedError(message, pddl.domain, pddl.problem)
