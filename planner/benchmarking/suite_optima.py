"""What is known of the problems of a suite: the fewest actions of each in its encoding, and which problems are wanted for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ferryplan.domains.messages import format_message
from ferryplan.generator.formulation import Optimum
from ferryplan.generator.generation import formulation_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import Explore, LeftOut, Track, explored_instance, known_optima
from ferryplan.generator.tasks.pairs import model_of

DOMAIN = "domain.pddl"
MOST_STATES, MOST_STATES_TOGETHER = 5_000, 20_000
"""of the PDDL's own states, looked at for the fewest actions of a problem, and of all problems of a suite"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which problems a suite takes."""

    known: bool = False
    """only problems whose optimum is known, or that are known to have no plan"""
    solvable: bool = False
    """only problems that are known to have a plan"""

    def refuses(self, known: Optimum) -> str:
        """Return why a suite leaves out a problem of which this is known; empty if it takes it."""
        if self.solvable and not known.solvable:
            key = "benchmarks.unsolvable" if known.solvable is False else "benchmarks.solvability-unknown"
            return format_message(key)
        if self.known and (known.solvable is None or (known.solvable and known.moves is None)):
            return format_message("benchmarks.optimum-unknown")
        return ""


def choose(
    puzzle: PuzzleFile, instances: Sequence[AnyInstance], wanted: Wanted, track: Track, explore: Explore | None
) -> tuple[list[AnyInstance], list[LeftOut]]:
    """Return the instances that are wanted by what is known of them, and the others."""
    chosen, unwanted = list[AnyInstance](), list[LeftOut]()
    for instance, known in zip(instances, known_optima(puzzle, instances, track, explore), strict=True):
        if reason := wanted.refuses(known):
            unwanted.append(LeftOut(dict(instance.parameters), "not wanted", f"{puzzle.name}: {reason}"))
        else:
            chosen.append(instance)
    return chosen, unwanted


def domain_of(file: str) -> str:
    """Return where the domain of a problem is."""
    return str(PurePosixPath(file).with_name(DOMAIN))


def fewest_actions(
    folder: Path,
    instances: Mapping[str, AnyInstance],
    optima: Sequence[Optimum],
    dialect: str,
    encoding: str,
    track: Track,
) -> list[int | None]:
    """Return the actions of a best plan of each problem: as its encoding tells, or as a search of the PDDL finds; None where neither does."""
    found: list[int | None] = [None] * len(optima)
    budget = MOST_STATES_TOGETHER
    for number, (file, instance) in enumerate(track([*instances.items()], "actions")):
        known = optima[number]
        if not known.solvable:
            continue
        found[number] = formulation_of(instance, dialect, encoding).count(instance, known)
        if found[number] is None and budget > 0 and dialect != "temporal":
            texts = (Source((folder / name).read_text(encoding="utf-8"), name) for name in (domain_of(file), file))
            searched, states = explored_instance(model_of(*texts), min(budget, MOST_STATES))
            found[number], budget = searched.moves, budget - states
    return found
