"""Where a model differs from what it models, as far as situations can be seen in its states.

The states of the model may be finer than the situations: there may be several steps from one situation to the next, in which nothing has come
about yet. So the two are held against each other by weak bisimulation (R. Milner, Communication and Concurrency, 1989, chapter 5), with this
difference: a model may decide early what is to come, and what it has decided only counts once everything has settled.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any, TypeVar

from ferryplan.generator.search.comparison import Comparison, Difference, Kind, Stage, UndecidedError
from ferryplan.generator.space import Move, State

Node = TypeVar("Node", bound=Hashable)

GOAL, DOUBLE = "goal", "double"
"""beside situations: that the goal can hold, that something can be doubled"""


class Bisimulation(Comparison[State, Move]):
    """Wherever the model may be, it allows the moves that are allowed there, and no others."""

    @functools.cached_property
    def _ends(self) -> defaultdict[State, dict[Any, int]]:
        """By a state of the space and one of the model beside it: in which situations all may settle next, whether the goal holds before, as bits."""
        return defaultdict(dict)

    @functools.cached_property
    def _bits(self) -> defaultdict[State, dict[Hashable, int]]:
        """By a state of the space the bit of each end that is found beside it: few for each, where a model has very many states."""
        return defaultdict(dict)

    _met_differences = 0
    """how many differences were come upon"""

    @functools.cached_property
    def _known(self) -> set[Hashable]:
        """What tells the differences that were come upon apart."""
        return set()

    def differences(self) -> Iterator[Difference[State, Move]]:
        """Yield every difference, of those that are alike the first."""
        first = self.first
        look = self.seen(first.model)
        if not look.settled or look.situation != self.situation(first.state):
            yield Difference("double" if look.double else "start", (), first.state, look.situation)
            if look.situation is None or self.cast.stated:
                return
            first = self.first = Stage(first.model, self.cast.state(look.situation))
        self._parents[first] = None
        number = itertools.count()
        # Stages wait by the moves of the space, then by the steps of the model: a difference is met after few
        # moves. The counter keeps stages from being compared, and makes ties go by arrival.
        queue = [(0, 0, next(number), first)]
        backward, living, order = defaultdict[Stage[State], list[Stage[State]]](list), set[Stage[State]](), [first]
        while queue:
            depth, steps, _, stage = heapq.heappop(queue)
            if len(order) > self.most:
                raise UndecidedError
            if self.max_differences is not None and self._met_differences > self.max_differences:
                return
            if self.seen(stage.model).settled and not stage.astray:
                living.add(stage)
                yield from self._lacking(stage)
            if self.model.is_goal(stage.model) and not self._is_solved(stage):
                kind: Kind = "allows" if stage.astray else "early"
                if self._is_new(kind, stage, stage.astray):
                    yield self._difference(kind, stage)
                continue
            for move, after in self.model.following(stage.model):
                following = self.step(stage, after)
                if isinstance(following, Stage):
                    backward[following].append(stage)
                    if following.astray:
                        living.add(stage)
                    if following not in self._parents:
                        self._parents[following] = move, stage
                        order.append(following)
                        further = depth + (following.state != stage.state)
                        heapq.heappush(queue, (further, steps + 1, next(number), following))
                elif following == "allows":
                    if self._is_new("allows", stage, stage.astray):
                        yield self._difference("allows", stage)
                else:
                    living.add(stage)
                    if self._is_new(following, stage, after):
                        yield Difference(following, (*self.way(stage), (move, Stage(after, stage.state))), stage.state)
        at_rest = {
            one for one in order if not one.astray and (self.seen(one.model).settled or self.model.is_goal(one.model))
        }
        self.dead_end = self._first_dead_end(order, _leading_to(at_rest, backward))
        living = _leading_to(living, backward)
        dead = [stage for stage in order if stage not in living and not stage.astray]
        self.wanders = any(one not in living and one.state != stage.state for stage in dead for one in backward[stage])
        if dead:
            yield self._difference("stuck", dead[0])

    def _first_dead_end(
        self, order: Sequence[Stage[State]], alive: Set[Stage[State]]
    ) -> Difference[State, Move] | None:
        """Return the first stage from which the model never comes to rest, if something was moved on the way there; ``alive`` are all others."""
        for stage in (one for one in order if one not in alive):
            before = self._parents[stage]
            while before is not None and before[1] not in alive:
                before = self._parents[before[1]]
            if before is not None and (stage.astray or stage.state != before[1].state):
                return Difference("stuck", self.way(stage), stage.state, stage.astray)
        return None

    def find_overcharge(self) -> Difference[State, Move] | None:
        """Return where the model has counted other costs than the space; None if its costs are always so many times those of the space.

        When a model counts a move, as it begins or once it is over, is its own affair: wherever two ways meet again, and where the goal is
        reached, the costs between must be in the same proportion. To be asked once all differences were yielded.
        """
        # Where two ways meet, `between` gets how much more one of them costs, in the model and in the space;
        # at the goal, what the whole way costs. All costs are in proportion if these pairs have one ratio.
        spent, between = {self.first: (Fraction(0), Fraction(0))}, list[tuple[Fraction, Fraction]]()
        counted = list[tuple[Fraction, Fraction, Stage[State], tuple[tuple[Any, Stage[State]], ...]]]()
        for stage in (one for one in self._parents if one in spent):
            theirs, ours = spent[stage]
            if self.model.is_goal(stage.model):
                here = self.situation(stage.state)
                ends = {here} if self.space.is_goal(stage.state) else self._settling(stage)[0]
                totals = [(theirs, ours + self._price(stage.state, end)) for end in ends]
                between += totals
                counted += [(*total, stage, ()) for total in totals]
            for move, after in self.model.following(stage.model):
                following = self.step(stage, after)
                # A step that stays where it is cannot be on a cheapest way, so its price says nothing about
                # proportions.
                if following == stage:  # no optimal plan has an action that changes nothing
                    continue
                if isinstance(following, Stage) and following in self._parents and not following.astray:
                    price = self._price(stage.state, self.situation(following.state))
                    both = theirs + Fraction(self.model.cost(stage.model, move), self.model.in_one), ours + price
                    known = spent.setdefault(following, both)
                    between.append((both[0] - known[0], both[1] - known[1]))
                    counted.append((*both, stage, ((move, following),)))
        ratios = Counter(theirs / ours for theirs, ours in between if ours)
        if len(ratios) < 2 and 0 not in ratios and all(theirs == 0 for theirs, ours in between if not ours):
            return None
        # The most frequent ratio counts as the intended one, so that what deviates from it is reported.
        usual = next((ratio for ratio, _ in ratios.most_common() if ratio), 1)
        odd = [(stage, step) for theirs, ours, stage, step in counted if theirs != usual * ours]
        stage, step = next((one for one in odd if one[1] and self.seen(one[1][0][1].model).settled), odd[0])
        return Difference("costs", (*self.way(stage), *step), step[0][1].state if step else stage.state)

    def step(self, stage: Stage[State], after: Any) -> Stage[State] | Kind:
        """Return where a move of the model leads that ends in the state `after`, or the kind of difference that it shows."""
        look, here = self.seen(after), self.situation(stage.state)
        if look.double:
            return "double"
        if stage.landed is not None and look.situation not in (None, stage.landed):
            return "allows"
        if stage.landed is None and look.situation == here:
            # Numbers do not tell that one thing was put down and another one taken up by the same action.
            if self.seen(stage.model).situation == here and self.seen(stage.model).find_exchanged(look):
                return "exchange"
            return Stage(after, stage.state)
        if stage.landed is None and look.situation in self._allowed(stage.state) and (not stage.astray or look.settled):
            move, state = self._allowed(stage.state)[look.situation]
            self.made[stage.state, look.situation] = move
            return Stage(after, state)
        landed = stage.landed or (look.situation if look.settled else None)
        return Stage(after, stage.state, stage.astray or look.situation, landed)

    def _lacking(self, stage: Stage[State]) -> Iterator[Difference[State, Move]]:
        """Yield what the model lacks where everything has settled: moves, unless something may come to be in several places, and the goal."""
        found, goal, double = self._settling(stage)
        self.asked += len(self._allowed(stage.state))
        self.met += len(found & self._allowed(stage.state).keys())
        for situation, (move, _) in self._allowed(stage.state).items():
            if situation not in found and not double and self._is_new("forbids", stage, situation):
                yield self._difference("forbids", stage)._replace(situation=situation, move=move)
        if self.space.is_goal(stage.state) and not goal and self._is_new("late", stage, None):
            yield self._difference("late", stage)

    def forbidden(self, stage: Stage[State]) -> list[Hashable]:
        """Return the situations to which the space allows a move where everything has settled, and the model does not."""
        found = (
            self._settling(stage)[0]
            if self.seen(stage.model).settled and not stage.astray
            else self._allowed(stage.state)
        )
        return [situation for situation in self._allowed(stage.state) if situation not in found]

    def _is_new(self, kind: Kind, stage: Stage[State], shown: Hashable) -> bool:
        """Return whether no difference that shows the same was come upon: others show it by longer ways, and ways take long to write down."""
        key = kind, stage.state, shown
        self._met_differences += 1
        is_new = key not in self._known
        self._known.add(key)
        return is_new

    def _price(self, state: State, situation: Hashable) -> Fraction:
        """Return what the space counts for the move to a situation, if one is allowed; none is needed to stay."""
        move, _ = self._allowed(state).get(situation, (None, None))
        return Fraction(self.space.cost(state, move), self.space.in_one) if move is not None else Fraction(0)

    def _is_solved(self, stage: Stage[State]) -> bool:
        """Return whether the puzzle is solved, or between two situations, whether it is however all settles."""
        if stage.astray or self.space.is_goal(stage.state) or self.seen(stage.model).situation is not None:
            return not stage.astray and self.space.is_goal(stage.state)
        allowed, ends = self._allowed(stage.state), self._settling(stage)[0]
        return bool(ends) and all(end in allowed and self.space.is_goal(allowed[end][1]) for end in ends)

    def _settling(self, stage: Stage[State]) -> tuple[set[Hashable], bool, bool]:
        """Return the situations in which a model can settle next, whether its goal can hold before, whether something can be doubled."""
        ends = self._ends[stage.state]
        if stage.model not in ends:
            self._follow(stage, ends)
        found = {end for end, bit in self._bits[stage.state].items() if bit & ends[stage.model]}
        return found - {GOAL, DOUBLE}, GOAL in found, DOUBLE in found

    def _follow(self, stage: Stage[State], ends: dict[Any, int]) -> None:
        """Find what may come of a state of the model, and of those that follow silently, each once; ``ends`` has that of other states already."""
        here, allowed, bits = self.situation(stage.state), self._allowed(stage.state), self._bits[stage.state]
        following, waiting = dict[Any, list[Any]](), [stage.model]
        ends[stage.model] = 0
        for state in waiting:
            if len(ends) > self.most:
                raise UndecidedError
            begun, following[state] = self.seen(state).situation, []
            if begun == here and self.model.is_goal(state):
                ends[state] |= _bit_of(GOAL, bits)
            for _, after in self.model.following(state):
                look = self.seen(after)
                if look.double:
                    ends[state] |= _bit_of(DOUBLE, bits)
                elif begun not in allowed or look.situation == begun:
                    if look.settled and look.situation != here:
                        ends[state] |= _bit_of(look.situation, bits)
                        continue
                    following[state].append(after)
                    if after not in ends:
                        ends[after] = 0
                        waiting.append(after)
        # Most steps lead on in the order of the search, so that passing the ends back from the last state takes few rounds.
        changed = True
        while changed:
            changed = False
            for state in reversed(waiting):
                found = known = ends[state]
                for after in following[state]:
                    found |= ends[after]
                if found != known:
                    ends[state], changed = found, True

    def _difference(self, kind: Kind, stage: Stage[State]) -> Difference[State, Move]:
        """Return a difference that shows at a stage, of what is not allowed where that began."""
        # The difference begins where the model first left what the space allows.
        while stage.astray and (before := self._parents[stage]) and before[1].astray:
            stage = before[1]
        return Difference(kind, self.way(stage), stage.state, stage.astray)


def _bit_of(end: Hashable, bits: dict[Hashable, int]) -> int:
    """Return the bit that stands for what may come of a state: sets of many ends are joined often, and as integers fast."""
    return bits.setdefault(end, 1 << len(bits))


def _leading_to(ends: Set[Node], backward: Mapping[Node, Sequence[Node]]) -> set[Node]:
    """Return the nodes from which some node of ``ends`` can be reached, these among them; ``backward`` has what comes before each."""
    found, waiting = {*ends}, [*ends]
    for node in waiting:
        new = {*backward.get(node, ())} - found
        found |= new
        waiting += new
    return found
