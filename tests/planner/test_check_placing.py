"""Whether `plan check` is right about models in which things are placed: the boards with which they may end, found by trial as well."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pddl_oracle
import pytest
from conftest import Run
from model_mutants import mutants
from support import CASES

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import family_of, instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pairs import of_texts
from ferryplan.teaching.checking import comparing
from ferryplan.teaching.checking.comparing import Verdict
from ferryplan.teaching.checking.verdict import UncheckedError, check

Board = frozenset[tuple[str, ...]]
"""who is where: for each row its number with that of a column, for each cell of a grid with a digit"""
GIVENS = "1324.2..24..31.2"
MOST = 2_000
"""of models that have more states it is not found out what they are"""
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
    for rows in itertools.product(itertools.permutations("1234"), repeat=4):
        digits = "".join(map("".join, rows))
        if all(given in (".", digit) for given, digit in zip(GIVENS, digits, strict=True)) and all(
            len({digits[one] for one in unit}) == 4 for unit in units
        ):
            yield frozenset((str(r + 1), str(c + 1), digit) for (r, c), digit in zip(cells, digits, strict=True))


SOLUTIONS = {"queens": {*queens()}, "sudoku": {*sudokus()}}


def texts(name: str) -> tuple[str, str]:
    return (CASES / "placings" / name / "domain.pddl").read_text(), (CASES / "placings" / name / "p01.pddl").read_text()


def board(atoms: set[tuple[str, ...]]) -> Board:
    """Whatever the model calls a place by which its numbers are told."""
    told = {"queen-at": slice(1, 3), "at": slice(2, 4), "value": slice(1, 4)}
    return frozenset(tuple(word[1:] for word in atom[told[atom[0]]]) for atom in atoms if atom[0] in told)


def ends(domain: str, problem: str) -> set[Board] | None:
    """The boards on which the goal holds; None for too many states."""
    task = pddl_oracle.read(domain, problem)
    known, found = {task.initial: None}, set[Board]()
    queue = [task.initial]
    for state in queue:
        facts = pddl_oracle.facts_of(state, task)
        if pddl_oracle.evaluate(task.goal, {}, facts, task):
            found.add(board(facts.atoms | task.static))
        for _, after in pddl_oracle.successors(state, task, facts):
            if after not in known:
                known[after] = None
                queue.append(after)
        if len(queue) > MOST:
            return None
    return found


def verdict(instance: AnyInstance, domain: str, problem: str) -> Verdict:
    model = of_texts(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"), Path("domain.toml"))
    return check(instance, instantiate(model, {}))


OWN: list[tuple[str, dict[str, int | str]]] = [
    ("queens", {"queens": 5}),
    ("sudoku", {"givens": GIVENS}),
    ("zebra", {}),
    ("four-houses", {}),
    ("send-more-money", {}),
]


@pytest.mark.parametrize(("puzzle", "parameters"), OWN, ids=[puzzle for puzzle, _ in OWN])
def test_our_own_pddl_is_the_same(puzzle: str, parameters: dict[str, int | str]) -> None:
    instance = instantiate_smallest(load(puzzle), parameters)
    for formulation in family_of(instance).formulations:
        pddl = generate(instance, formulation.dialect, formulation.encoding)
        assert verdict(instance, pddl.domain, pddl.problem).found == []


@pytest.mark.parametrize("name", MODELS)
def test_right_models_are_the_same(name: str) -> None:
    puzzle, parameters = MODELS[name]
    told = verdict(instantiate_smallest(load(puzzle), parameters), *texts(name))
    assert told.found == []
    if name != "queens-as-pieces":  # in any order, and whichever queen is where
        assert ends(*texts(name)) == SOLUTIONS[puzzle]


def check_changed(name: str, tried: int, seed: int) -> Counter[str]:
    """So many changes are tried; those of which it is found out what they do are judged right."""
    puzzle, parameters = MODELS[name]
    instance, kinds = instantiate_smallest(load(puzzle), parameters), Counter[str]()
    for change, *changed in itertools.islice(mutants(*texts(name), random.Random(seed)), tried):
        try:
            if (found := ends(*changed)) is None:
                continue
            told = verdict(instance, *changed)
        except (AssertionError, KeyError, PddlError):  # planners differ in what it means, or it means nothing
            continue
        except UncheckedError:
            kinds["not decided"] += 1
            continue
        assert (found == SOLUTIONS[puzzle]) == (not told.found), (change, [one.kind for one in told.found], *changed)
        kinds.update({one.kind for one in told.found} or {"the same"})
        for one in told.found:
            plan = [(move.name, *move.arguments) for move, _ in one.difference.steps]
            if one.kind != "solution-missing":
                assert pddl_oracle.is_plan(pddl_oracle.read(*changed), plan)
    return kinds


@pytest.mark.parametrize("name", ["queens-in-any-order", "sudoku-of-four"])
def test_changed_models_are_judged_right(name: str) -> None:
    assert len(check_changed(name, 12, 4)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["queens-in-any-order", "sudoku-of-four"])
def test_more_changed_models_are_judged_right(name: str) -> None:
    kinds = check_changed(name, 60, 8)
    assert kinds["not decided"] <= 20


def test_the_board_is_told(plan: Run, tmp_path: Path) -> None:
    domain, problem = texts("queens-in-any-order")
    (tmp_path / "domain.pddl").write_text(domain.replace("(not (= ?b ?c))", "(and)"))
    (tmp_path / "p01.pddl").write_text(problem)
    result = plan("check", "queens", "--queens", "4", "--problem", str(tmp_path / "p01.pddl"))
    assert result.returncode == 14
    assert "1. The model does not enforce this rule: No two queens stand in the same column." in result.stdout
    assert "In the model: (put n1 n1), (put n2 n1), (put n3 n1), (put n4 n1)." in result.stdout
    assert "   1  2  3  4\n1  Q  .  .  .\n2  Q  .  .  .\n3  Q  .  .  .\n4  Q  .  .  .\n" in result.stdout


def test_what_shows_before_there_are_too_many_states_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "MOST_STAGES", 100)
    puzzle, parameters = MODELS["sudoku-of-four"]
    instance, (domain, problem) = instantiate_smallest(load(puzzle), parameters), texts("sudoku-of-four")
    with pytest.raises(UncheckedError, match="stopped at its limit"):
        verdict(instance, domain, problem)
    found = verdict(instance, domain.replace("(not (= ?x ?r))", "(and)"), problem).found
    assert {one.kind for one in found} == {"rule-missing"}
