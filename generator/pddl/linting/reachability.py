"""What can never be, by which facts can hold together: actions, objects and goals that are out of reach.

That is h^2 of Patrik Haslum and Héctor Geffner, "Admissible heuristics for optimal planning" (AIPS 2000), with facts as bits. It allows too much,
so what it rules out is ruled out: what is denied, numbers and conditions of effects are taken to be as they should.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ferryplan.generator.masks import members
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.grounding import Operator
from ferryplan.generator.pddl.linting.findings import Finding, found
from ferryplan.generator.pddl.linting.repeated_arguments import find_repeated_arguments
from ferryplan.generator.pddl.normal_form import FALSE, conjuncts, normal, normal_effect
from ferryplan.generator.pddl.states import Fact, View
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.tree import Action, DurativeAction

MOST_GROUND = 10_000
"""ground actions, if there are more of which nothing is looked for"""


def unreachable(task: Task) -> Iterator[Finding]:
    """Yield actions that are never applicable, objects of no use, and goals that cannot be met, alone or at once. Says nothing of actions in time."""
    domain, problem = task.domain, task.problem
    operators = [] if domain.is_timed else list(itertools.islice(task.ground(), MOST_GROUND + 1))
    if domain.is_timed or len(operators) > MOST_GROUND:
        return
    numbers, rows, applicable = _together(task, operators)
    yield from _idle_deletes(task, numbers, rows, applicable)
    yield from find_repeated_arguments(task, applicable)
    reached = [fact for fact, number in numbers.items() if rows[number]]
    start = {atom.fact for atom in problem.facts}
    view = View(task.objects, {*start, *reached}, {})
    derived = {rule.atom.predicate for rule in domain.derived}

    def asked(condition: pddl.Condition) -> list[pddl.Atom]:
        parts = conjuncts(normal(condition))
        return [one for one in parts if isinstance(one, pddl.Atom) and one.predicate not in derived]

    moving = {(one.move.name, len(one.move.arguments)) for one in applicable}
    for action in domain.actions:
        if (action.name, len(action.parameters)) not in moving and not isinstance(action, DurativeAction):
            atoms = asked(action.precondition)
            failing = (one for one in atoms if not any(True for _ in view.bindings(action.parameters, one, {})))
            if (one := next(failing, None)) is not None:
                yield found("never-applicable", domain.source, one.written, action=action.name, condition=one)
            else:
                yield found("never-applicable-together", domain.source, action.written, action=action.name)
    busy = {name for one in applicable for name in one.move.arguments}
    busy |= {name for fact in (*start, *reached) for name in fact[1:]}
    for thing in problem.objects:
        if thing.name not in busy:
            yield found("idle-object", problem.source, thing.written, name=thing.name)
    met = list[pddl.Atom]()
    for goal in asked(problem.goal):
        if not view.holds(goal, {}):
            yield found("goal-never-met", problem.source, goal.written, goal=goal)
        elif goal.fact in numbers:
            met.append(goal)
    for one, goal in itertools.combinations(met, 2):
        if not rows[numbers[one.fact]] >> numbers[goal.fact] & 1:
            yield found("goals-exclude", problem.source, goal.written, goal=goal, other=one)


def _idle_deletes(
    task: Task, numbers: Mapping[Fact, int], rows: Sequence[int], applicable: Sequence[Operator]
) -> Iterator[Finding]:
    """Yield the delete effects whose fact holds in no state in which their action is applicable."""
    deletes = {
        (action.name, len(action.parameters)): [
            (one.atom, [parameter.name for parameter in action.parameters])
            for one in conjuncts(normal_effect(action.effect))
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
            yield found("deletes-nothing", task.domain.source, atom.written, atom=atom, action=name)


def _together(task: Task, operators: list[Operator]) -> tuple[dict[Fact, int], list[int], list[Operator]]:
    """Return the changing facts, numbered, for each those with which it can hold as bits, none if it cannot hold, and what is applicable."""
    start = task.initial.facts
    steps = [(one, one.gained, one.deleted - one.gained) for one in operators if one.rest[0] != FALSE]
    facts = [*start, *(fact for one, added, gone in steps for fact in (*one.required, *added, *gone))]
    numbers = {fact: number for number, fact in enumerate(dict.fromkeys(facts))}

    def mask(some: Iterable[Fact]) -> int:
        return sum(1 << numbers[fact] for fact in some)

    bits = [(one, mask(one.required), mask(added), mask(gone)) for one, added, gone in steps]
    reached, applicable, grown = mask(start), dict[int, Operator](), True
    rows = [reached if fact in start else 0 for fact in numbers]
    while grown:
        grown = False
        for one, required, adding, deleting in bits:
            beside = reached
            for number in members(required):
                beside &= rows[number]
            if required & ~beside:
                continue
            applicable[id(one)] = one
            beside = (beside & ~deleting) | adding
            for number in members(adding):
                for other in members(beside & ~rows[number]):
                    rows[other] |= 1 << number
                    rows[number] |= 1 << other
                    grown = True
            reached |= adding
    return numbers, rows, list(applicable.values())
