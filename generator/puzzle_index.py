"""The data about puzzles that lists, help and completion need, without reading the puzzle files.

The index `domains/index.json` contains these data for the puzzles of the catalog: title, question, parameters, and the options that the family
lacks. An entry is valid only for a puzzle with the same SHA-256 hash, so no entry is ever out of date; other files are read.
`docs/generated.py` writes the index. The hash of a puzzle that has a folder of its own covers its templates, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ferryplan import domains

if TYPE_CHECKING:
    from ferryplan.generator.puzzle_file import PuzzleFile


class ParameterOption(NamedTuple):
    """A parameter of a puzzle, as the help describes its option."""

    type: Literal["integer", "boolean", "list", "text"]
    help: str
    value_range: str
    """its values, in words: ``1 to 10000``"""
    minimum: int = 0
    maximum: int | None = None
    """the upper bound of a whole number; None for no bound and for other types"""


@dataclass(frozen=True, slots=True, repr=False)
class CatalogEntry:
    """A puzzle of the catalog, without its file; `load` and `solve` take it as a puzzle."""

    name: str
    family: str
    title: str
    reference: str
    """the name or the path by which it was found"""
    parameters: Mapping[str, ParameterOption] = field(hash=False)
    """the parameters by name"""
    index_row: Mapping[str, Any] | None = field(default=None, compare=False)
    """the row of the index; None for a puzzle whose file was read"""
    puzzle: PuzzleFile | None = field(default=None, compare=False)
    """the puzzle, if its file was read"""
    domain: str | None = None
    """the path of the domain, for a PDDL problem whose domain is not in the same folder"""

    def __repr__(self) -> str:
        """Return the class name with the name or path of the puzzle."""
        return f"CatalogEntry({self.reference!r})"

    def summarize_story(self) -> str:
        """Return a summary of the story. Raises PuzzleError if the story contains errors."""
        if self.index_row is not None:
            return str(self.index_row["asked"])
        from ferryplan.generator.parameters import summarize_story

        return summarize_story(self.load_puzzle())

    def format_defaults(self) -> dict[str, str]:
        """Return in words the default value of each parameter. Raises the errors of ``summarize_story``."""
        if self.index_row is not None:
            return dict(self.index_row["defaults"])
        from ferryplan.domains.messages import format_message
        from ferryplan.generator.parameters import complete_parameters
        from ferryplan.generator.wording import format_value

        values = complete_parameters(self.load_puzzle(), {})
        smallest = format_message("puzzles.smallest")
        return {key: smallest if value is None else format_value(value) for key, value in values.items()}

    def load_puzzle(self) -> PuzzleFile:
        """Return the puzzle itself. Raises PuzzleError for a file with mistakes."""
        return _load_puzzle(self.reference, self.domain) if self.puzzle is None else self.puzzle


class FamilyOffer(NamedTuple):
    """The options, dialects and encodings that a family supports."""

    refused_options: tuple[str, ...]
    """the options that it lacks"""
    dialects: tuple[str, ...]
    encodings: tuple[str, ...]


def list_entries() -> Iterator[CatalogEntry]:
    """Yield the puzzles of the catalog, sorted by name."""
    return map(find_entry, domains.puzzle_files())


def find_entry(name: str) -> CatalogEntry:
    """Return the entry of a puzzle in the catalog or in a file.

    Raises the PuzzleError of ``ferryplan.generator.puzzle.load``.
    """
    path, known = domains.puzzle_files().get(name), domains.index()["puzzles"].get(name)
    if path is None or known is None or known["sha256"] != domains.hash_puzzle(path):
        return make_entry(_load_puzzle(name))
    choices = {key: ParameterOption(*told) for key, told in known["parameters"].items()}
    return CatalogEntry(name, known["family"], known["title"], name, choices, known)


def make_entry(puzzle: PuzzleFile) -> CatalogEntry:
    """Return the entry of a puzzle that was already read."""
    from ferryplan.generator.parameters import describe_range

    def make_option(spec: Any) -> ParameterOption:
        bounds = (spec.minimum, spec.maximum) if spec.type == "integer" else ()
        return ParameterOption(spec.type, spec.help, describe_range(spec), *bounds)

    choices = {key: make_option(spec) for key, spec in puzzle.parameters.items()}
    return CatalogEntry(puzzle.name, puzzle.family, puzzle.title, puzzle.reference, choices, puzzle=puzzle)


def get_offer(family: str) -> FamilyOffer:
    """Return the options, dialects and encodings that a family supports."""
    known = domains.index()["families"].get(family)
    return FamilyOffer(*map(tuple, known)) if known else _make_offer(family)


def build_index() -> str:
    """Return the JSON text of the index for the current puzzles."""
    from ferryplan.generator.families import FAMILIES

    puzzles = {}
    for name, path in domains.puzzle_files().items():
        one = make_entry(_load_puzzle(name))
        told = {
            "title": one.title,
            "asked": one.summarize_story(),
            "parameters": one.parameters,
            "defaults": one.format_defaults(),
        }
        puzzles[name] = {"sha256": domains.hash_puzzle(path), "family": one.family, **told}
    data = {"families": {family: _make_offer(family) for family in FAMILIES}, "puzzles": puzzles}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _load_puzzle(name: str, domain: str | None = None) -> PuzzleFile:
    from ferryplan.generator.puzzle import load

    return load(name, domain)


def _make_offer(family: str) -> FamilyOffer:
    from ferryplan.generator.families import FAMILIES

    one = FAMILIES[family]
    dialects, encodings = zip(*((each.dialect, each.encoding) for each in one.formulations), strict=True)
    return FamilyOffer(tuple(one.refusals), tuple(dict.fromkeys(dialects)), tuple(dict.fromkeys(encodings)))
