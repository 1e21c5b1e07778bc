"""Derived predicates: what follows from the facts of a state, stratum by stratum.

A predicate of a later stratum may ask that one of an earlier does not hold; within a stratum the least fixpoint is taken
(Thiébaux, Hoffmann, Nebel, "In Defense of PDDL Axioms", Artificial Intelligence 168 (2005), 38-69).
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.errors import PddlError
from generator.pddl.expressions import Atom
from generator.pddl.normal_form import leaves, normal
from generator.pddl.states import Fact, View
from generator.pddl.tree import Derived

__all__ = ["Derivation"]


class Derivation:
    """The derived predicates of a domain. Raises PddlError if one depends on its own opposite."""

    def __init__(self, rules: Sequence[Derived]) -> None:
        self.predicates = frozenset(rule.atom.predicate for rule in rules)
        conditions = [(rule, normal(rule.condition)) for rule in rules]
        stratum = dict.fromkeys(self.predicates, 0)
        asked = [
            (
                rule.atom.predicate,
                [(one.predicate, denied) for one, denied in leaves(condition) if isinstance(one, Atom)],
            )
            for rule, condition in conditions
        ]
        late = True
        while late:
            late = False
            for predicate, others in asked:
                for other, denied in others:
                    least = stratum.get(other, 0) + denied
                    if other in stratum and stratum[predicate] < least:
                        if least > len(stratum):
                            raise PddlError(
                                f"found the derived predicate '{predicate}', which depends on its own opposite"
                            )
                        stratum[predicate], late = least, True
        self._strata = [
            [(rule, condition) for rule, condition in conditions if stratum[rule.atom.predicate] == level]
            for level in sorted(set(stratum.values()))
        ]

    def complete(self, view: View) -> None:
        """Add to a view what follows from its facts."""
        for rules in self._strata:
            grown = True
            while grown:
                grown = False
                for rule, condition in rules:
                    found: set[Fact] = {
                        (rule.atom.predicate, *(binding[term] for term in rule.atom.terms))
                        for binding in view.bindings(rule.parameters, condition, {})
                    }
                    grown |= view.add(rule.atom.predicate, found)
