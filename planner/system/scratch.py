"""Folders for what a process needs while it runs. What a killed process leaves is removed when the next one makes such a folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows has no such locks: there, what a killed process leaves stays
    fcntl = None  # type: ignore[assignment]

LOCK = ".lock"
"""the file in a scratch folder that its process holds a lock on, for as long as it lives"""
PREFIX = "ferryplan-run-"


class ScratchFolder(tempfile.TemporaryDirectory[str]):
    """A folder that is removed at the end of the ``with`` block, by ``cleanup``, or with the object.

    The operating system frees the lock when the process ends, however that is. A process number would not do in its place: numbers are used
    again, and processes in different containers may share a folder and not their numbers.
    """

    def __init__(self, parent: Path | None = None, prefix: str = PREFIX) -> None:
        """Make a folder in another, by default in the system's folder for temporary files, and remove abandoned ones there."""
        remove_abandoned(parent or Path(tempfile.gettempdir()), prefix)
        super().__init__(prefix=prefix, dir=parent, ignore_cleanup_errors=True)
        self._held = _hold_lock(Path(self.name)) if fcntl else None

    def cleanup(self) -> None:
        """Remove the folder, and let go of its lock."""
        super().cleanup()
        if self._held:
            self._held.close()


def remove_abandoned(parent: Path, prefix: str = PREFIX) -> None:
    """Remove the scratch folders in a folder whose processes have ended."""
    for lock in parent.glob(f"{prefix}*/{LOCK}") if fcntl else ():
        with contextlib.suppress(OSError), lock.open("rb") as file:  # BlockingIOError: its process lives
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.parent, ignore_errors=True)


def _hold_lock(folder: Path) -> IO[bytes]:
    """Return the open lock file of a folder. It is locked before it gets its name, so that nobody ever finds it free."""
    new = folder / f"{LOCK}-{os.getpid()}"
    file = new.open("wb")
    fcntl.flock(file, fcntl.LOCK_EX)
    new.rename(folder / LOCK)
    return file
