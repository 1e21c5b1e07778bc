"""Calls made by the workers of a Dask cluster: in order, whatever happens to workers and nannies; batch systems by stand-ins."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import dask
import dask_jobqueue
import labours
import pytest
from processes import alive, wait_until

from planner.system.cluster import KINDS, Cluster, ClusterError
from planner.system.crew import Crew
from planner.system.helper import CallError
from planner.system.limits import TimeIsUpError

pytestmark = pytest.mark.filterwarnings("default")  # Dask's own


def command(pid: int) -> str:
    """How a process was started; empty if it is no more."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ") if alive(pid) else ""
    return ""


def below(pid: int, part: str) -> list[int]:
    """The processes that any thread of a process has started, by others as well, whose command has a part."""
    lists = (path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    found = [one for child in map(int, itertools.chain(*lists)) for one in (child, *below(child, ""))]
    return [one for one in found if part in command(one)]


def local(jobs: int = 2) -> functools.partial[Cluster]:
    return functools.partial(Cluster, "local", jobs)


@contextlib.contextmanager
def own_cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler of its own with nannies, each of which has a worker: the scheduler's file, and the nannies."""
    file = folder / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "DASK_DISTRIBUTED__DASHBOARD__LINK": ""}
    common = {"env": environment, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "distributed.cli.dask_"]
    quiet = ["--no-dashboard", "--scheduler-file", str(file)]
    started = [subprocess.Popen([*dask[:2], f"{dask[2]}scheduler", "--port", "0", *quiet], **common)]  # type: ignore[call-overload]
    try:
        wait_until(lambda: file.exists() and file.read_text().endswith("}"), started[0])
        for _ in range(workers):
            nanny = [*dask[:2], f"{dask[2]}worker", "--nthreads", "1", *quiet]
            started.append(subprocess.Popen(nanny, **common))  # type: ignore[call-overload]
        yield str(file), started[1:]
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()


def test_workers_that_are_killed_change_nothing(tmp_path: Path) -> None:
    """First a worker is killed, then a process that makes a call for another."""
    with Crew(3, labours.noted, place=local(3)) as calls:
        assert len(below(os.getpid(), "spawn_main")) == 3
        for number in range(12):
            calls.ask(str(tmp_path), number, 0.1)
        found = []
        for answer in calls.answers():
            found.append(answer)
            if len(found) == 3:
                os.kill(below(os.getpid(), "spawn_main")[0], signal.SIGKILL)
            if len(found) == 6:
                os.kill(below(os.getpid(), "helper")[0], signal.SIGKILL)
        begun = below(os.getpid(), "spawn_main") + below(os.getpid(), "helper")
    assert found == [f"{number} " * number for number in range(12)]
    assert begun
    wait_until(lambda: not any(map(alive, begun)))


@pytest.mark.slow
def test_limits_hold_on_workers() -> None:
    with Crew(1, labours.call, timeout=0.5, memory=512, place=local(1)) as calls:
        for asked in ((time.sleep, 600), (bytearray, 1 << 34), (os._exit, 3), (int, "four"), (len, "four")):
            calls.ask(*asked)
        late, big, dead, wrong, fine = calls.outcomes()
    assert [type(one.error) for one in (late, big, dead, wrong)] == [TimeIsUpError, MemoryError, CallError, ValueError]
    assert str(dead.error) == "its process ended with exit code 3"
    assert fine.value == 4


@pytest.mark.slow
def test_nannies_that_are_killed_change_nothing(tmp_path: Path) -> None:
    """A nanny dies, and its worker with it; the other does what was begun there. Nothing of it is left on the other afterwards."""
    with own_cluster(tmp_path, 2) as (file, nannies):
        (tmp_path / "notes").mkdir()
        with Crew(2, labours.noted, place=functools.partial(Cluster, file, 2)) as calls:
            for number in range(20):
                calls.ask(str(tmp_path / "notes"), number, 0.2)
            found = []
            for answer in calls.answers():
                found.append(answer)
                if len(found) == 5:
                    wait_until(lambda: below(nannies[0].pid, "helper"))
                    nannies[0].kill()
        assert found == [f"{number} " * number for number in range(20)]
        assert not below(nannies[1].pid, "helper")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nobody_waits_any_more(number: int, tmp_path: Path) -> None:
    """What workers of a cluster do for somebody who is gone they give up."""
    with own_cluster(tmp_path, 1) as (file, [nanny]):
        script = (
            "import functools, labours; from planner.system.crew import Crew; from planner.system.cluster import Cluster\n"
            f"with Crew(1, labours.with_a_child, place=functools.partial(Cluster, {file!r}, 1)) as calls:\n"
            f"    calls.ask({str(tmp_path)!r})\n"
            "    [*calls.answers()]\n"
        )
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen([sys.executable, "-c", script], env=environment, stderr=subprocess.DEVNULL)
        wait_until((tmp_path / "pids").exists, process)
        begun = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
        process.send_signal(number)
        process.wait()
        wait_until(lambda: not any(map(alive, begun)))
        assert nanny.poll() is None


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planner.system.cluster.CONNECTING", 0.5)
    with pytest.raises(ClusterError, match=r"--cluster tcp://127\.0\.0\.1:9: found no cluster that answers"):
        Cluster("tcp://127.0.0.1:9", 1)
    with pytest.raises(ClusterError, match="--cluster slumr: found no cluster that answers"):
        Cluster("slumr", 1)


@pytest.mark.slow
def test_jobs_of_a_batch_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slurm is a stand-in that copies what is handed in, as it does, and runs it: two jobs do the work, and are taken back in the end."""
    programs = {
        "sbatch": 'cp "$1" "$JOBS.$$"; setsid bash "$JOBS.$$" >/dev/null 2>&1 & echo $! >> "$JOBS"; echo "Submitted batch job $!"',
        "scancel": 'kill -- -"$1"',
    }
    for name, text in programs.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{text}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("JOBS", str(tmp_path / "jobs"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    how = {
        "cores": 1,
        "processes": 1,
        "memory": "1GB",
        "local-directory": str(tmp_path),
        "log-directory": str(tmp_path),
    }
    options = {"interface": None, "scheduler-options": {"dashboard_address": None}}
    (tmp_path / "notes").mkdir()
    assert dask_jobqueue.SLURMCluster.__name__ == KINDS["slurm"]
    place = functools.partial(Cluster, "slurm", 2)
    slurm = {**dask.config.get("jobqueue.slurm"), **how, **options}
    with dask.config.set({"jobqueue.slurm": slurm}), Crew(2, labours.noted, place=place) as calls:
        for number in range(8):
            calls.ask(str(tmp_path / "notes"), number, 0.5)
        assert [*calls.answers()] == [f"{number} " * number for number in range(8)]
    begun = [int(pid) for pid in (tmp_path / "jobs").read_text().split()]
    assert len(begun) == 2
    wait_until(lambda: not any(map(alive, begun)))
