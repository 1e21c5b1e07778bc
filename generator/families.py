"""The registry of all families, and functions that work for puzzles and instances of any family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_parameter_mapping, check_type
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.registry import Registry

if TYPE_CHECKING:
    from ferryplan.generator.difficulty import Difficulty
    from ferryplan.generator.family import AnyFamily
    from ferryplan.generator.family_types import CandidateInstance
    from ferryplan.generator.instance import AnyInstance, ParameterValue
    from ferryplan.generator.narrator import Narrator
    from ferryplan.generator.notation import Notation
    from ferryplan.generator.puzzle_file import PuzzleFile
    from ferryplan.generator.search.strategy import Strategy
    from ferryplan.generator.solution_answers import SolutionAnswers
    from ferryplan.generator.space import StateSpace

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


def instantiate(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> AnyInstance:
    """Return the instance of a puzzle; parameters without a value have their defaults.

    Raises ParameterError for unsuitable values, PuzzleError for a file with invalid expressions, and ArgumentError if ``puzzle`` is not a puzzle from
    `load` or ``parameters`` is not a mapping from names to values.
    """
    _check_arguments(puzzle, parameters)
    made: AnyInstance = family_of(puzzle).instantiate(puzzle, parameters)
    return made


def _check_arguments(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> None:
    from ferryplan.generator.puzzle_file import PuzzleFile

    check_type("puzzle", puzzle, PuzzleFile, "a puzzle from `load`")
    check_parameter_mapping(parameters)


def list_candidates(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> Iterator[CandidateInstance]:
    """Yield the candidate instances in order; the answer is the first one that has a plan.

    There is one candidate, or one for each value of a free parameter. Raises the errors of ``instantiate``.
    """
    _check_arguments(puzzle, parameters)
    yield from family_of(puzzle).list_candidates(puzzle, parameters)


def instantiate_smallest(
    puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue], max_states: int = 50_000
) -> AnyInstance:
    """Return the instance with the smallest value of its free parameter that makes it solvable.

    If no value does, the result is the instance with the last value.

    Raises the errors of ``instantiate``, and ParameterError if the search for this value would explore more than ``max_states`` states, up to
    symmetry.
    """
    from ferryplan.generator.family_types import CandidateInstance

    unknown, trial = False, CandidateInstance(None)
    for trial in list_candidates(puzzle, parameters):
        if unknown:
            says = format_message("puzzles.unknown-smallest")
            raise ParameterError(
                says, where=puzzle.name, key=trial.free_parameter, found="no value", expected="a number"
            )
        if trial.free_parameter is None:
            break
        found = strategy_of(trial.probe_instance or trial.instance).explore_to_goal(max_states, lambda found: True)
        if found.goal_reached:
            break
        unknown = not found.complete
    made: AnyInstance = trial.instance
    return made


def state_space_of(instance: AnyInstance) -> StateSpace[Any, Any]:
    """Return the state space of an instance. Raises EncodingError if moves do not follow one another."""
    return instance.get_or_make(family_of(instance).make_space)


def strategy_of(instance: AnyInstance) -> Strategy[Any, Any]:
    """Return the object that searches the state space of an instance.

    Raises the errors of ``state_space_of``.
    """
    return family_of(instance).make_strategy(state_space_of(instance))


def difficulty_of(instance: AnyInstance) -> Difficulty:
    """Return how hard an instance is for a person. Raises EncodingError if its family has no grades."""
    return instance.get_or_make(family_of(instance).grade_difficulty)


def narrator_of(instance: AnyInstance) -> Narrator[Any, Any]:
    """Return the narrator of an instance, which describes its moves and states."""
    return instance.get_or_make(family_of(instance).make_narrator)


def notation_of(instance: AnyInstance) -> Notation[Any, Any]:
    """Return the notation for the moves of an instance in answers.

    Raises EncodingError if moves do not follow one another.
    """
    return instance.get_or_make(family_of(instance).make_notation)


def solution_answers_of(instance: AnyInstance) -> SolutionAnswers | None:
    """Return the object that finds the answers of an instance's solutions.

    Returns None if solutions differ in length.
    """
    return instance.get_or_make(family_of(instance).make_solution_answers)
