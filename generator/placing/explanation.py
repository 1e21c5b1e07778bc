"""How a person finds a solution, step by step: at each step the simplest deduction, by the fewest clues.

What stands next to what is placed, and cannot be there, too, is crossed out at once. Then there is, in this order: an item for which one spot is
left; a spot that one item of a group is left for; one clue; spots that are left to as few items of a group; several clues and groups taken
together, the fewest first. Only where all of that says nothing new something is supposed that soon turns out wrong: what the simplest
deductions need the fewest rounds to contradict. (B. Bogaerts, E. Gamba, T. Guns, "A framework for step-wise explaining how to solve constraint
satisfaction problems", Artificial Intelligence 300 (2021) 103550.)
"""

from __future__ import annotations

import copy
import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.masks import members
from generator.placing.deductions import Deduction, Kind, empties, needed, some_sharing
from generator.placing.instance import Clue, Placement, PlacingInstance
from generator.placing.joint import Cover, Joint, Known, groups_of, standing
from generator.placing.propagation import Domains, Propagation
from generator.placing.search import Search
from generator.placing.ties import Ties

KINDS: tuple[Kind, ...] = ("last", "only", "clue", "shared", "together")
"""of deductions, the simplest first"""
MOST_TOGETHER = 4
"""so many clues and groups are taken together, of groups alone two; fewer where there are too many clues and groups to choose from"""
MOST_ITEMS = 8
"""of more than two, they are about so many items at most"""
MOST_SETS = 20_000
"""so many ways to choose them are too many"""
MOST_SHARED = 4
"""so many items, or spots, of a group are looked at together"""
MOST_STEPS = 100
"""contradictions that take more are not told step by step"""
MOST_SUPPOSED = 20_000
"""so many times something is supposed, to see whether it is soon contradicted"""
MOST_NODES = 20_000
"""so many placements are tried to see whether there are several solutions, or what else leads to none"""


