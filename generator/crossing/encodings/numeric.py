"""The dialects numeric and, travelers counted, temporal: functions count the travelers of each sort at each place.

A crossing is one action; with one boat nothing happens within it, so that in the dialect temporal it is the same with a duration.
There is an action for each load and each way in which those who belong to its travelers may be placed: left behind, met
at the landing, or elsewhere. So each action knows what it adds to and takes from every count.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import or_
from typing import Any, Literal, NamedTuple, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import Balance, Quorum
from ferryplan.generator.crossing.encodings.compositions import Values, charges_by_area, prime_patterns
from ferryplan.generator.crossing.encodings.grounds import Grounds
from ferryplan.generator.crossing.encodings.named import Counting, common, crafts
from ferryplan.generator.crossing.encodings.safety_checks import other_places, predicate
from ferryplan.generator.crossing.encodings.temporal import check_time_passes
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient import Part, Quotient
from ferryplan.generator.errors import EncodingError

MOST_ACTIONS = 1_000
MOST_CHARACTERS = 1_000_000

Term = tuple[str, ...]
"""A function and its arguments."""

Condition = str | bool
"""As PDDL, or whether it always or never holds."""


class Move(NamedTuple):
    """A part of a unit that goes, and where the unit's other members are: parameters of the action, in the members' order."""

    part: Part
    resting: tuple[str, ...]


def action_parameters(instance: Instance) -> tuple[str, ...]:
    """Return the parameters of every action: the place left, the place reached, all other places."""
    return ("?from", "?to", *other_places(len(instance.places) - 2))


def crossing_actions(quotient: Quotient) -> dict[str, Counter[Move]]:
    """Return the actions by their names, smaller loads first: so many of each move at once. Raises EncodingError if there are more than 1,000."""
    actions = dict[str, Counter[Move]]()
    for load in quotient.loads:
        ways = [_ways(part, count, quotient) for part, count in load.items()]
        for moves in map(Counter, map(itertools.chain.from_iterable, itertools.product(*ways))):
            actions["-".join(["cross", *(_told(move, count, quotient) for move, count in moves.items())])] = moves
        if len(actions) > MOST_ACTIONS:
            statement = format_message("crossing.too-many-ways-to-cross", most=f"{MOST_ACTIONS:,}")
            raise EncodingError(statement, where=quotient.instance.puzzle, about="dialect")
    return actions


def numeric(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect. Raises EncodingError if the instance is too large."""
    quotient = instance.once(Quotient)
    patterns = [(places, prime_patterns(quotient, charges)) for places, charges in charges_by_area(instance)]
    balances = [one for one in instance.bindings.counting if one.places]
    grounds = Grounds(instance)
    layouts, length = list[_Layout](), 0
    for name, moves in crossing_actions(quotient).items():
        layout = _Layout(name, moves, quotient, patterns, balances, grounds)
        if False not in layout.conditions:
            layouts.append(layout)
            length += sum(map(len, map(str, layout.conditions)))
        if length > MOST_CHARACTERS:
            statement = format_message("crossing.conditions-too-long", most=f"{MOST_CHARACTERS:,}")
            raise EncodingError(statement, where=instance.puzzle, about="dialect")
    told = common(instance)
    return {
        **told,
        "durative": False,
        "quotient": quotient,
        "paired": any(len(kind.members) > 1 for kind in quotient.classes),
        "disjunctive": any("(or " in str(condition) for layout in layouts for condition in layout.conditions),
        "parameters": action_parameters(instance),
        "passages": [(*route, *(place for place in told["places"] if place not in route)) for route in told["routes"]],
        "actions": layouts,
        "carried": [
            (says, [name for boat, name in crafts(instance) if instance.carries(company, boat)])
            for says, company in {one.carried: one.company for one in layouts if instance.fleet}.items()
        ],
        "grounds": grounds,
        "perishing": list(_perishing(quotient).values()),
        "patience": list(_patience(quotient)),
    }


