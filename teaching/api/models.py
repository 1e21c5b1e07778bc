"""The public functions `check` and `check_submissions`, which compare models with a puzzle."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentValueError, check_argument_type, check_positive_number
from ferryplan.generator.errors import PddlError, PuzzleError
from ferryplan.generator.generation import Pddl
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.parameters import complete_parameters
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.pddl_puzzles import list_problem_files
from ferryplan.planner.api.puzzle_sources import (
    PddlSource,
    PuzzleSource,
    is_inline_text,
    load_puzzle_and_parameters,
    read_source,
    resolve_pddl_pair,
)
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME, DEFAULT_MEMORY, DEFAULT_TIMEOUT, enforce_limits
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.worker_options import check_worker_options
from ferryplan.teaching.checking.course_report import CourseCheckSettings, CourseReport
from ferryplan.teaching.checking.examination import REPORT_LAYOUTS, examine_problem
from ferryplan.teaching.checking.interpretation_map import InterpretationMap
from ferryplan.teaching.checking.model_check import ModelCheck
from ferryplan.teaching.checking.rubric import Rubric, read_rubric


def check(
    puzzle: PuzzleSource,
    problem: PddlSource | Pddl | tuple[Any, Any] | list[PddlSource],
    domain: PddlSource | None = None,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    rubric: PddlSource | None = None,
    hint: int = 0,
    hint_time: float = DEFAULT_HINT_TIME,
    map: PddlSource | None = None,  # noqa: A002 - the name of the option
    show_map: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> ModelCheck:
    """Compare a PDDL model that somebody else wrote with a puzzle.

    Names of actions and predicates do not matter. Each difference comes with the shortest scenario that shows it.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        problem: The problem of the model as a text or a path; or a `Pddl`, a pair of a domain and a problem, a list of problems for one domain,
            or the path of a folder with problems.
        domain: The domain as a text or a path. None selects the domain file next to the problem file.
        parameters: Values of the puzzle's parameters by name. ferryplan takes the other values from the model.
        rubric: The points of each kind of difference, as a text in TOML or a path. None gives no points.
        hint: The level of hints: 0 none, 1 which part is wrong, 2 which condition is wrong, 3 what to write.
        hint_time: The time limit for hints, in seconds.
        map: The interpretation (which facts of the model represent the puzzle's state), as a text in TOML or a path. With None, ferryplan finds it.
        show_map: Whether the answer contains the interpretation that ferryplan used, so that you can correct it.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `ModelCheck`. Its ``verdict`` is same, different, undecided or unreadable.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: Models of this puzzle cannot be compared.
        TimeIsUpError, MemoryError: A limit was reached.

    >>> from ferryplan import check, generate
    >>> pddl = generate("wolf-goat-cabbage", dialect="adl")
    >>> check("wolf-goat-cabbage", pddl).verdict
    'same'
    """
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, check)
    complete_parameters(found, given)
    models = _list_models(problem, domain)
    _check_shared_arguments(hint, hint_time, timeout, memory)
    check_argument_type("show_map", show_map, bool, "true or false")
    points, mapped = _read_rubric(rubric), _read_map(map)
    forms = {**REPORT_LAYOUTS, "map": PLAIN} if show_map else REPORT_LAYOUTS
    with enforce_limits(timeout, memory):
        examined = [examine_problem(found, given, *model, interpretation_map=mapped, layouts=forms) for model in models]
        judged = tuple(one.with_hints(hint, hint_time) for one in examined)
    return ModelCheck(found.name, judged, points)


def check_submissions(
    puzzle: PuzzleSource,
    folder: str | os.PathLike[str],
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    rubric: PddlSource | None = None,
    hint: int = 0,
    hint_time: float = DEFAULT_HINT_TIME,
    map: PddlSource | None = None,  # noqa: A002 - the name of the option
    jobs: int = 1,
    cluster: str | None = None,
    journal: str | os.PathLike[str] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> CourseReport:
    """Compare the models of a whole course with a puzzle, and give points.

    Each submission is checked in its own process, so unreadable PDDL affects only its own submission.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        folder: A folder that holds, for each submission, a folder, an archive, or files whose names begin with the submission's name.
        parameters: Values of the puzzle's parameters by name.
        rubric: The points, as for `check`. None selects the default rubric.
        hint: The level of hints, as for `check`.
        hint_time: The time limit for the hints of a submission, in seconds.
        map: The interpretation of the models, as for `check`.
        jobs: The number of processes that run at the same time.
        cluster: Where the processes run: ``"local"``, a batch system such as ``"slurm"``, or the address of a Dask scheduler; None for this machine.
        journal: A file that records the progress; the same call with the same file resumes.
        timeout: The time limit of each submission, in seconds.
        memory: The memory limit of each submission, in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `CourseReport`: a sequence of model checks with points.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong. PddlError also for a folder
            without submissions.
        EncodingError: Models of this puzzle cannot be compared.

    >>> import pathlib, tempfile
    >>> from ferryplan import check_submissions, generate
    >>> pddl = generate("wolf-goat-cabbage", dialect="adl")
    >>> with tempfile.TemporaryDirectory() as course:
    ...     for name, text in {"domain": pddl.domain, "p01": pddl.problem}.items():
    ...         _ = pathlib.Path(course, f"ada_{name}.pddl").write_text(text, encoding="utf-8")
    ...     report = check_submissions("wolf-goat-cabbage", course)
    >>> [(one.submission, one.verdict, one.grade["points"]) for one in report]
    [('ada', 'same', 100.0)]
    """
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, check_submissions)
    complete_parameters(found, given)
    check_argument_type("folder", folder, (str, os.PathLike), "a path")
    if not os.fspath(folder):
        raise ArgumentValueError("folder", "an empty text", "a path")
    _check_shared_arguments(hint, hint_time, timeout, memory)
    workers, points = check_worker_options(jobs, cluster, journal), _read_rubric(rubric) or Rubric()
    task = CourseCheckSettings(found, given, _read_map(map), points, hint, hint_time, timeout, memory)
    with StoppableBlock(math.inf) as stop:
        report = task.check_submissions_in_folder(Path(folder), workers, stop)
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    return report


def _list_models(problem: Any, domain: PddlSource | None) -> list[tuple[str | Source, str | Source | None]]:
    """Return the problems of the argument ``problem``, each paired with its domain.

    A domain of None stands for the domain file next to the problem file. Paths stay file names; PDDL texts become sources.
    """
    domain_source, sources = domain, problem if isinstance(problem, list) else [problem]
    if not isinstance(problem, list):
        domain_source, first = resolve_pddl_pair(problem, domain)
        sources = (
            list_problem_files([os.fspath(first)])
            if isinstance(first, str | os.PathLike) and not is_inline_text(first)
            else [first]
        )
    if not sources:
        says = format_message("python.empty-list", item="problem")
        raise ArgumentValueError("problem", "an empty list", "at least one problem", statement=says)
    if domain_source is None and any(map(is_inline_text, sources)):
        says = format_message("python.domain-missing")
        raise ArgumentValueError("domain", "None", "a text or a path", statement=says)
    own = None if domain_source is None else _read_text_or_keep_path("domain", domain_source)
    return [(_read_text_or_keep_path("problem", one), own) for one in sources]


def _check_shared_arguments(hint: int, hint_time: float, timeout: float, memory: int) -> None:
    """Check the arguments that `check` and `check_submissions` share; raise ArgumentError for a wrong one."""
    check_argument_type("hint", hint, int, "a level from 0 to 3")
    if not 0 <= hint <= 3:
        raise ArgumentValueError("hint", f"{hint}", "a level from 0 to 3")
    for name, number in (("hint_time", hint_time), ("timeout", timeout)):
        check_positive_number(name, number, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)


def _read_map(source: PddlSource | None) -> InterpretationMap | None:
    """Return the interpretation in the argument ``map``, a text or a path; None for None."""
    if source is None:
        return None
    text = _read_toml("map", source)
    return InterpretationMap(text.text, text.name)


def _read_rubric(source: PddlSource | None) -> Rubric | None:
    """Return the rubric in the argument ``rubric``, a text or a path; None for None."""
    if source is None:
        return None
    text = _read_toml("rubric", source)
    return read_rubric(text.text, text.name)


def _read_toml(name: str, source: PddlSource) -> Source:
    """Return the TOML of the argument called ``name``: either the text itself, or a path to read.

    A text with an equals sign counts as TOML even if it is a single line, unless a file has this name.
    """
    if isinstance(source, str) and "=" in source and not os.path.exists(source):
        return Source(source, f"the {name}")
    return read_source(name, source, PuzzleError)


def _read_text_or_keep_path(name: str, source: PddlSource) -> str | Source:
    """Return PDDL text as a source, and the path of a PDDL file as its file name.

    The comparison reads files itself, because it looks for a domain file next to the problem file.
    """
    found = read_source(name, source, PddlError)
    return found if is_inline_text(source) else found.name
