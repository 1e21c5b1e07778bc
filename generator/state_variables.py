"""The state variables of a puzzle, as the program looks for them in a model that somebody else wrote."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.space import Move, State, Violation
from ferryplan.generator.wording import join_phrases

SYNONYM_MARK = "~"
"""the prefix of a synonym among the names of something; a synonym is matched as a whole, never by its first letter"""
Valuation: TypeAlias = tuple[int, ...]
"""for each state variable, the number of its value"""


class StatedFact(NamedTuple):
    """A fact that the puzzle's own PDDL states about a state."""

    predicate: str
    objects: tuple[str, ...]
    amount: int | None = None
    """the number in a counted fact; None for other facts"""


class NamedThing(NamedTuple):
    """An entity that a model must represent in some way."""

    name: str
    called: str
    """its name within a sentence"""
    words: tuple[frozenset[str], ...]
    """the lower-case words by which a model may name it: a set of alternative names for each of its parts"""


class TransitionViolation(NamedTuple):
    """The violation in a change from one valuation to another."""

    kind: str
    """the kind of difference of a model that allows the change, such as ``rule-missing``"""
    violation: Violation
    where: str = ""
    """the place where the rule is broken, if it applies at several: the place left, the place reached, or the boat"""


class Observation(NamedTuple):
    """The observable facts of a model's state, as values of the puzzle's state variables."""

    valuation: Valuation | None
    """the values of all state variables; None in the middle of a move or if the facts do not determine them"""
    is_settled: bool
    """whether everything is at a place where it can stay, rather than in the middle of a move"""
    has_duplicate: bool = False
    """whether something is at several places at the same time"""
    objects_by_place: tuple[frozenset[str], ...] = ()
    """the interchangeable objects at each place of the model, if a valuation says only how many there are, or whether there is one"""

    def find_exchanged_objects(self, after: Observation) -> list[str]:
        """Return the interchangeable objects whose places differ between this observation and a later one."""
        return sorted(
            {
                *itertools.chain.from_iterable(
                    map(frozenset.symmetric_difference, self.objects_by_place, after.objects_by_place)
                )
            }
        )


class StateVariables(ABC, Generic[State, Move]):
    """The state variables of an instance, such as the places of the travelers and the boat.

    Each variable has exactly one value in every state.
    """

    variables: Sequence[NamedThing]
    values: Sequence[Sequence[NamedThing]]
    """the values of each variable"""
    variable_sorts: Sequence[int]
    """the sort of each variable: a model represents all variables of a sort in the same way"""
    variable_groups: Sequence[int] = ()
    """for the first variables, the group of each: variables of a group differ only in their names"""
    numeric_variables: frozenset[int] = frozenset()
    """the variables whose values are numbers, from 0"""
    leading_variables: Mapping[int, int] = {}
    """variables that a model may leave out because another variable always has the same value: from the number of one to that of the other"""
    optional_variables: frozenset[int] = frozenset()
    """the variables that a model may leave out because the other variables determine their values"""
    goal_valuation: Valuation | None = None
    """the valuation in the goal, if there is only one; a negative number for a variable that may have any value; otherwise None"""
    stated_facts: Sequence[Sequence[StatedFact | None]] = ()
    """for each variable and value, the fact that the puzzle's own PDDL states, None if it states none; empty if variables are found by their names"""

    allows_intermediate_states: bool = False
    """whether a move may consist of several actions of a model, with all facts visible in between"""
    compares_only_ends: bool = False
    """whether only final states count, because the order of moves has no meaning"""

    def describe_variable(self, variable: int) -> str:
        """Return what a model must state about a variable, as a clause."""
        return f"where {self.variables[variable].called} is"

    def describe_missing(self, roles: Sequence[int], any_more: bool = False) -> str:
        """Return a sentence that says which state variables have no fact in the model.

        ``any_more`` says that the facts existed in an earlier state.
        """
        sought = [self.describe_variable(role) or self.variables[role].called for role in roles]
        if sought != [StateVariables.describe_variable(self, role) for role in roles]:
            return format_message("check.unsaid-any-more" if any_more else "check.unsaid", sought=join_phrases(sought))
        # Variables that are places share a verb: "where the wolf and the goat are".
        keys = ("check.lost", "check.lost-several") if any_more else ("check.nowhere", "check.nowhere-several")
        return format_message(keys[len(roles) > 1], names=join_phrases([self.variables[role].called for role in roles]))

    def is_numeric(self, variable: int) -> bool:
        """Return whether the values of a variable are numbers, so that its name begins with "how many"."""
        return variable in self.numeric_variables

    def describe_conflicting_values(self, variable: int, values: Sequence[str]) -> str:
        """Return a sentence about a variable with several values at the same time: several places or numbers."""
        key = "check.several-numbers" if self.is_numeric(variable) else "check.several-places"
        return format_message(key, role=self.variables[variable].called, values=join_phrases(values))

    @abstractmethod
    def to_valuation(self, state: State) -> Valuation:
        """Return the valuation of a state."""

    @abstractmethod
    def to_state(self, valuation: Valuation) -> State:
        """Return a state with the given valuation.

        If the PDDL states facts for the variables, nothing else holds in this state.
        """

    def final_valuations(self) -> Iterator[Valuation]:
        """Yield the possible valuations of final states, if only final states count."""
        return iter(())

    @abstractmethod
    def observe(self, values: Sequence[Sequence[int]]) -> Observation:
        """Return the observation for the values that each variable has in a model's state.

        Each variable has a sequence of values, because a faulty model may give it none or several.
        """

    @abstractmethod
    def find_transition_violation(self, state: State, valuation: Valuation) -> TransitionViolation:
        """Return the reason why a change from a state to a valuation is not allowed."""

    @abstractmethod
    def classify_missing_move(self, move: Move, allowed_moves: Sequence[Move]) -> str:
        """Return the kind of difference if a model does not allow a move.

        ``allowed_moves`` are the moves that the model allows in some state.
        """
