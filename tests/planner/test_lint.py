"""The verb `lint` for puzzle files, its findings in other verbs, and obvious causes before a proof."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import RunCommand, assert_refused

from ferryplan import domains

WOLF = domains.puzzle_files()["wolf-goat-cabbage"].read_text()
ODD = WOLF.replace('plural = "wolves"', 'plural = "wolves"\nweight = 3').replace("crossings = 7", "crossings = 9")


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Return the path of a puzzle file with two findings; one finding takes a search."""
    (tmp_path / "odd.toml").write_text(ODD)
    return tmp_path / "odd.toml"


def position(text: str) -> str:
    (number,) = (number for number, line in enumerate(ODD.splitlines(), 1) if text in line)
    return f"{number}:{ODD.splitlines()[number - 1].index(text.split(' = ')[1]) + 1}"


def test_warnings_fail_only_with_strict(plan: RunCommand, odd: Path) -> None:
    run = plan("lint", odd.name)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines() == [
        f"odd.toml:{position('weight = 3')}: kinds[1].weight: has no effect without boat.weight (without-effect)",
        f"odd.toml:{position('crossings = 9')}: optima[0].crossings: found 9, but the optimum is 7 (wrong-optimum)",
    ]
    strict = plan("lint", odd.name, "--strict")
    assert (strict.returncode, strict.stdout) == (30, run.stdout)
    clean = plan("lint", "wolf-goat-cabbage", "--strict")
    assert (clean.returncode, clean.stdout) == (0, "wolf-goat-cabbage: no problems found\n")


def test_lint_json_contains_a_value_that_makes_no_instance(plan: RunCommand, tmp_path: Path) -> None:
    """The other formats leave it to the error, as they do with all mistakes that keep a file from being loaded."""
    (tmp_path / "my.toml").write_text(WOLF.replace('capacity = "capacity"', "capacity = 0"))
    run = plan("lint", "my.toml", "--format", "json")
    (found,) = json.loads(run.stdout)["findings"]
    assert (found["line"], found["key"], found["severity"], run.returncode) == (49, "boat.capacity", "error", 30)
    assert_refused(plan("lint", "my.toml"), "my.toml:49:12: boat.capacity: found 0")


def test_lint_json_contains_findings_with_positions(plan: RunCommand, odd: Path) -> None:
    run = plan("lint", odd.name, "--format", "json")
    weight, _ = json.loads(run.stdout)["findings"]
    line, column = map(int, position("weight = 3").split(":"))
    assert weight == {
        "file": "odd.toml",
        "line": line,
        "column": column,
        "length": None,
        "key": "kinds[1].weight",
        "kind": "without-effect",
        "message": "has no effect without boat.weight",
        "severity": "warning",
        "fix": None,
        "edits": [],
        "safe": False,
        "expected": None,
    }
    assert json.loads(plan("lint", "zebra", "--format", "json").stdout) == {"findings": []}


def test_lint_reports_puzzle_errors_like_other_verbs(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(WOLF.replace("[boat]", "[baot]"))
    runs = [plan(*verb, "bad.toml") for verb in (("lint",), ("lint", "--strict"), ("show",), ())]
    assert {(run.returncode, run.stdout, run.stderr) for run in runs} == {
        (30, "", "plan: bad.toml:48:1: unknown key 'baot'; did you mean 'boat'?\n")
    }


def test_show_reports_findings_as_notes(plan: RunCommand, odd: Path) -> None:
    for form in ("text", "json"):
        run = plan("show", odd.name, "--format", form)
        where = f"odd.toml:{position('weight = 3')}"
        assert run.stderr == f"plan: note: {where}: kinds[1].weight: has no effect without boat.weight\n"
        assert "has no effect" not in run.stdout
    assert plan("show", "einstein").stderr == ""  # a puzzle of the catalog is not linted


@pytest.mark.parametrize("verb", ["solve", "why"])
def test_obvious_cause_is_reported_before_the_proof(verb: str, plan: RunCommand, tmp_path: Path) -> None:
    text = WOLF.replace('plural = "farmers"', 'plural = "farmers"\nrows = false')
    (tmp_path / "nobody.toml").write_text(text)
    run = plan(verb, "nobody.toml")
    assert run.returncode == 10
    assert 0 < run.stdout.index("Nobody can row.") < run.stdout.index("There is no solution")
    assert json.loads(plan(verb, "nobody.toml", "--format", "json").stdout)["notes"][0] == "nobody can row"
