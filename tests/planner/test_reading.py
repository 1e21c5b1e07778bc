"""Reading PDDL fast: the same problems as unified-planning's own reader, the same errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support import CASES, formulations_of, make
from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader

from generator.families import instantiate
from generator.pddl.generation import generate
from generator.pddl.header import same_pddl
from generator.puzzle import load
from planner.engines import reading
from planner.engines.deriving import without_derived
from planner.engines.patches import unified_planning_initial_values

SIZES = json.loads((CASES / "sizes.json").read_text())

# unified-planning's own reader calls pyparsing by old names
pytestmark = pytest.mark.filterwarnings("ignore:'parseString' deprecated")

DOMAINS = sorted((CASES / "domains").iterdir())


def check_equal(domain: str, problem: str) -> None:
    environment = get_environment()
    expected = PDDLReader(environment).parse_problem_string(domain, problem)
    with reading._exchanged_grammar():  # not read_problem: what is read here must need no help
        found = reading.pddl_reader.PDDLReader(environment).parse_problem_string(domain, problem)
    assert found == expected
    assert str(found) == str(expected)
    assert found.kind == expected.kind
    assert found.quality_metrics == expected.quality_metrics


@pytest.mark.parametrize("folder", DOMAINS, ids=lambda folder: folder.name)
def test_domains_in_the_style_of_others(folder: Path) -> None:
    check_equal((folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text())


# Of each size every third formulation, from size to size another: the reader that is compared with takes seconds.
@pytest.mark.parametrize(
    ("case", "dialect", "encoding"),
    [
        (case, *one)
        for number, case in enumerate(SIZES)
        for index, one in enumerate(formulations_of(str(case["puzzle"])))
        if (number + index) % 3 == 0
    ],
    ids=str,
)
def test_generated_files(case: dict[str, object], dialect: str, encoding: str) -> None:
    parameters = {key: value for key, value in case.items() if key != "puzzle"}
    pddl = generate(make(str(case["puzzle"]), **parameters), dialect, encoding)
    check_equal(without_derived(pddl.domain), pddl.problem)


@pytest.mark.parametrize("puzzle", ["four-houses", "einstein", "send-more-money", "queens", "sudoku"])
@pytest.mark.parametrize("dialect", ["strips", "adl"])
def test_generated_placements(puzzle: str, dialect: str) -> None:
    pddl = generate(instantiate(load(puzzle), {}), dialect)
    check_equal(pddl.domain, pddl.problem)


def test_what_is_derived_is_left_out() -> None:
    domain = """(define (domain d) (:requirements :strips :derived-predicates) ; (:derived
      (:predicates (p) (q ?x))
      (:DERIVED (q ?x) ; )
        (and (p) (p)))( :derived (p) (q o))
      (:action a :parameters () :effect (p)))"""
    expected = (
        "(define (domain d) (:requirements :strips) (:predicates (p) (q ?x)) (:action a :parameters () :effect (p)))"
    )
    assert same_pddl(without_derived(domain), expected)
    assert without_derived(expected) == expected
    assert without_derived("(define (:derived (p)") == "(define "


DOMAIN = """(define (domain d) (:requirements :strips) (:predicates (p) (q ?x))
  (:action a :parameters (?x) :precondition (p) :effect (q ?x)))"""
PROBLEM = "(define (problem p) (:domain d) (:objects o) (:init (p)) (:goal (q o)))"


@pytest.mark.parametrize(
    ("domain", "problem"),
    [
        (DOMAIN, PROBLEM.replace("(:init (p))", "(:init (and (p)))")),
        (DOMAIN.replace("(p) (q", "(p) ;glued\n(q"), PROBLEM),
        (DOMAIN.replace("?x) :pre", "?x);glued\n :pre"), PROBLEM),
        (DOMAIN.upper(), PROBLEM.replace(" ", "\t")),
        (DOMAIN.replace(":strips", ":strips :hierarchy"), PROBLEM),
        (DOMAIN.replace(":strips", ":strips :contingent").replace("(q ?x)))", "(q ?x) :observe (p)))"), PROBLEM),
    ],
)
def test_what_is_handed_on_is_read_all_the_same(domain: str, problem: str) -> None:
    environment = get_environment()
    expected = PDDLReader(environment).parse_problem_string(domain, problem)
    assert reading.read_problem(domain, problem, environment) == expected


@pytest.mark.parametrize(
    ("domain", "problem"),
    [
        ("", PROBLEM),
        (DOMAIN, ""),
        (DOMAIN[:-1], PROBLEM),
        (DOMAIN + ")", PROBLEM),
        (DOMAIN.replace("(p) (q", "(p) (p) (q"), PROBLEM),
        (DOMAIN.replace("(q ?x)))", "(r ?x)))"), PROBLEM),
        (DOMAIN.replace("(q ?x)))", "(q ?y)))"), PROBLEM),
        (DOMAIN.replace(":strips", ":nonsense"), PROBLEM),
        (DOMAIN.replace(":action a", ":action 1a"), PROBLEM),
        (DOMAIN.replace(":precondition (p) :effect (q ?x)", ":effect (q ?x) :precondition (p)"), PROBLEM),
        (DOMAIN, PROBLEM.replace("(q o)", "(q nobody)")),
        (DOMAIN, PROBLEM.replace("(:goal (q o))", "")),
        (DOMAIN, PROBLEM.replace("(:objects o) (:init (p))", "(:init (p)) (:objects o)")),
        (DOMAIN, PROBLEM.replace("o)", "o - thing)", 1)),
        ("\x00\xff", PROBLEM),
    ],
)
def test_errors_are_those_of_the_reader(domain: str, problem: str) -> None:
    environment = get_environment()
    expected = error_of(lambda: PDDLReader(environment).parse_problem_string(domain, problem))
    assert error_of(lambda: reading.read_problem(domain, problem, environment)) == expected
    assert expected is not None


def error_of(call: Callable[[], object]) -> tuple[type[Exception], str] | None:
    try:
        call()
    except Exception as error:
        return type(error), str(error)
    return None


def test_what_is_false_need_not_be_stated() -> None:
    pddl = generate(make("jealous-couples", couples=3, capacity=2), "strips")
    problem = reading.read_problem(pddl.domain, pddl.problem, get_environment())
    explicit = dict(problem.explicit_initial_values)
    whole = {fluent for fluent, value in problem.clone().initial_values.items() if value.is_true()}
    unified_planning_initial_values.apply(problem)
    assert set(problem.initial_values) == set(problem.clone().clone().initial_values) == whole
    assert dict(problem.explicit_initial_values) == explicit


def test_the_reader_is_left_as_it_was() -> None:
    before = dict(vars(reading.pddl_reader))
    reading.read_problem(DOMAIN, PROBLEM, get_environment())
    assert dict(vars(reading.pddl_reader)) == before
