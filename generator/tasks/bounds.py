"""Bounds on what templates of strangers make, checked before it is made: a text that is too long would take the memory first.

Nothing here builds the text that it measures. An estimate is at least as long as the text, but for signs that `repr` escapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import jinja2
from jinja2.utils import Namespace

from ferryplan.domains.messages import format_message

LARGEST = 40_000_000
"""how many characters templates may make"""
MOST_ITEMS = 10**6
"""how many items a list may have"""
_CONTAINERS = (list, tuple, dict, set, frozenset, Namespace)
_TAKES_CONTAINERS = frozenset({
    "attr", "batch", "count", "d", "default", "dictsort", "first", "groupby", "items", "last", "length", "list", "map", "max", "min", "pairwise",
    "random", "reject", "rejectattr", "reverse", "select", "selectattr", "slice", "sort", "unique",
})  # fmt: skip
"""filters that make no text of a list"""


def length_of(value: Any, known: dict[int, int] | None = None) -> int:
    """Return how long the text of a value is, at least about.

    A list that stands in another one twice counts twice, and is measured once: `[t, t]` made again and again has few lists and a text without end.
    """
    if isinstance(value, str):
        return len(value)
    if not isinstance(value, _CONTAINERS):
        return 1
    known = {} if known is None else known
    if id(value) not in known:
        known[id(value)] = 2  # a namespace may contain itself
        if isinstance(value, Namespace):
            # a namespace answers for its own attributes what the template set
            inner: Sequence[Any] = [*object.__getattribute__(value, "_Namespace__attrs").values()]
        else:
            inner = [*value, *value.values()] if isinstance(value, dict) else [*value]
        known[id(value)] = 2 + sum(2 + length_of(one, known) for one in inner)
    return known[id(value)]


def refuse_if_longer(length: int) -> None:
    """Raise TemplateRuntimeError for a text of more than `LARGEST` characters."""
    if length > LARGEST:
        raise jinja2.TemplateRuntimeError(format_message("tasks.too-long-a-value"))


def take_all(values: Iterator[Any]) -> list[Any]:
    """Return the items of an iterator. Raises TemplateRuntimeError as soon as they are too many, or too long together."""
    taken, length = list[Any](), 0
    for one in values:
        taken.append(one)
        length += length_of(one)
        refuse_if_longer(length if len(taken) <= MOST_ITEMS else LARGEST + 1)
    return taken


class Buffer(list[str]):
    """The pieces of a macro's or a block's text, which may not become too long together."""

    def __init__(self) -> None:
        """Begin with no pieces."""
        super().__init__()
        self.length = 0

    def append(self, piece: str) -> None:
        """Add a piece. Raises TemplateRuntimeError where the text becomes too long."""
        self.length += len(piece) + 1  # so that there are not too many empty ones
        refuse_if_longer(self.length)
        super().append(piece)

    def extend(self, pieces: Any) -> None:
        """Add pieces. Raises as `append` does."""
        for piece in pieces:
            self.append(piece)


def check_length(name: str, given: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Raise TemplateRuntimeError for a filter, or a method of a text, that would make too long a text of what it is given."""
    if name in _ESTIMATES:
        refuse_if_longer(_ESTIMATES[name]([*given, *named.values()]))
    elif given and isinstance(given[0], _CONTAINERS) and name not in _TAKES_CONTAINERS:
        refuse_if_longer(sum(map(length_of, given)))


def _estimate_join(given: Sequence[Any]) -> int:
    """Return the length of items with a separator, whichever of the two comes first: the filter's order, or the method's."""
    texts, lists = _divide(given)
    return sum(length_of(one) + len(one) * max(map(len, texts), default=0) for one in lists)


def _estimate_replace(given: Sequence[Any]) -> int:
    """Return the length of a text in which one text takes the place of another one."""
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
    """Return the length of a text with as many blanks as a number says, or a text, at each of its breaks."""
    text, *rest = given
    width = max((one if isinstance(one, int) else length_of(one) for one in rest), default=8)
    breaks = sum(map(str(text).count, "\n\t\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"))
    return length_of(text) + (breaks + 1) * width


def _estimate_product(given: Sequence[Any]) -> int:
    """Return the length of a text after the longest given text is inserted behind each character."""
    texts = [length_of(one) for one in given[1:] if isinstance(one, str | dict)]
    return length_of(given[0]) * max(1, *texts) if texts else length_of(given[0])


def _estimate_json(given: Sequence[Any]) -> int:
    """Return the length of JSON: each sign may be escaped, and each item stands on a line of its own behind blanks."""
    blanks = max((one for one in given[1:] if isinstance(one, int)), default=0)
    return length_of(given[0]) * (1 + max(0, blanks))


def _estimate_sum(given: Sequence[Any]) -> int:
    """Return the length of lists that are put together, each with every one before it, as `sum` does."""
    items = given[0] if isinstance(given[0], list | tuple) else []
    return sum(len(one) if isinstance(one, str | list | tuple) else 1 for one in items) * 8


def _divide(given: Sequence[Any]) -> tuple[list[str], list[Any]]:
    """Return the texts among some values, and the lists; a text that is joined itself is a list of its letters."""
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
"""what a filter or a method makes at most, by its name"""
