"""One state of each orbit under all exchanges of objects within classes.

By the facts that it is in each object gets a color; it tells objects in facts with others apart by the colors of these, again and again.
Where objects of one color are left that are not the same in all their facts, each in turn is given a color of its own, and the least of all
orders found so stands for the orbit; of those that lead to the same, which are images of each other, one is followed. What no facts connect is
brought into order one after the other.
B. D. McKay and A. Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation 60 (2014) 94-112.
"""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ferryplan.generator.pddl.states import Fact, State

Colours: TypeAlias = Mapping[str, int]
"""of each object: how many objects have lower ones; those of a class follow one another"""
Row: TypeAlias = tuple[Any, tuple[str, ...]]
"""a fact without its objects, and these"""


class CanonicalForm(NamedTuple):
    """What stands for all that exchanges make of some states together."""

    images: tuple[State, ...]
    """what one exchange makes of the states"""
    colours: Colours
    """the same for twins: objects that are the same in all their facts"""
    order: int
    """how many exchanges leave the states as they are"""
    twins_only: bool
    """whether these exchange nothing but twins"""


class CanonicalForms:
    """The canonical forms under all exchanges of objects within their classes."""

    def __init__(self, classes: Sequence[Sequence[str]]) -> None:
        self.objects = [name for names in classes for name in names]
        self.alike = {name: names for names in classes for name in names}
        """the class of each object"""
        self._first = {name: self.objects.index(names[0]) for names in classes for name in names}
        self._row = functools.cache(self._parted)
        self._facts = dict[Fact, Fact]()
        """each kept once"""

    def of(self, states: tuple[State, ...]) -> CanonicalForm:
        """Return the canonical form of states, on all of which an exchange acts at once."""
        own: dict[str, list[Any]] = {name: [] for name in self.objects}
        """of each object the facts that have no other"""
        shared = list[Row]()
        for number, state in enumerate(states):
            for fact, *value in (*zip(state.facts, strict=True), *state.values):
                rest, objects = self._row(fact)
                if len(objects) > 1 and len({*objects}) > 1:
                    shared.append(((number, rest, *value), objects))
                elif objects:
                    # A fact with one object only needs no search: it is part of the object's first color.
                    own[objects[0]].append((number, rest, *value))
        orders = _Orders(shared)
        coarse = _ranked({one: (self._first[one], one in orders.tied, *sorted(rows)) for one, rows in own.items()})
        colours, order = orders.least(coarse, orders.tied)
        names = dict(zip(sorted(colours, key=colours.__getitem__), self.objects, strict=True))
        if any(one != other for one, other in names.items()):
            states = tuple(self._image(state, names) for state in states)
        # Twins can be permuted freely without changing a fact, so each group of n of them contributes n!.
        twins = math.prod(math.factorial(number) for number in Counter(colours.values()).values())
        return CanonicalForm(states, colours, order * twins, order == 1)

    def _parted(self, fact: Fact) -> Row:
        objects = tuple(term for term in fact[1:] if term in self.alike)
        return (fact[0], *("" if term in self.alike else term for term in fact[1:])), objects

    def _image(self, state: State, names: Mapping[str, str]) -> State:
        def renamed(fact: Fact) -> Fact:
            image = (fact[0], *[names.get(term, term) for term in fact[1:]])
            return self._facts.setdefault(image, image)

        values = frozenset((renamed(fact), value) for fact, value in state.values)
        return State(frozenset(map(renamed, state.facts)), values)


