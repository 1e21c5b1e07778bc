"""A second reader of the English: it solves the task that a question's text describes.

The result is compared with the label of the question.

No module here imports the program or its data: they share only the English. Each family has a module whose class is a `Task`.

    task = read_task(row["question"])       # raises UnreadError for a sentence that no reader understands
    task.solve()                            # TextAnswer(verdict="solvable", optimum=11, solutions=486)
    task.faults_of_label(row)               # ["optimum: the label says 12, the text 11"]
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Literal, NamedTuple

from second_reader.question import Question, UnreadError, read_question

__all__ = ["Question", "Task", "TextAnswer", "UnreadError", "faults_of_row", "read_task"]

MODULES = ("crossing", "grid", "sums", "boards", "planning")
"""The modules of this package that hold a `Task`, each in `TASK`; the first whose task recognizes a question reads it."""


class TextAnswer(NamedTuple):
    """The facts that the text alone determines."""

    verdict: Literal["solvable", "unsolvable"]
    optimum: int | None
    """The fewest moves, or the lowest cost; None if there is no solution. Where moves have no order, the number of moves."""
    solutions: int | None
    """The number of solutions, of best ones where moves have an order; None if unknown."""


class Task(ABC):
    """A task as its text describes it.

    A family implements `recognizes`, the constructor (which raises UnreadError for a sentence it does not understand), `solve` and
    `fault_of_plan`; if its questions show moves, also `best_next` and `first_wrong`.
    """

    ordered: ClassVar[bool] = True
    """Whether moves follow one another, so that plans have a length and a first wrong move."""

    def __init__(self, question: Question) -> None:
        self.question = question

    @classmethod
    @abstractmethod
    def recognizes(cls, question: Question) -> bool:
        """Return whether the question is about a task of this family."""

    @abstractmethod
    def solve(self) -> TextAnswer:
        """Return the verdict, the optimum and the number of solutions, by brute force."""

    @abstractmethod
    def fault_of_plan(self, plan: Any, best: bool) -> str:
        """Return why a plan, as JSON, is not a solution (with `best`: not a best one).

        The empty text if it is.
        """

    def best_next(self) -> list[Any]:
        """Return every best next move after the shown moves, each as JSON."""
        raise NotImplementedError

    def first_wrong(self) -> tuple[int | None, Collection[str]]:
        """Return the first wrong move of the shown plan, and the letters of all rules that this move breaks.

        The number counts from 1. It is None for a right plan, which breaks no rule, and where moves have no order.
        """
        raise NotImplementedError

    def faults_of_text(self) -> list[str]:
        """Return contradictions in the text, such as between the story and the exact rules."""
        return []

    def faults_of_label(self, row: Mapping[str, Any]) -> list[str]:
        """Return the contradictions between a text and its label (a line of JSON), and within the text."""
        found, faults = self.solve(), self.faults_of_text()
        for key, read in found._asdict().items():
            said = row.get(key)
            if said != read and not (key == "solutions" and None in (said, read)):
                faults.append(f"{key}: the label says {said}, the text {read}")
        if row["ask"] != self.question.ask:
            faults.append(f"ask: the label says {row['ask']}, the text {self.question.ask}")
        elif fault := self._fault_of_answer(row, found):
            faults.append(f"answer: {fault}")
        return faults

    def _fault_of_answer(self, row: Mapping[str, Any], found: TextAnswer) -> str:
        answer = row["answer"]
        expected: str | None
        match row["ask"]:
            case "plan" | "optimal-plan" | "repair":
                if found.verdict == "unsolvable" or answer == "unsolvable":
                    expected = "unsolvable" if found.verdict == "unsolvable" else "a solution"
                else:
                    return self.fault_of_plan(json.loads(answer), row["ask"] == "optimal-plan")
            case "length":
                expected = "unsolvable" if found.optimum is None else str(found.optimum)
            case "count":
                expected = answer if found.solutions is None else str(found.solutions)
            case "solvable":
                answer, expected = answer[:2], "ye" if found.verdict == "solvable" else "no"
            case "next":
                best = self.best_next()
                known = [*map(_sorted, row["about"]["best"])]
                if [one for one in best if _sorted(one) not in known] or len(best) != len(known):
                    return f"the best moves are {best}, the label says {row['about']['best']}"
                return "" if _sorted(json.loads(answer)) in known else f"{answer} is no best move"
            case "valid":
                return self._fault_of_verdict(json.loads(answer), row["about"])
            case _:
                return ""  # `formalise` and `answer` belong to the families that have them
        return "" if answer == expected else f"the label says {answer}, the text {expected}"

    def _fault_of_verdict(self, answer: Mapping[str, Any], about: Mapping[str, Any]) -> str:
        step, letters = self.first_wrong()
        if about["valid"] != (not letters) or answer["valid"] != about["valid"]:
            return (
                f"the label says valid: {answer['valid']}, by the text the plan breaks {sorted(letters) or 'nothing'}"
            )
        if (about.get("step"), answer.get("step")) != (step, step):
            return f"the label says step {answer.get('step')}, the text {step}"
        if sorted(about["right"]) != sorted(letters) or (letters and answer["rule"] not in letters):
            return f"the label says rule {answer.get('rule')} of {about['right']}, the text {sorted(letters)}"
        return ""


def _sorted(data: Any) -> Any:
    """Return JSON data with its lists of names sorted: the order of travelers in a boat is irrelevant."""
    if isinstance(data, dict):
        return {key: _sorted(one) for key, one in data.items()}
    return sorted(data) if isinstance(data, list) and len({*map(type, data)}) == 1 else data


def read_task(text: str) -> Task:
    """Return the task that the text of a question describes.

    Raises UnreadError, with the sentence, if a sentence is not understood.
    """
    question = read_question(text)
    for name in MODULES:
        if importlib.util.find_spec(f"second_reader.{name}"):
            task: type[Task] = importlib.import_module(f"second_reader.{name}").TASK
            if task.recognizes(question):
                return task(question)
    raise UnreadError(question.setting)


def faults_of_row(row: Mapping[str, Any]) -> list[str]:
    """Return the faults of a posed question's label, as found by its text. Raises UnreadError."""
    return read_task(row["question"]).faults_of_label(row)
