"""`plan lint` for several problems with their domains."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import RunCommand

TYPO = ("(on disc-1 disc-2)", "(onn disc-1 disc-2)")


@pytest.fixture
def models(plan: RunCommand, tmp_path: Path) -> Path:
    """Return a folder with two folders, each with a domain and a problem; `hanoi` has a second problem, with a mistake."""
    for puzzle in ("hanoi", "wolf-goat-cabbage"):
        assert plan("generate", puzzle, "-o", puzzle).returncode == 0
    problem = (tmp_path / "hanoi" / "p01.pddl").read_text()
    (tmp_path / "hanoi" / "p02.pddl").write_text(problem.replace(*TYPO))
    return tmp_path


def list_findings(plan: RunCommand, *files: str) -> list[tuple[str, str]]:
    """Return the file and the kind of each finding."""
    run = plan("lint", *files, "--format", "json")
    return [(one["file"], one["kind"]) for one in json.loads(run.stdout)["findings"]]


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize(
    "files",
    [
        ["hanoi/p01.pddl", "hanoi/p02.pddl"],
        ["hanoi/p01.pddl", "hanoi/p02.pddl", "wolf-goat-cabbage/domain.pddl", "wolf-goat-cabbage/p01.pddl"],
        ["wolf-goat-cabbage/domain.pddl", "hanoi/domain.pddl", "hanoi/p02.pddl", "hanoi/p01.pddl"],
    ],
)
def test_each_problem_is_checked_with_its_domain(files: list[str], plan: RunCommand) -> None:
    """A domain may be among the files, or only beside its problem; a wrong choice would give errors about types."""
    assert set(list_findings(plan, *files)) == {("hanoi/p02.pddl", "undeclared")}
    assert plan("lint", *files).returncode == 30


def test_domain_of_a_problem_elsewhere_is_chosen_by_its_name(models: Path, plan: RunCommand) -> None:
    (models / "hanoi" / "p01.pddl").rename(models / "p01.pddl")
    (models / "hanoi" / "p02.pddl").rename(models / "p02.pddl")
    files = ["p01.pddl", "p02.pddl", "wolf-goat-cabbage/domain.pddl", "hanoi/domain.pddl"]
    assert set(list_findings(plan, *files)) == {("p02.pddl", "undeclared")}
    run = plan("lint", "p01.pddl", "p02.pddl")
    assert (run.returncode, run.stdout) == (30, "")
    assert "p01.pddl; give the domain file, too" in run.stderr


def test_finding_in_a_domain_of_several_problems_is_reported_and_fixed_once(models: Path, plan: RunCommand) -> None:
    domain = models / "hanoi" / "domain.pddl"
    correct = domain.read_text()
    domain.write_text(correct.replace(":strips :typing", ":strips"))
    files = ["hanoi/p01.pddl", "hanoi/p02.pddl"]
    found = list_findings(plan, *files)
    assert len(found) == len(set(found))
    assert plan("lint", "--diff", *files).stdout.count("+  (:requirements :strips :typing)") == 1
    run = plan("lint", "--fix", *files)
    assert run.stderr == "plan: note: hanoi/domain.pddl: wrote the fixed file\n"
    assert domain.read_text() == correct


def test_fourth_file_must_be_pddl(models: Path, plan: RunCommand) -> None:
    (models / "some.plan").write_text("(move disc-1 peg-1 peg-2)\n")
    run = plan("lint", "hanoi/domain.pddl", "hanoi/p01.pddl", "some.plan", "other.plan")
    assert (run.returncode, run.stdout) == (30, "")
    assert "other.plan" in run.stderr
