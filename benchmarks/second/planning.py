"""Planning tasks for SymK, which is built on Fast Downward: all best plans of the PDDL, up to a bound.

The PDDL is the question's own, or the program's: a second solver, not a second model.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pddl_oracle
import up_symk

from second.reading import UndecidedError

DRIVER = Path(up_symk.__file__).parent / "symk" / "fast-downward.py"
SECONDS = 60
BOUND = 2_000
SEARCH = f"symq_bd(plan_selection=top_k(num_plans={BOUND},dump_plans=false),quality=1.0)"
BLIND = "astar(blind())"
IMPOSSIBLE = (10, 11)
"""exit codes of Fast Downward: the translator, the search proved that there is no plan"""
EXHAUSTED = "Completely explored state space -- no solution!"


class Plans(NamedTuple):
    """All best plans of a task, or so many of them; moves are as answers spell them, each a list of an action's name and its objects."""

    optimum: int | None
    plans: frozenset[str]
    task: pddl_oracle.Task

    def solutions(self, most: int) -> int | None:
        """How many best plans there are; None where there may be more."""
        return len(self.plans) if len(self.plans) < BOUND else None

    def run(self, moves: Any) -> tuple[int, bool]:
        """How many actions are applicable, one after the other, and whether the goal holds behind them."""
        actions = [(str(name), *map(str, arguments)) for name, *arguments in moves]
        anywhere = dataclasses.replace(self.task, goal=["and"])
        made = next(n for n in range(len(actions), -1, -1) if pddl_oracle.is_plan(anywhere, actions[:n]))
        return made, made == len(actions) and pddl_oracle.is_plan(self.task, actions)

    def cost(self, moves: Any) -> int:
        """How many actions there are: in no puzzle of ours does one cost more."""
        return len(moves)

    def best(self, moves: Any, following: Any) -> bool:
        """Whether the actions that follow, each by itself, are the best ones after those made. Raises UndecidedError if not all plans are known."""
        if self.solutions(0) is None:
            raise UndecidedError("more best plans than are looked at")
        made = _told(moves)
        onward = {plan[len(made) :].split(")")[0].strip(" (") for plan in self.plans if plan.startswith(made)}
        return onward == {_told([one]).strip("()") for one in following}


def _told(moves: Any) -> str:
    return " ".join(f"({' '.join(map(str, move))})" for move in moves)


@functools.lru_cache(256)
def plans_of(domain: str, problem: str) -> Plans:
    """All best plans. Raises UndecidedError where they are not found in time."""
    task = pddl_oracle.read_task(domain, problem)
    plans = _written(domain, problem, SEARCH)
    if not plans:
        return Plans(None, frozenset(), task)
    costs = {int(found[1]) for one in plans if (found := re.search(r"cost = (\d+)", one))}
    return Plans(min(costs), frozenset(plan_in(one) for one in plans), task)


def solvable(domain: str, problem: str) -> bool:
    """Whether there is a plan. Raises UndecidedError where that is not found out in time."""
    return bool(_written(domain, problem, BLIND))


def plan_in(text: str) -> str:
    """The actions of a plan as one text."""
    return " ".join(re.findall(r"\([^()]*\)", re.sub(r";.*", "", text)))


def _written(domain: str, problem: str, search: str) -> list[str]:
    """The plans as they were written; none if it is proven that there is none. Raises UndecidedError."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "domain.pddl").write_text(domain, encoding="utf-8")
        (path / "p01.pddl").write_text(problem, encoding="utf-8")
        command = [sys.executable, str(DRIVER), "--overall-time-limit", f"{SECONDS}", "domain.pddl", "p01.pddl"]
        run = subprocess.run([*command, "--search", search], cwd=folder, capture_output=True, text=True, check=False)
        plans = [one.read_text().lower() for one in sorted(path.rglob("sas_plan*"))]
    if plans and run.returncode == 0:
        return plans
    if run.returncode in IMPOSSIBLE or EXHAUSTED in run.stdout:
        return []
    if search != BLIND:  # to find none is a proof where the search is blind
        return _written(domain, problem, BLIND)
    raise UndecidedError(f"Fast Downward: exit code {run.returncode}")
