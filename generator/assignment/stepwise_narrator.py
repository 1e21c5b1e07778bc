"""Narration of the deduction steps that solve an assignment puzzle, as sentences and as JSON."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.deductions import (
    Deduction,
    DeductionKind,
    find_premises,
    find_uncovered_spots,
    leaves_item_without_spot,
)
from ferryplan.generator.assignment.explanation import DEDUCTION_KINDS, DeductionSolver
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, Placement, Spot
from ferryplan.generator.assignment.space import AssignmentState
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.wording import capitalize, join_phrases

LostSpots = Mapping[int, int]
"""for each item, a bit mask of the spots that it has lost"""


class StepwiseNarrator(Narrator[AssignmentState, Placement]):
    """A narrator that explains a solution by deduction steps, as a person finds it."""

    instance: AssignmentInstance
    can_explain_steps = True
    """whether the puzzles' clues are simple enough to be used in single deduction steps"""
    spot_noun = "place"
    """the noun for a spot in sentences"""

    @functools.cached_property
    def clue_numbers(self) -> dict[str, int]:
        """The number of each clue that the puzzle states, by the clue's sentence."""
        return {says: number for number, says in self.numbered_clues()}

    def cite_clue(self, says: str) -> str:
        """Return a clue's sentence, with its number in front if it has one: ``Clue 3: The fox is …``."""
        number = self.clue_numbers.get(says)
        return format_message("assignment.with-clue-number", clue=says, number=number) if number else says

    def explain_solution(self) -> list[dict[str, Any]]:
        """Return a JSON object for each step by which a person finds the solution.

        The list is empty if ``can_explain_steps`` is false.
        """
        return DeductionNarrator(self).narrate_steps() if self.can_explain_steps else []

    exhausted_message_key = "assignment.nothing-new"
    """the key of the message, before the first supposition, that the simple deductions yield nothing more"""

    def describe_ruled_out_spots(
        self, lost: Sequence[tuple[Sequence[int], Sequence[int]]], participle: str
    ) -> list[str]:
        """Return clauses that say which spots are ruled out for which items.

        Each pair in ``lost`` holds some items and the spots that each of these items has lost. ``participle`` is the
        phrase for "ruled out" in the sentence, as in "house 1 and house 2 are ruled out for tea".
        """
        told = list[str]()
        for items, spots in lost:
            verb = "" if told else f" {'is' if len(spots) == 1 else 'are'} {participle}"
            names = join_phrases([self.instance.items[item].called for item in items])
            told.append(f"{join_phrases([self.instance.spots[spot].called for spot in spots])}{verb} for {names}")
        return told

    def format_group_name(self, items: Sequence[int]) -> str:
        """Return the name of a covering group, given its items: ``box 3``, for example."""
        return format_message("assignment.category", name=self.instance.items[items[0]].group)

    group_message_key = "assignment.group-holds-all"
    only_item_message_key = "assignment.no-other-value"
    no_item_message_key = "assignment.no-value"
    """the keys of phrases about a group: it holds all spots (`group_message_key`); one item is left for a spot
    (`only_item_message_key`); no item is left for a spot (`no_item_message_key`)"""


