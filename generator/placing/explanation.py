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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ferryplan.generator.masks import members
from ferryplan.generator.placing.deductions import Deduction, Kind, empties, needed, shared, singles
from ferryplan.generator.placing.instance import Clue, Placement, PlacingInstance
from ferryplan.generator.placing.joint import Cover, Joint, Memory, groups_of, standing
from ferryplan.generator.placing.links import Links
from ferryplan.generator.placing.propagation import Domains, Propagation
from ferryplan.generator.placing.search import Search
from ferryplan.generator.placing.ties import Supports, ties_of

QUICK: tuple[Kind, ...] = ("last", "only", "clue")
KINDS: tuple[Kind, ...] = (*QUICK, "shared", "together", "supposed")
"""of deductions, the simplest first; of those that are quickly found, all that can be taken are looked for"""
MOST_TOGETHER = 4
"""so many clues and groups are taken together, of groups alone two; fewer where there are too many clues and groups to choose from"""
MOST_SETS = 20_000
"""so many ways to choose them are too many"""
MOST_SHARED = 4
"""so many items, or spots, of a group are looked at together"""
MOST_STEPS = 100
"""contradictions that take more are not told step by step"""
MOST_NODES = 20_000
"""so many placements are tried to see whether there are several solutions, or what else leads to none"""


