"""How much each jug holds, as somebody else's model may say it, and what is wrong where that changes otherwise than by a pouring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ferryplan.generator.cast import Cast, Named, Seen, Situation, Stated, Wrong
from ferryplan.generator.space import Breach
from jugs.space import NO_OVERFLOW, NO_TAP, ONE_AT_A_TIME, TAP, TO_THE_END, WHAT_IS_THERE, Jugs, Pour, State, called

NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class JugsCast(Cast[State, Pour]):
    """The levels of the jugs: `state_level` says in PDDL that a jug holds a number of liters."""

    takes_steps = True

    def __init__(
        self, instance: Jugs, most: int, goal: Situation | None, state_level: Callable[[int, int], Stated]
    ) -> None:
        """Levels may be up to `most`, which is more than some jugs hold: a model may let them overflow."""
        self.instance = instance
        jugs = range(len(instance.capacities))
        self.roles = [Named(f"jug-{jug}", f"how much {called(instance, jug)} holds", ()) for jug in jugs]
        self.values = [[Named(str(level), str(level), ()) for level in range(most + 1)]] * len(jugs)
        self.sorts = [0] * len(jugs)
        self.stated = [[state_level(jug, level) for level in range(most + 1)] for jug in jugs]
        self.numbers = frozenset(jugs)
        self.goal = goal

    def sought(self, role: int) -> str:
        """Return what a model must say of a jug."""
        return self.roles[role].called

    def situation(self, state: State) -> Situation:
        """Return the levels."""
        return state

    def state(self, situation: Situation) -> State:
        """Return the levels."""
        return situation

    def seen(self, values: Sequence[Sequence[int]]) -> Seen:
        """Return what is seen where the jugs have these levels; a jug without a level is being filled or emptied."""
        situation = tuple([some[0] for some in values]) if all(len(some) == 1 for some in values) else None
        return Seen(situation, situation is not None, any(len(some) > 1 for some in values))

    def wrong(self, state: State, situation: Situation) -> Wrong:
        """Return the rule that no pouring from a state to a situation keeps."""
        capacities = self.instance.capacities
        changed = [jug for jug, (before, after) in enumerate(zip(state, situation, strict=True)) if before != after]
        names = [called(self.instance, jug) for jug in changed]
        levels = " and ".join(f"{name} holds {situation[jug]}" for name, jug in zip(names, changed, strict=True))
        if full := [jug for jug in changed if situation[jug] > capacities[jug]]:
            found = f"{called(self.instance, full[0])} would hold {situation[full[0]]}"
            return Wrong("rule-missing", Breach(NO_OVERFLOW, found))
        if below := [jug for jug in changed if situation[jug] < 0]:
            found = f"{called(self.instance, below[0])} would hold {situation[below[0]]}"
            return Wrong("rule-missing", Breach(WHAT_IS_THERE, found))
        if len(changed) > 2:
            return Wrong("no-move", Breach(ONE_AT_A_TIME, f"{len(changed)} jugs change at the same time"))
        if len(changed) == 1 and not self.instance.tap:
            return Wrong("rule-missing", Breach(NO_TAP, f"{levels} afterwards, and no other jug changes"))
        if len(changed) == 2 and sum(state) != sum(situation):
            found = f"the jugs hold {sum(state)} together before it, and {sum(situation)} after it"
            return Wrong("rule-missing", Breach(WHAT_IS_THERE, found))
        return Wrong("rule-missing", Breach(TO_THE_END, f"{levels} afterwards"))

    def lacking(self, move: Pour, made: Sequence[Pour]) -> str:
        """Return whether a model never fills, empties or pours, or too seldom."""
        kinds = {(one.origin == TAP, one.destination == TAP) for one in made}
        return "rule-too-strong" if (move.origin == TAP, move.destination == TAP) in kinds else "move-missing"


def list_casts(instance: Jugs) -> list[JugsCast]:
    """Return the ways to say levels: by objects with a number in their names, by objects with the name of a number, or by a function.

    A model in which a jug overflows may have objects for more levels than the largest jug. Another one does not have them, so that only
    a cast with fewer levels finds all its objects. Jugs are called by their capacities where these tell them apart, or by their order.
    Capacities also tell the jugs apart in a model whose goal is about another jug, but only casts without a goal see that.
    """
    capacities = instance.capacities
    by_order = [f"jug-{jug}" for jug in range(len(capacities))]
    by_capacity = [f"jug-{capacity}" for capacity in capacities]

    def list_with_names(jugs: Sequence[str], goal: Situation | None) -> Iterator[JugsCast]:
        for most in (sum(capacities), max(capacities)):
            yield JugsCast(instance, most, goal, lambda jug, level: Stated("has", (jugs[jug], f"liters-{level}")))
            if most < len(NUMERALS):
                yield JugsCast(instance, most, goal, lambda jug, level: Stated("has", (jugs[jug], NUMERALS[level])))
        yield JugsCast(instance, sum(capacities), goal, lambda jug, level: Stated("has", (jugs[jug],), level))

    ways: list[tuple[list[str], Situation | None]] = [(by_order, instance.goal)]
    if len({*capacities}) == len(capacities):
        ways = [(by_capacity, instance.goal), *ways, (by_capacity, None)]
    return [cast for jugs, goal in ways for cast in list_with_names(jugs, goal)]
