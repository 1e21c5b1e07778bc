"""A result, told: as text, as Markdown, as lines, as JSON, as a plan file.

The words are in the templates beside the puzzles; what they get is prepared here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.answers import Answered, describe_count
from ferryplan.generator.escaping import Markdown
from ferryplan.generator.families import answering_of, family_of, teller_of
from ferryplan.generator.generation import domain_name, problem_name
from ferryplan.generator.layout import MARKDOWN, PLAIN, Layout
from ferryplan.generator.templates import render_as
from ferryplan.generator.wording import capital
from ferryplan.planner.engines.registry import title_of
from ferryplan.planner.plans.plan import write_plan
from ferryplan.planner.result import Answer, Result
from ferryplan.planner.status import gives_plan
from ferryplan.planner.telling import Style, json_text

if TYPE_CHECKING:
    from ferryplan.generator.solution import Solution


def as_json(result: Result) -> dict[str, Any]:
    """Return the object that ``--format json`` prints."""
    teller, solution, proof, counted = teller_of(result.instance), result.solution, result.proof, result.counted
    unsolvable, answering = result.status == "unsolvable", answering_of(result.instance)
    number = {"solutions": 0, "unique": False} if unsolvable else {"solutions": None, "unique": None}
    total = None if solution is None else teller.price(solution.total.cost)
    if result.dialect == "temporal":
        costs = {"makespan": total, "unit": teller.time_unit}
    else:
        costs = {} if teller.unit is None else {"cost": total, "unit": teller.unit.one}
    answers = [
        {"question": one.asks, "answer": one.answer, "solutions_by_answer": one.tally} for one in _answered(result)
    ]
    data: dict[str, Any] = {
        "puzzle": result.instance.puzzle,
        "parameters": result.parameters,
        **({"question": answering.question_as_json()} if answering else {}),
        "status": result.status,
        "engine": result.engine,
        "dialect": result.dialect or None,
        "encoding": result.encoding or None,
        teller.counted.many: None if solution is None else len(solution.steps),
        **costs,
        "steps": [] if solution is None else solution.steps_as_json(),
        **({} if solution is None else solution.more_as_json),
        "plan": [action.timed for action in result.plan],
        **({"solutions": counted.solutions, "unique": counted.unique} if counted else number),
        **({"answers": answers} if answering else {}),
        "expanded": result.expanded,
        "seconds": {key: round(value, 4) for key, value in result.seconds.items()},
        "notes": list(result.notes),
    }
    if result.theorem:
        data["theorem"] = result.theorem
    if proof is not None:
        known = (proof.states, proof.complete, proof.goals_met, list(proof.contradiction), proof.smallest)
        data["proof"] = {key: value for key, value in zip(teller.proof_keys, known, strict=False) if key}
    if unsolvable and not answering:
        data["variants"] = [
            {
                "parameters": {variant.parameter: variant.value},
                teller.counted.many: variant.total.moves,
                **({"cost": teller.price(variant.total.cost)} if teller.unit else {}),
            }
            for variant in result.variants
        ]
    return data


def answers_of(result: Result) -> list[str]:
    """Return what a result's solution answers, or what closes the story; a sentence each, with the reserve that others may differ."""
    return [one.told for one in _answered(result)]


def _answered(result: Result) -> Sequence[Answered]:
    answering = answering_of(result.instance)
    if result.solution is None or answering is None:
        return ()
    return answering.answer(result.solution.final, result.counted)


def reasons_of(result: Result) -> list[dict[str, Any]]:
    """Return for each move its ``number``, its ``text``, and the ``lines`` that say why it is right."""
    teller = teller_of(result.instance)
    found = []
    for step in () if result.solution is None else result.solution.steps:
        lines = teller.reasons(step.before, step.move, step.state)
        found.append({"number": step.number, "text": teller.sentence(step.before, step.move), "lines": lines})
    return found


def explained(result: Result) -> list[dict[str, Any]]:
    """Return how a person finds the solution, step by step, if that is known of the puzzle; else why each move is right."""
    found = [] if result.solution is None else teller_of(result.instance).explanation()
    return found or reasons_of(result)


def verdict(result: Result, form: str = "text") -> str:
    """Return the last words: how many moves, at what cost, and how that is known, or why there are none and what helps.

    For the form ``picture``, what helps is told in words, not as options of the command line.
    """
    teller, others = teller_of(result.instance), ""
    variants = [
        (one.words if form == "picture" else one.option + one.doubt, teller.total(one.total)) for one in result.variants
    ]
    if family_of(result.instance).alike:
        others = describe_count(result.counted)
    width = 0 if form == "picture" else max((len(change) for change, _ in variants), default=0)
    shape = Markdown if form == "markdown" else str  # options stand in code, where nothing is escaped
    return render_as(
        form,
        f"{teller.narration}/verdict.j2",
        {
            "status": result.status,
            "engine": title_of(result.engine),
            "theorem": result.theorem,
            "total": "" if result.solution is None else result.solution.told,
            "costs": teller.unit is not None or result.dialect == "temporal",
            "rule": teller.rule,
            "instance": result.instance,
            "others": others,
            "proof": result.proof,
            "variants": [(shape(change.ljust(width)), total) for change, total in variants],
            "form": form,
        },
    )


