"""Step-by-step solutions as a person finds them: each step is the simplest deduction.

The background rules exclude spots at once, for example next to a placed item. The kinds of deductions are, from the
simplest: an item with one spot left; a spot with one item of a covering group left; one clue; n items of a group that
share n spots; several clues and groups together, small combinations first. If none of them excludes a spot, a step
supposes a placement and refutes it. It supposes the placement whose refutation takes the fewest rounds. (B. Bogaerts,
E. Gamba, T. Guns, "A framework for step-wise explaining how to solve constraint satisfaction problems", Artificial
Intelligence 300 (2021) 103550.)
"""

from __future__ import annotations

import copy
import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ferryplan.generator.assignment.combined_reasons import (
    CachedDomainFunction,
    CoveringGroup,
    ReasonConjunction,
    find_covering_groups,
    is_background_rule,
)
from ferryplan.generator.assignment.constraint_network import Supports, build_network
from ferryplan.generator.assignment.deductions import (
    Deduction,
    DeductionKind,
    drop_unneeded_steps,
    find_hidden_singles,
    find_locked_sets,
    leaves_item_without_spot,
)
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, Placement
from ferryplan.generator.assignment.propagation import Domains, Propagator
from ferryplan.generator.assignment.reason_links import ReasonLinks
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.masks import mask_indices

QUICK_KINDS: tuple[DeductionKind, ...] = ("last", "only", "clue")
"""the kinds of deductions that are found so fast that the search lists all possible ones"""
DEDUCTION_KINDS: tuple[DeductionKind, ...] = (*QUICK_KINDS, "shared", "together", "supposed")
"""the kinds of deductions that are tried in order, from the simplest"""
MAX_COMBINED_REASONS = 4
"""largest number of clues and covering groups in a combination (two if they are all groups); combinations of a size are
skipped if there are more than `MAX_REASON_SETS`"""
MAX_REASON_SETS = 20_000
"""largest number of combinations of clues and covering groups that are considered, for each size of a combination"""
MAX_SHARED_SPOTS = 4
"""largest number of items of a group that are examined for sharing as many spots"""
MAX_CHAIN_STEPS = 100
"""largest number of steps by which a supposition is refuted in the narration"""
MAX_NODES = 20_000
"""largest number of placements that a search tries for further solutions, or to refute a supposition"""


