"""Safe reading of files that users name: no waiting for pipes, no devices, and a limit on the size."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from errno import ENOENT
from pathlib import Path

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, PddlError, PlanError, PuzzleError, find_known_name, suggest_name

OPEN_FILE_PATTERN = re.compile(r"/dev/(stdin|fd/\d+)|/proc/self/fd/\d+")
"""matches the paths of pipes that are already open, such as those that a shell passes for ``<(…)``"""
MAX_FILE_SIZE = 1_000_000
"""the largest size of a puzzle file in bytes"""
UNREADABLE_KINDS = (
    (stat.S_ISDIR, "puzzles.is-folder"),
    (stat.S_ISFIFO, "puzzles.is-pipe"),
    (stat.S_ISSOCK, "puzzles.is-socket"),
)
"""for each kind of path that is not a file: a test of the file mode, and the key of the message that refuses such a path"""


class MissingFileError(FileNotFoundError):
    """A base class for errors about missing files, with the same attributes as Python's FileNotFoundError."""

    errno: int | None = ENOENT
    strerror: str | None = os.strerror(ENOENT)
    file: str | None = None

    @property
    def filename(self) -> str | None:
        """The path of the missing file; OSError has an attribute of this name."""
        return self.file


def read_bytes(path: str | Path, max_bytes: int) -> bytes:
    """Return the content of a regular file, or of an open pipe (``/dev/stdin``, ``/dev/fd/63``).

    Raises OSError, with the reason as its ``strerror``, if the file cannot be read or has more than ``max_bytes``
    bytes. Folders, other pipes, sockets and devices raise this error, too; they are never opened.
    """
    name = os.fspath(path)
    mode = os.stat(name).st_mode
    if not (stat.S_ISREG(mode) or (stat.S_ISFIFO(mode) and OPEN_FILE_PATTERN.fullmatch(name))):
        raise OSError(
            0, format_message(next((key for is_one, key in UNREADABLE_KINDS if is_one(mode)), "puzzles.is-device"))
        )
    with open(name, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(max_bytes + 1) if size <= max_bytes else b""
    if size > max_bytes or len(data) > max_bytes:
        raise OSError(0, format_message("puzzles.file-too-large", most=max_bytes))
    return data


class MissingPuzzleError(PuzzleError, MissingFileError):
    """A puzzle file does not exist."""


class MissingPddlError(PddlError, MissingFileError):
    """A PDDL file does not exist."""


class MissingPlanError(PlanError, MissingFileError):
    """A plan file does not exist."""


MISSING_FILE_ERRORS: Mapping[type[FerryplanError], type[FerryplanError]] = {
    PuzzleError: MissingPuzzleError,
    PddlError: MissingPddlError,
    PlanError: MissingPlanError,
}
"""by class of errors about files: the subclass for a missing file, which is a FileNotFoundError, too"""


def make_file_error(kind: type[FerryplanError], path: str, error: OSError, advice: str = "") -> FerryplanError:
    """Return the error for a file that cannot be read; the caller raises it.

    ``kind`` is the class of the error; for a missing file, the error is of a subclass that is a FileNotFoundError, too. ``error`` gives the reason.
    """
    kind = MISSING_FILE_ERRORS.get(kind, kind) if isinstance(error, FileNotFoundError) else kind
    return kind(
        format_message("puzzles.cannot-read", reason=error.strerror or error),
        file=path,
        found=error.strerror,
        expected="a readable file",
        advice=advice,
    )


def read_text(path: Path, file_name: str, known_names: Iterable[str]) -> str:
    """Return the text of a file that is encoded in UTF-8.

    Raises PuzzleError if the file cannot be read or is not UTF-8. ``file_name`` is the file's name in the message; for a missing file, the message
    suggests similar names among ``known_names``.
    """
    try:
        return read_bytes(path, MAX_FILE_SIZE).decode("utf-8-sig")
    except OSError as error:
        near = "" if path.exists() else suggest_name(path.stem, known_names, "")
        raise make_file_error(PuzzleError, file_name, error, near) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        says = format_message("puzzles.not-utf8")
        raise PuzzleError(says, file=file_name, line=line, found="other bytes", expected="text in UTF-8") from None


def resolve_puzzle_reference(name: str) -> str | None:
    """Return the catalog name or path of the puzzle that a user's text refers to; None if there is none.

    Case does not matter in catalog names. A text with a suffix or a folder is a path; its suffix ``.toml`` may be
    left out, and the file need not exist. The path of a folder stands for the puzzle file in the folder, or for the
    only PDDL problem beside a ``domain.pddl`` there.

    Raises PuzzleError for a folder with a ``domain.pddl`` and no problem or several problems.
    """
    if known := find_known_name(name, domains.puzzle_files()):
        return known
    if name and os.path.isfile(whole := os.path.join(name, domains.PUZZLE)):
        return whole
    if name and os.path.isfile(os.path.join(name, "domain.pddl")):
        return _find_problem(name)
    if not {".", "/", os.sep} & {*name}:
        return None
    whole = f"{name}.toml"
    return whole if os.path.isfile(whole) and not os.path.isfile(name) else name


def find_shadowed_path(name: str) -> str | None:
    """Return the path of a puzzle in the current folder that has the same name as a catalog puzzle.

    The catalog puzzle takes precedence. Returns None if there is no such path.
    """
    if not find_known_name(name, domains.puzzle_files()):
        return None
    path = os.path.join(os.curdir, name)
    try:
        found = resolve_puzzle_reference(path)
    except PuzzleError:  # a folder with several problems
        return path
    return path if found and os.path.isfile(found) else None


def _find_problem(folder: str) -> str:
    """Return the path of the only PDDL problem in a folder. Raises PuzzleError for none or several."""
    names = sorted(path.name for path in Path(folder).glob("*.pddl") if "domain" not in path.name)
    if len(names) == 1:
        return os.path.join(folder, names[0])
    shown = ", ".join([*names[:5], *["…"] * (len(names) > 5)])
    says = format_message("puzzles.several-problems" if names else "puzzles.no-problem", names=shown)
    raise PuzzleError(says, file=folder, about="puzzle", found=shown or "no problem", expected="one problem")


def find_domain(problem: Path) -> Path | None:
    """Return the path of the PDDL domain in the same folder as a problem file; None if there is none.

    For the problem ``p01.pddl``, the domain is ``domain_p01.pddl``, ``p01-domain.pddl``, ``p01_domain.pddl`` or ``domain.pddl``.
    """
    stem = problem.stem
    names = (f"domain_{stem}", f"{stem}-domain", f"{stem}_domain", "domain")
    beside = (problem.with_name(f"{name}.pddl") for name in names)
    return next((path for path in beside if path.exists() and path != problem), None)
