"""Benchmark suites: a folder of problems with their domains, as Fast Downward's Lab and planning.domains lay them out.

Each domain is written once. Where all problems share it, it is ``domain.pddl`` beside them. Else there is a folder for each domain, ``01``,
``02``, …, with its ``domain.pddl`` and its problems, which are numbered by size throughout: Lab and Fast Downward's driver find a domain
beside a problem on their own. Domains that differ in their comments only are one domain: its story has the numbers of the first problem.
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
from ferryplan.generator.generation import check_encoding, encodings, generate
from ferryplan.generator.header import without_layout
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.sweeping import Explore, LeftOut, Track, dialect_of, known_optima, sweep, untracked
from ferryplan.planner.benchmarking.suite_optima import DOMAIN, Wanted, choose, domain_of, fewest_actions
from ferryplan.planner.system.files import OutputError, make_folders
from ferryplan.planner.system.replacing import ChangedError, check_pddl
from ferryplan.planner.system.scratch import ScratchFolder

METADATA = "metadata.json"


@dataclass(frozen=True, slots=True, repr=False)
class Suite(RenderableSequence[dict[str, Any]]):
    """A benchmark suite that was written into a folder: a sequence of problems."""

    renderer = "ferryplan.planner.benchmarking.suites:render_suite"

    folder: Path
    """The folder of the suite."""
    problems: tuple[dict[str, Any], ...] = field(hash=False)
    """The problems, as metadata.json has them: file, parameters and known optima."""
    left_out: tuple[LeftOut, ...]
    """The combinations of parameters without a problem of their own, with the reason of each."""
    partial: bool = False
    """Whether the time ran out before all problems were written."""
    metadata: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What metadata.json holds beside the problems: the title, the source, the units."""

    @property
    def items(self) -> tuple[dict[str, Any], ...]:
        """The problems."""
        return self.problems

    def __repr__(self) -> str:
        """Return the folder and the number of problems."""
        return f"Suite({str(self.folder)!r}, problems={len(self)})"


def render_suite(suite: Suite, form: str) -> str:
    """Return where the suite is and how many problems it has, or as JSON what its metadata.json holds."""
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
    sets: Sequence[Mapping[str, Any]],
    *,
    dialect: str | None = None,
    encoding: str | None = None,
    track: Track = untracked,
    explore: Explore | None = None,
    force: bool = False,
    wanted: Wanted | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> Suite:
    """Write a folder ``puzzle-dialect`` (``-encoding``, if it is not the dialect's first) below ``output``, and return what is in it.

    Without a dialect, it is that of the family for the first parameters that make sense.

    There is a problem for every set of parameters that makes sense and that the dialect can hold, by size, and ``metadata.json``
    with parameters and known optima of each; ``wanted`` leaves out some by what is known of them. The same sets give the same bytes.
    The folder appears when it is complete; one that is there already is replaced if it is a suite of the same problems
    that nobody changed, with ``force`` if it is any suite and nothing else.

    Once ``stopping`` says so, nothing more is begun: the suite then has what was done, and its metadata say that it is partial; if nothing
    was done yet, or if there is a suite already, things are left as they were, and the result has no problems.

    Raises ParameterError for too many sets, EncodingError for an encoding that the dialect does not have, ParameterError if no
    problem is left, OutputError if the folder cannot be written or holds other files.
    """
    dialect = dialect_of(puzzle, sets) if dialect is None else dialect
    check_encoding(dialect, encoding, puzzle.family)
    first = encodings(dialect, puzzle.family)[0]
    used = encoding or first
    name = f"{puzzle.name}-{dialect}" + (f"-{used}" if used != first else "")
    target = output / name

    def tracked(items: Any, text: str) -> Iterator[Any]:
        return itertools.takewhile(lambda _: not stopping(), track(items, text))

    try:
        _check_replaceable(target)
        swept = sweep(puzzle, sets, track=tracked)
        with make_folders(output), ScratchFolder(output, ".plan-") as scratch:
            new = Path(scratch, name)
            new.mkdir()
            chosen, left_out = [*swept.instances], [*swept.left_out]
            if wanted is not None:
                chosen, unwanted = choose(puzzle, chosen, wanted, tracked, explore)
                left_out += unwanted
            instances, too_large = _write_pddl(new, chosen, dialect, used, tracked)
            left_out += too_large
            if stopping() and (not instances or target.exists()):
                return Suite(target, (), (), partial=True, metadata=_describe(name, puzzle, dialect))
            if not instances:
                reason = left_out[0].reason.removeprefix(f"{puzzle.name}: ")
                raise ParameterError(format_message("benchmarks.nothing-written", reason=reason), where=name)
            written = [*instances.values()]
            optima = known_optima(puzzle, written, tracked, explore)
            actions = fewest_actions(new, instances, optima, dialect, used, tracked)
            problems = _entries(instances, optima, actions, dialect, used)
            told = _describe(name, puzzle, dialect)
            suite = Suite(target, tuple(problems), tuple(left_out), stopping(), told)
            _write(new / METADATA, suite.to_json())
            if not force:
                _check_same(target, new)
            if target.exists():
                target.rename(Path(scratch, "replaced"))
            new.rename(target)
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(format_message("system.cannot-write", reason=error.strerror or error), file=target) from None
    return suite


