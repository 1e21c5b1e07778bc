"""Measure what a cluster costs compared with `--jobs`, and how many workers its scheduler can serve.

    python benchmarks/cluster.py [--seconds 10] [--tasks 20] [--workers 100,300,1000] [--rounds 8]

The program prints JSON. The first two rows compare `--jobs 2` with `--cluster local --jobs 2`: each runs `--tasks`
tasks of `--seconds` seconds; the start of the processes is measured separately. The other rows simulate many workers: a
Dask scheduler runs with real worker processes, but a thread that sleeps replaces the separate process of each call. So
the rows measure what it costs to hand out calls and to collect results. `efficiency` is the ideal time divided by the
measured time. `per_second` is the number of calls per second if the calls take no time.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import pickle
import time
from collections.abc import Callable
from typing import Any

from ferryplan.planner.system import cluster
from ferryplan.planner.system.worker_pool import CallExecutor, WorkerPool

THREADS_PER_PROCESS = 250
"""The number of threads of each worker process in the simulation."""


def sleep_in_place_of_call(call: bytes, seconds: float, program_version: str) -> tuple[bytes, str]:
    """Sleep for the time that a call asks for, in place of `make_call_in_child`."""
    _, (slept,), *_ = pickle.loads(call)
    time.sleep(slept)
    return pickle.dumps((None, None)), ""


class SimulatedCluster(cluster.Cluster):
    """A cluster of ``workers`` threads, each of which stands for a worker."""

    def __init__(self, workers: int) -> None:
        import dask
        from distributed import LocalCluster

        processes = math.ceil(workers / THREADS_PER_PROCESS)
        dask.config.set({"distributed.scheduler.worker-saturation": 2})  # like a worker with one thread
        self._workers = LocalCluster(
            n_workers=processes, threads_per_worker=workers // processes, memory_limit=0, dashboard_address=":0"
        )
        super().__init__(self._workers.scheduler_address, 2)

    def close(self) -> None:
        super().close()
        self._workers.close()


def measure_tasks(place: Callable[[], CallExecutor] | None, jobs: int, tasks: int, seconds: float) -> dict[str, float]:
    """Return the seconds for the start of the workers and for running all tasks.

    ``place`` makes the executor of the calls; None runs them on this machine.
    """
    began = time.monotonic()
    with WorkerPool(jobs, time.sleep, make_executor=place) as calls:
        for _ in range(jobs):
            calls.submit(0.0)
        assert len([*calls.returned_values()]) == jobs
        started = time.monotonic()
        for _ in range(tasks):
            calls.submit(seconds)
        assert len([*calls.returned_values()]) == tasks
        ended = time.monotonic()
    return {"start": round(started - began, 2), "work": round(ended - started, 2)}


def main() -> None:
    """Run all measurements, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--tasks", type=int, default=20)
    parser.add_argument("--workers", default="100,300,1000")
    parser.add_argument("--rounds", type=int, default=8, help="number of tasks for each simulated worker")
    asked = parser.parse_args()
    if asked.tasks:
        local = functools.partial(cluster.Cluster, "local", 2)
        one, other = (measure_tasks(place, 2, asked.tasks, asked.seconds) for place in (None, local))
        print_row(what="--jobs 2", tasks=asked.tasks, **one)
        overhead = {
            key: sum(other[part] for part in parts) / sum(one[part] for part in parts) - 1
            for key, parts in (("overhead", ["work"]), ("overhead_with_start", ["start", "work"]))
        }
        print_row(
            what="--cluster local --jobs 2",
            tasks=asked.tasks,
            **other,
            **{key: f"{value:.1%}" for key, value in overhead.items()},
        )
    cluster.make_call_in_child = sleep_in_place_of_call
    for workers in map(int, filter(None, asked.workers.split(","))):
        place, rounds = functools.partial(SimulatedCluster, workers), asked.rounds
        found = measure_tasks(place, 2, rounds * workers, asked.seconds)
        none = measure_tasks(place, 2, 5000, 0.0)
        print_row(
            what="simulated", workers=workers, tasks=rounds * workers, **found,
            efficiency=round(rounds * asked.seconds / found["work"], 3), per_second=round(5000 / none["work"]),
        )  # fmt: skip


def print_row(**row: Any) -> None:
    """Print the values of a row as a JSON object."""
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
