"""The rows of the table: which commands are compared, and which ratio is aimed at."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from others.measuring import Comparison, Contender
from others.puzzles import HARD, LONG

HERE = Path(__file__).parent
PLAN = str(Path(sys.executable).with_name("plan"))
PACKAGES = ("clingo", "ortools", "python-constraint2", "matplotlib")
IMPORT = Contender("import unified_planning.shortcuts", [sys.executable, "-c", "import unified_planning.shortcuts"])
PLACED: dict[str, tuple[list[str], int | None]] = {
    "zebra": (["zebra"], 1),
    "einstein": (["einstein"], 1),
    "queens-8": (["queens", "--queens", "8"], 92),
    "queens-10": (["queens", "--queens", "10"], 724),
    "queens-20": (["queens", "--queens", "20"], None),
    "queens-30": (["queens", "--queens", "30"], None),
    "send-more-money": (["send-more-money"], 1),
    "sum-of-41-words": (["cryptarithm", "--sum", LONG], 1),
    "sudoku": (["sudoku"], 1),
    "sudoku-hard": (["sudoku", "--givens", HARD], 1),
}
"""how each is asked for, and how many solutions it has (OEIS A000170; the others have one); None where all of them are too many"""
GRAPHS: dict[str, tuple[str, dict[str, int], list[str], int]] = {
    "six couples, an island": (
        "jealous-couples",
        {"couples": 6, "islands": 1, "capacity": 2},
        ["couples", "6", "1", "2"],
        20,
    ),
    "four couples, two islands": (
        "jealous-couples",
        {"couples": 4, "islands": 2, "capacity": 2},
        ["couples", "4", "2", "2"],
        20,
    ),
    "five couples, two islands": (
        "jealous-couples",
        {"couples": 5, "islands": 2, "capacity": 2},
        ["couples", "5", "2", "2"],
        20,
    ),
    "the family": ("family", {"capacity": 2}, ["family", "2", "2", "2"], 20_000),
    "the family with 4 sons and 4 daughters": (
        "family",
        {"sons": 4, "daughters": 4, "capacity": 3},
        ["family", "4", "4", "3"],
        200,
    ),
}
"""the puzzle, its parameters, what the tables are made of, how often the C++ program does it"""
TASKS = {
    "the family, adl": ["family", "--dialect", "adl"],
    "three couples, an island, adl": ["--couples", "3", "--islands", "1", "--capacity", "2", "--dialect", "adl"],
    "20 couples, counted": ["--couples", "20", "--capacity", "4", "--encoding", "counted"],
}
"""what Fast Downward and SymK are given"""


@dataclass(frozen=True)
class Tools:
    """A scratch folder in which what is needed is made when it is first asked for."""

    folder: Path

    @cached_property
    def python(self) -> str:
        """The Python of a virtual environment with PACKAGES."""
        place = self.folder / "venv"
        python = place / "bin" / "python"
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", place], check=True)
            subprocess.run(
                [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES], check=True
            )
        return str(python)

    @cached_property
    def states(self) -> str | None:
        """The compiled C++ program; None without a compiler."""
        compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
        program = self.folder / "states"
        if compiler and not program.exists():
            subprocess.run([compiler, "-O3", "-std=c++17", "-o", program, HERE / "states.cpp"], check=True)
        return str(program) if compiler else None

    def pddl(self, number: int, arguments: Sequence[str]) -> list[str]:
        """Return the domain and the problem of a puzzle, as files."""
        folder = self.folder / f"task-{number}"
        if not folder.exists():
            subprocess.run([PLAN, "generate", *arguments, "-o", folder], check=True, stdout=subprocess.DEVNULL)
        return [str(folder / name) for name in ("domain.pddl", "p01.pddl")]


def ours(arguments: Sequence[str], **more: Any) -> Contender:
    """Return a command of this program."""
    words = (word if len(word) < 40 else f"{word[:20]}…" for word in arguments)
    return Contender(f"plan {' '.join(words)}", [PLAN, *arguments], **more)


def start(tools: Tools) -> Iterator[Comparison]:
    """Commands that need no engine, beside Python's own start."""
    bare = Contender("python -c pass", [sys.executable, "-c", "pass"], batch=5)
    completing = ["env", "_PLAN_COMPLETE=bash_complete", "COMP_WORDS=plan je", "COMP_CWORD=1", PLAN]
    for arguments, aim in (
        (["list"], 8),
        (["--help"], 8),
        (["zebra", "--help"], 8),
        (["jealous-couples", "--help"], 8),
        (["show"], 12),
        (["show", "zebra"], 12),
        (["generate"], 12),
    ):
        yield Comparison("start", ours(arguments), [bare], aim)
    yield Comparison("start", Contender("tab completion of 'plan je'", completing), [bare], 8)


def couples(tools: Tools) -> Iterator[Comparison]:
    """Three couples, and a thousand."""
    yield Comparison("three couples", ours(["--couples", "3"]), [IMPORT], 0.5)
    thousand = ["--couples", "1000", "--capacity", "4", "--format", "terse"]
    yield Comparison("thousand couples", ours(thousand), [IMPORT], 15)
    for number, aim in (("1000", 2), ("10000", 20)):
        rules = ["--couples", number, "--capacity", "4", "--engine", "rules", "--format", "terse"]
        yield Comparison("thousand couples", ours(rules), [IMPORT], aim, missing=without_rules())


