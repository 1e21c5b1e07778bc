"""Standard output and standard error: what they carry commands no terminal, and where they fail that is told, not thrown.

Whatever goes to a file or a pipe is UTF-8, whatever the locale; a terminal gets what its encoding has. What could command it, in
stories, names, plans or file names, is made visible; only what `planner.terminal` drew itself may have colours.
"""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TextIO, TypeVar, cast

from generator.visible import visible
from planner.files import OutputError

__all__ = ["Screen", "guarded", "signed"]

T = TypeVar("T")
ESCAPE = "\x1b"
_SIGNATURE = secrets.token_hex(8)


def signed(drawn: str) -> str:
    """Return what was drawn here with its escapes signed: a Screen lets those through, and no others, as nobody else knows the signature."""
    return drawn.replace(ESCAPE, ESCAPE + _SIGNATURE)


class Screen(io.TextIOBase):
    """A text stream that makes visible what is hidden. Where it cannot be written, it raises OutputError, or, if it is not ``needed``, drops it.

    A broken pipe is raised as it is.
    """

    def __init__(self, stream: TextIO | None, name: str, needed: bool) -> None:
        self.stream, self.name, self.needed = stream, name, needed

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """UTF-8: every text can be written, whatever becomes of it further down."""
        return "utf-8"

    @property
    def buffer(self) -> BinaryIO:
        """The bytes below, with the same errors."""
        return cast(BinaryIO, _Bytes(self))

    def write(self, text: str) -> int:
        """Write a text."""
        shown = visible(text).replace(f"\\u001b{_SIGNATURE}", ESCAPE)
        self.attempt(lambda stream: stream.write(shown))
        return len(text)

    def flush(self) -> None:
        """Have everything written."""
        self.attempt(lambda stream: stream.flush())

    def isatty(self) -> bool:
        """Whether a person looks on."""
        return self.stream is not None and self.stream.isatty()

    def fileno(self) -> int:
        """The descriptor of the stream."""
        if self.stream is None:
            raise OSError("closed")
        return self.stream.fileno()

    def attempt(self, call: Callable[[TextIO], object]) -> None:
        """Do something with the stream, as its errors are dealt with here."""
        try:
            if self.stream is None:
                raise OSError(0, "it is closed")
            call(self.stream)
        except (OSError, ValueError) as error:  # a ValueError is about a stream that was closed
            if isinstance(error, BrokenPipeError) and self.needed:
                raise
            if self.needed:
                reason = error.strerror if isinstance(error, OSError) else "it is closed"
                raise OutputError(f"{self.name}: cannot be written: {reason}") from None

    def settle(self) -> None:
        """Have everything written, or send what cannot be nowhere: Python would try again on its way out."""
        if self.stream is None:
            return
        try:
            self.stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())


class _Bytes(io.RawIOBase):
    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def write(self, data: Any) -> int:
        self.screen.attempt(lambda stream: stream.buffer.write(data))
        return len(data)

    def flush(self) -> None:
        self.screen.attempt(lambda stream: stream.buffer.flush())


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Have standard output and standard error be Screens in this block, and standard input take what is no text for what it looks like."""
    before = sys.stdout, sys.stderr
    for stream in (sys.stdin, *before):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                kept = stream.encoding if stream.isatty() else "utf-8"
                stream.reconfigure(encoding=kept, errors="replace" if stream is sys.stdin else "backslashreplace")
    screens = Screen(before[0], "standard output", needed=True), Screen(before[1], "standard error", needed=False)
    sys.stdout, sys.stderr = screens
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for screen in screens:
            screen.settle()
