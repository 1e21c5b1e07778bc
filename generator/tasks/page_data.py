"""The data of a planning task for an interactive page: ground actions over numbered facts.

The data include sentences for conditions that do not hold.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.page_table import MAX_STATES, make_state_formatter, tabulate_space
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.grounding import GroundOperator
from ferryplan.generator.pddl.normal_form import TRUE, conjuncts, substitute
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.pddl.syntax_tree import Action
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.narrator import TaskNarrator
from ferryplan.generator.tasks.space import TaskSpace

MAX_ACTIONS = 2_000
LiteralNumbers = list[int]
"""numbers of facts, negative for facts that must not hold"""


class NotPropositionalError(ValueError):
    """A task with conditions or effects that are not about facts only."""


def number_facts(space: TaskSpace) -> dict[Fact, int]:
    """Return the reachable facts, sorted, with their numbers from 1 on."""
    # Zero has no opposite, so the numbers begin with 1.
    return {fact: number for number, fact in enumerate(sorted(space.relaxed_reachability[1]), 1)}


def make_page_data(instance: TaskInstance) -> dict[str, Any] | None:
    """Return the ground actions of a task, or a table of its states; None if the task is too large.

    The table is for tasks whose actions also depend on numbers or derived facts. Raises EncodingError if actions may overlap.
    """
    space, narrator = instance.get_or_make(TaskSpace), instance.get_or_make(TaskNarrator)
    numbers, initial = number_facts(space), space.initial
    seen = [numbers[fact] for fact in sorted(initial.facts)]
    if len(space.relaxed_reachability[0]) <= MAX_ACTIONS and not space.derived_predicates and not initial.values:
        with contextlib.suppress(NotPropositionalError):
            goal = _encode_literals(conjuncts(space.grounding.ground_condition(space.goal, {})), numbers)
            actions = [
                _action_as_data(one, numbers, space, narrator.label_move(one.move))
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
            headings = _make_headings(narrator, numbers)
            return {"initial": seen, "goal": goal, "actions": actions, "lacks": lacks, "headings": headings}
    if not instance.file.pictures:
        return tabulate_space(space, narrator, make_state_formatter(narrator), lambda state: (), narrator.label_choice)
    if space.derived_predicates:
        return None
    table = tabulate_space(
        space,
        narrator,
        lambda state: sorted(map(numbers.__getitem__, state.facts)),
        lambda state: (),
        narrator.label_choice,
    )
    return table and {**table, "headings": _make_headings(narrator, numbers)}


def _make_headings(
    narrator: Narrator[PddlState, Any], numbers: dict[Fact, int]
) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return for each line of a state its heading, and pairs (number, text) of the facts that it may show."""
    nothing = narrator.list_state_lines(PddlState(frozenset()))
    facts: list[list[tuple[int, str]]] = [[] for _ in nothing]
    for fact, number in numbers.items():
        for told, line, empty in zip(
            facts, narrator.list_state_lines(PddlState(frozenset([fact]))), nothing, strict=True
        ):
            if line != empty:
                told.append((number, line.text))
    return [(line.place, told) for line, told in zip(nothing, facts, strict=True)]


def _action_as_data(operator: GroundOperator, numbers: dict[Fact, int], space: TaskSpace, label: str) -> list[Any]:
    """Return an action as data: its label, its cost, the literals of its precondition, its changes.

    The literals are in the order of the precondition. Each change has three lists: its conditions, the facts that it deletes, and the facts
    that it adds.
    """
    schema, binding = space.bind_action(*operator.move)
    assert isinstance(schema, Action)
    condition, effect = operator.other_condition_and_effect
    asked_literals = {numbers[fact] for fact in operator.required} | {*_encode_literals(conjuncts(condition), numbers)}
    asked_literals |= {-numbers[fact] for fact in operator.forbidden & numbers.keys()}
    written = (substitute(part, binding) for part in conjuncts(schema.precondition))
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
    """Return the literal for a condition; 0 for other conditions, and for facts that are not reachable."""
    match part:
        case pddl.Atom():
            return numbers.get(part.fact, 0)
        case pddl.Not(pddl.Atom() as atom):
            return -numbers.get(atom.fact, 0)
    return 0


def _encode_literals(parts: Iterable[pddl.Condition], numbers: dict[Fact, int]) -> LiteralNumbers:
    """Return conditions as literals. Raises NotPropositionalError for other conditions."""
    found = [_encode_literal(part, numbers) for part in parts]
    if 0 in found:
        raise NotPropositionalError
    return found


def explain_page_limit() -> str:
    """Return a clause that says when a task is too large for an interactive page."""
    return format_message("play.too-many-actions", actions=f"{MAX_ACTIONS:,}", states=f"{MAX_STATES:,}")
