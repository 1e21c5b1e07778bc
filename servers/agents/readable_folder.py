"""The folder whose files an agent may read, and the texts of arguments, which may name such files."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ferryplan import FerryplanError
from ferryplan.domains.messages import format_message

MAX_TEXT_CHARACTERS = 500_000
"""the largest number of characters in a text that a tool takes; files have at most as many bytes"""


class FileAccessError(FerryplanError, ValueError):
    """An argument names a file that the server must not read, or that cannot be read."""


def is_inline_text(value: str) -> bool:
    """Return whether the value of an argument is a text rather than the path of a file."""
    return "(" in value or "\n" in value


class ReadableFolder:
    """The folder that a server may read; without a folder, arguments must be texts.

    Links are followed only within the folder.
    """

    def __init__(self, folder: str | None) -> None:
        self._root = None if folder is None else Path(folder).resolve()

    def read_argument(self, argument: str, value: str) -> str:
        """Return the text that an argument stands for: its value, or the content of the file that it names.

        ``argument`` is the name of the argument, for messages. Raises FileAccessError.
        """
        if is_inline_text(value):
            if len(value) > MAX_TEXT_CHARACTERS:
                says = format_message("agents.text-too-long", count=len(value), limit=MAX_TEXT_CHARACTERS)
                raise FileAccessError(says, key=argument)
            text = value
        else:
            text = self._read_file(argument, value)
        # The public functions take a text without a line break for a name or a path, and would read that file.
        return text.replace("\r\n", "\n").rstrip("\n") + "\n"

    def _read_file(self, argument: str, name: str) -> str:
        """Return the content of a file in the folder. Raises FileAccessError."""
        if self._root is None:
            raise FileAccessError(format_message("agents.no-folder", found=name[:80]), key=argument)
        try:
            path = (self._root / name).resolve(strict=True)
        except (OSError, ValueError, RuntimeError):  # ValueError: a null character; RuntimeError: links in a circle
            path = None
        # A file outside gets the same message as a missing one: the answer must not tell which files exist there.
        if path is None or not path.is_relative_to(self._root):
            raise FileAccessError(format_message("agents.no-such-file", name=name[:200]), key=argument)
        try:
            return self._read_regular_file(path)
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "not UTF-8"
            says = format_message("agents.unreadable-file", name=name[:200], reason=reason)
            raise FileAccessError(says, key=argument) from None

    def _read_regular_file(self, path: Path) -> str:
        """Return the content of a regular file; refuse devices, pipes, folders and files that are too large."""
        # If somebody exchanges the file for a link now, O_NOFOLLOW refuses it. A pipe must not block the process.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(0, format_message("agents.no-regular-file"))
            data = file.read(MAX_TEXT_CHARACTERS + 1)
        if len(data) > MAX_TEXT_CHARACTERS:
            raise OSError(0, format_message("agents.file-too-large", limit=MAX_TEXT_CHARACTERS))
        return data.decode("utf-8-sig")
