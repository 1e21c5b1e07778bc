"""Planning tasks in the user's own PDDL files: reading the files, and running an engine on them.

Because ferryplan reads the files before the engine does, its error messages have the file and the line.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.execution import NotExecutableError
from ferryplan.generator.pddl.expressions import TypedName
from ferryplan.generator.pddl.reader import read_task
from ferryplan.generator.pddl.strips import describe_non_strips_features
from ferryplan.generator.pddl.syntax import UnsupportedPddlError
from ferryplan.generator.pddl.syntax_tree import Action, Domain, DurativeAction, Problem, Signature
from ferryplan.generator.pddl.task import Task
from ferryplan.planner.engines.engine_runner import (
    EngineRunner,
    EngineVerdict,
    UnreadablePddlError,
    UnsupportedProblemError,
)
from ferryplan.planner.engines.registry import RULES, Engine, RefutedError
from ferryplan.planner.engines.strips_compilation import compile_and_solve
from ferryplan.planner.engines.task_search import search_for_optimal_plan, search_greedily
from ferryplan.planner.plans.plan_execution import execute_for_cost
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits

MAX_CHECK_SECONDS = 10.0
"""the time limit for the replay of a plan in seconds; the replay uses at most a quarter of the time that is left"""
MAX_OBSTACLES = 2
"""the largest number of obstacles that an error message lists, that is, of declarations that unified-planning cannot read"""

Declaration: TypeAlias = TypedName | Signature | Action | DurativeAction
"""anything that PDDL declares by name: a type or an object, a predicate or a function, an action"""


class ExternalTask:
    """A planning task from the user's PDDL files: the text and the syntax trees of a domain and a problem.

    It also keeps the names of the two files, for error messages.
    """

    tree: tuple[Domain, Problem] | None = None
    """the syntax trees; None if the text is PDDL that ferryplan does not support, such as trajectory constraints"""
    refusal: UnsupportedPddlError | None = None
    """the reason why ferryplan cannot read the PDDL; None if ferryplan can read it"""
    trusts_optimality = True
    """whether an engine's claim that a plan is optimal is reliable; false for metrics to maximize"""

    def __init__(self, domain: str, problem: str, domain_name: str, problem_name: str) -> None:
        """Read a domain and a problem. Raises PddlError, with the line, if the text is not PDDL."""
        self.domain, self.problem, self.file_names = domain, problem, (domain_name, problem_name)
        try:
            self.tree = read_task(domain, problem, domain_name, problem_name)
            metric = self.tree[1].metric
            # planners that minimize call a plan optimal for such a metric, too (ENHSP does)
            self.trusts_optimality = metric is None or metric.direction == "minimize"
        except UnsupportedPddlError as refusal:
            self.refusal = refusal

    def solve_with_engine(self, runner: EngineRunner, engine: Engine, limit: float | None = None) -> EngineVerdict:
        """Run an engine on the task and return the engine's verdict, with the cost of the plan.

        ``limit`` is in seconds; None means the deadline of the runner. A replay of the plan on the PDDL computes the
        cost. The plan is not replayed, and has no cost, if its actions have times, if the task has several actions of
        the same name, or if the replay takes longer than `MAX_CHECK_SECONDS`.

        Raises the errors of `EngineRunner.run_engine`, UnsupportedProblemError for correct PDDL that the engine does
        not support, and RefutedError for a plan that the PDDL does not allow.
        """
        try:
            verdict = self._solve_unchecked(runner, engine, limit)
            if verdict.status == "optimal" and not self.trusts_optimality:
                verdict = replace(verdict, status="solved")
            with enforce_limits(min(MAX_CHECK_SECONDS, (runner.deadline - time.monotonic()) / 4)):
                return self._check_plan(engine, verdict)
        except TimeIsUpError:
            return verdict
        except UnreadablePddlError as error:
            if self.refusal is not None:  # more helpful than the position at which another parser gave up
                raise UnsupportedProblemError(engine.name, str(self.refusal)) from None
            raise UnsupportedProblemError(engine.name, self._explain_refusal(error)) from None

    def _solve_unchecked(self, runner: EngineRunner, engine: Engine, limit: float | None) -> EngineVerdict:
        """Run an engine on the task, compiled to plain STRIPS if necessary, without a check of the plan."""
        if engine.name == RULES.name:
            if self.refusal is not None:
                raise UnsupportedProblemError(engine.name, str(self.refusal))
            assert self.tree is not None
            search = search_for_optimal_plan if engine.optimal else search_greedily
            return search(runner, *self.tree, runner.deadline - time.monotonic() if limit is None else limit)
        if self.tree is None or not engine.compiled:
            return runner.run_engine(engine, self.domain, self.problem, limit)
        if not describe_non_strips_features(*self.tree):
            with contextlib.suppress(UnreadablePddlError):
                return runner.run_engine(engine, self.domain, self.problem, limit)
        return compile_and_solve(runner, engine, *self.tree, limit)

    def _check_plan(self, engine: Engine, verdict: EngineVerdict) -> EngineVerdict:
        """Replay the plan of a verdict, if possible, and return the verdict with the cost of the plan.

        Raises RefutedError for a plan that the PDDL does not allow.
        """
        if self.tree is None or not verdict.plan:
            return verdict
        domain, problem = self.tree
        task = Task(domain, problem)
        if task.domain.is_timed or len(task.actions) < len(domain.actions):
            return verdict
        try:
            cost = execute_for_cost([action.drop_times() for action in verdict.plan], task)
        except NotExecutableError as error:
            says = format_message("engines.invalid-plan", engine=engine.name, error=error)
            raise RefutedError(
                engine.name, says, self.domain, self.problem, [str(action) for action in verdict.plan]
            ) from None
        return replace(verdict, cost=cost if problem.metric else None)

    def _explain_refusal(self, error: UnreadablePddlError) -> str:
        """Return why an engine cannot take PDDL that ferryplan can read.

        If unified-planning cannot read the PDDL, the text lists declarations that it cannot read, at most
        `MAX_OBSTACLES`.
        """
        if not error.by_unified_planning:
            return str(error)
        assert self.tree is not None
        found = list(dict.fromkeys(describe_unreadable_declarations(*self.tree)))
        more = (
            format_message("engines.and-more", count=len(found) - MAX_OBSTACLES) if len(found) > MAX_OBSTACLES else ""
        )
        reason = "; ".join(found[:MAX_OBSTACLES]) + more or error
        return format_message("engines.cannot-take-through-unified-planning", reason=reason)


