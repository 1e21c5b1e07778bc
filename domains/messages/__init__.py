"""The wording of every message: a file for each part of the program.

A message is an entry of such a file, and its key is the file's name and the entry's. A message with slots in braces is filled by
`str.format`. A message that counts has two forms, `one` and `other`; the slot `count` decides between them.

>>> format_message("examples.greeting", name="Anna")
'Anna boards the boat.'
>>> [format_message("examples.crossings", count=count) for count in (1, 1200)]
['1 crossing', '1,200 crossings']
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def format_message(key: str, /, **slots: Any) -> str:
    """Return the message of a key, such as ``"examples.greeting"``, with its slots filled.

    Raises `KeyError` for a key that no file has, or a slot that is not given.
    """
    file, _, entry = key.partition(".")
    text = read_messages(file)[entry]
    if isinstance(text, dict):
        text = text["one" if slots["count"] == 1 else "other"]
    filled: str = text.format_map(slots)
    return filled


@functools.cache
def read_messages(file: str) -> dict[str, Any]:
    """Return the messages of a file of the folder: a text for each entry, or a table of the two forms."""
    return tomllib.loads((FOLDER / f"{file}.toml").read_text(encoding="utf-8"))
