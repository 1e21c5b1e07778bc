"""The data of a planning task for an interactive page: ground actions with numbers in place of facts.

The data include sentences for conditions that do not hold. A literal is the number of a fact that must hold, or its
negative if the fact must not hold.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.page_table import MAX_STATES, tabulate_space
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.grounding import GroundOperator
from ferryplan.generator.pddl.normal_form import TRUE, conjuncts, substitute_objects
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.pddl.syntax_tree import Action
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.narrator import TaskNarrator
from ferryplan.generator.tasks.object_network import (
    StateNumbers,
    ValueNumbers,
    list_arguments,
    make_network,
    number_states,
)
from ferryplan.generator.tasks.space import TaskSpace

MAX_ACTIONS = 2_000
LiteralNumbers = list[int]
"""literals: the numbers of facts that must hold, the negative numbers of facts that must not hold"""


class NotPropositionalError(ValueError):
    """A task has a condition or effect other than a fact or a negated fact."""


def assign_numbers_to_facts(space: TaskSpace) -> dict[Fact, int]:
    """Return the number of each reachable fact, counted from 1 in sorted order."""
    # Zero has no opposite, so the numbers begin with 1.
    return {fact: number for number, fact in enumerate(sorted(space.relaxed_reachability[1]), 1)}


def make_page_data(instance: TaskInstance) -> dict[str, Any] | None:
    """Return the data with which a person can play a task on a page; None if the task is too large.

    The data are the ground actions. If the puzzle file says ``any_order``, they also have the ``order``: the numbers of
    the facts with which the PDDL fixes an order, and which a game ignores. For tasks whose actions also depend on numbers
    or derived facts, the data are a table of the states instead. Raises EncodingError if actions may overlap.
    """
    space, narrator = instance.get_or_make(TaskSpace), instance.get_or_make(TaskNarrator)
    numbers, initial = assign_numbers_to_facts(space), space.initial
    seen = [numbers[fact] for fact in sorted(initial.facts)]
    if len(space.relaxed_reachability[0]) <= MAX_ACTIONS and not space.derived_predicates and not initial.values:
        with contextlib.suppress(NotPropositionalError):
            goal = _encode_literals(conjuncts(space.grounding.ground_condition(space.goal, {})), numbers)
            actions = [
                _encode_action(one, numbers, space, narrator.label_move(one.move))
                for one in space.relaxed_reachability[0]
            ]
            # Facts count from 1; no fact has the number 0.
            lacks = [
                ["", ""],
                *(
                    [space.sentences.describe_missing_fact(fact), space.sentences.describe_fact(fact)]
                    for fact in numbers
                ),
            ]
            headings = _make_state_headings(narrator, numbers)
            data = {"initial": seen, "goal": goal, "actions": actions, "lacks": lacks, "headings": headings}
            if instance.file.any_order:
                # The facts of hidden predicates are not part of the puzzle: the PDDL fixes the order with them.
                data["order"] = [
                    number for fact, number in numbers.items() if not space.sentences.is_described(fact[0])
                ]
            if not instance.file.pictures:
                network = make_network(space, StateNumbers(numbers, {}))
                moves = [one.move for one in space.relaxed_reachability[0]]
                data["network"] = network and {**network, "about": list_arguments(space, moves)}
            return data
    if not instance.file.pictures:
        return _tabulate_network(space, narrator)
    if space.derived_predicates:
        return None
    table = tabulate_space(
        space,
        narrator,
        lambda state: sorted(map(numbers.__getitem__, state.facts)),
        lambda state: (),
        narrator.label_choice,
    )
    return table and {**table, "headings": _make_state_headings(narrator, numbers)}


def _tabulate_network(space: TaskSpace, narrator: TaskNarrator) -> dict[str, Any] | None:
    """Return a table of the states, with the network of objects.

    A state is a list of the numbers of its facts and values. Returns None if the states are too many for a page.
    """
    table = tabulate_space(space, narrator, lambda state: state, lambda state: (), narrator.label_choice)
    if table is None:
        return None
    numbers = number_states(state for state, _, _ in table["states"])
    for row in table["states"]:
        row[0] = numbers.encode(row[0])
    network = make_network(space, numbers)
    if network:
        # A move of a table is known by its label.
        known = {*table["texts"]}
        moves = {
            label: one.move
            for one in space.relaxed_reachability[0]
            if (label := narrator.label_move(one.move)) in known
        }
        network["about"] = dict(zip(moves, list_arguments(space, moves.values()), strict=True))
    headings = _make_state_headings(narrator, numbers.facts) + _make_value_headings(narrator, numbers.values)
    return {**table, "headings": headings, "network": network}


def _make_value_headings(narrator: TaskNarrator, numbers: ValueNumbers) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return a pair (heading, values) for each line that shows a value of a function.

    The second item has a pair (number, text) for each value.
    """
    told: dict[str, list[tuple[int, str]]] = {}
    for one, number in numbers.items():
        line = narrator.list_state_lines(PddlState(frozenset(), frozenset([one])))[-1]
        told.setdefault(line.place, []).append((number, line.text))
    return [*told.items()]


