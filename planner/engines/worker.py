"""The worker: the child process in which unified-planning and the engines run.

Started as a file of its own (of this project it imports `reading`, `deriving`, `suiting`, `hastening` and `engine_logs` only), it reads one JSON
object a line from standard input, ``{"domain": PDDL, "problem": PDDL, "engine": name, "options": {…}, "memory": MiB,
"java": …, "patience": seconds}``, and answers each with one on standard output: ``{"status": …, "plan": ["(cross-1 a left right)", …],
"message": …, "expanded": …, "seconds": {"read": …, "solve": …}}``. ``expanded`` is null, and ``ground`` and ``search``
are not among the seconds, if the engine does not tell them. Engines that print do not disturb this: their standard
output is sent to standard error. When standard input ends, or the parent dies, the worker takes its whole process group
with it, engines included.

Statuses: ``optimal``, ``solved``, ``unsolvable`` (proven), ``unknown``, ``timeout``, ``memory``, ``error`` (the engine
failed), ``missing`` (no such engine), ``unsupported`` (the engine cannot take the problem), ``bad-input`` (PDDL that
cannot be read).
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import types
from pathlib import Path
from typing import Any


def spare_configspace() -> None:
    """Have ``import ConfigSpace`` give a stand-in that loads the real module only when it is used.

    unified-planning imports it for the annotation of a method that nothing here calls; loading it brings in
    scipy.stats, two thirds of the import of unified_planning.
    """

    def real() -> types.ModuleType:
        sys.modules.pop("ConfigSpace", None)
        return importlib.import_module("ConfigSpace")

    class ConfigurationSpace:
        def __new__(cls, *arguments: Any, **keywords: Any) -> Any:
            return real().ConfigurationSpace(*arguments, **keywords)

    class StandIn(types.ModuleType):
        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            return getattr(real(), name)

    stand_in = StandIn("ConfigSpace")
    stand_in.__dict__["ConfigurationSpace"] = ConfigurationSpace
    sys.modules.setdefault("ConfigSpace", stand_in)


def limit_memory(mebibytes: int, java: bool) -> None:
    """Hold this process, and those that it starts, to so much memory; 0 sets no limit. Limits of earlier requests end.

    What is limited is the address space; for an engine in Java, which reserves far more of that than it uses, the heap.
    """
    if mebibytes and java:
        os.environ["JAVA_TOOL_OPTIONS"] = f"-Xmx{mebibytes}m"
    try:
        import resource
    except ImportError:
        return  # no such limit on Windows
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = hard if java or not mebibytes else mebibytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def listen() -> queue.Queue[str]:
    """Return a queue of the lines of standard input; when it ends, end the whole process group."""
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines


def keep_together() -> None:
    """Have all that this process starts stay in its process group, so that it ends with it.

    unified-planning starts planners in sessions of their own, where a signal to the group would not reach them.
    """
    start = subprocess.Popen.__init__

    def started(self: Any, *arguments: Any, **keywords: Any) -> None:
        start(self, *arguments, **{**keywords, "start_new_session": False})

    setattr(subprocess.Popen, "__init__", started)  # noqa: B010 - mypy allows no assignment to a method


class RefusedError(Exception):
    """A request that is answered without a search: the status and what goes with it."""

    def __init__(self, status: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.answer = {"status": status, "message": message, **more}


def solve(request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to one request. Raises RefusedError for one that cannot be put to the engine."""
    from unified_planning.environment import get_environment
    from unified_planning.exceptions import UPException

    from planner.engines.deriving import without_derived
    from planner.engines.logs import LogLines

    given, request = request, {**request, "domain": without_derived(request["domain"])}
    environment = get_environment()
    environment.credits_stream = None
    began = time.perf_counter()
    problem = problem_of(request, environment)
    read = time.perf_counter()
    with planner_of(request, environment) as planner, LogLines() as logged:
        problem = fitted(problem, request, planner, environment)
        if request != given:
            give_derived(planner, given)
        try:
            result = improved(planner, problem, request.get("patience", 0.0))
        except UPException as error:
            raise RefusedError("error", first_line(error)) from None
    answer = outcome(result, logged.lines)
    return {**answer, "seconds": {"read": read - began, **answer["seconds"], "solve": time.perf_counter() - read}}


def problem_of(request: dict[str, Any], environment: Any) -> Any:
    """Return the problem that a request's PDDL describes."""
    from planner.engines.reading import read_problem

    try:
        return read_problem(request["domain"], request["problem"], environment)
    except MemoryError:
        raise
    except Exception as error:  # the reader raises whatever comes
        message = f"unified-planning cannot read the PDDL: {first_line(error)}"
        raise RefusedError("bad-input", message) from None


