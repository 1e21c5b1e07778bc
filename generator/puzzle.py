"""Puzzle files read: the catalogue, a user's own file, and what is said of a bad one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

import domains
from generator.crossing.puzzle_file import (
    BoatTable,
    CostTable,
    CrossingFile,
    DeadlineTable,
    GuardTable,
    KindTable,
    LimitTable,
    OptimumTable,
    OutnumberTable,
    PlaceTable,
    PositionsTable,
    RouteTable,
)
from generator.errors import PuzzleError, nearest
from generator.puzzle_file import ListParameter

__all__ = ["catalogue", "json_schema", "load"]

_LARGEST_FILE = 1_000_000


def catalogue() -> list[CrossingFile]:
    """Return the puzzles of the catalogue, sorted by name."""
    return [load(name) for name in domains.puzzle_files()]


def load(name: str) -> CrossingFile:
    """Return the puzzle of that name in the catalogue, or in that file if the name ends in ``.toml``.

    Raises PuzzleError, whose message names the file, the key, what was found and what was expected.
    """
    files = domains.puzzle_files()
    if name in files:
        return _read(files[name], f"{name}.toml")
    if name.lower().endswith(".toml"):
        if not name.isprintable():  # the name goes into a comment line of the problem
            raise PuzzleError(f"puzzle: found {name!r}, expected a file's name without control characters")
        return _read(Path(name), name)
    raise PuzzleError(
        f"puzzle: found '{name}', which is not in the catalogue{nearest(name, files)} (or give a path to a .toml file)"
    )


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of puzzle files."""
    schema = CrossingFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _read(path: Path, shown: str) -> CrossingFile:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise PuzzleError(
                f"{shown}: found {path.stat().st_size} bytes, expected a puzzle file of at most {_LARGEST_FILE}"
            )
        data = tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise PuzzleError(f"{shown}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # both TOMLDecodeError and UnicodeDecodeError
        reason = "not text in UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise PuzzleError(f"{shown}: found no valid TOML: {reason}") from None
    except RecursionError:
        raise PuzzleError(f"{shown}: found no valid TOML: nested too deeply") from None
    try:
        puzzle = CrossingFile.model_validate(data)
    except ValidationError as error:
        raise PuzzleError(f"{shown}: {_in_words(error)}") from None
    _check_references(puzzle, shown)
    return puzzle


def _in_words(error: ValidationError) -> str:
    """Return the first of the errors as "key: found …, expected …", and how many more there are."""
    errors = error.errors(include_url=False)
    first = errors[0]
    location = [part for part in first["loc"] if not (isinstance(part, str) and _is_branch(part))]
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")
    match first["type"]:
        case "missing":
            words = f"{key}: found nothing, expected this key"
        case "extra_forbidden":
            words = f"{key}: found an unknown key{_nearest_key(location)}"
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
        case "string_pattern_mismatch":
            words = f"{key}: found {_shown(first['input'])}, expected visible text on one line"
        case _:
            expected = first["msg"].removeprefix("Input should be ")
            words = f"{key}: found {_shown(first['input'])}, expected {expected[0].lower()}{expected[1:]}"
    more = len({str(e["loc"]) for e in errors}) - 1
    return words + (f" (and {more} more)" if more else "")


def _is_branch(part: str) -> bool:
    """Whether a part of a location names a branch of a union rather than a key of the file."""
    return (
        part in {"guard", "outnumber", "deadline", "limit", "integer", "boolean", "list", "int", "bool", "str"}
        or "[" in part
    )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _nearest_key(location: list[Any]) -> str:
    tables: dict[str, type[BaseModel]] = {
        "places": PlaceTable, "routes": RouteTable, "kinds": KindTable, "boat": BoatTable, "cost": CostTable, "start": PositionsTable,
        "goal": PositionsTable, "optima": OptimumTable, "parameters": ListParameter,
    }  # fmt: skip
    keys = CrossingFile.model_fields if len(location) == 1 else None
    if keys is None and location[0] == "rules":
        keys = (
            GuardTable.model_fields | OutnumberTable.model_fields | DeadlineTable.model_fields | LimitTable.model_fields
        )
    elif keys is None:
        keys = tables[str(location[0])].model_fields
    return nearest(str(location[-1]), keys)


def _check_references(puzzle: CrossingFile, shown: str) -> None:
    """Check what the shape cannot say: that names are unique and that what is named exists."""
    kinds = [kind.name for kind in puzzle.kinds]
    places = [place.name for place in puzzle.places]

    def known(name: str | None, names: list[str], where: str, what: str = "kind") -> None:
        if name is not None and name not in names:
            raise PuzzleError(f"{shown}: {where}: found '{name}', which is no {what}{nearest(name, names)}")

    for what, names in (("kinds", kinds), ("places", places)):
        for index, name in enumerate(names):
            if name in names[:index]:
                raise PuzzleError(f"{shown}: {what}[{index}].name: found '{name}' a second time, expected a new name")
    for index, kind in enumerate(puzzle.kinds):
        known(kind.paired_with, kinds[:index] or kinds, f"kinds[{index}].paired_with")
        if kind.paired_with == kind.name:
            raise PuzzleError(
                f"{shown}: kinds[{index}].paired_with: found '{kind.name}' itself, expected a kind listed before it"
            )
    for index, route in enumerate(puzzle.routes):
        for name in route.between:
            known(name, places, f"routes[{index}].between", "place")
    for index, rule in enumerate(puzzle.rules):
        named: dict[str, list[str | None]]
        match rule:
            case LimitTable():
                named = {}
            case DeadlineTable():
                named = {"kinds": [*rule.kinds]}
                known(rule.place, places, f"rules[{index}].place", "place")
            case GuardTable():
                threats = [] if rule.threats == "everyone" else rule.threats
                named = {"threats": [*threats], "victims": [*rule.victims], "guardian": [rule.guardian]}
                if rule.chain and (rule.victims != rule.threats or len(rule.victims) > 1):
                    raise PuzzleError(
                        f"{shown}: rules[{index}].chain: found {_shown(rule.victims)} and {_shown(rule.threats)}, "
                        "expected one and the same kind as victims and threats"
                    )
            case OutnumberTable():
                named = {"threats": [*rule.threats], "others": [*rule.others]}
        for key, group in named.items():
            for member in group:
                known(member, kinds, f"rules[{index}].{key}")
        if isinstance(rule, OutnumberTable) and (both := set(rule.threats) & set(rule.others)):
            raise PuzzleError(
                f"{shown}: rules[{index}]: found '{min(both)}' both in threats and in others, expected it in one"
            )
    for where, positions in (("start", puzzle.start), ("goal", puzzle.goal)):
        known(positions.boat, places, f"{where}.boat", "place")
        known(positions.everyone, places, f"{where}.everyone", "place")
        for name, place in positions.kinds.items():
            known(name, kinds, f"{where}.kinds")
            known(place, places, f"{where}.kinds.{name}", "place")
    if puzzle.start.boat is None:
        raise PuzzleError(f"{shown}: start.boat: found nothing, expected a place")
    if puzzle.start.everyone is None and (missing := [name for name in kinds if name not in puzzle.start.kinds]):
        raise PuzzleError(
            f"{shown}: start: found no place for '{missing[0]}', expected 'everyone' or 'kinds.{missing[0]}'"
        )
    if puzzle.goal.boat is None and puzzle.goal.everyone is None and not puzzle.goal.kinds:
        raise PuzzleError(f"{shown}: goal: found nothing to be reached, expected 'everyone', 'kinds' or 'boat'")
    for key, spec in puzzle.parameters.items():
        if isinstance(spec, ListParameter) and f"{key}_count" in puzzle.parameters:
            raise PuzzleError(
                f"{shown}: parameters.{key}_count: found a name that stands for the length of the list '{key}', expected another"
            )
        if spec.default == "smallest" and puzzle.boat.capacity != key:
            raise PuzzleError(
                f"{shown}: parameters.{key}.default: found 'smallest', expected a number, since boat.capacity is not '{key}'"
            )
    for index, optimum in enumerate(puzzle.optima):
        if optimum.cost is not None and puzzle.cost is None:
            raise PuzzleError(f"{shown}: optima[{index}].cost: found {optimum.cost}, but there is no table [cost]")
        for key in optimum.parameters:
            if key not in puzzle.parameters:
                raise PuzzleError(
                    f"{shown}: optima[{index}].parameters: found '{key}', which is no parameter{nearest(key, puzzle.parameters)}"
                )
