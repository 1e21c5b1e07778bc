"""Functions that escape untrusted text for Markdown, LaTeX and terminals.

Escaped for Markdown or LaTeX, a text is shown literally. For terminals, hidden characters become visible: control characters, characters that
change the direction of writing, and characters without width.
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
    r"""Return the name of a file, without its folder, as printable text on one line.

    Bytes that are not UTF-8, and hidden characters, become escapes such as ``\xff``.
    """
    name = os.fsencode(path.name).decode("utf-8", "backslashreplace")
    return escape_hidden("".join(json.dumps(one)[1:-1] if one in "\t\n" else one for one in name))


class Markdown(str):
    """Text that is already Markdown, so that `escape_markdown` leaves it unchanged."""

    __slots__ = ()


def escape_markdown(text: str) -> Markdown:
    r"""Return a text with Markdown's special characters escaped, so that Markdown shows it literally.

    The text cannot begin a table, code, emphasis, HTML or a link, nor a heading, a list or a quote at the start of a
    line. Blanks at the start of a line, which would indent it, are removed.
    """
    if isinstance(text, Markdown):
        return text
    plain = _INLINE_MARKS.sub(lambda match: f"\\{match[0]}", text)
    starts = _LINE_START_MARKS.sub(
        lambda match: f"\\{match[1]}" if match[1] else f"{match[2]}\\" if match[2] else "", plain
    )
    return Markdown(starts)


def escape_cell(text: str) -> Markdown:
    """Return a text escaped for a cell of a Markdown table.

    Unlike `escape_markdown`, this function leaves the marks of headings, lists and quotes, which mean nothing in a
    cell.
    """
    return text if isinstance(text, Markdown) else Markdown(_INLINE_MARKS.sub(lambda match: f"\\{match[0]}", text))


class Latex(str):
    """Text that is already LaTeX, so that `escape_latex` leaves it unchanged."""

    __slots__ = ()


_LATEX_ESCAPES: dict[str, str | int | None] = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{one: f"\\{one}" for one in "&%$#_{}"},
}


def escape_latex(text: str) -> Latex:
    """Return a text with LaTeX's special characters escaped, so that LaTeX typesets it literally."""
    return text if isinstance(text, Latex) else Latex(text.translate(str.maketrans(_LATEX_ESCAPES)))


def escape_context(value: Any, escape: Callable[[str], str] = escape_markdown) -> Any:
    """Return the variables for a template with all texts, including nested texts, escaped.

    The nested values are lists, tuples, iterators and mappings; the keys of mappings stay the same, and tuples and iterators become lists.
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
"""ranges of hidden characters for a character class ``[…]`` of a regular expression; without line breaks, tabs and surrogates"""
_HIDDEN_PATTERN = re.compile(rf"[{HIDDEN_CHARACTERS}\ud800-\udfff]")


def escape_hidden(text: str) -> str:
    r"""Return a text with each hidden character replaced by its JSON escape, such as ``\u001b``.

    If the text is JSON, it still stands for the same data.
    """
    return _HIDDEN_PATTERN.sub(lambda match: json.dumps(match[0])[1:-1], text)
