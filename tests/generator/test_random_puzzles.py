"""Random puzzle files of every family, each in every dialect and encoding that it has, against brute force.

`benchmarks/random_puzzles.py` does the same for as many as one likes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import agreement.classical
import agreement.crossing
import agreement.placing
import pytest
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st
from strategies.campaigns import fixed
from strategies.classical import classical_files
from strategies.crossing import crossing_files
from strategies.files import PuzzleText
from strategies.placing import boards, grids, sums

from ferryplan.generator.families import FAMILIES
from ferryplan.generator.tables import Table

STRATEGIES: dict[str, Callable[[], st.SearchStrategy[PuzzleText]]] = {
    "crossing": crossing_files, "grid": grids, "arithmetic": sums, "board": boards, "classical": classical_files,
}  # fmt: skip
DRAWN = {"crossing": 600, "grid": 600, "arithmetic": 150, "board": 150, "classical": 130}
"""files of each family in which all that its schema admits must be found"""
ROUND = 25
"""files after which it is seen whether more need be drawn"""
MOST = 60
"""states that are looked at in one dialect and encoding"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random") / "random.toml"


@fixed(45)
@given(file=crossing_files())
def test_crossings(file: PuzzleText, path: Path) -> None:
    agreement.crossing.compare(file, path, MOST)


@fixed(15)
@given(file=crossing_files(fleet=True))
def test_crossings_in_boats_that_differ(file: PuzzleText, path: Path) -> None:
    agreement.crossing.compare(file, path, MOST)


@fixed(20)
@given(file=grids())
def test_grids(file: PuzzleText, path: Path) -> None:
    agreement.placing.compare(file, path, 5 * MOST)


@fixed(15)
@given(file=sums())
def test_sums(file: PuzzleText, path: Path) -> None:
    agreement.placing.compare(file, path, 5 * MOST)


@fixed(15)
@given(file=boards())
def test_boards(file: PuzzleText, path: Path) -> None:
    agreement.placing.compare(file, path, 5 * MOST)


@fixed(15)
@given(file=classical_files())
def test_planning_tasks(file: PuzzleText, path: Path) -> None:
    agreement.classical.compare(file, path, MOST)


def said(value: Any) -> Iterator[str]:
    """Every key, every text and every truth value of a file."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from said(item)
    elif isinstance(value, list):
        for item in value:
            yield from said(item)
    elif isinstance(value, str | bool):
        yield str(value)


def admitted(annotation: Any, seen: set[type[Table]]) -> Iterator[str]:
    """Every key, and every word of a fixed choice, that a type of the schema admits, but for what is said of known optima and theorems."""
    if isinstance(annotation, type) and issubclass(annotation, Table):
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
def test_all_that_a_schema_admits_is_drawn(family: str) -> None:
    missing = {*admitted(FAMILIES[family].file, set())}

    @settings(fixed(ROUND), derandomize=False, phases=[Phase.generate])
    @given(file=STRATEGIES[family]())
    def draw(file: PuzzleText) -> None:
        missing.difference_update(said(tomllib.loads(file.text)))

    for number in range(DRAWN[family] // ROUND):
        if missing:
            seed(number)(draw)()
    assert not sorted(missing)
