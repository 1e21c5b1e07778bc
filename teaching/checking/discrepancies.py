"""What is wrong with a model in each state of the puzzle, so that two versions of a model can be compared."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Hashable, Iterator, Set
from typing import Any, Final, NamedTuple

from ferryplan.generator.cast import Situation
from ferryplan.generator.families import state_space
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.search.bisimulation import Bisimulation
from ferryplan.generator.search.comparison import Difference, Kept, Stage, UndecidedError
from ferryplan.generator.search.endings import Endings
from ferryplan.teaching.checking.comparing import MOST_LISTED, Found
from ferryplan.teaching.interpretation.observing import Observer

Key = tuple[str, ...]
COSTS: Final = "costs"


class Discrepancy(NamedTuple):
    """One thing that is wrong with a model in one state of the puzzle."""

    kind: str
    situation: Situation
    """the situation of the puzzle in which it shows"""
    shown: Hashable
    """the situation to which the model goes, or does not go; where something is in several places, all that is seen"""


class Step(NamedTuple):
    """An action of the model in one of its states, with the stages before and after it."""

    before: Stage[Any]
    action: GroundAction
    after: Stage[Any]


class Survey:
    """All discrepancies between a model and a puzzle, and the states in which they were looked for."""

    def __init__(self, instance: AnyInstance, seen: Observer, max_states: int) -> None:
        """Compare nothing yet: `explore` does. At most `max_states` states of the model are looked at."""
        self.instance, self.seen, self.cast = instance, seen, seen.cast
        compare = Endings[Any, Any] if seen.cast.by_end else Bisimulation[Any, Any]
        self._both = compare(Kept(seen.space), state_space(instance), seen.cast, seen, max_states)
        self.differences = dict[Discrepancy, Difference[Any, Any]]()
        """every discrepancy with the first difference that shows it"""
        self.masked = set[Discrepancy]()
        """those of the discrepancies that no difference tells, as something may be in several places"""
        self.is_complete = False
        self._visited = self.reached = frozenset[Situation]()
        """the situations of the puzzle in which all that the two may do was compared"""

    @property
    def first(self) -> Stage[Any]:
        """Where both begin."""
        return self._both.first

    @property
    def stages(self) -> int:
        """How many states of the model were looked at, each beside one of the puzzle."""
        return self._both.stages

    def stage_of(self, difference: Difference[Any, Any]) -> Stage[Any]:
        """Return where the two are after the steps that lead to a difference."""
        return difference.steps[-1][1] if difference.steps else self._both.first

    @property
    def traps(self) -> bool:
        """Whether the model can begin something that it cannot end, or goes on forever without coming to rest."""
        return self._both.dead_end is not None or self._stuck

    def explore(self, known: Survey | None = None, sought: Set[Discrepancy] = frozenset()) -> bool:
        """Find all discrepancies; return whether none is new, one of those that are `sought` is gone, and no situation is out of reach.

        New is what is not `known` in a situation that was compared there. The search ends as soon as one new
        discrepancy is found, or every one that is `sought`. Without `known` it finds everything and returns whether it could.
        """
        left, self._stuck = {*sought}, False
        try:
            for one in self._both.differences():
                if one.kind == "stuck":
                    self._stuck = True
                    continue
                found = self._discrepancy(one)
                if known and found not in known.differences and found.situation in known.reached:
                    return False
                self.differences.setdefault(found, one)
                left.discard(found)
                if (sought and not left) or len(self.differences) > MOST_LISTED:
                    return False
        except UndecidedError:
            return False
        if known and self.traps and not known.traps:
            return False
        for stage in [one for one in self._both.reached if not one.astray]:
            # Where something may come to be in several places, no difference tells what is forbidden besides.
            for situation in self._both.forbidden(stage):
                lacking = Discrepancy("forbids", self.cast.situation(stage.state), situation)
                if known and lacking not in known.differences and lacking.situation in known.reached:
                    return False
                if lacking not in self.differences:
                    self.masked.add(lacking)
                    self.differences[lacking] = Difference("forbids", (), stage.state, situation)
        self.is_complete = True
        situations = {one.state: None for one in self._both.reached if not one.astray}
        # Where the goal holds too early nothing was looked for beyond it.
        ends = {one.situation for one in self.differences if one.kind == "early"}
        self._visited = frozenset(map(self.cast.situation, situations))
        self.reached = self._visited - ends
        if known and not known._visited <= self._visited:
            return False
        return self._explore_costs(known) and bool(not sought or left)

    def _explore_costs(self, known: Survey | None) -> bool:
        """Look for a difference in costs; return whether there is none that is new."""
        metric = self.seen.space.problem.metric
        if metric is None or not self._both.priced_alike:
            return True
        start = self._both.first.state
        charged = (
            Difference[Any, Any](COSTS, (), start) if metric.direction == "maximize" else self._both.find_overcharge()
        )
        if charged is not None:
            self.differences[Discrepancy(COSTS, self.cast.situation(start), None)] = charged
        return charged is None or known is None or any(one.kind == COSTS for one in known.differences)

    def _discrepancy(self, one: Difference[Any, Any]) -> Discrepancy:
        shown: Hashable = one.situation
        if one.kind == "double":
            end = one.steps[-1][1].model if one.steps else self.seen.space.initial
            shown = tuple(map(tuple, self.seen.values(end)))
        return Discrepancy(str(one.kind), self.cast.situation(one.state), shown)

    def discrepancy_of(self, found: Found) -> Discrepancy:
        """Return the discrepancy that the scenario of a way to differ shows."""
        if found.kind == COSTS:
            return Discrepancy(COSTS, self.cast.situation(self._both.first.state), None)
        return self._discrepancy(found.difference)

    def key_of(self, one: Discrepancy) -> Key:
        """Return which way to differ a discrepancy belongs to, as `key_of_way` names it."""
        if one.kind != "allows" or one.shown is None or self.cast.stated:
            return (one.kind,)
        wrong = self.cast.wrong(self.differences[one].state, self.differences[one].situation)
        return (wrong.kind, wrong.breach.rule, wrong.where)

    def key_of_way(self, found: Found) -> Key:
        """Return what all discrepancies of a way to differ have in common."""
        kind = str(found.difference.kind)
        return (kind,) if kind != "allows" or not found.wrong or self.cast.stated else found.key

    def right_steps(self) -> dict[str, list[Step]]:
        """Return the steps that the puzzle allows, grouped by the name of the model's action."""
        found = defaultdict[str, list[Step]](list)
        for stage in [one for one in self._both.reached if not one.astray]:
            for move, after in self._both.model.following(stage.model):
                following = self._both.step(stage, after)
                if isinstance(following, Stage) and not following.astray:
                    found[move.name].append(Step(stage, move, following))
        return found

    @functools.cached_property
    def applied(self) -> frozenset[str]:
        """The names of the actions that the model carries out somewhere, rightly or not."""
        following = self._both.model.following
        return frozenset(move.name for stage in self._both.reached for move, _ in following(stage.model))

    def solved_states(self) -> list[Any]:
        """Return the states of the model in which the puzzle is solved and everything has settled."""
        space = self._both.space
        stages = [one for one in self._both.reached if not one.astray and space.is_goal(one.state)]
        return [one.model for one in stages if self.seen(one.model).settled]

    def silent_states(self, stage: Stage[Any], limit: int) -> Iterator[Any]:
        """Yield at most `limit` states of the model, from a stage on, before another situation can be seen."""
        here = self.cast.situation(stage.state)
        queue = [stage.model]
        known = {stage.model}
        for state in queue:
            yield state
            for _, after in self._both.model.following(state):
                look = self.seen(after)
                if after not in known and len(known) < limit and not look.double and look.situation in (None, here):
                    known.add(after)
                    queue.append(after)
