"""The processes that work is divided among: how many, on which machines, and with which journal of what they have done."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ferryplan.generator.arguments import ArgumentValueError, check_number, check_type
from ferryplan.planner.system.crew import Crew
from ferryplan.planner.system.journal import Journal

T = TypeVar("T")
MOST_JOBS = 1000


@dataclass(frozen=True, slots=True)
class Workers:
    """The number of processes, the cluster if they are not this machine's, and the file in which their progress is kept."""

    jobs: int = 1
    cluster: str | None = None
    journal: Path | None = None

    @contextlib.contextmanager
    def start(self, make: Callable[..., T], asked: Mapping[str, Any], **more: Any) -> Iterator[Crew[T]]:
        """Start the processes that call `make`, and end them with the block.

        ``asked`` is what the answers depend on: a journal of another run is refused. ``more`` is as for a `Crew`.
        Raises OutputError for a journal that cannot be used, ClusterError for a cluster that cannot be reached.
        """
        if self.cluster:
            from ferryplan.planner.system.cluster import Cluster

            more["place"] = functools.partial(Cluster, self.cluster, self.jobs)
        keeping = Journal(self.journal, asked) if self.journal else contextlib.nullcontext()
        with keeping as journal, Crew(self.jobs, make, journal=journal, **more) as calls:
            yield calls


def check_workers(jobs: int, cluster: str | None, journal: str | os.PathLike[str] | None) -> Workers:
    """Return the processes that the arguments ask for. Raises ArgumentError for the first that is wrong."""
    check_number("jobs", jobs, "processes", whole=True)
    if jobs > MOST_JOBS:
        raise ArgumentValueError("jobs", f"{jobs}", f"at most {MOST_JOBS}")
    check_type("cluster", cluster, (str, type(None)), "the name of a cluster, or None")
    check_type("journal", journal, (str, os.PathLike, type(None)), "a path, or None")
    for name, value in (("cluster", cluster), ("journal", journal)):
        if value is not None and not os.fspath(value):
            raise ArgumentValueError(name, "an empty text", "a name, a path, or None")
    return Workers(jobs, cluster, None if journal is None else Path(journal))
