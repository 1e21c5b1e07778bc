"""Texts of others made harmless: in Markdown they are shown as they are and do nothing else; what could command a terminal is made visible.

Hidden are control characters, those that turn the direction of writing, those without a width.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

_INLINE = re.compile(r"[\\|*_`<\[~]")
_AT_START = re.compile(r"^[ \t]*(?:([#>+=-])|(\d+)(?=[.)]))?", re.MULTILINE)


def encode_text(text: str) -> bytes:
    r"""Return a text in UTF-8. Lone surrogates, which have no bytes there, are written as escapes such as ``\udcff``.

    They come from names of files that are not UTF-8, and from escapes in JSON.
    """
    return text.encode("utf-8", "backslashreplace")


def name_of_file(path: Path) -> str:
    r"""Return the name of a file as text that can be written on a line: what is not UTF-8 or is no mark as escapes such as ``\xff``."""
    name = os.fsencode(path.name).decode("utf-8", "backslashreplace")
    return visible("".join(json.dumps(one)[1:-1] if one in "\t\n" else one for one in name))


class Markdown(str):
    """What is Markdown already, and is not escaped again."""

    __slots__ = ()


def escaped(text: str) -> Markdown:
    r"""Return a text for Markdown: no tables, code, emphasis, HTML, links; at the start of a line no headings, lists, quotes, indentation."""
    if isinstance(text, Markdown):
        return text
    plain = _INLINE.sub(lambda match: f"\\{match[0]}", text)
    starts = _AT_START.sub(lambda match: f"\\{match[1]}" if match[1] else f"{match[2]}\\" if match[2] else "", plain)
    return Markdown(starts)


def in_cell(text: str) -> Markdown:
    """Return a text for a cell of a table, where no line starts."""
    return text if isinstance(text, Markdown) else Markdown(_INLINE.sub(lambda match: f"\\{match[0]}", text))


class Latex(str):
    """Text that is LaTeX already."""

    __slots__ = ()


_IN_LATEX: dict[str, str | int | None] = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{one: f"\\{one}" for one in "&%$#_{}"},
}


def in_latex(text: str) -> Latex:
    """Return a text for LaTeX, in which no character has a meaning of its own."""
    return text if isinstance(text, Latex) else Latex(text.translate(str.maketrans(_IN_LATEX)))


def all_escaped(value: Any, escape: Callable[[str], str] = escaped) -> Any:
    """Return a template's context with all texts in it escaped, those in lists, iterators and mappings too; keys are kept."""
    match value:
        case str():
            return escape(value)
        case tuple() | list() | Iterator():
            return [all_escaped(item, escape) for item in value]
        case Mapping():
            return {key: all_escaped(item, escape) for key, item in value.items()}
    return value


HIDDEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
"""as a class of a regular expression has them; line breaks and tabs are not among them, the halves of surrogate pairs neither"""
_HIDDEN = re.compile(rf"[{HIDDEN}\ud800-\udfff]")


def visible(text: str) -> str:
    r"""Return a text with what is hidden written as JSON writes it, such as ``\u001b``: a JSON text stays the same value."""
    return _HIDDEN.sub(lambda match: json.dumps(match[0])[1:-1], text)
