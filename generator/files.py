"""Files that somebody names, puzzles among them, read within bounds: nothing waits for a pipe, reads a device, or fills the memory."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from errno import ENOENT
from pathlib import Path

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, PddlError, PlanError, PuzzleError, meant, suggest_name

OPEN = re.compile(r"/dev/(stdin|fd/\d+)|/proc/self/fd/\d+")
"""what a shell passes for ``<(…)``: the names of files that are open already"""
LARGEST_FILE = 1_000_000
"""how many bytes a file of a puzzle may have"""
KINDS = (
    (stat.S_ISDIR, "puzzles.is-folder"),
    (stat.S_ISFIFO, "puzzles.is-pipe"),
    (stat.S_ISSOCK, "puzzles.is-socket"),
)
"""what a path may lead to besides a file, and the reason why that is not read"""


class MissingFileError(FileNotFoundError):
    """The part of an error about a file that does not exist which the system's own errors have, too."""

    errno: int | None = ENOENT
    strerror: str | None = os.strerror(ENOENT)
    file: str | None = None

    @property
    def filename(self) -> str | None:
        """The file's name."""
        return self.file


def read_bytes(path: str | Path, largest: int) -> bytes:
    """Return what is in a regular file, or in a pipe that is open already (``/dev/stdin``, ``/dev/fd/63``).

    Raises OSError, with the reason as its ``strerror``, for what cannot be read, for folders, other pipes, sockets and devices,
    which are not opened, and for more than ``largest`` bytes.
    """
    name = os.fspath(path)
    mode = os.stat(name).st_mode
    if not (stat.S_ISREG(mode) or (stat.S_ISFIFO(mode) and OPEN.fullmatch(name))):
        raise OSError(0, format_message(next((key for is_one, key in KINDS if is_one(mode)), "puzzles.is-device")))
    with open(name, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(largest + 1) if size <= largest else b""
    if size > largest or len(data) > largest:
        raise OSError(0, format_message("puzzles.file-too-large", most=largest))
    return data


class MissingPuzzleError(PuzzleError, MissingFileError):
    """A puzzle file that does not exist."""


class MissingPddlError(PddlError, MissingFileError):
    """A file of PDDL that does not exist."""


class MissingPlanError(PlanError, MissingFileError):
    """A plan file that does not exist."""


MISSING: Mapping[type[FerryplanError], type[FerryplanError]] = {
    PuzzleError: MissingPuzzleError,
    PddlError: MissingPddlError,
    PlanError: MissingPlanError,
}
"""what an error about a file is where there is no such file"""


def refuse_file(kind: type[FerryplanError], path: str, error: OSError, advice: str = "") -> FerryplanError:
    """Return the error for a file that cannot be read; where there is none, it is a FileNotFoundError, too."""
    kind = MISSING.get(kind, kind) if isinstance(error, FileNotFoundError) else kind
    return kind(
        format_message("puzzles.cannot-read", reason=error.strerror or error),
        file=path,
        found=error.strerror,
        expected="a readable file",
        advice=advice,
    )


def text_in(path: Path, shown: str, known: Iterable[str]) -> str:
    """Return the text of a file. Raises PuzzleError if it cannot be read; the error then knows of names that could be meant."""
    try:
        return read_bytes(path, LARGEST_FILE).decode("utf-8-sig")
    except OSError as error:
        near = "" if path.exists() else suggest_name(path.stem, known, "")
        raise refuse_file(PuzzleError, shown, error, near) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        says = format_message("puzzles.not-utf8")
        raise PuzzleError(says, file=shown, line=line, found="other bytes", expected="text in UTF-8") from None


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
    shown = ", ".join([*names[:5], *["…"] * (len(names) > 5)])
    says = format_message("puzzles.several-problems" if names else "puzzles.no-problem", names=shown)
    raise PuzzleError(says, file=folder, about="puzzle", found=shown or "no problem", expected="one problem")


def domain_beside(problem: Path) -> Path | None:
    """Return the domain of a problem in the same folder, None if there is none.

    That is ``domain_p01.pddl``, ``p01-domain.pddl`` or ``p01_domain.pddl`` for ``p01.pddl``, or ``domain.pddl``.
    """
    stem = problem.stem
    names = (f"domain_{stem}", f"{stem}-domain", f"{stem}_domain", "domain")
    beside = (problem.with_name(f"{name}.pddl") for name in names)
    return next((path for path in beside if path.exists() and path != problem), None)
