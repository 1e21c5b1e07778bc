"""Canonical forms of states under all permutations of objects within classes.

The objects of a class differ only in their names. Each object gets an initial color from the facts that mention no
other object. Color refinement then gives different colors to objects that share facts with differently colored
objects. If objects of one color remain that do not have equal facts, the search tries to give each of them a color of
its own. Every way leads to an order of the objects, and the least order represents the orbit. If several ways are
images of each other, the search follows only one of them. Groups of objects that no facts connect are ordered one
after the other.

B. D. McKay and A. Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation 60 (2014) 94-112.
"""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ferryplan.generator.pddl.states import Fact, PddlState

Colors: TypeAlias = Mapping[str, int]
"""the color of each object: the number of objects with lower colors; the objects of a class have consecutive
colors"""
SplitFact: TypeAlias = tuple[Any, tuple[str, ...]]
"""a fact in two parts: its name and terms with the objects left blank, and these objects in order"""


class CanonicalForm(NamedTuple):
    """The representative of the orbit of a tuple of states, with the size of the states' stabilizer."""

    states: tuple[PddlState, ...]
    """the states after the permutation that makes them canonical"""
    colors: Colors
    """the colors of the objects; twins, whose facts are all the same, have the same color"""
    stabilizer_order: int
    """the number of permutations that leave the states unchanged"""
    twins_only: bool
    """whether these permutations only permute twins"""


class StateCanonicalizer:
    """Computes canonical forms of states: all states of an orbit have the same canonical form.

    The group consists of all permutations of objects within their classes.
    """

    def __init__(self, classes: Sequence[Sequence[str]]) -> None:
        self.objects = [name for names in classes for name in names]
        self.class_of_object = {name: names for names in classes for name in names}
        """the class of each object"""
        self._first_index = {name: self.objects.index(names[0]) for names in classes for name in names}
        self._cached_split = functools.cache(self._split_fact)
        self._shared_facts = dict[Fact, Fact]()
        """the renamed facts, each stored once to save memory"""

    def canonicalize(self, states: tuple[PddlState, ...]) -> CanonicalForm:
        """Return the canonical form of a tuple of states; one permutation acts on all of them at once."""
        own: dict[str, list[Any]] = {name: [] for name in self.objects}
        """for each object, the facts that mention no other object"""
        shared = list[SplitFact]()
        for number, state in enumerate(states):
            for fact, *value in (*zip(state.facts, strict=True), *state.values):
                rest, objects = self._cached_split(fact)
                if len(objects) > 1 and len({*objects}) > 1:
                    shared.append(((number, rest, *value), objects))
                elif objects:
                    # A fact with only one object needs no search: it is part of the object's first color.
                    own[objects[0]].append((number, rest, *value))
        orders = _ColorRefinement(shared)
        coarse = _rank_by_key(
            {one: (self._first_index[one], one in orders.facts_of_object, *sorted(rows)) for one, rows in own.items()}
        )
        colours, order = orders.find_least_order(coarse, orders.facts_of_object)
        names = dict(zip(sorted(colours, key=colours.__getitem__), self.objects, strict=True))
        if any(one != other for one, other in names.items()):
            states = tuple(self._rename_objects(state, names) for state in states)
        # Twins can be permuted freely without changing a fact, so each group of n of them contributes n!.
        twins = math.prod(math.factorial(number) for number in Counter(colours.values()).values())
        return CanonicalForm(states, colours, order * twins, order == 1)

    def _split_fact(self, fact: Fact) -> SplitFact:
        objects = tuple(term for term in fact[1:] if term in self.class_of_object)
        return (fact[0], *("" if term in self.class_of_object else term for term in fact[1:])), objects

    def _rename_objects(self, state: PddlState, names: Mapping[str, str]) -> PddlState:
        def rename_fact(fact: Fact) -> Fact:
            image = (fact[0], *[names.get(term, term) for term in fact[1:]])
            return self._shared_facts.setdefault(image, image)

        values = frozenset((rename_fact(fact), value) for fact, value in state.values)
        return PddlState(frozenset(map(rename_fact, state.facts)), values)


