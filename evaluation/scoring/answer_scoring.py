"""The answers to many questions, scored by several processes at a time."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from ferryplan.evaluation.scoring.answers import BATCH, Answers, answers_in, match_answers, questions_in, score_batch
from ferryplan.evaluation.scoring.judging import read_question
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.score import Score
from ferryplan.evaluation.scoring.summary import ScoreReport
from ferryplan.generator.arguments import ArgumentTypeError, check_type
from ferryplan.generator.names import digest
from ferryplan.generator.wording import begun
from ferryplan.planner.system import progress
from ferryplan.planner.system.workers import Workers, check_workers

PathSource: TypeAlias = str | os.PathLike[str]
QuestionSource: TypeAlias = PathSource | Iterable[Question | Mapping[str, Any] | str]
"""A file of questions, or questions, also as lines of JSON or the objects in them."""
AnswerSource: TypeAlias = PathSource | Mapping[str, Any] | Iterable[Mapping[str, Any]]
"""A file of answers, answers by the ids of their questions, or objects with ``id`` and ``answer``."""


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

    Of several answers to a question the last counts. A question without an answer scores 0. Answers to no question are left out.

    Args:
        questions: The path of a file of questions, or questions, such as `pose` returns.
        answers: The path of a file of answers, a mapping from the ids of questions to answers, or objects with ``id`` and ``answer``.
        partial: Whether averages count the share of an answer that is right.
        jobs: The number of processes that work at the same time.
        cluster: Where they run: ``"local"``, a batch system such as ``"slurm"``, or the address of a Dask scheduler; None for this machine.
        journal: A file that keeps the progress; the same call with the same file resumes.

    Returns:
        A `ScoreReport`: a sequence of scores in the order of the questions, with averages. ``notes`` says what was odd about the answers.

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
    check_type("partial", partial, bool, "true or false")
    workers = check_workers(jobs, cluster, journal)
    known = _read_questions(questions)
    return score_all(known, _read_answers(answers, known), partial, workers)


def score_all(questions: Mapping[str, Question], given: Answers, partial: bool, workers: Workers) -> ScoreReport:
    """Score the answers that are given to questions, which stand by their ids."""
    pairs = [(question.line(), given.given.get(known)) for known, question in questions.items()]
    found = list[Score]()
    progress.expect(len(questions))
    with workers.start(score_batch, {"verb": "score"}) as calls:
        for batch in (pairs[first : first + BATCH] for first in range(0, len(pairs), BATCH)):
            calls.ask(batch, name=digest(repr(batch), 64))
        for one in itertools.chain.from_iterable(calls.answers()):
            found.append(Score(*one))
            progress.advanced()
    return ScoreReport(questions, dict(zip(questions, found, strict=True)), given, partial)


def _read_questions(source: QuestionSource) -> Mapping[str, Question]:
    """Return questions by their ids."""
    if isinstance(source, str | os.PathLike):
        return questions_in(os.fspath(source))
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise ArgumentTypeError("questions", begun(repr(source)), "a path, or a list of questions")
    read = dict[str, Question]()
    for one in source:
        question = read_question(one, "questions")
        read[question.id] = question
    return read


def _read_answers(source: AnswerSource, questions: Mapping[str, Question]) -> Answers:
    """Return answers beside the questions that have none or several."""
    if isinstance(source, str | os.PathLike):
        return answers_in(os.fspath(source), questions)
    if isinstance(source, Mapping):
        return match_answers(((str(known), answer) for known, answer in source.items()), questions)
    if not isinstance(source, Iterable):
        raise ArgumentTypeError("answers", begun(repr(source)), "a path, or answers by the ids of their questions")
    rows = list[tuple[str, Any]]()
    for row in source:
        check_type("answers", row, Mapping, "objects with an id and an answer")
        if not {"id", "answer"} <= row.keys():
            raise ArgumentTypeError("answers", begun(repr(row)), "objects with an id and an answer")
        rows.append((str(row["id"]), row["answer"]))
    return match_answers(rows, questions)
