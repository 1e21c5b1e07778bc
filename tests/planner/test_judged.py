"""Plans judged by the command: what is left out at the end, and times where the dialect knows none."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run, invalid

COUPLE = [
    "(cross-2 a aw left-bank right-bank)",
    "(safe left-bank departed landed)",
    "(safe right-bank landed ready)",
]
"""in strips and costs, where a crossing is over when both places are found safe"""


@pytest.mark.parametrize("dialect", ["strips", "costs"])
def test_a_plan_ends_where_the_goal_holds(dialect: str, plan: Run, tmp_path: Path) -> None:
    """Without its last action the boat has landed, but nobody has looked at those on the right bank."""
    plan("generate", "--couples", "1", "--capacity", "2", "--dialect", dialect, "-o", ".")
    (tmp_path / "whole.plan").write_text("\n".join(COUPLE))
    (tmp_path / "short.plan").write_text("\n".join(COUPLE[:-1]))
    assert plan("validate", "p01.pddl", "whole.plan").returncode == 0
    invalid(plan("validate", "p01.pddl", "short.plan"), "short.plan", "goal")
    invalid(plan("narrate", "p01.pddl", "short.plan"), "short.plan", "goal")


@pytest.mark.parametrize(
    ("dialect", "actions"), [("strips", COUPLE), ("adl", COUPLE[:1]), ("axioms", [COUPLE[0], "(land right-bank)"])]
)
def test_times_are_dropped_where_the_dialect_knows_none(
    dialect: str, actions: list[str], plan: Run, tmp_path: Path
) -> None:
    """As SAS+ planners that print schedules number their steps; told as a plan, it is one of the dialect again."""
    plan("generate", "--couples", "1", "--capacity", "2", "--dialect", dialect, "-o", ".")
    timed = "\n".join(f"{number}.000: {action} [1.000]" for number, action in enumerate(actions))
    (tmp_path / "timed.plan").write_text(timed)
    told = plan("narrate", "p01.pddl", "timed.plan", "--format", "plan")
    assert [line for line in told.stdout.splitlines() if not line.startswith(";")] == actions, told.stderr
    (tmp_path / "told.plan").write_text(told.stdout)
    assert plan("validate", "p01.pddl", "told.plan").returncode == 0
