"""The objects of a planning task and the facts about them, for a page without a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.tasks.space import TaskSpace

MAX_OBJECTS, MAX_FIXED_FACTS, MAX_LISTED_OBJECTS = 200, 500, 6
"""limits on the objects of a network and on its facts that never change, and on the objects in one list"""
PLACE_WORDS = frozenset({"at", "in", "on", "inside", "onto", "loc", "located", "location", "atop"}) | frozenset(
    {"stands", "lies", "sits", "rests", "parked", "placed", "stored"}
)
"""the words by which a predicate says that its first object is in, on or at its second"""


def make_network(space: TaskSpace, numbers: Mapping[Fact, int], moves: Iterable[GroundAction]) -> dict[str, Any] | None:
    """Return the objects of a task with their types, the facts about them, and the objects of each move.

    Returns None if the task has more than 200 objects or none. A fact is a triple: its predicate in words, the numbers of
    its objects, and whether it says that the first object is in, on or at the second.
    """
    sentences = space.sentences
    domain, problem = space.instance.syntax_trees
    declared = {one.name: one.types[0] for one in (*domain.constants, *problem.objects)}
    if not 0 < len(declared) <= MAX_OBJECTS:
        return None
    objects = {name: number for number, name in enumerate(declared)}
    facts: list[Any] = [["", [], False]]
    for fact in numbers:
        words = sentences.predicate_phrase(fact[0]) if sentences.is_described(fact[0]) else ""
        facts.append([words, [objects[name] for name in fact[1:]], len(fact) == 3 and _says_where(fact[0])])
    return {
        "objects": [[sentences.object_phrase(name), sentences.type_phrase(kind)] for name, kind in declared.items()],
        "facts": facts,
        "fixed": _list_fixed_facts(space, objects),
        "about": [[objects[name] for name in dict.fromkeys(move.arguments)] for move in moves],
    }


def _says_where(predicate: str) -> bool:
    """Return whether the name of a predicate says that its first object is in, on or at its second."""
    words = predicate.split("-")
    return predicate in PLACE_WORDS or words[0] in PLACE_WORDS or words[-1] in PLACE_WORDS


def _list_fixed_facts(space: TaskSpace, objects: Mapping[str, int]) -> dict[str, list[tuple[str, list[int]]]]:
    """Return for each object the static facts that begin with it, with one or two objects each.

    A predicate that relates an object to more than six others is left out, because it tells too little for its length.
    """
    found: dict[str, dict[str, list[int]]] = {}
    initial = sorted((one.predicate, *one.terms) for one in space.instance.syntax_trees[1].facts)
    static = [fact for fact in initial if space.is_static(fact[0]) and len(fact) in (2, 3)]
    for name, first, *others in static[:MAX_FIXED_FACTS]:
        if space.sentences.is_described(name):
            words = space.sentences.predicate_phrase(name)
            found.setdefault(str(objects[first]), {}).setdefault(words, []).extend(objects[one] for one in others)
    return {
        number: [(words, others) for words, others in by_words.items() if len(others) <= MAX_LISTED_OBJECTS]
        for number, by_words in found.items()
    }
