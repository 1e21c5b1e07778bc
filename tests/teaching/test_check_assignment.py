"""Verdicts of `plan check` on models of assignment puzzles, compared with exhaustive search.

The oracle is the set of boards in the goal states of the model.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pddl_oracle
import pytest
from budget import scale
from conftest import RunCommand
from model_mutants import generate_mutants
from support import CASES

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.checking import model_verdict
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

Board = frozenset[tuple[str, ...]]
"""A board as its placements: row and column numbers for queens; row, column and digit for sudoku."""
GIVENS = "1324.2..24..31.2"
MOST = 2_000
"""The largest number of states for which the oracle searches a model."""
MODELS: dict[str, tuple[str, dict[str, int | str]]] = {
    "queens-in-any-order": ("queens", {"queens": 4}),
    "queens-as-pieces": ("queens", {"queens": 4}),
    "sudoku-of-four": ("sudoku", {"givens": GIVENS}),
}


def queens() -> Iterator[Board]:
    for columns in itertools.permutations(range(1, 5)):
        board = [*enumerate(columns, 1)]
        if all(abs(a - c) != abs(b - d) for (a, b), (c, d) in itertools.combinations(board, 2)):
            yield frozenset((str(row), str(column)) for row, column in board)


def sudokus() -> Iterator[Board]:
    cells = [*itertools.product(range(4), repeat=2)]
    units = [[4 * row + column for row, column in cells if key(row, column) == n] for n in range(4) for key in (
        lambda row, column: row, lambda row, column: column, lambda row, column: row // 2 * 2 + column // 2)]  # fmt: skip
    rows = [[
        "".join(row) for row in itertools.permutations("1234")
        if all(given in (".", digit) for given, digit in zip(givens, row, strict=True))
    ] for givens in (GIVENS[start : start + 4] for start in range(0, 16, 4))]  # fmt: skip
    for digits in map("".join, itertools.product(*rows)):
        if all(len({digits[one] for one in unit}) == 4 for unit in units):
            yield frozenset((str(r + 1), str(c + 1), digit) for (r, c), digit in zip(cells, digits, strict=True))


@functools.cache
def find_solutions(puzzle: str) -> set[Board]:
    """Return the boards that solve a puzzle, by trying all."""
    return {*queens()} if puzzle == "queens" else {*sudokus()}


def texts(name: str) -> tuple[str, str]:
    return (CASES / "placings" / name / "domain.pddl").read_text(), (CASES / "placings" / name / "p01.pddl").read_text()


def board(atoms: set[tuple[str, ...]]) -> Board:
    """Return the board that the atoms describe, with the numbers in the names of rows and columns."""
    told = {"queen-at": slice(1, 3), "at": slice(2, 4), "value": slice(1, 4)}
    return frozenset(tuple(word[1:] for word in atom[told[atom[0]]]) for atom in atoms if atom[0] in told)


def ends(domain: str, problem: str) -> set[Board] | None:
    """Return the boards in all goal states, or None if the model has too many states."""
    task = pddl_oracle.read_task(domain, problem)
    known, found = {task.initial: None}, set[Board]()
    queue = [task.initial]
    for state in queue:
        facts = pddl_oracle.derive_facts(state, task)
        if pddl_oracle.evaluate(task.goal, {}, facts, task):
            found.add(board(facts.atoms | task.static))
        for _, after in pddl_oracle.successors(state, task, facts):
            if after not in known:
                known[after] = None
                queue.append(after)
        if len(queue) > MOST:
            return None
    return found


def verdict(instance: AnyInstance, domain: str, problem: str) -> ModelVerdict:
    model = make_pddl_puzzle(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"), Path("domain.toml"))
    return check_against_puzzle(instance, instantiate(model, {}))


@pytest.mark.parametrize("name", MODELS)
def test_handwritten_correct_models_are_judged_equivalent(name: str) -> None:
    puzzle, parameters = MODELS[name]
    told = verdict(instantiate_smallest(load(puzzle), parameters), *texts(name))
    assert told.differences == []
    if name != "queens-as-pieces":  # there, any of the queens may stand in any row
        assert ends(*texts(name)) == find_solutions(puzzle)


def check_changed(name: str, tried: int, seed: int) -> Counter[str]:
    """Check that the verdicts on `tried` mutants of a model match the oracle, and count the outcomes.

    Mutants that the oracle cannot decide are skipped.
    """
    puzzle, parameters = MODELS[name]
    instance, kinds = instantiate_smallest(load(puzzle), parameters), Counter[str]()
    for change, *changed in itertools.islice(generate_mutants(*texts(name), random.Random(seed)), tried):
        try:
            if (found := ends(*changed)) is None:
                continue
            told = verdict(instance, *changed)
        except (AssertionError, KeyError, PddlError):  # planners differ in the meaning of the mutant, or it has none
            continue
        except UndecidedModelError:
            kinds["not decided"] += 1
            continue
        assert (found == find_solutions(puzzle)) == (not told.differences), (
            change,
            [one.kind for one in told.differences],
            *changed,
        )
        kinds.update({one.kind for one in told.differences} or {"the same"})
        for one in told.differences:
            plan = [(move.name, *move.arguments) for move, _ in one.difference.steps]
            if one.kind != "solution-missing":
                assert pddl_oracle.is_plan(pddl_oracle.read_task(*changed), plan)
    return kinds


@pytest.mark.parametrize("name", ["queens-in-any-order", "sudoku-of-four"])
def test_verdicts_on_mutated_models_match_the_oracle(name: str) -> None:
    number = scale(3)
    kinds = check_changed(name, number, 4)
    assert len(kinds) > 1
    assert kinds["not decided"] <= number / 3


def test_report_shows_the_board_of_a_difference(plan: RunCommand, tmp_path: Path) -> None:
    domain, problem = texts("queens-in-any-order")
    (tmp_path / "domain.pddl").write_text(domain.replace("(not (= ?b ?c))", "(and)"))
    (tmp_path / "p01.pddl").write_text(problem)
    result = plan("check", "queens", "--queens", "4", "--problem", str(tmp_path / "p01.pddl"))
    assert result.returncode == 14
    assert "1. The model does not enforce this rule: No two queens stand in the same column." in result.stdout
    assert "In the model: (put n1 n1), (put n2 n1), (put n3 n1), (put n4 n1)." in result.stdout
    assert "   1  2  3  4\n1  Q  .  .  .\n2  Q  .  .  .\n3  Q  .  .  .\n4  Q  .  .  .\n" in result.stdout


def test_differences_before_the_state_limit_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_verdict, "MAX_PAIRS", 100)
    puzzle, parameters = MODELS["sudoku-of-four"]
    instance, (domain, problem) = instantiate_smallest(load(puzzle), parameters), texts("sudoku-of-four")
    with pytest.raises(UndecidedModelError, match="stopped at its limit"):
        verdict(instance, domain, problem)
    found = verdict(instance, domain.replace("(not (= ?x ?r))", "(and)"), problem).differences
    assert {one.kind for one in found} == {"rule-missing"}
