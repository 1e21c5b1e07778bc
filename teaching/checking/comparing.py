"""In what a model differs from a puzzle as far as it is seen in one way: each way to differ once, where it takes the fewest moves to show."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Set
from typing import Any, NamedTuple

from ferryplan.generator.cast import Wrong
from ferryplan.generator.families import state_space
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.tree import Metric
from ferryplan.generator.search.bisimulation import Bisimulation
from ferryplan.generator.search.comparison import Comparison, Difference, Kept, Stage, UndecidedError
from ferryplan.generator.search.endings import Endings
from ferryplan.generator.space import StateSpace
from ferryplan.teaching.interpretation.observing import Observer

MOST_STAGES, MOST_LISTED, MOST_ASKED = 200_000, 10_000, 40
"""how many states of a model are looked at, how many differences; how many if what is wrong is searched for"""


class Found(NamedTuple):
    """One way in which a model differs."""

    kind: str
    difference: Difference[Any, Any]
    wrong: Wrong | None
    """what is wrong with what the model allows"""

    @property
    def key(self) -> tuple[str, ...]:
        """What is the same of all differences of a kind."""
        # How a lacking move is called depends on all moves that are made, so that only a whole comparison tells.
        kind = "forbids" if self.difference.kind == "forbids" else self.kind
        return (kind, *((self.wrong.breach.rule, self.wrong.where) if self.wrong else ()))


class Verdict(NamedTuple):
    """What came of a comparison."""

    instance: AnyInstance
    seen: Observer
    """what says what can be seen in a state of the model"""
    found: list[Found]
    """the ways in which they differ, those first that show sooner"""
    stages: int
    """how many states of the model were looked at, each beside one of the puzzle"""
    first: Stage[Any]
    """where both begin"""
    dead: Difference[Any, Any] | None = None
    """where the model has begun something that it cannot end: it may forbid things so"""
    dead_end: Difference[Any, Any] | None = None
    """the first move that the puzzle forbids and the model allows, after which nothing goes on"""
    wanders: bool = False
    """whether moves are still made after that"""
    rivals: int = 0
    """how many other correspondences fit as well"""
    contested: bool = False
    """whether under other correspondences that fit as well the model differs in other ways"""
    costs_unclear: bool = False
    """whether costs were not compared, as moves that cost different amounts lead from one situation to the same other"""
    agreement: float = 0
    """which share of the moves that the puzzle allows the model makes, where it was seen to come to rest"""
    states: int = 0
    """how many states of the model were looked at"""
    situations: int = 0
    """how many states of the puzzle were looked at"""
    is_own_pddl: bool = False
    """whether the model is the puzzle's own PDDL under other names, so that no states were compared"""

    @property
    def space(self) -> StateSpace[Any, Any]:
        """What may happen in the puzzle."""
        return state_space(self.instance)

    def move(self, before: Any, after: Any) -> Any:
        """Return the move of the puzzle that leads from one state to another."""
        return next(move for move, state in self.space.moves(before) if state == after)


def compared(
    instance: AnyInstance,
    seen: Observer,
    most: int,
    kept: Kept | None = None,
    known: Set[tuple[str, ...]] | None = None,
    max_stages: int | None = None,
) -> Verdict:
    """Compare a model with an instance under one interpretation, and stop after `most` kinds of differences.

    Where keys of ways are ``known``, only fewer than these matter: others, or all of them, end the comparison. Raises UndecidedError where more
    than ``max_stages`` states, or else `MOST_STAGES`, would have to be looked at.
    """
    cast, compare = seen.cast, Endings[Any, Any] if seen.cast.by_end else Bisimulation[Any, Any]
    both = compare(kept or Kept(seen.space), state_space(instance), cast, seen, max_stages or MOST_STAGES)
    both.max_differences = MOST_LISTED
    found, dead, wrong_with = dict[tuple[str, ...], Found](), None, functools.cache(cast.wrong)
    for one in itertools.islice(_before_too_many(both), MOST_LISTED):
        kind, wrong = str(one.kind), None
        if one.kind == "allows" and one.situation is not None:
            if cast.stated and not cast.by_end and wrong_with.cache_info().misses == MOST_ASKED:
                continue
            wrong = wrong_with(one.state, one.situation)
            kind = wrong.kind
        elif one.kind == "stuck":
            dead = one
            continue
        way = Found(kind, one, wrong)
        found.setdefault(way.key, way)
        if len(found) > most or (known is not None and (way.key not in known or len(found) == len(known))):
            break
    metric = seen.space.problem.metric
    if metric is not None and both.priced_alike and (charged := _charged(both, metric)):
        found[("costs",)] = Found("costs", charged, None)
    made = [*both.made.values()]
    for key, way in found.items():
        if way.kind == "forbids":
            found[key] = way._replace(kind=cast.lacking(way.difference.move, made))
    states, situations = {one.model for one in both.reached}, {one.state for one in both.reached}
    agreement = both.met / both.asked if both.asked else 0.0
    ways, unclear = [*found.values()], metric is not None and not both.priced_alike
    return Verdict(
        instance, seen, ways, both.stages, both.first, dead, both.dead_end, both.wanders,
        agreement=agreement, states=len(states), situations=len(situations), costs_unclear=unclear,
    )  # fmt: skip


def _before_too_many(both: Comparison[Any, Any]) -> Iterator[Difference[Any, Any]]:
    """Yield differences as far as states may be looked at. Raises UndecidedError if these show none."""
    shown = None
    try:
        for shown in both.differences():
            yield shown
    except UndecidedError:
        if shown is None:
            raise


def _charged(both: Comparison[Any, Any], metric: Metric) -> Difference[Any, Any] | None:
    """Return where costs differ; where they are not to be small, that is at the start."""
    if metric.direction == "maximize":
        return Difference("costs", (), both.first.state)
    return both.find_overcharge()
