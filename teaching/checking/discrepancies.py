"""All discrepancies between a model and a puzzle, state by state, to compare two versions of a model."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Hashable, Iterator, Set
from typing import Any, Final, NamedTuple

from ferryplan.generator.families import state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.search.bisimulation import Bisimulation
from ferryplan.generator.search.end_states import EndStateComparison
from ferryplan.generator.search.model_comparison import CachedModel, Difference, StatePair, TooManyStatesError
from ferryplan.generator.state_variables import Valuation
from ferryplan.teaching.checking.model_verdict import MAX_DIFFERENCES, ClassifiedDifference
from ferryplan.teaching.interpretation.observer import Observer

DifferenceKey = tuple[str, ...]
COST_KIND: Final = "costs"


class Discrepancy(NamedTuple):
    """One mistake of a model in one state of the puzzle."""

    kind: str
    situation: Valuation
    """The valuation of the puzzle in which the mistake shows."""
    observed_situation: Hashable
    """The valuation that the model wrongly reaches or misses; all observed values if a variable has several."""


class ModelStep(NamedTuple):
    """An action of the model, with the pairs of states (of model and puzzle) before and after it."""

    before: StatePair[Any]
    action: GroundAction
    after: StatePair[Any]


class DiscrepancySurvey:
    """All discrepancies between a model and a puzzle, and the states that were compared."""

    def __init__(self, instance: AnyInstance, observer: Observer, max_states: int) -> None:
        """Prepare a comparison of at most `max_states` states of the model; `explore` runs it."""
        self.instance, self.observer, self.state_variables = instance, observer, observer.state_variables
        compare = (
            EndStateComparison[Any, Any] if observer.state_variables.compares_only_ends else Bisimulation[Any, Any]
        )
        self._comparison = compare(
            CachedModel(observer.space), state_space_of(instance), observer.state_variables, observer, max_states
        )
        self.differences = dict[Discrepancy, Difference[Any, Any]]()
        """Every discrepancy with the first difference that shows it."""
        self.masked_discrepancies = set[Discrepancy]()
        """The discrepancies that no difference shows, because a variable may have several values."""
        self.is_complete = False
        self._visited_situations = self.compared_situations = frozenset[Valuation]()
        """The valuations of the puzzle in which all moves of puzzle and model were compared."""

    @property
    def initial_pair(self) -> StatePair[Any]:
        """The initial states of model and puzzle."""
        return self._comparison.initial_pair

    @property
    def pair_count(self) -> int:
        """The number of pairs of a model state and a puzzle state that were compared."""
        return self._comparison.pair_count

    def pair_at_difference(self, difference: Difference[Any, Any]) -> StatePair[Any]:
        """Return the states of model and puzzle at the end of a difference's scenario."""
        return difference.steps[-1][1] if difference.steps else self._comparison.initial_pair

    @property
    def has_traps(self) -> bool:
        """Whether the model can start a move that it cannot finish, or that can go on forever."""
        return self._comparison.dead_end is not None or self._is_stuck

    def explore(self, baseline: DiscrepancySurvey | None = None, sought: Set[Discrepancy] = frozenset()) -> bool:
        """Find all discrepancies; with `baseline`, return whether this version of the model is an improvement.

        `baseline` is the survey of an earlier version. This version improves it if there is no new discrepancy, at least one of the
        `sought` discrepancies is gone, and every valuation reached before is still reachable. A discrepancy is new if `baseline` compared
        its valuation without finding it. The search stops at the first new discrepancy, or as soon as every `sought` one is found.
        Without `baseline`, it finds all discrepancies, and returns whether it could finish.
        """
        left, self._is_stuck = {*sought}, False
        try:
            for one in self._comparison.differences():
                if one.kind == "stuck":
                    self._is_stuck = True
                    continue
                found = self._make_discrepancy(one)
                if baseline and found not in baseline.differences and found.situation in baseline.compared_situations:
                    return False
                self.differences.setdefault(found, one)
                left.discard(found)
                if (sought and not left) or len(self.differences) > MAX_DIFFERENCES:
                    return False
        except TooManyStatesError:
            return False
        if baseline and self.has_traps and not baseline.has_traps:
            return False
        for stage in [one for one in self._comparison.reached_pairs if not one.illegal_situation]:
            # If a variable may get several values, no difference shows the moves that are also forbidden.
            for situation in self._comparison.forbidden_situations(stage):
                lacking = Discrepancy("forbids", self.state_variables.to_valuation(stage.state), situation)
                if (
                    baseline
                    and lacking not in baseline.differences
                    and lacking.situation in baseline.compared_situations
                ):
                    return False
                if lacking not in self.differences:
                    self.masked_discrepancies.add(lacking)
                    self.differences[lacking] = Difference("forbids", (), stage.state, situation)
        self.is_complete = True
        situations = {one.state: None for one in self._comparison.reached_pairs if not one.illegal_situation}
        # If the goal holds too early, the comparison does not go beyond this state.
        ends = {one.situation for one in self.differences if one.kind == "early"}
        self._visited_situations = frozenset(map(self.state_variables.to_valuation, situations))
        self.compared_situations = self._visited_situations - ends
        if baseline and not baseline._visited_situations <= self._visited_situations:
            return False
        return self._explore_costs(baseline) and bool(not sought or left)

    def _explore_costs(self, baseline: DiscrepancySurvey | None) -> bool:
        """Look for a difference in costs, and return whether there is no new one."""
        metric = self.observer.space.problem.metric
        if metric is None or not self._comparison.has_uniform_costs:
            return True
        start = self._comparison.initial_pair.state
        charged = (
            Difference[Any, Any](COST_KIND, (), start)
            if metric.direction == "maximize"
            else self._comparison.find_overcharge()
        )
        if charged is not None:
            self.differences[Discrepancy(COST_KIND, self.state_variables.to_valuation(start), None)] = charged
        return charged is None or baseline is None or any(one.kind == COST_KIND for one in baseline.differences)

    def _make_discrepancy(self, difference: Difference[Any, Any]) -> Discrepancy:
        shown: Hashable = difference.situation
        if difference.kind == "double":
            end = difference.steps[-1][1].model_state if difference.steps else self.observer.space.initial
            shown = tuple(map(tuple, self.observer.read_values(end)))
        return Discrepancy(str(difference.kind), self.state_variables.to_valuation(difference.state), shown)

    def discrepancy_of(self, classified: ClassifiedDifference) -> Discrepancy:
        """Return the discrepancy that the scenario of a difference shows."""
        if classified.kind == COST_KIND:
            return Discrepancy(COST_KIND, self.state_variables.to_valuation(self._comparison.initial_pair.state), None)
        return self._make_discrepancy(classified.difference)

    def key_of_discrepancy(self, discrepancy: Discrepancy) -> DifferenceKey:
        """Return the key of the class of differences that a discrepancy belongs to; see `key_of_difference`."""
        if discrepancy.kind != "allows" or discrepancy.observed_situation is None or self.state_variables.stated_facts:
            return (discrepancy.kind,)
        wrong = self.state_variables.find_transition_violation(
            self.differences[discrepancy].state, self.differences[discrepancy].situation
        )
        return (wrong.kind, wrong.violation.rule, wrong.where)

    def key_of_difference(self, classified: ClassifiedDifference) -> DifferenceKey:
        """Return the key that all discrepancies of a class of differences share."""
        kind = str(classified.difference.kind)
        return (
            (kind,)
            if kind != "allows" or not classified.transition_violation or self.state_variables.stated_facts
            else classified.key
        )

    def steps_allowed_by_puzzle(self) -> dict[str, list[ModelStep]]:
        """Return the steps that the puzzle allows, grouped by the name of the model's action."""
        found = defaultdict[str, list[ModelStep]](list)
        for stage in [one for one in self._comparison.reached_pairs if not one.illegal_situation]:
            for move, after in self._comparison.model.successors(stage.model_state):
                following = self._comparison.classify_step(stage, after)
                if isinstance(following, StatePair) and not following.illegal_situation:
                    found[move.name].append(ModelStep(stage, move, following))
        return found

    @functools.cached_property
    def applied_actions(self) -> frozenset[str]:
        """The names of the actions that the model applies in some reached state, correctly or not."""
        following = self._comparison.model.successors
        return frozenset(
            move.name for stage in self._comparison.reached_pairs for move, _ in following(stage.model_state)
        )

    def solved_states(self) -> list[Any]:
        """Return the states of the model in which the puzzle is solved and no move is unfinished."""
        space = self._comparison.space
        stages = [
            one for one in self._comparison.reached_pairs if not one.illegal_situation and space.is_goal(one.state)
        ]
        return [one.model_state for one in stages if self.observer(one.model_state).is_settled]

    def silent_states(self, pair: StatePair[Any], limit: int) -> Iterator[Any]:
        """Yield up to `limit` model states that a pair reaches before the observed valuation changes."""
        here = self.state_variables.to_valuation(pair.state)
        queue = [pair.model_state]
        known = {pair.model_state}
        for state in queue:
            yield state
            for _, after in self._comparison.model.successors(state):
                look = self.observer(after)
                if (
                    after not in known
                    and len(known) < limit
                    and not look.has_duplicate
                    and look.valuation in (None, here)
                ):
                    known.add(after)
                    queue.append(after)
