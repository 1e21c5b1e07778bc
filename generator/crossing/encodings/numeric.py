"""The template values for the dialects numeric and temporal in the counted encoding.

PDDL functions count the units of each class with each placing. A unit is a single traveler or a group such as a couple;
a placing says where each member of a unit is. A crossing is one action. There is an action for each load and each
choice of places for the other members of its units: left behind, at the landing, or elsewhere. So each action knows the
change of every count.

In the dialect temporal, the same action also has a duration. Nothing else changes, since nothing can happen during the
crossing of the only boat.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import or_
from typing import Any, Literal, NamedTuple, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import BalanceConstraint, QuorumConstraint
from ferryplan.generator.crossing.encodings.compositions import (
    CountSet,
    find_prime_patterns,
    group_guard_constraints_by_places,
)
from ferryplan.generator.crossing.encodings.named import CountingBinding, list_named_boats, make_common_context
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.encodings.safety_checks import list_other_place_parameters, make_count_predicate_name
from ferryplan.generator.crossing.encodings.temporal import check_positive_durations
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient import Quotient, UnitPart
from ferryplan.generator.errors import EncodingError

MAX_ACTIONS = 1_000
MAX_CHARACTERS = 1_000_000

Term = tuple[str, ...]
"""A PDDL function and its arguments: a counter of units."""

PddlCondition = str | bool
"""A condition as PDDL text, or its truth value if it is constant."""


class NumericPartMove(NamedTuple):
    """The crossing of one part of a unit, such as a wife, while the unit's other members stay.

    ``resting`` has the action's parameters for the places of the other members, in the members' order.
    """

    part: UnitPart
    resting: tuple[str, ...]


def list_action_parameters(instance: Instance) -> tuple[str, ...]:
    """Return the PDDL parameters of every crossing action: ``?from``, ``?to``, and all other places."""
    return ("?from", "?to", *list_other_place_parameters(len(instance.places) - 2))


def count_part_moves_by_action(quotient: Quotient) -> dict[str, Counter[NumericPartMove]]:
    """Return for each crossing action, by name, how often it makes each part move; smaller loads first.

    A part move is the crossing of one part of a unit, such as a wife without her husband. Raises EncodingError if there
    are more than 1,000 actions.
    """
    actions = dict[str, Counter[NumericPartMove]]()
    for load in quotient.legal_loads:
        ways = [_list_move_combinations(part, count, quotient) for part, count in load.items()]
        for moves in map(Counter, map(itertools.chain.from_iterable, itertools.product(*ways))):
            actions[
                "-".join(["cross", *(_format_part_move(move, count, quotient) for move, count in moves.items())])
            ] = moves
        if len(actions) > MAX_ACTIONS:
            statement = format_message("crossing.too-many-ways-to-cross", most=f"{MAX_ACTIONS:,}")
            raise EncodingError(statement, where=quotient.instance.puzzle, about="dialect")
    return actions


def make_numeric_context(instance: Instance) -> dict[str, Any]:
    """Return the Jinja template values, by variable name, for the dialect numeric.

    Raises EncodingError if the instance is too large.
    """
    quotient = instance.get_or_make(Quotient)
    patterns = [
        (places, find_prime_patterns(quotient, charges))
        for places, charges in group_guard_constraints_by_places(instance)
    ]
    balances = [one for one in instance.bound_constraints.counting_constraints if one.places]
    grounds = PlaceSets(instance)
    layouts, length = list[_NumericCrossingAction](), 0
    for name, moves in count_part_moves_by_action(quotient).items():
        layout = _NumericCrossingAction(name, moves, quotient, patterns, balances, grounds)
        if False not in layout.conditions:
            layouts.append(layout)
            length += sum(map(len, map(str, layout.conditions)))
        if length > MAX_CHARACTERS:
            statement = format_message("crossing.conditions-too-long", most=f"{MAX_CHARACTERS:,}")
            raise EncodingError(statement, where=instance.puzzle, about="dialect")
    told = make_common_context(instance)
    return {
        **told,
        "durative": False,
        "quotient": quotient,
        "paired": any(len(kind.members) > 1 for kind in quotient.classes),
        "disjunctive": any("(or " in str(condition) for layout in layouts for condition in layout.conditions),
        "parameters": list_action_parameters(instance),
        "passages": [(*route, *(place for place in told["places"] if place not in route)) for route in told["routes"]],
        "actions": layouts,
        "carried": [
            (says, [name for boat, name in list_named_boats(instance) if instance.can_carry(company, boat)])
            for says, company in {one.load_predicate: one.company for one in layouts if instance.fleet}.items()
        ],
        "grounds": grounds,
        "perishing": list(_make_patience_function_names(quotient).values()),
        "patience": list(_list_patience_facts(quotient)),
    }


def make_durative_context(instance: Instance) -> dict[str, Any]:
    """Return the template values, by variable name, for the dialect temporal, counted encoding.

    The templates are those of the dialect numeric. Raises EncodingError as `make_numeric_context` does, and
    UnsuitableError if a crossing takes no time.
    """
    context = make_numeric_context(instance)
    check_positive_durations(instance, (action.duration for action in context["actions"]))
    return {**context, "durative": True}


def _make_patience_function_names(quotient: Quotient) -> dict[UnitPart, str]:
    """Return the names of the PDDL functions for deadlines, one for each sort of traveler with a deadline.

    The keys are the unit parts that consist of one such traveler. The function maps each place to its patience: the
    last number of crossings after which such a traveler may be there.
    """
    late = functools.reduce(or_, (deadline.travellers for deadline in quotient.instance.deadlines), 0)
    return {
        part: f"patience-{quotient.part_symbols[part]}"
        for part in quotient.count_travelers_by_part(late)
        if len(part.members) == 1
    }


def _list_patience_facts(quotient: Quotient) -> Iterator[tuple[str, str, int]]:
    """Yield the values of the patience functions, as triples (function, place, number of crossings).

    The patience of a place is the last number of crossings after which such a traveler may be there. It is ``horizon +
    1`` if there is no deadline.
    """
    instance = quotient.instance
    for part, name in _make_patience_function_names(quotient).items():
        traveller = quotient.example_company_of({part: 1})
        for index, place in enumerate(instance.places):
            deadlines = [
                one.crossings for one in instance.deadlines if one.place == index and one.travellers & traveller
            ]
            yield name, place.symbol, min(deadlines, default=instance.horizon + 1)


def _list_move_combinations(part: UnitPart, count: int, quotient: Quotient) -> Iterable[tuple[NumericPartMove, ...]]:
    """Return the ways in which ``count`` units can send a part across.

    Each way is a tuple of ``count`` moves, one for each unit. The ways differ in the places of the unit members that
    stay.
    """
    rests = itertools.product(list_action_parameters(quotient.instance), repeat=quotient.count_members_outside(part))
    moves = [NumericPartMove(part, where) for where in rests]
    return list(itertools.combinations_with_replacement(moves, count))


def _format_part_move(move: NumericPartMove, count: int, quotient: Quotient) -> str:
    """Return a part move and its count as a piece of an action's name: ``2-wife-leaving``."""
    words = {"?from": "leaving", "?to": "meeting"}
    return "-".join(
        [str(count), quotient.part_symbols[move.part], *(words.get(place, place[1:]) for place in move.resting)]
    )


