"""What could be changed in a planning task, one thing at a time: a fact more at the start, a goal less, an object more."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.classical.strategy import ClassicalStrategy
from ferryplan.generator.family_types import Change, Conflict
from ferryplan.generator.pddl.expressions import And, Atom, Typed
from ferryplan.generator.pddl.tree import Domain, Problem, Value
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.generator.tasks.space import TaskSpace

MOST_STATES = 20_000
MOST_FACTS, MOST_GOALS, MOST_LIKE = 12, 20, 3
"""how many facts, goals, and objects of a type are tried"""


def changes(puzzle: TaskFile, instance: TaskInstance, conflict: Conflict) -> Iterator[list[Change]]:
    """Yield changes in groups: each fact that alone is lacking somewhere, each part of the goal, for each type objects like those there are."""
    domain, problem = instance.trees

    def changed(says: str, **parts: Any) -> Change:
        other = replace(problem, **parts)
        # The theorem is about the puzzle as published; it may be false of a changed one.
        return Change(says, replace(instance, theorem="", changed=lambda _: other))

    for fact in _lacking(instance):
        says = format_message("planning.fact-at-start", fact=fact)
        yield [changed(says, initial=(*problem.initial, fact))]
    parts = problem.goal.parts if isinstance(problem.goal, And) else ()
    for row, part in enumerate(parts[:MOST_GOALS]):
        says = format_message("planning.goal-dropped", goal=part)
        yield [changed(says, goal=And((*parts[:row], *parts[row + 1 :])))]
    for types in dict.fromkeys(one.types for one in problem.objects):
        like = [one for one in problem.objects if one.types == types][:MOST_LIKE]
        yield [
            changed(format_message("planning.another-object", object=one.name), **_with_another(domain, problem, one))
            for one in like
        ]


def _lacking(instance: TaskInstance) -> Iterator[Atom]:
    """Yield the facts that alone are lacking for actions that would lead on."""
    strategy = ClassicalStrategy(instance.once(TaskSpace))
    reach = strategy.reach(MOST_STATES, lambda found: True)
    if reach.goal or not reach.complete:
        return
    lacking = (lack.unheld for _, lack in strategy.lacking(reach))
    facts = dict.fromkeys(one for one in lacking if isinstance(one, Atom))
    yield from itertools.islice(facts, MOST_FACTS)


def _with_another(domain: Domain, problem: Problem, like: Typed) -> dict[str, Any]:
    """Return the objects and the start of a problem with one more object, which has all facts and values of another one."""
    taken = {one.name for one in (*domain.constants, *problem.objects)}
    new = next(name for number in itertools.count(2) if (name := f"{like.name}-{number}") not in taken)

    def rename_terms(terms: Sequence[str]) -> tuple[str, ...]:
        return tuple(new if name == like.name else name for name in terms)

    facts = [replace(fact, terms=rename_terms(fact.terms)) for fact in problem.facts if like.name in fact.terms]
    values = [
        Value(replace(function, terms=rename_terms(function.terms)), number)
        for function, number in problem.values.items()
        if like.name in function.terms
    ]
    return {"objects": (*problem.objects, replace(like, name=new)), "initial": (*problem.initial, *facts, *values)}
