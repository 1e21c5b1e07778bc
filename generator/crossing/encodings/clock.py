"""Rules with time in PDDL: moments that count the crossings made, and who must be away from where at which of them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import NamedTuple

from generator.crossing.instance import Instance
from generator.masks import members

Row = tuple[str, ...]


class Period(NamedTuple):
    """Moments at which the same travellers must be away from the same places."""

    number: int
    """from 1"""
    moments: Row
    lost: tuple[tuple[int, int], ...]
    """(traveller, place) as indices: who must not be where"""


@dataclass(frozen=True, slots=True)
class Clock:
    """The moments of an instance: after no crossing, after one, and so on as far as it matters."""

    moments: Row
    later: tuple[Row, ...]
    """(moment, the one after it)"""
    periods: tuple[Period, ...]
    """of all moments but the first"""
    endless: bool
    """whether there may be crossings after the last moment, too: then it stands for all that follow"""
    places: Row
    """the places that a period names, as PDDL names them"""
    lost: tuple[Row, ...]
    """(traveller, place, moment) in PDDL: then the traveller must not be there"""

    @property
    def late(self) -> tuple[Row, ...]:
        """``lost``, a crossing earlier: where the travellers must not be with one more crossing."""
        before = {following: moment for moment, following in self.later}
        return tuple(
            (traveller, place, earlier)
            for traveller, place, moment in self.lost
            for earlier in (before[moment], *({moment} & {*self.constant}))
        )

    @property
    def constant(self) -> Row:
        """The last moment, if there may be crossings after it: actions name it."""
        return self.moments[-1:] if self.endless else ()


def clock_of(instance: Instance) -> Clock | None:
    """Return the clock of an instance, or None if it has no rules with time."""
    horizon = instance.horizon
    if horizon == 0:
        return None
    moments = tuple(f"moment-{number}" for number in range(horizon + 1))
    lost = [
        tuple(
            dict.fromkeys(
                (index, deadline.place)
                for deadline in instance.deadlines
                if number > deadline.crossings
                for index in members(deadline.travellers)
            )
        )
        for number in range(horizon + 1)
    ]
    groups = itertools.groupby(range(1, horizon + 1), key=lost.__getitem__)
    periods = [
        Period(number, tuple(moments[index] for index in group), away) for number, (away, group) in enumerate(groups, 1)
    ]
    named = sorted({place for period in periods for _, place in period.lost})
    endless = instance.limit is None
    return Clock(
        moments,
        tuple(itertools.pairwise(moments)),
        tuple(periods),
        endless,
        tuple(instance.places[place].symbol for place in named),
        tuple(
            (instance.travellers[index].symbol, instance.places[place].symbol, moments[number])
            for number, away in enumerate(lost)
            for index, place in away
        ),
    )
