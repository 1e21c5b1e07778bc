"""The command line. Its verbs are here, but for `compare`; what they do is elsewhere, and is imported when they run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from click.shell_completion import get_completion_class

from generator.errors import PddlError, PlanError
from generator.pddl import DIALECTS, ENCODINGS
from planner.engines.failures import failures_told
from planner.files import read_text, write_files
from planner.terminal import layout, progress
from planner.verbs.commands import CONTEXT, Plan, about_a_puzzle, backward_option, chosen, examples, formats
from planner.verbs.compare import compare_command
from planner.verbs.exit_codes import EXIT_CODES
from planner.verbs.solutions import all_solutions
from planner.verbs.telling import Telling, telling, wanted

if TYPE_CHECKING:
    from planner.crossing.solving import Result
    from planner.tables import Table

__all__ = ["listed", "plan"]

COMPLETION = "_PLAN_COMPLETE"


@click.group(
    cls=Plan,
    context_settings=CONTEXT,
    epilog=examples("", "--couples 4", "missionaries-cannibals --cannibals 2", "family --explain", "list"),
)
@click.version_option(package_name="ferryplan", prog_name="plan")
def plan() -> None:
    """River-crossing puzzles as PDDL planning problems: written, solved by real planners, told and checked.

    Without a verb, `solve`; without a puzzle, `jealous-couples`. A path to a .toml file stands wherever a puzzle's name does.
    """


@about_a_puzzle(
    plan,
    "solve",
    epilog=examples(
        "solve --couples 3",
        "solve jealous-couples --couples 4 --capacity 2",
        "solve family --format markdown",
        "solve --islands 1 --format json",
        "solve --couples 3 --all --up-to-symmetry",
        "solve wolf-goat-cabbage -o wolf.html -o wolf.svg",
    ),
)
@click.option(
    "--engine",
    default="auto",
    show_default=True,
    help="the planner: pyperplan, fast-downward, … or any that unified-planning knows",
)
@click.option(
    "--dialect",
    type=click.Choice(DIALECTS),
    help="the PDDL fragment  [default: the best that the engine takes]",
)
@click.option(
    "--encoding",
    type=click.Choice(ENCODINGS),
    help="whether each traveller has a name or only their numbers count  [default: the cheaper]",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True, max=10**8),
    default=300,
    show_default=True,
    help="seconds, for all of it",
)
@click.option(
    "--memory", type=click.IntRange(min=256, max=2**30), default=4096, show_default=True, help="MiB for the engine"
)
@telling
@backward_option
@click.option("--domain", metavar="FILE", help="solve this PDDL domain, with --problem, instead of a puzzle")
@click.option("--problem", metavar="FILE", help="the PDDL problem to --domain")
@all_solutions
def solve_command(
    ctx: click.Context,
    engine: str,
    dialect: str | None,
    encoding: str | None,
    timeout: float,
    memory: int,
    form: str,
    explain: bool,
    backward: bool,
    output: tuple[Path, ...],
    domain: str | None,
    problem: str | None,
    **values: Any,
) -> int:
    """Solve PUZZLE and tell the crossings, or prove that there are none and say what to change."""
    from planner.crossing.solving import solve

    puzzle, parameters = chosen(ctx, values)
    how = wanted(ctx, form, explain, output)
    if domain or problem:
        named = ctx.get_parameter_source("puzzle") is not ParameterSource.DEFAULT
        if not (domain and problem) or named or parameters or dialect or encoding:
            raise click.UsageError(
                "--domain and --problem go together, without a puzzle, its parameters, --dialect or --encoding"
            )
        return _solve_files(ctx, domain, problem, how, engine=engine, timeout=timeout, memory=memory)
    with failures_told(how.printed), progress(f"{puzzle.title}: looking for the fewest crossings"):
        result = solve(
            puzzle,
            parameters,
            reference=values["puzzle"],
            engine=engine,
            dialect=dialect,
            encoding=encoding,
            timeout=timeout,
            memory=memory,
            session=ctx.obj,
            backward=backward,
        )
    return _tell(result, how)


plan.add_command(compare_command)


@about_a_puzzle(
    plan,
    "generate",
    epilog=examples("generate --couples 3 --capacity 2", "generate family --dialect adl -o family-adl"),
)
@click.option("--dialect", type=click.Choice(DIALECTS), default="strips", show_default=True, help="the PDDL fragment")
@click.option(
    "--encoding",
    type=click.Choice(ENCODINGS),
    help="whether each traveller has a name or only their numbers count  [default: named, where the dialect has it]",
)
@backward_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="write domain.pddl and p01.pddl there instead of printing them",
)
def generate_command(
    ctx: click.Context, dialect: str, encoding: str | None, backward: bool, output: Path | None, **values: Any
) -> int:
    """Write the PDDL domain and problem of PUZZLE."""
    from generator.crossing.reversal import reverse_instance
    from generator.crossing.smallest import instantiate_smallest
    from generator.pddl import generate

    puzzle, parameters = chosen(ctx, values)
    instance = instantiate_smallest(puzzle, parameters, values["puzzle"])
    pddl = generate(reverse_instance(instance) if backward else instance, dialect, encoding)
    if output is None:
        click.echo(f"{pddl.domain}\n{pddl.problem}", nl=False)
    else:
        write_files(output, {"domain.pddl": pddl.domain, "p01.pddl": pddl.problem})
    return 0


@plan.command("validate", context_settings=CONTEXT)
@click.argument("problem", type=click.Path())
@click.argument("plan_file", metavar="PLAN", type=click.Path(allow_dash=True))
@formats("text", "json")
def validate_command(problem: str, plan_file: str, form: str) -> int:
    """Check a PLAN that any planner made for PROBLEM, a problem file that `plan generate` wrote.

    Says that it is valid, or at which crossing it breaks which rule. PLAN may be - for standard input.
    """
    try:
        result = _judged(problem, plan_file)
    except PlanError as error:
        if form == "json":
            details = {key: getattr(error, key) for key in ("crossing", "rule", "found") if hasattr(error, key)}
            click.echo(json.dumps({"valid": False, **details, "message": str(error)}, ensure_ascii=False, indent=2))
            return EXIT_CODES["bad-input"]
        raise
    assert result.solution is not None
    if form == "json":
        from planner.crossing.narration import as_json

        data = as_json(result)
        found = {key: data[key] for key in ("puzzle", "crossings", "cost", "makespan", "unit", "notes") if key in data}
        click.echo(json.dumps({"valid": True, **found}, ensure_ascii=False, indent=2))
    else:
        from planner.crossing.sentences import told_solution

        total = told_solution(result.solution)
        click.echo(f"{plan_file}: valid: {total}, every one keeps the rules, and the goal is reached.")
        for note in result.notes:
            click.echo(f"{plan_file}: {note}.")
    return 0


@plan.command("narrate", context_settings=CONTEXT)
@click.argument("problem", type=click.Path())
@click.argument("plan_file", metavar="PLAN", type=click.Path(allow_dash=True))
@telling
@click.pass_context
def narrate_command(
    ctx: click.Context, problem: str, plan_file: str, form: str, explain: bool, output: tuple[Path, ...]
) -> int:
    """Tell a PLAN that any planner made for PROBLEM, a problem file that `plan generate` wrote."""
    how = wanted(ctx, form, explain, output)
    return _tell(_judged(problem, plan_file), how)


@plan.command("list", context_settings=CONTEXT)
@formats("text", "json")
def list_command(form: str) -> int:
    """List the puzzles of the catalogue."""
    from planner.crossing.show import catalogue_as_json, catalogue_as_table

    return listed(form, catalogue_as_json, catalogue_as_table)


@about_a_puzzle(
    plan, "show", epilog=examples("show", "show family", "show missionaries-cannibals --missionaries 4 --format json")
)
@formats("text", "json")
def show_command(ctx: click.Context, form: str, **values: Any) -> int:
    """Show PUZZLE: its story, parameters, rules, legal loads, and how many situations there are."""
    from generator.crossing.smallest import instantiate_smallest
    from planner.crossing.show import as_json, as_text

    puzzle, parameters = chosen(ctx, values)
    instance = instantiate_smallest(puzzle, parameters, values["puzzle"])
    if form == "json":
        click.echo(json.dumps(as_json(puzzle, instance), ensure_ascii=False, indent=2))
    else:
        click.echo(as_text(puzzle, instance, layout()), nl=False)
    return 0


@plan.command("schema", context_settings=CONTEXT)
def schema_command() -> int:
    """Print the JSON Schema of puzzle files, with which editors complete and check them."""
    from generator.puzzle import json_schema

    click.echo(json.dumps(json_schema(), indent=2))
    return 0


@plan.command("completion", context_settings=CONTEXT, epilog=examples("completion bash"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion_command(shell: str) -> int:
    """Print what makes a SHELL complete verbs, puzzles and options; put it into the shell's start-up file."""
    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(plan, {}, "plan", COMPLETION).source())
    return 0


