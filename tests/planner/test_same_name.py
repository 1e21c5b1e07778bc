"""Names that stand for a puzzle of the catalogue and for a path here: which is taken, and that it is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run

DOMAIN = "(define (domain dock) (:predicates (docked)) (:action undock :effect (not (docked))))"
PROBLEM = "(define (problem one) (:domain dock) (:init (docked)) (:goal (not (docked))))"
NOTE = "plan: note: 'logistics' means the puzzle of the catalog; to use ./logistics instead, write ./logistics\n"


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A folder `logistics` with PDDL in the folder where commands run."""
    folder = tmp_path / "logistics"
    folder.mkdir()
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "p01.pddl").write_text(PROBLEM)
    return folder


@pytest.mark.parametrize(
    "asked", ["show logistics", "logistics --engine rules --format terse", "lint logistics", "pose logistics"]
)
def test_catalogue_is_taken_and_a_note_says_so(asked: str, plan: Run, beside: Path) -> None:
    run = plan(*asked.split())
    assert (run.returncode, run.stderr) == (0, NOTE)
    assert "dock" not in run.stdout


def test_path_is_taken_where_it_looks_like_one(plan: Run, beside: Path) -> None:
    run = plan("show", "./logistics")
    assert run.stderr == ""
    assert "dock" in run.stdout


def test_folder_of_something_else_is_no_puzzle(plan: Run, beside: Path) -> None:
    (beside / "domain.pddl").unlink()
    assert plan("show", "logistics").stderr == ""


def test_folder_of_several_problems_is_one_of_puzzles(plan: Run, beside: Path) -> None:
    (beside / "p02.pddl").write_text(PROBLEM)
    assert plan("show", "logistics").stderr == NOTE


def test_file_of_that_name_is_meant_by_its_path(plan: Run, tmp_path: Path) -> None:
    (tmp_path / "logistics.toml").write_text("family = 'crossing'")
    assert plan("show", "logistics").stderr == NOTE


def test_name_that_was_not_typed_is_not_spoken_of(plan: Run, tmp_path: Path) -> None:
    (tmp_path / "jealous-couples.toml").write_text("family = 'crossing'")
    assert plan("show", "--couples", "2").stderr == ""
