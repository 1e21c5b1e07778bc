"""Temporary folders of a process, and the removal of folders that killed processes have left."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except (
    ImportError
):  # Windows has no such locks, and in JupyterLite the module is empty: folders of killed processes stay
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

LOCK_NAME = ".lock"
"""the file in a scratch folder that its process locks as long as it lives"""
PREFIX = "ferryplan-run-"
"""the beginning of the names of scratch folders, unless the caller chooses another one"""


class ScratchFolder(tempfile.TemporaryDirectory[str]):
    """A temporary folder, removed at the end of the ``with`` block, by ``cleanup``, or with the object.

    A lock marks the folder as used; the operating system frees the lock when the process ends in any way. A process
    number could not replace the lock: numbers are reused, and processes in different containers may share a folder
    but not their numbers.
    """

    def __init__(self, parent: Path | None = None, prefix: str = PREFIX) -> None:
        """Make a folder in `parent`, and remove abandoned folders there.

        The default for `parent` is the system's folder for temporary files.
        """
        remove_abandoned_folders(parent or Path(tempfile.gettempdir()), prefix)
        super().__init__(prefix=prefix, dir=parent, ignore_cleanup_errors=True)
        self._lock_file = _create_locked_file(Path(self.name)) if HAS_LOCKS else None

    def cleanup(self) -> None:
        """Remove the folder, and release its lock."""
        super().cleanup()
        if self._lock_file:
            self._lock_file.close()


def remove_abandoned_folders(parent: Path, prefix: str = PREFIX) -> None:
    """Remove the scratch folders in ``parent`` whose processes have ended without removing them."""
    for lock in parent.glob(f"{prefix}*/{LOCK_NAME}") if HAS_LOCKS else ():
        with contextlib.suppress(OSError), lock.open("rb") as file:  # BlockingIOError: its process lives
            flock(file, LOCK_EX | LOCK_NB)
            shutil.rmtree(lock.parent, ignore_errors=True)


def _create_locked_file(folder: Path) -> IO[bytes]:
    """Return the open, locked lock file of a folder.

    The file is locked before it gets its final name, so no other process ever finds it unlocked.
    """
    new = folder / f"{LOCK_NAME}-{os.getpid()}"
    file = new.open("wb")
    flock(file, LOCK_EX)
    new.rename(folder / LOCK_NAME)
    return file