class DeductionNarrator:
    """A narrator of the deduction steps that solve one instance; it returns JSON objects with sentences."""

    def __init__(self, narrator: StepwiseNarrator) -> None:
        self.narrator, self.instance = narrator, narrator.instance
        self.explanation = DeductionSolver(narrator.instance)
        self._has_announced_supposing = False
        """whether an earlier step has already said that simple deductions yield nothing more"""

    def narrate_steps(self) -> list[dict[str, Any]]:
        """Return a JSON object for each deduction step, with its number, sentence, reasons and exclusions.

        ``number`` counts from 1, ``text`` is the sentence, and ``lines`` hold the sentences of the reasons, or of the
        steps that follow from a supposition.
        """
        told = [text for _, text in self.narrate_deductions(DEDUCTION_KINDS)]
        if told and not self.explanation.is_complete:
            key = (
                "assignment.deduction-ends-at-several" if self.explanation.is_ambiguous else "assignment.deduction-ends"
            )
            told.append({"kind": "end", "text": format_message(key), "lines": []})
        return [{"number": number, **one} for number, one in enumerate(told, 1)]

    def narrate_deductions(self, kinds: Sequence[DeductionKind]) -> Iterator[tuple[Deduction, dict[str, Any]]]:
        """Yield each deduction step of these kinds with its JSON object, which has no number."""
        for step in self.explanation.deduce_steps(kinds):
            yield step, self._narrate_step(step)

    def _narrate_step(self, step: Deduction) -> dict[str, Any]:
        """Return the JSON object of a deduction step, without its number."""
        known = self._find_premises(step)
        if step.supposition is None:
            text = self._describe_deduction(step, known)
            lines = [
                self.narrator.cite_clue(self._describe_reason(one))
                for one in step.reasons
                if step.kind in ("clue", "together")
            ]
        else:
            placed, conclusion = self._describe_placement(step.supposition), self._describe_conclusion(step)
            supposed = format_message("assignment.supposed", placed=placed, conclusion=conclusion)
            text = (
                supposed
                if self._has_announced_supposing
                else f"{format_message(self.narrator.exhausted_message_key)} {supposed}"
            )
            self._has_announced_supposing = True
            lines = [self._describe_consequence(one) for one in step.refutation[1:]]
            if step.tried_count:
                lines.append(format_message("assignment.search-from-there", count=step.tried_count))
        return {
            "kind": step.kind,
            "text": capitalize(text),
            "lines": lines,
            "clues": [self._describe_reason(one) for one in step.reasons],
            "known": self._lost_spots_as_json(known),
            "ruled_out": self._lost_spots_as_json(dict(step.excluded_spots)),
            "placed": [self.narrator.move_as_json((), one) for one in step.placements],
        }

    def _find_premises(self, step: Deduction) -> LostSpots:
        """Return the earlier exclusions that a step depends on, in addition to its clues."""
        if step.reasons:
            return find_premises(step, self.explanation.combine_reasons(step.reasons), self.instance.initial_domains)
        return {
            item: self.instance.initial_domains[item] & ~(1 << spot)
            for item, spot in step.placements
            if step.kind == "last"
        }

    # -- sentences ----------------------------------------------------------------------------------------------------

    def _describe_deduction(self, step: Deduction, known: LostSpots) -> str:
        """Return a sentence with the conclusion of a step and the reasons for it.

        ``known`` holds the earlier exclusions that the step depends on. The sentence may begin with a lower-case
        letter.
        """
        if step.kind == "last":
            return format_message(
                "assignment.last-spot", conclusion=self._describe_conclusion(step), spot=self.narrator.spot_noun
            )
        if step.kind == "only":
            spot = self.instance.spots[step.placements[0].spot]
            reason = self._format_group_message(self.narrator.only_item_message_key, step.reasons[0].scope, spot)
            return format_message("assignment.only-spot", conclusion=self._describe_conclusion(step), reason=reason)
        if step.kind == "shared":
            return format_message(
                "assignment.shared",
                shared=self._describe_shared_spots(step),
                conclusion=self._describe_conclusion(step),
            )
        since = (
            format_message("assignment.since", known=self._describe_premises(known, step.domains_before))
            if known
            else ""
        )
        return f"{self._describe_conclusion(step)}{since}{self._cite_clue_numbers(step)}."

    def _describe_consequence(self, step: Deduction) -> str:
        """Return a sentence for a step that follows from a supposition."""
        if not leaves_item_without_spot(step):
            return format_message("assignment.then", deduction=self._describe_deduction(step, {}))
        if step.kind == "only":
            missing = self.instance.spots[mask_indices(find_uncovered_spots(step))[0]]
            reason = self._format_group_message(self.narrator.no_item_message_key, step.reasons[0].scope, missing)
            return format_message("assignment.but-then-no-value", reason=reason)
        gone = next(item for item, spots in step.excluded_spots if not step.domains_before[item] & ~spots)
        said = {
            "spot": self.narrator.spot_noun,
            "item": self.instance.items[gone].called,
            "clues": self._cite_clue_numbers(step),
        }
        return format_message("assignment.but-then-no-spot", **said)

    def _cite_clue_numbers(self, step: Deduction) -> str:
        """Return the numbers of the clues that a step uses, in brackets; the empty text if they have none."""
        numbers = [
            str(number)
            for one in step.reasons
            if (number := self.narrator.clue_numbers.get(self._describe_reason(one)))
        ]
        key = "assignment.by-clues" if len(numbers) > 1 else "assignment.by-clue"
        return format_message(key, numbers=join_phrases(numbers)) if numbers else ""

    def _describe_conclusion(self, step: Deduction) -> str:
        """Return a clause with the placements and the exclusions that a step concludes."""
        placed = dict(step.placements)
        lost = {item: spots for item, spots in step.excluded_spots if item not in placed}
        return _join_clauses(
            [*map(self._describe_placement, step.placements), *self._describe_ruled_out_spots(lost, "ruled out")]
        )

    def _describe_shared_spots(self, step: Deduction) -> str:
        """Return a clause that says which items of the step's group share which spots."""
        (group,) = step.reasons
        lost = dict(step.excluded_spots)
        spots = functools.reduce(
            operator.or_, [step.domains_before[item] & ~lost.get(item, 0) for item in step.sharing_items]
        )
        key = "assignment.items-fill-spots" if lost.keys() <= {*step.sharing_items} else "assignment.items-share-spots"
        items = join_phrases([self.instance.items[item].called for item in step.sharing_items])
        called = join_phrases([self.instance.spots[spot].called for spot in mask_indices(spots)])
        return format_message(key, group=self.narrator.format_group_name(group.scope), items=items, spots=called)

    def _describe_premises(self, known: LostSpots, domains_before: Sequence[int]) -> str:
        """Return a clause with the placements and exclusions that a step depends on.

        If a placed item rules out a spot by a background rule, the clause mentions the placement instead of the spot.
        ``domains_before`` holds the domain of each item before the step.
        """
        stated, lost = dict[Placement, None](), dict[int, int]()
        for item, spots in known.items():
            if not domains_before[item] & domains_before[item] - 1:
                stated[Placement(item, domains_before[item].bit_length() - 1)] = None
                continue
            for spot in mask_indices(spots):
                if found := self.explanation.find_blocking_placement(item, spot, domains_before):
                    stated[found] = None
                else:
                    lost[item] = lost.get(item, 0) | 1 << spot
        return _join_clauses(
            [*map(self._describe_placement, stated), *self._describe_ruled_out_spots(lost, "ruled out")]
        )

    def _describe_reason(self, reason: Clue) -> str:
        """Return the sentence of a clue, or a sentence about a covering group."""
        return (
            reason.says or f"{capitalize(self._format_group_message(self.narrator.group_message_key, reason.scope))}."
        )

    def _format_group_message(self, key: str, items: Sequence[int], spot: Spot | None = None) -> str:
        """Return the message with this key about the group of ``items``, and about ``spot`` if it is given."""
        kind, noun = self.instance.items[items[0]].group, self.narrator.spot_noun
        group = self.narrator.format_group_name(items)
        return format_message(key, group=group, kind=kind, noun=noun, spot=spot and spot.called)

    def _describe_placement(self, placed: Placement) -> str:
        """Return a clause that says that the item is at the spot."""
        return self.instance.describe_placement(placed.item, placed.spot)

    def _describe_ruled_out_spots(self, lost: LostSpots, how: str) -> list[str]:
        """Return clauses about ruled-out spots, one for all items that lost the same spots."""
        alike = dict[int, list[int]]()
        for item, spots in lost.items():
            alike.setdefault(spots, []).append(item)
        return self.narrator.describe_ruled_out_spots(
            [(items, mask_indices(spots)) for spots, items in alike.items()], how
        )

    def _lost_spots_as_json(self, lost: LostSpots) -> list[dict[str, Any]]:
        """Return a JSON object for each item that lost spots, with the names of the item and of the spots."""
        items, spots = self.instance.items, self.instance.spots
        return [
            {"item": items[item].name, "spots": [spots[spot].name for spot in mask_indices(mask)]}
            for item, mask in lost.items()
            if mask
        ]


def _join_clauses(parts: Sequence[str]) -> str:
    """Return the clauses as one text, with ", and" before the last because a clause may contain lists."""
    return ", and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)
