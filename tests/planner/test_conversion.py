"""The syntax tree as unified-planning's problem: the one that its own reader makes of the text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import CASES, formulations_of, make, thinned
from unified_planning.environment import get_environment
from unified_planning.exceptions import UPTypeError
from unified_planning.io import PDDLReader

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.puzzle import load
from ferryplan.planner.engines.conversion import Readable
from ferryplan.planner.engines.patches import unified_planning_initial_values

SIZES = json.loads((CASES / "sizes.json").read_text())

# unified-planning's own reader calls pyparsing by old names
pytestmark = pytest.mark.filterwarnings("ignore:'parseString' deprecated")

DOMAINS = sorted((CASES / "domains").iterdir())


def check_equal(domain: str, problem: str, by_tree: bool = True) -> None:
    environment = get_environment()
    expected = PDDLReader(environment).parse_problem_string(domain, problem)
    readable = Readable(domain, problem, environment)
    found = readable.problem()
    assert found == expected
    assert str(found) == str(expected)
    assert found.kind == expected.kind
    assert found.quality_metrics == expected.quality_metrics
    assert (readable.tree is not None) == by_tree


@pytest.mark.parametrize("folder", DOMAINS, ids=lambda folder: folder.name)
def test_domains_in_the_style_of_others(folder: Path) -> None:
    by_tree = folder.name not in ("constraints", "durative")  # which has timed initial literals
    check_equal((folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text(), by_tree)


SMALL = [
    min(cases, key=lambda case: (case.get("capacity") == 1, len(make(**case).travellers), -case.get("islands", 0)))
    for cases in (
        [case for case in SIZES if case["puzzle"] == name] for name in dict.fromkeys(case["puzzle"] for case in SIZES)
    )
]
"""of each puzzle a small size: the reader that is compared with takes seconds, and larger ones say the same of more"""


@pytest.mark.parametrize(
    ("case", "dialect", "encoding"),
    thinned([(case, *one) for case in SMALL for one in formulations_of(str(case["puzzle"]))][::4], 2),
    ids=str,
)
def test_generated_files(case: dict[str, object], dialect: str, encoding: str) -> None:
    pddl = generate(make(**case), dialect, encoding)
    if dialect == "axioms":
        check_derived(pddl)
    else:
        check_equal(pddl.domain, pddl.problem)


def check_derived(pddl: Pddl) -> None:
    """What is derived is a predicate like any other to unified-planning, whose reader knows nothing of it."""
    environment = get_environment()
    readable = Readable(pddl.domain, pddl.problem, environment)
    found = readable.problem()
    assert readable.derives == ("(:derived" in pddl.domain)
    without = re.sub(r"\n  \(:derived.*?(?=\n  \(:|\Z)", "", re.sub(r";[^\n]*", "", pddl.domain), flags=re.DOTALL)
    without = without.replace(":derived-predicates", "")
    assert without.count("(:action") == pddl.domain.count("(:action") > 0
    assert found == PDDLReader(environment).parse_problem_string(without, pddl.problem)


PLACINGS = [("four-houses", {}), ("send-more-money", {}), ("queens", {"queens": 5}), ("sudoku", {"givens": "." * 16})]


@pytest.mark.parametrize(
    ("puzzle", "parameters", "dialect"),
    thinned([(*one, dialect) for one in PLACINGS for dialect in ("strips", "adl")], 3),
)
def test_generated_placements(puzzle: str, parameters: dict[str, object], dialect: str) -> None:
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
def test_what_their_reader_refuses_or_mistakes_is_as_if_written_otherwise(name: str, old: str, new: str) -> None:
    domain, problem = files_of(name)
    environment = get_environment()
    assert old in domain + problem
    expected = PDDLReader(environment).parse_problem_string(domain.replace(old, new), problem.replace(old, new))
    found = Readable(domain, problem, environment).problem()
    assert found == expected
    assert found.kind == expected.kind
    try:
        theirs = PDDLReader(environment).parse_problem_string(domain, problem)
    except Exception:
        return
    assert theirs != found


def test_sections_may_stand_in_any_order() -> None:
    environment = get_environment()
    shuffled = DOMAIN.replace(":precondition (p) :effect (q ?x)", ":effect (q ?x) :precondition (p)")
    turned = PROBLEM.replace("(:objects o) (:init (p))", "(:init (p)) (:objects o)")
    expected = PDDLReader(environment).parse_problem_string(DOMAIN, PROBLEM)
    assert Readable(shuffled, turned, environment).problem() == expected


def test_of_conditions_in_each_other_all_count() -> None:
    """unified-planning's reader forgets the outer one."""
    environment = get_environment()
    within, together = (
        Readable(DOMAIN.replace(":effect (q ?x)", f":effect {effect}"), PROBLEM, environment).problem()
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
def test_what_is_no_pddl_is_told_with_its_file(domain: str, problem: str, in_problem: bool) -> None:
    readable = Readable(domain, problem, get_environment())
    with pytest.raises(PddlError, match="the problem" if in_problem else "the domain"):
        readable.problem()
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
def test_what_unified_planning_cannot_hold_is_told_with_its_file(domain: str, problem: str, in_problem: bool) -> None:
    readable = Readable(domain, problem, get_environment())
    with pytest.raises(Exception, match=r"."):
        readable.problem()
    assert readable.in_problem == in_problem


def test_numbers_are_integers_if_asked_for() -> None:
    pddl = generate(make("jealous-couples", couples=2, capacity=2), "numeric")
    readable = Readable(pddl.domain, pddl.problem, get_environment())
    assert any(fluent.type.is_real_type() for fluent in readable.problem().fluents)
    assert not any(fluent.type.is_real_type() for fluent in readable.problem(integers=True).fluents)
    half = re.sub(r"(\(= \([^()]*\) \d+)\)", r"\1.5)", pddl.problem, count=1)
    assert half != pddl.problem
    with pytest.raises(UPTypeError):
        Readable(pddl.domain, half, get_environment()).problem(integers=True)


def test_what_is_false_need_not_be_stated() -> None:
    pddl = generate(make("jealous-couples", couples=3, capacity=2), "strips")
    problem = Readable(pddl.domain, pddl.problem, get_environment()).problem()
    explicit = dict(problem.explicit_initial_values)
    whole = {fluent for fluent, value in problem.clone().initial_values.items() if value.is_true()}
    unified_planning_initial_values.apply(problem)
    assert set(problem.initial_values) == set(problem.clone().clone().initial_values) == whole
    assert dict(problem.explicit_initial_values) == explicit
