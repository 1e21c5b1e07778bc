"""Conversion of syntax trees to unified-planning problems, compared with unified-planning's reader."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from budget import draw_cases
from support import CASES, list_formulations, make_instance
from unified_planning.environment import get_environment
from unified_planning.exceptions import UPTypeError
from unified_planning.io import PDDLReader

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.puzzle import load
from ferryplan.planner.engines.patches import unified_planning_initial_values
from ferryplan.planner.engines.problem_conversion import PddlTexts

SIZES = json.loads((CASES / "sizes.json").read_text())

# unified-planning's own reader calls pyparsing by its old names
pytestmark = pytest.mark.filterwarnings("ignore:'parseString' deprecated")

DOMAINS = sorted((CASES / "domains").iterdir())


def check_equal(domain: str, problem: str, by_tree: bool = True) -> None:
    environment = get_environment()
    expected = PDDLReader(environment).parse_problem_string(domain, problem)
    readable = PddlTexts(domain, problem, environment)
    found = readable.to_up_problem()
    assert found == expected
    assert str(found) == str(expected)
    assert found.kind == expected.kind
    assert found.quality_metrics == expected.quality_metrics
    assert (readable.tree is not None) == by_tree


@pytest.mark.parametrize("folder", DOMAINS, ids=lambda folder: folder.name)
def test_foreign_domains_convert_as_unified_planning_reads_them(folder: Path) -> None:
    by_tree = folder.name not in ("constraints", "durative")  # durative has timed initial literals
    check_equal((folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text(), by_tree)


SMALL = [
    min(
        cases,
        key=lambda case: (case.get("capacity") == 1, len(make_instance(**case).travellers), -case.get("islands", 0)),
    )
    for cases in (
        [case for case in SIZES if case["puzzle"] == name] for name in dict.fromkeys(case["puzzle"] for case in SIZES)
    )
]
"""a small instance of each puzzle: the reference reader takes seconds, and larger instances test nothing new"""


FORMS = sorted({one for case in SMALL for one in list_formulations(str(case["puzzle"]))})
SMALLEST = sorted(SMALL, key=lambda case: len(make_instance(**case).travellers))
CONVERTED = [
    (able[number % 3], *form)
    for number, form in enumerate(FORMS)
    if (able := [case for case in SMALLEST if form in list_formulations(str(case["puzzle"]))])
]
"""each dialect and encoding with a small puzzle"""


@pytest.mark.parametrize(
    ("case", "dialect", "encoding"),
    CONVERTED,
    ids=str,
)
def test_generated_crossings_convert_as_unified_planning_reads_them(
    case: dict[str, object], dialect: str, encoding: str
) -> None:
    pddl = generate(make_instance(**case), dialect, encoding)
    if dialect == "axioms":
        check_derived(pddl)
    else:
        check_equal(pddl.domain, pddl.problem)


def check_derived(pddl: Pddl) -> None:
    """Assert that derived predicates convert to ordinary predicates.

    The reader of unified-planning does not know derived predicates.
    """
    environment = get_environment()
    readable = PddlTexts(pddl.domain, pddl.problem, environment)
    found = readable.to_up_problem()
    assert readable.has_derived_predicates == ("(:derived" in pddl.domain)
    without = re.sub(r"\n  \(:derived.*?(?=\n  \(:|\Z)", "", re.sub(r";[^\n]*", "", pddl.domain), flags=re.DOTALL)
    without = without.replace(":derived-predicates", "")
    assert without.count("(:action") == pddl.domain.count("(:action") > 0
    assert found == PDDLReader(environment).parse_problem_string(without, pddl.problem)


PLACINGS = [("four-houses", {}), ("send-more-money", {}), ("queens", {"queens": 5}), ("sudoku", {"givens": "." * 16})]


@pytest.mark.parametrize(
    ("puzzle", "parameters", "dialect"),
    draw_cases([(*one, dialect) for one in PLACINGS for dialect in ("strips", "adl")], 2),
)
def test_generated_assignment_puzzles_convert_as_unified_planning_reads(
    puzzle: str, parameters: dict[str, object], dialect: str
) -> None:
    pddl = generate(instantiate(load(puzzle), parameters), dialect)
    check_equal(pddl.domain, pddl.problem)


def files_of(name: str) -> tuple[str, str]:
    folder = CASES / "foreign" / name
    return (folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("glued", "?", " ?"),
        ("parameters-of-one-name", "?obj ?obj)", "?obj ?obj-)"),
        ("missing-total-cost", "(:init", "(:init (= (total-cost) 0)"),
    ],
)
def test_pddl_that_unified_planning_misreads_is_converted_correctly(name: str, old: str, new: str) -> None:
    domain, problem = files_of(name)
    environment = get_environment()
    assert old in domain + problem
    expected = PDDLReader(environment).parse_problem_string(domain.replace(old, new), problem.replace(old, new))
    found = PddlTexts(domain, problem, environment).to_up_problem()
    assert found == expected
    assert found.kind == expected.kind
    try:
        theirs = PDDLReader(environment).parse_problem_string(domain, problem)
    except Exception:
        return
    assert theirs != found


def test_pddl_sections_in_any_order_convert_to_the_same_problem() -> None:
    environment = get_environment()
    shuffled = DOMAIN.replace(":precondition (p) :effect (q ?x)", ":effect (q ?x) :precondition (p)")
    turned = PROBLEM.replace("(:objects o) (:init (p))", "(:init (p)) (:objects o)")
    expected = PDDLReader(environment).parse_problem_string(DOMAIN, PROBLEM)
    assert PddlTexts(shuffled, turned, environment).to_up_problem() == expected


def test_nested_conditional_effects_combine_all_conditions() -> None:
    """unified-planning's own reader drops the outer condition."""
    environment = get_environment()
    within, together = (
        PddlTexts(DOMAIN.replace(":effect (q ?x)", f":effect {effect}"), PROBLEM, environment).to_up_problem()
        for effect in ("(when (p) (when (q ?x) (not (p))))", "(when (and (p) (q ?x)) (not (p)))")
    )
    assert within == together


