"""Requests for questions as data: about puzzles that there are, one by one or as a published set; and all of them answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.collection import Collection
from ferryplan.evaluation.posing.tasks import posed
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import Value
from ferryplan.generator.puzzle import load
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.puzzle_text import text_of
from ferryplan.generator.templates import environment
from ferryplan.planner.ranges import parameter_sets
from ferryplan.planner.system import progress
from ferryplan.planner.system.workers import Workers

SETS = ("river-crossing-study",)
COMMON = ("ask", "paraphrase", "language", "pddl", "timeout", "memory", "theme")
"""what all requests of a set have in common, besides the seed"""
Request: TypeAlias = dict[str, Any]


def requests_about(puzzle: PuzzleFile, sets: Sequence[Mapping[str, Value]], number: int) -> Iterator[Request]:
    """Yield `number` requests about a puzzle with each set of parameters; of a puzzle that is not of the catalogue they hold the file.

    Raises EncodingError for a puzzle that takes more files than one.
    """
    own: Request = {}
    if puzzle.name != puzzle.reference:
        if not family_of(puzzle).in_one_file:
            raise EncodingError(
                format_message("commands.task-of-several-files"), where=puzzle.reference, about="puzzle"
            )
        own = {"file": text_of(puzzle)}
    for parameters in sets:
        told = {key: list(one) if isinstance(one, tuple) else one for key, one in parameters.items()}
        for each in range(1, number + 1):
            yield {"puzzle": puzzle.name, "parameters": told, "number": each, **own}


def requests_in_set(name: str, sizes: range, number: int) -> Iterator[Request]:
    """Yield `number` requests about each puzzle of a published set that has one of the sizes."""
    for table in domains.words(f"questions/sets/{name}")["puzzles"]:
        for size in sizes:
            if table["least"] <= size <= table["most"]:
                texts = {key: environment().from_string(one).render(n=size) for key, one in table["parameters"].items()}
                puzzle = load(table["puzzle"])
                yield from requests_about(puzzle, parameter_sets(puzzle, texts), number)


def collect_questions(
    requests: Sequence[Request],
    collection: Collection,
    workers: Workers,
    tell: Callable[[Iterable[str]], None] = lambda lines: None,
) -> None:
    """Pose what is requested, put it into a collection, and pass on the new lines as they come."""
    asked = {"verb": "pose", "seed": int(requests[0]["seed"]), **{key: requests[0][key] for key in COMMON}}
    progress.expect(len(requests))
    with workers.start(posed, asked) as calls:
        for request in requests:
            calls.ask(request, name=json.dumps(request))
        answers = calls.answers()
        for request in requests:
            while (lines := collection.add(request, answer := next(answers))) is None:
                request = {**request, "after": answer["tried"]}
                calls.ask(request, name=json.dumps(request), first=True)
            progress.advanced()
            tell(lines)