def _story(result: Result, form: str, style: Style, layout: Layout) -> str:
    instance, solution, teller = result.instance, result.solution, teller_of(result.instance)
    index = None if solution is None else teller.index(solution.final)
    given, introduction = None, ""
    if answering := answering_of(instance):
        given = answering.table_of_givens()
        steps = () if solution is None else solution.steps
        introduction = answering.introduce_steps((step.before, step.move) for step in steps) if steps else ""
    told = render_as(
        form,
        f"{teller.narration}/{form}.j2",
        {
            "title": instance.title,
            "story": instance.story,
            "clues": teller.numbered_clues(),
            "given": layout(given) if given else "",
            "notes": "\n".join(f"{capital(note)}." for note in result.notes),
            "table": "" if solution is None else layout(solution.table()),
            "introduction": introduction,
            "steps": () if solution is None else solution.sentences(),
            "index": None if index is None else layout(index),
            "answers": answers_of(result),
            "reasons": explained(result) if style.explain else [],
            "verdict": verdict(result, form),
        },
    )
    return layout.filled(told)


def write_text(result: Result, style: Style) -> str:
    """Return a result as text for a terminal."""
    return _story(result, "text", style, style.layout)


def write_markdown(result: Result, style: Style) -> str:
    """Return a result as Markdown."""
    return _story(result, "markdown", style, MARKDOWN)


def write_terse(result: Result, style: Style) -> str:
    """Return a line for each move, or the verdict if there is none."""
    if result.solution is None:
        return verdict(result)
    teller = teller_of(result.instance)
    return "".join(f"{teller.terse(step.move)}\n" for step in result.solution.steps)


TEXT_WRITERS = {"text": write_text, "markdown": write_markdown, "terse": write_terse}
"""what writes a result in words, by format"""


def write_json(result: Result, style: Style) -> str:
    """Return the object of ``as_json`` as text; with reasons, if they are wanted."""
    data, key = as_json(result), teller_of(result.instance).reasons_key
    if style.explain and key:
        for step, reason in zip(data["steps"], reasons_of(result), strict=True):
            step[key] = reason["lines"]
        if result.solution is not None and (found := teller_of(result.instance).explanation()):
            data["explanation"] = found
    return json_text(data)


def write_plan_file(result: Result, style: Style) -> str:
    """Return the plan as a plan file, or the verdict as its comment where there is none, or no PDDL."""
    if result.solution is None or not result.dialect:
        return "".join(f"; {line}\n" for line in verdict(result).splitlines() if line)
    costly = result.dialect in ("costs", "temporal")
    cost = teller_of(result.instance).price(result.solution.total.cost) if costly else None
    domain = domain_name(result.instance, result.dialect, result.encoding)
    plan = result.solution.written(result.plan)
    return write_plan(plan, domain, problem_name(result.instance, result.backward), cost)


def answer_as_json(answer: Answer) -> dict[str, Any]:
    """Return the object that ``--format json`` prints for PDDL that is not ours."""
    return {
        "status": answer.status,
        "engine": answer.engine,
        "plan": [action.timed for action in answer.plan],
        **({} if answer.cost is None else {"cost": _number(answer.cost)}),
        "seconds": {key: round(value, 4) for key, value in answer.seconds.items()},
        "notes": list(answer.notes),
    }


def render_answer(answer: Answer, form: str) -> str:
    """Return what an engine says of PDDL that is not ours; as JSON, as a plan file, or (any other format) as text."""
    if form == "json":
        return json.dumps(answer_as_json(answer), ensure_ascii=False, indent=2) + "\n"
    cost = None if answer.cost is None else _number(answer.cost)
    if form == "plan" and gives_plan(answer.status):
        total = f"{len(answer.plan)} actions" if cost is None else f"cost = {cost} (general cost)"
        return "".join(f"{action.timed}\n" for action in answer.plan) + f"; {total}\n"
    key = "narration.actions" if cost is None else "narration.actions-with-cost"
    return render_as(
        form,
        "narration/answer.j2",
        {
            "plan": "\n".join(action.timed for action in answer.plan),
            "count": format_message(key, count=len(answer.plan), cost=cost),
            "status": answer.status,
            "engine": title_of(answer.engine),
        },
    )


def render_solution(solution: Solution[Any, Any], form: str, *, layout: Layout = PLAIN) -> str:
    """Return a solution as a table of its moves with what they come to, or as JSON."""
    if form == "json":
        return json_text({"steps": solution.steps_as_json(), **solution.more_as_json})
    return layout.filled(f"{layout(solution.table())}\n{solution.told}.\n")


def _number(number: Fraction) -> int | float:
    return number.numerator if number.denominator == 1 else float(number)
