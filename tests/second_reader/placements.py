"""Common parts of grids, sums and boards.

An answer is a JSON object with a place for each key, and CP-SAT counts the solutions.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from second_reader import Question, Task, TextAnswer, UnreadError

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_SOLUTIONS = 30_000
SECONDS = 120.0
Values = Mapping[str, Any]
Check = Callable[[Values], bool]
_FORMAT = re.compile(
    r"a JSON object, \{\"(?P<first>[^\"]*)\":…\}, with a value for (?:each of these (?P<number>\d+) keys|the key): "
    r"(?P<keys>.*)\. Each value is one of (?P<values>.*)"
)


class Paragraphs:
    """The paragraphs of a setting, taken in order; those left at the end are unread."""

    def __init__(self, text: str) -> None:
        self._left = re.split(r"\n{2,}", text)

    def take(self) -> str:
        """Return the next paragraph. Raises UnreadError if there is none."""
        if not self._left:
            raise UnreadError("(the end of the text)")
        return self._left.pop(0)

    def take_if(self, pattern: str) -> re.Match[str] | None:
        """Take the next paragraph and return its match, if the pattern matches it as a whole."""
        found = re.fullmatch(pattern, self._left[0]) if self._left else None
        if found:
            self._left.pop(0)
        return found

    def expect(self, pattern: str) -> re.Match[str]:
        """Take the next paragraph and return its match.

        Raises UnreadError if the pattern does not match it as a whole.
        """
        text = self.take()
        if found := re.fullmatch(pattern, text):
            return found
        raise UnreadError(text)

    def finish(self) -> None:
        """Raise UnreadError if paragraphs are left."""
        if self._left:
            raise UnreadError(self._left[0])


def numbered(paragraph: str) -> list[str]:
    """Return the sentences of a numbered list.

    Raises UnreadError for other paragraphs, or for numbers out of order.
    """
    lines = paragraph.splitlines()
    for number, line in enumerate(lines, 1):
        if not line.startswith(f"{number}. "):
            raise UnreadError(line)
    return [line.partition(". ")[2] for line in lines]


class PlacementTask(Task):
    """A task whose solutions assign a place to each thing, in any order."""

    ordered = False
    keys: Sequence[str]
    """The things to place, in the order of the text."""
    rules: Sequence[tuple[str, Check]]
    """The tests that solutions satisfy, each with its sentence."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.read_setting(Paragraphs(question.setting))
        if question.ask in ("plan", "valid", "repair"):
            self._check_format(question.form)

    @abstractmethod
    def read_setting(self, setting: Paragraphs) -> None:
        """Read the setting: `keys`, `rules` and the data of `model`. Raises UnreadError."""

    @abstractmethod
    def values_of(self, key: str) -> Sequence[str]:
        """Return the values that an answer may have for a key."""

    @abstractmethod
    def parse(self, key: str, value: str) -> Any:
        """Return the parsed value of an answer, as `rules` take it."""

    def complete(self, values: Values) -> Values:
        """Return the values of an answer together with the given ones, as `rules` take them."""
        return values

    @abstractmethod
    def model(self) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
        """Return the task as constraints, and the variables that distinguish its solutions."""

    @abstractmethod
    def read_rule(self, sentence: str) -> Check:
        """Return the test of a sentence. Raises UnreadError."""

    def solve(self) -> TextAnswer:
        """Return whether there is a solution, the number of things to place, and the number of solutions."""
        from ortools.sat.python import cp_model

        from second_reader.solution_collector import SolutionCollector

        model, variables = self.model()
        solver, counter = cp_model.CpSolver(), SolutionCollector(variables, MOST_SOLUTIONS)
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = SECONDS
        status = solver.solve(model, counter)
        assert status != cp_model.MODEL_INVALID, model.validate()
        if status == cp_model.INFEASIBLE:
            return TextAnswer("unsolvable", None, 0)
        assert counter.found, "no verdict in time"
        complete = status == cp_model.OPTIMAL and len(counter.found) < MOST_SOLUTIONS
        self.solutions = counter.found
        return TextAnswer("solvable", len(self.keys), len(counter.found) if complete else None)

    def fault_of_plan(self, plan: Any, best: bool) -> str:
        """Return the first rule that a plan breaks, or a missing part of the plan."""
        if not isinstance(plan, dict) or {*plan} != {*self.keys}:
            return f"the plan has the keys {[*plan]}, the text {[*self.keys]}"
        for key, value in plan.items():
            if value not in self.values_of(key):
                return f"{key} cannot be {value}"
        values = self.complete({key: self.parse(key, value) for key, value in plan.items()})
        return next((f"it breaks: {says}" for says, keeps in self.rules if not keeps(values)), "")

    def first_wrong(self) -> tuple[int | None, list[str]]:
        """Return the letters of all rules that the proposal breaks; a question mark for any other fault."""
        shown = self.question.shown
        if not isinstance(shown, dict) or {*shown} != {*self.keys}:
            raise UnreadError(str(shown))
        values = self.complete({key: self.parse(key, value) for key, value in shown.items()})
        checks = {letter: self.read_rule(says) for letter, says in self.question.letters.items()}
        broken = [letter for letter, keeps in checks.items() if not keeps(values)]
        return None, broken or ["?"] * bool(self.fault_of_plan(shown, best=False))

    def _check_format(self, form: str) -> None:
        """Raise UnreadError unless the form of the answer names the keys and values of the setting."""
        found = _FORMAT.fullmatch(form)
        if not found or found["keys"] != ", ".join(self.keys) or found["first"] != self.keys[0]:
            raise UnreadError(form)
        named = found["values"].split(", ")
        if not all({*self.values_of(key)} <= {*named} for key in self.keys):
            raise UnreadError(found["values"])
