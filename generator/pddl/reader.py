"""From PDDL text to the syntax tree, with what is wrong told at its line and column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from generator.errors import nearest
from generator.pddl.expressions import Atom, Comparison, Function, Typed
from generator.pddl.scope import Scope, number_in, typed_list
from generator.pddl.syntax import Expression, Group, Source, Word
from generator.pddl.tree import Action, Derived, Domain, DurativeAction, Metric, Problem, Signature, Value

_DOMAIN = (
    ":requirements", ":types", ":constants", ":predicates", ":functions", ":derived", ":action", ":durative-action",
)  # fmt: skip
_PROBLEM = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length")
_REPEATED = (":derived", ":action", ":durative-action")
_NOT_KNOWN = {":constraints": "trajectory constraints", ":process": "processes", ":event": "events"}


def read_domain(text: str, name: str = "the domain") -> Domain:
    """Return the domain that a text says; ``name`` names its file in errors.

    Requirements are not held against what the text uses: planners do not agree on them.
    Raises PddlError, with line and column, for what is no PDDL 2.1 or names what is not declared.
    """
    source = Source(text, name)
    called, sections = _sections(source, "domain", _DOMAIN)
    types = _types(source, _listed(sections, ":types"))
    type_names = _type_names(types)
    constants = typed_list(source, _listed(sections, ":constants"), type_names, gaps=True)
    predicates = tuple(_signatures(source, _listed(sections, ":predicates"), type_names))
    functions = tuple(_signatures(source, _without_types(source, _listed(sections, ":functions")), type_names))
    names = frozenset(one.name for one in constants)
    scope = Scope(source, type_names, _arities(predicates), _arities(functions), names)
    requirements = tuple(map(str, _listed(sections, ":requirements")))
    derived = tuple(_derived(scope, section) for section in sections.get(":derived", ()))
    both = (*sections.get(":action", ()), *sections.get(":durative-action", ()))
    actions = tuple(_action(scope, one) for one in sorted(both, key=lambda one: (one.line, one.column)))
    return Domain(called, requirements, types, constants, predicates, functions, derived, actions, source)


def read_problem(text: str, domain: Domain, name: str = "the problem") -> Problem:
    """Return the problem that a text says for its domain; ``name`` names its file in errors. Raises PddlError as ``read_domain``."""
    source = Source(text, name)
    called, sections = _sections(source, "problem", _PROBLEM)
    for keyword in (":domain", ":init", ":goal"):
        if keyword not in sections:
            source.fail(None, f"no section {keyword}", "one")
    [named] = _exactly(source, sections[":domain"][0], 1, "the domain's name")
    if not isinstance(named, Word) or named.text != domain.name:
        source.fail(named, f"a problem of the domain '{named}'", f"'{domain.name}', as {domain.source.name} says")
    types = _type_names(domain.types)
    objects = typed_list(source, _listed(sections, ":objects"), types, gaps=True)
    names = frozenset(one.name for one in (*domain.constants, *objects))
    scope = Scope(source, types, _arities(domain.predicates), _arities(domain.functions), names)
    initial = _initial(scope, _listed(sections, ":init"))
    [goal] = _exactly(source, sections[":goal"][0], 1, "one condition")
    metric = _metric(scope, sections[":metric"][0]) if ":metric" in sections else None
    return Problem(called, domain.name, objects, initial, scope.condition(goal), metric, source)


def _sections(source: Source, kind: str, known: Sequence[str]) -> tuple[str, dict[str, list[Group]]]:
    """Return the name of a domain or a problem, and its sections by their keywords."""
    whole = source.parse()
    match whole.items:
        case [Word("define"), Group((Word(found), Word(name))), *rest] if found == kind:
            pass
        case _:
            source.fail(whole, whole, f"'(define ({kind} NAME) …)'")
    sections: dict[str, list[Group]] = {}
    for section in rest:
        if not isinstance(section, Group) or not section.head:
            example = ":objects" if kind == "problem" else ":action"
            source.fail(section, section, f"a section, such as '({example} …)'")
        keyword = section.head
        if keyword in _NOT_KNOWN:
            source.refuse(section, f"'{keyword}'", f"a {kind} without {_NOT_KNOWN[keyword]}, which are not known here")
        if keyword not in known:
            source.fail(section, f"the section '{keyword}'{nearest(keyword, known)}")
        if keyword in sections and keyword not in _REPEATED:
            source.fail(section, f"a second section '{keyword}'", "one")
        sections.setdefault(keyword, []).append(section)
    return name, sections


def _listed(sections: Mapping[str, Sequence[Group]], keyword: str) -> tuple[Expression, ...]:
    """Return what a section lists, nothing if there is no such section."""
    return sections[keyword][0].items[1:] if keyword in sections else ()


def _exactly(source: Source, section: Group, number: int, expected: str) -> tuple[Expression, ...]:
    if len(section.items) != number + 1:
        source.fail(section, section, expected)
    return section.items[1:]


def _types(source: Source, items: Sequence[Expression]) -> tuple[Typed, ...]:
    """Return the types with those above them; one that stands in several lists has all of these."""
    above: dict[str, Typed] = {}
    for one in typed_list(source, items, None, gaps=True):
        if one.name in above:
            one = replace(one, types=tuple(dict.fromkeys((*above[one.name].types, *one.types))))
        above[one.name] = one
    return tuple(above.values())


def _type_names(types: Sequence[Typed]) -> frozenset[str]:
    return frozenset({"object", *(one.name for one in types), *(kind for one in types for kind in one.types)})


def _signatures(source: Source, items: Iterable[Expression], types: frozenset[str]) -> Iterable[Signature]:
    scope = Scope(source, types, {}, {}, frozenset())
    for item in items:
        if not isinstance(item, Group) or not item.head:
            source.fail(item, item, "a name with its parameters, in parentheses")
        parameters = Group(item.items[1:], item.line, item.column)
        yield Signature(item.head, scope.variables_of(parameters, repeated=True))


def _without_types(source: Source, items: Sequence[Expression]) -> Iterable[Expression]:
    """Yield the functions without ``- number`` behind them."""
    kinds = False
    for item in items:
        if isinstance(item, Word) and item.text == "-":
            kinds = True
        elif kinds:
            if str(item) != "number":
                source.refuse(item, item, "'number': functions with objects as values are not known here")
            kinds = False
        else:
            yield item


def _arities(signatures: Iterable[Signature]) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for one in signatures:
        found[one.name] = found.get(one.name, frozenset()) | {len(one.parameters)}
    return found


def _derived(scope: Scope, section: Group) -> Derived:
    head, condition = _exactly(scope.source, section, 2, "'(:derived (NAME ?x - TYPE …) CONDITION)'")
    [signature] = _signatures(scope.source, [head], scope.types)
    if len(signature.parameters) not in scope.predicates.get(signature.name, frozenset()):
        scope.source.fail(head, f"the predicate '{signature.name}', which is not declared with these parameters")
    atom = Atom(signature.name, tuple(one.name for one in signature.parameters), head)
    return Derived(atom, signature.parameters, scope.within(signature.parameters).condition(condition))


def _action(scope: Scope, section: Group) -> Action | DurativeAction:
    match section.items:
        case [Word(keyword), Word(name), *rest]:
            pass
        case _:
            scope.source.fail(section, section, "the action's name")
    durative = keyword == ":durative-action"
    asked = (":duration", ":condition") if durative else (":precondition",)
    parts = _parts(scope.source, section, rest, (":parameters", *asked, ":effect"))
    parameters = scope.variables_of(parts.get(":parameters", Group(())))
    inner = scope.within(parameters)
    empty = Group((), section.line, section.column)
    if not durative:
        precondition = inner.condition(parts.get(":precondition", empty))
        return Action(name, parameters, precondition, inner.effect(parts.get(":effect", empty)), section)
    if ":duration" not in parts:
        scope.source.fail(section, f"the durative action '{name}' without ':duration'", "one")
    timed = replace(inner, variables=inner.variables | {"?duration"})
    duration = tuple(_duration(timed, parts[":duration"]))
    conditions = inner.timed_conditions(parts.get(":condition", empty))
    effects = timed.timed_effects(parts.get(":effect", empty))
    return DurativeAction(name, parameters, duration, conditions, effects, section)


def _parts(source: Source, section: Group, rest: Sequence[Expression], known: Sequence[str]) -> dict[str, Expression]:
    parts: dict[str, Expression] = {}
    for keyword, part in zip(rest[::2], [*rest[1::2], None], strict=False):
        if str(keyword) not in known:
            source.fail(keyword, keyword, " or ".join(known))
        if part is None:
            source.fail(keyword, keyword, "something behind it")
        if not isinstance(part, Group):
            source.fail(part, part, f"parentheses behind '{keyword}'")
        if str(keyword) in parts:
            source.fail(keyword, f"a second '{keyword}'", "one")
        parts[str(keyword)] = part
    return parts


def _duration(scope: Scope, expression: Expression) -> Iterable[Comparison]:
    match expression:
        case Group(()):
            return
        case Group((Word("and"), *parts)):
            for part in parts:
                yield from _duration(scope, part)
        case Group((Word("at"), Word("start"), part)):
            yield from _duration(scope, part)
        case Group((Word("=" | "<=" | ">=" as operator), left, right)):
            yield Comparison(operator, scope.number(left), scope.number(right))
        case _:
            scope.source.fail(expression, expression, "'(= ?duration …)'")


def _initial(scope: Scope, items: Iterable[Expression]) -> tuple[Atom | Value, ...]:
    """Return the facts and the values of functions at the start; of two values of one function, the later."""
    found: dict[Atom | Function, Atom | Value] = {}
    for item in items:
        match item:
            case Group((Word("="), function, Word(value))) if (
                isinstance(function, Group) or function.text in scope.functions
            ):
                number = number_in(value)
                if number is None:
                    scope.source.fail(item, item, "a number")
                group = isinstance(function, Group)
                valued = scope.function(function if group else Group((function,), function.line, function.column))
                found[valued] = Value(valued, number)
            case Group((Word("not"), part)):
                scope.atom(part)  # what is not listed is false anyway
            case Group((Word("at"), Word(time), Group())) if number_in(time) is not None:
                scope.source.refuse(item, item, "a fact: timed initial literals are not known here")
            case Group((Word("and" | "or" | "forall" | "exists" | "imply"), *_)):
                scope.source.fail(item, item, "a fact: the section :init lists them, one beside the other")
            case _:
                atom = scope.atom(item)
                found[atom] = atom
    return tuple(found.values())


def _metric(scope: Scope, section: Group) -> Metric:
    direction, value = _exactly(scope.source, section, 2, "'(:metric minimize …)'")
    known = replace(scope, functions={**scope.functions, "total-time": frozenset({0})})
    match direction:
        case Word("minimize" | "maximize" as text):
            return Metric(text, known.number(value))
    scope.source.fail(direction, direction, "'minimize' or 'maximize'")
