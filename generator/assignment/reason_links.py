"""A quick check whether several reasons (clues or covering groups) may imply more together than alone.

The explanation of a solution uses it to select the sets of reasons that are worth a search.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence

from ferryplan.generator.assignment.combined_reasons import CoveringGroup
from ferryplan.generator.assignment.constraint_network import Supports
from ferryplan.generator.assignment.instance import Clue, masks_of_other_spots
from ferryplan.generator.masks import mask_indices

MAX_ITEMS = 8
"""largest number of items that a set of more than two reasons may involve"""


class ReasonLinks:
    """The links between reasons: items that they share, and pairs of items that a background rule relates.

    A reason is a clue or a covering group. If a reason has only one link to the other reasons, it implies nothing more
    together with them. The same holds if all of its links except one are to placed items.
    """

    def __init__(self, reasons: Sequence[Clue], background: Supports, spot_count: int) -> None:
        """Find the links between the given reasons.

        ``background`` is the table of spots that are compatible by the background rules; ``spot_count`` is the number
        of spots.
        """
        self._scopes = [sum(1 << item for item in one.scope) for one in reasons]
        self._is_group = [isinstance(one, CoveringGroup) for one in reasons]
        self._background_neighbors, self._strong_neighbors = dict[int, int](), dict[int, int]()
        for (item, other), supports in background.items():
            self._background_neighbors[item] = self._background_neighbors.get(item, 0) | 1 << other
            if supports != masks_of_other_spots(spot_count):  # a single pair of this kind can imply more
                self._strong_neighbors[item] = self._strong_neighbors.get(item, 0) | 1 << other

    def are_linked(self, reason_indices: Sequence[int]) -> bool:
        """Return whether these reasons share enough items to imply more together than each does alone.

        Sets of more than two reasons count as linked only if they involve few items and are not all covering groups.
        """
        if len(reason_indices) > 2 and (
            functools.reduce(operator.or_, map(self._scopes.__getitem__, reason_indices)).bit_count() > MAX_ITEMS
            or all(map(self._is_group.__getitem__, reason_indices))
        ):
            return False
        return self._have_two_links(reason_indices, -1, {})

    def may_imply_more(self, reason_indices: Sequence[int], open_item_mask: int) -> bool:
        """Return whether these reasons together may imply something that no proper subset of them implies.

        The caller has found out that the proper subsets imply nothing new. ``reason_indices`` are the indices of the
        reasons; ``open_item_mask`` is a bit mask of the items with several spots left.
        """
        if len(reason_indices) > 3 and sum(map(self._is_group.__getitem__, reason_indices)) == len(reason_indices) - 1:
            return True  # without the clue, only groups would be left; these are not combined
        return self._have_two_links(reason_indices, open_item_mask, self._strong_neighbors)

    def _have_two_links(self, reasons: Sequence[int], open_item_mask: int, strong_neighbors: dict[int, int]) -> bool:
        """Return whether each reason has at least two links to the other reasons through the given items.

        ``open_item_mask`` is a bit mask. A link is a shared item, or a pair of items that a background rule relates. ``strong_neighbors``
        maps an item to a bit mask of related items whose links to it count as two, because such a pair alone can imply
        more.
        """
        for one in reasons:
            scope, rest = self._scopes[one] & open_item_mask, 0
            for other in reasons:
                if other != one:
                    rest |= self._scopes[other]
            rest &= open_item_mask
            links = (scope & rest).bit_count()
            if links < 2 and not self._is_group[one]:
                for item in mask_indices(scope):
                    elsewhere = rest & ~(1 << item)
                    links += (self._background_neighbors.get(item, 0) & elsewhere).bit_count()
                    links += (strong_neighbors.get(item, 0) & elsewhere).bit_count()
            if links < 2:
                return False
        return True
