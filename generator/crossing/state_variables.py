"""The state variables of a river crossing: the place of each traveler and of each boat.

A model (PDDL for the puzzle by somebody else) is compared with the puzzle by the values of these variables. If a model
allows a change of values that no legal crossing makes, the module also explains which rule this change breaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance, companies_by_place
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.space import Violation
from ferryplan.generator.state_variables import (
    SYNONYM_MARK,
    NamedThing,
    Observation,
    StateVariables,
    TransitionViolation,
    Valuation,
)
from ferryplan.generator.wording import grammatical_number, join_phrases

_SYNONYMS: dict[str, list[str]] = domains.words("checking")["synonyms"]
BOAT_WORDS = frozenset({"boat", *(SYNONYM_MARK + word for word in _SYNONYMS["boat"])})
ROWER_WORDS = frozenset(
    SYNONYM_MARK + word for word in ("man", "person", "human", "ferryman", "boatman", "rower", "driver", "pilot")
)


class BaseCrossingVariables(StateVariables[CrossingState, Crossing]):
    """Base class of the state variables of a river crossing, for named and for counted travelers."""

    allows_intermediate_states = True

    def classify_missing_move(self, move: Crossing, allowed_moves: Sequence[Crossing]) -> str:
        """Return the kind of difference for a legal crossing that a model does not allow.

        ``allowed_moves`` are the crossings that the model allows. The kind is ``direction-missing`` if none of them has
        the same origin and destination, ``load-too-small`` if all of them have smaller loads, and ``rule-too-strong``
        otherwise.
        """
        if not allowed_moves:  # nothing ever crosses
            return "rule-too-strong"
        if all((one.origin, one.destination) != (move.origin, move.destination) for one in allowed_moves):
            return "direction-missing"
        largest = max(one.load.bit_count() for one in allowed_moves)
        return "load-too-small" if move.load.bit_count() > largest else "rule-too-strong"


class NamedCrossingVariables(BaseCrossingVariables):
    """The state variables for the place of each traveler and of each boat."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self._space = instance, instance.get_or_make(CrossingSpace)
        self.traveler_count = len(instance.travellers)
        counts, people = Counter[str](), list[NamedThing]()
        own = [frozenset({one.name.lower(), one.symbol}) for one in instance.travellers]
        taken = frozenset[str]().union(*own)
        synonyms = find_synonyms({one.kind.lower() for one in instance.travellers})
        for one, names in zip(instance.travellers, own, strict=True):
            counts[one.kind] += 1
            calls = synonyms[one.kind.lower()]
            words = {f"{word}{counts[one.kind]}" for word in (one.kind.lower(), one.kind[0].lower(), *calls)}
            if one.name.lower() == one.kind.lower():
                words |= calls
            if instance.rowers == 1 << len(people):
                words |= ROWER_WORDS
            # w1 means the first wife, unless a traveler has the name W1
            people.append(NamedThing(one.name, one.called, (names | (words - taken),)))
        self.variables = [*people, *make_boat_variables(instance)]
        self.variable_sorts = [0] * self.traveler_count + [1] * len(instance.vessels)
        self.variable_groups = [*range(self.traveler_count)]
        for units in (kind.units for kind in instance.get_or_make(Quotient).classes):
            for unit in units if len(units[0]) == 1 else ():
                self.variable_groups[unit[0]] = units[0][0]
        self.values = [make_place_values(instance)] * len(self.variables)
        ends = (*instance.goal.travellers, *(instance.goal.boat,) * instance.boats)
        self.goal_valuation = tuple(-1 if one is None else one for one in ends)
        if instance.boats == 1 and instance.rowers.bit_count() == 1:  # the only rower is in the boat at every crossing
            rower = instance.rowers.bit_length() - 1
            self.leading_variables = {self.traveler_count: rower, rower: self.traveler_count}

    def to_valuation(self, state: CrossingState) -> Valuation:
        """Return the values of all variables in a state: the place of each traveler, then of each boat."""
        return *state.places_of(range(self.traveler_count)), *state.boats

    def to_state(self, valuation: Valuation) -> CrossingState:
        """Return the state in which the variables have the values of a valuation; its clock is 0."""
        people, boats = valuation[: self.traveler_count], valuation[self.traveler_count :]
        return CrossingState(boats[0], companies_by_place(people, len(self.instance.places)), 0, boats[1:])

    def observe(self, values_by_variable: Sequence[Sequence[int]]) -> Observation:
        """Return what a model's state says about the puzzle's state.

        ``values_by_variable`` has for each variable the places that the model's facts allow. If they allow no place for
        a traveler, the traveler is taken to be in the boat, provided that there is only one boat.
        """
        if any(len(some) > 1 for some in values_by_variable):
            return Observation(None, False, True)
        if all(values_by_variable):
            return Observation(tuple([some[0] for some in values_by_variable]), True)
        boat = values_by_variable[self.traveler_count] if self.instance.boats == 1 else ()
        return Observation(tuple([(some or boat)[0] for some in values_by_variable]) if boat else None, False)

    def find_transition_violation(self, state: CrossingState, valuation: Valuation) -> TransitionViolation:
        """Return the reason why no legal crossing changes a state to a valuation.

        Either no crossing makes this change, or the crossing that makes it breaks a rule.
        """
        before = self.to_valuation(state)
        moved = [role for role, (one, other) in enumerate(zip(before, valuation, strict=True)) if one != other]
        boats = [role for role in moved if role >= self.traveler_count]
        if len(boats) != 1:
            return self._make_teleporting_violation(moved, "crossing.moved-without-boat")
        [boat] = boats
        origin, destination = before[boat], valuation[boat]
        left, reached = (self.instance.places[place].called for place in (origin, destination))
        people = [role for role in moved if role < self.traveler_count]
        if strays := [one for one in people if (before[one], valuation[one]) != (origin, destination)]:
            return self._make_teleporting_violation(
                strays, "crossing.moved-another-way", origin=left, destination=reached
            )
        crossing = Crossing(sum(1 << one for one in people), origin, destination, boat - self.traveler_count)
        violation = self._space.find_violation(state, crossing)
        assert violation is not None, "it is not allowed"
        scenes = {left: "left", reached: "reached"}
        where = next((scenes[place] for place in scenes if violation.found.startswith(f"at {place},")), "boat")
        return TransitionViolation(classify_illegal_crossing(self.instance, crossing), violation, where)

    def _make_teleporting_violation(
        self, moved_variables: Sequence[int], key: str, **slots: str
    ) -> TransitionViolation:
        called = [self.variables[one].called for one in moved_variables]
        found = format_message(key, count=grammatical_number(called), names=join_phrases(called), **slots)
        return TransitionViolation("teleporting", Violation(format_message("crossing.only-the-boat-crosses"), found))


