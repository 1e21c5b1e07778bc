"""Reads conditions, effects and numbers from nested lists, and checks that their names are declared."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeVar

from ferryplan.generator.errors import differ_in_numbers, find_series, format_suggestion
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.languages import check_language
from ferryplan.generator.pddl.syntax import ListNode, Source, SyntaxNode, WordNode
from ferryplan.generator.pddl.syntax_tree import Moment, Signature
from ferryplan.generator.wording import format_count

_Part = TypeVar("_Part")
_MOMENTS: Mapping[tuple[str, str], Moment] = {("at", "start"): "start", ("over", "all"): "all", ("at", "end"): "end"}
_CONNECTIVES = frozenset({"and", "or", "not", "imply", "exists", "forall", "=", "<", "<=", ">", ">=", "preference"})
_ASSIGN_OPERATORS = ("assign", "increase", "decrease", "scale-up", "scale-down")
_QUANTIFIER_OPERANDS = "a list of variables and a condition"
_CONDITION_OPERANDS = {
    "not": "one condition",
    "imply": "two conditions",
    "exists": _QUANTIFIER_OPERANDS,
    "forall": _QUANTIFIER_OPERANDS,
    "=": "two arguments",
}
_EFFECT_OPERANDS = {
    "not": "one effect",
    "when": "a condition and an effect",
    "forall": "a list of variables and an effect",
}
"""the operands of a keyword in a condition and in an effect, in words"""


@dataclass(frozen=True, slots=True)
class Scope:
    """The declared names at a place of a file, with methods that read expressions there.

    All methods raise PddlError, with the position, for expressions that are not allowed there.
    """

    source: Source
    types: frozenset[str]
    predicates: Mapping[str, frozenset[int]]
    """the possible numbers of terms of each predicate"""
    functions: Mapping[str, frozenset[int]]
    """the possible numbers of terms of each function"""
    objects: frozenset[str]
    """the declared objects and constants"""
    variables: frozenset[str] = frozenset()
    """the variables that may occur at the place"""

    def read_variables(self, expression: SyntaxNode, may_repeat: bool = False) -> tuple[pddl.TypedName, ...]:
        """Read a list of parameters: variables of declared types.

        Each variable must occur once, unless ``may_repeat`` is true.
        """
        if not isinstance(expression, ListNode):
            self.source.fail(expression, "pddl.no-variables", found=expression)
        variables = read_typed_list(self.source, expression.items, self.types)
        seen: set[str] = set()
        bare = [one for one in variables if not one.name.startswith("?") or len(one.name) == 1]
        if bare:
            self.source.report_mistake(bare[0].source_node, "pddl.no-variable", name=bare[0].name)
        for one in variables:
            if one.name in seen and not may_repeat:
                self.source.report_mistake(one.source_node, "pddl.variable-twice", name=one.name)
            seen.add(one.name)
        # Names without a question mark get one, so that their uses are not reported as further mistakes.
        return tuple(replace(one, name=f"?{one.name}") if one in bare else one for one in variables)

    def read_signature(self, expression: SyntaxNode) -> Signature:
        """Read the declaration of a predicate or a function: its name and its parameters."""
        if not isinstance(expression, ListNode) or not expression.head:
            self.source.fail(expression, "pddl.signature", found=expression)
        parameters = ListNode(expression.items[1:], expression.line, expression.column)
        return Signature(expression.head, self.read_variables(parameters, may_repeat=True), expression)

    def with_variables(self, variables: Sequence[pddl.TypedName]) -> Scope:
        """Return this scope with more variables, such as those that a quantifier binds."""
        return replace(self, variables=self.variables | {one.name for one in variables})

    def read_atom(self, expression: SyntaxNode) -> pddl.Atom:
        """Read an atom with a declared predicate and the right number of terms."""
        name, terms, written = self._read_name_with_terms(expression, "predicate", self.predicates)
        return pddl.Atom(name, terms, written)

    def read_function(self, expression: SyntaxNode) -> pddl.Function:
        """Read a declared function with the right number of terms."""
        name, terms, written = self._read_name_with_terms(expression, "function", self.functions)
        return pddl.Function(name, terms, written)

    def read_condition(self, expression: SyntaxNode) -> pddl.Condition:
        """Read a condition; empty parentheses are always true."""
        if not isinstance(expression, ListNode):
            self.source.fail(expression, "pddl.condition-bare", found=expression)
        if expression.head in self.predicates and expression.head not in _CONNECTIVES:
            return self.read_atom(expression)
        match expression.head, expression.items[1:]:
            case "", []:
                return pddl.And(())
            case "and" | "or" as word, parts:
                return (pddl.And if word == "and" else pddl.Or)(self.source.read_each(self.read_condition, parts))
            case "not", [part]:
                return pddl.Not(self.read_condition(part))
            case "imply", [premise, conclusion]:
                return pddl.Imply(self.read_condition(premise), self.read_condition(conclusion))
            case "exists" | "forall" as quantifier, [listed, part]:
                variables = self.read_variables(listed)
                within = self.with_variables(variables).read_condition(part)
                return pddl.Exists(variables, within) if quantifier == "exists" else pddl.ForAll(variables, within)
            case "=", [left, right] if self._is_object(left) and self._is_object(right):
                return pddl.Equal(self._read_term(left), self._read_term(right))
            case "=" | "<" | "<=" | ">" | ">=" as operator, [left, right]:
                return pddl.NumericComparison(operator, self.read_number(left), self.read_number(right))
            case "not" | "imply" | "exists" | "forall" | "=" | "<" | "<=" | ">" | ">=" as word, parts:
                words = {
                    "takes": _CONDITION_OPERANDS.get(word, "two numbers"),
                    "parts": format_count(len(parts), "part"),
                }
                self.source.fail(expression, "pddl.condition-parts", word=word, **words)
            case "when" | "implies" as word, _:
                self.source.fail(expression, "pddl.when-in-condition", word=word)
            case word, _ if word in _ASSIGN_OPERATORS:
                self.source.fail(expression, "pddl.change-in-condition", word=word)
            case "preference", _:
                self.source.fail_unsupported(expression, "pddl.preference")
        return self.read_atom(expression)

    def read_effect(self, expression: SyntaxNode) -> pddl.Effect:
        """Read an effect; empty parentheses change nothing."""
        if not isinstance(expression, ListNode):
            self.source.fail(expression, "pddl.effect-bare", found=expression)
        match expression.head, expression.items[1:]:
            case "", []:
                return pddl.EffectConjunction(())
            case "and", parts:
                return pddl.EffectConjunction(self.source.read_each(self.read_effect, parts))
            case "not", [part]:
                return pddl.Delete(self.read_atom(part))
            case "when", [condition, part]:
                return pddl.When(self.read_condition(condition), self.read_effect(part))
            case "forall", [listed, part]:
                variables = self.read_variables(listed)
                return pddl.ForEach(variables, self.with_variables(variables).read_effect(part))
            case "assign" | "increase" | "decrease" | "scale-up" | "scale-down" as operator, [function, value]:
                return pddl.Assign(operator, self.read_function(function), self.read_number(value))
            case "oneof" | "probabilistic" as word, _ if word not in self.predicates:
                check_language(self.source, expression, word)
            case "or" | "imply" | "exists" as word, _ if word not in self.predicates:
                self.source.fail(expression, "pddl.condition-in-effect", word=word)
            case word, parts if word in ("not", "when", "forall", "or", "imply", "exists", *_ASSIGN_OPERATORS):
                takes = (
                    "a function and a number" if word in _ASSIGN_OPERATORS else _EFFECT_OPERANDS.get(word, "an effect")
                )
                self.source.fail(
                    expression, "pddl.effect-parts", word=word, takes=takes, parts=format_count(len(parts), "part")
                )
        return pddl.Add(self.read_atom(expression))

    def read_number(self, expression: SyntaxNode) -> pddl.Numeric:
        """Read a numeric expression."""
        if isinstance(expression, WordNode):
            value = parse_number(expression.text)
            if value is not None:
                return pddl.NumericConstant(value)
            if expression.text == "?duration" and "?duration" in self.variables:
                return "?duration"
            if expression.text in self.functions:  # the domains of some planners write functions like this
                return self.read_function(ListNode((expression,), expression.line, expression.column))
            self.source.fail(expression, "pddl.number-bare", found=expression)
        match expression.head, expression.items[1:]:
            case "+" | "*" as operator, [_, _, *_] as parts:
                return pddl.Operation(operator, tuple(map(self.read_number, parts)))
            case "-", [part]:
                return pddl.Operation("-", (self.read_number(part),))
            case "-" | "/" as operator, [left, right]:
                return pddl.Operation(operator, (self.read_number(left), self.read_number(right)))
            case "+" | "*" | "-" | "/" as word, parts:
                self.source.fail(expression, "pddl.operation-parts", word=word, parts=format_count(len(parts), "part"))
        return self.read_function(expression)

    def read_timed_conditions(self, expression: SyntaxNode) -> tuple[tuple[Moment, pddl.Condition], ...]:
        """Read the conditions of a durative action, each with its moment: start, all or end."""
        return self._read_timed_parts(expression, Scope.read_condition, pddl.ForAll)

    def read_timed_effects(self, expression: SyntaxNode) -> tuple[tuple[Moment, pddl.Effect], ...]:
        """Read the effects of a durative action, each with its moment: start or end."""
        found = self._read_timed_parts(expression, Scope.read_effect, pddl.ForEach)
        if any(moment == "all" for moment, _ in found):
            self.source.fail(expression, "pddl.effect-over-all")
        return found

    def _read_timed_parts(
        self,
        expression: SyntaxNode,
        read: Callable[[Scope, SyntaxNode], _Part],
        make_quantified: Callable[[tuple[pddl.TypedName, ...], _Part], _Part],
    ) -> tuple[tuple[Moment, _Part], ...]:
        match expression:
            case ListNode(()):
                return ()
            case ListNode((WordNode("and"), *parts)):
                return tuple(timed for part in parts for timed in self._read_timed_parts(part, read, make_quantified))
            case ListNode((WordNode("forall"), listed, part)):
                variables = self.read_variables(listed)
                inner = self.with_variables(variables)._read_timed_parts(part, read, make_quantified)
                return tuple((moment, make_quantified(variables, one)) for moment, one in inner)
            case ListNode((WordNode(first), WordNode(second), part)) if (first, second) in _MOMENTS:
                return ((_MOMENTS[first, second], read(self, part)),)
            case ListNode((WordNode("when"), _, _)):
                self.source.fail_unsupported(expression, "pddl.timed-when")
            case ListNode((WordNode("increase" | "decrease"), _, ListNode((WordNode("*"), *factors)))) if "#t" in map(
                str, factors
            ):
                self.source.fail_unsupported(expression, "pddl.continuous")
        self.source.fail(expression, "pddl.no-moment", found=expression)

    def _read_name_with_terms(
        self, expression: SyntaxNode, what: Literal["predicate", "function"], known: Mapping[str, frozenset[int]]
    ) -> tuple[str, tuple[str, ...], SyntaxNode]:
        if not isinstance(expression, ListNode) or not expression.head:
            self.source.fail(expression, "pddl.no-name", found=expression, what=what)
        name, items = expression.head, expression.items[1:]
        if any(str(item) == "-" for item in items):
            self.source.fail(expression, "pddl.type-of-argument", name=name)
        if name not in known:
            hint = _suggest_name(name, tuple(known))
            self.source.report_misuse(expression, what, name, "pddl.undeclared", hint=hint)
            items = tuple(item for item in items if isinstance(item, WordNode))
        elif len(items) not in known[name]:
            *others, most = sorted(known[name])
            expected = " or ".join([*map(str, others), format_count(most, "argument")])
            words = {"expected": expected, "given": len(items)}
            self.source.report_misuse(expression, what, name, "pddl.arity", len(items), **words)
            return name, tuple(map(str, items)), expression
        terms = tuple([self._read_term(item) for item in items])
        return name, terms, expression

    def _is_object(self, expression: SyntaxNode) -> bool:
        """Return whether an operand of ``=`` is an object or a variable for an object, not a number."""
        if not isinstance(expression, WordNode) or expression.text == "?duration":
            return False
        if expression.text in self.objects or expression.text.startswith("?"):
            return True
        return parse_number(expression.text) is None and expression.text not in self.functions

    def _read_term(self, expression: SyntaxNode) -> str:
        if not isinstance(expression, WordNode):
            self.source.fail(expression, "pddl.no-term", found=expression)
        name = expression.text
        if name in self.objects or name in self.variables:
            return name
        if name.startswith("?"):
            says = "pddl.undeclared" if self.variables else "pddl.no-variables-here"
            hint = _suggest_name(name, self.variables, "")
            self.source.report_misuse(expression, "variable", name, says, hint=hint)
        else:
            self.source.report_misuse(
                expression, "object", name, "pddl.undeclared", hint=_suggest_name(name, self.objects)
            )
        return name


@functools.lru_cache(maxsize=32)
def _suggest_name(name: str, known: frozenset[str] | tuple[str, ...], fallback: str | None = None) -> str:
    """Return the hint about an undeclared name; a file may use the same name hundreds of times."""
    names = known if isinstance(known, tuple) else sorted(known)
    if find_series(name, names):  # beside `b1` and `b2`, the name `b4` is a misspelling neither of `b1` nor of `b`
        return format_suggestion(name, [one for one in names if not differ_in_numbers(name, one)], "")
    return format_suggestion(name, names, fallback)


def read_typed_list(
    source: Source, items: Sequence[SyntaxNode], types: frozenset[str] | None, allow_empty: bool = False
) -> tuple[pddl.TypedName, ...]:
    """Read a list of names with types; a name without a type gets ``object``.

    ``types`` are the declared types; with None, all types are allowed. If ``allow_empty`` is true, a type may have no
    names before it, which occurs in generated files. Raises PddlError if the list is malformed or names an unknown
    type.
    """
    found: list[pddl.TypedName] = []
    waiting: list[WordNode] = []
    rest = iter(items)
    for item in rest:
        if not isinstance(item, WordNode):
            source.report_mistake(item, "pddl.list-name", found=item)
        elif item.text != "-":
            waiting.append(item)
        else:
            kind = next(rest, None)
            if kind is None or not (waiting or allow_empty):
                source.report_mistake(item, "pddl.list-dash")
            kinds = (
                source.read_or_default(("object",), _read_types, source, kind, types)
                if kind is not None
                else ("object",)
            )
            found += [pddl.TypedName(word.text, kinds, word) for word in waiting]
            waiting = []
    return (*found, *(pddl.TypedName(word.text, ("object",), word) for word in waiting))


def _read_types(source: Source, expression: SyntaxNode, known: frozenset[str] | None) -> tuple[str, ...]:
    match expression:
        case WordNode():
            words: tuple[SyntaxNode, ...] = (expression,)
        case ListNode((WordNode("either"), _, *_)):
            words = expression.items[1:]
        case _:
            source.fail(expression, "pddl.no-type", found=expression)
    kinds = []
    for word in words:
        if not isinstance(word, WordNode) or word.text == "-":
            source.fail(word, "pddl.no-type", found=word)
        if known is not None and word.text not in known:
            source.report_misuse(word, "type", word.text, "pddl.undeclared", hint=_suggest_name(word.text, known))
        kinds.append(word.text)
    return tuple(kinds)


def parse_number(text: str) -> Fraction | None:
    """Parse a word as an exact decimal number; return None if it is not a number."""
    digits = text.removeprefix("-").replace(".", "", 1)
    if not digits.isdecimal() or not digits.isascii() or len(text) > 100:
        return None
    return Fraction(text)
