"""From a puzzle to a result: instances, the engine's verdicts on them, the replayed solution."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.errors import PlanError, nearest
from generator.instance import Instance
from generator.instantiation import check_parameters, instantiate
from generator.pddl import generate
from generator.puzzle_file import IntegerParameter, PuzzleFile
from generator.states import StateSpace
from planner.engines import ENGINES, Engine, EngineError, choose
from planner.plans import Action, read_plan
from planner.session import Session
from planner.solution import Solution, solution_of
from planner.variants import Variant, nearest_variants

__all__ = ["Proof", "Result", "solve"]

MOST_STATES = 100_000
DEFAULT_TIMEOUT = 300.0
DEFAULT_MEMORY = 4096


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
    solution: Solution | None = None
    plan: tuple[Action, ...] = ()
    """the engine's plan, as it came"""
    message: str = ""
    """what the engine said of a failure"""
    notes: tuple[str, ...] = ()
    proof: Proof | None = None
    variants: tuple[Variant, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    encoding: str = "named"


def solve(
    puzzle: PuzzleFile,
    parameters: Mapping[str, int | bool],
    *,
    reference: str = "",
    engine: str = "auto",
    dialect: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    session: Session | None = None,
) -> Result:
    """Return what the engine finds for a puzzle, each plan replayed against the rules.

    Parameters not given have their defaults; a boat's capacity whose default is "smallest" is searched from 2 upwards.
    ``timeout`` is in seconds for all of it, ``memory`` in MiB. A ``session`` that has started already is used and left open.

    Raises PuzzleError, ParameterError, EncodingError for what cannot be asked, EngineError for an engine that is
    missing, cannot take the dialect, fails, or gives a plan or a proof that the rules refute.
    """
    began = time.monotonic()
    chosen, dialect = choose(engine, dialect)
    values = check_parameters(puzzle, parameters)
    asking = _Asking(chosen, dialect, deadline=began + timeout, memory=memory)
    if session is None:
        with Session() as own:
            result = _search(puzzle, values, reference, asking, own)
    else:
        result = _search(puzzle, values, reference, asking, session)
    if result.status == "unsolvable":
        result = replace(result, variants=nearest_variants(puzzle, dict(result.instance.parameters), reference))
    return replace(result, seconds={**asking.seconds, "total": time.monotonic() - began})


@dataclass(slots=True)
class _Asking:
    """How the engine is asked, and what that has cost so far."""

    engine: Engine
    dialect: str
    deadline: float
    memory: int
    seconds: dict[str, float] = field(default_factory=dict)

    def add(self, seconds: Mapping[str, float]) -> None:
        for key, value in seconds.items():
            self.seconds[key] = self.seconds.get(key, 0.0) + value


def _search(
    puzzle: PuzzleFile, values: Mapping[str, int | bool | None], reference: str, asking: _Asking, session: Session
) -> Result:
    """Answer for the values given, or for the smallest boat that works."""
    fixed = {key: value for key, value in values.items() if value is not None}
    searched = puzzle.searched_parameter()
    if searched is None or searched in fixed:
        return _answer(instantiate(puzzle, fixed, reference), asking, session)
    spec = puzzle.parameters[searched]
    assert isinstance(spec, IntegerParameter)
    refused: list[str] = []
    capacity = max(2, spec.minimum)
    while True:
        result = _answer(instantiate(puzzle, {**fixed, searched: capacity}, reference), asking, session)
        largest = capacity >= min(spec.maximum, len(result.instance.travellers))
        if result.status not in ("unsolvable", "unknown") or largest:
            break
        proven = (
            "is proven not to suffice"
            if result.status == "unsolvable"
            else f"gave no plan ({asking.engine.name} does not prove that there is none)"
        )
        refused.append(f"a boat for {capacity} {proven}")
        capacity += 1
    if result.solution is not None and refused:
        return replace(result, notes=(*refused[:-1], f"{refused[-1]}; this boat carries {capacity}"))
    return replace(result, notes=tuple(refused))


def _answer(instance: Instance, asking: _Asking, session: Session) -> Result:
    """Return the engine's verdict on one instance, with the plan replayed and a proof of unsolvability checked."""
    began = time.monotonic()
    pddl = generate(instance, asking.dialect)
    asking.add({"generate": time.monotonic() - began})
    request = {
        "domain": pddl.domain,
        "problem": pddl.problem,
        "engine": asking.engine.up_name,
        "options": dict(asking.engine.options),
        "memory": asking.memory,
    }
    answer = session.ask(request, asking.deadline)
    asking.add(answer.get("seconds", {}))
    status: str = answer["status"]
    result = Result(instance, status, asking.engine.name, asking.dialect, message=answer.get("message", ""))
    match status:
        case "optimal" | "solved":
            return _replayed(result, answer["plan"])
        case "unknown" if asking.engine.exhaustive:
            return _proven(replace(result, status="unsolvable"))
        case "unsolvable":
            return _proven(result)
        case "missing" | "unsupported" | "error" | "bad-input":
            raise EngineError(_failure(asking.engine, status, answer))
    return result


def _replayed(result: Result, lines: list[str]) -> Result:
    plan = read_plan("\n".join(lines), "the plan")
    try:
        return replace(result, plan=plan, solution=solution_of(plan, result.instance, result.dialect))
    except PlanError as error:
        raise EngineError(f"engine: '{result.engine}' gave a plan that the replay refutes: {error}") from None


def _proven(result: Result) -> Result:
    """Add what the rules alone say; raise EngineError if they reach the goal that the engine says is out of reach."""
    space = StateSpace(result.instance)
    exploration = space.explore(MOST_STATES)
    if exploration.goal is not None:
        raise EngineError(
            f"engine: '{result.engine}' says that there is no plan, but the rules allow one of {exploration.crossings} crossings"
        )
    arrived = max(map(space.arrived, exploration.depths))
    return replace(result, proof=Proof(len(exploration.depths), exploration.complete, arrived))


def _failure(engine: Engine, status: str, answer: Mapping[str, Any]) -> str:
    message = answer.get("message", "")
    if status == "missing":
        known = answer.get("engines", [])
        if engine.package and engine.up_name not in known:
            return f"engine: '{engine.name}' is not installed; get it with: pip install {engine.package}"
        if engine.name in ENGINES or engine.up_name in known:
            return f"engine: '{engine.name}' cannot be started: {message}"
        return f"engine: found '{engine.name}', which unified-planning does not know{nearest(engine.name, ENGINES)}"
    if status == "unsupported":
        return (
            f"engine: '{engine.name}' cannot take this problem: {message}; "
            "expected an engine that does, for example --engine pyperplan --dialect strips"
        )
    if status == "bad-input":
        return f"engine: '{engine.name}': {message}"
    return f"engine: '{engine.name}' failed: {message}"
