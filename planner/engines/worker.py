"""The worker: the child process that imports unified-planning and runs engines.

The worker is a program of its own. It imports only the modules of this project that its requests need. Its
command-line arguments are the names of the engines that it will run, if they are known; for some engines it then
imports unified-planning only if it turns out to be necessary.

The worker reads one JSON object per line from standard input, ``{"domain": PDDL, "problem": PDDL, "engine": name,
"options": {…}, "memory": MiB, "java": …, "patience": seconds, "limit": seconds or null, "command": the user's command
or null}``, and answers each with one JSON object on standard output: ``{"status": …, "plan": ["(cross-1 a left
right)", …], "message": …, "expanded": …, "cost": …, "seconds": {"read": …, "solve": …}, "note": …, "worn": …}``.

``note`` lists the patches of third-party code that are not in use; it is empty if there are none. If the engine does
not report its statistics, ``expanded`` is null, ``cost`` is missing, and ``seconds`` has no ``ground`` and
``search``. ``worn`` means that the next request should go to a new worker, because an engine was interrupted or has
left processes or memory behind.

Output of engines does not disturb the answers: the worker sends it to standard error. When standard input ends, or
the parent process dies, the worker kills its whole process group, including the engines.

A request without ``problem`` checks whether the engine exists: the status is ``known`` or ``missing``. The answer to
an empty request is ``known``, as soon as the worker has loaded.

Statuses: ``optimal``, ``solved``, ``unsolvable`` (proven), ``unknown``, ``timeout``, ``memory``, ``error`` (the
engine failed), ``missing`` (no such engine), ``unsupported`` (the engine does not support the problem), ``bad-input``
(the PDDL cannot be read).
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

COMMAND_ENGINE = ""
"""the name of engines that are commands of the user; they do not need unified-planning"""
FAILED_STATUSES = {"timeout", "memory", "error"}
"""statuses after which the next request should go to a new worker"""
MAX_LEFTOVER_SHARE, DEFAULT_MEMORY = 1 / 64, 4096
"""the share of a request's memory limit that may stay in use after all requests so far; the limit in MiB if a request has none"""