def planner_of(request: dict[str, Any], environment: Any) -> Any:
    """Return the engine that a request names."""
    from unified_planning import exceptions

    absent = (
        exceptions.UPNoRequestedEngineAvailableException,
        exceptions.UPNoSuitableEngineAvailableException,
        exceptions.UPUsageError,
        ImportError,
    )
    try:
        return environment.factory.OneshotPlanner(name=request["engine"], params=request.get("options") or {})
    except absent as error:
        raise RefusedError("missing", first_line(error), engines=sorted(environment.factory.engines)) from None


def fitted(problem: Any, request: dict[str, Any], planner: Any, environment: Any) -> Any:
    """Return the problem as the engine takes it. Raises RefusedError if the engine does not take it."""
    from unified_planning.engines import PDDLPlanner

    from planner.engines.reading import read_problem
    from planner.engines.suiting import state_only_what_holds, suited

    def read(reader: Any) -> Any:
        return read_problem(request["domain"], request["problem"], environment, reader)

    problem, lacks = suited(read, problem, planner)
    if lacks:
        words = ", ".join(sorted(lacks)).lower().replace("_", " ")
        raise RefusedError("unsupported", f"it does not take {words}")
    planner.skip_checks = True  # they are done
    of_pyperplan = planner.name.startswith("Pyperplan")
    if isinstance(planner, PDDLPlanner) or of_pyperplan:
        state_only_what_holds(problem)
    if of_pyperplan:
        from planner.engines.hastening import hasten

        hasten()
    return problem


def improved(planner: Any, problem: Any, patience: float) -> Any:
    """Return the engine's result; of an engine that goes on to better plans in time, the best after so many seconds."""
    best = None
    if patience and problem.kind.has_continuous_time() and planner.is_anytime_planner():
        for result in planner.get_solutions(problem, timeout=patience):
            best = best if result.plan is None else result
    return best or planner.solve(problem)


def give_derived(planner: Any, request: dict[str, Any]) -> None:
    """Have the engine work on a request's PDDL, derived predicates and all. Raises RefusedError if it does not take them."""
    from planner.engines.deriving import ENGINES, hand_over

    if request["engine"] not in ENGINES:
        raise RefusedError("unsupported", "it does not take derived predicates")
    hand_over(planner, request["domain"], request["problem"])


def outcome(result: Any, logged: list[str]) -> dict[str, Any]:
    """Return the status, the plan, what the engine tells of its work and, for a failure, the message of an engine's result."""
    from planner.engines.logs import complaint, figures

    status = {
        "SOLVED_OPTIMALLY": "optimal",
        "SOLVED_SATISFICING": "solved",
        "INTERMEDIATE": "solved",
        "UNSOLVABLE_PROVEN": "unsolvable",
        "UNSOLVABLE_INCOMPLETELY": "unknown",
        "TIMEOUT": "timeout" if result.plan is None else "solved",
        "MEMOUT": "memory",
        "UNSUPPORTED_PROBLEM": "unsupported",
    }.get(result.status.name, "error")
    plan = lines_of(result.plan) if result.plan is not None else []
    logged = [*logged, *(line for entry in result.log_messages or [] for line in entry.message.splitlines())]
    if status == "error" and any("OutOfMemoryError" in line for line in logged):
        status = "memory"
    message = complaint(logged)[:300] or str(result.status.name).lower().replace("_", " ")
    told = figures(logged)
    return {
        "status": status,
        "plan": plan,
        "message": message if status == "error" else "",
        "expanded": told.expanded,
        "seconds": {key: value for key in ("ground", "search") if (value := getattr(told, key)) is not None},
    }


def lines_of(plan: Any) -> list[str]:
    """Return the lines of a plan; in a plan in time each has its start and its duration."""
    if not hasattr(plan, "timed_actions"):
        return [written(action) for action in plan.actions]
    return [
        f"{float(start):.6f}: {written(action)}" + (f" [{float(duration):.6f}]" if duration is not None else "")
        for start, action, duration in plan.timed_actions
    ]


def written(action: Any) -> str:
    """Return an action of a plan as PDDL writes it."""
    return f"({' '.join([action.action.name, *map(str, action.actual_parameters)])})"


def first_line(error: BaseException) -> str:
    """Return an error's message on one line, its type if it has none."""
    return " ".join(str(error).split())[:300] or type(error).__name__


def main() -> None:
    """Answer requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lines = listen()
    limit_memory(0, java=False)  # whatever limit the parent has is for the parent's own work
    keep_together()
    spare_configspace()
    home = str(Path(__file__).resolve().parents[2])
    if home not in sys.path:
        sys.path.append(home)
    importlib.import_module("unified_planning.shortcuts")  # while the parent is still at work on its first request

    while True:
        try:
            request = json.loads(lines.get())
            limit_memory(request.get("memory", 0), request.get("java", False))
            answer = solve(request)
        except RefusedError as refused:
            answer = refused.answer
        except MemoryError:
            answer = {"status": "memory"}
        except Exception as error:  # whatever an engine raises is an answer, not the end of the worker
            answer = {"status": "error", "message": f"{type(error).__name__}: {first_line(error)}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
