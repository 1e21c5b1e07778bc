"""Names that denote both a catalog puzzle and a local path: precedence and notes."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import RunCommand

DOMAIN = "(define (domain dock) (:predicates (docked)) (:action undock :effect (not (docked))))"
PROBLEM = "(define (problem one) (:domain dock) (:init (docked)) (:goal (not (docked))))"
NOTE = "plan: note: 'gripper' means the puzzle of the catalog; to use ./gripper instead, write ./gripper\n"


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """Return a folder `gripper` with PDDL, made in the folder where commands run."""
    folder = tmp_path / "gripper"
    folder.mkdir()
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "p01.pddl").write_text(PROBLEM)
    return folder


@pytest.mark.parametrize(
    "asked", ["show gripper", "gripper --engine rules --format terse", "lint gripper", "pose gripper"]
)
def test_catalog_puzzle_takes_precedence_with_a_note(asked: str, plan: RunCommand, beside: Path) -> None:
    run = plan(*asked.split())
    assert (run.returncode, run.stderr) == (0, NOTE)
    assert "dock" not in run.stdout


def test_explicit_path_selects_the_folder_without_note(plan: RunCommand, beside: Path) -> None:
    run = plan("show", "./gripper")
    assert run.stderr == ""
    assert "dock" in run.stdout


def test_folder_without_domain_file_causes_no_ambiguity_note(plan: RunCommand, beside: Path) -> None:
    (beside / "domain.pddl").unlink()
    assert plan("show", "gripper").stderr == ""


def test_folder_with_several_problems_is_noted(plan: RunCommand, beside: Path) -> None:
    (beside / "p02.pddl").write_text(PROBLEM)
    assert plan("show", "gripper").stderr == NOTE


def test_toml_file_named_like_catalog_puzzle_is_noted(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "gripper.toml").write_text("family = 'crossing'")
    assert plan("show", "gripper").stderr == NOTE


def test_default_puzzle_causes_no_ambiguity_note(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "jealous-couples.toml").write_text("family = 'crossing'")
    assert plan("show", "--couples", "2").stderr == ""
