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
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
from oracle import Puzzle, make_places
from processes import MAX_WAIT_SECONDS
from source_trees import PACKAGES

TOP = Path(__file__).parent.parent
PARTS = ("domains", *PACKAGES, "src")
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


RUN_COMMANDS = """
import contextlib, io, json, os, sys
from ferryplan.planner.cli.command_line import run_command_line

for line in sys.stdin:
    request = json.loads(line)
    output = io.StringIO()
    sys.stdin = io.StringIO(request["typed"])
    with contextlib.redirect_stdout(output):
        code = run_command_line(request["arguments"])
    sys.__stdout__.write(json.dumps([code, output.getvalue()]) + "\\n")
    sys.__stdout__.flush()
"""
"""a program that runs commands one after another, so that a tree is imported once"""


class Sandbox:
    """A folder in which programs import from the folders in `path`."""

    def __init__(self, folder: Path, path: list[Path]) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "COLUMNS": "10000",
            "PYTHONPATH": os.pathsep.join(map(str, path)),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self.process: subprocess.Popen[str] | None = None

    def python(self, code: str, *arguments: str) -> str:
        """Run a Python program and return its output."""
        run = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=self.folder,
            timeout=MAX_WAIT_SECONDS,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    def plan(self, *arguments: str, typed: str = "") -> str:
        """Run a command that must succeed, and return its output."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-c", RUN_COMMANDS],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=self.environment,
                cwd=self.folder,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps({"arguments": arguments, "typed": typed}), file=self.process.stdin, flush=True)
        code, output = json.loads(self.process.stdout.readline())
        assert code == 0, arguments
        return str(output)

    def close(self) -> None:
        """End the process that runs commands."""
        if self.process is not None:
            self.process.communicate(timeout=MAX_WAIT_SECONDS)


def split_recipes() -> dict[str, str]:
    """Return the sections of `CONTRIBUTING.md` with blocks, by their headings."""
    sections = (TOP / "CONTRIBUTING.md").read_text().split("\n## ")[1:]
    return {section.partition("\n")[0]: section for section in sections if BLOCK.search(section)}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """A copy of the code to which all recipes of `CONTRIBUTING.md` are applied."""
    folder = tmp_path_factory.mktemp("copy")
    for part in PARTS:
        shutil.copytree(TOP / part, folder / part, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TOP / "pyproject.toml", folder)
    for recipe in split_recipes().values():
        apply_blocks(recipe, folder)
    sandbox = Sandbox(folder, [folder / "src"])
    yield sandbox
    sandbox.close()


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Sandbox]:
    """The package of `docs/adding-a-family.md`, unpacked from its wheel beside ferryplan."""
    apply_blocks((TOP / "docs" / "adding-a-family.md").read_text(), tmp_path)
    sandbox = Sandbox(tmp_path, [TOP / "src", tmp_path / "site"])
    wheel = sandbox.python("from hatchling.build import build_wheel; print(build_wheel('.'))").strip()
    with zipfile.ZipFile(tmp_path / wheel) as packed:
        packed.extractall(tmp_path / "site")
    shutil.copy(tmp_path / "site" / "ferryplan_coins" / "coins" / "coins.toml", tmp_path)
    yield sandbox
    sandbox.close()


def test_every_recipe_is_tested() -> None:
    assert [*split_recipes()] == [
        f"Add {thing}"
        for thing in ("a puzzle", "a theme", "a rule", "an engine", "a heuristic", "an output format", "a verb")
    ]


def test_documented_recipe_for_adding_a_puzzle_runs(copy: Sandbox) -> None:
    """The recipe's puzzle is Alcuin's with other names, and needs seven crossings."""
    assert "cat-mouse-cheese" in copy.plan("list")
    assert "7 crossings" in copy.plan("cat-mouse-cheese", "--engine", "rules")


def test_documented_recipe_for_adding_a_theme_runs(copy: Sandbox) -> None:
    story = " ".join(copy.plan("show", "wolf-goat-cabbage", "--theme", "circus", "--seed", "1").split())
    assert "The circus moves on" in story
    assert "How does the whole circus get to the river meadow?" in story


def test_documented_recipe_for_adding_a_heuristic_runs(copy: Sandbox) -> None:
    """The estimate is admissible on every state of two small puzzles, and positive on some."""
    for puzzle in ("wolf-goat-cabbage", "gripper"):
        landscape = copy.plan("search", puzzle, "--landscape", "--heuristic", "goal-shares", "--format", "json")
        states = json.loads(landscape)["states"]
        assert all(state["h"] <= state["h_star"] for state in states)
        assert any(state["h"] > 0 for state in states)
    search = copy.plan("search", "wolf-goat-cabbage", "--heuristic", "goal-shares")
    assert "The plan has 7 actions." in search
    assert "goal-shares" in search


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
lengths = {dialect: [] for dialect in sys.argv[2:]}
with ferryplan.Session() as session:
    for one in FAMILIES["crossing"].formulations:
        if one.dialect in lengths:
            result = ferryplan.solve(puzzle, dialect=one.dialect, encoding=one.encoding, session=session)
            lengths[one.dialect].append(len(result.solution.steps))
print(json.dumps(lengths))
"""


