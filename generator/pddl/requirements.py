"""Which requirements of PDDL 2.1 and 2.2 a domain has need of: the fewest that hold.

As in Maria Fox and Derek Long, "PDDL2.1", JAIR 20 (2003), appendix A, with ``:derived-predicates`` (PDDL 2.2) and ``:action-costs`` (IPC 2008);
functions are ``:fluents``, since some tools do not know ``:numeric-fluents``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import assert_never

from generator.pddl import expressions as pddl
from generator.pddl.fluents import TOTAL_COST, changes_in, conditions_in, has_action_costs
from generator.pddl.tree import Domain, DurativeAction, Problem

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
    found = {":strips", *(name for condition in conditions_in(domain, problem) for name in _asked(condition))}
    for action in domain.actions:
        if isinstance(action, DurativeAction):
            found.add(":durative-actions")
            if any(one.operator != "=" for one in action.duration):
                found.add(":duration-inequalities")
    if any(isinstance(part, pddl.When | pddl.ForEach) for part in changes_in(domain)):
        found.add(":conditional-effects")
    signatures = (one.parameters for one in (*domain.predicates, *domain.functions, *domain.actions))
    named = itertools.chain(domain.constants, problem.objects, *signatures)
    if domain.types or any(one.types != ("object",) for one in named):
        found.add(":typing")
    if domain.derived:
        found.add(":derived-predicates")
    if domain.functions:  # costs are the total cost, and what never changes and is added to it
        changed = {part.function for part in changes_in(domain) if isinstance(part, pddl.Assign)}
        costs = changed <= {TOTAL_COST} and has_action_costs(domain, problem)
        found.add(":action-costs" if costs else ":fluents")
    return tuple(sorted(found, key=lambda one: (one not in _FIRST, one)))


def _asked(condition: pddl.Condition) -> Iterator[str]:
    inner: tuple[pddl.Condition, ...] = ()
    match condition:
        case pddl.Atom() | pddl.Comparison():
            pass
        case pddl.Equal():
            yield ":equality"
        case pddl.Not(pddl.Atom() | pddl.Equal() | pddl.Comparison() as denied):
            yield ":negative-preconditions"
            inner = (denied,)
        case pddl.Not(denied):
            yield ":disjunctive-preconditions"
            inner = (denied,)
        case pddl.And(inner):
            pass
        case pddl.Or(inner):
            yield ":disjunctive-preconditions"
        case pddl.Imply(premise, conclusion):
            yield ":disjunctive-preconditions"
            inner = (premise, conclusion)
        case pddl.Exists(_, quantified):
            yield ":existential-preconditions"
            inner = (quantified,)
        case pddl.ForAll(_, quantified):
            yield ":universal-preconditions"
            inner = (quantified,)
        case _:
            assert_never(condition)
    for one in inner:
        yield from _asked(one)
