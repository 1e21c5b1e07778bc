"""Puzzle files read: the catalogue, a user's own file, and what is said of a bad one.

Each parameter becomes an option of every verb about its puzzle, and a name in the expressions of its file: some names mean something else
there. To import the verbs for a look at their options would make every start slower, so the names stand in `domains/reserved.toml`;
`tests/test_house.py` holds them to the verbs.
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
from ferryplan.generator.arguments import check_type
from ferryplan.generator.errors import PuzzleError, near, nearest, suggest_name
from ferryplan.generator.families import CROSSING, FAMILIES
from ferryplan.generator.files import puzzle_named
from ferryplan.generator.names import RESERVED
from ferryplan.generator.puzzle_file import Mistake, PuzzleFile

if TYPE_CHECKING:
    from ferryplan.generator.positions import Positions


def catalogue() -> list[PuzzleFile]:
    """Return the puzzles of the catalog, sorted by name."""
    return [load(name) for name in domains.puzzle_files()]


def load(name: str | os.PathLike[str], domain: str | os.PathLike[str] | None = None) -> PuzzleFile:
    """Return the puzzle of that name in the catalogue, or in that file; a path needs an ending or a folder in it, and may leave out ``.toml``.

    The path of a PDDL problem stands for a puzzle, too, with the ``domain`` in a file, or the one beside it; of a folder see ``puzzle_named``.
    Raises PddlError for PDDL that cannot be read, PuzzleError, whose message names the file, the key, what was found and what was expected, and
    ArgumentError for what is neither a name nor a path.

    >>> from ferryplan import load
    >>> load("zebra").title
    'The zebra puzzle'
    """
    check_type("puzzle", name, (str, Path, os.PathLike), "a name or a path")
    check_type("domain", domain, (str, Path, os.PathLike, type(None)), "a path or None")
    name, domain = os.fspath(name), None if domain is None else os.fspath(domain)
    check_type("puzzle", name, str, "a name or a path")
    files = domains.puzzle_files()
    reference = puzzle_named(name) if domain is None else name
    if reference in files and domain is None:
        text = files[reference].read_bytes()
        if domains.index()["puzzles"].get(reference, {}).get("sha256") != hashlib.sha256(text).hexdigest():
            return read(text.decode(), reference)
        data = tomllib.loads(text.decode())
        puzzle: PuzzleFile = FAMILIES[data["family"]].file(**data)  # the tests have looked for its mistakes
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
        from ferryplan.generator.tasks.pairs import pair

        return pair(reference, domain)
    from ferryplan.generator.files import text_in

    return read(text_in(Path(reference), reference, files), reference)


def json_schema(family: str = CROSSING) -> dict[str, Any]:
    """Return the JSON Schema of a family's puzzle files."""
    from ferryplan.generator.mistakes import model_of

    model = model_of(FAMILIES[family].file)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}


def read(text: str, shown: str) -> PuzzleFile:
    """Return the puzzle of a file with this text, called so; all that is wrong with it is one PuzzleError, a line for each mistake."""
    from ferryplan.generator.positions import Positions
    from ferryplan.generator.reading import parsed

    return read_tables(parsed(text, shown), shown, Positions(text))


def read_tables(data: Mapping[str, Any], shown: str, positions: Positions | None = None) -> PuzzleFile:
    """Return the puzzle that the tables of a file say, which errors call ``shown``; without ``positions``, errors name no lines.

    Raises PuzzleError, a line for each mistake.
    """
    from ferryplan.generator.mistakes import in_toml, mistakes_of, without_unknown_keys
    from ferryplan.generator.positions import Positions
    from ferryplan.generator.reading import describe_mistakes

    where = positions or Positions("")
    found = list[Mistake]()
    family = next((one for key, one in data.items() if near(key, ["family"])), CROSSING)
    if not isinstance(family, str) or family not in FAMILIES:
        found.append(Mistake("family", f"found {in_toml(family)}{nearest(str(family), FAMILIES)}"))
        family = next(iter(near(str(family), FAMILIES)), "")
    if family in FAMILIES:
        model: type[PuzzleFile] = FAMILIES[family].file
        known = without_unknown_keys({**data, "family": family} if found else data, model, "", found, where)
        found += mistakes_of(model, known, model.reading(known))
        if not mistakes_of(model, known):  # names and expressions may be wrong: what else is?
            puzzle = model(**known).named(shown, positions)
            found += [*_misnamed(puzzle), *puzzle.mistakes()]
    if found:
        raise describe_mistakes(found, where, shown, numbered=positions is not None)
    if puzzle.wordless():
        from ferryplan.generator.retelling import completed

        return completed(puzzle).named(shown, positions)
    return puzzle


_ALSO = {
    "list": ("{}_count", "puzzles.parameter-for-length"),
    "boolean": ("no_{}", "puzzles.parameter-for-opposite"),
}
"""the other names that parameters of a type take, and the message for a parameter with such a name"""


def _misnamed(puzzle: PuzzleFile) -> Iterator[Mistake]:
    """Yield each parameter whose name means something else in expressions, or stands for something of another."""
    for key, spec in puzzle.parameters.items():
        place = f"parameters.{key}"
        if key in RESERVED["expressions"]:
            yield Mistake(place, format_message("puzzles.parameter-in-expressions", key=key))
        name, says = _ALSO.get(spec.type, ("", ""))
        other = name.format(key)
        if other in puzzle.parameters:
            yield Mistake(f"parameters.{other}", format_message(says, key=other, other=key))
