"""An independent check that a domain and a problem are well formed.

Each name must be declared once and used correctly.

`pddl_oracle` interprets PDDL and takes much for granted. This module reports what other parsers reject: an object that is no
constant of the domain, an undeclared predicate or wrong arguments, a name used twice, an undeclared variable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pddl_oracle import Expression, parse, parse_typed_names

__all__ = ["check_well_formed"]

NAME = re.compile("[a-z][a-z0-9-]*")
TypeByName = dict[str, str]
"""the type of each object or variable"""


@dataclass
class Vocabulary:
    """The declarations of a domain."""

    types: list[str]
    constants: TypeByName
    predicates: dict[str, list[str]]
    """the types of the arguments"""
    supertypes: TypeByName
    """for each type its supertype"""
    functions: dict[str, list[str]] = field(default_factory=dict)


def check_well_formed(domain: str, problem: str) -> None:
    """Raise AssertionError, with the problem in its message, unless both texts are well formed."""
    for text in (domain, problem):
        assert text.isascii() or all(
            line.lstrip().startswith(";") or ";" in line for line in text.splitlines() if not line.isascii()
        )
        code = re.sub(";[^\n]*", "", text)
        assert code == code.lower(), "capitals"
        assert code.isascii(), "other letters than those of PDDL"
    parts = [part for part in parse(domain)[1:] if isinstance(part, list)]
    sections = {str(part[0]): part for part in parts if part[0] not in (":action", ":durative-action", ":derived")}
    facts = {str(part[0]): part for part in parse(problem)[1:] if isinstance(part, list)}
    above = dict(parse_typed_names(sections[":types"][1:]))
    types = [*above]
    words = Vocabulary(
        types,
        _read_declarations(sections.get(":constants", [":constants"])[1:], types),
        _read_signatures(sections[":predicates"][1:], types),
        above,
    )
    if ":functions" in sections:
        words.functions = _read_signatures(
            [part for part in sections[":functions"][1:] if isinstance(part, list)], types
        )
    actions = [part for part in parts if part[0] in (":action", ":durative-action")]
    objects = _read_declarations(facts[":objects"][1:], types)
    names = [
        *types,
        *words.constants,
        *words.predicates,
        *words.functions,
        *(str(part[1]) for part in actions),
        *objects,
    ]
    assert len({*names}) == len(names), f"used twice: {sorted(name for name in {*names} if names.count(name) > 1)}"
    for name in names:
        assert NAME.fullmatch(name), f"no name: {name}"
    for part in parts:
        if part[0] == ":derived":
            head, *parameters = part[1]
            scope = _read_declarations(parameters, types)
            assert [*scope.values()] == words.predicates[str(head)], f"{head}: other arguments than declared"
            _check_condition(part[2], words, words.constants | scope)
    for action in actions:
        values = dict(zip(action[2::2], action[3::2], strict=True))
        scope = words.constants | _read_declarations(values[":parameters"], types)
        _check_condition(values.get(":precondition", values.get(":condition")), words, scope)
        _check_effect(values[":effect"], words, scope)
        if ":duration" in values:
            assert values[":duration"][:2] == ["=", "?duration"]
            _check_number(values[":duration"][2], words, scope)
    everything = words.constants | objects
    assert facts[":domain"][1] == sections["domain"][1]
    for atom in facts[":init"][1:]:
        if atom[0] == "=":
            _check_atom(atom[1], words.functions, everything, words.supertypes)
            assert re.fullmatch("[0-9]+", atom[2])
        else:
            _check_atom(atom, words.predicates, everything, words.supertypes)
    stated = [str(atom) for atom in facts[":init"][1:]]
    assert len({*stated}) == len(stated), "a fact stands twice"
    _check_condition(facts[":goal"][1], words, everything)


def _read_declarations(items: list[Expression], types: list[str]) -> TypeByName:
    found = parse_typed_names(items)
    assert len({name for name, _ in found}) == len(found), "declared twice"
    for name, kind in found:
        assert kind in types, f"{name} is of the type {kind}, which is not declared"
    return dict(found)


def _read_signatures(items: list[Expression], types: list[str]) -> dict[str, list[str]]:
    """Return predicates or functions with the types of their arguments."""
    found = {str(item[0]): [*_read_declarations(list(item[1:]), types).values()] for item in items}
    assert len(found) == len(items), "declared twice"
    return found


def _check_atom(atom: Expression, declared: dict[str, list[str]], scope: TypeByName, above: TypeByName) -> None:
    name, *terms = atom
    assert name in declared, f"{name} is not declared"
    assert len(terms) == len(declared[str(name)]), f"{name} has {len(terms)} arguments"
    for term, kind in zip(terms, declared[str(name)], strict=True):
        assert term in scope, f"{term} in {atom} is neither an object nor a variable here"
        own = higher = scope[str(term)]
        while higher not in (kind, "object"):
            higher = above[higher]
        assert higher == kind, f"{term} in {atom} is a {own}, not a {kind}"


def _check_condition(expression: Expression, words: Vocabulary, scope: TypeByName) -> None:
    head = expression[0]
    if head in ("and", "or", "not", "imply"):
        for part in expression[1:]:
            _check_condition(part, words, scope)
    elif head in ("forall", "exists"):
        _check_condition(expression[2], words, scope | _read_declarations(list(expression[1]), words.types))
    elif head in ("at", "over") and expression[1] in ("start", "end", "all"):
        _check_condition(expression[2], words, scope)
    elif head == "=":
        assert all(term in scope for term in expression[1:]), f"{expression}"
    elif head in ("<=", ">="):
        for part in expression[1:]:
            _check_number(part, words, scope)
    else:
        _check_atom(expression, words.predicates, scope, words.supertypes)


def _check_effect(expression: Expression, words: Vocabulary, scope: TypeByName) -> None:
    head = expression[0]
    if head == "and":
        for part in expression[1:]:
            _check_effect(part, words, scope)
    elif head == "forall":
        _check_effect(expression[2], words, scope | _read_declarations(list(expression[1]), words.types))
    elif head == "when":
        _check_condition(expression[1], words, scope)
        _check_effect(expression[2], words, scope)
    elif head == "at" and expression[1] in ("start", "end"):
        _check_effect(expression[2], words, scope)
    elif head in ("increase", "decrease"):
        _check_atom(expression[1], words.functions, scope, words.supertypes)
        _check_number(expression[2], words, scope)
    else:
        _check_atom(expression[1] if head == "not" else expression, words.predicates, scope, words.supertypes)


def _check_number(expression: Expression, words: Vocabulary, scope: TypeByName) -> None:
    if isinstance(expression, str):
        assert re.fullmatch("[0-9]+", expression), expression
    elif expression[0] in ("+", "-", "*"):
        for part in expression[1:]:
            _check_number(part, words, scope)
    else:
        _check_atom(expression, words.functions, scope, words.supertypes)
