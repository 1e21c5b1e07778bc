"""The worker: the child process in which unified-planning and the engines run.

Started as a file of its own (of this project it imports only the modules beside it that are for the worker), its arguments the engines that will
be asked, where that is known (for some, unified-planning is imported only if it is needed after all), it reads one JSON
object a line from standard input, ``{"domain": PDDL, "problem": PDDL, "engine": name, "options": {…}, "memory": MiB, "java": …,
"patience": seconds, "limit": seconds or null, "command": the user's own, or null}``, and answers each with one on standard output: ``{"status": …,
"plan": ["(cross-1 a left right)", …], "message": …, "expanded": …, "cost": …, "seconds": {"read": …, "solve": …},
"note": …, "worn": …}``. ``note`` says which patches of third parties stand aside, and is empty if none does. ``expanded`` is null,
``cost`` is missing, and ``ground`` and ``search`` are not among the seconds, if the engine does not tell them. Engines
that print do not disturb this: their standard output is sent to standard error. When standard input ends, or the parent
dies, the worker takes its whole process group with it, engines included.

A request without ``problem`` asks only whether there is the engine: the status is ``known`` or ``missing``. An empty one is ``known`` as soon as
the worker has loaded. ``worn`` says that the next request had better go to another worker: an engine was broken off, or has left processes
or memory behind.

Statuses: ``optimal``, ``solved``, ``unsolvable`` (proven), ``unknown``, ``timeout``, ``memory``, ``error`` (the engine
failed), ``missing`` (no such engine), ``unsupported`` (the engine cannot take the problem), ``bad-input`` (PDDL that
cannot be read).
"""

from __future__ import annotations

import errno
import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

COMMAND = ""
"""the name of engines that are commands of the user's own, which need nothing of unified-planning"""
BROKEN_OFF = {"timeout", "memory", "error"}
LEFT, DEFAULT_MEMORY = 1 / 64, 4096
"""the part of a request's memory that may be left of it and of those before; what a request without a limit counts as having, in MiB"""