class Explanation:
    """What is known of an instance so far: everything is crossed out that stands next to what is placed."""

    def __init__(self, instance: PlacingInstance) -> None:
        self.instance = instance
        rules = [clue for clue in instance.clues if standing(clue)]
        given = [clue for clue in instance.clues if not standing(clue)]
        self._known = Known({}, {})
        self._standing = Ties(instance, self._known.supports, rules).together
        self._ties: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in instance.items]
        for (item, other), supports in self._standing.items():
            self._ties[item].append((other, supports))
        self.groups = groups_of(rules, len(instance.spots))[::-1]  # boxes first, as people do
        self._reasons: list[Clue] = [*(clue for clue in given if len(clue.scope) > 1), *self.groups]
        self._clues = [self.joint([clue]) for clue in given]
        self._sets = dict[int, list[Joint]]()
        self.left: Domains = [sum(1 << spot for spot in item.spots) for item in instance.items]
        self.told = frozenset[int]()
        """the items of which it is told where they are"""
        self._changed = [0] * len(instance.items)
        """for each item after how many steps it has lost spots last"""
        self._seen = dict[Joint, tuple[int, dict[int, int]]]()
        """after how many steps several reasons were looked at last, and what they took away"""
        self._idle = dict[object, int]()
        """after how many steps something was looked at last that said nothing new"""
        self._time = self._supposed = 0

    def steps(self) -> Iterator[Deduction]:
        """Yield the steps as long as there are any, and take them over; the last contradicts the others if there is no solution."""
        while all(self.left) and (step := self.simplest() or self.supposing()):
            self.learn(step)
            yield step

    @property
    def complete(self) -> bool:
        """Whether it is told of each item where it is."""
        return len(self.told) == len(self.left)

    def learn(self, step: Deduction) -> None:
        """Take over what a step says, and cross out what stands next to what it places."""
        self._time += 1
        for item, spots in step.excluded:
            self._take(item, ~spots)
        for item, spot in step.placed:
            self.told |= {item}
            for other, supports in self._ties[item]:
                self._take(other, supports[spot])

    def _take(self, item: int, kept: int) -> None:
        if self.left[item] & ~kept:
            self.left[item] &= kept
            self._changed[item] = self._time

    def simplest(self, kinds: Sequence[Kind] = KINDS) -> Deduction | None:
        """Return the simplest deduction of some kinds; None if there is none."""
        return next((step for kind in kinds for step in self._found(kind)), None)

    def simplest_ones(self) -> list[Deduction]:
        """Return all deductions of the kind of the simplest one, but of those by several reasons one only."""
        found = (
            [*self._found(kind)] if kind in KINDS[:3] else [*itertools.islice(self._found(kind), 1)] for kind in KINDS
        )
        return next(filter(None, found), [])

    def _found(self, kind: Kind) -> Iterator[Deduction]:
        find: dict[Kind, Callable[[], Iterator[Deduction]]] = {
            "last": self._last, "only": self._only, "clue": self._by_clue, "shared": self._shared, "together": self._together,
        }  # fmt: skip
        return find[kind]()

    def _last(self) -> Iterator[Deduction]:
        for item, mask in enumerate(self.left):
            if item not in self.told and not mask & mask - 1:
                yield self._step("last", (), {item: 0})

    def _only(self) -> Iterator[Deduction]:
        for group in self._fresh(self.groups, "only"):
            once = twice = 0
            for item in group.scope:
                twice |= once & self.left[item]
                once |= self.left[item]
            found = [{item: self.left[item] for item in group.scope}] if group.spots & ~once else []
            for item in group.scope:
                held = self.left[item] & once & ~twice & group.spots
                if held and held != self.left[item]:
                    found.append({item: self.left[item] & ~(held & -held)})
            if not found:
                self._idle["only", group] = self._time
            for lost in found:
                yield self._step("only", (group,), lost)

    def _by_clue(self) -> Iterator[Deduction]:
        found = [self._step("clue", joint.reasons, lost) for joint, lost in self._said(self._clues)]
        yield from sorted(found, key=lambda step: not step.placed)

    def _shared(self) -> Iterator[Deduction]:
        for size in range(2, max((len(group.scope) for group in self.groups), default=0) // 2 + 1):
            for group in self._fresh(self.groups if size <= MOST_SHARED else (), size):
                several = [item for item in group.scope if self.left[item] & self.left[item] - 1]
                for sharing in some_sharing({item: self.left[item] for item in several}, size):
                    spots = functools.reduce(operator.or_, [self.left[item] for item in sharing])
                    lost = {item: held for item in several if item not in sharing and (held := self.left[item] & spots)}
                    if lost:
                        yield replace(self._step("shared", (group,), lost), sharing=sharing)
                homes = {
                    spot: sum(1 << item for item in several if self.left[item] >> spot & 1)
                    for spot in members(group.spots)
                }
                for chosen in some_sharing({spot: items for spot, items in homes.items() if items}, size):
                    spots = sum(1 << spot for spot in chosen)
                    sharing = tuple(members(functools.reduce(operator.or_, [homes[spot] for spot in chosen])))
                    lost = {item: held for item in sharing if (held := self.left[item] & ~spots)}
                    if lost:
                        yield replace(self._step("shared", (group,), lost), sharing=sharing)
                self._idle[size, group] = self._time

    def _together(self) -> Iterator[Deduction]:
        for number in range(2, MOST_TOGETHER + 1):
            if number not in self._sets and math.comb(len(self._reasons), number) > MOST_SETS:
                break
            if number not in self._sets:
                sets = itertools.combinations(self._reasons, number)
                self._sets[number] = [self.joint(one) for one in sets if self._linked(one)]
            for joint, lost in self._said(self._sets[number]):
                yield self._step("together", self._spared(joint, lost), lost)

    def _spared(self, joint: Joint, lost: Mapping[int, int]) -> tuple[Clue, ...]:
        """Return the reasons for a deduction without clues that only bring in items of a group: that group instead."""
        near = [
            group for group in self.groups if group not in joint.reasons and not {*group.scope}.isdisjoint(joint.scope)
        ]
        for one in joint.reasons:
            others = [other for other in joint.reasons if other is not one]
            for groups in ([], *([group] for group in near), near) if not isinstance(one, Cover) else ():
                fewer = self.joint([*others, *groups])
                if all(fewer.excluded(self.left).get(item, 0) & spots == spots for item, spots in lost.items()):
                    return self._spared(fewer, lost)
        return joint.reasons

    def _linked(self, reasons: Sequence[Clue]) -> bool:
        """Return whether several reasons are to be taken together: each has two links to the others, for by one it says no more than they say alone;
        more than two are about few items, and not all groups."""
        if len(reasons) > 2 and (
            len({item for one in reasons for item in one.scope}) > MOST_ITEMS
            or all(isinstance(one, Cover) for one in reasons)
        ):
            return False
        for one in reasons:
            others = {item for other in reasons if other is not one for item in other.scope}
            links = len(others.intersection(one.scope))
            if links < 2 and not isinstance(one, Cover):
                links += sum((item, other) in self._standing for item in one.scope for other in others - {item})
            if links < 2:
                return False
        return True

    def _said(self, joints: Iterable[Joint]) -> Iterator[tuple[Joint, dict[int, int]]]:
        """Yield what says something new, with the spots that it takes away."""
        for joint in joints:
            seen, lost = self._seen.get(joint, (-1, {}))
            if seen < 0 or any(self._changed[item] > seen for item in joint.scope):
                lost = joint.excluded(self.left)
                self._seen[joint] = self._time, lost
            if lost:
                yield joint, lost

    def _fresh(self, among: Iterable[Cover], how: object) -> Iterator[Cover]:
        """Yield those that have not been looked at in vain, or of which an item has lost spots since then."""
        for one in among:
            idle = self._idle.get((how, one))
            if idle is None or any(self._changed[item] > idle for item in one.scope):
                yield one

    def taken_by(self, item: int, spot: int, left: Sequence[int]) -> Placement | None:
        """Return what is placed so that an item cannot be at a spot for a rule that goes without saying, if so; ``left`` is what is left to each."""
        for other, _ in self._ties[item]:
            there = left[other].bit_length() - 1
            if not left[other] & left[other] - 1 and not self._standing[other, item][there] >> spot & 1:
                return Placement(other, there)
        return None

    def joint(self, reasons: Sequence[Clue]) -> Joint:
        """Return what several reasons say together."""
        return Joint(self.instance, reasons, self._standing, self._known)

    def _step(self, kind: Kind, reasons: tuple[Clue, ...], lost: Mapping[int, int]) -> Deduction:
        after = [(item, self.left[item] & ~spots) for item, spots in lost.items()]
        placed = [Placement(item, mask.bit_length() - 1) for item, mask in after if mask and not mask & mask - 1]
        return Deduction(kind, reasons, tuple(self.left), tuple(lost.items()), tuple(placed))

    def supposing(self) -> Deduction | None:
        """Return what follows since the contrary leads to a contradiction; None if there are several solutions, or that takes too long to see."""
        several = sorted(
            (item for item, mask in enumerate(self.left) if mask & mask - 1),
            key=lambda item: self.left[item].bit_count(),
        )
        if not several or self.ambiguous is not False:
            return None
        best: tuple[Placement, tuple[Deduction, ...]] | None = None
        for item, spot in self._open():
            self._supposed += 1
            left = self.left.copy()
            left[item] = 1 << spot
            if not self._propagation.narrow(left, [item]):
                chain = self._contradiction(Placement(item, spot), len(best[1]) if best else MOST_STEPS)
                best = (Placement(item, spot), chain) if chain else best
        if best is None:
            return self._tried()
        supposed, chain = best
        return replace(self._step("supposed", (), {supposed.item: 1 << supposed.spot}), supposed=supposed, chain=chain)

    @functools.cached_property
    def ambiguous(self) -> bool | None:
        """Whether there are several solutions; None if that takes too long to find out."""
        search = Search(self.instance)
        found = [*itertools.islice(search.solutions(lambda nodes: nodes < MOST_NODES), 2)]
        return True if len(found) > 1 else False if search.complete else None

    @functools.cached_property
    def _propagation(self) -> Propagation:
        return Propagation(self.instance, Ties(self.instance, self._known.supports))

    def _contradiction(self, supposed: Placement, fewer: int) -> tuple[Deduction, ...]:
        """Return the steps, fewer than so many, by which something supposed leads to a contradiction; none if they are not fewer."""
        item, spot = supposed
        further, chain = copy.copy(self), list[Deduction]()
        further.left, further._changed, further._idle = self.left.copy(), self._changed.copy(), self._idle.copy()
        further._seen = self._seen.copy()
        step: Deduction | None = further._step("supposed", (), {item: self.left[item] & ~(1 << spot)})
        while step and len(chain) < fewer:
            chain.append(step)
            if empties(step):
                return needed(chain)
            further.learn(step)
            if not all(further.left):
                step = further._step("last", (), {further.left.index(0): 0})
                continue
            step = further.simplest(("last", "only", "clue"))
        return ()

    def _open(self) -> list[Placement]:
        """Return where items may still be, those first for which the fewest spots are left."""
        several = [item for item, mask in enumerate(self.left) if mask & mask - 1]
        several.sort(key=lambda item: self.left[item].bit_count())
        return [Placement(item, spot) for item in several for spot in members(self.left[item])]

    def _tried(self) -> Deduction | None:
        """Return what cannot be since trying all that would follow leads nowhere."""
        for item, spot in self._open():
            search, within = Search(self.instance), dict(enumerate(self.left)) | {item: 1 << spot}
            found = next(search.solutions(lambda nodes: nodes < MOST_NODES, within), None)
            if found is None and search.complete:
                step = self._step("tried", (), {item: 1 << spot})
                return replace(step, supposed=Placement(item, spot), tried=search.nodes)
        return None
