"""A result in words and as data: text, Markdown, one line per move, JSON, or a plan file.

The words are in templates beside the puzzles (`domains/`); this module prepares the variables of the templates.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.escaping import Markdown
from ferryplan.generator.families import family_of, narrator_of, solution_answers_of
from ferryplan.generator.generation import make_domain_name, make_problem_name
from ferryplan.generator.layout import MARKDOWN, PLAIN, Layout
from ferryplan.generator.solution_answers import AnsweredQuestion, describe_solution_count
from ferryplan.generator.templates import render_escaped
from ferryplan.generator.wording import capitalize
from ferryplan.planner.answer_formatting import ResultStyle, format_json
from ferryplan.planner.engines.registry import title_of_engine
from ferryplan.planner.plans.plan import format_plan_file
from ferryplan.planner.result import Answer, Result
from ferryplan.planner.status import has_plan
from ferryplan.planner.system.terminal import names_options

if TYPE_CHECKING:
    from ferryplan.generator.solution import Solution


def result_as_json(result: Result) -> dict[str, Any]:
    """Return the JSON object that ``plan solve --format json`` prints for a result."""
    narrator, solution, proof, counted = narrator_of(result.instance), result.solution, result.proof, result.counted
    unsolvable, answering = result.status == "unsolvable", solution_answers_of(result.instance)
    number = {"solutions": 0, "unique": False} if unsolvable else {"solutions": None, "unique": None}
    total = None if solution is None else narrator.scale_cost(solution.total.cost)
    if result.dialect == "temporal":
        costs = {"makespan": total, "unit": narrator.time_unit}
    else:
        costs = {} if narrator.cost_unit is None else {"cost": total, "unit": narrator.cost_unit.one}
    answers = [
        {"question": one.question, "answer": one.answer, "solutions_by_answer": one.tally}
        for one in _answer_puzzle_questions(result)
    ]
    data: dict[str, Any] = {
        "puzzle": result.instance.puzzle,
        "parameters": result.parameters,
        **({"question": answering.question_as_json()} if answering else {}),
        "status": result.status,
        "engine": result.engine,
        "dialect": result.dialect or None,
        "encoding": result.encoding or None,
        narrator.length_unit.many: None if solution is None else len(solution.steps),
        **costs,
        "steps": [] if solution is None else solution.steps_as_json(),
        **({} if solution is None else solution.extra_json),
        "plan": [action.plan_line for action in result.plan],
        **({"solutions": counted.solutions, "unique": counted.is_unique} if counted else number),
        **({"answers": answers} if answering else {}),
        "expanded": result.expanded,
        "seconds": {key: round(value, 4) for key, value in result.seconds.items()},
        "notes": list(result.notes),
    }
    if result.theorem:
        data["theorem"] = result.theorem
    if proof is not None:
        known = (proof.states, proof.complete, proof.goals_met, list(proof.contradiction), proof.smallest)
        data["proof"] = {key: value for key, value in zip(narrator.proof_keys, known, strict=False) if key}
    if unsolvable and not answering:
        data["variants"] = [
            {
                "parameters": {variant.parameter: variant.value},
                narrator.length_unit.many: variant.total.moves,
                **({"cost": narrator.scale_cost(variant.total.cost)} if narrator.cost_unit else {}),
            }
            for variant in result.variants
        ]
    return data


def describe_answers(result: Result) -> list[str]:
    """Return sentences with the solution's answers to the puzzle's questions, or the end of its story.

    If other solutions may have other answers, a sentence states this.
    """
    return [one.statement for one in _answer_puzzle_questions(result)]


def _answer_puzzle_questions(result: Result) -> Sequence[AnsweredQuestion]:
    """Return the solution's answers to the puzzle's questions; empty without a solution or a question."""
    answering = solution_answers_of(result.instance)
    if result.solution is None or answering is None:
        return ()
    return answering.answer_questions(result.solution.final, result.counted)


def explain_moves(result: Result) -> list[dict[str, Any]]:
    """Return a mapping for each move of the solution: ``number``, ``text``, and ``lines`` of reasons.

    The reasons say why the move is allowed, or why it follows from the clues.
    """
    narrator = narrator_of(result.instance)
    found = []
    for step in () if result.solution is None else result.solution.steps:
        lines = narrator.explain_move(step.before, step.move, step.state)
        found.append({"number": step.number, "text": narrator.describe_move(step.before, step.move), "lines": lines})
    return found


def explain_solution(result: Result) -> list[dict[str, Any]]:
    """Return the steps by which a person can find the solution, each a mapping with reasons in ``lines``.

    If the family has no such steps, the list has the reasons for each move, as in `explain_moves`.
    """
    found = [] if result.solution is None else narrator_of(result.instance).explain_solution()
    return found or explain_moves(result)


def format_verdict(result: Result, form: str = "text") -> str:
    """Return the closing text of a result: length, cost and proof of the solution, or why there is none.

    ``form`` is the output format of the text. Without a solution, the text also names changes that make the puzzle solvable: as
    command-line options if messages may name them, otherwise and in the form ``picture`` as words.
    """
    narrator, others, has_options = narrator_of(result.instance), "", form != "picture" and names_options.get()
    variants = [
        (
            one.option + one.nearness_note if has_options else one.description,
            narrator.format_total_cost(one.total),
        )
        for one in result.variants
    ]
    if family_of(result.instance).has_fixed_length:
        others = describe_solution_count(result.counted)
    width = max((len(change) for change, _ in variants), default=0) if has_options else 0
    shape = Markdown if form == "markdown" else str  # options are set as code, where nothing is escaped
    return render_escaped(
        form,
        f"{narrator.narration_folder}/verdict.j2",
        {
            "status": result.status,
            "engine": title_of_engine(result.engine),
            "theorem": result.theorem,
            "total": "" if result.solution is None else result.solution.summary,
            "costs": narrator.cost_unit is not None or result.dialect == "temporal",
            "rule": narrator.rule_noun,
            "instance": result.instance,
            "others": others,
            "proof": result.proof,
            "variants": [(shape(change.ljust(width)), total) for change, total in variants],
            "form": form,
            "has_options": has_options,
        },
    )


def _render_result(result: Result, form: str, style: ResultStyle, layout: Layout) -> str:
    """Return a result in words from the template of a format; ``layout`` draws its tables."""
    instance, solution, narrator = result.instance, result.solution, narrator_of(result.instance)
    index = None if solution is None else narrator.tabulate_spots_by_item(solution.final)
    given, introduction = None, ""
    if answering := solution_answers_of(instance):
        given = answering.tabulate_given_values()
        steps = () if solution is None else solution.steps
        introduction = answering.introduce_steps((step.before, step.move) for step in steps) if steps else ""
    told = render_escaped(
        form,
        f"{narrator.narration_folder}/{form}.j2",
        {
            "title": instance.title,
            "story": instance.story,
            "clues": narrator.numbered_clues(),
            "given": layout(given) if given else "",
            "notes": "\n".join(f"{capitalize(note)}." for note in result.notes),
            "table": "" if solution is None else layout(solution.to_table()),
            "introduction": introduction,
            "steps": () if solution is None else solution.numbered_sentences(),
            "index": None if index is None else layout(index),
            "answers": describe_answers(result),
            "reasons": explain_solution(result) if style.explain else [],
            "verdict": format_verdict(result, form),
        },
    )
    return layout.wrap_text(told)


def write_text(result: Result, style: ResultStyle) -> str:
    """Return a result as text for a terminal; ``style.layout`` draws its tables."""
    return _render_result(result, "text", style, style.layout)


def write_markdown(result: Result, style: ResultStyle) -> str:
    """Return a result as Markdown."""
    return _render_result(result, "markdown", style, MARKDOWN)


def write_terse(result: Result, style: ResultStyle) -> str:
    """Return a result as one line per move, or as its verdict if there is no solution."""
    if result.solution is None:
        return format_verdict(result)
    narrator = narrator_of(result.instance)
    return "".join(f"{narrator.format_move_line(step.move)}\n" for step in result.solution.steps)


TEXT_WRITERS = {"text": write_text, "markdown": write_markdown, "terse": write_terse}
"""functions that return a result in words, by output format"""


def write_json(result: Result, style: ResultStyle) -> str:
    """Return a result as JSON text; ``style.explain`` adds the reasons for each move."""
    data, key = result_as_json(result), narrator_of(result.instance).reasons_key
    if style.explain and key:
        for step, reason in zip(data["steps"], explain_moves(result), strict=True):
            step[key] = reason["lines"]
        if result.solution is not None and (found := narrator_of(result.instance).explain_solution()):
            data["explanation"] = found
    return format_json(data)


def write_plan_file(result: Result, style: ResultStyle) -> str:
    """Return the plan of a result as a plan file.

    Without a plan of PDDL actions, return the closing text of the result as comments.
    """
    if result.solution is None or not result.dialect:
        return "".join(f"; {line}\n" for line in format_verdict(result).splitlines() if line)
    costly = result.dialect in ("costs", "temporal")
    cost = narrator_of(result.instance).scale_cost(result.solution.total.cost) if costly else None
    domain = make_domain_name(result.instance, result.dialect, result.encoding)
    plan = result.solution.format_plan(result.plan)
    return format_plan_file(plan, domain, make_problem_name(result.instance, result.backward), cost)


def answer_as_json(answer: Answer) -> dict[str, Any]:
    """Return the JSON object of ``plan solve --format json`` for PDDL that ferryplan did not generate."""
    return {
        "status": answer.status,
        "engine": answer.engine,
        "plan": [action.plan_line for action in answer.plan],
        **({} if answer.cost is None else {"cost": _to_json_number(answer.cost)}),
        "seconds": {key: round(value, 4) for key, value in answer.seconds.items()},
        "notes": list(answer.notes),
    }


def render_answer(answer: Answer, form: str) -> str:
    """Return an engine's answer for PDDL that ferryplan did not generate, as text, JSON or a plan file.

    ``form`` is ``json`` or ``plan``; any other format gives text.
    """
    if form == "json":
        return json.dumps(answer_as_json(answer), ensure_ascii=False, indent=2) + "\n"
    cost = None if answer.cost is None else _to_json_number(answer.cost)
    if form == "plan" and has_plan(answer.status):
        total = f"{len(answer.plan)} actions" if cost is None else f"cost = {cost} (general cost)"
        return "".join(f"{action.plan_line}\n" for action in answer.plan) + f"; {total}\n"
    key = "narration.actions" if cost is None else "narration.actions-with-cost"
    return render_escaped(
        form,
        "narration/answer.j2",
        {
            "plan": "\n".join(action.plan_line for action in answer.plan),
            "count": format_message(key, count=len(answer.plan), cost=cost),
            "status": answer.status,
            "engine": title_of_engine(answer.engine),
        },
    )


def render_solution(solution: Solution[Any, Any], form: str, *, layout: Layout = PLAIN) -> str:
    """Return a solution as JSON, or as a table of its moves with a summary; ``form`` is the output format."""
    if form == "json":
        return format_json({"steps": solution.steps_as_json(), **solution.extra_json})
    return layout.wrap_text(f"{layout(solution.to_table())}\n{solution.summary}.\n")


def _to_json_number(number: Fraction) -> int | float:
    return number.numerator if number.denominator == 1 else float(number)
