"""The files of an exercise set: sheets and models to hand out, and the answer key."""

from __future__ import annotations

import itertools
import shlex
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, FerryplanError
from ferryplan.generator.escaping import Markdown
from ferryplan.generator.families import narrator_of, state_space_of
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import HTML, MARKDOWN
from ferryplan.generator.names import format_parameter_setting
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.templates import render_escaped
from ferryplan.generator.wording import format_parameter_value
from ferryplan.planner.system.limits import enforce_limits
from ferryplan.planner.system.progress import show_step
from ferryplan.teaching.exercises.exercise_setting import Exercise, ExercisePuzzle
from ferryplan.teaching.exercises.model_exercises import make_completion_exercise, make_mistake_exercise
from ferryplan.teaching.exercises.state_exercises import (
    make_graph_exercise,
    make_heuristic_exercise,
    make_plan_exercise,
)

EXERCISE_MAKERS = {
    "complete": make_completion_exercise,
    "mistake": make_mistake_exercise,
    "plan": make_plan_exercise,
    "graph": make_graph_exercise,
    "heuristic": make_heuristic_exercise,
}
"""The function that makes an exercise of each kind; it raises EncodingError if the puzzle does not allow the kind."""
SHEET_FORMATS = {"md": ("markdown", MARKDOWN), "html": ("html", HTML)}
"""The file name ending of each kind of sheet, with the name of its format and the layout of its tables."""
RUBRIC_FILE = Path(__file__).with_name("rubric.toml")
"""The rubric that is handed out with the exercises."""


def make_exercises(
    exercise_puzzle: ExercisePuzzle, kinds: Sequence[str], timeout: float, *, strict: bool
) -> tuple[list[Exercise], tuple[str, ...]]:
    """Return an exercise of each kind, and notes about the kinds that the puzzle does not allow.

    Each kind gets an equal share of the time. Raises EncodingError if there are no exercises at all; with ``strict``, raises the error of
    the first kind that the puzzle does not allow.
    """
    made, left_out, name = list[Exercise](), list[str](), exercise_puzzle.puzzle.name
    for kind in kinds:
        show_step(kind)
        try:
            with enforce_limits(timeout / len(kinds)):
                made.append(EXERCISE_MAKERS[kind](exercise_puzzle))
        except FerryplanError as error:
            if strict:
                raise
            left_out.append(
                format_message("commands.exercise-left-out", kind=kind, puzzle=name, reason=error.statement)
            )
    if not made:
        raise EncodingError(format_message("python.no-exercise"), where=name, about="kinds")
    return made, tuple(left_out)


def format_grading_command(puzzle: PuzzleFile, given: Mapping[str, ParameterValue]) -> str:
    """Return the command that grades submissions, without its last argument, the path of the rubric."""
    options = [
        word for key, value in given.items() for word in format_parameter_setting(key, format_parameter_value(value))
    ]
    return shlex.join(["plan", "check", puzzle.reference, *options, "--submissions", "SUBMISSIONS", "--rubric"]) + " "


def make_exercise_files(
    exercise_puzzle: ExercisePuzzle, exercises: Sequence[Exercise], grading_command: str
) -> dict[str, str]:
    """Return the files of an exercise set, as texts by file name.

    ``grading_command`` becomes part of the answer key in ``key/``. Each model except the first has its own folder with its own sheet, to be
    handed out later, because a model gives away answers about the other models.
    """
    models, sheets = [one.kind for one in exercises if _list_model_texts(one)], defaultdict[str, list[Exercise]](list)
    files = dict[str, str]()
    for one in exercises:
        sheets[f"{one.kind}/" if one.kind in models[1:] else ""].append(one)
        files |= one.files
    in_order = [*sheets[""], *(one for folder, some in sheets.items() if folder for one in some)]
    numbers = {one.kind: number for number, one in enumerate(in_order, 1)} if len(in_order) > 1 else {}
    if graded := not {"complete", "mistake"}.isdisjoint(models):
        files["rubric.toml"] = RUBRIC_FILE.read_text(encoding="utf-8")
    for (folder, some), end in itertools.product(sheets.items(), SHEET_FORMATS):
        files[f"{folder}sheet.{end}"] = _render_sheet(
            exercise_puzzle, some, numbers, end, {}, _find_earlier_sheet([*sheets], folder)
        )
    key: dict[str, object] = {"check": grading_command * graded, "later": models[1:]}
    return files | {"key/README.md": _render_sheet(exercise_puzzle, in_order, numbers, "md", key)}


def _find_earlier_sheet(folders: Sequence[str], folder: str) -> str:
    """Return the address of the sheet before that in a folder, for a link on its page.

    It is empty for the first sheet. ``folders`` are the folders of all sheets, in the order in which the sheets are
    handed out. No sheet has a link to a later one, which students do not have yet.
    """
    order = sorted(folders, key=bool)  # the sheet in the main folder is handed out first
    at = order.index(folder)
    return f"../{order[at - 1]}sheet.html" if at else ""


def _list_model_texts(one: Exercise) -> list[Markdown]:
    """Return the PDDL texts that an exercise shows to students: domain and problem, or none."""
    return [Markdown(text) for name, text in one.files.items() if name.endswith("pddl") and not name.startswith("key/")]


def _render_sheet(
    exercise_puzzle: ExercisePuzzle,
    exercises: Sequence[Exercise],
    numbers: Mapping[str, int],
    file_ending: str,
    key: dict[str, object],
    earlier_sheet: str = "",
) -> str:
    """Return the text of an exercise sheet or, if ``key`` is not empty, of the answer key.

    ``numbers`` has the task number of each kind of exercise, the same in sheet and key. ``file_ending`` is the file name ending. ``key`` has the
    template values that only the answer key needs. ``earlier_sheet`` is the address of the sheet before, for a link.
    """
    (form, layout), narrator = SHEET_FORMATS[file_ending], narrator_of(exercise_puzzle.instance)
    puzzle = narrator.make_task_sheet(state_space_of(exercise_puzzle.instance))._asdict()
    says = puzzle | {"tables": [*map(layout, puzzle["tables"])], "key": key, "seed": exercise_puzzle.options["seed"]}
    says["pager"] = {"previous": (earlier_sheet, format_message("exercises.earlier-sheet"))} if earlier_sheet else None
    says |= {
        "title": exercise_puzzle.instance.title,
        "story": exercise_puzzle.instance.story,
        "tasks": [one._asdict() for one in exercises],
    }
    for task, one in zip(says["tasks"], exercises, strict=True):
        task |= {"tables": [*map(layout, one.key_tables if key else one.task_tables)], "code": _list_model_texts(one)}
        task["number"] = numbers.get(one.kind)
    return render_escaped(form, f"narration/exercise.{form}.j2", says)