class RefusedError(Exception):
    """A request that is answered without a search: the status and what goes with it."""

    def __init__(self, status: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.answer = {"status": status, "message": message, **more}


def solve(request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to one request. Raises RefusedError for one that cannot be put to the engine."""
    from ferryplan.planner.engines.fast_downward import ENGINES, NotTakenError, drive

    began = time.perf_counter()
    if request.get("command"):
        from ferryplan.planner.engines.command import run_command

        answer = run_command(request["command"], request["domain"], request["problem"])
        return {**answer, "seconds": {"read": 0.0, "solve": time.perf_counter() - began}}
    if request.get("plain"):
        from ferryplan.planner.engines.pyperplan import search

        answer = search(request["plain"], request["options"])
        return {**answer, "seconds": {**answer["seconds"], "solve": time.perf_counter() - began}}
    if request["engine"] not in ENGINES or "problem" not in request:
        return read_and_solved(request)
    try:
        answer = drive(request["engine"], request["domain"], request["problem"])
    except NotTakenError as refusal:
        load(request)
        try:
            return read_and_solved(request, str(refusal))
        except RefusedError as error:
            if error.answer["status"] != "bad-input":
                raise
            status = "unsupported" if refusal.understood else "bad-input"
            raise RefusedError(status, str(refusal), by_unified_planning=False, in_problem=refusal.in_problem) from None
    return {**answer, "seconds": {"read": 0.0, **answer["seconds"], "solve": time.perf_counter() - began}}


def load(request: dict[str, Any]) -> None:
    """Import unified-planning whole, if it is not there: neither a request's time nor its memory, as told in the request, ends that halfway."""
    if "unified_planning.shortcuts" in sys.modules:
        return
    from ferryplan.planner.engines.patches import unified_planning_configspace
    from ferryplan.planner.engines.process import import_whole, limit_memory

    limit_memory(0, java=False)
    unified_planning_configspace.apply()
    gc.disable()  # nothing of what is imported becomes garbage
    import_whole("unified_planning.shortcuts")
    gc.freeze()
    gc.enable()
    limit_memory(request.get("memory", 0), request.get("java", False))


def read_and_solved(request: dict[str, Any], without: str = "") -> dict[str, Any]:
    """Return the answer to a request, its PDDL read by unified-planning. Raises RefusedError.

    ``without`` is why an engine does not take derived predicates, if there is a special reason: unified-planning cannot hand them to it.
    """
    from unified_planning.exceptions import UPException

    from ferryplan.domains.messages import format_message
    from ferryplan.planner.engines.patches import unified_planning_engines

    environment = unified_planning_engines.environment_with(request["engine"])
    environment.credits_stream = None
    began = time.perf_counter()
    planner = planner_of(request, environment)
    if "problem" not in request:  # that there is such an engine is all that was asked
        return {"status": "known"}

    from ferryplan.planner.engines.conversion import Readable
    from ferryplan.planner.engines.logs import logged

    readable = Readable(request["domain"], request["problem"], environment)
    try:
        problem = readable.problem()
    except Exception as error:  # unified-planning raises whatever comes
        if out_of_memory(error):
            raise
        said = first_line(error).split(" Different elements of a problem", maxsplit=1)[0]  # of which users know nothing
        message = format_message("engines.cannot-read", reason=said)
        raise RefusedError("bad-input", message, in_problem=readable.in_problem) from None
    read = time.perf_counter()
    with planner, logged() as lines:
        problem = adapt_problem(problem, readable, planner)
        if readable.derives:
            raise RefusedError("unsupported", without or format_message("engines.no-derived-predicates"))
        try:
            result = improved(planner, problem, request.get("patience", 0.0))
        except UPException as error:
            raise RefusedError("error", first_line(error)) from None
    answer = outcome(result, lines)
    return {**answer, "seconds": {"read": read - began, **answer["seconds"], "solve": time.perf_counter() - read}}


def planner_of(request: dict[str, Any], environment: Any) -> Any:
    """Return the engine that a request names."""
    from unified_planning import exceptions

    from ferryplan.planner.engines.pyperplan import RENAMED

    absent = (
        exceptions.UPNoRequestedEngineAvailableException,
        exceptions.UPNoSuitableEngineAvailableException,
        exceptions.UPUsageError,
        ImportError,
    )
    options = request.get("options") or {}
    renamed = {key: RENAMED.get(value, value) for key, value in options.items()}
    try:
        try:
            return environment.factory.OneshotPlanner(name=request["engine"], params=options)
        except exceptions.UPUsageError:
            if renamed == options:
                raise
            return environment.factory.OneshotPlanner(name=request["engine"], params=renamed)
    except absent as error:
        raise RefusedError("missing", first_line(error), engines=sorted(environment.factory.engines)) from None


def adapt_problem(problem: Any, readable: Any, planner: Any) -> Any:
    """Return the problem as the engine takes it. Raises RefusedError if the engine does not take it."""
    from unified_planning.engines import PDDLPlanner

    from ferryplan.domains.messages import format_message
    from ferryplan.planner.engines.features import describe_features
    from ferryplan.planner.engines.patches import (
        pyperplan_grounding,
        pyperplan_successors,
        unified_planning_initial_values,
    )
    from ferryplan.planner.engines.problem_kind import suited

    problem, lacks = suited(lambda: readable.problem(integers=True), problem, planner)
    if lacks:
        features = describe_features(lacks)
        message = format_message("engines.does-not-take", count=features.count(", ") + 1, features=features)
        raise RefusedError("unsupported", message)
    planner.skip_checks = True  # they are done
    of_pyperplan = planner.name.startswith("Pyperplan")
    if isinstance(planner, PDDLPlanner) or of_pyperplan:
        unified_planning_initial_values.apply(problem)
    if of_pyperplan:
        pyperplan_grounding.apply()
        pyperplan_successors.apply()
    return problem


def improved(planner: Any, problem: Any, patience: float) -> Any:
    """Return the engine's result; of an engine that goes on to better plans in time, the best after so many seconds."""
    best = None
    if patience and problem.kind.has_continuous_time() and planner.is_anytime_planner():
        for result in planner.get_solutions(problem, timeout=patience):
            best = best if result.plan is None else result
    return best or planner.solve(problem)


def outcome(result: Any, logged: list[str]) -> dict[str, Any]:
    """Return the status, the plan, what the engine tells of its work and, for a failure, the message of an engine's result."""
    from ferryplan.planner.engines.logs import complaint, figures, shorten_message

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
    message = ""
    if status in ("error", "unsupported"):
        message = shorten_message(complaint(logged)) or str(result.status.name).lower().replace("_", " ")
    return {"status": status, "plan": plan, "message": message, **figures(logged)}


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
    from ferryplan.planner.engines.logs import shorten_message

    return shorten_message(str(error)) or type(error).__name__


def out_of_memory(error: Exception) -> bool:
    """Return whether memory was refused: also as the system's error or, where C code lost that, as one of the interpreter's own."""
    return isinstance(error, (MemoryError, SystemError)) or getattr(error, "errno", None) == errno.ENOMEM


def failure(error: Exception) -> str:
    """Return what broke an engine off, on one line; of a server that does not answer any more, that it has ended."""
    if callable(details := getattr(error, "details", None)):  # an error of gRPC, over which Aries is asked
        from ferryplan.domains.messages import format_message

        return format_message("engines.server-ended", details=details())
    return f"{type(error).__name__}: {first_line(error)}"


def main() -> None:
    """Answer requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    home = str(Path(__file__).parents[3])  # unresolved: a checkout links to this folder from src/ferryplan
    if home not in sys.path:
        sys.path.append(home)
    from ferryplan.planner.engines.fast_downward import ENGINES
    from ferryplan.planner.engines.process import footprint, keep_together, limit_memory, listen, within_limit

    lines = listen()
    limit_memory(0, java=False)  # whatever limit the parent has is for the parent's own work
    keep_together()
    if {*sys.argv[1:]} - {*map(ascii, ENGINES), ascii(COMMAND)} or not sys.argv[1:]:
        load({})  # while the parent is still at work on its first request
    began = footprint()

    while True:
        try:
            request = json.loads(lines.get())
            if (
                request
                and not request.get("command")
                and (request["engine"] not in ENGINES or "problem" not in request)
            ):
                load(request)
            limit_memory(request.get("memory", 0), request.get("java", False))
            answer: dict[str, Any] = within_limit(solve, request) if request else {"status": "known"}
        except RefusedError as refused:
            answer = refused.answer
        except Exception as error:  # whatever an engine raises is an answer, not the end of the worker
            answer = {"status": "memory"} if out_of_memory(error) else {"status": "error", "message": failure(error)}
        guard = sys.modules.get("ferryplan.planner.engines.patches.guard")
        answer["note"] = guard.note() if guard else ""
        left = footprint() - began <= LEFT * (request.get("memory") or DEFAULT_MEMORY)
        answer["worn"] = answer["status"] in BROKEN_OFF or not left
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
