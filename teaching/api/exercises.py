"""The public function `exercise`, which makes exercises about a puzzle with an answer key."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ferryplan.generator.arguments import check_argument_choice, check_argument_type, check_positive_number
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.rendering import Renderable
from ferryplan.planner.api.puzzle_sources import PuzzleSource, load_puzzle_and_parameters
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, enforce_limits
from ferryplan.planner.system.user_files import check_output_folder, write_files
from ferryplan.teaching.exercises.exercise_files import EXERCISE_MAKERS as EXERCISES
from ferryplan.teaching.exercises.exercise_files import format_grading_command, make_exercise_files, make_exercises
from ferryplan.teaching.exercises.exercise_setting import ExercisePuzzle


@dataclass(frozen=True, slots=True, repr=False)
class ExerciseSet(Renderable):
    """The exercises about a puzzle and their answer key, as the texts of files."""

    formats = ("markdown", "html", "json")
    """The names of the formats of the sheet; the first one is the default."""
    renderer = "ferryplan.teaching.api.exercises:render_exercises"

    puzzle: str
    """The name of the puzzle."""
    files: Mapping[str, str] = field(hash=False)
    """The text of each file by its name: sheets, models with gaps, a rubric, and the answer key in ``key/``."""
    notes: tuple[str, ...] = ()
    """The kinds of exercises that the puzzle does not allow, each with the reason."""

    def __repr__(self) -> str:
        """Return a short description with the name of the puzzle and the number of files."""
        return f"ExerciseSet({self.puzzle!r}, files={len(self.files)})"

    def save(self, folder: str | Path, *, overwrite: bool = False) -> None:
        """Write the files into a folder, which must be new or empty.

        Raises OutputError if the folder holds files, unless ``overwrite`` replaces them.
        """
        check_output_folder(Path(folder), overwrite)
        write_files(Path(folder), dict(self.files))


def render_exercises(found: ExerciseSet, form: str) -> str:
    """Return the exercise sheet as Markdown or HTML, or the texts of all files as a JSON object."""
    if form == "json":
        return json.dumps({"puzzle": found.puzzle, "files": dict(found.files)}, ensure_ascii=False, indent=2) + "\n"
    return found.files["sheet.html" if form == "html" else "sheet.md"]


def exercise(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    kinds: Sequence[str] = tuple(EXERCISES),
    gaps: str = "preconditions",
    seed: int = 1,
    dialect: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> ExerciseSet:
    """Make exercises about a puzzle for a class, with their answer key.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        kinds: The kinds of exercises: complete (complete a model), mistake (find a mistake in a model), plan (judge a plan), graph (draw the
            state graph) and heuristic (compute a heuristic). By default, all kinds that the puzzle allows.
        gaps: The part of the model that students complete: preconditions, effects, action or goal.
        seed: The number that determines every random choice.
        dialect: The dialect of the models: strips or adl. With None, ferryplan chooses.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        An `ExerciseSet`: the texts of the files by their names, to be saved in a folder.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The puzzle does not allow a kind of exercise that you name.

    >>> from ferryplan import exercise
    >>> made = exercise("wolf-goat-cabbage", kinds=["plan"])
    >>> sorted(name for name in made.files if name.startswith("sheet"))
    ['sheet.html', 'sheet.md']
    """
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, exercise)
    check_argument_type("kinds", kinds, (list, tuple), "a list of kinds of exercises")
    for one in kinds:
        check_argument_choice("kinds", one, EXERCISES)
    check_argument_choice("gaps", gaps, ("preconditions", "effects", "action", "goal"))
    check_argument_type("seed", seed, int, "a whole number")
    if dialect is not None:
        check_argument_choice("dialect", dialect, ("strips", "adl"))
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)
    strict = tuple(kinds) != tuple(EXERCISES)
    with enforce_limits(math.inf, memory):
        setting = ExercisePuzzle(found, given, {"kind": [*kinds], "gaps": gaps, "seed": seed, "dialect": dialect})
        made, left_out = make_exercises(setting, kinds, timeout, strict=strict)
    return ExerciseSet(found.name, make_exercise_files(setting, made, format_grading_command(found, given)), left_out)
