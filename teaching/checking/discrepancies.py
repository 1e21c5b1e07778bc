"""All discrepancies between a model and a puzzle, state by state, to compare two versions of a model.

A discrepancy is a mistake of the model in one state of the puzzle. A repair of the model is right if it removes discrepancies and adds
none.
"""

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
"""The key of a class of differences: the kind and, for a move that breaks a rule, the rule and the place."""
COST_KIND: Final = "costs"
"""The kind of difference of a model whose moves have wrong costs."""


class Discrepancy(NamedTuple):
    """One mistake of a model in one state of the puzzle."""

    kind: str
    """The kind of difference as the comparison of states reports it, such as ``allows`` or ``forbids``."""
    valuation: Valuation
    """The valuation of the puzzle's state in which the model makes the mistake."""
    observed_valuation: Hashable
    """The valuation that the model wrongly reaches or misses; if a state variable has several values, the values of all variables."""


class ModelStep(NamedTuple):
    """An action of the model, with the pair of model state and puzzle state before it and after it."""

    before: StatePair[Any]
    """The pair before the action."""
    action: GroundAction
    """The action of the model, with objects as arguments."""
    after: StatePair[Any]
    """The pair after the action."""


class DiscrepancySurvey:
    """A comparison of a model with a puzzle in all states, which collects every discrepancy.

    Two surveys tell whether an edited version of a model is better than the original.
    """

    def __init__(self, instance: AnyInstance, observer: Observer, max_states: int) -> None:
        """Prepare a comparison of at most ``max_states`` states of the model; `collect_discrepancies` runs it.

        ``observer`` reads the puzzle's state variables from states of the model.
        """
        self.instance, self.observer, self.state_variables = instance, observer, observer.state_variables
        compare = (
            EndStateComparison[Any, Any]
            if observer.state_variables.compares_only_final_states
            else Bisimulation[Any, Any]
        )
        self._comparison = compare(
            CachedModel(observer.space), state_space_of(instance), observer.state_variables, observer, max_states
        )
        self.differences = dict[Discrepancy, Difference[Any, Any]]()
        """Every discrepancy found, with the first difference whose scenario shows it."""
        self.masked_discrepancies = set[Discrepancy]()
        """The missing moves that no scenario shows, because a state variable may have several values in the model."""
        self.is_complete = False
        """Whether `collect_discrepancies` compared all states."""
        self._visited_valuations = self.compared_situations = frozenset[Valuation]()
        """The valuations of the puzzle in which all moves of puzzle and model were compared."""

    @property
    def initial_pair(self) -> StatePair[Any]:
        """The pair of the model's initial state and the puzzle's initial state."""
        return self._comparison.initial_pair

    @property
    def state_pair_count(self) -> int:
        """The number of pairs of a model state and a puzzle state that were compared."""
        return self._comparison.pair_count

    def pair_at_difference(self, difference: Difference[Any, Any]) -> StatePair[Any]:
        """Return the pair of model state and puzzle state at the end of a difference's scenario."""
        return difference.steps[-1][1] if difference.steps else self._comparison.initial_pair

    @property
    def has_unfinishable_moves(self) -> bool:
        """Whether the model can begin a move that it cannot finish, whether or not the puzzle allows the move."""
        return self._comparison.dead_end is not None or self._is_stuck

    def collect_discrepancies(
        self, baseline: DiscrepancySurvey | None = None, sought_discrepancies: Set[Discrepancy] = frozenset()
    ) -> bool:
        """Collect all discrepancies; with ``baseline``, return whether this version of the model is better.

        ``baseline`` is the survey of an earlier version of the model. This version is better if it has no new discrepancy, at least one of
        the ``sought_discrepancies`` is gone, and every valuation reached before is still reachable. A discrepancy is new if ``baseline``
        compared its valuation without finding it. The search stops at the first new discrepancy, or as soon as it has found all
        ``sought_discrepancies``.

        Without ``baseline``, the function returns whether the search stayed within the limits.
        """
        left, self._is_stuck = {*sought_discrepancies}, False
        try:
            for one in self._comparison.differences():
                if one.kind == "stuck":
                    self._is_stuck = True
                    continue
                found = self._make_discrepancy(one)
                if baseline and found not in baseline.differences and found.valuation in baseline.compared_situations:
                    return False
                self.differences.setdefault(found, one)
                left.discard(found)
                if (sought_discrepancies and not left) or len(self.differences) > MAX_DIFFERENCES:
                    return False
        except TooManyStatesError:
            return False
        if baseline and self.has_unfinishable_moves and not baseline.has_unfinishable_moves:
            return False
        for stage in [one for one in self._comparison.reached_pairs if not one.illegal_valuation]:
            # If a variable may get several values, no difference shows the moves that are also forbidden.
            for situation in self._comparison.valuations_only_in_puzzle(stage):
                lacking = Discrepancy("forbids", self.state_variables.to_valuation(stage.state), situation)
                if (
                    baseline
                    and lacking not in baseline.differences
                    and lacking.valuation in baseline.compared_situations
                ):
                    return False
                if lacking not in self.differences:
                    self.masked_discrepancies.add(lacking)
                    self.differences[lacking] = Difference("forbids", (), stage.state, situation)
        self.is_complete = True
        situations = {one.state: None for one in self._comparison.reached_pairs if not one.illegal_valuation}
        # If the goal holds too early, the comparison does not go beyond this state.
        ends = {one.valuation for one in self.differences if one.kind == "early"}
        self._visited_valuations = frozenset(map(self.state_variables.to_valuation, situations))
        self.compared_situations = self._visited_valuations - ends
        if baseline and not baseline._visited_valuations <= self._visited_valuations:
            return False
        return self._compare_costs(baseline) and bool(not sought_discrepancies or left)

    def _compare_costs(self, baseline: DiscrepancySurvey | None) -> bool:
        """Compare the costs of the model's moves, and return whether there is no new difference in costs.

        A difference in costs is new unless the model of ``baseline`` has a difference in costs, too.
        """
        metric = self.observer.space.problem.metric
        if metric is None or not self._comparison.has_uniform_costs:
            return True
        start = self._comparison.initial_pair.state
        charged = (
            Difference[Any, Any](COST_KIND, (), start)
            if metric.direction == "maximize"
            else self._comparison.find_cost_difference()
        )
        if charged is not None:
            self.differences[Discrepancy(COST_KIND, self.state_variables.to_valuation(start), None)] = charged
        return charged is None or baseline is None or any(one.kind == COST_KIND for one in baseline.differences)

    def _make_discrepancy(self, difference: Difference[Any, Any]) -> Discrepancy:
        """Return the discrepancy at the end of a difference's scenario."""
        shown: Hashable = difference.valuation
        if difference.kind == "double":
            end = difference.steps[-1][1].model_state if difference.steps else self.observer.space.initial
            shown = tuple(map(tuple, self.observer.read_values(end)))
        return Discrepancy(str(difference.kind), self.state_variables.to_valuation(difference.state), shown)

    def discrepancy_of_difference(self, classified: ClassifiedDifference) -> Discrepancy:
        """Return the discrepancy that a classified difference shows at the end of its scenario."""
        if classified.kind == COST_KIND:
            return Discrepancy(COST_KIND, self.state_variables.to_valuation(self._comparison.initial_pair.state), None)
        return self._make_discrepancy(classified.difference)

    def key_of_discrepancy(self, discrepancy: Discrepancy) -> DifferenceKey:
        """Return the key of the class of differences to which a discrepancy belongs.

        It equals `key_of_difference` of any difference of this class.
        """
        if (
            discrepancy.kind != "allows"
            or discrepancy.observed_valuation is None
            or self.state_variables.own_pddl_facts
        ):
            return (discrepancy.kind,)
        wrong = self.state_variables.find_transition_violation(
            self.differences[discrepancy].state, self.differences[discrepancy].valuation
        )
        return (wrong.kind, wrong.violation.rule, wrong.where)

    def key_of_difference(self, classified: ClassifiedDifference) -> DifferenceKey:
        """Return the key of the class of differences to which a difference belongs.

        All wrongly allowed moves that break the same rule at the same place are one class; so are all missing moves.
        """
        kind = str(classified.difference.kind)
        return (
            (kind,)
            if kind != "allows" or not classified.transition_violation or self.state_variables.own_pddl_facts
            else classified.difference_key
        )

    def steps_allowed_by_puzzle(self) -> dict[str, list[ModelStep]]:
        """Return the steps of the model that the puzzle also allows, grouped by the name of the action."""
        found = defaultdict[str, list[ModelStep]](list)
        for stage in [one for one in self._comparison.reached_pairs if not one.illegal_valuation]:
            for move, after in self._comparison.model.successors(stage.model_state):
                following = self._comparison.classify_step(stage, after)
                if isinstance(following, StatePair) and not following.illegal_valuation:
                    found[move.name].append(ModelStep(stage, move, following))
        return found

    @functools.cached_property
    def applied_actions(self) -> frozenset[str]:
        """The names of the actions that the model applies in at least one reached state.

        Steps that the puzzle forbids count, too.
        """
        following = self._comparison.model.successors
        return frozenset(
            move.name for stage in self._comparison.reached_pairs for move, _ in following(stage.model_state)
        )

    def solved_states(self) -> list[Any]:
        """Return the reached states of the model in which the puzzle is solved and no move is unfinished."""
        space = self._comparison.space
        stages = [
            one for one in self._comparison.reached_pairs if not one.illegal_valuation and space.is_goal(one.state)
        ]
        return [one.model_state for one in stages if self.observer(one.model_state).is_between_moves]

    def states_before_visible_change(self, pair: StatePair[Any], limit: int) -> Iterator[Any]:
        """Yield up to ``limit`` model states that the model reaches from a pair without a visible change.

        The first state is the model state of the pair. A change is visible if it changes the values of the puzzle's
        state variables.
        """
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