def classify_illegal_crossing(instance: Instance, crossing: Crossing) -> str:
    """Return the kind of difference for an illegal crossing that a model allows.

    The kinds are ``route-too-many``, ``empty-boat``, ``load-too-large``, ``nobody-rows`` and ``rule-missing``.
    """
    vessel = instance.vessels[crossing.boat]
    if (crossing.origin, crossing.destination) not in instance.routes:
        return "route-too-many"
    if not crossing.load:
        return "empty-boat"
    if crossing.load.bit_count() > vessel.capacity or not vessel.can_bear_weight(crossing.load, instance.weights):
        return "load-too-large"
    return "rule-missing" if crossing.load & vessel.rowers else "nobody-rows"


def find_synonyms(known_names: Collection[str]) -> dict[str, frozenset[str]]:
    """Return for each known name, such as that of a kind, the synonyms that models may use instead.

    Each synonym begins with `SYNONYM_MARK`. A word that is a synonym of two known names, or is itself a known name, is
    left out.
    """
    known = {kind: frozenset(_SYNONYMS.get(kind, ())) for kind in known_names}
    times = Counter(word for words in known.values() for word in words)
    return {
        kind: frozenset(f"{SYNONYM_MARK}{word}" for word in words - {*known_names} if times[word] == 1)
        for kind, words in known.items()
    }


def make_boat_variables(instance: Instance) -> list[NamedThing]:
    """Return a state variable for each boat, with the names that models may use for the boat."""
    return [NamedThing(one.name, one.called, (frozenset({one.name}) | BOAT_WORDS,)) for one in instance.vessels]


def make_place_values(instance: Instance) -> list[NamedThing]:
    """Return each place as a value of the variables, with the names that models may use for the place."""
    synonyms = find_synonyms({"left", "right"})
    names = [{one.symbol, *one.symbol.split("-")} - {"bank", "the"} for one in instance.places]
    return [
        NamedThing(one.name, one.called, (frozenset(words.union(*(synonyms[word] for word in words & {*synonyms}))),))
        for one, words in zip(instance.places, names, strict=True)
    ]
