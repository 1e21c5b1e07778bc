"""What planners say where they have no plan."""

from __future__ import annotations

import re

from planner.plans.text import PlanText

__all__ = ["refusal"]

_NO_PLAN = re.compile(
    r"(?:"
    r"search stopped without finding a solution|task is provably unsolvable|completely explored state space -- no solution"  # Fast Downward
    r"|(?:translator )?(?:goal|task) (?:is )?unreachable"
    r"|(?:ff: )?goal can be simplified to false|problem proven unsolvable|.*no plan will solve it"  # FF, Metric-FF
    r"|(?:the )?problem (?:is )?unsolvable|problem detected as unsolvable"  # ENHSP, popf
    r"|no (?:plan|solution)(?: (?:was|could be|can be|has been|exists|is))?(?: found)?"  # pyperplan and others
    r"|(?:there is|found) no (?:plan|solution)"
    r"|(?:i )?(?:can ?not|could not|can't|couldn't) find (?:a|any) (?:plan|solution)"
    r"|unsolvable|unsatisfiable"  # Madagascar, clingo
    r"|status\W+(?:unsolvable\w*|unknown|timeout|memory|memout|error|internal_error|unsupported_problem)"  # unified-planning, ours
    r"|plan: none|none(?=\W*$)"
    r")\b.*",
    re.IGNORECASE,
)
_STAMP = re.compile(r"^(?:\[t=[^\]]*\]|\d{4}-\d\d-\d\d [\d:,]+ +[A-Z]+|;+|\W+)\s*")


def refusal(text: PlanText) -> tuple[int, str] | None:
    """Return the first line, with its number, that says that there is no plan; None if none does."""
    for number, line in enumerate(text.lines, 1):
        said = _STAMP.sub("", line.strip())
        if len(said) < 500 and any(_NO_PLAN.fullmatch(part.strip()) for part in (said, *re.split(r"[.!] ", said))):
            return number, line.strip()
    return None
