"""A cluster and a journal together: random kills do not change the answers."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from budget import scale
from dask_cluster import OwnCluster, find_descendants
from processes import MAX_WAIT_SECONDS, wait_until

pytestmark = pytest.mark.cluster

KILLS = scale(4)
CALLS = max(100, 8 * KILLS)
SCRIPT = f"""
import functools, sys, worker_calls
from pathlib import Path
from ferryplan.planner.system import worker_pool
from ferryplan.planner.system.cluster import Cluster
from ferryplan.planner.system.worker_pool import WorkerPool
from ferryplan.planner.system.journal import Journal
worker_pool.MAX_DEATHS = {CALLS}  # by chance the same call may be killed three times, which would be an answer of its own
folder, *file = sys.argv[1:]
make_executor = functools.partial(Cluster, file[0], 3) if file else None
with Journal(Path(folder, "journal"), dict()) as journal, WorkerPool(
    2, worker_calls.note_call_in_storm, make_executor=make_executor, journal=journal
) as calls:
    for number in range({CALLS}):
        calls.submit(folder, number, name=str(number))
    print(*calls.returned_values(), sep=chr(10))
"""


KINDS = ("asker", "nanny", "spawn_main", "pool_worker")
"""The kinds of processes to kill.

The last two, a worker and a process that makes calls, are found by their command lines.
"""


class Asker:
    """The main process, which is started again with the same journal after it was killed."""

    def __init__(self, folder: Path, *file: str) -> None:
        self._folder, self._command = folder, [sys.executable, "-c", SCRIPT, str(folder), *file]
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self.start()

    def start(self) -> None:
        with (self._folder / "output").open("w") as output, (self._folder / "errors").open("w") as errors:
            self.process = subprocess.Popen(self._command, env=self._environment, stdout=output, stderr=errors)

    def ended(self) -> str:
        """Wait for the process to end and return its output."""
        assert self.process.wait(MAX_WAIT_SECONDS) == 0, self.errors()
        return (self._folder / "output").read_text()

    def errors(self) -> str:
        """Return its standard error."""
        return (self._folder / "errors").read_text()


def kept(folder: Path) -> dict[str, str]:
    """Return the entries of the journal without an incomplete last line."""
    with contextlib.suppress(FileNotFoundError):
        whole, _, _ = (folder / "journal").read_text().rpartition("\n")
        return dict(json.loads(line)[:2] for line in whole.splitlines()[1:])
    return {}


def begun(folder: Path) -> int:
    """Return how many times calls were started."""
    return sum(len(path.read_text().split()) for path in folder.iterdir() if path.name.isdigit())


def test_random_kills_on_a_cluster_do_not_change_answers(tmp_path: Path) -> None:
    """Random kills on a cluster do not change the answers.

    The killed process is in turn the main process, a nanny with its worker, a worker, and a process that makes
    a call. Each kill waits until more calls have started.
    """
    calm, storm = tmp_path / "calm", tmp_path / "storm"
    for folder in (calm, storm):
        folder.mkdir()
    undisturbed = Asker(calm).ended()
    (storm / "storm").touch()
    drawn = random.Random(KILLS)
    with OwnCluster(tmp_path, 3) as own:
        asker = Asker(storm, own.file)
        for kind in [kind for _ in range(0, KILLS, len(KINDS)) for kind in drawn.sample(KINDS, len(KINDS))][:KILLS]:
            so_far = begun(storm)
            wait_until(lambda so_far=so_far: begun(storm) > so_far or asker.process.poll() is not None)
            assert asker.process.poll() is None, asker.errors()
            time.sleep(drawn.random() * 0.4)
            known = kept(storm)
            if kind == "asker":
                asker.process.kill()
                asker.process.wait(MAX_WAIT_SECONDS)
                asker.start()
            elif kind == "nanny":
                own.nannies.pop(drawn.randrange(3)).kill()
                own.add_nanny()
            else:
                wait_until(lambda kind=kind: others(own, kind))
                with contextlib.suppress(ProcessLookupError):
                    os.kill(drawn.choice(others(own, kind)), signal.SIGKILL)
            assert kept(storm).items() >= known.items()
        assert len(kept(storm)) < CALLS
        (storm / "storm").unlink()
        assert asker.ended() == undisturbed
    lines = [sorted((folder / "journal").read_text().splitlines()) for folder in (calm, storm)]
    assert lines[0] == lines[1]
    assert len(lines[0]) == CALLS + 1
    assert begun(storm) <= CALLS + 5 * KILLS, "only what was under way is begun again"


def others(own: OwnCluster, kind: str) -> list[int]:
    """Return the ids of a kind of processes below the nannies."""
    return [pid for nanny in own.nannies for pid in find_descendants(nanny.pid, kind)]
