"""The public function `pose`, which makes questions about puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.collection import QuestionCollection, make_invention_requests
from ferryplan.evaluation.posing.question_kinds import QUESTION_KINDS
from ferryplan.evaluation.posing.question_requests import (
    PUBLISHED_SETS,
    QuestionRequest,
    collect_questions,
    make_puzzle_requests,
    make_set_requests,
)
from ferryplan.evaluation.posing.question_set import QuestionSet
from ferryplan.evaluation.posing.question_text import list_languages
from ferryplan.evaluation.scoring.question import Question
from ferryplan.generator.arguments import (
    ArgumentValueError,
    check_argument_choice,
    check_argument_type,
    check_positive_number,
)
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.api.puzzle_sources import PuzzleSource, load, load_puzzle_and_parameters
from ferryplan.planner.api.sweeps import ParameterValues, expand_parameters
from ferryplan.planner.puzzle_catalog import Catalogue
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT
from ferryplan.planner.system.worker_options import check_worker_options


def pose(
    puzzle: PuzzleSource | Iterable[PuzzleSource] | None = None,
    parameters: Mapping[str, ParameterValues] | None = None,
    *,
    set: str | None = None,  # noqa: A002 - the name of the option
    sizes: range = range(2, 21),
    kinds: Sequence[str] = (),
    ask: str | Sequence[str] = "plan",
    number: int = 1,
    unsolvable: float = 0.0,
    known: Iterable[Question] = (),
    repeats: bool = False,
    seed: int = 1,
    theme: str | None = None,
    paraphrase: bool = False,
    language: str = "en",
    pddl: bool = False,
    split: float | None = None,
    certificates: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    journal: str | os.PathLike[str] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValues,
) -> QuestionSet:
    """Pose questions about puzzles, each with a right answer and its proof.

    The questions are about one of these: a puzzle or a list of puzzles, a published set, or invented puzzles.

    Args:
        puzzle: A puzzle, as for `solve`, or a list of puzzles, such as `puzzles` returns.
        parameters: Values of the puzzle's parameters by name: one value each, or several as a range or a list.
        set: The name of a published set of puzzles.
        sizes: The sizes of the puzzles in the set, as a range.
        kinds: Kinds of puzzles to invent: crossing, grid, arithmetic, sudoku, queens.
        ask: The kind of question, or a list of kinds: plan, optimal-plan, length, solvable, count, next, valid, repair, formalise, answer.
        number: The number of questions for each request. For invented puzzles: the number of puzzles.
        unsolvable: The share of invented puzzles without a solution, from 0 to 1.
        known: Questions that were posed before; invented puzzles differ from their puzzles.
        repeats: Whether invented puzzles may be equal except for names.
        seed: The number that determines every random choice: the same seed poses the same questions.
        theme: The characters and words of the stories, such as ``"opera"``; ``"nonsense"`` renames everything. None keeps the story.
        paraphrase: Whether to vary the wording.
        language: The language of the questions, such as ``"en"``.
        pddl: Whether questions show the PDDL.
        split: The share of questions for training, above 0 and at most 1; each question then has its split in ``split``. With None, there are
            no splits.
        certificates: Whether the proof of a question about an unsolvable puzzle contains the certificate.
        jobs: The number of processes that run at the same time.
        cluster: Where the processes run: ``"local"``, a batch system such as ``"slurm"``, or the address of a Dask scheduler; None for this machine.
        journal: A file that records the progress; the same call with the same file resumes.
        timeout: The time limit of each proof, in seconds.
        memory: The memory limit of each proof, in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `QuestionSet`: a sequence of questions. `score` and `score_answers` score answers to them.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The puzzles allow no question.

    >>> from ferryplan import pose, score
    >>> [question] = pose("wolf-goat-cabbage", ask="length")
    >>> question.answer, score(question, "seven crossings").score
    ('7', 1.0)
    """
    asks = (ask,) if isinstance(ask, str) else ask
    check_argument_type("ask", asks, (list, tuple), "a kind of question, or a list of them")
    for one in asks:
        check_argument_choice("ask", one, QUESTION_KINDS)
    check_argument_type("kinds", kinds, (list, tuple), "a list of kinds of puzzles")
    for one in kinds:
        check_argument_choice("kinds", one, INVENTORS)
    for name, count, unit in (("number", number, "questions"), ("memory", memory, "MiB")):
        check_positive_number(name, count, unit, whole=True)
    check_positive_number("timeout", timeout, "seconds")
    check_argument_type("seed", seed, int, "a whole number")
    check_argument_type("unsolvable", unsolvable, (int, float), "a share from 0 to 1")
    if not 0 <= unsolvable <= 1:
        raise ArgumentValueError("unsolvable", f"{unsolvable}", "a share from 0 to 1")
    if split is not None:
        check_argument_type("split", split, (int, float), "a share above 0 and up to 1, or None")
        if not 0 < split <= 1:
            raise ArgumentValueError("split", f"{split}", "a share above 0 and up to 1, or None")
    check_argument_type("theme", theme, (str, type(None)), "a theme's name or None")
    for name, flag in (
        ("paraphrase", paraphrase),
        ("pddl", pddl),
        ("repeats", repeats),
        ("certificates", certificates),
    ):
        check_argument_type(name, flag, bool, "true or false")
    check_argument_choice("language", language, list_languages())
    if set is not None:
        check_argument_choice("set", set, PUBLISHED_SETS)
    check_argument_type("sizes", sizes, range, "a range")
    check_argument_type("known", known, Iterable, "questions that were posed before")
    workers = check_worker_options(jobs, cluster, journal)
    given = [name for name, value in (("puzzle", puzzle), ("set", set), ("kinds", kinds or None)) if value is not None]
    if len(given) != 1:
        says = format_message("python.several-sources" if given else "python.source-missing", given=join_phrases(given))
        raise ArgumentValueError("puzzle", join_phrases(given) or "nothing", "a puzzle, a set or kinds", statement=says)
    if set is not None:
        requests = [*make_set_requests(set, sizes, number)]
    elif puzzle is None:
        requests = [*make_invention_requests(kinds, number, unsolvable)]
    else:
        requests = [*_make_question_requests(puzzle, parameters, keywords, number)]
    if not requests:
        if set is None:
            says = format_message("python.empty-list", item="puzzle")
            raise ArgumentValueError("puzzle", "an empty list", "at least one puzzle", statement=says)
        says = format_message("commands.no-size-in-set", name=set)
        raise ArgumentValueError("sizes", f"{sizes}", "sizes of the set", statement=says)
    common = {
        "ask": [*asks], "paraphrase": paraphrase, "language": language, "pddl": pddl, "timeout": timeout, "memory": memory,
        "theme": theme, "seed": f"{seed}",
    }  # fmt: skip
    collection = QuestionCollection(split, allows_repeats=repeats, includes_certificates=certificates)
    before = [*known]
    for question in before:
        check_argument_type("known", question, Question, "questions that were posed before")
    collection.add_known_questions(before)
    collect_questions([{**one, **common} for one in requests], collection, workers)
    lines = collection.lines[len(before) :]
    if not lines:
        raise EncodingError(next(iter(collection.left_out), format_message("commands.nothing-to-ask")))
    what = f"kinds={kinds!r}" if kinds else f"set={set!r}" if set else "…"
    command = f"ferryplan.pose({what}, ask={ask!r}, number={number}, seed={seed})"
    return QuestionSet.from_lines(lines, command, certificates, collection)


def _make_question_requests(
    puzzle: Any, parameters: Any, keywords: Mapping[str, Any], number: int
) -> Iterator[QuestionRequest]:
    """Yield the requests for questions about a puzzle, or about each puzzle of a list.

    ``number`` is the number of questions for each instance. Raises ArgumentError for a list with parameter values, which belong to one
    puzzle.
    """
    if isinstance(puzzle, list | Catalogue):
        if parameters or keywords:
            says = format_message("python.parameters-of-one-puzzle")
            raise ArgumentValueError("parameters", "parameters", "none", statement=says)
        for one in puzzle:
            yield from make_puzzle_requests(load(one), [{}], number)
    else:
        found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, pose)
        yield from make_puzzle_requests(found, expand_parameters(found, given), number)
