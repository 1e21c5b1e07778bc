"""Plans with times carried out on a task: durative actions, and others at a moment.

The semantics is that of PDDL 2.1, level 3 (Fox and Long 2003, section 8): a durative action is what happens at its start and at its
end; what must hold over all of it is looked at after everything that happens between. What happens at one moment happens at once,
and may not interfere: nothing may depend on, or undo, what something else changes at that moment.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from ferryplan.generator.family import Step
from ferryplan.generator.pddl.effects import Changes, interference, touched
from ferryplan.generator.pddl.execution import NotExecutableError, concluded, telling
from ferryplan.generator.pddl.expressions import Condition, Effect
from ferryplan.generator.pddl.normal_form import Binding, normal, normal_effect
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.tree import Action, DurativeAction, Moment

TOLERANCE = Fraction(1, 1000)
"""by how much a duration may miss what the domain says: planners round what they print"""
APART = "PDDL 2.1 wants them apart, if only by 0.001"


class TimedStep(Step, Protocol):
    """An action of a plan with its start and, unless it takes no time, its duration."""

    @property
    def start(self) -> Fraction | None:
        """When it starts."""

    @property
    def duration(self) -> Fraction | None:
        """How long it takes."""


@dataclass(frozen=True, slots=True)
class _Interval:
    """An action of the plan."""

    number: int
    action: Action | DurativeAction
    binding: Binding
    start: Fraction
    duration: Fraction

    @property
    def end(self) -> Fraction:
        return self.start + self.duration

    def at(self, moment: Moment) -> tuple[Sequence[Condition], Sequence[Effect]]:
        """Return what is asked and what comes about then; an action that takes no time is all at its start."""
        if isinstance(self.action, Action):
            return ((self.action.precondition,), (self.action.effect,)) if moment == "start" else ((), ())
        return self.action.at(moment)


class _Happening(NamedTuple):
    """What happens at the start or the end of an action."""

    time: Fraction
    interval: _Interval
    moment: Moment


def execute_timed(task: Task, plan: Sequence[TimedStep]) -> Fraction:
    """Return what a plan costs by the task's metric, carried out from the initial state; without a metric, when its last action ends.

    Its order counts for nothing, its times do.

    Raises NotExecutableError at the first moment at which something cannot happen.
    """
    intervals = [_interval(task, step, number) for number, step in enumerate(plan, 1)]
    happenings = [_Happening(one.start, one, "start") for one in intervals]
    happenings += [_Happening(one.end, one, "end") for one in intervals if isinstance(one.action, DurativeAction)]
    state, counted = task.initial, defaultdict[Fact, Fraction](Fraction)
    ordered = sorted(happenings, key=lambda one: (one.time, one.interval.number, one.moment == "end"))
    for time, group in itertools.groupby(ordered, key=lambda one: one.time):
        together = [*group]
        changes = _changes(task, state, time, together)
        with telling(together[-1].interval.number):
            state = changes.of(state)
        for fact, more in changes.counted.items():
            counted[fact] += more
        for one in intervals:
            if one.start <= time < one.end:
                for condition in one.at("all")[0]:
                    _check(task, state, condition, one, "over all of it ")
    makespan = max((one.end for one in intervals), default=Fraction(0))
    worth = concluded(task, state, counted, len(intervals), makespan)
    return worth if task.problem.metric else makespan


def _interval(task: Task, step: TimedStep, number: int) -> _Interval:
    with telling(number):
        action, binding = task.bound(step.name, step.arguments)
    duration = Fraction(0) if isinstance(action, Action) else step.duration
    if step.start is None or duration is None:
        what = "when it starts" if step.start is None else "how long it takes"
        raise NotExecutableError(number, f"expected {what}, as in 0.0: (…) [1.0]")
    return _Interval(number, action, binding, step.start, duration)


def _changes(task: Task, state: State, time: Fraction, together: Sequence[_Happening]) -> Changes:
    """Return what comes of what happens at one moment."""
    changes = Changes(task.counters)
    more = f"; what else happens at that very moment comes no sooner: {APART}" if len(together) > 1 else ""
    for happening in together:
        interval, (conditions, effects) = happening.interval, happening.interval.at(happening.moment)
        if happening.moment == "start" and isinstance(interval.action, DurativeAction):
            _check_duration(task, state, interval, interval.action)
        for condition in conditions:
            _check(task, state, condition, interval, "" if happening.moment == "start" else "at its end ", more)
        with telling(interval.number):
            for effect in effects:
                changes.collect(normal_effect(effect), interval.binding, task.view(state), interval.duration)
    if len(together) > 1:
        _check_apart(task, time, together)
    return changes


def _check(task: Task, state: State, condition: Condition, interval: _Interval, when: str, more: str = "") -> None:
    with telling(interval.number):
        if not task.view(state).holds(normal(condition), interval.binding):
            why = f"{when}{task.unheld(state, condition, interval.binding)}{more}"
            raise NotExecutableError(interval.number, why)


def _check_duration(task: Task, state: State, interval: _Interval, action: DurativeAction) -> None:
    view = task.view(state)
    for comparison in action.duration:
        sides = comparison.left, comparison.right
        with telling(interval.number):
            left, right = (view.value(side, interval.binding, interval.duration) for side in sides)
        wrong, least = {
            "=": (abs(left - right) > TOLERANCE, ""),
            "<=": (left > right + TOLERANCE, "at most "),
            ">=": (left < right - TOLERANCE, "at least "),
        }[comparison.operator]
        if wrong:
            other = right if comparison.left == "?duration" else left
            why = f"it takes {float(interval.duration):g}, expected {least}{float(other):g}"
            raise NotExecutableError(interval.number, why)


def _check_apart(task: Task, time: Fraction, together: Sequence[_Happening]) -> None:
    """Raise NotExecutableError if two things that happen at one moment interfere."""
    parts = (itertools.chain(*one.interval.at(one.moment)) for one in together)
    seen = [touched(task.objects, part, one.interval.binding) for one, part in zip(together, parts, strict=True)]
    for (one, first), (other, second) in itertools.combinations(zip(together, seen, strict=True), 2):
        if (shared := interference(first, second)) is not None:
            why = (
                f"it {other.moment}s at {float(time):g}, at the very {one.moment} of action {one.interval.number}, and one of the two needs "
                f"or undoes what the other changes, ({' '.join(shared)}): {APART}"
            )
            raise NotExecutableError(other.interval.number, why)
