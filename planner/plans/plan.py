"""A plan with its stated costs, the plans of a file, and the formatting of a plan as a file."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PlanError
from ferryplan.generator.pddl.plan_action import PlanAction

MAX_TIME_GAP = Fraction(1, 10)
"""the largest gap that planners leave between two events of a timed plan that may not coincide"""


@dataclass(frozen=True, slots=True)
class StatedCost:
    """The cost or the length of a plan, as the plan's file states it."""

    amount: Fraction
    line: int
    """the number of the line that states the cost; 0 if unknown"""
    measure: Literal["actions", "metric", "makespan"]
    """the meaning of the amount: the number of actions, the problem's metric, or the time of the last end

    Without a metric in the problem, ``metric`` means the number of actions, or in timed plans the makespan."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan: its actions in the order of their execution, with the stated costs and notes.

    Actions are ordered by start time; actions with equal times keep the order of the file.
    """

    actions: tuple[PlanAction, ...]
    costs: tuple[StatedCost, ...] = ()
    """the costs that the file states for the plan"""
    notes: tuple[str, ...] = ()
    """remarks for the user, such as skipped text, each a clause without a full stop"""

    def without_times(self) -> Plan:
        """Return the plan as a sequence without times; a note mentions actions that had the same time."""
        groups = ([*each] for start, each in itertools.groupby(self.actions, lambda a: a.start) if start is not None)
        together = [group for group in groups if len(group) > 1]
        notes = self.notes
        if together:
            first = together[0]
            lines = [*dict.fromkeys(str(action.line) for action in first[:2])]
            others = len(together) - 1
            more = format_message("plans.simultaneous-more", count=others) if others else ""
            time = float(first[0].start or 0)
            slots = {"lines": " and ".join(lines), "time": time, "more": more}
            notes += (format_message("plans.simultaneous", count=len(lines), **slots),)
        return replace(self, actions=tuple(action.drop_times() for action in self.actions), notes=notes)

    def describe_wrong_costs(self, metric: Fraction | int | None) -> Iterator[str]:
        """Yield a clause for each cost or length that the file states wrongly.

        ``metric`` is the value of the problem's metric for the plan, None if there is no metric. Planners leave small gaps
        between timed actions, so stated times may differ by such a gap for each action.
        """
        timed = any(action.duration is not None for action in self.actions)
        slack = MAX_TIME_GAP * len(self.actions) if timed else Fraction(0)
        number = Fraction(len(self.actions)), format_message("plans.number-of-actions")
        end = (
            max((action.end_time for action in self.actions), default=Fraction(0)),
            format_message("plans.time-of-end"),
        )
        value = (
            (end if timed else number) if metric is None else (Fraction(metric), format_message("plans.cost-of-plan"))
        )
        means = {"actions": number, "makespan": end, "metric": value}
        for cost in self.costs:
            true, what = means[cost.measure]
            if cost.measure == "makespan" and not timed:
                continue
            if abs(true - cost.amount) > (0 if cost.measure == "actions" else slack):
                amounts = {"stated": float(cost.amount), "true": float(true)}
                yield format_message("plans.wrong-statement", line=cost.line, what=what, **amounts)


@dataclass(frozen=True, slots=True)
class PlanFile:
    """The plans that were read from a file."""

    file_name: str
    """the name of the file, for errors"""
    format_name: str
    """the name of the file's format, one of ``ferryplan.planner.plans.plan_reading.list_plan_formats``"""
    plans: tuple[Plan, ...]
    """the plans in the file's order, at least one"""

    def choose_plan(self, number: int | None = None) -> Plan:
        """Return the plan with this number in the file, from 1; without a number, the last one.

        If there are several plans, a note states their number. Raises PlanError if there is no plan with this number.
        """
        count = len(self.plans)
        if number is not None and not 1 <= number <= count:
            says = format_message("plans.no-such-plan", number=number, count=count)
            expected = "1" if count == 1 else f"1 to {count}"
            raise PlanError(says, file=self.file_name, about="plan_number", found=f"{number}", expected=expected)
        plan = self.plans[(number or count) - 1]
        if count == 1:
            return plan
        key = "plans.plan-of-several" if number else "plans.last-plan-of-several"
        which = format_message(key, number=number, count=count)
        return replace(plan, notes=(which, *plan.notes))


def format_plan_file(actions: Sequence[PlanAction], domain: str, problem: str, cost: float | None = None) -> str:
    """Return the text of a plan file that VAL and the PDDL extension of VS Code can read.

    ``domain`` and ``problem`` are the names of the domain and the problem. ``cost`` is the total cost in a domain with action
    costs; None states the number of actions.
    """
    lines = [
        f";;!domain: {domain}",
        f";;!problem: {problem}",
        *(action.plan_line for action in actions),
        f"; cost = {len(actions)} (unit cost)" if cost is None else f"; cost = {cost} (general cost)",
    ]
    return "\n".join(lines) + "\n"
