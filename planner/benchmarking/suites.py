"""Benchmark suites: folders of problems with their domains, in the layout of Lab and planning.domains.

Each domain is written once. If all problems share it, it is ``domain.pddl`` beside them. Otherwise there is a folder
for each domain, ``01``, ``02``, …, with its ``domain.pddl`` and its problems, because Lab and Fast Downward's driver
find a domain beside the problem on their own. The problems are numbered by size across all folders. Domains that differ
only in their comments count as one domain; its file has the comments of the first problem's domain.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, ParameterError
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.families import family_of
from ferryplan.generator.formulation import Optimum
from ferryplan.generator.generation import check_encoding, generate, list_encodings
from ferryplan.generator.header import normalize_pddl
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.sweeping import (
    ExcludedParameters,
    ExploreForOptima,
    TrackProgress,
    choose_sweep_dialect,
    find_optima,
    hide_progress,
    sweep_parameters,
)
from ferryplan.planner.benchmarking.suite_optima import (
    DOMAIN_FILE,
    SuiteFilter,
    count_fewest_actions,
    domain_file_of,
    filter_instances,
)
from ferryplan.planner.system.file_replacement import NotReplaceableError, check_replaceable_pddl
from ferryplan.planner.system.scratch import ScratchFolder
from ferryplan.planner.system.user_files import OutputError, make_folders

METADATA_FILE = "metadata.json"
"""the file of a suite that lists its problems with their parameters and known optima"""


@dataclass(frozen=True, slots=True, repr=False)
class Suite(RenderableSequence[dict[str, Any]]):
    """A benchmark suite that was written into a folder: a sequence of problems."""

    renderer = "ferryplan.planner.benchmarking.suites:render_suite"

    folder: Path
    """The folder of the suite."""
    problems: tuple[dict[str, Any], ...] = field(hash=False)
    """The problems, as in metadata.json: file, parameters and known optima."""
    left_out: tuple[ExcludedParameters, ...]
    """The combinations of parameters that have no problem of their own, each with the reason."""
    partial: bool = False
    """Whether the time ran out before all problems were written."""
    metadata: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The content of metadata.json besides the problems: the title, the source, the units."""

    @property
    def items(self) -> tuple[dict[str, Any], ...]:
        """The problems, as in metadata.json."""
        return self.problems

    def __repr__(self) -> str:
        """Return a short description with the folder and the number of problems."""
        return f"Suite({str(self.folder)!r}, problems={len(self)})"


def render_suite(suite: Suite, form: str) -> str:
    """Return a summary of a suite as a text, or its metadata.json if ``form`` is ``json``.

    The text has the folder, the number of problems, and the number of problems that are known to be solvable or
    unsolvable.
    """
    if form == "json":
        content = {
            **suite.metadata,
            **({"partial": True} if suite.partial else {}),
            "problems": suite.problems,
            "left_out": [part._asdict() for part in suite.left_out],
        }
        return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    count, known = len(suite), sum(problem["solvable"] is not None for problem in suite)
    return format_message("commands.suite-written", folder=suite.folder, count=count, known=known) + "\n"


