"""Checks for legal PDDL that is probably a mistake: unused names, contradictions and repetitions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import conditions_and_effects_of, walk_conditions_and_effects
from ferryplan.generator.pddl.linting.condition_edits import (
    remove_literal,
    remove_parameter,
    remove_quantified_variable,
)
from ferryplan.generator.pddl.linting.findings import Finding, location_of_first_name, make_finding, make_removal
from ferryplan.generator.pddl.linting.source_edits import SourceEditor, find_last_written, find_path, split_typed_list
from ferryplan.generator.pddl.linting.wrong_parameters import find_condition_variables, find_wrong_parameters
from ferryplan.generator.pddl.normal_form import conjuncts, direct_terms, effect_to_normal_form, to_normal_form
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, WordNode, line_and_column
from ferryplan.generator.pddl.syntax_tree import Action, Domain, Problem


def find_suspicious_actions(domain: Domain) -> Iterator[Finding]:
    """Yield findings about the actions of a domain, such as unused parameters and contradictions."""
    source = domain.source
    for action in domain.actions:
        parts = [inner for part in conditions_and_effects_of(action) for inner in pddl.walk_parts(part)]
        used = {term for part in parts for term in direct_terms(part)}
        for one in action.parameters:
            if one.name not in used:
                edits, words = remove_parameter(source, one.source_node), {"name": one.name, "action": action.name}
                yield make_removal("unused-parameter", source, one.source_node, one.name, edits, **words)
        hidden = {one.name for one in action.parameters} - find_condition_variables(action)
        for part in (part for part in parts if isinstance(part, pddl.Quantified)):
            asked = {term for inner in pddl.walk_parts(part) for term in direct_terms(inner)}
            for variable in part.variables:
                kind = "unused-variable" if variable.name not in asked else "hidden-parameter"
                if variable.name not in asked or variable.name in hidden:
                    edits = remove_quantified_variable(source, variable.source_node)
                    words = {"name": variable.name, **({"action": action.name} if variable.name in asked else {})}
                    yield make_removal(kind, source, variable.source_node, variable.name, edits, **words)
        if isinstance(action, Action):
            wrong = list(find_wrong_parameters(action, source))
            yield from wrong
            yield from _find_contradictions(action, source, {(one.line, one.column) for one in wrong})


def _find_contradictions(action: Action, source: Source, reported: Collection[tuple[int, int]]) -> Iterator[Finding]:
    """Yield findings about contradictory, repeated and useless conditions and effects of an action.

    ``reported`` lists the places (line and column) for which a finding exists; conditions there are not reported as
    repeated.
    """
    asked = dict[pddl.Condition, None]()
    for part in conjuncts(to_normal_form(action.precondition)):
        named = location_of_first_name(part)
        place = named or find_last_written(source, action.source_node, f"{part}") or action.source_node
        same = part.condition if isinstance(part, pddl.Not) else part
        if isinstance(same, pddl.Equal) and same.left == same.right:
            if same is not part:
                yield make_finding("never-holds", source, place, condition=part)
            else:
                yield _make_literal_removal("always-holds", source, place, f"{part}", condition=part)
        elif to_normal_form(part, negated=True) in asked:
            yield make_finding(
                "contradiction", source, place, condition=to_normal_form(part, negated=True), action=action.name
            )
        elif part in asked and line_and_column(place) not in reported:
            yield _make_literal_removal("asked-twice", source, place, f"{part}", condition=part)
        asked[part] = None
    effects = list(conjuncts(effect_to_normal_form(action.effect)))
    added = {one.atom: one for one in effects if isinstance(one, pddl.Add)}
    given = dict[pddl.Function, pddl.Numeric]()
    if not effects:
        yield make_finding("no-effect", source, action.source_node, action=action.name)
    for one in effects:
        match one:
            case pddl.Delete(atom) if atom in added:
                yield make_finding("add-and-delete", source, atom.source_node, atom=atom)
            case pddl.Add(atom) if atom in asked and pddl.Delete(atom) not in effects:
                yield _make_literal_removal("adds-what-holds", source, atom.source_node, f"{atom}", atom=atom)
            case pddl.Delete(atom) if pddl.Not(atom) in asked:
                kind = "deletes-what-does-not-hold"
                yield _make_literal_removal(kind, source, atom.source_node, f"(not {atom})", atom=atom)
            case pddl.Assign("assign", function, value) if given.setdefault(function, value) != value:
                yield make_finding("two-values", source, function.source_node, function=function, action=action.name)


def _make_literal_removal(kind: str, source: Source, where: SourceLocation, literal: str, **words: Any) -> Finding:
    """Return a finding about a literal that changes nothing, with the edit that removes it."""
    return make_removal(kind, source, where, literal, remove_literal(source, where), **words)


def _make_unused(domain: Domain, keyword: str, what: str, name: str, where: SourceLocation) -> Finding:
    """Return a finding about a declaration that nothing uses, with the edit that removes it."""
    editor, edits = SourceEditor(domain.source), tuple[FileEdit, ...]()
    match find_path(domain.source, where)[-2:]:
        case [ListNode((WordNode(head), *items)) as section, node] if head == keyword:
            is_only = len(items) == 1 or [*split_typed_list(items)][:2] == [([node], items[-1])]
            removed_name = editor.remove_names(items, [node]) if isinstance(node, WordNode) else (editor.remove(node),)
            edits = (editor.remove(section),) if is_only else removed_name
    return make_removal("unused", domain.source, where, name, edits, what=what, name=name)


def find_unused_declarations(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield findings about declarations that are never used.

    Without a problem, only declarations that no problem could use are reported.
    """
    everywhere = [*walk_conditions_and_effects(domain, problem)]
    changed = {one.atom.predicate for one in everywhere if isinstance(one, pddl.Add | pddl.Delete)}
    added = {one.atom.predicate for one in everywhere if isinstance(one, pddl.Add)}
    added |= {rule.atom.predicate for rule in domain.derivation_rules}
    asked = {one.predicate for one in everywhere if isinstance(one, pddl.Atom)}
    start = {one.predicate for one in problem.facts} if problem else set[str]()
    for one in domain.predicates:
        if one.name not in asked | changed | added:
            unused = _make_unused(domain, ":predicates", "predicate", one.name, one.source_node)
            # Facts of the problem would be left without their declaration.
            yield replace(unused, fix="", edits=()) if one.name in start else unused
        elif problem is not None and one.name not in asked:
            yield make_finding("never-asked", domain.source, one.source_node, name=one.name)
        elif problem is not None and one.name not in added | start:
            yield make_finding("never-true", domain.source, one.source_node, name=one.name)
    typed = (*domain.predicates, *domain.functions, *domain.actions, *domain.derivation_rules)
    variables = [variable for one in typed for variable in one.parameters]
    variables += [each for one in everywhere if isinstance(one, pddl.Quantified) for each in one.variables]
    objects = (*domain.constants, *(problem.objects if problem else ()))
    kinds = {kind for one in (*variables, *domain.types, *objects) for kind in one.types} | {"object"}
    for kind in domain.types:
        if kind.name not in kinds:
            yield _make_unused(domain, ":types", "type", kind.name, kind.source_node)
