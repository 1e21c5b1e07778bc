"""The interfaces for the state space of an instance of any family and for the symmetries of the space.

Searches use only these two interfaces, so that the package `search` works for all families. Symmetries are permutations of the names of
interchangeable things.
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
    """A rule that a move breaks, and how: the reason why the move is not allowed."""

    rule: str
    """the broken rule, as a sentence"""
    found: str
    """how the move breaks the rule, without a full stop"""


class Symmetry(Generic[State, Move]):
    """A group of symmetries of a state space: permutations of names that preserve moves, goal and costs.

    Such a permutation is an automorphism of the space. The base class is the trivial group, whose only element is the identity. Subclasses with more
    elements override every method except ``orbit_size``.
    """

    @property
    def order(self) -> int:
        """The number of automorphisms in the group, including the identity."""
        return 1

    def canonical_state(self, state: State) -> State:
        """Return the representative of a state's orbit.

        Two states have the same representative exactly if they are symmetric.
        """
        return state

    def stabilizer_of_state(self, state: State) -> Symmetry[State, Move]:
        """Return the stabilizer of a state: the subgroup of automorphisms that leave the state unchanged."""
        return self

    def stabilizer_of_move(self, move: Move) -> Symmetry[State, Move]:
        """Return the stabilizer of a move: the subgroup of automorphisms that leave the move unchanged."""
        return self

    def orbit_of_move(self, move: Move, subgroup: Symmetry[State, Move]) -> Iterator[Move]:
        """Yield the moves that are symmetric to a move, one for each orbit under a subgroup.

        The orbit of the move under this group splits into orbits under ``subgroup``; one move of each is yielded.
        """
        yield move

    def trivial_subgroup(self) -> Symmetry[State, Move]:
        """Return the trivial subgroup, which contains only the identity."""
        return self

    def move_signature(self, state: State, move: Move) -> Hashable:
        """Return a key for a move made in a state that does not depend on the names of interchangeable things.

        Two pairs of a state and a move have the same key if an automorphism maps one pair to the other.
        """
        return state, move

    def orbit_size(self, state: State) -> int:
        """Return the number of states that are symmetric to a state, including the state itself."""
        return self.order // self.stabilizer_of_state(state).order


@dataclass(frozen=True, slots=True, eq=False)
class EncodedSpace(Generic[State, Move]):
    """A state space with states encoded as integers (codes), and with tables that give the successors.

    Codes need less memory than states, and computing with them is faster. The lowest bits of a code are its mode, such as the place of the boat.
    The other bits form fields. In each mode, certain fields restrict the moves: the content of such a field determines which moves the field
    allows. A move is allowed if all of these fields allow it. Moves are numbered in the order in which the space yields them. A move changes the
    code by adding a number, which depends on the move and the mode.

    Values that only count moves are not part of a code. A space that is ``reversible`` (every move can be undone by a move) must guarantee two more
    properties: no two moves from a state lead to the same state, and no move leads from a state to itself.
    """

    initial: int
    """the code of the initial state"""
    mode_mask: int
    """the bit mask that selects the mode from a code"""
    field_mask: int
    """the bit mask that selects a field, after a right shift of the code by the field's position"""
    field_shifts: Sequence[Sequence[int]]
    """by mode: the positions of the lowest bits of the fields that restrict the moves"""
    allowed_moves: Sequence[Mapping[int, int]]
    """by index of a field in ``field_shifts``: a mapping from the field's content to the bit mask of the moves that it allows"""
    code_changes: Sequence[Sequence[int]]
    """by mode: for each move, the number that it adds to the code"""
    goal_patterns: Sequence[tuple[int, int]]
    """for each way to satisfy the goal, a bit mask and a value; a code stands for a goal state if its bits under one of the masks have the value"""
    decode_state: Callable[[int], State]
    """a function from a code to the state that it encodes"""
    decode_move: Callable[[int, int], Move]
    """a function from a code and the number of a move in it to the move"""

    def move_numbers_to(self, code: int, targets: Sequence[int]) -> list[int]:
        """Return the numbers of the moves that lead from a code to given codes, one for each of these.

        ``targets`` are some or all successors of the code, in the order of their moves.
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
    """A state space in the sense of AI planning: an initial state, moves with costs, and a goal.

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
    """the integer that stands for a cost of 1 in the puzzle's unit; greater than 1 if the puzzle's costs have fractions"""
    has_unit_costs: bool = True
    """whether every move costs 1"""
    has_free_moves: bool = False
    """whether some moves may have the cost 0"""

    @property
    @abstractmethod
    def initial(self) -> State:
        """The initial state."""

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield every allowed move in a state, paired with the successor state; always in the same order.

        By default, these are the candidate moves that violate no rule.
        """
        return (
            (move, self.apply_move(state, move))
            for move in self.candidate_moves(state)
            if self.find_violation(state, move) is None
        )

    @property
    def encoded_space(self) -> EncodedSpace[State, Move] | None:
        """The same space with states encoded as integers; None if the space has no such encoding.

        The encoded space has the same moves and successor states as the method ``successors`` yields.
        """
        return None

    @abstractmethod
    def candidate_moves(self, state: State) -> Iterator[Move]:
        """Yield the moves that a person might try in a state, allowed or not; always in the same order."""

    def improving_candidates(self, state: State, threshold: int) -> Iterator[Move]:
        """Yield the candidate moves after which more than `threshold` goal conditions hold; in a fixed order.

        The moves may break rules. One move may represent several moves that differ only in names. Moves that are impossible in every state may be
        left out.
        """
        return (
            move
            for move in self.candidate_moves(state)
            if self.count_goals_met(self.apply_move(state, move)) > threshold
        )

    @abstractmethod
    def find_violation(self, state: State, move: Move) -> Violation | None:
        """Return the violation if a move breaks a rule in a state; None if the move is allowed.

        Only this method decides whether a move is allowed.
        """

    @property
    def breakable_rules(self) -> Sequence[str]:
        """The rules that moves can break, as sentences of `Violation.rule`; empty if they cannot be listed."""
        return ()

    def find_violations(self, state: State, move: Move) -> Iterator[Violation]:
        """Yield the violations of all rules that a move breaks in a state; by default only the first one."""
        return filter(None, (self.find_violation(state, move),))

    @abstractmethod
    def apply_move(self, state: State, move: Move) -> State:
        """Return the state after a move made in a state; the move may break rules."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Return whether a state is a goal state."""

    def cost(self, state: State, move: Move) -> int:
        """Return the cost of an allowed move in a state: ``cost_scale`` times the cost in the puzzle's unit.

        It is at least 0.
        """
        return 1

    def is_legal(self, state: State) -> bool:
        """Return whether a state obeys the rules that restrict states, such as who may be together at a place.

        Only the initial state can fail this test: a puzzle file might describe a start that its own rules forbid.
        """
        return True

    def strip_counters(self, state: State) -> Hashable:
        """Return the state without counters such as the clock.

        A solution without detours visits no two states that differ only in their counters.
        """
        return state

    def abstract_state(self, state: State) -> Hashable:
        """Return a key that is equal only for states from which the goal is reached in the same way.

        If two states have equal keys, their goal distances are equal, and the solutions from them differ only in names.
        """
        return state

    def lower_bound(self, state: State) -> int:
        """Return a lower bound on the number of moves to the goal, which a move decreases by at most 1."""
        return 0

    def describe_unmet_goals(self, state: State) -> str:
        """Return a clause about the goal conditions that do not hold in a state, without a full stop.

        The text is empty in a goal state.
        """
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
        """Return the representative of a state's orbit, which is the same for all symmetric states."""
        return self.symmetry.canonical_state(state)

    def orbit_size(self, state: State) -> int:
        """Return the number of states that are symmetric to a state, including the state itself."""
        return self.symmetry.orbit_size(state)

    def orbit_representatives(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield one of each set of symmetric allowed moves in a state, paired with the successor state.

        Moves are symmetric if the stabilizer of the state maps one to the other.
        """
        fixing = self.symmetry.stabilizer_of_state(state)
        if fixing.order == 1:
            return self.successors(state)
        firsts = dict[Hashable, tuple[Move, State]]()
        for move, successor in self.successors(state):
            firsts.setdefault(fixing.move_signature(state, move), (move, successor))
        return iter(firsts.values())

    def quotient_successors(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield the moves of the quotient space, whose states are representatives of orbits, with successors.

        ``state`` is the representative of its orbit. Each move comes with the representative of the successor's orbit; of several moves to the same
        representative, only the first is yielded.
        """
        found = set[State]()
        for move, named in self.orbit_representatives(state):
            successor = self.canonical_state(named)
            if successor not in found:
                found.add(successor)
                yield move, successor
