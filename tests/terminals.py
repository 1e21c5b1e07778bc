"""The command on a terminal, and what that gets."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
from pathlib import Path

PLAN = Path(sys.executable).with_name("plan")
WITHOUT_COLUMNS = {key: value for key, value in os.environ.items() if key != "COLUMNS"}


def on_a_terminal(command: str, columns: int, errors: bool = False, kept: bool = False, **environment: str) -> str:
    """What a terminal of so many columns gets of standard output, or of standard error, without colours unless they are kept."""
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(
        [str(PLAN), *shlex.split(command)], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if errors else writer, stderr=writer if errors else subprocess.DEVNULL,
        env={**WITHOUT_COLUMNS, "NO_COLOR": "1", "TERM": "xterm", **environment},
    ):  # fmt: skip
        os.close(writer)
        told = b""
        with contextlib.suppress(OSError):  # what Linux says when the other end is closed
            while piece := os.read(reader, 65536):
                told += piece
    os.close(reader)
    return re.sub("" if kept else r"\x1b\[[0-9;]*m", "", told.decode().replace("\r\n", "\n"))
