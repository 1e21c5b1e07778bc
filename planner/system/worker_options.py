"""The options of parallel work: the number of processes, the cluster, and the journal file."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ferryplan.generator.arguments import ArgumentValueError, check_argument_type, check_positive_number
from ferryplan.planner.system.journal import Journal
from ferryplan.planner.system.worker_pool import WorkerPool

T = TypeVar("T")
MAX_JOBS = 1000


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """The options of parallel work: how many processes work, where they run, and where results are saved."""

    jobs: int = 1
    """the number of processes"""
    cluster: str | None = None
    """the Dask cluster on which the processes run, as `Cluster` takes it; None for this machine"""
    journal: Path | None = None
    """the file that saves finished calls, so that the command can resume; None for no file"""

    @contextlib.contextmanager
    def start_pool(
        self, function: Callable[..., T], request: Mapping[str, Any], **pool_options: Any
    ) -> Iterator[WorkerPool[T]]:
        """Start processes that call `function`, and end them at the end of the ``with`` block.

        ``request`` is everything that the returned values depend on: the journal of another request is refused.
        ``pool_options`` are arguments of `WorkerPool`. Raises OutputError for a journal that cannot be used, and
        ClusterError for a cluster that cannot be reached.
        """
        if self.cluster:
            from ferryplan.planner.system.cluster import Cluster

            pool_options["make_executor"] = functools.partial(Cluster, self.cluster, self.jobs)
        keeping = Journal(self.journal, request) if self.journal else contextlib.nullcontext()
        with keeping as journal, WorkerPool(self.jobs, function, journal=journal, **pool_options) as calls:
            yield calls


def check_worker_options(jobs: int, cluster: str | None, journal: str | os.PathLike[str] | None) -> WorkerOptions:
    """Check the arguments for parallel work, and return them as `WorkerOptions`.

    Raises ArgumentError for the first invalid argument.
    """
    check_positive_number("jobs", jobs, "processes", whole=True)
    if jobs > MAX_JOBS:
        raise ArgumentValueError("jobs", f"{jobs}", f"at most {MAX_JOBS}")
    check_argument_type("cluster", cluster, (str, type(None)), "the name of a cluster, or None")
    check_argument_type("journal", journal, (str, os.PathLike, type(None)), "a path, or None")
    for name, value in (("cluster", cluster), ("journal", journal)):
        if value is not None and not os.fspath(value):
            raise ArgumentValueError(name, "an empty text", "a name, a path, or None")
    return WorkerOptions(jobs, cluster, None if journal is None else Path(journal))
