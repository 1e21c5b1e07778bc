"""Requests for questions about existing puzzles or published sets, and their processing by workers.

A request is a JSON object that `pose_request` processes in any process.
"""

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
from ferryplan.planner.parameter_ranges import parse_parameter_combinations
from ferryplan.planner.system import progress
from ferryplan.planner.system.worker_options import WorkerOptions

PUBLISHED_SETS = ("river-crossing-study",)
"""The names of the published sets of puzzles."""
COMMON_KEYS = ("ask", "paraphrase", "language", "pddl", "timeout", "memory", "theme")
"""The keys, besides the seed, whose values are the same in all requests of a set."""
QuestionRequest: TypeAlias = dict[str, Any]
"""A request for questions, as a JSON object; see `pose_request` for its keys."""


def make_puzzle_requests(
    puzzle: PuzzleFile, sets: Sequence[Mapping[str, ParameterValue]], number: int
) -> Iterator[QuestionRequest]:
    """Yield ``number`` requests for questions about a puzzle, for each set of parameter values.

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
    """Yield ``number`` requests for questions about each puzzle of a published set, for each size.

    The sizes are those in ``sizes`` that the puzzle supports.
    """
    for table in domains.words(f"questions/sets/{name}")["puzzles"]:
        for size in sizes:
            if table["least"] <= size <= table["most"]:
                texts = {
                    key: get_template_environment().from_string(one).render(n=size)
                    for key, one in table["parameters"].items()
                }
                puzzle = load(table["puzzle"])
                yield from make_puzzle_requests(puzzle, parse_parameter_combinations(puzzle, texts), number)


def collect_questions(
    requests: Sequence[QuestionRequest],
    collection: QuestionCollection,
    workers: WorkerOptions,
    write_lines: Callable[[Iterable[str]], None] = lambda lines: None,
) -> None:
    """Process requests with workers, and add the questions to a collection.

    ``write_lines`` gets the new lines of each request as soon as they are ready, in the order of the requests. A repeated invented puzzle
    is replaced by another one.
    """
    common_request = {
        "verb": "pose",
        "seed": int(requests[0]["seed"]),
        **{key: requests[0][key] for key in COMMON_KEYS},
    }
    progress.set_total(len(requests))
    with workers.start_pool(pose_request, common_request) as calls:
        for request in requests:
            calls.submit(request, name=json.dumps(request))
        answers = calls.returned_values()
        for request in requests:
            while (lines := collection.add_request_result(request, answer := next(answers))) is None:
                request = {**request, "after": answer["tried"]}
                calls.submit(request, name=json.dumps(request), first=True)
            progress.count_item_done()
            write_lines(lines)
