"""Files of the user's: read whole or refused, written all or none."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from generator.errors import FerryplanError, ParameterError
from generator.files import read_bytes

__all__ = ["OutputError", "read_text", "text_or_file", "write_all", "write_files"]

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
    written: list[tuple[Path, Path]] = []
    try:
        for path, data in files.items():
            if path.is_dir():
                raise OutputError(f"{path}: cannot be written: it is a folder")
            try:
                descriptor, scratch = tempfile.mkstemp(dir=path.parent, prefix=".plan-")
                written.append((Path(scratch), path))
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                Path(scratch).chmod(0o666 & ~_umask())
            except OSError as error:
                raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None
        for scratch_path, path in written:
            os.replace(scratch_path, path)
    finally:
        for scratch_path, _ in written:
            scratch_path.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
