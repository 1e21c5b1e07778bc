"""Scores for answers other than moves: numbers, yes or no, verdicts on plans, and PDDL models."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.answer_format import UNSOLVABLE
from ferryplan.evaluation.scoring.answer_score import Score, make_not_found_score, make_right_score, make_wrong_score
from ferryplan.evaluation.scoring.final_plan import drop_objects, find_objects
from ferryplan.evaluation.scoring.passages import cut_out_middle, find_passages
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.stated_numbers import (
    UNDECIDED,
    AskedQuantity,
    find_number,
    find_number_in_data,
    make_quantity,
)
from ferryplan.evaluation.scoring.stated_verdicts import (
    PlanVerdict,
    find_solvability,
    find_solvability_in_data,
    find_verdict,
    parse_verdict_data,
)
from ferryplan.generator.errors import FerryplanError, PddlError
from ferryplan.generator.families import narrator_of, state_space_of
from ferryplan.generator.notation import answer_pattern
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits

MAX_CHECK_SECONDS, MAX_CHECK_MEBIBYTES = 30.0, 2048
"""The limits for comparing a model with a puzzle, in seconds and in MiB."""
MAX_END_LENGTH = 20_000
"""The number of characters of a passage that are searched, and the largest length of an error message."""


def list_answer_texts(answer: Any) -> list[str]:
    """Return the passages of an answer in the order in which they count; data are returned as JSON."""
    return (
        [cut_out_middle(passage.text, MAX_END_LENGTH) for passage in find_passages(answer)]
        if isinstance(answer, str)
        else [json.dumps(answer)]
    )


def score_number(question: Question, answer: Any) -> Score:
    """Score a number: the optimum, or the number of solutions."""
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
    """Return the quantity that a question asks for."""
    narrator, space = narrator_of(question.instance), state_space_of(question.instance)
    if question.ask == "count":
        return make_quantity((), "solutions_counted", True)
    if space.has_unit_costs or not narrator.cost_unit:
        return make_quantity(narrator.move_noun, "moves_counted", False)
    return make_quantity(
        (*narrator.cost_unit, *(("min", "mins", "minuten", "minutos") if narrator.cost_unit.one == "minute" else ())),
        "",
        False,
    )


def _find_stated_number(quantity: AskedQuantity, answer: Any) -> int | str | None:
    """Return the number that an answer commits to, or `UNSOLVABLE`, `UNDECIDED` or None."""
    if not isinstance(answer, str):
        return find_number_in_data(answer, quantity)
    for passage in find_passages(answer):
        values = [
            value for data in find_objects(passage.text) if (value := find_number_in_data(data, quantity)) is not None
        ]
        if values:
            return values[-1]
        plain = passage._replace(text=drop_objects(passage.text)) if "{" in passage.text else passage
        if (value := find_number(plain, quantity)) is not None:
            return value
    return None


def score_solvability(question: Question, answer: Any) -> Score:
    """Score the answer yes or no to the question whether there is a solution."""
    found = _find_stated_solvability(answer)
    if not isinstance(found, bool):
        return make_not_found_score("yes or no")
    if found == (question.verdict == "solvable"):
        return make_right_score(format_message("scoring.correct"))
    return make_wrong_score(format_message("scoring.wrong-yes" if found else "scoring.wrong-no"), "wrong verdict")


def _find_stated_solvability(answer: Any) -> bool | str | None:
    """Return whether an answer claims that there is a solution; None if it claims nothing."""
    if not isinstance(answer, str):
        return find_solvability_in_data(answer)
    for passage in find_passages(answer):
        values = [value for data in find_objects(passage.text) if (value := find_solvability_in_data(data)) is not None]
        if values:
            return values[-1]
        if (found := find_solvability(passage._replace(text=drop_objects(passage.text)))) is not None:
            return found
    return None


def score_validity(question: Question, answer: Any) -> Score:
    """Score a verdict on a plan: whether it is valid and, if not, the wrong step and the broken rule."""
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
    return make_wrong_score(_describe_fault(step, rules), "fault not found", (1 + sum(correct_parts)) / 3)


def _describe_fault(step: int | None, rules: Sequence[str]) -> str:
    """Describe the step at which a plan fails and the rules that it breaks, as far as they are known."""
    broken = join_phrases(rules, "or")
    if step is None:
        return format_message("scoring.fault-by-rule", rules=broken)
    if not rules:
        return format_message("scoring.fault-at-step", step=step)
    return format_message("scoring.fault-at-step-by-rule", step=step, rules=broken)


def _find_stated_verdict(answer: Any) -> PlanVerdict | None:
    """Return the verdict on a plan that an answer commits to; None if there is none."""
    if not isinstance(answer, str):
        return parse_verdict_data(answer)
    for passage in find_passages(answer):
        values = [value for data in find_objects(passage.text) if (value := parse_verdict_data(data)) is not None]
        if values:
            return (
                None if len({*values}) > 1 and answer_pattern("or").search(drop_objects(passage.text)) else values[-1]
            )
        if (value := find_verdict(passage)) is not None:
            return value
    return None


def score_model(question: Question, answer: Any) -> Score:
    """Score a domain and a problem in PDDL: 1 if they are a model of the puzzle."""
    # Only this kind of question needs the comparison of models, so other questions do not pay for its import.
    from ferryplan.generator.pddl.syntax import Source
    from ferryplan.generator.tasks.pddl_puzzles import make_model
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
            model = make_model(Source(domain, "domain"), Source(problem, "problem"))
            _ = model.get_or_make(TaskSpace).relaxed_reachability
            differences = CheckReport(check_against_puzzle(question.instance, model)).described_differences
            surplus = (
                ""
                if differences
                else describe_surplus_action(model.get_or_make(TaskSpace), state_space_of(question.instance))
            )
    except PddlError as error:
        return Score(0.0, "unreadable", 0.0, f"{error}"[:MAX_END_LENGTH], kind="unreadable")
    except (TimeIsUpError, MemoryError, RecursionError, UndecidedModelError) as error:
        limits = format_message("scoring.check-limits", seconds=MAX_CHECK_SECONDS, memory=MAX_CHECK_MEBIBYTES)
        why = f"{error}" if isinstance(error, UndecidedModelError) else limits
        return make_wrong_score(format_message("scoring.undecided-model", reason=why)[:MAX_END_LENGTH], "undecided")
    except FerryplanError as error:
        return make_wrong_score(f"{error}"[:MAX_END_LENGTH], "different model")
    if differences:
        return make_wrong_score(f"{differences[0].text}", "different model", 0.5)
    if surplus:
        return make_wrong_score(format_message("scoring.surplus-model", surplus=surplus), "superfluous action", 0.5)
    return make_right_score(format_message("scoring.correct-model"))


def _find_definition(text: str, what: str) -> str:
    """Return the last domain (or problem) that a text defines; the empty text if it defines none."""
    begun = re.split(rf"\(\s{{0,9}}define\s{{1,99}}\(\s{{0,9}}(?={what}\b)", text, flags=re.IGNORECASE)
    # The split has removed two open parentheses: that of `define` and that of the name.
    depth = 2
    for mark in re.finditer(r"[()]|;[^\n]*", begun[-1]) if len(begun) > 1 else ():
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth:
            return f"(define ({begun[-1][: mark.end()]}"
    return ""
