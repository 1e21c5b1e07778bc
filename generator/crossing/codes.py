"""The states of a crossing as integers, what follows them by tables: which loads each company lets go, and which it lets land.

A code holds the boat's place in its lowest bits, then the mask of the travelers at each place. A crossing adds a number to it that depends
on the load and on both places alone. Crossings from a place are numbered by load, then by destination, which is the order of the space's
moves; a set of them is a mask. Each place, by the company there, allows some of them: what all of them allow is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ferryplan.generator.crossing.instance import Crossing, Instance, State, companies_of
from ferryplan.generator.masks import Table
from ferryplan.generator.space import Coded


def coded_crossings(instance: Instance, loads: Sequence[int], safe: Sequence[int]) -> Coded[State, Crossing]:
    """Return the states of an instance without rules with time, and with one boat, as integers.

    ``loads`` are the legal loads; ``safe`` says of each company whether it is safe.
    """
    places, total, goal = range(len(instance.places)), len(instance.travellers), instance.goal
    most, bits = max(1, *map(len, instance.ways)), (len(places) - 1).bit_length()
    mode, everybody, shifts = (1 << bits) - 1, (1 << total) - 1, [bits + total * place for place in places]
    onward = [[*ways, *[place] * most][:most] for place, ways in enumerate(instance.ways)]
    """where the boat goes from each place; for want of others to the place itself, where those who leave cannot land"""
    first = [(load, 1 << number * most) for number, load in enumerate(loads)]
    """each load, with its crossing to the first destination"""
    each = sum(crossing for _, crossing in first)

    def to_first(company: int, others: int) -> int:
        """Return the crossings to the first destination with loads without others that leave or join the company, which is then safe."""
        # The exclusive or takes a load out of the company that it leaves, and adds it to the one that it
        # joins.
        return sum([crossing for load, crossing in first if not load & others and safe[company ^ load]])

    def leaves(company: int) -> int:
        # The factor, `most` ones in binary, copies the bit for the first destination to all of them.
        return to_first(company, ~company) * ((1 << most) - 1)

    def lands(number: int, company: int) -> int:
        """Return the crossings that the company at a destination lets land there, and all to others."""
        # The masks of all fields are joined by "and", so this one must not forbid crossings to other
        # destinations.
        return landing[company] << number | ~(each << number)

    def code(boat: int, companies: Sequence[int]) -> int:
        return boat + sum(company << shift for company, shift in zip(companies, shifts, strict=True))

    def state(code: int) -> State:
        return State(code & mode, tuple([code >> shift & everybody for shift in shifts]))

    def move(code: int, number: int) -> Crossing:
        return Crossing(loads[number // most], code & mode, onward[code & mode][number % most])

    landing = Table(lambda company: to_first(company, company))
    wanted = companies_of(goal.travellers, len(places))
    return Coded(
        code(instance.start.boat, instance.start.companies),
        mode,
        everybody,
        [[shifts[place], *[shifts[way] for way in onward[place]]] for place in places],
        [Table(leaves), *[Table(partial(lands, number)) for number in range(most)]],
        [
            # One addition makes a move: the low bits turn from place to way, the load's bits change
            # companies.
            [way - place + (load << shifts[way]) - (load << shifts[place]) for load in loads for way in onward[place]]
            for place in places
        ],
        # Where the goal leaves the boat open, the mask leaves out the bits of the boat.
        [(code(0 if goal.boat is None else mode, wanted), code(goal.boat or 0, wanted))],
        state,
        move,
    )
