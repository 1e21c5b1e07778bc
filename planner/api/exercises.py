"""Exercises about a puzzle, with their key."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ferryplan.generator.arguments import check_choice, check_number, check_type
from ferryplan.generator.instance import Value
from ferryplan.planner.api.sources import PuzzleSource, load_request
from ferryplan.planner.exercises.folder import KINDS as EXERCISES
from ferryplan.planner.exercises.folder import files_of, format_grading, make_exercises
from ferryplan.planner.exercises.setting import Setting
from ferryplan.planner.rendering import Renderable
from ferryplan.planner.system.files import check_free, write_files
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, limited


@dataclass(frozen=True, slots=True, repr=False)
class ExerciseSet(Renderable):
    """Exercises about a puzzle: sheets, models with gaps, a rubric, and the key, as texts by the names of their files."""

    formats = ("markdown", "html", "json")
    renderer = "ferryplan.planner.api.exercises:render_exercises"

    puzzle: str
    """the puzzle's name"""
    files: Mapping[str, str] = field(hash=False)
    """the texts by the names of their files"""
    notes: tuple[str, ...] = ()
    """the kinds of exercises that the puzzle does not allow, and why"""

    def __repr__(self) -> str:
        """Return the puzzle and the number of files."""
        return f"ExerciseSet({self.puzzle!r}, files={len(self.files)})"

    def save(self, folder: str | Path, *, overwrite: bool = False) -> None:
        """Write the files into a folder. Raises OutputError for one that holds other files, unless ``overwrite`` replaces them."""
        check_free(Path(folder), overwrite)
        write_files(Path(folder), dict(self.files))


def render_exercises(found: ExerciseSet, form: str) -> str:
    """Return the first sheet as Markdown or as a page, or all files as JSON."""
    if form == "json":
        return json.dumps({"puzzle": found.puzzle, "files": dict(found.files)}, ensure_ascii=False, indent=2) + "\n"
    return found.files["sheet.html" if form == "html" else "sheet.md"]


def exercise(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    kinds: Sequence[str] = tuple(EXERCISES),
    gaps: str = "preconditions",
    seed: int = 1,
    dialect: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Value,
) -> ExerciseSet:
    """Make exercises about a puzzle, with their key: complete a model, find a mistake, judge a plan, draw a graph, compute a heuristic.

    ``puzzle`` and its parameters are as for `solve`. ``kinds`` are complete, mistake, plan, graph, heuristic; by default all that the puzzle
    allows. ``gaps`` (preconditions, effects, action, goal) is what students complete. The same ``seed`` makes the same exercises. ``dialect`` is
    strips or adl, ``timeout`` in seconds, ``memory`` in MiB.
    Raises as `solve` does, and EncodingError for a kind that you name and the puzzle does not allow.

    >>> from ferryplan import exercise
    >>> made = exercise("wolf-goat-cabbage", kinds=["plan"])
    >>> sorted(name for name in made.files if name.startswith("sheet"))
    ['sheet.html', 'sheet.md']
    """
    found, given = load_request(puzzle, parameters, keywords, exercise)
    check_type("kinds", kinds, (list, tuple), "a list of kinds of exercises")
    for one in kinds:
        check_choice("kinds", one, EXERCISES)
    check_choice("gaps", gaps, ("preconditions", "effects", "action", "goal"))
    check_type("seed", seed, int, "a whole number")
    if dialect is not None:
        check_choice("dialect", dialect, ("strips", "adl"))
    check_number("timeout", timeout, "seconds")
    check_number("memory", memory, "MiB", whole=True)
    strict = tuple(kinds) != tuple(EXERCISES)
    with limited(math.inf, memory):
        setting = Setting(found, given, {"kind": [*kinds], "gaps": gaps, "seed": seed, "dialect": dialect})
        made, left_out = make_exercises(setting, kinds, timeout, strict=strict)
    return ExerciseSet(found.name, files_of(setting, made, format_grading(found, given)), left_out)
