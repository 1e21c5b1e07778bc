"""Files of the user's: read whole or refused; written all or none, into folders that are new, empty, or of an earlier run."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import secrets
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, ParameterError
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.files import read_bytes, refuse_file
from ferryplan.generator.wording import listing
from ferryplan.planner.system.installation import installing
from ferryplan.planner.system.interrupts import undivided
from ferryplan.planner.system.limits import undisturbed

if TYPE_CHECKING:
    pass

LARGEST_INPUT = 50_000_000
ENDINGS = (".txt", ".text", ".csv", ".level", ".xsb", ".sok")
"""in which the names of files with texts end"""
SCRATCH_BYTES = 8
SCRATCH = re.compile(rf"\.plan-[0-9a-f]{{{2 * SCRATCH_BYTES}}}")
"""names of files that are being written, before they replace others"""
LARGEST_VALUE = 10_000
"""of a parameter, in bytes"""


def check_packages(user: str, *names: str, key: str | None = None) -> None:
    """Raise OutputError, which begins with the key and the user of the packages, for the first package that is not installed."""
    for name in names:
        if importlib.util.find_spec(name.replace("-", "_")) is None:
            says = format_message("system.package-missing", user=user, package=name, command=installing(name))
            raise OutputError(says, key=key, found=f"no {name}", expected=f"{name} installed")


def read_text(path: str, failure: type[FerryplanError], largest: int = LARGEST_INPUT) -> str:
    """Return the text of a file, of standard input for ``-``; raise ``failure`` if there is none, or its kind for missing files."""
    try:
        return (_standard_input() if path == "-" else read_bytes(path, largest)).decode()
    except OSError as error:
        raise refuse_file(failure, path, error) from error
    except UnicodeDecodeError as error:
        says = format_message("puzzles.not-utf8")
        raise failure(says, file=path, found="other bytes", expected="text in UTF-8") from error


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError(0, "it is closed")
    data = sys.stdin.buffer.read(LARGEST_INPUT + 1)
    if len(data) > LARGEST_INPUT:
        raise OSError(0, format_message("puzzles.file-too-large", most=LARGEST_INPUT))
    return data


def text_or_file(text: str, puzzle: str, key: str, joined: str | None = None) -> str:
    """Return what stands in the file that a text names, its words on one line, or its lines ``joined``, else the text itself.

    Raises ParameterError, which names the puzzle and its parameter, for a bad file.
    """
    if text == "-" or not os.path.exists(text):
        if text.lower().endswith(ENDINGS):
            says = format_message("system.no-such-file", path=text)
            raise ParameterError(says, where=puzzle, key=key, found=f"'{text}'", expected="an existing file, or a text")
        return text
    try:
        found = read_text(text, ParameterError, LARGEST_VALUE).removeprefix("\ufeff")
    except ParameterError as error:
        raise ParameterError(
            str(error), where=puzzle, key=key, found=error.found, expected=error.expected
        ) from error.__cause__
    return " ".join(found.split()) if joined is None else joined.join(map(str.rstrip, found.rstrip().splitlines()))


class OutputError(FerryplanError, OSError):
    """A file or folder cannot be written.

    >>> from ferryplan import OutputError
    >>> issubclass(OutputError, OSError)
    True
    """

    __module__ = "ferryplan"


class OccupiedError(OutputError):
    """A folder has files in it."""

    option_advice = format_message("system.force-into-folder")


def refuse_writing(path: str | Path, reason: object) -> OutputError:
    """Return the error for a file that cannot be written."""
    return OutputError(format_message("system.cannot-write", reason=reason), file=path)


@contextlib.contextmanager
def told_of(path: Path) -> Iterator[None]:
    """Have what the system refuses in this block be an OutputError about a path."""
    try:
        yield
    except OutputError:
        raise
    except (OSError, ValueError) as error:
        raise refuse_writing(path, getattr(error, "strerror", None) or error) from None


def remove_scratch(folder: Path) -> None:
    """Remove the files that a run leaves in a folder when it is killed while it writes there."""
    for path in folder.rglob(".plan-*"):
        if SCRATCH.fullmatch(path.name) and path.is_file():
            path.unlink(missing_ok=True)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write text files into a folder, and folders in it, which are made if need be; all of them or none."""
    paths = {folder / name: encode_text(text) for name, text in files.items()}
    with make_folders(folder, *(path.parent for path in paths)):
        write_all(paths)


@contextlib.contextmanager
def make_folders(*folders: Path) -> Iterator[None]:
    """Make folders for what this block writes. If the block fails, those that are new and empty are removed again.

    Raises OutputError for a folder that cannot be made.
    """
    made = list[Path]()
    try:
        for folder in folders:
            for each in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
                with told_of(folder):
                    each.mkdir(exist_ok=True)
                made.append(each)
            with told_of(folder):  # which may be a file
                folder.mkdir(exist_ok=True)
        yield
    except BaseException:
        for each in reversed(made):
            with contextlib.suppress(OSError):  # somebody has put something there
                each.rmdir()
        raise


def check_free(folder: Path, force: bool, journal: Path | None = None) -> None:
    """Raise OutputError for a folder that has files in it, and for what is no folder; never with ``force``.

    Where the ``journal`` of an earlier run is there, the folder may hold what that run has written: ``write_again`` looks at it.
    """
    if force or not folder.exists() or (folder.is_dir() and (resumes(journal) or not any(folder.iterdir()))):
        return
    says = format_message("system.folder-not-empty")
    raise OccupiedError(says, file=folder, found="files", expected="a new or an empty folder")


def resumes(journal: Path | None) -> bool:
    """Return whether there is a journal of an earlier run."""
    return journal is not None and journal.is_file() and journal.stat().st_size > 0


def write_again(folder: Path, files: Mapping[str, str], force: bool) -> None:
    """Write text files into a folder as ``write_files`` does. An earlier run may have written some of them, and nothing else may be there.

    Raises OutputError for a folder with any other file in it; never with ``force``.
    """
    remove_scratch(folder)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    if not force and (others := sorted(there - files.keys())):
        says = format_message("system.other-files", files=listing(others[:5]))
        raise OccupiedError(says, file=folder, found=listing(others[:5]), expected="files of this command only")
    write_files(folder, files)


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write files into folders that exist; all of them or none."""
    with undisturbed(), undivided():
        scratch = {path: path.parent / f".plan-{secrets.token_hex(SCRATCH_BYTES)}" for path in files}
        try:
            for path, data in files.items():
                with told_of(path):
                    check_place(path)
                    with scratch[path].open("xb") as file:
                        file.write(data)
            for path in files:
                scratch[path].replace(path)
        finally:
            for path in files:
                with contextlib.suppress(OSError):
                    scratch[path].unlink()


def check_place(path: Path) -> None:
    """Raise OutputError for a place in no folder, and one of a folder, a device or a pipe, which a file would replace."""
    with told_of(path):
        if not path.parent.is_dir():
            raise refuse_writing(path, format_message("system.no-folder", folder=path.parent))
        if path.exists() and not path.is_file():
            raise refuse_writing(path, format_message("puzzles.is-folder" if path.is_dir() else "system.is-no-file"))
