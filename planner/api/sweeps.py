"""Many instances of one puzzle: benchmark suites, and engines side by side."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ferryplan.generator.arguments import ArgumentTypeError, ArgumentValueError, check_choice, check_number, check_type
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import Value
from ferryplan.generator.parameters import check_parameters
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import dialect_of
from ferryplan.generator.wording import begun
from ferryplan.planner.api.sources import PuzzleSource, load_request
from ferryplan.planner.benchmarking import runs
from ferryplan.planner.benchmarking.comparison import Comparison
from ferryplan.planner.benchmarking.runs import Limits, Run
from ferryplan.planner.benchmarking.suite_optima import Wanted
from ferryplan.planner.benchmarking.suites import Suite, write_suite
from ferryplan.planner.engines.runner import check_engines
from ferryplan.planner.system.crew import Crew
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, limited

Values: TypeAlias = Value | Iterable[Value]
"""The value of a parameter, or several of them: a range, a list."""
MOST_SETS = 100_000


def suite(
    puzzle: PuzzleSource,
    output: str | os.PathLike[str],
    parameters: Mapping[str, Values] | None = None,
    *,
    dialect: str | None = None,
    encoding: str | None = None,
    known_only: bool = False,
    solvable_only: bool = False,
    overwrite: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Values,
) -> Suite:
    """Write a benchmark suite: a problem for every combination of values that the parameters of a puzzle are given.

    ``puzzle`` is as for `solve`. A parameter may have several values, as a range or a list. The suite is a folder below ``output`` with
    domain.pddl, p01.pddl, p02.pddl, … by size, and metadata.json with the parameters and the known optima of each problem. ``known_only``
    leaves out problems whose optima are not known, ``solvable_only`` those without a plan. ``overwrite`` replaces another suite there.
    ``timeout`` is in seconds, ``memory`` in MiB; a suite that they interrupt is not written.
    Raises as `solve` does, and ParameterError for too many combinations, OutputError where nothing can be written, TimeIsUpError.

    >>> import tempfile
    >>> from ferryplan import suite
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = suite("jealous-couples", folder, couples=range(2, 5))
    ...     made.folder.name, len(made.problems)
    ('jealous-couples-strips', 3)
    """
    found, given = load_request(puzzle, parameters, keywords, suite)
    check_type("output", output, (str, os.PathLike), "a path")
    flags = {"known_only": known_only, "solvable_only": solvable_only, "overwrite": overwrite}
    for name, flag in flags.items():
        check_type(name, flag, bool, "true or false")
    _check_limits(dialect, encoding, timeout, memory)
    sets = combine_values(found, given)
    wanted = Wanted(known_only, solvable_only) if known_only or solvable_only else None
    with limited(timeout, memory):
        return write_suite(
            Path(output), found, sets, dialect=dialect, encoding=encoding, force=overwrite, wanted=wanted
        )


def compare(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Values] | None = None,
    *,
    engines: Sequence[str] = (),
    dialects: Sequence[str] = (),
    encodings: Sequence[str] = (),
    jobs: int = 1,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Values,
) -> Comparison:
    """Compare engines on instances of a puzzle: which find a plan, of how many moves, in what time.

    ``puzzle`` is as for `solve`. A parameter may have several values, as a range or a list. Without ``engines`` all that are installed run,
    without ``dialects`` and ``encodings`` those that each takes. Each run has ``timeout`` seconds and ``memory`` MiB in a process of its own,
    and ``jobs`` of them run at a time.
    Raises as `solve` does, and ParameterError for too many combinations, EncodingError if no engine takes any of the dialects.

    >>> from ferryplan import compare
    >>> found = compare("jealous-couples", couples=[2, 3], engines=["rules"])
    >>> [(run.parameters["couples"], run.status) for run in found.runs]
    [(2, 'optimal'), (3, 'optimal')]
    """
    found, given = load_request(puzzle, parameters, keywords, compare)
    _check_limits(None, None, timeout, memory)
    check_number("jobs", jobs, "processes", whole=True)
    for name, several, known in (("dialects", dialects, DIALECTS), ("encodings", encodings, ENCODINGS)):
        check_type(name, several, (list, tuple), "a list of names")
        for one in several:
            check_choice(name, one, known)
    check_type("engines", engines, (list, tuple), "a list of names")
    for one in engines:
        check_type("engines", one, str, "names of engines")
    instances = combine_values(found, given)
    check_engines(engines)
    with limited(timeout):
        own = dialect_of(found, instances) if family_of(found).in_turn else None
    wanted = runs.settings(engines, dialects, encodings, found.family, own)
    limits, family, ended = Limits(timeout, memory), family_of(found), dict[int, Run]()
    with Crew(jobs, runs.run) as calls:
        runs.compare(found, instances, wanted, limits, ended.__setitem__, calls)
    done, about = tuple(ended[number] for number in sorted(ended)), (family.move.many, family.unit(found))
    return Comparison(found.name, tuple(found.parameters), done, limits, jobs, len(instances) * len(wanted), *about)


def combine_values(puzzle: PuzzleFile, given: Mapping[str, Any]) -> list[dict[str, Value]]:
    """Return every combination of the values that the parameters are given; the last parameter changes fastest.

    Raises ArgumentError for what is no value, ParameterError for a value out of its range, and for more than 100,000 combinations.
    """
    values = {key: [*_several(puzzle, key, value)] for key, value in given.items()}
    for key, several in values.items():
        if not several:
            raise ArgumentValueError(key, "no values", "at least one")
    if (count := math.prod(map(len, values.values()))) > MOST_SETS:
        raise ParameterError(
            f"{puzzle.name}: found {count:,} combinations of parameters, expected at most {MOST_SETS:,}"
        )
    for key, several in values.items():
        for value in several:
            check_parameters(puzzle, {key: value})
    return [dict(zip(values, one, strict=True)) for one in itertools.product(*values.values())]


def _several(puzzle: PuzzleFile, key: str, value: Any) -> Iterator[Value]:
    """Yield the values of a parameter; a list is one value of a parameter that takes lists."""
    is_list = key in puzzle.parameters and puzzle.parameters[key].type == "list"
    if isinstance(value, int | str):
        yield value
    elif isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise ArgumentTypeError(key, begun(repr(value)), "a value, or several as a range or a list")
    elif is_list and all(isinstance(one, int) for one in value):
        yield tuple(value)
    else:
        yield from (tuple(one) if isinstance(one, list) else one for one in value)


def _check_limits(dialect: str | None, encoding: str | None, timeout: float, memory: int) -> None:
    for name, value, known in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_choice(name, value, known)
    check_number("timeout", timeout, "seconds")
    check_number("memory", memory, "MiB", whole=True)
