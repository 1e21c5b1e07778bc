"""What is legal in a domain and makes little sense: names without use, conditions and effects that contradict or repeat each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import contents, parts_of_action
from ferryplan.generator.pddl.linting.findings import Finding, found, place_of
from ferryplan.generator.pddl.linting.rules import asked_variables, find_wrong_parameters
from ferryplan.generator.pddl.normal_form import conjuncts, normal, normal_effect, terms_in
from ferryplan.generator.pddl.syntax import Source, position
from ferryplan.generator.pddl.tree import Action, Domain, Problem


def odd_actions(domain: Domain) -> Iterator[Finding]:
    """Yield what is odd in the actions of a domain."""
    source = domain.source
    for action in domain.actions:
        parts = [inner for part in parts_of_action(action) for inner in pddl.all_in(part)]
        used = {term for part in parts for term in terms_in(part)}
        for one in action.parameters:
            if one.name not in used:
                yield found("unused-parameter", source, one.written, name=one.name, action=action.name)
        hidden = {one.name for one in action.parameters} - asked_variables(action)
        for part in (part for part in parts if isinstance(part, pddl.Quantified)):
            asked = {term for inner in pddl.all_in(part) for term in terms_in(inner)}
            for variable in part.variables:
                if variable.name not in asked:
                    yield found("unused-variable", source, variable.written, name=variable.name)
                elif variable.name in hidden:
                    yield found("hidden-parameter", source, variable.written, name=variable.name, action=action.name)
        if isinstance(action, Action):
            wrong = list(find_wrong_parameters(action, source))
            yield from wrong
            yield from _contradictions(action, source, {(one.line, one.column) for one in wrong})


def _contradictions(action: Action, source: Source, reported: Collection[tuple[int, int]]) -> Iterator[Finding]:
    """Yield what an action asks or changes in vain; nothing of conditions at places that are ``reported`` already."""
    asked = dict[pddl.Condition, None]()
    for part in conjuncts(normal(action.precondition)):
        place = place_of(part) or action.written
        same = part.condition if isinstance(part, pddl.Not) else part
        if isinstance(same, pddl.Equal) and same.left == same.right:
            yield found("never-holds" if same is not part else "always-holds", source, place, condition=part)
        elif normal(part, denied=True) in asked:
            yield found("contradiction", source, place, condition=normal(part, denied=True), action=action.name)
        elif part in asked and position(place) not in reported:
            yield found("asked-twice", source, place, condition=part)
        asked[part] = None
    effects = list(conjuncts(normal_effect(action.effect)))
    added = {one.atom: one for one in effects if isinstance(one, pddl.Add)}
    given = dict[pddl.Function, pddl.Numeric]()
    if not effects:
        yield found("no-effect", source, action.written, action=action.name)
    for one in effects:
        match one:
            case pddl.Delete(atom) if atom in added:
                yield found("add-and-delete", source, atom.written, atom=atom)
            case pddl.Add(atom) if atom in asked and pddl.Delete(atom) not in effects:
                yield found("adds-what-holds", source, atom.written, atom=atom)
            case pddl.Delete(atom) if pddl.Not(atom) in asked:
                yield found("deletes-what-does-not-hold", source, atom.written, atom=atom)
            case pddl.Assign("assign", function, value) if given.setdefault(function, value) != value:
                yield found("two-values", source, function.written, function=function, action=action.name)


def unused(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield what is declared and without use; without a problem only what a goal or a start could not use either."""
    everywhere = [*contents(domain, problem)]
    changed = {one.atom.predicate for one in everywhere if isinstance(one, pddl.Add | pddl.Delete)}
    added = {one.atom.predicate for one in everywhere if isinstance(one, pddl.Add)}
    added |= {rule.atom.predicate for rule in domain.derived}
    asked = {one.predicate for one in everywhere if isinstance(one, pddl.Atom)}
    start = {one.predicate for one in problem.facts} if problem else set[str]()
    for one in domain.predicates:
        if one.name not in asked | changed | added:
            yield found("unused", domain.source, one.written, what="predicate", name=one.name)
        elif problem is not None and one.name not in asked:
            yield found("never-asked", domain.source, one.written, name=one.name)
        elif problem is not None and one.name not in added | start:
            yield found("never-true", domain.source, one.written, name=one.name)
    typed = (*domain.predicates, *domain.functions, *domain.actions, *domain.derived)
    variables = [variable for one in typed for variable in one.parameters]
    variables += [each for one in everywhere if isinstance(one, pddl.Quantified) for each in one.variables]
    objects = (*domain.constants, *(problem.objects if problem else ()))
    kinds = {kind for one in (*variables, *domain.types, *objects) for kind in one.types} | {"object"}
    for kind in domain.types:
        if kind.name not in kinds:
            yield found("unused", domain.source, kind.written, what="type", name=kind.name)
