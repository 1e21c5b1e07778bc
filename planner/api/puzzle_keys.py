"""The function `find_puzzle_key`, which says what may stand at a place of a puzzle file, for editors."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentValueError, check_argument_type
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.puzzle_keys import (
    KeyCompletion,
    PlaceInToml,
    PuzzleSchema,
    describe_values,
    find_family,
    find_key_at,
    find_place,
)
from ferryplan.generator.rendering import RenderableSequence


@functools.cache
def _load_schema(family: str) -> PuzzleSchema:
    return PuzzleSchema(family)


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleKey(RenderableSequence[KeyCompletion]):
    """The key at a place of a puzzle file, and a sequence of the keys or values that may stand there."""

    renderer = "ferryplan.planner.api.puzzle_keys:render_puzzle_key"

    key: str
    """The key with its table, such as ``boat.capacity``; empty if no key is there."""
    description: str
    """What the key means; empty if the schema does not say."""
    values: str
    """The values that the key takes, in words."""
    completions: tuple[KeyCompletion, ...]
    """The keys or values that may stand at the place, required keys first."""

    @property
    def items(self) -> tuple[KeyCompletion, ...]:
        """The keys or values that may stand at the place, required keys first."""
        return self.completions

    def __repr__(self) -> str:
        """Return a short description with the key and the number of completions."""
        return f"{type(self).__name__}({self.key!r}, completions={len(self)})"


def find_puzzle_key(text: str, line: int, column: int) -> PuzzleKey:
    """Find the key at a place of a puzzle file that somebody is writing, and what may stand there.

    The line of the place may be unfinished; the other lines should be valid TOML.

    Args:
        text: The text of the puzzle file.
        line: The line, from 1.
        column: The column, from 1, in characters.

    Returns:
        A `PuzzleKey`: the key with its meaning, and the keys or values that may stand at the place.

    Raises:
        ArgumentError: An argument is wrong.

    >>> from ferryplan import find_puzzle_key
    >>> found = find_puzzle_key('family = "crossing"\\n[boat]\\ncapacity = 2\\n', 3, 4)
    >>> print(found)
    boat.capacity: the largest number of travelers aboard, rowers included
    >>> [one.word for one in find_puzzle_key('family = "crossing"\\n[boat]\\ncap', 3, 4)][:2]
    ['capacity', 'weight']
    """
    check_argument_type("text", text, str, "a text")
    for name, value in (("line", line), ("column", column)):
        check_argument_type(name, value, int, "a whole number")
        if value < 1:
            raise ArgumentValueError(name, str(value), "a whole number above 0")
    place = find_place(text, line, column)
    schema = _load_schema(find_family(text, place.data))
    key = find_key_at(text, line, column) or ("" if place.is_heading else place.key)
    entries = schema.find_entries(key, place.data) if key else []
    says = next((entry["description"] for entry in entries if entry.get("description")), "")
    return PuzzleKey(key, says, describe_values(entries), tuple(_list_completions(schema, place)))


def _list_completions(schema: PuzzleSchema, place: PlaceInToml) -> list[KeyCompletion]:
    if place.is_heading:
        return [*schema.list_headings()]
    if place.key:
        return [*schema.list_values(place.key, place.data)]
    return [*schema.list_keys(place.table, place.data)]


def render_puzzle_key(found: PuzzleKey, form: str, *, layout: Layout = PLAIN) -> str:
    """Render the key and its completions in an output format: ``text`` or ``json``."""
    if form == "json":
        keys = {"key": found.key or None, "description": found.description or None, "values": found.values or None}
        completions = [one.to_dict() for one in found]
        return json.dumps({**keys, "completions": completions}, ensure_ascii=False, indent=2) + "\n"
    if found.key:
        return f"{found.key}: {found.description or found.values}\n"
    words = ", ".join(one.word for one in found)
    return f"{words or format_message('symbols.no-key')}\n"
