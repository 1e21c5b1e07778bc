"""A contest of engines on instances of one puzzle: what is to be run, and the running of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from ferryplan.generator.families import family_of
from ferryplan.generator.instance import Value
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import dialect_of
from ferryplan.planner.benchmarking.comparison import Comparison
from ferryplan.planner.benchmarking.runs import Limits, Run, Setting, compare, run, run_of, settings
from ferryplan.planner.engines.runner import check_engines
from ferryplan.planner.system.limits import limited
from ferryplan.planner.system.progress import begun, ended
from ferryplan.planner.system.workers import Workers


@dataclass(frozen=True, slots=True)
class Contest:
    """The instances of a puzzle, the settings that run on each of them, and the limits of a run."""

    puzzle: PuzzleFile
    instances: Sequence[Mapping[str, Value]]
    settings: Sequence[Setting]
    limits: Limits

    @classmethod
    def of_engines(
        cls,
        puzzle: PuzzleFile,
        instances: Sequence[Mapping[str, Value]],
        names: tuple[Sequence[str], Sequence[str], Sequence[str]],
        limits: Limits,
    ) -> Contest:
        """Return the contest of engines with dialects and encodings, whose names are given in this order; none of a kind stands for all.

        Raises UnknownEngineError, and EncodingError if no engine takes any of the dialects.
        """
        engines, dialects, encodings = names
        check_engines(engines)
        with limited(limits.timeout):  # a user's templates need not end
            own = dialect_of(puzzle, instances) if family_of(puzzle).in_turn else None
        return cls(puzzle, instances, settings(engines, dialects, encodings, puzzle.family, own), limits)

    @property
    def planned(self) -> int:
        """The number of runs."""
        return len(self.instances) * len(self.settings)

    def hold(self, workers: Workers, done: dict[int, Run]) -> None:
        """Run each setting on each instance, and put each run into ``done`` by its number; an interruption leaves there what has ended."""
        asked = {
            "puzzle": self.puzzle.said(), "instances": self.instances,
            "settings": [*map(str, self.settings)], "limits": asdict(self.limits),
        }  # fmt: skip
        told = {"begun": lambda name: begun(_setting_in(name)), "ended": lambda name: ended(_setting_in(name))}
        with workers.start(run, asked, encode=asdict, decode=run_of, **told) as calls:
            compare(self.puzzle, self.instances, self.settings, self.limits, done.__setitem__, calls)

    def result(self, done: Mapping[int, Run], jobs: int) -> Comparison:
        """Return the comparison of the runs that are done; it is partial if some are missing."""
        runs, family = tuple(done[number] for number in sorted(done)), family_of(self.puzzle)
        about = family.move.many, family.get_unit(self.puzzle)
        return Comparison(
            self.puzzle.name, tuple(self.puzzle.parameters), runs, self.limits, jobs, self.planned, *about
        )


def _setting_in(call: str) -> str:
    """Return the setting in the name of a call, which begins with its number."""
    return call.partition(" ")[2]
