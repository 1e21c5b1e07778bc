"""Rules with time in PDDL: moments that count the crossings made, and who must be away from where at which of them."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.masks import members

Row = tuple[str, ...]


class Period(NamedTuple):
    """Moments at which the same travelers must be away from the same places."""

    moments: Row
    lost: tuple[tuple[int, int], ...]
    """(traveler, place) as indices: who must not be where"""


class Clock:
    """The moments of an instance with rules about time: after no crossing, after one, and so on as far as it matters."""

    def __init__(self, instance: Instance) -> None:
        travellers, places, horizon = instance.travellers, instance.places, instance.horizon
        self.moments = tuple(f"moment-{number}" for number in range(horizon + 1))
        self.endless = instance.limit is None
        """whether there may be crossings after the last moment, too: then it stands for all that follow"""
        self.constant = self.moments[-1:] if self.endless else ()
        """the last moment, if there may be crossings after it: actions name it"""
        lost = [
            dict.fromkeys(
                (index, deadline.place)
                for deadline in instance.deadlines
                if number > deadline.crossings
                for index in members(deadline.travellers)
            )
            for number in range(horizon + 1)
        ]
        groups = itertools.groupby(range(1, horizon + 1), key=lambda number: [*lost[number]])
        self.periods = [Period(tuple(self.moments[index] for index in group), tuple(away)) for away, group in groups]
        """of all moments but the first"""
        self.places = [places[at].symbol for at in sorted({at for period in self.periods for _, at in period.lost})]
        """the places that a period names, as PDDL names them"""
        self.lost = [
            (travellers[who].symbol, places[at].symbol, moment)
            for moment, away in zip(self.moments, lost, strict=True)
            for who, at in away
        ]
        """(traveler, place, moment) in PDDL: then the traveler must not be there"""

    @property
    def late(self) -> list[Row]:
        """``lost``, a crossing earlier: where the travelers must not be with one more crossing."""
        before = dict(zip(self.moments[1:], self.moments, strict=False))
        return [
            (traveller, place, earlier)
            for traveller, place, moment in self.lost
            # The last moment stands for all that follow, so what is forbidden then is also forbidden one
            # crossing later.
            for earlier in (before[moment], *({moment} & {*self.constant}))
        ]


def clock_of(instance: Instance) -> Clock | None:
    """Return the clock of an instance, or None if it has no rules with time."""
    return instance.once(Clock) if instance.horizon else None
