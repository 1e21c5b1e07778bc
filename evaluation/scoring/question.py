"""A task posed in words, with an answer that scores 1 and what is proven of it: a line of JSON, whole in itself."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.rows import restore_row
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.families import instantiate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle import load, read
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.wording import begun

Ask = Literal[
    "plan", "optimal-plan", "length", "solvable", "count", "next", "valid", "repair", "formalise", "answer"
]  # fmt: skip
"""what is asked: any plan; one with the fewest moves; how few suffice; whether there is one; how many solutions there are; a best next move;
whether a plan that is shown works, and if not where and why; that plan put right; the PDDL; what the puzzle's own questions ask"""
ID_DIGITS = 16


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
    """The name of the puzzle, in the catalogue or in ``file``."""
    parameters: dict[str, Any]
    """The values of the puzzle's parameters."""
    ask: Ask
    """The kind of question, such as ``length``."""
    question: str
    """The text of the question: all that one must know to answer."""
    answer: str
    """A right answer."""
    verdict: Literal["solvable", "unsolvable"]
    """Whether the puzzle has a solution: solvable or unsolvable."""
    optimum: int | None
    """The fewest moves, or with costs the least cost; None if there is no solution, or the optimum is not known."""
    optimum_proven: bool
    """Whether the optimum is proven."""
    solutions: int | None
    """The number of optimal solutions; None if nobody counted."""
    unique: bool | None
    """Whether there is exactly one optimal solution; None if that is not known."""
    difficulty: int | None
    """The grade from 1 (very easy) to 5 (very hard); None without a grade."""
    proof: dict[str, Any]
    """The proof of verdict and optimum: the search, its number of states, the hash of a certificate."""
    theme: str | None
    """The theme in whose words the puzzle is told; None for the puzzle's own."""
    seed: str | None
    """The seed with which the question was posed."""
    version: str
    """The version of ferryplan that posed the question."""
    file: str | None = None
    """The text of the puzzle file; None for puzzles of the catalogue."""
    about: dict[str, Any] = Field(default_factory=dict)
    """what is shown besides the puzzle, and what is right about it: a state by the moves that lead there, a plan with or without a fault"""

    def __repr__(self) -> str:
        """Return what is asked of which puzzle, and the answer's first words."""
        return f"Question({self.puzzle!r}, ask={self.ask!r}, answer={begun(self.answer)!r})"

    def __hash__(self) -> int:
        """Return the hash of the id, which is that of what is asked."""
        return hash(self.id)

    @model_validator(mode="before")
    @classmethod
    def _restore(cls, data: Any) -> Any:
        return restore_row(data) if isinstance(data, dict) else data

    @property
    def instance(self) -> AnyInstance:
        """The puzzle with the question's values of parameters.

        Raises FerryplanError if there is no such puzzle.
        """
        values = {key: value for key, value in self.parameters.items() if value is not None}
        return _instance(self.puzzle, self.file, json.dumps(values))

    def line(self) -> str:
        """Return the question as a line of JSON, without empty keys that not every question has."""
        return json.dumps(self.model_dump(exclude_defaults=True), ensure_ascii=False) + "\n"


def render_question(found: Question, form: str) -> str:
    """Return all that one must know to answer, or the whole question as a line of JSON."""
    return found.line() if form == "json" else found.question


def id_of(question: str) -> str:
    """Return the id of the question that is asked in these words: the first digits of their SHA-256."""
    return hashlib.sha256(encode_text(question)).hexdigest()[:ID_DIGITS]


_NAMES = {
    "int_type": "an integer",
    "int_parsing": "an integer",
    "string_type": "a string",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
}
"""the types of JSON by pydantic's names for a value of another type"""
_RIGHT_ANSWERS: Mapping[Ask, str] = {"valid": "valid", "next": "best", "answer": "answers"}
"""where ``about`` says what is right, by the kind of question"""
_ABOUT: Mapping[str, tuple[tuple[type, ...], str]] = {
    "moves": ((list, dict), "an array or an object"),
    "best": ((list,), "an array"),
    "valid": ((bool,), "true or false"),
    "step": ((int,), "an integer"),
    "rules": ((dict,), "an object"),
    "answers": ((dict,), "an object"),
}
"""the types of what ``about`` may have"""


@functools.lru_cache(64)
def question_in(line: str, where: str) -> Question:
    """Return the question in a line of JSON; ``where`` says in errors which one. Raises QuestionError for a line that is none."""
    try:
        question = Question.model_validate_json(line)
    except ValidationError as error:
        raise _as_question_error(error, where) from None
    if (key := _RIGHT_ANSWERS.get(question.ask)) is not None and key not in question.about:
        says = format_message("scoring.missing-answer", key=f"about.{key}")
        raise QuestionError(says, where=where, about=f"about.{key}", expected=f"an answer under the key '{key}'")
    for key, (types, expected) in _ABOUT.items():
        value = question.about.get(key)
        if value is not None and not isinstance(value, types):
            raise QuestionError(where=where, key=f"about.{key}", found=_describe_value(value), expected=expected)
    return question


def _as_question_error(error: ValidationError, where: str) -> QuestionError:
    """Return the first mistake of a line as an error: its key, what is there, and what belongs there."""
    first = error.errors()[0]
    key = ".".join(map(str, first["loc"])) or None
    match first["type"]:
        case "missing":
            return QuestionError(format_message("scoring.missing-key", key=key), where=where, about=key)
        case "json_invalid":
            return QuestionError(format_message("scoring.not-json", why=first["ctx"]["error"]), where=where)
        case kind:
            expected = _NAMES.get(kind, first["msg"].removeprefix("Input should be "))
            return QuestionError(where=where, key=key, found=_describe_value(first["input"]), expected=expected)


def _describe_value(value: object) -> str:
    return begun(json.dumps(value, ensure_ascii=False, default=str))


@functools.lru_cache(512)
def _instance(puzzle: str, file: str | None, parameters: str) -> AnyInstance:
    values: Mapping[str, Any] = json.loads(parameters)
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    if file is None and puzzle not in domains.puzzle_files():
        raise QuestionError(key="puzzle", found=f"'{puzzle}'", expected="one of the catalog")
    return instantiate(load(puzzle) if file is None else read(file, puzzle), values)
