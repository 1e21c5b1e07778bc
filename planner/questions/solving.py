"""From a puzzle to a result: the engine's verdict, its plan replayed in the state space, or a proof that there is none."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, UnsuitableError
from ferryplan.generator.families import family_of, instantiate_smallest, strategy_of, trials
from ferryplan.generator.family_types import Trial
from ferryplan.generator.generation import Pddl, check_encoding, encodings, generate
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.solution import replay
from ferryplan.planner.engines.compiled import ask_in_dialect
from ferryplan.planner.engines.registry import (
    RULES,
    DialectError,
    Engine,
    EngineError,
    best_engine,
    choose,
    none_takes,
    satisficing,
)
from ferryplan.planner.engines.runner import Runner
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.proof import advised, proven, with_count
from ferryplan.planner.questions.replaying import confirmed, forwards
from ferryplan.planner.questions.smallest import told_failed, told_refused, undecided
from ferryplan.planner.result import Result
from ferryplan.planner.status import Status, gives_plan, is_final
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, TimeIsUpError, limited
from ferryplan.planner.system.progress import doing, known


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
    with limited(timeout, memory, GRACE) as limit:
        tried = trials(puzzle, parameters)
        with limited(math.inf):
            trial = next(tried)
            fleet = trial.searched if trial.alone else None
            if fleet:  # the rules tell what works alone
                trial = Trial(instantiate_smallest(puzzle, parameters))
        family = family_of(puzzle)
        if backward:
            family.check_ability("backward")
        anyhow = engine == "auto" and dialect is None and encoding is None
        wanted = dialect or _only_dialect(trial.instance)
        if family.in_turn:  # an engine itself says what it takes
            chosen, preferred = choose(engine)
            dialect = wanted or preferred if chosen != RULES else ""
        else:
            chosen, dialect = choose(engine, wanted, family.get_unit(puzzle) is not None)
        if chosen != RULES:
            check_encoding(dialect, encoding, puzzle.family)
        elif encoding:
            raise DialectError(format_message("questions.no-encoding", engine=RULES), key="encoding", found=encoding)
        own = contextlib.nullcontext(session) if session or chosen == RULES else Session(chosen.up_name)
        with own as live:
            runner = Runner(live, limit.deadline, memory)
            question = _Question(runner, chosen, dialect, encoding, engine == "auto", anyhow, backward, actions)
            try:
                result = _answered(puzzle, trial, tried, question)
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


class _Question(NamedTuple):
    """Who is asked, and how."""

    runner: Runner
    engine: Engine
    dialect: str
    encoding: str | None
    """None for the one in which the instance is likely to be solved sooner"""
    automatic: bool
    """whether another engine may be taken that does better on an instance"""
    anyhow: bool
    """whether the rules are searched if no PDDL can hold an instance"""
    backward: bool
    """whether it is asked for the way from the goal to the start"""
    actions: bool
    """whether it is asked for the actions of PDDL"""
    trying: str = ""
    """with what, where that is being looked for"""


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


def _answered(puzzle: PuzzleFile, trial: Trial, further: Iterator[Trial], question: _Question) -> Result:
    """Answer for the first trial that has a plan, or the last."""
    refused = list[str]()
    while True:
        if trial.searched:
            value = dict(trial.instance.parameters)[trial.searched]
            trying = format_message(family_of(puzzle).open_value, count=value)
            question = question._replace(trying=f" with {trying}")
        try:
            result = _verdict(trial.instance, question, hopeless=len(refused) >= MOST_REFUSED)
        except EngineError as error:
            if trial.searched and isinstance(error.result, Result):
                error.result = undecided(error.result, puzzle, trial.searched)
            raise
        if trial.searched is None or result.status not in ("unsolvable", "unknown"):
            break
        with limited(math.inf):
            following = next(further, None)
        if following is None:
            break
        refused.append(told_failed(result, trial.searched))
        known(refused[-1])
        trial = following
    searched = trial.searched
    taken = result.parameters[searched] if searched and result.solution else None
    result = replace(result, notes=(*told_refused(refused, taken), *result.notes))
    return undecided(result, puzzle, searched) if searched and not is_final(result.status) else result


def _verdict(instance: AnyInstance, question: _Question, hopeless: bool) -> Result:
    """Return the engine's verdict on one instance, with the plan replayed and a proof of unsolvability checked."""
    runner, engine, dialect, encoding, automatic, anyhow, backward, actions, trying = question
    family, asked = family_of(instance), instance
    wanted: Sequence[str] = [encoding] if encoding else encodings(dialect, instance.family) or ("",)
    result = Result(instance, "timeout", engine.name, dialect, wanted[0], backward=backward)
    ruled = replace(result, engine=RULES.name, dialect="", encoding="")
    try:
        with limited(math.inf):
            if backward:
                asked = family.reverse(asked)
            if engine == RULES:
                return _by_rules(result, asked, question)
            if anyhow and not actions and (hopeless or family.suggest_search(asked, "") == "rules"):
                with contextlib.suppress(EncodingError):
                    found = _by_rules(ruled, asked, question)
                    if found.theorem:
                        return found
                    return found.noted(format_message("questions.rules-are-faster", engine=engine.name))
            if automatic:
                engine = best_engine(asked, engine, dialect)
            elif family.alike:
                engine = satisficing(engine)
            began = time.monotonic()
            doing(format_message("questions.writing-pddl", trying=trying))
            try:
                try:
                    if not encoding:
                        wanted = family.rank_encodings(asked, dialect) or wanted
                    encoding, pddl = _generated(asked, dialect, wanted)
                finally:
                    runner.spend({"generate": time.monotonic() - began})
            except EncodingError as refusal:
                if anyhow:
                    result = ruled
                    with contextlib.suppress(EncodingError):
                        note = format_message("questions.no-planner-ran", reason=refusal)
                        return _by_rules(result, asked, question).noted(note)
                raise
            result = replace(result, engine=engine.name, encoding=encoding)
            searches = {"engine": engine.name, "dialect": dialect, "encoding": encoding, "trying": trying}
            doing(format_message("questions.engine-searches", **searches))
            if family.in_turn:
                from ferryplan.planner.engines.foreign import Foreign
                from ferryplan.planner.engines.portfolio import Found, ask_in_turn

                task = Foreign(pddl.domain, pddl.problem, *asked.files)
                found_by = ask_in_turn(runner, task) if automatic else Found(engine, task.ask(runner, engine))
                verdict = found_by.verdict
                result = replace(result, engine=found_by.engine.name).noted(*found_by.notes)
            elif automatic and engine.missing:
                raise none_takes(dialect)
            else:
                verdict = ask_in_dialect(runner, engine, pddl, dialect)
            status = "solved" if family.alike and gives_plan(verdict.status) else verdict.status
            found = replace(result, status=status, plan=verdict.plan)
            found = confirmed(found, pddl, asked) if gives_plan(status) else found
        return proven(found, pddl) if status == "unsolvable" else found
    except TimeIsUpError:
        return result
    except MemoryError:
        return replace(result, status="memory")
    except EngineError as error:
        error.result = replace(result, status="error", notes=(str(error),))
        raise


def _by_rules(result: Result, asked: AnyInstance, question: _Question) -> Result:
    """Return what a search by the rules says; without a solution, what they say when they are explored in another way."""
    began = time.monotonic()
    doing(format_message("questions.searching-rules", trying=question.trying))
    found = strategy_of(asked).best()
    question.runner.spend({"solve": time.monotonic() - began}, found.expanded)
    if found.moves is None:
        return proven(replace(result, status="unsolvable"))
    status: Status = "solved" if family_of(asked).alike else "optimal"
    return replace(result, status=status, solution=forwards(replay(asked, found.moves)), theorem=found.theorem)


def _generated(instance: AnyInstance, dialect: str, encodings: Sequence[str]) -> tuple[str, Pddl]:
    """Return the first of the encodings that can hold the instance, with its PDDL. Raises EncodingError if none can."""
    refusals = []
    for encoding in encodings:
        try:
            return encoding, generate(instance, dialect, encoding)
        except EncodingError as error:
            refusals.append(error)
    raise next((error for error in refusals if not isinstance(error, UnsuitableError)), refusals[0])
