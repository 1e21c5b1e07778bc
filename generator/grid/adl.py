"""Logic grids in ADL: one action, which crosses out what the clues then forbid, and the clues as facts.

Were values placed in any order, Fast Downward would have no answer to the zebra puzzle after 40 seconds; so they have an order here, too.

Here an instance becomes what the templates lay out. Which facts and goals there are is decided here; how they look
is decided in ``domains/grid/adl``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ferryplan.generator.grid.clues import SimpleClue, by_ways
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.ordering import turns
from ferryplan.generator.grid.relations import Relation, relation_of, vocabulary


class Tie(NamedTuple):
    """What clues of one kind say of two values."""

    name: str
    """as PDDL names it"""
    holds: str
    """the predicate that must hold of their positions; ``=`` for the same position"""


def adl(instance: GridInstance) -> dict[str, Any]:
    """Return the context of the templates of the dialect adl."""
    simple, choices = by_ways(instance.given)
    relations, facts, ties = dict[str, Relation](), dict[str, list[str]](), set[Tie]()
    for part in (part for clue in choices for way in clue.ways for part in way if part.pairs):
        relation, _ = relation_of(part, instance)
        relations |= {relation.name: relation} if relation else {}
    for clue in (clue for clue in simple if clue.pairs):
        relation, items = relation_of(clue, instance)
        relations |= {relation.name: relation} if relation else {}
        tie = Tie(f"must-be-{relation.name}", relation.name) if relation else Tie("must-be-with", "=")
        ties.add(tie)
        fact = f"({tie.name} {' '.join(instance.items[item].symbol for item in items)})"
        facts.setdefault(fact, []).append(clue.says)
    order = turns(instance)
    checks = [
        (
            turn.symbol,
            turn.choice.says,
            [_condition_of(way, instance) for way in turn.choice.ways],
            following.atom if following else "",
        )
        for turn, following in order
        if turn.choice
    ]
    constants = {word for _, _, ways, then in checks for text in (*ways, then) for word in re.split(r"[() ]+", text)}
    symbols = [item.symbol for item in instance.items]
    return {
        **vocabulary(instance),
        "possible": [_possible(item, simple, instance) for item in range(len(symbols))],
        "ties": sorted(ties),
        "order": [
            f"(checked-after {next_one.symbol} {turn.symbol})"
            if next_one.choice
            else f"(next {turn.symbol} {next_one.symbol})"
            for turn, next_one in order
            if next_one and not turn.choice
        ],
        "relations": [(relations[name], relations[name].facts(instance)) for name in sorted(relations)],
        "facts": [(fact, " ".join(says)) for fact, says in facts.items()],
        "checks": checks,
        "constants": constants,
    }


def _possible(item: int, clues: Sequence[SimpleClue], instance: GridInstance) -> tuple[list[str], list[str]]:
    """Return where an item may be as far as clues about it alone say, as facts, and those clues in words."""
    clues = [clue for clue in clues if clue.scope == (item,)]
    facts = [
        f"(possible {instance.items[item].symbol} {spot.symbol})"
        for index, spot in enumerate(instance.spots)
        if all(clue.holds(index) for clue in clues)
    ]
    return facts, [clue.says for clue in clues]


def _condition_of(way: Sequence[SimpleClue], instance: GridInstance) -> str:
    conditions = [_condition(part, instance) for part in way]
    return conditions[0] if len(conditions) == 1 else f"(and {' '.join(conditions)})"


def _condition(clue: SimpleClue, instance: GridInstance) -> str:
    """Return a clue as a condition on what is placed."""
    relation, items = relation_of(clue, instance)
    one, *others = (instance.items[item].symbol for item in items)
    kind = instance.position_symbol
    if clue.kind == "not-at":
        return f"(not (at {one} {instance.spots[clue.number].symbol}))"
    if not others:
        located = " ".join(f"(at {one} {instance.spots[spot].symbol})" for spot in clue.alone)
        return located if len(clue.alone) == 1 else f"(or {located})"
    if relation is None:
        return f"(exists (?there - {kind}) (and (at {one} ?there) (at {others[0]} ?there)))"
    located = f"(at {one} ?there) (at {others[0]} ?elsewhere) ({relation.name} ?there ?elsewhere)"
    return f"(exists (?there ?elsewhere - {kind}) (and {located}))"
