"""Verdicts of `plan check` on models of planning puzzles."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from budget import draw_cases, scale
from conftest import RunCommand
from model_mutants import generate_mutants
from model_rewritings import ModelRewriting, rewrite_model
from puzzle_models import CASES as CHANGED
from puzzle_models import ModelTrial
from support import CASES

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "sokoban-boxes": ("sokoban", {"level": "#####/#@$.#/#-$.#/#####"}),
}
"""Models without an oracle, each with the puzzle to which it is equivalent."""
MODELS = {**{name: case[:2] for name, case in CHANGED.items()}, **OTHERS}
Texts = tuple[str, str]


def texts(model: str) -> Texts:
    folder = CASES / "models" / model
    return (folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text()


def verdict(puzzle: str, parameters: dict[str, Any], domain: str, problem: str) -> ModelVerdict:
    pair = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    model = instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {})
    return check_against_puzzle(instantiate_smallest(load(puzzle), parameters), model)


def kinds(puzzle: str, parameters: dict[str, Any], domain: str, problem: str) -> list[str]:
    return [one.kind for one in verdict(puzzle, parameters, domain, problem).differences]


@pytest.mark.parametrize("model", MODELS)
def test_renamed_correct_models_are_equivalent(model: str) -> None:
    if model in CHANGED:
        assert ModelTrial(*texts(model), CHANGED[model]).is_same
    ways = [ModelRewriting.rename_predicates, ModelRewriting.rename_objects]
    assert kinds(*MODELS[model], *rewrite_model(*texts(model), ways, random.Random(1))) == []


@pytest.mark.parametrize("model", draw_cases(MODELS, 6))
def test_handwritten_correct_models_are_equivalent(model: str) -> None:
    assert kinds(*MODELS[model], *texts(model)) == []


def trial(model: str, domain: str, problem: str) -> ModelTrial | None:
    """Return the oracle of a model, or None if it has too many states or no agreed semantics."""
    with contextlib.suppress(AssertionError, LookupError):
        return ModelTrial(domain, problem, CHANGED[model])
    return None


def check_changed(model: str, number: int, seed: int) -> Counter[str]:
    """Check that the verdicts on `number` mutants are right or undecided, and count them.

    The oracle executes the scenario of each difference.
    """
    found = Counter[str]()
    for change, domain, problem in generate_mutants(*texts(model), random.Random(seed)):
        if (judge := trial(model, domain, problem)) is None:
            continue
        try:
            told = verdict(*MODELS[model], domain, problem)
        except PddlError:  # not a valid model
            continue
        except UndecidedModelError:
            found["not decided"] += 1
        else:
            assert judge.is_same == (not told.differences), (
                change,
                [one.kind for one in told.differences],
                domain,
                problem,
            )
            # An added object may be interchangeable with another: a guess.
            for one in told.differences if change != "add_a_thing" else ():
                actions = [(move.name, *move.arguments) for move, _ in one.difference.steps]
                judge.check_scenario(one.difference.kind, actions)
            found["different" if told.differences else "the same"] += 1
        if found.total() == number:
            break
    return found


TOLD_APART = [model for model in CHANGED if model != "tiles-blank"]
"""The models for which every scenario can be executed.

Where the blank is a tile, a scenario may follow from another interpretation.
"""


@pytest.mark.parametrize("model", draw_cases(TOLD_APART, 8))
def test_verdicts_on_mutated_models_match_the_oracle(model: str) -> None:
    """Verdicts on mutants are right.

    If a mutation leaves too little to identify the puzzle, the verdict is "undecided".
    """
    assert check_changed(model, scale(3), 3)["different"] >= 1


def test_at_most_10_of_120_mutated_models_are_undecided() -> None:
    """With ``FERRYPLAN_EXAMPLES=10``, all 120 mutants are checked; the limit is the same for a draw of them."""
    found = sum((check_changed(model, min(8, scale(1)), 7) for model in draw_cases(TOLD_APART, 4)), Counter[str]())
    assert found["not decided"] <= 10


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
def test_each_change_of_a_model_yields_the_expected_kind_of_difference(
    model: str, before: str, after: str, expected: list[str]
) -> None:
    domain, problem = texts(model)
    assert before in f"{domain}{problem}"
    assert kinds(*MODELS[model], domain.replace(before, after), problem.replace(before, after)) == expected


def write(folder: Path, domain: str, problem: str) -> None:
    (folder / "domain.pddl").write_text(domain)
    (folder / "p01.pddl").write_text(problem)


def test_missing_precondition_is_described_in_words(plan: RunCommand, tmp_path: Path) -> None:
    domain, problem = texts("hanoi-untyped")
    write(tmp_path, domain.replace("(smaller ?to ?disk) ", ""), problem)
    done = plan("check", "hanoi", "--discs", "3", "--problem", "p01.pddl")
    said = " ".join(done.stdout.split())
    assert done.returncode == 14
    assert "The model does not enforce this rule: The action 'move' requires (fits ?disc ?to)." in said
    assert "is not smaller than disc 1" in said


def test_object_in_two_places_is_reported(plan: RunCommand, tmp_path: Path) -> None:
    domain, problem = texts("hanoi-pegs")
    write(tmp_path, domain.replace("(not (on ?d ?from)) (on ?d ?to)", "(on ?d ?to)"), problem)
    said = " ".join(plan("check", "hanoi", "--discs", "3", "--problem", "p01.pddl").stdout.split())
    assert "In the model, something is in two places at the same time." in said
    assert "disc 1 is on peg 1 and disc 1 is on peg 2 at the same time" in said


def test_complete_map_overrides_the_structure(plan: RunCommand, tmp_path: Path) -> None:
    """A complete map replaces the structural search.

    If it swaps two discs, the larger one lies on the smaller, and the model differs.
    """
    write(tmp_path, *texts("hanoi-pegs"))
    call = ("check", "hanoi", "--discs", "3", "--problem", "p01.pddl")
    shown = plan(*call, "--show-map").stdout
    (tmp_path / "map.toml").write_text(shown)
    assert plan(*call, "--map", "map.toml").returncode == 0
    (tmp_path / "map.toml").write_text(shown.replace("d1", "dx").replace("d2", "d1").replace("dx", "d2"))
    assert plan(*call, "--map", "map.toml").returncode == 14
