"""The puzzle file: its shape, its loader, its errors.

A puzzle file is TOML. The models here say which keys there are; `plan schema` prints them as JSON Schema.
Expressions (``"couples + 1"``) are kept as text: they get their meaning when an instance is made.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

import domains
from generator.errors import PuzzleError, nearest

__all__ = ["BooleanParameter", "IntegerParameter", "PuzzleFile", "catalogue", "json_schema", "load"]

_LARGEST_FILE = 1_000_000

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=40)]
Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length=40)]
_CONTROL = r"\x00-\x1f\x7f-\x9f\u2028\u2029"
Label = Annotated[str, StringConstraints(pattern=rf"^[^{_CONTROL}]*[^\s{_CONTROL}][^{_CONTROL}]*$", max_length=200)]
Prose = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
Number = int | Annotated[str, StringConstraints(min_length=1)]
Condition = bool | Annotated[str, StringConstraints(min_length=1)]
Kinds = Annotated[list[Label], Field(min_length=1)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class IntegerParameter(_Table):
    """A whole number that the user chooses."""

    type: Literal["integer"]
    default: Number = Field(
        description="the value if none is given: a number, an expression over the parameters before this one, "
        "or, for the boat's capacity only, 'smallest' for the smallest boat (from 2) that works"
    )
    minimum: int = 0
    maximum: int
    help: Label

    @model_validator(mode="after")
    def _range(self) -> IntegerParameter:
        if self.minimum > self.maximum:
            raise ValueError(f"expected a minimum that is at most the maximum {self.maximum}")
        if isinstance(self.default, int) and not self.minimum <= self.default <= self.maximum:
            raise ValueError(f"expected a default from {self.minimum} to {self.maximum}")
        return self


class BooleanParameter(_Table):
    """A choice between yes and no."""

    type: Literal["boolean"]
    default: bool
    help: Label


class PlaceTable(_Table):
    """A bank or an island, or several of one name."""

    name: Label
    count: Number = Field(default=1, description="how many; more than one are numbered: island 1, island 2, …")
    called: Label = Field(default="the {{ name }}", description="how a sentence names it")


class RouteTable(_Table):
    """Between which places the boat goes, both ways."""

    between: tuple[Label, Label] = Field(strict=False)
    when: Condition = Field(default=True, description="an expression over the parameters; false takes the route away")


class KindTable(_Table):
    """A kind of travellers."""

    name: Label
    plural: Label
    count: Number = 1
    names: Label = Field(
        default="{{ name }}",
        description="each one's name; may use {{ index }} (from 0), {{ number }} (from 1), {{ letter }} (A, B, …), {{ partner }}, {{ name }} and parameters",
    )
    called: Label = Field(default="{{ traveller }}", description="how a sentence names one: 'the {{ traveller }}'")
    paired_with: Label | None = Field(default=None, description="a kind listed before, of the same number; the pairs go index by index")
    rows: Condition | Number = Field(default=True, description="true, false, or how many of the kind (the first ones) can row")


class BoatTable(_Table):
    """The boat."""

    capacity: Number = Field(description="how many travellers it carries, those who row included")
    rules: Condition = Field(default=True, description="whether the rules also bind in the boat")


class GuardTable(_Table):
    """A victim is together with a threat only beside the guardian."""

    rule: Literal["guard"]
    says: Label = Field(description="the rule in the story's words")
    victims: Kinds
    threats: Kinds | Literal["everyone"]
    guardian: Label | None = Field(
        default=None,
        description="the kind that guards; if it is paired with the victims' kind, each victim has its own; without it, nobody can guard",
    )


class OutnumberTable(_Table):
    """Where there are any of the others, the threats are never more than they."""

    rule: Literal["outnumber"]
    says: Label = Field(description="the rule in the story's words")
    threats: Kinds
    others: Kinds


RuleTable = Annotated[GuardTable | OutnumberTable, Field(discriminator="rule")]


class PositionsTable(_Table):
    """Where the boat and the travellers are."""

    boat: Label | None = None
    everyone: Label | None = None
    kinds: dict[str, Label] = Field(default_factory=dict, description="places of single kinds, before 'everyone' applies")


class OptimumTable(_Table):
    """A known optimum, with its source; the tests hold the program to it."""

    parameters: dict[str, int | bool]
    crossings: int | None = Field(default=None, description="absent if the puzzle is known to have no solution")
    source: Label


class PuzzleFile(_Table):
    """One puzzle of the family of river crossings."""

    family: Literal["crossing"]
    name: Name
    title: Label
    story: Prose
    source: Prose
    parameters: dict[Key, IntegerParameter | BooleanParameter] = Field(default_factory=dict)
    places: Annotated[list[PlaceTable], Field(min_length=2)]
    routes: list[RouteTable] = Field(default_factory=list, description="without any, the boat goes from every place to every other")
    kinds: Annotated[list[KindTable], Field(min_length=1)]
    boat: BoatTable
    rules: list[RuleTable] = Field(default_factory=list)
    start: PositionsTable
    goal: PositionsTable
    optima: list[OptimumTable] = Field(default_factory=list)

    path: ClassVar[str] = ""

    def searched_parameter(self) -> str | None:
        """Return the name of the parameter whose default is the smallest boat that works, or None."""
        return next((key for key, spec in self.parameters.items() if spec.default == "smallest" and isinstance(spec, IntegerParameter)), None)


def catalogue() -> list[PuzzleFile]:
    """Return the puzzles of the catalogue, sorted by name."""
    return [load(name) for name in domains.puzzle_files()]


def load(name: str) -> PuzzleFile:
    """Return the puzzle of that name in the catalogue, or in that file if the name ends in ``.toml``.

    Raises PuzzleError, whose message names the file, the key, what was found and what was expected.
    """
    files = domains.puzzle_files()
    if name in files:
        return _read(files[name], f"{name}.toml")
    if name.lower().endswith(".toml"):
        return _read(Path(name), name)
    raise PuzzleError(f"puzzle: found '{name}', which is not in the catalogue{nearest(name, files)} (or give a path to a .toml file)")


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of puzzle files."""
    schema = PuzzleFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _read(path: Path, shown: str) -> PuzzleFile:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise PuzzleError(f"{shown}: found {path.stat().st_size} bytes, expected a puzzle file of at most {_LARGEST_FILE}")
        data = tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise PuzzleError(f"{shown}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # both TOMLDecodeError and UnicodeDecodeError
        reason = "not text in UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise PuzzleError(f"{shown}: found no valid TOML: {reason}") from None
    except RecursionError:
        raise PuzzleError(f"{shown}: found no valid TOML: nested too deeply") from None
    try:
        puzzle = PuzzleFile.model_validate(data)
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
            words = f"{key}.rule: found {_shown(first['input'].get('rule'))}, expected {first['ctx']['expected_tags'].replace(', ', ' or ')}"
        case "union_tag_not_found":
            words = f"{key}.rule: found nothing, expected this key"
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
    return part in {"guard", "outnumber", "int", "bool", "str", "IntegerParameter", "BooleanParameter"} or "[" in part


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _nearest_key(location: list[Any]) -> str:
    tables: dict[str, type[_Table]] = {
        "places": PlaceTable, "routes": RouteTable, "kinds": KindTable, "boat": BoatTable, "start": PositionsTable,
        "goal": PositionsTable, "optima": OptimumTable, "parameters": IntegerParameter,
    }  # fmt: skip
    keys = PuzzleFile.model_fields if len(location) == 1 else None
    if keys is None and location[0] == "rules":
        keys = GuardTable.model_fields | OutnumberTable.model_fields
    elif keys is None:
        keys = tables[str(location[0])].model_fields
    return nearest(str(location[-1]), keys)


def _check_references(puzzle: PuzzleFile, shown: str) -> None:
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
            raise PuzzleError(f"{shown}: kinds[{index}].paired_with: found '{kind.name}' itself, expected a kind listed before it")
    for index, route in enumerate(puzzle.routes):
        for name in route.between:
            known(name, places, f"routes[{index}].between", "place")
    for index, rule in enumerate(puzzle.rules):
        named = {"victims": rule.victims, "guardian": [rule.guardian]} if isinstance(rule, GuardTable) else {"others": rule.others}
        for key, group in {**named, "threats": [] if rule.threats == "everyone" else rule.threats}.items():
            for name in group:
                known(name, kinds, f"rules[{index}].{key}")
        if isinstance(rule, OutnumberTable) and (both := set(rule.threats) & set(rule.others)):
            raise PuzzleError(f"{shown}: rules[{index}]: found '{min(both)}' both in threats and in others, expected it in one")
    for where, positions in (("start", puzzle.start), ("goal", puzzle.goal)):
        known(positions.boat, places, f"{where}.boat", "place")
        known(positions.everyone, places, f"{where}.everyone", "place")
        for name, place in positions.kinds.items():
            known(name, kinds, f"{where}.kinds")
            known(place, places, f"{where}.kinds.{name}", "place")
    if puzzle.start.boat is None:
        raise PuzzleError(f"{shown}: start.boat: found nothing, expected a place")
    if puzzle.start.everyone is None and (missing := [name for name in kinds if name not in puzzle.start.kinds]):
        raise PuzzleError(f"{shown}: start: found no place for '{missing[0]}', expected 'everyone' or 'kinds.{missing[0]}'")
    if puzzle.goal.boat is None and puzzle.goal.everyone is None and not puzzle.goal.kinds:
        raise PuzzleError(f"{shown}: goal: found nothing to be reached, expected 'everyone', 'kinds' or 'boat'")
    for key, spec in puzzle.parameters.items():
        if spec.default == "smallest" and puzzle.boat.capacity != key:
            raise PuzzleError(f"{shown}: parameters.{key}.default: found 'smallest', expected a number, since boat.capacity is not '{key}'")
    for index, optimum in enumerate(puzzle.optima):
        for key in optimum.parameters:
            if key not in puzzle.parameters:
                raise PuzzleError(f"{shown}: optima[{index}].parameters: found '{key}', which is no parameter{nearest(key, puzzle.parameters)}")
