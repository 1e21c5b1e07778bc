"""Which requirements of PDDL 2.1 and 2.2 a domain has need of: the fewest that hold.

As in Maria Fox and Derek Long, "PDDL2.1", JAIR 20 (2003), appendix A, with ``:derived-predicates`` (PDDL 2.2) and ``:action-costs`` (IPC 2008);
functions are ``:fluents``, since some tools do not know ``:numeric-fluents``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from generator.pddl.expressions import (
    And,
    Assign,
    Atom,
    Comparison,
    Condition,
    Equal,
    Exists,
    ForAll,
    ForEach,
    Imply,
    Not,
    Or,
    When,
)
from generator.pddl.fluents import TOTAL_COST, effects_of, has_action_costs, parts_of
from generator.pddl.tree import Action, Domain, Problem

__all__ = ["IMPLIED", "requirements"]

_QUANTIFIED = frozenset({":existential-preconditions", ":universal-preconditions"})
IMPLIED = {
    ":quantified-preconditions": _QUANTIFIED,
    ":adl": _QUANTIFIED
    | {
        ":strips",
        ":typing",
        ":negative-preconditions",
        ":disjunctive-preconditions",
        ":equality",
        ":conditional-effects",
    },
}
"""what stands for several"""
_FIRST = (":strips", ":typing")


def requirements(domain: Domain, problem: Problem) -> tuple[str, ...]:
    """Return what a domain and its problem need, none that stands for several: ``:strips``, ``:typing``, then by the alphabet."""
    conditions = [problem.goal, *(rule.condition for rule in domain.derived)]
    found = {":strips"}
    for action in domain.actions:
        if isinstance(action, Action):
            conditions.append(action.precondition)
        else:
            found.add(":durative-actions")
            if any(one.operator != "=" for one in action.duration):
                found.add(":duration-inequalities")
            conditions += [condition for _, condition in action.conditions]
        for part in (part for effect in effects_of(action) for part in parts_of(effect)):
            if isinstance(part, When | ForEach):
                found.add(":conditional-effects")
            if isinstance(part, When):
                conditions.append(part.condition)
    for condition in conditions:
        found.update(_asked(condition))
    if _has_types(domain, problem):
        found.add(":typing")
    if domain.derived:
        found.add(":derived-predicates")
    if domain.functions:
        found.add(":action-costs" if _only_costs(domain, problem) else ":fluents")
    return tuple(sorted(found, key=lambda one: (one not in _FIRST, one)))


def _asked(condition: Condition) -> Iterator[str]:
    match condition:
        case Atom() | Comparison():
            pass
        case Equal():
            yield ":equality"
        case Not(inner):
            yield (
                ":negative-preconditions"
                if isinstance(inner, Atom | Equal | Comparison)
                else ":disjunctive-preconditions"
            )
            yield from _asked(inner)
        case And(parts):
            for part in parts:
                yield from _asked(part)
        case Or(parts):
            yield ":disjunctive-preconditions"
            for part in parts:
                yield from _asked(part)
        case Imply(premise, conclusion):
            yield ":disjunctive-preconditions"
            yield from _asked(premise)
            yield from _asked(conclusion)
        case Exists(_, inner):
            yield ":existential-preconditions"
            yield from _asked(inner)
        case ForAll(_, inner):
            yield ":universal-preconditions"
            yield from _asked(inner)
        case _:
            assert_never(condition)


def _has_types(domain: Domain, problem: Problem) -> bool:
    lists = (
        domain.constants,
        problem.objects,
        *(one.parameters for one in (*domain.predicates, *domain.functions, *domain.actions)),
    )
    return bool(domain.types) or any(one.types != ("object",) for listed in lists for one in listed)


def _only_costs(domain: Domain, problem: Problem) -> bool:
    """Whether functions are the total cost and what never changes and is added to it."""
    changed = {
        part.function
        for action in domain.actions
        for effect in effects_of(action)
        for part in parts_of(effect)
        if isinstance(part, Assign)
    }
    return changed <= {TOTAL_COST} and has_action_costs(domain, problem)
