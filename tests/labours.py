"""Calls that helpers make in tests: of a module, since they go from process to process."""

from __future__ import annotations

import itertools
import operator
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def squared(number: int, seconds: float = 0.0) -> int:
    """The square of a number, after some seconds."""
    time.sleep(seconds)
    return number * number


def noted(folder: str, number: int, seconds: float = 0.0) -> str:
    """A text that follows from a number; each time that it is begun, and by whom, is kept in a folder."""
    with Path(folder, f"{number}").open("a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(seconds)
    return f"{number} " * number


def killed_at_first(folder: str, number: int, times: int) -> int:
    """A number; the first processes that are asked for it die."""
    path = Path(folder, f"{number}")
    with path.open("a", encoding="ascii") as file:
        file.write(".")
    if path.stat().st_size <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns."""
    return function(*arguments)


def stuck() -> int:
    """Nothing, ever: it is in C, where no signal and no other thread of Python is heard."""
    return operator.countOf(itertools.repeat(0), 1)


def with_a_child(folder: str) -> None:
    """Nothing, ever; its number, and that of a program which it has started, are kept in a folder."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(folder, "pids.part").write_text(f"{os.getpid()} {child.pid}")
    Path(folder, "pids.part").rename(Path(folder, "pids"))
    time.sleep(600)


class OddError(Exception):
    """An error that cannot be made again from what is pickled of it."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def odd() -> None:
    """Raise it."""
    raise OddError("one", "two")


def stormy(folder: str, number: int) -> str:
    """What ``noted`` is, which takes longer while the folder has a storm."""
    return noted(folder, number, 0.5 if Path(folder, "storm").exists() else 0.0)
