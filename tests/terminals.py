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
import threading
from collections.abc import Sequence
from pathlib import Path

from conftest import CommandServer

PLAN = Path(sys.executable).with_name("plan")
WITHOUT_COLUMNS = {key: value for key, value in os.environ.items() if key != "COLUMNS"}


def on_a_terminal(
    command: str,
    columns: int,
    errors: bool = False,
    kept: bool = False,
    server: CommandServer | None = None,
    program: Sequence[str | Path] = (PLAN,),
    **environment: str,
) -> str:
    """What a terminal of so many columns gets of standard output, or of standard error, without colors unless they are kept."""
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    whole = {**WITHOUT_COLUMNS, "NO_COLOR": "1", "TERM": "xterm", **environment}
    told: list[bytes] = []

    def read() -> None:
        with contextlib.suppress(OSError):  # what Linux says when the other end is closed
            while piece := os.read(reader, 65536):
                told.append(piece)

    reading = threading.Thread(target=read)
    reading.start()
    if server:
        stream = {"errors" if errors else "output": os.ttyname(writer)}
        server.run(tuple(shlex.split(command)), Path.cwd(), None, whole, **stream)
    else:
        subprocess.run(
            [*program, *shlex.split(command)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if errors else writer, stderr=writer if errors else subprocess.DEVNULL, env=whole,
        )  # fmt: skip
    os.close(writer)
    reading.join()
    os.close(reader)
    return re.sub("" if kept else r"\x1b\[[0-9;]*m", "", b"".join(told).decode().replace("\r\n", "\n"))
