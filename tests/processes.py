"""Helpers for interrupted commands.

They wait until a process has reached a stage, however busy the machine is.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

MAX_WAIT_SECONDS = 600
"""seconds after which a process counts as hanging; correct processes need much less"""


def wait_until(
    holds: Callable[[], object], process: subprocess.Popen[str] | subprocess.Popen[bytes] | None = None
) -> None:
    """Return as soon as a condition holds; a given process must run until then."""
    end = time.monotonic() + MAX_WAIT_SECONDS
    while not holds():
        assert process is None or process.poll() is None, f"the process ended with exit code {process.returncode}"
        assert time.monotonic() < end, f"waited {MAX_WAIT_SECONDS} s in vain"
        time.sleep(0.02)


def has_used_processor(pid: int, seconds: float) -> bool:
    """Return whether a process has used `seconds` of processor time, so that it is past its start-up."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds


def is_alive(pid: int) -> bool:
    """Return whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def list_children(pid: int) -> list[int]:
    """Return the child processes that the threads of a process have started."""
    children = list[int]()
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended
            children += map(int, path.read_text().split())
    return children
