"""Commands that are interrupted: waited for until they are where a test wants them, however busy the machine is."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 600
"""seconds after which something hangs; nothing that goes right is waited for so long"""


def wait_until(
    holds: Callable[[], object], process: subprocess.Popen[str] | subprocess.Popen[bytes] | None = None
) -> None:
    """Return as soon as it holds; a process that is given must go on until then."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert process is None or process.poll() is None, f"the process ended with exit code {process.returncode}"
        assert time.monotonic() < end, f"waited {PATIENCE} s in vain"
        time.sleep(0.02)


def at_work(pid: int, seconds: float) -> bool:
    """Whether a process has had so much of a processor's time: then it is past what it does first."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children(pid: int) -> list[int]:
    """The processes that a process has started, itself or by others."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []
