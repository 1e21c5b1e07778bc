"""Readers of question files and answer files, and the scoring of a batch of answers."""

from __future__ import annotations

import contextlib
import gzip
import importlib
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import Any, NamedTuple

from ferryplan.evaluation.scoring.embedded_data import cut_deep_nesting, cut_excessive_data
from ferryplan.evaluation.scoring.question import Question, parse_question
from ferryplan.evaluation.scoring.question_scoring import score
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.files import read_bytes
from ferryplan.generator.wording import truncate
from ferryplan.planner.system.user_files import check_packages

BATCH_SIZE = 20
"""The number of answers that a worker scores in one call."""
MAX_FILE_SIZE = 2_000_000_000
"""The largest size of a file in bytes."""


class AnswerFileError(FerryplanError, ValueError):
    """Raised when a file of questions or answers cannot be read."""


class MatchedAnswers(NamedTuple):
    """Answers by the ids of their questions, with the ids for which questions and answers do not match."""

    given: Mapping[str, Any]
    """The answers by the ids of their questions; the last one if a question has several answers."""
    missing: list[str]
    """The ids of questions without an answer, in file order."""
    repeated: list[str]
    """The ids of questions with several answers, in file order."""
    unknown: list[str]
    """The ids of answers to unknown questions, in file order."""


def read_questions(path: str) -> dict[str, Question]:
    """Read a file of questions, and return the questions by their ids, in the order of the file.

    Raises AnswerFileError for an unreadable file, and QuestionError for an incomplete question.
    """
    found = (parse_question(line, where) for where, line in _read_lines(path))
    return {question.id: question for question in found}


def read_answers(path: str, questions: Mapping[str, Question]) -> MatchedAnswers:
    """Read a file of answers, objects with ``id`` and ``answer``, and match them with questions.

    ``questions`` are given by their ids. Raises AnswerFileError for an unreadable file.
    """
    rows = list[tuple[str, Any]]()
    for where, line in _read_lines(path):
        row = None
        with contextlib.suppress(ValueError, RecursionError):
            row = json.loads(cut_deep_nesting(line), parse_int=_parse_integer)
        if not isinstance(row, dict) or "id" not in row or "answer" not in row:
            raise AnswerFileError(file=where, found=repr(truncate(line)), expected='an object with "id" and "answer"')
        rows.append((str(row["id"]), row["answer"]))
    return match_answers(rows, questions)


def match_answers(rows: Iterable[tuple[str, Any]], questions: Mapping[str, Question]) -> MatchedAnswers:
    """Match answers with questions; ``rows`` are pairs of a question's id and an answer to it."""
    given, repeated = dict[str, Any](), dict[str, None]()
    for known, answer in rows:
        repeated |= {known: None} if known in given else {}
        given[known] = cut_excessive_data(answer)
    missing = [known for known in questions if known not in given]
    unknown = [known for known in given if known not in questions]
    return MatchedAnswers(given, missing, [*repeated], unknown)


def _parse_integer(digits: str) -> int | str:
    """Return digits in a JSON file as an integer, or as text if they are too many for Python.

    So a huge number invalidates only the answer that contains it, not the whole file.
    """
    try:
        return int(digits)
    except ValueError:
        return digits


def score_batch(batch: Sequence[tuple[str, Any]]) -> list[tuple[Any, ...]]:
    """Score a batch of answers, and return each score as a tuple of the fields of `Score`.

    ``batch`` has pairs of a question, as a line of JSON, and an answer. Processes can exchange the tuples, because they are plain data.
    """
    return [astuple(score(parse_question(line, "question"), answer)) for line, answer in batch]


def _read_lines(path: str) -> Iterator[tuple[str, str]]:
    """Yield the nonempty lines of a file, each after its position for errors, such as ``answers.jsonl:3``.

    A Parquet table yields its rows as lines of JSON.
    """
    try:
        data = read_bytes(path, MAX_FILE_SIZE)
        # The first bytes identify Parquet and gzip, because file names are not reliable.
        if data[:4] == b"PAR1":
            check_packages(f"{path}: Parquet", "pyarrow")
            rows = importlib.import_module("pyarrow.parquet").read_table(io.BytesIO(data)).to_pylist()
            yield from ((f"{path}: row {number}", json.dumps(row)) for number, row in enumerate(rows, 1))
            return
        if data[:2] == b"\x1f\x8b":
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(MAX_FILE_SIZE)
        text = data.decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        says, found = f"cannot be read: {said}; expected lines of JSON", str(said)
        raise AnswerFileError(says, file=path, found=found, expected="lines of JSON") from error
    # Not `splitlines`, which also splits at characters such as U+2028, which JSON allows in strings.
    yield from ((f"{path}:{number}", line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
