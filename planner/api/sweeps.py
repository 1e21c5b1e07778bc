"""Functions that use many instances of one puzzle: benchmark suites and comparisons of engines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import (
    ArgumentTypeError,
    ArgumentValueError,
    check_argument_choice,
    check_argument_type,
    check_positive_number,
)
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.wording import truncate
from ferryplan.planner.api.puzzle_sources import PuzzleSource, load_puzzle_and_parameters, to_plain_number
from ferryplan.planner.benchmarking.contest import Contest
from ferryplan.planner.benchmarking.engine_comparison import Comparison
from ferryplan.planner.benchmarking.engine_runs import EngineRun, RunLimits
from ferryplan.planner.benchmarking.lab_experiment import BENCHMARKS_FOLDER, write_experiment
from ferryplan.planner.benchmarking.suite_optima import SuiteFilter
from ferryplan.planner.benchmarking.suite_task import SuiteRequest
from ferryplan.planner.benchmarking.suites import Suite
from ferryplan.planner.parameter_ranges import combine_parameter_values
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, enforce_limits
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.worker_options import check_worker_options

ParameterValues: TypeAlias = ParameterValue | Iterable[ParameterValue]
"""The value of a parameter, or several of them as a range or a list."""


def suite(
    puzzle: PuzzleSource,
    output: str | os.PathLike[str] = ".",
    parameters: Mapping[str, ParameterValues] | None = None,
    *,
    dialect: str | None = None,
    encoding: str | None = None,
    lab: str | os.PathLike[str] | None = None,
    known_only: bool = False,
    solvable_only: bool = False,
    overwrite: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    journal: str | os.PathLike[str] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValues,
) -> Suite:
    """Write a benchmark suite: a problem for each combination of parameter values.

    The suite is a folder with domain.pddl, p01.pddl, p02.pddl, … in the order of size, and metadata.json with the parameters and the known
    optima.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        output: The folder in which the suite's folder is created.
        parameters: Values of the puzzle's parameters by name: one each, or several as a range or a list.
        dialect: The dialect of the problems. None chooses one.
        encoding: The encoding of the problems. None chooses one.
        lab: A folder for an experiment with Fast Downward's Lab, in place of ``output``; the suite is in its ``benchmarks``.
        known_only: Whether to leave out problems whose optimum is unknown.
        solvable_only: Whether to leave out unsolvable problems.
        overwrite: Whether to replace another suite of the same name.
        jobs: The number of processes that find the optima.
        cluster: Where the processes run: ``"local"``, a batch system such as ``"slurm"``, or the address of a Dask scheduler; None for this machine.
        journal: A file that keeps the progress; the same call with the same file resumes.
        timeout: The time limit in seconds. At this limit, the suite holds the problems written so far, and ``partial``
            is true.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        ParameterError: There are more than 100,000 combinations.
        OutputError: The suite cannot be written.
        TimeIsUpError: No problem was written in time.

    >>> import tempfile
    >>> from ferryplan import suite
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = suite("jealous-couples", folder, couples=range(2, 5))
    ...     made.folder.name, len(made.problems)
    ('jealous-couples-strips', 3)
    """
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, suite)
    for name, path in (("output", output), ("lab", lab)):
        check_argument_type(
            name, path, (str, os.PathLike, type(None)) if name == "lab" else (str, os.PathLike), "a path"
        )
    flags = {"known_only": known_only, "solvable_only": solvable_only, "overwrite": overwrite}
    for name, flag in flags.items():
        check_argument_type(name, flag, bool, "true or false")
    _check_formulation_and_limits(dialect, encoding, timeout, memory)
    workers = check_worker_options(jobs, cluster, journal)
    if lab is not None and os.fspath(output) != ".":
        says = format_message("python.output-or-lab")
        raise ArgumentValueError("output", truncate(repr(output)), "no output", statement=says)
    wanted = SuiteFilter(known_only, solvable_only) if known_only or solvable_only else None
    task, below = SuiteRequest(found, expand_parameters(found, given), dialect, encoding, wanted), Path(output)
    with enforce_limits(timeout, memory, GRACE), StoppableBlock(timeout) as stop:
        made = task.write(below if lab is None else Path(lab, BENCHMARKS_FOLDER), workers, stop, force=overwrite)
    if lab is not None and made.problems:
        write_experiment(Path(lab), made, found, timeout, memory, overwrite)
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    return made


def compare(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValues] | None = None,
    *,
    engines: Sequence[str] = (),
    dialects: Sequence[str] = (),
    encodings: Sequence[str] = (),
    jobs: int = 1,
    cluster: str | None = None,
    journal: str | os.PathLike[str] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValues,
) -> Comparison:
    """Compare planners on instances of a puzzle: which find a plan, how long it is, and how fast they are.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name: one each, or several as a range or a list.
        engines: Names of engines. By default, all installed engines.
        dialects: Names of dialects. By default, all dialects that each engine takes.
        encodings: Names of encodings. By default, all encodings of each dialect.
        jobs: The number of processes that work at the same time.
        cluster: Where the processes run: ``"local"``, a batch system such as ``"slurm"``, or the address of a Dask scheduler; None for this machine.
        journal: A file that keeps the progress; the same call with the same file resumes.
        timeout: The time limit of each run, in seconds.
        memory: The memory limit of each run, in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `Comparison`: a sequence of runs, grouped by instance.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        ParameterError: There are more than 100,000 combinations.
        EncodingError: No engine takes any of the dialects.

    >>> from ferryplan import compare
    >>> found = compare("jealous-couples", couples=[2, 3], engines=["rules"])
    >>> [(run.parameters["couples"], run.status) for run in found.runs]
    [(2, 'optimal'), (3, 'optimal')]
    """
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, compare)
    _check_formulation_and_limits(None, None, timeout, memory)
    workers = check_worker_options(jobs, cluster, journal)
    for name, several, known in (("dialects", dialects, DIALECTS), ("encodings", encodings, ENCODINGS)):
        check_argument_type(name, several, (list, tuple), "a list of names")
        for one in several:
            check_argument_choice(name, one, known)
    check_argument_type("engines", engines, (list, tuple), "a list of names")
    for one in engines:
        check_argument_type("engines", one, str, "names of engines")
    names = engines, dialects, encodings
    contest, done = (
        Contest.from_names(found, expand_parameters(found, given), names, RunLimits(timeout, memory)),
        dict[int, EngineRun](),
    )
    contest.run_all(workers, done)
    return contest.make_comparison(done, jobs)


def expand_parameters(puzzle: PuzzleFile, given: Mapping[str, Any]) -> list[dict[str, ParameterValue]]:
    """Return every combination of the given parameter values, each a mapping from parameters to values.

    ``given`` maps each parameter to a value or to several values, such as a range. In the order of the combinations,
    the last parameter changes fastest. Raises ArgumentError for a value of a wrong type, and ParameterError for a value
    out of its range or for more than 100,000 combinations.
    """
    values = {key: [*_list_given_values(puzzle, key, value)] for key, value in given.items()}
    for key, several in values.items():
        if not several:
            says = format_message("python.empty-list", item="value")
            raise ArgumentValueError(key, "an empty list", "at least one value", statement=says)
    return combine_parameter_values(puzzle, values)


def _list_given_values(puzzle: PuzzleFile, key: str, value: Any) -> Iterator[ParameterValue]:
    """Yield the values given for the parameter ``key``.

    ``value`` is one value, or a range or list of values. If the values of the parameter are lists themselves, a list of
    numbers is one value.
    """
    is_list = key in puzzle.parameters and puzzle.parameters[key].type == "list"
    if isinstance(value, int | str):
        yield value
        return
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise ArgumentTypeError(key, truncate(repr(value)), "a value, or several as a range or a list")
    values = [to_plain_number(one) for one in value]
    if is_list and all(isinstance(one, int) for one in values):
        yield tuple(values)
    else:
        yield from (tuple(one) if isinstance(one, list) else one for one in values)


def _check_formulation_and_limits(dialect: str | None, encoding: str | None, timeout: float, memory: int) -> None:
    """Raise ArgumentError for an unknown dialect or encoding, or for a limit that is no positive number."""
    for name, value, known in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_argument_choice(name, value, known)
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)
