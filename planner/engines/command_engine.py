"""A planner that the user gives as a shell command, run with the PDDL in files; for the worker only."""

from __future__ import annotations

import re
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.planner.engines.fast_downward import STATUS_BY_EXIT_CODE

_ACTION = re.compile(r"\s*(\d+(\.\d+)?\s*:\s*)?\(")
"""the beginning of an output line that is an action of a plan, with or without a start time: ``(move a b)``, ``0.5: (move a b)``"""


def run_planner_command(template: str, domain: str, problem: str) -> dict[str, Any]:
    """Run a command such as ``my-planner {domain} {problem} {plan}`` and return the worker's answer.

    The answer has the keys that `ferryplan.planner.engines.worker` describes: ``status``, ``seconds``, and either
    ``plan`` (one action per line) or ``message``. The function reads the plan from the file ``{plan}``, or from the
    last of ``{plan}.1``, ``{plan}.2``, …, as anytime planners write them. Without the placeholder ``{plan}``, the
    plan consists of the output lines that look like actions. A claim of the command that its plan is optimal or that
    there is no plan is ignored: the status is never ``optimal`` or ``unsolvable``.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {"domain": folder / "domain.pddl", "problem": folder / "problem.pddl", "plan": folder / "plan"}
        files["domain"].write_text(domain, encoding="utf-8")
        files["problem"].write_text(problem, encoding="utf-8")
        words = [word.format(**files) for word in shlex.split(template)]
        try:
            ended = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        except OSError as error:
            return {"status": "error", "message": f"{words[0]}: {error.strerror or error}", "seconds": {}}
        lines = ended.stdout.decode(errors="replace").splitlines()
        plan = (
            _read_plan_file(files["plan"]) if "{plan}" in template else [line for line in lines if _ACTION.match(line)]
        )
    if plan:
        return {"status": "solved", "plan": plan, "seconds": {}}
    status = STATUS_BY_EXIT_CODE.get(ended.returncode, "unknown" if ended.returncode == 0 else "error")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    shown = f': "{last[:200]}"' if last else ""
    message = format_message("engines.command-ended", code=ended.returncode, last=shown)
    return {"status": "unknown" if status == "unsolvable" else status, "message": message, "seconds": {}}


def _read_plan_file(plan: Path) -> list[str]:
    """Return the lines of the file that a planner wrote its plan to; empty if there is no such file.

    If there are files ``plan.1``, ``plan.2``, … beside ``plan``, the file with the highest number is read.
    """
    numbered = [path for path in plan.parent.glob(f"{plan.name}.*") if path.suffix[1:].isdigit()]
    found = max(numbered, key=lambda path: int(path.suffix[1:]), default=plan)
    return found.read_text(encoding="utf-8", errors="replace").splitlines() if found.is_file() else []