def durative(instance: Instance) -> dict[str, Any]:
    """Return the context of the same templates for the dialect temporal. Raises EncodingError likewise, and for crossings that take no time."""
    context = numeric(instance)
    check_time_passes(instance, (action.duration for action in context["actions"]))
    return {**context, "durative": True}


def _perishing(quotient: Quotient) -> dict[Part, str]:
    """Return for each sort of traveler with a deadline its part without others, and the function that says how patient it is where."""
    late = functools.reduce(or_, (deadline.travellers for deadline in quotient.instance.deadlines), 0)
    return {part: f"patience-{quotient.symbols[part]}" for part in quotient.counted(late) if len(part.members) == 1}


def _patience(quotient: Quotient) -> Iterator[tuple[str, str, int]]:
    """Yield (function, place, after how many crossings such a traveler may still be there); the horizon where there is no deadline."""
    instance = quotient.instance
    for part, name in _perishing(quotient).items():
        traveller = quotient.company({part: 1})
        for index, place in enumerate(instance.places):
            deadlines = [
                one.crossings for one in instance.deadlines if one.place == index and one.travellers & traveller
            ]
            yield name, place.symbol, min(deadlines, default=instance.horizon + 1)


def _ways(part: Part, count: int, quotient: Quotient) -> Iterable[tuple[Move, ...]]:
    """Return in how many ways so many of a part can have the other members of their units placed."""
    rests = itertools.product(action_parameters(quotient.instance), repeat=quotient.resting(part))
    moves = [Move(part, where) for where in rests]
    return list(itertools.combinations_with_replacement(moves, count))


def _told(move: Move, count: int, quotient: Quotient) -> str:
    """Return a move as a part of an action's name: ``2-wife-leaving``."""
    words = {"?from": "leaving", "?to": "meeting"}
    return "-".join([str(count), quotient.symbols[move.part], *(words.get(place, place[1:]) for place in move.resting)])