def without_rules() -> str:
    """Return why the engine ``rules`` cannot be asked; the empty text if it can."""
    from ferryplan.planner.engines.registry import ENGINES

    return "" if "rules" in ENGINES else "there is no engine of this name yet"


def placed(tools: Tools) -> Iterator[Comparison]:
    """Puzzles in which things are placed: the first solution, and all."""
    for name, (arguments, _) in PLACED.items():
        if name == "queens-10":
            continue
        others = [library(tools, script, name, 1, 1) for script in ("clingo", "constraint", "cp_sat")]
        told = ["--format", "json"]
        rules = ours([*arguments, "--engine", "rules", *told], check=partial(has_solutions, None))
        yield Comparison("first solution, rules", rules, others, 5, missing=without_rules())
        yield Comparison(
            "first solution, clues",
            ours([*arguments, "--limit", "1", *told], check=partial(has_solutions, 1)),
            others,
            5,
        )
        yield Comparison(
            "first solution, default", ours([*arguments, *told], check=partial(has_solutions, None)), others[:1], None
        )
    for name, (arguments, solutions) in PLACED.items():
        if solutions is not None:
            others = [library(tools, script, name, 0, solutions) for script in ("clingo", "constraint", "cp_sat")]
            every = ours([*arguments, "--all", "--format", "json"], check=partial(has_solutions, solutions))
            yield Comparison("all solutions", every, others, 5)


def library(tools: Tools, script: str, name: str, models: int, solutions: int) -> Contender:
    """Return the solving of a puzzle with one library, in a process of its own."""
    return Contender(
        {"clingo": "clingo", "constraint": "python-constraint2", "cp_sat": "CP-SAT"}[script],
        [tools.python, str(HERE / f"by_{script}.py"), name, str(models)],
        check=partial(ends_with, str(solutions)),
    )


def ends_with(line: str, output: str) -> str:
    """Return what is wrong if the output does not end with a line."""
    return "" if output.splitlines()[-1:] == [line] else f"expected {line} solutions"


def has_solutions(number: int | None, output: str) -> str:
    """Return what is wrong with our answer as JSON; ``number`` is how many solutions it tells, None for a single answer."""
    answer = json.loads(output)
    if number is None:
        return "" if answer["status"] in ("solved", "optimal") else f"status {answer['status']}"
    return "" if len(answer["solutions"]) == number else f"expected {number} solutions"


def graphs(tools: Tools) -> Iterator[Comparison]:
    """State graphs with their survey, beside a C++ program for the same space; without the start of either."""
    for name, (puzzle, parameters, tables, times) in GRAPHS.items():
        missing = "" if tools.states else "there is no C++ compiler"
        file = tools.folder / f"{'-'.join(tables)}.txt"
        if tools.states:
            text = subprocess.run(
                [sys.executable, str(HERE / "crossing_tables.py"), *tables, str(times)],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
            file.write_text(text, encoding="utf-8")
        own = [sys.executable, str(HERE / "our_graph.py"), puzzle, json.dumps(parameters), str(times // 5)]
        agree = SameGraph()
        for extra in ([], ["numpy"]):
            yield Comparison(
                "state graph",
                Contender(", ".join([name, *extra]), [*own, *extra], own_seconds=True, check=agree),
                [Contender("C++", ["sh", "-c", f"'{tools.states}' < '{file}'"], own_seconds=True, check=agree)],
                5 if extra else None,
                missing,
            )


class SameGraph:
    """Says what is wrong if two did not find the same."""

    def __init__(self) -> None:
        self.found: dict[str, float] | None = None

    def __call__(self, output: str) -> str:
        found = {key: value for key, value in json.loads(output).items() if key != "seconds"}
        self.found = self.found or found
        return "" if found == self.found else f"found {found}, expected {self.found}"


def engines(tools: Tools) -> Iterator[Comparison]:
    """Fast Downward and SymK through this program, beside their own drivers on the same files."""
    drivers: Mapping[str, tuple[str, str, Callable[[list[str]], list[str]]]] = {
        "fast-downward": ("up_fast_downward", "downward", lambda files: ["--alias", "lama-first", *files]),
        "fast-downward-opt": ("up_fast_downward", "downward", lambda files: [*files, "--search", "astar(lmcut())"]),
        "symk": ("up_symk", "symk", lambda files: [*files, "--search", "sym_bd()"]),
    }
    for engine, (package, folder, command) in drivers.items():
        found = importlib.util.find_spec(package)
        for number, (name, arguments) in enumerate(TASKS.items()):
            if engine == "fast-downward-opt" and "adl" in arguments:
                continue  # LM-cut takes no axioms
            domain, problem = tools.pddl(number, arguments)
            ours_ = [PLAN, "--domain", domain, "--problem", problem, "--engine", engine]
            driver = str(Path(found.origin).with_name(folder) / "fast-downward.py") if found and found.origin else ""
            theirs = [sys.executable, driver, "--plan-file", "plan", *command([domain, problem])]
            yield Comparison(
                "engines",
                Contender(f"{engine}: {name}", ours_),
                [Contender("its driver", theirs)],
                1.3,
                "" if driver else f"{package} is not installed",
            )


ROWS: dict[str, Callable[[Tools], Iterator[Comparison]]] = {
    "start": start,
    "couples": couples,
    "placed": placed,
    "graphs": graphs,
    "engines": engines,
}
"""the groups of rows that are ratios of commands, by what ``--only`` calls them"""
