"""The expressions of puzzle files: arithmetic, comparisons and conditions over parameters.

The expressions come from untrusted sources. Jinja parses them; the nodes of the syntax tree are checked against a list of harmless nodes, which
excludes attributes, subscripts, calls, filters, lists, powers and statements; and this module evaluates the tree, operator by operator. Numbers
are whole numbers of absolute value at most 10^9, and texts have at most 8,000 characters.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import jinja2
from jinja2 import nodes

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError, suggest_name
from ferryplan.generator.templates import get_template_environment

EvaluationResult: TypeAlias = int | str | None
NameValues: TypeAlias = Mapping[str, int | str]

MAX_EXPRESSION_LENGTH = 200
MAX_NUMBER = 10**9
MAX_TEXT_LENGTH = 8000
MAX_DEPTH = 50
"""the largest depth of the syntax tree of an expression"""
ARITHMETIC: dict[type[nodes.BinExpr], Callable[[int, int], int]] = {
    nodes.Add: operator.add,
    nodes.Sub: operator.sub,
    nodes.Mul: operator.mul,
    nodes.FloorDiv: operator.floordiv,
    nodes.Mod: operator.mod,
}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "lteq": operator.le,
    "gt": operator.gt,
    "gteq": operator.ge,
    "in": lambda part, whole: part in whole,
    "notin": lambda part, whole: part not in whole,
}
SAFE_NODES: tuple[type[nodes.Node], ...] = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Const, *ARITHMETIC, nodes.Neg, nodes.Pos, nodes.Concat,
    nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.CondExpr,
)  # fmt: skip


ALLOWED_PARTS = "names, whole numbers, strings in quotes, the operators + - * // % ~, comparisons, 'and', 'or', 'not' and '… if … else …'"
REFUSAL_MESSAGES = {
    "Div": "puzzles.no-division",
    "Pow": "puzzles.no-power",
    "Test": "puzzles.no-test",
    "Filter": "puzzles.no-filter",
    "Call": "puzzles.no-call",
    "Getattr": "puzzles.no-attribute",
    "Getitem": "puzzles.no-item",
    "List": "puzzles.no-list",
    "Tuple": "puzzles.no-tuple",
    "Stmt": "puzzles.no-statement",
}
"""the key of the message that refuses each unsupported construct, by the name of Jinja's class for the construct"""


class _UnsafeExpressionError(Exception):
    """An expression contains a forbidden construct, such as a call, or a value that is out of bounds."""


def evaluate_expression(expression: str, name_values: NameValues) -> int:
    """Return the value of an expression over parameters, such as ``couples + 1``.

    The value is a whole number or a truth value. ``name_values`` are the names that the expression may use, with their values.

    Raises PuzzleError for a syntax error, an unknown name, a construct that is neither arithmetic nor logic, an intermediate number beyond 10^9, and
    a result that is neither a whole number nor a truth value; the message gives no position in the file.
    """
    parts = _parse_safe_template(f"{{{{ {expression} }}}}", name_values, expression, MAX_EXPRESSION_LENGTH)
    value = _compute_value(
        lambda: _evaluate_node(parts[0], name_values) if len(parts) == 1 else "", expression, "puzzles.cannot-evaluate"
    )
    if not isinstance(value, int):
        raise PuzzleError(
            found=f"'{_shorten(expression)}'", expected="an expression that gives a whole number, true or false"
        )
    return value


def fill_template(text: str, name_values: NameValues, max_length: int = MAX_EXPRESSION_LENGTH) -> str:
    """Return a text of a puzzle file with each expression in ``{{ … }}`` replaced by its value.

    An example of such a text is ``{{ letter }}w``. ``name_values`` are the names that the expressions may use, with their values. Raises
    PuzzleError for the mistakes that ``evaluate_expression`` reports, and if the text has more than ``max_length`` characters or the result more
    than 8,000.
    """
    if "{" not in text:
        return text
    parts = _parse_safe_template(text, name_values, text, max_length)
    return str(_compute_value(lambda: _join_part_values(parts, name_values), text, "puzzles.cannot-fill-in"))


