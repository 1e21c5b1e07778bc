"""An invented puzzle, with what is proven of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import teller_of

if TYPE_CHECKING:
    from ferryplan.generator.puzzle_file import PuzzleFile
    from ferryplan.planner.result import Result


class Posed(NamedTuple):
    """An invented puzzle, or the twin of one, with what came of it."""

    label: str
    """its number; behind it a letter if it has a twin, or is one"""
    name: str
    """that of its file, without an ending"""
    puzzle: PuzzleFile
    result: Result
    proven: Mapping[str, Any]
    """what is proven of it, and by what"""
    told: str
    """how hard it is, in a sentence"""
    asked: str
    """the command that makes it again"""

    @property
    def certificate(self) -> dict[str, Any]:
        """What others can check: of a puzzle with a solution this, move by move; of one without what proves that there is none."""
        from ferryplan.planner.questions.why import certificate_of  # what only loads a puzzle must not wait for it

        instance, solution = self.result.instance, self.result.solution
        if solution is None:
            return certificate_of(instance)
        teller = teller_of(instance)
        return {
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "claim": format_message("plans.claim", move=teller.move.one),
            "start": teller.state_as_json(solution.initial),
            "steps": solution.steps_as_json(),
        }
