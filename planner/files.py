"""Files of the user's: read whole or refused, written all or none."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from generator.errors import FerryplanError, ParameterError
from generator.files import read_bytes
from planner.interrupts import undivided
from planner.limits import undisturbed

__all__ = ["OutputError", "check_place", "read_text", "text_or_file", "write_all", "write_files"]

LARGEST_INPUT = 50_000_000
LARGEST_VALUE = 10_000
"""of a parameter, in bytes"""


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


def text_or_file(text: str, where: str) -> str:
    """Return what stands in the file that a text names, on one line, else the text itself. Raises ParameterError for a bad file."""
    if text == "-" or not os.path.exists(text):
        return text
    return " ".join(read_text(text, ParameterError, LARGEST_VALUE, f"{where}: ").removeprefix("\ufeff").split())


class OutputError(FerryplanError, OSError):
    """A file or folder cannot be written."""


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write text files into a folder, which is made if need be; all of them or none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror or error}") from None
    write_all({folder / name: text.encode() for name, text in files.items()})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write files into folders that exist; all of them or none."""
    with undisturbed(), undivided():
        _write_all(files)


def _write_all(files: Mapping[Path, bytes]) -> None:
    written: list[tuple[Path, Path]] = []
    try:
        for path, data in files.items():
            try:
                check_place(path)
                descriptor, scratch = tempfile.mkstemp(dir=path.parent, prefix=".plan-")
                written.append((Path(scratch), path))
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                Path(scratch).chmod(0o666 & ~_umask())
            except OSError as error:
                if isinstance(error, OutputError):
                    raise
                raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None
        for scratch_path, path in written:
            os.replace(scratch_path, path)
    finally:
        for scratch_path, _ in written:
            scratch_path.unlink(missing_ok=True)


def check_place(path: Path) -> None:
    """Raise OutputError for a place in no folder, and one of a folder, a device or a pipe, which a file would replace."""
    try:
        if not path.parent.is_dir():
            raise OutputError(f"{path}: cannot be written: there is no folder {path.parent}")
        if path.exists() and not path.is_file():
            what = "a folder" if path.is_dir() else "no file (without -o, the answer goes to standard output)"
            raise OutputError(f"{path}: cannot be written: it is {what}")
    except (OSError, ValueError) as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
