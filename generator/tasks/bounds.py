"""Limits on the output of strangers' templates, checked before the output is built.

Without these limits, a text that is too long would exhaust the memory. This module never builds the text that it measures. An estimate is
at least the length of the text, except for characters that `repr` escapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import jinja2
from jinja2.utils import Namespace

from ferryplan.domains.messages import format_message

LARGEST = 40_000_000
"""the largest number of characters of a template's output"""
MOST_ITEMS = 10**6
"""the largest number of items of a list"""
_CONTAINERS = (list, tuple, dict, set, frozenset, Namespace)
_TAKES_CONTAINERS = frozenset({
    "attr", "batch", "count", "d", "default", "dictsort", "first", "groupby", "items", "last", "length", "list", "map", "max", "min", "pairwise",
    "random", "reject", "rejectattr", "reverse", "select", "selectattr", "slice", "sort", "unique",
})  # fmt: skip
"""filters that make no text from a list"""


def length_of(value: Any, known: dict[int, int] | None = None) -> int:
    """Return the approximate length of a value's text, without building the text.

    A list that is contained twice in another one counts twice but is measured once: repeated `[t, t]` makes few lists but an enormous text.
    """
    if isinstance(value, str):
        return len(value)
    if not isinstance(value, _CONTAINERS):
        return 1
    known = {} if known is None else known
    if id(value) not in known:
        known[id(value)] = 2  # a namespace may contain itself
        if isinstance(value, Namespace):
            # ordinary attribute access returns only what the template set
            inner: Sequence[Any] = [*object.__getattribute__(value, "_Namespace__attrs").values()]
        else:
            inner = [*value, *value.values()] if isinstance(value, dict) else [*value]
        known[id(value)] = 2 + sum(2 + length_of(one, known) for one in inner)
    return known[id(value)]


def refuse_if_longer(length: int) -> None:
    """Raise TemplateRuntimeError if a length exceeds `LARGEST` characters."""
    if length > LARGEST:
        raise jinja2.TemplateRuntimeError(format_message("tasks.too-long-a-value"))


def take_all(values: Iterator[Any]) -> list[Any]:
    """Return the items of an iterator.

    Raises TemplateRuntimeError as soon as there are too many items, or their texts are too long together.
    """
    taken, length = list[Any](), 0
    for one in values:
        taken.append(one)
        length += length_of(one)
        refuse_if_longer(length if len(taken) <= MOST_ITEMS else LARGEST + 1)
    return taken


class Buffer(list[str]):
    """The pieces of a macro's or a block's text, with a limit on their total length."""

    def __init__(self) -> None:
        super().__init__()
        self.length = 0

    def append(self, piece: str) -> None:
        """Add a piece. Raises TemplateRuntimeError if the text becomes too long."""
        self.length += len(piece) + 1  # plus 1, to limit the number of empty pieces, too
        refuse_if_longer(self.length)
        super().append(piece)

    def extend(self, pieces: Any) -> None:
        """Add pieces. Raises TemplateRuntimeError if the text becomes too long."""
        for piece in pieces:
            self.append(piece)


def check_length(name: str, given: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Raise TemplateRuntimeError if a filter or a text's method would make too long a text.

    ``given`` and ``named`` are its positional and keyword arguments.
    """
    if name in _ESTIMATES:
        refuse_if_longer(_ESTIMATES[name]([*given, *named.values()]))
    elif given and isinstance(given[0], _CONTAINERS) and name not in _TAKES_CONTAINERS:
        refuse_if_longer(sum(map(length_of, given)))


def _estimate_join(given: Sequence[Any]) -> int:
    """Return the length of joined items, for both orders of arguments: the filter's and the method's."""
    texts, lists = _divide(given)
    return sum(length_of(one) + len(one) * max(map(len, texts), default=0) for one in lists)


def _estimate_replace(given: Sequence[Any]) -> int:
    """Return the length of a text after replacing one text by another."""
    texts = [one if isinstance(one, str) else str(one)[:LARGEST] for one in given[:3] if length_of(one) <= LARGEST]
    if len(texts) < 3:
        return max(map(length_of, given), default=0)
    text, old, new = texts
    times = text.count(old)
    if len(given) > 3 and isinstance(given[3], int) and given[3] >= 0:
        times = min(times, given[3])
    return len(text) + times * len(new)


def _estimate_format(given: Sequence[Any]) -> int:
    """Return the length of a pattern with the longest value in each of its places."""
    pattern = str(given[0])
    return len(pattern) + max(pattern.count("{"), pattern.count("%")) * max(map(length_of, given[1:]), default=0)


def _estimate_each(given: Sequence[Any]) -> int:
    """Return the length of a pattern filled with each item."""
    items, pattern, *rest = given
    separator, number = length_of(rest[0]) if rest else 1, len(items)
    return number * (length_of(pattern) + separator) + str(pattern).count("{") * length_of(items)


def _estimate_spread(given: Sequence[Any]) -> int:
    """Return the length of a text with an indent or a tab's width at each of its breaks.

    The width is a number of blanks, or the length of a text.
    """
    text, *rest = given
    width = max((one if isinstance(one, int) else length_of(one) for one in rest), default=8)
    breaks = sum(map(str(text).count, "\n\t\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"))
    return length_of(text) + (breaks + 1) * width


def _estimate_product(given: Sequence[Any]) -> int:
    """Return the length of a text after the longest given text is inserted behind each character."""
    texts = [length_of(one) for one in given[1:] if isinstance(one, str | dict)]
    return length_of(given[0]) * max(1, *texts) if texts else length_of(given[0])


def _estimate_json(given: Sequence[Any]) -> int:
    """Return the length of JSON: every character may be escaped, and every item has a line with an indent."""
    blanks = max((one for one in given[1:] if isinstance(one, int)), default=0)
    return length_of(given[0]) * (1 + max(0, blanks))


def _estimate_sum(given: Sequence[Any]) -> int:
    """Return the total length of the lists that `sum` concatenates one after the other."""
    items = given[0] if isinstance(given[0], list | tuple) else []
    return sum(len(one) if isinstance(one, str | list | tuple) else 1 for one in items) * 8


def _divide(given: Sequence[Any]) -> tuple[list[str], list[Any]]:
    """Return the texts and the lists among some values.

    Without lists, the longest text counts as a list of characters.
    """
    lists: list[Any] = [one for one in given if isinstance(one, list | tuple | dict | set | frozenset)]
    texts = [one for one in given if isinstance(one, str)]
    if not lists and texts:
        longest = max(texts, key=len)
        texts.remove(longest)
        lists = [longest]
    return texts, lists


_ESTIMATES: Mapping[str, Callable[[Sequence[Any]], int]] = {
    "each": _estimate_each,
    "expandtabs": _estimate_spread,
    "format": _estimate_format,
    "format_map": _estimate_format,
    "indent": _estimate_spread,
    "join": _estimate_join,
    "replace": _estimate_replace,
    "sum": _estimate_sum,
    "tojson": _estimate_json,
    "translate": _estimate_product,
    "wordwrap": _estimate_product,
}
"""the estimate of the longest output of each filter or method"""
