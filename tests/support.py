"""Helpers shared by many tests."""

from __future__ import annotations

import itertools
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from budget import draw_cases
from processes import MAX_WAIT_SECONDS

from ferryplan import domains
from ferryplan.generator.crossing.formulations import FORMULATIONS
from ferryplan.generator.crossing.instance import CrossingState, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.puzzle import load, load_catalog
from ferryplan.generator.search.breadth_first import explore

Case = TypeVar("Case")

ACTIONS_PER_CROSSING = {"strips": 3, "adl": 1, "axioms": 2, "costs": 3}
"""the actions of a crossing in the dialects with named travelers; strips and costs have one more where rules count crossings"""
CASES = Path(__file__).parent / "cases"


def load_crossings() -> list[CrossingFile]:
    """Return the river crossings of the catalogue, sorted by name."""
    return [puzzle for puzzle in load_catalog() if isinstance(puzzle, CrossingFile)]


def make_instance(puzzle: str, **parameters: ParameterValue) -> Instance:
    """Return an instance of a puzzle of the catalogue."""
    return instantiate(load(puzzle), parameters)


def load_changed_puzzle(puzzle: str, **changed: object) -> CrossingFile:
    """Return a puzzle of the catalogue with some of its tables changed."""
    return CrossingFile(**{**tomllib.loads(domains.puzzle_files()[puzzle].read_text()), **changed})


def pair_in_turn(
    all_of_these: Sequence[Sequence[object]], with_these: Sequence[Sequence[object]], each: int
) -> list[tuple[object, ...]]:
    """Return each of the first cases with `each` of the others in turn, instead of all pairs.

    This is for cases whose two parts hardly affect each other.
    """
    others = itertools.cycle(with_these)
    return [(*one, *next(others)) for one in all_of_these for _ in range(each)]


def draw_with_each(cases: Sequence[Case], number: int, kind_of: Callable[[Case], object]) -> list[Case]:
    """Return drawn cases in their order, with the first case of each kind that was not drawn."""
    drawn = draw_cases(range(len(cases)), number)
    first = {kind_of(case): index for index, case in reversed([*enumerate(cases)])}
    kinds = {kind_of(cases[index]) for index in drawn}
    chosen = {*drawn, *(index for kind, index in first.items() if kind not in kinds)}
    return [cases[index] for index in sorted(chosen)]


def combine_values(**values: Sequence[int]) -> list[dict[str, int]]:
    """Return every combination of the values; the last parameter changes fastest."""
    return [dict(zip(values, combination, strict=True)) for combination in itertools.product(*values.values())]


def list_formulations(puzzle: str) -> list[tuple[str, str]]:
    """Return the pairs of dialect and encoding that a puzzle of the catalogue has.

    Where crossings have different costs, these are the ones with costs; where rules count crossings, the ones with counters.
    """
    file = load(puzzle)
    timed = any(rule.rule in ("deadline", "limit") for rule in file.rules)
    return [
        (one.dialect, one.encoding)
        for one in FORMULATIONS
        if file.cost is None or file.cost.crossing in one.minimized_costs
        if one.can_count_crossings or not timed
    ]


def list_dialects(puzzle: str) -> list[str]:
    """Return the dialects with named travelers that a puzzle of the catalogue has."""
    return [dialect for dialect, encoding in list_formulations(puzzle) if encoding == "named"]


def run_fast_downward(problem: Path, folder: Path) -> tuple[str | None, subprocess.CompletedProcess[str]]:
    """Run Fast Downward on a problem of a suite and return the plan file and the process.

    The text of the plan file is that of a shortest plan, or None.

    Fast Downward finds the domain by itself.
    """
    import up_fast_downward

    driver = Path(up_fast_downward.__file__).parent / "downward" / "fast-downward.py"
    plan = folder / "plan"
    plan.unlink(missing_ok=True)
    command = [sys.executable, driver, "--plan-file", plan, problem, "--search", "astar(blind())"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS)
    return plan.read_text() if plan.exists() else None, run


def is_settled(state: frozenset[tuple[str, ...]], dialect: str) -> bool:
    """Return whether a state of the PDDL with named travelers follows a complete and legal crossing."""
    predicates = {atom[0] for atom in state}
    return {
        "strips": ("now", "ready") in state,
        "costs": ("now", "ready") in state,
        "adl": True,
        "axioms": "boat-at" in predicates and "unsafe" not in predicates,
    }[dialect]


def list_state_facts(state: CrossingState, instance: Instance) -> frozenset[tuple[str, ...]]:
    """Return the facts of boat and travelers in the PDDL state of a puzzle state."""
    found = {("boat-at", instance.places[state.boat].symbol)}
    if instance.horizon:
        found.add(("clock", f"moment-{state.clock}"))
    for place, company in zip(instance.places, state.companies, strict=True):
        found |= {
            ("at", traveller.symbol, place.symbol)
            for index, traveller in enumerate(instance.travellers)
            if company >> index & 1
        }
    return frozenset(found)


def assert_moves_match_rules(
    states: Mapping[frozenset[tuple[str, ...]], set[frozenset[tuple[str, ...]]]], instance: Instance, dialect: str
) -> None:
    """Assert that the PDDL reaches the states of the rules, each with the same successors.

    The PDDL has named travelers and is already explored.

    A successor is the state after one crossing: the load shows in the changed positions.
    """
    space = CrossingSpace(instance)
    expected = {
        list_state_facts(state, instance): {list_state_facts(after, instance) for _, after in space.successors(state)}
        for state in explore(space).depths
    }
    settled = [state for state in states if is_settled(state, dialect)]
    found = {_select_position_facts(state): set[frozenset[tuple[str, ...]]]() for state in settled}
    assert len(found) == len(settled)
    for state in settled:
        queue, seen = [*states[state]], {*states[state]}
        for following in queue:
            if is_settled(following, dialect):
                found[_select_position_facts(state)].add(_select_position_facts(following))
            else:
                queue += states[following] - seen
                seen |= states[following]
    wrong = [state for state in found.keys() | expected.keys() if found.get(state) != expected.get(state)]
    assert not wrong, f"{len(wrong)} of {len(expected)} states, such as {sorted(wrong[0])}"


def _select_position_facts(state: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    return frozenset(atom for atom in state if atom[0] in ("at", "boat-at", "clock"))


def find_reached_states(instance: Instance) -> set[frozenset[tuple[str, ...]]]:
    """Return the states that the rules reach, as facts of the PDDL."""
    return {list_state_facts(state, instance) for state in explore(CrossingSpace(instance)).depths}
