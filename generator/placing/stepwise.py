"""The steps by which a solution is found, told: in sentences, and for programs."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.masks import members
from ferryplan.generator.placing.deductions import Deduction, empties, facts, homeless
from ferryplan.generator.placing.explanation import Explanation
from ferryplan.generator.placing.instance import Clue, Placement, PlacingInstance, Spot
from ferryplan.generator.placing.space import Placements
from ferryplan.generator.teller import Teller
from ferryplan.generator.wording import capital, listing

Facts = Mapping[int, int]
"""items with the spots that they have lost, as masks"""


class StepwiseTeller(Teller[Placements, Placement]):
    """The words for the steps by which items are placed."""

    instance: PlacingInstance
    stepwise = True
    """whether each clue says little enough to be one step"""
    spot_noun = "place"
    """what a spot is called"""

    @functools.cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of the puzzle's own clues, by what they say."""
        return {says: number for number, says in self.numbered_clues()}

    def cited(self, says: str) -> str:
        """Return what a clue says, with its number if it has one."""
        number = self.numbers.get(says)
        return format_message("placing.with-clue-number", clue=says, number=number) if number else says

    def explanation(self) -> list[dict[str, Any]]:
        """Return how a person finds the solution, step by step; no steps where nothing can be deduced."""
        return Narrator(self).steps() if self.stepwise else []

    exhausted = "placing.nothing-new"
    """the message before something is supposed"""

    def ruled_out(self, lost: Sequence[tuple[Sequence[int], Sequence[int]]], how: str) -> list[str]:
        """Return which items are at none of which spots, as parts of a sentence; ``how`` is "ruled out"."""
        told = list[str]()
        for items, spots in lost:
            verb = "" if told else f" {'is' if len(spots) == 1 else 'are'} {how}"
            names = listing([self.instance.items[item].called for item in items])
            told.append(f"{listing([self.instance.spots[spot].called for spot in spots])}{verb} for {names}")
        return told

    def group_called(self, items: Sequence[int]) -> str:
        """Return what items are called that hold certain spots, each another one: ``box 3``."""
        return format_message("placing.category", name=self.instance.items[items[0]].group)

    group_says = "placing.group-holds-all"
    no_other = "placing.no-other-value"
    none_left = "placing.no-value"
    """the messages that they do so; that none of them but one, or none at all, is left for a spot: as the inside of a sentence"""


