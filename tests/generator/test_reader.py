"""The PDDL reader: contents of the trees, and line and column of errors."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from support import list_formulations, make_instance

from ferryplan.generator.errors import PddlError
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.expressions import And, Atom, Equal, Function, Not, NumericComparison, NumericConstant
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.syntax import MAX_DEPTH, UnsupportedPddlError
from ferryplan.generator.pddl.syntax_tree import Domain, DurativeAction

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
    """Return the line and column of the first occurrence of some words in a text."""
    before = text[: text.index(at)] + ("\n" if at.startswith("\n") else "")
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def both(domain: str = DOMAIN, problem: str = PROBLEM) -> None:
    read_problem(problem, read_domain(domain, "d.pddl"), "p.pddl")


def test_domain_and_problem_are_parsed_into_trees() -> None:
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
            NumericComparison("<=", Function("watts", ("?x",)), NumericConstant(Fraction(121, 2))),
        )
    )
    problem = read_problem(PROBLEM, domain)
    assert problem.facts == (Atom("near", ("kitchen", "s1")),)
    assert problem.values == {Function("watts", ("kitchen",)): 40}
    assert problem.metric is not None
    assert problem.metric.direction == "minimize"


def test_reader_accepts_unusual_forms_of_fast_downward() -> None:
    """The reader accepts unusual forms that Fast Downward accepts.

    They are a variable right behind a name or a type, ``either``, a predicate with two arities, and one that is named like a type.
    """
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
        ("(near ?x ?s)", "(neer ?x ?s)", '(neer', "predicate 'neer' is not declared; did you mean 'near'?"),
        ("(near ?x ?s)", "(near ?x)", '(near ?x) (not', "'near' takes 2 arguments, but has 1 here"),
        ("(near ?x ?s)", "(near ?x ?t)", '?t)', "variable '?t' is not declared"),
        ("= ?x hall", "= ?x halt", 'halt', "object 'halt' is not declared; did you mean 'hall'?"),
        ("(lit ?x) (inc", "(not (or (lit ?x))) (inc", '(or', "predicate 'or' is not declared"),
        ("?s - switch ?x - lamp)", "?s - switch ?x - lump)", 'lump', "type 'lump' is not declared; did you mean 'lamp'?"),
        ("(?s - switch ?x - lamp)", "?s - switch", '?s - switch', "'?s' after ':parameters' lacks parentheses; write ':parameters (…)'"),
        ("(?s - switch ?x - lamp)", "(?s - switch ?s - lamp)", '?s - lamp', "variable '?s' appears twice in one list; rename"),
        ("(?s - switch ?x - lamp)", "(?s - switch - lamp)", '- lamp)\n    :pre', "'-' needs names before it and a type after it"),
        ("(?s - switch ?x - lamp)", "(s - switch ?x - lamp)", 's - switch ?x', "'s' is not a variable; variables begin with '?', such as '?x'"),
        (":precondition", ":preconditions", ':preconditions',
         "':preconditions' is not a part of an action; expected :parameters, :precondition or :effect; did you mean ':precondition'?"),
        ("(:types", "(:typo", '(:typo', "there is no section ':typo'; did you mean ':types'?"),
        ("2))))", "2)))", '(define', "'(' is never closed; add the missing ')'"),
        ("2))))", "2))))\n)", "\n)", "')' has no matching '('; remove it"),
        ("60.5", "sixty", 'sixty', "'sixty' is not a number; write a number, or a function in parentheses"),
        ("- number", "- thing", "thing", "ferryplan supports only functions whose values are numbers; write 'number' instead of 'thing'"),
        ("lamp - object switch", "switch - lamp lamp - switch", "switch", "type 'switch' is an ancestor of itself; break the cycle"),
        (" switch)\n", " switch - switch)\n", "switch", "type 'switch' is an ancestor of itself; break the cycle"),
        ("(:action press", "(:derived (lit ?x - lamp) (forall (?y - lamp) (not (lit ?y))))\n(:action press", "(lit ?x - lamp) (f",
         "derived predicate 'lit' depends on its own negation; break the cycle"),
        ("(define (domain", '(in-package "PDDL")\n(define (domain', "(in-package", "'(in-package \"pddl\")' stands outside '(define …)'; remove it"),
        ("watts ?x) 60", "wat\x1bts ?x) 60", "wat\x1bts", "'wat\\x1bts' contains an invisible character; retype the word"),
        ("watts ?x) 60", "watts\xa0?x) 60", "watts\xa0", "'watts\\xa0' contains an invisible character"),
        ("watts ?x) 60", "watts \u202e?x) 60", "\u202e", "'\\u202e' contains an invisible character"),
    ],
)  # fmt: skip
def test_mistake_in_domain_is_reported_at_its_position(old: str, new: str, at: str, told: str) -> None:
    assert DOMAIN.count(old) == 1
    text = DOMAIN.replace(old, new)
    with pytest.raises(PddlError) as raised:
        both(domain=text)
    assert str(raised.value).startswith(f"d.pddl:{position(text, at)}: {told}")


@pytest.mark.parametrize(
    ("old", "new", "at", "told"),
    [
        ("(:domain lamps)", "(:domain lights)", 'lights',
         "the problem is for the domain 'lights', but d.pddl defines the domain 'lamps'; write '(:domain lamps)'"),
        ("(near kitchen s1)", "(and (near kitchen s1))", '(and (near',
         "'(and (near kitchen s1))' is not a fact; :init is a list of facts, without 'and'"),
        ("(near kitchen s1)", "(at 5 (lit kitchen))", '(at 5', "ferryplan does not read timed initial literals, such as '(at 5 (lit kitchen))'"),
        ("(near kitchen s1)", "near", 'near', "'near' is not a predicate; write the predicate and its arguments in parentheses, as in '(NAME ?x)'"),
        ("40)", "forty)", '(= (watts', "'(= (watts kitchen) forty)' needs a number as its value; write"),
        ("(:goal (lit kitchen))", "(:goal (lit kitchen) (lit hall))", "(:goal",
         "'(:goal (lit kitchen) (lit hall))' does not have the form '(:goal CONDITION)'"),
        ("(:goal (lit kitchen))", "(:goal (lit cellar))", 'cellar', "object 'cellar' is not declared"),
        ("minimize", "least", 'least', "'least' is not a direction of the metric; write 'minimize' or 'maximize'"),
        ("(problem one)", "(domain one)", "(define", "this file defines a domain, but a problem belongs here; are the two files in the wrong order?"),
        ("(:metric", "(:constraints (always (lit hall))) (:metric", '(:constraints', "ferryplan does not read trajectory constraints"),
    ],
)  # fmt: skip
def test_mistake_in_problem_is_reported_at_its_position(old: str, new: str, at: str, told: str) -> None:
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
def test_malformed_text_raises_a_pddl_error(text: str) -> None:
    with pytest.raises(PddlError):
        read_domain(text)


def test_nesting_beyond_the_limit_is_rejected() -> None:
    deep = DOMAIN.replace("(near ?x ?s)", "(not " * (MAX_DEPTH - 4) + "(near ?x ?s)" + ")" * (MAX_DEPTH - 4))
    read_domain(deep)
    with pytest.raises(PddlError, match=f"more than {MAX_DEPTH} levels"):
        read_domain(
            deep.replace("(near ?x ?s)", "(not (near ?x ?s))", 1).replace("(not (lit", "(not " * MAX_DEPTH + "(lit", 1)
        )


@pytest.mark.parametrize("puzzle", ["jealous-couples", "perishables", "bridge-torch", "paid-oars", "family"])
def test_generated_pddl_can_be_read(puzzle: str) -> None:
    instance = make_instance(puzzle, capacity=2)
    for dialect, encoding in list_formulations(puzzle):
        pddl = generate(instance, dialect, encoding)
        domain = read_domain(pddl.domain)
        problem = read_problem(pddl.problem, domain)
        assert isinstance(domain, Domain)
        assert len(domain.actions) == pddl.domain.count(":action ") + pddl.domain.count(":durative-action ")
        assert len(problem.facts) + len(problem.values) >= len(instance.travellers)


def test_pddl_reader_reads_published_domains() -> None:
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
def test_unsupported_pddl_raises_a_separate_error(effect: str) -> None:
    glow = f"(:durative-action glow :parameters (?x - lamp) :duration (= ?duration 1) :effect (and (at start (lit ?x)) {effect}))"
    text = DOMAIN.replace("(:action press", f"{glow} (:action press")
    with pytest.raises(UnsupportedPddlError, match="ferryplan does not read con"):
        read_domain(text)


def test_actions_stay_in_the_order_of_the_file() -> None:
    glow = "(:durative-action glow :parameters (?x - lamp) :duration (= ?duration 1) :effect (at start (lit ?x)))"
    domain = read_domain(DOMAIN.replace("(:action press", f"{glow} (:action press"))
    assert [action.name for action in domain.actions] == ["glow", "press"]
