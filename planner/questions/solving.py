"""The solving of puzzles: from a puzzle to a plan replayed by the rules, or a proof that none exists."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.families import family_of, instantiate_smallest, list_candidates
from ferryplan.generator.family_types import CandidateInstance
from ferryplan.generator.generation import check_encoding
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.engines.engine_runner import EngineRunner
from ferryplan.planner.engines.registry import (
    RULES,
    DialectError,
    Engine,
    EngineError,
    choose_engine,
)
from ferryplan.planner.engines.session import Session, start_session
from ferryplan.planner.questions.attempt import EngineQuery, SolvingAttempt
from ferryplan.planner.questions.proof import add_cause_and_variants, add_solution_count
from ferryplan.planner.questions.smallest_value import (
    describe_failed_capacities,
    describe_failed_capacity,
    mark_free_parameter_undecided,
)
from ferryplan.planner.result import Result
from ferryplan.planner.status import is_final
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, enforce_limits
from ferryplan.planner.system.progress import record_known_result


def solve(
    puzzle: PuzzleFile,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    engine: str | Engine = "auto",
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    session: Session | None = None,
    advise: bool = True,
    backward: bool = False,
    actions: bool = False,
) -> Result:
    """Solve a puzzle with an engine, and replay the plan by the puzzle's rules.

    Parameters that are not given have their defaults. ``dialect`` and ``encoding`` are chosen if they are None. ``timeout`` is
    in seconds, ``memory`` in MiB; ``session`` is a worker process to reuse. ``backward`` plans from the goal to the start.
    ``advise`` adds the nearest solvable variants if there is no plan. ``actions`` requires a plan in PDDL: a planner then runs
    instead of the search by the rules, however large the instance is.

    Raises PuzzleError or ParameterError for a wrong puzzle or parameter, EncodingError for an instance that no PDDL can
    express, DialectError for a dialect that the engine does not take and for ``actions`` of the search by the rules, FamilyError
    if ``backward`` is set and moves cannot be undone, EngineError for an engine that is missing, fails, or gives a wrong answer.
    """
    parameters = {} if parameters is None else parameters
    began = time.monotonic()
    may_use_rules = engine == "auto" and dialect is None and encoding is None and not actions
    with enforce_limits(timeout, memory, GRACE) as limit:
        tried = list_candidates(puzzle, parameters)
        with enforce_limits(math.inf):
            trial = next(tried)
            fleet = trial.free_parameter if trial.probe_instance else None
            if fleet:  # the search by the rules alone finds the smallest capacity that works
                trial = CandidateInstance(instantiate_smallest(puzzle, parameters))
        if backward:
            family_of(puzzle).check_ability("backward")
        chosen, dialect = _choose_engine(puzzle, trial.instance, engine, dialect, encoding)
        if actions and chosen == RULES:
            says = format_message("questions.no-actions", engine=RULES.name)
            raise DialectError(says, key="engine", found=RULES.name, expected="a planner")
        own = contextlib.nullcontext(session) if session or chosen == RULES else start_session(chosen.up_name)
        with own as live:
            runner = EngineRunner(live, limit.deadline, memory)
            question = EngineQuery(runner, chosen, dialect, encoding, engine == "auto", may_use_rules, backward)
            try:
                result = _try_candidate_instances(puzzle, trial, tried, question)
            except EngineError as error:
                if isinstance(error.result, Result):
                    error.result = add_time_and_expansions(error.result, runner, began)
                raise
        if fleet:
            told = format_message("questions.fleet-capacity", capacity=result.parameters[fleet])
            result = replace(result, notes=(told, *result.notes))
        if result.status == "unsolvable" and advise:
            result = add_cause_and_variants(result, puzzle, parameters)
        elif result.status == "solved" and advise:
            result = add_solution_count(result, limit.deadline)
        if backward:
            result = result.with_notes(format_message("questions.searched-backward"))
        return add_time_and_expansions(result, runner, began)


MAX_FAILED_VALUES = 5
"""the number of boats that are too small after which the search by the rules takes the place of planners"""


def _choose_engine(
    puzzle: PuzzleFile, instance: AnyInstance, engine: str | Engine, dialect: str | None, encoding: str | None
) -> tuple[Engine, str]:
    """Return the engine to run and the dialect of its PDDL.

    The dialect of the search by the rules is the empty text. Raises DialectError for a dialect that the engine does not take,
    EncodingError for an encoding that the dialect does not have.
    """
    family, wanted = family_of(puzzle), dialect or _find_only_dialect(instance)
    if family.tries_engines_in_turn:  # the engine itself decides which PDDL it takes
        chosen, preferred = choose_engine(engine)
        dialect = wanted or preferred if chosen != RULES else ""
    else:
        chosen, dialect = choose_engine(engine, wanted, family.get_cost_unit(puzzle) is not None)
    if chosen != RULES:
        check_encoding(dialect, encoding, puzzle.family)
    elif encoding:
        raise DialectError(format_message("questions.no-encoding", engine=RULES.name), key="encoding", found=encoding)
    return chosen, dialect


def _find_only_dialect(instance: AnyInstance) -> str | None:
    """Return the only dialect that can express an instance; None if there are several or none."""
    family, fitting = family_of(instance), set[str]()
    for formulation in family.formulations:
        with contextlib.suppress(UnsuitableError):
            formulation.check_expressible(instance)
            fitting.add(formulation.dialect)
    return fitting.pop() if len(fitting) == 1 else None


def add_time_and_expansions(result: Result, runner: EngineRunner, began: float) -> Result:
    """Return a result with the time spent on it and the number of states that engines expanded.

    ``began`` is the time of ``time.monotonic`` at which the run began.
    """
    seconds = {**runner.seconds, **result.seconds, "total": time.monotonic() - began}
    return result.with_notes(*runner.notes, seconds=seconds, expanded=runner.expanded)


def _try_candidate_instances(
    puzzle: PuzzleFile, first: CandidateInstance, further: Iterator[CandidateInstance], query: EngineQuery
) -> Result:
    """Return the first result with a plan among the candidates for a free parameter, else the last result.

    A candidate is an instance with one value of the free parameter. ``first`` is tried before ``further``.
    """
    refused, candidate = list[str](), first
    while True:
        free = candidate.free_parameter
        if free:
            value = dict(candidate.instance.parameters)[free]
            trying = format_message(family_of(puzzle).free_parameter_key, count=value)
            query = replace(query, candidate_text=f" with {trying}")
        try:
            result = SolvingAttempt(candidate.instance, query, prefer_rules=len(refused) >= MAX_FAILED_VALUES).run()
        except EngineError as error:
            if free and isinstance(error.result, Result):
                error.result = mark_free_parameter_undecided(error.result, puzzle, free)
            raise
        if free is None or result.status not in ("unsolvable", "unknown"):
            break
        with enforce_limits(math.inf):
            following = next(further, None)
        if following is None:
            break
        refused.append(describe_failed_capacity(result, free))
        record_known_result(refused[-1])
        candidate = following
    taken = result.parameters[free] if free and result.solution else None
    result = replace(result, notes=(*describe_failed_capacities(refused, taken), *result.notes))
    return mark_free_parameter_undecided(result, puzzle, free) if free and not is_final(result.status) else result
