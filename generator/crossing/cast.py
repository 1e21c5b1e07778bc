"""Who is where in a river crossing, as somebody else's model of it may show it, and what is wrong where that changes otherwise than by a crossing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.cast import SYNONYM, Cast, Named, Seen, Situation, Wrong
from ferryplan.generator.crossing.instance import Crossing, Instance, State, companies_of
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.space import Breach
from ferryplan.generator.wording import listing, number_of

_SYNONYMS: dict[str, list[str]] = domains.words("checking")["synonyms"]
BOAT = frozenset({"boat", *(SYNONYM + word for word in _SYNONYMS["boat"])})
ROWER = frozenset(
    SYNONYM + word for word in ("man", "person", "human", "ferryman", "boatman", "rower", "driver", "pilot")
)


class RiverCast(Cast[State, Crossing]):
    """What the ways to see a crossing share."""

    takes_steps = True

    def lacking(self, move: Crossing, made: Sequence[Crossing]) -> str:
        """Return whether no load as large is ever carried, nothing ever crosses that way, or else a rule is too strong."""
        if not made:  # nothing ever crosses
            return "rule-too-strong"
        if all((one.origin, one.destination) != (move.origin, move.destination) for one in made):
            return "direction-missing"
        largest = max(one.load.bit_count() for one in made)
        return "load-too-small" if move.load.bit_count() > largest else "rule-too-strong"


class CrossingCast(RiverCast):
    """The travelers and the boats of an instance, at places."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self._space = instance, instance.once(CrossingSpace)
        self.travellers = len(instance.travellers)
        counts, people = Counter[str](), list[Named]()
        own = [frozenset({one.name.lower(), one.symbol}) for one in instance.travellers]
        taken = frozenset[str]().union(*own)
        synonyms = synonyms_of({one.kind.lower() for one in instance.travellers})
        for one, names in zip(instance.travellers, own, strict=True):
            counts[one.kind] += 1
            calls = synonyms[one.kind.lower()]
            words = {f"{word}{counts[one.kind]}" for word in (one.kind.lower(), one.kind[0].lower(), *calls)}
            if one.name.lower() == one.kind.lower():
                words |= calls
            if instance.rowers == 1 << len(people):
                words |= ROWER
            # w1 would be the first wife, were there not a single woman called W1
            people.append(Named(one.name, one.called, (names | (words - taken),)))
        self.roles = [*people, *boats_of(instance)]
        self.sorts = [0] * self.travellers + [1] * len(instance.vessels)
        self.groups = [*range(self.travellers)]
        for units in (kind.units for kind in instance.once(Quotient).classes):
            for unit in units if len(units[0]) == 1 else ():
                self.groups[unit[0]] = units[0][0]
        self.values = [places_of(instance)] * len(self.roles)
        ends = (*instance.goal.travellers, *(instance.goal.boat,) * instance.boats)
        self.goal = tuple(-1 if one is None else one for one in ends)
        if instance.boats == 1 and instance.rowers.bit_count() == 1:  # he is in the boat whenever it goes
            rower = instance.rowers.bit_length() - 1
            self.leaders = {self.travellers: rower, rower: self.travellers}

    def situation(self, state: State) -> Situation:
        """Return where everybody is, then the boats."""
        return *state.places_of(range(self.travellers)), *state.boats

    def state(self, situation: Situation) -> State:
        """Return the state in which they are there, before any crossing that counts."""
        people, boats = situation[: self.travellers], situation[self.travellers :]
        return State(boats[0], companies_of(people, len(self.instance.places)), 0, boats[1:])

    def seen(self, values: Sequence[Sequence[int]]) -> Seen:
        """Return what is seen where each has these places. Who is at none is in the boat, if there is one alone."""
        if any(len(some) > 1 for some in values):
            return Seen(None, False, True)
        if all(values):
            return Seen(tuple([some[0] for some in values]), True)
        boat = values[self.travellers] if self.instance.boats == 1 else ()
        return Seen(tuple([(some or boat)[0] for some in values]) if boat else None, False)

    def wrong(self, state: State, situation: Situation) -> Wrong:
        """Return why no crossing leads from a state to a situation, or why none may."""
        before = self.situation(state)
        moved = [role for role, (one, other) in enumerate(zip(before, situation, strict=True)) if one != other]
        boats = [role for role in moved if role >= self.travellers]
        if len(boats) != 1:
            return self._teleporting(moved, "crossing.moved-without-boat")
        [boat] = boats
        origin, destination = before[boat], situation[boat]
        left, reached = (self.instance.places[place].called for place in (origin, destination))
        people = [role for role in moved if role < self.travellers]
        if strays := [one for one in people if (before[one], situation[one]) != (origin, destination)]:
            return self._teleporting(strays, "crossing.moved-another-way", origin=left, destination=reached)
        crossing = Crossing(sum(1 << one for one in people), origin, destination, boat - self.travellers)
        breach = self._space.breach(state, crossing)
        assert breach is not None, "it is not allowed"
        scenes = {left: "left", reached: "reached"}
        where = next((scenes[place] for place in scenes if breach.found.startswith(f"at {place},")), "boat")
        return Wrong(kind_of(self.instance, crossing), breach, where)

    def _teleporting(self, roles: Sequence[int], key: str, **slots: str) -> Wrong:
        called = [self.roles[one].called for one in roles]
        found = format_message(key, count=number_of(called), names=listing(called), **slots)
        return Wrong("teleporting", Breach(format_message("crossing.only-the-boat-crosses"), found))


def kind_of(instance: Instance, crossing: Crossing) -> str:
    """Return what a model lacks that allows a crossing."""
    vessel = instance.vessels[crossing.boat]
    if (crossing.origin, crossing.destination) not in instance.routes:
        return "route-too-many"
    if not crossing.load:
        return "empty-boat"
    if crossing.load.bit_count() > vessel.capacity or not vessel.bears(crossing.load, instance.weights):
        return "load-too-large"
    return "rule-missing" if crossing.load & vessel.rowers else "nobody-rows"


def synonyms_of(kinds: Collection[str]) -> dict[str, frozenset[str]]:
    """Return what models may call each of some kinds besides its own word, without words for two of them."""
    known = {kind: frozenset(_SYNONYMS.get(kind, ())) for kind in kinds}
    times = Counter(word for words in known.values() for word in words)
    return {
        kind: frozenset(f"{SYNONYM}{word}" for word in words - {*kinds} if times[word] == 1)
        for kind, words in known.items()
    }


def boats_of(instance: Instance) -> list[Named]:
    """Return the boats, by the names that models give them."""
    return [Named(one.name, one.called, (frozenset({one.name}) | BOAT,)) for one in instance.vessels]


def places_of(instance: Instance) -> list[Named]:
    """Return the places, by the names that models give them."""
    synonyms = synonyms_of({"left", "right"})
    names = [{one.symbol, *one.symbol.split("-")} - {"bank", "the"} for one in instance.places]
    return [
        Named(one.name, one.called, (frozenset(words.union(*(synonyms[word] for word in words & {*synonyms}))),))
        for one, words in zip(instance.places, names, strict=True)
    ]
