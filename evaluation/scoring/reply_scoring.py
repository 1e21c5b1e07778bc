"""Scores for answers other than moves: numbers, yes or no, verdicts on plans, and PDDL models."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.answer_format import UNSOLVABLE
from ferryplan.evaluation.scoring.answer_score import Score, make_not_found_score, make_right_score, make_wrong_score
from ferryplan.evaluation.scoring.final_plan import drop_lists_and_objects, find_last_objects
from ferryplan.evaluation.scoring.passages import find_passages
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.stated_numbers import (
    UNDECIDED,
    AskedQuantity,
    find_number_in_data,
    find_stated_number,
    make_asked_quantity,
)
from ferryplan.evaluation.scoring.stated_verdicts import (
    PlanVerdict,
    find_plan_verdict,
    find_solvability_claim,
    find_solvability_in_data,
    parse_plan_verdict,
)
from ferryplan.generator.errors import FerryplanError, PddlError
from ferryplan.generator.families import narrator_of, state_space_of
from ferryplan.generator.notation import answer_pattern
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits

MAX_CHECK_SECONDS, MAX_CHECK_MEBIBYTES = 30.0, 2048
"""The time limit, in seconds, and the memory limit, in MiB, for comparing a model with a puzzle."""
_NUMBER_IN_TAG = re.compile(r"<(step|crossing|move|action|placement)>\s{0,9}(\d{1,9})\s{0,9}</\1>", re.IGNORECASE)
"""Matches the number of a wrong step in XML, such as ``<step>7</step>``."""
MAX_MESSAGE_LENGTH = 20_000
"""The largest number of characters of an error message."""


def score_number(question: Question, answer: Any) -> Score:
    """Score an answer that states a number: the optimum, or the number of solutions."""
    expected = question.optimum if question.ask == "length" else question.solutions
    found = _find_stated_number(_get_asked_quantity(question), answer)
    if found is None or found == UNDECIDED:
        return make_not_found_score("a number")
    said = None if found == UNSOLVABLE and question.ask == "length" else 0 if found == UNSOLVABLE else found
    if said == expected:
        return make_right_score(
            format_message("scoring.correct" if expected is not None else "scoring.correct-unsolvable")
        )
    if said is None:
        why = format_message("scoring.denies-solution-of-number", expected=expected)
    elif expected is None:
        why = format_message("scoring.number-of-unsolvable", found=said)
    else:
        why = format_message("scoring.wrong-number", found=said, expected=expected)
    return make_wrong_score(why, "wrong number")


def _get_asked_quantity(question: Question) -> AskedQuantity:
    """Return the quantity whose number a question asks for: moves, costs or solutions."""
    narrator, space = narrator_of(question.instance), state_space_of(question.instance)
    if question.ask == "count":
        return make_asked_quantity((), "solutions_counted", True)
    if space.has_unit_costs or not narrator.cost_unit:
        return make_asked_quantity(narrator.move_noun, "moves_counted", False)
    return make_asked_quantity(
        (*narrator.cost_unit, *(("min", "mins", "minuten", "minutos") if narrator.cost_unit.one == "minute" else ())),
        "",
        False,
    )


def _find_stated_number(quantity: AskedQuantity, answer: Any) -> int | str | None:
    """Return the number that an answer commits to; None if it states none.

    The result is `UNSOLVABLE` if the answer claims that there is no solution, and `UNDECIDED` if it states two numbers and chooses neither.
    """
    if not isinstance(answer, str):
        return find_number_in_data(answer, quantity)
    for passage in find_passages(answer):
        values = [
            value
            for data in find_last_objects(passage.text)
            if (value := find_number_in_data(data, quantity)) is not None
        ]
        if values:
            return values[-1]
        plain = passage._replace(text=drop_lists_and_objects(passage.text)) if "{" in passage.text else passage
        if (value := find_stated_number(plain, quantity)) is not None:
            return value
    return None


def score_solvability(question: Question, answer: Any) -> Score:
    """Score a yes-or-no answer to the question whether there is a solution."""
    found = _find_stated_solvability(answer)
    if not isinstance(found, bool):
        return make_not_found_score("yes or no")
    if found == (question.verdict == "solvable"):
        return make_right_score(format_message("scoring.correct"))
    return make_wrong_score(format_message("scoring.wrong-yes" if found else "scoring.wrong-no"), "wrong verdict")


def _find_stated_solvability(answer: Any) -> bool | str | None:
    """Return whether an answer claims that there is a solution.

    The result is None if it claims nothing, and ``undecided`` if it says both yes and no.
    """
    if not isinstance(answer, str):
        return find_solvability_in_data(answer)
    for passage in find_passages(answer):
        values = [
            value for data in find_last_objects(passage.text) if (value := find_solvability_in_data(data)) is not None
        ]
        if values:
            return values[-1]
        if (found := find_solvability_claim(passage._replace(text=drop_lists_and_objects(passage.text)))) is not None:
            return found
    return None


def score_validity(question: Question, answer: Any) -> Score:
    """Score a verdict on a shown plan: whether it is valid and, if not, its wrong step and broken rule."""
    about, said = question.about, _find_stated_verdict(answer)
    if said is None:
        return make_not_found_score('{"valid": true}, or {"valid": false, "step": …, "rule": …}')
    if said.valid or about["valid"]:
        if said.valid == about["valid"]:
            return make_right_score(format_message("scoring.correct"))
        key = "scoring.calls-invalid-plan-valid" if said.valid else "scoring.calls-valid-plan-invalid"
        return make_wrong_score(format_message(key), "wrong verdict")
    rules, step = about.get("right", ()), about.get("step")
    correct_parts = [step is None or said.step == step, not rules or said.rule in rules]
    if all(correct_parts):
        return make_right_score(format_message("scoring.fault-found"))
    return make_wrong_score(_describe_plan_fault(step, rules), "fault not found", (1 + sum(correct_parts)) / 3)


def _describe_plan_fault(step: int | None, rules: Sequence[str]) -> str:
    """Return a sentence about the step at which a plan fails and the rules that this step breaks.

    ``rules`` are the letters of the rules. The sentence leaves out the step if it is None, and the rules if there are none.
    """
    broken = join_phrases(rules, "or")
    if step is None:
        return format_message("scoring.fault-by-rule", rules=broken)
    if not rules:
        return format_message("scoring.fault-at-step", step=step)
    return format_message("scoring.fault-at-step-by-rule", step=step, rules=broken)


def _find_stated_verdict(answer: Any) -> PlanVerdict | None:
    """Return the verdict on a shown plan that an answer commits to; None if there is none."""
    if not isinstance(answer, str):
        return parse_plan_verdict(answer)
    # Without this, such a tag would count as one around a step of a plan.
    for passage in find_passages(_NUMBER_IN_TAG.sub(r"\n\1: \2\n", answer)):
        values = [value for data in find_last_objects(passage.text) if (value := parse_plan_verdict(data)) is not None]
        if values:
            return (
                None
                if len({*values}) > 1 and answer_pattern("or").search(drop_lists_and_objects(passage.text))
                else values[-1]
            )
        if (value := find_plan_verdict(passage)) is not None:
            return value
    return None


def score_model(question: Question, answer: Any) -> Score:
    """Score an answer with a domain and a problem in PDDL: 1 if they are a model of the puzzle."""
    # Only this kind of question needs the comparison of models, so other questions do not pay for its import.
    from ferryplan.generator.pddl.syntax import Source
    from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
    from ferryplan.generator.tasks.space import TaskSpace
    from ferryplan.teaching.checking.check_report import CheckReport
    from ferryplan.teaching.checking.unneeded_parts import describe_surplus_action
    from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

    text = "\n".join(map(str, answer.values())) if isinstance(answer, dict) else str(answer)
    domain, problem = _find_definition(text, "domain"), _find_definition(text, "problem")
    if not domain or not problem:
        return make_not_found_score("a domain and a problem in PDDL")
    try:
        with enforce_limits(MAX_CHECK_SECONDS, MAX_CHECK_MEBIBYTES):
            model = make_model_instance(Source(domain, "domain"), Source(problem, "problem"))
            _ = model.get_or_make(TaskSpace).relaxed_reachability
            differences = CheckReport(check_against_puzzle(question.instance, model)).described_differences
            surplus = (
                ""
                if differences
                else describe_surplus_action(model.get_or_make(TaskSpace), state_space_of(question.instance))
            )
    except PddlError as error:
        return Score(0.0, "unreadable", 0.0, f"{error}"[:MAX_MESSAGE_LENGTH], kind="unreadable")
    except (TimeIsUpError, MemoryError, RecursionError, UndecidedModelError) as error:
        limits = format_message("scoring.check-limits", seconds=MAX_CHECK_SECONDS, memory=MAX_CHECK_MEBIBYTES)
        why = f"{error}" if isinstance(error, UndecidedModelError) else limits
        return make_wrong_score(format_message("scoring.undecided-model", reason=why)[:MAX_MESSAGE_LENGTH], "undecided")
    except FerryplanError as error:
        return make_wrong_score(f"{error}"[:MAX_MESSAGE_LENGTH], "different model")
    if differences:
        return make_wrong_score(f"{differences[0].text}", "different model", 0.5)
    if surplus:
        return make_wrong_score(format_message("scoring.surplus-model", surplus=surplus), "superfluous action", 0.5)
    return make_right_score(format_message("scoring.correct-model"))


def _find_definition(text: str, definition_kind: str) -> str:
    """Return the last domain or problem that a text defines; the empty text if it defines none.

    ``definition_kind`` is ``domain`` or ``problem``.
    """
    begun = re.split(rf"\(\s{{0,9}}define\s{{1,99}}\(\s{{0,9}}(?={definition_kind}\b)", text, flags=re.IGNORECASE)
    # The split has removed two open parentheses: that of `define` and that of the name.
    depth = 2
    for mark in re.finditer(r"[()]|;[^\n]*", begun[-1]) if len(begun) > 1 else ():
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth:
            return f"(define ({begun[-1][: mark.end()]}"
    return ""
