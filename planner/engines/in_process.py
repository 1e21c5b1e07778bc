"""Answers to requests without a worker, from the only engine that can run in this process: pyperplan.

The keys of requests and answers are those of `ferryplan.planner.engines.worker`. pyperplan gets each task compiled to
plain STRIPS by ferryplan, so unified-planning is not needed.
"""

from __future__ import annotations

import importlib.util
import time
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.strips import NotStripsError, StripsTask
from ferryplan.generator.pddl.task import Task
from ferryplan.planner.engines.registry import IN_PROCESS_NAMES
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits


def answer_in_process(request: dict[str, Any], deadline: float) -> dict[str, Any]:
    """Run the engine that a request names, and return the answer.

    ``deadline`` is a time of ``time.monotonic``. At the deadline, or when the request's own limit is reached, the status
    is ``timeout``. The memory limit of the request is not enforced; if Python itself runs out of memory, the status is
    ``memory``. For engines that need a process of their own, the status is ``missing``.
    """
    from ferryplan.planner.engines.patches.guard import describe_unused_patches

    answer = _answer_within_limit(request, deadline)
    return {**answer, "note": describe_unused_patches(), "worn": False}


def _answer_within_limit(request: dict[str, Any], deadline: float) -> dict[str, Any]:
    """Return the answer to a request, without the keys that describe this process."""
    if not request:
        return {"status": "known"}
    if request.get("command"):
        return {"status": "error", "message": format_message("engines.needs-process")}
    if reason := _explain_absence(request["engine"]):
        return {"status": "missing", "message": reason, "engines": [*IN_PROCESS_NAMES]}
    if "problem" not in request:
        return {"status": "known"}
    left, limit = max(0.0, deadline - time.monotonic()), request.get("limit")
    try:
        with enforce_limits(left if limit is None else min(limit, left)):
            return _run_pyperplan(request)
    except TimeIsUpError:
        return {"status": "timeout"}
    except MemoryError:
        return {"status": "memory"}


def _explain_absence(engine: str) -> str:
    """Return why an engine cannot run in this process; empty if it can."""
    if engine not in IN_PROCESS_NAMES:
        return format_message("engines.needs-process")
    return "" if importlib.util.find_spec("pyperplan") else format_message("engines.no-pyperplan")


def _run_pyperplan(request: dict[str, Any]) -> dict[str, Any]:
    """Return pyperplan's answer to a request.

    The plan consists of actions of the PDDL. If the request itself brings the task in plain STRIPS, it consists of the
    numbers of operators.
    """
    from ferryplan.planner.engines.pyperplan_search import search_with_pyperplan

    began = time.perf_counter()
    if request.get("plain"):
        answer = search_with_pyperplan(request["plain"], request["options"])
        return {**answer, "seconds": {**answer["seconds"], "solve": time.perf_counter() - began}}
    domain = None
    try:
        domain = read_domain(request["domain"])
        problem = read_problem(request["problem"], domain)
    except PddlError as error:
        in_problem = domain is not None
        return {"status": "bad-input", "message": str(error), "in_problem": in_problem, "by_unified_planning": False}
    read = time.perf_counter()
    try:
        strips = StripsTask(Task(domain, problem))
    except NotStripsError as error:
        return {"status": "unsupported", "message": format_message("engines.needs-strips", reason=error)}
    ground = time.perf_counter()
    answer = search_with_pyperplan(strips.json_task, request["options"])
    # pyperplan counts actions; only without a metric is a plan with the fewest actions optimal
    status = "solved" if answer["status"] == "optimal" and problem.metric else answer["status"]
    seconds = {"read": read - began, "ground": ground - read, "solve": time.perf_counter() - read}
    return {**answer, "status": status, "plan": [*map(str, strips.decode_plan(answer["plan"]))], "seconds": seconds}
