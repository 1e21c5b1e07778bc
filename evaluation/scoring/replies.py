"""Answers that are no moves judged by what is proven: numbers, yes or no, what is wrong with a plan, models in PDDL, words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.numbers import UNDECIDED, Quantity, number_in, number_in_data, quantity
from ferryplan.evaluation.scoring.passages import passages, shorten
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.reading import drop_objects, objects_in
from ferryplan.evaluation.scoring.score import Score, right, unreadable, wrong
from ferryplan.evaluation.scoring.spelling import UNSOLVABLE
from ferryplan.evaluation.scoring.verdicts import Verdict, solvable_in, solvable_of_data, verdict_in, verdict_of_data
from ferryplan.generator.errors import FerryplanError, PddlError
from ferryplan.generator.families import state_space, teller_of
from ferryplan.generator.speller import words
from ferryplan.generator.wording import listing
from ferryplan.planner.system.limits import TimeIsUpError, limited

SECONDS, MEMORY = 30.0, 2048
"""that it may take to hold a model against a puzzle; MiB"""
END = 20_000
"""characters of an answer's end in which words and numbers are looked for"""


def texts(answer: Any) -> list[str]:
    """Return where an answer may stand, what counts first in front; what is no text as JSON."""
    return (
        [shorten(passage.text, END) for passage in passages(answer)]
        if isinstance(answer, str)
        else [json.dumps(answer)]
    )


def score_number(question: Question, answer: Any) -> Score:
    """Return what a number is worth: how few moves suffice, or how many solutions there are."""
    expected = question.optimum if question.ask == "length" else question.solutions
    found = _number(_quantity_of(question), answer)
    if found is None or found == UNDECIDED:
        return unreadable("a number")
    said = None if found == UNSOLVABLE and question.ask == "length" else 0 if found == UNSOLVABLE else found
    if said == expected:
        return right(format_message("scoring.correct" if expected is not None else "scoring.correct-unsolvable"))
    if said is None:
        why = format_message("scoring.denies-solution-of-number", expected=expected)
    elif expected is None:
        why = format_message("scoring.number-of-unsolvable", found=said)
    else:
        why = format_message("scoring.wrong-number", found=said, expected=expected)
    return wrong(why, "wrong number")


def _quantity_of(question: Question) -> Quantity:
    """Return the number that a question asks for."""
    teller, space = teller_of(question.instance), state_space(question.instance)
    if question.ask == "count":
        return quantity((), "solutions_counted", True)
    if space.unit_costs or not teller.unit:
        return quantity(teller.move, "moves_counted", False)
    return quantity(
        (*teller.unit, *(("min", "mins", "minuten", "minutos") if teller.unit.one == "minute" else ())), "", False
    )


def _number(asked: Quantity, answer: Any) -> int | str | None:
    """Return the number that an answer commits to."""
    if not isinstance(answer, str):
        return number_in_data(answer, asked)
    for passage in passages(answer):
        values = [value for data in objects_in(passage.text) if (value := number_in_data(data, asked)) is not None]
        if values:
            return values[-1]
        plain = passage._replace(text=drop_objects(passage.text)) if "{" in passage.text else passage
        if (value := number_in(plain, asked)) is not None:
            return value
    return None


def score_solvable(question: Question, answer: Any) -> Score:
    """Return what yes or no is worth: whether there is a solution."""
    found = _solvable(answer)
    if not isinstance(found, bool):
        return unreadable("yes or no")
    if found == (question.verdict == "solvable"):
        return right(format_message("scoring.correct"))
    return wrong(format_message("scoring.wrong-yes" if found else "scoring.wrong-no"), "wrong verdict")


def _solvable(answer: Any) -> bool | str | None:
    """Return whether an answer commits to it that there is a solution."""
    if not isinstance(answer, str):
        return solvable_of_data(answer)
    for passage in passages(answer):
        values = [value for data in objects_in(passage.text) if (value := solvable_of_data(data)) is not None]
        if values:
            return values[-1]
        if (found := solvable_in(passage._replace(text=drop_objects(passage.text)))) is not None:
            return found
    return None


