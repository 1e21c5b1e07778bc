"""A result, told: as text, as Markdown, tersely, as JSON, as a plan file.

The words are in the templates beside the puzzles; what they get is prepared here.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

from generator.environment import render
from generator.instance import Instance, State
from generator.rules import listing
from planner.plans import write_plan
from planner.solution import Solution, Step
from planner.solving import Result
from planner.tables import Table, markdown, plain

__all__ = ["FORMATS", "as_json", "explanation", "sentence", "tell", "told"]

WIDTH = 100


def sentence(step: Step, instance: Instance) -> str:
    """Return a crossing as a sentence: "The farmer and the goat cross to the right bank."."""
    aboard = _aboard(step, instance)
    text = render(
        "crossing/narration/sentence.j2",
        {
            "who": listing([instance.travellers[index].called for index in aboard]),
            "one": len(aboard) == 1,
            "back": step.crossing.destination == instance.start.boat,
            "destination": instance.places[step.crossing.destination].called,
        },
    )
    return _capital(text.strip())


def explanation(step: Step, instance: Instance) -> list[str]:
    """Return why a crossing is safe: a line each for the place left, the boat and the place reached, where a rule concerns it."""
    crossing, names = step.crossing, [traveller.called for traveller in instance.travellers]
    scenes = [
        (instance.places[crossing.origin].name, step.state.companies[crossing.origin]),
        *([("boat", crossing.load)] if instance.boat_rules else []),
        (instance.places[crossing.destination].name, step.state.companies[crossing.destination]),
    ]
    lines = []
    for scene, company in scenes:
        reasons = [reason for rule in instance.rules if (reason := rule.reason(company, names))]
        if reasons:
            lines.append(f"{_capital(scene)}: {'; '.join(dict.fromkeys(reasons))}.")
    return lines


def situation(state: State, instance: Instance) -> list[str]:
    """Return who is at each place, in the order of the places."""
    separator = ", " if any(" " in traveller.name for traveller in instance.travellers) else " "
    return [separator.join(instance.names(company)) for company in state.companies]


def as_json(result: Result) -> dict[str, Any]:
    """Return the object that ``--format json`` prints."""
    instance, solution = result.instance, result.solution
    data: dict[str, Any] = {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "status": result.status,
        "engine": result.engine,
        "dialect": result.dialect,
        "encoding": result.encoding,
        "crossings": None if solution is None else len(solution.steps),
        "steps": [] if solution is None else [_step_as_json(step, instance) for step in solution.steps],
        "seconds": {key: round(value, 4) for key, value in result.seconds.items()},
        "notes": list(result.notes),
    }
    if result.proof is not None:
        data["proof"] = {
            "states": result.proof.states,
            "complete": result.proof.complete,
            "arrived": result.proof.arrived,
        }
    if result.status == "unsolvable":
        data["variants"] = [
            {"parameters": {variant.parameter: variant.value}, "crossings": variant.crossings}
            for variant in result.variants
        ]
    return data


def tell(result: Result, form: str, *, explain: bool = False, layout: Callable[[Table], str] | None = None) -> str:
    """Return a result in one of FORMATS. ``layout`` draws the table of the format ``text``; plain columns by default."""
    return FORMATS[form](result, explain, layout)


def told(solution: Solution) -> Table:
    """Return the table of a solution: the start, then each crossing as a sentence with the situation after it."""
    instance = solution.instance
    rows = [("", "At the start.", *situation(instance.start, instance))]
    rows += [(str(step.number), sentence(step, instance), *situation(step.state, instance)) for step in solution.steps]
    return Table(("", "Crossing", *(_capital(place.name) for place in instance.places)), tuple(rows))


def _text(result: Result, explain: bool, layout: Callable[[Table], str] | None) -> str:
    return _story(result, "text", explain, layout or plain)


def _markdown(result: Result, explain: bool, layout: Callable[[Table], str] | None) -> str:
    return _story(result, "markdown", explain, markdown)


def _terse(result: Result, explain: bool, layout: Callable[[Table], str] | None) -> str:
    if result.solution is None:
        return _verdict(result) + "\n"
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


def _json(result: Result, explain: bool, layout: Callable[[Table], str] | None) -> str:
    data = as_json(result)
    if explain and result.solution is not None:
        for step, told_step in zip(result.solution.steps, data["steps"], strict=True):
            told_step["safe"] = explanation(step, result.instance)
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _plan(result: Result, explain: bool, layout: Callable[[Table], str] | None) -> str:
    if result.solution is None:
        return "".join(f"; {line}\n" for line in _verdict(result).splitlines() if line)
    name = result.instance.puzzle
    return write_plan(result.plan, f"{name}-{result.dialect}", f"{name}-1")


FORMATS: dict[str, Callable[[Result, bool, Callable[[Table], str] | None], str]] = {
    "text": _text,
    "markdown": _markdown,
    "terse": _terse,
    "json": _json,
    "plan": _plan,
}
"""What ``--format`` offers, each with the function that writes it."""


def _story(result: Result, form: str, explain: bool, layout: Callable[[Table], str]) -> str:
    instance, solution = result.instance, result.solution
    wrap = "\n".join if form == "text" else " ".join
    reasons = [
        {"number": step.number, "text": sentence(step, instance), "lines": explanation(step, instance)}
        for step in (solution.steps if explain and solution is not None else ())
    ]
    return render(
        f"crossing/narration/{form}.j2",
        {
            "title": instance.title,
            "story": wrap(textwrap.wrap(instance.story, WIDTH)),
            "notes": "\n".join(f"{_capital(note)}." for note in result.notes),
            "table": "" if solution is None else layout(told(solution)),
            "reasons": reasons,
            "verdict": _verdict(result),
        },
    )


def _verdict(result: Result) -> str:
    """Return the last words on a result: how many crossings and how that is known, or why there are none and what helps."""
    count = 0 if result.solution is None else len(result.solution.steps)
    crossings = _counted(count, "crossing")
    match result.status:
        case "optimal":
            return f"{crossings}. {_capital(result.engine)} proved that fewer do not suffice."
        case "valid":
            return f"{crossings}. Every one keeps the rules, and the goal is reached."
        case "solved":
            return f"{crossings}. {_capital(result.engine)} does not say whether fewer suffice."
        case "unsolvable":
            return _proof(result)
        case "timeout":
            return "The time ran out before a plan was found or proven impossible."
        case "memory":
            return "The memory ran out before a plan was found or proven impossible."
    return f"{_capital(result.engine)} found no plan, but does not prove that there is none."


def _proof(result: Result) -> str:
    instance, proof = result.instance, result.proof
    lines = [
        "There is no way across.",
        "",
        f"Proof: {result.engine} searched every situation that can be reached; the goal is not among them.",
    ]
    if proof is not None and proof.complete:
        lines.append(
            f"The rules, explored on their own, agree: {_counted(proof.states, 'situation')} can be reached, "
            f"and in none of them are more than {proof.arrived} of {len(instance.travellers)} where they want to be."
        )
    if result.variants:
        lines += ["", "What would work, if one thing is changed:"]
        width = max(len(variant.option) for variant in result.variants)
        lines += [
            f"  {variant.option:<{width}}  {_counted(variant.crossings, 'crossing')}" for variant in result.variants
        ]
    return "\n".join(lines)


def _step_as_json(step: Step, instance: Instance) -> Mapping[str, Any]:
    places = instance.places
    return {
        "number": step.number,
        "from": places[step.crossing.origin].symbol,
        "to": places[step.crossing.destination].symbol,
        "aboard": instance.names(step.crossing.load),
        "places": {
            place.symbol: instance.names(company) for place, company in zip(places, step.state.companies, strict=True)
        },
        "text": sentence(step, instance),
    }


def _aboard(step: Step, instance: Instance) -> list[int]:
    return [index for index in range(len(instance.travellers)) if step.crossing.load >> index & 1]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
