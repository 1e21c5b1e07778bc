"""The states of a crossing as integers, what follows them by tables: which loads each company lets go, and which it lets land.

A code holds the boat's place in its lowest bits, then the mask of the travellers at each place. A crossing adds a number to it that depends
on the load and on both places alone. Crossings from a place are numbered by load, then by destination, which is the order of the space's
moves; a set of them is a mask. Each place, by the company there, allows some of them: what all of them allow is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from generator.crossing.constraints import members
from generator.crossing.instance import Crossing, Instance, State
from generator.space import Coded

Key = TypeVar("Key")
Value = TypeVar("Value")


class _Table(dict[Key, Value]):
    """A table of which an entry is made when it is first looked up."""

    def __init__(self, entry: Callable[[Key], Value]) -> None:
        self._entry = entry

    def __missing__(self, key: Key) -> Value:
        value = self[key] = self._entry(key)
        return value


_Tables = tuple[int, Mapping[int, int], Sequence[tuple[int, Mapping[int, int]]], Mapping[int, Sequence[int]]]
"""where in a code the company is where the boat is, and which crossings it allows; the same for each destination; what those of a set add"""


class CodedCrossings(Coded[State, Crossing]):
    """The states of an instance without rules with time, and with one boat, as integers."""

    def __init__(
        self, instance: Instance, ways: Mapping[int, Sequence[int]], loads: Sequence[int], safe: Sequence[int]
    ) -> None:
        """Take for each place those to which the boat goes, the legal loads, and for each company whether it is safe."""
        places = range(len(instance.places))
        boat = (len(places) - 1).bit_length()
        self._safe = safe
        self._everybody = (1 << len(instance.travellers)) - 1
        self._places = (1 << boat) - 1
        self._shifts = [boat + len(instance.travellers) * place for place in places]
        widest = max(map(len, ways.values()), default=1)
        self._bits = [(load, 1 << number * widest) for number, load in enumerate(loads)]
        """each load, with its crossing to the first destination"""
        self._each = sum(bit for _, bit in self._bits)
        numbers = _Table(members)
        leaving, landing = _Table(self._leaving), _Table(self._landing)
        leaves = [_Table(partial(_leaves, leaving, number)) for number in range(widest + 1)]
        lands = [_Table(partial(self._lands, landing, number)) for number in range(widest)]
        self._tables = list[_Tables]()
        """for each place where the boat may be"""
        for place in places:
            onward = [*ways.get(place, ())]
            rest = [place] * (widest - len(onward))
            added = [self._crossing(load, place, way) for load in loads for way in onward + rest]
            landed = [(self._shifts[way], table) for way, table in zip(onward, lands, strict=False)]
            chosen = _Table(partial(_chosen, added, numbers))
            self._tables.append((self._shifts[place], leaves[len(onward)], landed, chosen))
        self.initial = self._code(instance.start.boat, instance.start.companies)
        goal = instance.goal
        wanted = [(index, place) for index, place in enumerate(goal.travellers) if place is not None]
        self._goal = sum(1 << self._shifts[place] + index for index, place in wanted) + (goal.boat or 0)
        self._concerned = self._goal & ~self._places | (0 if goal.boat is None else self._places)

    def _code(self, boat: int, companies: Sequence[int]) -> int:
        return boat + sum(company << shift for company, shift in zip(companies, self._shifts, strict=True))

    def _crossing(self, load: int, origin: int, destination: int) -> int:
        return destination - origin + (load << self._shifts[destination]) - (load << self._shifts[origin])

    def _leaving(self, company: int) -> int:
        """Return the crossings to the first destination with loads that may leave a company."""
        safe = self._safe
        return sum([bit for load, bit in self._bits if company & load == load and safe[company ^ load]])

    def _landing(self, company: int) -> int:
        """Return the crossings to the first destination with loads that may join a company."""
        safe = self._safe
        return sum([bit for load, bit in self._bits if not company & load and safe[company | load]])

    def _lands(self, landing: Mapping[int, int], number: int, company: int) -> int:
        """Return the crossings that the company at a destination lets land there, and all to others."""
        return landing[company] << number | ~(self._each << number)

    def follow(self, codes: Sequence[int], following: list[int], ends: list[int]) -> None:
        """Append the codes that follow each of some, by load, then by destination; and after each how many are listed by then."""
        everybody, places, tables, append = self._everybody, self._places, self._tables, following.append
        for code in codes:
            shift, leaves, landed, added = tables[code & places]
            allowed = leaves[code >> shift & everybody]
            for shift, lands in landed:
                allowed &= lands[code >> shift & everybody]
            for number in added[allowed]:
                append(code + number)
            ends.append(len(following))

    def goals(self, codes: Sequence[int]) -> list[int]:
        """Return at which positions of some codes boat and travellers are where the goal wants them."""
        goal, concerned = self._goal, self._concerned
        return [position for position, code in enumerate(codes) if code & concerned == goal]

    def state(self, code: int) -> State:
        """Return the state that a code stands for."""
        return State(code & self._places, tuple([code >> shift & self._everybody for shift in self._shifts]))

    def move(self, code: int, following: int) -> Crossing:
        """Return the crossing that leads from one code to another."""
        origin, destination = code & self._places, following & self._places
        return Crossing((code ^ following) >> self._shifts[origin] & self._everybody, origin, destination)


def _leaves(leaving: Mapping[int, int], destinations: int, company: int) -> int:
    """Return the crossings that the company where the boat is lets go, to so many destinations."""
    return leaving[company] * ((1 << destinations) - 1)


def _chosen(added: Sequence[int], numbers: Mapping[int, Sequence[int]], crossings: int) -> list[int]:
    """Return what each of a set of crossings adds."""
    return [added[number] for number in numbers[crossings]]
