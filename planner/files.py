"""Files of the user's: read whole or refused, written all or none."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from generator.errors import FerryplanError

__all__ = ["OutputError", "read_text", "write_files"]

LARGEST_INPUT = 50_000_000


def read_text(path: str, failure: type[FerryplanError]) -> str:
    """Return the text of a file, of standard input for ``-``; raise ``failure`` if there is none."""
    try:
        data = sys.stdin.buffer.read(LARGEST_INPUT + 1) if path == "-" else _bytes(path)
        if len(data) > LARGEST_INPUT:
            raise failure(f"{path}: found over {LARGEST_INPUT:,} bytes, expected fewer")
        return data.decode()
    except OSError as error:
        raise failure(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise failure(f"{path}: found no text in UTF-8") from None


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(LARGEST_INPUT + 1)


class OutputError(FerryplanError, OSError):
    """A file or folder cannot be written."""


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write the files, all of them or none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in files:
            if (folder / name).is_dir():
                raise IsADirectoryError(None, f"{name} is a folder")
        with tempfile.TemporaryDirectory(dir=folder, prefix=".plan-") as scratch:
            for name, text in files.items():
                (Path(scratch) / name).write_text(text, encoding="utf-8", newline="\n")
            for name in files:
                os.replace(Path(scratch) / name, folder / name)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror or error}") from None
