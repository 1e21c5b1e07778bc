"""Relaxations of an unsolvable planning task, in order to find a change that makes it solvable.

A relaxed task has one more fact at the start, one goal fewer, or one more object.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.classical.strategy import ClassicalStrategy
from ferryplan.generator.family_types import PuzzleRelaxation, RuleConflict
from ferryplan.generator.pddl.expressions import And, Atom, TypedName
from ferryplan.generator.pddl.syntax_tree import Domain, InitialValue, Problem
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.generator.tasks.space import TaskSpace

MAX_STATES = 20_000
MAX_FACTS, MAX_GOALS, MAX_OBJECTS_PER_TYPE = 12, 20, 3
"""the largest numbers of facts, of goals, and of objects of each type to try"""


def suggest_relaxations(
    puzzle: TaskFile, instance: TaskInstance, conflict: RuleConflict
) -> Iterator[list[PuzzleRelaxation]]:
    """Yield groups of relaxed tasks, for the explanation of an unsolvable task.

    A relaxed task has one more fact at the start, one part of the goal fewer, or one more object, which is similar to
    an existing one.
    """
    domain, problem = instance.syntax_trees

    def make_relaxation(description: str, **parts: Any) -> PuzzleRelaxation:
        other = replace(problem, **parts)
        # The theorem is about the puzzle as published; it may be false for a relaxed one.
        return PuzzleRelaxation(description, replace(instance, theorem="", change_problem=lambda _: other))

    for fact in _find_missing_facts(instance):
        says = format_message("planning.fact-at-start", fact=fact)
        yield [make_relaxation(says, initial=(*problem.initial, fact))]
    parts = problem.goal.parts if isinstance(problem.goal, And) else ()
    for row, part in enumerate(parts[:MAX_GOALS]):
        says = format_message("planning.goal-dropped", goal=part)
        yield [make_relaxation(says, goal=And((*parts[:row], *parts[row + 1 :])))]
    for types in dict.fromkeys(one.types for one in problem.objects):
        like = [one for one in problem.objects if one.types == types][:MAX_OBJECTS_PER_TYPE]
        yield [
            make_relaxation(
                format_message("planning.another-object", object=one.name), **_add_similar_object(domain, problem, one)
            )
            for one in like
        ]


def _find_missing_facts(instance: TaskInstance) -> Iterator[Atom]:
    """Yield facts that would unblock an action if they were in the initial state.

    The action would add a fact that holds in no reachable state.
    """
    strategy = ClassicalStrategy(instance.get_or_make(TaskSpace))
    reach = strategy.explore_to_goal(MAX_STATES, lambda found: True)
    if reach.goal_reached or not reach.complete:
        return
    lacking = (lack.ground_condition for _, lack in strategy.find_blocked_actions(reach))
    facts = dict.fromkeys(one for one in lacking if isinstance(one, Atom))
    yield from itertools.islice(facts, MAX_FACTS)


def _add_similar_object(domain: Domain, problem: Problem, model_object: TypedName) -> dict[str, Any]:
    """Return the ``objects`` and the ``initial`` state of a problem with a copy of an object.

    All initial facts and values of ``model_object`` are repeated for the copy.
    """
    taken = {one.name for one in (*domain.constants, *problem.objects)}
    new = next(name for number in itertools.count(2) if (name := f"{model_object.name}-{number}") not in taken)

    def rename_terms(terms: Sequence[str]) -> tuple[str, ...]:
        return tuple(new if name == model_object.name else name for name in terms)

    facts = [replace(fact, terms=rename_terms(fact.terms)) for fact in problem.facts if model_object.name in fact.terms]
    values = [
        InitialValue(replace(function, terms=rename_terms(function.terms)), number)
        for function, number in problem.values.items()
        if model_object.name in function.terms
    ]
    return {
        "objects": (*problem.objects, replace(model_object, name=new)),
        "initial": (*problem.initial, *facts, *values),
    }
