"""Logic grids in positive STRIPS: an action for each value, which asks for the clues that tie it to the values placed before.

Here an instance becomes what the templates lay out. Which conditions and facts there are is decided here; how they look
is decided in ``domains/grid/strips``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.errors import EncodingError
from ferryplan.generator.grid.clues import ChoiceClue, SimpleClue
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.ordering import Turn, turns
from ferryplan.generator.grid.relations import Relation, relation_of, vocabulary

MOST_ACTIONS = 2_000


def strips(instance: GridInstance) -> dict[str, Any]:
    """Return the context of the templates of the dialect strips. Raises EncodingError if there would be too many actions."""
    relations: dict[str, Relation] = {}
    order, actions = turns(instance), list[dict[str, Any]]()
    for turn, next_one in order:
        following = next_one.atom if next_one else "(all-placed)"
        if turn.choice is None:
            actions.append(_placing(turn, instance, following, relations))
        else:
            actions += _checking(turn, turn.choice, instance, following, relations)
    if len(actions) > MOST_ACTIONS:
        raise EncodingError(
            where=instance.puzzle,
            about="actions",
            found=f"{len(actions)} actions",
            expected=f"at most {MOST_ACTIONS} in the 'strips' dialect",
        )
    used = [relations[name] for name in sorted(relations)]
    return {
        **vocabulary(instance),
        "relations": used,
        "facts": [(relation, relation.facts(instance)) for relation in used],
        "actions": actions,
        "checks": [turn.symbol for turn, _ in order if turn.choice],
    }


def _placing(turn: Turn, instance: GridInstance, following: str, relations: dict[str, Relation]) -> dict[str, Any]:
    """Return the action that places a value: its first variable is where."""
    category = next(category.symbol for category in instance.categories if turn.item in category.items)
    there = f"?{instance.position_symbol}"
    conditions = [atom for clue in turn.clues for atom in _atoms(clue, instance, relations, turn.item)]
    return {
        **_action(f"place-{turn.symbol}", turn.atom, conditions, following, there),
        "says": list(dict.fromkeys(clue.says for clue in turn.clues)),
        "placed": f"(at {turn.symbol} {there})",
        "free": f"(free {category} {there})",
    }


def _checking(
    turn: Turn, choice: ChoiceClue, instance: GridInstance, following: str, relations: dict[str, Relation]
) -> Iterator[dict[str, Any]]:
    """Yield an action for each way to keep a clue. Where a way is one clue, the following ways ask that it does not hold: so one fits at most."""
    before = list[SimpleClue]()
    for number, way in enumerate(choice.ways, 1):
        conditions = [atom for part in (*before, *way) for atom in _atoms(part, instance, relations)]
        yield {
            **_action(f"keep-{turn.symbol}-{number}", turn.atom, conditions, following),
            "says": [choice.says],
        }
        before += [part.negated for part in way if len(way) == 1]


def _action(name: str, turn: str, conditions: Sequence[str], following: str, *variables: str) -> dict[str, Any]:
    """Return an action that asks for these atoms, whose variables are positions."""
    named = [word.strip("()") for atom in conditions for word in atom.split() if word.startswith("?")]
    parameters = list(dict.fromkeys([*variables, *named]))
    return {
        "name": name,
        "turn": turn,
        "parameters": parameters,
        "conditions": list(dict.fromkeys(conditions)),
        "following": following,
        "free": "",
    }


def _atoms(
    clue: SimpleClue, instance: GridInstance, relations: dict[str, Relation], placed: int | None = None
) -> list[str]:
    """Return the atoms that say that a clue holds; of the item that is being placed the variable is known."""
    kind = instance.position_symbol

    def variable(item: int) -> str:
        return f"?{kind}" if item == placed else f"?{kind}-of-{instance.items[item].symbol}"

    relation, items = relation_of(clue, instance)
    if relation is None:  # the same position: one variable for both
        there = variable(items[0] if placed not in items else placed)
        return [f"(at {instance.items[item].symbol} {there})" for item in items if item != placed]
    relations[relation.name] = relation
    located = [f"(at {instance.items[item].symbol} {variable(item)})" for item in items if item != placed]
    return [*located, f"({relation.name} {' '.join(map(variable, items))})"]
