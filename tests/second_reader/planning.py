"""Planning puzzles, read from their English.

Each sentence of the story and the rules must be known, or the text is unread.

A `Puzzle` holds the content of one puzzle's text; a `PlanningTask` searches its states breadth first. The puzzles are in `planning_puzzles`,
`planning_boards` and `planning_cargo`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from second_reader import Question, Task, TextAnswer, UnreadError

Action = tuple[str, ...]
SMALL = re.split(
    " ",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen",
)
TENS = re.split(" ", "twenty thirty forty fifty sixty seventy eighty ninety")
WORDS = [*SMALL, *(ten + (f"-{one}" if one != "zero" else "") for ten in TENS for one in SMALL[:10])]
"""The numbers from zero to ninety-nine, in words."""
PRECONDITION = "An action is carried out only if its precondition holds."
GOAL = "The goal is reached at the end."


def number(word: str) -> int:
    """Return the value of a number in words or digits. Raises UnreadError for anything else."""
    if word.isdigit():
        return int(word)
    if word not in WORDS:
        raise UnreadError(word)
    return WORDS.index(word)


def numbers(text: str) -> list[int]:
    """Return the numbers of a list such as "4, 2 and 1"."""
    return [int(one) for one in re.findall(r"-?\d+", text)]


def match(pattern: str, text: str) -> re.Match[str]:
    """Return the match of a text with a pattern. Raises UnreadError."""
    found = re.fullmatch(pattern, text, re.DOTALL)
    if found is None:
        raise UnreadError(text)
    return found


@dataclass(frozen=True)
class PuzzleText:
    """The parts of a puzzle's text."""

    story: re.Match[str]
    rules: Sequence[re.Match[str]]
    """the sentences after the story, in order, without start and goal"""
    facts: list[str]
    """the sentences about the start"""
    goal: list[str]
    objects: list[str]
    """the names of all objects, empty if the text does not list them"""


class Puzzle(ABC):
    """A puzzle that a text describes: its start, its actions and its goal."""

    STORY: ClassVar[str]
    """A pattern of the whole story."""
    RULES: ClassVar[Sequence[str]]
    """Patterns of the sentences after the story, in order, without start and goal."""
    initial_situation: Hashable

    def __init__(self, text: PuzzleText) -> None:
        """Read the facts of the start and of the goal.

        Raises UnreadError for a fact that is not understood or contradicts the story.
        """
        self.objects = text.objects

    @abstractmethod
    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        """Yield each applicable action with its successor state."""

    @abstractmethod
    def is_goal(self, state: Any) -> bool:
        """Return whether a state is a goal."""

    @staticmethod
    def check(agrees: bool, sentence: str) -> None:
        """Raise UnreadError for a sentence of the story unless it agrees with the facts."""
        if not agrees:
            raise UnreadError(f"contradicts the facts: {sentence}")


PUZZLES: list[type[Puzzle]] = []


def puzzle(kind: type[Puzzle]) -> type[Puzzle]:
    """Register a puzzle class for reading."""
    PUZZLES.append(kind)
    return kind


