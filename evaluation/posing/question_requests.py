"""Requests for questions about existing puzzles or published sets, and their processing by workers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.collection import QuestionCollection
from ferryplan.evaluation.posing.request_handling import pose_request
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.puzzle import load
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.templates import get_template_environment
from ferryplan.planner.parameter_ranges import parse_parameter_sets
from ferryplan.planner.system import progress
from ferryplan.planner.system.worker_options import WorkerOptions

PUBLISHED_SETS = ("river-crossing-study",)
COMMON_KEYS = ("ask", "paraphrase", "language", "pddl", "timeout", "memory", "theme")
"""The keys that all requests of a set share, besides the seed."""
QuestionRequest: TypeAlias = dict[str, Any]


def make_puzzle_requests(
    puzzle: PuzzleFile, sets: Sequence[Mapping[str, ParameterValue]], number: int
) -> Iterator[QuestionRequest]:
    """Yield `number` requests about a puzzle for each set of parameter values.

    For a puzzle outside the catalog, the requests contain the text of its file. Raises EncodingError for such a puzzle if it consists of
    several files.
    """
    own: QuestionRequest = {}
    if puzzle.name != puzzle.reference:
        if not family_of(puzzle).is_single_file:
            raise EncodingError(
                format_message("commands.task-of-several-files"), where=puzzle.reference, about="puzzle"
            )
        own = {"file": format_puzzle(puzzle)}
    for parameters in sets:
        told = {key: list(one) if isinstance(one, tuple) else one for key, one in parameters.items()}
        for each in range(1, number + 1):
            yield {"puzzle": puzzle.name, "parameters": told, "number": each, **own}


def make_set_requests(name: str, sizes: range, number: int) -> Iterator[QuestionRequest]:
    """Yield `number` requests about each puzzle of a published set, for each of its supported sizes."""
    for table in domains.words(f"questions/sets/{name}")["puzzles"]:
        for size in sizes:
            if table["least"] <= size <= table["most"]:
                texts = {
                    key: get_template_environment().from_string(one).render(n=size)
                    for key, one in table["parameters"].items()
                }
                puzzle = load(table["puzzle"])
                yield from make_puzzle_requests(puzzle, parse_parameter_sets(puzzle, texts), number)


def collect_questions(
    requests: Sequence[QuestionRequest],
    collection: QuestionCollection,
    workers: WorkerOptions,
    write_lines: Callable[[Iterable[str]], None] = lambda lines: None,
) -> None:
    """Process requests with workers, add the results to a collection, and pass new lines to `write_lines`."""
    common_request = {
        "verb": "pose",
        "seed": int(requests[0]["seed"]),
        **{key: requests[0][key] for key in COMMON_KEYS},
    }
    progress.set_total(len(requests))
    with workers.start_pool(pose_request, common_request) as calls:
        for request in requests:
            calls.submit(request, name=json.dumps(request))
        answers = calls.answers()
        for request in requests:
            while (lines := collection.add_result(request, answer := next(answers))) is None:
                request = {**request, "after": answer["tried"]}
                calls.submit(request, name=json.dumps(request), first=True)
            progress.advance()
            write_lines(lines)
