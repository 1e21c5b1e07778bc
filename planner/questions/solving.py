"""From a puzzle to a result: the engine's verdict, its plan replayed in the state space, or a proof that there is none."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from generator.errors import PlanError
from generator.families import instantiate_smallest, state_space, teller_of
from generator.family import Formulation
from generator.instance import AnyInstance, Value
from generator.pddl.generation import Pddl, check_encoding, formulation_of, generate
from generator.puzzle_file import PuzzleFile
from generator.search.breadth_first import explore
from planner import result
from planner.engines.registry import Engine, EngineError, RefutedError, choose
from planner.engines.runner import Runner
from planner.engines.session import Session
from planner.plans.execution import cost_of, task_of
from planner.plans.plan import Action
from planner.questions.solution import Solution, replay
from planner.questions.variants import Variant, nearest_variants
from planner.result import gives_plan
from planner.system.limits import GRACE, TimeIsUpError, limited
from planner.system.stopping import gathered, out_of

__all__ = ["Proof", "Result", "advised", "proven", "replayed", "solve"]

MOST_STATES = 100_000


@dataclass(frozen=True, slots=True)
class Proof:
    """What the state space says, independently of the engine, about an instance without a plan."""

    states: int
    """how many states can be reached, or were looked at if not complete"""
    complete: bool
    """whether these are all"""
    goals_met: int
    """the most conditions of the goal that hold in any of these states"""


AnySolution: TypeAlias = Solution[Any, Any]


@dataclass(frozen=True, slots=True)
class Result(result.Result[AnyInstance, AnySolution]):
    """The answer to one question."""

    proof: Proof | None = None
    variants: tuple[Variant, ...] = ()


def solve(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value],
    *,
    reference: str,
    engine: str,
    dialect: str | None,
    encoding: str | None,
    timeout: float,
    memory: int,
    session: Session | None,
    advise: bool,
) -> Result:
    """Return what the engine finds for a puzzle, its plan replayed. Arguments and errors are those of `planner.solving.solve`."""
    began = time.monotonic()
    with limited(timeout, memory, GRACE) as limit:
        with limited(math.inf):
            instance = instantiate_smallest(puzzle, parameters, reference)
        costs = teller_of(instance).unit is not None
        chosen, dialect = choose(engine, dialect, costs=costs)
        check_encoding(dialect, encoding, puzzle.family)
        formulation = formulation_of(instance, dialect, encoding)
        with contextlib.nullcontext(session) if session else Session() as live:
            runner = Runner(live, limit.deadline, memory)
            found = Result(instance, "timeout", chosen.name, dialect, formulation.encoding)
            try:
                with limited(math.inf):
                    found, pddl = _asked(found, runner, chosen, formulation)
            except MemoryError:
                found = replace(found, status="memory")
            except TimeIsUpError:
                pass  # as it says
        if found.status == "unsolvable":
            found = proven(found, pddl)
            found = advised(found, puzzle, reference) if advise else found
        seconds = {**runner.seconds, "total": time.monotonic() - began}
        return replace(found, seconds=seconds, expanded=runner.expanded, notes=(*found.notes, *runner.notes))


def _asked(found: Result, runner: Runner, engine: Engine, formulation: Formulation[AnyInstance]) -> tuple[Result, Pddl]:
    began = time.monotonic()
    try:
        pddl = generate(found.instance, found.dialect, found.encoding)
    finally:
        runner.spend({"generate": time.monotonic() - began})
    try:
        verdict = runner.ask(engine, pddl.domain, pddl.problem)
    except EngineError as error:
        error.result = replace(found, status="error", notes=(str(error),))
        raise
    found = replace(found, status=verdict.status, plan=verdict.plan)
    if not gives_plan(verdict.status):
        return found, pddl
    try:
        solution = replayed(found.plan, found.instance, formulation)
        cost_of(found.plan, task_of(pddl))
    except PlanError as error:
        message = f"engine: '{found.engine}' gave a plan that the replay refutes: {error}"
        raise RefutedError(message, pddl.domain, pddl.problem, [str(action) for action in found.plan]) from None
    return replace(found, solution=solution), pddl


def replayed(plan: Sequence[Action], instance: AnyInstance, formulation: Formulation[AnyInstance]) -> AnySolution:
    """Return the solution that a plan for the instance's PDDL stands for. Raises PlanError."""
    moves = (formulation.move(instance, action.name, action.arguments) for action in plan)
    return replay(state_space(instance), teller_of(instance), [move for move in moves if move is not None])


def proven(found: Result, pddl: Pddl) -> Result:
    """Add what the state space says; raise RefutedError if the goal is reached there that the engine says is out of reach."""
    space = state_space(found.instance)
    try:
        with limited(math.inf):
            exploration = explore(space, MOST_STATES, up_to_symmetry=True)
    except (TimeIsUpError, MemoryError) as error:
        note = f"the state space was not explored on its own: {out_of(error)}"
        return replace(found, notes=(*found.notes, note))
    if exploration.goal is not None:
        moves = teller_of(found.instance).move.counted(exploration.fewest or 0)
        message = f"engine: '{found.engine}' says that there is no plan, but the rules allow one of {moves}"
        raise RefutedError(message, pddl.domain, pddl.problem)
    states = sum(map(space.orbit_size, exploration.depths))
    proof = Proof(states, exploration.complete, max(map(space.goals_met, exploration.depths), default=0))
    return replace(found, proof=proof)


def advised(found: Result, puzzle: PuzzleFile, reference: str) -> Result:
    """Add the nearest variants, as many as are found in time."""
    variants, cut = gathered(nearest_variants(puzzle, dict(found.instance.parameters), reference))
    notes = (*found.notes, *([f"not all of the nearest variants were looked for: {cut}"] if cut else []))
    return replace(found, variants=variants, notes=notes)
