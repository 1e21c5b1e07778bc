"""Commands with mistakes: the exit code, and the first line of the message, which must suffice alone.

Each file of `tests/cases/mistakes` covers one kind of mistake. Each case has the command after ``plan`` and one of these expectations: the first line
on standard error, ``says`` (a list of all lines if a file has several mistakes), or, if ferryplan forgives the mistake, the first line of
the answer, ``answers``. A case may also have the exit code, if it is not 30; ``files`` in the working folder, by name; the standard
input, ``input``; and ``changed``, a catalog puzzle with text replacements, each applied once, which is written to ``my.toml``. The expected lines
are written by hand and never copied from the output.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import RunCommand
from support import CASES

from ferryplan import domains

KEYS = {"plan", "says", "answers", "code", "files", "changed", "input"}
KINDS = sorted((CASES / "mistakes").glob("*.toml"))


@pytest.mark.parametrize("kind", KINDS, ids=lambda path: path.stem)
def test_mistaken_commands_print_the_expected_message(kind: Path, plan: RunCommand, tmp_path: Path) -> None:
    cases = tomllib.loads(kind.read_text())["case"]
    wrong = {}
    for case in cases:
        files = write_files(case, tmp_path)
        if violations := find_violations(
            case, plan(*shlex.split(case["plan"]), text=case.get("input")), tmp_path, files
        ):
            wrong[f"plan {case['plan']}"] = violations
        for path in tmp_path.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert wrong == {}


def write_files(case: dict[str, Any], folder: Path) -> set[str]:
    """Write the files of a case into the folder and return their names."""
    files = dict(case.get("files", {}))
    for name, changes in case.get("changed", {}).items():
        files["my.toml"] = domains.puzzle_files()[name].read_text()
        for old, new in changes:
            assert old in files["my.toml"], old
            files["my.toml"] = files["my.toml"].replace(old, new, 1)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return {str(Path(name)) for name in files}


def find_violations(
    case: dict[str, Any], run: subprocess.CompletedProcess[str], folder: Path, files: set[str]
) -> list[str]:
    """Return how a run differs from what its case expects."""
    assert {*case} <= KEYS, "a key that means nothing here"
    assert ("says" in case) != ("answers" in case)
    found = []
    if run.returncode != case.get("code", 0 if "answers" in case else 30):
        found.append(f"exit code {run.returncode}: {run.stdout}{run.stderr}")
    if "answers" in case:
        if run.stdout.splitlines()[:1] != [case["answers"]]:
            found.append(f"answer: {run.stdout}{run.stderr}")
        return found
    says = case["says"] if isinstance(case["says"], list) else [case["says"]]
    if run.stderr.splitlines()[: len(says)] != [f"plan: {line}" for line in says]:
        found.append(f"message: {run.stderr}")
    if run.returncode == 30:
        if run.stdout:
            found.append(f"output: {run.stdout}")
        if len(run.stderr.splitlines()) != len(says):
            found.append(f"each mistake takes one line: {run.stderr}")
        if {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} != files:
            found.append("a file is written or gone")
    return found
