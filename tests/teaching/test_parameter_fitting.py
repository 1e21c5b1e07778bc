"""The instance that a PDDL problem describes, inferred from its objects or read from its first lines."""

from __future__ import annotations

import contextlib
import json
import random
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import student_models
from budget import scale
from conftest import RunCommand
from model_mutants import generate_mutants
from support import draw_with_each, make_instance

from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.checking.parameter_fitting import fit_parameters
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

COUPLES, MISSIONARIES = "jealous-couples", "missionaries-cannibals"
HANDED_IN = [
    (COUPLES, "strips", "named", {"couples": 2}),
    (COUPLES, "adl", "named", {"couples": 2, "islands": 1}),
    (COUPLES, "numeric", "counted", {"couples": 4}),
    (COUPLES, "adl", "named", {"couples": 2, "single_women": 2}),
    (MISSIONARIES, "strips", "named", {"missionaries": 4, "cannibals": 2}),
    (MISSIONARIES, "strips", "counted", {"missionaries": 2, "cannibals": 2}),
    (MISSIONARIES, "numeric", "counted", {"missionaries": 4, "cannibals": 1, "islands": 1}),
    ("one-rowing-cannibal", "numeric", "counted", {"missionaries": 4, "cannibals": 2}),
    ("paid-oars", "costs", "named", {"missionaries": 4, "cannibals": 4}),
    ("family", "strips", "named", {"sons": 1, "daughters": 3}),
    ("family", "numeric", "counted", {"sons": 3, "daughters": 1}),
    ("four-elopements", "adl", "named", {"couples": 3, "islands": 0}),
    ("islands-farmer", "strips", "named", {"things": 4, "islands": 2}),
    ("swap", "strips", "counted", {"hunters": 2, "bears": 1}),
]
"""puzzles and parameter values of handed-in models"""


def found(puzzle: str, domain: str, problem: str, **given: Any) -> tuple[dict[str, Any], str]:
    """Return the inferred values of parameters that differ from their defaults, and the note."""
    texts = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    values, note = fit_parameters(load(puzzle), given, instantiate(make_pddl_puzzle(*texts, Path("domain.toml")), {}))
    usual = dict(make_instance(puzzle, capacity=2).parameters)
    return {key: value for key, value in values.items() if value != usual[key]}, note


def handed_in(puzzle: str, dialect: str, encoding: str, values: dict[str, int], **names: str) -> tuple[str, str]:
    """Return a domain and a problem without ferryplan's comments, with some names replaced."""
    pddl = generate(make_instance(puzzle, **values, capacity=2), dialect, encoding)
    texts = [re.sub(";.*", "", text) for text in (pddl.domain, pddl.problem)]
    for name, other in names.items():
        texts = [re.sub(rf"(?<![\w-]){name}(?![\w-])", other, text) for text in texts]
    return texts[0], texts[1]


@pytest.mark.parametrize(
    ("puzzle", "dialect", "encoding", "values"), draw_with_each(HANDED_IN, 6, lambda case: (case[0], *case[3]))
)
def test_puzzle_parameters_are_inferred_from_the_pddl_objects(
    puzzle: str, dialect: str, encoding: str, values: dict[str, int]
) -> None:
    usual = load(puzzle).parameters
    others = {key: value for key, value in values.items() if value != getattr(usual[key], "default", None)}
    assert found(puzzle, *handed_in(puzzle, dialect, encoding, values))[0] == others


@pytest.mark.parametrize(
    "names",
    [
        {"a": "husband1", "b": "husband2", "aw": "wife1", "bw": "wife2", "left-bank": "l", "right-bank": "r"},
        {"a": "h1", "b": "h2", "aw": "w1", "bw": "w2", "left-bank": "start", "right-bank": "finish"},
    ],
)
def test_puzzle_parameters_are_inferred_if_pddl_uses_other_names(names: dict[str, str]) -> None:
    values, note = found(COUPLES, *handed_in(COUPLES, "strips", "named", {"couples": 2}, **names))
    assert (values, note.partition(";")[0]) == (
        {"couples": 2},
        "according to its objects, this problem is the instance with couples = 2",
    )


def test_inferred_parameters_do_not_depend_on_meaningless_names() -> None:
    names = {"a": "x1", "b": "x2", "aw": "x3", "bw": "x4"}
    assert found(COUPLES, *handed_in(COUPLES, "strips", "named", {"couples": 2}, **names)) == ({}, "")


