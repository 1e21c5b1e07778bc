"""The planning and the execution of a comparison of several engines on the instances of one puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from ferryplan.generator.families import family_of
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import choose_sweep_dialect
from ferryplan.planner.benchmarking.engine_comparison import Comparison
from ferryplan.planner.benchmarking.engine_runs import (
    EngineRun,
    EngineSetting,
    RunLimits,
    list_settings,
    run_engine,
    run_from_json_fields,
    run_settings,
)
from ferryplan.planner.engines.engine_runner import check_engine_names
from ferryplan.planner.system.limits import enforce_limits
from ferryplan.planner.system.progress import begin_item, end_item
from ferryplan.planner.system.worker_options import WorkerOptions


@dataclass(frozen=True, slots=True)
class Contest:
    """A planned comparison of engines: instances of a puzzle, and the settings to run on each of them."""

    puzzle: PuzzleFile
    instances: Sequence[Mapping[str, ParameterValue]]
    """the parameter values of each instance, by parameter name"""
    settings: Sequence[EngineSetting]
    """the combinations of engine, dialect and encoding to run"""
    limits: RunLimits
    """the limits of each run"""

    @classmethod
    def from_names(
        cls,
        puzzle: PuzzleFile,
        instances: Sequence[Mapping[str, ParameterValue]],
        names: tuple[Sequence[str], Sequence[str], Sequence[str]],
        limits: RunLimits,
    ) -> Contest:
        """Return a contest between engines, dialects and encodings that are given by their names.

        ``names`` consists of three sequences: names of engines, of dialects and of encodings; see `list_settings` for
        the meaning of an empty sequence. Raises UnknownEngineError for an unknown engine, and EncodingError if no
        engine takes any of the dialects.
        """
        engines, dialects, encodings = names
        check_engine_names(engines)
        with enforce_limits(limits.timeout):  # templates of a user may run forever
            own = choose_sweep_dialect(puzzle, instances) if family_of(puzzle).tries_engines_in_turn else None
        return cls(puzzle, instances, list_settings(engines, dialects, encodings, puzzle.family, own), limits)

    @property
    def planned_run_count(self) -> int:
        """The number of runs to do: one for each setting on each instance."""
        return len(self.instances) * len(self.settings)

    def run_all(self, workers: WorkerOptions, runs_by_number: dict[int, EngineRun]) -> None:
        """Run each setting on each instance, and store each run in ``runs_by_number``.

        A key of ``runs_by_number`` is the position of the run among the planned runs, from 0. After an interruption,
        only the completed runs are stored.
        """
        asked = {
            "puzzle": self.puzzle.given_values(), "instances": self.instances,
            "settings": [*map(str, self.settings)], "limits": asdict(self.limits),
        }  # fmt: skip
        told = {
            "on_begin": lambda name: begin_item(_setting_from_call_name(name)),
            "on_end": lambda name: end_item(_setting_from_call_name(name)),
        }
        with workers.start_pool(run_engine, asked, encode=asdict, decode=run_from_json_fields, **told) as calls:
            run_settings(self.puzzle, self.instances, self.settings, self.limits, runs_by_number.__setitem__, calls)

    def make_comparison(self, runs_by_number: Mapping[int, EngineRun], jobs: int) -> Comparison:
        """Return the comparison of the runs in ``runs_by_number``.

        The comparison is partial if some planned runs are missing. ``jobs`` is the number of processes that worked at
        the same time.
        """
        runs, family = tuple(runs_by_number[number] for number in sorted(runs_by_number)), family_of(self.puzzle)
        about = family.move_noun.many, family.get_cost_unit(self.puzzle)
        return Comparison(
            self.puzzle.name, tuple(self.puzzle.parameters), runs, self.limits, jobs, self.planned_run_count, *about
        )


def _setting_from_call_name(call_name: str) -> str:
    """Return the setting in the name of a call in the worker pool, such as ``3 pyperplan strips named``."""
    return call_name.partition(" ")[2]
