"""Checks for legal PDDL that is probably a mistake: unused names, contradictions and repetitions."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import conditions_and_effects_of, walk_conditions_and_effects
from ferryplan.generator.pddl.linting.findings import Finding, location_of_first_name, make_finding
from ferryplan.generator.pddl.linting.wrong_parameters import find_condition_variables, find_wrong_parameters
from ferryplan.generator.pddl.normal_form import conjuncts, direct_terms, effect_to_normal_form, to_normal_form
from ferryplan.generator.pddl.syntax import Source, line_and_column
from ferryplan.generator.pddl.syntax_tree import Action, Domain, Problem


def find_suspicious_actions(domain: Domain) -> Iterator[Finding]:
    """Yield findings about the actions of a domain, such as unused parameters and contradictions."""
    source = domain.source
    for action in domain.actions:
        parts = [inner for part in conditions_and_effects_of(action) for inner in pddl.walk_parts(part)]
        used = {term for part in parts for term in direct_terms(part)}
        for one in action.parameters:
            if one.name not in used:
                yield make_finding("unused-parameter", source, one.source_node, name=one.name, action=action.name)
        hidden = {one.name for one in action.parameters} - find_condition_variables(action)
        for part in (part for part in parts if isinstance(part, pddl.Quantified)):
            asked = {term for inner in pddl.walk_parts(part) for term in direct_terms(inner)}
            for variable in part.variables:
                if variable.name not in asked:
                    yield make_finding("unused-variable", source, variable.source_node, name=variable.name)
                elif variable.name in hidden:
                    yield make_finding(
                        "hidden-parameter", source, variable.source_node, name=variable.name, action=action.name
                    )
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
        place = location_of_first_name(part) or action.source_node
        same = part.condition if isinstance(part, pddl.Not) else part
        if isinstance(same, pddl.Equal) and same.left == same.right:
            yield make_finding("never-holds" if same is not part else "always-holds", source, place, condition=part)
        elif to_normal_form(part, negated=True) in asked:
            yield make_finding(
                "contradiction", source, place, condition=to_normal_form(part, negated=True), action=action.name
            )
        elif part in asked and line_and_column(place) not in reported:
            yield make_finding("asked-twice", source, place, condition=part)
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
                yield make_finding("adds-what-holds", source, atom.source_node, atom=atom)
            case pddl.Delete(atom) if pddl.Not(atom) in asked:
                yield make_finding("deletes-what-does-not-hold", source, atom.source_node, atom=atom)
            case pddl.Assign("assign", function, value) if given.setdefault(function, value) != value:
                yield make_finding("two-values", source, function.source_node, function=function, action=action.name)


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
            yield make_finding("unused", domain.source, one.source_node, what="predicate", name=one.name)
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
            yield make_finding("unused", domain.source, kind.source_node, what="type", name=kind.name)
