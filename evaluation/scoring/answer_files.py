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

from ferryplan.evaluation.scoring.embedded_data import bound_data, cut_nesting
from ferryplan.evaluation.scoring.question import Question, parse_question
from ferryplan.evaluation.scoring.question_scoring import score
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.files import read_bytes
from ferryplan.generator.wording import truncate
from ferryplan.planner.system.user_files import check_packages

BATCH_SIZE = 20
"""The number of answers that one call of a worker scores."""
MAX_FILE_SIZE = 2_000_000_000
"""The largest size of a file in bytes."""


class AnswerFileError(FerryplanError, ValueError):
    """An error: a file of questions or answers cannot be read."""


class MatchedAnswers(NamedTuple):
    """Answers matched with questions."""

    given: Mapping[str, Any]
    """The answers by the ids of their questions; of several answers to a question, the last."""
    missing: list[str]
    repeated: list[str]
    unknown: list[str]
    """The ids of questions without an answer (``missing``), with several (``repeated``), and of no known question (``unknown``), in file order."""


def read_questions(path: str) -> dict[str, Question]:
    """Return the questions in a file by their ids, in order. Raises AnswerFileError, QuestionError."""
    found = (parse_question(line, where) for where, line in _read_lines(path))
    return {question.id: question for question in found}


def read_answers(path: str, questions: Mapping[str, Question]) -> MatchedAnswers:
    """Read the answers in a file, each an object with ``id`` and ``answer``. Raises AnswerFileError."""
    rows = list[tuple[str, Any]]()
    for where, line in _read_lines(path):
        row = None
        with contextlib.suppress(ValueError, RecursionError):
            row = json.loads(cut_nesting(line), parse_int=_parse_integer)
        if not isinstance(row, dict) or "id" not in row or "answer" not in row:
            raise AnswerFileError(file=where, found=repr(truncate(line)), expected='an object with "id" and "answer"')
        rows.append((str(row["id"]), row["answer"]))
    return match_answers(rows, questions)


def match_answers(rows: Iterable[tuple[str, Any]], questions: Mapping[str, Question]) -> MatchedAnswers:
    """Match pairs of a question id and an answer with questions."""
    given, repeated = dict[str, Any](), dict[str, None]()
    for known, answer in rows:
        repeated |= {known: None} if known in given else {}
        given[known] = bound_data(answer)
    missing = [known for known in questions if known not in given]
    unknown = [known for known in given if known not in questions]
    return MatchedAnswers(given, missing, [*repeated], unknown)


def _parse_integer(digits: str) -> int | str:
    """Return digits as an integer, or unchanged if they are more than Python converts.

    So such a number invalidates only its own answer, not the file.
    """
    try:
        return int(digits)
    except ValueError:
        return digits


def score_batch(batch: Sequence[tuple[str, Any]]) -> list[tuple[Any, ...]]:
    """Score pairs of a question line and an answer; return the fields of each score as a tuple."""
    return [astuple(score(parse_question(line, "question"), answer)) for line, answer in batch]


def _read_lines(path: str) -> Iterator[tuple[str, str]]:
    """Yield the nonempty lines of a file with their positions; a Parquet table yields its rows as JSON."""
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
