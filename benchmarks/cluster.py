"""What a cluster costs against `--jobs` on this machine, and how far its scheduler goes with engines that sleep.

    python benchmarks/cluster.py [--seconds 10] [--tasks 20] [--workers 100,300,1000] [--rounds 8]

Prints JSON. The first two rows: so many tasks of so many seconds by `--jobs 2` and by `--cluster local --jobs 2`, the start of the processes
included and told. The others are simulated: a Dask scheduler, worker processes with so many threads together, and in place of the process of its
own that each call has a thread that sleeps; what is measured is what handing out calls and gathering answers costs. `efficiency` is the time that
it would take without any cost over the time that it took; `per_second` how many calls were handed out and answered where they take no time.
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

THREADS = 250
"""of a simulated worker process"""


def napping(call: bytes, seconds: float, program_version: str) -> tuple[bytes, str]:
    """What a worker does in place of `made`."""
    _, (slept,), *_ = pickle.loads(call)
    time.sleep(slept)
    return pickle.dumps((None, None)), ""


class Simulated(cluster.Cluster):
    """A cluster of so many threads, each of which stands for a worker."""

    def __init__(self, workers: int) -> None:
        import dask
        from distributed import LocalCluster

        processes = math.ceil(workers / THREADS)
        dask.config.set({"distributed.scheduler.worker-saturation": 2})  # as a worker of one thread has it
        self._workers = LocalCluster(
            n_workers=processes, threads_per_worker=workers // processes, memory_limit=0, dashboard_address=":0"
        )
        super().__init__(self._workers.scheduler_address, 2)

    def close(self) -> None:
        super().close()
        self._workers.close()


def measure_tasks(place: Callable[[], CallExecutor] | None, jobs: int, tasks: int, seconds: float) -> dict[str, float]:
    """How long it takes to start, and all of it."""
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--tasks", type=int, default=20)
    parser.add_argument("--workers", default="100,300,1000")
    parser.add_argument("--rounds", type=int, default=8, help="so many tasks for each simulated worker")
    asked = parser.parse_args()
    if asked.tasks:
        local = functools.partial(cluster.Cluster, "local", 2)
        one, other = (measure_tasks(place, 2, asked.tasks, asked.seconds) for place in (None, local))
        told(what="--jobs 2", tasks=asked.tasks, **one)
        overhead = {
            key: sum(other[part] for part in parts) / sum(one[part] for part in parts) - 1
            for key, parts in (("overhead", ["work"]), ("overhead_with_start", ["start", "work"]))
        }
        told(
            what="--cluster local --jobs 2",
            tasks=asked.tasks,
            **other,
            **{key: f"{value:.1%}" for key, value in overhead.items()},
        )
    cluster.make_call_in_child = napping  # type: ignore[assignment]
    for workers in map(int, filter(None, asked.workers.split(","))):
        place, rounds = functools.partial(Simulated, workers), asked.rounds
        found = measure_tasks(place, 2, rounds * workers, asked.seconds)
        none = measure_tasks(place, 2, 5000, 0.0)
        told(
            what="simulated", workers=workers, tasks=rounds * workers, **found,
            efficiency=round(rounds * asked.seconds / found["work"], 3), per_second=round(5000 / none["work"]),
        )  # fmt: skip


def told(**row: Any) -> None:
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
