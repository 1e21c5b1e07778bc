"""States of a river crossing as integers, with tables of the crossings that each company allows.

The integer of a state has the index of the boat's place in its lowest bits, then the bit mask of the travelers at each
place. A crossing adds a number to this integer that depends only on the load and the two places. Crossings from a place
are numbered by load, then by destination, in the order of the state space's moves; a set of crossings is a bit mask of
these numbers. A crossing is legal if the companies at all places allow it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance, companies_by_place
from ferryplan.generator.masks import LazyTable
from ferryplan.generator.space import EncodedSpace


def encode_space(
    instance: Instance, loads: Sequence[int], safe: Sequence[int]
) -> EncodedSpace[CrossingState, Crossing]:
    """Return the state space of an instance with states as integers.

    The instance must have one boat and no deadlines or limits. ``loads`` are the legal loads as bit masks. ``safe``
    says for each company, with the bit mask as index, whether the company keeps all rules: 1 or 0.
    """
    places, total, goal = range(len(instance.places)), len(instance.travellers), instance.goal
    most, bits = max(1, *map(len, instance.destinations)), (len(places) - 1).bit_length()
    mode, everybody, shifts = (1 << bits) - 1, (1 << total) - 1, [bits + total * place for place in places]
    onward = [[*ways, *[place] * most][:most] for place, ways in enumerate(instance.destinations)]
    """the destinations from each place, padded to equal length with the place itself, where a departing load
    cannot land"""
    first = [(load, 1 << number * most) for number, load in enumerate(loads)]
    """each load, with the bit of its crossing to the first destination"""
    each = sum(crossing for _, crossing in first)

    def find_crossings_to_first_destination(company: int, others: int) -> int:
        """Return the bit mask of the crossings to the first destination after which ``company`` is still safe.

        In these crossings, the load leaves the company or joins it. Loads with travelers of ``others`` are left out.
        """
        # The exclusive or removes a load from the company that it leaves and adds it to the company that
        # it joins.
        return sum([crossing for load, crossing in first if not load & others and safe[company ^ load]])

    def find_departures_from(company: int) -> int:
        # The factor, `most` ones in binary, copies the bit of the first destination to all destinations.
        return find_crossings_to_first_destination(company, ~company) * ((1 << most) - 1)

    def find_landings_at(destination_index: int, company: int) -> int:
        """Return the bit mask of the crossings that the company at one of the destinations allows.

        ``destination_index`` is the index of the destination. All crossings to other destinations are included.
        """
        # The masks of all fields are combined by "and", so this one must not forbid crossings to other
        # destinations.
        return landing[company] << destination_index | ~(each << destination_index)

    def encode_state(boat: int, companies: Sequence[int]) -> int:
        return boat + sum(company << shift for company, shift in zip(companies, shifts, strict=True))

    def decode_state(code: int) -> CrossingState:
        return CrossingState(code & mode, tuple([code >> shift & everybody for shift in shifts]))

    def decode_move(code: int, number: int) -> Crossing:
        return Crossing(loads[number // most], code & mode, onward[code & mode][number % most])

    landing = LazyTable(lambda company: find_crossings_to_first_destination(company, company))
    wanted = companies_by_place(goal.travellers, len(places))
    return EncodedSpace(
        encode_state(instance.start.boat, instance.start.companies),
        mode,
        everybody,
        [[shifts[place], *[shifts[way] for way in onward[place]]] for place in places],
        [LazyTable(find_departures_from), *[LazyTable(partial(find_landings_at, number)) for number in range(most)]],
        [
            # One addition makes a move: the low bits change from the origin to the destination, and the
            # load's bits change companies.
            [way - place + (load << shifts[way]) - (load << shifts[place]) for load in loads for way in onward[place]]
            for place in places
        ],
        # Where the goal leaves the boat open, the mask leaves out the bits of the boat.
        [(encode_state(0 if goal.boat is None else mode, wanted), encode_state(goal.boat or 0, wanted))],
        decode_state,
        decode_move,
    )
