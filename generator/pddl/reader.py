"""From PDDL text to the syntax tree; mistakes name their line and column."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ferryplan.generator.errors import near, nearest
from ferryplan.generator.pddl.circles import check_types, strata
from ferryplan.generator.pddl.expressions import And, Atom, Comparison, Function, Typed, either
from ferryplan.generator.pddl.languages import check_language, read_requirement
from ferryplan.generator.pddl.scope import Scope, number_in, typed_list
from ferryplan.generator.pddl.syntax import Expression, Group, Source, Word
from ferryplan.generator.pddl.tree import Action, Derived, Domain, DurativeAction, Metric, Problem, Signature, Value
from ferryplan.generator.wording import count, listing

_DOMAIN = (
    ":requirements", ":types", ":constants", ":predicates", ":functions", ":derived", ":action", ":durative-action",
)  # fmt: skip
_PROBLEM = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length")
_REPEATED = (":derived", ":action", ":durative-action")
_NO_FACTS = ("and", "or", "forall", "exists", "imply", "when", "oneof", "unknown")


def read_domain(text: str, name: str = "the domain") -> Domain:
    """Return the domain that a text says; ``name`` names its file in errors.

    Requirements are not held against what the text uses: planners do not agree on them.
    Raises PddlError, with line and column, for what is no PDDL 2.1 or names what is not declared.
    """
    return domain_of(Source(text, name))


def domain_of(source: Source) -> Domain:
    """Return the domain that a source says, as ``read_domain``; if it collects mistakes, what there is beside them."""
    called, sections = _sections(source, "domain", _DOMAIN)
    types = _types(source, _listed(sections, ":types"))
    type_names = _type_names(types)
    constants = typed_list(source, _listed(sections, ":constants"), type_names, gaps=True)
    _check_repeated(source, constants)
    scope = Scope(source, type_names, {}, {}, frozenset())
    predicates = source.each(scope.signature, _listed(sections, ":predicates"))
    functions = source.each(scope.signature, _without_types(source, _listed(sections, ":functions")))
    names = frozenset(one.name for one in constants)
    scope = Scope(source, type_names, _arities(predicates), _arities(functions), names)
    requirements = source.each(lambda word: read_requirement(source, word), _listed(sections, ":requirements"))
    derived = source.each(lambda section: _derived(scope, section), sections.get(":derived", ()))
    source.attempt({}, strata, source, derived)
    both = (*sections.get(":action", ()), *sections.get(":durative-action", ()))
    ordered = sorted(both, key=lambda one: (one.line, one.column))
    actions = source.each(lambda section: _action(scope, section), ordered)
    return Domain(called, requirements, types, constants, predicates, functions, derived, actions, source)


def read_problem(text: str, domain: Domain, name: str = "the problem") -> Problem:
    """Return the problem that a text says for its domain; ``name`` names its file in errors. Raises PddlError as ``read_domain``."""
    return problem_of(Source(text, name), domain)


def problem_of(source: Source, domain: Domain) -> Problem:
    """Return the problem that a source says, as ``read_problem``; if it collects mistakes, what there is beside them."""
    called, sections = _sections(source, "problem", _PROBLEM)
    for keyword in (":domain", ":init", ":goal"):
        if keyword not in sections and "" not in sections:  # else it may be the one that is misspelled
            source.note(None, "pddl.section-missing", keyword=keyword)
    for section in sections.get(":domain", ()):
        source.attempt(None, _check_domain, source, section, domain)
    types = _type_names(domain.types)
    objects = typed_list(source, _listed(sections, ":objects"), types, gaps=True)
    _check_repeated(source, objects, domain.constants)
    names = frozenset(one.name for one in (*domain.constants, *objects))
    scope = Scope(source, types, _arities(domain.predicates), _arities(domain.functions), names)
    initial = _initial(scope, _listed(sections, ":init"))
    goals = source.each(
        lambda section: scope.condition(*_exactly(source, section, 1, "(:goal CONDITION)")), sections.get(":goal", ())
    )
    metrics = source.each(lambda section: _metric(scope, section), sections.get(":metric", ()))
    goal, metric = (*goals, And(()))[0], (*metrics, None)[0]
    return Problem(called, domain.name, objects, initial, goal, metric, source)


def _check_repeated(source: Source, objects: Sequence[Typed], constants: Sequence[Typed] = ()) -> None:
    """Note each object that is declared again with other types; again with the same ones, as in some published problems, it is the same object."""
    seen = {one.name: one for one in reversed(constants)}
    for one in objects:
        first = seen.setdefault(one.name, one)
        if first.types != one.types:
            words = {"name": one.name, "first": either(first.types), "second": either(one.types)}
            source.note(one.written, "pddl.two-types", "two-types", **words)


def _check_domain(source: Source, section: Group, domain: Domain) -> None:
    [named] = _exactly(source, section, 1, "(:domain NAME)")
    if not isinstance(named, Word) or (domain.name and named.text != domain.name):
        source.fail(named, "pddl.other-domain", name=str(named), file=domain.source.name, expected=domain.name)


@functools.lru_cache(maxsize=2)
def read_both(domain: str, problem: str, domain_name: str, problem_name: str) -> tuple[Domain, Problem]:
    """Return a domain and a problem; the last ones are remembered. Raises PddlError as ``read_domain``."""
    read = read_domain(domain, domain_name)
    return read, read_problem(problem, read, problem_name)


def _sections(source: Source, kind: str, known: Sequence[str]) -> tuple[str, dict[str, list[Group]]]:
    """Return the name of a domain or a problem, and its sections by their keywords."""
    whole = source.parse()
    match whole.items:
        case [Word("define"), Group((Word(found), Word(name))), *rest] if found == kind:
            pass
        case [Word("define"), Group((Word("domain" | "problem" as other), *_)), *_] if other != kind:
            source.fail(whole, "pddl.wrong-order", other=other, what=kind)
        case _:
            source.note(whole, "pddl.no-define", found=whole, what=kind)
            name, rest = "", [one for one in whole.items if isinstance(one, Group) and one.head.startswith(":")]
    sections: dict[str, list[Group]] = {}
    for section in rest:
        keyword = source.attempt("", _keyword, source, kind, section, known)
        if keyword and keyword in sections and keyword not in _REPEATED:
            source.note(section, "pddl.section-twice", keyword=keyword)
        if isinstance(section, Group):
            sections.setdefault(keyword, []).append(section)
    return name, sections


def _keyword(source: Source, kind: str, section: Expression, known: Sequence[str]) -> str:
    """Return the keyword of a section."""
    if not isinstance(section, Group) or not section.head:
        source.fail(section, "pddl.no-section", found=section, example=":objects" if kind == "problem" else ":action")
    keyword = section.head
    check_language(source, section, keyword)
    if keyword not in known:
        source.fail(section, "pddl.unknown-section", keyword=keyword, hint=nearest(":" + keyword.lstrip(":"), known))
    return keyword


def _listed(sections: Mapping[str, Sequence[Group]], keyword: str) -> tuple[Expression, ...]:
    """Return what the sections of a name list, nothing if there is no such section; a second one has been noted as a mistake."""
    return tuple(item for section in sections.get(keyword, ()) for item in section.items[1:])


def _exactly(source: Source, section: Group, number: int, usage: str) -> tuple[Expression, ...]:
    if len(section.items) != number + 1:
        source.fail(section, "pddl.usage", found=section, usage=usage)
    return section.items[1:]


def _types(source: Source, items: Sequence[Expression]) -> tuple[Typed, ...]:
    """Return the types with those above them; one that stands in several lists has all of these."""
    above: dict[str, Typed] = {}
    for one in typed_list(source, items, None, gaps=True):
        if one.name in above:
            one = replace(one, types=tuple(dict.fromkeys((*above[one.name].types, *one.types))))
        above[one.name] = one
    types = tuple(above.values())
    check_types(source, types)
    return types


def _type_names(types: Sequence[Typed]) -> frozenset[str]:
    return frozenset({"object", *(one.name for one in types), *(kind for one in types for kind in one.types)})


def _without_types(source: Source, items: Sequence[Expression]) -> Iterable[Expression]:
    """Yield the functions without ``- number`` behind them."""
    kinds = False
    for item in items:
        if isinstance(item, Word) and item.text == "-":
            kinds = True
        elif kinds:
            if str(item) != "number":
                source.refuse(item, "pddl.object-fluent", found=item)
            kinds = False
        else:
            yield item


def _arities(signatures: Iterable[Signature]) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for one in signatures:
        found[one.name] = found.get(one.name, frozenset()) | {len(one.parameters)}
    return found


def _derived(scope: Scope, section: Group) -> Derived:
    head, condition = _exactly(scope.source, section, 2, "(:derived (NAME ?x - TYPE …) CONDITION)")
    signature = scope.signature(head)
    if len(signature.parameters) not in scope.predicates.get(signature.name, frozenset()):
        parameters = count(len(signature.parameters), "parameter")
        scope.source.misused(head, "predicate", signature.name, "pddl.derived-undeclared", parameters=parameters)
    atom = Atom(signature.name, tuple(one.name for one in signature.parameters), head)
    return Derived(atom, signature.parameters, scope.within(signature.parameters).condition(condition))


def _action(scope: Scope, section: Group) -> Action | DurativeAction:
    match section.items:
        case [Word(keyword), Word(name), *rest] if not name.startswith(":"):
            pass
        case _:
            scope.source.fail(section, "pddl.action-name")
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
        scope.source.fail(section, "pddl.no-duration", name=name)
    timed = replace(inner, variables=inner.variables | {"?duration"})
    duration = tuple(_duration(timed, parts[":duration"]))
    conditions = inner.timed_conditions(parts.get(":condition", empty))
    effects = timed.timed_effects(parts.get(":effect", empty))
    return DurativeAction(name, parameters, duration, conditions, effects, section)


def _parts(source: Source, section: Group, rest: Sequence[Expression], known: Sequence[str]) -> dict[str, Expression]:
    parts: dict[str, Expression] = {}
    for keyword, part in zip(rest[::2], [*rest[1::2], None], strict=False):
        name = str(keyword)
        if name not in known:
            source.attempt(None, _check_part, source, keyword, known)
            if not (meant := near(name, known)):
                continue
            name = meant[0]
        if part is None:
            source.fail(keyword, "pddl.part-empty", keyword=str(keyword))
        if not isinstance(part, Group):
            source.fail(part, "pddl.part-bare", found=part, keyword=str(keyword))
        if name in parts:
            source.note(keyword, "pddl.part-twice", keyword=name)
        parts[name] = part
    return parts


def _check_part(source: Source, keyword: Expression, known: Sequence[str]) -> None:
    """Raise MistakeError for a keyword that no part of an action has."""
    check_language(source, keyword, str(keyword))
    words = {"known": listing(known, "or"), "hint": nearest(str(keyword), known, "")}
    source.fail(keyword, "pddl.unknown-part", found=keyword, **words)


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
            scope.source.fail(expression, "pddl.duration", found=expression)


def _initial(scope: Scope, items: Iterable[Expression]) -> tuple[Atom | Value, ...]:
    """Return the facts and the values of functions at the start."""
    found: dict[Atom | Function, Atom | Value] = {}

    def read(item: Expression) -> None:
        match item:
            case Group((Word("="), function, Word(value))) if (
                isinstance(function, Group) or function.text in scope.functions
            ):
                if (number := number_in(value)) is None:
                    scope.source.fail(item, "pddl.no-number", found=item)
                group = isinstance(function, Group)
                valued = scope.function(function if group else Group((function,), function.line, function.column))
                first = found.setdefault(valued, Value(valued, number))
                if isinstance(first, Value) and first.number != number:
                    scope.source.note(item, "pddl.second-value", "second-value", function=valued, first=first.number)
            case Group((Word("not"), part)):
                scope.atom(part)  # what is not listed is false anyway
            case Group((Word("at"), Word(time), Group())) if number_in(time) is not None:
                scope.source.refuse(item, "pddl.timed-fact", found=item)
            case Group((Word(word), *_)) if word in _NO_FACTS and word not in scope.predicates:
                check_language(scope.source, item, word)
                scope.source.fail(item, "pddl.no-fact", found=item, word=word)
            case _:
                atom = scope.atom(item)
                found[atom] = atom

    scope.source.each(read, items)
    return tuple(found.values())


def _metric(scope: Scope, section: Group) -> Metric:
    direction, value = _exactly(scope.source, section, 2, "(:metric minimize EXPRESSION)")
    if "(is-violated " in str(value):
        scope.source.refuse(value, "pddl.violated")
    known = replace(scope, functions={**scope.functions, "total-time": frozenset({0})})
    match direction:
        case Word("minimize" | "maximize" as text):
            return Metric(text, known.number(value))
    scope.source.fail(direction, "pddl.metric-direction", found=direction)
