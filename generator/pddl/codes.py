"""The states of a task as integers, and of what can be carried out in them, by tables: those of tasks without numbers and derived predicates."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ferryplan.generator.masks import Table
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.expressions import Condition
from ferryplan.generator.pddl.grounding import GroundAction, Operator
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.pddl.variants import FIELD, MOST_CASES, Layout, UncodedError, Variant
from ferryplan.generator.space import Coded

MOST_VARIANTS = 50_000


def coded_task(operators: Sequence[Operator], initial: State, goal: Condition) -> Coded[State, GroundAction]:
    """Return the states of a task without values as integers; ``goal`` is ground. Raises UncodedError."""
    ways = list(_alternatives(goal))
    layout = Layout(operators, initial.facts, {fact for way in ways for fact, denied in way if denied})
    each = (variant for operator in operators for variant in layout.variants(operator))
    variants = list(itertools.islice(each, MOST_VARIANTS + 1))
    if len(variants) > MOST_VARIANTS:
        raise UncodedError
    permitting = _permitting(layout, variants)

    def allowed(values: Sequence[tuple[int, int]]) -> int:
        found = (1 << len(variants)) - 1
        for number, value in values:
            found &= permitting[number][value]
        return found

    def facts(values: Sequence[tuple[int, int]]) -> frozenset[Fact]:
        # The value 0 says that none of the variable's facts holds.
        return frozenset([layout.variables[number].facts[value - 1] for number, value in values if value])

    fields, field = list(layout.fields()), (1 << FIELD) - 1
    holding = [(shift, Table(_entry(facts, layout, shift, some))) for shift, some in fields]
    return Coded(
        layout.code(initial.facts),
        0,
        field,
        [[shift for shift, _ in fields]],
        [Table(_entry(allowed, layout, shift, some)) for shift, some in fields],
        [[variant.added for variant in variants]],
        [found for way in ways if (found := layout.sought(way))],
        lambda code: State(layout.always.union(*[table[code >> shift & field] for shift, table in holding])),
        lambda _, number: variants[number].move,
    )


def _entry(
    of: Callable[[Sequence[tuple[int, int]]], Any], layout: Layout, shift: int, some: Sequence[int]
) -> Callable[[int], Any]:
    """Return what to make of the content of a field: something of its variables, each with its value."""
    places = [(number, layout.variables[number].shift, layout.variables[number].most) for number in some]

    def entry(content: int) -> Any:
        code = content << shift
        return of([(number, code >> begin & most) for number, begin, most in places])

    return entry


def _permitting(layout: Layout, variants: Sequence[Variant]) -> list[list[int]]:
    """Return for each variable and each of its values which variants it permits, as a mask."""
    found = [[0] * (one.most + 1) for one in layout.variables]
    indifferent = [(1 << len(variants)) - 1] * len(found)
    for variant, bit in zip(variants, (1 << number for number in itertools.count()), strict=False):
        for number, values in variant.before.items():
            # A variant that asks about a variable is permitted by the values it names, all others by every
            # value.
            indifferent[number] ^= bit
            for value in values:
                found[number][value] |= bit
    return [[mask | free for mask in masks] for masks, free in zip(found, indifferent, strict=True)]


def _alternatives(condition: Condition) -> Iterator[tuple[tuple[Fact, bool], ...]]:
    """Yield the ways in which a ground condition in negation normal form comes true: facts, each with whether it does not hold."""
    match condition:
        case pddl.Atom(predicate, terms):
            yield (((predicate, *terms), False),)
        case pddl.Not(pddl.Atom(predicate, terms)):
            yield (((predicate, *terms), True),)
        case pddl.Or(parts):
            for part in parts:
                yield from _alternatives(part)
        case pddl.And(parts):
            ways = [list(_alternatives(part)) for part in parts]
            if math.prod(map(len, ways)) > MOST_CASES:
                raise UncodedError
            for chosen in itertools.product(*ways):
                yield tuple(itertools.chain.from_iterable(chosen))
        case _:
            raise UncodedError
