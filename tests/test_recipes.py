"""The recipes of `CONTRIBUTING.md` and `docs/adding-a-family.md`: each is applied and works."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from oracle import Puzzle, make_places
from processes import MAX_WAIT_SECONDS

TOP = Path(__file__).parent.parent
PARTS = ("domains", "generator", "planner", "teaching", "evaluation", "src")
PLAN = "from ferryplan.planner.main import main; main()"
BLOCK = re.compile(r"^```\w+\n# (\S+), (new file|(?:after|before): ([^\n]*))\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def apply_blocks(text: str, folder: Path) -> None:
    """Write the new files of a text's blocks, and insert its other blocks into existing files."""
    blocks = BLOCK.findall(text)
    assert blocks, "the text has no blocks"
    for name, where, line, inserted in blocks:
        file = folder / name
        if where == "new file":
            assert not file.exists(), f"{file} is there already"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(inserted)
            continue
        lines = file.read_text().splitlines(keepends=True)
        places = [number for number, found in enumerate(lines, 1) if found.strip() == line]
        assert len(places) == 1, f"{file.name} has {len(places)} lines {line!r}"
        place = places[0] - where.startswith("before")
        file.write_text("".join([*lines[:place], inserted, *lines[place:]]))


class Sandbox:
    """A folder for running programs that import from the folders in `path`."""

    def __init__(self, folder: Path, path: list[Path]) -> None:
        self.folder, self.path = folder, path

    def python(self, code: str, *arguments: str, typed: str = "") -> str:
        """Run a Python program and return its output."""
        path = os.pathsep.join(map(str, self.path))
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        run = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            env=environment,
            cwd=self.folder,
            timeout=MAX_WAIT_SECONDS,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    def plan(self, *arguments: str, typed: str = "") -> str:
        """Run a command and return its output."""
        return self.python(PLAN, *arguments, typed=typed)


