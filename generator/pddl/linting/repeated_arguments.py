"""Actions that take one object for two parameters where their effects are meant for two objects.

PDDL lets an action have the same object for several of its parameters. Mostly that does no harm: a trip from a place to itself changes nothing.
It does harm where an effect is meant for two: `(cross ?a ?b)` carries one person who fills both seats, `(stack ?a ?b)` puts a block on itself.
"""

from __future__ import annotations

import itertools
from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import contents
from ferryplan.generator.pddl.grounding import NOTHING, GroundAction, Operator
from ferryplan.generator.pddl.linting.findings import Finding, found
from ferryplan.generator.pddl.normal_form import conjuncts, named_in, normal, normal_effect
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.tree import Action

MAX_STATES = 2_000
"""states among which one is looked for in which such an action is applicable"""

_Pair: TypeAlias = tuple[int, int]
_Key: TypeAlias = tuple[str, int]
"""the name of an action and the number of its parameters"""


def find_repeated_arguments(task: Task, applicable: Sequence[Operator]) -> Iterator[Finding]:
    """Yield the actions that do something else than they should when two of their arguments are the same object.

    ``applicable`` are the ground actions that may become applicable. An action is reported only if a state is found in which it
    is applicable with such arguments, and if no other action has the same effect then: a crossing of one person is no fault where
    the model has it anyway.
    """
    pairs = {
        (action.name, len(action.parameters)): some
        for action in task.domain.actions
        if isinstance(action, Action) and (some := _pairs_meant_for_two(action, task))
    }
    if not pairs:
        return
    others, roles = set[object](), set[tuple[_Key, int, str]]()
    for one in applicable:
        if not _equal_pairs(one.move, pairs):
            others.add(_change(one))
            roles.update((_key(one.move), place, name) for place, name in enumerate(one.move.arguments))

    def is_suspect(one: Operator) -> bool:
        """Return whether an action does with one object what it does with two, each of which may stand in either place."""
        in_both = (
            {(_key(one.move), place, one.move.arguments[place]) for place in pair} <= roles
            for pair in _equal_pairs(one.move, pairs)
        )
        return any(in_both) and _changes_something(one) and _change(one) not in others

    examples = _find_applicable(task, {one.move for one in applicable if is_suspect(one)})
    for action in task.domain.actions:
        names = [one.name for one in action.parameters]
        if moves := examples.get((action.name, len(names))):
            equal = dict.fromkeys(pair for example in moves for pair in _equal_pairs(example, pairs))
            fix = " ".join(f"(not (= {names[one]} {names[other]}))" for one, other in sorted(equal))
            first, second = (names[place] for place in _equal_pairs(moves[0], pairs)[0])
            words = {"action": action.name, "first": first, "second": second, "example": moves[0]}
            yield found("same-object-twice", task.domain.source, action.written, fix, **words)


def _pairs_meant_for_two(action: Action, task: Task) -> list[_Pair]:
    """Return the pairs of parameters whose effects merge, or relate an object to itself, where both are the same object."""
    effects = list(conjuncts(normal_effect(action.effect)))
    added = [one.atom for one in effects if isinstance(one, pddl.Add)]
    deleted = [one.atom for one in effects if isinstance(one, pddl.Delete)]
    denied = {
        part.condition
        for part in conjuncts(normal(action.precondition))
        if isinstance(part, pddl.Not) and isinstance(part.condition, pddl.Atom)
    }
    # Where two facts are used up, one that counts for both is a fault; two facts that are only added may well be one.
    used_up = [*deleted, *(atom for atom in added if atom in denied)]
    names = [one.name for one in action.parameters]
    found_pairs = list[_Pair]()
    for one, other in itertools.combinations(range(len(names)), 2):
        same = {names[other]: names[one]}
        merged = {_rename_terms(atom, same) for atom in used_up}
        alike = action.parameters[one].types == action.parameters[other].types
        of_itself = (
            _rename_terms(atom, same) for atom in added if alike and {names[one], names[other]} <= {*atom.terms}
        )
        removed = {_rename_terms(atom, same) for atom in deleted}
        if len(merged) < len({*used_up}) or any(
            atom not in removed and _is_never_of_itself(atom, names[one], task) for atom in of_itself
        ):
            found_pairs.append((one, other))
    return found_pairs


def _rename_terms(atom: pddl.Atom, names: Mapping[str, str]) -> pddl.Atom:
    return pddl.Atom(atom.predicate, tuple([names.get(term, term) for term in atom.terms]))


def _is_never_of_itself(atom: pddl.Atom, name: str, task: Task) -> bool:
    """Return whether a predicate, such as ``on``, changes and nothing says that it may relate an object to itself."""
    places = [place for place, term in enumerate(atom.terms) if term == name]
    everywhere = [*contents(task.domain, task.problem)]
    deleted = any(isinstance(one, pddl.Delete) and one.atom.predicate == atom.predicate for one in everywhere)
    named = [*task.problem.facts, *(one for part in everywhere for one in named_in(part) if isinstance(one, pddl.Atom))]
    alike = (one for one in named if one.predicate == atom.predicate)
    return deleted and not any(len({one.terms[place] for place in places}) == 1 for one in alike)


def _key(move: GroundAction) -> _Key:
    return move.name, len(move.arguments)


def _equal_pairs(move: GroundAction, pairs: Mapping[_Key, Sequence[_Pair]]) -> list[_Pair]:
    """Return the pairs of an action's arguments that are the same object and may be meant for two."""
    arguments = move.arguments
    return [(one, other) for one, other in pairs.get(_key(move), ()) if arguments[one] == arguments[other]]


def _change(one: Operator) -> tuple[object, ...]:
    return one.added - one.required, one.deleted - one.added, one.rest[1]


def _changes_something(one: Operator) -> bool:
    return bool(one.added - one.required or one.deleted - one.added or one.rest[1] != NOTHING)


def _find_applicable(task: Task, moves: Collection[GroundAction]) -> Mapping[_Key, Sequence[GroundAction]]:
    """Return those of ``moves``, by their actions, that are applicable in one of the first states, if the task can do without them.

    Where the goal is out of reach without them, they are meant: a boat for two that one person rows alone, as both of its rowers.
    """
    examples = defaultdict[_Key, dict[GroundAction, None]](dict)
    states, waiting, goal = {task.initial}, deque([task.initial] if moves else ()), False
    while waiting and len(states) < MAX_STATES:
        state = waiting.popleft()
        goal = goal or task.is_goal(state)
        for move, after in task.moves(state):
            if move in moves:
                examples[_key(move)][move] = None
            elif after not in states:
                states.add(after)
                waiting.append(after)
    return {key: [*some] for key, some in examples.items()} if waiting or goal else {}
