"""PDDL of others: read here first, so that what is wrong with it is told with its file and its line, then put to an engine."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from generator.errors import PddlError
from generator.pddl.expressions import Typed
from generator.pddl.reader import read_domain, read_problem
from generator.pddl.syntax import Expression, UnknownFormError
from generator.pddl.task import Task
from generator.pddl.tree import Domain, Problem
from planner.engines.registry import Engine, RefutedError
from planner.engines.runner import Runner, UnreadableError, UnsupportedError, Verdict
from planner.plans.execution import ActionError, cost_of, is_timed
from planner.system.limits import TimeIsUpError, limited

LONGEST_CHECK = 10.0
"""seconds for carrying out a plan, and not more than a quarter of what is left"""
MOST_TOLD = 2


@dataclass(frozen=True, slots=True)
class Foreign:
    """A domain and a problem, as text, and what the text says."""

    domain: str
    problem: str
    names: tuple[str, str]
    """those of the files"""
    tree: tuple[Domain, Problem] | None
    """None for what is known to be PDDL and cannot be read here, such as trajectory constraints"""

    def ask(self, runner: Runner, engine: Engine, limit: float | None = None) -> Verdict:
        """Return the engine's verdict, as ``Runner.ask``, and what its plan costs, which is carried out on the PDDL to know it.

        Raises what that raises; for PDDL that is sound and cannot be put to the engine UnsupportedError, and RefutedError for a plan
        that the PDDL does not allow. Not carried out are plans with times, those in which
        an action's name says too little, and those for which that takes too long.
        """
        try:
            verdict = runner.ask(engine, self.domain, self.problem, limit)
            with limited(min(LONGEST_CHECK, (runner.deadline - time.monotonic()) / 4)):
                return self._carried_out(engine, verdict)
        except TimeIsUpError:
            return verdict
        except UnreadableError as error:
            if self.tree is None:
                raise PddlError(f"{self.names[error.in_problem]}: {error}") from None
            raise UnsupportedError(engine.name, self._reason(error)) from None

    def _carried_out(self, engine: Engine, verdict: Verdict) -> Verdict:
        if self.tree is None or not verdict.plan:
            return verdict
        domain, problem = self.tree
        task = Task(domain, problem)
        if is_timed(task) or len(task.actions) < len(domain.actions):
            return verdict
        try:
            cost = cost_of([action.untimed() for action in verdict.plan], task)
        except ActionError as error:
            message = f"engine: '{engine.name}' gave a plan that the PDDL does not allow: {error}"
            raise RefutedError(message, self.domain, self.problem, [str(action) for action in verdict.plan]) from None
        return replace(verdict, cost=cost if problem.metric else None)

    def _reason(self, error: UnreadableError) -> str:
        if not error.by_unified_planning:
            return str(error)
        assert self.tree is not None
        found = list(dict.fromkeys(obstacles(*self.tree)))
        told = "; ".join(found[:MOST_TOLD]) + (f"; and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else "")
        return f"unified-planning, through which it is asked, cannot hold this: {told or error}"


def read_foreign(domain: str, problem: str, domain_name: str, problem_name: str) -> Foreign:
    """Return what two texts say; the names are those of their files in errors. Raises PddlError, with the line, for what is no PDDL."""
    try:
        read = read_domain(domain, domain_name)
        tree = read, read_problem(problem, read, problem_name)
    except UnknownFormError:
        return Foreign(domain, problem, (domain_name, problem_name), None)
    return Foreign(domain, problem, (domain_name, problem_name), tree)


def obstacles(domain: Domain, problem: Problem) -> Iterator[str]:
    """Give each of them as a sentence without its end, with the file and, where it is known, the line; in the order of the files."""
    constants, objects = (
        [_there(domain, one) for one in domain.constants],
        [_there(problem, one) for one in problem.objects],
    )
    named = [
        *_kinds("type", [_there(domain, one) for one in domain.types]),
        *_kinds("predicate", [(one.name, domain.source.name) for one in domain.predicates]),
        *_kinds("function", [(one.name, domain.source.name) for one in domain.functions]),
        *_kinds("action", [(one.name, _place(domain, one.written)) for one in domain.actions]),
        *_kinds("object", [*constants, *objects]),
    ]
    yield from _twice(named)
    for signature in (*domain.predicates, *domain.functions):
        if any(len(one.types) > 1 for one in signature.parameters):
            yield f"{domain.source.name}: 'either' in the parameters of '{signature.name}'"
    for action in domain.actions:
        if any(len(one.types) > 1 for one in action.parameters):
            yield f"{_place(domain, action.written)}: 'either' in the parameters of the action '{action.name}'"
    for file, listed in ((domain, domain.types), (domain, domain.constants), (problem, problem.objects)):
        for one in listed:
            if len(one.types) > 1:
                yield f"{_place(file, one.written)}: several types for '{one.name}', {' and '.join(one.types)}"


def _twice(named: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    first: dict[str, str] = {}
    for kind, name, place in named:
        if name not in first:
            first[name] = kind
        elif first[name] != kind:
            yield f"{place}: {_article(kind)} has the name '{name}' of {_article(first[name])}"
        elif kind != "object":
            yield f"{place}: two {kind}s have the name '{name}'"


def _kinds(kind: str, names: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    return ((kind, name, place) for name, place in names)


def _article(kind: str) -> str:
    return f"{'an' if kind in ('action', 'object') else 'a'} {kind}"


def _there(file: Domain | Problem, one: Typed) -> tuple[str, str]:
    return one.name, _place(file, one.written)


def _place(file: Domain | Problem, written: Expression | None) -> str:
    return f"{file.source.name}:{written.line}" if written is not None and written.line else file.source.name
