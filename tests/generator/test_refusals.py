"""Warnings of `plan lint` about forms that planners refuse, against the readers of these planners."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pyperplan.pddl.parser import Parser
from unified_planning.io import PDDLReader

from ferryplan.generator.pddl.linting.refused_forms import REFUSALS
from ferryplan.generator.pddl.linting.repeated_declarations import REFUSED_REPETITIONS
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.pddl_lint import lint_texts

DOMAIN = """(define (domain stacks)
  (:requirements :strips :typing)
  (:types block)
  (:predicates (on ?x ?y - block) (clear ?x - block) (table ?x - block))
  (:action put
    :parameters (?x ?y - block)
    :precondition (and (table ?x) (clear ?x) (clear ?y))
    :effect (and (on ?x ?y) (not (table ?x)) (not (clear ?y)))))
"""
PROBLEM = """(define (problem three)
  (:domain stacks)
  (:objects a b c - block)
  (:init (table a) (table b) (table c) (clear a) (clear b) (clear c))
  (:goal (and (on a b) (on b c))))
"""
PREDICATES = "  (:predicates (on ?x ?y - block) (clear ?x - block) (table ?x - block))\n"
OBJECTS = "  (:objects a b c - block)\n"
THINGS = DOMAIN.replace("(:types block)", "(:types thing - object block cube - thing)").replace(
    PREDICATES, PREDICATES.replace("block", "thing")
)
"""The same domain with predicates about things of all types."""
WITH_CONSTANT = DOMAIN.replace("(:types block)", "(:types block)\n  (:constants a - block)")
WITHOUT_A = PROBLEM.replace("(:objects a", "(:objects")
CASES: dict[str, list[tuple[str, str]]] = {
    "first-letter": [
        (DOMAIN.replace("clear", "2clear"), PROBLEM.replace("clear", "2clear")),
        (DOMAIN.replace("?x", "?1"), PROBLEM),
        (DOMAIN.replace("put", "_put"), PROBLEM),
        (DOMAIN, PROBLEM.replace("(:objects a", "(:objects 1a").replace(" a)", " 1a)").replace("on a", "on 1a")),
    ],
    "not-ascii": [(DOMAIN.replace("clear", "libre-é"), PROBLEM.replace("clear", "libre-é"))],
    "repeated-parameter": [(DOMAIN.replace("(on ?x ?y - block)", "(on ?x ?x - block)", 1), PROBLEM)],
    "either": [(DOMAIN.replace("(clear ?x - block)", "(clear ?x - (either block object))"), PROBLEM)],
    "either-of-action": [(THINGS.replace("?y - block)\n", "?y - (either block cube))\n"), PROBLEM)],
    "name-of-two": [
        (DOMAIN.replace("put", "table"), PROBLEM),
        (DOMAIN, PROBLEM.replace("(:objects a", "(:objects on").replace(" a)", " on)").replace("on a", "on on")),
    ],
    "overloaded-action": [
        (DOMAIN[:-2] + "\n  (:action put :parameters (?x - block) :precondition (clear ?x) :effect (table ?x)))\n", PROBLEM)
    ],
    "overloaded-predicate": [(DOMAIN.replace("(table ?x - block))", "(table ?x - block) (clear ?x ?y - block))"), PROBLEM)],
    "order": [
        (DOMAIN.replace("  (:types block)\n", "").replace(PREDICATES, PREDICATES + "  (:types block)\n"), PROBLEM),
        (DOMAIN.replace(PREDICATES, PREDICATES + "  (:constants d - block)\n"), PROBLEM),
    ],
    "order-of-actions": [(DOMAIN.replace(PREDICATES, "")[:-2] + "\n" + PREDICATES + ")\n", PROBLEM)],
    "order-of-problem": [(DOMAIN, PROBLEM.replace(OBJECTS, "").replace("(clear c))\n", "(clear c))\n" + OBJECTS))],
    "glued": [(DOMAIN.replace("(clear ?y))\n", "(clear?y))\n"), PROBLEM)],
    "other-signs": [(DOMAIN.replace("put", sign), PROBLEM) for sign in ("put.on", "put+on", "put'on", "put#1", "put@")],
    "requirement": [(DOMAIN.replace(":typing", f":typing {one}"), PROBLEM) for one in (":fluents", ":numeric-fluents", ":time")],
    "no-parameters": [(WITH_CONSTANT.replace("(:action", "(:action rest :precondition (clear a) :effect (table a))\n  (:action"), WITHOUT_A)],
    "no-effect": [(DOMAIN[:-2] + "\n  (:action look :parameters (?x - block) :precondition (clear ?x)))\n", PROBLEM)],
    "no-precondition": [
        (DOMAIN[:-2] + f"\n  (:action drop :parameters (?x - block) {empty} :effect (table ?x)))\n", PROBLEM)
        for empty in ("", ":precondition ()")
    ],
    "nested-and": [(DOMAIN.replace("(clear ?x) (clear ?y))", "(and (clear ?x) (clear ?y)))"), PROBLEM)],
    "requirements-of-problem": [(DOMAIN, PROBLEM.replace("(:domain stacks)", "(:domain stacks)\n  (:requirements :strips)"))],
    "length": [(DOMAIN, PROBLEM[:-2] + "\n  (:length (:serial 2)))\n")],
    "empty-goal": [(DOMAIN, PROBLEM.replace("(and (on a b) (on b c))", "()"))],
    "denied-fact": [(DOMAIN, PROBLEM.replace("(clear c))", "(clear c) (not (on a b)))"))],
}  # fmt: skip
"""Pairs of a domain and a problem, by the form in them that planners refuse."""


def read_with_unified_planning(domain: Path, problem: Path) -> None:
    PDDLReader().parse_problem(str(domain), str(problem))


def read_with_pyperplan(domain: Path, problem: Path) -> None:
    parser = Parser(str(domain), str(problem))
    parser.parse_problem(parser.parse_domain())


READERS: dict[str, Callable[[Path, Path], None]] = {
    "unified-planning": read_with_unified_planning,
    "pyperplan": read_with_pyperplan,
}


def refused_by(domain: str, problem: str, folder: Path) -> list[str]:
    """Return the planners, except Fast Downward, whose readers refuse a pair."""
    paths = folder / "domain.pddl", folder / "problem.pddl"
    for path, text in zip(paths, (domain, problem), strict=True):
        path.write_text(text)
    refusing = list[str]()
    for tool, read in READERS.items():
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                read(*paths)
        except Exception:  # each reader has its own errors, AttributeError and KeyError among them
            refusing.append(tool)
    return refusing


TRANSLATE = """
import sys
from fast_downward.translate import main, options
for folder in sys.argv[1:]:
    try:
        options.set_options([f"{folder}/domain.pddl", f"{folder}/problem.pddl", "--sas-file", f"{folder}/sas"])
        main.main()
        translated = True
    except (Exception, SystemExit):
        translated = False
    print("translated" if translated else "refused", file=sys.stderr)
