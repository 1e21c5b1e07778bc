"""The puzzles of the catalog and of a folder: as a sequence of entries, as a table, as JSON."""

from __future__ import annotations

import contextlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator import puzzle_index
from ferryplan.generator.arguments import check_argument_choice, check_argument_type
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.families import FAMILIES
from ferryplan.generator.files import read_bytes
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.puzzle_index import CatalogEntry
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.wording import Table
from ferryplan.planner.answer_formatting import format_json

MAX_FILE_BYTES = 50_000_000
"""the largest size of a file in a folder that is read as a puzzle"""
FAMILY_TABLES = ("kinds", "categories", "sum", "board", "classical")
"""TOML tables; a puzzle file has at least one of them, unless it names its family"""


@dataclass(frozen=True, slots=True, repr=False)
class Catalogue(RenderableSequence[CatalogEntry]):
    """The puzzles of the catalog: a sequence of entries with positions or names as indices.

    Each entry has a ``name``, a ``family``, a ``title`` and ``parameters``. All functions take an entry in place of a puzzle.
    """

    renderer = "ferryplan.planner.puzzle_catalog:render_catalogue"

    family: str | None
    """The family of the puzzles; None for all families."""
    entries: tuple[CatalogEntry, ...]
    """The entries of the catalog in the order of their names, then those of the folder."""
    unreadable: tuple[str, ...] = ()
    """The paths of puzzle files in the folder that have mistakes; `lint` shows them."""

    @property
    def items(self) -> tuple[CatalogEntry, ...]:
        """The entries of the catalog in the order of their names, then those of the folder."""
        return self.entries

    def __repr__(self) -> str:
        """Return a short description with the number of puzzles."""
        return f"Catalogue(puzzles={len(self)})"

    def __contains__(self, puzzle: object) -> bool:
        """Return whether the sequence contains this entry, or an entry with this name."""
        return puzzle in self.entries or any(one.name == puzzle for one in self.entries)

    @overload
    def __getitem__(self, index: int | str) -> CatalogEntry: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[CatalogEntry, ...]: ...

    def __getitem__(self, index: int | str | slice) -> CatalogEntry | tuple[CatalogEntry, ...]:
        """Return the puzzle at an index or with a name, or the puzzles of a slice.

        Raises KeyError for an unknown name.
        """
        if isinstance(index, str):
            return {one.name: one for one in self.entries}[index]
        return self.entries[index]


def render_catalogue(found: Catalogue, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the puzzles as a text table or as JSON; ``form`` is the output format."""
    if form == "json":
        keys = ("name", "family", "title", "summary", "parameters")
        rows = ((one.reference, one.family, one.title, one.summarize_story(), list(one.parameters)) for one in found)
        return format_json({"puzzles": [dict(zip(keys, row, strict=True)) for row in rows]})
    cells = tuple((one.reference, one.family, one.summarize_story()) for one in found)
    return layout(Table(tuple(map(format_message, ("commands.puzzle", "commands.family", "commands.question"))), cells))


def puzzles(family: str | None = None, folder: str | os.PathLike[str] | None = None) -> Catalogue:
    """Return the puzzles of the catalog.

    Args:
        family: crossing, grid, arithmetic, board or classical. None returns the puzzles of all families.
        folder: A folder whose puzzle files are listed as well, such as ``"."``, as in ``plan list``. None lists the catalog alone.

    Returns:
        A `Catalogue`: a sequence of entries in the order of their names; an index is a position or a name. Puzzle files with mistakes are in
        ``unreadable``.

    Raises:
        ArgumentError: There is no such family.

    >>> from ferryplan import puzzles
    >>> [entry.name for entry in puzzles("board")][:2]
    ['futoshiki', 'jigsaw']
    """
    if family is not None:
        check_argument_choice("family", family, FAMILIES)
    check_argument_type("folder", folder, (str, os.PathLike, type(None)), "a path or None")
    own, unreadable = ([], []) if folder is None else _read_folder(Path(folder))
    found = (one for one in (*puzzle_index.list_catalog_entries(), *own) if family in (None, one.family))
    return Catalogue(family, tuple(found), tuple(unreadable))


def _read_folder(folder: Path) -> tuple[list[CatalogEntry], list[str]]:
    """Return the entries of the puzzle files in a folder, and the paths of those with mistakes."""
    found, unreadable = list[CatalogEntry](), list[str]()
    for path in sorted((*folder.glob("*.toml"), *folder.glob(f"*/{domains.PUZZLE}"))):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            text = read_bytes(path, MAX_FILE_BYTES).decode("utf-8-sig")
            # A TOML file without any of these words is no puzzle, unless an escape hides the word.
            if not any(table in text for table in FAMILY_TABLES) and "\\" not in text:
                continue
            try:
                one = puzzle_index.find_catalog_entry(str(path))
                one.summarize_story()  # some mistakes of a story show only when it is filled in; they must not stop the whole list
                found.append(one)
            except PuzzleError:
                if re.search(r"^(story|family)\s*=", text, re.MULTILINE):
                    unreadable.append(str(path))
    return found, unreadable
