"""The differences between a model and a puzzle's state space, found by weak bisimulation.

A model is PDDL that somebody wrote for a puzzle. A valuation gives a value to each state variable of the
puzzle, such as a bank to each traveler. A state of the model may have no valuation, because the model may take
several actions for one move of the puzzle. The comparison therefore is a weak bisimulation (R. Milner,
Communication and Concurrency, 1989, chapter 5), with one change: a model may commit early to its next
valuation, and this commitment counts only when the model has settled. A model state is settled if each object
is at a place where it stays until another action moves it.

The comparison visits pairs (`StatePair`) of a model state and a state of the puzzle. The possible ends of a
model state are the valuations in which the model can settle next. In names, ``space`` is the puzzle's state
space.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any, TypeVar

from ferryplan.generator.search.model_comparison import (
    Difference,
    DifferenceKind,
    ModelComparison,
    StatePair,
    TooManyStatesError,
)
from ferryplan.generator.space import Move, State

GraphNode = TypeVar("GraphNode", bound=Hashable)

GOAL, DOUBLE = "goal", "double"
"""marks in a set of possible ends, beside the valuations: the model's goal can hold before the model settles;
an object can be in several places before it settles"""


class Bisimulation(ModelComparison[State, Move]):
    """A comparison of all moves: the model must allow exactly the moves that the puzzle allows."""

    @functools.cached_property
    def _end_masks_by_state(self) -> defaultdict[State, dict[Any, int]]:
        """For each puzzle state, a mapping from each model state paired with it to its possible ends.

        The possible ends of a model state are a bit mask, with the bits of `_end_bits`.
        """
        return defaultdict(dict)

    @functools.cached_property
    def _end_bits(self) -> defaultdict[State, dict[Hashable, int]]:
        """For each puzzle state, a mapping from each possible end of a model state to the bit for it.

        Two marks have bits, too: GOAL says that the model's goal can hold before the model settles, and DOUBLE that
        an object can be in several places before then. Each puzzle state has its own bits, because few ends occur
        with one puzzle state, even if the model has very many states.
        """
        return defaultdict(dict)

    _difference_count = 0
    """the number of differences found so far, including duplicates"""

    @functools.cached_property
    def _reported_keys(self) -> set[Hashable]:
        """The kind, puzzle state and valuation of each difference found so far, to recognize duplicates."""
        return set()

    def differences(self) -> Iterator[Difference[State, Move]]:
        """Yield the differences between the model and the puzzle, without duplicates.

        Differences of the same kind, in the same puzzle state, with the same valuation are duplicates.
        Differences after fewer moves of the puzzle come first, then those after fewer actions of the model.
        Raises TooManyStatesError if the comparison needs more than `max_pairs` pairs.
        """
        first = self.initial_pair
        look = self.observe(first.model_state)
        if not look.is_between_moves or look.valuation != self.situation(first.state):
            yield Difference("double" if look.has_duplicate else "start", (), first.state, look.valuation)
            if look.valuation is None or self.state_variables.own_pddl_facts:
                return
            first = self.initial_pair = StatePair(first.model_state, self.state_variables.to_state(look.valuation))
        self._parents[first] = None
        number = itertools.count()
        # Pairs wait in the order of the moves of the space, then of the steps of the model, so that each
        # difference is found after few moves. The counter breaks ties by arrival, and keeps pairs from being
        # compared.
        queue = [(0, 0, next(number), first)]
        backward, living, order = (
            defaultdict[StatePair[State], list[StatePair[State]]](list),
            set[StatePair[State]](),
            [first],
        )
        while queue:
            depth, steps, _, stage = heapq.heappop(queue)
            if len(order) > self.max_pairs:
                raise TooManyStatesError
            if self.max_differences is not None and self._difference_count > self.max_differences:
                return
            if self.observe(stage.model_state).is_between_moves and not stage.illegal_valuation:
                living.add(stage)
                yield from self._find_missing_moves_and_goal(stage)
            if self.model.is_goal(stage.model_state) and not self._is_solved(stage):
                kind: DifferenceKind = "allows" if stage.illegal_valuation else "early"
                if self._record_if_new(kind, stage, stage.illegal_valuation):
                    yield self._make_difference(kind, stage)
                continue
            for move, after in self.model.successors(stage.model_state):
                following = self.classify_step(stage, after)
                if isinstance(following, StatePair):
                    backward[following].append(stage)
                    if following.illegal_valuation:
                        living.add(stage)
                    if following not in self._parents:
                        self._parents[following] = move, stage
                        order.append(following)
                        further = depth + (following.state != stage.state)
                        heapq.heappush(queue, (further, steps + 1, next(number), following))
                elif following == "allows":
                    if self._record_if_new("allows", stage, stage.illegal_valuation):
                        yield self._make_difference("allows", stage)
                else:
                    living.add(stage)
                    if self._record_if_new(following, stage, after):
                        yield Difference(
                            following, (*self.path_to_pair(stage), (move, StatePair(after, stage.state))), stage.state
                        )
        at_rest = {
            one
            for one in order
            if not one.illegal_valuation
            and (self.observe(one.model_state).is_between_moves or self.model.is_goal(one.model_state))
        }
        self.dead_end = self._find_first_dead_end(order, _find_nodes_leading_to(at_rest, backward))
        living = _find_nodes_leading_to(living, backward)
        dead = [stage for stage in order if stage not in living and not stage.illegal_valuation]
        self.can_move_when_stuck = any(
            one not in living and one.state != stage.state for stage in dead for one in backward[stage]
        )
        if dead:
            yield self._make_difference("stuck", dead[0])

    def _find_first_dead_end(
        self, order: Sequence[StatePair[State]], alive: Set[StatePair[State]]
    ) -> Difference[State, Move] | None:
        """Return the difference at the first dead pair that a move of the puzzle leads to; None without one.

        A pair is dead if the model can no longer settle; ``alive`` has the other pairs, and ``order`` all pairs in
        the order found. A move leads to a dead pair if the pair has another puzzle state than the last alive pair on
        its path, or if the move is illegal.
        """
        for stage in (one for one in order if one not in alive):
            before = self._parents[stage]
            while before is not None and before[1] not in alive:
                before = self._parents[before[1]]
            if before is not None and (stage.illegal_valuation or stage.state != before[1].state):
                return Difference("stuck", self.path_to_pair(stage), stage.state, stage.illegal_valuation)
        return None

    def find_cost_difference(self) -> Difference[State, Move] | None:
        """Return a difference at the first step where the costs of model and puzzle are not proportional.

        Returns None if the model's costs are always the same multiple of the puzzle's costs. Only total costs are
        compared, where two paths meet again and at the goal, because a model may count the cost of a move when the
        move begins or when it ends. Call this after `differences` has yielded all its items.
        """
        # Where two paths meet, `between` gets the difference of their costs, in the model and in the space; at
        # the goal, the cost of the whole path. All costs are proportional if these pairs have one ratio.
        spent, between = {self.initial_pair: (Fraction(0), Fraction(0))}, list[tuple[Fraction, Fraction]]()
        counted = list[tuple[Fraction, Fraction, StatePair[State], tuple[tuple[Any, StatePair[State]], ...]]]()
        for stage in (one for one in self._parents if one in spent):
            theirs, ours = spent[stage]
            if self.model.is_goal(stage.model_state):
                here = self.situation(stage.state)
                ends = {here} if self.space.is_goal(stage.state) else self._possible_ends(stage)[0]
                totals = [(theirs, ours + self._cost_of_change(stage.state, end)) for end in ends]
                between += totals
                counted += [(*total, stage, ()) for total in totals]
            for move, after in self.model.successors(stage.model_state):
                following = self.classify_step(stage, after)
                # A step that does not change the pair cannot be on a cheapest path, so its price says nothing
                # about proportions.
                if following == stage:
                    continue
                if isinstance(following, StatePair) and following in self._parents and not following.illegal_valuation:
                    price = self._cost_of_change(stage.state, self.situation(following.state))
                    both = (
                        theirs + Fraction(self.model.cost(stage.model_state, move), self.model.cost_scale),
                        ours + price,
                    )
                    known = spent.setdefault(following, both)
                    between.append((both[0] - known[0], both[1] - known[1]))
                    counted.append((*both, stage, ((move, following),)))
        ratios = Counter(theirs / ours for theirs, ours in between if ours)
        if len(ratios) < 2 and 0 not in ratios and all(theirs == 0 for theirs, ours in between if not ours):
            return None
        # The most frequent ratio counts as the intended one, so that what deviates from it is reported.
        usual = next((ratio for ratio, _ in ratios.most_common() if ratio), 1)
        odd = [(stage, step) for theirs, ours, stage, step in counted if theirs != usual * ours]
        stage, step = next(
            (one for one in odd if one[1] and self.observe(one[1][0][1].model_state).is_between_moves), odd[0]
        )
        return Difference("costs", (*self.path_to_pair(stage), *step), step[0][1].state if step else stage.state)

    def classify_step(self, pair: StatePair[State], after: Any) -> StatePair[State] | DifferenceKind:
        """Return the pair that an action of the model leads to, or the kind of difference that it shows.

        ``pair`` is the pair before the action, ``after`` the model state after it.
        """
        look, here = self.observe(after), self.situation(pair.state)
        if look.has_duplicate:
            return "double"
        if pair.settled_illegal_valuation is not None and look.valuation not in (None, pair.settled_illegal_valuation):
            return "allows"
        if pair.settled_illegal_valuation is None and look.valuation == here:
            # Counts do not change if one action puts down one object and picks up another that counts as the
            # same. So the objects are compared as well.
            if self.observe(pair.model_state).valuation == here and self.observe(
                pair.model_state
            ).find_exchanged_objects(look):
                return "exchange"
            return StatePair(after, pair.state)
        if (
            pair.settled_illegal_valuation is None
            and look.valuation in self._allowed_moves(pair.state)
            and (not pair.illegal_valuation or look.is_between_moves)
        ):
            move, state = self._allowed_moves(pair.state)[look.valuation]
            self.shared_moves[pair.state, look.valuation] = move
            return StatePair(after, state)
        landed = pair.settled_illegal_valuation or (look.valuation if look.is_between_moves else None)
        return StatePair(after, pair.state, pair.illegal_valuation or look.valuation, landed)

    def _find_missing_moves_and_goal(self, pair: StatePair[State]) -> Iterator[Difference[State, Move]]:
        """Yield a difference for each move of the puzzle that the model lacks in a settled pair.

        A further difference follows if the goal holds in the puzzle, but cannot hold in the model before it moves on.
        Missing moves are not reported if an object can be in several places before the model settles.
        """
        found, goal, double = self._possible_ends(pair)
        self.allowed_count += len(self._allowed_moves(pair.state))
        self.matched_count += len(found & self._allowed_moves(pair.state).keys())
        for situation, (move, _) in self._allowed_moves(pair.state).items():
            if situation not in found and not double and self._record_if_new("forbids", pair, situation):
                yield self._make_difference("forbids", pair)._replace(valuation=situation, move=move)
        if self.space.is_goal(pair.state) and not goal and self._record_if_new("late", pair, None):
            yield self._make_difference("late", pair)

    def valuations_only_in_puzzle(self, pair: StatePair[State]) -> list[Hashable]:
        """Return the valuations that puzzle moves lead to from a settled pair and the model cannot reach.

        The list is empty for a pair that is not settled, or that follows an illegal move.
        """
        found = (
            self._possible_ends(pair)[0]
            if self.observe(pair.model_state).is_between_moves and not pair.illegal_valuation
            else self._allowed_moves(pair.state)
        )
        return [situation for situation in self._allowed_moves(pair.state) if situation not in found]

    def _record_if_new(self, kind: DifferenceKind, pair: StatePair[State], valuation: Hashable) -> bool:
        """Record a difference unless it is a duplicate, and return whether it was recorded.

        A duplicate has the kind, the puzzle state and the valuation of an earlier difference. Duplicates are dropped,
        because their paths are longer and take long to build.
        """
        key = kind, pair.state, valuation
        self._difference_count += 1
        is_new = key not in self._reported_keys
        self._reported_keys.add(key)
        return is_new

    def _cost_of_change(self, state: State, valuation: Hashable) -> Fraction:
        """Return the cost of the puzzle's move from a state to a valuation; 0 if it has no such move."""
        move, _ = self._allowed_moves(state).get(valuation, (None, None))
        return Fraction(self.space.cost(state, move), self.space.cost_scale) if move is not None else Fraction(0)

    def _is_solved(self, pair: StatePair[State]) -> bool:
        """Return whether the puzzle counts as solved in a pair.

        If the model is between two valuations, the puzzle counts as solved if a legal move leads to each
        valuation in which the model can settle, and each of them is a solution.
        """
        if (
            pair.illegal_valuation
            or self.space.is_goal(pair.state)
            or self.observe(pair.model_state).valuation is not None
        ):
            return not pair.illegal_valuation and self.space.is_goal(pair.state)
        allowed, ends = self._allowed_moves(pair.state), self._possible_ends(pair)[0]
        return bool(ends) and all(end in allowed and self.space.is_goal(allowed[end][1]) for end in ends)

    def _possible_ends(self, pair: StatePair[State]) -> tuple[set[Hashable], bool, bool]:
        """Return the valuations in which the model can settle next, and what can happen before it settles.

        The result is a triple (ends, goal, double). ``goal`` is true if the model's goal can hold before the model
        settles, ``double`` if an object can be in several places before then.
        """
        ends = self._end_masks_by_state[pair.state]
        if pair.model_state not in ends:
            self._propagate_ends(pair, ends)
        found = {end for end, bit in self._end_bits[pair.state].items() if bit & ends[pair.model_state]}
        return found - {GOAL, DOUBLE}, GOAL in found, DOUBLE in found

    def _propagate_ends(self, pair: StatePair[State], ends: dict[Any, int]) -> None:
        """Compute the possible ends of a model state, and of all states that it can reach before it settles.

        The function stores them in ``ends``, as a bit mask for each model state. States that ``ends`` has from
        earlier calls are not computed again.
        """
        here, allowed, bits = self.situation(pair.state), self._allowed_moves(pair.state), self._end_bits[pair.state]
        following, waiting = dict[Any, list[Any]](), [pair.model_state]
        ends[pair.model_state] = 0
        for state in waiting:
            if len(ends) > self.max_pairs:
                raise TooManyStatesError
            begun, following[state] = self.observe(state).valuation, []
            if begun == here and self.model.is_goal(state):
                ends[state] |= _bit_of(GOAL, bits)
            for _, after in self.model.successors(state):
                look = self.observe(after)
                if look.has_duplicate:
                    ends[state] |= _bit_of(DOUBLE, bits)
                elif begun not in allowed or look.valuation == begun:
                    if look.is_between_moves and look.valuation != here:
                        ends[state] |= _bit_of(look.valuation, bits)
                        continue
                    following[state].append(after)
                    if after not in ends:
                        ends[after] = 0
                        waiting.append(after)
        # Most steps lead forward in the order of the search, so passing the ends backward from the last state
        # takes few rounds.
        changed = True
        while changed:
            changed = False
            for state in reversed(waiting):
                found = known = ends[state]
                for after in following[state]:
                    found |= ends[after]
                if found != known:
                    ends[state], changed = found, True

    def _make_difference(self, kind: DifferenceKind, pair: StatePair[State]) -> Difference[State, Move]:
        """Return the difference that a pair shows.

        If illegal moves of the model lead to the pair, the difference is at the first pair after them.
        """
        # The difference begins where the model first leaves the moves that the space allows.
        while pair.illegal_valuation and (before := self._parents[pair]) and before[1].illegal_valuation:
            pair = before[1]
        return Difference(kind, self.path_to_pair(pair), pair.state, pair.illegal_valuation)


def _bit_of(end: Hashable, bits: dict[Hashable, int]) -> int:
    """Return the bit that stands for a possible end; a new end gets the next free bit.

    Sets of many ends are often joined, which is fast for bit masks.
    """
    return bits.setdefault(end, 1 << len(bits))


def _find_nodes_leading_to(ends: Set[GraphNode], backward: Mapping[GraphNode, Sequence[GraphNode]]) -> set[GraphNode]:
    """Return all nodes from which a path leads to a node of ``ends``, including ``ends``.

    ``backward`` maps each node to its direct predecessors.
    """
    found, waiting = {*ends}, [*ends]
    for node in waiting:
        new = {*backward.get(node, ())} - found
        found |= new
        waiting += new
    return found
