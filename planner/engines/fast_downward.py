"""Fast Downward and SymK, given the PDDL as it came: their own driver reads it, grounds it and searches.

unified-planning reads less PDDL than they do: no derived predicates, no names used twice, no predicate with two arities. So they are asked
without it; its wrappers are needed for the commands only. What their driver refuses (requirements that it does not
know, though the files make no use of them) goes through unified-planning, as for every other engine.

Used by the worker only.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from planner.engines.logs import driver_complaint, figures

ENGINES = frozenset({"fast-downward", "fast-downward-opt", "symk", "symk-opt"})
"""unified-planning's names of those that are asked so"""

OPTIMAL = ENGINES - {"fast-downward"}
"""those whose plans cost the least; SymK's engine searches for optimal plans under both names"""

_WITHOUT_EFFECTS, _WITHOUT_AXIOMS = "astar(hmax())", "astar(blind())"
"""what Fast Downward searches with, optimally, where LM-cut takes no conditional effects, or neither them nor axioms"""

_INPUT, _UNSUPPORTED = frozenset({30, 31, 33}), 34
_STATUSES = {
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


def drive(planner: Any, engine: str, domain: str, problem: str) -> dict[str, Any]:
    """Return the worker's answer to a request, from the driver of one of ENGINES; ``planner`` is unified-planning's wrapper.

    Beside what every answer has, it has a ``cost`` where actions cost.
    Raises NotTakenError if the driver refuses the PDDL, and for a wrapper of which the command cannot be had.
    """
    if not hasattr(planner, "_get_cmd"):
        raise NotTakenError("its wrapper does not say how it is called", understood=False, in_problem=False)
    code, lines, plan = _run(planner, domain, problem)
    if code == _UNSUPPORTED and engine == "fast-downward-opt" and hasattr(planner, "_fd_search_config"):
        axioms = any("axioms" in line for line in lines)
        planner._fd_search_config = _WITHOUT_AXIOMS if axioms else _WITHOUT_EFFECTS
        code, lines, plan = _run(planner, domain, problem)
    reason = driver_complaint(lines) or f"its driver ended with exit code {code}"
    if code in _INPUT or code == _UNSUPPORTED:
        in_problem = any(line.startswith(("Parsing problem", "Error: Could not parse problem")) for line in lines)
        raise NotTakenError(reason, code == _UNSUPPORTED, in_problem)
    found = ("optimal" if engine in OPTIMAL else "solved") if plan is not None else "unknown"
    status = found if code in range(4) else _STATUSES.get(code, "error")
    cost = _COST.search(plan or "")
    return {
        "status": status,
        "plan": [line for line in (plan or "").splitlines() if line.startswith("(")],
        "message": reason if status == "error" else "",
        **figures(lines),
        **({"cost": int(cost[1])} if cost else {}),
    }


def _run(planner: Any, domain: str, problem: str) -> tuple[int, list[str], str | None]:
    """Return the driver's exit code, what it printed, and its plan file, if it wrote one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / "domain.pddl", folder / "problem.pddl"]
        for file, text in zip(files, (domain, problem), strict=True):
            file.write_text(text, encoding="utf-8")
        plan = folder / "plan"
        command = [str(part) for part in planner._get_cmd(*map(str, files), str(plan))]
        ended = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        lines = ended.stdout.decode(errors="replace").splitlines()
        return ended.returncode, lines, plan.read_text(encoding="utf-8") if plan.is_file() else None