class Narrator:
    """The words for the steps of one explanation."""

    def __init__(self, teller: StepwiseTeller) -> None:
        self.teller, self.instance = teller, teller.instance
        self.explanation = Explanation(teller.instance)
        self._exhausted = False
        """whether it is told already that what is deduced does not suffice"""

    def steps(self) -> list[dict[str, Any]]:
        """Return for each step its ``number``, its ``text`` and the ``lines`` with its reasons, and the same for programs."""
        told = [self._step(step) for step in self.explanation.steps()]
        if told and not self.explanation.complete:
            key = "placing.deduction-ends-at-several" if self.explanation.ambiguous else "placing.deduction-ends"
            told.append({"kind": "end", "text": format_message(key), "lines": []})
        return [{"number": number, **one} for number, one in enumerate(told, 1)]

    def _step(self, step: Deduction) -> dict[str, Any]:
        known = self._known(step)
        if step.supposed is None:
            text = self._deduced(step, known)
            lines = [self.teller.cited(self._says(one)) for one in step.reasons if step.kind in ("clue", "together")]
        else:
            placed, conclusion = self._stated(step.supposed), self._concluded(step)
            supposed = format_message("placing.supposed", placed=placed, conclusion=conclusion)
            text = supposed if self._exhausted else f"{format_message(self.teller.exhausted)} {supposed}"
            self._exhausted = True
            lines = [self._followed(one) for one in step.chain[1:]]
            if step.tried:
                lines.append(format_message("placing.search-from-there", count=step.tried))
        return {
            "kind": step.kind,
            "text": capital(text),
            "lines": lines,
            "clues": [self._says(one) for one in step.reasons],
            "known": self._as_json(known),
            "ruled_out": self._as_json(dict(step.excluded)),
            "placed": [self.teller.move_as_json((), one) for one in step.placed],
        }

    def _known(self, step: Deduction) -> Facts:
        """Return what a step goes by besides clues."""
        if step.reasons:
            return facts(step, self.explanation.joint(step.reasons), self.instance.every)
        return {item: self.instance.every[item] & ~(1 << spot) for item, spot in step.placed if step.kind == "last"}

    # -- sentences ----------------------------------------------------------------------------------------------------

    def _deduced(self, step: Deduction, known: Facts) -> str:
        """Return what follows, and from what, as a sentence; perhaps with a small letter in front."""
        if step.kind == "last":
            return format_message("placing.last-spot", conclusion=self._concluded(step), spot=self.teller.spot_noun)
        if step.kind == "only":
            spot = self.instance.spots[step.placed[0].spot]
            reason = self._of_group(self.teller.no_other, step.reasons[0].scope, spot)
            return format_message("placing.only-spot", conclusion=self._concluded(step), reason=reason)
        if step.kind == "shared":
            return format_message("placing.shared", shared=self._shared(step), conclusion=self._concluded(step))
        since = format_message("placing.since", known=self._told(known, step.before)) if known else ""
        return f"{self._concluded(step)}{since}{self._by(step)}."

    def _followed(self, step: Deduction) -> str:
        """Return a step from what was supposed as a sentence."""
        if not empties(step):
            return format_message("placing.then", deduction=self._deduced(step, {}))
        if step.kind == "only":
            missing = self.instance.spots[members(homeless(step))[0]]
            reason = self._of_group(self.teller.none_left, step.reasons[0].scope, missing)
            return format_message("placing.but-then-no-value", reason=reason)
        gone = next(item for item, spots in step.excluded if not step.before[item] & ~spots)
        said = {"spot": self.teller.spot_noun, "item": self.instance.items[gone].called, "clues": self._by(step)}
        return format_message("placing.but-then-no-spot", **said)

    def _by(self, step: Deduction) -> str:
        """Return the numbers of a step's clues in brackets, if they have some."""
        numbers = [str(number) for one in step.reasons if (number := self.teller.numbers.get(self._says(one)))]
        key = "placing.by-clues" if len(numbers) > 1 else "placing.by-clue"
        return format_message(key, numbers=listing(numbers)) if numbers else ""

    def _concluded(self, step: Deduction) -> str:
        """Return what follows from a step, as the inside of a sentence."""
        placed = dict(step.placed)
        lost = {item: spots for item, spots in step.excluded if item not in placed}
        return _joined([*map(self._stated, step.placed), *self._ruled_out(lost, "ruled out")])

    def _shared(self, step: Deduction) -> str:
        """Return which items of a group share which spots."""
        (group,) = step.reasons
        lost = dict(step.excluded)
        spots = functools.reduce(operator.or_, [step.before[item] & ~lost.get(item, 0) for item in step.sharing])
        key = "placing.items-fill-spots" if lost.keys() <= {*step.sharing} else "placing.items-share-spots"
        items = listing([self.instance.items[item].called for item in step.sharing])
        called = listing([self.instance.spots[spot].called for spot in members(spots)])
        return format_message(key, group=self.teller.group_called(group.scope), items=items, spots=called)

    def _told(self, known: Facts, before: Sequence[int]) -> str:
        """Return what is known as the inside of a sentence: what is gone by what is placed as where that is."""
        stated, lost = dict[Placement, None](), dict[int, int]()
        for item, spots in known.items():
            if not before[item] & before[item] - 1:
                stated[Placement(item, before[item].bit_length() - 1)] = None
                continue
            for spot in members(spots):
                if found := self.explanation.taken_by(item, spot, before):
                    stated[found] = None
                else:
                    lost[item] = lost.get(item, 0) | 1 << spot
        return _joined([*map(self._stated, stated), *self._ruled_out(lost, "ruled out")])

    def _says(self, reason: Clue) -> str:
        return reason.says or f"{capital(self._of_group(self.teller.group_says, reason.scope))}."

    def _of_group(self, key: str, items: Sequence[int], spot: Spot | None = None) -> str:
        """Return one of the teller's messages about a group of items, perhaps with a spot, with their names in it."""
        kind, noun = self.instance.items[items[0]].group, self.teller.spot_noun
        group = self.teller.group_called(items)
        return format_message(key, group=group, kind=kind, noun=noun, spot=spot and spot.called)

    def _stated(self, placed: Placement) -> str:
        return self.instance.stated(placed.item, placed.spot)

    def _ruled_out(self, lost: Facts, how: str) -> list[str]:
        """Return which items are not where, in parts of a sentence: those together that have lost the same."""
        alike = dict[int, list[int]]()
        for item, spots in lost.items():
            alike.setdefault(spots, []).append(item)
        return self.teller.ruled_out([(items, members(spots)) for spots, items in alike.items()], how)

    def _as_json(self, lost: Facts) -> list[dict[str, Any]]:
        items, spots = self.instance.items, self.instance.spots
        return [
            {"item": items[item].name, "spots": [spots[spot].name for spot in members(mask)]}
            for item, mask in lost.items()
            if mask
        ]


def _joined(parts: Sequence[str]) -> str:
    """Return parts of a sentence, which may have lists in them, as one."""
    return ", and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)