class _ColorRefinement:
    """Finds canonical orders of objects by color refinement, from the facts that mention several objects."""

    def __init__(self, shared: list[SplitFact]) -> None:
        numbers = {rest: number for number, rest in enumerate(sorted({rest for rest, _ in shared}))}
        self.shared_facts = [(numbers[rest], objects) for rest, objects in shared]
        self.facts_of_object = dict[str, set[Any]]()
        """for each object, its facts with other objects, with itself left blank; objects with equal sets are
        twins"""
        for rest, objects in self.shared_facts:
            for one in {*objects}:
                self.facts_of_object.setdefault(one, set()).add(
                    (rest, *["" if other == one else other for other in objects])
                )

    def find_least_order(
        self, colors: Colors, within: Collection[str], accept_any_refinement: bool = False
    ) -> tuple[Colors, int]:
        """Refine colors until only twins share a color; return the least refinement and its symmetry order.

        Twins are objects with equal facts. Refinements are compared by the facts, with colors in place of objects.
        The symmetry order is the number of permutations that leave all facts unchanged, divided by the number of
        permutations of twins. ``within`` contains the objects to order. If ``accept_any_refinement`` is true, the refinement
        may be any, not only the least.
        """
        colors, order = self._refine_colors(colors), 1
        while choices := self._list_individualized_colors(colors, within):
            found: tuple[list[Any], Colors, int] | None = None
            alike = 0
            for chosen, group in choices[: 1 if accept_any_refinement else None]:
                connected = self._find_connected_objects(group, colors)
                if (
                    found
                    and self._encode_facts(
                        self.find_least_order(chosen, connected, accept_any_refinement=True)[0], connected
                    )
                    == found[0]
                ):
                    # If any order of this choice gives the same facts, the choice is an image of the best one
                    # and cannot be better.
                    alike += 1
                    continue
                ordered, its_order = self.find_least_order(chosen, connected, accept_any_refinement)
                told = self._encode_facts(ordered, connected)
                if found is None or told < found[0]:
                    found, alike = (told, ordered, its_order), 1
                else:
                    alike += told == found[0]
            assert found is not None
            # By the orbit-stabilizer theorem: the number of choices that are images of the best one, times the
            # order of its stabilizer.
            colors, order = found[1], order * found[2] * alike
        return colors, order

    def _find_connected_objects(self, group: Iterable[str], colors: Colors) -> set[str]:
        """Return the objects that facts connect with a group, through objects without a unique color."""
        loose, queue = {one for cell in self._groups_of_equal_color(colors) for one in cell}, [*group]
        for one in queue:
            for others in self.facts_of_object[one]:
                near = loose.intersection(others[1:]).difference(queue)
                queue += sorted(near)
        return {*queue}

    def _refine_colors(self, colors: Colors) -> Colors:
        """Return the coarsest stable refinement of colors.

        In a stable refinement, objects of one color occur in the same facts if each object in a fact is replaced by its
        color.
        """
        # Colors only split, so this ends. This is color refinement, as in the paper.
        finer, cells, split = dict(colors), self._groups_of_equal_color(colors), True
        while cells and split:
            seen: dict[str, list[Any]] = {one: [] for cell in cells for one in cell}
            for rest, objects in self.shared_facts:
                around = [finer[one] for one in objects]
                for place, one in enumerate(objects):
                    if one in seen:
                        seen[one].append((rest, place, around))
            ranks = (_rank_by_key({one: sorted(seen[one]) for one in cell}) for cell in cells)
            higher = {one: rank for of_cell in ranks for one, rank in of_cell.items() if rank}
            finer.update({one: finer[one] + rank for one, rank in higher.items()})
            cells, split = self._groups_of_equal_color(finer), bool(higher)
        return finer

    def _list_individualized_colors(self, colors: Colors, within: Collection[str]) -> list[tuple[Colors, set[str]]]:
        """Return the ways to give an object and its twins a color of their own.

        The object is chosen from the first group of equal color that does not consist of twins only. Each way is a
        pair: the new colors, and the group of twins. The list is empty if only twins share colors.
        """
        for cell in (cell for cell in self._groups_of_equal_color(colors) if cell[0] in within):
            groups = dict[Any, set[str]]()
            for one in cell:
                groups.setdefault(frozenset(self.facts_of_object[one]), set()).add(one)
            if len(groups) > 1:
                return [
                    ({**colors, **{one: colors[one] + len(group) for one in cell if one not in group}}, group)
                    for group in groups.values()
                ]
        return []

    def _groups_of_equal_color(self, colors: Colors) -> list[list[str]]:
        """Return the groups of two or more objects that share a color, in the order of the colors.

        Only objects that have facts with other objects count.
        """
        cells = dict[int, list[str]]()
        for one in self.facts_of_object:
            cells.setdefault(colors[one], []).append(one)
        return [cells[colour] for colour in sorted(cells) if len(cells[colour]) > 1]

    def _encode_facts(self, colors: Colors, connected: set[str]) -> list[Any]:
        """Return a sorted list of the facts about the objects in ``connected``.

        In these facts, the color of each object takes the place of the object.
        """
        rows = (row for row in self.shared_facts if not connected.isdisjoint(row[1]))
        return sorted((rest, [colors[one] for one in objects]) for rest, objects in rows)


def _rank_by_key(keys: Mapping[str, Any]) -> dict[str, int]:
    """Return, for each name, the number of names with a lower key."""
    ordered = sorted(keys.values())
    return {one: bisect_left(ordered, key) for one, key in keys.items()}
