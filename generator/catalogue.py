"""Puzzles as lists, help and completion need them: what each is, what is asked, its parameters, what its family cannot be asked.

Of the catalogue's this stands in an index, `domains/index.json`, so that no puzzle file has to be understood for it. An entry holds for a
puzzle with the same SHA-256 hash only, so that none is ever out of date: any other file is read. `docs/generated.py` writes the index.
The hash of a puzzle that has a folder of its own covers its templates, too.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ferryplan import domains

if TYPE_CHECKING:
    from ferryplan.generator.puzzle_file import PuzzleFile


class Choice(NamedTuple):
    """A parameter, as its option is told."""

    type: Literal["integer", "boolean", "list", "text"]
    help: str
    takes: str
    """its values, in words: ``1 to 10000``"""
    minimum: int = 0
    maximum: int | None = None
    """of a whole number"""


class Entry(NamedTuple):
    """A puzzle, as far as that is known without making an instance of it."""

    name: str
    family: str
    title: str
    parameters: Mapping[str, Choice]
    asked: Callable[[], str]
    """its story in short; raises PuzzleError where that makes no sense"""
    defaults: Callable[[], Mapping[str, str]]
    """what each parameter has if it is not given, in words; raises as ``asked``"""
    read: Callable[[], PuzzleFile]
    """the puzzle itself; raises PuzzleError"""
    reference: str
    """how it was named"""


class Offers(NamedTuple):
    """What can be asked of a family."""

    refused: tuple[str, ...]
    """the options that it does not have"""
    dialects: tuple[str, ...]
    encodings: tuple[str, ...]


def entries() -> Iterator[Entry]:
    """Yield the puzzles of the catalogue, sorted by name."""
    return map(entry, domains.puzzle_files())


def entry(name: str) -> Entry:
    """Return a puzzle of the catalogue, or in a file. Raises PuzzleError as ``ferryplan.generator.puzzle.load`` does."""
    path, known = domains.puzzle_files().get(name), domains.index()["puzzles"].get(name)
    if path is None or known is None or known["sha256"] != domains.hash_puzzle(path):
        return entry_of(_load(name))
    choices = {key: Choice(*told) for key, told in known["parameters"].items()}
    asked, defaults, read = lambda: str(known["asked"]), lambda: dict(known["defaults"]), lambda: _load(name)
    return Entry(name, known["family"], known["title"], choices, asked, defaults, read, name)


def entry_of(puzzle: PuzzleFile) -> Entry:
    """Return a puzzle that was read."""
    from ferryplan.generator.parameters import check_parameters, opening, range_of
    from ferryplan.generator.wording import told_value

    def choice(spec: Any) -> Choice:
        bounds = (spec.minimum, spec.maximum) if spec.type == "integer" else ()
        return Choice(spec.type, spec.help, range_of(spec), *bounds)

    def defaults() -> dict[str, str]:
        values = check_parameters(puzzle, {})
        return {key: "the smallest that works" if value is None else told_value(value) for key, value in values.items()}

    choices = {key: choice(spec) for key, spec in puzzle.parameters.items()}
    asked = functools.partial(opening, puzzle)
    return Entry(puzzle.name, puzzle.family, puzzle.title, choices, asked, defaults, lambda: puzzle, puzzle.reference)


def offers(family: str) -> Offers:
    """Return what can be asked of a family."""
    known = domains.index()["families"].get(family)
    return Offers(*map(tuple, known)) if known else _offers(family)


def index() -> str:
    """Return what the index is to hold of the puzzles as they are."""
    from ferryplan.generator.families import FAMILIES

    puzzles = {}
    for name, path in domains.puzzle_files().items():
        one = entry_of(_load(name))
        told = {"title": one.title, "asked": one.asked(), "parameters": one.parameters, "defaults": one.defaults()}
        puzzles[name] = {"sha256": domains.hash_puzzle(path), "family": one.family, **told}
    data = {"families": {family: _offers(family) for family in FAMILIES}, "puzzles": puzzles}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _load(name: str) -> PuzzleFile:
    from ferryplan.generator.puzzle import load

    return load(name)


def _offers(family: str) -> Offers:
    from ferryplan.generator.families import FAMILIES

    one = FAMILIES[family]()
    dialects, encodings = zip(*((each.dialect, each.encoding) for each in one.formulations), strict=True)
    return Offers(tuple(one.refused), tuple(dict.fromkeys(dialects)), tuple(dict.fromkeys(encodings)))
