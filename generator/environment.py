"""The one Jinja environment: PDDL templates, narration templates, pictures, and the expressions of puzzle files.

Expressions from puzzle files come from strangers. They run in Jinja's sandbox, and before that their
syntax tree is checked against a list of harmless node types: names, constants, arithmetic, comparisons,
conditions. Attributes, subscripts, calls, filters and statements are refused, so there is no way to Python.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

import domains
from generator.errors import PuzzleError

_HARMLESS = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Const,
    nodes.Add, nodes.Sub, nodes.Mul, nodes.FloorDiv, nodes.Mod, nodes.Neg, nodes.Pos, nodes.Concat,
    nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.CondExpr,
)  # fmt: skip
_LONGEST_EXPRESSION = 200
_LARGEST_NUMBER = 10**9


class _Environment(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset({"*"})

    def call_binop(self, context: jinja2.runtime.Context, operator: str, left: Any, right: Any) -> Any:
        if not (isinstance(left, int) and isinstance(right, int)) or abs(left * right) > _LARGEST_NUMBER:
            raise jinja2.exceptions.SecurityError("a product must be of whole numbers and at most 10^9")
        return super().call_binop(context, operator, left, right)


@functools.cache
def environment() -> jinja2.Environment:
    """Return the environment, with the templates of all families loadable by ``family/dialect/name.j2``."""
    made = _Environment(
        loader=jinja2.FileSystemLoader(domains.FOLDER),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=jinja2.select_autoescape((".html.j2", ".svg.j2"), default=False, default_for_string=False),
    )
    made.filters["each"] = _each
    return made


def _each(items: Iterable[str | Sequence[str]], pattern: str, separator: str = " ") -> str:
    """Return the pattern, such as ``(at {0} ?from)``, filled with each item, or with each item's parts, and joined."""
    return separator.join(pattern.format(*([item] if isinstance(item, str) else item)) for item in items)


def render(template: str, context: Mapping[str, object]) -> str:
    """Return the template's text for a context; ``template`` is a path below the ``domains`` folder."""
    return environment().get_template(template).render(context)


def evaluate(expression: str, names: Mapping[str, int | bool | str], where: str) -> int | bool:
    """Return the value of an expression of a puzzle file over parameters, such as ``couples + 1``.

    Raises PuzzleError, with ``where`` in front, for a syntax error, an unknown name, a construct that is
    not arithmetic or logic, and a value that is neither a whole number nor a truth value.
    """
    _check(f"{{{{ {expression} }}}}", names, where, expression, _LONGEST_EXPRESSION)
    try:
        value = environment().compile_expression(expression, undefined_to_none=False)(**names)
    except (jinja2.TemplateError, ArithmeticError, TypeError, ValueError) as error:
        raise PuzzleError(f"{where}: found '{expression}', which cannot be evaluated: {error}") from None
    if not isinstance(value, int):
        raise PuzzleError(
            f"{where}: found '{expression}', expected an expression that gives a whole number or a truth value"
        )
    return value


def fill(text: str, names: Mapping[str, int | bool | str], where: str, longest: int = _LONGEST_EXPRESSION) -> str:
    """Return a text of a puzzle file with its ``{{ … }}`` replaced, such as ``{{ letter }}w``. Raises as ``evaluate``."""
    if "{" not in text:
        return text
    _check(text, names, where, text, longest)
    try:
        return _template(text).render(names)
    except (jinja2.TemplateError, ArithmeticError, TypeError, ValueError) as error:
        raise PuzzleError(f"{where}: found '{text}', which cannot be filled in: {error}") from None


@functools.lru_cache(maxsize=256)
def _template(text: str) -> jinja2.Template:
    return environment().from_string(text)


def _check(text: str, names: Mapping[str, object], where: str, shown: str, longest: int) -> None:
    """Raise PuzzleError unless a text is a template of harmless parts over the names."""
    if len(shown) > longest:
        raise PuzzleError(f"{where}: found an expression of {len(shown)} characters, expected at most {longest}")
    try:
        parts, used = _syntax(text)
    except (jinja2.TemplateSyntaxError, RecursionError) as error:
        raise PuzzleError(f"{where}: found '{shown}', which is not an expression: {error}") from None
    if harmful := sorted(parts - {node.__name__ for node in _HARMLESS}):
        raise PuzzleError(
            f"{where}: found '{shown}', which uses {harmful[0]}; expected names, numbers, arithmetic and comparisons only"
        )
    if not used <= names.keys():
        raise PuzzleError(f"{where}: found '{shown}', expected only the names {', '.join(sorted(names))}")


@functools.lru_cache(maxsize=256)
def _syntax(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the types of the nodes of a template's syntax tree, and the names in it."""
    found = list(environment().parse(text).find_all(nodes.Node))
    return frozenset(type(node).__name__ for node in found), frozenset(
        node.name for node in found if isinstance(node, nodes.Name)
    )
