"""The expressions of puzzle files: arithmetic, comparisons and conditions over parameters, computed within bounds.

They come from strangers. Jinja parses them; what their syntax tree may hold is checked against a list of harmless nodes, which
has no attributes, subscripts, calls, filters, lists, powers or statements; and the tree is computed here, operator by operator:
arithmetic is of whole numbers, each at most 10^9, and a text has at most 8,000 characters.
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
from ferryplan.generator.templates import environment

Result: TypeAlias = int | str | None
Names: TypeAlias = Mapping[str, int | str]

LONGEST_EXPRESSION = 200
LARGEST_NUMBER = 10**9
LONGEST_TEXT = 8000
DEEPEST = 50
"""how many parts of an expression may stand in each other"""
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
HARMLESS: tuple[type[nodes.Node], ...] = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Const, *ARITHMETIC, nodes.Neg, nodes.Pos, nodes.Concat,
    nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.CondExpr,
)  # fmt: skip


MADE_OF = "names, whole numbers, strings in quotes, the operators + - * // % ~, comparisons, 'and', 'or', 'not' and '… if … else …'"
REFUSED = {
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
"""what people try that expressions do not have, by Jinja's names for it, and the message that refuses it"""


class _RefusedError(Exception):
    """What an expression may not have or make."""


def evaluate(expression: str, names: Names) -> int:
    """Return the value of an expression of a puzzle file over parameters, such as ``couples + 1``: a whole number or a truth value.

    Raises PuzzleError, with nothing in front of what was found, for a syntax error, an unknown name, a construct that is not arithmetic or logic,
    a number beyond 10^9 on the way, and a value that is neither a whole number nor a truth value.
    """
    parts = _checked(f"{{{{ {expression} }}}}", names, expression, LONGEST_EXPRESSION)
    value = _computed(lambda: _value(parts[0], names) if len(parts) == 1 else "", expression, "puzzles.cannot-evaluate")
    if not isinstance(value, int):
        raise PuzzleError(
            found=f"'{_short(expression)}'", expected="an expression that gives a whole number, true or false"
        )
    return value


def fill(text: str, names: Names, longest: int = LONGEST_EXPRESSION) -> str:
    """Return a text of a puzzle file, of at most ``longest`` characters, with its ``{{ … }}`` replaced, such as ``{{ letter }}w``.

    Raises as ``evaluate``, and for a result of over 8,000 characters.
    """
    if "{" not in text:
        return text
    parts = _checked(text, names, text, longest)
    return str(_computed(lambda: _joined(parts, names), text, "puzzles.cannot-fill-in"))


def names_in(text: str, names: Iterable[str] | None = None, *, template: bool) -> frozenset[str]:
    """Return the names in an expression, or in the ``{{ … }}`` of a template; with the names that may be there, others are refused.

    Raises PuzzleError unless both ``evaluate`` and ``fill`` could begin with it.
    """
    whole = text if template else f"{{{{ {text} }}}}"
    if names is not None:
        _checked(whole, dict.fromkeys(names, 0), text, LONGEST_TEXT if template else LONGEST_EXPRESSION)
    return _parsed(whole)[1]


def _checked(text: str, names: Names, shown: str, longest: int) -> list[nodes.Node]:
    """Return the parts of which a template is made. Raises PuzzleError unless they are harmless and over the names."""
    if len(shown) > longest:
        raise PuzzleError(found=f"an expression of {len(shown)} characters", expected=f"at most {longest}")
    try:
        parts, used = _parsed(text)
    except _RefusedError as error:
        raise _refuse("puzzles.refused-expression", shown, reason=error) from None
    except (jinja2.TemplateSyntaxError, ValueError):  # a ValueError is about a number of thousands of digits
        raise _refuse("puzzles.not-expression", shown, parts=MADE_OF) from None
    except RecursionError:
        raise _refuse("puzzles.too-deep-expression", shown) from None
    for name in sorted(used - names.keys()):
        alone = name == shown.strip()
        key = "puzzles.unknown-name-in-expression" if alone else "puzzles.unknown-name-within-expression"
        raise _refuse(key, shown, suggest_name(name, sorted(names)), name=name)
    return parts


def _refuse(key: str, expression: str, advice: str = "", **slots: object) -> PuzzleError:
    """Return the error about an expression with the message of a key."""
    text = _short(expression)
    return PuzzleError(format_message(key, text=text, **slots), found=f"'{text}'", advice=advice)


