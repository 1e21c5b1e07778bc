"""PDDL read: what it says, and at which line and column something is wrong."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from support import formulations_of, make

from ferryplan.generator.errors import PddlError
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.expressions import And, Atom, Comparison, Equal, Function, Not, Number
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.syntax import DEEPEST, UnknownFormError
from ferryplan.generator.pddl.tree import Domain, DurativeAction

DOMAIN = """; a lamp
(define (domain lamps)
  (:requirements :typing)
  (:types lamp - object switch)
  (:constants hall - lamp)
  (:predicates (lit ?x - lamp) (near ?x - lamp ?y - switch))
  (:functions (watts ?x - lamp) (total-cost) - number)
  (:action press
    :parameters (?s - switch ?x - lamp)
    :precondition (and (near ?x ?s) (not (lit ?x)) (not (= ?x hall)) (<= (watts ?x) 60.5))
    :effect (and (lit ?x) (increase (total-cost) 2))))
"""
PROBLEM = """(define (problem one)
  (:domain lamps)
  (:objects kitchen - lamp s1 - switch)
  (:init (near kitchen s1) (= (watts kitchen) 40))
  (:goal (lit kitchen))
  (:metric minimize (total-cost)))
"""


def position(text: str, at: str) -> str:
    """The line and column at which some words stand in a text for the first time."""
    before = text[: text.index(at)] + ("\n" if at.startswith("\n") else "")
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def both(domain: str = DOMAIN, problem: str = PROBLEM) -> None:
    read_problem(problem, read_domain(domain, "d.pddl"), "p.pddl")


def test_what_a_domain_says() -> None:
    domain = read_domain(DOMAIN.upper())
    assert (domain.name, domain.requirements) == ("lamps", (":typing",))
    assert [(one.name, one.types) for one in domain.types] == [("lamp", ("object",)), ("switch", ("object",))]
    [press] = domain.actions
    assert not isinstance(press, DurativeAction)
    assert press.precondition == And(
        (
            Atom("near", ("?x", "?s")),
            Not(Atom("lit", ("?x",))),
            Not(Equal("?x", "hall")),
            Comparison("<=", Function("watts", ("?x",)), Number(Fraction(121, 2))),
        )
    )
    problem = read_problem(PROBLEM, domain)
    assert problem.facts == (Atom("near", ("kitchen", "s1")),)
    assert problem.values == {Function("watts", ("kitchen",)): 40}
    assert problem.metric is not None
    assert problem.metric.direction == "minimize"


def test_what_fast_downward_reads_is_read() -> None:
    """A variable right behind a name or a type, ``either``, a predicate with two arities, one that is named like a type."""
    domain = read_domain(
        "(define (domain odd) (:types up down) (:predicates (up ?x?y - up) (up ?x - (either up down)))"
        " (:action go :parameters (?x - up?y - down) :precondition (up ?x) :effect (up ?x?x)))"
    )
    assert {len(one.parameters) for one in domain.predicates} == {1, 2}
    assert [one.name for one in domain.actions[0].parameters] == ["?x", "?y"]
    read_problem(
        "(define (problem 1) (:domain odd) (:objects 1 up - up go - down) (:init (up 1) (up go)) (:goal (up 1 1)))",
        domain,
    )


@pytest.mark.parametrize(
    ("old", "new", "at", "told"),
    [
        ("(near ?x ?s)", "(neer ?x ?s)", '(neer', "found the predicate 'neer', which is not declared; did you mean 'near'?"),
        ("(near ?x ?s)", "(near ?x)", '(near ?x) (not', "found 'near' with 1 term, expected 2"),
        ("(near ?x ?s)", "(near ?x ?t)", '?t)', "found the variable '?t'"),
        ("= ?x hall", "= ?x halt", 'halt', "found 'halt', which is no object; did you mean 'hall'?"),
        ("(lit ?x) (inc", "(not (or (lit ?x))) (inc", '(or', "found the predicate 'or'"),
        ("?s - switch ?x - lamp)", "?s - switch ?x - lump)", 'lump', "found the type 'lump', which is not declared; did you mean 'lamp'?"),
        ("(?s - switch ?x - lamp)", "?s - switch", '?s - switch', "found '?s', expected parentheses behind ':parameters'"),
        ("(?s - switch ?x - lamp)", "(?s - switch ?s - lamp)", '?s - lamp', "found '?s' a second time, expected another name"),
        ("(?s - switch ?x - lamp)", "(?s - switch - lamp)", '- lamp)\n    :pre', "found '-', expected names before it and a type after it"),
        ("(?s - switch ?x - lamp)", "(s - switch ?x - lamp)", 's - switch ?x', "found 's', expected a variable, such as ?x"),
        (":precondition", ":preconditions", ':preconditions', "found ':preconditions', expected :parameters or :precondition or :effect"),
        ("(:types", "(:typo", '(:typo', "found the section ':typo'; did you mean ':types'?"),
        ("2))))", "2)))", '(define', "found '(', expected a ')' that closes it"),
        ("2))))", "2))))\n)", "\n)", "found ')', expected no more of them than '('"),
        ("60.5", "sixty", 'sixty', "found 'sixty', expected a number or a function in parentheses"),
        ("- number", "- thing", "thing", "found 'thing', expected 'number'"),
        ("lamp - object switch", "switch - lamp lamp - switch", "switch", "found the type 'switch' above itself, expected"),
        (" switch)\n", " switch - switch)\n", "switch", "found the type 'switch' above itself, expected"),
        ("(:action press", "(:derived (lit ?x - lamp) (forall (?y - lamp) (not (lit ?y))))\n(:action press", "(lit ?x - lamp) (f",
         "found the derived predicate 'lit', which depends on its own opposite, expected one"),
        ("(define (domain", '(in-package "PDDL")\n(define (domain', "(in-package", "found '(in-package \"pddl\")', expected one '(define …)' and"),
        ("watts ?x) 60", "wat\x1bts ?x) 60", "wat\x1bts", "found 'wat\\x1bts', expected letters, digits and signs that can be seen"),
        ("watts ?x) 60", "watts\xa0?x) 60", "watts\xa0", "found 'watts\\xa0', expected letters"),
        ("watts ?x) 60", "watts \u202e?x) 60", "\u202e", "found '\\u202e', expected letters"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_domain_is_told_where(old: str, new: str, at: str, told: str) -> None:
    assert DOMAIN.count(old) == 1
    text = DOMAIN.replace(old, new)
    with pytest.raises(PddlError) as raised:
        both(domain=text)
    assert str(raised.value).startswith(f"d.pddl:{position(text, at)}: {told}")


@pytest.mark.parametrize(
    ("old", "new", "at", "told"),
    [
        ("(:domain lamps)", "(:domain lights)", 'lights', "found a problem of the domain 'lights', expected 'lamps', as d.pddl says"),
        ("(near kitchen s1)", "(and (near kitchen s1))", '(and (near', "found '(and (near kitchen s1))', expected a fact"),
        ("(near kitchen s1)", "(at 5 (lit kitchen))", '(at 5', "found '(at 5 (lit kitchen))', expected a fact: timed initial literals"),
        ("(near kitchen s1)", "near", 'near', "found 'near', expected a predicate with its terms, in parentheses"),
        ("40)", "forty)", '(= (watts', "found '(= (watts kitchen) forty)', expected a number"),
        ("(:goal (lit kitchen))", "(:goal (lit kitchen) (lit hall))", "(:goal", "found '(:goal (lit kitchen) (lit hall))', expected one condition"),
        ("(:goal (lit kitchen))", "(:goal (lit cellar))", 'cellar', "found 'cellar', which is no object"),
        ("minimize", "least", 'least', "found 'least', expected 'minimize' or 'maximize'"),
        ("(problem one)", "(domain one)", "(define", "found a domain, expected a problem; are the two files in the wrong order?"),
        ("(:metric", "(:constraints (always (lit hall))) (:metric", '(:constraints', "found ':constraints', expected a file without trajectory"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_problem_is_told_where(old: str, new: str, at: str, told: str) -> None:
    assert PROBLEM.count(old) == 1
    text = PROBLEM.replace(old, new)
    with pytest.raises(PddlError) as raised:
        both(problem=text)
    assert str(raised.value).startswith(f"p.pddl:{position(text, at)}: {told}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "; only a comment\n",
        "()",
        "word",
        "(define)",
        "(define (domain x)) (define (domain y))",
        "\0",
        "((((",
        "(" * 10**6,
    ],
)
def test_no_text_brings_the_reader_down(text: str) -> None:
    with pytest.raises(PddlError, match="found"):
        read_domain(text)


def test_parentheses_are_nested_so_deep_and_no_deeper() -> None:
    deep = DOMAIN.replace("(near ?x ?s)", "(not " * (DEEPEST - 4) + "(near ?x ?s)" + ")" * (DEEPEST - 4))
    read_domain(deep)
    with pytest.raises(PddlError, match=f"more than {DEEPEST} parentheses"):
        read_domain(
            deep.replace("(near ?x ?s)", "(not (near ?x ?s))", 1).replace("(not (lit", "(not " * DEEPEST + "(lit", 1)
        )


@pytest.mark.parametrize("puzzle", ["jealous-couples", "perishables", "bridge-torch", "paid-oars", "family"])
def test_what_is_generated_is_read(puzzle: str) -> None:
    instance = make(puzzle, capacity=2)
    for dialect, encoding in formulations_of(puzzle):
        pddl = generate(instance, dialect, encoding)
        domain = read_domain(pddl.domain)
        problem = read_problem(pddl.problem, domain)
        assert isinstance(domain, Domain)
        assert len(domain.actions) == pddl.domain.count(":action ") + pddl.domain.count(":durative-action ")
        assert len(problem.facts) + len(problem.values) >= len(instance.travellers)


def test_foreign_domains_are_read() -> None:
    unknown = {"constraints": ":constraints", "durative": "timed initial literals"}
    for folder in sorted((Path(__file__).parents[1] / "cases" / "domains").iterdir()):
        domain = read_domain((folder / "domain.pddl").read_text())
        for path in sorted(folder.glob("p*.pddl")):
            if folder.name in unknown:
                with pytest.raises(PddlError, match=unknown[folder.name]):
                    read_problem(path.read_text(), domain)
            else:
                assert read_problem(path.read_text(), domain).domain == domain.name


@pytest.mark.parametrize("effect", ["(when (at start (lit ?x)) (at end (lit ?x)))", "(increase (watts ?x) (* #t 2))"])
def test_what_is_pddl_and_not_known_here_is_told_apart(effect: str) -> None:
    glow = f"(:durative-action glow :parameters (?x - lamp) :duration (= ?duration 1) :effect (and (at start (lit ?x)) {effect}))"
    text = DOMAIN.replace("(:action press", f"{glow} (:action press")
    with pytest.raises(UnknownFormError, match="which are not known here"):
        read_domain(text)


def test_actions_stay_in_the_order_of_the_file() -> None:
    glow = "(:durative-action glow :parameters (?x - lamp) :duration (= ?duration 1) :effect (at start (lit ?x)))"
    domain = read_domain(DOMAIN.replace("(:action press", f"{glow} (:action press"))
    assert [action.name for action in domain.actions] == ["glow", "press"]
