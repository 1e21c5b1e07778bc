"""The objects of a planning task and the facts about them, for a page without a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from ferryplan.generator.pddl.expressions import NumericConstant
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.whereabouts import THING_FIRST, find_place_predicates, find_roads, has_place_word

MAX_OBJECTS, MAX_FIXED_FACTS, MAX_LISTED_OBJECTS = 200, 500, 6
"""limits on the objects of a network and on its facts that never change, and on the objects in one list"""
UNTYPED = "object"

ValueNumbers: TypeAlias = Mapping[tuple[Fact, Fraction], int]
"""the number of each value that a function has in some state"""


class StateNumbers(NamedTuple):
    """Numbers for the facts of states, counted from 1, and then for the values of functions."""

    facts: Mapping[Fact, int]
    values: ValueNumbers

    def encode(self, state: PddlState) -> list[int]:
        """Return the numbers of the facts and values of a state, in ascending order."""
        return sorted([*map(self.facts.__getitem__, state.facts), *map(self.values.__getitem__, state.values)])


def number_states(states: Iterable[PddlState]) -> StateNumbers:
    """Return numbers for the facts and values of some states, in sorted order."""
    facts, values = set[Fact](), set[tuple[Fact, Fraction]]()
    for state in states:
        facts |= state.facts
        values |= state.values
    numbers = {fact: number for number, fact in enumerate(sorted(facts), 1)}
    return StateNumbers(numbers, {one: number for number, one in enumerate(sorted(values), len(facts) + 1)})


def make_network(space: TaskSpace, numbers: StateNumbers) -> dict[str, Any] | None:
    """Return the objects of a task with their types, the facts about them, and the roads between them.

    Returns None if the task has more than 200 objects or none. A fact has its predicate in words, the numbers of its objects,
    how it says where something is (0 if it does not, else `THING_FIRST` or `HOLDER_FIRST`), and the value if it is that of a
    function. ``held`` has the facts that always say where an object is; ``roads`` has for each predicate its words and its lines.
    """
    domain, problem = space.instance.syntax_trees
    declared = {one.name: one.types[0] for one in (*domain.constants, *problem.objects)}
    if not 0 < len(declared) <= MAX_OBJECTS:
        return None
    sentences, places = space.sentences, find_place_predicates(domain)
    objects = {name: number for number, name in enumerate(declared)}

    def encode(fact: Fact) -> list[Any]:
        words = sentences.predicate_phrase(fact[0]) if sentences.is_described(fact[0]) else ""
        where = (
            places.get(fact[0], 0)
            if len(fact) == 3
            else THING_FIRST
            if len(fact) == 2 and has_place_word(fact[0])
            else 0
        )
        return [words, [objects[name] for name in fact[1:]], where]

    facts: list[Any] = [["", [], 0], *map(encode, numbers.facts)]
    facts += [[*encode(fact), str(NumericConstant(value))] for fact, value in numbers.values]
    static = sorted((one.predicate, *one.terms) for one in problem.facts if space.is_static(one.predicate))
    static = [fact for fact in static if sentences.is_described(fact[0])]
    kinds = {name: _choose_kind(name, kind, static) for name, kind in declared.items()}
    roads = {
        name: found
        for name, found in find_roads(domain, problem, space.is_static).items()
        if sentences.is_described(name)
    }
    held = _find_fixed_holders(static, places)
    shown = [fact for fact in static if fact not in held and kinds.get(fact[-1]) != fact[0]]
    return {
        "objects": [[sentences.object_phrase(name), sentences.type_phrase(kinds[name])] for name in declared],
        "facts": facts,
        "held": [*map(encode, held)],
        "fixed": _list_fixed_facts(space, [fact for fact in shown if fact[0] not in roads], objects),
        "roads": [
            [sentences.predicate_phrase(name), [[objects[start], objects[end], *more] for start, end, *more in found]]
            for name, found in roads.items()
        ],
    }


def list_arguments(space: TaskSpace, moves: Iterable[GroundAction]) -> list[list[int]]:
    """Return the numbers of the objects of each move, each once."""
    domain, problem = space.instance.syntax_trees
    objects = {name: number for number, name in enumerate(one.name for one in (*domain.constants, *problem.objects))}
    return [[objects[name] for name in dict.fromkeys(move.arguments)] for move in moves]


def _choose_kind(name: str, declared: str, static: Sequence[Fact]) -> str:
    """Return the type of an object; in a domain without types, the static predicate that does duty for it.

    That is the one with the most objects: an airport is a location, too, and stands among the locations.
    """
    sizes = Counter(fact[0] for fact in static if len(fact) == 2)
    own = [fact[0] for fact in static if len(fact) == 2 and fact[1] == name]
    return max(own, key=lambda predicate: sizes[predicate]) if declared == UNTYPED and own else declared


def _find_fixed_holders(static: Iterable[Fact], places: Mapping[str, int]) -> list[Fact]:
    """Return the static facts that say where an object always is, if only one fact says so of the object."""
    found = [(fact[1 if places[fact[0]] == THING_FIRST else 2], fact) for fact in static if fact[0] in places]
    counts = Counter(thing for thing, _ in found)
    return [fact for thing, fact in found if counts[thing] == 1]


def _list_fixed_facts(
    space: TaskSpace, static: Iterable[Fact], objects: Mapping[str, int]
) -> dict[str, list[tuple[str, list[int]]]]:
    """Return for each object the static facts that begin with it, with one or two objects each.

    A predicate that relates an object to more than six others is left out, because it tells too little for its length.
    """
    found: dict[str, dict[str, list[int]]] = {}
    listed = [fact for fact in static if len(fact) in (2, 3)]
    for name, first, *others in listed[:MAX_FIXED_FACTS]:
        words = space.sentences.predicate_phrase(name)
        found.setdefault(str(objects[first]), {}).setdefault(words, []).extend(objects[one] for one in others)
    return {
        number: [(words, others) for words, others in by_words.items() if len(others) <= MAX_LISTED_OBJECTS]
        for number, by_words in found.items()
    }
