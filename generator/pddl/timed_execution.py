"""The execution of temporal plans, with durative and instantaneous actions.

The semantics is that of PDDL 2.1, level 3 (Fox and Long 2003, section 8). A durative action consists of a happening
at its start and one at its end; its invariants are checked after each happening in between. Happenings at the same
moment occur at once and may not interfere: no happening may depend on, or undo, a change that another one makes at
that moment.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.effects import StateChanges, collect_accesses, find_interference
from ferryplan.generator.pddl.execution import NotExecutableError, convert_task_errors, evaluate_final_state
from ferryplan.generator.pddl.expressions import Condition, Effect
from ferryplan.generator.pddl.grounding import PlanStep
from ferryplan.generator.pddl.normal_form import Binding, effect_to_normal_form, to_normal_form
from ferryplan.generator.pddl.states import Fact, PddlState, format_fact
from ferryplan.generator.pddl.syntax_tree import Action, DurativeAction, Moment
from ferryplan.generator.pddl.task import Task

TOLERANCE = Fraction(1, 1000)
"""the tolerance of durations, since planners round the numbers that they print"""


_MEETING_MESSAGES: Mapping[tuple[Moment, Moment], str] = {
    ("start", "start"): "pddl.start-at-start",
    ("start", "end"): "pddl.start-at-end",
    ("end", "start"): "pddl.end-at-start",
    ("end", "end"): "pddl.end-at-end",
}
"""the message for an action that starts or ends exactly when another one starts or ends"""


class TimedStep(PlanStep, Protocol):
    """The interface of an action in a temporal plan, with its start and, if it takes time, its duration."""

    @property
    def start(self) -> Fraction | None:
        """The time at which the action starts."""

    @property
    def duration(self) -> Fraction | None:
        """The duration of the action; None if it takes no time."""


@dataclass(frozen=True, slots=True)
class _ScheduledAction:
    """A plan action with the time interval in which it runs (start and end)."""

    number: int
    """the number of the action in the plan, from 1"""
    action: Action | DurativeAction
    binding: Binding
    start: Fraction
    duration: Fraction

    @property
    def end(self) -> Fraction:
        return self.start + self.duration

    def conditions_and_effects_at(self, moment: Moment) -> tuple[Sequence[Condition], Sequence[Effect]]:
        """Return the conditions and the effects that the action has at its start, all the time or at its end.

        An instantaneous action has all of them at its start.
        """
        if isinstance(self.action, Action):
            return ((self.action.precondition,), (self.action.effect,)) if moment == "start" else ((), ())
        return self.action.conditions_and_effects_at(moment)


class _Happening(NamedTuple):
    """The start or the end of an action, with its time."""

    time: Fraction
    interval: _ScheduledAction
    moment: Moment


def execute_timed_plan(task: Task, plan: Sequence[TimedStep]) -> Fraction:
    """Execute a temporal plan and return its cost: the value of the metric, or else the makespan.

    The plan is executed from the initial state. Its order follows from the times of the actions, not from the
    order of the list. Raises NotExecutableError at the first moment at which the plan fails.
    """
    intervals = [_schedule_action(task, step, number) for number, step in enumerate(plan, 1)]
    happenings = [_Happening(one.start, one, "start") for one in intervals]
    happenings += [_Happening(one.end, one, "end") for one in intervals if isinstance(one.action, DurativeAction)]
    state, counted = task.initial, defaultdict[Fact, Fraction](Fraction)
    # Happenings at one moment occur at once. Their order only decides which action an error names.
    ordered = sorted(happenings, key=lambda one: (one.time, one.interval.number, one.moment == "end"))
    for time, group in itertools.groupby(ordered, key=lambda one: one.time):
        together = [*group]
        changes = _collect_changes(task, state, time, together)
        with convert_task_errors(together[-1].interval.number):
            state = changes.apply_to(state)
        for fact, more in changes.counter_increases.items():
            counted[fact] += more
        for one in intervals:
            # Nothing changes between two moments, so an invariant is checked right after each moment from the
            # start of the action until before its end.
            if one.start <= time < one.end:
                for condition in one.conditions_and_effects_at("all")[0]:
                    _check_condition(task, state, condition, one, "pddl.all-along")
    makespan = max((one.end for one in intervals), default=Fraction(0))
    worth = evaluate_final_state(task, state, counted, len(intervals), makespan)
    return worth if task.problem.metric else makespan


def _schedule_action(task: Task, step: TimedStep, number: int) -> _ScheduledAction:
    with convert_task_errors(number):
        action, binding = task.bind_action(step.name, step.arguments)
    duration = Fraction(0) if isinstance(action, Action) else step.duration
    if step.start is None or duration is None:
        missing = "pddl.no-start" if step.start is None else "pddl.no-duration-given"
        raise NotExecutableError(number, format_message(missing))
    return _ScheduledAction(number, action, binding, step.start, duration)


def _collect_changes(task: Task, state: PddlState, time: Fraction, happenings: Sequence[_Happening]) -> StateChanges:
    """Check all happenings at one moment, and return the changes that they make together."""
    changes = StateChanges(task.counters)
    for happening in happenings:
        interval, (conditions, effects) = (
            happening.interval,
            happening.interval.conditions_and_effects_at(happening.moment),
        )
        if happening.moment == "start" and isinstance(interval.action, DurativeAction):
            _check_duration(task, state, interval, interval.action)
        for condition in conditions:
            _check_condition(
                task,
                state,
                condition,
                interval,
                "" if happening.moment == "start" else "pddl.at-end",
                len(happenings) > 1,
            )
        with convert_task_errors(interval.number):
            for effect in effects:
                changes.collect_effect(
                    effect_to_normal_form(effect), interval.binding, task.view(state), interval.duration
                )
    if len(happenings) > 1:
        _check_interference(task, time, happenings)
    return changes


def _check_condition(
    task: Task,
    state: PddlState,
    condition: Condition,
    interval: _ScheduledAction,
    message_key: str,
    with_others: bool = False,
) -> None:
    """Raise NotExecutableError if a condition of a plan action does not hold.

    ``message_key`` is the key of a message that says when the condition does not hold; it is empty for the start of
    the action. ``with_others`` is true if other actions start or end at the same moment.
    """
    with convert_task_errors(interval.number):
        if not task.view(state).holds(to_normal_form(condition), interval.binding):
            why = task.explain_unmet_condition(state, condition, interval.binding)
            why = format_message(message_key, why=why) if message_key else why
            why = format_message("pddl.at-once", why=why) if with_others else why
            raise NotExecutableError(interval.number, why)


def _check_duration(task: Task, state: PddlState, interval: _ScheduledAction, action: DurativeAction) -> None:
    view = task.view(state)
    for comparison in action.duration:
        sides = comparison.left, comparison.right
        with convert_task_errors(interval.number):
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


def _check_interference(task: Task, time: Fraction, happenings: Sequence[_Happening]) -> None:
    """Raise NotExecutableError if two happenings at one moment interfere."""
    parts = (itertools.chain(*one.interval.conditions_and_effects_at(one.moment)) for one in happenings)
    seen = [
        collect_accesses(task.objects, part, one.interval.binding) for one, part in zip(happenings, parts, strict=True)
    ]
    for (one, first), (other, second) in itertools.combinations(zip(happenings, seen, strict=True), 2):
        if (shared := find_interference(first, second)) is not None:
            interfering = format_message("pddl.interference", fact=format_fact(shared))
            key = _MEETING_MESSAGES[other.moment, one.moment]
            words = {"time": f"{float(time):g}", "other": one.interval.number, "interference": interfering}
            why = format_message(key, **words)
            raise NotExecutableError(other.interval.number, why)
