"""Limits on the length of texts that templates of any author make, checked before a text is built.

Without these limits, a text that is too long would exhaust the memory. This module estimates the length of a text
without building it. The estimate is at least the length, unless `repr` escapes characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import jinja2
from jinja2.utils import Namespace

from ferryplan.domains.messages import format_message

MAX_TEXT_LENGTH = 40_000_000
"""the largest number of characters of a template's output"""
MAX_LIST_LENGTH = 10**6
"""the largest number of items of a list that a template may make"""
_CONTAINERS = (list, tuple, dict, set, frozenset, Namespace)
_CONTAINER_FILTERS = frozenset({
    "attr", "batch", "count", "d", "default", "dictsort", "first", "groupby", "items", "last", "length", "list", "map", "max", "min", "pairwise",
    "random", "reject", "rejectattr", "reverse", "select", "selectattr", "slice", "sort", "unique",
})  # fmt: skip
"""filters that take a list but make no text from it"""


def estimate_text_length(value: Any, known: dict[int, int] | None = None) -> int:
    """Return the approximate length of a value as text, without building the text.

    A list that is contained twice in another list counts twice but is measured once: repeated `[t, t]` makes few lists but an enormous
    text. ``known`` has the lengths of containers that are already measured, by the containers' ids.
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
        known[id(value)] = 2 + sum(2 + estimate_text_length(one, known) for one in inner)
    return known[id(value)]


def check_text_length(length: int) -> None:
    """Raise TemplateRuntimeError if the length of a text exceeds 40,000,000 characters."""
    if length > MAX_TEXT_LENGTH:
        raise jinja2.TemplateRuntimeError(format_message("tasks.too-long-a-value"))


def take_limited_items(values: Iterator[Any]) -> list[Any]:
    """Return the items of an iterator as a list.

    Raises TemplateRuntimeError as soon as there are too many items, or too many characters in all of them together.
    """
    taken, length = list[Any](), 0
    for one in values:
        taken.append(one)
        length += estimate_text_length(one)
        check_text_length(length if len(taken) <= MAX_LIST_LENGTH else MAX_TEXT_LENGTH + 1)
    return taken


class TemplateTextBuffer(list[str]):
    """The pieces of text that a macro or block of a template has made, with a limit on their length."""

    def __init__(self) -> None:
        super().__init__()
        self.length = 0

    def append(self, piece: str) -> None:
        """Add a piece of text. Raises TemplateRuntimeError if the whole text becomes too long."""
        self.length += len(piece) + 1  # plus 1, to limit the number of empty pieces, too
        check_text_length(self.length)
        super().append(piece)

    def extend(self, pieces: Any) -> None:
        """Add pieces of text. Raises TemplateRuntimeError if the whole text becomes too long."""
        for piece in pieces:
            self.append(piece)


def check_call_length(name: str, given: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Raise TemplateRuntimeError if a call in a template would return too long a text.

    ``name`` is the name of the called filter, or of the called method of a text; ``given`` and ``named`` are the
    positional and keyword arguments.
    """
    if name in _ESTIMATES:
        check_text_length(_ESTIMATES[name]([*given, *named.values()]))
    elif given and isinstance(given[0], _CONTAINERS) and name not in _CONTAINER_FILTERS:
        check_text_length(sum(map(estimate_text_length, given)))


def _estimate_join(given: Sequence[Any]) -> int:
    """Return an upper bound for the length of joined items.

    ``given`` has the separator and the list, in either order, because a filter and a method of this name differ in
    it.
    """
    texts, lists = _split_texts_and_lists(given)
    return sum(estimate_text_length(one) + len(one) * max(map(len, texts), default=0) for one in lists)