def describe_unreadable_declarations(domain: Domain, problem: Problem) -> Iterator[str]:
    """Yield a description of each declaration in a task that unified-planning cannot read.

    A description is a sentence without a full stop; it names the file and, if known, the line. Names that are declared
    twice come first.
    """
    listed: list[tuple[Domain | Problem, str, Declaration]] = [
        *((domain, "a type", one) for one in domain.types),
        *((domain, "a predicate", one) for one in domain.predicates),
        *((domain, "a function", one) for one in domain.functions),
        *((domain, "an action", one) for one in domain.actions),
        *((domain, "an object", one) for one in domain.constants),
        *((problem, "an object", one) for one in problem.objects),
    ]
    first: dict[str, str] = {}
    for file, kind, one in listed:
        if one.name not in first:
            first[one.name] = kind
        elif first[one.name] != kind:
            names = {"name": one.name, "kind": kind, "other": first[one.name]}
            yield format_message(
                "engines.same-name-of-another-kind", place=_format_declaration_place(file, one), **names
            )
        elif kind != "an object":
            names = {"name": one.name, "kind": kind.split()[1]}
            yield format_message("engines.same-name-twice", place=_format_declaration_place(file, one), **names)
    for file, kind, one in listed:
        if isinstance(one, TypedName):
            if len(one.types) > 1:
                types = " and ".join(one.types)
                yield format_message(
                    "engines.several-types", place=_format_declaration_place(file, one), name=one.name, types=types
                )
        elif any(len(parameter.types) > 1 for parameter in one.parameters):
            key = "engines.either-in-action" if kind == "an action" else "engines.either-in-parameters"
            yield format_message(key, place=_format_declaration_place(file, one), name=one.name)


def _format_declaration_place(file: Domain | Problem, one: Declaration) -> str:
    """Return the file name and, if known, the line of a declaration: ``domain.pddl:12``."""
    written = None if isinstance(one, Signature) else one.source_node
    return f"{file.source.name}:{written.line}" if written is not None and written.line else file.source.name
