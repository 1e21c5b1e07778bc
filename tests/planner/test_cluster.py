"""Calls on the workers of a Dask cluster: in order, and robust against killed workers and nannies.

Stand-ins replace the batch systems.
"""

from __future__ import annotations

import contextlib
import functools
import math
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import worker_calls
from dask_cluster import OwnCluster, find_descendants
from processes import MAX_WAIT_SECONDS, is_alive, wait_until

from ferryplan.generator.errors import ParameterError
from ferryplan.planner.system.cluster import BATCH_SYSTEMS, Cluster, ClusterError
from ferryplan.planner.system.limits import MAX_SECONDS, TimeIsUpError
from ferryplan.planner.system.pool_worker import CallError
from ferryplan.planner.system.worker_pool import WorkerPool

pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("default")]  # warnings of Dask itself


def local(jobs: int = 2) -> functools.partial[Cluster]:
    return functools.partial(Cluster, "local", jobs)


def test_workers_that_are_killed_change_nothing(tmp_path: Path) -> None:
    """Killed workers do not change the results.

    First a worker is killed, then a process that makes a call on its behalf.
    """
    with WorkerPool(3, worker_calls.note_call, make_executor=local(3)) as calls:
        assert len(find_descendants(os.getpid(), "spawn_main")) == 3
        for number in range(12):
            calls.submit(str(tmp_path), number, 0.1)
        found = []
        for answer in calls.returned_values():
            found.append(answer)
            if len(found) == 3:
                os.kill(find_descendants(os.getpid(), "spawn_main")[0], signal.SIGKILL)
            if len(found) == 6:
                os.kill(find_descendants(os.getpid(), "pool_worker")[0], signal.SIGKILL)
        begun = find_descendants(os.getpid(), "spawn_main") + find_descendants(os.getpid(), "pool_worker")
    assert found == [f"{number} " * number for number in range(12)]
    assert begun
    wait_until(lambda: not any(map(is_alive, begun)))


def test_time_and_memory_limits_apply_on_workers() -> None:
    with WorkerPool(1, worker_calls.call_function, timeout=0.5, memory=512, make_executor=local(1)) as calls:
        for asked in ((time.sleep, 600), (bytearray, 1 << 34), (os._exit, 3), (int, "four"), (len, "four")):
            calls.submit(*asked)
        late, big, dead, wrong, fine = calls.outcomes()
    assert [type(one.error) for one in (late, big, dead, wrong)] == [TimeIsUpError, MemoryError, CallError, ValueError]
    assert str(dead.error) == "its process ended with exit code 3"
    assert fine.value == 4


def test_killed_dask_nannies_do_not_change_the_results(tmp_path: Path) -> None:
    """Killed nannies do not change the results.

    A nanny dies together with its worker, and the other worker repeats the unfinished calls. Afterwards, no
    call is left on the other worker.
    """
    with OwnCluster(tmp_path, 2) as own:
        (tmp_path / "notes").mkdir()
        with WorkerPool(2, worker_calls.note_call, make_executor=functools.partial(Cluster, own.file, 2)) as calls:
            for number in range(20):
                calls.submit(str(tmp_path / "notes"), number, 0.2)
            found = []
            for answer in calls.returned_values():
                found.append(answer)
                if len(found) == 5:
                    wait_until(lambda: find_descendants(own.nannies[0].pid, "pool_worker"))
                    own.nannies[0].kill()
        assert found == [f"{number} " * number for number in range(20)]
        assert not find_descendants(own.nannies[1].pid, "pool_worker")


