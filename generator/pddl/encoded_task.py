"""The encoding of a task as an `EncodedSpace`, for tasks without numbers and derived predicates."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ferryplan.generator.masks import LazyTable
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.expressions import Condition
from ferryplan.generator.pddl.grounding import GroundAction, GroundOperator
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.pddl.task_encoding import (
    FIELD_BITS,
    MAX_CASES,
    NotEncodableError,
    OperatorVariant,
    TaskEncoding,
)
from ferryplan.generator.space import EncodedSpace

MAX_VARIANTS = 50_000


def encode_task(
    operators: Sequence[GroundOperator], initial: PddlState, goal: Condition
) -> EncodedSpace[PddlState, GroundAction]:
    """Return the state space of a task with states as integers; ``goal`` must not contain variables.

    Raises NotEncodableError if the task has numbers, derived predicates or too many cases.
    """
    ways = list(_split_alternatives(goal))
    layout = TaskEncoding(operators, initial.facts, {fact for way in ways for fact, denied in way if denied})
    each = (variant for operator in operators for variant in layout.variants_of(operator))
    variants = list(itertools.islice(each, MAX_VARIANTS + 1))
    if len(variants) > MAX_VARIANTS:
        raise NotEncodableError
    permitting = _variant_masks_by_value(layout, variants)

    def allowed_variants(values: Sequence[tuple[int, int]]) -> int:
        found = (1 << len(variants)) - 1
        for number, value in values:
            found &= permitting[number][value]
        return found

    def decode_facts(values: Sequence[tuple[int, int]]) -> frozenset[Fact]:
        # The value 0 says that none of the variable's facts holds.
        return frozenset([layout.variables[number].facts[value - 1] for number, value in values if value])

    fields, field = list(layout.split_into_fields()), (1 << FIELD_BITS) - 1
    holding = [(shift, LazyTable(_make_field_decoder(decode_facts, layout, shift, some))) for shift, some in fields]
    return EncodedSpace(
        layout.encode_state(initial.facts),
        0,
        field,
        [[shift for shift, _ in fields]],
        [LazyTable(_make_field_decoder(allowed_variants, layout, shift, some)) for shift, some in fields],
        [[variant.code_change for variant in variants]],
        [found for way in ways if (found := layout.encode_literals(way))],
        lambda code: PddlState(
            layout.constant_facts.union(*[table[code >> shift & field] for shift, table in holding])
        ),
        lambda _, number: variants[number].move,
    )


def _make_field_decoder(
    decode_values: Callable[[Sequence[tuple[int, int]]], Any],
    layout: TaskEncoding,
    shift: int,
    variables: Sequence[int],
) -> Callable[[int], Any]:
    """Return a function that decodes the content of a field, which is a group of bits of a code.

    ``shift`` is the position of the field, and ``variables`` are the numbers of the variables in it. The
    function calls ``decode_values`` with pairs of a variable's number and its value, and returns its result.
    """
    places = [(number, layout.variables[number].shift, layout.variables[number].mask) for number in variables]

    def decode_content(content: int) -> Any:
        code = content << shift
        return decode_values([(number, code >> begin & most) for number, begin, most in places])

    return decode_content


def _variant_masks_by_value(layout: TaskEncoding, variants: Sequence[OperatorVariant]) -> list[list[int]]:
    """Return, for each value of each variable, a bit mask of the variants that the value permits.

    A variant is a case of a ground action; the masks refer to its position in ``variants``.
    """
    found = [[0] * (one.mask + 1) for one in layout.variables]
    indifferent = [(1 << len(variants)) - 1] * len(found)
    for variant, bit in zip(variants, (1 << number for number in itertools.count()), strict=False):
        for number, values in variant.values_before.items():
            # A variant with a condition on a variable is permitted by the values that it names; other variants
            # are permitted by each value.
            indifferent[number] ^= bit
            for value in values:
                found[number][value] |= bit
    return [[mask | free for mask in masks] for masks, free in zip(found, indifferent, strict=True)]


def _split_alternatives(condition: Condition) -> Iterator[tuple[tuple[Fact, bool], ...]]:
    """Yield the ways to make a ground condition true, each as a tuple of literals that must all hold.

    A literal is a pair: a fact, and whether the literal is negated. The condition must be in negation normal form.
    Raises NotEncodableError if there are too many ways, or a part of the condition is no literal, ``and`` or ``or``.
    """
    match condition:
        case pddl.Atom(predicate, terms):
            yield (((predicate, *terms), False),)
        case pddl.Not(pddl.Atom(predicate, terms)):
            yield (((predicate, *terms), True),)
        case pddl.Or(parts):
            for part in parts:
                yield from _split_alternatives(part)
        case pddl.And(parts):
            ways = [list(_split_alternatives(part)) for part in parts]
            if math.prod(map(len, ways)) > MAX_CASES:
                raise NotEncodableError
            for chosen in itertools.product(*ways):
                yield tuple(itertools.chain.from_iterable(chosen))
        case _:
            raise NotEncodableError
