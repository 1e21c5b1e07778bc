"""What an interactive page needs of a planning task: ground actions over numbered facts, and sentences for conditions that do not hold."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.page_table import MOST_STATES, picture_states, tabulate_space
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.grounding import Operator
from ferryplan.generator.pddl.normal_form import TRUE, conjuncts, substituted
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.pddl.tree import Action
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.teller import TaskTeller
from ferryplan.generator.teller import Teller

MOST_ACTIONS = 2_000
Literals = list[int]
"""numbers of facts, below zero where they must not hold"""


class BeyondActionsError(ValueError):
    """A task of which more is asked than which facts hold."""


def number_facts(space: TaskSpace) -> dict[Fact, int]:
    """Return the facts within reach, sorted, each with its number from 1 on."""
    # Zero has no opposite, so numbers begin with 1.
    return {fact: number for number, fact in enumerate(sorted(space.within_reach[1]), 1)}


def make_page_data(instance: TaskInstance) -> dict[str, Any] | None:
    """Return the ground actions of a task; a table of its states if its actions also depend on numbers or derived facts.

    Return None for a task that is too large. Raises EncodingError where moves do not follow one another.
    """
    space, teller = instance.once(TaskSpace), instance.once(TaskTeller)
    numbers, initial = number_facts(space), space.initial
    seen = [numbers[fact] for fact in sorted(initial.facts)]
    if len(space.within_reach[0]) <= MOST_ACTIONS and not space.derived_predicates and not initial.values:
        with contextlib.suppress(BeyondActionsError):
            goal = _literals(conjuncts(space.grounding.condition(space.goal, {})), numbers)
            actions = [_action(one, numbers, space, teller.label(one.move)) for one in space.within_reach[0]]
            # Facts count from 1; nothing has the number 0.
            lacks = [["", ""], *([space.sentences.lacking(fact), space.sentences.fact(fact)] for fact in numbers)]
            headings = _headings(teller, numbers)
            return {"initial": seen, "goal": goal, "actions": actions, "lacks": lacks, "headings": headings}
    if not instance.file.pictures:
        return tabulate_space(space, teller, picture_states(teller), lambda state: (), teller.choice)
    if space.derived_predicates:
        return None
    table = tabulate_space(
        space, teller, lambda state: sorted(map(numbers.__getitem__, state.facts)), lambda state: (), teller.choice
    )
    return table and {**table, "headings": _headings(teller, numbers)}


def _headings(teller: Teller[State, Any], numbers: dict[Fact, int]) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return of each line of a state what it is about, and the facts, each by its number, with what it says of them."""
    nothing = teller.lines(State(frozenset()))
    facts: list[list[tuple[int, str]]] = [[] for _ in nothing]
    for fact, number in numbers.items():
        for told, line, empty in zip(facts, teller.lines(State(frozenset([fact]))), nothing, strict=True):
            if line != empty:
                told.append((number, line.text))
    return [(line.place, told) for line, told in zip(nothing, facts, strict=True)]


def _action(operator: Operator, numbers: dict[Fact, int], space: TaskSpace, label: str) -> list[Any]:
    """Return an action: its words, its cost, what it asks in the order of its precondition, and its changes.

    Of each change that is: where what holds, what it deletes and what it adds.
    """
    schema, binding = space.bound(*operator.move)
    assert isinstance(schema, Action)
    condition, effect = operator.rest
    asked = {numbers[fact] for fact in operator.required} | {*_literals(conjuncts(condition), numbers)}
    asked |= {-numbers[fact] for fact in operator.forbidden & numbers.keys()}
    written = (substituted(part, binding) for part in conjuncts(schema.precondition))
    first = [_literal(part, numbers) for part in written]
    # As in `Task.unheld`, the message names the first condition in the text that does not hold.
    order = [one for one in dict.fromkeys([*first, *sorted(asked)]) if one in asked]
    whole = (operator.deleted, operator.added)
    changes = [[[], *(sorted(numbers[fact] for fact in some & numbers.keys()) for some in whole)]]
    for part in conjuncts(effect):
        where, inner = (part.condition, part.effect) if isinstance(part, pddl.When) else (TRUE, part)
        found: dict[type[Any], Literals] = {pddl.Delete: [], pddl.Add: []}
        for one in conjuncts(inner):
            if not isinstance(one, pddl.Delete | pddl.Add):
                raise BeyondActionsError
            found[type(one)] += [numbers[one.atom.fact]] if one.atom.fact in numbers else []
        changes.append([_literals(conjuncts(where), numbers), *found.values()])
    return [label, space.cost(space.initial, operator.move), order, changes]


def _literal(part: pddl.Condition, numbers: dict[Fact, int]) -> int:
    """Return the literal that a condition is; 0 for any other condition, and for what no fact within reach is about."""
    match part:
        case pddl.Atom():
            return numbers.get(part.fact, 0)
        case pddl.Not(pddl.Atom() as atom):
            return -numbers.get(atom.fact, 0)
    return 0


def _literals(parts: Iterable[pddl.Condition], numbers: dict[Fact, int]) -> Literals:
    """Return conditions as literals. Raises BeyondActionsError for others."""
    found = [_literal(part, numbers) for part in parts]
    if 0 in found:
        raise BeyondActionsError
    return found


def explain_page_limit() -> str:
    """Return a clause that says when a task is too large for an interactive page."""
    return format_message("play.too-many-actions", actions=f"{MOST_ACTIONS:,}", states=f"{MOST_STATES:,}")
