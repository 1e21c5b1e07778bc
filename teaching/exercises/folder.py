"""All kinds of exercises, as files: what is handed out, and the key."""

from __future__ import annotations

import itertools
import shlex
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, FerryplanError
from ferryplan.generator.escaping import Markdown
from ferryplan.generator.families import state_space, teller_of
from ferryplan.generator.instance import Value
from ferryplan.generator.layout import HTML, MARKDOWN
from ferryplan.generator.names import spell_setting
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.templates import render_as
from ferryplan.generator.wording import told_value
from ferryplan.planner.system.limits import limited
from ferryplan.planner.system.progress import doing
from ferryplan.teaching.exercises.models import complete, mistake
from ferryplan.teaching.exercises.setting import Exercise, Setting
from ferryplan.teaching.exercises.states import graph, heuristic, plan

KINDS = {one.__name__: one for one in (complete, mistake, plan, graph, heuristic)}
"""what makes an exercise of each kind; raises EncodingError for a puzzle of which there is none"""
FORMS = {"md": ("markdown", MARKDOWN), "html": ("html", HTML)}
RUBRIC = Path(__file__).with_name("rubric.toml")


def make_exercises(
    setting: Setting, kinds: Sequence[str], timeout: float, *, strict: bool
) -> tuple[list[Exercise], tuple[str, ...]]:
    """Return an exercise of each kind, made in an equal share of the time, and notes about the kinds that the puzzle does not allow.

    Raises EncodingError if there are no exercises, and for the first such kind if ``strict``.
    """
    made, left_out, name = list[Exercise](), list[str](), setting.puzzle.name
    for kind in kinds:
        doing(kind)
        try:
            with limited(timeout / len(kinds)):
                made.append(KINDS[kind](setting))
        except FerryplanError as error:
            if strict:
                raise
            left_out.append(
                format_message("commands.exercise-left-out", kind=kind, puzzle=name, reason=error.statement)
            )
    if not made:
        raise EncodingError(format_message("python.no-exercise"), where=name, about="kinds")
    return made, tuple(left_out)


def format_grading(puzzle: PuzzleFile, given: Mapping[str, Value]) -> str:
    """Return the command that grades submissions, up to the path of the rubric."""
    options = [word for key, value in given.items() for word in spell_setting(key, told_value(value))]
    return shlex.join(["plan", "check", puzzle.reference, *options, "--submissions", "SUBMISSIONS", "--rubric"]) + " "


def files_of(setting: Setting, made: Sequence[Exercise], check: str) -> dict[str, str]:
    """Return the texts of the files, by their names, the key in ``key/``; ``check`` is the command that grades.

    Each model tells answers of another: all but the first are in folders of their own, with sheets of their own.
    """
    models, sheets = [one.kind for one in made if _shown(one)], defaultdict[str, list[Exercise]](list)
    files = dict[str, str]()
    for one in made:
        sheets[f"{one.kind}/" if one.kind in models[1:] else ""].append(one)
        files |= one.files
    in_order = [*sheets[""], *(one for folder, some in sheets.items() if folder for one in some)]
    numbers = {one.kind: number for number, one in enumerate(in_order, 1)} if len(in_order) > 1 else {}
    if graded := not {"complete", "mistake"}.isdisjoint(models):
        files["rubric.toml"] = RUBRIC.read_text(encoding="utf-8")
    for (folder, some), end in itertools.product(sheets.items(), FORMS):
        files[f"{folder}sheet.{end}"] = _told(setting, some, numbers, end, {})
    key: dict[str, object] = {"check": check * graded, "later": models[1:]}
    return files | {"key/README.md": _told(setting, in_order, numbers, "md", key)}


def _shown(one: Exercise) -> list[Markdown]:
    """Return the domain and the problem that are shown, if any are."""
    return [Markdown(text) for name, text in one.files.items() if name.endswith("pddl") and not name.startswith("key/")]


def _told(
    setting: Setting, some: Sequence[Exercise], numbers: Mapping[str, int], end: str, key: dict[str, object]
) -> str:
    """Return a sheet with tasks, or the ``key`` to them; a task has the same number in both."""
    (form, layout), teller = FORMS[end], teller_of(setting.instance)
    puzzle = teller.task(state_space(setting.instance))._asdict()
    says = puzzle | {"tables": [*map(layout, puzzle["tables"])], "key": key, "seed": setting.asked["seed"]}
    says |= {"title": setting.instance.title, "story": setting.instance.story, "tasks": [one._asdict() for one in some]}
    for task, one in zip(says["tasks"], some, strict=True):
        task |= {"tables": [*map(layout, one.key if key else one.task)], "code": _shown(one)}
        task["number"] = numbers.get(one.kind)
    return render_as(form, f"narration/exercise.{form}.j2", says)
