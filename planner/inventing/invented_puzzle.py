"""An invented puzzle, with the facts that programs have proven about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import narrator_of

if TYPE_CHECKING:
    from ferryplan.generator.puzzle_file import PuzzleFile
    from ferryplan.planner.result import Result


class InventedPuzzle(NamedTuple):
    """An invented puzzle or its unsolvable twin, with its solution and the facts proven about it."""

    label: str
    """the number of the puzzle on a sheet; if the puzzle has a twin or is a twin, a letter follows"""
    name: str
    """the name of the puzzle's file, without the ending"""
    puzzle: PuzzleFile
    result: Result
    """the result of solving the puzzle, with the solution if there is one"""
    proven: Mapping[str, Any]
    """the proven facts by name, with the programs that proved them"""
    difficulty_text: str
    """a sentence about the difficulty of the puzzle; empty for twins"""
    command: str
    """the command that generates the puzzle again"""

    @property
    def certificate(self) -> dict[str, Any]:
        """The certificate of the puzzle, as JSON data that other programs can check.

        For a puzzle with a solution, the certificate has the solution, move by move; otherwise it proves that there
        is no solution.
        """
        from ferryplan.planner.questions.why import build_certificate  # loading a puzzle must not wait for it

        instance, solution = self.result.instance, self.result.solution
        if solution is None:
            return build_certificate(instance)
        narrator = narrator_of(instance)
        return {
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "claim": format_message("plans.claim", move=narrator.move_noun.one),
            "start": narrator.state_as_json(solution.initial),
            "steps": solution.steps_as_json(),
        }