class RequestRefusedError(Exception):
    """The worker cannot run a request; the attribute ``answer`` holds the answer to send instead."""

    def __init__(self, status: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.answer = {"status": status, "message": message, **more}


def solve_request(request: dict[str, Any]) -> dict[str, Any]:
    """Run the engine that a request names, and return the answer.

    The docstring of this module describes the keys of requests and answers. Raises RequestRefusedError if the engine
    cannot run on the request.
    """
    from ferryplan.planner.engines.fast_downward import DRIVER_ENGINES, DriverRefusalError, solve_with_driver

    began = time.perf_counter()
    if request.get("command"):
        from ferryplan.planner.engines.command_engine import run_planner_command

        answer = run_planner_command(request["command"], request["domain"], request["problem"])
        return {**answer, "seconds": {"read": 0.0, "solve": time.perf_counter() - began}}
    if request.get("plain"):
        from ferryplan.planner.engines.pyperplan_search import search_with_pyperplan

        answer = search_with_pyperplan(request["plain"], request["options"])
        return {**answer, "seconds": {**answer["seconds"], "solve": time.perf_counter() - began}}
    if request["engine"] not in DRIVER_ENGINES or "problem" not in request:
        return solve_with_unified_planning(request)
    try:
        answer = solve_with_driver(request["engine"], request["domain"], request["problem"])
    except DriverRefusalError as refusal:
        load_unified_planning(request)
        try:
            return solve_with_unified_planning(request, str(refusal))
        except RequestRefusedError as error:
            if error.answer["status"] != "bad-input":
                raise
            status = "unsupported" if refusal.is_readable else "bad-input"
            raise RequestRefusedError(
                status, str(refusal), by_unified_planning=False, in_problem=refusal.in_problem
            ) from None
    return {**answer, "seconds": {"read": 0.0, **answer["seconds"], "solve": time.perf_counter() - began}}


def load_unified_planning(request: dict[str, Any]) -> None:
    """Import unified-planning completely, unless it is already imported.

    The time and memory limits of the request do not apply during the import, because the import must not end halfway.
    """
    if "unified_planning.shortcuts" in sys.modules:
        return
    from ferryplan.planner.engines.patches import unified_planning_configspace
    from ferryplan.planner.engines.worker_process import import_uninterrupted, limit_memory

    limit_memory(0, java=False)
    unified_planning_configspace.apply_patch()
    gc.disable()  # no imported object becomes garbage
    import_uninterrupted("unified_planning.shortcuts")
    gc.freeze()
    gc.enable()
    limit_memory(request.get("memory", 0), request.get("java", False))


def solve_with_unified_planning(request: dict[str, Any], axiom_refusal: str = "") -> dict[str, Any]:
    """Let unified-planning read the PDDL of a request and run the engine; return the answer.

    unified-planning cannot pass derived predicates to engines. ``axiom_refusal`` is the engine's own reason for
    refusing PDDL with derived predicates, or empty if the engine gave no reason. Raises RequestRefusedError if the
    engine cannot run on the request.
    """
    from unified_planning.exceptions import UPException

    from ferryplan.domains.messages import format_message
    from ferryplan.planner.engines.patches import unified_planning_engines

    environment = unified_planning_engines.make_environment(request["engine"])
    environment.credits_stream = None
    began = time.perf_counter()
    planner = find_planner(request, environment)
    if "problem" not in request:  # the request only checks that the engine exists
        return {"status": "known"}

    from ferryplan.planner.engines.engine_logs import capture_log
    from ferryplan.planner.engines.problem_conversion import PddlTexts

    readable = PddlTexts(request["domain"], request["problem"], environment)
    try:
        problem = readable.to_up_problem()
    except Exception as error:  # unified-planning raises all kinds of errors
        if is_out_of_memory(error):
            raise
        said = format_error(error).split(" Different elements of a problem", maxsplit=1)[
            0
        ]  # the rest concerns internals of unified-planning
        message = format_message("engines.cannot-read", reason=said)
        raise RequestRefusedError("bad-input", message, in_problem=readable.in_problem) from None
    read = time.perf_counter()
    with planner, capture_log() as lines:
        problem = adapt_problem(problem, readable, planner)
        if readable.has_derived_predicates:
            raise RequestRefusedError("unsupported", axiom_refusal or format_message("engines.no-derived-predicates"))
        try:
            result = run_planner(planner, problem, request.get("patience", 0.0))
        except UPException as error:
            raise RequestRefusedError("error", format_error(error)) from None
    answer = result_as_answer(result, lines)
    return {**answer, "seconds": {"read": read - began, **answer["seconds"], "solve": time.perf_counter() - read}}


def find_planner(request: dict[str, Any], environment: Any) -> Any:
    """Return the engine object of unified-planning for the engine that a request names.

    ``environment`` is unified-planning's environment. Raises RequestRefusedError with the status ``missing`` if there
    is no such engine.
    """
    from unified_planning import exceptions

    from ferryplan.planner.engines.pyperplan_search import RENAMED_SEARCHES

    absent = (
        exceptions.UPNoRequestedEngineAvailableException,
        exceptions.UPNoSuitableEngineAvailableException,
        exceptions.UPUsageError,
        ImportError,
    )
    options = request.get("options") or {}
    renamed = {key: RENAMED_SEARCHES.get(value, value) for key, value in options.items()}
    try:
        try:
            return environment.factory.OneshotPlanner(name=request["engine"], params=options)
        except exceptions.UPUsageError:
            if renamed == options:
                raise
            return environment.factory.OneshotPlanner(name=request["engine"], params=renamed)
    except absent as error:
        raise RequestRefusedError("missing", format_error(error), engines=sorted(environment.factory.engines)) from None


def adapt_problem(problem: Any, pddl_texts: Any, planner: Any) -> Any:
    """Adapt a unified-planning problem to an engine, and apply the patches for the engine.

    ``pddl_texts`` is the `PddlTexts` from which the problem was converted; for some engines, it is converted again with
    integers as numbers. Returns the adapted problem. Raises RequestRefusedError if the problem has a feature that the
    engine does not support.
    """
    from unified_planning.engines import PDDLPlanner

    from ferryplan.domains.messages import format_message
    from ferryplan.planner.engines.features import describe_features
    from ferryplan.planner.engines.patches import (
        pyperplan_grounding,
        pyperplan_successors,
        unified_planning_initial_values,
    )
    from ferryplan.planner.engines.problem_adaptation import adapt_to_planner

    problem, lacks = adapt_to_planner(lambda: pddl_texts.to_up_problem(integers=True), problem, planner)
    if lacks:
        features = describe_features(lacks)
        message = format_message("engines.does-not-take", count=features.count(", ") + 1, features=features)
        raise RequestRefusedError("unsupported", message)
    planner.skip_checks = True  # already checked above
    of_pyperplan = planner.name.startswith("Pyperplan")
    if isinstance(planner, PDDLPlanner) or of_pyperplan:
        unified_planning_initial_values.apply_patch(problem)
    if of_pyperplan:
        pyperplan_grounding.apply_patch()
        pyperplan_successors.apply_patch()
    return problem


def run_planner(planner: Any, problem: Any, patience: float) -> Any:
    """Run an engine on a unified-planning problem and return unified-planning's result object.

    On a temporal problem, an anytime engine improves its plan for at most ``patience`` seconds, and the function
    returns the result with the last plan.
    """
    best = None
    if patience and problem.kind.has_continuous_time() and planner.is_anytime_planner():
        for result in planner.get_solutions(problem, timeout=patience):
            best = best if result.plan is None else result
    return best or planner.solve(problem)


def result_as_answer(result: Any, log_lines: list[str]) -> dict[str, Any]:
    """Return the worker's answer for a result object of unified-planning.

    The answer has the status, the plan, the statistics in the engine's log and, for a failure, a message.
    """
    from ferryplan.planner.engines.engine_logs import find_failure_line, parse_statistics, shorten_message

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
    plan = format_plan(result.plan) if result.plan is not None else []
    log_lines = [*log_lines, *(line for entry in result.log_messages or [] for line in entry.message.splitlines())]
    if status == "error" and any("OutOfMemoryError" in line for line in log_lines):
        status = "memory"
    message = ""
    if status in ("error", "unsupported"):
        message = shorten_message(find_failure_line(log_lines)) or str(result.status.name).lower().replace("_", " ")
    return {"status": status, "plan": plan, "message": message, **parse_statistics(log_lines)}


def format_plan(plan: Any) -> list[str]:
    """Return a unified-planning plan as lines of PDDL plan notation, one action per line.

    In a temporal plan, each action has its start time and its duration.
    """
    if not hasattr(plan, "timed_actions"):
        return [format_action(action) for action in plan.actions]
    return [
        f"{float(start):.6f}: {format_action(action)}" + (f" [{float(duration):.6f}]" if duration is not None else "")
        for start, action, duration in plan.timed_actions
    ]


def format_action(action: Any) -> str:
    """Return an action of a unified-planning plan in PDDL notation, such as ``(cross-1 a left right)``."""
    return f"({' '.join([action.action.name, *map(str, action.actual_parameters)])})"


def format_error(error: BaseException) -> str:
    """Return the message of an error on one line, or the name of its type if it has no message."""
    from ferryplan.planner.engines.engine_logs import shorten_message

    return shorten_message(str(error)) or type(error).__name__


def is_out_of_memory(error: Exception) -> bool:
    """Return whether an error means that there was not enough memory.

    Such an error is a MemoryError, an OSError with ENOMEM or, if C code loses the reason, a SystemError.
    """
    return isinstance(error, (MemoryError, SystemError)) or getattr(error, "errno", None) == errno.ENOMEM


def describe_failure(error: Exception) -> str:
    """Return a message, on one line, about an unexpected error that ended an engine.

    The message names the type of the error; for a gRPC error, it says that the server of the engine has ended.
    """
    if callable(details := getattr(error, "details", None)):  # an error of gRPC, the interface of Aries
        from ferryplan.domains.messages import format_message

        return format_message("engines.server-ended", details=details())
    return f"{type(error).__name__}: {format_error(error)}"


def main() -> None:
    """Run the worker: answer the requests on standard input until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    home = str(Path(__file__).parents[3])  # unresolved: a checkout links to this folder from src/ferryplan
    if home not in sys.path:
        sys.path.append(home)
    from ferryplan.planner.engines.fast_downward import DRIVER_ENGINES
    from ferryplan.planner.engines.worker_process import (
        address_space_size,
        keep_children_in_group,
        limit_memory,
        solve_within_limit,
        start_input_reader,
    )

    lines = start_input_reader()
    limit_memory(0, java=False)  # the parent's limits apply to the parent's own work
    keep_children_in_group()
    if {*sys.argv[1:]} - {*map(ascii, DRIVER_ENGINES), ascii(COMMAND_ENGINE)} or not sys.argv[1:]:
        load_unified_planning({})  # while the parent still prepares its first request
    began = address_space_size()

    while True:
        try:
            request = json.loads(lines.get())
            if (
                request
                and not request.get("command")
                and (request["engine"] not in DRIVER_ENGINES or "problem" not in request)
            ):
                load_unified_planning(request)
            limit_memory(request.get("memory", 0), request.get("java", False))
            answer: dict[str, Any] = solve_within_limit(solve_request, request) if request else {"status": "known"}
        except RequestRefusedError as refused:
            answer = refused.answer
        except Exception as error:  # an error of an engine is an answer, not the end of the worker
            answer = (
                {"status": "memory"}
                if is_out_of_memory(error)
                else {"status": "error", "message": describe_failure(error)}
            )
        guard = sys.modules.get("ferryplan.planner.engines.patches.guard")
        answer["note"] = guard.describe_unused_patches() if guard else ""
        left = address_space_size() - began <= MAX_LEFTOVER_SHARE * (request.get("memory") or DEFAULT_MEMORY)
        answer["worn"] = answer["status"] in FAILED_STATUSES or not left
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
