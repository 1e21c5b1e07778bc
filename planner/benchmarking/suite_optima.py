"""Known optima of the problems of a benchmark suite, and the filter that selects problems by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ferryplan.domains.messages import format_message
from ferryplan.generator.formulation import Optimum
from ferryplan.generator.generation import find_formulation
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import ExcludedParameters, ExploreForOptima, TrackProgress, find_optima, find_optimum
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance

DOMAIN_FILE = "domain.pddl"
MAX_STATES, MAX_STATES_TOGETHER = 5_000, 20_000
"""the largest numbers of PDDL states that a search for the fewest actions explores: for a problem, and for a whole suite"""


@dataclass(frozen=True, slots=True)
class SuiteFilter:
    """The conditions that a problem must meet to be part of a suite."""

    known_only: bool = False
    """only problems whose optimum is known, or that are known to have no plan"""
    solvable_only: bool = False
    """only problems that are known to have a plan"""

    def explain_exclusion(self, known: Optimum) -> str:
        """Return why a problem with these known optima is excluded from the suite; empty if it is included."""
        if self.solvable_only and not known.solvable:
            key = "benchmarks.unsolvable" if known.solvable is False else "benchmarks.solvability-unknown"
            return format_message(key)
        if self.known_only and (known.solvable is None or (known.solvable and known.moves is None)):
            return format_message("benchmarks.optimum-unknown")
        return ""


def filter_instances(
    puzzle: PuzzleFile,
    instances: Sequence[AnyInstance],
    suite_filter: SuiteFilter,
    track: TrackProgress,
    explore: ExploreForOptima | None,
) -> tuple[list[AnyInstance], list[ExcludedParameters]]:
    """Return the instances that pass the filter, and the parameters of the excluded instances.

    The excluded parameters have the reason for the exclusion. ``track`` shows the progress; ``explore`` searches the
    states of instances whose optimum is not yet known.
    """
    chosen, unwanted = list[AnyInstance](), list[ExcludedParameters]()
    for instance, known in zip(instances, find_optima(puzzle, instances, track, explore), strict=True):
        if reason := suite_filter.explain_exclusion(known):
            unwanted.append(ExcludedParameters(dict(instance.parameters), "not wanted", f"{puzzle.name}: {reason}"))
        else:
            chosen.append(instance)
    return chosen, unwanted


def domain_file_of(file: str) -> str:
    """Return the path of the domain that belongs to a problem file: ``domain.pddl`` in the same folder."""
    return str(PurePosixPath(file).with_name(DOMAIN_FILE))


def count_fewest_actions(
    folder: Path,
    instances: Mapping[str, AnyInstance],
    optima: Sequence[Optimum],
    dialect: str,
    encoding: str,
    track: TrackProgress,
) -> list[int | None]:
    """Return for each problem the number of PDDL actions in an optimal plan; None if it is unknown.

    ``instances`` maps the problem files in the folder to their instances; ``optima`` has the optimum of each instance.
    If the encoding does not determine the number of actions, a search of the PDDL's states finds the number.
    """
    found: list[int | None] = [None] * len(optima)
    budget = MAX_STATES_TOGETHER
    for number, (file, instance) in enumerate(track([*instances.items()], "actions")):
        known = optima[number]
        if not known.solvable:
            continue
        found[number] = find_formulation(instance, dialect, encoding).count_actions(instance, known)
        if found[number] is None and budget > 0 and dialect != "temporal":
            texts = (Source((folder / name).read_text(encoding="utf-8"), name) for name in (domain_file_of(file), file))
            searched, states = find_optimum(make_model_instance(*texts), min(budget, MAX_STATES))
            found[number], budget = searched.moves, budget - states
    return found
