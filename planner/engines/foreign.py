"""PDDL of others: read here first, so that what is wrong with it is told with its file and its line, then put to an engine."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.execution import NotExecutableError
from ferryplan.generator.pddl.expressions import Typed
from ferryplan.generator.pddl.reader import read_both
from ferryplan.generator.pddl.strips import beyond_strips
from ferryplan.generator.pddl.syntax import UnknownFormError
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.tree import Action, Domain, DurativeAction, Problem, Signature
from ferryplan.planner.engines.compiled import ask_compiled
from ferryplan.planner.engines.exploration import explore_task, search_greedily
from ferryplan.planner.engines.registry import RULES, Engine, RefutedError
from ferryplan.planner.engines.runner import Runner, UnreadableError, UnsupportedError, Verdict
from ferryplan.planner.plans.execution import cost_of
from ferryplan.planner.system.limits import TimeIsUpError, limited

LONGEST_CHECK = 10.0
"""seconds for carrying out a plan, and not more than a quarter of what is left"""
MOST_TOLD = 2

Named: TypeAlias = Typed | Signature | Action | DurativeAction


class Foreign:
    """A domain and a problem, as text, and what the text says; the names are those of their files in errors."""

    tree: tuple[Domain, Problem] | None = None
    """None for what is known to be PDDL and cannot be read here, such as trajectory constraints"""
    refusal: UnknownFormError | None = None
    """why it cannot be read here"""
    may_be_proven = True
    """whether an engine is believed that says that no plan has a better metric"""

    def __init__(self, domain: str, problem: str, domain_name: str, problem_name: str) -> None:
        """Raises PddlError, with the line, for what is no PDDL."""
        self.domain, self.problem, self.names = domain, problem, (domain_name, problem_name)
        try:
            self.tree = read_both(domain, problem, domain_name, problem_name)
            metric = self.tree[1].metric
            # planners that minimize call a plan optimal for such a metric, too (ENHSP does)
            self.may_be_proven = metric is None or metric.direction == "minimize"
        except UnknownFormError as refusal:
            self.refusal = refusal

    def ask(self, runner: Runner, engine: Engine, limit: float | None = None) -> Verdict:
        """Return the engine's verdict, as ``Runner.ask``, and what its plan costs, which is carried out on the PDDL to know it.

        Raises what that raises; for PDDL that is sound and cannot be put to the engine UnsupportedError, and RefutedError for a plan
        that the PDDL does not allow. Not carried out are plans with times, those in which
        an action's name says too little, and those for which that takes too long.
        """
        try:
            verdict = self._asked(runner, engine, limit)
            if verdict.status == "optimal" and not self.may_be_proven:
                verdict = replace(verdict, status="solved")
            with limited(min(LONGEST_CHECK, (runner.deadline - time.monotonic()) / 4)):
                return self._carried_out(engine, verdict)
        except TimeIsUpError:
            return verdict
        except UnreadableError as error:
            if self.refusal is not None:  # it says more to a person than the position at which another parser gave up
                raise UnsupportedError(engine.name, str(self.refusal)) from None
            raise UnsupportedError(engine.name, self._reason(error)) from None

    def _asked(self, runner: Runner, engine: Engine, limit: float | None) -> Verdict:
        if engine.name == RULES.name:
            if self.refusal is not None:
                raise UnsupportedError(engine.name, str(self.refusal))
            assert self.tree is not None
            search = explore_task if engine.optimal else search_greedily
            return search(runner, *self.tree, runner.deadline - time.monotonic() if limit is None else limit)
        if self.tree is None or not engine.compiled:
            return runner.ask(engine, self.domain, self.problem, limit)
        if not beyond_strips(*self.tree):
            with contextlib.suppress(UnreadableError):
                return runner.ask(engine, self.domain, self.problem, limit)
        return ask_compiled(runner, engine, *self.tree, limit)

    def _carried_out(self, engine: Engine, verdict: Verdict) -> Verdict:
        if self.tree is None or not verdict.plan:
            return verdict
        domain, problem = self.tree
        task = Task(domain, problem)
        if task.domain.is_timed or len(task.actions) < len(domain.actions):
            return verdict
        try:
            cost = cost_of([action.drop_times() for action in verdict.plan], task)
        except NotExecutableError as error:
            says = format_message("engines.invalid-plan", engine=engine.name, error=error)
            raise RefutedError(
                engine.name, says, self.domain, self.problem, [str(action) for action in verdict.plan]
            ) from None
        return replace(verdict, cost=cost if problem.metric else None)

    def _reason(self, error: UnreadableError) -> str:
        if not error.by_unified_planning:
            return str(error)
        assert self.tree is not None
        found = list(dict.fromkeys(obstacles(*self.tree)))
        more = format_message("engines.and-more", count=len(found) - MOST_TOLD) if len(found) > MOST_TOLD else ""
        reason = "; ".join(found[:MOST_TOLD]) + more or error
        return format_message("engines.cannot-take-through-unified-planning", reason=reason)


def obstacles(domain: Domain, problem: Problem) -> Iterator[str]:
    """Give each of them as a sentence without its end, with the file and, where it is known, the line; names that are there twice first."""
    listed: list[tuple[Domain | Problem, str, Named]] = [
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
            yield format_message("engines.same-name-of-another-kind", place=_place(file, one), **names)
        elif kind != "an object":
            names = {"name": one.name, "kind": kind.split()[1]}
            yield format_message("engines.same-name-twice", place=_place(file, one), **names)
    for file, kind, one in listed:
        if isinstance(one, Typed):
            if len(one.types) > 1:
                types = " and ".join(one.types)
                yield format_message("engines.several-types", place=_place(file, one), name=one.name, types=types)
        elif any(len(parameter.types) > 1 for parameter in one.parameters):
            key = "engines.either-in-action" if kind == "an action" else "engines.either-in-parameters"
            yield format_message(key, place=_place(file, one), name=one.name)


def _place(file: Domain | Problem, one: Named) -> str:
    written = None if isinstance(one, Signature) else one.written
    return f"{file.source.name}:{written.line}" if written is not None and written.line else file.source.name
