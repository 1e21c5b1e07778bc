"""The states of a crossing as integers, what follows them by tables: which loads each company lets go, and which it lets land.

A code holds the boat's place in its lowest bits, then the mask of the travellers at each place. A crossing adds a number to it that depends
on the load and on both places alone. Crossings from a place are numbered by load, then by destination, which is the order of the space's
moves; a set of them is a mask. Each place, by the company there, allows some of them: what all of them allow is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from generator.crossing.instance import Crossing, Instance, State
from generator.masks import Table
from generator.space import Coded


def coded_crossings(
    instance: Instance, ways: Mapping[int, Sequence[int]], loads: Sequence[int], safe: Sequence[int]
) -> Coded[State, Crossing]:
    """Return the states of an instance without rules with time, and with one boat, as integers.

    ``ways`` are for each place those to which the boat goes, ``loads`` the legal loads; ``safe`` says of each company whether it is safe.
    """
    layout, goal, places = _Layout(instance), instance.goal, range(len(instance.places))
    most = max(map(len, ways.values()), default=1)
    onward = [[*ways.get(place, ()), *[place] * most][:most] for place in places]
    """where the boat goes from each place; for want of others to the place itself, where those who leave cannot land"""
    bits = [(load, 1 << number * most) for number, load in enumerate(loads)]
    """each load, with its crossing to the first destination"""
    each = sum(bit for _, bit in bits)

    def to_first(company: int, others: int) -> int:
        """Return the crossings to the first destination with loads without others that leave or join the company, which is then safe."""
        return sum([bit for load, bit in bits if not load & others and safe[company ^ load]])

    def leaves(company: int) -> int:
        return to_first(company, ~company) * ((1 << most) - 1)

    landing = Table(lambda company: to_first(company, company))

    def lands(number: int, company: int) -> int:
        """Return the crossings that the company at a destination lets land there, and all to others."""
        return landing[company] << number | ~(each << number)

    wanted = {index: place for index, place in enumerate(goal.travellers) if place is not None}
    return Coded(
        layout.code(instance.start.boat, instance.start.companies),
        layout.boat,
        layout.everybody,
        [[layout.shifts[place], *[layout.shifts[way] for way in onward[place]]] for place in places],
        [Table(leaves), *[Table(partial(lands, number)) for number in range(most)]],
        [[layout.crossing(load, place, way) for load in loads for way in onward[place]] for place in places],
        sum(1 << layout.shifts[place] + index for index, place in wanted.items())
        + (0 if goal.boat is None else layout.boat),
        sum(1 << layout.shifts[place] + index for index, place in wanted.items()) + (goal.boat or 0),
        layout.state,
        layout.move,
    )


class _Layout:
    """Where in a code stands what."""

    def __init__(self, instance: Instance) -> None:
        travellers, places = len(instance.travellers), len(instance.places)
        bits = (places - 1).bit_length()
        self.boat, self.everybody = (1 << bits) - 1, (1 << travellers) - 1
        self.shifts = [bits + travellers * place for place in range(places)]

    def code(self, boat: int, companies: Sequence[int]) -> int:
        """Return the code of a state."""
        return boat + sum(company << shift for company, shift in zip(companies, self.shifts, strict=True))

    def crossing(self, load: int, origin: int, destination: int) -> int:
        """Return what a crossing adds to a code."""
        return destination - origin + (load << self.shifts[destination]) - (load << self.shifts[origin])

    def state(self, code: int) -> State:
        """Return the state that a code stands for."""
        return State(code & self.boat, tuple([code >> shift & self.everybody for shift in self.shifts]))

    def move(self, code: int, following: int) -> Crossing:
        """Return the crossing that leads from one code to another."""
        origin, destination = code & self.boat, following & self.boat
        return Crossing((code ^ following) >> self.shifts[origin] & self.everybody, origin, destination)
