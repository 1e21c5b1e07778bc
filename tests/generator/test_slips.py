"""Slips in PDDL with a unique fix: each is found once, and its fix restores the clean text."""

from __future__ import annotations

import random
from typing import Literal

import pddl_oracle
import pytest
from budget import scale

from ferryplan import domains
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.slips.fixing import fix_if_unreadable, fix_slips
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load

DOMAIN = """(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions)
  (:types car truck - vehicle
          vehicle shore)
  (:constants pier - shore)
  (:predicates (at ?v - vehicle ?s - shore)
               (ferry-at ?s - shore)
               (aboard ?v - vehicle)
               (full))
  (:action sail
    :parameters (?from ?to - shore)
    :precondition (and (ferry-at ?from) (not (ferry-at ?to)))
    :effect (and (ferry-at ?to) (not (ferry-at ?from))))
  (:action load
    :parameters (?v - vehicle ?s - shore)
    :precondition (and (at ?v ?s) (ferry-at ?s) (not (full)))
    :effect (and (aboard ?v) (full) (not (at ?v ?s))))
  (:action unload
    :parameters (?v - vehicle ?s - shore)
    :precondition (and (aboard ?v) (ferry-at ?s))
    :effect (and (at ?v ?s) (not (aboard ?v)) (not (full)))))
"""
PROBLEM = """(define (problem two)
  (:domain ferry)
  (:objects mini - car
            lorry - truck
            quay - shore)
  (:init (at mini pier) (at lorry pier)
         (ferry-at pier))
  (:goal (and (at mini quay)
              (at lorry quay))))
"""
Change = tuple[Literal["domain", "problem"], str, str]
"""A text, a passage that occurs once, and its replacement; ``^`` marks where the slip begins."""
SLIPS: dict[str, list[Change]] = {
    "comma": [
        ("domain", "car truck - vehicle", "car^, truck - vehicle"),
        ("domain", "(?from ?to - shore)", "(?from^, ?to - shore)"),
        ("problem", "mini - car\n", "mini - car^,\n"),
    ],
    "glued-dash": [
        ("domain", "car truck - vehicle", "car truck ^-vehicle"),
        ("domain", "(?from ?to - shore)", "(?from ?to ^-shore)"),
        ("domain", "(aboard ?v - vehicle)", "(aboard ^?v- vehicle)"),
        ("problem", "lorry - truck", "lorry ^-truck"),
        ("problem", "lorry - truck", "^lorry- truck"),
    ],
    "missing-colon": [
        ("domain", "(:action sail", "(^action sail"),
        ("domain", "(:predicates (at", "(^predicates (at"),
        ("domain", ":strips :typing", "^strips :typing"),
        ("domain", ":precondition (and (aboard", "^precondition (and (aboard"),
        ("problem", "(:domain ferry)", "(^domain ferry)"),
        ("problem", "(:init (at", "(^init (at"),
        ("problem", "(:goal (and", "(^goal (and"),
    ],
    "misspelled-keyword": [
        ("domain", ":precondition (and (aboard", "^:preconditions (and (aboard"),
        ("domain", ":effect (and (aboard", "^:effects (and (aboard"),
        ("domain", "(:predicates (at", "(^:predicate (at"),
        ("problem", "(:objects", "(^:object"),
    ],
    "keyword-in-parentheses": [
        ("domain", ":parameters (?from ?to - shore)", "^(:parameters (?from ?to - shore))"),
        ("domain", ":parameters (?from ?to - shore)", "^(:parameters ?from ?to - shore)"),
        ("domain", ":precondition (and (aboard ?v) (ferry-at ?s))", "^(:precondition (and (aboard ?v) (ferry-at ?s)))"),
        ("domain", ":precondition (and (aboard ?v) (ferry-at ?s))", "^(:precondition (aboard ?v) (ferry-at ?s))"),
    ],
    "nested-parameters": [
        ("domain", ":parameters (?from ?to - shore)", ":parameters ^((?from ?to - shore))"),
        ("domain", "(?from ?to - shore)\n", "^((?from - shore) (?to - shore))\n"),
        ("domain", "(?from ?to - shore)\n", "^(?from - shore) (?to - shore)\n"),
    ],
    "second-section": [
        ("domain", "               (aboard ?v", "               )\n  ^(:predicates (aboard ?v"),
        ("domain", "          vehicle shore)", "          vehicle)\n  ^(:types shore)"),
        ("problem", "\n            quay - shore)", ")\n  ^(:objects quay - shore)"),
        ("problem", "(at lorry pier)\n", ") ^(:init (at lorry pier)\n"),
    ],
    "own-parent": [
        ("domain", "vehicle shore)", "vehicle shore ^s - s)"),
        ("domain", "          vehicle shore)", "          vehicle ^shore - shore)"),
    ],
    "object-in-domain": [
        ("domain", "(ferry-at ?from) (not", "(ferry-at ?from) (not (ferry-at ^quay)) (not"),
    ],
    "missing-question-mark": [
        ("domain", "(and (at ?v ?s) (ferry-at ?s) (not", "(and (at ^v ?s) (ferry-at ?s) (not"),
    ],
    "other-domain": [("problem", "(:domain ferry)", "(:domain ^ferries)")],
    "missing-and": [
        ("domain", ":precondition (and (aboard ?v) (ferry-at ?s))", ":precondition ^(aboard ?v) (ferry-at ?s)"),
        ("domain", ":effect (and (ferry-at ?to) (not", ":effect ^((ferry-at ?to) (not"),
        ("domain", ":effect (and (ferry-at ?to) (not (ferry-at ?from))))", ":effect ^(ferry-at ?to) (not (ferry-at ?from)))"),
        ("problem", "(:goal (and (at mini quay)\n              (at lorry quay)))", "(:goal ^(at mini quay)\n              (at lorry quay))"),
    ],
    "not-of-several": [
        ("domain", "(not (aboard ?v)) (not (full))", "^(not (aboard ?v) (full))"),
    ],
    "and-in-start": [
        ("problem", " (at mini pier) (at lorry pier)\n         (ferry-at pier)", " ^(and (at mini pier) (at lorry pier)\n  (ferry-at pier))"),
    ],
}  # fmt: skip
CASES = [(kind, change) for kind, changes in SLIPS.items() for change in changes]
OTHER_MEANING = {"own-parent", "object-in-domain"}
"""Slips with a type, or a condition, that the clean text does not have."""


