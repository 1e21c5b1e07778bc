"""Requirements of a domain, from its tree, against those that its template declares.

They are also checked against the BNF and the appendix of PDDL 2.1, read by hand.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from budget import scale
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pddl_requirements import IMPLIED_REQUIREMENTS, find_requirements
from strategies.assignment import boards, grids, sums
from strategies.campaigns import fixed
from strategies.crossing import crossing_files
from strategies.files import PuzzleText
from support import CASES

from ferryplan import domains
from ferryplan.generator.dialects import DIALECTS
from ferryplan.generator.errors import EncodingError, ParameterError
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import generate, list_encodings
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.puzzle import load

CHOICES = ({}, {"capacity": 2}, {"capacity": 3}, {"capacity": 2, "islands": 1}, {"capacity": 2, "boat-rules": False})


def check_all(instance: AnyInstance) -> int:
    """Check each dialect and encoding, and return the number of checks."""
    checked = 0
    for dialect in DIALECTS:
        for encoding in list_encodings(dialect, instance.family):
            try:
                pddl = generate(instance, dialect, encoding)
            except EncodingError:
                continue
            domain = read_domain(pddl.domain)
            found = find_requirements(domain, read_problem(pddl.problem, domain))
            assert sorted(domain.requirements) == sorted(found), f"{instance.title}: {dialect} {encoding}"
            checked += 1
    return checked


def test_catalog_pddl_declares_minimal_requirements() -> None:
    """Each puzzle has one of the choices of parameters that it admits, in turn."""
    unchecked = list[str]()
    for number, name in enumerate(sorted(domains.puzzle_files())):
        puzzle, checked = load(name), 0
        choices = [*CHOICES[number % 5 :], *CHOICES[: number % 5]]
        instances = list[AnyInstance]()
        for parameters in choices:
            with contextlib.suppress(ParameterError):
                instances.append(instantiate(puzzle, parameters))
        for instance in instances[: scale(1)]:
            checked += check_all(instance)
        if checked < (1 if puzzle.family == "classical" else 2):  # templates of planning tasks have one dialect each
            unchecked.append(name)
    assert unchecked == []


@settings(fixed(20), suppress_health_check=list(HealthCheck))
@given(file=st.one_of(crossing_files(), crossing_files(), crossing_files(), grids(), sums(), boards()))
def test_pddl_of_random_puzzles_declares_minimal_requirements(
    file: PuzzleText, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "random-requirements.toml"
    path.write_text(file.text, encoding="utf-8")
    try:
        instance = instantiate(load(str(path)), file.given)
    except ParameterError:
        return
    check_all(instance)


def test_pddl_without_rowers_declares_minimal_requirements(tmp_path: Path) -> None:
    path = tmp_path / "no-rowers.toml"
    path.write_text(
        """
family = "crossing"
name = "no-rowers"
title = "Nobody rows"
story = "Two goats come to a river."
source = "A story."
places = [{ name = "left bank" }, { name = "right bank" }]
kinds = [{ name = "goat", plural = "goats", count = 2, names = "goat {{ number }}", rows = 0 }]
boat = { capacity = 2 }
start = { boat = "left bank", everyone = "left bank" }
goal = { everyone = "right bank" }
""",
        encoding="utf-8",
    )
    assert check_all(instantiate(load(str(path)), {})) >= 7


HEAD = "(define (domain d) (:predicates (p) (q ?x)) {} (:action a :parameters (?x) :precondition {} :effect {}))"


@pytest.mark.parametrize(
    ("more", "precondition", "effect", "needed"),
    [
        ("", "(p)", "(and (q ?x) (not (p)))", set()),
        ("", "(not (p))", "(p)", {":negative-preconditions"}),
        ("", "(not (= ?x ?x))", "(p)", {":negative-preconditions", ":equality"}),
        ("", "(not (and (p) (q ?x)))", "(p)", {":disjunctive-preconditions"}),
        ("", "(imply (p) (q ?x))", "(p)", {":disjunctive-preconditions"}),
        ("", "(exists (?y) (forall (?z) (or (q ?y) (q ?z))))", "(p)",
         {":existential-preconditions", ":universal-preconditions", ":disjunctive-preconditions"}),
        ("", "()", "(when (not (p)) (p))", {":conditional-effects", ":negative-preconditions"}),
        ("", "()", "(forall (?y) (q ?y))", {":conditional-effects"}),
        ("(:derived (p) (exists (?x) (q ?x)))", "(p)", "(q ?x)", {":derived-predicates", ":existential-preconditions"}),
        ("(:functions (total-cost) (price ?x))", "(p)", "(increase (total-cost) (price ?x))", {":action-costs"}),
        ("(:functions (total-cost) (price ?x))", "(p)", "(increase (price ?x) 1)", {":fluents"}),
        ("(:functions (total-cost))", "(< (total-cost) 5)", "(increase (total-cost) 1)", {":fluents"}),
        ("(:types t)", "(p)", "(q ?x)", {":typing"}),
        ("(:durative-action b :parameters () :duration (<= ?duration 3) :effect (at end (p)))", "(p)", "(q ?x)",
         {":durative-actions", ":duration-inequalities"}),
        ("(:durative-action b :parameters () :duration (= ?duration 3) :condition (over all (not (p))) :effect ())", "(p)", "(q ?x)",
         {":durative-actions", ":negative-preconditions"}),
    ],
)  # fmt: skip
def test_requirements_are_derived_from_the_domain(more: str, precondition: str, effect: str, needed: set[str]) -> None:
    domain = read_domain(HEAD.format(more, precondition, effect))
    metric = "(:metric minimize (total-cost))" if "total-cost" in more else ""
    problem = read_problem(f"(define (problem x) (:domain d) (:objects o) (:init) (:goal (p)) {metric})", domain)
    found = find_requirements(domain, problem)
    assert set(found) == {":strips", *needed}
    assert list(found) == [":strips", *[":typing"] * (":typing" in needed), *sorted(needed - {":typing"})]


@pytest.mark.parametrize("folder", sorted((CASES / "domains").iterdir()), ids=lambda folder: folder.name)
def test_foreign_domains_declare_all_derived_requirements(folder: Path) -> None:
    domain = read_domain((folder / "domain.pddl").read_text())
    try:
        problem = read_problem((folder / "p01.pddl").read_text(), domain)
    except ValueError:
        assert folder.name in ("constraints", "durative")
        return
    said = {":strips"}.union(*(IMPLIED_REQUIREMENTS.get(one, {one}) for one in domain.requirements))
    said |= {":fluents"} if ":numeric-fluents" in said else set()
    assert set(find_requirements(domain, problem)) <= said
