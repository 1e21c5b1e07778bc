"""An invented puzzle, with its proven facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import narrator_of

if TYPE_CHECKING:
    from ferryplan.generator.puzzle_file import PuzzleFile
    from ferryplan.planner.result import Result


class InventedPuzzle(NamedTuple):
    """An invented puzzle or its twin, with its result and its proven facts."""

    label: str
    """its number; if the puzzle has a twin or is one, a letter follows"""
    name: str
    """the name of its file, without the ending"""
    puzzle: PuzzleFile
    result: Result
    proven: Mapping[str, Any]
    """the proven facts, and the programs that proved them"""
    difficulty_text: str
    """its difficulty in a sentence"""
    command: str
    """the command that generates the puzzle again"""

    @property
    def certificate(self) -> dict[str, Any]:
        """The certificate of the puzzle for other programs.

        For a puzzle with a solution, it has the solution, move by move; otherwise it proves that there is none.
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
