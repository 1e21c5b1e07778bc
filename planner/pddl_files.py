"""The solving of a PDDL domain and problem from any source with an engine.

If ferryplan generated the PDDL, the answer is about its puzzle. The engine runs in the same kind of worker process, with the
same limits, as for puzzles.
"""

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
from ferryplan.generator.pddl.syntax import Source, UnsupportedPddlError
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.formulations import can_explore_states
from ferryplan.generator.tasks.pddl_puzzles import find_sentences_file, make_pddl_puzzle
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.planner.engines.engine_runner import EngineRunner, EngineVerdict, can_run
from ferryplan.planner.engines.external_task import ExternalTask
from ferryplan.planner.engines.portfolio import PortfolioAnswer, run_portfolio
from ferryplan.planner.engines.registry import (
    RULES,
    DialectError,
    Engine,
    EngineError,
    choose_engine,
    choose_engine_for_instance,
)
from ferryplan.planner.engines.session import Session, start_session
from ferryplan.planner.engines.strips_compilation import solve_in_dialect
from ferryplan.planner.pddl_lint import check_semantics
from ferryplan.planner.plan_validation import PddlOrigin, describe_changed_pddl, find_origin
from ferryplan.planner.questions.plan_replay import confirm_plan, make_result_without_solution
from ferryplan.planner.questions.proof import add_cause_and_variants, add_proof, add_solution_count
from ferryplan.planner.questions.solving import add_time_and_expansions, solve
from ferryplan.planner.result import Answer, Result
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, TimeIsUpError, enforce_limits

MIN_SECONDS = 0.01
"""the least time that a search gets, in seconds"""


