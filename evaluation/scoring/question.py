"""A question about a puzzle, with a right answer and its proof, as a self-contained line of JSON."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.table_rows import restore_question_object
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.families import instantiate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.wording import truncate

Ask = Literal[
    "plan", "optimal-plan", "length", "solvable", "count", "next", "valid", "repair", "formalise", "answer"
]  # fmt: skip
"""The kinds of questions: for any plan; for an optimal plan; for the optimum; whether there is a solution; for the number of solutions; for an
optimal next move; whether a shown plan is valid and, if not, where and why it fails; for a corrected plan; for a PDDL model; and the
puzzle's own questions."""
ID_DIGITS = 16
"""The number of hexadecimal digits of a question's id."""


class QuestionError(FerryplanError, ValueError):
    """A question cannot be read, or lacks a part.

    >>> from ferryplan import QuestionError, score
    >>> try:
    ...     score({"id": "1"}, "7")
    ... except QuestionError as error:
    ...     print(str(error)[:9])
    question:
    """

    __module__ = "ferryplan"


class Question(Renderable, BaseModel):
    """A question about a puzzle, with a right answer and its proof.

    ``print`` shows the question, and ``line()`` returns all of it as a line of JSON.
    """

    model_config = ConfigDict(frozen=True, extra="allow")
    renderer: ClassVar[str] = "ferryplan.evaluation.scoring.question:render_question"

    id: str
    """The hash of the question's text."""
    family: str
    """The family of the puzzle."""
    puzzle: str
    """The name of the puzzle, in the catalog or in ``file``."""
    parameters: dict[str, Any]
    """The values of the puzzle's parameters."""
    ask: Ask
    """The kind of question, such as ``length``."""
    question: str
    """The text of the question, with everything that is needed to answer it."""
    answer: str
    """A right answer."""
    verdict: Literal["solvable", "unsolvable"]
    """Whether the puzzle has a solution: solvable or unsolvable."""
    optimum: int | None
    """The fewest moves or, with costs, the least cost; None if there is no solution or the optimum is unknown."""
    optimum_proven: bool
    """Whether the optimum is proven."""
    solutions: int | None
    """The number of optimal solutions; None if it is unknown."""
    unique: bool | None
    """Whether there is exactly one optimal solution; None if it is unknown."""
    difficulty: int | None
    """The grade from 1 (very easy) to 5 (very hard); None without a grade."""
    proof: dict[str, Any]
    """The proof of verdict and optimum: the search, its number of states, the hash of a certificate."""
    theme: str | None
    """The theme of the story; None for the puzzle's own story."""
    seed: str | None
    """The seed with which the question was posed."""
    version: str
    """The version of ferryplan that posed the question."""
    file: str | None = None
    """The text of the puzzle file; None for puzzles of the catalog."""
    about: dict[str, Any] = Field(default_factory=dict)
    """The values that the question shows besides the puzzle, such as a plan or the moves to a state, with the right answers about them."""

    def __repr__(self) -> str:
        """Return a short description with the puzzle, the kind of question, and the beginning of the answer."""
        return f"Question({self.puzzle!r}, ask={self.ask!r}, answer={truncate(self.answer)!r})"

    def __hash__(self) -> int:
        """Return the hash of the id, which identifies the question's text."""
        return hash(self.id)

    @model_validator(mode="before")
    @classmethod
    def _restore_from_row(cls, data: Any) -> Any:
        """Restore the question object from a row of a table, before pydantic validates the object."""
        return restore_question_object(data) if isinstance(data, dict) else data

    @property
    def instance(self) -> AnyInstance:
        """The instance of the puzzle with the question's parameter values.

        Raises FerryplanError if there is no such puzzle.
        """
        values = {key: value for key, value in self.parameters.items() if value is not None}
        return _make_instance(self.puzzle, self.file, json.dumps(values))

    def line(self) -> str:
        """Return the question as a line of JSON, without optional keys that have their default value."""
        return json.dumps(self.model_dump(exclude_defaults=True), ensure_ascii=False) + "\n"


def render_question(question: Question, form: str) -> str:
    """Return the text of a question or, in the format ``json``, the whole question as a line of JSON."""
    return question.line() if form == "json" else question.question


def make_question_id(question: str) -> str:
    """Return the id of a question with this text: the first `ID_DIGITS` digits of its SHA-256 hash."""
    return hashlib.sha256(encode_text(question)).hexdigest()[:ID_DIGITS]


_TYPE_NAMES = {
    "int_type": "an integer",
    "int_parsing": "an integer",
    "string_type": "a string",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
}
"""The expected JSON type, in words, by pydantic's name of the error."""
_RIGHT_ANSWER_KEYS: Mapping[Ask, str] = {"valid": "valid", "next": "best", "answer": "answers"}
"""The key of ``about`` that holds the right answer, for the kinds of questions that have one there."""
_ABOUT_TYPES: Mapping[str, tuple[tuple[type, ...], str]] = {
    "moves": ((list, dict), "an array or an object"),
    "best": ((list,), "an array"),
    "valid": ((bool,), "true or false"),
    "step": ((int,), "an integer"),
    "rules": ((dict,), "an object"),
    "answers": ((dict,), "an object"),
}
"""The types of the values in ``about`` by key, each with its name in JSON."""


@functools.lru_cache(64)
def parse_question(line: str, where: str) -> Question:
    """Parse a question from a line of JSON; ``where`` is its position for errors. Raises QuestionError."""
    try:
        question = Question.model_validate_json(line)
    except ValidationError as error:
        raise _make_question_error(error, where) from None
    if (key := _RIGHT_ANSWER_KEYS.get(question.ask)) is not None and key not in question.about:
        says = format_message("scoring.missing-answer", key=f"about.{key}")
        raise QuestionError(says, where=where, about=f"about.{key}", expected=f"an answer under the key '{key}'")
    for key, (types, expected) in _ABOUT_TYPES.items():
        value = question.about.get(key)
        if value is not None and not isinstance(value, types):
            raise QuestionError(where=where, key=f"about.{key}", found=_format_value(value), expected=expected)
    return question


def _make_question_error(error: ValidationError, where: str) -> QuestionError:
    """Convert pydantic's first error to a QuestionError with the key, the value and the expected type."""
    first = error.errors()[0]
    key = ".".join(map(str, first["loc"])) or None
    match first["type"]:
        case "missing":
            return QuestionError(format_message("scoring.missing-key", key=key), where=where, about=key)
        case "json_invalid":
            return QuestionError(format_message("scoring.not-json", why=first["ctx"]["error"]), where=where)
        case kind:
            expected = _TYPE_NAMES.get(kind, first["msg"].removeprefix("Input should be "))
            return QuestionError(where=where, key=key, found=_format_value(first["input"]), expected=expected)


def _format_value(value: object) -> str:
    """Return a value as short JSON text, for errors."""
    return truncate(json.dumps(value, ensure_ascii=False, default=str))


@functools.lru_cache(512)
def _make_instance(puzzle: str, file: str | None, parameters: str) -> AnyInstance:
    """Return the instance of a puzzle; ``file`` is the text of its file, ``parameters`` a JSON object."""
    values: Mapping[str, Any] = json.loads(parameters)
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    if file is None and puzzle not in domains.puzzle_files():
        raise QuestionError(key="puzzle", found=f"'{puzzle}'", expected="one of the catalog")
    return instantiate(load(puzzle) if file is None else parse_puzzle_text(file, puzzle), values)
