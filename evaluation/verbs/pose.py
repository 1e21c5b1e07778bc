"""The verb `pose`, which writes questions about puzzles, with answers and proofs, as lines of JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.verbs.pages import PAGES
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.names import format_parameter_option
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.cli.commands import PuzzleCommand, load_chosen_puzzle, note_shadowed_path, was_option_given
from ferryplan.planner.cli.option_types import (
    AmountWithUnit,
    NumberRange,
    OneOf,
    WholeNumber,
    complete_puzzles,
    python_name_of_parameter,
)
from ferryplan.planner.cli.options import add_limit_options, force_option, read_worker_options, worker_options
from ferryplan.planner.cli.output import check_options_have_effect
from ferryplan.planner.cli.verbs import TYPED_ARGUMENTS, make_verb
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import WorkProgress

if TYPE_CHECKING:
    from ferryplan.evaluation.posing.collection import QuestionCollection
    from ferryplan.evaluation.posing.question_requests import QuestionRequest
    from ferryplan.evaluation.scoring.question import Question

ASK_KINDS = (
    "plan", "optimal-plan", "length", "solvable", "count", "next", "valid", "repair", "formalise", "answer",
)  # fmt: skip
"""The kinds of questions."""
OMITTED_OPTIONS = ("jobs", "cluster", "journal", "output", "o", "force")
"""The options, for output and processes, that the command in a data card leaves out."""
SHARE_TYPE = AmountWithUnit({"": 1.0}, 0.0, 1.0, "a share above 0 and up to 1, such as 0.1")


class PoseError(FerryplanError):
    """Raised when no question can be posed about the chosen puzzles."""


@make_verb("pose", PAGES["pose"], cls=PuzzleCommand, several=True)
@click.argument("puzzle", nargs=-1, shell_complete=complete_puzzles, metavar="[PUZZLE]…")
@click.option("--all-puzzles", is_flag=True)
@click.option("--set", "chosen_set", type=OneOf(("river-crossing-study",)))
@click.option("--sizes", type=NumberRange(1, 1000), default="2..20")
@click.option("--invent", type=OneOf(INVENTORS, several=True, registry=INVENTORS))
@click.option("--number", type=WholeNumber(1, 1_000_000), default=1)
@click.option("--unsolvable", type=SHARE_TYPE)
@click.option("--new/--no-new", default=None)
@click.option("--ask", type=OneOf(ASK_KINDS, several=True), default="plan")
@click.option("--seed", type=WholeNumber(0, None), default=1)
@click.option("--theme", metavar="THEME")
@click.option("--obfuscate", is_flag=True)
@click.option("--paraphrase", is_flag=True)
@click.option("--language", type=str, default="en")
@click.option("--pddl", is_flag=True)
@click.option("--split", type=SHARE_TYPE)
@click.option("--certificates", is_flag=True)
@click.option("-o", "--output", type=click.Path(path_type=Path))
@force_option
@worker_options
@add_limit_options(limits_whole_verb=False)
@click.pass_context
def pose_command(ctx: click.Context, /, **values: Any) -> int:
    """Pose questions about PUZZLE as lines of JSON, each with a right answer and its proof.

    A parameter may have several values: 2..4, 2,3,5 or yes,no. The same seed poses the same questions.
    """
    from ferryplan.evaluation.posing.question_text import list_languages
    from ferryplan.generator.theming import NONSENSE_THEME

    if values["language"] not in list_languages():
        raise click.UsageError(
            f"--language: found '{values['language']}', expected {join_phrases(list_languages(), 'or')}"
        )
    if values["puzzle"] and values["all_puzzles"]:
        raise click.UsageError(format_message("commands.not-together", option="--all-puzzles", other="puzzles"))
    if values["obfuscate"]:
        check_options_have_effect(ctx, "without --obfuscate", "theme", present_case="with --obfuscate")
        values["theme"] = NONSENSE_THEME
    if not values["invent"]:
        check_options_have_effect(ctx, "with --invent KIND", "unsolvable", "new")
    if values["output"] is None:
        check_options_have_effect(ctx, "with -o", "force")
        if values["new"]:
            check_options_have_effect(ctx, "with -o", "new")
    else:
        values["force"] |= bool(values["new"])  # existing questions are kept
        _check_output_path(values["output"], values["force"], values["journal"])
    from ferryplan.evaluation.posing.question_requests import COMMON_KEYS

    common = {key: values[key] for key in COMMON_KEYS}
    requests = [{**one, **common, "seed": f"{values['seed']}"} for one in _make_question_requests(ctx, values)]
    if not requests:
        says = format_message("commands.no-size-in-set", name=values["chosen_set"])
        raise PoseError(says, where="--sizes")
    found = _pose_requested_questions(requests, values)
    if not found.lines:
        raise PoseError(next(iter(found.left_out), format_message("commands.nothing-to-ask")))
    for told in found.left_out:
        click.echo(f"plan: {format_message('commands.question-left-out', reason=told)}", err=True)
    if values["output"] is not None:
        _write_questions(found, _format_command(ctx), values)
    return exit_code("solved")


def _pose_requested_questions(requests: list[QuestionRequest], values: Mapping[str, Any]) -> QuestionCollection:
    """Pose the requested questions, and return the collection of all questions.

    Without an output file, the questions are printed as soon as they are ready. ``values`` are the options of the command.
    """
    from ferryplan.evaluation.posing.collection import QuestionCollection
    from ferryplan.evaluation.posing.question_files import find_file_ending
    from ferryplan.evaluation.posing.question_requests import collect_questions

    path = values["output"]
    certified = values["certificates"] and (path is None or bool(find_file_ending(path)))
    found = QuestionCollection(values["split"], allows_repeats=values["new"] is False, includes_certificates=certified)
    if values["new"]:
        found.add_known_questions(_read_existing_questions(path))
    with WorkProgress("questions", len(requests)):
        collect_questions(
            requests, found, read_worker_options(values), *([sys.stdout.writelines] if path is None else [])
        )
    return found


def _read_existing_questions(path: Path) -> Iterator[Question]:
    """Yield the questions in the file or folder at a path; none if the path does not exist."""
    from ferryplan.evaluation.scoring.answer_files import read_questions

    for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path] if path.exists() else []:
        yield from read_questions(str(file)).values()


def _check_output_path(path: Path, force: bool, journal: Path | None) -> None:
    """Raise OutputError, before the work begins, if the output path cannot be written.

    With ``force``, existing files may be replaced. With ``journal``, a folder that an interrupted call left may be completed.
    """
    from ferryplan.evaluation.posing.question_files import find_file_ending
    from ferryplan.planner.system.user_files import check_output_folder, check_packages, check_writable_path

    if form := find_file_ending(path):
        check_writable_path(path)
    else:
        check_output_folder(path, force, journal)
    if form == ".parquet":
        check_packages("-o FILE.parquet", "pyarrow")


def _write_questions(collection: QuestionCollection, command: str, values: Mapping[str, Any]) -> None:
    """Write the questions into the file or the folder that the user chose.

    ``command`` is the command that poses the same questions again; ``values`` are the options of the command line.
    """
    from ferryplan.evaluation.posing.question_files import encode_questions, find_file_ending, make_folder_files
    from ferryplan.planner.system.file_replacement import write_or_replace_files
    from ferryplan.planner.system.user_files import rewrite_files

    path: Path = values["output"]
    if form := find_file_ending(path):
        write_or_replace_files({path: encode_questions(collection.lines, form)}, values["force"])
    else:
        rewrite_files(path, make_folder_files(collection, command, values["certificates"]), values["force"])
    click.echo(format_message("commands.questions-written", file=path, count=len(collection.lines)))


def _format_command(ctx: click.Context) -> str:
    """Return the command line that poses the same questions, without options for output and processes."""
    import shlex

    words, typed = list[str](), iter(ctx.meta.get(TYPED_ARGUMENTS, ("pose",)))
    for word in typed:
        name, equals, _ = word.lstrip("-").partition("=")
        if not word.startswith("-") or name not in OMITTED_OPTIONS:
            words.append(word)
        elif not equals and name != "force":
            next(typed, None)
    seed = [] if was_option_given(ctx, "seed") else ["--seed", f"{ctx.params['seed']}"]
    return shlex.join(["plan", *words, *seed])


def _make_question_requests(ctx: click.Context, values: Mapping[str, Any]) -> Iterator[QuestionRequest]:
    """Yield the requests for questions about the chosen puzzles, a chosen set or invented puzzles.

    ``values`` are the options of the command.
    """
    from ferryplan.evaluation.posing.collection import make_invention_requests
    from ferryplan.evaluation.posing.question_requests import make_puzzle_requests, make_set_requests
    from ferryplan.generator.puzzle import load
    from ferryplan.planner.parameter_ranges import parse_parameter_combinations

    if values["invent"]:
        if values["puzzle"] or values["all_puzzles"]:
            raise click.UsageError(format_message("commands.not-together", option="--invent", other="puzzles"))
        yield from make_invention_requests(values["invent"], values["number"], values["unsolvable"] or 0.0)
        return
    if not values["chosen_set"]:
        check_options_have_effect(ctx, "with --set NAME", "sizes")
    elif values["puzzle"] or values["all_puzzles"]:
        raise click.UsageError(format_message("commands.not-together", option="--set", other="puzzles"))
    else:
        yield from make_set_requests(values["chosen_set"], values["sizes"], values["number"])
        return
    for name, given in _list_chosen_puzzles(ctx, values):
        puzzle = load(name)
        yield from make_puzzle_requests(puzzle, parse_parameter_combinations(puzzle, given), values["number"])


def _list_chosen_puzzles(ctx: click.Context, values: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the names of the chosen puzzles, each with the given values of its parameters."""
    from ferryplan import domains

    names = [*domains.puzzle_files()] if values["all_puzzles"] else [*values["puzzle"]]
    if len(names) > 1 or values["all_puzzles"]:
        own = ctx.meta["ferryplan.puzzle"].parameters
        if typed := [key for key in own if was_option_given(ctx, python_name_of_parameter(key))]:
            option = format_parameter_option(typed[0])
            raise click.UsageError(format_message("commands.one-puzzle-only", option=option))
        for name in values["puzzle"][1:]:
            note_shadowed_path(name)
        yield from ((name, {}) for name in names)
    else:
        puzzle, given = load_chosen_puzzle(ctx, {**values, "puzzle": ctx.meta["ferryplan.name"]})
        yield puzzle.reference, given
