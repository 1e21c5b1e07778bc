"""The PDDL objects for deadlines and crossing limits: moments, which count the crossings."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.masks import mask_indices

Symbols = tuple[str, ...]
"""PDDL names of objects, such as travelers or places"""


class ClockPeriod(NamedTuple):
    """A run of consecutive moments at which the same positions of travelers are forbidden."""

    moments: Symbols
    """the PDDL names of the moments"""
    forbidden: tuple[tuple[int, int], ...]
    """pairs (index of a traveler, index of a place): the traveler must not be at the place"""


class CrossingClock:
    """The moments of an instance with deadlines or a crossing limit, as PDDL objects.

    Each moment stands for a number of crossings that have been made. The last moment is the horizon: after it, further
    crossings make no difference to a deadline or limit.
    """

    def __init__(self, instance: Instance) -> None:
        travellers, places, horizon = instance.travellers, instance.places, instance.horizon
        self.moments = tuple(f"moment-{number}" for number in range(horizon + 1))
        self.is_open_ended = instance.limit is None
        """whether crossings may follow the last moment; then the last moment stands for all later ones"""
        self.last_moment = self.moments[-1:] if self.is_open_ended else ()
        """the PDDL name of the last moment in a tuple; empty if no crossing may follow that moment"""
        lost = [
            dict.fromkeys(
                (index, deadline.place)
                for deadline in instance.deadlines
                if number > deadline.crossings
                for index in mask_indices(deadline.travellers)
            )
            for number in range(horizon + 1)
        ]
        groups = itertools.groupby(range(1, horizon + 1), key=lambda number: [*lost[number]])
        self.periods = [
            ClockPeriod(tuple(self.moments[index] for index in group), tuple(away)) for away, group in groups
        ]
        """the periods in order, which cover all moments but the first"""
        self.places = [
            places[at].symbol for at in sorted({at for period in self.periods for _, at in period.forbidden})
        ]
        """the PDDL names of the places that a period mentions"""
        self.forbidden_positions = [
            (travellers[who].symbol, places[at].symbol, moment)
            for moment, away in zip(self.moments, lost, strict=True)
            for who, at in away
        ]
        """triples (traveler, place, moment) of PDDL names: at that moment the traveler must not be at the place"""

    @property
    def missed_deadlines(self) -> list[Symbols]:
        """The positions that miss a deadline after one more crossing: triples (traveler, place, moment).

        Each of the `forbidden_positions` appears with the preceding moment. If crossings may follow the last moment,
        the positions forbidden then also appear with the last moment itself.
        """
        before = dict(zip(self.moments[1:], self.moments, strict=False))
        return [
            (traveller, place, earlier)
            for traveller, place, moment in self.forbidden_positions
            # The last moment stands for all later ones, so a position that is forbidden then is also
            # forbidden one crossing later.
            for earlier in (before[moment], *({moment} & {*self.last_moment}))
        ]


def clock_of(instance: Instance) -> CrossingClock | None:
    """Return the clock of an instance, or None if the instance has no deadline and no crossing limit."""
    return instance.get_or_make(CrossingClock) if instance.horizon else None
