"""The recipes of `CONTRIBUTING.md`: each is applied to a copy of the code, where its result must then work."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import PATIENCE

TOP = Path(__file__).parent.parent
PARTS = ("domains", "generator", "planner", "teaching", "evaluation", "src")
PLAN = "from ferryplan.planner.main import main; main()"
BLOCK = re.compile(r"^```\w+\n# (\S+), (new file|after: ([^\n]*))\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Copy:
    """A copy of the code, to which a recipe is applied."""

    def __init__(self, folder: Path, recipe: str) -> None:
        for part in PARTS:
            shutil.copytree(TOP / part, folder / part, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(TOP / "pyproject.toml", folder)
        self.folder = folder
        section = (TOP / "CONTRIBUTING.md").read_text().split(f"\n## {recipe}\n")[1].split("\n## ")[0]
        blocks = BLOCK.findall(section)
        assert blocks, f"the recipe '{recipe}' has no blocks"
        for name, where, line, text in blocks:
            self._apply(folder / name, where, line, text)

    @staticmethod
    def _apply(file: Path, where: str, line: str, text: str) -> None:
        if where == "new file":
            assert not file.exists(), f"{file} is there already"
            file.write_text(text)
            return
        lines = file.read_text().splitlines(keepends=True)
        places = [number for number, found in enumerate(lines, 1) if found.strip() == line]
        assert len(places) == 1, f"{file.name} has {len(places)} lines {line!r}"
        file.write_text("".join([*lines[: places[0]], text, *lines[places[0] :]]))

    def python(self, code: str, *arguments: str) -> str:
        """Return what a program prints that imports the copy."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", code, *arguments]
        run = subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=self.folder, timeout=PATIENCE, check=False
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    def plan(self, *arguments: str) -> str:
        """Return what a command prints."""
        return self.python(PLAN, *arguments)


@pytest.fixture
def follow(tmp_path: Path) -> Callable[[str], Copy]:
    return lambda recipe: Copy(tmp_path / "copy", recipe)


def test_puzzle(follow: Callable[[str], Copy]) -> None:
    """The puzzle is Alcuin's with other names: seven crossings."""
    copy = follow("Add a puzzle")
    assert "cat-mouse-cheese" in copy.plan("list")
    assert "7 crossings" in copy.plan("cat-mouse-cheese")


def test_theme(follow: Callable[[str], Copy]) -> None:
    told = " ".join(follow("Add a theme").plan("show", "wolf-goat-cabbage", "--theme", "circus", "--seed", "1").split())
    assert "The circus moves on" in told
    assert "How does the whole circus get to the river meadow?" in told


def test_heuristic(follow: Callable[[str], Copy]) -> None:
    """On every state of two small puzzles, the estimate is at most the true distance; on some it says more than nothing."""
    copy = follow("Add a heuristic")
    for puzzle in ("wolf-goat-cabbage", "gripper"):
        told = copy.plan("search", puzzle, "--landscape", "--heuristic", "goal-shares", "--format", "json")
        states = json.loads(told)["states"]
        assert all(state["h"] <= state["h_star"] for state in states)
        assert any(state["h"] > 0 for state in states)
    told = copy.plan("search", "wolf-goat-cabbage", "--heuristic", "goal-shares")
    assert "The plan has 7 actions." in told
    assert "goal-shares" in told


def test_engine(follow: Callable[[str], Copy]) -> None:
    told = follow("Add an engine").plan("engines")
    assert re.search(r"^my-planner +no +strips +satisficing +no +MIT", told, re.MULTILINE)


def test_format(follow: Callable[[str], Copy]) -> None:
    """Both the command and Python write a numbered line for each of the seven crossings."""
    copy = follow("Add an output format")
    lines = copy.plan("wolf-goat-cabbage", "--format", "moves").splitlines()
    assert [line.partition(":")[0] for line in lines] == ["1", "2", "3", "4", "5", "6", "7"]
    copy.plan("wolf-goat-cabbage", "-o", "wolf.moves")
    assert (copy.folder / "wolf.moves").read_text().splitlines() == lines
    assert (
        copy.python("import ferryplan as f; print(f.solve('wolf-goat-cabbage').render('moves'))").split("\n")[0]
        == lines[0]
    )


def test_verb(follow: Callable[[str], Copy]) -> None:
    """Of the 16 ways to divide four over two banks, 6 leave the goat with the wolf or the cabbage, without the farmer; the other 10 are reachable."""
    copy = follow("Add a verb")
    assert re.search(r"  states +count the reachable states\n", copy.plan("--help"))
    assert copy.plan("states", "wolf-goat-cabbage") == "10\n"
