"""The hints of an interactive page: the steps by which a person finds the only solution.

A puzzle with several solutions has no such hints; its page searches for a solution from the current state.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.deductions import DeductionKind
from ferryplan.generator.assignment.explanation import DEDUCTION_KINDS
from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.stepwise_narrator import DeductionNarrator
from ferryplan.generator.masks import mask_indices

MAX_NODES = 2_000
"""largest number of placements that the search for a second solution tries"""
EASY_KINDS: tuple[DeductionKind, ...] = ("last", "only", "clue", "shared")
"""the kinds of deductions that take little time in every puzzle"""
MAX_SIZE = 1_000
"""largest number of items times spots of a puzzle for which harder deductions are searched; a sudoku with 60 empty
cells has 540"""
MAX_HARD_STEPS = 16
"""largest number of harder deductions; each takes some tenths of a second"""
MAX_TEXT_LENGTH = 60_000
"""largest number of characters in the reasons; otherwise the hints name only the kinds of the deductions"""


def make_hints(instance: AssignmentInstance, narrator: AssignmentNarrator) -> list[dict[str, Any]] | None:
    """Return the steps that lead to the only solution, or None unless it is proven quickly.

    Each step is a JSON object: ``placed`` holds pairs of an item and its spot; ``excluded``, only in steps that place
    nothing, pairs of an item and the spots that it loses; ``text`` and ``lines`` hold the reasons as ``--explain``
    gives them. The texts are empty for placements for which no deduction is known.
    """
    search = AssignmentSearch(instance)
    found = [*itertools.islice(search.solutions(lambda nodes: nodes <= MAX_NODES), 2)]
    if len(found) != 1 or not search.is_complete:
        return None
    [solution] = found
    if not narrator.can_explain_steps:
        return [*_justify_placements(instance, narrator, solution)]
    hints = [*_narrate_deductions(instance, narrator)]
    if sum(len(line) for hint in hints for line in (hint["text"], *hint["lines"])) > MAX_TEXT_LENGTH:
        hints = [
            {**hint, "text": format_message(f"assignment.technique-{hint['kind']}"), "lines": []} for hint in hints
        ]
    known = {item for hint in hints for item, _ in hint["placed"]}
    rest = [placement for placement in solution if placement.item not in known]
    return [{key: one for key, one in hint.items() if key != "kind"} for hint in hints] + [
        {"placed": [placement], "text": "", "lines": []} for placement in rest
    ]


def _justify_placements(
    instance: AssignmentInstance, narrator: AssignmentNarrator, solution: Sequence[Placement]
) -> Iterator[dict[str, Any]]:
    """Yield a hint for each placement, with the reasons against other spots.

    The placements are in the order of plans.
    """
    state = (-1,) * len(instance.items)
    for placement in solution:
        after = (*state[: placement.item], placement.spot, *state[placement.item + 1 :])
        yield {
            "placed": [placement],
            "text": narrator.describe_move(state, placement),
            "lines": narrator.explain_move(state, placement, after),
        }
        state = after


def _narrate_deductions(instance: AssignmentInstance, narrator: AssignmentNarrator) -> Iterator[dict[str, Any]]:
    """Yield a hint for each deduction step, with its kind, until the rest would take too long."""
    small = len(instance.items) * len(instance.spots) <= MAX_SIZE
    hard_steps = 0
    for step, told in DeductionNarrator(narrator).narrate_deductions(DEDUCTION_KINDS if small else EASY_KINDS):
        hint = {"kind": step.kind, "placed": [*step.placements], "text": told["text"], "lines": told["lines"]}
        if not step.placements:
            hint["excluded"] = [(item, mask_indices(mask)) for item, mask in step.excluded_spots]
        yield hint
        hard_steps += step.kind not in EASY_KINDS
        if hard_steps > MAX_HARD_STEPS:
            return