def find_expression_names(text: str, allowed_names: Iterable[str] | None = None, *, template: bool) -> frozenset[str]:
    """Return the names that an expression or a template uses.

    A template is a text with expressions in ``{{ … }}``; ``template`` is true if the text is one. If
    ``allowed_names`` is not None, raises PuzzleError for other names, a syntax error, a forbidden construct or too
    many characters.
    """
    whole = text if template else f"{{{{ {text} }}}}"
    if allowed_names is not None:
        _parse_safe_template(
            whole, dict.fromkeys(allowed_names, 0), text, MAX_TEXT_LENGTH if template else MAX_EXPRESSION_LENGTH
        )
    return _parse_parts(whole)[1]


def _parse_safe_template(text: str, names: NameValues, source: str, max_length: int) -> list[nodes.Node]:
    """Return the parts of a template, texts and expressions, as syntax trees in order.

    ``source`` is the text in the puzzle file, and ``text`` the template made from it. Raises PuzzleError if
    ``source`` has more than ``max_length`` characters, or if ``text`` is no template, contains a forbidden construct,
    or uses a name that is not in ``names``.
    """
    if len(source) > max_length:
        raise PuzzleError(found=f"an expression of {len(source)} characters", expected=f"at most {max_length}")
    try:
        parts, used = _parse_parts(text)
    except _UnsafeExpressionError as error:
        raise _make_expression_error("puzzles.refused-expression", source, reason=error) from None
    except (jinja2.TemplateSyntaxError, ValueError):  # a ValueError means a number with thousands of digits
        raise _make_expression_error("puzzles.not-expression", source, parts=ALLOWED_PARTS) from None
    except RecursionError:
        raise _make_expression_error("puzzles.too-deep-expression", source) from None
    for name in sorted(used - names.keys()):
        alone = name == source.strip()
        key = "puzzles.unknown-name-in-expression" if alone else "puzzles.unknown-name-within-expression"
        raise _make_expression_error(key, source, suggest_name(name, sorted(names)), name=name)
    return parts


def _make_expression_error(key: str, expression: str, advice: str = "", **slots: object) -> PuzzleError:
    """Return a PuzzleError about an expression; the caller raises it.

    ``key`` is the key under which ferryplan's texts have the message, and ``slots`` are the values for its slots.
    """
    text = _shorten(expression)
    return PuzzleError(format_message(key, text=text, **slots), found=f"'{text}'", advice=advice)


@functools.lru_cache(maxsize=256)
def _parse_parts(text: str) -> tuple[list[nodes.Node], frozenset[str]]:
    """Return the parts of a template, texts and expressions, as syntax trees, and the names it uses.

    Raises _UnsafeExpressionError for a forbidden construct, such as a call.
    """
    parts = list[nodes.Node]()
    names = set[str]()
    for node, depth in _walk_nodes(get_template_environment().parse(text), 0):
        if not isinstance(node, SAFE_NODES):
            known = (
                format_message(REFUSAL_MESSAGES[kind.__name__])
                for kind in type(node).__mro__
                if kind.__name__ in REFUSAL_MESSAGES
            )
            raise _UnsafeExpressionError(next(known, format_message("puzzles.only-parts", parts=ALLOWED_PARTS)))
        if depth > MAX_DEPTH:
            raise _UnsafeExpressionError(format_message("puzzles.too-deep", most=MAX_DEPTH))
        match node:
            case nodes.Output():
                parts += node.nodes
            case nodes.Name():
                names.add(node.name)
            case nodes.Const():
                _check_bounds(node.value)
    return parts, frozenset(names)


def _walk_nodes(node: nodes.Node, depth: int) -> Iterator[tuple[nodes.Node, int]]:
    """Yield the nodes of a syntax tree, each with its depth; ``depth`` is the depth of the root."""
    yield node, depth
    for inner in node.iter_child_nodes():
        yield from _walk_nodes(inner, depth + 1)


