"""What may happen in an instance, whatever its family: a state model, and the exchanges that change nothing in it but names.

Whatever can be asked of an instance is asked of these two; `search` answers it once for all families.
"""

from __future__ import annotations

import functools
import operator
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.masks import members

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


class Breach(NamedTuple):
    """Why a move is not allowed."""

    rule: str
    """what it breaks, as a sentence"""
    found: str
    """how it does so, without a full stop"""


class Symmetry(Generic[State, Move]):
    """A group of exchanges: automorphisms of a state space, which change neither what is allowed, nor the goal, nor costs.

    By default it is the group of that which changes nothing; one with more in it says more of all but ``orbit_size``.
    """

    @property
    def order(self) -> int:
        """How many exchanges there are, that which changes nothing included."""
        return 1

    def canonical(self, state: State) -> State:
        """Return one state of the orbit of a state, the same for all of the orbit."""
        return state

    def fixing(self, state: State) -> Symmetry[State, Move]:
        """Return the stabilizer of a state: the exchanges that leave it as it is."""
        return self

    def keeping(self, move: Move) -> Symmetry[State, Move]:
        """Return the stabilizer of a move."""
        return self

    def images(self, move: Move, finer: Symmetry[State, Move]) -> Iterator[Move]:
        """Yield the moves that these exchanges make of a move, one of each orbit of a subgroup; ``finer`` is that subgroup."""
        yield move

    def trivial(self) -> Symmetry[State, Move]:
        """Return the subgroup of that which changes nothing."""
        return self

    def sort(self, state: State, move: Move) -> Hashable:
        """Return what a move from a state is like without names: equal for what exchanges make of state and move together."""
        return state, move

    def orbit_size(self, state: State) -> int:
        """Return how many states are in the orbit of a state."""
        return self.order // self.fixing(state).order


@dataclass(frozen=True, slots=True, eq=False)
class Coded(Generic[State, Move]):
    """The states of a space as integers, its codes, which are quicker to follow than states and take less memory; what follows them by tables.

    The lowest bits of a code are its mode. In each mode the contents of some fields of the code each allow some of the moves, numbered in
    the order of the space's; what all of them allow is allowed. A move adds a number to the code, in each mode its own.
    What merely counts moves is no part of a state; and in a space that is reversible no two moves lead from one state to the same one, and
    none back to where it began.
    """

    initial: int
    """the code of the initial state"""
    mode: int
    """the mask of the mode"""
    field: int
    """the mask of a field, at the end of the code"""
    shifts: Sequence[Sequence[int]]
    """for each mode where in the code the fields begin"""
    allowed: Sequence[Mapping[int, int]]
    """for each of the fields which moves each content allows, as a mask"""
    added: Sequence[Sequence[int]]
    """for each mode what each move adds"""
    goals: Sequence[tuple[int, int]]
    """for each way to reach the goal the mask of what it is about, and what is there"""
    state: Callable[[int], State]
    """the state that a code stands for"""
    move: Callable[[int, int], Move]
    """the move from a code that has a number"""

    def leading(self, code: int, following: Sequence[int]) -> list[int]:
        """Return the numbers of the moves that lead from a code to others, which are in the order of the moves; others may be left out."""
        mode = code & self.mode
        fields = zip(self.shifts[mode], self.allowed, strict=True)
        moves = members(functools.reduce(operator.and_, (table[code >> shift & self.field] for shift, table in fields)))
        if len(moves) > len(following):
            left = iter(moves)
            return [next(move for move in left if code + self.added[mode][move] == after) for after in following]
        return moves


