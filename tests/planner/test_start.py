"""Imports of commands that need no engine: unused modules would slow down every start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from processes import MAX_WAIT_SECONDS

CHECKS = (
    "annotated_types", "difflib", "email", "ferryplan.generator.schema_validation", "ferryplan.generator.toml_positions", "importlib.metadata",
    "pydantic", "rich", "unified_planning",
)  # fmt: skip
"""modules for custom puzzle files, for engines, or for versions that differ from the tested versions"""
HEAVY = (
    "csv", "difflib", "email", "ferryplan.generator.family", "ferryplan.generator.puzzle_file", "ferryplan.planner.engines.session",
    "ferryplan.planner.result", "ferryplan.planner.system.user_files", "fractions", "importlib.metadata", "jinja2", "markupsafe", "mcp", "pydantic",
    "rich", "secrets", "subprocess", "unified_planning",
)  # fmt: skip
"""modules that take long to import, or that import such modules"""
LOOKED_UP = {"csv", "email", "ferryplan.planner.system.user_files", "fractions", "importlib.metadata", "secrets"}
"""modules that the list of verbs needs to find the verbs of other packages by entry points"""
COMPLETED = {"_PLAN_COMPLETE": "bash_complete", "COMP_CWORD": "2"}
CALLS: dict[str, dict[str, str]] = {
    "list": {},
    "--help": {},
    "zebra --help": {},
    "solve --help": {},
    "graph queens --help": {},
    "generate --help": {},
    "": {**COMPLETED, "COMP_WORDS": "plan show je"},
    " ": {**COMPLETED, "COMP_WORDS": "plan zebra --e"},
}
OF_THE_CATALOGUE = ("show --couples 3", "generate zebra", "solve queens", "solve cryptarithm")


@pytest.mark.parametrize("arguments", [*CALLS, *OF_THE_CATALOGUE])
def test_commands_do_not_import_unused_modules(arguments: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\n")  # a file that is not a puzzle
    unwanted = HEAVY if arguments in CALLS else CHECKS
    if arguments == "--help":
        unwanted = tuple(name for name in unwanted if name not in LOOKED_UP)
    assert told_of(arguments.split(), unwanted, tmp_path, CALLS.get(arguments, {})) == ""


def test_solve_of_foreign_pddl_imports_no_puzzle_family(tmp_path: Path) -> None:
    (tmp_path / "d.pddl").write_text("(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))")
    (tmp_path / "p1.pddl").write_text("(define (problem d-1) (:domain d) (:init) (:goal (p)))")
    arguments = ["--domain", "d.pddl", "--problem", "p1.pddl", "--engine", "pyperplan"]
    assert told_of(arguments, (*CHECKS, "ferryplan.generator.crossing.family"), tmp_path, {}) == ""


def told_of(arguments: list[str], modules: tuple[str, ...], folder: Path, environment: dict[str, str]) -> str:
    """Return the names of the given modules that a command has imported when it succeeds."""
    code = f"""
import atexit, sys
@atexit.register
def told():
    print(*[name for name in {modules!r} if name in sys.modules], file=sys.stderr)
sys.argv = ["plan", *{arguments!r}]
from ferryplan.planner.main import main
main()
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, **environment},
        timeout=MAX_WAIT_SECONDS,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout
    return run.stderr.strip()
