"""The verb `pose`: questions about puzzles, with answers and proofs, as lines of JSON."""

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
from ferryplan.generator.names import spell_parameter
from ferryplan.generator.wording import listing
from ferryplan.planner.cli.commands import PuzzleCommand, chosen, note_path_of_same_name, was_typed
from ferryplan.planner.cli.options import crew_options, force_option, limit_options, workers
from ferryplan.planner.cli.output import check_effect
from ferryplan.planner.cli.values import Amount, OneOf, Range, Whole, name_of_parameter, puzzles_begun
from ferryplan.planner.cli.verbs import TYPED, make_verb
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import Work

if TYPE_CHECKING:
    from ferryplan.evaluation.posing.collection import Collection
    from ferryplan.evaluation.scoring.question import Question

ASKED = (
    "plan", "optimal-plan", "length", "solvable", "count", "next", "valid", "repair", "formalise", "answer",
)  # fmt: skip
UNTOLD = ("jobs", "cluster", "journal", "output", "o", "force")
SHARE = Amount({"": 1.0}, 0.0, 1.0, "a share above 0 and up to 1, such as 0.1")
Request = dict[str, Any]


class PoseError(FerryplanError):
    """Nothing could be asked."""


@make_verb("pose", PAGES["pose"], cls=PuzzleCommand, several=True)
@click.argument("puzzle", nargs=-1, shell_complete=puzzles_begun, metavar="[PUZZLE]…")
@click.option("--all-puzzles", is_flag=True)
@click.option("--set", "chosen_set", type=OneOf(("river-crossing-study",)))
@click.option("--sizes", type=Range(1, 1000), default="2..20")
@click.option("--invent", type=OneOf(INVENTORS, several=True, registry=INVENTORS))
@click.option("--number", type=Whole(1, 1_000_000), default=1)
@click.option("--unsolvable", type=SHARE)
@click.option("--new/--no-new", default=None)
@click.option("--ask", type=OneOf(ASKED, several=True), default="plan")
@click.option("--seed", type=Whole(0, None), default=1)
@click.option("--theme", metavar="THEME")
@click.option("--obfuscate", is_flag=True)
@click.option("--paraphrase", is_flag=True)
@click.option("--language", type=str, default="en")
@click.option("--pddl", is_flag=True)
@click.option("--split", type=SHARE)
@click.option("--certificates", is_flag=True)
@click.option("-o", "--output", type=click.Path(path_type=Path))
@force_option
@crew_options
@limit_options(whole=False)
@click.pass_context
def pose_command(ctx: click.Context, /, **values: Any) -> int:
    """Pose questions about PUZZLE as lines of JSON: each with an answer that is right, and what is proven of it.

    A parameter may have several values: 2..4, 2,3,5 or yes,no. The same seed poses the same questions.
    """
    from ferryplan.evaluation.posing.wording import languages
    from ferryplan.generator.retelling import NONSENSE

    if values["language"] not in languages():
        raise click.UsageError(f"--language: found '{values['language']}', expected {listing(languages(), 'or')}")
    if values["puzzle"] and values["all_puzzles"]:
        raise click.UsageError(format_message("commands.not-together", option="--all-puzzles", other="puzzles"))
    if values["obfuscate"]:
        check_effect(ctx, "without --obfuscate", "theme", here="with --obfuscate")
        values["theme"] = NONSENSE
    if not values["invent"]:
        check_effect(ctx, "with --invent KIND", "unsolvable", "new")
    if values["output"] is None:
        check_effect(ctx, "with -o", "force")
        if values["new"]:
            check_effect(ctx, "with -o", "new")
    else:
        values["force"] |= bool(values["new"])  # what is there is kept
        _check_place(values["output"], values["force"], values["journal"])
    from ferryplan.evaluation.posing.requests import COMMON

    common = {key: values[key] for key in COMMON}
    requests = [{**one, **common, "seed": f"{values['seed']}"} for one in _requests(ctx, values)]
    if not requests:
        says = format_message("commands.no-size-in-set", name=values["chosen_set"])
        raise PoseError(says, where="--sizes")
    found = _collected(requests, values)
    if not found.lines:
        raise PoseError(next(iter(found.left_out), format_message("commands.nothing-to-ask")))
    for told in found.left_out:
        click.echo(f"plan: {format_message('commands.question-left-out', reason=told)}", err=True)
    if values["output"] is not None:
        _give(found, _command(ctx), values)
    return exit_code("solved")


