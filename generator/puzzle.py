"""Puzzle files read: the catalogue, a user's own file, and what is said of a bad one.

Each parameter becomes an option of every verb about its puzzle, and a name in the expressions of its file: some names mean something else
there. To import the verbs for a look at their options would make every start slower, so the names stand here; `tests/test_house.py`
holds them to the verbs.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any, assert_never, get_args, get_origin

from pydantic import BaseModel, ValidationError

import domains
from generator.crossing.puzzle_file import CrossingFile
from generator.errors import PuzzleError, check_type, nearest
from generator.families import CROSSING, FAMILIES
from generator.files import read_bytes
from generator.puzzle_file import BooleanParameter, IntegerParameter, ListParameter, PuzzleFile, TextParameter

_LARGEST_FILE = 1_000_000
_DEEPEST_KEY = 30
_DEEP_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_DEEPEST_KEY}}}""")


def catalogue() -> list[PuzzleFile]:
    """Return the puzzles of the catalogue, sorted by name."""
    return [load(name) for name in domains.puzzle_files()]


def crossings() -> list[CrossingFile]:
    """Return the river crossings of the catalogue, sorted by name."""
    return [puzzle for puzzle in catalogue() if isinstance(puzzle, CrossingFile)]


def load(name: str | os.PathLike[str]) -> PuzzleFile:
    """Return the puzzle of that name in the catalogue, or in that file if the name ends in ``.toml``.

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
    if name in files:
        return _read(files[name], f"{name}.toml")
    if name.lower().endswith(".toml"):
        if not name.isprintable():  # the name goes into a comment line of the problem
            raise PuzzleError(f"puzzle: found {name!r}, expected a file's name without control characters")
        return _read(Path(name), name).named(name)
    raise PuzzleError(
        f"puzzle: found '{name}', which is not in the catalogue{nearest(name, files)} (or give a path to a .toml file)"
    )


def json_schema(family: str = CROSSING) -> dict[str, Any]:
    """Return the JSON Schema of a family's puzzle files."""
    model: type[PuzzleFile] = FAMILIES[family]().file
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}


