"""Benchmark suites: a folder of problems with their domains, as Fast Downward's Lab and planning.domains lay them out.

Where all problems share a domain it is ``domain.pddl``. Else each has its own, ``domain_p01.pddl`` beside ``p01.pddl``, as in the
domain openstacks-strips of planning.domains; Lab and Fast Downward's driver find either on their own. Domains that differ in their
comments only are one domain: the story is told with the numbers of the first problem, and where each has its file, the files are the same.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.errors import EncodingError, ParameterError
from generator.escaping import encode_text
from generator.families import family_of, teller_of
from generator.family import Optimum
from generator.generation import check_encoding, encodings, generate
from generator.header import without_layout
from generator.instance import AnyInstance
from generator.puzzle_file import PuzzleFile
from generator.sweeping import Explore, LeftOut, Track, dialect_of, known_optima, sweep, untracked
from generator.templates import render
from generator.wording import listing
from planner.engines.registry import ENGINES
from planner.system.files import OutputError, make_folders, write_files
from planner.system.replacing import FORCE, check_pddl
from planner.system.scratch import ScratchFolder

METADATA, EXPERIMENT = "metadata.json", "exp.py"
SHARED = "; The domain of every problem beside it. The story is told with the numbers of the first one.\n"
SHARED_BY_SOME = "; The domain of {}. The story is told with the numbers of the first one.\n"


@dataclass(frozen=True, slots=True)
class Suite:
    """A suite that was written."""

    folder: Path
    problems: tuple[dict[str, Any], ...]
    """as the metadata have them"""
    left_out: tuple[LeftOut, ...]


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
    stopping: Callable[[], bool] = lambda: False,
) -> Suite:
    """Write a folder ``puzzle-dialect`` (``-encoding``, if it is not the dialect's first) below ``output``, and return what is in it.

    Without a dialect, it is that of the family for the first parameters that make sense.

    There is a problem for every set of parameters that makes sense and that the dialect can hold, by size, and ``metadata.json``
    with parameters and known optimum of each. The same sets give the same bytes. The folder appears when it is complete; one that
    is there already is replaced if it is a suite of the same problems that nobody changed, with ``force`` if it is any suite and nothing else.

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
            instances, left_out = _write_pddl(new, swept.instances, dialect, used, tracked)
            left_out = [*swept.left_out, *left_out]
            if stopping() and (not instances or target.exists()):
                return Suite(target, (), ())
            if not instances:
                raise ParameterError(f"{name}: found no problem to write: {left_out[0].reason}")
            optima = known_optima(puzzle, [*instances.values()], tracked, explore)
            problems = _entries(new, instances, optima, dialect, used)
            suite = Suite(target, tuple(problems), tuple(left_out))
            _write(new / METADATA, _metadata(name, puzzle, dialect, suite, stopping()))
            if not force:
                _check_same(target, new)
            if target.exists():
                target.rename(Path(scratch, "replaced"))
            new.rename(target)
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(f"{target}: cannot be written: {error.strerror or error}") from None
    return suite


def write_experiment(folder: Path, suite: Suite, puzzle: PuzzleFile, timeout: float, memory: int, force: bool) -> Path:
    """Write an experiment for Lab with a suite in ``benchmarks`` below a folder, and return its file: each engine that is installed and takes the
    dialect runs on each problem for so many seconds with so many MiB. Raises OutputError for another file in its place, unless by ``force``."""
    dialect = suite.problems[0]["dialect"]
    engines = [one.name for one in ENGINES.values() if not one.missing and dialect in one.dialects]
    told = {"title": puzzle.title, "suite": suite.folder.name, "engines": engines, "seconds": timeout, "memory": memory}
    path, text = folder / EXPERIMENT, render("experiment.j2", told)
    if path.exists() and path.read_bytes() != encode_text(text) and not force:
        raise OutputError(f"{path}: found another experiment; {FORCE}")
    write_files(folder, {EXPERIMENT: text})
    return path


def _check_replaceable(target: Path) -> None:
    """Raise OutputError if there is something in the target's place that is neither a suite nor an empty folder."""
    if not target.exists():
        return
    names = sorted(path.name for path in target.iterdir())
    foreign = [name for name in names if not re.fullmatch(rf"(domain_)?p\d+\.pddl|domain\.pddl|{METADATA}", name)]
    if names and METADATA not in names:
        foreign = foreign or names
    if foreign:
        raise OutputError(
            f"{target}: found '{foreign[0]}', which is no part of a suite; expected no such folder, an empty one or a suite to replace"
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
        raise OutputError(f"{target}: found a suite of other problems; {FORCE}")
    texts = {name: (new / found[asked]).read_text(encoding="utf-8") for asked, name in files.items()}
    domains = {} if partial else {path.name: path.read_text(encoding="utf-8") for path in new.glob("domain*.pddl")}
    check_pddl(target, {**texts, **domains})


def _asked(problem: dict[str, Any]) -> str:
    """Return what was asked for in a problem, as text."""
    return json.dumps([problem[key] for key in ("puzzle", "parameters", "dialect", "encoding")])


def _write_pddl(
    folder: Path, instances: Sequence[AnyInstance], dialect: str, encoding: str, track: Track
) -> tuple[dict[str, AnyInstance], list[LeftOut]]:
    """Write problems and domains; return the instances that the dialect can hold, by the names of their files, and the others.

    The names are of equal length so that they sort: p01.pddl, …; none has "domain" in it, as Lab demands.
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
    shared = len(domains) == 1
    for domain, names in domains.values():
        heading = SHARED if shared else SHARED_BY_SOME.format(listing(names))
        for file in ["domain.pddl"] if shared else [f"domain_{name}" for name in names]:
            _write(folder / file, (heading if len(names) > 1 else "") + domain)
    return written, left_out


def _entries(
    folder: Path, instances: Mapping[str, AnyInstance], optima: Sequence[Optimum], dialect: str, encoding: str
) -> list[dict[str, Any]]:
    """Return what the metadata have of each problem: how large it is, and what is known of its optimum."""
    shared = (folder / "domain.pddl").exists()
    return [
        {
            "file": file,
            "domain": "domain.pddl" if shared else f"domain_{file}",
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "dialect": dialect,
            "encoding": encoding,
            **family_of(instance).sizes(instance),
            "solvable": known.solvable,
            "optimum": known.moves,
            **({} if teller_of(instance).unit is None else {"optimal_cost": known.cost}),
            "optimum_source": known.source,
        }
        for (file, instance), known in zip(instances.items(), optima, strict=True)
    ]


def _metadata(name: str, puzzle: PuzzleFile, dialect: str, suite: Suite, partial: bool) -> str:
    counted, unit = family_of(puzzle).move.many, family_of(puzzle).unit(puzzle)
    costs = {"optimal_cost": unit, **({"plan_cost": unit} if dialect == "costs" else {})} if unit else {}
    content = {
        "suite": name,
        "title": puzzle.title,
        "source": " ".join(puzzle.source.split()),
        "optimum_counts": counted,
        "units": {"optimum": counted, "plan_length": "actions of the encoding", **costs},
        **({"partial": True} if partial else {}),
        "problems": suite.problems,
        "left_out": [part._asdict() for part in suite.left_out],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _write(path: Path, text: str) -> None:
    path.write_bytes(encode_text(text))
