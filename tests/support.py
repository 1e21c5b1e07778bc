"""What the tests share."""

from __future__ import annotations

import itertools
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from processes import PATIENCE

from ferryplan import domains
from ferryplan.generator.crossing.formulations import FORMULATIONS
from ferryplan.generator.crossing.instance import Instance, State
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.instance import Value
from ferryplan.generator.puzzle import catalogue, load
from ferryplan.generator.search.breadth_first import explore

ACTIONS_PER_CROSSING = {"strips": 3, "adl": 1, "axioms": 2, "costs": 3}
"""in the dialects with named travelers; in strips and costs one more where rules count crossings"""
CASES = Path(__file__).parent / "cases"


def crossings() -> list[CrossingFile]:
    """The river crossings of the catalogue, sorted by name."""
    return [puzzle for puzzle in catalogue() if isinstance(puzzle, CrossingFile)]


def make(puzzle: str, **parameters: Value) -> Instance:
    """An instance of the catalogue."""
    return instantiate(load(puzzle), parameters)


def told_otherwise(puzzle: str, **changed: object) -> CrossingFile:
    """A puzzle of the catalogue with some of its tables changed."""
    return CrossingFile(**{**tomllib.loads(domains.puzzle_files()[puzzle].read_text()), **changed})


def thinned(cases: Sequence[Sequence[object]], every: int) -> list[object]:
    """The cases, of which one of so many is run where tests should be quick; the others are marked as slow."""
    return [
        pytest.param(*case, marks=[pytest.mark.slow] if number % every else []) for number, case in enumerate(cases)
    ]


def in_turn(
    all_of_these: Sequence[Sequence[object]], with_these: Sequence[Sequence[object]], each: int
) -> list[tuple[object, ...]]:
    """Each of the first, with so many of the others in turn, instead of every pair: where the two have little to do with each other."""
    others = itertools.cycle(with_these)
    return [(*one, *next(others)) for one in all_of_these for _ in range(each)]


def product(**values: Sequence[int]) -> list[dict[str, int]]:
    """Every combination of the values; the last parameter changes fastest."""
    return [dict(zip(values, combination, strict=True)) for combination in itertools.product(*values.values())]


def formulations_of(puzzle: str) -> list[tuple[str, str]]:
    """The dialects with the encodings that a puzzle of the catalogue has: where crossings cost different amounts, those that weigh them;
    where rules count crossings, those that do."""
    file = load(puzzle)
    timed = any(rule.rule in ("deadline", "limit") for rule in file.rules)
    return [
        (one.dialect, one.encoding)
        for one in FORMULATIONS
        if file.cost is None or file.cost.crossing in one.weighs
        if one.counts_crossings or not timed
    ]


def dialects_of(puzzle: str) -> list[str]:
    """The dialects with named travelers that a puzzle of the catalogue has."""
    return [dialect for dialect, encoding in formulations_of(puzzle) if encoding == "named"]


def ask_fast_downward(problem: Path, folder: Path) -> tuple[str | None, subprocess.CompletedProcess[str]]:
    """The plan file of a shortest plan that Fast Downward finds for a problem of a suite, or None; it looks for the domain itself."""
    import up_fast_downward

    driver = Path(up_fast_downward.__file__).parent / "downward" / "fast-downward.py"
    plan = folder / "plan"
    plan.unlink(missing_ok=True)
    command = [sys.executable, driver, "--plan-file", plan, problem, "--search", "astar(blind())"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    return plan.read_text() if plan.exists() else None, run


def is_settled(state: frozenset[tuple[str, ...]], dialect: str) -> bool:
    """Whether in a state of the PDDL with named travelers a crossing is complete, and found to be allowed."""
    predicates = {atom[0] for atom in state}
    return {
        "strips": ("now", "ready") in state,
        "costs": ("now", "ready") in state,
        "adl": True,
        "axioms": "boat-at" in predicates and "unsafe" not in predicates,
    }[dialect]


def facts(state: State, instance: Instance) -> frozenset[tuple[str, ...]]:
    """What the PDDL says of a state, as far as boat and travelers go."""
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


def assert_moves_are_those_of_the_rules(
    states: Mapping[frozenset[tuple[str, ...]], set[frozenset[tuple[str, ...]]]], instance: Instance, dialect: str
) -> None:
    """That in the PDDL with named travelers, explored, the same states are reached as by the rules, and from each the same follow
    after one crossing: who was in the boat shows in who is where."""
    space = CrossingSpace(instance)
    expected = {
        facts(state, instance): {facts(after, instance) for _, after in space.moves(state)}
        for state in explore(space).depths
    }
    settled = [state for state in states if is_settled(state, dialect)]
    found = {_of_boat_and_travellers(state): set[frozenset[tuple[str, ...]]]() for state in settled}
    assert len(found) == len(settled)
    for state in settled:
        queue, seen = [*states[state]], {*states[state]}
        for following in queue:
            if is_settled(following, dialect):
                found[_of_boat_and_travellers(state)].add(_of_boat_and_travellers(following))
            else:
                queue += states[following] - seen
                seen |= states[following]
    wrong = [state for state in found.keys() | expected.keys() if found.get(state) != expected.get(state)]
    assert not wrong, f"{len(wrong)} of {len(expected)} states, such as {sorted(wrong[0])}"


def _of_boat_and_travellers(state: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    return frozenset(atom for atom in state if atom[0] in ("at", "boat-at", "clock"))


def reached(instance: Instance) -> set[frozenset[tuple[str, ...]]]:
    """The states that the rules reach, as the PDDL says them."""
    return {facts(state, instance) for state in explore(CrossingSpace(instance)).depths}
