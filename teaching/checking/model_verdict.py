"""The comparison of a model with a puzzle under one interpretation.

A verdict has one difference of each kind: the one that takes the fewest moves to show.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Set
from typing import Any, NamedTuple

from ferryplan.generator.families import state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax_tree import Metric
from ferryplan.generator.search.bisimulation import Bisimulation
from ferryplan.generator.search.end_states import EndStateComparison
from ferryplan.generator.search.model_comparison import (
    CachedModel,
    Difference,
    ModelComparison,
    StatePair,
    TooManyStatesError,
)
from ferryplan.generator.space import StateSpace
from ferryplan.generator.state_variables import TransitionViolation
from ferryplan.teaching.interpretation.observer import Observer

MAX_PAIRS, MAX_DIFFERENCES, MAX_VIOLATION_SEARCHES = 200_000, 10_000, 40
"""Limits of one comparison: the numbers of pairs of states, of differences, and of searches for the violation in a wrong move, which are
expensive."""


class ClassifiedDifference(NamedTuple):
    """A difference between a model and a puzzle, with the kind of mistake that it shows."""

    kind: str
    """The kind of mistake, such as ``rule-missing`` or ``load-too-large``; more specific than the kind of ``difference``."""
    difference: Difference[Any, Any]
    """The difference as the comparison of states found it, with its scenario."""
    transition_violation: TransitionViolation | None
    """The violation in the last step, which the model wrongly allows; None for other kinds of differences."""

    @property
    def difference_key(self) -> tuple[str, ...]:
        """The key of the kind of difference: the kind and, if a rule is broken, the rule and the place."""
        # The kind of a missing move depends on all moves that the model makes, so only a complete comparison determines it.
        kind = "forbids" if self.difference.kind == "forbids" else self.kind
        return (
            kind,
            *(
                (self.transition_violation.violation.rule, self.transition_violation.where)
                if self.transition_violation
                else ()
            ),
        )


class ModelVerdict(NamedTuple):
    """The result of comparing a model with a puzzle under one interpretation.

    An interpretation says which facts of the model represent the puzzle's state variables. The model is the same as the puzzle if there are
    no ``differences``.
    """

    instance: AnyInstance
    """The instance of the puzzle."""
    observer: Observer
    """The observer that reads the puzzle's state variables from states of the model."""
    differences: list[ClassifiedDifference]
    """The differences, in the order in which the comparison found them (shorter scenarios first)."""
    state_pair_count: int
    """The number of pairs of a model state and a puzzle state that were compared."""
    initial_pair: StatePair[Any]
    """The initial states of model and puzzle."""
    stuck_difference: Difference[Any, Any] | None = None
    """A scenario that leads to a model state in the middle of a move from which the model cannot finish the move; None if there is none."""
    dead_end: Difference[Any, Any] | None = None
    """A scenario in which the model begins a forbidden move that it cannot finish; None if there is none."""
    can_move_when_stuck: bool = False
    """Whether the model can still apply actions at the end of ``stuck_difference``."""
    rival_count: int = 0
    """The number of other interpretations that fit equally well."""
    is_contested: bool = False
    """Whether other interpretations that fit equally well give other differences."""
    are_costs_unclear: bool = False
    """Whether costs were not compared, because moves with different costs lead from one puzzle state to the same successor."""
    agreement: float = 0
    """The share, from 0 to 1, of the puzzle's moves that the model makes, counted in states in which no move is unfinished."""
    model_state_count: int = 0
    """The number of model states that were compared."""
    puzzle_state_count: int = 0
    """The number of puzzle states that were compared."""
    is_own_pddl: bool = False
    """Whether the model is ferryplan's own PDDL for the puzzle under other names, so that no states were compared."""

    @property
    def space(self) -> StateSpace[Any, Any]:
        """The state space of the puzzle."""
        return state_space_of(self.instance)

    def find_move(self, before: Any, after: Any) -> Any:
        """Return the puzzle move that leads from the puzzle state ``before`` to the puzzle state ``after``."""
        return next(move for move, state in self.space.successors(before) if state == after)