"""
"""a program that translates pairs of files with Fast Downward and writes one word about each"""


def translate_with_fast_downward(pairs: Sequence[tuple[str, str]], folder: Path) -> list[str]:
    """Return for each pair "translated" or "refused"."""
    spec = importlib.util.find_spec("up_fast_downward")
    assert spec is not None
    assert spec.origin is not None
    code = Path(spec.origin).parent / "downward" / "builds" / "release" / "bin"
    folders = [folder / str(number) for number in range(len(pairs))]
    for one, (domain, problem) in zip(folders, pairs, strict=True):
        one.mkdir()
        (one / "domain.pddl").write_text(domain)
        (one / "problem.pddl").write_text(problem)
    run = subprocess.run(
        [sys.executable, "-c", TRANSLATE, *folders],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(code)},
    )  # fmt: skip
    return [line for line in run.stderr.splitlines() if line in ("translated", "refused")]


def forms_found(domain: str, problem: str) -> list[tuple[str, str]]:
    """Return the kinds of findings, with the planners that refuse the form according to the message."""
    found = lint_texts(Source(domain, "domain.pddl"), Source(problem, "problem.pddl"), None, with_style=False)
    return [
        (one.kind, re.sub(r".* \((.*) refuses? this\)", r"\1", one.message))
        for one in found
        if one.kind == "refused-form"
    ]


def test_pddl_accepted_by_all_planners_causes_no_warning(tmp_path: Path) -> None:
    for domain in (DOMAIN, THINGS):
        assert refused_by(domain, PROBLEM, tmp_path) == []
        assert forms_found(domain, PROBLEM) == []


@pytest.mark.parametrize(("form", "pair"), [(form, pair) for form, pairs in CASES.items() for pair in pairs])
def test_warning_names_exactly_the_planners_that_reject_the_pddl(
    form: str, pair: tuple[str, str], tmp_path: Path
) -> None:
    assert pair != (DOMAIN, PROBLEM)
    assert refused_by(*pair, tmp_path) == [tool for tool in REFUSALS[form] if tool != "Fast Downward"]
    assert forms_found(*pair) == [("refused-form", join_phrases(REFUSALS[form]))]


def test_every_pddl_form_known_to_be_rejected_has_a_test_case() -> None:
    assert CASES.keys() == REFUSALS.keys()


REPEATED = {
    "object": (DOMAIN, PROBLEM.replace("(:objects a", "(:objects a a")),
    "constant": (WITH_CONSTANT, PROBLEM),
    "predicate": (DOMAIN.replace("(:predicates", "(:predicates (on ?x ?y - block)"), PROBLEM),
    "function": (DOMAIN.replace("  (:action", "  (:functions (f) (f))\n  (:action"), PROBLEM),
    "action": (DOMAIN[:-2] + "\n" + DOMAIN[DOMAIN.index("(:action") :], PROBLEM),
}


@pytest.mark.parametrize("what", REFUSED_REPETITIONS)
def test_warning_about_repeated_declaration_names_planners_that_reject_it(what: str, tmp_path: Path) -> None:
    refusing = REFUSED_REPETITIONS[what]
    assert refused_by(*REPEATED[what], tmp_path) == [tool for tool in refusing if tool != "Fast Downward"]
    sources = (Source(text, name) for text, name in zip(REPEATED[what], ("domain.pddl", "problem.pddl"), strict=True))
    [found] = [one for one in lint_texts(*sources, None, with_style=False) if one.kind == "repeated"]
    assert found.message.endswith(
        f"({join_phrases(refusing)} {'refuse' if len(refusing) > 1 else 'refuses'} repetitions)"
    )


@pytest.mark.engines
def test_fast_downward_rejects_exactly_the_pddl_whose_warning_names_it(tmp_path: Path) -> None:
    pairs = [
        (["unified-planning"], (THINGS, PROBLEM)),
        *((REFUSALS[form], pair) for form, pairs in CASES.items() for pair in pairs),
        *((REFUSED_REPETITIONS[what], pair) for what, pair in REPEATED.items()),
    ]
    expected = ["refused" if "Fast Downward" in tools else "translated" for tools, _ in pairs]
    assert {*expected} == {"refused", "translated"}
    assert translate_with_fast_downward([pair for _, pair in pairs], tmp_path) == expected


def test_finding_omits_planners_that_cannot_handle_the_task() -> None:
    """A finding does not name planners that cannot handle the task anyway.

    So pyperplan is not listed for an empty precondition in a task with numbers, nor Fast Downward for a requirement.
    """
    domain = """(define (domain count) (:requirements :fluents) (:functions (n))
      (:action more :parameters () :effect (increase (n) 1)))"""
    problem = "(define (problem three) (:domain count) (:init (= (n) 0)) (:goal (= (n) 3)))"
    assert forms_found(domain, problem) == []
