"""Whether a domain and a problem are well formed, judged apart from the program: what is named is declared, once, and fits.

`pddl_oracle` says what PDDL means and takes much for granted; here is what readers of other tools refuse: an object that is no
constant of the domain, a predicate that is not declared or has other arguments, a name used twice, a variable from nowhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pddl_oracle import Expression, parse, typed

__all__ = ["check"]

NAME = re.compile("[a-z][a-z0-9-]*")
Types = dict[str, str]
"""the type of each object or variable"""


@dataclass
class Vocabulary:
    """What a domain declares."""

    types: list[str]
    constants: Types
    predicates: dict[str, list[str]]
    """the types of the arguments"""
    above: Types
    """for each type the one above it"""
    functions: dict[str, list[str]] = field(default_factory=dict)


def check(domain: str, problem: str) -> None:
    """Raise AssertionError, which says what is wrong, unless the two are well formed."""
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
    above = dict(typed(sections[":types"][1:]))
    types = [*above]
    words = Vocabulary(
        types,
        _declared(sections.get(":constants", [":constants"])[1:], types),
        _headed(sections[":predicates"][1:], types),
        above,
    )
    if ":functions" in sections:
        words.functions = _headed([part for part in sections[":functions"][1:] if isinstance(part, list)], types)
    actions = [part for part in parts if part[0] in (":action", ":durative-action")]
    objects = _declared(facts[":objects"][1:], types)
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
            scope = _declared(parameters, types)
            assert [*scope.values()] == words.predicates[str(head)], f"{head}: other arguments than declared"
            _condition(part[2], words, words.constants | scope)
    for action in actions:
        values = dict(zip(action[2::2], action[3::2], strict=True))
        scope = words.constants | _declared(values[":parameters"], types)
        _condition(values.get(":precondition", values.get(":condition")), words, scope)
        _effect(values[":effect"], words, scope)
        if ":duration" in values:
            assert values[":duration"][:2] == ["=", "?duration"]
            _number(values[":duration"][2], words, scope)
    everything = words.constants | objects
    assert facts[":domain"][1] == sections["domain"][1]
    for atom in facts[":init"][1:]:
        if atom[0] == "=":
            _atom(atom[1], words.functions, everything, words.above)
            assert re.fullmatch("[0-9]+", atom[2])
        else:
            _atom(atom, words.predicates, everything, words.above)
    stated = [str(atom) for atom in facts[":init"][1:]]
    assert len({*stated}) == len(stated), "a fact stands twice"
    _condition(facts[":goal"][1], words, everything)


def _declared(items: list[Expression], types: list[str]) -> Types:
    found = typed(items)
    assert len({name for name, _ in found}) == len(found), "declared twice"
    for name, kind in found:
        assert kind in types, f"{name} is of the type {kind}, which is not declared"
    return dict(found)


def _headed(items: list[Expression], types: list[str]) -> dict[str, list[str]]:
    """Predicates or functions with the types of their arguments."""
    found = {str(item[0]): [*_declared(list(item[1:]), types).values()] for item in items}
    assert len(found) == len(items), "declared twice"
    return found


def _atom(atom: Expression, declared: dict[str, list[str]], scope: Types, above: Types) -> None:
    name, *terms = atom
    assert name in declared, f"{name} is not declared"
    assert len(terms) == len(declared[str(name)]), f"{name} has {len(terms)} arguments"
    for term, kind in zip(terms, declared[str(name)], strict=True):
        assert term in scope, f"{term} in {atom} is neither an object nor a variable here"
        own = higher = scope[str(term)]
        while higher not in (kind, "object"):
            higher = above[higher]
        assert higher == kind, f"{term} in {atom} is a {own}, not a {kind}"


def _condition(expression: Expression, words: Vocabulary, scope: Types) -> None:
    head = expression[0]
    if head in ("and", "or", "not", "imply"):
        for part in expression[1:]:
            _condition(part, words, scope)
    elif head in ("forall", "exists"):
        _condition(expression[2], words, scope | _declared(list(expression[1]), words.types))
    elif head in ("at", "over") and expression[1] in ("start", "end", "all"):
        _condition(expression[2], words, scope)
    elif head == "=":
        assert all(term in scope for term in expression[1:]), f"{expression}"
    elif head in ("<=", ">="):
        for part in expression[1:]:
            _number(part, words, scope)
    else:
        _atom(expression, words.predicates, scope, words.above)


def _effect(expression: Expression, words: Vocabulary, scope: Types) -> None:
    head = expression[0]
    if head == "and":
        for part in expression[1:]:
            _effect(part, words, scope)
    elif head == "forall":
        _effect(expression[2], words, scope | _declared(list(expression[1]), words.types))
    elif head == "when":
        _condition(expression[1], words, scope)
        _effect(expression[2], words, scope)
    elif head == "at" and expression[1] in ("start", "end"):
        _effect(expression[2], words, scope)
    elif head in ("increase", "decrease"):
        _atom(expression[1], words.functions, scope, words.above)
        _number(expression[2], words, scope)
    else:
        _atom(expression[1] if head == "not" else expression, words.predicates, scope, words.above)


def _number(expression: Expression, words: Vocabulary, scope: Types) -> None:
    if isinstance(expression, str):
        assert re.fullmatch("[0-9]+", expression), expression
    elif expression[0] in ("+", "-", "*"):
        for part in expression[1:]:
            _number(part, words, scope)
    else:
        _atom(expression, words.functions, scope, words.above)
