"""reasoning-gym's interface: to import this module registers the datasets `ferryplan.crossing`, `ferryplan.grid`, … there; needs the extra `gym`.

>>> import reasoning_gym, ferryplan.evaluation.gym
>>> data = reasoning_gym.create_dataset("ferryplan.crossing", size=3, seed=7)
>>> entry = data[0]
>>> data.score_answer(f"We think of it step by step. {entry['answer']}", entry)
1.0

There is one for each KIND of `plan invent`, and `ferryplan.catalogue`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, ClassVar, get_args

from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import register_dataset

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.tasks import posed
from ferryplan.evaluation.scoring.judging import score
from ferryplan.evaluation.scoring.question import Ask
from ferryplan.generator.arguments import ArgumentValueError, check_choice, check_number, check_type
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.puzzle import load

MOST_TRIED = 20
"""so many puzzles are tried until one can be asked what is to be asked"""
Json = dict[str, Any]


@dataclass
class PosedConfig:
    """What is posed: the same seed gives the same questions by their numbers."""

    seed: int | None = None
    size: int = 500
    ask: str = "plan"
    """as `plan pose --ask` has it"""
    paraphrase: bool = True
    """whether to draw among themes and among wordings that mean the same"""
    timeout: float = 60.0
    """how many seconds the proof for a question may take; another puzzle is taken if it takes longer"""

    def validate(self) -> None:
        """Raise ArgumentError for what makes no sense."""
        check_number("size", self.size, "questions", whole=True)
        check_choice("ask", self.ask, get_args(Ask))
        check_number("timeout", self.timeout, "seconds")


@dataclass
class InventedConfig(PosedConfig):
    """What is posed about invented puzzles."""

    unsolvable: float = 0.1
    """the share of puzzles without a solution, from 0 to 1"""
    difficulty: int | None = None
    """from 1 to 5; None for any"""

    def validate(self) -> None:
        """Raise ArgumentError for what makes no sense."""
        super().validate()
        check_type("unsolvable", self.unsolvable, (int, float), "a share from 0 to 1")
        if not 0 <= self.unsolvable <= 1:
            raise ArgumentValueError("unsolvable", f"{self.unsolvable}", "a share from 0 to 1")
        if self.difficulty not in (None, 1, 2, 3, 4, 5):
            raise ArgumentValueError("difficulty", f"{self.difficulty!r}", "1 to 5, or None")


@dataclass
class CatalogueConfig(PosedConfig):
    """What is posed about puzzles of the catalogue."""

    puzzles: list[str] = field(default_factory=lambda: [*domains.puzzle_files()])
    parameters: dict[str, list[Any]] = field(default_factory=dict)
    """the values among which is drawn, by the names of parameters; a puzzle takes those that it has, the others are as without options"""

    def validate(self) -> None:
        """Raise ArgumentError for what makes no sense."""
        super().validate()
        for name in self.puzzles:
            check_choice("puzzles", name, domains.puzzle_files())


class PosedDataset(ProceduralDataset):  # type: ignore[misc]  # reasoning-gym has no types
    """Questions by their numbers, from 0; each has an answer that scores 1, and any other right one does, too."""

    name: ClassVar[str]

    def __init__(self, config: Any) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def request(self, number: int, attempt: int) -> Json:
        """Return what is posed for a question: the first attempt that can be asked is taken."""
        raise NotImplementedError

    def __getitem__(self, idx: int) -> Json:
        """Return a question, an answer, and as metadata the line that `plan pose` would write.

        Beyond the size they go on: mixtures of datasets ask for those. Raises IndexError below 0, EncodingError if no puzzle can be asked what is to
        be asked.
        """
        if idx < 0:
            raise IndexError(format_message("python.negative-index", index=idx))
        config, tried, why = self.config, 0, ""
        asked = {"ask": [config.ask], "paraphrase": config.paraphrase, "timeout": config.timeout, "pddl": False}
        common = {**asked, "language": "en", "theme": None, "seed": f"{self.seed}", "number": idx + 1}
        for attempt in range(MOST_TRIED):
            found = posed({**common, **self.request(idx + 1, attempt), "after": tried})
            tried = found["tried"]
            for line in found["lines"]:
                told = json.loads(line)
                metadata = {"source_dataset": self.name, "source_index": idx, "ferryplan": told}
                metadata["difficulty"] = {"level": told["difficulty"]}
                return {"question": told["question"], "answer": told["answer"], "metadata": metadata}
            (why,) = found["left_out"]
        raise EncodingError(why)

    def score_answer(self, answer: str | None, entry: Json) -> float:
        """Return what an answer is worth: 1 for any that is right, else 0."""
        return score(entry["metadata"]["ferryplan"], answer).score


class Invented(PosedDataset):
    """Questions about puzzles that nobody has seen, of one kind."""

    def request(self, number: int, attempt: int) -> Json:
        """Return what is posed about a new puzzle, or its twin without a solution; of these every other attempt, if they do not do."""
        config = self.config
        without = Draw(f"{self.seed} {number} unsolvable").chance(config.unsolvable) and attempt % 2 == 0
        level = {"level": config.difficulty, "exact": config.difficulty is not None}
        return {"invent": self.name.removeprefix("ferryplan."), "unsolvable": without, **level}


class Catalogue(PosedDataset):
    """Questions about puzzles of the catalogue."""

    name = "ferryplan.catalogue"

    def request(self, number: int, attempt: int) -> Json:
        """Return what is posed about a puzzle that is drawn, with values of its parameters that are drawn."""
        draw = Draw(f"{self.seed} {number} {attempt} catalogue")
        name = draw.one(self.config.puzzles)
        own = load(name).parameters
        drawn = {key: draw.one(values) for key, values in self.config.parameters.items() if key in own}
        return {"puzzle": name, "parameters": drawn}


register_dataset(Catalogue.name, Catalogue, CatalogueConfig)
for _kind in INVENTORS:
    _dataset = type(_kind.capitalize(), (Invented,), {"name": f"ferryplan.{_kind}", "__module__": __name__})
    globals()[_dataset.__name__] = _dataset  # where pickle looks for it
    register_dataset(f"ferryplan.{_kind}", _dataset, InventedConfig)
