"""Logic grids in positive STRIPS: an action for each value, which asks for the clues that tie it to the values placed before.

Here an instance becomes what the templates lay out. Which conditions and facts there are is decided here; how they look
is decided in ``domains/grid/strips``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any, assert_never

from generator.errors import EncodingError
from generator.grid.clues import EitherClue, PairClue, PositionClue, SimpleClue
from generator.grid.instance import GridInstance
from generator.grid.relations import Relation, relation_of, vocabulary

MOST_VARIANTS = 200
MOST_ACTIONS = 2_000


def strips(instance: GridInstance) -> dict[str, Any]:
    """Return the context of the templates of the dialect strips. Raises EncodingError if there would be too many actions."""
    relations: dict[str, Relation] = {}
    actions = [action for step in range(len(instance.order)) for action in _Step(instance, step, relations).actions()]
    if len(actions) > MOST_ACTIONS:
        raise EncodingError(
            f"{instance.puzzle}: found {len(actions)} actions, expected at most {MOST_ACTIONS} in the dialect strips"
        )
    used = [relations[name] for name in sorted(relations)]
    return {
        **vocabulary(instance),
        "relations": used,
        "facts": [(relation, relation.facts(instance)) for relation in used],
        "actions": actions,
    }


class _Step:
    """One turn: the value that is placed, and the clues that it completes."""

    def __init__(self, instance: GridInstance, step: int, relations: dict[str, Relation]) -> None:
        self.instance, self.relations = instance, relations
        self.item = instance.order[step]
        self.following = instance.order[step + 1] if step + 1 < len(instance.order) else None
        before = set(instance.order[: step + 1])
        self.clues = [clue for clue in instance.given if self.item in clue.scope and before.issuperset(clue.scope)]

    def actions(self) -> Iterator[dict[str, Any]]:
        """Yield the action, or one for each choice of the parts of either-ors that hold."""
        eithers, plain = list[EitherClue](), list[str]()
        for one in self.clues:
            match one:
                case PositionClue() | PairClue():
                    plain += self.atoms(one, negated=False)
                case EitherClue():
                    eithers.append(one)
                case _:
                    assert_never(one)
        variants = math.prod(len(clue.parts) for clue in eithers)
        item = self.instance.items[self.item]
        if variants > MOST_VARIANTS:
            raise EncodingError(
                f"{self.instance.puzzle}: found {variants} ways to keep the clues of the kind either about {item.called}, "
                f"expected at most {MOST_VARIANTS} in the dialect strips"
            )
        names = self.names()
        for choice in itertools.product(*(range(len(clue.parts)) for clue in eithers)):
            atoms = list(plain)
            for clue, chosen in zip(eithers, choice, strict=True):
                # the parts before the chosen one do not hold: so no two variants fit one situation
                for part in clue.parts[:chosen]:
                    atoms += self.atoms(part, negated=True)
                atoms += self.atoms(clue.parts[chosen], negated=False)
            yield self.action(next(names) if eithers else f"place-{item.symbol}", tuple(dict.fromkeys(atoms)))

    def action(self, name: str, conditions: tuple[str, ...]) -> dict[str, Any]:
        """Return an action that asks for these atoms: its variables are positions, the first one where the value is placed."""
        instance, item = self.instance, self.instance.items[self.item]
        variables = [word.strip("()") for atom in conditions for word in atom.split() if word.startswith("?")]
        return {
            "name": name,
            "says": [clue.says for clue in self.clues],
            "parameters": list(dict.fromkeys([self.variable(self.item), *variables])),
            "value": item.symbol,
            "category": next(category.symbol for category in instance.categories if self.item in category.items),
            "conditions": conditions,
            "following": "" if self.following is None else instance.items[self.following].symbol,
        }

    def names(self) -> Iterator[str]:
        """Yield names for variants, none of them that of the action of another value."""
        symbol, symbols = self.instance.items[self.item].symbol, {item.symbol for item in self.instance.items}
        return (f"place-{symbol}-{number}" for number in itertools.count(1) if f"{symbol}-{number}" not in symbols)

    def variable(self, item: int) -> str:
        position = self.instance.position_symbol
        return f"?{position}" if item == self.item else f"?{position}-of-{self.instance.items[item].symbol}"

    def atoms(self, clue: SimpleClue, *, negated: bool) -> list[str]:
        """Return the atoms that say that a clue holds, or that it does not."""
        relation, items = relation_of(clue, self.instance, negated=negated)
        if relation is None:  # the same position: one variable for both
            variable = self.variable(self.item if self.item in items else items[0])
            return [f"(at {self.symbol(item)} {variable})" for item in items if item != self.item]
        self.relations[relation.name] = relation
        variables = [self.variable(item) for item in items]
        located = [f"(at {self.symbol(item)} {self.variable(item)})" for item in items if item != self.item]
        return [*located, f"({relation.name} {' '.join(variables)})"]

    def symbol(self, item: int) -> str:
        return self.instance.items[item].symbol
