"""A result, told in words: as text, as Markdown, tersely, as JSON, as a plan file.

The words are in the templates beside the puzzles; what they get is prepared here.
"""

from __future__ import annotations

import itertools
import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from generator.crossing.instance import Instance
from generator.environment import render, render_as
from generator.pddl.generation import domain_name, problem_name
from generator.wording import capital, listing
from planner.crossing.schedule import Schedule, Trip
from planner.crossing.sentences import (
    clock,
    event_sentence,
    explanation,
    sentence,
    situations,
    told_solution,
    told_total,
)
from planner.crossing.separation import separated
from planner.crossing.solution import Solution, Step
from planner.crossing.solving import Result
from planner.engines.registry import title_of
from planner.plans.plan import write_plan
from planner.result import Answer, gives_plan
from planner.telling import Style, Table, head, laid_out, markdown, measures

__all__ = [
    "WRITERS",     "answer_as_json", "as_json", "as_json_text", "as_markdown", "as_plan", "as_terse", "as_text",
    "reasons_of", "table_of", "tell_answer", "told", "total", "verdict",
]  # fmt: skip

WIDTH = 100
UNCOUNTED: dict[str, Any] = {"solutions": None, "unique": None}
"""one plan is asked for; how many there are is counted when all are"""
NONE: dict[str, Any] = {"solutions": 0, "unique": False}


def as_json(result: Result) -> dict[str, Any]:
    """Return the object that ``--format json`` prints."""
    instance, solution = result.instance, result.solution
    data: dict[str, Any] = {
        **head(result),
        "crossings": None if solution is None else len(solution.steps),
        **_total_as_json(result),
        "steps": [] if solution is None else [_step_as_json(step, instance) for step in solution.steps],
        **({"events": _events_as_json(solution)} if isinstance(solution, Schedule) else {}),
        "plan": [action.timed for action in result.plan],
        **(NONE if result.status == "unsolvable" else UNCOUNTED),
        **measures(result),
    }
    if result.proof is not None:
        data["proof"] = {
            "states": result.proof.states,
            "complete": result.proof.complete,
            "arrived": result.proof.arrived,
        }
    if result.status == "unsolvable":
        data["variants"] = [
            {
                "parameters": {variant.parameter: variant.value},
                "crossings": variant.total.moves,
                **({"cost": variant.total.cost} if instance.tariff else {}),
            }
            for variant in result.variants
        ]
    return data


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


def tell_answer(answer: Answer, form: str) -> str:
    """Return what an engine says of PDDL that is not ours; as JSON, as a plan file, or (any other format) as text."""
    if form == "json":
        return json.dumps(answer_as_json(answer), ensure_ascii=False, indent=2) + "\n"
    if form == "plan" and gives_plan(answer.status):
        total = (
            f"{len(answer.plan)} actions" if answer.cost is None else f"cost = {_number(answer.cost)} (general cost)"
        )
        return "".join(f"{action.timed}\n" for action in answer.plan) + f"; {total}\n"
    count = len(answer.plan)
    return render_as(
        form,
        "narration/answer.j2",
        {
            "plan": "\n".join(action.timed for action in answer.plan),
            "count": (f"{count} action" if count == 1 else f"{count} actions")
            + ("" if answer.cost is None else f", at a cost of {_number(answer.cost)}"),
            "status": answer.status,
            "engine": title_of(answer.engine),
        },
    )


def _number(number: Fraction) -> int | float:
    return number.numerator if number.denominator == 1 else float(number)


def told(solution: Solution) -> Table:
    """Return the table of a solution: the start, then each crossing as a sentence, what it all costs so far, and the situation after it."""
    instance = solution.instance
    spent = itertools.accumulate((instance.cost(step.crossing.load) for step in solution.steps), initial=0)
    told = [("", "At the start."), *((str(step.number), sentence(step, instance)) for step in solution.steps)]
    where = situations([instance.start.companies, *(step.state.companies for step in solution.steps)], instance)
    rows = tuple(
        (*words, *([str(cost)] if instance.tariff else []), *there)
        for words, cost, there in zip(told, spent, where, strict=True)
    )
    costs = [capital(instance.tariff.units)] if instance.tariff else []
    return Table(("", "Crossing", *costs, *(capital(place.name) for place in instance.places)), rows)


def timetable(schedule: Schedule) -> Table:
    """Return the table of a schedule: the start, then each departure and landing with its time and the situation on land after it."""
    instance, events = schedule.instance, schedule.events
    told = [(clock(0, instance), "At the start.")]
    told += [
        (clock(event.time, instance), event_sentence(event, schedule.steps[event.trip], instance)) for event in events
    ]
    where = situations([instance.start.companies, *(event.companies for event in events)], instance)
    rows = tuple((*words, *there) for words, there in zip(told, where, strict=True))
    return Table(("Time", "What happens", *(capital(place.name) for place in instance.places)), rows)


def table_of(solution: Solution | Schedule) -> Table:
    """Return the table that tells a solution or a schedule."""
    return timetable(solution) if isinstance(solution, Schedule) else told(solution)


def as_text(result: Result, style: Style) -> str:
    """Return the story, a table of the crossings, and the verdict."""
    return _story(result, "text", style, style.layout)


