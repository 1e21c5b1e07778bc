"""Plans with times carried out on a task: durative actions, and others at a moment.

The semantics is that of PDDL 2.1, level 3 (Fox and Long 2003, section 8): a durative action is what happens at its start and at its
end; what must hold over all of it is looked at after everything that happens between. What happens at one moment happens at once,
and may not interfere: nothing may depend on, or undo, what something else changes at that moment.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.effects import Changes, interference, touched
from ferryplan.generator.pddl.execution import NotExecutableError, concluded, telling
from ferryplan.generator.pddl.expressions import Condition, Effect
from ferryplan.generator.pddl.grounding import Step
from ferryplan.generator.pddl.normal_form import Binding, normal, normal_effect
from ferryplan.generator.pddl.states import Fact, State, format_fact
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.tree import Action, DurativeAction, Moment

TOLERANCE = Fraction(1, 1000)
"""by how much a duration may miss what the domain says: planners round what they print"""


_MEETINGS: Mapping[tuple[Moment, Moment], str] = {
    ("start", "start"): "pddl.start-at-start",
    ("start", "end"): "pddl.start-at-end",
    ("end", "start"): "pddl.end-at-start",
    ("end", "end"): "pddl.end-at-end",
}
"""the message for an action that starts or ends exactly when another one starts or ends"""


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
    # What happens at one moment happens at once: there the order only decides which action an error names.
    ordered = sorted(happenings, key=lambda one: (one.time, one.interval.number, one.moment == "end"))
    for time, group in itertools.groupby(ordered, key=lambda one: one.time):
        together = [*group]
        changes = _changes(task, state, time, together)
        with telling(together[-1].interval.number):
            state = changes.of(state)
        for fact, more in changes.counted.items():
            counted[fact] += more
        for one in intervals:
            # Between two moments nothing changes, so an invariant is checked right after each moment from
            # its start until before its end.
            if one.start <= time < one.end:
                for condition in one.at("all")[0]:
                    _check(task, state, condition, one, "pddl.all-along")
    makespan = max((one.end for one in intervals), default=Fraction(0))
    worth = concluded(task, state, counted, len(intervals), makespan)
    return worth if task.problem.metric else makespan


def _interval(task: Task, step: TimedStep, number: int) -> _Interval:
    with telling(number):
        action, binding = task.bound(step.name, step.arguments)
    duration = Fraction(0) if isinstance(action, Action) else step.duration
    if step.start is None or duration is None:
        missing = "pddl.no-start" if step.start is None else "pddl.no-duration-given"
        raise NotExecutableError(number, format_message(missing))
    return _Interval(number, action, binding, step.start, duration)


def _changes(task: Task, state: State, time: Fraction, together: Sequence[_Happening]) -> Changes:
    """Return what comes of what happens at one moment."""
    changes = Changes(task.counters)
    for happening in together:
        interval, (conditions, effects) = happening.interval, happening.interval.at(happening.moment)
        if happening.moment == "start" and isinstance(interval.action, DurativeAction):
            _check_duration(task, state, interval, interval.action)
        for condition in conditions:
            _check(
                task,
                state,
                condition,
                interval,
                "" if happening.moment == "start" else "pddl.at-end",
                len(together) > 1,
            )
        with telling(interval.number):
            for effect in effects:
                changes.collect(normal_effect(effect), interval.binding, task.view(state), interval.duration)
    if len(together) > 1:
        _check_apart(task, time, together)
    return changes


def _check(
    task: Task, state: State, condition: Condition, interval: _Interval, when: str, with_others: bool = False
) -> None:
    """Raise NotExecutableError for a condition that does not hold; ``when`` is the key of a message, empty at the action's start."""
    with telling(interval.number):
        if not task.view(state).holds(normal(condition), interval.binding):
            why = task.unheld(state, condition, interval.binding)
            why = format_message(when, why=why) if when else why
            why = format_message("pddl.at-once", why=why) if with_others else why
            raise NotExecutableError(interval.number, why)


def _check_duration(task: Task, state: State, interval: _Interval, action: DurativeAction) -> None:
    view = task.view(state)
    for comparison in action.duration:
        sides = comparison.left, comparison.right
        with telling(interval.number):
            left, right = (view.value(side, interval.binding, interval.duration) for side in sides)
        wrong, key = {
            "=": (abs(left - right) > TOLERANCE, "pddl.duration-equal"),
            "<=": (left > right + TOLERANCE, "pddl.duration-most"),
            ">=": (left < right - TOLERANCE, "pddl.duration-least"),
        }[comparison.operator]
        if wrong:
            bound = right if comparison.left == "?duration" else left
            why = format_message(key, found=f"{float(interval.duration):g}", bound=f"{float(bound):g}")
            raise NotExecutableError(interval.number, why)


def _check_apart(task: Task, time: Fraction, together: Sequence[_Happening]) -> None:
    """Raise NotExecutableError if two things that happen at one moment interfere."""
    parts = (itertools.chain(*one.interval.at(one.moment)) for one in together)
    seen = [touched(task.objects, part, one.interval.binding) for one, part in zip(together, parts, strict=True)]
    for (one, first), (other, second) in itertools.combinations(zip(together, seen, strict=True), 2):
        if (shared := interference(first, second)) is not None:
            interfering = format_message("pddl.interference", fact=format_fact(shared))
            key = _MEETINGS[other.moment, one.moment]
            words = {"time": f"{float(time):g}", "other": one.interval.number, "interference": interfering}
            why = format_message(key, **words)
            raise NotExecutableError(other.interval.number, why)