class _NumericCrossingAction:
    """A crossing action as the template needs it: its conditions in PDDL, and its changes of counters."""

    def __init__(
        self,
        name: str,
        moves: Counter[NumericPartMove],
        quotient: Quotient,
        patterns: Sequence[tuple[frozenset[int], Sequence[Mapping[UnitPart, CountSet]]]],
        balances: Sequence[CountingBinding],
        place_sets: PlaceSets,
    ) -> None:
        self.name, self.quotient, self.parameters = name, quotient, list_action_parameters(quotient.instance)
        load = Counter[UnitPart]()
        for move, count in moves.items():
            load[move.part] += count
        self.load_predicate = "-".join(
            ["carries", *(f"{count}-{quotient.part_symbols[part]}" for part, count in load.items())]
        )
        self.company = quotient.example_company_of(load)
        self.duration = quotient.instance.crossing_duration(self.company)
        self.count_preconditions = Counter[Term]()
        self.count_changes = Counter[Term]()
        for move, count in moves.items():
            before, after = (self._make_counter(move, place) for place in ("?from", "?to"))
            self.count_preconditions[before] += count
            self.count_changes[before] -= count
            self.count_changes[after] += count
        # A crossing changes only these two places; every other place was safe before.
        asked = (
            (conditions, place_sets.condition_outside(places, place))
            for place in ("?from", "?to")
            for places, conditions in (
                *((places, self._make_guard_conditions(place, safe)) for places, safe in patterns),
                *((one.places, [self._make_balance_condition(place, one.constraint)]) for one in balances),
            )
        )
        conditions = itertools.chain.from_iterable(
            [_join_conditions("or", [free, _join_conditions("and", conditions)])] if free else conditions
            for conditions, free in asked
        )
        every = itertools.chain(conditions, self._make_time_conditions())
        self.conditions = list(dict.fromkeys(condition for condition in every if condition is not True))

    def _make_counter(self, move: NumericPartMove, part_place: str) -> Term:
        """Return the counter of the units that take part in a move, with the moving part at ``part_place``.

        ``part_place`` is a PDDL name or variable for a place. A counter is a PDDL function with its arguments.
        """
        kind = self.quotient.classes[move.part.class_index]
        return (make_count_predicate_name(kind), *self.quotient.build_placing(move.part, part_place, move.resting))

    def _make_guard_conditions(
        self, place: str, patterns: Sequence[Mapping[UnitPart, CountSet]]
    ) -> Sequence[PddlCondition]:
        """Return the PDDL conditions that together satisfy the guard constraints at a place after a crossing.

        The counts at the place must match one of the ``patterns``.
        """
        ways = [
            [
                condition
                for part, values in pattern.items()
                for condition in self._make_count_conditions(part, place, values)
            ]
            for pattern in patterns
        ]
        possible = [way for way in ways if False not in way]
        return (
            possible[0]
            if len(possible) == 1
            else [_join_conditions("or", [_join_conditions("and", way) for way in possible])]
        )

    def _make_count_conditions(self, part: UnitPart, place: str, allowed_counts: CountSet) -> list[PddlCondition]:
        """Return the PDDL conditions that a part has an allowed count at a place after the crossing.

        The allowed counts have no gap. The conditions are inequalities only: ENHSP's heuristics mistake states for dead
        ends if there are equations.
        """
        terms, change = self._sum_counters({part: 1}, place)
        there = sum(self.count_preconditions[term] for _, term in terms)
        # The action already requires `there` of them, so a bound up to that number needs no condition of its
        # own.
        conditions: list[PddlCondition] = [
            there >= min(allowed_counts) - change or _format_comparison(">=", terms, min(allowed_counts) - change)
        ]
        if max(allowed_counts) < min(2, len(self.quotient.classes[part.class_index].units)):
            conditions.append(_format_comparison("<=", terms, max(allowed_counts) - change))
        return conditions

    def _sum_counters(self, parts: Mapping[UnitPart, int], place: str) -> tuple[list[tuple[int, Term]], int]:
        """Return the weighted counters of some parts at a place, and how much the crossing changes their sum.

        ``parts`` maps each part of a unit (such as the wife of a couple) to the weight of its counters. The first
        result is a list of pairs (weight, counter).
        """
        elsewhere = [other for other in self.parameters if other != place]
        terms = [
            (weight, (make_count_predicate_name(self.quotient.classes[part.class_index]), *where))
            for part, weight in parts.items()
            for where in self.quotient.enumerate_placings(part, place, elsewhere)
        ]
        return terms, sum(weight * self.count_changes[term] for weight, term in terms)

    def _make_balance_condition(self, place: str, balance: BalanceConstraint | QuorumConstraint) -> PddlCondition:
        """Return the PDDL condition that a balance or a quorum holds at a place after the crossing.

        For a balance that limits a group to a fixed number, the condition is always true at the place that the boat
        leaves, because the group does not grow there.
        """
        many, few = (
            self._sum_counters(self.quotient.count_travelers_by_part(mask), place)
            for mask in (balance.many, balance.few)
        )
        nobody = _format_comparison("<=", few[0], -few[1])
        match balance:
            case QuorumConstraint():
                return _join_conditions(
                    "or", [nobody, _format_comparison(">=", many[0], balance.many.bit_count() - many[1])]
                )
            case BalanceConstraint() if balance.few:
                return _join_conditions("or", [nobody, f"(<= {_format_sum(*many)} {_format_sum(*few)})"])
            case BalanceConstraint():
                return place == "?from" or _format_comparison("<=", many[0], balance.max_many - many[1])
            case _:
                assert_never(balance)

    def _make_time_conditions(self) -> Iterator[PddlCondition]:
        """Yield the PDDL conditions that one more crossing breaks neither the limit nor a deadline."""
        if limit := self.quotient.instance.limit:
            yield f"(<= (crossings-made) {limit.crossings - 1})"
        for lone, name in _make_patience_function_names(self.quotient).items():
            parts = self.quotient.count_travelers_by_part(self.quotient.example_company_of({lone: 1}))
            for place in self.parameters:
                terms, change = self._sum_counters(parts, place)
                yield _join_conditions(
                    "or", [f"(<= (+ (crossings-made) 1) ({name} {place}))", _format_comparison("<=", terms, -change)]
                )


