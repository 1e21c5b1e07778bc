"""The commands that are compared with other programs, and the speed ratio that each should reach."""

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
from others.puzzles import HARD_SUDOKU, LONG_SUM

HERE = Path(__file__).parent
PLAN = str(Path(sys.executable).with_name("plan"))
PACKAGES = ("clingo", "ortools", "python-constraint2", "matplotlib")
IMPORT = Contender("import unified_planning.shortcuts", [sys.executable, "-c", "import unified_planning.shortcuts"])
ASSIGNMENT_PUZZLES: dict[str, tuple[list[str], int | None]] = {
    "zebra": (["zebra"], 1),
    "einstein": (["einstein"], 1),
    "queens-8": (["queens", "--queens", "8"], 92),
    "queens-10": (["queens", "--queens", "10"], 724),
    "queens-20": (["queens", "--queens", "20"], None),
    "queens-30": (["queens", "--queens", "30"], None),
    "send-more-money": (["send-more-money"], 1),
    "sum-of-41-words": (["cryptarithm", "--sum", LONG_SUM], 1),
    "sudoku": (["sudoku"], 1),
    "sudoku-hard": (["sudoku", "--givens", HARD_SUDOKU], 1),
}
"""The arguments for each puzzle, and its number of solutions (for queens, OEIS A000170); None if too many to list."""
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
"""The puzzle, its parameters, the arguments of `crossing_tables.py`, and the number of repetitions in C++."""
TASKS = {
    "the family, adl": ["family", "--dialect", "adl"],
    "three couples, an island, adl": ["--couples", "3", "--islands", "1", "--capacity", "2", "--dialect", "adl"],
    "20 couples, counted": ["--couples", "20", "--capacity", "4", "--encoding", "counted"],
}
"""The tasks for Fast Downward and SymK, as arguments of `plan generate`."""


@dataclass(frozen=True)
class Tools:
    """A scratch folder with the tools that the comparisons need; each is made when it is first used."""

    folder: Path

    @cached_property
    def python(self) -> str:
        """The path of the Python in a virtual environment that has `PACKAGES` installed."""
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
        """The path of the compiled C++ program; None without a compiler."""
        compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
        program = self.folder / "states"
        if compiler and not program.exists():
            subprocess.run([compiler, "-O3", "-std=c++17", "-o", program, HERE / "states.cpp"], check=True)
        return str(program) if compiler else None

    def pddl(self, number: int, arguments: Sequence[str]) -> list[str]:
        """Return the paths of a puzzle's domain and problem."""
        folder = self.folder / f"task-{number}"
        if not folder.exists():
            subprocess.run([PLAN, "generate", *arguments, "-o", folder], check=True, stdout=subprocess.DEVNULL)
        return [str(folder / name) for name in ("domain.pddl", "p01.pddl")]


def make_plan_contender(arguments: Sequence[str], **more: Any) -> Contender:
    """Return a command of ferryplan to measure."""
    words = (word if len(word) < 40 else f"{word[:20]}…" for word in arguments)
    return Contender(f"plan {' '.join(words)}", [PLAN, *arguments], **more)


def compare_starts(tools: Tools) -> Iterator[Comparison]:
    """Yield comparisons of commands that need no engine with Python's own start."""
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
        yield Comparison("start", make_plan_contender(arguments), [bare], aim)
    yield Comparison("start", Contender("tab completion of 'plan je'", completing), [bare], 8)


def compare_couples(tools: Tools) -> Iterator[Comparison]:
    """Yield comparisons of three, 1,000 and 10,000 couples with the import of unified-planning."""
    yield Comparison("three couples", make_plan_contender(["--couples", "3"]), [IMPORT], 0.5)
    thousand = ["--couples", "1000", "--capacity", "4", "--format", "terse"]
    yield Comparison("thousand couples", make_plan_contender(thousand), [IMPORT], 15)
    for number, aim in (("1000", 2), ("10000", 20)):
        rules = ["--couples", number, "--capacity", "4", "--engine", "rules", "--format", "terse"]
        yield Comparison(
            "thousand couples", make_plan_contender(rules), [IMPORT], aim, missing=explain_missing_rules_engine()
        )


def explain_missing_rules_engine() -> str:
    """Return why the engine ``rules`` cannot run; the empty text if it can."""
    from ferryplan.planner.engines.registry import ENGINES

    return "" if "rules" in ENGINES else "there is no engine of this name yet"


