"""The one registry of the families of puzzles, and what is asked of a puzzle or an instance whatever its family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_parameters_given, check_type
from ferryplan.generator.errors import EncodingError, ParameterError

if TYPE_CHECKING:
    from ferryplan.generator.difficulty import Difficulty
    from ferryplan.generator.family import AnyFamily, Trial
    from ferryplan.generator.instance import AnyInstance, Value
    from ferryplan.generator.puzzle_file import PuzzleFile
    from ferryplan.generator.search.strategy import Strategy
    from ferryplan.generator.space import StateSpace
    from ferryplan.generator.speller import Speller
    from ferryplan.generator.teller import Teller

CROSSING = "crossing"


def _crossing() -> AnyFamily:
    from ferryplan.generator.crossing.family import FAMILY

    return FAMILY


def _board() -> AnyFamily:
    from ferryplan.generator.board.family import FAMILY

    return FAMILY


def _grid() -> AnyFamily:
    from ferryplan.generator.grid.family import FAMILY

    return FAMILY


def _arithmetic() -> AnyFamily:
    from ferryplan.generator.arithmetic.family import FAMILY

    return FAMILY


def _classical() -> AnyFamily:
    from ferryplan.generator.classical.family import FAMILY

    return FAMILY


FAMILIES: dict[str, Callable[[], AnyFamily]] = {
    CROSSING: _crossing,
    "board": _board,
    "grid": _grid,
    "arithmetic": _arithmetic,
    "classical": _classical,
}
"""What there is of each family, by its name; imported when it is asked for."""


def family_of(of: PuzzleFile | AnyInstance) -> AnyFamily:
    """Return the family of a puzzle or an instance."""
    return FAMILIES[of.family]()


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
    from ferryplan.generator.family import Trial

    _check(puzzle, parameters)
    several = family_of(puzzle).trials
    if several is None:
        yield Trial(instantiate(puzzle, parameters))
    else:
        yield from several(puzzle, parameters)


def instantiate_smallest(puzzle: PuzzleFile, parameters: Mapping[str, Value], most: int = 50_000) -> AnyInstance:
    """Return the instance, with the smallest value that works of a parameter that is left open for it; if none does, with the last.

    Raises as ``instantiate``, and ParameterError if over ``most`` states, up to symmetry, would have to be explored to find that value.
    """
    from ferryplan.generator.family import Trial

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
    return instance.once(family_of(instance).space)


def strategy_of(instance: AnyInstance) -> Strategy[Any, Any]:
    """Return how the state space of an instance is searched. Raises as ``state_space``."""
    return family_of(instance).strategy(state_space(instance))


def difficulty_of(instance: AnyInstance) -> Difficulty:
    """Return how hard an instance of whatever family is for a person. Raises EncodingError where its family cannot tell."""
    check_difficulty(instance)
    grade = family_of(instance).difficulty
    assert grade is not None
    return instance.once(grade)


def check_difficulty(instance: AnyInstance) -> None:
    """Raise EncodingError for an instance whose family cannot tell how hard it is."""
    family = family_of(instance)
    if family.difficulty is None:
        raise EncodingError(family.why_not("difficulty") or "", where=instance.puzzle, key="difficulty")


def teller_of(instance: AnyInstance) -> Teller[Any, Any]:
    """Return the words for an instance of whatever family."""
    return instance.once(family_of(instance).teller)


def speller_of(instance: AnyInstance) -> Speller[Any, Any]:
    """Return how moves of an instance of whatever family are written in answers. Raises EncodingError where moves do not follow one another."""
    return instance.once(_speller)


def _speller(instance: AnyInstance) -> Speller[Any, Any]:
    return family_of(instance).speller(instance, state_space(instance), teller_of(instance))
