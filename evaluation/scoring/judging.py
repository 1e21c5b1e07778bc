"""An answer judged: by replay in the state space, or by what is proven; never by comparison with ours as texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring import named_answers, replay, replies
from ferryplan.evaluation.scoring.data import bound_data
from ferryplan.evaluation.scoring.question import Ask, Question, question_in
from ferryplan.evaluation.scoring.rows import to_plain
from ferryplan.evaluation.scoring.score import Score
from ferryplan.generator.arguments import ArgumentTypeError, check_type

JUDGES: Mapping[Ask, Callable[[Question, Any], Score]] = {
    "plan": replay.score_plan,
    "optimal-plan": replay.score_plan,
    "repair": replay.score_plan,
    "next": replay.score_next_move,
    "length": replies.score_number,
    "count": replies.score_number,
    "solvable": replies.score_solvable,
    "valid": replies.score_valid,
    "formalise": replies.score_model,
    "answer": named_answers.score_answers,
}


def score(question: Question | Mapping[str, Any] | str, answer: Any) -> Score:
    """Score an answer to a question, from 0 to 1.

    A plan is judged by replay, so any right solution counts, in whatever form. That there is no solution is right exactly if that is proven.

    Args:
        question: A question of `pose`, its line of JSON, or the object in that line, also as a row of a table of Arrow, pandas or datasets.
        answer: The answer as a text, such as the reply of a language model, or as data.

    Returns:
        A `Score`: its ``score``, its ``outcome``, and the reason in ``why``.

    Raises:
        ArgumentError: The question or the answer is of a wrong type.
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
    answer = bound_data(answer)
    return JUDGES[question.ask](question, answer if isinstance(answer, str) else json.loads(_line("answer", answer)))


def read_question(question: Any, name: str) -> Question:
    """Return a question from whatever `score` takes for one; errors call it by the name. Raises as `score` does."""
    if not isinstance(question, Question | Mapping | str) and hasattr(question, "to_dict"):
        question = question.to_dict()  # a row of pandas
    if isinstance(question, Question):
        return question
    check_type(name, question, (Mapping, str), "a question")
    return question_in(_line(name, question), name)


def _line(name: str, data: Any) -> str:
    """Return data as JSON. Raises ArgumentError for what JSON does not have."""
    try:
        if isinstance(data, str):
            return data
        return json.dumps(dict(data) if isinstance(data, Mapping) else data, default=to_plain)
    except (TypeError, ValueError, RecursionError):
        raise ArgumentTypeError(name, f"a {type(data).__name__}", "data that JSON can hold") from None
