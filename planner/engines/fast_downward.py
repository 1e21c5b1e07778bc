"""Fast Downward and SymK, given the PDDL as it came: their own driver reads it, grounds it and searches.

unified-planning reads less PDDL than they do: no derived predicates, no names used twice, no predicate with two arities. So they are asked
without it, by the commands of its wrappers, and it is not imported. What their driver refuses (requirements that it does not
know, though the files make no use of them) goes through unified-planning, as for every other engine.

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
from ferryplan.planner.engines.logs import driver_complaint, figures


class Configuration(NamedTuple):
    """Which driver an engine has, and how it is called."""

    package: str
    folder: str
    """of the package, in which the driver is"""
    alias: str = ""
    """the driver's name for what is done; else ``search`` says it"""
    search: str = ""


_FAST_DOWNWARD, _SYMK = ("up_fast_downward", "downward"), ("up_symk", "symk")
ENGINES = {
    "fast-downward": Configuration(*_FAST_DOWNWARD, alias="lama-first"),
    "fast-downward-opt": Configuration(*_FAST_DOWNWARD, search="astar(lmcut())"),
    "symk": Configuration(*_SYMK, search="sym_bd(bound=infinity)"),
    "symk-opt": Configuration(*_SYMK, search="sym_bd(bound=infinity)"),
}
"""those that are asked so, by unified-planning's names, as its wrappers call them"""

OPTIMAL = ENGINES.keys() - {"fast-downward"}
"""those whose plans cost the least; SymK's engine searches for optimal plans under both names"""

_WITHOUT_EFFECTS, _WITHOUT_AXIOMS = "astar(hmax())", "astar(blind())"
"""what Fast Downward searches with, optimally, where LM-cut takes no conditional effects, or neither them nor axioms"""

_INPUT, _UNSUPPORTED = frozenset({30, 31, 33}), 34
STATUSES = {
    **dict.fromkeys((10, 11), "unsolvable"),
    **dict.fromkeys((12, 13), "unknown"),
    **dict.fromkeys((20, 22, 24), "memory"),
    **dict.fromkeys((21, 23), "timeout"),
}
"""by the driver's exit code (https://www.fast-downward.org/latest/documentation/exit-codes); what is not here is a failure"""

_COST = re.compile(r"^; *cost *= *(\d+) *\(general cost\)", re.MULTILINE)


class NotTakenError(Exception):
    """The driver refuses the PDDL; says why."""

    def __init__(self, reason: str, understood: bool, in_problem: bool) -> None:
        super().__init__(reason)
        self.understood = understood
        """whether it could read the PDDL, and its search does not take the task"""
        self.in_problem = in_problem
        """whether what it could not read is in the problem, not in the domain"""


def drive(engine: str, domain: str, problem: str) -> dict[str, Any]:
    """Return the worker's answer to a request, from the driver of one of ENGINES.

    Beside what every answer has, it has a ``cost`` where actions cost.
    Raises NotTakenError if the driver refuses the PDDL, and if it is not where it is expected.
    """
    configuration = ENGINES[engine]
    code, lines, plan = _run(configuration, domain, problem)
    if code == _UNSUPPORTED and engine == "fast-downward-opt":
        axioms = any("axioms" in line for line in lines)
        configuration = configuration._replace(search=_WITHOUT_AXIOMS if axioms else _WITHOUT_EFFECTS)
        code, lines, plan = _run(configuration, domain, problem)
    reason = driver_complaint(lines) or format_message("engines.driver-ended", code=code)
    if code in _INPUT or code == _UNSUPPORTED:
        in_problem = any(line.startswith(("Parsing problem", "Error: Could not parse problem")) for line in lines)
        raise NotTakenError(reason, code == _UNSUPPORTED, in_problem)
    found = ("optimal" if engine in OPTIMAL else "solved") if plan is not None else "unknown"
    status = found if code in range(4) else STATUSES.get(code, "error")
    cost = _COST.search(plan or "")
    return {
        "status": status,
        "plan": [line for line in (plan or "").splitlines() if line.startswith("(")],
        "message": reason if status == "error" else "",
        **figures(lines),
        **({"cost": int(cost[1])} if cost else {}),
    }


def command(configuration: Configuration, domain: Path, problem: Path, plan: Path) -> list[str]:
    """Return how the driver is called for a domain, a problem and the plan that it is to write. Raises NotTakenError if there is no driver."""
    found = importlib.util.find_spec(configuration.package)
    driver = Path(found.origin).with_name(configuration.folder) / "fast-downward.py" if found and found.origin else None
    if driver is None or not driver.is_file():
        raise NotTakenError(format_message("engines.driver-missing"), understood=False, in_problem=False)
    alias = ["--alias", configuration.alias] if configuration.alias else []
    search = ["--search-options", "--search", configuration.search] if configuration.search else []
    options = ["--plan-file", plan, "--log-level", "info", *alias]
    return [*map(str, (sys.executable, driver, *options, domain, problem, *search))]


def _run(configuration: Configuration, domain: str, problem: str) -> tuple[int, list[str], str | None]:
    """Return the driver's exit code, what it printed, and its plan file, if it wrote one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = folder / "domain.pddl", folder / "problem.pddl"
        for file, text in zip(files, (domain, problem), strict=True):
            file.write_text(text, encoding="utf-8")
        plan = folder / "plan"
        called = command(configuration, *files, plan)
        ended = subprocess.run(called, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        lines = ended.stdout.decode(errors="replace").splitlines()
        return ended.returncode, lines, plan.read_text(encoding="utf-8") if plan.is_file() else None
