"""Conversion of PDDL conditions and numeric expressions to unified-planning expressions.

Used by the worker only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from ferryplan.generator.pddl import expressions as pddl


@dataclass(frozen=True, slots=True)
class ExpressionConverter:
    """A converter from ferryplan's PDDL expressions to unified-planning expressions.

    It holds the fluents and objects to which the names in the expressions refer.
    """

    manager: Any
    """the expression manager of unified-planning"""
    fluents: Mapping[str, Any]
    """unified-planning's fluents, by the names of predicates and functions"""
    objects: Mapping[str, Any]
    """objects as unified-planning expressions, by name"""
    make_variable: Callable[[pddl.TypedName], Any]
    """a function that makes unified-planning's variable for a quantified PDDL variable"""

    def convert_condition(self, condition: pddl.Condition, names: Mapping[str, Any]) -> Any:
        """Return a PDDL condition as a unified-planning expression.

        ``names`` maps the PDDL variables in scope, such as ``?from``, to unified-planning expressions.
        """
        make = self.manager
        match condition:
            case pddl.Atom(name, terms):
                return make.FluentExp(self.fluents[name], tuple([self._convert_term(term, names) for term in terms]))
            case pddl.Equal(left, right):
                return make.Equals(self._convert_term(left, names), self._convert_term(right, names))
            case pddl.NumericComparison(operator, left, right):
                compared = {"=": make.Equals, "<": make.LT, "<=": make.LE, ">": make.GT, ">=": make.GE}
                return compared[operator](self.convert_number(left, names), self.convert_number(right, names))
            case pddl.Not(inner):
                return make.Not(self.convert_condition(inner, names))
            case pddl.And(parts):
                return make.And(*[self.convert_condition(part, names) for part in parts])
            case pddl.Or(parts):
                return make.Or(*[self.convert_condition(part, names) for part in parts])
            case pddl.Imply(premise, conclusion):
                return make.Implies(self.convert_condition(premise, names), self.convert_condition(conclusion, names))
            case pddl.Exists(listed, inner) | pddl.ForAll(listed, inner):
                variables = {one.name: self.make_variable(one) for one in listed}
                within = {**names, **{name: make.VariableExp(one) for name, one in variables.items()}}
                quantifier = make.Exists if isinstance(condition, pddl.Exists) else make.Forall
                return quantifier(self.convert_condition(inner, within), *variables.values())
        assert_never(condition)

    def convert_number(self, number: pddl.Numeric, names: Mapping[str, Any]) -> Any:
        """Return a numeric PDDL expression as a unified-planning expression.

        ``names`` is as in `convert_condition`. Raises ValueError for ``?duration``, which unified-planning does not
        allow in effects.
        """
        make = self.manager
        match number:
            case pddl.NumericConstant(value):
                return make.Int(value.numerator) if value.denominator == 1 else make.Real(value)
            case pddl.Function(name, terms):
                return make.FluentExp(self.fluents[name], tuple([self._convert_term(term, names) for term in terms]))
            case pddl.Operation("-", [operand]):
                return make.Times(-1, self.convert_number(operand, names))
            case pddl.Operation(operator, operands):
                combined = {"+": make.Plus, "-": make.Minus, "*": make.Times, "/": make.Div}
                return combined[operator](*[self.convert_number(operand, names) for operand in operands])
            case "?duration":
                raise ValueError("'?duration' in an effect")
        assert_never(number)

    def _convert_term(self, term: str, names: Mapping[str, Any]) -> Any:
        return names[term] if term[0] == "?" else self.objects[term]
