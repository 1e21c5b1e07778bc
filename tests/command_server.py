"""A separate program that runs each `plan` command in a forked process with all imports done.

It reads requests from standard input, a JSON object on each line: `arguments`, `folder` (where the command runs), `environment`, `umask`, and
the files `input`, `output` and `errors` for the standard streams. When a command has ended, its exit code is printed on a line; a negative
number is the signal that ended it.

The worker process in which a command runs engines is also forked with all imports done, unless the environment sets the switch of the
guard module. In all other respects it behaves like a newly started process. Its hashes are those of this process, and they must equal
those of a real worker: this program runs with PYTHONHASHSEED=0.
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

from ferryplan.generator.templates import get_template_environment
from ferryplan.planner.engines import session, worker
from ferryplan.planner.engines.patches import guard, unified_planning_configspace
from ferryplan.planner.main import main

WARM_UP_COMMANDS = (
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
"""commands that import the modules that most commands need"""
WARM_UP_ENGINES = ("pyperplan", "fast-downward")
WARM_UP_DOMAIN = "(define (domain d) (:predicates (p) (q)) (:action a :parameters () :precondition (p) :effect (q)))"
WARM_UP_PROBLEM = "(define (problem p) (:domain d) (:init (p)) (:goal (q)))"
"""a problem that makes a worker import the modules that it needs"""


def serve() -> None:
    """Answer requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    preload()
    setattr(subprocess.Popen, "_execute_child", execute_child)  # noqa: B010 - mypy allows no assignment to a method
    for line in requests:
        request = json.loads(line)
        pid = os.fork()
        if pid == 0:
            answers.close()
            become_command(request)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), file=answers, flush=True)


def become_command(request: dict[str, Any]) -> NoReturn:
    """Turn this process into the requested command, as if it had been newly started."""
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
    code = run_command(request["arguments"])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def run_command(arguments: list[str]) -> int:
    """Call the command's entry point and return the exit code."""
    sys.argv = ["plan", *arguments]
    try:
        main()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BaseException:  # a bug: report it as the interpreter would
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


ORIGINAL_EXECUTE_CHILD = subprocess.Popen.__dict__["_execute_child"]


def execute_child(self: subprocess.Popen[bytes], arguments: Any, *more: Any) -> None:
    """Start a program for `subprocess`; if it is the worker, fork instead."""
    program = str(session._WORKER_FILE)
    if not isinstance(arguments, list) or program not in arguments or guard.SWITCH in os.environ:
        ORIGINAL_EXECUTE_CHILD(self, arguments, *more)
        return
    _, _, _, _, folder, environment, _, _, _, reads, _, _, writes, _, errors, *_ = more
    ready, started = os.pipe()
    self.pid = os.fork()
    if self.pid == 0:
        try:
            become_worker(arguments[arguments.index(program) :], folder, environment, (reads, writes, errors))
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    self._child_created = True
    for end in (reads, writes, started):
        os.close(end)
    os.read(ready, 1)  # until it has a process group of its own, and closes the other end
    os.close(ready)


def become_worker(
    arguments: list[str], folder: str, environment: dict[str, str], streams: tuple[int, int, int]
) -> None:
    """Turn this process into a worker with these arguments and standard streams."""
    sys.argv = arguments
    subprocess.Popen._execute_child = ORIGINAL_EXECUTE_CHILD
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
    """Import all modules that commands and the worker import.

    A child process runs some commands and reports the modules that it imported.
    """
    unified_planning_configspace.apply_patch()
    from unified_planning.environment import get_environment

    get_environment().credits_stream = None
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        for line in WARM_UP_COMMANDS:
            run_command(line.split())
        for engine in WARM_UP_ENGINES:
            worker.solve_request({"domain": WARM_UP_DOMAIN, "problem": WARM_UP_PROBLEM, "engine": engine})
        os.write(writer, " ".join(sys.modules).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as said:
        names = said.read().split()
    os.wait()
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError:  # created by its package, not a module of its own
            pass
    templates = get_template_environment()
    for name in templates.list_templates(["j2"]):
        templates.get_template(name)
    worker.find_planner({"engine": WARM_UP_ENGINES[0]}, get_environment())
    gc.freeze()  # garbage that is not collected before the fork is copied into every child


if __name__ == "__main__":
    serve()
