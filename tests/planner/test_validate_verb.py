"""Validation by the command: missing last actions, and times in dialects without time."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import RunCommand, assert_invalid

COUPLE = [
    "(cross-2 a aw left-bank right-bank)",
    "(safe left-bank departed landed)",
    "(safe right-bank landed ready)",
]
"""a plan in strips and costs, where a crossing ends after both places are found safe"""


@pytest.mark.parametrize("dialect", ["strips", "costs"])
def test_plan_without_its_last_auxiliary_action_is_invalid(dialect: str, plan: RunCommand, tmp_path: Path) -> None:
    """Without the last action, the boat has landed, but the rules on the right bank are unchecked."""
    plan("generate", "--couples", "1", "--capacity", "2", "--dialect", dialect, "-o", ".")
    (tmp_path / "whole.plan").write_text("\n".join(COUPLE))
    (tmp_path / "short.plan").write_text("\n".join(COUPLE[:-1]))
    assert plan("validate", "p01.pddl", "whole.plan").returncode == 0
    assert_invalid(plan("validate", "p01.pddl", "short.plan"), "short.plan", "goal")
    assert_invalid(plan("narrate", "p01.pddl", "short.plan"), "short.plan", "goal")


@pytest.mark.parametrize(
    ("dialect", "actions"), [("strips", COUPLE), ("adl", COUPLE[:1]), ("axioms", [COUPLE[0], "(land right-bank)"])]
)
def test_times_in_plans_are_ignored_for_untimed_dialects(
    dialect: str, actions: list[str], plan: RunCommand, tmp_path: Path
) -> None:
    """SAS+ planners that print schedules number their steps; the plan is printed again without times."""
    plan("generate", "--couples", "1", "--capacity", "2", "--dialect", dialect, "-o", ".")
    timed = "\n".join(f"{number}.000: {action} [1.000]" for number, action in enumerate(actions))
    (tmp_path / "timed.plan").write_text(timed)
    told = plan("narrate", "p01.pddl", "timed.plan", "--format", "plan")
    assert [line for line in told.stdout.splitlines() if not line.startswith(";")] == actions, told.stderr
    (tmp_path / "told.plan").write_text(told.stdout)
    assert plan("validate", "p01.pddl", "told.plan").returncode == 0
