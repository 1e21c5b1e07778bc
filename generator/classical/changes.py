"""What could be changed in a planning task, one thing at a time: a fact more at the start, a goal less, an object more."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

from generator.classical.instance import ClassicalInstance
from generator.classical.puzzle_file import ClassicalFile
from generator.classical.sentences import Sentences, plain, sentences_of
from generator.classical.space import ClassicalSpace
from generator.classical.strategy import ClassicalStrategy
from generator.family import Change, Conflict
from generator.pddl.expressions import And, Atom, Condition
from generator.pddl.tree import Problem

MOST_STATES = 20_000
MOST_FACTS, MOST_GOALS, MOST_LIKE = 12, 20, 3
"""how many facts, goals, and objects of a type are tried"""


def changes(puzzle: ClassicalFile, instance: ClassicalInstance, conflict: Conflict) -> Iterator[list[Change]]:
    """Yield changes in groups: each fact that alone is lacking somewhere, each part of the goal, for each type objects like those there are."""
    _, problem = instance.trees
    sentences = instance.once(sentences_of)
    for fact in _lacking(instance):
        says = f"if this held at the start: {sentences.fact((fact.predicate, *fact.terms))}"
        yield [_changed(instance, says, _with_fact(fact))]
    parts = problem.goal.parts if isinstance(problem.goal, And) else ()
    for row in range(min(len(parts), MOST_GOALS)):
        rest = And((*parts[:row], *parts[row + 1 :]))
        yield [_changed(instance, f"without this goal: {_wanted(sentences, parts[row])}", _with_goal(rest))]
    kinds = dict.fromkeys(one.types for one in problem.objects)
    for types in kinds:
        like = [one.name for one in problem.objects if one.types == types][:MOST_LIKE]
        what = " or ".join(map(plain, types))
        yield [
            _changed(instance, f"with one more {what}, like {sentences.object(name)}", _with_another(name))
            for name in like
        ]


def _changed(instance: ClassicalInstance, says: str, change: Callable[[Problem], Problem]) -> Change:
    return Change(says, replace(instance, changed=lambda problem: change(instance.changed(problem))))


def _lacking(instance: ClassicalInstance) -> Iterator[Atom]:
    """Yield the facts that alone are lacking for actions that would lead on."""
    strategy = ClassicalStrategy(instance.once(ClassicalSpace))
    reach = strategy.reach(MOST_STATES, lambda found: True)
    if reach.goal or not reach.complete:
        return
    lacking = (lack.unheld for _, lack in strategy.lacking(reach))
    facts = dict.fromkeys(one for one in lacking if isinstance(one, Atom))
    yield from itertools.islice(facts, MOST_FACTS)


def _wanted(sentences: Sentences, condition: Condition) -> str:
    match condition:
        case Atom(predicate, terms):
            return sentences.fact((predicate, *terms))
    return str(condition)


def _with_fact(fact: Atom) -> Callable[[Problem], Problem]:
    return lambda problem: replace(problem, initial=(*problem.initial, fact))


def _with_goal(goal: Condition) -> Callable[[Problem], Problem]:
    return lambda problem: replace(problem, goal=goal)


def _with_another(name: str) -> Callable[[Problem], Problem]:
    """Return what adds an object of which all is so at the start that is so of another one."""

    def change(problem: Problem) -> Problem:
        taken = {one.name for one in problem.objects}
        new = next(f"{name}-{number}" for number in itertools.count(2) if f"{name}-{number}" not in taken)
        [like] = (one for one in problem.objects if one.name == name)
        facts = (
            replace(one, terms=tuple(new if term == name else term for term in one.terms)) for one in problem.facts
        )
        more = tuple(one for one in facts if new in one.terms)
        return replace(problem, objects=(*problem.objects, replace(like, name=new)), initial=(*problem.initial, *more))

    return change