def _compute_value(compute: Callable[[], EvaluationResult], source: str, failure_key: str) -> EvaluationResult:
    """Return the result of a function that evaluates an expression; raise PuzzleError if it fails.

    ``source`` is the expression. ``failure_key`` is the key under which ferryplan's texts have the error message.
    """
    try:
        return compute()
    except ZeroDivisionError:
        reason = format_message("puzzles.divides-by-zero")
    except TypeError:
        reason = format_message("puzzles.compares-text-with-number")
    except _UnsafeExpressionError as error:
        reason = str(error)
    raise _make_expression_error(failure_key, source, reason=reason)


def _evaluate_node(node: nodes.Node, names: NameValues) -> EvaluationResult:
    """Return the value of an expression's syntax tree, for given values of names."""
    match node:
        case nodes.TemplateData():
            return node.data
        case nodes.Const():
            return _check_bounds(node.value)
        case nodes.Name():
            return names[node.name]
        case nodes.Concat():
            return _join_part_values(node.nodes, names)
        case nodes.Not():
            return not _evaluate_node(node.node, names)
        case nodes.Neg():
            return -_evaluate_number(node.node, names)
        case nodes.Pos():
            return +_evaluate_number(node.node, names)
        case nodes.And():
            return _evaluate_node(node.left, names) and _evaluate_node(node.right, names)
        case nodes.Or():
            return _evaluate_node(node.left, names) or _evaluate_node(node.right, names)
        case nodes.CondExpr():
            if _evaluate_node(node.test, names):
                return _evaluate_node(node.expr1, names)
            if node.expr2 is None:
                raise _UnsafeExpressionError(format_message("puzzles.no-else"))
            return _evaluate_node(node.expr2, names)
        case nodes.Compare():
            return _is_comparison_true(node, names)
        case nodes.BinExpr():
            return _check_bounds(
                ARITHMETIC[type(node)](_evaluate_number(node.left, names), _evaluate_number(node.right, names))
            )
    raise AssertionError(node)


def _is_comparison_true(node: nodes.Compare, names: NameValues) -> bool:
    """Return whether each comparison in a chain such as ``1 < couples <= 5`` holds, as in Python."""
    left = _evaluate_node(node.expr, names)
    for operand in node.ops:
        right = _evaluate_node(operand.expr, names)
        if not COMPARISONS[operand.op](left, right):
            return False
        left = right
    return True


def _evaluate_number(node: nodes.Node, names: NameValues) -> int:
    """Return the value of an operand of arithmetic. Raises _UnsafeExpressionError for a text."""
    value = _evaluate_node(node, names)
    if not isinstance(value, int):
        raise _UnsafeExpressionError(format_message("puzzles.arithmetic-of-texts"))
    return value


def _join_part_values(parts: list[Any], names: NameValues) -> str:
    """Return the values of syntax trees as one text. Raises _UnsafeExpressionError if it is too long."""
    text = ""
    for part in parts:
        text += str(_evaluate_node(part, names))
        if len(text) > MAX_TEXT_LENGTH:
            raise _UnsafeExpressionError(format_message("puzzles.text-too-long-made", most=MAX_TEXT_LENGTH))
    return text


def _check_bounds(value: object) -> EvaluationResult:
    """Return a value if it is a text, a truth value or a whole number up to 10^9.

    Raises _UnsafeExpressionError for other values, and for a text with half of a surrogate pair.
    """
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise _UnsafeExpressionError(format_message("puzzles.number-over-bound"))
    if isinstance(value, str) and (half := re.search("[\ud800-\udfff]", value)):
        raise _UnsafeExpressionError(format_message("puzzles.half-character", half=ascii(half[0])))
    if not isinstance(value, int | str | None):
        raise _UnsafeExpressionError(format_message("puzzles.no-whole-number", value=value))
    return value


def _shorten(source: str) -> str:
    line = " ".join(source.split())
    return line if len(line) <= MAX_EXPRESSION_LENGTH else f"{line[:MAX_EXPRESSION_LENGTH]}…"
