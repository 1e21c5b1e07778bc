"""Markdown: what is written into it as a text is escaped, so that a name or a story is shown as it is and does nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

__all__ = ["Markdown", "escaped", "in_cell", "in_markdown"]

_INLINE = re.compile(r"[\\|*_`<\[~]")
_AT_START = re.compile(r"^[ \t]*(?:([#>+=-])|(\d+)(?=[.)]))?", re.MULTILINE)


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


def in_markdown(value: Any) -> Any:
    """Return a template's context with all texts in it escaped, those in lists and mappings too; keys are kept."""
    match value:
        case str():
            return escaped(value)
        case tuple() | list():
            return [in_markdown(item) for item in value]
        case Mapping():
            return {key: in_markdown(item) for key, item in value.items()}
    return value
