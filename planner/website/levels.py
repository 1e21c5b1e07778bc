"""The levels of the web site: instances of the catalog's puzzles that a person can play on a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.difficulty import LEVEL_NAMES
from ferryplan.generator.errors import EncodingError, ParameterError, PuzzleError
from ferryplan.generator.families import difficulty_of, family_of, instantiate, instantiate_smallest
from ferryplan.generator.formulation import Optimum
from ferryplan.generator.generation import compute_fingerprint
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.puzzle import load
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import find_optimum
from ferryplan.planner.pictures.play_data import make_play_data
from ferryplan.planner.system.progress import show_step

MAX_STATES = 300_000
"""the most states that the search for the best solution of a level explores"""
MAX_VARIANT_LENGTH = 45
"""the most characters of the parameters in the title of a level; a level with longer ones, or with a board, gets a number"""
_LISTED_THING = re.compile(r"\beach (?!of\b)(\w+)")
"""the noun in the help of a list: ``shore where each car waits``"""
MAX_MOVES = 200
"""the most moves of a level: nobody plays longer solutions on a page"""


@dataclass(frozen=True, slots=True)
class PuzzleLevel:
    """An instance that a person can play on a page, and what the catalog page says about it."""

    slug: str
    """the name of the page's file, without its ending"""
    puzzle: PuzzleFile
    """the puzzle, of which a site may have several levels"""
    variant: str
    """the parameters that differ from the puzzle's defaults, in words; empty for the puzzle as it is"""
    instance: AnyInstance
    play_data: Mapping[str, Any]
    """the result of `make_play_data`"""
    move_count: int | None
    """the number of moves of a best solution; None for puzzles in which each solution has equally many moves"""
    difficulty: int | None
    """how hard the level is for a person, from 1 to 5; None if its family is not graded"""

    @property
    def title(self) -> str:
        """The title of the puzzle, with the variant."""
        return f"{self.instance.title}: {self.variant}" if self.variant else str(self.instance.title)

    @property
    def difficulty_name(self) -> str:
        """The name of the difficulty, such as ``easy``; empty if the level is not graded."""
        return LEVEL_NAMES[self.difficulty - 1] if self.difficulty else ""


def list_levels(references: Iterable[str]) -> Iterator[PuzzleLevel]:
    """Yield the levels of puzzles, given by their names in the catalog or by the paths of their files.

    For each puzzle, the first level has the default parameters; the others are the known optima in the puzzle's file.
    Instances that have no solution or that no page can play are left out. Raises the errors of `load`, and PuzzleError
    if two puzzles have the same name.
    """
    names = set[str]()
    for reference in references:
        show_step(reference)
        puzzle = load(reference)
        if puzzle.name in names:
            raise PuzzleError(format_message("commands.site-repeats", puzzle=puzzle.name), about="puzzle")
        names.add(puzzle.name)
        instances = [*_list_instances(puzzle)]
        optima = {compute_fingerprint(instance): optimum for _, instance, optimum in instances if optimum}
        seen, variants = set[str](), list[str]()
        for number, (parameters, instance, _) in enumerate(instances, 1):
            fingerprint = compute_fingerprint(instance)
            if fingerprint in seen:
                continue
            seen.add(fingerprint)
            optimum = optima.get(fingerprint) or find_optimum(instance, MAX_STATES)[0]
            if optimum.solvable is False or (optimum.moves or 0) > MAX_MOVES:
                continue
            if play_data := make_play_data(instance):
                slug = f"{puzzle.name}-{number}" if parameters else puzzle.name
                moves = None if family_of(instance).has_fixed_length else optimum.moves
                variant, default = (_describe_variant(puzzle, one, parameters) for one in (instance, instances[0][1]))
                if parameters and variant in ("", default, *variants):
                    variant = ", ".join(filter(None, (variant, f"level {len(variants) + 1}")))
                variants.append(variant)
                yield PuzzleLevel(slug, puzzle, variant, instance, play_data, moves, _grade_level(instance))


def _list_instances(
    puzzle: PuzzleFile,
) -> Iterator[tuple[Mapping[str, ParameterValue], AnyInstance, Optimum | None]]:
    """Yield a puzzle's instances: with the defaults, then with the parameters of each optimum in its file.

    Each instance comes after the parameters that were set and before its optimum, which is None for the defaults.
    """
    yield {}, instantiate_smallest(puzzle, {}), None
    for parameters, optimum in family_of(puzzle).list_optima(puzzle):
        try:
            yield parameters, instantiate(puzzle, parameters), optimum
        except ParameterError:  # the optimum holds for several values of a free parameter
            continue


def _describe_variant(puzzle: PuzzleFile, instance: AnyInstance, keys: Iterable[str]) -> str:
    """Return some parameters of an instance in words.

    The text is empty if one of the parameters has no short words, or if it would be too long.
    """
    values = dict(instance.parameters)
    words = [_describe_parameter(key, values[key], puzzle.parameters[key].help) for key in keys]
    variant = ", ".join(dict.fromkeys(words))  # the origins and the destinations of cars are both their number
    return variant if all(words) and len(variant) <= MAX_VARIANT_LENGTH else ""


def _describe_parameter(key: str, value: ParameterValue, says: str) -> str:
    """Return a parameter with its value in words: ``4 couples``, ``capacity 2`` or ``no bypass``.

    For a list, the words are the number of the things that the help ``says`` it has numbers for. They are empty for a
    text, such as a board, and for other lists.
    """
    name = key.replace("_", " ")
    match value:
        case str():
            return ""
        case bool():
            return name if value else f"no {name}"
        case tuple():
            found = _LISTED_THING.search(says)
            return _count_things(len(value), f"{found[1]}s") if found else ""
        case int():
            return _count_things(value, name) if name.endswith(("s", "men")) else f"{name} {value}"
        case _:
            assert_never(value)


def _count_things(count: int, things: str) -> str:
    """Return a number with a noun, which is given in the plural: ``1 man`` or ``2 families``."""
    singular = (
        f"{things[:-2]}an" if things.endswith("men") else f"{things[:-3]}y" if things.endswith("ies") else things[:-1]
    )
    return f"{count or 'no'} {singular if count == 1 else things}"


def _grade_level(instance: AnyInstance) -> int | None:
    """Return how hard an instance is for a person, from 1 to 5; None if its family is not graded."""
    try:
        return difficulty_of(instance).level
    except EncodingError:
        return None
