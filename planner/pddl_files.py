"""Any PDDL, ours or not, through the same worker, limits and engines."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Mapping
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import family_of
from ferryplan.generator.generation import Pddl
from ferryplan.generator.pddl.syntax import Source, UnknownFormError
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.formulations import is_explored
from ferryplan.generator.tasks.pairs import of_texts, sentences_beside
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.planner.engines.compiled import ask_in_dialect
from ferryplan.planner.engines.foreign import Foreign
from ferryplan.planner.engines.portfolio import Found, ask_in_turn
from ferryplan.planner.engines.registry import RULES, DialectError, Engine, EngineError, best_engine, choose
from ferryplan.planner.engines.runner import Runner, Verdict
from ferryplan.planner.engines.session import Session
from ferryplan.planner.linting import check_meaning
from ferryplan.planner.questions.proof import advised, proven, with_count
from ferryplan.planner.questions.replaying import confirmed, unsolved
from ferryplan.planner.questions.solving import measured, solve
from ferryplan.planner.result import Answer, Result
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, TimeIsUpError, limited
from ferryplan.planner.validation import Origin, differences, origin_of

SHORTEST = 0.01
"""seconds"""


def solve_files(
    domain: str,
    problem: str,
    problem_name: str = "the problem",
    domain_name: str = "the domain",
    *,
    engine: str | Engine = "auto",
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    session: Session | None = None,
    advise: bool = True,
    actions: bool = False,
) -> Answer | Result:
    """Return what the engine finds for a domain and a problem: a Result; of what takes time, or of which much is wanted, an Answer.

    What was generated here is the puzzle's, and its plan is replayed by the puzzle's rules.
    ``auto`` takes for what was generated here what it takes for the puzzle; of PDDL of others it asks the engines that
    are installed in turn, as `ferryplan.planner.engines.portfolio` says. The names are those of the files in errors; ``advise`` and
    ``actions`` are as for `ferryplan.planner.questions.solving.solve`.
    Raises PddlError for PDDL that cannot be read, EngineError for an engine that is missing, cannot take the problem, or fails.
    """
    began, name = time.monotonic(), engine.name if isinstance(engine, Engine) else engine
    with limited(timeout, memory, GRACE) as limit:
        try:
            with limited(math.inf):
                task, notes = _read(domain, problem, domain_name, problem_name)
                puzzle = _as_puzzle(task)
        except TimeIsUpError:
            return Answer("timeout", name, (), {"total": time.monotonic() - began})
        if puzzle is not None:
            timeout = max(limit.seconds_left, SHORTEST)
            try:
                told = solve(
                    puzzle,
                    engine=engine,
                    timeout=timeout,
                    memory=memory,
                    session=session,
                    advise=advise,
                    actions=actions,
                )
                return replace(told, notes=(*notes, *told.notes))
            except UnknownFormError:  # actions may lower the metric, which a state space has no costs for
                assert isinstance(task, Foreign)
                task.may_be_proven = False
        if isinstance(task, Origin) and engine == "auto":
            dialect = task.header.dialect
            engine = best_engine(task.instance, choose(engine, dialect)[0], dialect).name
        with (
            contextlib.nullcontext(session)
            if session
            else Session(choose(engine)[0].up_name if engine != "auto" else name) as live
        ):
            runner = Runner(live, limit.deadline, memory)
            try:
                found = _asked(task, engine, runner)
                if isinstance(task, Origin):
                    return measured(_make_result(task, found.engine, found.verdict, advise), runner, began)
            except EngineError as error:
                error.result = _failed(task, name, runner.seconds, error)
                raise
        verdict, seconds = found.verdict, {**runner.seconds, "total": time.monotonic() - began}
        notes = (*notes, *found.notes, *runner.notes)
        return Answer(verdict.status, found.engine.name, verdict.plan, seconds, notes, verdict.cost)


def _as_puzzle(task: Origin | Foreign) -> TaskFile | None:
    """Return PDDL of others as a puzzle; None for what was generated here, and for what is no state space."""
    if isinstance(task, Origin) or task.tree is None:
        return None
    domain, problem = task.tree
    texts = Source(task.domain, task.names[0]), Source(task.problem, task.names[1])
    return of_texts(*texts, sentences_beside(task.names[0])) if is_explored(domain, problem) else None


def _asked(task: Origin | Foreign, engine: str | Engine, runner: Runner) -> Found:
    if engine == "auto" and isinstance(task, Foreign):
        return ask_in_turn(runner, task)
    chosen = choose(engine)[0]
    if isinstance(task, Foreign):
        return Found(chosen, task.ask(runner, chosen))
    if chosen == RULES:
        says = format_message("python.takes-no-pddl", engine=engine)
        raise DialectError(says, key="engine", found=f"'{engine}'", expected="a planner, or a puzzle")
    return Found(chosen, ask_in_dialect(runner, chosen, task.pddl, task.header.dialect))


def _read(domain: str, problem: str, domain_name: str, problem_name: str) -> tuple[Origin | Foreign, tuple[str, ...]]:
    """Return what two texts say, with notes on it. Raises PddlError for what is no PDDL.

    What was generated here and was changed since, or its puzzle, is PDDL of others, and a note says so.
    """
    notes: tuple[str, ...] = ()
    with contextlib.suppress(PddlError):  # a comment of others may look like a line of ours
        origin, _ = origin_of(problem, problem_name, domain)
        if origin is not None:
            names = (domain_name, problem_name)
            differs = differences(origin, domain, problem, names, format_message("plans.solved-as-pddl"))
            if not differs:
                return origin._replace(pddl=Pddl(domain, problem)), ()
            notes = (differs,)
    foreign = Foreign(domain, problem, domain_name, problem_name)
    if foreign.tree is not None:
        check_meaning(*foreign.tree)
    return foreign, notes


def _make_result(ours: Origin, engine: Engine, verdict: Verdict, advise: bool) -> Result:
    """Return a verdict on our own PDDL as that on its puzzle. Raises RefutedError if the rules refute it."""
    instance, pddl = ours.instance, ours.pddl
    status = "solved" if verdict.status == "optimal" and family_of(instance).alike else verdict.status
    result = unsolved(instance, status, engine.name, ours.header)
    if verdict.plan:
        found = confirmed(replace(result, plan=verdict.plan), pddl, instance)
        return with_count(found) if advise else found
    if status != "unsolvable":
        return result
    found = proven(result, pddl)
    return advised(found, load(ours.header.puzzle), dict(result.instance.parameters)) if advise else found


def _failed(task: Origin | Foreign, engine: str, seconds: Mapping[str, float], error: EngineError) -> Answer | Result:
    """Return the answer that an engine has failed."""
    notes = (str(error),)
    if isinstance(task, Foreign):
        return Answer("error", engine, (), seconds, notes)
    return replace(unsolved(task.instance, "error", engine, task.header), notes=notes, seconds=seconds)
