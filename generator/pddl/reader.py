"""Reads PDDL text into the syntax tree; errors name the line and the column."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ferryplan.generator.errors import find_similar_names, format_suggestion
from ferryplan.generator.pddl.expressions import And, Atom, Function, NumericComparison, TypedName, format_types
from ferryplan.generator.pddl.languages import check_language, read_requirement
from ferryplan.generator.pddl.scope import Scope, parse_number, read_typed_list
from ferryplan.generator.pddl.stratification import check_type_cycles, compute_strata
from ferryplan.generator.pddl.syntax import ListNode, Source, SyntaxNode, WordNode
from ferryplan.generator.pddl.syntax_tree import (
    Action,
    DerivationRule,
    Domain,
    DurativeAction,
    InitialValue,
    Metric,
    Problem,
    Signature,
)
from ferryplan.generator.wording import format_count, join_phrases

_DOMAIN_SECTIONS = (
    ":requirements", ":types", ":constants", ":predicates", ":functions", ":derived", ":action", ":durative-action",
)  # fmt: skip
_PROBLEM_SECTIONS = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length")
_REPEATABLE_SECTIONS = (":derived", ":action", ":durative-action")
_CONDITION_WORDS = ("and", "or", "forall", "exists", "imply", "when", "oneof", "unknown")


def read_domain(text: str, name: str = "the domain") -> Domain:
    """Read a domain from PDDL text; ``name`` is the name of its file in errors.

    The requirements are not compared with the features that the text uses, because planners do not agree on
    requirements. Raises PddlError, with line and column, for text that is not PDDL 2.1 or that uses undeclared
    names.
    """
    return parse_domain(Source(text, name))


def parse_domain(source: Source) -> Domain:
    """Read a domain from a source, as `read_domain` does.

    If the source collects mistakes, the domain consists of the parts without mistakes.
    """
    called, sections = _split_sections(source, "domain", _DOMAIN_SECTIONS)
    types = _read_types(source, _items_of_sections(sections, ":types"))
    type_names = _type_names(types)
    constants = read_typed_list(source, _items_of_sections(sections, ":constants"), type_names, allow_empty=True)
    _check_repeated_objects(source, constants)
    scope = Scope(source, type_names, {}, {}, frozenset())
    predicates = source.read_each(scope.read_signature, _items_of_sections(sections, ":predicates"))
    functions = source.read_each(
        scope.read_signature, _strip_function_types(source, _items_of_sections(sections, ":functions"))
    )
    names = frozenset(one.name for one in constants)
    scope = Scope(source, type_names, _find_arities(predicates), _find_arities(functions), names)
    requirements = source.read_each(
        lambda word: read_requirement(source, word), _items_of_sections(sections, ":requirements")
    )
    derived = source.read_each(lambda section: _read_derivation_rule(scope, section), sections.get(":derived", ()))
    source.read_or_default({}, compute_strata, source, derived)
    both = (*sections.get(":action", ()), *sections.get(":durative-action", ()))
    ordered = sorted(both, key=lambda one: (one.line, one.column))
    actions = source.read_each(lambda section: _read_action(scope, section), ordered)
    return Domain(called, requirements, types, constants, predicates, functions, derived, actions, source)


def read_problem(text: str, domain: Domain, name: str = "the problem") -> Problem:
    """Read a problem for a domain from PDDL text; ``name`` is the name of its file in errors.

    Raises PddlError as `read_domain` does.
    """
    return parse_problem(Source(text, name), domain)


def parse_problem(source: Source, domain: Domain) -> Problem:
    """Read a problem for a domain from a source, as `read_problem` does.

    If the source collects mistakes, the problem consists of the parts without mistakes.
    """
    called, sections = _split_sections(source, "problem", _PROBLEM_SECTIONS)
    for keyword in (":domain", ":init", ":goal"):
        if keyword not in sections and "" not in sections:  # a misspelled section may be the missing one
            source.report_mistake(None, "pddl.section-missing", keyword=keyword)
    for section in sections.get(":domain", ()):
        source.read_or_default(None, _check_domain_name, source, section, domain)
    types = _type_names(domain.types)
    objects = read_typed_list(source, _items_of_sections(sections, ":objects"), types, allow_empty=True)
    _check_repeated_objects(source, objects, domain.constants)
    names = frozenset(one.name for one in (*domain.constants, *objects))
    scope = Scope(source, types, _find_arities(domain.predicates), _find_arities(domain.functions), names)
    initial = _read_initial(scope, _items_of_sections(sections, ":init"))
    goals = source.read_each(
        lambda section: scope.read_condition(*_expect_items(source, section, 1, "(:goal CONDITION)")),
        sections.get(":goal", ()),
    )
    metrics = source.read_each(lambda section: _read_metric(scope, section), sections.get(":metric", ()))
    goal, metric = (*goals, And(()))[0], (*metrics, None)[0]
    return Problem(called, domain.name, objects, initial, goal, metric, source)


def _check_repeated_objects(source: Source, objects: Sequence[TypedName], constants: Sequence[TypedName] = ()) -> None:
    """Report each object that is declared again with other types.

    A second declaration with the same types, as in some published problems, declares the same object.
    """
    seen = {one.name: one for one in reversed(constants)}
    for one in objects:
        first = seen.setdefault(one.name, one)
        if first.types != one.types:
            words = {"name": one.name, "first": format_types(first.types), "second": format_types(one.types)}
            source.report_mistake(one.source_node, "pddl.two-types", "two-types", **words)


def _check_domain_name(source: Source, section: ListNode, domain: Domain) -> None:
    [named] = _expect_items(source, section, 1, "(:domain NAME)")
    if not isinstance(named, WordNode) or (domain.name and named.text != domain.name):
        source.fail(named, "pddl.other-domain", name=str(named), file=domain.source.name, expected=domain.name)


@functools.lru_cache(maxsize=2)
def read_task(domain: str, problem: str, domain_name: str, problem_name: str) -> tuple[Domain, Problem]:
    """Read a domain and its problem from PDDL text; the last two results are cached.

    ``domain_name`` and ``problem_name`` are the names of the files in errors. Raises PddlError as `read_domain`
    does.
    """
    read = read_domain(domain, domain_name)
    return read, read_problem(problem, read, problem_name)


def _split_sections(source: Source, kind: str, known: Sequence[str]) -> tuple[str, dict[str, list[ListNode]]]:
    """Return the name of a domain or a problem, and its sections by keyword.

    ``kind`` is ``domain`` or ``problem``; ``known`` are the keywords that its sections may have.
    """
    whole = source.parse()
    match whole.items:
        case [WordNode("define"), ListNode((WordNode(found), WordNode(name))), *rest] if found == kind:
            pass
        case [WordNode("define"), ListNode((WordNode("domain" | "problem" as other), *_)), *_] if other != kind:
            source.fail(whole, "pddl.wrong-order", other=other, what=kind)
        case _:
            source.report_mistake(whole, "pddl.no-define", found=whole, what=kind)
            name, rest = "", [one for one in whole.items if isinstance(one, ListNode) and one.head.startswith(":")]
    sections: dict[str, list[ListNode]] = {}
    for section in rest:
        keyword = source.read_or_default("", _read_section_keyword, source, kind, section, known)
        if keyword and keyword in sections and keyword not in _REPEATABLE_SECTIONS:
            source.report_mistake(section, "pddl.section-twice", keyword=keyword)
        if isinstance(section, ListNode):
            sections.setdefault(keyword, []).append(section)
    return name, sections


def _read_section_keyword(source: Source, kind: str, section: SyntaxNode, known: Sequence[str]) -> str:
    """Return the keyword of a section, which must be one of the keywords ``known``."""
    if not isinstance(section, ListNode) or not section.head:
        source.fail(section, "pddl.no-section", found=section, example=":objects" if kind == "problem" else ":action")
    keyword = section.head
    check_language(source, section, keyword)
    if keyword not in known:
        source.fail(
            section, "pddl.unknown-section", keyword=keyword, hint=format_suggestion(":" + keyword.lstrip(":"), known)
        )
    return keyword


def _items_of_sections(sections: Mapping[str, Sequence[ListNode]], keyword: str) -> tuple[SyntaxNode, ...]:
    """Return the items of all sections with a keyword; none if there is no such section.

    If a keyword may not occur twice, `_split_sections` has reported its second section as a mistake.
    """
    return tuple(item for section in sections.get(keyword, ()) for item in section.items[1:])


def _expect_items(source: Source, section: ListNode, number: int, usage: str) -> tuple[SyntaxNode, ...]:
    if len(section.items) != number + 1:
        source.fail(section, "pddl.usage", found=section, usage=usage)
    return section.items[1:]


def _read_types(source: Source, items: Sequence[SyntaxNode]) -> tuple[TypedName, ...]:
    """Return the declared types; a type that is declared several times gets all its parents."""
    above: dict[str, TypedName] = {}
    for one in read_typed_list(source, items, None, allow_empty=True):
        if one.name in above:
            one = replace(one, types=tuple(dict.fromkeys((*above[one.name].types, *one.types))))
        above[one.name] = one
    types = tuple(above.values())
    check_type_cycles(source, types)
    return types


def _type_names(types: Sequence[TypedName]) -> frozenset[str]:
    return frozenset({"object", *(one.name for one in types), *(kind for one in types for kind in one.types)})


def _strip_function_types(source: Source, items: Sequence[SyntaxNode]) -> Iterable[SyntaxNode]:
    """Yield the items of the functions section, without the type ``- number`` after function names."""
    kinds = False
    for item in items:
        if isinstance(item, WordNode) and item.text == "-":
            kinds = True
        elif kinds:
            if str(item) != "number":
                source.fail_unsupported(item, "pddl.object-fluent", found=item)
            kinds = False
        else:
            yield item


def _find_arities(signatures: Iterable[Signature]) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for one in signatures:
        found[one.name] = found.get(one.name, frozenset()) | {len(one.parameters)}
    return found


def _read_derivation_rule(scope: Scope, section: ListNode) -> DerivationRule:
    head, condition = _expect_items(scope.source, section, 2, "(:derived (NAME ?x - TYPE …) CONDITION)")
    signature = scope.read_signature(head)
    if len(signature.parameters) not in scope.predicates.get(signature.name, frozenset()):
        parameters = format_count(len(signature.parameters), "parameter")
        scope.source.report_misuse(head, "predicate", signature.name, "pddl.derived-undeclared", parameters=parameters)
    atom = Atom(signature.name, tuple(one.name for one in signature.parameters), head)
    return DerivationRule(
        atom, signature.parameters, scope.with_variables(signature.parameters).read_condition(condition)
    )


def _read_action(scope: Scope, section: ListNode) -> Action | DurativeAction:
    match section.items:
        case [WordNode(keyword), WordNode(name), *rest] if not name.startswith(":"):
            pass
        case _:
            scope.source.fail(section, "pddl.action-name")
    durative = keyword == ":durative-action"
    asked = (":duration", ":condition") if durative else (":precondition",)
    parts = _read_action_parts(scope.source, section, rest, (":parameters", *asked, ":effect"))
    parameters = scope.read_variables(parts.get(":parameters", ListNode(())))
    inner = scope.with_variables(parameters)
    empty = ListNode((), section.line, section.column)
    if not durative:
        precondition = inner.read_condition(parts.get(":precondition", empty))
        return Action(name, parameters, precondition, inner.read_effect(parts.get(":effect", empty)), section)
    if ":duration" not in parts:
        scope.source.fail(section, "pddl.no-duration", name=name)
    timed = replace(inner, variables=inner.variables | {"?duration"})
    duration = tuple(_read_duration(timed, parts[":duration"]))
    conditions = inner.read_timed_conditions(parts.get(":condition", empty))
    effects = timed.read_timed_effects(parts.get(":effect", empty))
    return DurativeAction(name, parameters, duration, conditions, effects, section)


def _read_action_parts(
    source: Source, section: ListNode, rest: Sequence[SyntaxNode], known: Sequence[str]
) -> dict[str, SyntaxNode]:
    parts: dict[str, SyntaxNode] = {}
    for keyword, part in zip(rest[::2], [*rest[1::2], None], strict=False):
        name = str(keyword)
        if name not in known:
            source.read_or_default(None, _check_part_keyword, source, keyword, known)
            if not (meant := find_similar_names(name, known)):
                continue
            name = meant[0]
        if part is None:
            source.fail(keyword, "pddl.part-empty", keyword=str(keyword))
        if not isinstance(part, ListNode):
            source.fail(part, "pddl.part-bare", found=part, keyword=str(keyword))
        if name in parts:
            source.report_mistake(keyword, "pddl.part-twice", keyword=name)
        parts[name] = part
    return parts


def _check_part_keyword(source: Source, keyword: SyntaxNode, known: Sequence[str]) -> None:
    """Raise MistakeError if a keyword does not belong to any part of an action."""
    check_language(source, keyword, str(keyword))
    words = {"known": join_phrases(known, "or"), "hint": format_suggestion(str(keyword), known, "")}
    source.fail(keyword, "pddl.unknown-part", found=keyword, **words)


def _read_duration(scope: Scope, expression: SyntaxNode) -> Iterable[NumericComparison]:
    match expression:
        case ListNode(()):
            return
        case ListNode((WordNode("and"), *parts)):
            for part in parts:
                yield from _read_duration(scope, part)
        case ListNode((WordNode("at"), WordNode("start"), part)):
            yield from _read_duration(scope, part)
        case ListNode((WordNode("=" | "<=" | ">=" as operator), left, right)):
            yield NumericComparison(operator, scope.read_number(left), scope.read_number(right))
        case _:
            scope.source.fail(expression, "pddl.duration", found=expression)


def _read_initial(scope: Scope, items: Iterable[SyntaxNode]) -> tuple[Atom | InitialValue, ...]:
    """Read the initial facts and function values, and drop repetitions."""
    found: dict[Atom | Function, Atom | InitialValue] = {}

    def read_fact_or_value(item: SyntaxNode) -> None:
        match item:
            case ListNode((WordNode("="), function, WordNode(value))) if (
                isinstance(function, ListNode) or function.text in scope.functions
            ):
                if (number := parse_number(value)) is None:
                    scope.source.fail(item, "pddl.no-number", found=item)
                group = isinstance(function, ListNode)
                valued = scope.read_function(
                    function if group else ListNode((function,), function.line, function.column)
                )
                first = found.setdefault(valued, InitialValue(valued, number))
                if isinstance(first, InitialValue) and first.number != number:
                    scope.source.report_mistake(
                        item, "pddl.second-value", "second-value", function=valued, first=first.number
                    )
            case ListNode((WordNode("not"), part)):
                scope.read_atom(part)  # facts that are not listed are false anyway
            case ListNode((WordNode("at"), WordNode(time), ListNode())) if parse_number(time) is not None:
                scope.source.fail_unsupported(item, "pddl.timed-fact", found=item)
            case ListNode((WordNode(word), *_)) if word in _CONDITION_WORDS and word not in scope.predicates:
                check_language(scope.source, item, word)
                scope.source.fail(item, "pddl.no-fact", found=item, word=word)
            case _:
                atom = scope.read_atom(item)
                found[atom] = atom

    scope.source.read_each(read_fact_or_value, items)
    return tuple(found.values())


def _read_metric(scope: Scope, section: ListNode) -> Metric:
    direction, value = _expect_items(scope.source, section, 2, "(:metric minimize EXPRESSION)")
    if "(is-violated " in str(value):
        scope.source.fail_unsupported(value, "pddl.violated")
    known = replace(scope, functions={**scope.functions, "total-time": frozenset({0})})
    match direction:
        case WordNode("minimize" | "maximize" as text):
            return Metric(text, known.read_number(value))
    scope.source.fail(direction, "pddl.metric-direction", found=direction)
