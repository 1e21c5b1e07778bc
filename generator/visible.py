"""What could command a terminal, or hide in a text: control characters, those that turn the direction of writing, those without a width."""

from __future__ import annotations

import json
import re

__all__ = ["HIDDEN", "visible"]

HIDDEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
"""as a class of a regular expression has them; line breaks and tabs are not among them, the halves of surrogate pairs neither"""
_HIDDEN = re.compile(rf"[{HIDDEN}\ud800-\udfff]")


def visible(text: str) -> str:
    r"""Return a text with what is hidden written as JSON writes it, such as ``\u001b``: a JSON text stays the same value."""
    return _HIDDEN.sub(lambda match: json.dumps(match[0])[1:-1], text)
