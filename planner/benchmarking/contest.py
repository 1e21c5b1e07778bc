"""The execution of a comparison of engines: all runs on the instances of one puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from ferryplan.generator.families import family_of
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import choose_dialect
from ferryplan.planner.benchmarking.engine_comparison import Comparison
from ferryplan.planner.benchmarking.engine_runs import (
    EngineRun,
    EngineSetting,
    RunLimits,
    list_settings,
    run_engine,
    run_from_data,
    run_settings,
)
from ferryplan.planner.engines.engine_runner import check_engine_names
from ferryplan.planner.system.limits import enforce_limits
from ferryplan.planner.system.progress import begin_item, end_item
from ferryplan.planner.system.worker_options import WorkerOptions


@dataclass(frozen=True, slots=True)
class Contest:
    """The instances of a puzzle, the settings to run on each instance, and the limits of a run."""

    puzzle: PuzzleFile
    instances: Sequence[Mapping[str, ParameterValue]]
    settings: Sequence[EngineSetting]
    limits: RunLimits

    @classmethod
    def of_engines(
        cls,
        puzzle: PuzzleFile,
        instances: Sequence[Mapping[str, ParameterValue]],
        names: tuple[Sequence[str], Sequence[str], Sequence[str]],
        limits: RunLimits,
    ) -> Contest:
        """Return the contest for names of engines, dialects and encodings, given in this order.

        An empty sequence of names stands for all. Raises UnknownEngineError for an unknown engine, and EncodingError
        if no engine takes any of the dialects.
        """
        engines, dialects, encodings = names
        check_engine_names(engines)
        with enforce_limits(limits.timeout):  # templates of a user may run forever
            own = choose_dialect(puzzle, instances) if family_of(puzzle).tries_engines_in_turn else None
        return cls(puzzle, instances, list_settings(engines, dialects, encodings, puzzle.family, own), limits)

    @property
    def planned_runs(self) -> int:
        """The number of runs."""
        return len(self.instances) * len(self.settings)

    def run_all(self, workers: WorkerOptions, done: dict[int, EngineRun]) -> None:
        """Run each setting on each instance, and store each run in ``done`` by its number.

        After an interruption, ``done`` has the runs that were complete.
        """
        asked = {
            "puzzle": self.puzzle.given_values(), "instances": self.instances,
            "settings": [*map(str, self.settings)], "limits": asdict(self.limits),
        }  # fmt: skip
        told = {
            "on_begin": lambda name: begin_item(_setting_of_call(name)),
            "on_end": lambda name: end_item(_setting_of_call(name)),
        }
        with workers.start_pool(run_engine, asked, encode=asdict, decode=run_from_data, **told) as calls:
            run_settings(self.puzzle, self.instances, self.settings, self.limits, done.__setitem__, calls)

    def make_comparison(self, done: Mapping[int, EngineRun], jobs: int) -> Comparison:
        """Return the comparison of the completed runs; it is partial if some runs are missing."""
        runs, family = tuple(done[number] for number in sorted(done)), family_of(self.puzzle)
        about = family.move_noun.many, family.get_cost_unit(self.puzzle)
        return Comparison(
            self.puzzle.name, tuple(self.puzzle.parameters), runs, self.limits, jobs, self.planned_runs, *about
        )


def _setting_of_call(call: str) -> str:
    """Return the setting from the name of a call, which has the form ``number setting``."""
    return call.partition(" ")[2]