def test_answer_lost_with_its_worker_is_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call is made again if its worker dies after the call has ended, but before the answer is read."""
    from distributed import Client

    monkeypatch.setattr("ferryplan.planner.system.cluster.POLL_SECONDS", 0.01)
    call = pickle.dumps((worker_calls.note_call, (str(tmp_path), 7, 1.0), math.inf, None))
    with OwnCluster(tmp_path, 2) as own, Client(scheduler_file=own.file, set_as_default=False) as observer:
        observer.wait_for_workers(2)
        with contextlib.closing(Cluster(own.file, 2)) as cluster:
            cluster.begin_call(1, call, MAX_SECONDS)
            cluster.wait()
            wait_until(lambda: any(observer.has_what().values()))
            holder = next(worker for worker, keys in observer.has_what().items() if keys)
            os.kill(observer.run(os.getpid, workers=[holder])[holder], signal.SIGKILL)
            wait_until(lambda: holder not in observer.nthreads())
            while not (ended := cluster.take_ended_calls()):
                cluster.wait()
    assert [(one.number, pickle.loads(one.answer or b"")) for one in ended] == [(1, ("7 7 7 7 7 7 7 ", None))]
    assert len((tmp_path / "7").read_text().split()) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_workers_stop_calls_of_a_client_that_exited(number: int, tmp_path: Path) -> None:
    """Workers of a cluster abort the calls of a client that has exited."""
    with OwnCluster(tmp_path, 1) as own:
        script = (
            "import functools, worker_calls\n"
            "from ferryplan.planner.system.worker_pool import WorkerPool\n"
            "from ferryplan.planner.system.cluster import Cluster\n"
            f"make_executor = functools.partial(Cluster, {own.file!r}, 1)\n"
            "with WorkerPool(1, worker_calls.hang_with_child, make_executor=make_executor) as calls:\n"
            f"    calls.submit({str(tmp_path)!r})\n"
            "    [*calls.returned_values()]\n"
        )
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen([sys.executable, "-c", script], env=environment, stderr=subprocess.DEVNULL)
        wait_until((tmp_path / "pids").exists, process)
        begun = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
        process.send_signal(number)
        process.wait(MAX_WAIT_SECONDS)
        wait_until(lambda: not any(map(is_alive, begun)))
        assert own.nannies[0].poll() is None


def test_hanging_worker_does_not_delay_closing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferryplan.planner.system.cluster.CLOSE_SECONDS", 1.0)
    with OwnCluster(tmp_path, 1) as own:
        with WorkerPool(1, worker_calls.square_number, make_executor=functools.partial(Cluster, own.file, 1)) as calls:
            calls.submit(3)
            assert [*calls.returned_values()] == [9]
            os.kill(find_descendants(own.nannies[0].pid, "spawn_main")[0], signal.SIGSTOP)
            began = time.monotonic()
        assert time.monotonic() - began < 10


def test_lost_scheduler_connection_is_reported(tmp_path: Path) -> None:
    with (
        OwnCluster(tmp_path, 1) as own,
        WorkerPool(1, worker_calls.square_number, make_executor=functools.partial(Cluster, own.file, 1)) as calls,
    ):
        calls.submit(3)
        calls.submit(4, 600.0)
        answers = calls.returned_values()
        assert next(answers) == 9
        own.scheduler.kill()
        with pytest.raises(ClusterError, match=r"the connection to the scheduler at .* is lost"):
            next(answers)


QUEUES = """#!/bin/bash
echo "$(basename "$0") $*" >> "$SAID"
echo "Submitted batch job 7"
"""


def test_waiting_for_slurm_workers_can_be_interrupted(tmp_path: Path) -> None:
    """Waiting for Slurm workers can be interrupted.

    A stand-in for Slurm has a long queue. The command prints what it waits for; Ctrl-C stops it, and it cancels
    the jobs.
    """
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
    out, err = process.communicate(timeout=MAX_WAIT_SECONDS)
    assert (process.returncode, out, err) == (130, "", "plan: interrupted; waiting for workers\n")
    assert time.monotonic() - began < 10
    assert (tmp_path / "said").read_text().splitlines()[-1] == "scancel 7"


def test_unreachable_cluster_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferryplan.planner.system.cluster.CONNECT_SECONDS", 0.5)
    with pytest.raises(ClusterError, match=r"^cluster: no cluster answers at 'tcp://127\.0\.0\.1:9': "):
        Cluster("tcp://127.0.0.1:9", 1)
    with pytest.raises(ClusterError, match=r"^cluster: no cluster answers at 'slumr': "):
        Cluster("slumr", 1)


@pytest.mark.parametrize("text", ["", "no json", "[]", "{}", '{"address": 5}', "[" * 100_000])
def test_invalid_scheduler_file_is_rejected(text: str, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(text)
    with pytest.raises(ParameterError, match=r"^cluster: .*scheduler\.json is not a scheduler file of Dask"):
        Cluster(str(file), 1)


def test_slurm_jobs_return_results_and_are_canceled_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slurm jobs do the work and are canceled at the end.

    The stand-in copies the job script, as Slurm does, and runs it. Two jobs do the work.
    """
    import dask
    import dask_jobqueue

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
    assert dask_jobqueue.SLURMCluster.__name__ == BATCH_SYSTEMS["slurm"]
    place = functools.partial(Cluster, "slurm", 2)
    slurm = {**dask.config.get("jobqueue.slurm"), **how, **options}
    with (
        dask.config.set({"jobqueue.slurm": slurm}),
        WorkerPool(2, worker_calls.note_call, make_executor=place) as calls,
    ):
        for number in range(8):
            calls.submit(str(tmp_path / "notes"), number, 0.5)
        assert [*calls.returned_values()] == [f"{number} " * number for number in range(8)]
    begun = [int(pid) for pid in (tmp_path / "jobs").read_text().split()]
    assert len(begun) == 2
    wait_until(lambda: not any(map(is_alive, begun)))
