"""Derived predicates: what follows from the facts of a state, stratum by stratum.

A predicate of a later stratum may ask that one of an earlier does not hold; within a stratum the least fixpoint is taken
(Thiébaux, Hoffmann, Nebel, "In Defense of PDDL Axioms", Artificial Intelligence 168 (2005), 38-69).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.errors import PddlError
from generator.pddl.expressions import And, Atom, Comparison, Condition, Equal, Exists, Not, Or
from generator.pddl.normal_form import normal
from generator.pddl.states import Fact, View
from generator.pddl.tree import Derived

__all__ = ["Derivation"]


class Derivation:
    """The derived predicates of a domain. Raises PddlError if one depends on its own opposite."""

    def __init__(self, rules: Sequence[Derived]) -> None:
        self.predicates = frozenset(rule.atom.predicate for rule in rules)
        stratum = dict.fromkeys(self.predicates, 0)
        asked = [(rule.atom.predicate, list(_asked(normal(rule.condition)))) for rule in rules]
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
        conditions = [(rule, normal(rule.condition)) for rule in rules]
        self._strata = [
            [(rule, condition) for rule, condition in conditions if stratum[rule.atom.predicate] == level]
            for level in sorted(set(stratum.values()))
        ]

    def complete(self, view: View, facts: dict[str, set[Fact]]) -> None:
        """Add to the facts that a view shows what follows from them."""
        for rules in self._strata:
            grown = True
            while grown:
                grown = False
                for rule, condition in rules:
                    known = facts.setdefault(rule.atom.predicate, set())
                    found = {
                        (rule.atom.predicate, *(binding[term] for term in rule.atom.terms))
                        for binding in view.bindings(rule.parameters, condition, {})
                    }
                    if not found <= known:
                        known |= found
                        grown = True


def _asked(condition: Condition, denied: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the predicates that a condition in negation normal form asks for, with whether it asks that they do not hold."""
    match condition:
        case Atom(predicate):
            yield predicate, denied
        case Not(inner):
            yield from _asked(inner, not denied)
        case Exists(_, inner):
            yield from _asked(inner, denied)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _asked(part, denied)
        case Equal() | Comparison():
            pass
