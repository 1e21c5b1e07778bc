"""State variables whose values are numbers of travelers, to compare a puzzle with models that count.

A model is PDDL that someone else wrote for the puzzle. It may count the travelers of each class at each place, or the
units (such as couples) with each placing, which says where each member of a unit is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.counted_states import NamedUnitPlacements
from ferryplan.generator.crossing.instance import CrossingState, Instance, companies_by_place
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.state_variables import (
    BaseCrossingVariables,
    NamedCrossingVariables,
    make_boat_variables,
    make_place_values,
)
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.state_variables import NamedThing, Observation, OwnPddlFact, TransitionViolation, Valuation
from ferryplan.generator.wording import join_phrases


class ClassCountVariables(BaseCrossingVariables):
    """State variables for the number of travelers of each class at each place, and for the boat's place.

    A class consists of travelers who differ only in their names, such as the missionaries.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance, self._named_variables = instance, NamedCrossingVariables(instance)
        self.places, classes = make_place_values(instance), instance.get_or_make(Quotient).classes
        self._classes, plurals = [sum(1 << one for (one,) in kind.units) for kind in classes], dict(instance.kinds)
        firsts = [instance.travellers[kind.units[0][0]] for kind in classes]
        kinds = Counter(one.kind for one in firsts)
        names = [
            (one.kind, plurals[one.kind], frozenset({one.kind.lower(), plurals[one.kind].lower(), one.kind[0].lower()}))
            if kinds[one.kind] == 1
            else (
                one.name,
                format_message("crossing.travelers-like", name=one.called),
                self._named_variables.variables[kind.units[0][0]].words[0] | {kind.symbol.replace("-", "")},
            )
            for one, kind in zip(firsts, classes, strict=True)
        ]
        roles = [
            NamedThing(
                f"{name} {place.name}",
                format_message("crossing.number-there", travelers=called, place=place.called),
                (words, *place.words),
            )
            for name, called, words in names
            for place in self.places
        ]
        self.variables = [*roles, *make_boat_variables(instance)]
        self.variable_sorts = [0] * len(roles) + [1]
        self.numeric_variables = frozenset(range(len(roles)))
        self.optional_variables = frozenset(number for number in self.numeric_variables if number % len(self.places))
        totals = [mask.bit_count() for mask in self._classes for _ in self.places]
        numbers = [NamedThing(str(number), str(number), ()) for number in range(max(totals) + 1)]
        self.values = [*(numbers[: total + 1] for total in totals), self.places]
        if None not in instance.goal.travellers:
            boat = -1 if instance.goal.boat is None else instance.goal.boat
            self.goal_valuation = (
                *self._count_by_class(companies_by_place(instance.goal.travellers, len(self.places))),
                boat,
            )

    @staticmethod
    def counts_determine_state(instance: Instance) -> bool:
        """Return whether numbers of travelers by class and place determine a state up to symmetry.

        They do if no travelers are paired, so that every unit is a single traveler, and if there is one boat.
        """
        return instance.boats == 1 and all(len(unit) == 1 for unit in instance.units)

    def describe_variable(self, variable: int) -> str:
        """Return a phrase for a state variable that a model must represent, such as a number of travelers.

        ``variable`` is its index. The phrase is empty for a class with a single traveler, since models may represent
        that traveler by name instead.
        """
        if variable in self.numeric_variables:
            return self.variables[variable].called * (len(self.values[variable]) > 2)
        return super().describe_variable(variable)

    def _count_by_class(self, companies: Sequence[int]) -> list[int]:
        """Return the numbers of travelers: of the first class at each place, then of the second, and so on.

        ``companies`` has for each place the bit mask of the travelers there.
        """
        return [(company & mask).bit_count() for mask in self._classes for company in companies]

    def to_valuation(self, state: CrossingState) -> Valuation:
        """Return the values of all variables in a state: the numbers of travelers, then the boat's place.

        The numbers are those of the first class at each place, then those of the second class, and so on.
        """
        return *self._count_by_class(state.companies), state.boat

    def to_state(self, valuation: Valuation) -> CrossingState:
        """Return a state in which the numbers of travelers and the boat's place are as in a valuation."""
        return NamedUnitPlacements(self.instance.get_or_make(Quotient), valuation[:-1]).make_state(valuation[-1], 0)

    def observe(self, values_by_variable: Sequence[Sequence[int]]) -> Observation:
        """Return the information that a model's state contains about the puzzle's state.

        ``values_by_variable`` contains, for each variable, its possible values according to the model's facts; none if
        the facts do not represent it. If the numbers of a class add up to less than the class has, the other travelers
        are at the only place without a number; if every place has a number, they are in the boat.
        """
        counts, size, settled = list[int](), len(self.places), True
        if any(len(some) > 1 for some in values_by_variable) or any(
            some[0] < 0 for some in values_by_variable[:-1] if some
        ):
            return Observation(None, False, True)
        boat = values_by_variable[-1][0] if values_by_variable[-1] else None
        for number, mask in enumerate(self._classes):
            some = values_by_variable[number * size : (number + 1) * size]
            rest = mask.bit_count() - sum(one[0] for one in some if one)
            untold = [place for place, one in enumerate(some) if not one]
            at = untold[0] if untold else boat
            if rest < 0 or len(untold) > 1 or (rest and at is None):
                return Observation(None, False, rest < 0)
            settled = settled and (not rest or bool(untold))
            counts += [(one[0] if one else 0) + rest * (place == at) for place, one in enumerate(some)]
        return Observation(None if boat is None else (*counts, boat), settled and boat is not None)

    def find_transition_violation(self, state: CrossingState, valuation: Valuation) -> TransitionViolation:
        """Return the reason why no legal crossing leads from a state to a state with this valuation.

        Either no crossing makes this change, or the crossing that makes it breaks a rule.
        """
        before = self._named_variables.to_valuation(state)
        people, size = list(before[:-1]), len(self.places)
        for number, mask in enumerate(self._classes):
            after = Counter(dict(enumerate(valuation[number * size : (number + 1) * size])))
            there = Counter(people[one] for one in mask_indices(mask))
            going = (after - there).elements()
            for one in mask_indices(mask):
                after[people[one]] -= 1
                if after[people[one]] < 0:
                    people[one] = next(going)
        return self._named_variables.find_transition_violation(state, (*people, valuation[-1]))


