"""From nested parentheses to conditions, effects and numbers, each name in them declared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeVar

from ferryplan.generator.errors import nearest
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.languages import check_language
from ferryplan.generator.pddl.syntax import Expression, Group, Source, Word
from ferryplan.generator.pddl.tree import Moment, Signature
from ferryplan.generator.wording import count

_Part = TypeVar("_Part")
_MOMENTS: Mapping[tuple[str, str], Moment] = {("at", "start"): "start", ("over", "all"): "all", ("at", "end"): "end"}
_CONNECTIVES = frozenset({"and", "or", "not", "imply", "exists", "forall", "=", "<", "<=", ">", ">=", "preference"})
_CHANGES = ("assign", "increase", "decrease", "scale-up", "scale-down")
_QUANTIFIED = "a list of variables and a condition"
_TAKES = {
    "not": "one condition",
    "imply": "two conditions",
    "exists": _QUANTIFIED,
    "forall": _QUANTIFIED,
    "=": "two arguments",
}
_EFFECT_TAKES = {
    "not": "one effect",
    "when": "a condition and an effect",
    "forall": "a list of variables and an effect",
}
"""the parts of a form in a condition and in an effect, in words"""


@dataclass(frozen=True, slots=True)
class Scope:
    """What names stand for at a place of a file. All methods raise PddlError, with the position, for what makes no sense there."""

    source: Source
    types: frozenset[str]
    predicates: Mapping[str, frozenset[int]]
    """with how many terms each may have"""
    functions: Mapping[str, frozenset[int]]
    objects: frozenset[str]
    variables: frozenset[str] = frozenset()

    def variables_of(self, expression: Expression, repeated: bool = False) -> tuple[pddl.Typed, ...]:
        """Return a list of parameters in parentheses: variables of declared types, each once unless they may be ``repeated``."""
        if not isinstance(expression, Group):
            self.source.fail(expression, "pddl.no-variables", found=expression)
        variables = typed_list(self.source, expression.items, self.types)
        seen: set[str] = set()
        bare = [one for one in variables if not one.name.startswith("?") or len(one.name) == 1]
        if bare:
            self.source.note(bare[0].written, "pddl.no-variable", name=bare[0].name)
        for one in variables:
            if one.name in seen and not repeated:
                self.source.note(one.written, "pddl.variable-twice", name=one.name)
            seen.add(one.name)
        # The names stand for variables that lack their question mark, so that their uses are no further mistakes.
        return tuple(replace(one, name=f"?{one.name}") if one in bare else one for one in variables)

    def signature(self, expression: Expression) -> Signature:
        """Return a predicate or a function as it is declared."""
        if not isinstance(expression, Group) or not expression.head:
            self.source.fail(expression, "pddl.signature", found=expression)
        parameters = Group(expression.items[1:], expression.line, expression.column)
        return Signature(expression.head, self.variables_of(parameters, repeated=True), expression)

    def within(self, variables: Sequence[pddl.Typed]) -> Scope:
        """Return the scope in which these variables are known, too."""
        return replace(self, variables=self.variables | {one.name for one in variables})

    def atom(self, expression: Expression) -> pddl.Atom:
        """Return a declared predicate with as many terms as it takes."""
        name, terms, written = self._applied(expression, "predicate", self.predicates)
        return pddl.Atom(name, terms, written)

    def function(self, expression: Expression) -> pddl.Function:
        """Return a declared function with as many terms as it takes."""
        name, terms, written = self._applied(expression, "function", self.functions)
        return pddl.Function(name, terms, written)

    def condition(self, expression: Expression) -> pddl.Condition:
        """Return a condition; empty parentheses are what always holds."""
        if not isinstance(expression, Group):
            self.source.fail(expression, "pddl.condition-bare", found=expression)
        if expression.head in self.predicates and expression.head not in _CONNECTIVES:
            return self.atom(expression)
        match expression.head, expression.items[1:]:
            case "", []:
                return pddl.And(())
            case "and" | "or" as word, parts:
                return (pddl.And if word == "and" else pddl.Or)(self.source.each(self.condition, parts))
            case "not", [part]:
                return pddl.Not(self.condition(part))
            case "imply", [premise, conclusion]:
                return pddl.Imply(self.condition(premise), self.condition(conclusion))
            case "exists" | "forall" as quantifier, [listed, part]:
                variables = self.variables_of(listed)
                within = self.within(variables).condition(part)
                return pddl.Exists(variables, within) if quantifier == "exists" else pddl.ForAll(variables, within)
            case "=", [left, right] if self._is_object(left) and self._is_object(right):
                return pddl.Equal(self._term(left), self._term(right))
            case "=" | "<" | "<=" | ">" | ">=" as operator, [left, right]:
                return pddl.Comparison(operator, self.number(left), self.number(right))
            case "not" | "imply" | "exists" | "forall" | "=" | "<" | "<=" | ">" | ">=" as word, parts:
                words = {"takes": _TAKES.get(word, "two numbers"), "parts": count(len(parts), "part")}
                self.source.fail(expression, "pddl.condition-parts", word=word, **words)
            case "when" | "implies" as word, _:
                self.source.fail(expression, "pddl.when-in-condition", word=word)
            case word, _ if word in _CHANGES:
                self.source.fail(expression, "pddl.change-in-condition", word=word)
            case "preference", _:
                self.source.refuse(expression, "pddl.preference")
        return self.atom(expression)

    def effect(self, expression: Expression) -> pddl.Effect:
        """Return an effect; empty parentheses are that nothing changes."""
        if not isinstance(expression, Group):
            self.source.fail(expression, "pddl.effect-bare", found=expression)
        match expression.head, expression.items[1:]:
            case "", []:
                return pddl.Together(())
            case "and", parts:
                return pddl.Together(self.source.each(self.effect, parts))
            case "not", [part]:
                return pddl.Delete(self.atom(part))
            case "when", [condition, part]:
                return pddl.When(self.condition(condition), self.effect(part))
            case "forall", [listed, part]:
                variables = self.variables_of(listed)
                return pddl.ForEach(variables, self.within(variables).effect(part))
            case "assign" | "increase" | "decrease" | "scale-up" | "scale-down" as operator, [function, value]:
                return pddl.Assign(operator, self.function(function), self.number(value))
            case "oneof" | "probabilistic" as word, _ if word not in self.predicates:
                check_language(self.source, expression, word)
            case "or" | "imply" | "exists" as word, _ if word not in self.predicates:
                self.source.fail(expression, "pddl.condition-in-effect", word=word)
            case word, parts if word in ("not", "when", "forall", "or", "imply", "exists", *_CHANGES):
                takes = "a function and a number" if word in _CHANGES else _EFFECT_TAKES.get(word, "an effect")
                self.source.fail(
                    expression, "pddl.effect-parts", word=word, takes=takes, parts=count(len(parts), "part")
                )
        return pddl.Add(self.atom(expression))

    def number(self, expression: Expression) -> pddl.Numeric:
        """Return an expression whose value is a number."""
        if isinstance(expression, Word):
            value = number_in(expression.text)
            if value is not None:
                return pddl.Number(value)
            if expression.text == "?duration" and "?duration" in self.variables:
                return "?duration"
            if expression.text in self.functions:  # as some planners' domains have it
                return self.function(Group((expression,), expression.line, expression.column))
            self.source.fail(expression, "pddl.number-bare", found=expression)
        match expression.head, expression.items[1:]:
            case "+" | "*" as operator, [_, _, *_] as parts:
                return pddl.Operation(operator, tuple(map(self.number, parts)))
            case "-", [part]:
                return pddl.Operation("-", (self.number(part),))
            case "-" | "/" as operator, [left, right]:
                return pddl.Operation(operator, (self.number(left), self.number(right)))
            case "+" | "*" | "-" | "/" as word, parts:
                self.source.fail(expression, "pddl.operation-parts", word=word, parts=count(len(parts), "part"))
        return self.function(expression)

    def timed_conditions(self, expression: Expression) -> tuple[tuple[Moment, pddl.Condition], ...]:
        """Return the conditions of a durative action, each with when it must hold."""
        return self._timed(expression, Scope.condition, pddl.ForAll)

    def timed_effects(self, expression: Expression) -> tuple[tuple[Moment, pddl.Effect], ...]:
        """Return the effects of a durative action, each with when it comes: at the start or at the end."""
        found = self._timed(expression, Scope.effect, pddl.ForEach)
        if any(moment == "all" for moment, _ in found):
            self.source.fail(expression, "pddl.effect-over-all")
        return found

    def _timed(
        self,
        expression: Expression,
        read: Callable[[Scope, Expression], _Part],
        quantified: Callable[[tuple[pddl.Typed, ...], _Part], _Part],
    ) -> tuple[tuple[Moment, _Part], ...]:
        match expression:
            case Group(()):
                return ()
            case Group((Word("and"), *parts)):
                return tuple(timed for part in parts for timed in self._timed(part, read, quantified))
            case Group((Word("forall"), listed, part)):
                variables = self.variables_of(listed)
                inner = self.within(variables)._timed(part, read, quantified)
                return tuple((moment, quantified(variables, one)) for moment, one in inner)
            case Group((Word(first), Word(second), part)) if (first, second) in _MOMENTS:
                return ((_MOMENTS[first, second], read(self, part)),)
            case Group((Word("when"), _, _)):
                self.source.refuse(expression, "pddl.timed-when")
            case Group((Word("increase" | "decrease"), _, Group((Word("*"), *factors)))) if "#t" in map(str, factors):
                self.source.refuse(expression, "pddl.continuous")
        self.source.fail(expression, "pddl.no-moment", found=expression)

    def _applied(
        self, expression: Expression, what: Literal["predicate", "function"], known: Mapping[str, frozenset[int]]
    ) -> tuple[str, tuple[str, ...], Expression]:
        if not isinstance(expression, Group) or not expression.head:
            self.source.fail(expression, "pddl.no-name", found=expression, what=what)
        name, items = expression.head, expression.items[1:]
        if any(str(item) == "-" for item in items):
            self.source.fail(expression, "pddl.type-of-argument", name=name)
        if name not in known:
            self.source.misused(expression, what, name, "pddl.undeclared", hint=nearest(name, known))
            items = tuple(item for item in items if isinstance(item, Word))
        elif len(items) not in known[name]:
            *others, most = sorted(known[name])
            expected = " or ".join([*map(str, others), count(most, "argument")])
            words = {"expected": expected, "given": len(items)}
            self.source.misused(expression, what, name, "pddl.arity", len(items), **words)
            return name, tuple(map(str, items)), expression
        terms = tuple([self._term(item) for item in items])
        return name, terms, expression

    def _is_object(self, expression: Expression) -> bool:
        """Whether an operand of ``=`` is an object or a variable for one, not a number."""
        if not isinstance(expression, Word) or expression.text == "?duration":
            return False
        if expression.text in self.objects or expression.text.startswith("?"):
            return True
        return number_in(expression.text) is None and expression.text not in self.functions

    def _term(self, expression: Expression) -> str:
        if not isinstance(expression, Word):
            self.source.fail(expression, "pddl.no-term", found=expression)
        name = expression.text
        if name in self.objects or name in self.variables:
            return name
        if name.startswith("?"):
            says = "pddl.undeclared" if self.variables else "pddl.no-variables-here"
            hint = nearest(name, sorted(self.variables), "")
            self.source.misused(expression, "variable", name, says, hint=hint)
        else:
            self.source.misused(expression, "object", name, "pddl.undeclared", hint=nearest(name, sorted(self.objects)))
        return name


def typed_list(
    source: Source, items: Sequence[Expression], types: frozenset[str] | None, gaps: bool = False
) -> tuple[pddl.Typed, ...]:
    """Return names with their types, ``object`` where none is given.

    ``types`` are those declared, None where any may stand; ``gaps`` says that a type may have no names before it, as files have it
    that were made by programs. Raises PddlError.
    """
    found: list[pddl.Typed] = []
    waiting: list[Word] = []
    rest = iter(items)
    for item in rest:
        if not isinstance(item, Word):
            source.note(item, "pddl.list-name", found=item)
        elif item.text != "-":
            waiting.append(item)
        else:
            kind = next(rest, None)
            if kind is None or not (waiting or gaps):
                source.note(item, "pddl.list-dash")
            kinds = source.attempt(("object",), _types, source, kind, types) if kind is not None else ("object",)
            found += [pddl.Typed(word.text, kinds, word) for word in waiting]
            waiting = []
    return (*found, *(pddl.Typed(word.text, ("object",), word) for word in waiting))


def _types(source: Source, expression: Expression, known: frozenset[str] | None) -> tuple[str, ...]:
    match expression:
        case Word():
            words: tuple[Expression, ...] = (expression,)
        case Group((Word("either"), _, *_)):
            words = expression.items[1:]
        case _:
            source.fail(expression, "pddl.no-type", found=expression)
    kinds = []
    for word in words:
        if not isinstance(word, Word) or word.text == "-":
            source.fail(word, "pddl.no-type", found=word)
        if known is not None and word.text not in known:
            source.misused(word, "type", word.text, "pddl.undeclared", hint=nearest(word.text, sorted(known)))
        kinds.append(word.text)
    return tuple(kinds)


def number_in(text: str) -> Fraction | None:
    """Return the number that a word is, exact; None if it is none."""
    digits = text.removeprefix("-").replace(".", "", 1)
    if not digits.isdecimal() or not digits.isascii() or len(text) > 100:
        return None
    return Fraction(text)
