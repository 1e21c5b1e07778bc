"""Which reasons of a puzzle are to be taken together: those that say more together than each alone, as far as that is seen at once."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence

from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import Clue, others
from ferryplan.generator.placing.joint import Cover
from ferryplan.generator.placing.ties import Supports

MOST_ITEMS = 8
"""of more than two, they are about so many items at most"""


class Links:
    """What joins reasons: the items that several are about, and the pairs of items of which a rule says something that goes without saying.

    A reason that has one link to the others says no more with them than alone; nor does it if all its links but one are to items that are placed.
    """

    def __init__(self, reasons: Sequence[Clue], standing: Supports, spots: int) -> None:
        """``standing`` is what goes without saying of pairs, where there are so many spots."""
        self._scopes = [sum(1 << item for item in one.scope) for one in reasons]
        self._covers = [isinstance(one, Cover) for one in reasons]
        self._tied, self._strong = dict[int, int](), dict[int, int]()
        for (item, other), supports in standing.items():
            self._tied[item] = self._tied.get(item, 0) | 1 << other
            if supports != others(spots):  # even one such tie may say more
                self._strong[item] = self._strong.get(item, 0) | 1 << other

    def joined(self, reasons: Sequence[int]) -> bool:
        """Return whether several reasons are ever to be taken together; more than two are about few items, and not all groups."""
        if len(reasons) > 2 and (
            functools.reduce(operator.or_, map(self._scopes.__getitem__, reasons)).bit_count() > MOST_ITEMS
            or all(map(self._covers.__getitem__, reasons))
        ):
            return False
        return self._twice(reasons, -1, {})

    def open(self, reasons: Sequence[int], several: int) -> bool:
        """Return whether they may say more where each reason alone, and fewer of them, say nothing more; ``several`` is the mask of the items for
        which several spots are left."""
        if len(reasons) > 3 and sum(map(self._covers.__getitem__, reasons)) == len(reasons) - 1:
            return True  # without the clue, only groups would be left, which were not taken together
        return self._twice(reasons, several, self._strong)

    def _twice(self, reasons: Sequence[int], among: int, strong: dict[int, int]) -> bool:
        """Return whether each reason has two links to the others ``among`` some items; strong ties count as two."""
        for one in reasons:
            scope, rest = self._scopes[one] & among, 0
            for other in reasons:
                if other != one:
                    rest |= self._scopes[other]
            rest &= among
            links = (scope & rest).bit_count()
            if links < 2 and not self._covers[one]:
                for item in members(scope):
                    elsewhere = rest & ~(1 << item)
                    links += (self._tied.get(item, 0) & elsewhere).bit_count()
                    links += (strong.get(item, 0) & elsewhere).bit_count()
            if links < 2:
                return False
        return True
