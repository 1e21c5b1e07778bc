"""Questions as reasoning-gym datasets; importing this module registers the datasets.

>>> import reasoning_gym, ferryplan.evaluation.gym
>>> data = reasoning_gym.create_dataset("ferryplan.crossing", size=3, seed=7)
>>> entry = data[0]
>>> data.score_answer(f"We think of it step by step. {entry['answer']}", entry)
1.0

The datasets are `ferryplan.crossing`, `ferryplan.grid` and so on, one for each kind of puzzle that `plan invent` makes, and
`ferryplan.catalogue`. The module needs the extra `gym`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, ClassVar, get_args

from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import register_dataset

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.proven_instance import Json
from ferryplan.evaluation.posing.request_handling import pose_request
from ferryplan.evaluation.scoring.question import Ask
from ferryplan.evaluation.scoring.question_scoring import score
from ferryplan.generator.arguments import (
    ArgumentValueError,
    check_argument_choice,
    check_argument_type,
    check_positive_number,
)
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.puzzle import load
from ferryplan.generator.seeded_random import SeededRandom

MAX_ATTEMPTS = 20
"""The largest number of puzzles tried for one question, because some puzzles do not allow the kind of question."""


@dataclass
class QuestionConfig:
    """The configuration of a dataset of questions; the same seed gives the same question for each index."""

    seed: int | None = None
    """The number that determines every random choice; None for a random seed."""
    size: int = 500
    """The number of questions in the dataset."""
    ask: str = "plan"
    """The kind of question, as for `plan pose --ask`."""
    paraphrase: bool = True
    """Whether to choose themes and wordings at random."""
    timeout: float = 60.0
    """The time limit of a question's proof, in seconds; after a timeout, the dataset tries another puzzle."""

    def validate(self) -> None:
        """Raise ArgumentError if a setting of the configuration is invalid."""
        check_positive_number("size", self.size, "questions", whole=True)
        check_argument_choice("ask", self.ask, get_args(Ask))
        check_positive_number("timeout", self.timeout, "seconds")


@dataclass
class InventedPuzzlesConfig(QuestionConfig):
    """The configuration of a dataset of questions about invented puzzles."""

    unsolvable: float = 0.1
    """The share of puzzles without a solution, from 0 to 1."""
    difficulty: int | None = None
    """The difficulty of the puzzles, from 1 to 5; None for any."""

    def validate(self) -> None:
        """Raise ArgumentError if a setting of the configuration is invalid."""
        super().validate()
        check_argument_type("unsolvable", self.unsolvable, (int, float), "a share from 0 to 1")
        if not 0 <= self.unsolvable <= 1:
            raise ArgumentValueError("unsolvable", f"{self.unsolvable}", "a share from 0 to 1")
        if self.difficulty not in (None, 1, 2, 3, 4, 5):
            raise ArgumentValueError("difficulty", f"{self.difficulty!r}", "1 to 5, or None")


@dataclass
class CatalogPuzzlesConfig(QuestionConfig):
    """The configuration of a dataset of questions about puzzles of the catalog."""

    puzzles: list[str] = field(default_factory=lambda: [*domains.puzzle_files()])
    """The names of the puzzles to choose from; all puzzles of the catalog by default."""
    parameters: dict[str, list[Any]] = field(default_factory=dict)
    """The values to choose from, by the name of the parameter; a puzzle ignores parameters that it does not have."""

    def validate(self) -> None:
        """Raise ArgumentError if a setting of the configuration is invalid."""
        super().validate()
        for name in self.puzzles:
            check_argument_choice("puzzles", name, domains.puzzle_files())


class QuestionDataset(ProceduralDataset):  # type: ignore[misc]  # reasoning-gym has no types
    """A dataset of questions, numbered from 0; any right answer to a question scores 1."""

    name: ClassVar[str]

    def __init__(self, config: Any) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def make_puzzle_request(self, number: int, attempt: int) -> Json:
        """Return the keys of a request to `pose_request` that choose the puzzle for a question.

        ``number`` is the number of the question, from 1. ``attempt`` is the number of puzzles that were already tried
        for this question, but did not allow it.
        """
        raise NotImplementedError

    def __getitem__(self, idx: int) -> Json:
        """Return the entry at an index, with the keys ``question``, ``answer`` and ``metadata``.

        The metadata contains the line that `plan pose` would write. Indices beyond the size are valid, because mixtures of datasets use
        them. Raises IndexError for a negative index, and EncodingError if no puzzle allows the kind of question.
        """
        if idx < 0:
            raise IndexError(format_message("python.negative-index", index=idx))
        config, tried, why = self.config, 0, ""
        options = {"ask": [config.ask], "paraphrase": config.paraphrase, "timeout": config.timeout, "pddl": False}
        common = {**options, "language": "en", "theme": None, "seed": f"{self.seed}", "number": idx + 1}
        for attempt in range(MAX_ATTEMPTS):
            found = pose_request({**common, **self.make_puzzle_request(idx + 1, attempt), "after": tried})
            tried = found["tried"]
            for line in found["lines"]:
                line_data = json.loads(line)
                metadata = {"source_dataset": self.name, "source_index": idx, "ferryplan": line_data}
                metadata["difficulty"] = {"level": line_data["difficulty"]}
                return {"question": line_data["question"], "answer": line_data["answer"], "metadata": metadata}
            (why,) = found["left_out"]
        raise EncodingError(why)

    def score_answer(self, answer: str | None, entry: Json) -> float:
        """Return the score of an answer to the question of an entry: 1 for any right answer, otherwise 0."""
        return score(entry["metadata"]["ferryplan"], answer).score


class InventedPuzzlesDataset(QuestionDataset):
    """A dataset of questions about newly invented puzzles of one kind."""

    def make_puzzle_request(self, number: int, attempt: int) -> Json:
        """Return the keys of a request for a newly invented puzzle or, by random choice, an unsolvable twin.

        If the choice is a twin, every second attempt requests a solvable puzzle instead, because some twins cannot be
        made.
        """
        config = self.config
        without = SeededRandom(f"{self.seed} {number} unsolvable").chance(config.unsolvable) and attempt % 2 == 0
        level = {"level": config.difficulty, "exact": config.difficulty is not None}
        return {"invent": self.name.removeprefix("ferryplan."), "unsolvable": without, **level}


class CatalogPuzzlesDataset(QuestionDataset):
    """A dataset of questions about puzzles of the catalog."""

    name = "ferryplan.catalogue"

    def make_puzzle_request(self, number: int, attempt: int) -> Json:
        """Return the keys of a request for a random puzzle of the catalog with random parameter values."""
        draw = SeededRandom(f"{self.seed} {number} {attempt} catalogue")
        name = draw.choose(self.config.puzzles)
        own = load(name).parameters
        drawn = {key: draw.choose(values) for key, values in self.config.parameters.items() if key in own}
        return {"puzzle": name, "parameters": drawn}


register_dataset(CatalogPuzzlesDataset.name, CatalogPuzzlesDataset, CatalogPuzzlesConfig)
for _kind in INVENTORS:
    _dataset = type(
        _kind.capitalize(), (InventedPuzzlesDataset,), {"name": f"ferryplan.{_kind}", "__module__": __name__}
    )
    globals()[_dataset.__name__] = _dataset  # pickle looks for the class here
    register_dataset(f"ferryplan.{_kind}", _dataset, InventedPuzzlesConfig)