class PlanningTask(Task):
    """A planning puzzle, searched breadth first."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        kind = next(kind for kind in PUZZLES if re.fullmatch(kind.STORY, question.story, re.DOTALL))
        lines = question.setting.splitlines()
        sentences = [match(r"- (.*)", line)[1] for line in lines]
        facts, goal = list[str](), list[str]()
        for head, into in (("The goal: ", goal), ("At the start: ", facts)):
            if sentences and sentences[-1].startswith(head):
                into += [one for part in sentences.pop()[len(head) : -1].split("; ") for one in part.split(", ")]
        if len(sentences) != len(kind.RULES):
            raise UnreadError(question.setting)
        rules = [match(pattern, sentence) for pattern, sentence in zip(kind.RULES, sentences, strict=True)]
        objects = re.search(r"The objects are (.*?)(?:\. |\.?$)", question.form)
        self.puzzle = kind(
            PuzzleText(match(kind.STORY, question.story), rules, facts, goal, objects[1].split(", ") if objects else [])
        )

    @classmethod
    def recognizes(cls, question: Question) -> bool:
        """Return whether the story is that of a known puzzle."""
        return any(re.fullmatch(kind.STORY, question.story, re.DOTALL) for kind in PUZZLES)

    def solve(self) -> TextAnswer:
        """Return the verdict, the fewest actions, and the number of plans with that length."""
        if callable(solve := getattr(self.puzzle, "solve", None)):
            answer: TextAnswer = solve()
            return answer
        for length, layer in enumerate(self._layers(self.puzzle.initial_situation)):
            if best := sum(ways for state, ways in layer.items() if self.puzzle.is_goal(state)):
                return TextAnswer("solvable", length, best)
        return TextAnswer("unsolvable", None, 0)

    def _layers(self, start: Any) -> Iterator[Counter[Any]]:
        """Yield the states at each distance from the start, with the number of shortest paths to each."""
        layer, seen = Counter({start: 1}), {start}
        while layer:
            yield layer
            after = Counter[Any]()
            for state, ways in layer.items():
                for _, reached in self.puzzle.successors(state):
                    if reached not in seen:
                        after[reached] += ways
            seen |= after.keys()
            layer = after

    def best_next(self) -> list[Any]:
        """Return the first actions of all shortest continuations of the shown actions."""
        state, step = self._replay(self.question.shown or [])
        if step:
            raise UnreadError(f"action {step} of those that are shown cannot be done")
        first: dict[Any, frozenset[Action]] = {}
        for action, reached in self.puzzle.successors(state):
            first[reached] = first.get(reached, frozenset()) | {action}
        seen = {state}
        while first:
            if best := [actions for reached, actions in first.items() if self.puzzle.is_goal(reached)]:
                return [[*action] for action in sorted(frozenset().union(*best))]
            seen |= first.keys()
            after: dict[Any, frozenset[Action]] = {}
            for reached, actions in first.items():
                for _, further in self.puzzle.successors(reached):
                    if further not in seen:
                        after[further] = after.get(further, frozenset()) | actions
            first = after
        return []

    def fault_of_plan(self, plan: Any, best: bool) -> str:
        """Return why a plan does not solve the puzzle; the empty text if it does."""
        state, step = self._replay(plan)
        if step:
            return f"action {step} cannot be done: {plan[step - 1]}"
        if not self.puzzle.is_goal(state):
            return "the goal is not reached"
        optimum = self.solve().optimum if best else None
        return f"{len(plan)} actions, {optimum} are enough" if best and len(plan) != optimum else ""

    def first_wrong(self) -> tuple[int | None, set[str]]:
        """Return the first wrong action of the shown plan, and the letter of the rule that it breaks."""
        meanings = {sentence: letter for letter, sentence in self.question.letters.items()}
        if not meanings.keys() <= {PRECONDITION, GOAL}:
            raise UnreadError(f"{self.question.letters}")
        plan = self.question.shown or []
        state, step = self._replay(plan)
        if step:
            return step, {meanings[PRECONDITION]}
        return (None, set()) if self.puzzle.is_goal(state) else (len(plan), {meanings[GOAL]})

    def _replay(self, plan: Sequence[Sequence[str]]) -> tuple[Any, int]:
        """Return the state after a plan, and the number of the first inapplicable action, or 0."""
        state: Any = self.puzzle.initial_situation
        for step, action in enumerate(plan, 1):
            reached = [after for one, after in self.puzzle.successors(state) if one == tuple(action)]
            if not reached:
                return state, step
            state = reached[0]
        return state, 0


TASK = PlanningTask


def read_rows(board: str) -> list[str]:
    """Return the rows of a board such as "..o/ooo"."""
    return board.split("/")


def cells_of(board: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each cell of a board, such as r1c2, with its sign."""
    for (row, line), column in ((pair, n) for pair in enumerate(read_rows(board), 1) for n in range(len(pair[1]))):
        yield f"r{row}c{column + 1}", line[column]


def place(name: str) -> tuple[int, int]:
    """Return the row and the column of a name such as r1c2."""
    found = match(r"r(\d+)c(\d+)", name)
    return int(found[1]), int(found[2])


def named(row: int, column: int) -> str:
    """Return the name of a cell."""
    return f"r{row}c{column}"


def beside(name: str) -> list[str]:
    """Return the cells directly above, left, right and below."""
    row, column = place(name)
    return [named(row + down, column + right) for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))]


def in_line(name: str, directions: Iterable[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """Yield the next two cells in each direction."""
    row, column = place(name)
    for down, right in directions:
        yield named(row + down, column + right), named(row + 2 * down, column + 2 * right)


def facts_with(pattern: str, facts: Iterable[str]) -> tuple[list[re.Match[str]], list[str]]:
    """Return the facts that a pattern matches, and the others."""
    found, others = list[re.Match[str]](), list[str]()
    for fact in facts:
        one = re.fullmatch(pattern, fact)
        found += [one] if one else []
        others += [] if one else [fact]
    return found, others


def read_facts(facts: Iterable[str], *patterns: str) -> list[list[re.Match[str]]]:
    """Return the facts that each pattern matches. Raises UnreadError for a fact that none matches."""
    found = list[list[re.Match[str]]]()
    for pattern in patterns:
        matched, facts = facts_with(pattern, facts)
        found.append(matched)
    for fact in facts:
        raise UnreadError(fact)
    return found


from second_reader import planning_boards, planning_cargo, planning_puzzles  # noqa: E402, F401 - they add their puzzles