@functools.lru_cache(maxsize=256)
def _parsed(text: str) -> tuple[list[nodes.Node], frozenset[str]]:
    """Return the texts and expressions of a template in order, and the names in it. Raises _RefusedError for what is not harmless."""
    parts = list[nodes.Node]()
    names = set[str]()
    for node, depth in _nodes(environment().parse(text), 0):
        if not isinstance(node, HARMLESS):
            known = (format_message(REFUSED[kind.__name__]) for kind in type(node).__mro__ if kind.__name__ in REFUSED)
            raise _RefusedError(next(known, format_message("puzzles.only-parts", parts=MADE_OF)))
        if depth > DEEPEST:
            raise _RefusedError(format_message("puzzles.too-deep", most=DEEPEST))
        match node:
            case nodes.Output():
                parts += node.nodes
            case nodes.Name():
                names.add(node.name)
            case nodes.Const():
                _bounded(node.value)
    return parts, frozenset(names)


def _nodes(node: nodes.Node, depth: int) -> Iterator[tuple[nodes.Node, int]]:
    yield node, depth
    for inner in node.iter_child_nodes():
        yield from _nodes(inner, depth + 1)


def _computed(compute: Callable[[], Result], shown: str, otherwise: str) -> Result:
    """Return what a computation gives; ``otherwise`` is the key of the message if it fails."""
    try:
        return compute()
    except ZeroDivisionError:
        reason = format_message("puzzles.divides-by-zero")
    except TypeError:
        reason = format_message("puzzles.compares-text-with-number")
    except _RefusedError as error:
        reason = str(error)
    raise _refuse(otherwise, shown, reason=reason)


def _value(node: nodes.Node, names: Names) -> Result:
    match node:
        case nodes.TemplateData():
            return node.data
        case nodes.Const():
            return _bounded(node.value)
        case nodes.Name():
            return names[node.name]
        case nodes.Concat():
            return _joined(node.nodes, names)
        case nodes.Not():
            return not _value(node.node, names)
        case nodes.Neg():
            return -_number(node.node, names)
        case nodes.Pos():
            return +_number(node.node, names)
        case nodes.And():
            return _value(node.left, names) and _value(node.right, names)
        case nodes.Or():
            return _value(node.left, names) or _value(node.right, names)
        case nodes.CondExpr():
            if _value(node.test, names):
                return _value(node.expr1, names)
            if node.expr2 is None:
                raise _RefusedError(format_message("puzzles.no-else"))
            return _value(node.expr2, names)
        case nodes.Compare():
            return _holds(node, names)
        case nodes.BinExpr():
            return _bounded(ARITHMETIC[type(node)](_number(node.left, names), _number(node.right, names)))
    raise AssertionError(node)


def _holds(node: nodes.Compare, names: Names) -> bool:
    """Return whether a chain of comparisons holds, each between neighbors, as in Python."""
    left = _value(node.expr, names)
    for operand in node.ops:
        right = _value(operand.expr, names)
        if not COMPARISONS[operand.op](left, right):
            return False
        left = right
    return True


def _number(node: nodes.Node, names: Names) -> int:
    value = _value(node, names)
    if not isinstance(value, int):
        raise _RefusedError(format_message("puzzles.arithmetic-of-texts"))
    return value


def _joined(parts: list[Any], names: Names) -> str:
    text = ""
    for part in parts:
        text += str(_value(part, names))
        if len(text) > LONGEST_TEXT:
            raise _RefusedError(format_message("puzzles.text-too-long-made", most=LONGEST_TEXT))
    return text


def _bounded(value: object) -> Result:
    """Return a value if it is a text or a whole number that is not too large, else raise _RefusedError."""
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise _RefusedError(format_message("puzzles.number-over-bound"))
    if isinstance(value, str) and (half := re.search("[\ud800-\udfff]", value)):
        raise _RefusedError(format_message("puzzles.half-character", half=ascii(half[0])))
    if not isinstance(value, int | str | None):
        raise _RefusedError(format_message("puzzles.no-whole-number", value=value))
    return value


def _short(shown: str) -> str:
    line = " ".join(shown.split())
    return line if len(line) <= LONGEST_EXPRESSION else f"{line[:LONGEST_EXPRESSION]}…"
