"""The state space of an instance of any family, and its symmetries: permutations of names.

Every question about an instance is answered through these two interfaces, so that `search` needs to be written only once for all families.
"""

from __future__ import annotations

import functools
import operator
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.masks import mask_indices

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


class Violation(NamedTuple):
    """The reason why a move is not allowed."""

    rule: str
    """the broken rule, as a sentence"""
    found: str
    """how the move breaks the rule, without a full stop"""


class Symmetry(Generic[State, Move]):
    """A group of automorphisms of a state space: they preserve the allowed moves, the goal and the costs.

    The base class is the trivial group, whose only element is the identity. Subclasses with more elements override every method except
    ``orbit_size``.
    """

    @property
    def order(self) -> int:
        """The number of automorphisms in the group, including the identity."""
        return 1

    def canonical_state(self, state: State) -> State:
        """Return the representative of a state's orbit: the same state for all states of the orbit."""
        return state

    def stabilizer_of_state(self, state: State) -> Symmetry[State, Move]:
        """Return the stabilizer of a state: the subgroup of automorphisms that leave the state unchanged."""
        return self

    def stabilizer_of_move(self, move: Move) -> Symmetry[State, Move]:
        """Return the stabilizer of a move: the subgroup of automorphisms that leave the move unchanged."""
        return self

    def orbit_of_move(self, move: Move, subgroup: Symmetry[State, Move]) -> Iterator[Move]:
        """Yield representatives of the orbit of a move: one move for each of its orbits under a subgroup.

        ``subgroup`` is that subgroup.
        """
        yield move

    def trivial_subgroup(self) -> Symmetry[State, Move]:
        """Return the trivial subgroup, which contains only the identity."""
        return self

    def move_signature(self, state: State, move: Move) -> Hashable:
        """Return a key without names for a move from a state.

        Two pairs of a state and a move have the same key if an automorphism maps one pair to the other.
        """
        return state, move

    def orbit_size(self, state: State) -> int:
        """Return the number of states in the orbit of a state."""
        return self.order // self.stabilizer_of_state(state).order


@dataclass(frozen=True, slots=True, eq=False)
class EncodedSpace(Generic[State, Move]):
    """The states of a space encoded as integers (codes), with tables that give the successors.

    Codes need less memory than states, and computing with them is faster. The lowest bits of a code are its mode. In each mode, some fields of the
    code each allow a set of moves, depending on their content; a move is allowed if all of these fields allow it. Moves are numbered in the order of
    the space's moves. A move adds a number to the code; this number depends on the mode.

    A code leaves out values that only count moves. In a space that is reversible, no two moves from a state lead to the same state, and no move
    leads from a state to itself.
    """

    initial: int
    """the code of the initial state"""
    mode_mask: int
    """the bit mask of the mode"""
    field_mask: int
    """the bit mask of a field, after the field is shifted to the end of the code"""
    field_shifts: Sequence[Sequence[int]]
    """for each mode, the positions in the code where the fields begin"""
    allowed_moves: Sequence[Mapping[int, int]]
    """for each field, a mapping from its content to the bit mask of the moves that it allows"""
    code_changes: Sequence[Sequence[int]]
    """for each mode, the number that each move adds to the code"""
    goal_patterns: Sequence[tuple[int, int]]
    """for each way to reach the goal, the bit mask of the relevant part of a code and the value of that part"""
    decode_state: Callable[[int], State]
    """a function from a code to the state that it encodes"""
    decode_move: Callable[[int, int], Move]
    """a function from a code and the number of a move to that move"""

    def moves_between(self, code: int, targets: Sequence[int]) -> list[int]:
        """Return the numbers of the moves that lead from a code to the target codes.

        The targets are in the order of the moves. Some successors may be missing from the targets.
        """
        mode = code & self.mode_mask
        fields = zip(self.field_shifts[mode], self.allowed_moves, strict=True)
        moves = mask_indices(
            functools.reduce(operator.and_, (table[code >> shift & self.field_mask] for shift, table in fields))
        )
        if len(moves) > len(targets):
            left = iter(moves)
            return [next(move for move in left if code + self.code_changes[mode][move] == after) for after in targets]
        return moves


