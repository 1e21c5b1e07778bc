"""Functions that worker processes call in tests.

They are in a module because they are pickled by name.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def square_number(number: int, seconds: float = 0.0) -> int:
    """Return the square of a number after some seconds."""
    time.sleep(seconds)
    return number * number


def note_call(folder: str, number: int, seconds: float = 0.0) -> str:
    """Return a text for a number, and record each call and its process in a folder."""
    with Path(folder, f"{number}").open("a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(seconds)
    return f"{number} " * number


def die_at_first(folder: str, number: int, times: int) -> int:
    """Return a number; the first `times` processes that run this call die."""
    path = Path(folder, f"{number}")
    with path.open("a", encoding="ascii") as file:
        file.write(".")
    if path.stat().st_size <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def call_function(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function and return its result."""
    return function(*arguments)


def hang_forever() -> int:
    """Never return: wait in C, where neither a signal nor another Python thread interrupts."""
    mutex = ctypes.create_string_buffer(64)  # zeros: a free mutex that is no recursive one
    lock = ctypes.PyDLL(None).pthread_mutex_lock  # PyDLL keeps Python's lock
    lock(mutex)
    return int(lock(mutex))


def hang_with_child(folder: str) -> None:
    """Never return; record the numbers of this process and of a child program in a folder."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(folder, "pids.part").write_text(f"{os.getpid()} {child.pid}")
    Path(folder, "pids.part").rename(Path(folder, "pids"))
    time.sleep(600)


class UnpicklableError(Exception):
    """An error that cannot be unpickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def raise_unpicklable_error() -> None:
    """Raise an error that cannot be unpickled."""
    raise UnpicklableError("one", "two")


def note_call_in_storm(folder: str, number: int) -> str:
    """Call ``note_call``; take longer while the folder contains a storm file."""
    return note_call(folder, number, 0.5 if Path(folder, "storm").exists() else 0.0)
