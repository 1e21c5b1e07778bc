"""The selection of reasons that may imply more together than each alone, by a quick check."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence

from ferryplan.generator.assignment.combined_reasons import CoveringGroup
from ferryplan.generator.assignment.constraint_network import Supports
from ferryplan.generator.assignment.instance import Clue, masks_of_other_spots
from ferryplan.generator.masks import mask_indices

MAX_ITEMS = 8
"""the largest number of items that a set of more than two reasons is about"""


class ReasonLinks:
    """The links between reasons: shared items, and pairs of items that a background rule relates.

    A reason with only one link to the others implies no more with them than alone. The same holds if all its links but one are to
    placed items.
    """

    def __init__(self, reasons: Sequence[Clue], background: Supports, spot_count: int) -> None:
        """Take the reasons, the supports of the background rules, and the number of spots."""
        self._scopes = [sum(1 << item for item in one.scope) for one in reasons]
        self._is_group = [isinstance(one, CoveringGroup) for one in reasons]
        self._background_neighbors, self._strong_neighbors = dict[int, int](), dict[int, int]()
        for (item, other), supports in background.items():
            self._background_neighbors[item] = self._background_neighbors.get(item, 0) | 1 << other
            if supports != masks_of_other_spots(spot_count):  # a single pair of this kind can imply more
                self._strong_neighbors[item] = self._strong_neighbors.get(item, 0) | 1 << other

    def are_linked(self, reasons: Sequence[int]) -> bool:
        """Return whether several reasons should ever be combined.

        More than two are combined only if they are about few items and are not all groups.
        """
        if len(reasons) > 2 and (
            functools.reduce(operator.or_, map(self._scopes.__getitem__, reasons)).bit_count() > MAX_ITEMS
            or all(map(self._is_group.__getitem__, reasons))
        ):
            return False
        return self._have_two_links(reasons, -1, {})

    def may_imply_more(self, reasons: Sequence[int], open_items: int) -> bool:
        """Return whether reasons may imply more than smaller sets of them, which imply nothing new.

        ``open_items`` is the mask of the items with several spots left.
        """
        if len(reasons) > 3 and sum(map(self._is_group.__getitem__, reasons)) == len(reasons) - 1:
            return True  # without the clue, only groups would be left; these are not combined
        return self._have_two_links(reasons, open_items, self._strong_neighbors)

    def _have_two_links(self, reasons: Sequence[int], items: int, strong: dict[int, int]) -> bool:
        """Return whether each reason has two links to the others within ``items``; strong ties count twice."""
        for one in reasons:
            scope, rest = self._scopes[one] & items, 0
            for other in reasons:
                if other != one:
                    rest |= self._scopes[other]
            rest &= items
            links = (scope & rest).bit_count()
            if links < 2 and not self._is_group[one]:
                for item in mask_indices(scope):
                    elsewhere = rest & ~(1 << item)
                    links += (self._background_neighbors.get(item, 0) & elsewhere).bit_count()
                    links += (strong.get(item, 0) & elsewhere).bit_count()
            if links < 2:
                return False
        return True