class StateSpace(Protocol[State, Move]):
    """A state model: states, moves, a goal and costs.

    See H. Geffner and B. Bonet, A Concise Introduction to Models and Methods for Automated Planning, 2013, section 2.1.

    A family defines the abstract methods, and overrides others where the defaults are too weak. By default, each move costs 1, no move can be
    undone, the only symmetry is the identity, and the goal is one condition.

    >>> from ferryplan import FAMILIES, StateSpace, instantiate, load
    >>> space: StateSpace = FAMILIES["crossing"].make_space(instantiate(load("wolf-goat-cabbage")))
    >>> alone, *_ = space.candidate_moves(space.initial)
    >>> space.find_violation(space.initial, alone).found
    'at the left bank, the goat is with the wolf, but without the farmer'
    """

    reversible: bool = False
    """whether each move can be undone by another move"""
    cost_scale: int = 1
    """the cost in the space that people see as a cost of 1; greater than 1 if costs have fractions"""
    has_unit_costs: bool = True
    """whether every move costs 1"""
    has_free_moves: bool = False
    """whether some moves may cost nothing"""

    @property
    @abstractmethod
    def initial(self) -> State:
        """The initial state."""

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield every allowed move in a state, with the successor state; always in the same order.

        By default, these are the candidate moves that violate no rule.
        """
        return (
            (move, self.apply_move(state, move))
            for move in self.candidate_moves(state)
            if self.find_violation(state, move) is None
        )

    @property
    def encoded_space(self) -> EncodedSpace[State, Move] | None:
        """The same space with states encoded as integers, if there is such an encoding; otherwise None.

        It has the same moves and successors as the method ``successors``.
        """
        return None

    @abstractmethod
    def candidate_moves(self, state: State) -> Iterator[Move]:
        """Yield the moves that a person might try in a state, allowed or not; always in the same order."""

    def improving_candidates(self, state: State, threshold: int) -> Iterator[Move]:
        """Yield the candidate moves after which more than `threshold` goal conditions hold; in a fixed order.

        One move may represent several that differ only in names. Moves that are impossible in every state may be left out.
        """
        return (
            move
            for move in self.candidate_moves(state)
            if self.count_goals_met(self.apply_move(state, move)) > threshold
        )

    @abstractmethod
    def find_violation(self, state: State, move: Move) -> Violation | None:
        """Return why a move is not allowed in a state, or None if it is allowed.

        No other method decides whether a move is allowed.
        """

    @property
    def breakable_rules(self) -> Sequence[str]:
        """The rules that moves can break, as `Violation.rule` states them, as far as they can be listed."""
        return ()

    def find_violations(self, state: State, move: Move) -> Iterator[Violation]:
        """Yield all violations of a move; by default only the first one."""
        return filter(None, (self.find_violation(state, move),))

    @abstractmethod
    def apply_move(self, state: State, move: Move) -> State:
        """Return the state after a move, allowed or not."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Return whether a state is a goal state."""

    def cost(self, state: State, move: Move) -> int:
        """Return the cost of an allowed move, at least 0: ``cost_scale`` times the cost that people see."""
        return 1

    def is_legal(self, state: State) -> bool:
        """Return whether a state obeys the rules for states.

        Only the initial state can fail this test: a puzzle file might describe a start that its own rules forbid.
        """
        return True

    def strip_counters(self, state: State) -> Hashable:
        """Return the state without counters such as the clock.

        A solution without repetitions visits each state without counters at most once.
        """
        return state

    def abstract_state(self, state: State) -> Hashable:
        """Return an abstraction of a state.

        Two states have equal abstractions only if their goal distances are equal and their solutions differ only in names.
        """
        return state

    def lower_bound(self, state: State) -> int:
        """Return a lower bound of the number of moves to the goal; a move decreases it by at most 1."""
        return 0

    def describe_unmet_goals(self, state: State) -> str:
        """Return the unmet part of the goal in words, without a full stop; an empty text in a goal state."""
        return "" if self.is_goal(state) else format_message("puzzles.goal-not-reached")

    def count_goals_met(self, state: State) -> int:
        """Return how many of the goal's conditions hold in a state."""
        return int(self.is_goal(state))

    @property
    def goal_count(self) -> int:
        """The number of conditions that make up the goal."""
        return 1

    @property
    def symmetry(self) -> Symmetry[State, Move]:
        """The symmetries of the space: the automorphisms that change nothing but names."""
        return Symmetry()

    def canonical_state(self, state: State) -> State:
        """Return the representative of a state's orbit: the same state for all states of the orbit."""
        return self.symmetry.canonical_state(state)

    def orbit_size(self, state: State) -> int:
        """Return the number of states in the orbit of a state."""
        return self.symmetry.orbit_size(state)

    def orbit_representatives(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield one allowed move of each orbit under the stabilizer of a state, with the successor state."""
        fixing = self.symmetry.stabilizer_of_state(state)
        if fixing.order == 1:
            return self.successors(state)
        firsts = dict[Hashable, tuple[Move, State]]()
        for move, successor in self.successors(state):
            firsts.setdefault(fixing.move_signature(state, move), (move, successor))
        return iter(firsts.values())

    def quotient_successors(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield the moves of the quotient space, from a representative of an orbit to other representatives.

        If several moves lead to the same representative, only the first one is yielded.
        """
        found = set[State]()
        for move, named in self.orbit_representatives(state):
            successor = self.canonical_state(named)
            if successor not in found:
                found.add(successor)
                yield move, successor
