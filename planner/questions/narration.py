"""A result, told: as text, as Markdown, as lines, as JSON, as a plan file."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable
from typing import Any

from generator.environment import render_as
from generator.families import state_space, teller_of
from generator.pddl.generation import domain_name, problem_name
from planner.engines.registry import title_of
from planner.plans.plan import write_plan
from planner.questions.solution import Solution
from planner.questions.solving import Result
from planner.telling import Style, Table, head, laid_out, markdown, measures

__all__ = ["WIDTH", "WRITERS", "as_json", "costs_as_json", "steps_as_json", "table_of", "total", "verdict"]

WIDTH = 100


def as_json(result: Result) -> dict[str, Any]:
    """Return the object that ``--format json`` prints."""
    teller, solution = teller_of(result.instance), result.solution
    unsolvable = result.status == "unsolvable"
    data: dict[str, Any] = {
        **head(result),
        teller.counted.many: None if solution is None else len(solution.steps),
        **costs_as_json(result.instance, None if solution is None else solution.total.cost),
        "steps": [] if solution is None else steps_as_json(solution),
        "plan": [action.timed for action in result.plan],
        "solutions": 0 if unsolvable else None,
        "unique": False if unsolvable else None,
        **measures(result),
    }
    if result.proof is not None:
        data["proof"] = {
            "states": result.proof.states,
            "complete": result.proof.complete,
            "goals_met": result.proof.goals_met,
        }
    if unsolvable:
        data["variants"] = [
            {
                "parameters": {variant.parameter: variant.value},
                teller.counted.many: variant.total.moves,
                **({"cost": variant.total.cost} if teller.unit else {}),
            }
            for variant in result.variants
        ]
    return data


def costs_as_json(instance: Any, cost: int | None) -> dict[str, Any]:
    """Return what a solution costs, and in what; nothing where every move costs 1."""
    unit = teller_of(instance).unit
    return {} if unit is None else {"cost": cost, "unit": unit.one}


def steps_as_json(solution: Solution[Any, Any]) -> list[dict[str, Any]]:
    """Return each move as ``steps`` has it, with the state after it."""
    teller, space = teller_of(solution.instance), state_space(solution.instance)
    return [
        {
            "number": step.number,
            **teller.move_as_json(step.before, step.move),
            **({"cost": space.cost(step.before, step.move)} if teller.unit else {}),
            "state": teller.state_as_json(step.state),
            "text": teller.sentence(step.before, step.move),
        }
        for step in solution.steps
    ]


def table_of(solution: Solution[Any, Any]) -> Table:
    """Return the start, then each move as a sentence, what it all costs so far, and the state after it."""
    teller, space = teller_of(solution.instance), state_space(solution.instance)
    told = [("", "At the start.")]
    told += [(str(step.number), teller.sentence(step.before, step.move)) for step in solution.steps]
    spent = itertools.accumulate((space.cost(step.before, step.move) for step in solution.steps), initial=0)
    states = [solution.initial, *(step.state for step in solution.steps)]
    rows = (
        (*words, *([str(cost)] if teller.unit else []), *(line.text for line in teller.lines(state)))
        for words, cost, state in zip(told, spent, states, strict=True)
    )
    costs = [_capital(teller.unit.many)] if teller.unit else []
    places = (_capital(line.place) for line in teller.lines(solution.initial))
    return Table(("", _capital(teller.move.one), *costs, *places), tuple(rows))


def total(solution: Solution[Any, Any]) -> str:
    """Return how many moves there are, and what they cost, in words."""
    return teller_of(solution.instance).total(solution.total)


def verdict(result: Result, form: str = "text") -> str:
    """Return the last words: how many moves, or why there are none."""
    teller = teller_of(result.instance)
    width = max((len(variant.option) for variant in result.variants), default=0)
    return render_as(
        form,
        "narration/verdict.j2",
        {
            "status": result.status,
            "engine": title_of(result.engine),
            "total": "" if result.solution is None else total(result.solution),
            "costs": teller.unit is not None,
            "rule": teller.rule,
            "proof": result.proof,
            "variants": [(variant.option.ljust(width), teller.total(variant.total)) for variant in result.variants],
            "markdown": form == "markdown",
        },
    )


def _story(result: Result, form: str, layout: Callable[[Table], str]) -> str:
    instance, solution = result.instance, result.solution
    return render_as(
        form,
        f"narration/{form}.j2",
        {
            "title": instance.title,
            "story": instance.story if form == "markdown" else textwrap.fill(instance.story, WIDTH),
            "notes": "\n".join(f"{_capital(note)}." for note in result.notes),
            "table": "" if solution is None else layout(table_of(solution)),
            "verdict": verdict(result, form),
        },
    )


def _as_text(result: Result, style: Style) -> str:
    return _story(result, "text", style.layout)


def _as_markdown(result: Result, style: Style) -> str:
    return _story(result, "markdown", markdown)


def _as_terse(result: Result, style: Style) -> str:
    """Return a line for each move, or the verdict if there is none."""
    if result.solution is None:
        return verdict(result)
    teller = teller_of(result.instance)
    return "".join(f"{teller.label(step.move)}\n" for step in result.solution.steps)


def _as_json_text(result: Result, style: Style) -> str:
    return laid_out(as_json(result))


def _as_plan(result: Result, style: Style) -> str:
    """Return the plan as a plan file, or the verdict as its comment."""
    if result.solution is None:
        return "".join(f"; {line}\n" for line in verdict(result).splitlines() if line)
    cost = result.solution.total.cost if result.dialect == "costs" else None
    domain = domain_name(result.instance, result.dialect, result.encoding)
    return write_plan(result.plan, domain, problem_name(result.instance), cost)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


WRITERS: dict[str, Callable[[Result, Style], str]] = {
    "text": _as_text,
    "markdown": _as_markdown,
    "terse": _as_terse,
    "json": _as_json_text,
    "plan": _as_plan,
}
"""What tells a result in words, as JSON and as a plan file, by format."""
