"""Questions about puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.collection import Collection, inventions
from ferryplan.evaluation.posing.kinds import KINDS
from ferryplan.evaluation.posing.question_set import QuestionSet
from ferryplan.evaluation.posing.requests import SETS, Request, collect_questions, requests_about, requests_in_set
from ferryplan.evaluation.posing.wording import languages
from ferryplan.evaluation.scoring.question import Question
from ferryplan.generator.arguments import ArgumentValueError, check_choice, check_number, check_type
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.wording import listing
from ferryplan.planner.api.sources import PuzzleSource, load, load_request
from ferryplan.planner.api.sweeps import Values, sets_of
from ferryplan.planner.catalogue import Catalogue
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT
from ferryplan.planner.system.workers import check_workers


def pose(
    puzzle: PuzzleSource | Iterable[PuzzleSource] | None = None,
    parameters: Mapping[str, Values] | None = None,
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
    **keywords: Values,
) -> QuestionSet:
    """Pose questions about puzzles, each with a right answer and its proof.

    The questions are about one of these: a puzzle or a list of puzzles, a published set, or puzzles that are invented.

    Args:
        puzzle: A puzzle, as for `solve`, or a list of puzzles, such as `puzzles` returns.
        parameters: Values of the puzzle's parameters by name: one each, or several as a range or a list.
        set: The name of a published set of puzzles.
        sizes: The sizes of that set, as a range.
        kinds: Kinds of puzzles to invent: crossing, grid, arithmetic, sudoku, queens.
        ask: What is asked, one of these or a list: plan, optimal-plan, length, solvable, count, next, valid, repair, formalise, answer.
        number: How often each question is drawn.
        unsolvable: The share of invented puzzles without a solution, from 0 to 1.
        known: Questions posed before; invented puzzles differ from theirs.
        repeats: Whether invented puzzles may be alike but for names.
        seed: The number that determines every random choice: the same seed poses the same questions.
        theme: The words in which the stories are told, such as ``"opera"``; ``"nonsense"`` renames everything. None keeps the story.
        paraphrase: Whether to vary the wording.
        language: The language of the questions, such as ``"en"``.
        pddl: Whether questions show the PDDL.
        split: The share of questions for training, above 0 and at most 1; each question then says in ``split`` where it belongs. None leaves that
            out.
        certificates: Whether the proof of a question without a solution holds its certificate.
        jobs: The number of processes that work at the same time.
        cluster: Where they run: ``"local"``, a batch system such as ``"slurm"``, or the address of a Dask scheduler; None for this machine.
        journal: A file that keeps the progress; the same call with the same file resumes.
        timeout: The time limit of each proof, in seconds.
        memory: The memory limit of each proof, in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `QuestionSet`: a sequence of questions. `score` and `score_answers` judge answers to them.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: Nothing can be asked.

    >>> from ferryplan import pose, score
    >>> [question] = pose("wolf-goat-cabbage", ask="length")
    >>> question.answer, score(question, "seven crossings").score
    ('7', 1.0)
    """
    asks = (ask,) if isinstance(ask, str) else ask
    check_type("ask", asks, (list, tuple), "a kind of question, or a list of them")
    for one in asks:
        check_choice("ask", one, KINDS)
    check_type("kinds", kinds, (list, tuple), "a list of kinds of puzzles")
    for one in kinds:
        check_choice("kinds", one, INVENTORS)
    for name, count, unit in (("number", number, "questions"), ("memory", memory, "MiB")):
        check_number(name, count, unit, whole=True)
    check_number("timeout", timeout, "seconds")
    check_type("seed", seed, int, "a whole number")
    check_type("unsolvable", unsolvable, (int, float), "a share from 0 to 1")
    if not 0 <= unsolvable <= 1:
        raise ArgumentValueError("unsolvable", f"{unsolvable}", "a share from 0 to 1")
    if split is not None:
        check_type("split", split, (int, float), "a share above 0 and up to 1, or None")
        if not 0 < split <= 1:
            raise ArgumentValueError("split", f"{split}", "a share above 0 and up to 1, or None")
    check_type("theme", theme, (str, type(None)), "a theme's name or None")
    for name, flag in (
        ("paraphrase", paraphrase),
        ("pddl", pddl),
        ("repeats", repeats),
        ("certificates", certificates),
    ):
        check_type(name, flag, bool, "true or false")
    check_choice("language", language, languages())
    if set is not None:
        check_choice("set", set, SETS)
    check_type("sizes", sizes, range, "a range")
    check_type("known", known, Iterable, "questions that were posed before")
    workers = check_workers(jobs, cluster, journal)
    given = [name for name, value in (("puzzle", puzzle), ("set", set), ("kinds", kinds or None)) if value is not None]
    if len(given) != 1:
        says = format_message("python.several-sources" if given else "python.source-missing", given=listing(given))
        raise ArgumentValueError("puzzle", listing(given) or "nothing", "a puzzle, a set or kinds", statement=says)
    if set is not None:
        requests = [*requests_in_set(set, sizes, number)]
    elif puzzle is None:
        requests = [*inventions(kinds, number, unsolvable)]
    else:
        requests = [*_requests_about(puzzle, parameters, keywords, number)]
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
    collection = Collection(split, repeats=repeats, certified=certificates)
    before = [*known]
    for question in before:
        check_type("known", question, Question, "questions that were posed before")
    collection.keep(before)
    collect_questions([{**one, **common} for one in requests], collection, workers)
    lines = collection.lines[len(before) :]
    if not lines:
        raise EncodingError(next(iter(collection.left_out), format_message("commands.nothing-to-ask")))
    what = f"kinds={kinds!r}" if kinds else f"set={set!r}" if set else "…"
    command = f"ferryplan.pose({what}, ask={ask!r}, number={number}, seed={seed})"
    return QuestionSet.of_lines(lines, command, certificates, collection)


def _requests_about(puzzle: Any, parameters: Any, keywords: Mapping[str, Any], number: int) -> Iterator[Request]:
    """Yield requests about a puzzle, or about several, which have no parameters in common."""
    if isinstance(puzzle, list | Catalogue):
        if parameters or keywords:
            says = format_message("python.parameters-of-one-puzzle")
            raise ArgumentValueError("parameters", "parameters", "none", statement=says)
        for one in puzzle:
            yield from requests_about(load(one), [{}], number)
    else:
        found, given = load_request(puzzle, parameters, keywords, pose)
        yield from requests_about(found, sets_of(found, given), number)
