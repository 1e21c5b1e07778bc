"""Fast Downward and SymK, run by their own driver on the original PDDL.

unified-planning reads less PDDL than these engines: no derived predicates, no name that is used twice, no predicate
with two arities. So the worker runs their driver directly, with the same commands as unified-planning, and does not
import unified-planning. If the driver refuses the PDDL (for example, because of requirements that it does not
know, even if the files do not use them), the worker tries unified-planning, as for every other engine.

Used by the worker only.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.planner.engines.engine_logs import explain_driver_refusal, parse_statistics


class DriverConfiguration(NamedTuple):
    """The location of the driver script of an engine, and the search that the driver runs."""

    package: str
    """the Python package that contains the driver"""
    folder: str
    """the folder of the driver, within the package"""
    alias: str = ""
    """the driver's name for a predefined search; if empty, ``search`` is used"""
    search: str = ""
    """the search in Fast Downward's notation, such as ``astar(lmcut())``; empty with an alias"""


_FAST_DOWNWARD, _SYMK = ("up_fast_downward", "downward"), ("up_symk", "symk")
DRIVER_ENGINES = {
    "fast-downward": DriverConfiguration(*_FAST_DOWNWARD, alias="lama-first"),
    "fast-downward-opt": DriverConfiguration(*_FAST_DOWNWARD, search="astar(lmcut())"),
    "symk": DriverConfiguration(*_SYMK, search="sym_bd(bound=infinity)"),
    "symk-opt": DriverConfiguration(*_SYMK, search="sym_bd(bound=infinity)"),
}
"""the driver configuration of each engine that is run by its driver, by the engine's name in unified-planning; unified-planning's
wrappers use the same searches"""

OPTIMAL_ENGINES = DRIVER_ENGINES.keys() - {"fast-downward"}
"""the names of the engines that find cheapest plans; SymK does so under both of its names"""

_WITHOUT_EFFECTS, _WITHOUT_AXIOMS = "astar(hmax())", "astar(blind())"
"""the optimal searches for tasks that LM-cut does not support: with conditional effects, and with axioms"""

_INPUT_ERRORS, _UNSUPPORTED = frozenset({30, 31, 33}), 34
STATUS_BY_EXIT_CODE = {
    **dict.fromkeys((10, 11), "unsolvable"),
    **dict.fromkeys((12, 13), "unknown"),
    **dict.fromkeys((20, 22, 24), "memory"),
    **dict.fromkeys((21, 23), "timeout"),
}
"""the status by exit code (https://www.fast-downward.org/latest/documentation/exit-codes); other codes mean a failure"""

_COST = re.compile(r"^; *cost *= *(\d+) *\(general cost\)", re.MULTILINE)


class DriverRefusalError(Exception):
    """The driver of an engine refuses the PDDL; the error message contains the reason."""

    def __init__(self, reason: str, is_readable: bool, in_problem: bool) -> None:
        super().__init__(reason)
        self.is_readable = is_readable
        """whether the driver could read the PDDL, but its search does not support the task"""
        self.in_problem = in_problem
        """whether the error is in the problem; otherwise it is in the domain"""


def solve_with_driver(engine: str, domain: str, problem: str) -> dict[str, Any]:
    """Run the driver of an engine in DRIVER_ENGINES on PDDL texts and return the worker's answer.

    The answer has the keys that `ferryplan.planner.engines.worker` describes: ``status``, ``plan``, ``message``,
    ``expanded`` and ``seconds``; if actions have costs, also ``cost``. Raises DriverRefusalError if the driver
    refuses the PDDL or is not installed.
    """
    configuration = DRIVER_ENGINES[engine]
    code, lines, plan = _run_driver(configuration, domain, problem)
    if code == _UNSUPPORTED and engine == "fast-downward-opt":
        axioms = any("axioms" in line for line in lines)
        configuration = configuration._replace(search=_WITHOUT_AXIOMS if axioms else _WITHOUT_EFFECTS)
        code, lines, plan = _run_driver(configuration, domain, problem)
    reason = explain_driver_refusal(lines) or format_message("engines.driver-ended", code=code)
    if code in _INPUT_ERRORS or code == _UNSUPPORTED:
        in_problem = any(line.startswith(("Parsing problem", "Error: Could not parse problem")) for line in lines)
        raise DriverRefusalError(reason, code == _UNSUPPORTED, in_problem)
    found = ("optimal" if engine in OPTIMAL_ENGINES else "solved") if plan is not None else "unknown"
    status = found if code in range(4) else STATUS_BY_EXIT_CODE.get(code, "error")
    cost = _COST.search(plan or "")
    return {
        "status": status,
        "plan": [line for line in (plan or "").splitlines() if line.startswith("(")],
        "message": reason if status == "error" else "",
        **parse_statistics(lines),
        **({"cost": int(cost[1])} if cost else {}),
    }


def build_driver_command(configuration: DriverConfiguration, domain: Path, problem: Path, plan: Path) -> list[str]:
    """Return the command line that runs the driver on two files and writes a plan file.

    Raises DriverRefusalError if the driver is not installed.
    """
    found = importlib.util.find_spec(configuration.package)
    driver = Path(found.origin).with_name(configuration.folder) / "fast-downward.py" if found and found.origin else None
    if driver is None or not driver.is_file():
        raise DriverRefusalError(format_message("engines.driver-missing"), is_readable=False, in_problem=False)
    alias = ["--alias", configuration.alias] if configuration.alias else []
    search = ["--search-options", "--search", configuration.search] if configuration.search else []
    options = ["--plan-file", plan, "--log-level", "info", *alias]
    return [*map(str, (sys.executable, driver, *options, domain, problem, *search))]


def _run_driver(configuration: DriverConfiguration, domain: str, problem: str) -> tuple[int, list[str], str | None]:
    """Run the driver on PDDL texts; return the exit code, the output lines, and the text of the plan file.

    The text is None if the driver wrote no plan file.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = folder / "domain.pddl", folder / "problem.pddl"
        for file, text in zip(files, (domain, problem), strict=True):
            file.write_text(text, encoding="utf-8")
        plan = folder / "plan"
        called = build_driver_command(configuration, *files, plan)
        ended = subprocess.run(called, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        lines = ended.stdout.decode(errors="replace").splitlines()
        return ended.returncode, lines, plan.read_text(encoding="utf-8") if plan.is_file() else None