def solve_pddl_texts(
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
    """Solve a PDDL domain and problem, given as texts, with an engine.

    The answer is a Result, or an Answer for actions that take time or a metric that is maximized. If ferryplan generated the
    PDDL, the plan is replayed by the rules of the puzzle. With ``engine="auto"``, such PDDL gets the same engine as its
    puzzle would; for other PDDL, the installed engines run in turn, see `ferryplan.planner.engines.portfolio`.

    ``problem_name`` and ``domain_name`` identify the files in errors. ``timeout`` is in seconds, ``memory`` in MiB.
    ``session``, ``advise`` and ``actions`` mean the same as in `ferryplan.planner.questions.solving.solve`. Raises
    PddlError for PDDL that cannot be read, EngineError for an engine that is missing, does not support the problem, or
    fails.
    """
    began, name = time.monotonic(), engine.name if isinstance(engine, Engine) else engine
    with enforce_limits(timeout, memory, GRACE) as limit:
        try:
            with enforce_limits(math.inf):
                task, notes = _read_task(domain, problem, domain_name, problem_name)
                puzzle = _to_classical_puzzle(task)
        except TimeIsUpError:
            return Answer("timeout", name, (), {"total": time.monotonic() - began})
        if puzzle is not None:
            timeout = max(limit.seconds_left, MIN_SECONDS)
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
            except UnsupportedPddlError:  # actions that lower the metric: a state space has no such costs
                assert isinstance(task, ExternalTask)
                task.trusts_optimality = False
        if isinstance(task, PddlOrigin) and engine == "auto":
            engine = _choose_engine_for_origin(task, session)
        with (
            contextlib.nullcontext(session)
            if session
            else start_session(choose_engine(engine)[0].up_name if engine != "auto" else name) as live
        ):
            runner = EngineRunner(live, limit.deadline, memory)
            try:
                found = _ask_engine(task, engine, runner)
                if isinstance(task, PddlOrigin):
                    made = _make_puzzle_result(task, found.engine, found.verdict, advise).with_notes(*found.notes)
                    return add_time_and_expansions(made, runner, began)
            except EngineError as error:
                error.result = _make_failure_answer(task, name, runner.seconds, error)
                raise
        verdict, seconds = found.verdict, {**runner.seconds, "total": time.monotonic() - began}
        notes = (*notes, *found.notes, *runner.notes)
        return Answer(verdict.status, found.engine.name, verdict.plan, seconds, notes, verdict.cost)


def _choose_engine_for_origin(task: PddlOrigin, session: Session | None) -> str:
    """Return the name of the engine that ``auto`` runs on PDDL that ferryplan generated.

    If that engine cannot run in the session, it is the default engine or, if that cannot run either, still ``auto``.
    """
    dialect = task.header.dialect
    default = choose_engine("auto", dialect)[0]
    for engine in (choose_engine_for_instance(task.instance, default, dialect), default):
        if can_run(engine, session):
            return engine.name
    return "auto"


def _to_classical_puzzle(task: PddlOrigin | ExternalTask) -> TaskFile | None:
    """Return PDDL that ferryplan did not generate as a puzzle of the family ``classical``.

    Returns None for PDDL that ferryplan generated, and for PDDL that has no state space to explore.
    """
    if isinstance(task, PddlOrigin) or task.tree is None:
        return None
    domain, problem = task.tree
    texts = Source(task.domain, task.file_names[0]), Source(task.problem, task.file_names[1])
    return (
        make_pddl_puzzle(*texts, find_sentences_file(task.file_names[0]))
        if can_explore_states(domain, problem)
        else None
    )


def _ask_engine(task: PddlOrigin | ExternalTask, engine: str | Engine, runner: EngineRunner) -> PortfolioAnswer:
    """Return the verdict of an engine on a task, and the engine that gave it.

    ``engine="auto"`` runs the installed engines in turn on PDDL that ferryplan did not generate.
    """
    if engine == "auto":
        if isinstance(task, PddlOrigin):  # no planner can run here, so the search of the task's states remains
            task = ExternalTask(task.pddl.domain, task.pddl.problem, "the domain", "the problem")
        return run_portfolio(runner, task)
    chosen = choose_engine(engine)[0]
    if isinstance(task, ExternalTask):
        return PortfolioAnswer(chosen, task.solve_with_engine(runner, chosen))
    if chosen == RULES:
        says = format_message("python.takes-no-pddl", engine=engine)
        raise DialectError(says, key="engine", found=f"'{engine}'", expected="a planner, or a puzzle")
    return PortfolioAnswer(chosen, solve_in_dialect(runner, chosen, task.pddl, task.header.dialect))


def _read_task(
    domain: str, problem: str, domain_name: str, problem_name: str
) -> tuple[PddlOrigin | ExternalTask, tuple[str, ...]]:
    """Return the task of a domain and a problem, with notes for the user. Raises PddlError.

    The task is a PddlOrigin if ferryplan generated the PDDL, and neither the PDDL nor the puzzle has changed since
    then. Otherwise it is an ExternalTask; if the PDDL was generated but has changed, a note says so.
    """
    notes: tuple[str, ...] = ()
    with contextlib.suppress(PddlError):  # a comment in foreign PDDL may look like a generated header
        origin, _ = find_origin(problem, problem_name, domain)
        if origin is not None:
            names = (domain_name, problem_name)
            differs = describe_changed_pddl(origin, domain, problem, names, format_message("plans.solved-as-pddl"))
            if not differs:
                return origin._replace(pddl=Pddl(domain, problem)), ()
            notes = (differs,)
    foreign = ExternalTask(domain, problem, domain_name, problem_name)
    if foreign.tree is not None:
        check_semantics(*foreign.tree)
    return foreign, notes


def _make_puzzle_result(origin: PddlOrigin, engine: Engine, verdict: EngineVerdict, advise: bool) -> Result:
    """Return the result for a puzzle from an engine's verdict on the PDDL generated from the puzzle.

    ``advise`` adds the number of solutions, or the changes that make an unsolvable puzzle solvable. Raises RefutedError if the
    rules refute the verdict.
    """
    instance, pddl = origin.instance, origin.pddl
    status = "solved" if verdict.status == "optimal" and family_of(instance).has_fixed_length else verdict.status
    result = make_result_without_solution(instance, status, engine.name, origin.header)
    if verdict.plan:
        found = confirm_plan(replace(result, plan=verdict.plan), pddl, instance)
        return add_solution_count(found) if advise else found
    if status != "unsolvable":
        return result
    found = add_proof(result, pddl)
    return (
        add_cause_and_variants(found, load(origin.header.puzzle), dict(result.instance.parameters)) if advise else found
    )


def _make_failure_answer(
    task: PddlOrigin | ExternalTask, engine: str, seconds: Mapping[str, float], error: EngineError
) -> Answer | Result:
    """Return an answer with the status ``error``, and with the engine's error as its note."""
    notes = (str(error),)
    if isinstance(task, ExternalTask):
        return Answer("error", engine, (), seconds, notes)
    return replace(
        make_result_without_solution(task.instance, "error", engine, task.header), notes=notes, seconds=seconds
    )
