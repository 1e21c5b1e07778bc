"""The public function `score`, which scores an answer by replay or by proven facts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring import plan_scoring, puzzle_answers, reply_scoring
from ferryplan.evaluation.scoring.answer_score import Score
from ferryplan.evaluation.scoring.embedded_data import cut_excessive_data
from ferryplan.evaluation.scoring.question import Ask, Question, parse_question
from ferryplan.evaluation.scoring.table_rows import to_python_value
from ferryplan.generator.arguments import ArgumentTypeError, check_argument_type

SCORERS: Mapping[Ask, Callable[[Question, Any], Score]] = {
    "plan": plan_scoring.score_plan,
    "optimal-plan": plan_scoring.score_plan,
    "repair": plan_scoring.score_plan,
    "next": plan_scoring.score_next_move,
    "length": reply_scoring.score_number,
    "count": reply_scoring.score_number,
    "solvable": reply_scoring.score_solvability,
    "valid": reply_scoring.score_validity,
    "formalise": reply_scoring.score_model,
    "answer": puzzle_answers.score_puzzle_answers,
}
"""The function that scores an answer, by the kind of question."""


def score(question: Question | Mapping[str, Any] | str, answer: Any) -> Score:
    """Score an answer to a question, from 0 to 1.

    A plan is judged by replay, so any right solution counts, in any form. The claim that there is no solution is right exactly if it is proven.

    Args:
        question: A question from `pose`, its line of JSON, or the object in this line, which may be a row of an Arrow, pandas or datasets table.
        answer: The answer as a text, such as the reply of a language model, or as data.

    Returns:
        A `Score`: the ``score``, the ``outcome``, and the reason in ``why``.

    Raises:
        ArgumentError: The question or the answer has a wrong type.
        QuestionError: The question is incomplete, or its puzzle is unknown.

    >>> from ferryplan import score
    >>> asked = {"id": "1", "family": "crossing", "puzzle": "wolf-goat-cabbage", "parameters": {}, "ask": "length", "question": "", "answer": "7",
    ...          "verdict": "solvable", "optimum": 7, "optimum_proven": True, "solutions": 2, "unique": False, "difficulty": 1, "proof": {},
    ...          "theme": None, "seed": None, "version": "1"}
    >>> score(asked, "It takes at least **7** crossings.").score
    1.0
    """
    question = read_question(question, "question")
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return Score(0.0, "missing", 0.0, format_message("scoring.no-answer"), kind="missing")
    answer = cut_excessive_data(answer)
    return SCORERS[question.ask](
        question, answer if isinstance(answer, str) else json.loads(_convert_to_json_text("answer", answer))
    )


def read_question(question: Any, name: str) -> Question:
    """Convert a question in any form that `score` accepts; ``name`` is its name in errors.

    Raises the errors of `score`.
    """
    if not isinstance(question, Question | Mapping | str) and hasattr(question, "to_dict"):
        question = question.to_dict()  # a row of a pandas table
    if isinstance(question, Question):
        return question
    check_argument_type(name, question, (Mapping, str), "a question")
    return parse_question(_convert_to_json_text(name, question), name)


def _convert_to_json_text(name: str, data: Any) -> str:
    """Return a value as JSON text; ``name`` is its name in errors.

    Raises ArgumentError for a value that JSON cannot represent.
    """
    try:
        if isinstance(data, str):
            return data
        return json.dumps(dict(data) if isinstance(data, Mapping) else data, default=to_python_value)
    except (TypeError, ValueError, RecursionError):
        raise ArgumentTypeError(name, f"a {type(data).__name__}", "data that JSON can hold") from None
