"""Plans from elsewhere, judged: what any planner made of a problem file that was generated here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.crossing.reversal import reverse_instance
from generator.errors import PlanError
from generator.pddl import check_unchanged, instance_of, read_header
from planner.crossing.decoding import STAGED
from planner.crossing.solving import Result, replayed
from planner.engines.plans import read_plan

__all__ = ["judge"]


def judge(problem: str, plan: str, problem_name: str = "the problem", plan_name: str = "the plan") -> Result:
    """Return a plan for a problem as a result with the status ``valid``.

    ``problem`` and ``plan`` are the files' texts, the names say in errors which file is meant. A user's own puzzle that the
    problem's header names is looked for from the current folder, then from that of the problem. In the staged dialects, a
    plan written by hand may name the crossings only; a note says so.

    Raises PddlError for a problem that was not generated here or was changed since, RuleBrokenError for a crossing that breaks a rule, PlanError for
    a plan that cannot be read, is for another problem, or does not reach the goal.
    """
    header = read_header(problem, problem_name)
    beside = Path(problem_name).parent / header.puzzle
    if header.puzzle.endswith(".toml") and not Path(header.puzzle).exists() and beside.exists():
        header = replace(header, puzzle=str(beside))
    instance = instance_of(header, problem_name)
    check_unchanged(problem, header, instance, problem_name)
    actions = read_plan(plan, plan_name)
    if header.dialect != "temporal":
        actions = tuple(action.untimed() for action in actions)
    bare = (
        header.dialect in STAGED
        and header.encoding == "named"
        and not any(action.name.startswith("safe") for action in actions)
    )
    try:
        solution = replayed(actions, instance, "adl" if bare else header.dialect, header.encoding)
    except PlanError as error:
        error.args = (f"{plan_name}: {error}",)
        raise
    told = reverse_instance(instance) if instance.backward else instance
    notes = ("the plan names the crossings only; a planner's would also find the places safe",) if bare else ()
    return Result(told, "valid", "", header.dialect, header.encoding, solution, actions, notes=notes)