def compare_model(
    instance: AnyInstance,
    observer: Observer,
    max_kinds: int,
    cached_model: CachedModel | None = None,
    keys_to_beat: Set[tuple[str, ...]] | None = None,
    max_pairs: int | None = None,
) -> ModelVerdict:
    """Compare a model with an instance under one interpretation, up to ``max_kinds`` kinds of differences.

    ``observer`` holds the model and the interpretation. ``cached_model`` shares the model's successors with other comparisons. If
    ``keys_to_beat`` is given, only a verdict with fewer kinds of differences is of interest: the comparison stops at a difference with
    another key, or as soon as it has found all these keys. Raises TooManyStatesError if it reaches more than ``max_pairs`` (by default
    `MAX_PAIRS`) pairs of states without finding a difference.
    """
    state_variables, compare = (
        observer.state_variables,
        EndStateComparison[Any, Any] if observer.state_variables.compares_only_final_states else Bisimulation[Any, Any],
    )
    comparison = compare(
        cached_model or CachedModel(observer.space),
        state_space_of(instance),
        state_variables,
        observer,
        max_pairs or MAX_PAIRS,
    )
    comparison.max_differences = MAX_DIFFERENCES
    found, stuck_difference, find_violation = (
        dict[tuple[str, ...], ClassifiedDifference](),
        None,
        functools.cache(state_variables.find_transition_violation),
    )
    for one in itertools.islice(_take_differences_until_limit(comparison), MAX_DIFFERENCES):
        kind, wrong = str(one.kind), None
        if one.kind == "allows" and one.valuation is not None:
            if (
                state_variables.own_pddl_facts
                and not state_variables.compares_only_final_states
                and find_violation.cache_info().misses == MAX_VIOLATION_SEARCHES
            ):
                continue
            wrong = find_violation(one.state, one.valuation)
            kind = wrong.kind
        elif one.kind == "stuck":
            stuck_difference = one
            continue
        way = ClassifiedDifference(kind, one, wrong)
        found.setdefault(way.difference_key, way)
        if len(found) > max_kinds or (
            keys_to_beat is not None and (way.difference_key not in keys_to_beat or len(found) == len(keys_to_beat))
        ):
            break
    metric = observer.space.problem.metric
    if metric is not None and comparison.has_uniform_costs and (charged := _find_cost_difference(comparison, metric)):
        found[("costs",)] = ClassifiedDifference("costs", charged, None)
    made = [*comparison.shared_moves.values()]
    for key, way in found.items():
        if way.kind == "forbids":
            found[key] = way._replace(kind=state_variables.classify_missing_move(way.difference.move, made))
    states, situations = (
        {one.model_state for one in comparison.reached_pairs},
        {one.state for one in comparison.reached_pairs},
    )
    agreement = comparison.matched_count / comparison.allowed_count if comparison.allowed_count else 0.0
    ways, unclear = [*found.values()], metric is not None and not comparison.has_uniform_costs
    return ModelVerdict(
        instance,
        observer,
        ways,
        comparison.pair_count,
        comparison.initial_pair,
        stuck_difference,
        comparison.dead_end,
        comparison.can_move_when_stuck,
        agreement=agreement,
        model_state_count=len(states),
        puzzle_state_count=len(situations),
        are_costs_unclear=unclear,
    )


def _take_differences_until_limit(comparison: ModelComparison[Any, Any]) -> Iterator[Difference[Any, Any]]:
    """Yield the differences of a comparison until it reaches its limit of states.

    Raises TooManyStatesError if it found no difference before the limit.
    """
    shown = None
    try:
        for shown in comparison.differences():
            yield shown
    except TooManyStatesError:
        if shown is None:
            raise


def _find_cost_difference(comparison: ModelComparison[Any, Any], metric: Metric) -> Difference[Any, Any] | None:
    """Return a difference between the costs in model and puzzle; None if the costs agree.

    If the model maximizes its metric, the difference is in the initial state.
    """
    if metric.direction == "maximize":
        return Difference("costs", (), comparison.initial_pair.state)
    return comparison.find_cost_difference()
