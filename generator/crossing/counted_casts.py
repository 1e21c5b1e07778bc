"""How many are where in a river crossing, as somebody else's model may count them: those who are alike, or couples and other units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.cast import Named, Seen, Situation, Stated, Wrong
from ferryplan.generator.crossing.cast import CrossingCast, RiverCast, boats_of, places_of
from ferryplan.generator.crossing.counts import Units
from ferryplan.generator.crossing.instance import Instance, State, companies_of
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.masks import members
from ferryplan.generator.wording import listing


class CountedCast(RiverCast):
    """How many of each class are at each place, and where the boat is: a class are those who differ in nothing but their names."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self._named = instance, CrossingCast(instance)
        self.places, classes = places_of(instance), instance.once(Quotient).classes
        self._classes, plurals = [sum(1 << one for (one,) in kind.units) for kind in classes], dict(instance.kinds)
        firsts = [instance.travellers[kind.units[0][0]] for kind in classes]
        kinds = Counter(one.kind for one in firsts)
        names = [
            (one.kind, plurals[one.kind], frozenset({one.kind.lower(), plurals[one.kind].lower(), one.kind[0].lower()}))
            if kinds[one.kind] == 1
            else (
                one.name,
                format_message("crossing.travelers-like", name=one.called),
                self._named.roles[kind.units[0][0]].words[0] | {kind.symbol.replace("-", "")},
            )
            for one, kind in zip(firsts, classes, strict=True)
        ]
        roles = [
            Named(
                f"{name} {place.name}",
                format_message("crossing.number-there", travelers=called, place=place.called),
                (words, *place.words),
            )
            for name, called, words in names
            for place in self.places
        ]
        self.roles = [*roles, *boats_of(instance)]
        self.sorts = [0] * len(roles) + [1]
        self.numbers = frozenset(range(len(roles)))
        self.optional = frozenset(number for number in self.numbers if number % len(self.places))
        totals = [mask.bit_count() for mask in self._classes for _ in self.places]
        numbers = [Named(str(number), str(number), ()) for number in range(max(totals) + 1)]
        self.values = [*(numbers[: total + 1] for total in totals), self.places]
        if None not in instance.goal.travellers:
            boat = -1 if instance.goal.boat is None else instance.goal.boat
            self.goal = (*self._counts(companies_of(instance.goal.travellers, len(self.places))), boat)

    @staticmethod
    def suits(instance: Instance) -> bool:
        """Return whether numbers tell all that matters: no travelers belong together, and there is one boat."""
        return instance.boats == 1 and all(len(unit) == 1 for unit in instance.units)

    def sought(self, role: int) -> str:
        """Return what a model must say of how many there are, or of the boat; nothing of who is alone, who is sought by name, too."""
        if role in self.numbers:
            return self.roles[role].called * (len(self.values[role]) > 2)
        return super().sought(role)

    def _counts(self, companies: Sequence[int]) -> list[int]:
        return [(company & mask).bit_count() for mask in self._classes for company in companies]

    def situation(self, state: State) -> Situation:
        """Return how many of each kind are at each place, then where the boat is."""
        return *self._counts(state.companies), state.boat

    def state(self, situation: Situation) -> State:
        """Return a state with these numbers of travelers at the places."""
        return Units(self.instance.once(Quotient), situation[:-1]).state(situation[-1], 0)

    def seen(self, values: Sequence[Sequence[int]]) -> Seen:
        """Return what these numbers show. Travelers that they do not count are in the boat, or at the only place without a number."""
        counts, size, settled = list[int](), len(self.places), True
        if any(len(some) > 1 for some in values) or any(some[0] < 0 for some in values[:-1] if some):
            return Seen(None, False, True)
        boat = values[-1][0] if values[-1] else None
        for number, mask in enumerate(self._classes):
            some = values[number * size : (number + 1) * size]
            rest = mask.bit_count() - sum(one[0] for one in some if one)
            untold = [place for place, one in enumerate(some) if not one]
            at = untold[0] if untold else boat
            if rest < 0 or len(untold) > 1 or (rest and at is None):
                return Seen(None, False, rest < 0)
            settled = settled and (not rest or bool(untold))
            counts += [(one[0] if one else 0) + rest * (place == at) for place, one in enumerate(some)]
        return Seen(None if boat is None else (*counts, boat), settled and boat is not None)

    def wrong(self, state: State, situation: Situation) -> Wrong:
        """Return why no crossing leads from a state to such a situation, or why none may."""
        before = self._named.situation(state)
        people, size = list(before[:-1]), len(self.places)
        for number, mask in enumerate(self._classes):
            after = Counter(dict(enumerate(situation[number * size : (number + 1) * size])))
            there = Counter(people[one] for one in members(mask))
            going = (after - there).elements()
            for one in members(mask):
                after[people[one]] -= 1
                if after[people[one]] < 0:
                    people[one] = next(going)
        return self._named.wrong(state, (*people, situation[-1]))


