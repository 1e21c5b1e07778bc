"""The answer of `validate`: a plan from elsewhere that is valid."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import InvalidPlanError, PddlError
from ferryplan.generator.families import family_of
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.solution import MoveBrokenError, Solution
from ferryplan.generator.tasks.pairs import FixedTexts, of_texts, sentences_beside
from ferryplan.planner.questions.narration import answer_as_json, as_json
from ferryplan.planner.result import Answer, Result
from ferryplan.planner.validation import make_task_result


@dataclass(frozen=True, slots=True, repr=False)
class ValidPlan(Renderable):
    """A valid plan: the PDDL allows each action, and the puzzle's rules allow each move where ferryplan wrote the PDDL."""

    renderer = "ferryplan.planner.valid_plan:render_valid_plan"

    source: str = field(compare=False)
    """the file of the plan, or ``the plan``"""
    result: Result | Answer
    """the plan as a `Result` with the moves that it stands for, or as an `Answer` if the PDDL is not ferryplan's"""
    files: FixedTexts | None = field(default=None, compare=False)
    """the domain and the problem as they were read; None for a problem whose domain was generated from its first lines"""

    def __repr__(self) -> str:
        """Return where the plan comes from, and its length."""
        return f"ValidPlan({self.source!r}, actions={len(self.plan)})"

    @property
    def status(self) -> str:
        """Always ``valid``."""
        return self.result.status

    @property
    def plan(self) -> tuple[Action, ...]:
        """The actions of the plan."""
        return self.result.plan

    @property
    def solution(self) -> Solution[Any, Any] | None:
        """The moves that the plan stands for; None if the PDDL is not ferryplan's."""
        return self.result.solution

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the plan, such as lines of its file that ferryplan skipped."""
        return self.result.notes

    @property
    def slips(self) -> tuple[str, ...]:
        """Remarks on slips in the PDDL, such as a missing space, that were fixed to read it."""
        return self.files.notes if self.files else ()

    def narrate(self) -> Result:
        """Return the plan as a `Result`, which ``print`` narrates: as moves of the puzzle, or as actions and states of other PDDL.

        Raises PddlError if the actions take time, or the metric is maximized, and ferryplan did not generate the PDDL.
        """
        if isinstance(self.result, Result):
            return self.result
        told, problem = None, "problem"
        if self.files:
            domain, problem = self.files.domain, self.files.problem.name
            told = make_task_result(self.result, of_texts(domain, self.files.problem, sentences_beside(domain.name)))
        if told is None:
            why_not = self.notes[-1] if self.notes else format_message("commands.takes-time-or-maximizes")
            raise PddlError(format_message("commands.not-narrated", reason=why_not), file=problem)
        return told


def describe_invalid_plan(error: InvalidPlanError) -> dict[str, Any]:
    """Return what ``plan validate --format json`` prints about a plan that is not valid."""
    details: dict[str, Any] = {}
    if isinstance(error, MoveBrokenError):
        details = {error.move: error.number, "rule": error.rule, "violation": error.found}
    return {"valid": False, **details, "message": str(error), "notes": list(error.notes)}


def render_valid_plan(found: ValidPlan, form: str) -> str:
    """Return what ``plan validate`` says of a valid plan, as text or as JSON."""
    match found.result:
        case Result() as result:
            data, said = _describe_result(result)
        case Answer() as answer:
            data, said = _describe_answer(answer)
    if form == "json":
        return json.dumps({"valid": True, **data}, ensure_ascii=False, indent=2) + "\n"
    notes = (f"{found.source}: {note.removesuffix('.')}.\n" for note in found.notes)
    return f"{found.source}: valid: {said}\n{''.join(notes)}"


def _describe_result(result: Result) -> tuple[dict[str, object], str]:
    """Return in JSON and in words what is known of a plan that was replayed by the puzzle's rules."""
    assert result.solution is not None
    data = as_json(result)
    keys = ("puzzle", family_of(result.instance).move.many, "cost", "makespan", "unit", "solutions", "unique", "notes")
    said = format_message("plans.valid-by-rules", total=result.solution.told, move=family_of(result.instance).move.one)
    return {key: data[key] for key in keys if key in data}, said


def _describe_answer(answer: Answer) -> tuple[dict[str, object], str]:
    """Return in JSON and in words what is known of a plan that was carried out on its PDDL only."""
    cost, count = answer_as_json(answer)["cost"], len(answer.plan)
    key = "plans.valid-by-pddl" if cost == count else "plans.valid-by-pddl-with-cost"
    data: dict[str, object] = {"actions": count, "cost": cost, "notes": list(answer.notes)}
    return data, format_message(key, count=count, cost=cost)
