"""The smallest set of PDDL 2.1 and 2.2 requirements that a domain needs.

As in Maria Fox and Derek Long, "PDDL2.1", JAIR 20 (2003), appendix A, with ``:derived-predicates`` (PDDL 2.2) and ``:action-costs`` (IPC 2008);
functions are ``:fluents``, since some tools do not know ``:numeric-fluents``.
"""

from __future__ import annotations

import itertools
from typing import assert_never

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import TOTAL_COST, has_action_costs, walk_conditions_and_effects
from ferryplan.generator.pddl.syntax_tree import Domain, DurativeAction, Problem

_QUANTIFIED = frozenset({":existential-preconditions", ":universal-preconditions"})
IMPLIED_REQUIREMENTS = {
    ":quantified-preconditions": _QUANTIFIED,
    ":adl": _QUANTIFIED
    | frozenset(
        [
            ":strips",
            ":typing",
            ":negative-preconditions",
            ":disjunctive-preconditions",
            ":equality",
            ":conditional-effects",
        ]
    ),
}
"""the requirements that combine several others"""
_FIRST = (":strips", ":typing")


def find_requirements(domain: Domain, problem: Problem) -> tuple[str, ...]:
    """Return the requirements of a domain and its problem, without combined ones.

    ``:strips`` and ``:typing`` come first, the others follow in alphabetical order.
    """
    parts = [*walk_conditions_and_effects(domain), *pddl.walk_parts(problem.goal)]
    found = {":strips", *(name for part in parts if (name := _find_requirement(part)))}
    for action in domain.actions:
        if isinstance(action, DurativeAction):
            found.add(":durative-actions")
            if any(one.operator != "=" for one in action.duration):
                found.add(":duration-inequalities")
    signatures = (one.parameters for one in (*domain.predicates, *domain.functions, *domain.actions))
    named = itertools.chain(domain.constants, problem.objects, *signatures)
    if domain.types or any(one.types != ("object",) for one in named):
        found.add(":typing")
    if domain.derivation_rules:
        found.add(":derived-predicates")
    if domain.functions:  # action costs: the total cost and the constant functions that are added to it
        changed = {part.function for part in parts if isinstance(part, pddl.Assign)}
        costs = changed <= {TOTAL_COST} and has_action_costs(domain, problem)
        found.add(":action-costs" if costs else ":fluents")
    return tuple(sorted(found, key=lambda one: (one not in _FIRST, one)))


def _find_requirement(part: pddl.Condition | pddl.Effect) -> str | None:
    """Return the requirement of the outermost operator of a condition or an effect."""
    match part:
        case pddl.Equal():
            return ":equality"
        case pddl.Not(pddl.Atom() | pddl.Equal() | pddl.NumericComparison()):
            return ":negative-preconditions"
        case pddl.Not() | pddl.Or() | pddl.Imply():
            return ":disjunctive-preconditions"
        case pddl.Exists():
            return ":existential-preconditions"
        case pddl.ForAll():
            return ":universal-preconditions"
        case pddl.When() | pddl.ForEach():
            return ":conditional-effects"
        case (
            pddl.Atom()
            | pddl.NumericComparison()
            | pddl.And()
            | pddl.Add()
            | pddl.Delete()
            | pddl.Assign()
            | pddl.EffectConjunction()
        ):
            return None
    assert_never(part)
