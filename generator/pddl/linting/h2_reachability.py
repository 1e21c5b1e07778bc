"""Findings about unreachable actions, goals and useless objects, by the heuristic h^2.

The heuristic is from Patrik Haslum and Héctor Geffner, "Admissible heuristics for optimal planning" (AIPS 2000). Sets
of facts are bit masks here. Negative conditions, numbers and conditions of effects count as satisfied, so h^2
overestimates the reachable facts. An action or a goal that it rules out is therefore really unreachable.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ferryplan.generator.masks import mask_indices
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.grounding import GroundOperator
from ferryplan.generator.pddl.linting.findings import Finding, make_finding
from ferryplan.generator.pddl.linting.repeated_arguments import find_repeated_arguments
from ferryplan.generator.pddl.normal_form import FALSE, conjuncts, effect_to_normal_form, to_normal_form
from ferryplan.generator.pddl.states import Fact, StateView
from ferryplan.generator.pddl.syntax_tree import Action, DurativeAction
from ferryplan.generator.pddl.task import Task

MAX_GROUND_ACTIONS = 10_000
"""the maximum number of ground actions; for larger tasks there are no findings"""


def find_unreachable_parts(task: Task) -> Iterator[Finding]:
    """Yield findings about inapplicable actions, useless objects, and goals that cannot hold.

    A finding about goals names a single goal that cannot hold, or two goals that cannot hold together. Delete effects
    without effect and repeated arguments are reported, too. There are no findings for temporal tasks, and none for
    tasks with more than `MAX_GROUND_ACTIONS` ground actions.
    """
    domain, problem = task.domain, task.problem
    operators = [] if domain.is_timed else list(itertools.islice(task.ground_operators(), MAX_GROUND_ACTIONS + 1))
    if domain.is_timed or len(operators) > MAX_GROUND_ACTIONS:
        return
    numbers, rows, applicable = _compute_h2(task, operators)
    yield from _find_idle_deletes(task, numbers, rows, applicable)
    yield from find_repeated_arguments(task, applicable)
    reached = [fact for fact, number in numbers.items() if rows[number]]
    start = {atom.fact for atom in problem.facts}
    view = StateView(task.objects, {*start, *reached}, {})
    derived = {rule.atom.predicate for rule in domain.derivation_rules}

    def required_atoms(condition: pddl.Condition) -> list[pddl.Atom]:
        parts = conjuncts(to_normal_form(condition))
        return [one for one in parts if isinstance(one, pddl.Atom) and one.predicate not in derived]

    moving = {(one.move.name, len(one.move.arguments)) for one in applicable}
    for action in domain.actions:
        if (action.name, len(action.parameters)) not in moving and not isinstance(action, DurativeAction):
            atoms = required_atoms(action.precondition)
            failing = (
                one for one in atoms if not any(True for _ in view.bindings_satisfying(action.parameters, one, {}))
            )
            if (one := next(failing, None)) is not None:
                yield make_finding(
                    "never-applicable", domain.source, one.source_node, action=action.name, condition=one
                )
            else:
                yield make_finding("never-applicable-together", domain.source, action.source_node, action=action.name)
    busy = {name for one in applicable for name in one.move.arguments}
    busy |= {name for fact in (*start, *reached) for name in fact[1:]}
    for thing in problem.objects:
        if thing.name not in busy:
            yield make_finding("idle-object", problem.source, thing.source_node, name=thing.name)
    met = list[pddl.Atom]()
    for goal in required_atoms(problem.goal):
        if not view.holds(goal, {}):
            yield make_finding("goal-never-met", problem.source, goal.source_node, goal=goal)
        elif goal.fact in numbers:
            met.append(goal)
    for one, goal in itertools.combinations(met, 2):
        if not rows[numbers[one.fact]] >> numbers[goal.fact] & 1:
            yield make_finding("goals-exclude", problem.source, goal.source_node, goal=goal, other=one)


def _find_idle_deletes(
    task: Task, numbers: Mapping[Fact, int], rows: Sequence[int], applicable: Sequence[GroundOperator]
) -> Iterator[Finding]:
    """Yield findings about delete effects whose fact never holds when the action is applicable.

    ``numbers``, ``rows`` and ``applicable`` are the results of `_compute_h2`.
    """
    deletes = {
        (action.name, len(action.parameters)): [
            (one.atom, [parameter.name for parameter in action.parameters])
            for one in conjuncts(effect_to_normal_form(action.effect))
            if isinstance(one, pddl.Delete)
        ]
        for action in task.domain.actions
        if isinstance(action, Action)
    }
    idle = {id(atom): (atom, name) for (name, _), some in deletes.items() for atom, _ in some}
    tried = set[int]()
    for operator in applicable:
        move, beside = operator.move, -1
        for fact in operator.required:
            beside &= rows[numbers[fact]]
        for atom, parameters in deletes[move.name, len(move.arguments)]:
            tried.add(id(atom))
            binding = dict(zip(parameters, move.arguments, strict=True))
            fact = (atom.predicate, *(binding.get(term, term) for term in atom.terms))
            if fact in numbers and rows[numbers[fact]] and beside >> numbers[fact] & 1:
                idle.pop(id(atom), None)
    for key, (atom, name) in idle.items():
        if key in tried:
            yield make_finding("deletes-nothing", task.domain.source, atom.source_node, atom=atom, action=name)


def _compute_h2(task: Task, operators: list[GroundOperator]) -> tuple[dict[Fact, int], list[int], list[GroundOperator]]:
    """Return the numbers of the changing facts, their h^2 rows, and the applicable ground actions.

    The row of a fact is a bit mask of the facts that can hold together with it; it is 0 if the fact cannot
    hold. Bit positions and rows follow the numbers of the facts.
    """
    start = task.initial.facts
    steps = [
        (one, one.possible_additions, one.deleted - one.possible_additions)
        for one in operators
        if one.rest_of_condition_and_effect[0] != FALSE
    ]
    facts = [*start, *(fact for one, added, gone in steps for fact in (*one.required, *added, *gone))]
    numbers = {fact: number for number, fact in enumerate(dict.fromkeys(facts))}

    def mask_of(some: Iterable[Fact]) -> int:
        return sum(1 << numbers[fact] for fact in some)

    bits = [(one, mask_of(one.required), mask_of(added), mask_of(gone)) for one, added, gone in steps]
    reached, applicable, grown = mask_of(start), dict[int, GroundOperator](), True
    rows = [reached if fact in start else 0 for fact in numbers]
    while grown:
        grown = False
        for one, required, adding, deleting in bits:
            beside = reached
            for number in mask_indices(required):
                beside &= rows[number]
            if required & ~beside:
                continue
            applicable[id(one)] = one
            beside = (beside & ~deleting) | adding
            for number in mask_indices(adding):
                for other in mask_indices(beside & ~rows[number]):
                    rows[other] |= 1 << number
                    rows[number] |= 1 << other
                    grown = True
            reached |= adding
    return numbers, rows, list(applicable.values())