def score_valid(question: Question, answer: Any) -> Score:
    """Return what is worth what is said of a plan: whether it works; and if not at which step, and by which rule."""
    about, said = question.about, _verdict(answer)
    if said is None:
        return unreadable('{"valid": true}, or {"valid": false, "step": …, "rule": …}')
    if said.valid or about["valid"]:
        if said.valid == about["valid"]:
            return right(format_message("scoring.correct"))
        key = "scoring.calls-invalid-plan-valid" if said.valid else "scoring.calls-valid-plan-invalid"
        return wrong(format_message(key), "wrong verdict")
    rules, step = about.get("right", ()), about.get("step")
    met = [step is None or said.step == step, not rules or said.rule in rules]
    if all(met):
        return right(format_message("scoring.fault-found"))
    return wrong(_describe_fault(step, rules), "fault not found", (1 + sum(met)) / 3)


def _describe_fault(step: int | None, rules: Sequence[str]) -> str:
    """Return where a plan fails, as far as that is known: at a step, by one of some rules."""
    broken = listing(rules, "or")
    if step is None:
        return format_message("scoring.fault-by-rule", rules=broken)
    if not rules:
        return format_message("scoring.fault-at-step", step=step)
    return format_message("scoring.fault-at-step-by-rule", step=step, rules=broken)


def _verdict(answer: Any) -> Verdict | None:
    """Return the verdict on a plan that an answer commits to."""
    if not isinstance(answer, str):
        return verdict_of_data(answer)
    for passage in passages(answer):
        values = [value for data in objects_in(passage.text) if (value := verdict_of_data(data)) is not None]
        if values:
            return None if len({*values}) > 1 and words("or").search(drop_objects(passage.text)) else values[-1]
        if (value := verdict_in(passage)) is not None:
            return value
    return None


def score_model(question: Question, answer: Any) -> Score:
    """Return what a domain and a problem in PDDL are worth: 1 where they are a model of the puzzle."""
    # Only this kind of question needs what compares models, so nothing else waits for it to be imported.
    from ferryplan.generator.pddl.syntax import Source
    from ferryplan.generator.tasks.pairs import model_of
    from ferryplan.generator.tasks.space import TaskSpace
    from ferryplan.teaching.checking.report import Report
    from ferryplan.teaching.checking.surplus import surplus_in
    from ferryplan.teaching.checking.verdict import UncheckedError, check

    text = "\n".join(map(str, answer.values())) if isinstance(answer, dict) else str(answer)
    domain, problem = _find_definition(text, "domain"), _find_definition(text, "problem")
    if not domain or not problem:
        return unreadable("a domain and a problem in PDDL")
    try:
        with limited(SECONDS, MEMORY):
            model = model_of(Source(domain, "domain"), Source(problem, "problem"))
            _ = model.once(TaskSpace).within_reach
            ways = Report(check(question.instance, model)).ways
            too_much = "" if ways else surplus_in(model.once(TaskSpace), state_space(question.instance))
    except PddlError as error:
        return Score(0.0, "unreadable", 0.0, f"{error}"[:END], kind="unreadable")
    except (TimeIsUpError, MemoryError, RecursionError, UncheckedError) as error:
        limits = format_message("scoring.check-limits", seconds=SECONDS, memory=MEMORY)
        why = f"{error}" if isinstance(error, UncheckedError) else limits
        return wrong(format_message("scoring.undecided-model", reason=why)[:END], "undecided")
    except FerryplanError as error:
        return wrong(f"{error}"[:END], "different model")
    if ways:
        return wrong(f"{ways[0].text}", "different model", 0.5)
    if too_much:
        return wrong(format_message("scoring.surplus-model", surplus=too_much), "superfluous action", 0.5)
    return right(format_message("scoring.correct-model"))


def _find_definition(text: str, what: str) -> str:
    """Return the last domain, or problem, that a text defines; the empty text if it defines none."""
    begun = re.split(rf"\(\s{{0,9}}define\s{{1,99}}\(\s{{0,9}}(?={what}\b)", text, flags=re.IGNORECASE)
    # The split has taken away two parentheses that are still open: that of `define` and that of the name.
    depth = 2
    for mark in re.finditer(r"[()]|;[^\n]*", begun[-1]) if len(begun) > 1 else ():
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth:
            return f"(define ({begun[-1][: mark.end()]}"
    return ""