def _collected(requests: list[Request], values: Mapping[str, Any]) -> Collection:
    """Return what is posed; without a place for it, it is printed as soon as it is there."""
    from ferryplan.evaluation.posing.collection import Collection
    from ferryplan.evaluation.posing.folder import ending
    from ferryplan.evaluation.posing.requests import collect_questions

    path = values["output"]
    certified = values["certificates"] and (path is None or bool(ending(path)))
    found = Collection(values["split"], repeats=values["new"] is False, certified=certified)
    if values["new"]:
        found.keep(_questions_there(path))
    with Work("questions", len(requests)):
        collect_questions(requests, found, workers(values), *([sys.stdout.writelines] if path is None else []))
    return found


def _questions_there(path: Path) -> Iterator[Question]:
    """Yield the questions in a file, or in the files of a folder, that is there already."""
    from ferryplan.evaluation.scoring.answers import questions_in

    for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path] if path.exists() else []:
        yield from questions_in(str(file)).values()


def _check_place(path: Path, force: bool, journal: Path | None) -> None:
    """Raise OutputError for a place where nothing can be written in the end."""
    from ferryplan.evaluation.posing.folder import ending
    from ferryplan.planner.system.files import check_free, check_packages, check_place

    if form := ending(path):
        check_place(path)
    else:
        check_free(path, force, journal)
    if form == ".parquet":
        check_packages("-o FILE.parquet", "pyarrow")


def _give(found: Collection, command: str, values: Mapping[str, Any]) -> None:
    """Write what was posed into a file, or a folder."""
    from ferryplan.evaluation.posing.folder import ending, file_of, folder_of
    from ferryplan.planner.system.files import write_again
    from ferryplan.planner.system.replacing import replace_all

    path: Path = values["output"]
    if form := ending(path):
        replace_all({path: file_of(found.lines, form)}, values["force"])
    else:
        write_again(path, folder_of(found, command, values["certificates"]), values["force"])
    click.echo(format_message("commands.questions-written", file=path, count=len(found.lines)))


def _command(ctx: click.Context) -> str:
    """Return the command that poses the same, as it was typed, without where it goes and by how many processes."""
    import shlex

    words, typed = list[str](), iter(ctx.meta.get(TYPED, ("pose",)))
    for word in typed:
        name, equals, _ = word.lstrip("-").partition("=")
        if not word.startswith("-") or name not in UNTOLD:
            words.append(word)
        elif not equals and name != "force":
            next(typed, None)
    seed = [] if was_typed(ctx, "seed") else ["--seed", f"{ctx.params['seed']}"]
    return shlex.join(["plan", *words, *seed])


def _requests(ctx: click.Context, values: Mapping[str, Any]) -> Iterator[Request]:
    """Yield what is asked for, a request for each draft."""
    from ferryplan.evaluation.posing.collection import inventions
    from ferryplan.evaluation.posing.requests import requests_about, requests_in_set
    from ferryplan.generator.puzzle import load
    from ferryplan.planner.ranges import parameter_sets

    if values["invent"]:
        if values["puzzle"] or values["all_puzzles"]:
            raise click.UsageError(format_message("commands.not-together", option="--invent", other="puzzles"))
        yield from inventions(values["invent"], values["number"], values["unsolvable"] or 0.0)
        return
    if not values["chosen_set"]:
        check_effect(ctx, "with --set NAME", "sizes")
    elif values["puzzle"] or values["all_puzzles"]:
        raise click.UsageError(format_message("commands.not-together", option="--set", other="puzzles"))
    else:
        yield from requests_in_set(values["chosen_set"], values["sizes"], values["number"])
        return
    for name, given in _chosen(ctx, values):
        puzzle = load(name)
        yield from requests_about(puzzle, parameter_sets(puzzle, given), values["number"])


def _chosen(ctx: click.Context, values: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the puzzles, each with what is given of its parameters."""
    from ferryplan import domains

    names = [*domains.puzzle_files()] if values["all_puzzles"] else [*values["puzzle"]]
    if len(names) > 1 or values["all_puzzles"]:
        own = ctx.meta["ferryplan.puzzle"].parameters
        if typed := [key for key in own if was_typed(ctx, name_of_parameter(key))]:
            option = spell_parameter(typed[0])
            raise click.UsageError(format_message("commands.one-puzzle-only", option=option))
        for name in values["puzzle"][1:]:
            note_path_of_same_name(name)
        yield from ((name, {}) for name in names)
    else:
        puzzle, given = chosen(ctx, {**values, "puzzle": ctx.meta["ferryplan.name"]})
        yield puzzle.reference, given
