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

from ferryplan.generator.errors import FerryplanError, ParameterError
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.files import read_bytes
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


def check_packages(what_needs: str, *names: str) -> None:
    """Raise OutputError, which begins with what needs it, for the first package that is not installed."""
    for name in names:
        if importlib.util.find_spec(name.replace("-", "_")) is None:
            raise OutputError(f"{what_needs} {name}, which is not installed; get it with: {installing(name)}")


def read_text(path: str, failure: type[FerryplanError], largest: int = LARGEST_INPUT, where: str = "") -> str:
    """Return the text of a file, of standard input for ``-``; raise ``failure``, with ``where`` in front, if there is none."""
    try:
        return (_standard_input() if path == "-" else read_bytes(path, largest)).decode()
    except OSError as error:
        raise failure(f"{where}{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise failure(f"{where}{path}: found no text in UTF-8") from None


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError(0, "it is closed")
    data = sys.stdin.buffer.read(LARGEST_INPUT + 1)
    if len(data) > LARGEST_INPUT:
        raise OSError(0, f"found over {LARGEST_INPUT:,} bytes, expected fewer")
    return data


def text_or_file(text: str, where: str, joined: str | None = None) -> str:
    """Return what stands in the file that a text names, its words on one line, or its lines ``joined``, else the text itself.

    Raises ParameterError for a bad file.
    """
    if text == "-" or not os.path.exists(text):
        if text.lower().endswith(ENDINGS):
            raise ParameterError(
                f"{where}: found '{text}', a file that does not exist, expected one that does, or a text"
            )
        return text
    found = read_text(text, ParameterError, LARGEST_VALUE, f"{where}: ").removeprefix("\ufeff")
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

    option_advice = "; --force writes into it"


@contextlib.contextmanager
def told_of(path: Path) -> Iterator[None]:
    """Have what the system refuses in this block be an OutputError about a path."""
    try:
        yield
    except OutputError:
        raise
    except (OSError, ValueError) as error:
        raise OutputError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None


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
    raise OccupiedError(f"{folder}: found files, expected no folder, or an empty one")


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
        found = f"files that this command does not write: {listing(others[:5])}"
        raise OccupiedError(f"{folder}: found {found}; choose another folder")
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
            raise OutputError(f"{path}: cannot be written: there is no folder {path.parent}")
        if path.exists() and not path.is_file():
            what = "a folder" if path.is_dir() else "no file (without -o, the answer goes to standard output)"
            raise OutputError(f"{path}: cannot be written: it is {what}")
