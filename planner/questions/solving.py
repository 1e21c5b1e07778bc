"""From a puzzle to a result: the engine's verdict, its plan replayed in the state space, or a proof that there is none."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.families import family_of, instantiate_smallest, trials
from ferryplan.generator.family_types import Trial
from ferryplan.generator.generation import check_encoding
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.engines.registry import (
    RULES,
    DialectError,
    Engine,
    EngineError,
    choose,
)
from ferryplan.planner.engines.runner import Runner
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.attempt import Attempt, Question
from ferryplan.planner.questions.proof import advised, with_count
from ferryplan.planner.questions.smallest import told_failed, told_refused, undecided
from ferryplan.planner.result import Result
from ferryplan.planner.status import is_final
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, limited
from ferryplan.planner.system.progress import known


def solve(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value] | None = None,
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
    """Return what an engine finds for a puzzle, its plan replayed; parameters not given have their defaults.

    ``dialect`` and ``encoding`` are chosen where they are None. ``timeout`` is in seconds, ``memory`` in MiB; a ``session`` is a worker that
    is used again. ``backward`` plans from the goal to the start, ``advise`` looks for the nearest variants that have a plan where there is none.
    ``actions`` asks for those of a plan in PDDL: a planner is then asked before the rules, however large an instance is.
    Raises PuzzleError, ParameterError, EncodingError for what cannot be asked, DialectError for a dialect that the engine does not take,
    FamilyError for moves that cannot be undone, EngineError for an engine that is missing, fails, or is wrong.
    """
    parameters = {} if parameters is None else parameters
    began = time.monotonic()
    may_use_rules = engine == "auto" and dialect is None and encoding is None
    with limited(timeout, memory, GRACE) as limit:
        tried = trials(puzzle, parameters)
        with limited(math.inf):
            trial = next(tried)
            fleet = trial.searched if trial.alone else None
            if fleet:  # the rules tell what works alone
                trial = Trial(instantiate_smallest(puzzle, parameters))
        if backward:
            family_of(puzzle).check_ability("backward")
        chosen, dialect = _choose_engine(puzzle, trial.instance, engine, dialect, encoding)
        own = contextlib.nullcontext(session) if session or chosen == RULES else Session(chosen.up_name)
        with own as live:
            runner = Runner(live, limit.deadline, memory)
            question = Question(
                runner, chosen, dialect, encoding, engine == "auto", may_use_rules, backward, needs_actions=actions
            )
            try:
                result = _try_candidates(puzzle, trial, tried, question)
            except EngineError as error:
                if isinstance(error.result, Result):
                    error.result = measured(error.result, runner, began)
                raise
        if fleet:
            told = format_message("questions.fleet-capacity", capacity=result.parameters[fleet])
            result = replace(result, notes=(told, *result.notes))
        if result.status == "unsolvable" and advise:
            result = advised(result, puzzle, parameters)
        elif result.status == "solved" and advise:
            result = with_count(result, limit.deadline)
        if backward:
            result = result.noted(format_message("questions.searched-backward"))
        return measured(result, runner, began)


MOST_REFUSED = 5
"""after so many boats that do not suffice planners are not asked about the next ones"""


def _choose_engine(
    puzzle: PuzzleFile, instance: AnyInstance, engine: str | Engine, dialect: str | None, encoding: str | None
) -> tuple[Engine, str]:
    """Return the engine to ask, and the dialect to use with it; the empty text for the search by the rules.

    Raises DialectError for a dialect that the engine does not take, EncodingError for an encoding that the dialect does not have.
    """
    family, wanted = family_of(puzzle), dialect or _only_dialect(instance)
    if family.in_turn:  # an engine itself says what it takes
        chosen, preferred = choose(engine)
        dialect = wanted or preferred if chosen != RULES else ""
    else:
        chosen, dialect = choose(engine, wanted, family.get_unit(puzzle) is not None)
    if chosen != RULES:
        check_encoding(dialect, encoding, puzzle.family)
    elif encoding:
        raise DialectError(format_message("questions.no-encoding", engine=RULES), key="encoding", found=encoding)
    return chosen, dialect


def _only_dialect(instance: AnyInstance) -> str | None:
    """Return the dialect that says what an instance asks, if there is only one."""
    family, fitting = family_of(instance), set[str]()
    for formulation in family.formulations:
        with contextlib.suppress(UnsuitableError):
            formulation.check_suitable(instance)
            fitting.add(formulation.dialect)
    return fitting.pop() if len(fitting) == 1 else None


def measured(result: Result, runner: Runner, began: float) -> Result:
    """Return a result with what it has cost since a time of ``time.monotonic``."""
    seconds = {**runner.seconds, **result.seconds, "total": time.monotonic() - began}
    return result.noted(*runner.notes, seconds=seconds, expanded=runner.expanded)


def _try_candidates(puzzle: PuzzleFile, first: Trial, further: Iterator[Trial], question: Question) -> Result:
    """Try the candidates for a free parameter in order; return the first result with a plan, else the last result."""
    refused, candidate = list[str](), first
    while True:
        free = candidate.searched
        if free:
            value = dict(candidate.instance.parameters)[free]
            trying = format_message(family_of(puzzle).open_value, count=value)
            question = replace(question, trying=f" with {trying}")
        try:
            result = Attempt(candidate.instance, question, hopeless=len(refused) >= MOST_REFUSED).run()
        except EngineError as error:
            if free and isinstance(error.result, Result):
                error.result = undecided(error.result, puzzle, free)
            raise
        if free is None or result.status not in ("unsolvable", "unknown"):
            break
        with limited(math.inf):
            following = next(further, None)
        if following is None:
            break
        refused.append(told_failed(result, free))
        known(refused[-1])
        candidate = following
    taken = result.parameters[free] if free and result.solution else None
    result = replace(result, notes=(*told_refused(refused, taken), *result.notes))
    return undecided(result, puzzle, free) if free and not is_final(result.status) else result
