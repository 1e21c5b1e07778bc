"""The runtime folder of `site/`, in which ferryplan runs in Pyodide, and programs that Node.js runs there."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from processes import MAX_WAIT_SECONDS

ROOT = Path(__file__).parents[1]


def run_node(script: Path, folder: Path, text: str) -> str:
    """Run a script of Node.js on the runtime folder, and return its standard output."""
    ended = subprocess.run(
        ["node", script, folder], input=text, capture_output=True, text=True, timeout=10 * MAX_WAIT_SECONDS
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended.stdout


def run_python(folder: Path, code: str) -> str:
    """Run Python code in Pyodide, and return the value of its last expression as text."""
    return run_node(ROOT / "tests" / "pyodide_code.mjs", folder, code).removesuffix("\n")


def run_commands(folder: Path, requests: Sequence[dict[str, Any]]) -> tuple[float, list[dict[str, Any]]]:
    """Run commands in Pyodide; return the processor seconds of the start, and an answer for each request."""
    lines = "".join(f"{json.dumps(request)}\n" for request in requests)
    started, *answers = map(json.loads, run_node(ROOT / "site" / "node" / "commands.mjs", folder, lines).splitlines())
    assert len(answers) == len(requests)
    return started["started"], answers
