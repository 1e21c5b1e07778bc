"""The names in PDDL texts: places, kinds, and words that may stand at a place."""

from __future__ import annotations

from typing import Literal

import pytest

from ferryplan import SymbolTable, find_symbols, generate
from ferryplan.generator.pddl.reader import read_task

DOMAIN = """\
(define (domain post)
  (:requirements :typing)
  (:types truck van - vehicle vehicle place)
  (:constants depot - place)
  (:predicates (at ?v - vehicle ?p - place) (closed ?p - place))
  (:functions (fuel ?v - vehicle) (total-cost) - number)
  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (forall (?p - place) (or (closed ?p) (at ?t depot))))
    :effect (and (at ?t ?to) (not (at ?t ?from)) (decrease (fuel ?t) 1))))
"""
PROBLEM = """\
(define (problem p1)
  (:domain post)
  (:objects t1 - truck v1 - van home - place)
  (:init (at t1 home) (= (fuel t1) 3) (at 5 (closed home)))
  (:goal (at t1 depot)))
"""


def place_of(text: str, part: str, inside: str = "") -> tuple[int, int]:
    """Return the line and the column of the beginning of ``inside`` in the first occurrence of ``part``."""
    offset = text.index(part) + (part.index(inside) if inside else 0)
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def complete(domain: str, problem: str | None = None) -> list[str]:
    """Return the words that may stand at the mark ``|`` in one of two texts."""
    role, text = ("domain", domain) if "|" in domain else ("problem", problem or "")
    line, column = place_of(text, "|")
    table = find_symbols(domain.replace("|", ""), problem and problem.replace("|", ""))
    return [one.word for one in table.list_completions("domain" if role == "domain" else "problem", line, column)]


def test_each_use_of_a_predicate_is_found_in_both_texts() -> None:
    found = find_symbols(DOMAIN, PROBLEM).find_symbol("domain", *place_of(DOMAIN, "(at ?v", "at"))
    assert found is not None
    assert found.signature == "(at ?v - vehicle ?p - place)"
    places = [(use.file_role, use.line) for use in found.uses]
    # `(at 5 …)` is a time, not the predicate
    assert places == [
        ("domain", 5),
        ("domain", 9),
        ("domain", 9),
        ("domain", 10),
        ("domain", 10),
        ("problem", 4),
        ("problem", 5),
    ]


def test_variable_of_a_quantifier_is_another_symbol_than_a_parameter_of_a_predicate() -> None:
    found = find_symbols(DOMAIN).find_symbol("domain", *place_of(DOMAIN, "(closed ?p) (at", "?p"))
    assert found is not None
    assert [use.line for use in found.uses] == [9, 9]
    assert [use.line for use in found.declarations] == [9]


@pytest.mark.parametrize(
    ("part", "inside", "kind"),
    [
        ("(domain post", "post", "domain"),
        ("truck van", "van", "type"),
        ("- vehicle", "vehicle", "type"),
        ("(:constants depot", "depot", "object"),
        ("(fuel ?v", "fuel", "function"),
        ("(decrease (fuel", "fuel", "function"),
        ("drive", "", "action"),
        (":typing", "", "requirement"),
        ("(forall", "forall", "keyword"),
        ("number", "", "keyword"),
        ("?from ?to", "?to", "variable"),
    ],
)
def test_names_have_their_kinds(part: str, inside: str, kind: str) -> None:
    use = find_symbols(DOMAIN).find_use("domain", *place_of(DOMAIN, part, inside))
    assert use is not None
    assert use.kind == kind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(at |", ["?t"]),  # a vehicle: the truck, but no place
        ("(at ?t |", ["?from", "?to", "depot"]),
        ("(forall (?q - place) (closed |", ["?q", "?from", "?to", "depot"]),
        ("(exists (?q - |", ["truck", "van", "vehicle", "place", "object"]),
    ],
)
def test_arguments_are_completed_by_type_in_unfinished_text(text: str, words: list[str]) -> None:
    before = DOMAIN[: DOMAIN.index("(and (at ?t ?from)")]
    assert complete(before + text) == words


def test_head_of_a_condition_is_a_predicate_or_a_connective() -> None:
    words = complete(DOMAIN[: DOMAIN.index("(at ?t ?from)")] + "(|")
    assert words[:2] == ["at", "closed"]
    assert {"and", "not", "forall", "exists"} <= {*words}
    assert "fuel" not in words


