"""Models of planning puzzles: what `plan check` says of them."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from model_mutants import mutants
from model_rewritings import Rewriting, rewritten
from puzzle_models import CASES as CHANGED
from puzzle_models import Trial
from support import CASES

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import family_of, instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import catalogue, load
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pairs import of_texts
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.teaching.checking.comparing import Verdict
from ferryplan.teaching.checking.verdict import UncheckedError, check

OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "sokoban-boxes": ("sokoban", {"level": "#####/#@$.#/#-$.#/#####"}),
}
"""models of which there is no second opinion, with what they are to be the same as"""
MODELS = {**{name: case[:2] for name, case in CHANGED.items()}, **OTHERS}
SMALL = {
    "hanoi": {"discs": 3},
    "logistics": {"places": 1, "trucks": [1, 2], "planes": [1], "origins": [1], "destinations": [2]},
    "sliding-tiles": {"board": "1 2 / 3 _", "goal": "_ 1 / 3 2"},
    "rush-hour": {"board": "..B/AAB/.../..."},
}
Texts = tuple[str, str]


def texts(model: str) -> Texts:
    folder = CASES / "models" / model
    return (folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text()


def verdict(puzzle: str, parameters: dict[str, Any], domain: str, problem: str) -> Verdict:
    pair = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    model = instantiate(of_texts(*pair, Path("domain.toml")), {})
    return check(instantiate_smallest(load(puzzle), parameters), model)


def kinds(puzzle: str, parameters: dict[str, Any], domain: str, problem: str) -> list[str]:
    return [one.kind for one in verdict(puzzle, parameters, domain, problem).found]


@pytest.mark.parametrize(
    "puzzle", [one.name for one in catalogue() if isinstance(one, TaskFile) and not one.incomparable]
)
def test_our_own_pddl_is_the_same(puzzle: str) -> None:
    parameters: dict[str, Any] = SMALL.get(puzzle, {})
    instance = instantiate_smallest(load(puzzle), parameters)
    pddl = generate(instance, family_of(instance).choose_dialect(instance), "named")
    assert kinds(puzzle, parameters, pddl.domain, pddl.problem) == []


@pytest.mark.parametrize("model", MODELS)
def test_right_models_are_the_same_whatever_their_names(model: str) -> None:
    if model in CHANGED:
        assert Trial(*texts(model), CHANGED[model]).same
    for ways in ([], [Rewriting.rename_objects], [Rewriting.rename_predicates, Rewriting.rename_objects]):
        assert kinds(*MODELS[model], *rewritten(*texts(model), ways, random.Random(1))) == []


def trial(model: str, domain: str, problem: str) -> Trial | None:
    """A model by trial; None if it has too many states, or planners differ in what it means."""
    with contextlib.suppress(AssertionError, LookupError):
        return Trial(domain, problem, CHANGED[model])
    return None


def check_changed(model: str, number: int, seed: int) -> Counter[str]:
    """So many changes of a model are judged right, or not decided; what is told of each is carried out by trial."""
    found = Counter[str]()
    for change, domain, problem in mutants(*texts(model), random.Random(seed)):
        if (judge := trial(model, domain, problem)) is None:
            continue
        try:
            told = verdict(*MODELS[model], domain, problem)
        except PddlError:  # no model at all
            continue
        except UncheckedError:
            found["not decided"] += 1
        else:
            assert judge.same == (not told.found), (change, [one.kind for one in told.found], domain, problem)
            for one in told.found if change != "add_a_thing" else ():  # or which of two alike is which, is a guess
                actions = [(move.name, *move.arguments) for move, _ in one.difference.steps]
                judge.check(one.difference.kind, actions)
            found["different" if told.found else "the same"] += 1
        if found.total() == number:
            break
    return found


TOLD_APART = [model for model in CHANGED if model != "tiles-blank"]
"""those of which every scenario is true: with the blank as a tile, one may follow from another reading"""


@pytest.mark.parametrize("model", TOLD_APART)
def test_changed_models_are_told_apart_as_by_trial(model: str) -> None:
    """What is decided is right; where a change leaves too little to find the puzzle in, nothing is decided."""
    assert check_changed(model, 4, 3)["different"] >= 1


@pytest.mark.slow
def test_many_changed_models_are_told_apart_as_by_trial() -> None:
    found = sum((check_changed(model, 8, 7) for model in TOLD_APART), Counter[str]())
    assert found["not decided"] <= 10, "of 120"


@pytest.mark.parametrize(
    ("model", "before", "after", "expected"),
    [
        ("hanoi-untyped", "(smaller ?to ?disk) ", "", ["rule-missing"]),
        ("hanoi-pegs", "(not (on ?d ?from)) (on ?d ?to)", "(on ?d ?to)", ["double"]),
        ("gripper-named", " (at ball1 roomb))))", ")))", ["early"]),
        ("gripper-named", "(free left) (free right)", "(free left)", ["rule-too-strong"]),
        ("gripper-named", "(at ball1 rooma)", "(at ball1 roomb)", ["start"]),
        ("tiles-cells", "(next-to c1 c2) ", "", ["rule-too-strong"]),
    ],
)
def test_kinds_of_differences(model: str, before: str, after: str, expected: list[str]) -> None:
    domain, problem = texts(model)
    assert before in f"{domain}{problem}"
    assert kinds(*MODELS[model], domain.replace(before, after), problem.replace(before, after)) == expected


def write(folder: Path, domain: str, problem: str) -> None:
    (folder / "domain.pddl").write_text(domain)
    (folder / "p01.pddl").write_text(problem)


def test_told(plan: Run, tmp_path: Path) -> None:
    domain, problem = texts("hanoi-untyped")
    write(tmp_path, domain.replace("(smaller ?to ?disk) ", ""), problem)
    done = plan("check", "hanoi", "--discs", "3", "--problem", "p01.pddl")
    said = " ".join(done.stdout.split())
    assert done.returncode == 14
    assert "The model does not enforce this rule: The action 'move' requires (fits ?disc ?to)." in said
    assert "is not smaller than disc 1" in said


def test_what_is_in_two_places_is_said(plan: Run, tmp_path: Path) -> None:
    domain, problem = texts("hanoi-pegs")
    write(tmp_path, domain.replace("(not (on ?d ?from)) (on ?d ?to)", "(on ?d ?to)"), problem)
    said = " ".join(plan("check", "hanoi", "--discs", "3", "--problem", "p01.pddl").stdout.split())
    assert "In the model, something is in two places at the same time." in said
    assert "disc 1 is on peg 1 and disc 1 is on peg 2 at the same time" in said


def test_a_map_of_all_is_believed(plan: Run, tmp_path: Path) -> None:
    """It is looked for nothing else: where two discs are taken for each other the larger one lies on the smaller."""
    write(tmp_path, *texts("hanoi-pegs"))
    call = ("check", "hanoi", "--discs", "3", "--problem", "p01.pddl")
    shown = plan(*call, "--show-map").stdout
    (tmp_path / "map.toml").write_text(shown)
    assert plan(*call, "--map", "map.toml").returncode == 0
    (tmp_path / "map.toml").write_text(shown.replace("d1", "dx").replace("d2", "d1").replace("dx", "d2"))
    assert plan(*call, "--map", "map.toml").returncode == 14
