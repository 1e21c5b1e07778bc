"""Helpers for the tests of logic grids: files, PDDL, and the solutions that the PDDL reaches."""

from __future__ import annotations

import json

import pddl_oracle

from ferryplan import domains
from ferryplan.generator import puzzle
from ferryplan.generator.generation import generate
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.instantiation import instantiate
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.instance import ParameterValue

CATALOG_GRIDS = ("einstein", "four-houses", "zebra")
Arrangement = frozenset[tuple[str, int]]
"""pairs of a value's name and its position, from 0"""


def read_puzzle_text(name: str) -> str:
    """Return the text of a puzzle file of the catalogue."""
    (path,) = (domains.FOLDER / "grid").glob(f"{name}.toml*")
    return path.read_text()


def read_grid(text: str, file_name: str = "puzzle.toml") -> GridFile:
    found = puzzle.parse_puzzle_text(text, file_name)
    assert isinstance(found, GridFile)
    return found


def make_grid(text: str, **parameters: ParameterValue) -> GridInstance:
    return instantiate(read_grid(text), parameters)


def make_small_puzzle(clues: str, positions: int = 3, names: str = "") -> str:
    """Return a puzzle file with two categories: A, B, C, … and x, y, z, …, or the given names."""
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


def find_reached_arrangements(instance: GridInstance, dialect: str) -> list[Arrangement]:
    """Return the arrangements in the goal states of the PDDL, each once for every path that reaches it."""
    text = generate(instance, dialect)
    task = pddl_oracle.read_task(text.domain, text.problem)
    values = {item.symbol: item.name for item in instance.items}
    positions = {spot.symbol: index for index, spot in enumerate(instance.spots)}
    queue, found = [task.initial], []
    for state in queue:
        if pddl_oracle.evaluate(task.goal, {}, pddl_oracle.derive_facts(state, task), task):
            found.append(
                frozenset((values[atom[1]], positions[atom[2]]) for atom in state if len(atom) == 3 and atom[0] == "at")
            )
        queue += [following for _, following in pddl_oracle.successors(state, task)]
    return found
