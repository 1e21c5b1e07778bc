"""An index of the catalog: facts for lists, help texts and completion, without reading puzzle files.

The index `domains/index.json` contains the title, the question and the parameters of each puzzle of the catalog, and the options that each family
lacks. It is used for a puzzle only if the SHA-256 hash in the index is that of the puzzle's file, so no fact is ever out of date; otherwise, the file
is read. `docs/generated.py` writes the index. The hash of a puzzle that has a folder of its own covers the templates in the folder, too.
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
    """A parameter of a puzzle, with the facts that the help text of its command-line option contains."""

    type: Literal["integer", "boolean", "list", "text"]
    help: str
    value_range: str
    """the allowed values, in words: ``1 to 10000``"""
    minimum: int = 0
    maximum: int | None = None
    """the largest allowed whole number; None for other types"""


@dataclass(frozen=True, slots=True, repr=False)
class CatalogEntry:
    """A puzzle of the catalog whose file may still be unread; `load` and `solve` accept it as a puzzle."""

    name: str
    family: str
    title: str
    reference: str
    """the name or the path by which the puzzle was found"""
    parameters: Mapping[str, ParameterOption] = field(hash=False)
    """the parameters by name"""
    index_row: Mapping[str, Any] | None = field(default=None, compare=False)
    """the puzzle's entry in `domains/index.json`, by key; None for a puzzle whose file was read"""
    puzzle: PuzzleFile | None = field(default=None, compare=False)
    """the puzzle, if its file was read"""
    domain: str | None = None
    """the path of the domain, for a PDDL problem whose domain is not in the same folder"""

    def __repr__(self) -> str:
        """Return a short description with the name or path of the puzzle."""
        return f"CatalogEntry({self.reference!r})"

    def summarize_story(self) -> str:
        """Return the first and the last sentence of the story. Raises PuzzleError if the story has errors."""
        if self.index_row is not None:
            return str(self.index_row["asked"])
        from ferryplan.generator.parameters import summarize_story

        return summarize_story(self.load_puzzle())

    def format_defaults(self) -> dict[str, str]:
        """Return the default value of each parameter as text, by the parameter's name.

        Raises PuzzleError if a default is invalid.
        """
        if self.index_row is not None:
            return dict(self.index_row["defaults"])
        from ferryplan.domains.messages import format_message
        from ferryplan.generator.parameters import complete_parameters
        from ferryplan.generator.wording import format_parameter_value

        values = complete_parameters(self.load_puzzle(), {})
        smallest = format_message("puzzles.smallest")
        return {key: smallest if value is None else format_parameter_value(value) for key, value in values.items()}

    def load_puzzle(self) -> PuzzleFile:
        """Return the puzzle, read from its file if necessary. Raises PuzzleError for mistakes in the file."""
        return _load_puzzle(self.reference, self.domain) if self.puzzle is None else self.puzzle


class FamilyCapabilities(NamedTuple):
    """The dialects and encodings that a family supports, and the options that it does not support."""

    refused_options: tuple[str, ...]
    """the names of the options that the family does not support, such as ``backward``"""
    dialects: tuple[str, ...]
    encodings: tuple[str, ...]


def list_catalog_entries() -> Iterator[CatalogEntry]:
    """Yield the entries of all puzzles of the catalog, sorted by name."""
    return map(find_catalog_entry, domains.puzzle_files())


def find_catalog_entry(name: str) -> CatalogEntry:
    """Return the entry for a puzzle by its catalog name or the path of its file.

    The entry comes from the index if the puzzle is there, otherwise from the file. An invalid file raises PuzzleError, as in
    `ferryplan.generator.puzzle.load`.
    """
    path, known = domains.puzzle_files().get(name), domains.index()["puzzles"].get(name)
    if path is None or known is None or known["sha256"] != domains.hash_puzzle(path):
        return make_catalog_entry(_load_puzzle(name))
    choices = {key: ParameterOption(*told) for key, told in known["parameters"].items()}
    return CatalogEntry(name, known["family"], known["title"], name, choices, known)


def make_catalog_entry(puzzle: PuzzleFile) -> CatalogEntry:
    """Return the entry for a puzzle whose file was already read."""
    from ferryplan.generator.parameters import describe_allowed_values

    def make_option(spec: Any) -> ParameterOption:
        bounds = (spec.minimum, spec.maximum) if spec.type == "integer" else ()
        return ParameterOption(spec.type, spec.help, describe_allowed_values(spec), *bounds)

    choices = {key: make_option(spec) for key, spec in puzzle.parameters.items()}
    return CatalogEntry(puzzle.name, puzzle.family, puzzle.title, puzzle.reference, choices, puzzle=puzzle)


def get_family_capabilities(family: str) -> FamilyCapabilities:
    """Return the dialects, encodings and unsupported options of a family, from the index if it has them."""
    known = domains.index()["families"].get(family)
    return FamilyCapabilities(*map(tuple, known)) if known else _make_family_capabilities(family)


def build_index() -> str:
    """Return the index of the current catalog as the JSON text for `domains/index.json`."""
    from ferryplan.generator.families import FAMILIES

    puzzles = {}
    for name, path in domains.puzzle_files().items():
        one = make_catalog_entry(_load_puzzle(name))
        told = {
            "title": one.title,
            "asked": one.summarize_story(),
            "parameters": one.parameters,
            "defaults": one.format_defaults(),
        }
        puzzles[name] = {"sha256": domains.hash_puzzle(path), "family": one.family, **told}
    data = {"families": {family: _make_family_capabilities(family) for family in FAMILIES}, "puzzles": puzzles}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _load_puzzle(name: str, domain: str | None = None) -> PuzzleFile:
    from ferryplan.generator.puzzle import load

    return load(name, domain)


def _make_family_capabilities(family: str) -> FamilyCapabilities:
    from ferryplan.generator.families import FAMILIES

    one = FAMILIES[family]
    dialects, encodings = zip(*((each.dialect, each.encoding) for each in one.formulations), strict=True)
    return FamilyCapabilities(tuple(one.refusals), tuple(dict.fromkeys(dialects)), tuple(dict.fromkeys(encodings)))