class Copy(Sandbox):
    """A copy of the code to which a recipe of `CONTRIBUTING.md` is applied."""

    def __init__(self, folder: Path, recipe: str) -> None:
        super().__init__(folder, [folder / "src"])
        for part in PARTS:
            shutil.copytree(TOP / part, folder / part, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(TOP / "pyproject.toml", folder)
        apply_blocks((TOP / "CONTRIBUTING.md").read_text().split(f"\n## {recipe}\n")[1].split("\n## ")[0], folder)


class Package(Sandbox):
    """The package of `docs/adding-a-family.md`, unpacked from its wheel beside ferryplan."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, [TOP / "src", folder / "site"])
        apply_blocks((TOP / "docs" / "adding-a-family.md").read_text(), folder)
        wheel = self.python("from hatchling.build import build_wheel; print(build_wheel('.'))").strip()
        with zipfile.ZipFile(folder / wheel) as packed:
            packed.extractall(folder / "site")
        shutil.copy(folder / "site" / "ferryplan_coins" / "coins" / "coins.toml", folder)


@pytest.fixture
def follow(tmp_path: Path) -> Callable[[str], Copy]:
    return lambda recipe: Copy(tmp_path / "copy", recipe)


def test_documented_recipe_for_adding_a_puzzle_runs(follow: Callable[[str], Copy]) -> None:
    """The recipe's puzzle is Alcuin's with other names, and needs seven crossings."""
    copy = follow("Add a puzzle")
    assert "cat-mouse-cheese" in copy.plan("list")
    assert "7 crossings" in copy.plan("cat-mouse-cheese")


def test_documented_recipe_for_adding_a_theme_runs(follow: Callable[[str], Copy]) -> None:
    told = " ".join(follow("Add a theme").plan("show", "wolf-goat-cabbage", "--theme", "circus", "--seed", "1").split())
    assert "The circus moves on" in told
    assert "How does the whole circus get to the river meadow?" in told


def test_documented_recipe_for_adding_a_heuristic_runs(follow: Callable[[str], Copy]) -> None:
    """The estimate is admissible on every state of two small puzzles, and positive on some."""
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
"""a puzzle in which the mother rows the dog and the cat across, and returns to the baby"""
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
    """Return the fewest crossings by brute force, with the rule or without it."""
    puzzle = Puzzle(["mother", "baby", "dog", "cat"], *make_places(0, True), 2, {"mother"}, lambda company: True)
    puzzle.ends = {"mother": "left bank", "baby": "left bank"}
    if ruled:
        puzzle.is_allowed_at = lambda company, place: company != {"baby"}
    return puzzle.explore()[1]


def test_documented_recipe_for_adding_a_rule_runs(follow: Callable[[str], Copy]) -> None:
    """The rule changes the optimum.

    The solver and each dialect and encoding find the optimum of a brute force.
    """
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


def test_documented_recipe_for_adding_an_engine_runs(follow: Callable[[str], Copy]) -> None:
    told = follow("Add an engine").plan("engines")
    assert re.search(r"^my-planner +no +strips +satisficing +no +MIT", told, re.MULTILINE)


def test_documented_recipe_for_adding_an_output_format_runs(follow: Callable[[str], Copy]) -> None:
    """The command and the Python API write a numbered line for each of the seven crossings."""
    copy = follow("Add an output format")
    lines = copy.plan("wolf-goat-cabbage", "--format", "moves").splitlines()
    assert [line.partition(":")[0] for line in lines] == ["1", "2", "3", "4", "5", "6", "7"]
    copy.plan("wolf-goat-cabbage", "-o", "wolf.moves")
    assert (copy.folder / "wolf.moves").read_text().splitlines() == lines
    assert (
        copy.python("import ferryplan as f; print(f.solve('wolf-goat-cabbage').render('moves'))").split("\n")[0]
        == lines[0]
    )


def test_documented_recipe_for_adding_a_verb_runs(follow: Callable[[str], Copy]) -> None:
    """The new verb finds the 10 reachable states.

    There are 16 ways to divide four over two banks; 6 of them leave the goat with the wolf or the cabbage, without the farmer.
    """
    copy = follow("Add a verb")
    assert re.search(r"  states +count the reachable states\n", copy.plan("--help"))
    assert copy.plan("states", "wolf-goat-cabbage") == "10\n"


SOLVE_ROWS = """
import json, sys
import ferryplan

found = {}
for row in sys.argv[1:]:
    result = ferryplan.solve("coins.toml", row=row)
    assert result.engine == "pyperplan"
    found[row] = result.solution and len(result.solution.steps)
print(json.dumps(found))
"""


def turn_coins(row: str) -> int | None:
    """Return the fewest turns after which all coins show heads, by brute force.

    None if that is impossible.
    """
    layer, known, turns = {tuple(coin == "H" for coin in row)}, set[tuple[bool, ...]](), 0
    while layer:
        if any(map(all, layer)):
            return turns
        known |= layer
        layer = {
            tuple(head != (place in (left, left + 1)) for place, head in enumerate(coins))
            for coins in layer
            for left in range(len(coins) - 1)
            if not (coins[left] and coins[left + 1])
        } - known
        turns += 1
    return None


def test_documented_recipe_for_adding_a_puzzle_family_runs(tmp_path: Path) -> None:
    """Several verbs work on all rows of four coins; rows with an odd number of tails have no solution."""
    package = Package(tmp_path)
    rows = ["".join(row) for row in itertools.product("HT", repeat=4)]
    expected = {row: turn_coins(row) for row in rows}
    assert {row for row in rows if expected[row] is None} == {row for row in rows if row.count("T") % 2}
    assert json.loads(package.python(SOLVE_ROWS, *rows)) == expected
    assert "3 moves. Pyperplan proved that no shorter solution exists." in package.plan("coins.toml", "--row", "THHT")

    assert "  - At least one of the two coins shows tails.\n" in package.plan("show", "coins.toml")
    assert "no problems found" in package.plan("lint", "coins.toml")
    package.plan("generate", "coins.toml", "-o", "pddl")
    package.plan("coins.toml", "-o", "coins.plan")
    assert "valid: 3 moves" in package.plan("validate", "pddl/p01.pddl", "coins.plan")
    assert "The plan has 3 actions." in package.plan("search", "coins.toml")
    # Rows with an even number of tails can be reached, except TTTT: only turning over two heads leads there.
    assert json.loads(package.plan("show", "coins.toml", "--format", "json"))["reachable_states"] == 7
    package.plan("graph", "coins.toml", "-o", "coins.svg")
    played = package.plan("explore", "coins.toml", typed="1\n2\n3\n")
    assert "2  Turn over coins 2 and 3  both show heads\n" in played
    assert "HHHH" in played
