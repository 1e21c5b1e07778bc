"""Runs the command `plan` again and again, each time in a child process that finds everything imported. A program of its own.

It reads requests from standard input, a JSON object on each line: `arguments`, `folder` (where the command runs), `environment`, `umask`, and
the files `input`, `output` and `errors` for the standard streams. When a command has ended, its exit code is printed on a line; negative, the
signal that ended it.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from typing import Any, NoReturn

from planner.main import main

FIRST = (
    "list",
    "show",
    "show zebra",
    "generate",
    "solve queens --queens 4 --all",
    "why --couples 2",
    "graph --couples 2",
)
"""commands that import what most commands need"""


def serve() -> None:
    """Answer requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    preload()
    for line in requests:
        request = json.loads(line)
        pid = os.fork()
        if pid == 0:
            answers.close()
            become(request)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), file=answers, flush=True)


def become(request: dict[str, Any]) -> NoReturn:
    """Be the command that is asked for, as if it had been started anew."""
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    os.umask(request["umask"])
    for number, name, flags in (
        (0, "input", os.O_RDONLY),
        (1, "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        (2, "errors", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
    ):
        os.dup2(os.open(request[name], flags), number)
    code = run(request["arguments"])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def run(arguments: list[str]) -> int:
    """Call the command's entry point and return the exit code."""
    sys.argv = ["plan", *arguments]
    try:
        main()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BaseException:  # a bug, told as the interpreter would
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


def preload() -> None:
    """Import what commands import: a child runs some and says what that was."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        for line in FIRST:
            run(line.split())
        os.write(writer, " ".join(sys.modules).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as said:
        names = said.read().split()
    os.wait()
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError:  # made by its package, no module of its own
            pass


if __name__ == "__main__":
    serve()
