"""Fixtures of the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import PATIENCE

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def plan(tmp_path: Path) -> Run:
    """Runs the command `plan` with arguments, in a folder of its own."""

    def run(
        *arguments: str, text: str | None = None, environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        command = Path(sys.executable).with_name("plan")
        return subprocess.run(
            [command, *arguments],
            capture_output=True,
            text=True,
            input=text,
            cwd=tmp_path,
            timeout=PATIENCE,
            env={**os.environ, "COLUMNS": "100", **(environment or {})},
        )

    return run


def refused(run: subprocess.CompletedProcess[str], *said: str) -> None:
    """That bad input is refused: one line that says what was found, nothing on standard output, no traceback."""
    assert run.returncode == 30, run.stdout + run.stderr
    assert run.stdout == ""
    (line,) = run.stderr.splitlines()
    assert line.startswith("plan: ")
    for text in said:
        assert text in line
