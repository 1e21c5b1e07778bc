"""The state variables of a puzzle, which the program looks for in a PDDL model by another author."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.space import Move, State, Violation
from ferryplan.generator.wording import join_phrases

SYNONYM_MARK = "~"
"""the prefix that marks a synonym among the words for a thing; a model's name must contain the whole synonym, not only its first letter"""
Valuation: TypeAlias = tuple[int, ...]
"""For each state variable, the index of its value in `StateVariables.values_by_variable`."""


class OwnPddlFact(NamedTuple):
    """A fact of ferryplan's own PDDL for the puzzle that expresses one value of a state variable."""

    predicate: str
    objects: tuple[str, ...]
    amount: int | None = None
    """the number of travelers in a fact of the ``counted`` encoding; None for other facts"""


class NamedThing(NamedTuple):
    """A thing of the puzzle, such as a traveler or a place, that a model must represent in some way."""

    name: str
    called: str
    """the name as it stands within a sentence: ``the wolf``"""
    words: tuple[frozenset[str], ...]
    """for each part of the thing, such as both coordinates of a cell, the alternative lower-case words that may stand for it in a model"""


class TransitionViolation(NamedTuple):
    """The reason why the puzzle forbids a transition between two valuations that a model allows."""

    kind: str
    """the kind of difference between model and puzzle that this change shows, such as ``rule-missing``"""
    violation: Violation
    where: str = ""
    """where the rule is broken, if it applies at several places: the place that the boat leaves, the place that it reaches, or the boat"""


class Observation(NamedTuple):
    """The values of the puzzle's state variables that the facts of a model's state represent."""

    valuation: Valuation | None
    """the valuation of all state variables; None in the middle of a move, or if the facts do not determine it"""
    is_between_moves: bool
    """whether no move is in progress: everything is at a place where it can stay"""
    has_duplicate: bool = False
    """whether the facts say that something is at several places at the same time"""
    objects_by_place: tuple[frozenset[str], ...] = ()
    """for each place, the model's interchangeable objects there, if the valuation gives only their number; otherwise empty"""

    def find_exchanged_objects(self, after: Observation) -> list[str]:
        """Return the sorted names of interchangeable objects that are elsewhere in a later observation.

        ``after`` is the later observation.
        """
        return sorted(
            {
                *itertools.chain.from_iterable(
                    map(frozenset.symmetric_difference, self.objects_by_place, after.objects_by_place)
                )
            }
        )


class StateVariables(ABC, Generic[State, Move]):
    """A set of state variables that describes an instance's states, such as the place of each traveler.

    Each variable has exactly one value in every state. Methods identify a variable by its index in `variables`, and a
    value by its index among the variable's `values`.
    """

    variables: Sequence[NamedThing]
    values: Sequence[Sequence[NamedThing]]
    """for each variable, the possible values"""
    variable_sorts: Sequence[int]
    """for each variable, the number of its sort; a model represents all variables of a sort in the same way"""
    variable_groups: Sequence[int] = ()
    """for the first variables, the number of the group; variables of a group differ only in their names"""
    numeric_variables: frozenset[int] = frozenset()
    """the variables whose values are numbers, from 0"""
    leading_variables: Mapping[int, int] = {}
    """the variables that a model may leave out because another variable always has the same value: a mapping from the former to the latter"""
    optional_variables: frozenset[int] = frozenset()
    """the variables that a model may leave out because the other variables determine their values"""
    goal_valuation: Valuation | None = None
    """the only valuation that satisfies the goal, with a negative number for a variable that may have any value; None if there are several"""
    own_pddl_facts: Sequence[Sequence[OwnPddlFact | None]] = ()
    """for each variable and value, the fact of ferryplan's own PDDL that expresses it, or None if there is none; empty if the program finds variables
    in a model by their names"""

    allows_intermediate_states: bool = False
    """whether a model may split a move into several actions although the facts give the states in between a valuation, too"""
    compares_only_final_states: bool = False
    """whether a comparison looks only at final states, because the order of moves has no meaning"""

    def describe_variable(self, variable: int) -> str:
        """Return an indirect question about a variable's value, for messages: ``where the wolf is``."""
        return f"where {self.variables[variable].called} is"

    def describe_missing_variables(self, variables: Sequence[int], had_facts_before: bool = False) -> str:
        """Return a sentence that names the state variables for which a state of the model has no fact.

        ``variables`` are the indices of these variables; ``had_facts_before`` is true if an earlier state has a fact for each
        of them.
        """
        sought = [self.describe_variable(role) or self.variables[role].called for role in variables]
        if sought != [StateVariables.describe_variable(self, role) for role in variables]:
            return format_message(
                "check.unsaid-any-more" if had_facts_before else "check.unsaid", sought=join_phrases(sought)
            )
        # Variables that are places share a verb: "where the wolf and the goat are".
        keys = ("check.lost", "check.lost-several") if had_facts_before else ("check.nowhere", "check.nowhere-several")
        return format_message(
            keys[len(variables) > 1], names=join_phrases([self.variables[role].called for role in variables])
        )

    def is_numeric(self, variable: int) -> bool:
        """Return whether the values of a variable are numbers rather than places."""
        return variable in self.numeric_variables

    def describe_conflicting_values(self, variable: int, values: Sequence[str]) -> str:
        """Return a sentence saying that a variable has several values (places or numbers) at the same time.

        ``values`` are the names of these places or numbers.
        """
        key = "check.several-numbers" if self.is_numeric(variable) else "check.several-places"
        return format_message(key, role=self.variables[variable].called, values=join_phrases(values))

    @abstractmethod
    def to_valuation(self, state: State) -> Valuation:
        """Return the valuation that a state of the state space has."""

    @abstractmethod
    def to_state(self, valuation: Valuation) -> State:
        """Return a state of the state space that has the given valuation.

        If the variables stand for facts of the puzzle's own PDDL (`own_pddl_facts`), no other facts hold in this state.
        """

    def solution_valuations(self) -> Iterator[Valuation]:
        """Yield the valuations of the final states of all solutions.

        Only sets of variables whose `compares_only_final_states` is true yield any.
        """
        return iter(())

    @abstractmethod
    def observe(self, values_by_variable: Sequence[Sequence[int]]) -> Observation:
        """Return the observation of a model's state in which each variable has the given values.

        ``values_by_variable`` has a sequence of value indices for each variable, because a faulty model may give a variable no value or several.
        """

    @abstractmethod
    def find_transition_violation(self, state: State, valuation: Valuation) -> TransitionViolation:
        """Return the reason why no allowed move leads from a state to a state with the given valuation."""

    @abstractmethod
    def classify_missing_move(self, move: Move, allowed_moves: Sequence[Move]) -> str:
        """Return the kind of difference that a move shows if the puzzle allows it and a model does not.

        ``allowed_moves`` are the moves that the model allows in some state.
        """