def _estimate_replace(given: Sequence[Any]) -> int:
    """Return an upper bound for the length of a text in which one text is replaced by another.

    ``given`` has the text, the old text, the new text, and possibly the largest number of replacements.
    """
    texts = [
        one if isinstance(one, str) else str(one)[:MAX_TEXT_LENGTH]
        for one in given[:3]
        if estimate_text_length(one) <= MAX_TEXT_LENGTH
    ]
    if len(texts) < 3:
        return max(map(estimate_text_length, given), default=0)
    text, old, new = texts
    times = text.count(old)
    if len(given) > 3 and isinstance(given[3], int) and given[3] >= 0:
        times = min(times, given[3])
    return len(text) + times * len(new)


def _estimate_format(given: Sequence[Any]) -> int:
    """Return an upper bound for the length of a pattern with the longest value in each of its slots.

    ``given`` has the pattern and the values.
    """
    pattern = str(given[0])
    return len(pattern) + max(pattern.count("{"), pattern.count("%")) * max(
        map(estimate_text_length, given[1:]), default=0
    )


def _estimate_filled_each(given: Sequence[Any]) -> int:
    """Return an upper bound for the length of a pattern that is filled with each item of a list.

    ``given`` has the items, the pattern, and possibly the separator between the filled patterns.
    """
    items, pattern, *rest = given
    separator, number = estimate_text_length(rest[0]) if rest else 1, len(items)
    return number * (estimate_text_length(pattern) + separator) + str(pattern).count("{") * estimate_text_length(items)


def _estimate_indented_text(given: Sequence[Any]) -> int:
    """Return an upper bound for the length of a text with indented lines, or with blanks in place of tabs.

    ``given`` has the text and the width of the indent or tab: a number of blanks, or a text of that length.
    """
    text, *rest = given
    width = max((one if isinstance(one, int) else estimate_text_length(one) for one in rest), default=8)
    breaks = sum(map(str(text).count, "\n\t\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"))
    return estimate_text_length(text) + (breaks + 1) * width


def _estimate_text_with_insertions(given: Sequence[Any]) -> int:
    """Return an upper bound for the length of a text with another text after each of its characters.

    ``given`` has the text and other arguments; the longest text among them counts.
    """
    texts = [estimate_text_length(one) for one in given[1:] if isinstance(one, str | dict)]
    return estimate_text_length(given[0]) * max(1, *texts) if texts else estimate_text_length(given[0])


def _estimate_json(given: Sequence[Any]) -> int:
    """Return an upper bound for the length of a value as JSON.

    Every character may be escaped, and every item has a line with an indent. ``given`` has the value and possibly the indent.
    """
    blanks = max((one for one in given[1:] if isinstance(one, int)), default=0)
    return estimate_text_length(given[0]) * (1 + max(0, blanks))


def _estimate_sum(given: Sequence[Any]) -> int:
    """Return an upper bound for the total length of the lists that the filter `sum` concatenates."""
    items = given[0] if isinstance(given[0], list | tuple) else []
    return sum(len(one) if isinstance(one, str | list | tuple) else 1 for one in items) * 8


def _split_texts_and_lists(given: Sequence[Any]) -> tuple[list[str], list[Any]]:
    """Return the texts and the containers among the arguments of `join`.

    If there are no containers, the longest text counts as a list of characters, so that there is something to join.
    """
    lists: list[Any] = [one for one in given if isinstance(one, list | tuple | dict | set | frozenset)]
    texts = [one for one in given if isinstance(one, str)]
    if not lists and texts:
        longest = max(texts, key=len)
        texts.remove(longest)
        lists = [longest]
    return texts, lists


_ESTIMATES: Mapping[str, Callable[[Sequence[Any]], int]] = {
    "each": _estimate_filled_each,
    "expandtabs": _estimate_indented_text,
    "format": _estimate_format,
    "format_map": _estimate_format,
    "indent": _estimate_indented_text,
    "join": _estimate_join,
    "replace": _estimate_replace,
    "sum": _estimate_sum,
    "tojson": _estimate_json,
    "translate": _estimate_text_with_insertions,
    "wordwrap": _estimate_text_with_insertions,
}
"""for each filter or method, the function that bounds the length of the text that it makes from its arguments"""
