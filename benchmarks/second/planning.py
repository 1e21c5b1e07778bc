"""Planning tasks for SymK, which finds all optimal plans up to a bound.

SymK is based on Fast Downward. The PDDL is the question's own or ferryplan's, so this is a second solver, but not a
second model.
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
MAX_SECONDS = 60
MAX_PLANS = 2_000
SEARCH = f"symq_bd(plan_selection=top_k(num_plans={MAX_PLANS},dump_plans=false),quality=1.0)"
BLIND = "astar(blind())"
UNSOLVABLE_CODES = (10, 11)
"""The exit codes with which Fast Downward's translator or search proves that there is no plan."""
EXHAUSTED = "Completely explored state space -- no solution!"


class Plans(NamedTuple):
    """The optimal plans of a task, up to `MAX_PLANS`; a move is a list of an action's name and objects."""

    optimum: int | None
    plans: frozenset[str]
    task: pddl_oracle.Task

    def count_solutions(self, most: int) -> int | None:
        """Return the number of optimal plans; None if there may be more than `MAX_PLANS`."""
        return len(self.plans) if len(self.plans) < MAX_PLANS else None

    def run_moves(self, moves: Any) -> tuple[int, bool]:
        """Return how many actions are applicable one after the other, and whether they reach the goal."""
        actions = [(str(name), *map(str, arguments)) for name, *arguments in moves]
        anywhere = dataclasses.replace(self.task, goal=["and"])
        made = next(n for n in range(len(actions), -1, -1) if pddl_oracle.is_plan(anywhere, actions[:n]))
        return made, made == len(actions) and pddl_oracle.is_plan(self.task, actions)

    def cost_of_moves(self, moves: Any) -> int:
        """Return the number of actions, because each action in the catalog's puzzles costs 1."""
        return len(moves)

    def are_best_moves(self, moves: Any, following: Any) -> bool:
        """Return whether ``following`` are exactly the optimal next actions after ``moves``.

        Raises UndecidedError if not all optimal plans are known.
        """
        if self.count_solutions(0) is None:
            raise UndecidedError("more best plans than are looked at")
        made = _format_moves(moves)
        onward = {plan[len(made) :].split(")")[0].strip(" (") for plan in self.plans if plan.startswith(made)}
        return onward == {_format_moves([one]).strip("()") for one in following}


def _format_moves(moves: Any) -> str:
    return " ".join(f"({' '.join(map(str, move))})" for move in moves)


@functools.lru_cache(256)
def find_best_plans(domain: str, problem: str) -> Plans:
    """Return the optimal plans of a task. Raises UndecidedError at the time limit."""
    task = pddl_oracle.read_task(domain, problem)
    plans = _run_planner(domain, problem, SEARCH)
    if not plans:
        return Plans(None, frozenset(), task)
    costs = {int(found[1]) for one in plans if (found := re.search(r"cost = (\d+)", one))}
    return Plans(min(costs), frozenset(extract_plan(one) for one in plans), task)


def is_solvable(domain: str, problem: str) -> bool:
    """Return whether a task has a plan. Raises UndecidedError at the time limit."""
    return bool(_run_planner(domain, problem, BLIND))


def extract_plan(text: str) -> str:
    """Return the actions of a plan file as one line of text."""
    return " ".join(re.findall(r"\([^()]*\)", re.sub(r";.*", "", text)))


def _run_planner(domain: str, problem: str, search: str) -> list[str]:
    """Return the plan files that a search writes; none if there is provably no plan.

    Raises UndecidedError if the search does not decide.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "domain.pddl").write_text(domain, encoding="utf-8")
        (path / "p01.pddl").write_text(problem, encoding="utf-8")
        command = [sys.executable, str(DRIVER), "--overall-time-limit", f"{MAX_SECONDS}", "domain.pddl", "p01.pddl"]
        run = subprocess.run([*command, "--search", search], cwd=folder, capture_output=True, text=True, check=False)
        plans = [one.read_text().lower() for one in sorted(path.rglob("sas_plan*"))]
    if plans and run.returncode == 0:
        return plans
    if run.returncode in UNSOLVABLE_CODES or EXHAUSTED in run.stdout:
        return []
    if search != BLIND:  # only the blind search proves that there is no plan
        return _run_planner(domain, problem, BLIND)
    raise UndecidedError(f"Fast Downward: exit code {run.returncode}")