def write_suite(
    output: Path,
    puzzle: PuzzleFile,
    parameter_sets: Sequence[Mapping[str, Any]],
    *,
    dialect: str | None = None,
    encoding: str | None = None,
    track: TrackProgress = hide_progress,
    explore: ExploreForOptima | None = None,
    force: bool = False,
    suite_filter: SuiteFilter | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Suite:
    """Write a suite into a folder below ``output``, and return it.

    The name of the folder is ``puzzle-dialect``, or ``puzzle-dialect-encoding`` if the encoding is not the first
    encoding of the dialect. Without ``dialect``, the family chooses a dialect for the first valid set of parameters.

    The suite has a problem for every set of parameters that is valid and that the dialect can represent, ordered by
    size, and a file ``metadata.json`` with the parameters and the known optima of each problem. ``suite_filter``
    excludes problems by their known optima. The same parameters give the same bytes. The folder appears only when it
    is complete. An existing folder is replaced if it is a suite of the same problems and nobody has changed it. With
    ``force``, any suite is replaced if its folder has no other files.

    Once ``should_stop`` returns true, no further problem is begun. The suite then has the problems so far, and its
    metadata mark it as partial. If there are none, or if the folder exists already, nothing is written, and the
    returned suite has no problems.

    Raises ParameterError for too many sets of parameters or if no problem is left, EncodingError for an encoding that
    the dialect does not have, and OutputError if the folder cannot be written or holds other files.
    """
    dialect = choose_sweep_dialect(puzzle, parameter_sets) if dialect is None else dialect
    check_encoding(dialect, encoding, puzzle.family)
    first = list_encodings(dialect, puzzle.family)[0]
    used = encoding or first
    name = f"{puzzle.name}-{dialect}" + (f"-{used}" if used != first else "")
    target = output / name

    def track_until_stopped(items: Any, text: str) -> Iterator[Any]:
        return itertools.takewhile(lambda _: not should_stop(), track(items, text))

    try:
        _check_folder_replaceable(target)
        swept = sweep_parameters(puzzle, parameter_sets, track=track_until_stopped)
        with make_folders(output), ScratchFolder(output, ".plan-") as scratch:
            new = Path(scratch, name)
            new.mkdir()
            chosen, left_out = [*swept.instances], [*swept.excluded]
            if suite_filter is not None:
                chosen, unwanted = filter_instances(puzzle, chosen, suite_filter, track_until_stopped, explore)
                left_out += unwanted
            instances, too_large = _write_pddl(new, chosen, dialect, used, track_until_stopped)
            left_out += too_large
            if should_stop() and (not instances or target.exists()):
                return Suite(target, (), (), partial=True, metadata=_suite_metadata(name, puzzle, dialect))
            if not instances:
                reason = left_out[0].reason.removeprefix(f"{puzzle.name}: ")
                raise ParameterError(format_message("benchmarks.nothing-written", reason=reason), where=name)
            written = [*instances.values()]
            optima = find_optima(puzzle, written, track_until_stopped, explore)
            actions = count_fewest_actions(new, instances, optima, dialect, used, track_until_stopped)
            problems = _make_problem_metadata(instances, optima, actions, dialect, used)
            told = _suite_metadata(name, puzzle, dialect)
            suite = Suite(target, tuple(problems), tuple(left_out), should_stop(), told)
            _write_file(new / METADATA_FILE, suite.to_json())
            if not force:
                _check_same_suite(target, new)
            if target.exists():
                target.rename(Path(scratch, "replaced"))
            new.rename(target)
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(format_message("system.cannot-write", reason=error.strerror or error), file=target) from None
    return suite


def _check_folder_replaceable(target: Path) -> None:
    """Raise OutputError if the folder ``target`` exists and holds files that are not part of a suite."""
    if not target.exists():
        return
    names = sorted(path.relative_to(target).as_posix() for path in target.rglob("*"))
    foreign = [
        name for name in names if not re.fullmatch(rf"(\d+/)?((domain_)?p\d+|domain)\.pddl|\d+|{METADATA_FILE}", name)
    ]
    if names and METADATA_FILE not in names:
        foreign = foreign or names
    if foreign:
        raise OutputError(
            format_message("benchmarks.foreign-file", name=foreign[0]),
            file=target,
            found=f"'{foreign[0]}'",
            advice=format_message("benchmarks.choose-folder"),
        )


def _check_same_suite(target: Path, new: Path) -> None:
    """Raise OutputError if an existing suite has other problems than the new suite or was edited by hand.

    ``target`` is the folder of the existing suite, and ``new`` the folder of the new suite. If the existing suite is
    partial, the new suite may have further problems.
    """
    if not (target / METADATA_FILE).exists():
        return
    try:
        old = json.loads((target / METADATA_FILE).read_bytes())
        files = {_problem_key(problem): problem["file"] for problem in old["problems"]}
        partial = old.get("partial", False)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        files, partial = {}, False
    found = {
        _problem_key(problem): problem["file"] for problem in json.loads((new / METADATA_FILE).read_bytes())["problems"]
    }
    if not (files and files.keys() <= found.keys() and (partial or files == found)):
        raise NotReplaceableError(target, format_message("benchmarks.other-suite"))
    texts = {name: (new / found[asked]).read_text(encoding="utf-8") for asked, name in files.items()}
    paths = [] if partial else new.rglob(DOMAIN_FILE)
    domains = {path.relative_to(new).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    check_replaceable_pddl(target, {**texts, **domains})


def _problem_key(problem: dict[str, Any]) -> str:
    """Return a text that identifies a problem of a suite: its puzzle, parameters, dialect and encoding.

    ``problem`` is an entry of metadata.json.
    """
    return json.dumps([problem[key] for key in ("puzzle", "parameters", "dialect", "encoding")])


def _write_pddl(
    folder: Path, instances: Sequence[AnyInstance], dialect: str, encoding: str, track: TrackProgress
) -> tuple[dict[str, AnyInstance], list[ExcludedParameters]]:
    """Write the PDDL of a suite; return the instances by problem file, and the excluded parameters.

    An instance that the dialect cannot represent is excluded; its parameters are returned with the reason. Problem
    files are named p01.pddl, p02.pddl, …, with enough digits to sort them by name, or ``01/p01.pddl`` if the domain
    differs between problems. As Lab requires, no name of a problem file contains "domain".
    """
    digits = max(2, len(str(len(instances))))
    written, left_out = dict[str, AnyInstance](), list[ExcludedParameters]()
    domains: dict[str, tuple[str, list[str]]] = {}
    for instance in track(instances, "PDDL"):
        try:
            pddl = generate(instance, dialect, encoding)
        except EncodingError as error:
            left_out.append(ExcludedParameters.from_error(dict(instance.parameters), error))
            continue
        name = f"p{len(written) + 1:0{digits}}.pddl"
        domains.setdefault(normalize_pddl(pddl.domain), (pddl.domain, []))[1].append(name)
        _write_file(folder / name, pddl.problem)
        written[name] = instance
    if len(domains) == 1:
        [(domain, names)] = domains.values()
        _write_file(folder / DOMAIN_FILE, _shared_domain_comment(names) + domain)
        return written, left_out
    moved: dict[str, str] = {}
    digits = max(2, len(str(len(domains))))
    for number, (domain, names) in enumerate(domains.values(), 1):
        part = f"{number:0{digits}}"
        (folder / part).mkdir()
        _write_file(folder / part / DOMAIN_FILE, _shared_domain_comment(names) + domain)
        for name in names:
            (folder / name).rename(folder / part / name)
            moved[name] = f"{part}/{name}"
    return {moved[name]: instance for name, instance in written.items()}, left_out


def _make_problem_metadata(
    instances: Mapping[str, AnyInstance],
    optima: Sequence[Optimum],
    actions: Sequence[int | None],
    dialect: str,
    encoding: str,
) -> list[dict[str, Any]]:
    """Return the entry of each problem in metadata.json: its files, parameters, sizes and known optima.

    ``instances`` maps problem files to instances. ``optima`` has the optimum of each instance, and ``actions`` the
    number of PDDL actions in an optimal plan, or None if this number is unknown.
    """
    return [
        {
            "file": file,
            "domain": domain_file_of(file),
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "dialect": dialect,
            "encoding": encoding,
            **family_of(instance).count_sizes(instance),
            "solvable": known.solvable,
            "optimal_moves": known.moves,
            "optimal_actions": fewest,
            "optimal_cost": known.cost,
            "optimum_source": known.source,
        }
        for (file, instance), known, fewest in zip(instances.items(), optima, actions, strict=True)
    ]


def _shared_domain_comment(problems: Sequence[str]) -> str:
    """Return the comment at the start of a domain that several problems share; empty for a single problem."""
    return f"{format_message('benchmarks.shared-domain')}\n" if len(problems) > 1 else ""


def _suite_metadata(name: str, puzzle: PuzzleFile, dialect: str) -> dict[str, Any]:
    """Return the content of a suite's metadata.json besides the problems: name, title, source, units."""
    moves, unit = family_of(puzzle).move_noun.many, family_of(puzzle).get_cost_unit(puzzle)
    return {
        "suite": name,
        "title": puzzle.title,
        "source": " ".join(puzzle.source.split()),
        "units": {
            "optimal_moves": moves,
            "optimal_actions": format_message("benchmarks.unit-of-actions", dialect=dialect),
            **({"optimal_cost": unit} if unit else {}),
        },
    }


def _write_file(path: Path, text: str) -> None:
    path.write_bytes(encode_text(text))