def _check_replaceable(target: Path) -> None:
    """Raise OutputError if there is something in the target's place that is neither a suite nor an empty folder."""
    if not target.exists():
        return
    names = sorted(path.relative_to(target).as_posix() for path in target.rglob("*"))
    foreign = [
        name for name in names if not re.fullmatch(rf"(\d+/)?((domain_)?p\d+|domain)\.pddl|\d+|{METADATA}", name)
    ]
    if names and METADATA not in names:
        foreign = foreign or names
    if foreign:
        raise OutputError(
            format_message("benchmarks.foreign-file", name=foreign[0]),
            file=target,
            found=f"'{foreign[0]}'",
            advice=format_message("benchmarks.choose-folder"),
        )


def _check_same(target: Path, new: Path) -> None:
    """Raise OutputError if there is a suite of other problems in the target's place, or one that somebody changed.

    A partial suite may be replaced by one that has its problems, and more.
    """
    if not (target / METADATA).exists():
        return
    try:
        old = json.loads((target / METADATA).read_bytes())
        files = {_asked(problem): problem["file"] for problem in old["problems"]}
        partial = old.get("partial", False)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        files, partial = {}, False
    found = {_asked(problem): problem["file"] for problem in json.loads((new / METADATA).read_bytes())["problems"]}
    if not (files and files.keys() <= found.keys() and (partial or files == found)):
        raise ChangedError(target, format_message("benchmarks.other-suite"))
    texts = {name: (new / found[asked]).read_text(encoding="utf-8") for asked, name in files.items()}
    paths = [] if partial else new.rglob(DOMAIN)
    domains = {path.relative_to(new).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    check_pddl(target, {**texts, **domains})


def _asked(problem: dict[str, Any]) -> str:
    """Return what was asked for in a problem, as text."""
    return json.dumps([problem[key] for key in ("puzzle", "parameters", "dialect", "encoding")])


def _write_pddl(
    folder: Path, instances: Sequence[AnyInstance], dialect: str, encoding: str, track: Track
) -> tuple[dict[str, AnyInstance], list[LeftOut]]:
    """Write problems and domains; return the instances that the dialect can hold, by their files within the folder, and the others.

    The names of problems are of equal length so that they sort: p01.pddl, …; none has "domain" in it, as Lab demands.
    """
    digits = max(2, len(str(len(instances))))
    written, left_out = dict[str, AnyInstance](), list[LeftOut]()
    domains: dict[str, tuple[str, list[str]]] = {}
    for instance in track(instances, "PDDL"):
        try:
            pddl = generate(instance, dialect, encoding)
        except EncodingError as error:
            left_out.append(LeftOut.refused(dict(instance.parameters), error))
            continue
        name = f"p{len(written) + 1:0{digits}}.pddl"
        domains.setdefault(without_layout(pddl.domain), (pddl.domain, []))[1].append(name)
        _write(folder / name, pddl.problem)
        written[name] = instance
    if len(domains) == 1:
        [(domain, names)] = domains.values()
        _write(folder / DOMAIN, _shared_note(names) + domain)
        return written, left_out
    moved: dict[str, str] = {}
    digits = max(2, len(str(len(domains))))
    for number, (domain, names) in enumerate(domains.values(), 1):
        part = f"{number:0{digits}}"
        (folder / part).mkdir()
        _write(folder / part / DOMAIN, _shared_note(names) + domain)
        for name in names:
            (folder / name).rename(folder / part / name)
            moved[name] = f"{part}/{name}"
    return {moved[name]: instance for name, instance in written.items()}, left_out


def _entries(
    instances: Mapping[str, AnyInstance],
    optima: Sequence[Optimum],
    actions: Sequence[int | None],
    dialect: str,
    encoding: str,
) -> list[dict[str, Any]]:
    """Return what the metadata have of each problem: how large it is, and what is known of its optima."""
    return [
        {
            "file": file,
            "domain": domain_of(file),
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


def _shared_note(problems: Sequence[str]) -> str:
    """Return the comment that begins a domain of several problems; the empty text for one."""
    return f"{format_message('benchmarks.shared-domain')}\n" if len(problems) > 1 else ""


def _describe(name: str, puzzle: PuzzleFile, dialect: str) -> dict[str, Any]:
    """Return the metadata of a suite beside its problems."""
    moves, unit = family_of(puzzle).move.many, family_of(puzzle).get_unit(puzzle)
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


def _write(path: Path, text: str) -> None:
    path.write_bytes(encode_text(text))
