"""The command on a pseudoterminal, and its output there."""

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
import threading
from collections.abc import Sequence
from pathlib import Path

from conftest import CommandServer

PLAN_COMMAND = Path(sys.executable).with_name("plan")
WITHOUT_COLUMNS = {key: value for key, value in os.environ.items() if key != "COLUMNS"}


def run_on_terminal(
    command: str,
    columns: int,
    read_errors: bool = False,
    keep_colors: bool = False,
    server: CommandServer | None = None,
    program: Sequence[str | Path] = (PLAN_COMMAND,),
    **environment: str,
) -> str:
    """Return the standard output, or standard error, of a command on a terminal with `columns` columns.

    Colors are removed unless `keep_colors` is set.
    """
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    whole = {**WITHOUT_COLUMNS, "NO_COLOR": "1", "TERM": "xterm", **environment}
    told: list[bytes] = []

    def read_terminal() -> None:
        with contextlib.suppress(OSError):  # the error of Linux when the other end is closed
            while piece := os.read(reader, 65536):
                told.append(piece)

    reading = threading.Thread(target=read_terminal)
    reading.start()
    if server:
        stream = {"errors" if read_errors else "output": os.ttyname(writer)}
        server.run(tuple(shlex.split(command)), Path.cwd(), None, whole, **stream)
    else:
        subprocess.run(
            [*program, *shlex.split(command)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if read_errors else writer, stderr=writer if read_errors else subprocess.DEVNULL, env=whole,
        )  # fmt: skip
    os.close(writer)
    reading.join()
    os.close(reader)
    return re.sub("" if keep_colors else r"\x1b\[[0-9;]*m", "", b"".join(told).decode().replace("\r\n", "\n"))