DOMAIN = """(define (domain d) (:requirements :strips) (:predicates (p) (q ?x))
  (:action a :parameters (?x) :precondition (p) :effect (q ?x)))"""
PROBLEM = "(define (problem p) (:domain d) (:objects o) (:init (p)) (:goal (q o)))"


@pytest.mark.parametrize(
    ("domain", "problem", "in_problem"),
    [
        ("", PROBLEM, False),
        (DOMAIN[:-1], PROBLEM, False),
        (DOMAIN.replace("(q ?x)))", "(r ?x)))"), PROBLEM, False),
        (DOMAIN, "", True),
        (DOMAIN, PROBLEM.replace("(q o)", "(q nobody)"), True),
        (DOMAIN, PROBLEM.replace("(:goal (q o))", ""), True),
        (DOMAIN, PROBLEM.replace("o)", "o - thing)", 1), True),
    ],
)
def test_invalid_pddl_is_reported_with_its_file(domain: str, problem: str, in_problem: bool) -> None:
    readable = PddlTexts(domain, problem, get_environment())
    with pytest.raises(PddlError, match="the problem" if in_problem else "the domain"):
        readable.to_up_problem()
    assert readable.in_problem == in_problem


@pytest.mark.parametrize(
    ("domain", "problem", "in_problem"),
    [
        (DOMAIN.replace("(q ?x))\n", "(q ?x) (d))\n").replace(":action a", ":action q"), PROBLEM, False),
        (DOMAIN, PROBLEM.replace("objects o)", "objects o q)"), True),
        (DOMAIN, PROBLEM.replace("(:goal", "(:constraints (always (r))) (:goal"), True),
        (DOMAIN.replace("(:action", "(:process b :parameters () :effect (r)) (:action"), PROBLEM, False),
    ],
)
def test_unsupported_pddl_is_attributed_to_its_file(domain: str, problem: str, in_problem: bool) -> None:
    readable = PddlTexts(domain, problem, get_environment())
    with pytest.raises(Exception, match=r"."):
        readable.to_up_problem()
    assert readable.in_problem == in_problem


def test_integers_argument_converts_numeric_fluents_to_integer_type() -> None:
    pddl = generate(make_instance("jealous-couples", couples=2, capacity=2), "numeric")
    readable = PddlTexts(pddl.domain, pddl.problem, get_environment())
    assert any(fluent.type.is_real_type() for fluent in readable.to_up_problem().fluents)
    assert not any(fluent.type.is_real_type() for fluent in readable.to_up_problem(integers=True).fluents)
    half = re.sub(r"(\(= \([^()]*\) \d+)\)", r"\1.5)", pddl.problem, count=1)
    assert half != pddl.problem
    with pytest.raises(UPTypeError):
        PddlTexts(pddl.domain, half, get_environment()).to_up_problem(integers=True)


def test_initial_values_default_to_false() -> None:
    pddl = generate(make_instance("jealous-couples", couples=3, capacity=2), "strips")
    problem = PddlTexts(pddl.domain, pddl.problem, get_environment()).to_up_problem()
    explicit = dict(problem.explicit_initial_values)
    whole = {fluent for fluent, value in problem.clone().initial_values.items() if value.is_true()}
    unified_planning_initial_values.apply_patch(problem)
    assert set(problem.initial_values) == set(problem.clone().clone().initial_values) == whole
    assert dict(problem.explicit_initial_values) == explicit
