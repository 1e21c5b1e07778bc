"""A result of placing things, told: as text, as Markdown, tersely, as JSON, as a plan file.

What a board looks like, how a placement is said and what is answered in the end is the family's: its modules `layout` and `told`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from generator.environment import render_as
from generator.pddl.generation import domain_name, problem_name
from generator.placing.instance import PlacingInstance
from generator.wording import capital
from planner.engines.registry import title_of
from planner.placing.answers import answers, answers_as_json, number_as_json, other_solutions
from planner.placing.counting import NONE
from planner.placing.explaining import explanation
from planner.placing.words import words_of
from planner.plans.plan import write_plan
from planner.telling import Table, head, laid_out, markdown, measures

if TYPE_CHECKING:
    from planner.placing.solution import Solution, Step
    from planner.placing.solving import Result
    from planner.telling import Style

__all__ = [
    "WIDTH",
    "WRITERS",
    "as_json",
    "as_json_text",
    "as_markdown",
    "as_plan",
    "as_terse",
    "as_text",
    "numbered_clues",
    "placements_told",
    "reasons_of",
    "sentence",
    "step_as_json",
    "table_of",
    "total",
    "verdict",
]  # fmt: skip

WIDTH = 100


def as_json(result: Result) -> dict[str, Any]:
    """Return the object that ``--format json`` prints."""
    instance, solution, counted = result.instance, result.solution, result.counted
    data: dict[str, Any] = {
        **head(result),
        "placements": None if solution is None else len(solution.steps),
        "steps": [] if solution is None else [step_as_json(step, instance) for step in solution.steps],
        "plan": [action.timed for action in result.plan],
        **number_as_json(counted or (NONE if result.status == "unsolvable" else None)),
        "answers": [] if solution is None else answers_as_json(instance, solution.placed, counted),
        **measures(result),
    }
    if result.proof is not None:
        data["proof"] = {
            "nodes": result.proof.nodes,
            "complete": result.proof.complete,
            "contradiction": list(result.proof.contradiction),
            "smallest": result.proof.smallest,
        }
    return data


def step_as_json(step: Step, instance: PlacingInstance) -> dict[str, Any]:
    """Return one placement as ``steps`` has it."""
    item, spot = instance.items[step.placement.item], instance.spots[step.placement.spot]
    return {
        "number": step.number,
        "item": item.name,
        "group": item.group,
        "spot": spot.name,
        "clues": [clue.says for clue in step.clues],
        "text": sentence(step, instance),
    }


def sentence(step: Step, instance: PlacingInstance) -> str:
    """Return a placement as a sentence, with the clues that it uses."""
    words = words_of(instance)
    return capital(words.placement(step.placement, step.before, words.told_with(step.placement, step.before)))


def table_of(instance: PlacingInstance, placed: Mapping[int, int]) -> Table:
    """Return the board with what is placed."""
    board = words_of(instance).board(placed)
    return Table(tuple(board.heading), tuple(board.rows), rigid=True)


def index_of(instance: PlacingInstance, placed: Mapping[int, int]) -> Table | None:
    """Return where each value is, value by value; None for families that have no categories of values."""
    index = words_of(instance).by_value(placed)
    return None if index is None else Table(tuple(index.heading), tuple(index.rows), rigid=True)


def numbered_clues(instance: PlacingInstance) -> list[tuple[int, str]]:
    """Return a puzzle's own clues as they are numbered in sentences; none for families that have none of their own."""
    return words_of(instance).numbered_clues()


def total(solution: Solution) -> str:
    """Return how many placements there are, in words."""
    return placements_told(len(solution.steps))


def placements_told(count: int) -> str:
    """Return a number of placements in words."""
    return "1 placement" if count == 1 else f"{count} placements"


def verdict(result: Result, form: str = "text") -> str:
    """Return the last words: how many placements, or why there are none."""
    return render_as(
        form,
        "placing/narration/verdict.j2",
        {
            "status": result.status,
            "engine": title_of(result.engine),
            "total": "" if result.solution is None else total(result.solution),
            "others": other_solutions(result.counted),
            "proof": result.proof,
            "contradiction": [] if result.proof is None else result.proof.contradiction,
            "smallest": result.proof is not None and result.proof.smallest,
        },
    )


def reasons_of(result: Result) -> list[dict[str, Any]]:
    """Return for each placement its ``number``, its ``text``, and the ``lines`` that say what rules out the other spots."""
    instance = result.instance
    numbers = {says: number for number, says in numbered_clues(instance)}
    return [
        {"number": step.number, "text": sentence(step, instance), "lines": explanation(step, instance, numbers)}
        for step in (() if result.solution is None else result.solution.steps)
    ]


def _story(result: Result, form: str, style: Style, layout: Callable[[Table], str]) -> str:
    instance, solution = result.instance, result.solution
    index = None if solution is None else index_of(instance, solution.placed)
    return render_as(
        form,
        f"placing/narration/{form}.j2",
        {
            "title": instance.title,
            "story": instance.story if form == "markdown" else textwrap.fill(instance.story, WIDTH),
            "table": "" if solution is None else layout(table_of(instance, solution.placed)),
            "index": None if index is None else layout(index),
            "clues": numbered_clues(instance),
            "notes": "\n".join(f"{capital(note)}." for note in result.notes),
            "steps": [] if solution is None else [(step.number, sentence(step, instance)) for step in solution.steps],
            "answers": () if solution is None else answers(instance, solution.placed, result.counted),
            "reasons": reasons_of(result) if style.explain else [],
            "verdict": verdict(result, form),
        },
    )


def as_text(result: Result, style: Style) -> str:
    """Return the story, the board, the placements and the answers for a person."""
    return _story(result, "text", style, style.layout)


def as_markdown(result: Result, style: Style) -> str:
    """Return the same as Markdown that GitHub renders."""
    return _story(result, "markdown", style, markdown)


def as_terse(result: Result, style: Style) -> str:
    """Return a line for each placement."""
    if result.solution is None:
        return verdict(result)
    instance = result.instance
    steps = (step.placement for step in result.solution.steps)
    return "".join(f"{instance.items[item].name}: {instance.spots[spot].name}\n" for item, spot in steps)


def as_json_text(result: Result, style: Style) -> str:
    """Return the object of ``as_json`` as text; with what rules out other spots, if reasons are wanted."""
    data = as_json(result)
    if style.explain:
        for told_step, reason in zip(data["steps"], reasons_of(result), strict=True):
            told_step["ruled_out"] = reason["lines"]
    return laid_out(data)


def as_plan(result: Result, style: Style) -> str:
    """Return a plan file."""
    if result.solution is None:
        return "".join(f"; {line}\n" for line in verdict(result).splitlines() if line)
    domain = domain_name(result.instance, result.dialect, result.encoding)
    return write_plan(result.plan, domain, problem_name(result.instance), None)


WRITERS: dict[str, Callable[[Result, Style], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "terse": as_terse,
    "json": as_json_text,
    "plan": as_plan,
}
"""What tells a result in words, as JSON and as a plan file, by format."""
