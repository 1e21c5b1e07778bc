"""What the families that place things have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from ferryplan.generator.cast import Cast
from ferryplan.generator.family import Family
from ferryplan.generator.family_types import Conflict
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.layout import Layout
from ferryplan.generator.pddl.grounding import Step
from ferryplan.generator.placing.cast import casts
from ferryplan.generator.placing.certificate import certificate
from ferryplan.generator.placing.instance import Placement, PlacingInstance
from ferryplan.generator.placing.space import Placements, PlacingSpace
from ferryplan.generator.placing.speller import PlacingSpeller
from ferryplan.generator.placing.strategy import Backtracking
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.puzzle_file import PuzzleFile

if TYPE_CHECKING:
    from ferryplan.generator.placing.answering import PlacingAnswering
    from ferryplan.generator.placing.pictures import PlacingDrawing
    from ferryplan.generator.placing.play import PlacingPlay

SomeFile = TypeVar("SomeFile", bound=PuzzleFile)
SomeInstance = TypeVar("SomeInstance", bound=PlacingInstance)


class PlacingFamily(Family[SomeFile, SomeInstance, Placements, Placement]):
    """A family in which the items of an instance are placed one after the other."""

    space, speller, strategy = PlacingSpace, PlacingSpeller, Backtracking
    teller: type[PlacingTeller]
    move = PlacingTeller.move
    principal = "place"
    alike = True
    unsupported = MappingProxyType({"slack": "placing.no-slack", "up-to-symmetry": "placing.no-symmetry"})

    def lay_out_strips(self, instance: SomeInstance) -> dict[str, Any]:
        """Return what the templates of the dialect strips lay out."""
        raise NotImplementedError

    def lay_out_adl(self, instance: SomeInstance) -> dict[str, Any]:
        """Return what the templates of the dialect adl lay out."""
        raise NotImplementedError

    @property
    def formulations(self) -> tuple[Formulation[SomeInstance], ...]:
        """STRIPS and ADL, with named items."""
        return (
            Formulation("strips", "named", "strips", self.lay_out_strips, decode_placements),
            Formulation("adl", "named", "adl", self.lay_out_adl, decode_placements),
        )

    def make_teller(self, instance: SomeInstance) -> PlacingTeller:
        """Return the words for items and spots."""
        return instance.once(self.teller)

    def count_sizes(self, instance: SomeInstance) -> dict[str, int]:
        """Return how many items and how many spots there are."""
        return {"items": len(instance.items), "spots": len(instance.spots)}

    def find_conflict(self, instance: SomeInstance) -> Conflict | None:
        """Return a conflict without clues; subclasses whose clues have names find out which contradict each other."""
        return Conflict()

    def certify(self, instance: SomeInstance) -> dict[str, Any]:
        """Return a tree of placements in which every branch ends at a broken clue."""
        return certificate(instance)

    def make_page_data(self, instance: SomeInstance) -> dict[str, Any] | None:
        """Return what the clues forbid, and what the board shows of each item."""
        from ferryplan.generator.placing.page_data import make_page_data

        return make_page_data(instance, self.make_teller(instance))

    def make_drawing(self, instance: SomeInstance) -> PlacingDrawing:
        """Return what draws the board."""
        from ferryplan.generator.placing.pictures import PlacingDrawing

        return PlacingDrawing(instance, self.make_teller(instance))

    def make_answering(self, instance: SomeInstance) -> PlacingAnswering:
        """Return what tells the answers, and counts the solutions that give each."""
        from ferryplan.generator.placing.answering import PlacingAnswering

        return PlacingAnswering(instance, self.make_teller(instance))

    def make_play(self, instance: SomeInstance, layout: Layout) -> PlacingPlay:
        """Return what lets a person place items in any order."""
        from ferryplan.generator.placing.play import PlacingPlay

        return PlacingPlay(instance, layout)

    def explain_page_limit(self) -> str:
        """Return the most pairs of placements of a page."""
        from ferryplan.generator.placing.page_data import explain_page_limit

        return explain_page_limit()

    def list_casts(self, instance: SomeInstance) -> Sequence[Cast[Placements, Placement]]:
        """Return where the items are, in several ways to say so."""
        return casts(instance)


def decode_placements(instance: PlacingInstance, plan: Sequence[Step]) -> list[Placement]:
    """Return the placements for which the actions of a plan stand.

    An action that places something is ``(place item spot …)``, ``(place row column spot …)`` for the item in that row and column, either
    perhaps as ``(place-on-somewhere …)``, ``(place-item spot …)`` or, for one of several ways, ``(place-item-2 spot …)``; ``(place-spot)`` for
    the item that alone may be there, and ``(leave item …)`` for one that goes to the last spot.
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
