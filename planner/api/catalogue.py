"""What there is: the puzzles of the catalogue, one of them in detail, its PDDL, and the engines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, overload

from ferryplan.generator import catalogue, generation
from ferryplan.generator.arguments import ArgumentValueError, check_choice, check_number, check_type
from ferryplan.generator.catalogue import Entry
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.families import FAMILIES, check_difficulty, family_of, instantiate_smallest
from ferryplan.generator.generation import Pddl
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.wording import Table, told_value
from ferryplan.planner.api.sources import PuzzleSource, load_request
from ferryplan.planner.engines.registry import ENGINES, Engine
from ferryplan.planner.questions.show import as_json, as_text
from ferryplan.planner.rendering import Renderable, RenderableSequence
from ferryplan.planner.result import FamilyError
from ferryplan.planner.system.limits import DEFAULT_TIMEOUT, limited
from ferryplan.planner.telling import PLAIN, Layout


@dataclass(frozen=True, slots=True, repr=False)
class Catalogue(RenderableSequence[Entry]):
    """The puzzles of the catalogue: a sequence of entries with a name, a family, a title and parameters, which also has names as indices."""

    renderer = "ferryplan.planner.api.catalogue:render_catalogue"

    family: str | None
    """the family to which it is restricted; None for all"""
    entries: tuple[Entry, ...]
    """the puzzles by name"""

    @property
    def items(self) -> tuple[Entry, ...]:
        """The puzzles by name."""
        return self.entries

    def __repr__(self) -> str:
        """Return the number of puzzles."""
        return f"Catalogue(puzzles={len(self)})"

    def __contains__(self, puzzle: object) -> bool:
        """Return whether a puzzle, or one of that name, is there."""
        return puzzle in self.entries or any(one.name == puzzle for one in self.entries)

    @overload
    def __getitem__(self, index: int | str) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Entry, ...]: ...

    def __getitem__(self, index: int | str | slice) -> Entry | tuple[Entry, ...]:
        """Return the puzzle at an index or of a name, or those of a slice. Raises KeyError for a name that there is not."""
        if isinstance(index, str):
            return {one.name: one for one in self.entries}[index]
        return self.entries[index]


def render_catalogue(found: Catalogue, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the puzzles as a table, or as JSON."""
    if form == "json":
        keys = ("name", "family", "title", "summary", "parameters")
        rows = ((one.reference, one.family, one.title, one.asked(), list(one.parameters)) for one in found)
        return json.dumps({"puzzles": [dict(zip(keys, row, strict=True)) for row in rows]}, indent=2) + "\n"
    cells = tuple((one.reference, one.family, one.asked()) for one in found)
    return layout(Table(("Puzzle", "Family", "What is asked"), cells))


def puzzles(family: str | None = None) -> Catalogue:
    """Return the puzzles of the catalogue by name, or those of one family.

    Raises ArgumentError for a family that there is not.

    >>> from ferryplan import puzzles
    >>> [entry.name for entry in puzzles("board")][:2]
    ['futoshiki', 'jigsaw']
    """
    if family is not None:
        check_choice("family", family, FAMILIES)
    return Catalogue(family, tuple(one for one in catalogue.entries() if family in (None, one.family)))


def instantiate(puzzle: PuzzleSource, parameters: Mapping[str, Value] | None = None, **keywords: Value) -> AnyInstance:
    """Return a puzzle with every parameter fixed; an open one, such as the capacity of a boat, gets the smallest value that works.

    ``puzzle`` and its parameters are as for `solve`, and so are the errors.

    >>> from ferryplan import instantiate
    >>> dict(instantiate("jealous-couples").parameters)["capacity"]
    2
    """
    return instantiate_smallest(*load_request(puzzle, parameters, keywords, instantiate))


@dataclass(frozen=True, slots=True, repr=False)
class Description(Renderable):
    """A puzzle in detail: its story, parameters, rules, and how many states there are."""

    renderer = "ferryplan.planner.api.catalogue:render_description"

    instance: AnyInstance
    puzzle: PuzzleFile = field(compare=False)
    difficulty: bool
    timeout: float

    def __repr__(self) -> str:
        """Return the puzzle and its parameters."""
        return f"Description({self.instance!r})"


def render_description(found: Description, form: str, *, layout: Layout = PLAIN) -> str:
    """Return a puzzle in detail as a text, or as JSON; numbers that take too long to find are left out."""
    with limited(found.timeout):
        if form == "json":
            data = as_json(found.puzzle, found.instance, found.difficulty)
            return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
        return as_text(found.puzzle, found.instance, layout, found.difficulty)


