"""The levels of the jugs as state variables of other authors' models, and their violations.

A violation is a change of levels that no pouring makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ferryplan.generator.space import Violation
from ferryplan.generator.state_variables import (
    NamedThing,
    Observation,
    OwnPddlFact,
    StateVariables,
    TransitionViolation,
    Valuation,
)
from jugs.space import NO_OVERFLOW, NO_TAP, ONE_AT_A_TIME, TAP, TO_THE_END, WHAT_IS_THERE, Jugs, Pour, State, called

NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class JugsVariables(StateVariables[State, Pour]):
    """The levels of the jugs: `state_level` says in PDDL that a jug holds a number of liters."""

    allows_intermediate_states = True

    def __init__(
        self, instance: Jugs, most: int, goal: Valuation | None, state_level: Callable[[int, int], OwnPddlFact]
    ) -> None:
        """Create the variables with levels up to `most`.

        This is more than some jugs hold, since a model may let them overflow.
        """
        self.instance = instance
        jugs = range(len(instance.capacities))
        self.variables = [NamedThing(f"jug-{jug}", f"how much {called(instance, jug)} holds", ()) for jug in jugs]
        self.values = [[NamedThing(str(level), str(level), ()) for level in range(most + 1)]] * len(jugs)
        self.variable_sorts = [0] * len(jugs)
        self.own_pddl_facts = [[state_level(jug, level) for level in range(most + 1)] for jug in jugs]
        self.numeric_variables = frozenset(jugs)
        self.goal_valuation = goal

    def describe_variable(self, variable: int) -> str:
        """Return what a model must state about a jug."""
        return self.variables[variable].called

    def to_valuation(self, state: State) -> Valuation:
        """Return the levels of a state."""
        return state

    def to_state(self, valuation: Valuation) -> State:
        """Return the state with these levels."""
        return valuation

    def observe(self, values_by_variable: Sequence[Sequence[int]]) -> Observation:
        """Return the observation for these levels; a jug without a level is being filled or emptied."""
        situation = (
            tuple([some[0] for some in values_by_variable])
            if all(len(some) == 1 for some in values_by_variable)
            else None
        )
        return Observation(situation, situation is not None, any(len(some) > 1 for some in values_by_variable))

    def find_transition_violation(self, state: State, valuation: Valuation) -> TransitionViolation:
        """Return the rule that a change from a state to this valuation breaks."""
        capacities = self.instance.capacities
        changed = [jug for jug, (before, after) in enumerate(zip(state, valuation, strict=True)) if before != after]
        names = [called(self.instance, jug) for jug in changed]
        levels = " and ".join(f"{name} holds {valuation[jug]}" for name, jug in zip(names, changed, strict=True))
        if full := [jug for jug in changed if valuation[jug] > capacities[jug]]:
            found = f"{called(self.instance, full[0])} would hold {valuation[full[0]]}"
            return TransitionViolation("rule-missing", Violation(NO_OVERFLOW, found))
        if below := [jug for jug in changed if valuation[jug] < 0]:
            found = f"{called(self.instance, below[0])} would hold {valuation[below[0]]}"
            return TransitionViolation("rule-missing", Violation(WHAT_IS_THERE, found))
        if len(changed) > 2:
            return TransitionViolation(
                "no-move", Violation(ONE_AT_A_TIME, f"{len(changed)} jugs change at the same time")
            )
        if len(changed) == 1 and not self.instance.tap:
            return TransitionViolation(
                "rule-missing", Violation(NO_TAP, f"{levels} afterwards, and no other jug changes")
            )
        if len(changed) == 2 and sum(state) != sum(valuation):
            found = f"the jugs hold {sum(state)} together before it, and {sum(valuation)} after it"
            return TransitionViolation("rule-missing", Violation(WHAT_IS_THERE, found))
        return TransitionViolation("rule-missing", Violation(TO_THE_END, f"{levels} afterwards"))

    def classify_missing_move(self, move: Pour, allowed_moves: Sequence[Pour]) -> str:
        """Return whether a model never fills, empties or pours, or does so too seldom."""
        kinds = {(one.origin == TAP, one.destination == TAP) for one in allowed_moves}
        return "rule-too-strong" if (move.origin == TAP, move.destination == TAP) in kinds else "move-missing"


def list_state_variables(instance: Jugs) -> list[JugsVariables]:
    """Return the ways to express levels.

    A level is an object with a number in its name, an object with the name of a number, or the value of a function.
    A model in which a jug overflows may have objects for more levels than the largest jug. Another one does not have them, so that only
    variables with fewer levels find all its objects. Jugs are called by their capacities where these tell them apart, or by their order.
    Capacities also tell the jugs apart in a model whose goal is about another jug, but only variables without a goal see that.
    """
    capacities = instance.capacities
    by_order = [f"jug-{jug}" for jug in range(len(capacities))]
    by_capacity = [f"jug-{capacity}" for capacity in capacities]

    def list_with_names(jugs: Sequence[str], goal: Valuation | None) -> Iterator[JugsVariables]:
        for most in (sum(capacities), max(capacities)):
            yield JugsVariables(
                instance, most, goal, lambda jug, level: OwnPddlFact("has", (jugs[jug], f"liters-{level}"))
            )
            if most < len(NUMERALS):
                yield JugsVariables(
                    instance, most, goal, lambda jug, level: OwnPddlFact("has", (jugs[jug], NUMERALS[level]))
                )
        yield JugsVariables(instance, sum(capacities), goal, lambda jug, level: OwnPddlFact("has", (jugs[jug],), level))

    ways: list[tuple[list[str], Valuation | None]] = [(by_order, instance.goal)]
    if len({*capacities}) == len(capacities):
        ways = [(by_capacity, instance.goal), *ways, (by_capacity, None)]
    return [state_variables for jugs, goal in ways for state_variables in list_with_names(jugs, goal)]
