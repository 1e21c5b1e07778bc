"""The public function `score_answers`, which scores many answers with several processes."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from ferryplan.evaluation.scoring.answer_files import (
    BATCH_SIZE,
    MatchedAnswers,
    match_answers,
    read_answers,
    read_questions,
    score_batch,
)
from ferryplan.evaluation.scoring.answer_score import Score
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.question_scoring import read_question
from ferryplan.evaluation.scoring.score_report import ScoreReport
from ferryplan.generator.arguments import ArgumentTypeError, check_argument_type
from ferryplan.generator.names import hash_json
from ferryplan.generator.wording import truncate
from ferryplan.planner.system import progress
from ferryplan.planner.system.worker_options import WorkerOptions, check_worker_options

PathSource: TypeAlias = str | os.PathLike[str]
"""The path of a file."""
QuestionSource: TypeAlias = PathSource | Iterable[Question | Mapping[str, Any] | str]
"""A file of questions, or a list of questions, which may also be JSON lines or objects."""
AnswerSource: TypeAlias = PathSource | Mapping[str, Any] | Iterable[Mapping[str, Any]]
"""A file of answers, a mapping from question ids to answers, or objects with ``id`` and ``answer``."""


def score_answers(
    questions: QuestionSource,
    answers: AnswerSource,
    *,
    partial: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    journal: PathSource | None = None,
) -> ScoreReport:
    """Score the answers to many questions, one by one and on average.

    Of several answers to a question, the last counts. A question without an answer scores 0. Answers to unknown questions are ignored.

    Args:
        questions: The path of a file of questions, or a list of questions, such as `pose` returns.
        answers: The path of a file of answers, a mapping from the ids of questions to answers, or objects with ``id`` and ``answer``.
        partial: Whether averages count the share of an answer that is right.
        jobs: The number of processes that run at the same time.
        cluster: Where the processes run: ``"local"``, a batch system such as ``"slurm"``, or the address of a Dask scheduler; None for this machine.
        journal: A file that records the progress; the same call with the same file resumes.

    Returns:
        A `ScoreReport`: a sequence of scores in the order of the questions, with averages. ``notes`` names missing, repeated and unknown answers.

    Raises:
        FerryplanError: A file cannot be read.
        QuestionError: A question is incomplete, or its puzzle is unknown.
        ArgumentError: An argument is wrong.

    >>> from ferryplan import pose, score_answers
    >>> questions = pose("wolf-goat-cabbage", ask=["length", "solvable"])
    >>> report = score_answers(questions, {questions[0].id: "seven crossings"})
    >>> [one.score for one in report], report.given.missing == [questions[1].id]
    ([1.0, 0.0], True)
    """
    check_argument_type("partial", partial, bool, "true or false")
    workers = check_worker_options(jobs, cluster, journal)
    known = _resolve_questions(questions)
    return score_all_answers(known, _resolve_answers(answers, known), partial, workers)


def score_all_answers(
    questions: Mapping[str, Question], answers: MatchedAnswers, partial: bool, workers: WorkerOptions
) -> ScoreReport:
    """Score the matched answers to questions with workers, and return the report.

    ``questions`` are given by their ids. ``partial`` says whether means count the share of an answer that is right.
    """
    pairs = [(question.line(), answers.given.get(known)) for known, question in questions.items()]
    found = list[Score]()
    progress.set_total(len(questions))
    with workers.start_pool(score_batch, {"verb": "score"}) as calls:
        for batch in (pairs[first : first + BATCH_SIZE] for first in range(0, len(pairs), BATCH_SIZE)):
            calls.submit(batch, name=hash_json(repr(batch), 64))
        for one in itertools.chain.from_iterable(calls.returned_values()):
            found.append(Score(*one))
            progress.count_item_done()
    return ScoreReport(questions, dict(zip(questions, found, strict=True)), answers, partial)


def _resolve_questions(source: QuestionSource) -> Mapping[str, Question]:
    """Return the questions of a file or a list by their ids."""
    if isinstance(source, str | os.PathLike):
        return read_questions(os.fspath(source))
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise ArgumentTypeError("questions", truncate(repr(source)), "a path, or a list of questions")
    read = dict[str, Question]()
    for one in source:
        question = read_question(one, "questions")
        read[question.id] = question
    return read


def _resolve_answers(source: AnswerSource, questions: Mapping[str, Question]) -> MatchedAnswers:
    """Match the answers of a file, a mapping or a list with questions, which are given by their ids."""
    if isinstance(source, str | os.PathLike):
        return read_answers(os.fspath(source), questions)
    if isinstance(source, Mapping):
        return match_answers(((str(known), answer) for known, answer in source.items()), questions)
    if not isinstance(source, Iterable):
        raise ArgumentTypeError("answers", truncate(repr(source)), "a path, or answers by the ids of their questions")
    rows = list[tuple[str, Any]]()
    for row in source:
        check_argument_type("answers", row, Mapping, "objects with an id and an answer")
        if not {"id", "answer"} <= row.keys():
            raise ArgumentTypeError("answers", truncate(repr(row)), "objects with an id and an answer")
        rows.append((str(row["id"]), row["answer"]))
    return match_answers(rows, questions)
