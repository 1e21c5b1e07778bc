"""Puzzles as lists, help and completion need them: what each is, what is asked, its parameters, what its family cannot be asked.

Of the catalogue's this stands in an index, `domains/index.json`, so that no puzzle file has to be understood for it. An entry holds for a
puzzle with the same SHA-256 hash only, so that none is ever out of date: any other file is read. `docs/generated.py` writes the index.
The hash of a puzzle that has a folder of its own covers its templates, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """A puzzle of the catalogue, as far as it is known without reading its file; `load` and `solve` take it as a puzzle."""

    name: str
    family: str
    title: str
    reference: str
    """the name or the path by which it was found"""
    parameters: Mapping[str, Choice] = field(hash=False)
    """the parameters by name"""
    indexed: Mapping[str, Any] | None = field(default=None, compare=False)
    """the row of the index; None for a puzzle whose file was read"""
    puzzle: PuzzleFile | None = field(default=None, compare=False)
    """the puzzle, if its file was read"""
    domain: str | None = None
    """the path of the domain, for a problem in PDDL that does not stand beside it"""

    def __repr__(self) -> str:
        """Return what it is loaded by."""
        return f"Entry({self.reference!r})"

    def asked(self) -> str:
        """Return the story in short. Raises PuzzleError where it makes no sense."""
        if self.indexed is not None:
            return str(self.indexed["asked"])
        from ferryplan.generator.parameters import opening

        return opening(self.read())

    def defaults(self) -> dict[str, str]:
        """Return in words the value of each parameter that is not given. Raises as ``asked``."""
        if self.indexed is not None:
            return dict(self.indexed["defaults"])
        from ferryplan.domains.messages import format_message
        from ferryplan.generator.parameters import check_parameters
        from ferryplan.generator.wording import told_value

        values = check_parameters(self.read(), {})
        smallest = format_message("puzzles.smallest")
        return {key: smallest if value is None else told_value(value) for key, value in values.items()}

    def read(self) -> PuzzleFile:
        """Return the puzzle itself. Raises PuzzleError for a file with mistakes."""
        return _load(self.reference, self.domain) if self.puzzle is None else self.puzzle


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
    return Entry(name, known["family"], known["title"], name, choices, known)


def entry_of(puzzle: PuzzleFile) -> Entry:
    """Return a puzzle that was read."""
    from ferryplan.generator.parameters import range_of

    def choice(spec: Any) -> Choice:
        bounds = (spec.minimum, spec.maximum) if spec.type == "integer" else ()
        return Choice(spec.type, spec.help, range_of(spec), *bounds)

    choices = {key: choice(spec) for key, spec in puzzle.parameters.items()}
    return Entry(puzzle.name, puzzle.family, puzzle.title, puzzle.reference, choices, puzzle=puzzle)


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


def _load(name: str, domain: str | None = None) -> PuzzleFile:
    from ferryplan.generator.puzzle import load

    return load(name, domain)


def _offers(family: str) -> Offers:
    from ferryplan.generator.families import FAMILIES

    one = FAMILIES[family]
    dialects, encodings = zip(*((each.dialect, each.encoding) for each in one.formulations), strict=True)
    return Offers(tuple(one.refusals), tuple(dict.fromkeys(dialects)), tuple(dict.fromkeys(encodings)))
