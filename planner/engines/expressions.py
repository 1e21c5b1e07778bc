"""Conditions and numbers of the syntax tree as unified-planning's expressions.

Used by the worker only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from ferryplan.generator.pddl import expressions as pddl


@dataclass(frozen=True, slots=True)
class Expressions:
    """What names stand for in them."""

    make: Any
    """unified-planning's expression manager"""
    fluents: Mapping[str, Any]
    objects: Mapping[str, Any]
    """as expressions"""
    variable: Callable[[pddl.Typed], Any]
    """of a quantifier"""

    def condition(self, condition: pddl.Condition, names: Mapping[str, Any]) -> Any:
        """Return a condition; ``names`` are the variables that are known there."""
        make = self.make
        match condition:
            case pddl.Atom(name, terms):
                return make.FluentExp(self.fluents[name], tuple([self._term(term, names) for term in terms]))
            case pddl.Equal(left, right):
                return make.Equals(self._term(left, names), self._term(right, names))
            case pddl.Comparison(operator, left, right):
                compared = {"=": make.Equals, "<": make.LT, "<=": make.LE, ">": make.GT, ">=": make.GE}
                return compared[operator](self.number(left, names), self.number(right, names))
            case pddl.Not(inner):
                return make.Not(self.condition(inner, names))
            case pddl.And(parts):
                return make.And(*[self.condition(part, names) for part in parts])
            case pddl.Or(parts):
                return make.Or(*[self.condition(part, names) for part in parts])
            case pddl.Imply(premise, conclusion):
                return make.Implies(self.condition(premise, names), self.condition(conclusion, names))
            case pddl.Exists(listed, inner) | pddl.ForAll(listed, inner):
                variables = {one.name: self.variable(one) for one in listed}
                within = {**names, **{name: make.VariableExp(one) for name, one in variables.items()}}
                quantifier = make.Exists if isinstance(condition, pddl.Exists) else make.Forall
                return quantifier(self.condition(inner, within), *variables.values())
        assert_never(condition)

    def number(self, number: pddl.Numeric, names: Mapping[str, Any]) -> Any:
        """Return a number. Raises ValueError for a duration, of which unified-planning's actions know nothing."""
        make = self.make
        match number:
            case pddl.Number(value):
                return make.Int(value.numerator) if value.denominator == 1 else make.Real(value)
            case pddl.Function(name, terms):
                return make.FluentExp(self.fluents[name], tuple([self._term(term, names) for term in terms]))
            case pddl.Operation("-", [operand]):
                return make.Times(-1, self.number(operand, names))
            case pddl.Operation(operator, operands):
                combined = {"+": make.Plus, "-": make.Minus, "*": make.Times, "/": make.Div}
                return combined[operator](*[self.number(operand, names) for operand in operands])
            case "?duration":
                raise ValueError("'?duration' in an effect")
        assert_never(number)

    def _term(self, term: str, names: Mapping[str, Any]) -> Any:
        return names[term] if term[0] == "?" else self.objects[term]
