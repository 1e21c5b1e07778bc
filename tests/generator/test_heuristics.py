"""Heuristics: never too much where they promise it, and what Fast Downward and pyperplan say of the same states."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, reject
from pyperplan.heuristics.relaxation import hAddHeuristic, hFFHeuristic, hMaxHeuristic
from pyperplan.planner import _ground, _parse
from pyperplan.search.searchspace import make_root_node
from strategies.campaigns import fixed
from strategies.tasks import Drawn, tasks
from truth_of_tasks import truth_of

from generator.families import instantiate_smallest
from generator.generation import generate
from generator.pddl.reader import read_both
from generator.pddl.states import State
from generator.pddl.strips import NotStripsError
from generator.pddl.task import Task
from generator.puzzle import load
from generator.textbook.heuristics.estimates import HEURISTICS, Known

ASKED = {"hmax": "hmax()", "hadd": "add()", "hff": "ff()", "lmcut": "lmcut()", "hsp-m": "hm(m=2)"}
"""what Fast Downward calls them"""
TOLD = {"hmax": "hmax", "hadd": "add", "hff": "ff", "lmcut": "lmcut", "hsp-m": "hm"}


def expect_promises_kept(drawn: Drawn) -> None:
    truth = truth_of(drawn)
    known, reached = Known(truth.task), truth.reached()
    if len(reached) < 2:
        reject()
    try:
        estimates = {name: one.of(known) for name, one in HEURISTICS.items()}
    except NotStripsError:
        reject()
    for state in reached:
        least = truth.costs[truth.seen(state)]
        for name, estimate in estimates.items():
            said = estimate(state)
            assert said >= 0
            assert said <= least or not HEURISTICS[name].admissible, (name, said, least)
            assert said < math.inf or least == math.inf, (name, "no way is cut off")
            assert said == 0 or not truth.task.is_goal(state), name
        assert estimates["perfect"](state) == least
        assert estimates["hmax"](state) <= estimates["hsp-m"](state)
        assert estimates["hmax"](state) <= estimates["lmcut"](state)
        assert estimates["hmax"](state) <= estimates["hff"](state) <= estimates["hadd"](state)


@given(tasks(derived=False, numeric=False))
@fixed(25)
def test_what_is_admissible_never_says_too_much(drawn: Drawn) -> None:
    expect_promises_kept(drawn)


@pytest.mark.slow
@given(tasks(derived=False, numeric=False))
@fixed(250)
def test_what_is_admissible_never_says_too_much_of_more_tasks(drawn: Drawn) -> None:
    expect_promises_kept(drawn)


def written(puzzle: str, folder: Path, dialect: str, parameters: dict[str, object]) -> Task:
    pddl = generate(instantiate_smallest(load(puzzle), parameters), dialect)
    (folder / "domain.pddl").write_text(pddl.domain)
    (folder / "p01.pddl").write_text(pddl.problem)
    return Task(*read_both(pddl.domain, pddl.problem, "domain", "problem"))


PUZZLES: list[tuple[str, dict[str, object]]] = [
    ("wolf-goat-cabbage", {}), ("jealous-couples", {"couples": 2}), ("gripper", {}), ("hanoi", {"discs": 3}), ("four-houses", {}),
    ("queens", {"queens": 4}), ("blocks", {}), ("jugs", {}),
]  # fmt: skip


@pytest.mark.parametrize(("puzzle", "parameters"), PUZZLES)
def test_relaxations_are_pyperplan_s(puzzle: str, parameters: dict[str, object], tmp_path: Path) -> None:
    """h-max and h-add have one value. Of h-FF, which chooses between operators that are equally cheap, the bounds and most values."""
    known = Known(written(puzzle, tmp_path, "strips", parameters))
    task = _ground(_parse(str(tmp_path / "domain.pddl"), str(tmp_path / "p01.pddl")))
    theirs = {"hmax": hMaxHeuristic(task), "hadd": hAddHeuristic(task), "hff": hFFHeuristic(task)}
    ours = {name: HEURISTICS[name].of(known) for name in theirs}
    reached = [*(known.distances or {})][:400]
    same = 0
    for state in reached:
        node = make_root_node(frozenset(f"({' '.join(fact)})" for fact in state.facts) & task.facts)
        for name in ("hmax", "hadd"):
            assert ours[name](state) == theirs[name](node)
        same += ours["hff"](state) == theirs["hff"](node)
    assert same >= 0.7 * len(reached)


def fast_downward_of(state: State, task: Task, folder: Path) -> dict[str, float]:
    """What Fast Downward says of a state, taken for the start."""
    import up_fast_downward

    problem = (folder / "p01.pddl").read_text()
    head, _, rest = problem.partition("(:init")
    depth = 1
    for at, letter in enumerate(rest):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            break
    changing = {fact[0] for fact in task.within_reach[1]}
    kept = [line for line in re.findall(r"\((?:[^()]|\([^()]*\))*\)", re.sub(r";.*", "", rest[:at]))]
    still = [line for line in kept if line[1:-1].split()[0] not in changing]
    facts = [f"({' '.join(fact)})" for fact in sorted(state.facts)]
    (folder / "here.pddl").write_text(f"{head}(:init {' '.join([*still, *facts])}){rest[at + 1 :]}")
    driver = Path(up_fast_downward.__file__).parent / "downward" / "fast-downward.py"
    search = f"lazy_greedy([{', '.join(ASKED.values())}], bound=1)"
    command = [sys.executable, driver, "domain.pddl", "here.pddl", "--search", search]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    found = dict(re.findall(r"Initial heuristic value for (\w+): (\w+)", run.stdout))
    return {name: math.inf if found[told] == "infinity" else int(found[told]) for name, told in TOLD.items()}


def expect_fast_downward_s(puzzle: str, dialect: str, folder: Path, parameters: dict[str, object], every: int) -> None:
    known = Known(written(puzzle, folder, dialect, parameters))
    ours = {name: HEURISTICS[name].of(known) for name in ASKED}
    reached = [state for state, least in (known.distances or {}).items() if 0 < least < math.inf]
    for state in reached[::every]:
        theirs = fast_downward_of(state, known.task, folder)
        assert {name: ours[name](state) for name in ASKED} == theirs, (puzzle, state)


@pytest.mark.parametrize(("puzzle", "dialect", "every"), [("gripper", "strips", 9), ("bridge-torch", "costs", 60)])
def test_heuristics_are_fast_downward_s(puzzle: str, dialect: str, every: int, tmp_path: Path) -> None:
    expect_fast_downward_s(puzzle, dialect, tmp_path, {}, every)
