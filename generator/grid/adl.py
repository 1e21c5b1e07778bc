"""The ADL encoding of logic grids: one PDDL action for all values, with the clues as facts.

The action's precondition excludes the placements that the clues then forbid. The values are placed in a fixed order, as
in STRIPS: with any order, Fast Downward does not solve the zebra puzzle within 40 seconds.

This module decides which facts and goals there are; the templates in ``domains/grid/adl`` decide how they look.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ferryplan.generator.grid.clues import SimpleClue, split_clues
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.placement_order import list_turns_with_next
from ferryplan.generator.grid.relations import PositionRelation, find_relation_and_items, make_shared_context


class PairCluePredicate(NamedTuple):
    """A PDDL predicate, such as ``must-be-next-to``, for the clues of one kind about two values."""

    name: str
    """the predicate, such as ``must-be-next-to``"""
    holds: str
    """the predicate that must hold for the positions of the two values; ``=`` for the same position"""


def make_adl_context(instance: GridInstance) -> dict[str, Any]:
    """Return the variables for the PDDL templates of the dialect ``adl``, by name."""
    simple, choices = split_clues(instance.given_clues)
    relations, facts, ties = dict[str, PositionRelation](), dict[str, list[str]](), set[PairCluePredicate]()
    for part in (part for clue in choices for way in clue.ways for part in way if part.item_pairs):
        relation, _ = find_relation_and_items(part, instance)
        relations |= {relation.name: relation} if relation else {}
    for clue in (clue for clue in simple if clue.item_pairs):
        relation, items = find_relation_and_items(clue, instance)
        relations |= {relation.name: relation} if relation else {}
        tie = (
            PairCluePredicate(f"must-be-{relation.name}", relation.name)
            if relation
            else PairCluePredicate("must-be-with", "=")
        )
        ties.add(tie)
        fact = f"({tie.name} {' '.join(instance.items[item].symbol for item in items)})"
        facts.setdefault(fact, []).append(clue.says)
    order = list_turns_with_next(instance)
    checks = [
        (
            turn.symbol,
            turn.checked_clue.says,
            [_format_way_condition(way, instance) for way in turn.checked_clue.ways],
            following.atom if following else "",
        )
        for turn, following in order
        if turn.checked_clue
    ]
    constants = {word for _, _, ways, then in checks for text in (*ways, then) for word in re.split(r"[() ]+", text)}
    symbols = [item.symbol for item in instance.items]
    return {
        **make_shared_context(instance),
        "possible": [_list_possible_facts(item, simple, instance) for item in range(len(symbols))],
        "ties": sorted(ties),
        "order": [
            f"(checked-after {next_one.symbol} {turn.symbol})"
            if next_one.checked_clue
            else f"(next {turn.symbol} {next_one.symbol})"
            for turn, next_one in order
            if next_one and not turn.checked_clue
        ],
        "relations": [(relations[name], relations[name].list_facts(instance)) for name in sorted(relations)],
        "facts": [(fact, " ".join(says)) for fact, says in facts.items()],
        "checks": checks,
        "constants": constants,
    }


def _list_possible_facts(item: int, clues: Sequence[SimpleClue], instance: GridInstance) -> tuple[list[str], list[str]]:
    """Return PDDL facts about the positions that an item may have, and the sentences of their clues.

    These are the clues about this item alone.
    """
    clues = [clue for clue in clues if clue.scope == (item,)]
    facts = [
        f"(possible {instance.items[item].symbol} {spot.symbol})"
        for index, spot in enumerate(instance.spots)
        if all(clue.holds(index) for clue in clues)
    ]
    return facts, [clue.says for clue in clues]


def _format_way_condition(way: Sequence[SimpleClue], instance: GridInstance) -> str:
    """Return a conjunction of simple clues as a PDDL condition on placed values."""
    conditions = [_format_clue_condition(part, instance) for part in way]
    return conditions[0] if len(conditions) == 1 else f"(and {' '.join(conditions)})"


def _format_clue_condition(clue: SimpleClue, instance: GridInstance) -> str:
    """Return a simple clue as a PDDL condition on placed values."""
    relation, items = find_relation_and_items(clue, instance)
    one, *others = (instance.items[item].symbol for item in items)
    kind = instance.position_symbol
    if clue.kind == "not-at":
        return f"(not (at {one} {instance.spots[clue.position_or_distance].symbol}))"
    if not others:
        located = " ".join(f"(at {one} {instance.spots[spot].symbol})" for spot in clue.allowed_spots)
        return located if len(clue.allowed_spots) == 1 else f"(or {located})"
    if relation is None:
        return f"(exists (?there - {kind}) (and (at {one} ?there) (at {others[0]} ?there)))"
    located = f"(at {one} ?there) (at {others[0]} ?elsewhere) ({relation.name} ?there ?elsewhere)"
    return f"(exists (?there ?elsewhere - {kind}) (and {located}))"