class UnitsCast(RiverCast):
    """How many units of each class are placed in each way, and where the boat is: of couples, how many have him here and her there.

    As in the puzzle's own PDDL, each number is the value of a function, or an object n0, n1, and so on.
    """

    def __init__(self, instance: Instance, functions: bool) -> None:
        self.instance, self._quotient, self._named = instance, instance.once(Quotient), CrossingCast(instance)
        places, classes = places_of(instance), self._quotient.classes
        roles, self.values, self.stated = list[Named](), list[Sequence[Named]](), list[Sequence[Stated]]()
        for number, where in self._quotient.placings:
            kind, there = classes[number], [instance.places[place] for place in where]
            told = [f"the {member} at {place.called}" for member, place in zip(kind.members, there, strict=True)]
            numbers = [f"{amount}" for amount in range(len(kind.units) + 1)]
            predicate, symbols = f"count-{kind.symbol}", tuple(place.symbol for place in there)
            number_told = format_message("crossing.number-of-groups", members=listing(told))
            roles.append(Named(f"{kind.symbol} {' '.join(symbols)}", number_told, ()))
            self.values.append([Named(one, one, ()) for one in numbers])
            self.stated.append(
                [
                    Stated(predicate, symbols, amount) if functions else Stated(predicate, (*symbols, f"n{amount}"))
                    for amount in range(len(numbers))
                ]
            )
        self.roles = [*roles, *boats_of(instance)]
        self.values.append(places)
        self.stated.append([Stated("boat-at", (place.symbol,)) for place in instance.places])
        self.sorts = range(len(self.roles))
        if None not in instance.goal.travellers:
            boat = -1 if instance.goal.boat is None else instance.goal.boat
            self.goal = (*self._counts(self._quotient.wanted), boat)

    def counts(self, role: int) -> bool:
        """Return whether a role is a number; the last one is the boat."""
        return role < len(self.roles) - 1

    def sought(self, role: int) -> str:
        """Return what a model must say of how many there are, or of the boat."""
        return super().sought(role) if role == len(self.roles) - 1 else self.roles[role].called

    def _counts(self, wanted: Sequence[tuple[int | None, ...]]) -> list[int]:
        """Return how many units are placed in each way where all of a class are placed alike."""
        sizes = [len(kind.units) for kind in self._quotient.classes]
        return [sizes[number] * (wanted[number] == where) for number, where in self._quotient.placings]

    def situation(self, state: State) -> Situation:
        """Return how many units are placed in each way, then where the boat is."""
        placed = Counter(
            (number, tuple(state.places_of(unit)))
            for number, kind in enumerate(self._quotient.classes)
            for unit in kind.units
        )
        return *(placed[placing] for placing in self._quotient.placings), state.boat

    def state(self, situation: Situation) -> State:
        """Return a state with these numbers of units placed in each way."""
        return Units(self._quotient, situation[:-1]).state(situation[-1], 0)

    def seen(self, values: Sequence[Sequence[int]]) -> Seen:
        """Return what these numbers show. A crossing is under way as long as some units are placed in no way."""
        if any(len(some) > 1 for some in values):
            return Seen(None, False, True)
        if not all(values):
            return Seen(None, False)
        situation = tuple([some[0] for some in values])
        missing = [len(kind.units) for kind in self._quotient.classes]
        for (number, _), amount in zip(self._quotient.placings, situation, strict=False):
            missing[number] -= amount
        under_way = any(missing)
        return Seen(None if under_way else situation, not under_way, min(missing) < 0)

    def wrong(self, state: State, situation: Situation) -> Wrong:
        """Return why no crossing leads from a state to such a situation, or why none may."""
        people, (origin, destination) = list(self._named.situation(state)[:-1]), (state.boat, situation[-1])
        wanted = dict(zip(self._quotient.placings, situation, strict=False))
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

                def strays(there: tuple[int, ...], here: tuple[int, ...] = here) -> int:
                    moved = [(one, other) for one, other in zip(here, there, strict=True) if one != other]
                    return sum(way != (origin, destination) for way in moved)

                there = min((where for where, amount in left.items() if amount > 0), key=strays)
                left[there] -= 1
                for one, place in zip(unit, there, strict=True):
                    people[one] = place
        return self._named.wrong(state, (*people, situation[-1]))
