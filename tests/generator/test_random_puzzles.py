"""Random puzzle files of every family, in each of its dialects and encodings, against brute force.

`benchmarks/random_puzzles.py` does the same for any number of files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import agreement.assignment
import agreement.classical
import agreement.crossing
import pytest
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st
from strategies.assignment import boards, grids, sums
from strategies.campaigns import fixed
from strategies.classical import classical_files
from strategies.crossing import crossing_files
from strategies.files import PuzzleText

from ferryplan.generator.families import FAMILIES
from ferryplan.generator.toml_tables import TomlTable

STRATEGIES: dict[str, Callable[[], st.SearchStrategy[PuzzleText]]] = {
    "crossing": crossing_files, "grid": grids, "arithmetic": sums, "board": boards, "classical": classical_files,
}  # fmt: skip
DRAWN = {"crossing": 600, "grid": 600, "arithmetic": 150, "board": 150, "classical": 400}
"""The number of files per family that must cover the whole schema."""
ROUND = 25
"""The number of files between checks whether more are needed."""
MOST = 60
"""The number of states that are compared in one dialect and encoding."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random") / "random.toml"


@fixed(15)
@given(file=crossing_files())
def test_random_crossings_match_brute_force(file: PuzzleText, path: Path) -> None:
    agreement.crossing.compare(file, path, MOST)


@fixed(6)
@given(file=crossing_files(fleet=True))
def test_random_crossings_with_different_boats_match_brute_force(file: PuzzleText, path: Path) -> None:
    agreement.crossing.compare(file, path, MOST)


@fixed(12)
@given(file=grids())
def test_random_grids_match_brute_force(file: PuzzleText, path: Path) -> None:
    agreement.assignment.compare(file, path, 5 * MOST)


@fixed(10)
@given(file=sums())
def test_random_sums_match_brute_force(file: PuzzleText, path: Path) -> None:
    agreement.assignment.compare(file, path, 5 * MOST)


@fixed(10)
@given(file=boards())
def test_random_boards_match_brute_force(file: PuzzleText, path: Path) -> None:
    agreement.assignment.compare(file, path, 5 * MOST)


@fixed(10)
@given(file=classical_files())
def test_random_planning_tasks_match_brute_force(file: PuzzleText, path: Path) -> None:
    agreement.classical.compare(file, path, MOST)


def said(value: Any) -> Iterator[str]:
    """Yield every key, text and Boolean of a file."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from said(item)
    elif isinstance(value, list):
        for item in value:
            yield from said(item)
    elif isinstance(value, str | bool):
        yield str(value)


def admitted(annotation: Any, seen: set[type[TomlTable]]) -> Iterator[str]:
    """Yield every key and fixed choice that a type of the schema admits.

    The tables of known optima and theorems are left out.
    """
    if isinstance(annotation, type) and issubclass(annotation, TomlTable):
        if annotation in seen or annotation.__name__ in ("OptimumTable", "TheoremTable"):
            return
        seen.add(annotation)
        for key, (kind, _) in annotation.fields().items():
            if key not in ("optima", "theorem"):
                yield key
                yield from admitted(kind, seen)
    elif get_origin(annotation) is Literal:
        yield from map(str, get_args(annotation))
    else:
        for inner in get_args(annotation):
            yield from admitted(inner, seen)


@pytest.mark.parametrize("family", STRATEGIES)
def test_random_files_cover_the_whole_schema(family: str) -> None:
    missing = {*admitted(FAMILIES[family].file, set())}

    @settings(fixed(ROUND), derandomize=False, phases=[Phase.generate])
    @given(file=STRATEGIES[family]())
    def draw(file: PuzzleText) -> None:
        missing.difference_update(said(tomllib.loads(file.text)))

    for number in range(DRAWN[family] // ROUND):
        if missing:
            seed(number)(draw)()
    assert not sorted(missing)
