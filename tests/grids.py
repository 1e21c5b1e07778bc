"""What the tests of logic grids share: files read, PDDL written, and what it reaches."""

from __future__ import annotations

import json

import pddl_oracle

from ferryplan import domains
from ferryplan.generator import puzzle
from ferryplan.generator.generation import generate
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.instantiation import instantiate
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.instance import Value

CATALOGUE = ("einstein", "four-houses", "zebra")
Arrangement = frozenset[tuple[str, int]]
"""each value's name with its position, from 0"""


def text_of(name: str) -> str:
    """A puzzle file of the catalogue."""
    (path,) = (domains.FOLDER / "grid").glob(f"{name}.toml*")
    return path.read_text()


def read(text: str, shown: str = "puzzle.toml") -> GridFile:
    found = puzzle.read(text, shown)
    assert isinstance(found, GridFile)
    return found


def make(text: str, **parameters: Value) -> GridInstance:
    return instantiate(read(text), parameters)


def small(clues: str, positions: int = 3, names: str = "") -> str:
    """A puzzle file with two categories: A, B, C, … and x, y, z, …, or the names given."""
    first, second = ("ABCDEFG"[:positions], "xyzuvwt"[:positions])
    values = [list(first), list(second)] if not names else [names.split(",")[:positions], names.split(",")[positions:]]
    return f"""
family = "grid"
name = "small"
title = "Small"
story = "A small puzzle."
source = "The tests."
[positions]
name = "house"
plural = "houses"
count = {positions}
[[categories]]
name = "capital"
values = {json.dumps(values[0])}
[[categories]]
name = "letter"
values = {json.dumps(values[1])}
{clues}
"""


def reached(instance: GridInstance, dialect: str) -> list[Arrangement]:
    """What the PDDL reaches in its goal states; each once for every way to get there."""
    text = generate(instance, dialect)
    task = pddl_oracle.read(text.domain, text.problem)
    values = {item.symbol: item.name for item in instance.items}
    positions = {spot.symbol: index for index, spot in enumerate(instance.spots)}
    queue, found = [task.initial], []
    for state in queue:
        if pddl_oracle.evaluate(task.goal, {}, pddl_oracle.facts_of(state, task), task):
            found.append(
                frozenset((values[atom[1]], positions[atom[2]]) for atom in state if len(atom) == 3 and atom[0] == "at")
            )
        queue += [following for _, following in pddl_oracle.successors(state, task)]
    return found