def with_slip(change: Change, domain: str, problem: str) -> tuple[str, str, tuple[int, int]]:
    """Return both texts, one of them with a slip, and the line and column where the slip begins."""
    part, clean, slipped = change
    texts = {"domain": domain, "problem": problem}
    assert texts[part].count(clean) == 1
    marked = texts[part].replace(clean, slipped)
    before = marked[: marked.index("^")]
    texts[part] = marked.replace("^", "")
    return texts["domain"], texts["problem"], (before.count("\n") + 1, len(before) - before.rfind("\n"))


def states(domain: str, problem: str) -> object:
    """Return the states and moves of a task, by the tests' own PDDL reader."""
    return pddl_oracle.explore(pddl_oracle.read_task(domain, problem))


@pytest.mark.parametrize(("kind", "change"), CASES)
def test_each_pddl_syntax_slip_is_located_and_fixed(kind: str, change: Change) -> None:
    domain, problem, place = with_slip(change, DOMAIN, PROBLEM)
    files = fix_if_unreadable(Source(domain, "d"), Source(problem, "p"))
    assert [(slip.kind, slip.file_role, where) for slip, where in files.slips] == [(kind, change[0], place)]
    fixed = files.fixed_source("domain").text, files.fixed_source("problem").text
    if kind in OTHER_MEANING:
        assert fix_if_unreadable(Source(fixed[0], "d"), Source(fixed[1], "p")).slips == []
        pddl_oracle.read_task(*fixed)
    else:
        assert states(*fixed) == states(DOMAIN, PROBLEM)
    for text, old in zip(fixed, (domain, problem), strict=True):
        assert text.count("\n") == old.count("\n")


@pytest.mark.parametrize("seed", range(scale(12)))
def test_several_slips_are_fixed_together(seed: int) -> None:
    """Three slips of different kinds at separate places are fixed together.

    The fixed text has the states and moves of the clean one.
    """
    rng = random.Random(seed)
    domain, problem, kinds = DOMAIN, PROBLEM, list[str]()
    for kind in rng.sample([kind for kind in SLIPS if kind not in OTHER_MEANING], 6):
        part, clean, _ = change = rng.choice(SLIPS[kind])
        if len(kinds) < 3 and {"domain": domain, "problem": problem}[part].count(clean) == 1:
            domain, problem, _ = with_slip(change, domain, problem)
            kinds.append(kind)
    files = fix_slips(Source(domain, "d"), Source(problem, "p"))
    assert {slip.kind for slip, _ in files.slips} == {*kinds}
    assert states(files.fixed_source("domain").text, files.fixed_source("problem").text) == states(DOMAIN, PROBLEM)


def test_valid_pddl_has_no_syntax_slips() -> None:
    """The PDDL of the catalog, which planners accept, has no slips of any kind."""
    found = [
        f"{name}: {slip.kind}"
        for name in sorted(domains.puzzle_files())
        for pddl in [generate(instantiate_smallest(load(name), {}))]
        for slip, _ in fix_slips(Source(pddl.domain, "d"), Source(pddl.problem, "p")).slips
    ]
    assert found == []


def test_mistake_without_unique_fix_is_left_unchanged() -> None:
    """An undeclared predicate and unbalanced parentheses have no unique fix, so the text stays unchanged."""
    for domain in (DOMAIN.replace("(full)", "(fulll)", 1), DOMAIN.replace("(aboard ?v) (full)", "(aboard ?v (full)")):
        files = fix_if_unreadable(Source(domain, "d"), Source(PROBLEM, "p"))
        assert files.slips == []
        assert files.fixed_source("domain").text == domain


def test_names_ending_with_dash_are_accepted() -> None:
    """Names that end with a dash are accepted, because some published domains have them."""
    domain = DOMAIN.replace("pier - shore", "forks-0- forks-1- pier - shore")
    files = fix_slips(Source(domain, "d"), Source(PROBLEM, "p"))
    assert files.slips == []
