"""The registry of all families of puzzles, and functions that call an instance's family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_argument_type, check_parameter_mapping
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
"""All families of puzzles by name, such as ``crossing``; other packages can add families."""


def family_of(puzzle_or_instance: PuzzleFile | AnyInstance) -> AnyFamily:
    """Return the family to which a puzzle or an instance belongs."""
    return FAMILIES[puzzle_or_instance.family]


def instantiate(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> AnyInstance:
    """Return the instance of a puzzle for the given parameter values, with defaults for the others.

    Raises ParameterError for unsuitable values, PuzzleError for a file with invalid expressions, and ArgumentError if ``puzzle`` is not a puzzle from
    `load` or ``parameters`` is not a mapping from names to values.
    """
    _check_arguments(puzzle, parameters)
    made: AnyInstance = family_of(puzzle).instantiate(puzzle, parameters)
    return made


def _check_arguments(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> None:
    from ferryplan.generator.puzzle_file import PuzzleFile

    check_argument_type("puzzle", puzzle, PuzzleFile, "a puzzle from `load`")
    check_parameter_mapping(parameters)


def list_candidates(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> Iterator[CandidateInstance]:
    """Yield the instances that the program tries in order until one has a solution.

    If a parameter is free (its default is "smallest"), there is one candidate for each of its values, in ascending
    order; otherwise, there is exactly one. Raises the errors of ``instantiate``.
    """
    _check_arguments(puzzle, parameters)
    yield from family_of(puzzle).list_candidates(puzzle, parameters)


def instantiate_smallest(
    puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue], max_states: int = 50_000
) -> AnyInstance:
    """Return the instance in which the free parameter has the smallest value with a solution.

    If no value gives a solution, the instance has the last value. A puzzle without a free parameter has only one instance, solvable or not.

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
    """Return the state space of an instance.

    Raises EncodingError if moves can overlap in time, as with several boats without names.
    """
    return instance.get_or_make(family_of(instance).make_space)


def strategy_of(instance: AnyInstance) -> Strategy[Any, Any]:
    """Return the search strategy of an instance's family for the instance's state space.

    Raises the errors of ``state_space_of``.
    """
    return family_of(instance).make_strategy(state_space_of(instance))


def difficulty_of(instance: AnyInstance) -> Difficulty:
    """Return how hard an instance is for a person. Raises EncodingError if its family cannot grade it."""
    return instance.get_or_make(family_of(instance).grade_difficulty)


def narrator_of(instance: AnyInstance) -> Narrator[Any, Any]:
    """Return the narrator that describes an instance's moves and states in words and as JSON."""
    return instance.get_or_make(family_of(instance).make_narrator)


def notation_of(instance: AnyInstance) -> Notation[Any, Any]:
    """Return the object that writes and reads the moves of an instance in answers to questions.

    Raises the errors of ``state_space_of``.
    """
    return instance.get_or_make(family_of(instance).make_notation)


def solution_answers_of(instance: AnyInstance) -> SolutionAnswers | None:
    """Return the object that derives answers to a puzzle's questions from solutions of an instance.

    Returns None for families whose solutions may differ in length, such as ``crossing``.
    """
    return instance.get_or_make(family_of(instance).make_solution_answers)
