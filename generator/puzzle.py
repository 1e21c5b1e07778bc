"""Puzzle files read: the catalogue, a user's own file, and what is said of a bad one.

Each parameter becomes an option of every verb about its puzzle, and a name in the expressions of its file: some names mean something else
there. To import the verbs for a look at their options would make every start slower, so the names stand in `domains/reserved.toml`;
`tests/test_house.py` holds them to the verbs.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

import domains
from generator.errors import PuzzleError, check_type, first_mistakes, near, nearest
from generator.families import CROSSING, FAMILIES
from generator.files import puzzle_named, read_bytes
from generator.names import RESERVED
from generator.puzzle_file import BooleanParameter, IntegerParameter, ListParameter, Mistake, PuzzleFile, TextParameter

if TYPE_CHECKING:
    from generator.positions import Positions

_LARGEST_FILE = 1_000_000
_DEEPEST_KEY = 30
_DEEP_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_DEEPEST_KEY}}}""")


def catalogue() -> list[PuzzleFile]:
    """Return the puzzles of the catalogue, sorted by name."""
    return [load(name) for name in domains.puzzle_files()]


def load(name: str | os.PathLike[str]) -> PuzzleFile:
    """Return the puzzle of that name in the catalogue, or in that file; a path needs an ending or a folder in it, and may leave out ``.toml``.

    Raises PuzzleError, whose message names the file, the key, what was found and what was expected, and ArgumentError for what is
    neither a name nor a path.

    >>> from ferryplan import load
    >>> load("zebra").title
    'The zebra puzzle'
    """
    check_type("puzzle", name, (str, Path, os.PathLike), "a name or a path")
    name = os.fspath(name)
    check_type("puzzle", name, str, "a name or a path")
    files = domains.puzzle_files()
    reference = puzzle_named(name)
    if reference in files:
        text = files[reference].read_bytes()
        if domains.index()["puzzles"].get(reference, {}).get("sha256") != hashlib.sha256(text).hexdigest():
            return read(text.decode(), reference)
        data = tomllib.loads(text.decode())
        puzzle: PuzzleFile = FAMILIES[data["family"]]().file(**data)  # the tests have looked for its mistakes
        return puzzle
    if reference is None:
        raise PuzzleError(
            f"puzzle: found '{name}', which is not in the catalogue{nearest(name, files)} (or give a path to a .toml file)"
        )
    if not reference.isprintable():  # the name goes into a comment line of the problem
        raise PuzzleError(f"puzzle: found {name!r}, expected a file's name without control characters")
    return _read(Path(reference), reference)


def json_schema(family: str = CROSSING) -> dict[str, Any]:
    """Return the JSON Schema of a family's puzzle files."""
    from generator.mistakes import model_of

    model = model_of(FAMILIES[family]().file)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}


def _read(path: Path, shown: str) -> PuzzleFile:
    try:
        text = read_bytes(path, _LARGEST_FILE).decode("utf-8-sig")
    except OSError as error:
        near = "" if path.exists() else nearest(path.stem, domains.puzzle_files(), "")
        raise PuzzleError(f"{shown}: cannot be read: {error.strerror or error}{near}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise PuzzleError(f"{shown}:{line}: found bytes that are not text in UTF-8") from None
    return read(text, shown)


def read(text: str, shown: str) -> PuzzleFile:
    """Return the puzzle of a file with this text, called so; all that is wrong with it is one PuzzleError, a line for each mistake."""
    from generator.mistakes import in_toml, mistakes_of, without_unknown_keys
    from generator.positions import Positions

    if _DEEP_KEY.search(text):  # which takes minutes to read
        raise PuzzleError(f"{shown}: found a key of over {_DEEPEST_KEY} parts, expected fewer")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(_not_toml(str(error), text, shown)) from None
    except ValueError:
        raise PuzzleError(f"{shown}: found a number of thousands of digits, expected none over 10^9") from None
    except RecursionError:
        raise PuzzleError(f"{shown}: found values in each other too deeply, expected at most a few") from None
    positions, found = Positions(text), list[Mistake]()
    family = next((one for key, one in data.items() if near(key, ["family"])), CROSSING)
    if not isinstance(family, str) or family not in FAMILIES:
        found.append(Mistake("family", f"found {in_toml(family)}{nearest(str(family), FAMILIES)}"))
        family = next(iter(near(str(family), FAMILIES)), "")
    if family in FAMILIES:
        model: type[PuzzleFile] = FAMILIES[family]().file
        known = without_unknown_keys({**data, "family": family} if found else data, model, "", found, positions)
        found += mistakes_of(model, known, model.reading(known))
        if not mistakes_of(model, known):  # names and expressions may be wrong: what else is?
            puzzle = model(**known).named(shown, positions)
            found += [*_misnamed(puzzle), *puzzle.mistakes()]
    if found:
        raise PuzzleError(*_told(found, positions, shown))
    return puzzle


def _told(found: Sequence[Mistake], positions: Positions, shown: str) -> Sequence[str]:
    """Return a line for each mistake, unknown keys first, then as they stand in the file; of very many the first."""
    places = {one: positions.of(one.key, value=not one.unknown) for one in found}
    ordered = sorted(places, key=lambda one: (not one.unknown, places[one]))
    lines = ["{}:{}:{}: {}: {}".format(shown, *places[one], one.key, " ".join(one.says.split())) for one in ordered]
    return first_mistakes(lines, shown)


def _not_toml(error: str, text: str, shown: str) -> str:
    """Return in words what the standard library has found."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", error, re.DOTALL)
    assert found
    reason, line, column = found.groups()
    reason = re.sub(
        r"\((('[^']*'(, )?)+),?\)", lambda keys: "'" + ".".join(re.findall("'([^']*)'", keys[1])) + "'", reason
    )
    for of_python, plain in domains.words("phrases")["toml"].items():
        reason = reason.replace(of_python, plain)
    at = f"{line}:{column}" if line else f"{text.count(chr(10)) + 1}:1"
    return f"{shown}:{at}: found no valid TOML: {reason[0].lower()}{reason[1:]}"


def _misnamed(puzzle: PuzzleFile) -> Iterator[Mistake]:
    """Yield each parameter whose name is reserved, or stands for something of another."""
    for key, spec in puzzle.parameters.items():
        if key in RESERVED["verbs"]:
            yield Mistake(f"parameters.{key}", "found a name that the program has for itself, expected another")
        elif key in RESERVED["expressions"]:
            says = "found a name that means something else in expressions, expected another"
            yield Mistake(f"parameters.{key}", says)
        other, stands = "", ""
        match spec:
            case ListParameter():
                other, stands = f"{key}_count", f"the length of the list '{key}'"
            case BooleanParameter():
                other, stands = f"no_{key}", f"the opposite of '{key}'"
            case IntegerParameter() | TextParameter():
                pass
            case _:
                assert_never(spec)
        if other in puzzle.parameters:
            yield Mistake(f"parameters.{other}", f"found a name that stands for {stands}, expected another")
        if other in RESERVED["verbs"]:
            says = "found a name whose opposite the program has for itself, expected another"
            yield Mistake(f"parameters.{key}", says)
