"""The answer of `validate`: a valid plan from another program or a person."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import InvalidPlanError, PddlError
from ferryplan.generator.families import family_of
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.solution import IllegalMoveError, Solution
from ferryplan.generator.tasks.pddl_puzzles import FixedPddl, find_sentences_file, make_pddl_puzzle
from ferryplan.planner.plan_validation import make_narratable_result
from ferryplan.planner.questions.narration import answer_as_json, result_as_json
from ferryplan.planner.result import Answer, Result


@dataclass(frozen=True, slots=True, repr=False)
class ValidPlan(Renderable):
    """A valid plan: the PDDL allows each action, and the puzzle's rules, if any, allow each move.

    The rules are checked if ferryplan generated the PDDL.
    """

    renderer = "ferryplan.planner.valid_plan:render_valid_plan"

    source: str = field(compare=False)
    """the file of the plan, or ``the plan``"""
    result: Result | Answer
    """the plan as a `Result` with its moves, or as an `Answer` if ferryplan did not generate the PDDL"""
    files: FixedPddl | None = field(default=None, compare=False)
    """the domain and the problem as read; None if the domain was generated from the problem's header"""

    def __repr__(self) -> str:
        """Return a short description with the name of the plan's file and the number of actions."""
        return f"ValidPlan({self.source!r}, actions={len(self.plan)})"

    @property
    def status(self) -> str:
        """The status of the plan, always ``valid``."""
        return self.result.status

    @property
    def plan(self) -> tuple[PlanAction, ...]:
        """The actions of the plan."""
        return self.result.plan

    @property
    def solution(self) -> Solution[Any, Any] | None:
        """The moves that the plan stands for; None if ferryplan did not generate the PDDL."""
        return self.result.solution

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the plan, such as lines of its file that ferryplan skipped."""
        return self.result.notes

    @property
    def slips(self) -> tuple[str, ...]:
        """Remarks on small mistakes in the PDDL, such as a missing space, that were corrected on reading."""
        return self.files.notes if self.files else ()

    def narrate(self) -> Result:
        """Return the plan as a `Result`; ``print`` shows its narration.

        The narration describes moves of the puzzle or, if ferryplan did not generate the PDDL, actions and states. In
        this second case, raises PddlError if the actions take time, or if the metric is maximized.
        """
        if isinstance(self.result, Result):
            return self.result
        told, problem = None, "problem"
        if self.files:
            domain, problem = self.files.domain, self.files.problem.name
            told = make_narratable_result(
                self.result, make_pddl_puzzle(domain, self.files.problem, find_sentences_file(domain.name))
            )
        if told is None:
            why_not = self.notes[-1] if self.notes else format_message("commands.takes-time-or-maximizes")
            raise PddlError(format_message("commands.not-narrated", reason=why_not), file=problem)
        return told


def describe_invalid_plan(error: InvalidPlanError) -> dict[str, Any]:
    """Return the JSON object that ``plan validate --format json`` prints about an invalid plan."""
    details: dict[str, Any] = {}
    if isinstance(error, IllegalMoveError):
        details = {error.move: error.number, "rule": error.rule, "violation": error.found}
    return {"valid": False, **details, "message": str(error), "notes": list(error.notes)}


def render_valid_plan(found: ValidPlan, form: str) -> str:
    """Return what ``plan validate`` prints about a valid plan; ``form`` is ``text`` or ``json``."""
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
    """Return a JSON object and a sentence about a plan that the puzzle's rules replayed."""
    assert result.solution is not None
    data = result_as_json(result)
    keys = (
        "puzzle",
        family_of(result.instance).move_noun.many,
        "cost",
        "makespan",
        "unit",
        "solutions",
        "unique",
        "notes",
    )
    said = format_message(
        "plans.valid-by-rules", total=result.solution.summary, move=family_of(result.instance).move_noun.one
    )
    return {key: data[key] for key in keys if key in data}, said


def _describe_answer(answer: Answer) -> tuple[dict[str, object], str]:
    """Return a JSON object and a sentence about a plan that no rules replayed, only the PDDL."""
    cost, count = answer_as_json(answer)["cost"], len(answer.plan)
    key = "plans.valid-by-pddl" if cost == count else "plans.valid-by-pddl-with-cost"
    data: dict[str, object] = {"actions": count, "cost": cost, "notes": list(answer.notes)}
    return data, format_message(key, count=count, cost=cost)
