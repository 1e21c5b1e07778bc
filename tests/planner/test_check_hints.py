"""Hints of `plan check`: where to look, and the change that mends a model, which trial confirms."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest
from conftest import Run
from model_mutants import mutants
from model_truth import Truth, UnclearError
from models import MODELS, texts
from support import CASES, make

from generator.classical.instantiation import instantiate
from generator.classical.pairs import of_texts
from generator.classical.puzzle_file import Text
from generator.errors import PddlError
from planner.checking.hints import repairs
from planner.checking.verdict import UncheckedError, check

FARMER = "wolf-goat-cabbage"
MISSING = "(not (and (at goat ?a) (at cabbage ?a)))"


def check_repairs(name: str, number: int, seed: int) -> int:
    """Of so many changed models each repair that is told makes a right one, by trial; how many are told."""
    model, told = MODELS[name], 0
    for change, *both in mutants(*model.texts, random.Random(seed)):
        try:
            pair = Text(both[0], "domain.pddl"), Text(both[1], "p01.pddl")
            mutant = instantiate(of_texts(*pair, Path("domain.toml")), {})
            found = check(make(model.puzzle, **model.parameters), mutant)
        except (PddlError, UncheckedError):
            continue
        if len(found.found) != 1:
            continue
        [repair] = repairs(found, *pair)
        mended = dict(zip(("domain", "problem"), both, strict=True)) | {edit.of: edit.text for edit in repair}
        if repair:
            told += 1
            try:
                assert Truth(model, *mended.values()).differs is None, (change, [edit.says for edit in repair])
            except UnclearError:  # planners differ in what it means
                pass
        number -= 1
        if not number:
            return told
    raise AssertionError("mutants end")


@pytest.mark.parametrize("name", ["boat", "sides"])
def test_repairs_make_right_models(name: str) -> None:
    assert check_repairs(name, 2, 8) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("boat", 5), ("sides", 5), ("numbers", 1)])
def test_repairs_of_many_make_right_models(name: str, least: int) -> None:
    """Not all are found: an action that is left out is none of the changes that are tried, nor is another number."""
    assert check_repairs(name, 8, 9) >= least


def test_a_rule_that_two_actions_forget() -> None:
    domain, problem = texts("flat")
    assert domain.count(MISSING) == 2
    pair = Text(domain.replace(MISSING, ""), "domain.pddl"), Text(problem, "p01.pddl")
    [repair] = repairs(check(make(FARMER), instantiate(of_texts(*pair, Path("domain.toml")), {})), *pair)
    assert {edit.action for edit in repair} == {"cross-alone", "take-wolf"}
    assert Truth(MODELS["flat"], repair[-1].text, problem).differs is None


@pytest.mark.parametrize(
    ("level", "hint"),
    [
        ("1", "Look at the action take-goat."),
        ("2", "Something is missing in the effect of the action take-goat."),
        ("3", "In the effect of the action take-goat, line 18, add (not (at goat ?a))."),
    ],
)
def test_levels(level: str, hint: str, plan: Run, tmp_path: Path) -> None:
    domain, problem = texts("flat")
    (tmp_path / "domain.pddl").write_text(domain.replace("(not (at goat ?a)) (at goat ?b)", "(at goat ?b)"))
    (tmp_path / "p01.pddl").write_text(problem)
    run = plan("check", FARMER, "--problem", "p01.pddl", "--hint", level)
    assert (run.returncode, run.stderr) == (14, "")
    assert f"Hint: {hint}" in " ".join(run.stdout.split())


def test_no_hint_for_what_is_right(plan: Run) -> None:
    run = plan("check", FARMER, "--problem", str(CASES / "models" / "flat"), "--hint", "3")
    assert (run.returncode, "Hint" in run.stdout) == (0, False)


def test_a_missing_condition_of_the_goal_is_added() -> None:
    """What stands in the goal is right: nothing is written instead of it."""
    domain, problem = texts("flat")
    pair = Text(domain, "domain.pddl"), Text(problem.replace(" (at goat right)", ""), "p01.pddl")
    [repair] = repairs(check(make(FARMER), instantiate(of_texts(*pair, Path("domain.toml")), {})), *pair)
    assert [edit.says for edit in repair] == ["add (at goat right)"]


def check_hints(name: str, number: int, seed: int) -> int:
    """Check that each hint for `number` changed models, followed alone, removes one difference and adds none; return how many hints there were."""
    model, told = MODELS[name], 0
    for change, *both in mutants(*model.texts, random.Random(seed)):
        pair = Text(both[0], "domain.pddl"), Text(both[1], "p01.pddl")
        try:
            found = check(make(model.puzzle, **model.parameters), instantiate(of_texts(*pair, Path("domain.toml")), {}))
        except (PddlError, UncheckedError):
            continue
        if not found.found:
            continue
        for repair in filter(None, repairs(found, *pair)):
            told += 1
            mended = dict(zip(("domain", "problem"), both, strict=True)) | {edit.of: edit.text for edit in repair}
            texts_after = Text(mended["domain"], "domain.pddl"), Text(mended["problem"], "p01.pddl")
            after = check(found.instance, instantiate(of_texts(*texts_after, Path("domain.toml")), {}))
            says = (change, [edit.says for edit in repair])
            assert {one.key for one in after.found} < {one.key for one in found.found}, says
            with contextlib.suppress(UnclearError):  # planners differ in what it means
                assert bool(after.found) == (Truth(model, *mended.values()).differs is not None), says
        number -= 1
        if not number:
            return told
    raise AssertionError("mutants end")


def test_hints_that_are_obeyed_do_no_harm() -> None:
    assert check_hints("boat", 1, 4) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flat", "boat", "sides", "numbers", "torch"])
def test_hints_for_many_models_that_are_obeyed_do_no_harm(name: str) -> None:
    assert check_hints(name, 8, 13) >= 2
