"""Sums of words as instances and as PDDL, for the tests."""

from __future__ import annotations

import random
import tomllib

from ferryplan import domains
from ferryplan.generator.arithmetic.instantiation import instantiate
from ferryplan.generator.arithmetic.puzzle_file import ArithmeticFile
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.generation import generate
from ferryplan.generator.mistakes import mistakes_of
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.search import Search

FOLDER = domains.FOLDER / "arithmetic"


def file_of(name: str, **changes: object) -> ArithmeticFile:
    """A puzzle file of the family, with other values in its table ``sum``."""
    (path,) = FOLDER.glob(f"{name}.toml*")
    data = tomllib.loads(path.read_text())
    data["sum"] |= changes
    wrong, puzzle = mistakes_of(ArithmeticFile, data), ArithmeticFile(**data)
    for mistake in wrong or puzzle.mistakes():
        raise PuzzleError(f"{name}.toml: {mistake.key}: {mistake.says}")
    return puzzle


def sum_of(text: str, base: int = 10, leading_zeros: bool = False) -> PlacingInstance:
    """The instance of a sum."""
    return instantiate(file_of("cryptarithm"), {"sum": text, "base": base, "leading_zeros": leading_zeros})


def random_sum(rng: random.Random) -> tuple[str, int]:
    """Two or three short words and their total, of few letters; and a base that has a digit for each."""
    base = rng.randint(2, 7)
    letters = "ABCDEF"[: rng.randint(1, min(6, base))]
    summands = ["".join(rng.choices(letters, k=rng.randint(1, 3))) for _ in range(rng.randint(2, 3))]
    return f"{' + '.join(summands)} = {''.join(rng.choices(letters, k=rng.randint(1, 4)))}", base


def pddl_of(instance: PlacingInstance, dialect: str) -> tuple[str, str]:
    """Domain and problem of an instance."""
    text = generate(instance, dialect)
    return text.domain, text.problem


def found(instance: PlacingInstance) -> list[tuple[int, ...]]:
    """The digits of the letters in each solution that the clues allow."""
    return [tuple(spot for _, spot in sorted(solution)) for solution in Search(instance).solutions()]