class _Layout:
    """What the template needs of an action: conditions and effects as text."""

    def __init__(
        self,
        name: str,
        moves: Counter[Move],
        quotient: Quotient,
        patterns: Sequence[tuple[frozenset[int], Sequence[Mapping[Part, Values]]]],
        balances: Sequence[Counting],
        grounds: Grounds,
    ) -> None:
        self.name, self.quotient, self.parameters = name, quotient, action_parameters(quotient.instance)
        load = Counter[Part]()
        for move, count in moves.items():
            load[move.part] += count
        self.carried = "-".join(["carries", *(f"{count}-{quotient.symbols[part]}" for part, count in load.items())])
        self.company = quotient.company(load)
        self.duration = quotient.instance.duration(self.company)
        self.needed = Counter[Term]()
        self.change = Counter[Term]()
        for move, count in moves.items():
            before, after = (self._placed(move, place) for place in ("?from", "?to"))
            self.needed[before] += count
            self.change[before] -= count
            self.change[after] += count
        # A crossing changes these two places only; every other one was safe before.
        asked = (
            (conditions, grounds.besides(places, place))
            for place in ("?from", "?to")
            for places, conditions in (
                *((places, self._guarded(place, safe)) for places, safe in patterns),
                *((one.places, [self._fair(place, one.constraint)]) for one in balances),
            )
        )
        conditions = itertools.chain.from_iterable(
            [_joined("or", [free, _joined("and", conditions)])] if free else conditions for conditions, free in asked
        )
        every = itertools.chain(conditions, self._timely())
        self.conditions = list(dict.fromkeys(condition for condition in every if condition is not True))

    def _placed(self, move: Move, going: str) -> Term:
        """Return the counter of a move's units when those who go are at a place."""
        kind = self.quotient.classes[move.part.number]
        return (predicate(kind), *self.quotient.placed(move.part, going, move.resting))

    def _guarded(self, place: str, patterns: Sequence[Mapping[Part, Values]]) -> Sequence[Condition]:
        """Return the conditions that say together that the guard rules are kept at a place after the crossing."""
        ways = [
            [condition for part, values in pattern.items() for condition in self._among(part, place, values)]
            for pattern in patterns
        ]
        possible = [way for way in ways if False not in way]
        return possible[0] if len(possible) == 1 else [_joined("or", [_joined("and", way) for way in possible])]

    def _among(self, part: Part, place: str, values: Values) -> list[Condition]:
        """Return the conditions that so many of a part are at a place then as one of the values, which have no gap.

        Inequalities only: ENHSP's heuristics take an equation for a dead end where there is none.
        """
        terms, change = self._sum({part: 1}, place)
        there = sum(self.needed[term] for _, term in terms)
        # The action asks for `there` of them anyway, so a bound up to that number needs no condition of its own.
        conditions: list[Condition] = [there >= min(values) - change or _compare(">=", terms, min(values) - change)]
        if max(values) < min(2, len(self.quotient.classes[part.number].units)):
            conditions.append(_compare("<=", terms, max(values) - change))
        return conditions

    def _sum(self, parts: Mapping[Part, int], place: str) -> tuple[list[tuple[int, Term]], int]:
        """Return the counters of parts at a place, with the weights of these, and how much the crossing adds to their sum."""
        elsewhere = [other for other in self.parameters if other != place]
        terms = [
            (weight, (predicate(self.quotient.classes[part.number]), *where))
            for part, weight in parts.items()
            for where in self.quotient.ways(part, place, elsewhere)
        ]
        return terms, sum(weight * self.change[term] for weight, term in terms)

    def _fair(self, place: str, balance: Balance | Quorum) -> Condition:
        """Return the condition that a balance or a quorum is kept at a place after the crossing; where it left, no number is exceeded."""
        many, few = (self._sum(self.quotient.counted(mask), place) for mask in (balance.many, balance.few))
        nobody = _compare("<=", few[0], -few[1])
        match balance:
            case Quorum():
                return _joined("or", [nobody, _compare(">=", many[0], balance.many.bit_count() - many[1])])
            case Balance() if balance.few:
                return _joined("or", [nobody, f"(<= {_total(*many)} {_total(*few)})"])
            case Balance():
                return place == "?from" or _compare("<=", many[0], balance.most - many[1])
            case _:
                assert_never(balance)

    def _timely(self) -> Iterator[Condition]:
        """Yield the conditions that one more crossing may be made, and that nobody is lost anywhere after it."""
        if limit := self.quotient.instance.limit:
            yield f"(<= (crossings-made) {limit.crossings - 1})"
        for lone, name in _perishing(self.quotient).items():
            parts = self.quotient.counted(self.quotient.company({lone: 1}))
            for place in self.parameters:
                terms, change = self._sum(parts, place)
                yield _joined("or", [f"(<= (+ (crossings-made) 1) ({name} {place}))", _compare("<=", terms, -change)])


def _compare(relation: str, terms: Sequence[tuple[int, Term]], bound: int) -> Condition:
    """Return the condition that a sum of counts, none of which is ever negative, stands in a relation to a number."""
    if relation == ">=" and bound <= 0:
        return True
    if bound < 0 or not terms:
        return relation == "<=" and bound >= 0
    return f"({relation} {_total(terms)} {bound})"


def _total(terms: Sequence[tuple[int, Term]], change: int = 0) -> str:
    """Return a sum of weighted counts and a number as PDDL, whose sums have two summands."""
    parts = [f"({' '.join(term)})" if weight == 1 else f"(* {weight} ({' '.join(term)}))" for weight, term in terms]
    total = functools.reduce(lambda sum_, part: f"(+ {sum_} {part})", parts) if parts else "0"
    return f"({'+' if change > 0 else '-'} {total} {abs(change)})" if change else total


def _joined(word: Literal["and", "or"], conditions: Sequence[Condition]) -> Condition:
    """Return the conjunction or the disjunction of conditions, simplified."""
    holds = word == "and"
    if (not holds) in conditions:
        return not holds
    texts = [condition for condition in conditions if isinstance(condition, str)]
    return f"({word} {' '.join(texts)})" if len(texts) > 1 else texts[0] if texts else holds
