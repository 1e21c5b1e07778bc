"""The search for actions that can take one object for two parameters by mistake.

PDDL allows the same object for several parameters of an action. Mostly that does no harm: a trip from a place to
itself changes nothing. But it is a mistake if the effects are meant for two objects: `(cross ?a ?b)` carries one
person who counts as two, and `(stack ?a ?b)` puts a block on itself.
"""

from __future__ import annotations

import itertools
from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import walk_conditions_and_effects
from ferryplan.generator.pddl.grounding import NO_EFFECT, GroundAction, GroundOperator
from ferryplan.generator.pddl.linting.condition_edits import add_precondition
from ferryplan.generator.pddl.linting.findings import Finding, make_finding
from ferryplan.generator.pddl.normal_form import conjuncts, direct_references, effect_to_normal_form, to_normal_form
from ferryplan.generator.pddl.syntax_tree import Action
from ferryplan.generator.pddl.task import Task

MAX_STATES = 2_000
"""the maximum number of states to explore for an example of such an action"""

_Pair: TypeAlias = tuple[int, int]
_Key: TypeAlias = tuple[str, int]
"""the name of an action and the number of its parameters"""


def find_repeated_arguments(task: Task, applicable: Sequence[GroundOperator]) -> Iterator[Finding]:
    """Yield findings about actions with an unintended effect if two arguments are the same object.

    ``applicable`` are the ground actions that may become applicable. The function reports an action only if it is
    applicable with equal arguments in one of the states that the function examines, and no other action has the same
    effect. So it does not report a crossing of one person if the model also has an action for such crossings.
    """
    pairs = {
        (action.name, len(action.parameters)): some
        for action in task.domain.actions
        if isinstance(action, Action) and (some := _find_distinct_parameter_pairs(action, task))
    }
    if not pairs:
        return
    others, roles = set[object](), set[tuple[_Key, int, str]]()
    for one in applicable:
        if not _positions_with_equal_arguments(one.move, pairs):
            others.add(_effect_key(one))
            roles.update((_action_key(one.move), place, name) for place, name in enumerate(one.move.arguments))

    def has_suspicious_effect(one: GroundOperator) -> bool:
        """Return whether an action applies to one object an effect that is meant for two.

        The object must occur at both argument positions in ground actions with different arguments.
        """
        in_both = (
            {(_action_key(one.move), place, one.move.arguments[place]) for place in pair} <= roles
            for pair in _positions_with_equal_arguments(one.move, pairs)
        )
        return any(in_both) and _has_effect(one) and _effect_key(one) not in others

    examples = _find_applicable_examples(task, {one.move for one in applicable if has_suspicious_effect(one)})
    for action in task.domain.actions:
        names = [one.name for one in action.parameters]
        if moves := examples.get((action.name, len(names))):
            equal = dict.fromkeys(pair for example in moves for pair in _positions_with_equal_arguments(example, pairs))
            fix = " ".join(f"(not (= {names[one]} {names[other]}))" for one, other in sorted(equal))
            first, second = (names[place] for place in _positions_with_equal_arguments(moves[0], pairs)[0])
            words = {"action": action.name, "first": first, "second": second, "example": moves[0]}
            source, place = task.domain.source, action.source_node
            yield make_finding("same-object-twice", source, place, fix, add_precondition(source, place, fix), **words)


def _find_distinct_parameter_pairs(action: Action, task: Task) -> list[_Pair]:
    """Return the pairs of parameter positions that are meant for distinct objects.

    A pair is returned if, with the same object for both parameters, two effects become one effect, or an effect such
    as ``(on ?a ?b)`` relates the object to itself.
    """
    effects = list(conjuncts(effect_to_normal_form(action.effect)))
    added = [one.atom for one in effects if isinstance(one, pddl.Add)]
    deleted = [one.atom for one in effects if isinstance(one, pddl.Delete)]
    denied = {
        part.condition
        for part in conjuncts(to_normal_form(action.precondition))
        if isinstance(part, pddl.Not) and isinstance(part.condition, pddl.Atom)
    }
    # If an action consumes two facts, one fact in place of both is a fault. Two facts that are only added may
    # well be the same.
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
            atom not in removed and _is_irreflexive(atom, names[one], task) for atom in of_itself
        ):
            found_pairs.append((one, other))
    return found_pairs


def _rename_terms(atom: pddl.Atom, names: Mapping[str, str]) -> pddl.Atom:
    return pddl.Atom(atom.predicate, tuple([names.get(term, term) for term in atom.terms]))


def _is_irreflexive(atom: pddl.Atom, name: str, task: Task) -> bool:
    """Return whether a predicate, such as ``on``, seems never to relate an object to itself.

    ``name`` is the parameter that ``atom`` contains at several positions. The predicate counts as irreflexive if some
    action deletes its facts, and no fact or atom of the task has equal terms at all these positions.
    """
    places = [place for place, term in enumerate(atom.terms) if term == name]
    everywhere = [*walk_conditions_and_effects(task.domain, task.problem)]
    deleted = any(isinstance(one, pddl.Delete) and one.atom.predicate == atom.predicate for one in everywhere)
    named = [
        *task.problem.facts,
        *(one for part in everywhere for one in direct_references(part) if isinstance(one, pddl.Atom)),
    ]
    alike = (one for one in named if one.predicate == atom.predicate)
    return deleted and not any(len({one.terms[place] for place in places}) == 1 for one in alike)


def _action_key(move: GroundAction) -> _Key:
    return move.name, len(move.arguments)


def _positions_with_equal_arguments(move: GroundAction, pairs: Mapping[_Key, Sequence[_Pair]]) -> list[_Pair]:
    """Return the pairs of argument positions that have the same object, but are meant for distinct ones.

    ``pairs`` maps each action to its pairs of positions that are meant for distinct objects.
    """
    arguments = move.arguments
    return [(one, other) for one, other in pairs.get(_action_key(move), ()) if arguments[one] == arguments[other]]


def _effect_key(one: GroundOperator) -> tuple[object, ...]:
    return one.added - one.required, one.deleted - one.added, one.rest_of_condition_and_effect[1]


def _has_effect(one: GroundOperator) -> bool:
    return bool(one.added - one.required or one.deleted - one.added or one.rest_of_condition_and_effect[1] != NO_EFFECT)


def _find_applicable_examples(task: Task, moves: Collection[GroundAction]) -> Mapping[_Key, Sequence[GroundAction]]:
    """Return, for each action, those of the given moves that are applicable in a state found by a search.

    The search visits up to `MAX_STATES` states and uses only other moves. If it proves that the goal is unreachable
    without the given moves, they are intended and the result is empty. An example is a boat for two rowers that a
    single person may row.
    """
    examples = defaultdict[_Key, dict[GroundAction, None]](dict)
    states, waiting, goal = {task.initial}, deque([task.initial] if moves else ()), False
    while waiting and len(states) < MAX_STATES:
        state = waiting.popleft()
        goal = goal or task.is_goal(state)
        for move, after in task.successors(state):
            if move in moves:
                examples[_action_key(move)][move] = None
            elif after not in states:
                states.add(after)
                waiting.append(after)
    return {key: [*some] for key, some in examples.items()} if waiting or goal else {}