def _read(path: Path, shown: str) -> PuzzleFile:
    try:
        text = read_bytes(path, _LARGEST_FILE).decode()
        if _DEEP_KEY.search(text):  # which takes minutes to read
            raise ValueError(f"a key of over {_DEEPEST_KEY} parts")
        data = tomllib.loads(text)
    except OSError as error:
        raise PuzzleError(f"{shown}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # TOMLDecodeError and UnicodeDecodeError too
        reason = "not text in UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise PuzzleError(f"{shown}: found no valid TOML: {reason}") from None
    except RecursionError:
        raise PuzzleError(f"{shown}: found no valid TOML: nested too deeply") from None
    family = data.get("family", CROSSING)
    if family not in FAMILIES:
        raise PuzzleError(f"{shown}: family: found {_shown(family)}{nearest(str(family), FAMILIES)}")
    known = FAMILIES[family]()
    model: type[PuzzleFile] = known.file
    try:
        puzzle = model.model_validate(data)
    except ValidationError as error:
        raise PuzzleError(f"{shown}: {_in_words(error, model)}") from None
    check_names(puzzle, shown)
    known.check_references(puzzle, shown)
    return puzzle


def _in_words(error: ValidationError, model: type[BaseModel]) -> str:
    """Return the first of the errors as "key: found …, expected …", and how many more there are."""
    errors = error.errors(include_url=False)
    first = errors[0]
    location, known = _keys(model, list(first["loc"]), first["type"] == "extra_forbidden")
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")
    match first["type"]:
        case "missing":
            words = f"{key}: found nothing, expected this key"
        case "extra_forbidden":
            words = f"{key}: found an unknown key{nearest(str(location[-1]), known)}"
        case "union_tag_invalid":
            tag = first["ctx"]["discriminator"].strip("'")
            words = f"{key}.{tag}: found {_shown(first['input'].get(tag))}, expected {first['ctx']['expected_tags'].replace(', ', ' or ')}"
        case "union_tag_not_found":
            words = f"{key}.{first['ctx']['discriminator'].strip(chr(39))}: found nothing, expected this key"
        case "value_error":
            words = f"{key}: {first['msg'].removeprefix('Value error, ')}"
        case "string_pattern_mismatch" if first["ctx"]["pattern"].startswith("^[a-z]"):
            mark = "_" if "_" in first["ctx"]["pattern"] else "-"
            words = f"{key}: found {_shown(first['input'])}, expected lower-case letters and digits, joined by '{mark}', a letter first"
        case "string_pattern_mismatch" if r"\n" not in first["ctx"]["pattern"]:
            words = f"{key}: found {_shown(first['input'])}, expected text without hidden or control characters"
        case "string_pattern_mismatch":
            words = f"{key}: found {_shown(first['input'])}, expected visible text on one line"
        case _:
            expected = first["msg"].removeprefix("Input should be ")
            words = f"{key}: found {_shown(first['input'])}, expected {expected[0].lower()}{expected[1:]}"
    more = len({str(e["loc"]) for e in errors}) - 1
    return words + (f" (and {more} more)" if more else "")


def _keys(model: type[BaseModel], location: list[Any], unknown_last: bool) -> tuple[list[Any], list[str]]:
    """Return a location without what names a branch of a union rather than a key of the file, and the keys that its last part could be.

    The last part may be an unknown key.
    """
    tables, models = [model], [model]
    any_key, found = False, list[Any]()
    for number, key in enumerate(location, 1):
        tables = models
        annotations = [known.model_fields[key].annotation for known in models if key in known.model_fields]
        if isinstance(key, int) or any_key or annotations or (unknown_last and number == len(location)):
            found.append(key)
        if isinstance(key, str):
            any_key = not any_key and any(get_origin(annotation) is dict for annotation in annotations)
            models = [inner for annotation in annotations for inner in _models_in(annotation)] or models
    return found, [key for table in tables for key in table.model_fields]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    """Return the tables that a type is made of."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in get_args(annotation) for model in _models_in(inner)]


OF_VERBS = frozenset(
    [
        "all", "arrangement", "backward", "boat_as_place", "certificate", "count", "ctx", "dialect", "dialects", "domain", "encoding", "encodings",
        "engine", "engines", "every", "explain", "family", "first", "force", "form", "format", "help", "jobs", "layout", "longer",
        "memory", "most", "of_pddl", "output", "pddl", "plan_file", "plan_number", "problem", "puzzle", "shell", "stream", "timeout",
        "up_to_symmetry", "version",
    ]
)  # fmt: skip
"""the options and arguments of all verbs, and the Python names under which their functions get them"""
OF_EXPRESSIONS = frozenset(
    [
        # what expressions have of their own
        "called", "count", "found", "index", "letter", "name", "number", "partner", "position", "traveller", "value",
        # words of the language of expressions, and what its library calls the expression itself
        "and", "else", "false", "if", "in", "is", "none", "not", "or", "self", "true",
    ]
)  # fmt: skip


def check_names(puzzle: PuzzleFile, shown: str) -> None:
    """Raise PuzzleError for a parameter whose name is reserved, or stands for something of another; ``shown`` names the file."""
    for key, spec in puzzle.parameters.items():
        where = f"{shown}: parameters.{key}"
        if key in OF_VERBS:
            raise PuzzleError(f"{where}: found a name that the program has for itself, expected another")
        if key in OF_EXPRESSIONS:
            raise PuzzleError(f"{where}: found a name that means something else in expressions, expected another")
        match spec:
            case ListParameter():
                if (other := f"{key}_count") in puzzle.parameters:
                    raise PuzzleError(
                        f"{shown}: parameters.{other}: found a name that stands for the length of the list '{key}', expected another"
                    )
            case BooleanParameter():
                if (other := f"no_{key}") in puzzle.parameters:
                    raise PuzzleError(
                        f"{shown}: parameters.{other}: found a name that stands for the opposite of '{key}', expected another"
                    )
                if other in OF_VERBS:
                    raise PuzzleError(
                        f"{where}: found a name whose opposite the program has for itself, expected another"
                    )
            case IntegerParameter() | TextParameter():
                pass
            case _:
                assert_never(spec)