def _format_comparison(relation: str, terms: Sequence[tuple[int, Term]], bound: int) -> PddlCondition:
    """Return the PDDL condition that compares a weighted sum of counters with a number.

    The result is a truth value if the comparison always has the same result, since counts are never negative.
    """
    if relation == ">=" and bound <= 0:
        return True
    if bound < 0 or not terms:
        return relation == "<=" and bound >= 0
    return f"({relation} {_format_sum(terms)} {bound})"


def _format_sum(terms: Sequence[tuple[int, Term]], change: int = 0) -> str:
    """Return the PDDL expression for a weighted sum of counters plus ``change``.

    ``terms`` are pairs (weight, counter). The sums are nested because PDDL's ``+`` has two arguments.
    """
    parts = [f"({' '.join(term)})" if weight == 1 else f"(* {weight} ({' '.join(term)}))" for weight, term in terms]
    total = functools.reduce(lambda sum_, part: f"(+ {sum_} {part})", parts) if parts else "0"
    return f"({'+' if change > 0 else '-'} {total} {abs(change)})" if change else total


def _join_conditions(word: Literal["and", "or"], conditions: Sequence[PddlCondition]) -> PddlCondition:
    """Return the conjunction or the disjunction of PDDL conditions, simplified."""
    holds = word == "and"
    if (not holds) in conditions:
        return not holds
    texts = [condition for condition in conditions if isinstance(condition, str)]
    return f"({word} {' '.join(texts)})" if len(texts) > 1 else texts[0] if texts else holds