class UnitCountVariables(BaseCrossingVariables):
    """State variables for the number of units with each placing, and for the boat's place.

    A placing says where each member of a unit is. For couples, there is a variable for each pair of places: the number
    of couples with the husband at the first place and the wife at the second. In the puzzle's own PDDL, the number is
    the value of a PDDL function (with ``use_functions``), or an object n0, n1, and so on.
    """

    def __init__(self, instance: Instance, use_functions: bool) -> None:
        self.instance, self._quotient, self._named_variables = (
            instance,
            instance.get_or_make(Quotient),
            NamedCrossingVariables(instance),
        )
        places, classes = make_place_values(instance), self._quotient.classes
        roles, self.values, self.own_pddl_facts = (
            list[NamedThing](),
            list[Sequence[NamedThing]](),
            list[Sequence[OwnPddlFact]](),
        )
        for number, where in self._quotient.placings:
            kind, there = classes[number], [instance.places[place] for place in where]
            told = [f"the {member} at {place.called}" for member, place in zip(kind.members, there, strict=True)]
            numbers = [f"{amount}" for amount in range(len(kind.units) + 1)]
            predicate, symbols = f"count-{kind.symbol}", tuple(place.symbol for place in there)
            number_told = format_message("crossing.number-of-groups", members=join_phrases(told))
            roles.append(NamedThing(f"{kind.symbol} {' '.join(symbols)}", number_told, ()))
            self.values.append([NamedThing(one, one, ()) for one in numbers])
            self.own_pddl_facts.append(
                [
                    OwnPddlFact(predicate, symbols, amount)
                    if use_functions
                    else OwnPddlFact(predicate, (*symbols, f"n{amount}"))
                    for amount in range(len(numbers))
                ]
            )
        self.variables = [*roles, *make_boat_variables(instance)]
        self.values.append(places)
        self.own_pddl_facts.append([OwnPddlFact("boat-at", (place.symbol,)) for place in instance.places])
        self.variable_sorts = range(len(self.variables))
        if None not in instance.goal.travellers:
            boat = -1 if instance.goal.boat is None else instance.goal.boat
            self.goal_valuation = (*self._count_units_by_placing(self._quotient.goal_placings), boat)

    def is_numeric(self, variable: int) -> bool:
        """Return whether the values of a variable are numbers: true except for the last one, the boat's place."""
        return variable < len(self.variables) - 1

    def describe_variable(self, variable: int) -> str:
        """Return a phrase for a state variable that a model must represent: a number of units, or a place.

        ``variable`` is its index.
        """
        return (
            super().describe_variable(variable)
            if variable == len(self.variables) - 1
            else self.variables[variable].called
        )

    def _count_units_by_placing(self, wanted_places: Sequence[tuple[int | None, ...]]) -> list[int]:
        """Return the number of units with each placing if all units of a class are at the same wanted places.

        ``wanted_places`` has for each class of units a tuple: for each member of a unit, the index of its place.
        """
        sizes = [len(kind.units) for kind in self._quotient.classes]
        return [sizes[number] * (wanted_places[number] == where) for number, where in self._quotient.placings]

    def to_valuation(self, state: CrossingState) -> Valuation:
        """Return the values of all variables: the number of units with each placing, then the boat's place."""
        placed = Counter(
            (number, tuple(state.places_of(unit)))
            for number, kind in enumerate(self._quotient.classes)
            for unit in kind.units
        )
        return *(placed[placing] for placing in self._quotient.placings), state.boat

    def to_state(self, valuation: Valuation) -> CrossingState:
        """Return a state in which the numbers of units and the boat's place are as in a valuation."""
        return NamedUnitPlacements(self._quotient, valuation[:-1]).make_state(valuation[-1], 0)

    def observe(self, values_by_variable: Sequence[Sequence[int]]) -> Observation:
        """Return the information that a model's state contains about the puzzle's state.

        ``values_by_variable`` contains, for each variable, its possible values according to the model's facts. If the
        numbers add up to less than the units that there are, a crossing is under way.
        """
        if any(len(some) > 1 for some in values_by_variable):
            return Observation(None, False, True)
        if not all(values_by_variable):
            return Observation(None, False)
        situation = tuple([some[0] for some in values_by_variable])
        missing = [len(kind.units) for kind in self._quotient.classes]
        for (number, _), amount in zip(self._quotient.placings, situation, strict=False):
            missing[number] -= amount
        under_way = any(missing)
        return Observation(None if under_way else situation, not under_way, min(missing) < 0)

    def find_transition_violation(self, state: CrossingState, valuation: Valuation) -> TransitionViolation:
        """Return the reason why no legal crossing leads from a state to a state with this valuation.

        Either no crossing makes this change, or the crossing that makes it breaks a rule.
        """
        people, (origin, destination) = (
            list(self._named_variables.to_valuation(state)[:-1]),
            (state.boat, valuation[-1]),
        )
        wanted = dict(zip(self._quotient.placings, valuation, strict=False))
        for number, kind in enumerate(self._quotient.classes):
            left, going = (
                Counter({where: amount for (one, where), amount in wanted.items() if one == number}),
                list[Any](),
            )
            for unit in kind.units:
                here = tuple([people[one] for one in unit])
                left[here] -= 1
                going += [(unit, here)] if left[here] < 0 else []
            for unit, here in going:

                def count_strays(there: tuple[int, ...], here: tuple[int, ...] = here) -> int:
                    moved = [(one, other) for one, other in zip(here, there, strict=True) if one != other]
                    return sum(way != (origin, destination) for way in moved)

                there = min((where for where, amount in left.items() if amount > 0), key=count_strays)
                left[there] -= 1
                for one, place in zip(unit, there, strict=True):
                    people[one] = place
        return self._named_variables.find_transition_violation(state, (*people, valuation[-1]))