class _Orders:
    """The orders into which objects can be brought by the facts that several of them share."""

    def __init__(self, shared: list[Row]) -> None:
        numbers = {rest: number for number, rest in enumerate(sorted({rest for rest, _ in shared}))}
        self.shared = [(numbers[rest], objects) for rest, objects in shared]
        self.tied = dict[str, set[Any]]()
        """of each object the facts with others, without itself: where these are equal, two may change places"""
        for rest, objects in self.shared:
            for one in {*objects}:
                self.tied.setdefault(one, set()).add((rest, *["" if other == one else other for other in objects]))

    def least(self, colours: Colours, within: Collection[str], any_will_do: bool = False) -> tuple[Colours, int]:
        """Return the least order of some objects, finer than colors, twins of one color, and how many exchanges but those of twins leave all
        as it is. What is not connected with an object is brought into order after it, whatever the order of what is."""
        colours, order = self._refined(colours), 1
        while choices := self._undecided(colours, within):
            found: tuple[list[Any], Colours, int] | None = None
            alike = 0
            for chosen, group in choices[: 1 if any_will_do else None]:
                connected = self._connected(group, colours)
                if found and self._told(self.least(chosen, connected, any_will_do=True)[0], connected) == found[0]:
                    # Any order that gives the same facts proves this choice an image of the best one: it
                    # cannot do better.
                    alike += 1
                    continue
                ordered, its_order = self.least(chosen, connected, any_will_do)
                told = self._told(ordered, connected)
                if found is None or told < found[0]:
                    found, alike = (told, ordered, its_order), 1
                else:
                    alike += told == found[0]
            assert found is not None
            # By the orbit-stabilizer theorem: the choices that are images of the best one, times what fixes
            # it.
            colours, order = found[1], order * found[2] * alike
        return colours, order

    def _connected(self, group: Iterable[str], colours: Colours) -> set[str]:
        """Return the objects that are connected with some by facts with objects that have no color of their own."""
        loose, queue = {one for cell in self._cells(colours) for one in cell}, [*group]
        for one in queue:
            for others in self.tied[one]:
                near = loose.intersection(others[1:]).difference(queue)
                queue += sorted(near)
        return {*queue}

    def _refined(self, colours: Colours) -> Colours:
        """Return the coarsest colors that tell apart what shares facts with objects of different colors."""
        # Colors only split, so this ends: color refinement, as in the paper.
        finer, cells, split = dict(colours), self._cells(colours), True
        while cells and split:
            seen: dict[str, list[Any]] = {one: [] for cell in cells for one in cell}
            for rest, objects in self.shared:
                around = [finer[one] for one in objects]
                for place, one in enumerate(objects):
                    if one in seen:
                        seen[one].append((rest, place, around))
            ranks = (_ranked({one: sorted(seen[one]) for one in cell}) for cell in cells)
            higher = {one: rank for of_cell in ranks for one, rank in of_cell.items() if rank}
            finer.update({one: finer[one] + rank for one, rank in higher.items()})
            cells, split = self._cells(finer), bool(higher)
        return finer

    def _undecided(self, colours: Colours, within: Collection[str]) -> list[tuple[Colours, set[str]]]:
        """Return the colors in which, of the first objects of one color that are no twins, each with its twins has its own, and these."""
        for cell in (cell for cell in self._cells(colours) if cell[0] in within):
            groups = dict[Any, set[str]]()
            for one in cell:
                groups.setdefault(frozenset(self.tied[one]), set()).add(one)
            if len(groups) > 1:
                return [
                    ({**colours, **{one: colours[one] + len(group) for one in cell if one not in group}}, group)
                    for group in groups.values()
                ]
        return []

    def _cells(self, colours: Colours) -> list[list[str]]:
        """Return the objects that share facts with others, where several are of one color, in the order of the colors."""
        cells = dict[int, list[str]]()
        for one in self.tied:
            cells.setdefault(colours[one], []).append(one)
        return [cells[colour] for colour in sorted(cells) if len(cells[colour]) > 1]

    def _told(self, colours: Colours, connected: set[str]) -> list[Any]:
        """Return the facts of some objects in terms of an order."""
        rows = (row for row in self.shared if not connected.isdisjoint(row[1]))
        return sorted((rest, [colours[one] for one in objects]) for rest, objects in rows)


def _ranked(keys: Mapping[str, Any]) -> dict[str, int]:
    """Return for each object how many have a lower key."""
    ordered = sorted(keys.values())
    return {one: bisect_left(ordered, key) for one, key in keys.items()}
