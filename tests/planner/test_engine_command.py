"""A user's own planner, run by a command.

Its plans are replayed like any engine's plans, and its other claims are not trusted.
"""

from __future__ import annotations

import shlex
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from conftest import RunCommand
from processes import is_alive, wait_until

import ferryplan
from ferryplan import ArgumentValueError, Engine, EngineError, solve

ALCUIN = """
(cross-2 farmer goat left-bank right-bank)
(cross-1 farmer right-bank left-bank)
(cross-2 farmer wolf left-bank right-bank)
(cross-2 farmer goat right-bank left-bank)
(cross-2 farmer cabbage left-bank right-bank)
(cross-1 farmer right-bank left-bank)
(cross-2 farmer goat left-bank right-bank)
"""
"""Alcuin's solution in the actions of the dialect adl."""
LONGER = ALCUIN + "(cross-1 farmer right-bank left-bank)\n(cross-1 farmer left-bank right-bank)\n"
PLANNERS = {
    "file": "open(sys.argv[3], 'w').write(ALCUIN)",
    "anytime": "[open(f'{sys.argv[3]}.{number}', 'w').write(plan) for number, plan in ((1, LONGER), (2, LONGER), (10, ALCUIN))]",
    "output": "print('Found a plan:' + ALCUIN + 'Done.')",
    "timed output": "print(''.join(f'{n}: {line}\\n' for n, line in enumerate(ALCUIN.split('\\n')) if line))",
}


def planner(folder: Path, body: str, plan: bool = True) -> str:
    """Write a planner script with this body and return the command that runs it."""
    script = folder / "planner.py"
    head = f"import sys, time\nALCUIN, LONGER = {ALCUIN!r}, {LONGER!r}\n"
    reads = "assert '(define (domain' in open(sys.argv[1]).read() and '(define (problem' in open(sys.argv[2]).read()\n"
    script.write_text(head + reads + textwrap.dedent(body) + "\n")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} {{domain}} {{problem}}{' {plan}' if plan else ''}"


def asked(command: str, **how: Any) -> Any:
    return solve("wolf-goat-cabbage", engine=Engine.command(command), dialect="adl", capacity=2, **how)


@pytest.mark.parametrize("form", PLANNERS)
def test_plan_of_engine_command_is_read_from_its_file_or_its_output(form: str, tmp_path: Path) -> None:
    found = asked(planner(tmp_path, PLANNERS[form], plan="output" not in form))
    assert (found.status, len(found.solution.steps)) == ("solved", 7)
    assert found.solution.steps[0].aboard == ("farmer", "goat")


def test_wrong_plan_of_engine_command_is_rejected(tmp_path: Path) -> None:
    wrong = planner(tmp_path, "open(sys.argv[3], 'w').write(ALCUIN.replace('goat', 'wolf', 1))")
    with pytest.raises(EngineError, match="returned a plan that failed in the replay"):
        asked(wrong)


@pytest.mark.parametrize(
    ("code", "status"), [(0, "unknown"), (11, "unknown"), (12, "unknown"), (22, "memory"), (23, "timeout")]
)
def test_engine_command_cannot_prove_unsolvability(code: int, status: str, tmp_path: Path) -> None:
    """An engine command cannot prove unsolvability.

    Exit codes have Fast Downward's meaning, except that 11 (unsolvable) is no proof.
    """
    assert asked(planner(tmp_path, f"sys.exit({code})"), timeout=30).status == status


def test_failing_engine_command_is_reported_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match='ended with exit code 7: "no licence"'):
        asked(planner(tmp_path, "print('no licence'); sys.exit(7)"))
    with pytest.raises(EngineError, match="no-such-planner: No such file"):
        asked("no-such-planner {domain} {problem}")


def test_timeout_ends_the_engine_command(tmp_path: Path) -> None:
    found = asked(
        planner(
            tmp_path, f"open({str(tmp_path / 'pid')!r}, 'w').write(str(__import__('os').getpid())); time.sleep(600)"
        ),
        timeout=3,
    )
    assert found.status == "timeout"
    wait_until(lambda: not is_alive(int((tmp_path / "pid").read_text())))


def test_engine_command_solves_foreign_pddl(tmp_path: Path) -> None:
    pddl = ferryplan.generate("wolf-goat-cabbage", dialect="adl")
    nobody_s = "".join(line for line in pddl.problem.splitlines(keepends=True) if not line.startswith(";"))
    found = solve((pddl.domain, nobody_s), engine=Engine.command(planner(tmp_path, PLANNERS["file"])))
    assert (found.status, len(found.plan)) == ("solved", 7)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "planner",
        "planner {domain}",
        "planner {problem} {plan}",
        "planner {domain} {problem} {sas}",
        "planner '{domain} {problem}",
    ],
)
def test_engine_command_without_file_placeholders_is_rejected(wrong: str, plan: RunCommand) -> None:
    with pytest.raises(ArgumentValueError, match="template: found"):
        Engine.command(wrong)
    run = plan("solve", "wolf-goat-cabbage", "--engine-command", wrong)
    assert run.returncode == 30
    assert "--engine-command: found" in run.stderr


def test_engine_command_option_runs_a_planner(tmp_path: Path, plan: RunCommand) -> None:
    """The option runs a planner, even by a path relative to the current folder.

    The planner itself runs in another folder.
    """
    command = planner(tmp_path, PLANNERS["file"])
    run = plan("solve", "wolf-goat-cabbage", "--capacity", "2", "--dialect", "adl", "--engine-command", command)
    assert (run.returncode, run.stderr) == (0, "")
    assert "7 crossings." in run.stdout
    own = tmp_path / "mine"
    own.write_text(f"#!{sys.executable}\n" + (tmp_path / "planner.py").read_text())
    own.chmod(0o755)
    run = plan(
        "wolf-goat-cabbage",
        "--capacity",
        "2",
        "--dialect",
        "adl",
        "--engine-command",
        "./mine {domain} {problem} {plan}",
    )
    assert "7 crossings. Mine found this solution; a shorter one may exist." in run.stdout
    both = plan("solve", "--engine-command", command, "--engine", "pyperplan")
    assert (both.returncode, both.stdout) == (30, "")
    assert "--engine-command cannot be combined with --engine" in both.stderr
