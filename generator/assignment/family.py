"""The base class of the families whose puzzles are assignment puzzles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from ferryplan.generator.assignment.assignment_variables import list_state_variables
from ferryplan.generator.assignment.certificate import make_unsolvability_certificate
from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.notation import AssignmentNotation
from ferryplan.generator.assignment.space import AssignmentSpace, AssignmentState
from ferryplan.generator.assignment.strategy import BacktrackingStrategy
from ferryplan.generator.family import Family
from ferryplan.generator.family_types import RuleConflict
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.layout import Layout
from ferryplan.generator.pddl.grounding import PlanStep
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.state_variables import StateVariables

if TYPE_CHECKING:
    from ferryplan.generator.assignment.answering import AssignmentSolutionAnswers
    from ferryplan.generator.assignment.pictures import AssignmentDrawing
    from ferryplan.generator.assignment.play import AssignmentPlay

SomeFile = TypeVar("SomeFile", bound=PuzzleFile)
SomeInstance = TypeVar("SomeInstance", bound=AssignmentInstance)


class AssignmentFamily(Family[SomeFile, SomeInstance, AssignmentState, Placement]):
    """A family of assignment puzzles: each move places one item, such as a value, a letter or a piece."""

    space, notation, strategy = AssignmentSpace, AssignmentNotation, BacktrackingStrategy
    narrator: type[AssignmentNarrator]
    move_noun = AssignmentNarrator.move_noun
    move_action_prefix = "place"
    has_fixed_length = True
    unsupported = MappingProxyType({"slack": "assignment.no-slack", "up-to-symmetry": "assignment.no-symmetry"})

    def make_strips_context(self, instance: SomeInstance) -> dict[str, Any]:
        """Return the variables for the PDDL templates of the dialect ``strips``, by name."""
        raise NotImplementedError

    def make_adl_context(self, instance: SomeInstance) -> dict[str, Any]:
        """Return the variables for the PDDL templates of the dialect ``adl``, by name."""
        raise NotImplementedError

    @property
    def formulations(self) -> tuple[Formulation[SomeInstance], ...]:
        """The STRIPS and the ADL formulation, both with a PDDL object for each item."""
        return (
            Formulation("strips", "named", "strips", self.make_strips_context, decode_placements),
            Formulation("adl", "named", "adl", self.make_adl_context, decode_placements),
        )

    def make_narrator(self, instance: SomeInstance) -> AssignmentNarrator:
        """Return the narrator that describes the instance and its placements in words."""
        return instance.get_or_make(self.narrator)

    def count_sizes(self, instance: SomeInstance) -> dict[str, int]:
        """Return the number of items and the number of spots, by the keys ``items`` and ``spots``."""
        return {"items": len(instance.items), "spots": len(instance.spots)}

    def find_conflict(self, instance: SomeInstance) -> RuleConflict | None:
        """Return an empty conflict, because the rules of these puzzles are not stated as separate clues.

        Families whose puzzles state clues override this method to find contradictory clues.
        """
        return RuleConflict()

    def certify_unsolvability(self, instance: SomeInstance) -> dict[str, Any]:
        """Return a certificate of unsolvability as a JSON object.

        It holds a tree of placements in which every branch ends at a violated clue.
        """
        return make_unsolvability_certificate(instance)

    def make_page_data(self, instance: SomeInstance) -> dict[str, Any] | None:
        """Return the JSON data for an interactive page; None if the puzzle is too large for a page.

        The data hold the placements that the clues forbid, and the cells of the board that show each item.
        """
        from ferryplan.generator.assignment.page_data import make_page_data

        return make_page_data(instance, self.make_narrator(instance))

    def make_drawing(self, instance: SomeInstance) -> AssignmentDrawing:
        """Return an object that draws the instance's board and the timelines of its solutions."""
        from ferryplan.generator.assignment.pictures import AssignmentDrawing

        return AssignmentDrawing(instance, self.make_narrator(instance))

    def make_solution_answers(self, instance: SomeInstance) -> AssignmentSolutionAnswers:
        """Return an object that answers the instance's questions and counts its solutions by answer."""
        from ferryplan.generator.assignment.answering import AssignmentSolutionAnswers

        return AssignmentSolutionAnswers(instance, self.make_narrator(instance))

    def make_play(self, instance: SomeInstance, layout: Layout) -> AssignmentPlay:
        """Return an interactive play in which a person places the items in any order."""
        from ferryplan.generator.assignment.play import AssignmentPlay

        return AssignmentPlay(instance, layout)

    def explain_page_limit(self) -> str:
        """Return a clause that says when a puzzle is too large for an interactive page."""
        from ferryplan.generator.assignment.page_data import explain_page_limit

        return explain_page_limit()

    def list_state_variables(self, instance: SomeInstance) -> Sequence[StateVariables[AssignmentState, Placement]]:
        """Return alternative sets of state variables; a model is compared with the puzzle by one of them."""
        return list_state_variables(instance)


def decode_placements(instance: AssignmentInstance, plan: Sequence[PlanStep]) -> list[Placement]:
    """Return the placements that the actions of a plan stand for; other actions are skipped.

    These actions place an item: ``(place item spot …)`` and ``(place row column spot …)``, with or without a suffix of
    the name as in ``place-on-somewhere``; ``(place-item spot …)``, whose name can end with a number, as in
    ``place-red-2``; ``(place-spot)``, for the only item that can have this spot; and ``(leave item …)``, which places
    the item at the last spot.
    """
    items = {item.symbol: index for index, item in enumerate(instance.items)}
    spots = {spot.symbol: index for index, spot in enumerate(instance.spots)}
    placements = []
    for action in plan:
        name, _, named = action.name.partition("-")
        if name == "leave":
            placements.append(Placement(items[action.arguments[0]], len(spots) - 1))
        elif name == "place" and named in spots:
            spot_index = spots[named]
            home = next(index for index, one in enumerate(instance.items) if spot_index in one.spots)
            placements.append(Placement(home, spot_index))
        elif name == "place":
            named = named if named in items else re.sub(r"-\d+$", "", named)
            item, spot, *further = [named, *action.arguments] if named in items else action.arguments
            if item not in items:
                item, spot = item + spot, further[0]
            placements.append(Placement(items[item], spots[spot]))
    return placements
