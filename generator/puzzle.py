"""The loading of puzzles from the catalog and from files, with an error for each mistake in a file.

Each parameter becomes an option of every verb (subcommand) that takes the puzzle, and a name in the expressions of the puzzle's file, so its name
must not have another meaning there. Importing the verbs to read their options would slow down every start; therefore, `domains/reserved.toml`
lists the reserved names, and `tests/test_house.py` compares the list with the verbs.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_argument_type
from ferryplan.generator.errors import PuzzleError, find_similar_names, format_suggestion, suggest_name
from ferryplan.generator.families import CROSSING, FAMILIES
from ferryplan.generator.files import resolve_puzzle_reference
from ferryplan.generator.names import RESERVED_WORDS
from ferryplan.generator.puzzle_file import ErrorDiagnostic, PuzzleFile

if TYPE_CHECKING:
    from ferryplan.generator.toml_positions import TomlPositions


def load_catalog() -> list[PuzzleFile]:
    """Return all puzzles of the catalog, loaded from their files and sorted by name."""
    return [load(name) for name in domains.puzzle_files()]


def load(name: str | os.PathLike[str], domain: str | os.PathLike[str] | None = None) -> PuzzleFile:
    """Return the puzzle with this name in the catalog, or the puzzle in a file.

    A path must contain a folder or a suffix; the suffix ``.toml`` may be left out. The path may also be that of a PDDL problem, with the ``domain``
    in another file or in the same folder; a path of a folder stands for the puzzle in it, as ``resolve_puzzle_reference`` describes.

    Raises PddlError for PDDL that cannot be read, ArgumentError for an argument that is neither a name nor a path, and PuzzleError for an unknown or
    invalid puzzle; its message names the file, the key, what was found and what was expected.

    >>> from ferryplan import load
    >>> load("zebra").title
    'The zebra puzzle'
    """
    check_argument_type("puzzle", name, (str, Path, os.PathLike), "a name or a path")
    check_argument_type("domain", domain, (str, Path, os.PathLike, type(None)), "a path or None")
    name, domain = os.fspath(name), None if domain is None else os.fspath(domain)
    check_argument_type("puzzle", name, str, "a name or a path")
    files = domains.puzzle_files()
    reference = resolve_puzzle_reference(name) if domain is None else name
    if reference in files and domain is None:
        text = files[reference].read_bytes()
        if domains.index()["puzzles"].get(reference, {}).get("sha256") != hashlib.sha256(text).hexdigest():
            return parse_puzzle_text(text.decode(), reference)
        data = tomllib.loads(text.decode())
        puzzle: PuzzleFile = FAMILIES[data["family"]].file(**data)  # the tests validate the files of the catalog
        return puzzle
    if reference is None:
        raise PuzzleError(
            format_message("puzzles.unknown-puzzle", name=name),
            about="puzzle",
            found=f"'{name}'",
            expected="a puzzle of the catalog, or the path of a file",
            advice=format_message("puzzles.or-path", advice=suggest_name(name, files)),
        )
    if not reference.isprintable():  # the name goes into a comment line of the problem
        raise PuzzleError(key="puzzle", found=repr(name), expected="a file name without control characters")
    if domain is not None or reference.lower().endswith(".pddl"):
        from ferryplan.generator.tasks.pddl_puzzles import load_pddl_puzzle

        return load_pddl_puzzle(reference, domain)
    from ferryplan.generator.files import read_text

    return parse_puzzle_text(read_text(Path(reference), reference, files), reference)


def make_json_schema(family: str = CROSSING) -> dict[str, Any]:
    """Return the JSON Schema that describes the puzzle files of a family."""
    from ferryplan.generator.schema_validation import get_pydantic_model

    model = get_pydantic_model(FAMILIES[family].file)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}


def parse_puzzle_text(text: str, file_name: str) -> PuzzleFile:
    """Return the puzzle that the TOML text of a puzzle file describes.

    ``file_name`` is the file's name in error messages, and the puzzle's reference. Raises one PuzzleError for all mistakes, with a line for each.
    """
    from ferryplan.generator.toml_positions import TomlPositions
    from ferryplan.generator.toml_reading import parse_toml

    return build_puzzle(parse_toml(text, file_name), file_name, TomlPositions(text))


def build_puzzle(data: Mapping[str, Any], file_name: str, positions: TomlPositions | None = None) -> PuzzleFile:
    """Return the puzzle that the parsed tables of a puzzle file describe.

    ``file_name`` is the file's name in error messages, and the puzzle's reference; ``positions`` has the line and the column of each key; with
    None, errors have no positions. Raises one PuzzleError for all mistakes, with a line for each.
    """
    from ferryplan.generator.schema_validation import format_toml_value, strip_unknown_keys, validate_table
    from ferryplan.generator.toml_positions import TomlPositions
    from ferryplan.generator.toml_reading import make_puzzle_error

    where = positions or TomlPositions("")
    found = list[ErrorDiagnostic]()
    family = next((one for key, one in data.items() if find_similar_names(key, ["family"])), CROSSING)
    if not isinstance(family, str) or family not in FAMILIES:
        found.append(
            ErrorDiagnostic("family", f"found {format_toml_value(family)}{format_suggestion(str(family), FAMILIES)}")
        )
        family = next(iter(find_similar_names(str(family), FAMILIES)), "")
    if family in FAMILIES:
        model: type[PuzzleFile] = FAMILIES[family].file
        known = strip_unknown_keys({**data, "family": family} if found else data, model, "", found, where)
        found += validate_table(model, known, model.make_validation_context(known))
        if not validate_table(model, known):  # only names and expressions may be wrong: find other mistakes
            puzzle = model(**known).with_loading_reference(file_name, positions)
            found += [*_find_reserved_names(puzzle), *puzzle.find_mistakes()]
    if found:
        raise make_puzzle_error(found, where, file_name, show_lines=positions is not None)
    if puzzle.lacks_words():
        from ferryplan.generator.theming import complete_words

        return complete_words(puzzle).with_loading_reference(file_name, positions)
    return puzzle


_DERIVED_NAMES = {
    "list": ("{}_count", "puzzles.parameter-for-length"),
    "boolean": ("no_{}", "puzzles.parameter-for-opposite"),
}
"""by type of parameter: the pattern of a second name that such a parameter occupies (``paces_count`` for the list ``paces``), and the key of the
error message if another parameter has that name"""


def _find_reserved_names(puzzle: PuzzleFile) -> Iterator[ErrorDiagnostic]:
    """Yield an error for each parameter whose name is reserved or taken by another parameter.

    Reserved names have another meaning in expressions. A list ``paces``, for example, also takes the name ``paces_count``, for its length.
    """
    for key, spec in puzzle.parameters.items():
        place = f"parameters.{key}"
        if key in RESERVED_WORDS["expressions"]:
            yield ErrorDiagnostic(place, format_message("puzzles.parameter-in-expressions", key=key))
        name, says = _DERIVED_NAMES.get(spec.type, ("", ""))
        other = name.format(key)
        if other in puzzle.parameters:
            yield ErrorDiagnostic(f"parameters.{other}", format_message(says, key=other, other=key))