def test_number_is_a_function() -> None:
    words = complete(DOMAIN[: DOMAIN.index("(fuel ?t)")] + "(|")
    assert words[:2] == ["fuel", "total-cost"]


def test_parts_that_an_action_has_are_not_proposed_again() -> None:
    words = complete(DOMAIN[: DOMAIN.index(":effect")] + "|")
    assert words == [":effect"]


def test_sections_belong_to_their_file() -> None:
    assert ":action" in complete("(define (domain d) (|")
    words = complete("(define (domain d))", "(define (problem p) (|")
    assert ":init" in words
    assert ":action" not in words


def test_objects_of_the_right_type_are_proposed_in_a_problem() -> None:
    text = PROBLEM.replace("(at t1 depot)))", "(at |")
    assert complete(DOMAIN, text) == ["t1", "v1"]
    assert complete(DOMAIN, PROBLEM.replace("(at t1 depot)))", "(at t1 |")) == ["depot", "home"]
    assert complete(DOMAIN, PROBLEM.replace("post", "|", 1)) == ["post"]


def test_section_after_a_missing_parenthesis_keeps_its_names() -> None:
    broken = DOMAIN.replace("(closed ?p - place))", "(closed ?p - place)")
    whole = {(one.kind, one.name) for one in find_symbols(DOMAIN)}
    assert {(one.kind, one.name) for one in find_symbols(broken)} == whole


def test_keyword_is_explained() -> None:
    form, says = find_symbols(DOMAIN).describe_place("domain", *place_of(DOMAIN, "(forall", "forall"))
    assert form == "(forall (?x - type) A)"
    assert "all objects of a type" in says


def test_texts_without_definitions_have_no_names() -> None:
    for text in ("", ")", "((((", "; only a comment", "(define", "🚀"):
        table = find_symbols(text, text)
        assert [one for one in table if one.declarations] == []
        assert table.outline("domain") == ()


def list_words(text: str, role: Literal["domain", "problem"], table: SymbolTable) -> list[tuple[str, str]]:
    """Return each found name with the word that stands at its place."""
    lines = text.split("\n")
    return [
        (use.name, lines[use.line - 1][use.column - 1 : use.end_column - 1].lower()) for use in table.list_uses(role)
    ]


def test_every_beginning_of_a_text_has_its_names_in_their_places() -> None:
    """Whatever somebody has typed so far, each name is where the answer says, and every question has an answer."""
    for end in range(len(PROBLEM) + 1):
        domain, problem = DOMAIN[: end * 2], PROBLEM[:end]
        table = find_symbols(domain, problem)
        texts: dict[Literal["domain", "problem"], str] = {"domain": domain, "problem": problem}
        for role, text in texts.items():
            words = list_words(text, role, table)
            assert [name for name, _ in words] == [word for _, word in words]
            line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
            table.list_completions(role, line, column)
            for entry in table.outline(role):
                assert entry.start <= entry.name_start <= entry.name_end <= entry.end


@pytest.mark.parametrize(
    ("name", "dialect"),
    [("wolf-goat-cabbage", "strips"), ("wolf-goat-cabbage", "adl"), ("jealous-couples", "axioms"), ("bridge-torch", "costs"),
     ("jealous-couples", "numeric"), ("bridge-torch", "temporal"), ("zebra", "adl"), ("hanoi", "strips")],
)  # fmt: skip
def test_declarations_are_those_that_the_parser_reads(name: str, dialect: str) -> None:
    """In generated PDDL, nothing is undeclared, and every declared name is one that the parser reads."""
    pddl = generate(name, dialect=dialect)
    domain, problem = read_task(pddl.domain, pddl.problem, "domain.pddl", "p01.pddl")
    table = find_symbols(pddl.domain, pddl.problem)
    assert [(one.kind, one.name) for one in table if not one.declarations and one.name != "object"] == []
    read = {
        "type": {one.name for one in domain.types},
        "predicate": {one.name for one in domain.predicates},
        "function": {one.name for one in domain.functions},
        "action": {one.name for one in domain.actions},
        "object": {one.name for one in (*domain.constants, *problem.objects)},
    }
    for kind, names in read.items():
        assert {one.name for one in table if one.kind == kind} - {"object"} == names - {"object"}, kind
