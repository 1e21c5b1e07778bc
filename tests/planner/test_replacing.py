"""Files that are there already: replaced by the same thing, kept where they hold something else, unless the user says so."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path

import pytest
from conftest import Run

from ferryplan import domains

WRITTEN = "wrote domain.pddl and p01.pddl to out\n"
OTHERS = [
    ("--couples 3 --capacity 2", "p01.pddl: the file holds a problem of jealous-couples with couples 2"),
    ("--couples 2 --capacity 3", "p01.pddl: the file holds a problem of jealous-couples with capacity 2"),
    ("--couples 2 --capacity 2 --dialect adl", "p01.pddl: the file holds a problem of jealous-couples with strips"),
    ("--couples 2 --capacity 2 --encoding counted", "p01.pddl: the file holds a problem of jealous-couples with named"),
    ("--couples 2 --capacity 2 --backward", "p01.pddl: the file holds a problem of jealous-couples with the usual start and goal"),
    ("missionaries-cannibals", "p01.pddl: the file holds a problem of the puzzle jealous-couples"),
    ("zebra", "p01.pddl: the file holds a problem of the puzzle jealous-couples"),
]  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(run: object, found: str) -> None:
    assert (run.returncode, run.stdout) == (30, "")
    line = run.stderr
    assert found in line
    assert "--force replaces it" in line
    assert line.count("\n") == 1


def test_the_same_again(plan: Run, tmp_path: Path) -> None:
    asked = ("generate", "--couples", "2", "-o", "out")
    first = plan(*asked)
    assert (first.returncode, first.stdout, first.stderr) == (0, WRITTEN, "")
    before = contents(tmp_path)
    again = plan(*asked)
    assert (again.returncode, again.stdout, again.stderr) == (0, WRITTEN, "")
    assert contents(tmp_path) == before


@pytest.mark.parametrize(("asked", "found"), OTHERS)
def test_generated_for_something_else(asked: str, found: str, plan: Run, tmp_path: Path) -> None:
    plan("generate", "--couples", "2", "--capacity", "2", "-o", "out")
    before = contents(tmp_path)
    refused(
        plan("generate", *asked.split(), "-o", "out"), f"plan: out/{found}; only an unedited file for the same puzzle"
    )
    assert contents(tmp_path) == before
    forced = plan("generate", *asked.split(), "-o", "out", "--force")
    assert (forced.returncode, forced.stdout) == (0, WRITTEN)
    assert plan("generate", *asked.split(), "-o", "new").returncode == 0
    after = contents(tmp_path)
    assert all(after[f"out/{name}"] == after[f"new/{name}"] for name in ("domain.pddl", "p01.pddl"))


@pytest.mark.parametrize(
    ("name", "change", "found"),
    [
        ("p01.pddl", lambda text: text + "; a note of mine\n", "the problem was changed after plan generated it"),
        ("p01.pddl", lambda text: text.replace("(now ready)", "", 1), "the problem was changed after plan generated it"),
        ("p01.pddl", lambda text: "my notes\n", "the file does not come from plan"),
        ("p01.pddl", lambda text: "", "the file does not come from plan"),
        ("domain.pddl", lambda text: text + "; a note of mine\n", "the file holds another domain than plan generates now"),
        ("domain.pddl", lambda text: text.replace("-strips)", "-mine)", 1), "the file holds the domain jealous-couples-mine, not"),
        ("domain.pddl", lambda text: "my notes\n", "the file does not come from plan"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("alone", [False, True])
def test_changed_by_hand(name: str, change: object, found: str, alone: bool, plan: Run, tmp_path: Path) -> None:
    asked = ("generate", "--couples", "2", "-o", "out")
    plan(*asked)
    path = tmp_path / "out" / name
    path.write_text(change(path.read_text()))
    if alone:
        next(other for other in path.parent.iterdir() if other != path).unlink()
    before = contents(tmp_path)
    refused(plan(*asked), f"out/{name}: {found}")
    assert contents(tmp_path) == before


def test_a_puzzle_that_is_worked_on(plan: Run, tmp_path: Path) -> None:
    """Whoever changes his puzzle file generates again and again; PDDL that he changed himself, of the puzzle as it is, is kept."""
    text = (domains.FOLDER / "crossing" / "wolf-goat-cabbage.toml").read_text()
    puzzle = tmp_path / "mine.toml"
    puzzle.write_text(text)
    asked = ("generate", "mine.toml", "-o", "out")
    assert plan(*asked).returncode == 0
    before = contents(tmp_path / "out")
    puzzle.write_text(
        text.replace('victims = ["cabbage"]\nthreats = ["goat"]', 'victims = ["cabbage"]\nthreats = ["wolf"]')
    )
    again = plan("generate", "./mine.toml", "-o", "out")
    assert (again.returncode, again.stderr) == (0, "")
    assert contents(tmp_path / "out") != before


def test_answers(plan: Run, tmp_path: Path) -> None:
    named = ("--format", "text")
    assert plan("wolf-goat-cabbage", *named, "-o", "a.txt").returncode == 0
    every = ("-o", "a.html", "-o", "a.svg", "-o", "a.md", "-o", "a.json", "-o", "a.plan")
    for _ in range(2):  # JSON tells the seconds, which differ
        assert plan("wolf-goat-cabbage", *every).returncode == 0
    assert plan("wolf-goat-cabbage", *named, "-o", "a.txt").returncode == 0
    assert plan("wolf-goat-cabbage", "--explain", "-o", "a.md").returncode == 0
    before = contents(tmp_path)
    others = ("fox-goose-beans",), ("wolf-goat-cabbage", "--capacity", "3")
    for name, other in zip(("a.html", "a.svg", "a.md", "a.json", "a.plan"), itertools.cycle(others), strict=False):
        refused(plan(*other, "-o", "new.json", "-o", name), f"{name}: the file is not PDDL of a puzzle")
    assert contents(tmp_path) == before
    assert plan("fox-goose-beans", *every, "--force").returncode == 0
    assert json.loads((tmp_path / "a.json").read_text())["puzzle"] == "fox-goose-beans"


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("graph wolf-goat-cabbage --format json -o", "mine.json"),
        ("graph wolf-goat-cabbage --format dot -o", "mine.dot"),
        ("why --couples 4 --capacity 2 --certificate", "mine.json"),
        ("compare wolf-goat-cabbage --engines pyperplan --dialects strips --encodings named -o", "mine.csv"),
    ],
)
@pytest.mark.parametrize("mine", [b"mine\n", b"\xff\xfe", b""])
def test_a_file_of_the_users_is_kept(asked: str, name: str, mine: bytes, plan: Run, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(mine)
    run = plan(*asked.split(), name)
    assert run.returncode == 30
    assert f"{name}: the file is not PDDL of a puzzle" in run.stderr
    assert contents(tmp_path) == {name: mine}
    if mine == b"mine\n":
        assert plan(*asked.split(), name, "--force").returncode in (0, 10)
        assert (tmp_path / name).read_bytes() != mine
        assert plan(*asked.split(), name).returncode in (0, 10)


def test_a_comparison_is_drawn_again(plan: Run, tmp_path: Path) -> None:
    """The seconds differ each time, so the pictures do, too."""
    asked = ("compare", "wolf-goat-cabbage", "--engines", "pyperplan", "--encodings", "named")
    files = ("-o", "a.svg", "-o", "a.png", "-o", "a.csv", "-o", "a.json")
    before = []
    for _ in range(2):
        run = plan(*asked, "--capacity", "2", *files)
        assert run.returncode == 0, run.stderr
        before.append(contents(tmp_path))
    assert before[0].keys() == before[1].keys()
    assert before[0] != before[1]
    for name in ("a.svg", "a.png", "a.csv", "a.json"):
        run = plan(*asked, "--capacity", "3", "-o", "new.csv", "-o", name)
        assert run.returncode == 30
        assert f"{name}: the file is not PDDL of a puzzle" in run.stderr
        assert contents(tmp_path) == before[1]


@pytest.mark.parametrize("asked", ["wolf-goat-cabbage -o", "graph wolf-goat-cabbage -o"])
def test_force_replaces_files_only(asked: str, plan: Run, tmp_path: Path) -> None:
    """A pipe in whose place a file were put would be gone for those who wait at it."""
    os.mkfifo(tmp_path / "pipe")
    run = plan(*asked.split(), "pipe", "--format", "json", "--force")
    assert (run.returncode, run.stdout) == (30, "")
    assert run.stderr.startswith("plan: pipe: cannot be written: it is not a file")
    assert (tmp_path / "pipe").is_fifo()


def test_links_and_folders(plan: Run, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "p01.pddl").symlink_to(tmp_path / "nowhere")
    refused(plan("generate", "-o", "out"), "out/p01.pddl: the file does not come from plan")
    (tmp_path / "out" / "p01.pddl").unlink()
    (tmp_path / "out" / "p01.pddl").mkdir()
    run = plan("generate", "-o", "out")
    assert (run.returncode, run.stderr) == (30, "plan: out/p01.pddl: cannot be written: it is a folder\n")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["p01.pddl"]
