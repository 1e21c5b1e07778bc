"""Runs the command `plan` again and again, each time in a child process that finds everything imported. A program of its own.

It reads requests from standard input, a JSON object on each line: `arguments`, `folder` (where the command runs), `environment`, `umask`, and
the files `input`, `output` and `errors` for the standard streams. When a command has ended, its exit code is printed on a line; negative, the
signal that ended it.

The worker in which a command has engines run is a child that finds everything imported, too, where nothing is asked of the patches; all else in it is
as if it had been started anew. Its hashes are those of this process, which must be those that a worker has: with PYTHONHASHSEED=0.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any, NoReturn

from ferryplan.generator.templates import environment
from ferryplan.planner.engines import session, worker
from ferryplan.planner.engines.patches import guard, unified_planning_configspace
from ferryplan.planner.main import main

FIRST = (
    "list",
    "show",
    "show zebra",
    "generate",
    "solve queens --queens 4 --all",
    "why --couples 2",
    "graph --couples 2",
    "solve gripper --engine rules --format html",
    "solve send-more-money --engine rules --format svg",
    "compare wolf-goat-cabbage --engines rules",
    "lint queens",
    "invent queens --size 4 --seed 1 --engine none",
)
"""commands that import what most commands need"""
ENGINES = ("pyperplan", "fast-downward")
DOMAIN = "(define (domain d) (:predicates (p) (q)) (:action a :parameters () :precondition (p) :effect (q)))"
PROBLEM = "(define (problem p) (:domain d) (:init (p)) (:goal (q)))"
"""what makes a worker import what it needs"""


def serve() -> None:
    """Answer requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    preload()
    setattr(subprocess.Popen, "_execute_child", execute)  # noqa: B010 - mypy allows no assignment to a method
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
    if "PYTHONPATH" in os.environ:
        sys.path[:0] = os.environ["PYTHONPATH"].split(os.pathsep)
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


EXECUTE = subprocess.Popen.__dict__["_execute_child"]


def execute(self: subprocess.Popen[bytes], arguments: Any, *more: Any) -> None:
    """Start a program for `subprocess`; where it is the worker, fork."""
    program = str(session._WORKER)
    if not isinstance(arguments, list) or program not in arguments or guard.SWITCH in os.environ:
        EXECUTE(self, arguments, *more)
        return
    _, _, _, _, folder, environment, _, _, _, reads, _, _, writes, _, errors, *_ = more
    ready, started = os.pipe()
    self.pid = os.fork()
    if self.pid == 0:
        try:
            work(arguments[arguments.index(program) :], folder, environment, (reads, writes, errors))
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    self._child_created = True
    for end in (reads, writes, started):
        os.close(end)
    os.read(ready, 1)  # until it has a process group of its own, and closes the other end
    os.close(ready)


def work(arguments: list[str], folder: str, environment: dict[str, str], streams: tuple[int, int, int]) -> None:
    """Be a worker with these arguments and standard streams."""
    sys.argv = arguments
    subprocess.Popen._execute_child = EXECUTE
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, "r" if number == 0 else "w") for number in range(3))
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None
    if Path("~/up.ini").expanduser().exists():  # which is read when the environment is made
        import unified_planning.environment

        unified_planning.environment.GLOBAL_ENVIRONMENT = None
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    worker.main()


def preload() -> None:
    """Import what commands and the worker import: a child runs some and says what that was."""
    unified_planning_configspace.apply()
    from unified_planning.environment import get_environment

    get_environment().credits_stream = None
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        for line in FIRST:
            run(line.split())
        for engine in ENGINES:
            worker.solve({"domain": DOMAIN, "problem": PROBLEM, "engine": engine})
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
    templates = environment()
    for name in templates.list_templates(["j2"]):
        templates.get_template(name)
    worker.planner_of({"engine": ENGINES[0]}, get_environment())
    gc.freeze()  # what is collected is copied into every child


if __name__ == "__main__":
    serve()