class Explanation:
    """What is known of an instance so far: everything is crossed out that stands next to what is placed."""

    def __init__(self, instance: PlacingInstance) -> None:
        self.instance = instance
        rules = [clue for clue in instance.clues if standing(clue)]
        given = [clue for clue in instance.clues if not standing(clue)]
        self._known = dict[Clue, Supports]()
        self._standing = ties_of(instance, self._known, rules).together
        self._ties: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in instance.items]
        for (item, other), supports in self._standing.items():
            self._ties[item].append((other, supports))
        self.groups = groups_of(rules, len(instance.spots))[::-1]  # boxes first, as people do
        self._singles = [(group, Memory(group.scope, partial(singles, group))) for group in self.groups]
        largest = max((len(group.scope) for group in self.groups), default=0) // 2
        self._all_shared = largest <= MOST_SHARED
        """whether all is found that a group alone says"""
        self._sharing = [
            (group, Memory(group.scope, partial(shared, group, size)))
            for size in range(2, min(largest, MOST_SHARED) + 1)
            for group in self.groups
        ]
        self._reasons: list[Clue] = [*(clue for clue in given if len(clue.scope) > 1), *self.groups]
        self._clues = [self._joint_of([clue]) for clue in given]
        self._links = Links(self._reasons, self._standing, len(instance.spots))
        self._sets = dict[int, list[tuple[int, ...]]]()
        """those of the reasons that are joined, by how many they are"""
        self._joints = dict[tuple[int, ...], tuple[Joint, Memory[dict[int, int]]]]()
        self.left: Domains = [*instance.every]
        self.told = frozenset[int]()
        """the items of which it is told where they are"""

    def steps(self) -> Iterator[Deduction]:
        """Yield the steps as long as there are any, and take them over; the last contradicts the others if there is no solution."""
        while all(self.left) and (found := self._simplest()):
            self.learn(found[0])
            yield replace(found[0], others=len(found) - 1)

    @property
    def complete(self) -> bool:
        """Whether it is told of each item where it is."""
        return len(self.told) == len(self.left)

    def learn(self, step: Deduction) -> None:
        """Take over what a step says, and cross out what stands next to what it places."""
        for item, spots in step.excluded:
            self.left[item] &= ~spots
        for item, spot in step.placed:
            self.told |= {item}
            for other, supports in self._ties[item]:
                self.left[other] &= supports[spot]

    def _simplest(self, kinds: Sequence[Kind] = KINDS, most: int | None = None) -> list[Deduction]:
        """Return the deductions of the simplest kind of which there are any: so many at most, and one of those that take long to find."""
        find = {
            "last": self._last, "only": self._only, "clue": self._by_clue,
            "shared": self._shared, "together": self._together, "supposed": self._suppose,
        }  # fmt: skip
        found = ([*itertools.islice(find[kind](), most if kind in QUICK else 1)] for kind in kinds)
        return next(filter(None, found), [])

    def _last(self) -> Iterator[Deduction]:
        for item, mask in enumerate(self.left):
            if item not in self.told and not mask & mask - 1:
                yield self._step("last", (), {item: 0})

    def _only(self) -> Iterator[Deduction]:
        return (self._step("only", (group,), lost) for group, found in self._singles for lost in found(self.left))

    def _by_clue(self) -> Iterator[Deduction]:
        said = ((joint, excluded(self.left)) for joint, excluded in self._clues)
        found = [self._step("clue", joint.reasons, lost) for joint, lost in said if lost]
        yield from sorted(found, key=lambda step: not step.placed)

    def _shared(self) -> Iterator[Deduction]:
        for group, found in self._sharing:
            for sharing, lost in found(self.left):
                yield replace(self._step("shared", (group,), lost), sharing=sharing)

    def _together(self) -> Iterator[Deduction]:
        several = sum(1 << item for item, mask in enumerate(self.left) if mask & mask - 1)
        for number in range(2, MOST_TOGETHER + 1):
            if number not in self._sets and math.comb(len(self._reasons), number) > MOST_SETS:
                break
            if number not in self._sets:
                sets = itertools.combinations(range(len(self._reasons)), number)
                self._sets[number] = [*filter(self._links.joined, sets)]
            for some in self._sets[number]:
                if self._all_shared and not self._links.open(some, several):
                    continue
                if some not in self._joints:
                    self._joints[some] = self._joint_of([self._reasons[one] for one in some])
                joint, excluded = self._joints[some]
                if lost := excluded(self.left):
                    yield self._step("together", self._spared(joint, lost), lost)

    def _joint_of(self, reasons: Sequence[Clue]) -> tuple[Joint, Memory[dict[int, int]]]:
        """Return what several reasons say, with a memory for what that excludes."""
        joint = self.joint(reasons)
        return joint, Memory(joint.scope, joint.excluded, 1)

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

    def _suppose(self) -> Iterator[Deduction]:
        """Yield what follows since the contrary leads to a contradiction; nothing if there are several solutions, or that takes too long to see."""
        if self.complete or self.ambiguous is not False:
            return
        chain = tuple[Deduction, ...]()
        for item, spot in self._open():
            left = self.left.copy()
            left[item] = 1 << spot
            if not self._propagation.narrow(left, [item]):
                chain = self._contradiction(item, spot, len(chain) or MOST_STEPS) or chain
        if chain:
            (supposed,) = chain[0].placed
            yield replace(
                self._step("supposed", (), {supposed.item: 1 << supposed.spot}), supposed=supposed, chain=chain
            )
            return
        for item, spot in self._open():
            search, within = Search(self.instance), dict(enumerate(self.left)) | {item: 1 << spot}
            found = next(search.solutions(lambda nodes: nodes < MOST_NODES, within), None)
            if found is None and search.complete:
                step = self._step("tried", (), {item: 1 << spot})
                yield replace(step, supposed=Placement(item, spot), tried=search.nodes)
                return

    @functools.cached_property
    def ambiguous(self) -> bool | None:
        """Whether there are several solutions; None if that takes too long to find out."""
        search = Search(self.instance)
        found = [*itertools.islice(search.solutions(lambda nodes: nodes < MOST_NODES), 2)]
        return True if len(found) > 1 else False if search.complete else None

    @functools.cached_property
    def _propagation(self) -> Propagation:
        return Propagation(self.instance, ties_of(self.instance, self._known))

    def _contradiction(self, item: int, spot: int, fewer: int) -> tuple[Deduction, ...]:
        """Return the steps, fewer than so many, by which an item at a spot leads to a contradiction; none if they are not fewer."""
        further, chain = copy.copy(self), list[Deduction]()
        further.left = self.left.copy()
        found = [further._step("supposed", (), {item: self.left[item] & ~(1 << spot)})]
        while found and len(chain) < fewer:
            chain += found
            if empties(chain[-1]):
                return needed(chain)
            further.learn(chain[-1])
            nowhere = [further._step("last", (), {item: 0}) for item, mask in enumerate(further.left) if not mask]
            found = nowhere[:1] or further._simplest(QUICK, 1)
        return ()

    def _open(self) -> list[Placement]:
        """Return where items may still be, those first for which the fewest spots are left."""
        several = [item for item, mask in enumerate(self.left) if mask & mask - 1]
        several.sort(key=lambda item: self.left[item].bit_count())
        return [Placement(item, spot) for item in several for spot in members(self.left[item])]
