"""All solutions of a puzzle in which things are placed, told as they are found: as text, as Markdown, tersely, as JSON."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any

from generator.placing.contradiction import FurtherClue
from planner.json_text import laid_out
from planner.placing.enumerating import AllSolutions
from planner.placing.narration import as_json, step_as_json, table_of, verdict
from planner.placing.solution import Solution
from planner.tables import Table, markdown

__all__ = ["FORMATS", "lines"]

FORMATS = ("text", "markdown", "terse", "json")


def lines(
    found: AllSolutions, form: str, layout: Callable[[Table], str], most: int | None, stream: bool
) -> Iterator[str]:
    """Yield what is printed of all solutions, bit by bit; ``most`` bounds how many are told, not how many are counted.

    Streamed, each solution is told as soon as it is found, as JSON on a line of its own; otherwise the count comes first. The
    last bit is told when the search has ended.
    """
    solutions = found.each()
    if stream:
        count = 0
        for solution in itertools.islice(solutions, most):
            count += 1
            yield (
                json.dumps(_as_json(solution, count), ensure_ascii=False) + "\n"
                if form == "json"
                else _told(solution, count, form, layout)
            )
        if not count:
            yield laid_out(as_json(found.result(False))) if form == "json" else verdict(found.result(False))
        elif most is None and form != "json":
            yield _counted(count)
        return
    told, count = list[Solution](), 0
    for count, solution in enumerate(solutions, 1):
        if most is None or count <= most:
            told.append(solution)
    result = found.result(count > 0)
    if form == "json":
        data = {key: value for key, value in as_json(result).items() if key not in ("steps", "answers", "expanded")}
        placements = len(found.instance.items) if count else None
        listed = [_as_json(solution, number) for number, solution in enumerate(told, 1)]
        more = [{"kind": clue.kind, "says": clue.says} for clue in _further(found, told, count)]
        yield laid_out(
            {**data, "placements": placements, "optimal_plans": count, "further_clues": more, "solutions": listed}
        )
        return
    if not count:
        yield verdict(result)
        return
    yield _counted(count)
    for number, solution in enumerate(told, 1):
        yield ("" if form == "terse" else "\n") + _told(solution, number, form, layout)
    if count > len(told):
        yield f"\n... and {count - len(told):,} more.\n"
    if further := _further(found, told, count):
        kinds = dict.fromkeys(clue.kind for clue in further)
        yield f"\nOne more clue could leave a single solution; it could be of the kind {' or '.join(kinds)}:\n"
        yield "".join(f"- {next(clue.says for clue in further if clue.kind == kind)}\n" for kind in kinds)


def _further(found: AllSolutions, told: list[Solution], count: int) -> tuple[FurtherClue, ...]:
    """Return the clues that would leave one solution; none where not all solutions are at hand."""
    return found.further_clues(told) if count == len(told) else ()


def _counted(count: int) -> str:
    if count == 1:
        return "1 solution; the clues, searched to the end, allow no other.\n"
    return f"{count:,} solutions; the clues, searched to the end, allow no more.\n"


def _as_json(solution: Solution, number: int) -> dict[str, Any]:
    steps = [step_as_json(step, solution.instance) for step in solution.steps]
    return {"number": number, "placements": len(steps), "steps": steps}


def _told(solution: Solution, number: int, form: str, layout: Callable[[Table], str]) -> str:
    instance = solution.instance
    if form == "terse":
        places = (f"{instance.items[item].name}={instance.spots[spot].name}" for item, spot in solution.placed.items())
        return f"{number}: {' '.join(places)}\n"
    table = table_of(instance, solution.placed)
    heading = f"## Solution {number}\n\n" if form == "markdown" else f"Solution {number}\n"
    return heading + (markdown if form == "markdown" else layout)(table)