class StateSpace(Protocol[State, Move]):
    """A state model (H. Geffner and B. Bonet, A Concise Introduction to Models and Methods for Automated Planning, 2013, section 2.1).

    A family defines what is abstract here and, where there is more to say, the rest: by default moves cost 1 each and can be undone by
    no move, nothing is exchangeable, and the goal is one condition.

    >>> from ferryplan import FAMILIES, StateSpace, instantiate, load
    >>> space: StateSpace = FAMILIES["crossing"].make_space(instantiate(load("wolf-goat-cabbage")))
    >>> alone, *_ = space.candidates(space.initial)
    >>> space.breach(space.initial, alone).found
    'at the left bank, the goat is with the wolf, but without the farmer'
    """

    reversible: bool = False
    """whether from wherever a move leads another one leads back"""
    in_one: int = 1
    """what is told of as a cost of 1 is so much: more than 1 where costs have fractions"""
    unit_costs: bool = True
    """whether every move costs 1"""
    free_moves: bool = False
    """whether there may be moves that cost nothing"""

    @property
    @abstractmethod
    def initial(self) -> State:
        """The state in which everything begins."""

    def moves(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield every move that is allowed in a state, with the state that follows; always in the same order.

        By default these are the candidates that break nothing.
        """
        return ((move, self.after(state, move)) for move in self.candidates(state) if self.breach(state, move) is None)

    @property
    def coded(self) -> Coded[State, Move] | None:
        """The same states as integers, where the space has them; what follows them is what ``moves`` says."""
        return None

    @abstractmethod
    def candidates(self, state: State) -> Iterator[Move]:
        """Yield the moves that a person might try in a state, allowed or not; always in the same order."""

    def attempts(self, state: State, beyond: int) -> Iterator[Move]:
        """Yield those candidates after which over so many conditions of the goal would hold; in a fixed order.

        Of those that are the same but for names one may stand for all, and those may be left out that are out of the question in any state.
        """
        return (move for move in self.candidates(state) if self.goals_met(self.after(state, move)) > beyond)

    @abstractmethod
    def breach(self, state: State, move: Move) -> Breach | None:
        """Return why a move is not allowed in a state, or None if it is: the one judge of moves."""

    @property
    def breakable(self) -> Sequence[str]:
        """What moves can break, each as breaches name it, as far as that can be listed."""
        return ()

    def breaches(self, state: State, move: Move) -> Iterator[Breach]:
        """Yield all that a move breaks; by default the first."""
        return filter(None, (self.breach(state, move),))

    @abstractmethod
    def after(self, state: State, move: Move) -> State:
        """Return the state after a move, allowed or not."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Return whether a state is one that is to be reached."""

    def cost(self, state: State, move: Move) -> int:
        """Return what an allowed move costs, at least 0: ``in_one`` times what is told."""
        return 1

    def is_legal(self, state: State) -> bool:
        """Return whether a state may be at all; of the initial one a puzzle file might say what its own rules forbid."""
        return True

    def situation(self, state: State) -> Hashable:
        """Return what of a state a solution without repetitions comes to once only: the state without what merely counts moves."""
        return state

    def folded(self, state: State) -> Hashable:
        """Return what is equal only for states from which the goal is equally far, on ways that differ in names only."""
        return state

    def at_least(self, state: State) -> int:
        """Return a number of moves that the goal is away at least; a move lessens it by no more than 1."""
        return 0

    def unmet(self, state: State) -> str:
        """Return what is missing in a state for the goal, in words without a full stop; the empty text in a goal state."""
        return "" if self.is_goal(state) else format_message("puzzles.goal-not-reached")

    def goals_met(self, state: State) -> int:
        """Return how many of the conditions that make up the goal hold in a state."""
        return int(self.is_goal(state))

    @property
    def goals(self) -> int:
        """How many conditions make up the goal."""
        return 1

    @property
    def symmetry(self) -> Symmetry[State, Move]:
        """The exchanges that change nothing but names."""
        return Symmetry()

    def canonical(self, state: State) -> State:
        """Return one state of the orbit of a state, the same for all of the orbit."""
        return self.symmetry.canonical(state)

    def orbit_size(self, state: State) -> int:
        """Return how many states are in the orbit of a state."""
        return self.symmetry.orbit_size(state)

    def representatives(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield one of each orbit of the allowed moves under the exchanges that leave a state as it is, with the state that follows."""
        fixing = self.symmetry.fixing(state)
        if fixing.order == 1:
            return self.moves(state)
        firsts = dict[Hashable, tuple[Move, State]]()
        for move, successor in self.moves(state):
            firsts.setdefault(fixing.sort(state, move), (move, successor))
        return iter(firsts.values())

    def moves_up_to_symmetry(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield the moves of the quotient: from a state that stands for its orbit to others, of several moves to one of them the first."""
        found = set[State]()
        for move, named in self.representatives(state):
            successor = self.canonical(named)
            if successor not in found:
                found.add(successor)
                yield move, successor