def as_markdown(result: Result, style: Style) -> str:
    """Return the same as Markdown."""
    return _story(result, "markdown", style, markdown)


def as_terse(result: Result, style: Style) -> str:
    """Return a line for each crossing, or the verdict if there is none."""
    if result.solution is None:
        return verdict(result, "text")
    instance = result.instance
    steps = [
        {
            "names": listing(instance.names(step.crossing.load)),
            "one": step.crossing.load.bit_count() == 1,
            "destination": instance.places[step.crossing.destination].called,
        }
        for step in result.solution.steps
    ]
    return render("crossing/narration/terse.j2", {"steps": steps})


def as_json_text(result: Result, style: Style) -> str:
    """Return the object of ``as_json`` as text; with reasons, if they are wanted."""
    data = as_json(result)
    if style.explain and result.solution is not None:
        steps: Sequence[Step | Trip] = result.solution.steps
        for step, told_step in zip(steps, data["steps"], strict=True):
            told_step["safe"] = explanation(step, result.instance)
    return laid_out(data)


def as_plan(result: Result, style: Style) -> str:
    """Return the plan as a plan file, or the verdict as its comment."""
    if result.solution is None:
        return "".join(f"; {line}\n" for line in verdict(result, "text").splitlines() if line)
    cost = result.solution.total.cost if result.dialect in ("costs", "temporal") else None
    domain = domain_name(result.instance, result.dialect, result.encoding)
    plan = separated(result.plan, result.solution) if isinstance(result.solution, Schedule) else result.plan
    return write_plan(plan, domain, problem_name(result.instance, result.backward), cost)


def total(solution: Solution | Schedule) -> str:
    """Return how many crossings there are, and what they cost, in words."""
    return told_solution(solution)


def _story(result: Result, form: str, style: Style, layout: Callable[[Table], str]) -> str:
    instance, solution = result.instance, result.solution
    return render_as(
        form,
        f"crossing/narration/{form}.j2",
        {
            "title": instance.title,
            "story": instance.story if form == "markdown" else textwrap.fill(instance.story, WIDTH),
            "notes": "\n".join(f"{capital(note)}." for note in result.notes),
            "table": "" if solution is None else layout(table_of(solution)),
            "reasons": reasons_of(result) if style.explain else [],
            "verdict": verdict(result, form),
        },
    )


def reasons_of(result: Result) -> list[dict[str, Any]]:
    """Return for each crossing its ``number``, its ``text``, and the ``lines`` that say why it is safe."""
    steps: Sequence[Step | Trip] = () if result.solution is None else result.solution.steps
    return [
        {"number": step.number, "text": sentence(step, result.instance), "lines": explanation(step, result.instance)}
        for step in steps
    ]


def verdict(result: Result, form: str = "text") -> str:
    """Return the last words: how many crossings, at what cost, and how that is known, or why there are none and what helps."""
    instance, solution = result.instance, result.solution
    width = max((len(variant.option) for variant in result.variants), default=0)
    return render_as(
        form,
        "crossing/narration/verdict.j2",
        {
            "status": result.status,
            "engine": title_of(result.engine),
            "total": "" if solution is None else told_solution(solution),
            "costs": instance.tariff is not None or result.dialect == "temporal",
            "travellers": len(instance.travellers),
            "proof": result.proof,
            "variants": [
                (variant.option.ljust(width), told_total(instance, variant.total)) for variant in result.variants
            ],
            "markdown": form == "markdown",
        },
    )


def _total_as_json(result: Result) -> dict[str, Any]:
    """Return the total, if there is one besides the number of crossings: a time, or what the crossings cost."""
    instance, total = result.instance, None if result.solution is None else result.solution.total.cost
    if result.dialect == "temporal":
        return {"makespan": total, "unit": instance.time_unit}
    return {"cost": total, "unit": instance.tariff.unit} if instance.tariff else {}


def _events_as_json(schedule: Schedule) -> list[dict[str, Any]]:
    instance = schedule.instance
    return [
        {
            "time": int(event.time),
            "places": _places_as_json(event.companies, instance),
            "text": event_sentence(event, schedule.steps[event.trip], instance),
        }
        for event in schedule.events
    ]


def _places_as_json(companies: Sequence[int], instance: Instance) -> dict[str, list[str]]:
    return {place.symbol: instance.names(company) for place, company in zip(instance.places, companies, strict=True)}


def _step_as_json(step: Step | Trip, instance: Instance) -> Mapping[str, Any]:
    places = instance.places
    return {
        "number": step.number,
        "from": places[step.crossing.origin].symbol,
        "to": places[step.crossing.destination].symbol,
        "aboard": instance.names(step.crossing.load),
        **({"cost": instance.cost(step.crossing.load)} if instance.tariff else {}),
        **(
            {"boat": step.boat + 1, "departure": step.departure, "landing": step.landing}
            if isinstance(step, Trip)
            else {"places": _places_as_json(step.state.companies, instance)}
        ),
        "text": sentence(step, instance),
    }


WRITERS: dict[str, Callable[[Result, Style], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "terse": as_terse,
    "json": as_json_text,
    "plan": as_plan,
}
"""What tells a result in words, as JSON and as a plan file, by format."""