def listed(form: str, as_json: Callable[[], Any], as_table: Callable[[], Table]) -> int:
    """Print what there is, as JSON or as a table."""
    text = json.dumps(as_json(), indent=2) + "\n" if form == "json" else layout()(as_table())
    click.echo(text, nl=False)
    return 0


def _solve_files(ctx: click.Context, domain: str, problem: str, how: Telling, **asked: Any) -> int:
    from planner.engines.pddl_files import Answer, solve_files

    if how.draws:
        raise click.UsageError(
            "--domain and --problem give a plan and no picture; `plan narrate PROBLEM PLAN` draws the plan of a problem generated here"
        )
    texts = [read_text(path, PddlError) for path in (domain, problem)]
    try:
        with failures_told(how.printed), progress(f"{problem}: looking for a plan"):
            answer = solve_files(texts[0], texts[1], problem, session=ctx.obj, **asked)
    except PddlError as error:
        raise PddlError(f"{domain}, {problem}: {error}") from None
    if not isinstance(answer, Answer):
        return _tell(answer, how)
    how.tell_answer(answer)
    return EXIT_CODES[answer.status]


def _judged(problem: str, plan_file: str) -> Result:
    from planner.crossing.judging import judge

    return judge(read_text(problem, PddlError), read_text(plan_file, PlanError), problem, plan_file)


def _tell(result: Result, how: Telling) -> int:
    how.tell(result)
    return EXIT_CODES[result.status]