def cross_with_baby(*, ruled: bool) -> int | None:
    """Return the fewest crossings by brute force, with the rule or without it."""
    puzzle = Puzzle(["mother", "baby", "dog", "cat"], *make_places(0, True), 2, {"mother"}, lambda company: True)
    puzzle.ends = {"mother": "left bank", "baby": "left bank"}
    if ruled:
        puzzle.is_allowed_at = lambda company, place: company != {"baby"}
    return puzzle.explore()[1]


@pytest.fixture
def baby(copy: Sandbox) -> str:
    """The name of a file with a puzzle that has the rule of the recipe."""
    (copy.folder / "baby.toml").write_text(BABY)
    return "baby.toml"


def test_added_rule_changes_the_optimum(copy: Sandbox, baby: str) -> None:
    """The solver finds the optimum of a brute force."""
    crossings = cross_with_baby(ruled=True)
    assert crossings is not None
    assert crossings != cross_with_baby(ruled=False)
    assert len(json.loads(copy.plan(baby, "--engine", "rules", "--format", "json"))["steps"]) == crossings


@pytest.mark.parametrize(
    "dialects",
    [
        ("strips",),
        pytest.param(("adl", "axioms", "numeric", "costs", "temporal"), marks=pytest.mark.engines),
    ],
    ids=", ".join,
)
def test_added_rule_holds_in_every_dialect(copy: Sandbox, baby: str, dialects: tuple[str, ...]) -> None:
    """A planner finds the optimum of a brute force in each dialect and encoding."""
    lengths = json.loads(copy.python(SOLVE_IN_PDDL, baby, *dialects))
    assert {*lengths} == {*dialects}
    for found in lengths.values():
        assert {*found} == {cross_with_baby(ruled=True)}


def test_added_rule_is_stated_and_explained(copy: Sandbox, baby: str) -> None:
    sentence = "The baby is never left alone at a place."
    assert sentence in json.loads(copy.plan("show", baby, "--format", "json"))["rules"]
    assert f"- {sentence}\n" in copy.plan("show", baby)
    assert "the baby is not alone" in copy.plan(baby, "--explain", "--engine", "rules")
    assert "is never left alone at a place." in copy.plan("show", baby, "--theme", "fables", "--seed", "1")


def test_added_rule_is_in_the_schema(copy: Sandbox, baby: str) -> None:
    assert "baby.toml: no problems found" in copy.plan("lint", baby)
    schema = json.loads(copy.plan("schema", "--family", "crossing"))
    jsonschema.validate(tomllib.loads(BABY), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(BABY.replace('kinds = ["baby"]', 'kin = ["baby"]')), schema)


def test_documented_recipe_for_adding_an_engine_runs(copy: Sandbox) -> None:
    assert re.search(r"^my-planner +no +strips +satisficing +no +MIT", copy.plan("engines"), re.MULTILINE)


def test_documented_recipe_for_adding_an_output_format_runs(copy: Sandbox) -> None:
    """The command and the Python API write a numbered line for each of the seven crossings."""
    text = copy.plan("wolf-goat-cabbage", "--format", "moves", "--engine", "rules")
    assert [line.partition(":")[0] for line in text.splitlines()] == ["1", "2", "3", "4", "5", "6", "7"]
    copy.plan("wolf-goat-cabbage", "-o", "wolf.moves", "--engine", "rules")
    assert (copy.folder / "wolf.moves").read_text() == text
    solve = "import ferryplan as f; print(f.solve('wolf-goat-cabbage', engine='rules').render('moves'), end='')"
    assert copy.python(solve) == text


def test_documented_recipe_for_adding_a_verb_runs(copy: Sandbox) -> None:
    """The new verb finds the 10 reachable states.

    There are 16 ways to divide four over two banks; 6 of them leave the goat with the wolf or the cabbage, without the farmer.
    """
    assert re.search(r"  states +count the reachable states\n", copy.plan("--help"))
    assert copy.plan("states", "wolf-goat-cabbage") == "10\n"


SOLVE_ROWS = """
import json, sys
import ferryplan

turns = {}
with ferryplan.Session() as session:
    for row in sys.argv[1:]:
        result = ferryplan.solve("coins.toml", row=row, session=session)
        assert result.engine == "pyperplan"
        turns[row] = result.solution and len(result.solution.steps)
print(json.dumps(turns))
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


@pytest.mark.integrations
def test_documented_recipe_for_adding_a_puzzle_family_runs(package: Sandbox) -> None:
    """Several verbs work on all rows of four coins; rows with an odd number of tails have no solution."""
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
