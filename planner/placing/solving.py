"""From a puzzle in which things are placed to a result: the engine's verdict, the replayed solution, a proof that there is none."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from generator.errors import PlanError
from generator.instance import Value
from generator.pddl.generation import Pddl, check_encoding, generate
from generator.placing.contradiction import smallest_contradiction
from generator.placing.instance import PlacingInstance
from generator.placing.search import Search
from generator.puzzle_file import PuzzleFile
from planner.engines.registry import Engine, EngineError, RefutedError, choose, satisficing
from planner.engines.runner import Runner
from planner.engines.session import Session
from planner.placing.counting import Counted, count_solutions, most_placements
from planner.placing.solution import Solution, placements_of, replay
from planner.placing.words import instantiated, words_of
from planner.plans.execution import cost_of, task_of
from planner.plans.plan import Action
from planner.result import Result as AnyResult
from planner.result import gives_plan
from planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, TimeIsUpError, limited
from planner.system.stopping import out_of

__all__ = ["Proof", "Result", "proof_in_time", "proof_of", "proven", "replayed", "solve", "with_count"]

MOST_NODES = 300_000


@dataclass(frozen=True, slots=True)
class Proof:
    """What the clues say, independently of the engine, about an instance without a plan."""

    nodes: int
    """how many placements were tried"""
    complete: bool
    """whether these are all"""
    contradiction: tuple[str, ...] = ()
    """clues that cannot all hold, where the puzzle has clues of its own"""
    smallest: bool = False
    """whether no fewer clues contradict each other"""


@dataclass(frozen=True, slots=True)
class Result(AnyResult[PlacingInstance, Solution]):
    """The answer to one question about a puzzle in which things are placed."""

    proof: Proof | None = None
    counted: Counted | None = None
    """how many solutions there are, where there is one; None if they were not counted"""


def solve(
    puzzle: PuzzleFile,
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
) -> Result:
    """Return what the engine finds for a puzzle, its plan replayed against the clues. As for crossings, and with the same errors.

    All plans have as many placements: the status is ``solved`` also where the engine proves its plan the shortest. Unless ``advise``
    is false, the solutions are counted, in what is left of the time and as far as ``most_placements`` goes.
    """
    began = time.monotonic()
    with limited(timeout, memory, GRACE) as limit:
        with limited(math.inf):
            instance = instantiated(puzzle, parameters, reference)
        chosen, dialect = choose(engine, dialect)
        check_encoding(dialect, encoding, puzzle.family)
        with contextlib.nullcontext(session) if session else Session() as live:
            runner = Runner(live, limit.deadline, memory)
            result = Result(instance, "timeout", chosen.name, dialect, "named")
            try:
                with limited(math.inf):
                    result, pddl = _asked(result, runner, satisficing(chosen), encoding)
            except MemoryError:
                result = replace(result, status="memory")
            except TimeIsUpError:
                pass  # as it says
        if result.status == "unsolvable":
            result = proven(result, pddl)
        elif result.status == "solved" and advise:
            result = with_count(result, limit.deadline)
        seconds = {**runner.seconds, **result.seconds, "total": time.monotonic() - began}
        notes = (*result.notes, *runner.notes)
        return replace(result, seconds=seconds, expanded=runner.expanded, notes=notes)


def _asked(result: Result, runner: Runner, engine: Engine, encoding: str | None) -> tuple[Result, Pddl]:
    """Return the result with the engine's verdict and the plan replayed, and what the engine was asked."""
    began = time.monotonic()
    try:
        pddl = generate(result.instance, result.dialect, encoding)
    finally:
        runner.spend({"generate": time.monotonic() - began})
    try:
        verdict = runner.ask(engine, pddl.domain, pddl.problem)
    except EngineError as error:
        error.result = replace(result, status="error", notes=(str(error),))
        raise
    solved = gives_plan(verdict.status)
    result = replace(result, status="solved" if solved else verdict.status, plan=verdict.plan)
    return _replayed(result, pddl) if solved else result, pddl


def _replayed(result: Result, pddl: Pddl) -> Result:
    try:
        solution = replayed(result.plan, result.instance)
        cost_of(result.plan, task_of(pddl))
        return replace(result, solution=solution)
    except PlanError as error:
        message = f"engine: '{result.engine}' gave a plan that the replay refutes: {error}"
        raise RefutedError(message, pddl.domain, pddl.problem, [str(action) for action in result.plan]) from None


def replayed(plan: Sequence[Action], instance: PlacingInstance) -> Solution:
    """Return the solution that a plan for the instance's PDDL stands for. Raises PlanError."""
    return replay(instance, placements_of(plan, instance))


def with_count(result: Result, deadline: float | None = None) -> Result:
    """Return a result that has a solution with the number of all solutions; ``deadline`` is a time of ``time.monotonic``."""
    began = time.monotonic()
    try:
        with limited(math.inf):
            counted = count_solutions(result.instance, most=most_placements(result.instance), deadline=deadline)
    except (TimeIsUpError, MemoryError) as error:
        return replace(result, notes=(*result.notes, f"the solutions were not counted: {out_of(error)}"))
    assert counted.solutions != 0, "the clues allow the solution that was replayed"
    notes = (*result.notes, counted.note) if counted.note else result.notes
    seconds = {**result.seconds, "count": time.monotonic() - began}
    return replace(result, counted=counted, notes=notes, seconds=seconds)


def proven(result: Result, pddl: Pddl) -> Result:
    """Add what the clues alone say; raise RefutedError if they allow what the engine says is out of reach."""
    search = Search(result.instance)
    try:
        with limited(math.inf):
            solution = next(search.solutions(lambda nodes: nodes < MOST_NODES), None)
    except (TimeIsUpError, MemoryError) as error:
        note = f"the clues were not all searched on their own: {out_of(error)}"
        return replace(result, proof=Proof(search.nodes, complete=False), notes=(note,))
    if solution is not None:
        message = f"engine: '{result.engine}' says that there is no plan, but the clues allow a solution"
        raise RefutedError(message, pddl.domain, pddl.problem)
    proof, notes = proof_in_time(search)
    return replace(result, proof=proof, notes=notes)


def proof_in_time(search: Search) -> tuple[Proof, tuple[str, ...]]:
    """Return ``proof_of`` a search, without clues that contradict each other if time or memory does not suffice to find them; then a note says so."""
    try:
        with limited(math.inf):
            return proof_of(search), ()
    except (TimeIsUpError, MemoryError) as error:
        note = f"which clues contradict each other was not found out: {out_of(error)}"
        return Proof(search.nodes, search.complete), (note,)


def proof_of(search: Search) -> Proof:
    """Return what a search that has found no solution proves, with the clues that contradict each other."""
    if not words_of(search.instance).clued:
        return Proof(search.nodes, search.complete)
    found = smallest_contradiction(search.instance)
    return Proof(search.nodes, search.complete, tuple(clue.says for clue in found.clues), found.status == "smallest")
