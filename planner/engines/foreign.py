"""PDDL of others: read here first, so that what is wrong with it is told with its file and its line, then put to an engine."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from generator.errors import PddlError
from generator.pddl.reader import read_domain, read_problem
from generator.pddl.syntax import UnknownFormError
from generator.pddl.task import Task
from generator.pddl.tree import Domain, Problem
from planner.engines.asking import Asking, UnreadableError, UnsupportedError, Verdict
from planner.engines.obstacles import obstacles
from planner.engines.registry import Engine, RefutedError
from planner.plans.execution import ActionError, cost_of, is_timed
from planner.system.limits import TimeIsUpError, limited

__all__ = ["Foreign", "read_foreign"]

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

    def ask(self, asking: Asking, engine: Engine, limit: float | None = None) -> Verdict:
        """Return the engine's verdict, as ``Asking.ask``, and what its plan costs, which is carried out on the PDDL to know it.

        Raises what that raises; for PDDL that is sound and cannot be put to the engine UnsupportedError, and RefutedError for a plan
        that the PDDL does not allow. Not carried out are plans with times, those in which
        an action's name says too little, and those for which that takes too long.
        """
        try:
            verdict = asking.ask(engine, self.domain, self.problem, limit)
            with limited(min(LONGEST_CHECK, (asking.deadline - time.monotonic()) / 4)):
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
