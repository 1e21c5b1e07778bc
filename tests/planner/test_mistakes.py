"""Commands with mistakes, as someone reads them who has nothing but the first line: what it says, and the exit code.

Each file of `tests/cases/mistakes` is about one kind of mistake. A case gives the command behind ``plan``; what its first line on standard error
says, ``says`` (a list of all lines, where a file has several mistakes), or, where a mistake is forgiven, the first line of its answer, ``answers``;
the exit code, if it is not 30; if it needs them, ``files`` by name in the working folder, and its standard input, ``input``; ``changed``
is a puzzle of the catalogue with the parts that are replaced, each once, in a copy called ``my.toml``. The lines are
written as they should be read, never copied.
"""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from support import CASES

from ferryplan import domains

KEYS = {"plan", "says", "answers", "code", "files", "changed", "input"}


def mistakes() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: plan {case['plan']}")
        for path in sorted((CASES / "mistakes").glob("*.toml"))
        for case in tomllib.loads(path.read_text())["case"]
    ]


@pytest.mark.parametrize("case", mistakes())
def test_mistakes(case: dict[str, Any], plan: Run, tmp_path: Path) -> None:
    assert {*case} <= KEYS, "a key that means nothing here"
    assert ("says" in case) != ("answers" in case)
    files = dict(case.get("files", {}))
    for name, changes in case.get("changed", {}).items():
        files["my.toml"] = domains.puzzle_files()[name].read_text()
        for old, new in changes:
            assert old in files["my.toml"]
            files["my.toml"] = files["my.toml"].replace(old, new, 1)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    run = plan(*shlex.split(case["plan"]), text=case.get("input"))
    assert run.returncode == case.get("code", 0 if "answers" in case else 30), run.stdout + run.stderr
    if "answers" in case:
        assert run.stdout.splitlines()[:1] == [case["answers"]], run.stderr
        return
    says = case["says"] if isinstance(case["says"], list) else [case["says"]]
    assert run.stderr.splitlines()[: len(says)] == [f"plan: {line}" for line in says]
    if run.returncode == 30:
        assert run.stdout == ""
        assert len(run.stderr.splitlines()) == len(says), "each mistake is told on one line"
        assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == sorted(
            Path(name).name for name in files
        ), "nothing is written"