def show(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    difficulty: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
    **keywords: Value,
) -> Description:
    """Show a puzzle in detail: its story, parameters, rules, legal loads, and how many states there are.

    ``puzzle`` and its parameters are as for `solve`, and so are the errors. With ``difficulty`` it also says how hard the puzzle is for a
    person, and why. ``timeout`` (seconds) bounds the counting.

    >>> from ferryplan import show
    >>> show("wolf-goat-cabbage").to_dict()["family"]
    'crossing'
    """
    check_type("difficulty", difficulty, bool, "true or false")
    check_number("timeout", timeout, "seconds")
    found, given = load_request(puzzle, parameters, keywords, show)
    with limited(timeout):
        instance = instantiate_smallest(found, given)
    if difficulty:
        check_difficulty(instance)
    return Description(instance, found, difficulty, timeout)


def generate(
    puzzle: PuzzleSource | AnyInstance,
    parameters: Mapping[str, Value] | None = None,
    *,
    dialect: str | None = None,
    encoding: str | None = None,
    backward: bool = False,
    style: str | None = None,
    **keywords: Value,
) -> Pddl:
    """Generate the PDDL domain and problem of a puzzle: the same texts for the same puzzle every time.

    ``puzzle`` and its parameters are as for `solve`; an instance, as `instantiate` returns it, does as well. ``dialect`` and ``encoding`` are
    the family's first where they are None. With ``backward``, start and goal are exchanged. The ``style`` ``"textbook"`` writes PDDL as
    short as on a slide, from which no plan is narrated.
    Raises as `solve` does, EncodingError for a puzzle that a dialect or an encoding cannot hold, and FamilyError for what a family does not have.

    >>> from ferryplan import generate
    >>> pddl = generate("wolf-goat-cabbage", dialect="adl")
    >>> pddl.domain.count("(:action")
    2
    """
    check_type("backward", backward, bool, "true or false")
    if isinstance(puzzle, AnyInstance):
        if parameters or keywords:
            raise ArgumentValueError("parameters", "some with an instance, whose parameters are fixed", "none")
        instance = puzzle
    else:
        instance = instantiate_smallest(*load_request(puzzle, parameters, keywords, generate))
    if backward:
        reversed_ = family_of(instance).reversed
        if reversed_ is None:
            raise FamilyError(f"backward: {family_of(instance).why_not('backward')}")
        instance = reversed_(instance)
    if style is None:
        return generation.generate(instance, dialect, encoding)
    check_choice("style", style, ("textbook",))
    if encoding is not None or backward:
        raise UnsuitableError("style: found with encoding or backward, expected it alone")
    return generation.textbook(instance, dialect)


@dataclass(frozen=True, slots=True, repr=False)
class EngineList(RenderableSequence[Engine]):
    """The planners that ferryplan knows, installed or not: a sequence of engines."""

    renderer = "ferryplan.planner.api.catalogue:render_engines"

    engines: tuple[Engine, ...]

    @property
    def items(self) -> tuple[Engine, ...]:
        """The engines."""
        return self.engines

    def __repr__(self) -> str:
        """Return the number of engines."""
        return f"EngineList(engines={len(self)})"


def render_engines(found: EngineList, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the engines as a table with how to get the missing ones, or as JSON."""
    rows: list[dict[str, Any]] = [
        {
            "name": engine.name,
            "installed": not engine.missing,
            "dialects": engine.takes,
            "optimal": engine.optimal,
            "proves_unsolvability": engine.proves,
            "license": engine.licence,
            "install": engine.missing or None,
        }
        for engine in found
    ]
    if form == "json":
        return json.dumps({"engines": rows}, indent=2) + "\n"
    cells = []
    for name, installed, dialects, optimal, proves, licence, _ in map(dict.values, rows):
        plans = "optimal" if optimal else "satisficing"
        cells.append((name, told_value(installed), ", ".join(dialects), plans, told_value(proves), licence))
    text = layout(Table(("Engine", "Installed", "Dialects", "Plans", "Proves none", "Licence"), tuple(cells)))
    missing = dict.fromkeys(row["install"] for row in rows if row["install"])
    return text + ("\n".join(("To get the others:", *(f"  {line}" for line in missing), "")) if missing else "")


def engines() -> EngineList:
    """Return the planners that ferryplan knows: which are installed, which dialects they take, what they guarantee.

    >>> from ferryplan import engines
    >>> [engine.name for engine in engines() if engine.name == "pyperplan"]
    ['pyperplan']
    """
    return EngineList(tuple(ENGINES.values()))
