"""The recipes of `CONTRIBUTING.md`: each is applied to a copy of the code, where its result must then work."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from oracle import Puzzle, water
from processes import PATIENCE

TOP = Path(__file__).parent.parent
PARTS = ("domains", "generator", "planner", "teaching", "evaluation", "src")
PLAN = "from ferryplan.planner.main import main; main()"
BLOCK = re.compile(r"^```\w+\n# (\S+), (new file|(?:after|before): ([^\n]*))\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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
        place = places[0] - where.startswith("before")
        file.write_text("".join([*lines[:place], text, *lines[place:]]))

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


BABY = """
family = "crossing"
name = "baby"
places = [{ name = "left bank" }, { name = "right bank" }]
kinds = [
  { name = "mother", called = "the mother" },
  { name = "baby", called = "the baby", rows = false },
  { name = "dog", called = "the dog", rows = false },
  { name = "cat", called = "the cat", rows = false },
]
boat = { capacity = 2 }
rules = [{ rule = "never-left-alone", kinds = ["baby"] }]
start = { boat = "left bank", everyone = "left bank" }
goal = { everyone = "left bank", kinds = { dog = "right bank", cat = "right bank" } }
"""
"""The mother rows the dog and the cat over, and returns to the baby."""
SOLVE_IN_PDDL = """
import json, sys
import ferryplan
from ferryplan.generator.families import FAMILIES

puzzle = ferryplan.load(sys.argv[1])
found = []
for one in FAMILIES["crossing"].formulations:
    result = ferryplan.solve(puzzle, dialect=one.dialect, encoding=one.encoding)
    found.append((one.dialect, len(result.solution.steps)))
print(json.dumps(found))
"""


def cross_with_baby(*, ruled: bool) -> int | None:
    """Return by brute force the fewest crossings, with the rule or without it."""
    puzzle = Puzzle(["mother", "baby", "dog", "cat"], *water(0, True), 2, {"mother"}, lambda company: True)
    puzzle.ends = {"mother": "left bank", "baby": "left bank"}
    if ruled:
        puzzle.there = lambda company, place: company != {"baby"}
    return puzzle.explore()[1]


def test_rule(follow: Callable[[str], Copy]) -> None:
    """The rule changes the optimum; the solver and each dialect and encoding find the one that brute force finds."""
    copy = follow("Add a rule")
    (copy.folder / "baby.toml").write_text(BABY)
    crossings = cross_with_baby(ruled=True)
    assert crossings is not None
    assert crossings != cross_with_baby(ruled=False)
    assert len(json.loads(copy.plan("baby.toml", "--engine", "rules", "--format", "json"))["steps"]) == crossings
    found = json.loads(copy.python(SOLVE_IN_PDDL, "baby.toml"))
    assert [steps for _, steps in found] == [crossings] * len(found)
    assert {dialect for dialect, _ in found} == {"strips", "adl", "axioms", "numeric", "costs", "temporal"}

    sentence = "The baby is never left alone at a place."
    assert sentence in json.loads(copy.plan("show", "baby.toml", "--format", "json"))["rules"]
    assert f"- {sentence}\n" in copy.plan("show", "baby.toml")
    assert "the baby is not alone" in copy.plan("baby.toml", "--explain")
    assert "is never left alone at a place." in copy.plan("show", "baby.toml", "--theme", "fables", "--seed", "1")
    assert "baby.toml: no problems found" in copy.plan("lint", "baby.toml")
    schema = json.loads(copy.plan("schema", "--family", "crossing"))
    jsonschema.validate(tomllib.loads(BABY), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(BABY.replace('kinds = ["baby"]', 'kin = ["baby"]')), schema)


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
