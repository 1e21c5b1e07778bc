"""Files that somebody names, puzzles among them, read within bounds: nothing waits for a pipe, reads a device, or fills the memory."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path

from ferryplan import domains
from ferryplan.generator.errors import PuzzleError, meant, nearest

OPEN = re.compile(r"/dev/(stdin|fd/\d+)|/proc/self/fd/\d+")
"""what a shell passes for ``<(…)``: the names of files that are open already"""
LARGEST_FILE = 1_000_000
"""how many bytes a file of a puzzle may have"""
KINDS = (
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a pipe; expected a file, or - or <(…), where standard input may stand"),
    (stat.S_ISSOCK, "it is a socket"),
)


def read_bytes(path: str | Path, largest: int) -> bytes:
    """Return what is in a regular file, or in a pipe that is open already (``/dev/stdin``, ``/dev/fd/63``).

    Raises OSError, with the reason as its ``strerror``, for what cannot be read, for folders, other pipes, sockets and devices,
    which are not opened, and for more than ``largest`` bytes.
    """
    name = os.fspath(path)
    mode = os.stat(name).st_mode
    if not (stat.S_ISREG(mode) or (stat.S_ISFIFO(mode) and OPEN.fullmatch(name))):
        raise OSError(0, next((words for is_one, words in KINDS if is_one(mode)), "it is a device"))
    with open(name, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(largest + 1) if size <= largest else b""
    if size > largest or len(data) > largest:
        raise OSError(0, f"found over {largest:,} bytes, expected fewer")
    return data


def text_in(path: Path, shown: str, known: Iterable[str]) -> str:
    """Return the text of a file. Raises PuzzleError if it cannot be read; the error then knows of names that could be meant."""
    try:
        return read_bytes(path, LARGEST_FILE).decode("utf-8-sig")
    except OSError as error:
        near = "" if path.exists() else nearest(path.stem, known, "")
        raise PuzzleError(f"{shown}: cannot be read: {error.strerror or error}{near}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise PuzzleError(f"{shown}:{line}: found bytes that are not text in UTF-8") from None


def puzzle_named(name: str) -> str | None:
    """Return what a name stands for where a puzzle is expected, None for nothing.

    It is a name of the catalogue, whatever its capitals, or the path to a file: a text with an ending or a folder in it, which need not say
    that the file's ends in ``.toml``. A folder stands for the puzzle in it, or for the one problem in it beside its ``domain.pddl``.
    Raises PuzzleError for a folder with such a domain and several problems, or none.
    """
    if known := meant(name, domains.puzzle_files()):
        return known
    if name and os.path.isfile(whole := os.path.join(name, domains.PUZZLE)):
        return whole
    if name and os.path.isfile(os.path.join(name, "domain.pddl")):
        return _problem_in(name)
    if not {".", "/", os.sep} & {*name}:
        return None
    whole = f"{name}.toml"
    return whole if os.path.isfile(whole) and not os.path.isfile(name) else name


def path_of_same_name(name: str) -> str | None:
    """Return the path of a puzzle beside us that a name of the catalogue hides, None if the name stands for nothing else."""
    if not meant(name, domains.puzzle_files()):
        return None
    path = os.path.join(os.curdir, name)
    try:
        found = puzzle_named(path)
    except PuzzleError:  # a folder with several problems
        return path
    return path if found and os.path.isfile(found) else None


def _problem_in(folder: str) -> str:
    names = sorted(path.name for path in Path(folder).glob("*.pddl") if "domain" not in path.name)
    if len(names) == 1:
        return os.path.join(folder, names[0])
    found = f"several problems, {', '.join(names[:5])}{', …' * (len(names) > 5)}," if names else "no problem"
    raise PuzzleError(
        f"puzzle: found {found} in the folder '{folder}', expected one, or the path of the one that is meant"
    )


def domain_beside(problem: Path) -> Path | None:
    """Return the domain of a problem in the same folder, None if there is none.

    That is ``domain_p01.pddl``, ``p01-domain.pddl`` or ``p01_domain.pddl`` for ``p01.pddl``, or ``domain.pddl``.
    """
    stem = problem.stem
    names = (f"domain_{stem}", f"{stem}-domain", f"{stem}_domain", "domain")
    beside = (problem.with_name(f"{name}.pddl") for name in names)
    return next((path for path in beside if path.exists() and path != problem), None)
