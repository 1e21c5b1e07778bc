"""Sums of words as instances and as PDDL."""

from __future__ import annotations

import random
import tomllib

from ferryplan import domains
from ferryplan.generator.arithmetic.instantiation import instantiate
from ferryplan.generator.arithmetic.puzzle_file import ArithmeticFile
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.generation import generate
from ferryplan.generator.schema_validation import validate_table

FOLDER = domains.FOLDER / "arithmetic"


def load_sum_file(name: str, **changes: object) -> ArithmeticFile:
    """Return a puzzle file of the family with changed values in its table ``sum``."""
    (path,) = FOLDER.glob(f"{name}.toml*")
    data = tomllib.loads(path.read_text())
    data["sum"] |= changes
    wrong, puzzle = validate_table(ArithmeticFile, data), ArithmeticFile(**data)
    for mistake in wrong or puzzle.find_mistakes():
        raise PuzzleError(f"{name}.toml: {mistake.key}: {mistake.message}")
    return puzzle


def make_sum_instance(text: str, base: int = 10, leading_zeros: bool = False) -> AssignmentInstance:
    """Return the instance of a sum."""
    return instantiate(load_sum_file("cryptarithm"), {"sum": text, "base": base, "leading_zeros": leading_zeros})


def draw_sum(rng: random.Random) -> tuple[str, int]:
    """Return two or three short words with their total, and a base with a digit for each letter."""
    base = rng.randint(2, 7)
    letters = "ABCDEF"[: rng.randint(1, min(6, base))]
    summands = ["".join(rng.choices(letters, k=rng.randint(1, 3))) for _ in range(rng.randint(2, 3))]
    return f"{' + '.join(summands)} = {''.join(rng.choices(letters, k=rng.randint(1, 4)))}", base


def generate_pddl(instance: AssignmentInstance, dialect: str) -> tuple[str, str]:
    """Return the domain and the problem of an instance."""
    text = generate(instance, dialect)
    return text.domain, text.problem


def find_solutions(instance: AssignmentInstance) -> list[tuple[int, ...]]:
    """Return the digits of the letters in each solution that the clues allow."""
    return [tuple(spot for _, spot in sorted(solution)) for solution in AssignmentSearch(instance).solutions()]
