"""Sums of words as instances and as PDDL, for the tests."""

from __future__ import annotations

import json
import textwrap
import tomllib

import domains
from generator import environment
from generator.arithmetic.formulations import FORMULATIONS
from generator.arithmetic.instantiation import instantiate
from generator.arithmetic.puzzle_file import ArithmeticFile, check_references
from generator.placing.instance import PlacingInstance
from generator.placing.search import Search

FOLDER = domains.FOLDER / "arithmetic"


def file_of(name: str, **changes: object) -> ArithmeticFile:
    """A puzzle file of the family, with other values in its table ``sum``."""
    (path,) = FOLDER.glob(f"{name}.toml*")
    data = tomllib.loads(path.read_text())
    data["sum"] |= changes
    puzzle = ArithmeticFile.model_validate(data)
    check_references(puzzle, f"{name}.toml")
    return puzzle


def sum_of(text: str, base: int = 10, leading_zeros: bool = False) -> PlacingInstance:
    """The instance of a sum."""
    return instantiate(file_of("cryptarithm"), {"sum": text, "base": base, "leading_zeros": leading_zeros})


def pddl_of(instance: PlacingInstance, dialect: str) -> tuple[str, str]:
    """Domain and problem of an instance."""
    (formulation,) = (one for one in FORMULATIONS if one.dialect == dialect)
    context = {
        **formulation.context(instance),
        "instance": instance,
        "dialect": dialect,
        "story": textwrap.wrap(instance.story, 100),
        "header": [f"puzzle: {instance.reference}", f"parameters: {json.dumps(dict(instance.parameters))}"],
    }
    folder = f"arithmetic/{formulation.templates}"
    domain, problem = (environment.render(f"{folder}/{part}.pddl.j2", context) for part in ("domain", "problem"))
    return domain, problem


def found(instance: PlacingInstance) -> list[tuple[int, ...]]:
    """The digits of the letters in each solution that the clues allow."""
    return [tuple(spot for _, spot in sorted(solution)) for solution in Search(instance).solutions()]
