"""The STRIPS encoding of logic grids, without negation and with a PDDL action for each value.

The preconditions of an action express the clues between its value and the values placed earlier. This module decides
which conditions and facts there are; the templates in ``domains/grid/strips`` decide how they look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.errors import EncodingError
from ferryplan.generator.grid.clues import ChoiceClue, SimpleClue
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.placement_order import PlacementTurn, list_turns_with_next
from ferryplan.generator.grid.relations import PositionRelation, find_relation_and_items, make_shared_context

MAX_ACTIONS = 2_000
"""largest number of actions in a domain"""


def make_strips_context(instance: GridInstance) -> dict[str, Any]:
    """Return the variables for the PDDL templates of the dialect ``strips``, by name.

    Raises EncodingError if there would be more than 2,000 actions.
    """
    relations: dict[str, PositionRelation] = {}
    order, actions = list_turns_with_next(instance), list[dict[str, Any]]()
    for turn, next_one in order:
        following = next_one.atom if next_one else "(all-placed)"
        if turn.checked_clue is None:
            actions.append(_make_placing_action(turn, instance, following, relations))
        else:
            actions += _make_checking_actions(turn, turn.checked_clue, instance, following, relations)
    if len(actions) > MAX_ACTIONS:
        raise EncodingError(
            where=instance.puzzle,
            about="actions",
            found=f"{len(actions)} actions",
            expected=f"at most {MAX_ACTIONS} in the 'strips' dialect",
        )
    used = [relations[name] for name in sorted(relations)]
    return {
        **make_shared_context(instance),
        "relations": used,
        "facts": [(relation, relation.list_facts(instance)) for relation in used],
        "actions": actions,
        "checks": [turn.symbol for turn, _ in order if turn.checked_clue],
    }


def _make_placing_action(
    turn: PlacementTurn, instance: GridInstance, next_atom: str, relations: dict[str, PositionRelation]
) -> dict[str, Any]:
    """Return the template variables of the action that places a value, with the position as its parameter.

    ``next_atom`` is the atom of the following turn. The relations that the clues need are added to ``relations``.
    """
    category = next(category.symbol for category in instance.categories if turn.item in category.items)
    there = f"?{instance.position_symbol}"
    conditions = [atom for clue in turn.clues for atom in _make_clue_atoms(clue, instance, relations, turn.item)]
    return {
        **_make_action(f"place-{turn.symbol}", turn.atom, conditions, next_atom, there),
        "says": list(dict.fromkeys(clue.says for clue in turn.clues)),
        "placed": f"(at {turn.symbol} {there})",
        "free": f"(free {category} {there})",
    }


def _make_checking_actions(
    turn: PlacementTurn,
    choice: ChoiceClue,
    instance: GridInstance,
    next_atom: str,
    relations: dict[str, PositionRelation],
) -> Iterator[dict[str, Any]]:
    """Yield the template variables of an action for each way to satisfy a clue.

    These actions check the clue once all its values are placed. If a way is a single simple clue, the later ways
    require its negation, so at most one action is applicable.
    """
    before = list[SimpleClue]()
    for number, way in enumerate(choice.ways, 1):
        conditions = [atom for part in (*before, *way) for atom in _make_clue_atoms(part, instance, relations)]
        yield {
            **_make_action(f"keep-{turn.symbol}-{number}", turn.atom, conditions, next_atom),
            "says": [choice.says],
        }
        before += [part.negation for part in way if len(way) == 1]


def _make_action(
    name: str, turn_atom: str, conditions: Sequence[str], next_atom: str, *variables: str
) -> dict[str, Any]:
    """Return the template variables of an action with these atoms as preconditions.

    The parameters are ``variables`` and all other variables in the atoms; they stand for positions. ``turn_atom`` holds
    before the action, ``next_atom`` after it.
    """
    named = [word.strip("()") for atom in conditions for word in atom.split() if word.startswith("?")]
    parameters = list(dict.fromkeys([*variables, *named]))
    return {
        "name": name,
        "turn": turn_atom,
        "parameters": parameters,
        "conditions": list(dict.fromkeys(conditions)),
        "following": next_atom,
        "free": "",
    }


def _make_clue_atoms(
    clue: SimpleClue, instance: GridInstance, relations: dict[str, PositionRelation], placed_item: int | None = None
) -> list[str]:
    """Return the PDDL atoms that express a simple clue.

    The position of ``placed_item`` is the parameter of the action that places it. The relation that the clue needs is
    added to ``relations``.
    """
    kind = instance.position_symbol

    def variable_of(item: int) -> str:
        return f"?{kind}" if item == placed_item else f"?{kind}-of-{instance.items[item].symbol}"

    relation, items = find_relation_and_items(clue, instance)
    if relation is None:  # the same position, so one variable for both
        there = variable_of(items[0] if placed_item not in items else placed_item)
        return [f"(at {instance.items[item].symbol} {there})" for item in items if item != placed_item]
    relations[relation.name] = relation
    located = [f"(at {instance.items[item].symbol} {variable_of(item)})" for item in items if item != placed_item]
    return [*located, f"({relation.name} {' '.join(map(variable_of, items))})"]
