"""All solutions of a puzzle in which things are placed, told as they are found: as text, as Markdown, tersely, as JSON."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.escaping import escaped
from generator.placing.contradiction import FurtherClue
from generator.wording import told_number
from planner.placing.answers import tallies_as_json, tallies_told
from planner.placing.counting import Counted, Tally
from planner.placing.enumerating import CLUES, AllSolutions
from planner.questions.narration import as_json, verdict
from planner.questions.solution import Solution
from planner.system.stopping import Stopping
from planner.telling import Table, json_text, markdown

__all__ = ["FORMATS", "lines", "streamed", "unanswered_as_json"]

FORMATS = ("text", "markdown", "terse", "json")
OF_ONE = ("steps", "answers", "expanded", "solutions", "unique")
"""the keys of an answer with one solution"""


def lines(
    found: AllSolutions, form: str, layout: Callable[[Table], str], most: int | None, count: bool, stop: Stopping
) -> Iterator[str]:
    """Yield what is printed of all solutions, bit by bit: their number first, if they are to be counted, else how many there are at least.

    ``most`` bounds how many are told. What was found until a search was broken off is told all the same, and that it was.
    """
    safe = escaped if form == "markdown" else str
    told = [*stop.each(itertools.islice(found.each(), most))]
    if count and found.known.solutions is None:
        stop.value(found.counting.count)
    if found.known.solutions == 0:
        _search_to_the_end(found, stop)
    known, result = found.known, found.result(stop.status)
    further = found.further_clues(told) if len(told) == known.solutions else ()
    tallies = stop.value(found.tallies) if known.solutions else None
    if form == "json":
        data = {key: value for key, value in as_json(result).items() if key not in OF_ONE}
        listed = [_as_json(solution, number) for number, solution in enumerate(told, 1)]
        data["notes"] = [*data["notes"], *([f"solutions: not counted: {_why(stop)}"] * (known.solutions is None))]
        yield json_text({**data, **_all_as_json(found, known, tallies, further), "solutions": listed})
        return
    if known.solutions == 0:
        yield verdict(result, form)
        return
    yield _counted(known, stop)
    if form != "terse" and tallies:
        yield "\n" + "".join(f"{safe(sentence)}\n" for sentence in tallies_told(found.instance, tallies))
    for number, solution in enumerate(told, 1):
        yield ("" if form == "terse" else "\n") + _told(solution, number, form, layout)
    if told and known.at_least > len(told):
        at_least = "at least " if known.solutions is None else ""
        yield f"\n... and {at_least}{told_number(known.at_least - len(told))} more.\n"
    if further:
        kinds = dict.fromkeys(clue.kind for clue in further)
        yield f"\nOne more clue could leave a single solution; it could be of the kind {' or '.join(kinds)}:\n"
        yield "".join(f"- {safe(next(clue.says for clue in further if clue.kind == kind))}\n" for kind in kinds)


def streamed(
    found: AllSolutions, form: str, layout: Callable[[Table], str], most: int | None, count: bool, stop: Stopping
) -> Iterator[str]:
    """Yield each solution as soon as it is found, as JSON on a line of its own; in the end how many there are, as JSON only if asked for.

    Where a search was broken off, the end says so, in JSON as in words.
    """
    for number, solution in enumerate(stop.each(itertools.islice(found.each(), most)), 1):
        yield _on_a_line(_as_json(solution, number)) if form == "json" else _told(solution, number, form, layout)
    if count and found.known.solutions is None:
        stop.value(found.counting.count)
    if found.known.solutions == 0:
        _search_to_the_end(found, stop)
    known, result = found.known, found.result(stop.status)
    if known.solutions == 0:
        yield json_text(as_json(result)) if form == "json" else verdict(result, form)
    elif form != "json":
        yield _counted(known, stop)
    elif count or stop.status:
        yield _on_a_line({"status": result.status, "optimal_plans": known.solutions, "at_least": known.at_least})


def unanswered_as_json(puzzle: str, parameters: Mapping[str, Any], status: str) -> dict[str, Any]:
    """Return the object that ``--all --format json`` prints where the puzzle was not even set up."""
    unknown = {"placements": None, "optimal_plans": None, "at_least": 0, "unique": None}
    lists: dict[str, list[Any]] = {"answers": [], "further_clues": [], "solutions": []}
    return {"puzzle": puzzle, "parameters": {**parameters}, "status": status, "engine": CLUES, **unknown, **lists}


def _search_to_the_end(found: AllSolutions, stop: Stopping) -> None:
    """Search for what is known not to be there, since the search is the proof that is told."""
    if not found.search.complete:
        for _ in stop.each(found.each()):
            pass


def _all_as_json(
    found: AllSolutions, known: Counted, tallies: tuple[Tally, ...] | None, further: tuple[FurtherClue, ...]
) -> dict[str, Any]:
    return {
        "placements": len(found.instance.items) if known.at_least else None,
        "optimal_plans": known.solutions,
        "at_least": known.at_least,
        "unique": known.unique,
        "answers": tallies_as_json(found.instance, tallies),
        "further_clues": [{"kind": clue.kind, "says": clue.says} for clue in further],
    }


def _counted(known: Counted, stop: Stopping) -> str:
    if known.solutions == 1:
        return "1 solution; the clues, searched to the end, allow no other.\n"
    if known.solutions is not None:
        return f"{told_number(known.solutions)} solutions; the clues, searched to the end, allow no more.\n"
    if not known.at_least:
        return f"No solution so far; {_why(stop)}.\n"
    return f"At least {told_number(known.at_least)} solution{'s' * (known.at_least > 1)}; {_why(stop)}.\n"


def _why(stop: Stopping) -> str:
    """Return why not all are counted."""
    return f"stopped {stop.told}" if stop.status else "stopped there, --count counts all"


def _as_json(solution: Solution[Any, Any], number: int) -> dict[str, Any]:
    steps = solution.steps_as_json()
    return {"number": number, "placements": len(steps), "steps": steps}


def _on_a_line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _told(solution: Solution[Any, Any], number: int, form: str, layout: Callable[[Table], str]) -> str:
    instance = solution.instance
    if form == "terse":
        places = (
            f"{instance.items[item].name}={instance.spots[spot].name}"
            for item, spot in (step.move for step in solution.steps)
        )
        return f"{number}: {' '.join(places)}\n"
    table = solution.table()
    heading = f"## Solution {number}\n\n" if form == "markdown" else f"Solution {number}\n"
    return heading + (markdown if form == "markdown" else layout)(table)
