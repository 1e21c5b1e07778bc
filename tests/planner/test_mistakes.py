"""Commands with mistakes: the exit code, and the first line of the message, which must suffice alone.

Each file of `tests/cases/mistakes` covers one kind of mistake. Each case has the command after ``plan`` and one of these expectations: the first line
on standard error, ``says`` (a list of all lines if a file has several mistakes), or, if ferryplan forgives the mistake, the first line of
the answer, ``answers``. A case may also have the exit code, if it is not 30; ``files`` in the working folder, by name; the standard
input, ``input``; and ``changed``, a catalog puzzle with text replacements, each applied once, which is written to ``my.toml``. The expected lines
are written by hand and never copied from the output.
"""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import RunCommand
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
def test_mistaken_commands_print_the_expected_message(case: dict[str, Any], plan: RunCommand, tmp_path: Path) -> None:
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
