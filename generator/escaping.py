"""Escapes for untrusted text in Markdown, LaTeX and terminals.

In Markdown, the text is shown literally. For terminals, hidden characters are made visible: control characters, characters that change the
direction of writing, and characters without width.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

_INLINE_MARKS = re.compile(r"[\\|*_`<\[~]")
_LINE_START_MARKS = re.compile(r"^[ \t]*(?:([#>+=-])|(\d+)(?=[.)]))?", re.MULTILINE)


def encode_text(text: str) -> bytes:
    r"""Return a text in UTF-8, with lone surrogates written as escapes such as ``\udcff``.

    Lone surrogates have no encoding in UTF-8. They come from names of files that are not UTF-8, and from escapes in JSON.
    """
    return text.encode("utf-8", "backslashreplace")


def format_file_name(path: Path) -> str:
    r"""Return the name of a file as text for one line.

    Bytes that are not UTF-8, and hidden characters, become escapes such as ``\xff``.
    """
    name = os.fsencode(path.name).decode("utf-8", "backslashreplace")
    return escape_hidden("".join(json.dumps(one)[1:-1] if one in "\t\n" else one for one in name))


class Markdown(str):
    """Text that is already Markdown and is not escaped again."""

    __slots__ = ()


def escape_markdown(text: str) -> Markdown:
    r"""Return a text escaped for Markdown: no tables, code, emphasis, HTML or links.

    At the start of a line, also no headings, lists, quotes or indentation.
    """
    if isinstance(text, Markdown):
        return text
    plain = _INLINE_MARKS.sub(lambda match: f"\\{match[0]}", text)
    starts = _LINE_START_MARKS.sub(
        lambda match: f"\\{match[1]}" if match[1] else f"{match[2]}\\" if match[2] else "", plain
    )
    return Markdown(starts)


def escape_cell(text: str) -> Markdown:
    """Return a text escaped for a cell of a Markdown table, where no line starts."""
    return text if isinstance(text, Markdown) else Markdown(_INLINE_MARKS.sub(lambda match: f"\\{match[0]}", text))


class Latex(str):
    """Text that is already LaTeX and is not escaped again."""

    __slots__ = ()


_LATEX_ESCAPES: dict[str, str | int | None] = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{one: f"\\{one}" for one in "&%$#_{}"},
}


def escape_latex(text: str) -> Latex:
    """Return a text escaped for LaTeX, with no special characters left."""
    return text if isinstance(text, Latex) else Latex(text.translate(str.maketrans(_LATEX_ESCAPES)))


def escape_context(value: Any, escape: Callable[[str], str] = escape_markdown) -> Any:
    """Return a template's context with all texts escaped.

    This includes the texts in lists, iterators and mappings. The keys of mappings stay the same.
    """
    match value:
        case str():
            return escape(value)
        case tuple() | list() | Iterator():
            return [escape_context(item, escape) for item in value]
        case Mapping():
            return {key: escape_context(item, escape) for key, item in value.items()}
    return value


HIDDEN_CHARACTERS = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
"""hidden characters, as a class of a regular expression; without line breaks, tabs and surrogates"""
_HIDDEN_PATTERN = re.compile(rf"[{HIDDEN_CHARACTERS}\ud800-\udfff]")


def escape_hidden(text: str) -> str:
    r"""Return a text with hidden characters as JSON escapes such as ``\u001b``.

    A JSON text keeps its value.
    """
    return _HIDDEN_PATTERN.sub(lambda match: json.dumps(match[0])[1:-1], text)
