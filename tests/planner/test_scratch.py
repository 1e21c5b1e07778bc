"""Scratch folders: each process removes its own and the folders that killed processes left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ferryplan.planner.system.scratch import ScratchFolder

HOLD = """
import sys
from pathlib import Path
from ferryplan.planner.system.scratch import ScratchFolder
with ScratchFolder(Path(sys.argv[1])) as folder:
    Path(folder, "work").write_text("half done")
    print(folder, flush=True)
    sys.stdin.read()
"""


def start_holder(parent: Path) -> tuple[subprocess.Popen[str], Path]:
    """Start a process that holds a scratch folder until its input ends."""
    command = [sys.executable, "-c", HOLD, str(parent)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout
    return process, Path(process.stdout.readline().strip())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_temporary_folder_of_a_killed_process_is_removed_by_the_next_run(
    number: signal.Signals, tmp_path: Path
) -> None:
    living, kept = start_holder(tmp_path)
    killed, left = start_holder(tmp_path)
    other = tmp_path / "ferryplan-run-of-somebody"
    other.mkdir()
    killed.send_signal(number)
    killed.communicate()
    assert (left / "work").exists()
    with ScratchFolder(tmp_path) as new:
        assert not left.exists()
        assert (kept / "work").exists()
        assert other.exists(), "a folder without a lock is none of ours"
    assert not Path(new).exists()
    living.communicate()
    assert not kept.exists()


def test_only_folders_with_same_prefix_are_removed(tmp_path: Path) -> None:
    killed, left = start_holder(tmp_path)
    killed.kill()
    killed.communicate()
    with ScratchFolder(tmp_path, ".plan-"):
        assert left.exists(), "another prefix"
    with ScratchFolder(tmp_path):
        assert not left.exists()
