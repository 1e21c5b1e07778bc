"""Derived predicates, of which unified-planning knows nothing, kept from its reader.

unified-planning reads a domain without its ``:derived`` sections: a derived predicate is then a predicate like any other.

Used by the worker only.
"""

from __future__ import annotations

import re

__all__ = ["without_derived"]

_SECTION = re.compile(r"\(\s*:derived(?=[\s(])", re.IGNORECASE)


def without_derived(domain: str) -> str:
    """Return a domain without its derivations, the requirement and the comments; one without derivations as it is."""
    code = re.sub(r";[^\n]*", "", domain)
    sections = list(_SECTION.finditer(code))
    if not sections:
        return domain
    kept, position = [], 0
    for section in sections:
        kept.append(code[position : section.start()])
        position = _end(code, section.start())
    text = "".join([*kept, code[position:]])
    return re.sub(r":derived-predicates(?=[\s)])", "", text, flags=re.IGNORECASE)


def _end(code: str, start: int) -> int:
    """Return where the expression ends that begins with a parenthesis."""
    depth = 0
    for parenthesis in re.compile(r"[()]").finditer(code, start):
        depth += 1 if parenthesis[0] == "(" else -1
        if depth == 0:
            return parenthesis.end()
    return len(code)
