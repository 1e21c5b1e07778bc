"""Questions from rows of a table score like the JSON lines that they come from."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy
import pytest

from ferryplan import score
from ferryplan.evaluation.posing.request_handling import pose_request
from ferryplan.evaluation.scoring.question import QuestionError
from ferryplan.generator.arguments import ArgumentError

Row = dict[str, Any]
ASKS = ["plan", "optimal-plan", "length", "solvable", "count", "next", "valid", "repair", "answer"]
COMMON = {"ask": ASKS, "seed": "2", "number": 1, "paraphrase": False, "language": "en", "timeout": 60.0}
PUZZLES: list[tuple[str, Row, Row]] = [
    ("wolf-goat-cabbage", {}, {}),
    ("jealous-couples", {"couples": 2}, {"pddl": True}),
    ("jealous-couples", {"couples": 4, "capacity": 2}, {}),
    ("bridge-torch", {"paces": [1, 2, 4]}, {"theme": "opera"}),
    ("zebra", {}, {}),
    ("sudoku", {"givens": "1... .... .... ...2"}, {}),
    ("queens", {"queens": 4}, {"pddl": True}),
    ("hanoi", {"discs": 3}, {}),
    ("jugs", {}, {}),
]


def pose_questions(puzzle: str, parameters: Row, **more: Any) -> list[str]:
    """Return a question of each kind about a puzzle."""
    request = {**COMMON, "theme": None, "pddl": False, **more, "puzzle": puzzle, "parameters": parameters}
    return pose_request(request)["lines"]


@cache
def lines() -> tuple[str, ...]:
    """Return questions of all kinds about solvable and unsolvable puzzles of all families.

    Their words are those of the catalog or of a theme.
    """
    return tuple(line for name, given, more in PUZZLES for line in pose_questions(name, given, **more))


def in_one_table() -> Iterator[Row]:
    """Yield the rows of one table as ``datasets`` makes it, with the union of all keys.

    Values that have different types in different rows are text.
    """
    import pyarrow

    packed = [
        {**row, "about": json.dumps(row["about"]) if "about" in row else None} for row in map(json.loads, lines())
    ]
    yield from pyarrow.Table.from_pylist([{**dict.fromkeys(_keys(packed)), **row} for row in packed]).to_pylist()


def in_tables_of_a_kind() -> Iterator[Row]:
    """Yield the rows of a table per family and kind of question, with all objects as structures."""
    import pyarrow

    tables = defaultdict[tuple[str, bool], list[Row]](list)
    for row in map(json.loads, lines()):
        tables[row["family"], row["ask"] == "answer"].append(row)
    for rows in tables.values():
        yield from pyarrow.Table.from_pylist([{**dict.fromkeys(_keys(rows)), **row} for row in rows]).to_pylist()


def as_texts() -> Iterator[Row]:
    """Yield rows with objects as JSON text, as `plan pose -o FILE.parquet` writes them."""
    for row in in_one_table():
        yield {key: json.dumps(one) if isinstance(one, dict) else one for key, one in row.items()}


def of_numpy() -> Iterator[Row]:
    """Yield rows as pandas gives them: numpy numbers, truth values and arrays, and NaN for missing values."""

    def change_value(value: Any) -> Any:
        match value:
            case bool():
                return numpy.bool_(value)
            case int():
                return numpy.int64(value)
            case list():
                array = numpy.empty(len(value), dtype=object)
                array[:] = [change_value(one) for one in value]
                return array
            case dict():
                return {key: change_value(one) for key, one in value.items()}
            case _:
                return value

    for row in in_tables_of_a_kind():
        gaps = {key: float("nan") if one is None else change_value(one) for key, one in row.items()}
        yield gaps if row["optimum"] is None else {**gaps, "optimum": numpy.float64(row["optimum"])}


def of_arrow() -> Iterator[Row]:
    """Yield rows of Arrow scalars."""
    import pyarrow

    for row in in_tables_of_a_kind():
        table = pyarrow.Table.from_pylist([row])
        yield {name: table.column(name)[0] for name in table.column_names}


class PandasRow:
    """A row as ``DataFrame.iloc`` returns it: not a mapping, but with a method that converts it to one."""

    def __init__(self, row: Row) -> None:
        self._row = row

    def to_dict(self) -> Row:
        return self._row

    def __getitem__(self, key: str) -> Any:
        return self._row[key]


def of_pandas() -> Iterator[Any]:
    yield from map(PandasRow, of_numpy())


def written_again() -> Iterator[str]:
    """Yield lines as `datasets` writes them with ``to_json``."""
    yield from map(json.dumps, in_tables_of_a_kind())


def _keys(rows: list[Row]) -> list[str]:
    return [*dict.fromkeys(key for row in rows for key in row)]


def answers_to(row: Row) -> list[str]:
    """Return some answers to a question.

    They are the right answer, half of it, answers to other questions, and empty text.
    """
    own = row["answer"]
    return [own, own[: len(own) // 2], "unsolvable", "no", "yes", "7", '{"valid": true}', "[]", ""]


@pytest.mark.integrations
@pytest.mark.parametrize(
    "rows", [in_one_table, in_tables_of_a_kind, as_texts, of_numpy, of_pandas, of_arrow, written_again]
)
def test_questions_in_table_rows_score_the_same_as_json_lines(rows: Callable[[], Iterator[Any]]) -> None:
    known = {json.loads(line)["id"]: line for line in lines()}
    compared = 0
    for row in rows():
        line = known[str(json.loads(row)["id"] if isinstance(row, str) else row["id"])]
        for answer in answers_to(json.loads(line)):
            assert score(row, answer) == score(line, answer)
            compared += 1
        assert score(row, json.loads(line)["answer"]).score == 1
    assert compared == 9 * len(known)
    assert len(known) > 50


def test_null_in_a_required_field_is_rejected() -> None:
    row = json.loads(pose_questions("wolf-goat-cabbage", {})[0])
    with pytest.raises(QuestionError, match="question: puzzle"):
        score({**row, "puzzle": None}, "7")
    with pytest.raises(QuestionError, match="question: parameters"):
        score({**row, "parameters": "{broken"}, "7")
    with pytest.raises(ArgumentError, match="question: found a dict"):
        score({**row, "about": object()}, "7")


def test_row_without_expected_answer_is_rejected() -> None:
    """A table that takes its keys from the first row drops the keys of ``about`` of the other rows."""
    about = [
        ("wolf-goat-cabbage", "valid", "valid"),
        ("wolf-goat-cabbage", "next", "best"),
        ("zebra", "answer", "answers"),
    ]
    for puzzle, ask, key in about:
        [row] = map(json.loads, pose_questions(puzzle, {}, ask=[ask]))
        del row["about"][key]
        with pytest.raises(QuestionError, match=rf"question: missing key 'about\.{key}'"):
            score(row, row["answer"])
