"""Calls made by the workers of a Dask cluster: in order, whatever happens to workers and nannies; batch systems by stand-ins."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import dask
import dask_jobqueue
import labours
import pytest
from own_cluster import Own, below
from processes import PATIENCE, alive, wait_until

from ferryplan.generator.errors import ParameterError
from ferryplan.planner.system.cluster import KINDS, Cluster, ClusterError
from ferryplan.planner.system.crew import Crew
from ferryplan.planner.system.helper import CallError
from ferryplan.planner.system.limits import TimeIsUpError

pytestmark = pytest.mark.filterwarnings("default")  # Dask's own


def local(jobs: int = 2) -> functools.partial[Cluster]:
    return functools.partial(Cluster, "local", jobs)


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
    with Own(tmp_path, 2) as own:
        (tmp_path / "notes").mkdir()
        with Crew(2, labours.noted, place=functools.partial(Cluster, own.file, 2)) as calls:
            for number in range(20):
                calls.ask(str(tmp_path / "notes"), number, 0.2)
            found = []
            for answer in calls.answers():
                found.append(answer)
                if len(found) == 5:
                    wait_until(lambda: below(own.nannies[0].pid, "helper"))
                    own.nannies[0].kill()
        assert found == [f"{number} " * number for number in range(20)]
        assert not below(own.nannies[1].pid, "helper")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nobody_waits_any_more(number: int, tmp_path: Path) -> None:
    """What workers of a cluster do for somebody who is gone they give up."""
    with Own(tmp_path, 1) as own:
        script = (
            "import functools, labours; from ferryplan.planner.system.crew import Crew; from ferryplan.planner.system.cluster import Cluster\n"
            f"with Crew(1, labours.with_a_child, place=functools.partial(Cluster, {own.file!r}, 1)) as calls:\n"
            f"    calls.ask({str(tmp_path)!r})\n"
            "    [*calls.answers()]\n"
        )
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen([sys.executable, "-c", script], env=environment, stderr=subprocess.DEVNULL)
        wait_until((tmp_path / "pids").exists, process)
        begun = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
        process.send_signal(number)
        process.wait(PATIENCE)
        wait_until(lambda: not any(map(alive, begun)))
        assert own.nannies[0].poll() is None


@pytest.mark.slow
def test_a_worker_that_hangs_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferryplan.planner.system.cluster.CLOSING", 1.0)
    with Own(tmp_path, 1) as own:
        with Crew(1, labours.squared, place=functools.partial(Cluster, own.file, 1)) as calls:
            calls.ask(3)
            assert [*calls.answers()] == [9]
            os.kill(below(own.nannies[0].pid, "spawn_main")[0], signal.SIGSTOP)
            began = time.monotonic()
        assert time.monotonic() - began < 10


@pytest.mark.slow
def test_a_scheduler_that_dies_is_told(tmp_path: Path) -> None:
    with Own(tmp_path, 1) as own, Crew(1, labours.squared, place=functools.partial(Cluster, own.file, 1)) as calls:
        calls.ask(3)
        calls.ask(4, 600.0)
        answers = calls.answers()
        assert next(answers) == 9
        own.scheduler.kill()
        with pytest.raises(ClusterError, match=r"the connection to the scheduler at .* is lost"):
            next(answers)


QUEUES = """#!/bin/bash
echo "$(basename "$0") $*" >> "$SAID"
echo "Submitted batch job 7"
"""


@pytest.mark.slow
def test_workers_that_never_come(tmp_path: Path) -> None:
    """Slurm is a stand-in whose queue is long: the user is told what is waited for, Ctrl-C ends it, and the jobs are taken back."""
    for name in ("sbatch", "scancel"):
        (tmp_path / name).write_text(QUEUES)
        (tmp_path / name).chmod(0o755)
    asked = {"CORES": "1", "PROCESSES": "1", "MEMORY": "1GB"}
    environment = {
        **os.environ, **{f"DASK_JOBQUEUE__SLURM__{key}": value for key, value in asked.items()},
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "SAID": str(tmp_path / "said"), "PYTHONPATH": os.pathsep.join(sys.path),
    }  # fmt: skip
    command = [Path(sys.executable).with_name("plan"), "pose", "wolf-goat-cabbage", "--cluster", "slurm"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    wait_until((tmp_path / "said").exists, process)
    time.sleep(2.5)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, "", "plan: interrupted; waiting for workers\n")
    assert time.monotonic() - began < 10
    assert (tmp_path / "said").read_text().splitlines()[-1] == "scancel 7"


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferryplan.planner.system.cluster.CONNECTING", 0.5)
    with pytest.raises(ClusterError, match=r"^cluster: no cluster answers at 'tcp://127\.0\.0\.1:9': "):
        Cluster("tcp://127.0.0.1:9", 1)
    with pytest.raises(ClusterError, match=r"^cluster: no cluster answers at 'slumr': "):
        Cluster("slumr", 1)


@pytest.mark.parametrize("text", ["", "no json", "[]", "{}", '{"address": 5}', "[" * 100_000])
def test_file_of_another_kind_is_no_scheduler(text: str, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(text)
    with pytest.raises(ParameterError, match=r"^cluster: .*scheduler\.json is not a scheduler file of Dask"):
        Cluster(str(file), 1)


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
