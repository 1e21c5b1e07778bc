"""The one registry of the families of puzzles, and what is asked of a puzzle or an instance whatever its family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_parameters_given, check_type
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.registry import Registry

if TYPE_CHECKING:
    from ferryplan.generator.answers import Answering
    from ferryplan.generator.difficulty import Difficulty
    from ferryplan.generator.family import AnyFamily
    from ferryplan.generator.family_types import Trial
    from ferryplan.generator.instance import AnyInstance, Value
    from ferryplan.generator.puzzle_file import PuzzleFile
    from ferryplan.generator.search.strategy import Strategy
    from ferryplan.generator.space import StateSpace
    from ferryplan.generator.speller import Speller
    from ferryplan.generator.teller import Teller

CROSSING = "crossing"


FAMILIES: Registry[AnyFamily] = Registry(
    "ferryplan.families",
    {
        CROSSING: "ferryplan.generator.crossing.family:FAMILY",
        "board": "ferryplan.generator.board.family:FAMILY",
        "grid": "ferryplan.generator.grid.family:FAMILY",
        "arithmetic": "ferryplan.generator.arithmetic.family:FAMILY",
        "classical": "ferryplan.generator.classical.family:FAMILY",
    },
)
"""Every family by its name."""


def family_of(of: PuzzleFile | AnyInstance) -> AnyFamily:
    """Return the family of a puzzle or an instance."""
    return FAMILIES[of.family]


def instantiate(puzzle: PuzzleFile, parameters: Mapping[str, Value]) -> AnyInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    Raises ParameterError for values that do not fit, PuzzleError for a file whose expressions make no sense, ArgumentError for what is
    no puzzle as `load` gives it, and no values by name.
    """
    _check(puzzle, parameters)
    made: AnyInstance = family_of(puzzle).instantiate(puzzle, parameters)
    return made


def _check(puzzle: PuzzleFile, parameters: Mapping[str, Value]) -> None:
    from ferryplan.generator.puzzle_file import PuzzleFile

    check_type("puzzle", puzzle, PuzzleFile, "a puzzle from `load`")
    check_parameters_given(parameters)


def trials(puzzle: PuzzleFile, parameters: Mapping[str, Value]) -> Iterator[Trial]:
    """Yield the instances of which the first that has a plan is meant: one, or one for each value of a parameter that is left open for it.

    Raises as ``instantiate``.
    """
    _check(puzzle, parameters)
    yield from family_of(puzzle).list_trials(puzzle, parameters)


def instantiate_smallest(puzzle: PuzzleFile, parameters: Mapping[str, Value], most: int = 50_000) -> AnyInstance:
    """Return the instance, with the smallest value that works of a parameter that is left open for it; if none does, with the last.

    Raises as ``instantiate``, and ParameterError if over ``most`` states, up to symmetry, would have to be explored to find that value.
    """
    from ferryplan.generator.family_types import Trial

    unknown, trial = False, Trial(None)
    for trial in trials(puzzle, parameters):
        if unknown:
            says = format_message("puzzles.unknown-smallest")
            raise ParameterError(says, where=puzzle.name, key=trial.searched, found="no value", expected="a number")
        if trial.searched is None:
            break
        found = strategy_of(trial.alone or trial.instance).reach(most, lambda found: True)
        if found.goal:
            break
        unknown = not found.complete
    made: AnyInstance = trial.instance
    return made


def state_space(instance: AnyInstance) -> StateSpace[Any, Any]:
    """Return what may happen in an instance of whatever family. Raises EncodingError where moves do not follow one another."""
    return instance.once(family_of(instance).make_space)


def strategy_of(instance: AnyInstance) -> Strategy[Any, Any]:
    """Return how the state space of an instance is searched. Raises as ``state_space``."""
    return family_of(instance).make_strategy(state_space(instance))


def difficulty_of(instance: AnyInstance) -> Difficulty:
    """Return how hard an instance of whatever family is for a person. Raises EncodingError where its family cannot tell."""
    return instance.once(family_of(instance).grade_difficulty)


def teller_of(instance: AnyInstance) -> Teller[Any, Any]:
    """Return the words for an instance of whatever family."""
    return instance.once(family_of(instance).make_teller)


def speller_of(instance: AnyInstance) -> Speller[Any, Any]:
    """Return how moves of an instance of whatever family are written in answers. Raises EncodingError where moves do not follow one another."""
    return instance.once(family_of(instance).make_speller)


def answering_of(instance: AnyInstance) -> Answering | None:
    """Return what tells the answers of an instance's solutions; None where solutions differ in length."""
    return instance.once(family_of(instance).make_answering)
