"""Files that somebody names, puzzles among them, read within bounds: nothing waits for a pipe, reads a device, or fills the memory."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import domains
from generator.errors import meant

OPEN = re.compile(r"/dev/(stdin|fd/\d+)|/proc/self/fd/\d+")
"""what a shell passes for ``<(…)``: the names of files that are open already"""
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


def puzzle_named(name: str) -> str | None:
    """Return what a name stands for where a puzzle is expected, None for nothing.

    It is a name of the catalogue, whatever its capitals, or the path to a file: a text with an ending or a folder in it, which need not say
    that the file's ends in ``.toml``.
    """
    if known := meant(name, domains.puzzle_files()):
        return known
    if not {".", "/", os.sep} & {*name}:
        return None
    whole = f"{name}.toml"
    return whole if os.path.isfile(whole) and not os.path.isfile(name) else name
