"""A plan file, written."""

from __future__ import annotations

from collections.abc import Sequence

from planner.plans.action import Action

__all__ = ["write_plan"]


def write_plan(actions: Sequence[Action], domain: str, problem: str, cost: int | None = None) -> str:
    """Return a plan file as VAL and the PDDL extension of VS Code read it; ``domain`` and ``problem`` are the names of the two.

    ``cost`` is the total cost in a domain with action costs, None in one without.
    """
    lines = [
        f";;!domain: {domain}",
        f";;!problem: {problem}",
        *(action.timed for action in actions),
        f"; cost = {len(actions)} (unit cost)" if cost is None else f"; cost = {cost} (general cost)",
    ]
    return "\n".join(lines) + "\n"