def test_inferred_couples_include_one_with_a_renamed_husband() -> None:
    """With the third husband renamed and a lantern in place of the boat, there are still three couples."""
    domain, problem = handed_in(COUPLES, "strips", "named", {"couples": 3}, c="zed")
    problem = problem.replace("(at a left-bank)", "(at a left-bank) (at lantern left-bank)").replace(
        "left-bank right-bank - place", "left-bank right-bank - place lantern - traveller"
    )
    assert found(COUPLES, domain, problem) == ({}, "")


def test_parameters_given_by_the_user_are_not_inferred() -> None:
    model = handed_in(MISSIONARIES, "strips", "named", {"missionaries": 4, "cannibals": 2})
    assert found(MISSIONARIES, *model, missionaries=4)[0] == {"missionaries": 4, "cannibals": 2}
    assert found(MISSIONARIES, *model, missionaries=3, cannibals=3) == ({}, "")


@pytest.mark.parametrize(("name", "values"), [("two-couples", {"couples": 2}), ("checked", {"things": 3})])
def test_mistakes_in_a_pddl_model_rarely_change_inferred_parameters(name: str, values: dict[str, int]) -> None:
    """If a mistake changes the inferred instance, the model is not reported to be the same."""
    model, others = student_models.MODELS[name], 0
    assert found(model.puzzle, *model.texts)[0] == values
    for _, domain, problem in islice(generate_mutants(*model.texts, random.Random(0)), scale(2)):
        task = instantiate(
            make_pddl_puzzle(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"), Path("domain.toml")), {}
        )
        if (there := found(model.puzzle, domain, problem)[0]) != values:
            others += 1
            with contextlib.suppress(UndecidedModelError):
                assert check_against_puzzle(make_instance(model.puzzle, **there, capacity=2), task).differences
    assert others <= 1 + scale(2) // 5


def test_header_comment_of_a_pddl_problem_determines_the_parameters() -> None:
    pddl = generate(make_instance(COUPLES, couples=2, capacity=3), "strips", "named")
    expected = (
        "according to its first lines, this problem is the instance with couples = 2 and capacity = 3; "
        "ferryplan compared the model with that instance."
    )
    assert found(COUPLES, pddl.domain, pddl.problem) == ({"couples": 2, "capacity": 3}, expected)
    assert found(COUPLES, pddl.domain, pddl.problem.replace('"couples": 2', '"couples": -2'))[0] == {"couples": 2}
    assert found(COUPLES, pddl.domain, pddl.problem.replace('"couples": 2', '"couples": 1000'))[0] == {"couples": 2}


def test_each_problem_is_compared_with_its_own_instance(plan: RunCommand, tmp_path: Path) -> None:
    problems = list[str]()
    for couples in (2, 3, 4):
        folder = tmp_path / str(couples)
        folder.mkdir()
        domain, problem = handed_in(COUPLES, "adl", "named", {"couples": couples})
        (folder / "domain.pddl").write_text(domain)
        (folder / "p01.pddl").write_text(problem)
        problems += ["--problem", str(folder / "p01.pddl")]
    done = plan("check", COUPLES, *problems, "--capacity", "2", "--format", "json")
    data = json.loads(done.stdout)
    assert [one["parameters"]["couples"] for one in data["instances"]] == [2, 3, 4]
    assert [one["verdict"] for one in data["instances"]] == ["same", "same", "same"]
    assert [bool(one["notes"]) for one in data["instances"]] == [True, False, True]


PAIRS = """
(define (domain marriages) (:requirements :adl :typing) (:types guest)
  (:predicates (spouse ?m ?w - guest) (man ?x - guest) (here ?p - guest) (there ?p - guest) (boat-here))
  (:action go :parameters (?p - guest) :precondition (and (boat-here) (here ?p))
    :effect (and (not (boat-here)) (not (here ?p)) (there ?p)))
  (:action back :parameters (?p - guest) :precondition (and (not (boat-here)) (there ?p))
    :effect (and (boat-here) (not (there ?p)) (here ?p))))
"""


@pytest.mark.parametrize("couples", [2, 4])
def test_couples_are_inferred_if_model_has_extra_predicate_for_men(couples: int) -> None:
    """Guests have a type, and (man h1) is an extra fact: h1 and w1 are a couple with or without it."""
    numbers = range(1, couples + 1)
    people = " ".join(f"h{one} w{one}" for one in numbers)
    begun = " ".join(f"(spouse h{one} w{one}) (man h{one}) (here h{one}) (here w{one})" for one in numbers)
    goal = " ".join(f"(there h{one}) (there w{one})" for one in numbers)
    problem = f"(define (problem p) (:domain marriages) (:objects {people} - guest) (:init (boat-here) {begun}) (:goal (and {goal})))"
    assert found(COUPLES, PAIRS, problem)[0] == {"couples": couples}
