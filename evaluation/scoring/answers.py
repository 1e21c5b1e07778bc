"""Files of questions and of answers: read, and each answer scored."""

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

from ferryplan.evaluation.scoring.data import bound_data, cut_nesting
from ferryplan.evaluation.scoring.judging import score
from ferryplan.evaluation.scoring.question import Question, question_in
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.files import read_bytes
from ferryplan.generator.wording import begun
from ferryplan.planner.system.files import check_packages

BATCH = 20
"""so many answers are scored by one call"""
LARGEST = 2_000_000_000
"""bytes of a file"""


class AnswerFileError(FerryplanError, ValueError):
    """A file of answers that cannot be read."""


class Answers(NamedTuple):
    """The answers that a file gives to questions."""

    given: Mapping[str, Any]
    """by the ids of the questions; of several to one, the last"""
    missing: list[str]
    repeated: list[str]
    unknown: list[str]
    """ids of questions without an answer, of those with several, and of none of the questions; each once, in the order of its file"""


def questions_in(path: str) -> dict[str, Question]:
    """Return the questions in a file, by their ids, in its order. Raises AnswerFileError, QuestionError."""
    found = (question_in(line, where) for where, line in _lines(path))
    return {question.id: question for question in found}


def answers_in(path: str, questions: Mapping[str, Question]) -> Answers:
    """Return the answers in a file, each an object with ``id`` and ``answer``. Raises AnswerFileError."""
    rows = list[tuple[str, Any]]()
    for where, line in _lines(path):
        row = None
        with contextlib.suppress(ValueError, RecursionError):
            row = json.loads(cut_nesting(line), parse_int=_read_integer)
        if not isinstance(row, dict) or "id" not in row or "answer" not in row:
            raise AnswerFileError(file=where, found=repr(begun(line)), expected='an object with "id" and "answer"')
        rows.append((str(row["id"]), row["answer"]))
    return match_answers(rows, questions)


def match_answers(rows: Iterable[tuple[str, Any]], questions: Mapping[str, Question]) -> Answers:
    """Return answers, each behind the id of its question, beside the questions that have none or several."""
    given, repeated = dict[str, Any](), dict[str, None]()
    for known, answer in rows:
        repeated |= {known: None} if known in given else {}
        given[known] = bound_data(answer)
    missing = [known for known in questions if known not in given]
    unknown = [known for known in given if known not in questions]
    return Answers(given, missing, [*repeated], unknown)


def _read_integer(digits: str) -> int | str:
    """Return a whole number. One with more digits than Python converts stays text: it costs its own answer, not the file."""
    try:
        return int(digits)
    except ValueError:
        return digits


def score_batch(batch: Sequence[tuple[str, Any]]) -> list[tuple[Any, ...]]:
    """Return the fields of the score of each answer to the question in the line before it."""
    return [astuple(score(question_in(line, "question"), answer)) for line, answer in batch]


def _lines(path: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a file that are not empty, behind where they are; of a table of Parquet a line of JSON for each row."""
    try:
        data = read_bytes(path, LARGEST)
        # The first bytes identify Parquet and gzip, because file names promise nothing.
        if data[:4] == b"PAR1":
            check_packages(f"{path}: Parquet", "pyarrow")
            rows = importlib.import_module("pyarrow.parquet").read_table(io.BytesIO(data)).to_pylist()
            yield from ((f"{path}: row {number}", json.dumps(row)) for number, row in enumerate(rows, 1))
            return
        if data[:2] == b"\x1f\x8b":
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(LARGEST)
        text = data.decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        says, found = f"cannot be read: {said}; expected lines of JSON", str(said)
        raise AnswerFileError(says, file=path, found=found, expected="lines of JSON") from error
    # Not `splitlines`: it also parts lines at signs such as U+2028, which JSON allows within strings.
    yield from ((f"{path}:{number}", line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