def _make_state_headings(
    narrator: Narrator[PddlState, Any], numbers: Mapping[Fact, int]
) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return a pair (heading, facts) for each line that describes a state.

    The second item has a pair (number, text) for each fact that the line may show.
    """
    nothing = narrator.list_state_lines(PddlState(frozenset()))
    facts: list[list[tuple[int, str]]] = [[] for _ in nothing]
    for fact, number in numbers.items():
        for told, line, empty in zip(
            facts, narrator.list_state_lines(PddlState(frozenset([fact]))), nothing, strict=True
        ):
            if line != empty:
                told.append((number, line.text))
    return [(line.place, told) for line, told in zip(nothing, facts, strict=True)]


def _encode_action(operator: GroundOperator, numbers: dict[Fact, int], space: TaskSpace, label: str) -> list[Any]:
    """Return a ground action as a list: its label, cost, precondition and changes.

    The precondition is a list of numbers of facts, negative for facts that must not hold. Each change has three lists: the condition in the
    same form, the facts that the change deletes, and the facts that it adds.
    """
    schema, binding = space.bind_action(*operator.move)
    assert isinstance(schema, Action)
    condition, effect = operator.rest_of_condition_and_effect
    asked_literals = {numbers[fact] for fact in operator.required} | {*_encode_literals(conjuncts(condition), numbers)}
    asked_literals |= {-numbers[fact] for fact in operator.forbidden & numbers.keys()}
    written = (substitute_objects(part, binding) for part in conjuncts(schema.precondition))
    first = [_encode_literal(part, numbers) for part in written]
    # As in `Task.find_violation`, the message names the first condition in the text that does not hold.
    order = [one for one in dict.fromkeys([*first, *sorted(asked_literals)]) if one in asked_literals]
    whole = (operator.deleted, operator.added)
    changes = [[[], *(sorted(numbers[fact] for fact in some & numbers.keys()) for some in whole)]]
    for part in conjuncts(effect):
        where, inner = (part.condition, part.effect) if isinstance(part, pddl.When) else (TRUE, part)
        found: dict[type[Any], LiteralNumbers] = {pddl.Delete: [], pddl.Add: []}
        for one in conjuncts(inner):
            if not isinstance(one, pddl.Delete | pddl.Add):
                raise NotPropositionalError
            found[type(one)] += [numbers[one.atom.fact]] if one.atom.fact in numbers else []
        changes.append([_encode_literals(conjuncts(where), numbers), *found.values()])
    return [label, space.cost(space.initial, operator.move), order, changes]


def _encode_literal(part: pddl.Condition, numbers: dict[Fact, int]) -> int:
    """Return the number of the fact that a condition requires, negative for a negated fact.

    The number is 0 for other conditions, and for facts that are not reachable.
    """
    match part:
        case pddl.Atom():
            return numbers.get(part.fact, 0)
        case pddl.Not(pddl.Atom() as atom):
            return -numbers.get(atom.fact, 0)
    return 0


def _encode_literals(parts: Iterable[pddl.Condition], numbers: dict[Fact, int]) -> LiteralNumbers:
    """Return the numbers of the facts that conditions require, negative for negated facts.

    Raises NotPropositionalError for other conditions.
    """
    found = [_encode_literal(part, numbers) for part in parts]
    if 0 in found:
        raise NotPropositionalError
    return found


def explain_page_limit() -> str:
    """Return a clause with the limits beyond which a task is too large for an interactive page."""
    return format_message("play.too-many-actions", actions=f"{MAX_ACTIONS:,}", states=f"{MAX_STATES:,}")