class DeductionSolver:
    """A solver that explains an instance step by step; it holds the domains and the placed items so far.

    The domains already respect the background rules for the placed items. A background rule is a rule that people apply
    without thinking, such as that items have different spots.
    """

    def __init__(self, instance: AssignmentInstance) -> None:
        self.instance = instance
        rules = [clue for clue in instance.clues if is_background_rule(clue)]
        given = [clue for clue in instance.clues if not is_background_rule(clue)]
        self._supports_cache = dict[Clue, Supports]()
        self._background = build_network(instance, self._supports_cache, rules).pair_supports
        self._background_neighbors: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in instance.items]
        for (item, other), supports in self._background.items():
            self._background_neighbors[item].append((other, supports))
        self.groups = find_covering_groups(rules, len(instance.spots))[::-1]  # boxes first, as people do
        self._singles_by_group = [
            (group, CachedDomainFunction(group.scope, partial(find_hidden_singles, group))) for group in self.groups
        ]
        largest = max((len(group.scope) for group in self.groups), default=0) // 2
        self._finds_all_shared = largest <= MAX_SHARED_SPOTS
        """whether the search for shared spots finds every consequence of a single group"""
        self._sets_by_group = [
            (group, CachedDomainFunction(group.scope, partial(find_locked_sets, group, size)))
            for size in range(2, min(largest, MAX_SHARED_SPOTS) + 1)
            for group in self.groups
        ]
        self._reasons: list[Clue] = [*(clue for clue in given if len(clue.scope) > 1), *self.groups]
        self._single_clues = [self._make_cached_conjunction([clue]) for clue in given]
        self._links = ReasonLinks(self._reasons, self._background, len(instance.spots))
        self._linked_sets = dict[int, list[tuple[int, ...]]]()
        """the sets of linked reasons, by their size"""
        self._combinations = dict[tuple[int, ...], tuple[ReasonConjunction, CachedDomainFunction[dict[int, int]]]]()
        self.domains: Domains = [*instance.initial_domains]
        self.placed_items = frozenset[int]()
        """the items whose placement has been stated"""

    def deduce_steps(self, kinds: Sequence[DeductionKind] = DEDUCTION_KINDS) -> Iterator[Deduction]:
        """Yield and apply one deduction after the other until no further one of these kinds is found.

        If there is no solution, the last step contradicts the others.
        """
        while all(self.domains) and (found := self._find_simplest_deductions(kinds)):
            self.apply_step(found[0])
            yield replace(found[0], alternative_count=len(found) - 1)

    @property
    def is_complete(self) -> bool:
        """Whether the steps have placed every item."""
        return len(self.placed_items) == len(self.domains)

    def apply_step(self, step: Deduction) -> None:
        """Exclude the step's spots, and the spots that its placements rule out by background rules."""
        for item, spots in step.excluded_spots:
            self.domains[item] &= ~spots
        for item, spot in step.placements:
            self.placed_items |= {item}
            for other, supports in self._background_neighbors[item]:
                self.domains[other] &= supports[spot]

    def _find_simplest_deductions(
        self, kinds: Sequence[DeductionKind] = DEDUCTION_KINDS, limit: int | None = None
    ) -> list[Deduction]:
        """Return deductions of the first kind in ``kinds`` that finds any; an empty list if no kind does.

        If the kind is quick to compute, the list has at most ``limit`` deductions (all for None); otherwise it has one.
        """
        find = {
            "last": self._find_last_spots, "only": self._find_hidden_singles, "clue": self._deduce_by_clue,
            "shared": self._deduce_by_shared_spots, "together": self._deduce_by_combined_reasons, "supposed": self._deduce_by_supposing,
        }  # fmt: skip
        found = ([*itertools.islice(find[kind](), limit if kind in QUICK_KINDS else 1)] for kind in kinds)
        return next(filter(None, found), [])

    def _find_last_spots(self) -> Iterator[Deduction]:
        """Yield a step for each item that has a single spot left and is not yet placed."""
        for item, mask in enumerate(self.domains):
            if item not in self.placed_items and not mask & mask - 1:
                yield self._make_step("last", (), {item: 0})

    def _find_hidden_singles(self) -> Iterator[Deduction]:
        """Yield a step for each spot that only one item of a covering group, or none, can still occupy."""
        return (
            self._make_step("only", (group,), lost)
            for group, found in self._singles_by_group
            for lost in found(self.domains)
        )

    def _deduce_by_clue(self) -> Iterator[Deduction]:
        """Yield the steps that follow from a single clue; steps that place an item come first."""
        said = ((joint, excluded(self.domains)) for joint, excluded in self._single_clues)
        found = [self._make_step("clue", joint.reasons, lost) for joint, lost in said if lost]
        yield from sorted(found, key=lambda step: not step.placements)

    def _deduce_by_shared_spots(self) -> Iterator[Deduction]:
        """Yield the steps in which n items of a covering group must occupy the same n spots."""
        for group, found in self._sets_by_group:
            for sharing, lost in found(self.domains):
                yield replace(self._make_step("shared", (group,), lost), sharing_items=sharing)

    def _deduce_by_combined_reasons(self) -> Iterator[Deduction]:
        """Yield the steps that follow from several clues and covering groups; small combinations come first."""
        several = sum(1 << item for item, mask in enumerate(self.domains) if mask & mask - 1)
        for number in range(2, MAX_COMBINED_REASONS + 1):
            if number not in self._linked_sets and math.comb(len(self._reasons), number) > MAX_REASON_SETS:
                break
            if number not in self._linked_sets:
                sets = itertools.combinations(range(len(self._reasons)), number)
                self._linked_sets[number] = [*filter(self._links.are_linked, sets)]
            for some in self._linked_sets[number]:
                if self._finds_all_shared and not self._links.may_imply_more(some, several):
                    continue
                if some not in self._combinations:
                    self._combinations[some] = self._make_cached_conjunction([self._reasons[one] for one in some])
                joint, excluded = self._combinations[some]
                if lost := excluded(self.domains):
                    yield self._make_step("together", self._replace_clues_by_groups(joint, lost), lost)

    def _make_cached_conjunction(
        self, reasons: Sequence[Clue]
    ) -> tuple[ReasonConjunction, CachedDomainFunction[dict[int, int]]]:
        """Return the conjunction of several reasons, with a cached function that computes the excluded spots.

        The function maps domains to a bit mask of excluded spots for each item that loses any.
        """
        joint = self.combine_reasons(reasons)
        return joint, CachedDomainFunction(joint.scope, joint.find_excluded_spots, 1)

    def _replace_clues_by_groups(
        self, combination: ReasonConjunction, excluded_spots: Mapping[int, int]
    ) -> tuple[Clue, ...]:
        """Return reasons for the same exclusions, with unneeded clues dropped or replaced by covering groups.

        A clue is unneeded if the other reasons, with at most some covering groups in its place, still exclude the same
        spots. ``excluded_spots`` holds a bit mask of excluded spots for each item.
        """
        near = [
            group
            for group in self.groups
            if group not in combination.reasons and not {*group.scope}.isdisjoint(combination.scope)
        ]
        for one in combination.reasons:
            others = [other for other in combination.reasons if other is not one]
            for groups in ([], *([group] for group in near), near) if not isinstance(one, CoveringGroup) else ():
                fewer = self.combine_reasons([*others, *groups])
                if all(
                    fewer.find_excluded_spots(self.domains).get(item, 0) & spots == spots
                    for item, spots in excluded_spots.items()
                ):
                    return self._replace_clues_by_groups(fewer, excluded_spots)
        return combination.reasons

    def find_blocking_placement(self, item: int, spot: int, domains: Sequence[int]) -> Placement | None:
        """Return another item's placement that forbids ``item`` at ``spot`` by a background rule, or None.

        ``domains`` holds a bit mask of spots for each item; an item with a single spot counts as placed.
        """
        for other, _ in self._background_neighbors[item]:
            there = domains[other].bit_length() - 1
            if not domains[other] & domains[other] - 1 and not self._background[other, item][there] >> spot & 1:
                return Placement(other, there)
        return None

    def combine_reasons(self, reasons: Sequence[Clue]) -> ReasonConjunction:
        """Return the conjunction of several clues and covering groups."""
        return ReasonConjunction(self.instance, reasons, self._background, self._supports_cache)

    def _make_step(
        self, kind: DeductionKind, reasons: tuple[Clue, ...], excluded_spots: Mapping[int, int]
    ) -> Deduction:
        """Return a step with these reasons; ``excluded_spots`` has a bit mask of spots for each item."""
        after = [(item, self.domains[item] & ~spots) for item, spots in excluded_spots.items()]
        placed = [Placement(item, mask.bit_length() - 1) for item, mask in after if mask and not mask & mask - 1]
        return Deduction(kind, reasons, tuple(self.domains), tuple(excluded_spots.items()), tuple(placed))

    def _deduce_by_supposing(self) -> Iterator[Deduction]:
        """Yield one step that refutes a placement: supposing it leads to a contradiction.

        There is no such step if the puzzle has several solutions, or if the search takes too long.
        """
        if self.is_complete or self.is_ambiguous is not False:
            return
        chain = tuple[Deduction, ...]()
        for item, spot in self._list_open_placements():
            left = self.domains.copy()
            left[item] = 1 << spot
            if not self._clue_propagator.narrow_domains(left, [item]):
                chain = self._derive_contradiction(item, spot, len(chain) or MAX_CHAIN_STEPS) or chain
        if chain:
            (supposed,) = chain[0].placements
            yield replace(
                self._make_step("supposed", (), {supposed.item: 1 << supposed.spot}),
                supposition=supposed,
                refutation=chain,
            )
            return
        for item, spot in self._list_open_placements():
            search, within = AssignmentSearch(self.instance), dict(enumerate(self.domains)) | {item: 1 << spot}
            found = next(search.solutions(lambda nodes: nodes < MAX_NODES, within), None)
            if found is None and search.is_complete:
                step = self._make_step("tried", (), {item: 1 << spot})
                yield replace(step, supposition=Placement(item, spot), tried_count=search.placement_count)
                return

    @functools.cached_property
    def is_ambiguous(self) -> bool | None:
        """Whether the puzzle has several solutions; None if the search for them takes too long."""
        search = AssignmentSearch(self.instance)
        found = [*itertools.islice(search.solutions(lambda nodes: nodes < MAX_NODES), 2)]
        return True if len(found) > 1 else False if search.is_complete else None

    @functools.cached_property
    def _clue_propagator(self) -> Propagator:
        """The propagator of all clues, for a quick check whether a supposition may be refuted."""
        return Propagator(self.instance, build_network(self.instance, self._supports_cache))

    def _derive_contradiction(self, item: int, spot: int, step_limit: int) -> tuple[Deduction, ...]:
        """Return fewer than ``step_limit`` steps that refute the placement; no steps if more are needed.

        The first step is the supposition, the last one leaves an item without a spot.
        """
        further, chain = copy.copy(self), list[Deduction]()
        further.domains = self.domains.copy()
        found = [further._make_step("supposed", (), {item: self.domains[item] & ~(1 << spot)})]
        while found and len(chain) < step_limit:
            chain += found
            if leaves_item_without_spot(chain[-1]):
                return drop_unneeded_steps(chain)
            further.apply_step(chain[-1])
            nowhere = [
                further._make_step("last", (), {item: 0}) for item, mask in enumerate(further.domains) if not mask
            ]
            found = nowhere[:1] or further._find_simplest_deductions(QUICK_KINDS, 1)
        return ()

    def _list_open_placements(self) -> list[Placement]:
        """Return the possible placements of items with several spots, items with the fewest spots first."""
        several = [item for item, mask in enumerate(self.domains) if mask & mask - 1]
        several.sort(key=lambda item: self.domains[item].bit_count())
        return [Placement(item, spot) for item in several for spot in mask_indices(self.domains[item])]
