"""Printed PDDL trees: the text parses to the same tree and has the layout of generated files."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from pddl_printer import print_domain, print_problem
from support import CASES

from ferryplan.generator.pddl.expressions import NumericConstant
from ferryplan.generator.pddl.formatting import format_pddl
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.syntax import UnsupportedPddlError
from ferryplan.generator.pddl.syntax_tree import Domain, Problem

GENERATED = sorted((CASES / "pddl").iterdir())
FOLDERS = [*GENERATED, *sorted((CASES / "domains").iterdir()), *sorted((CASES / "foreign").iterdir())]
SECTION = re.compile(r"^ *(?:\(define|\(:[a-z-]+|:[a-z]+)", re.MULTILINE)
"""The beginning of a section or of a part of an action."""


def trees_of(folder: Path) -> tuple[Domain, Problem] | None:
    domain = read_domain((folder / "domain.pddl").read_text())
    try:
        return domain, read_problem((folder / "p01.pddl").read_text(), domain)
    except UnsupportedPddlError:
        assert folder.name in ("constraints", "durative")
        return None


def test_printed_pddl_is_parsed_back_unchanged() -> None:
    for folder in FOLDERS:
        trees = trees_of(folder)
        if trees is None:
            continue
        domain, problem = trees
        printed = print_domain(domain)
        again = read_domain(printed)
        assert again == domain, folder
        assert read_problem(print_problem(problem), again) == problem, folder
        assert print_domain(again) == printed, folder
        assert max(map(len, printed.splitlines())) <= 200, folder


def headlines(text: str) -> list[str]:
    """Return the lines that begin with a section's name."""
    return re.findall(r"^(?:\(define|  \(:(?:domain|requirements|types|action|dur)|    :par).*", text, re.MULTILINE)


def test_printed_layout_matches_the_templates() -> None:
    """Sections and parts of actions have the order and indents of the templates.

    Their lines are the same, too, except in long lists and conditions.
    """
    for folder in GENERATED:
        trees = trees_of(folder)
        assert trees is not None
        for name, unbroken in (("domain.pddl", print_domain(trees[0])), ("p01.pddl", print_problem(trees[1]))):
            printed = format_pddl(unbroken)
            plain = re.sub(r" *;[^\n]*", "", (folder / name).read_text())
            assert SECTION.findall(printed) == SECTION.findall(plain), folder
            assert headlines(printed) == headlines(plain), folder


def test_printed_domain_matches_handwritten_text() -> None:
    text = """(define (domain lamps)
  (:requirements :typing)
  (:types lamp - object switch)
  (:constants
    hall - lamp
    s - switch)

  (:predicates
    (lit ?x ?y - lamp)
    (done))

  (:action press
    :parameters (?x ?y - lamp ?s - switch)
    :precondition (lit ?x ?y)
    :effect (and
      (not (lit ?x ?y))
      (forall (?z - lamp) (when (lit ?z ?x) (done)))
      (lit ?y ?x))))
"""
    assert print_domain(read_domain(text)) == text.replace("lamp - object switch", "lamp switch")


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9), max_value=10**9))
def test_numbers_are_printed_exactly(value: object) -> None:
    number = Fraction(str(value))
    assert Fraction(str(NumericConstant(number))) == number