def compare_assignment_puzzles(tools: Tools) -> Iterator[Comparison]:
    """Yield comparisons on assignment puzzles: the first solution, and all solutions."""
    for name, (arguments, _) in ASSIGNMENT_PUZZLES.items():
        if name == "queens-10":
            continue
        others = [make_library_contender(tools, script, name, 1, 1) for script in ("clingo", "constraint", "cp_sat")]
        told = ["--format", "json"]
        rules = make_plan_contender([*arguments, "--engine", "rules", *told], check=partial(check_solution_count, None))
        yield Comparison("first solution, rules", rules, others, 5, missing=explain_missing_rules_engine())
        yield Comparison(
            "first solution, clues",
            make_plan_contender([*arguments, "--limit", "1", *told], check=partial(check_solution_count, 1)),
            others,
            5,
        )
        yield Comparison(
            "first solution, default",
            make_plan_contender([*arguments, *told], check=partial(check_solution_count, None)),
            others[:1],
            None,
        )
    for name, (arguments, solutions) in ASSIGNMENT_PUZZLES.items():
        if solutions is not None:
            others = [
                make_library_contender(tools, script, name, 0, solutions)
                for script in ("clingo", "constraint", "cp_sat")
            ]
            every = make_plan_contender(
                [*arguments, "--all", "--format", "json"], check=partial(check_solution_count, solutions)
            )
            yield Comparison("all solutions", every, others, 5)


def make_library_contender(tools: Tools, script: str, name: str, models: int, solutions: int) -> Contender:
    """Return a command that solves a puzzle with one library, in a process of its own."""
    return Contender(
        {"clingo": "clingo", "constraint": "python-constraint2", "cp_sat": "CP-SAT"}[script],
        [tools.python, str(HERE / f"by_{script}.py"), name, str(models)],
        check=partial(check_last_line, str(solutions)),
    )


def check_last_line(line: str, output: str) -> str:
    """Return what is wrong if an output does not end with a line; the empty text otherwise."""
    return "" if output.splitlines()[-1:] == [line] else f"expected {line} solutions"


def check_solution_count(number: int | None, output: str) -> str:
    """Return what is wrong with ferryplan's JSON answer; the empty text if nothing is wrong.

    ``number`` is the expected number of solutions; None expects a single solution.
    """
    answer = json.loads(output)
    if number is None:
        return "" if answer["status"] in ("solved", "optimal") else f"status {answer['status']}"
    return "" if len(answer["solutions"]) == number else f"expected {number} solutions"


def compare_state_graphs(tools: Tools) -> Iterator[Comparison]:
    """Yield comparisons of analyzed state graphs with a C++ program, without the start of either."""
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
        agree = SameGraphCheck()
        for extra in ([], ["numpy"]):
            yield Comparison(
                "state graph",
                Contender(", ".join([name, *extra]), [*own, *extra], own_seconds=True, check=agree),
                [Contender("C++", ["sh", "-c", f"'{tools.states}' < '{file}'"], own_seconds=True, check=agree)],
                5 if extra else None,
                missing,
            )


class SameGraphCheck:
    """Checks that all runs of a comparison find the same graph."""

    def __init__(self) -> None:
        self.found: dict[str, float] | None = None

    def __call__(self, output: str) -> str:
        found = {key: value for key, value in json.loads(output).items() if key != "seconds"}
        self.found = self.found or found
        return "" if found == self.found else f"found {found}, expected {self.found}"


def compare_engines(tools: Tools) -> Iterator[Comparison]:
    """Yield comparisons of Fast Downward and SymK through ferryplan with their own drivers."""
    drivers: Mapping[str, tuple[str, str, Callable[[list[str]], list[str]]]] = {
        "fast-downward": ("up_fast_downward", "downward", lambda files: ["--alias", "lama-first", *files]),
        "fast-downward-opt": ("up_fast_downward", "downward", lambda files: [*files, "--search", "astar(lmcut())"]),
        "symk": ("up_symk", "symk", lambda files: [*files, "--search", "sym_bd()"]),
    }
    for engine, (package, folder, command) in drivers.items():
        found = importlib.util.find_spec(package)
        for number, (name, arguments) in enumerate(TASKS.items()):
            if engine == "fast-downward-opt" and "adl" in arguments:
                continue  # LM-cut does not support axioms
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
    "start": compare_starts,
    "couples": compare_couples,
    "placed": compare_assignment_puzzles,
    "graphs": compare_state_graphs,
    "engines": compare_engines,
}
"""The groups of rows that compare commands, by the names for ``--only``."""
