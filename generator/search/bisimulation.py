"""The differences between a model and a puzzle's state space, found by weak bisimulation.

A state of the model may show no valuation of the puzzle's state variables, because the model may take several
actions for one move of the puzzle. The comparison therefore is a weak bisimulation (R. Milner, Communication
and Concurrency, 1989, chapter 5), with one change: a model may commit early to its next valuation, and this
commitment counts only when the model has settled. A model state is settled if each object is at a place where
it stays until another action moves it.
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
"""marks in the sets of possible ends: the goal can hold; an object can be in several places"""


class Bisimulation(ModelComparison[State, Move]):
    """The comparison of all moves: the model must allow exactly the moves that the space allows."""

    @functools.cached_property
    def _ends_by_state(self) -> defaultdict[State, dict[Any, int]]:
        """For each state of the space and each model state next to it, the bits of its possible ends."""
        return defaultdict(dict)

    @functools.cached_property
    def _end_bits(self) -> defaultdict[State, dict[Hashable, int]]:
        """For each state of the space, the bit of each possible end.

        Each state of the space has its own bits, because few ends occur next to one state, even if the model
        has very many states.
        """
        return defaultdict(dict)

    _difference_count = 0
    """the number of differences found so far, including duplicates"""

    @functools.cached_property
    def _reported_keys(self) -> set[Hashable]:
        """The keys of the differences found so far; differences with equal keys are duplicates."""
        return set()

    def differences(self) -> Iterator[Difference[State, Move]]:
        """Yield each difference between the model and the space, and of similar differences only the first.

        Differences after fewer moves of the space come first, then those after fewer steps of the model. Raises
        TooManyStatesError if the comparison needs more than `max_pairs` pairs.
        """
        first = self.initial_pair
        look = self.observe(first.model_state)
        if not look.is_settled or look.valuation != self.situation(first.state):
            yield Difference("double" if look.has_duplicate else "start", (), first.state, look.valuation)
            if look.valuation is None or self.state_variables.stated_facts:
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
            if self.observe(stage.model_state).is_settled and not stage.illegal_situation:
                living.add(stage)
                yield from self._find_missing(stage)
            if self.model.is_goal(stage.model_state) and not self._is_solved(stage):
                kind: DifferenceKind = "allows" if stage.illegal_situation else "early"
                if self._is_new(kind, stage, stage.illegal_situation):
                    yield self._make_difference(kind, stage)
                continue
            for move, after in self.model.successors(stage.model_state):
                following = self.classify_step(stage, after)
                if isinstance(following, StatePair):
                    backward[following].append(stage)
                    if following.illegal_situation:
                        living.add(stage)
                    if following not in self._parents:
                        self._parents[following] = move, stage
                        order.append(following)
                        further = depth + (following.state != stage.state)
                        heapq.heappush(queue, (further, steps + 1, next(number), following))
                elif following == "allows":
                    if self._is_new("allows", stage, stage.illegal_situation):
                        yield self._make_difference("allows", stage)
                else:
                    living.add(stage)
                    if self._is_new(following, stage, after):
                        yield Difference(
                            following, (*self.path_to(stage), (move, StatePair(after, stage.state))), stage.state
                        )
        at_rest = {
            one
            for one in order
            if not one.illegal_situation
            and (self.observe(one.model_state).is_settled or self.model.is_goal(one.model_state))
        }
        self.dead_end = self._find_first_dead_end(order, _find_predecessors(at_rest, backward))
        living = _find_predecessors(living, backward)
        dead = [stage for stage in order if stage not in living and not stage.illegal_situation]
        self.can_move_when_stuck = any(
            one not in living and one.state != stage.state for stage in dead for one in backward[stage]
        )
        if dead:
            yield self._make_difference("stuck", dead[0])

    def _find_first_dead_end(
        self, order: Sequence[StatePair[State]], alive: Set[StatePair[State]]
    ) -> Difference[State, Move] | None:
        """Return the first pair from which the model never settles again after a move of the space.

        ``alive`` has the pairs from which the model can still settle. The function returns None if no dead pair
        differs in state from the last pair alive on its path.
        """
        for stage in (one for one in order if one not in alive):
            before = self._parents[stage]
            while before is not None and before[1] not in alive:
                before = self._parents[before[1]]
            if before is not None and (stage.illegal_situation or stage.state != before[1].state):
                return Difference("stuck", self.path_to(stage), stage.state, stage.illegal_situation)
        return None

    def find_overcharge(self) -> Difference[State, Move] | None:
        """Return the first step where the model's costs are not proportional to those of the space.

        Returns None if the model's costs are always the same multiple of the costs of the space. A model may
        count a move when it begins or when it ends. So only totals are compared: where two paths meet again,
        and at the goal. Call this after `differences` has yielded all its items.
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
                if isinstance(following, StatePair) and following in self._parents and not following.illegal_situation:
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
        stage, step = next((one for one in odd if one[1] and self.observe(one[1][0][1].model_state).is_settled), odd[0])
        return Difference("costs", (*self.path_to(stage), *step), step[0][1].state if step else stage.state)

    def classify_step(self, stage: StatePair[State], after: Any) -> StatePair[State] | DifferenceKind:
        """Return the pair that a step of the model leads to, or the kind of difference that the step shows.

        ``after`` is the model state after the step.
        """
        look, here = self.observe(after), self.situation(stage.state)
        if look.has_duplicate:
            return "double"
        if stage.settled_situation is not None and look.valuation not in (None, stage.settled_situation):
            return "allows"
        if stage.settled_situation is None and look.valuation == here:
            # Counts do not change if one action puts down one object and picks up another that counts as the
            # same. So the objects are compared as well.
            if self.observe(stage.model_state).valuation == here and self.observe(
                stage.model_state
            ).find_exchanged_objects(look):
                return "exchange"
            return StatePair(after, stage.state)
        if (
            stage.settled_situation is None
            and look.valuation in self._allowed_moves(stage.state)
            and (not stage.illegal_situation or look.is_settled)
        ):
            move, state = self._allowed_moves(stage.state)[look.valuation]
            self.shared_moves[stage.state, look.valuation] = move
            return StatePair(after, state)
        landed = stage.settled_situation or (look.valuation if look.is_settled else None)
        return StatePair(after, stage.state, stage.illegal_situation or look.valuation, landed)

    def _find_missing(self, stage: StatePair[State]) -> Iterator[Difference[State, Move]]:
        """Yield the moves and the goal that the space has in a settled pair, and the model lacks.

        Missing moves are not reported where an object can get into several places.
        """
        found, goal, double = self._possible_ends(stage)
        self.allowed_count += len(self._allowed_moves(stage.state))
        self.matched_count += len(found & self._allowed_moves(stage.state).keys())
        for situation, (move, _) in self._allowed_moves(stage.state).items():
            if situation not in found and not double and self._is_new("forbids", stage, situation):
                yield self._make_difference("forbids", stage)._replace(situation=situation, move=move)
        if self.space.is_goal(stage.state) and not goal and self._is_new("late", stage, None):
            yield self._make_difference("late", stage)

    def forbidden_situations(self, stage: StatePair[State]) -> list[Hashable]:
        """Return the valuations that the space can move to from a settled pair, and the model cannot.

        The result is empty for a pair that is not settled, or that follows an illegal move.
        """
        found = (
            self._possible_ends(stage)[0]
            if self.observe(stage.model_state).is_settled and not stage.illegal_situation
            else self._allowed_moves(stage.state)
        )
        return [situation for situation in self._allowed_moves(stage.state) if situation not in found]

    def _is_new(self, kind: DifferenceKind, stage: StatePair[State], shown: Hashable) -> bool:
        """Return whether no earlier difference has the same kind, state and shown valuation.

        Later duplicates have longer paths, and paths take long to write down.
        """
        key = kind, stage.state, shown
        self._difference_count += 1
        is_new = key not in self._reported_keys
        self._reported_keys.add(key)
        return is_new

    def _cost_of_change(self, state: State, situation: Hashable) -> Fraction:
        """Return what the space charges for its move from a state to a valuation, or 0 if it has no such move."""
        move, _ = self._allowed_moves(state).get(situation, (None, None))
        return Fraction(self.space.cost(state, move), self.space.cost_scale) if move is not None else Fraction(0)

    def _is_solved(self, stage: StatePair[State]) -> bool:
        """Return whether the puzzle is solved in a pair.

        A pair between two valuations counts as solved if each valuation in which it can settle solves the
        puzzle.
        """
        if (
            stage.illegal_situation
            or self.space.is_goal(stage.state)
            or self.observe(stage.model_state).valuation is not None
        ):
            return not stage.illegal_situation and self.space.is_goal(stage.state)
        allowed, ends = self._allowed_moves(stage.state), self._possible_ends(stage)[0]
        return bool(ends) and all(end in allowed and self.space.is_goal(allowed[end][1]) for end in ends)

    def _possible_ends(self, stage: StatePair[State]) -> tuple[set[Hashable], bool, bool]:
        """Return the valuations in which the model can settle next, and two marks.

        The marks say whether the model's goal can hold before it settles, and whether an object can be in
        several places.
        """
        ends = self._ends_by_state[stage.state]
        if stage.model_state not in ends:
            self._propagate_ends(stage, ends)
        found = {end for end, bit in self._end_bits[stage.state].items() if bit & ends[stage.model_state]}
        return found - {GOAL, DOUBLE}, GOAL in found, DOUBLE in found

    def _propagate_ends(self, stage: StatePair[State], ends: dict[Any, int]) -> None:
        """Compute the possible ends of a model state, and of all states that follow it silently.

        ``ends`` receives the results. It has the results for other states already, so each state is computed
        once.
        """
        here, allowed, bits = self.situation(stage.state), self._allowed_moves(stage.state), self._end_bits[stage.state]
        following, waiting = dict[Any, list[Any]](), [stage.model_state]
        ends[stage.model_state] = 0
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
                    if look.is_settled and look.valuation != here:
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

    def _make_difference(self, kind: DifferenceKind, stage: StatePair[State]) -> Difference[State, Move]:
        """Return a difference that shows at a pair, at the beginning of the illegal moves that lead there."""
        # The difference begins where the model first leaves the moves that the space allows.
        while stage.illegal_situation and (before := self._parents[stage]) and before[1].illegal_situation:
            stage = before[1]
        return Difference(kind, self.path_to(stage), stage.state, stage.illegal_situation)


def _bit_of(end: Hashable, bits: dict[Hashable, int]) -> int:
    """Return the bit of a possible end; sets of many ends are joined often, and as integers this is fast."""
    return bits.setdefault(end, 1 << len(bits))


def _find_predecessors(ends: Set[GraphNode], backward: Mapping[GraphNode, Sequence[GraphNode]]) -> set[GraphNode]:
    """Return all nodes from which a node of ``ends`` can be reached, including ``ends``.

    ``backward`` maps each node to its direct predecessors.
    """
    found, waiting = {*ends}, [*ends]
    for node in waiting:
        new = {*backward.get(node, ())} - found
        found |= new
        waiting += new
    return found
