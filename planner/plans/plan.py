"""A plan: its actions, what a file says that it costs; a file of plans, and which of them is meant; a plan file, written."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PlanError
from ferryplan.generator.pddl.plan_action import Action

GAP = Fraction(1, 10)
"""what planners leave at most between two things of a plan in time that may not coincide"""


@dataclass(frozen=True, slots=True)
class StatedCost:
    """What a file says that a plan costs, or how long it is."""

    amount: Fraction
    line: int
    of: Literal["actions", "metric", "makespan"]
    """what is meant: the number of actions, the problem's metric (if it has none, as ``actions`` or ``makespan``), or the time of the last end"""


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions in the order in which they are to be carried out: by their starts, those of one time in the file's order."""

    actions: tuple[Action, ...]
    costs: tuple[StatedCost, ...] = ()
    notes: tuple[str, ...] = ()
    """what a reader of the plan must be told, each a clause without a full stop"""

    def classical(self) -> Plan:
        """Return the plan without its times, as one action after another; a note tells of actions of the same time."""
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

    def doubts(self, metric: Fraction | int | None) -> Iterator[str]:
        """Yield a clause for each stated cost that is not the plan's; ``metric`` is the value of the problem's metric, None if it has none.

        Planners in time leave small gaps between actions, so times may differ by that much for each action.
        """
        timed = any(action.duration is not None for action in self.actions)
        slack = GAP * len(self.actions) if timed else Fraction(0)
        number = Fraction(len(self.actions)), format_message("plans.number-of-actions")
        end = max((action.ends for action in self.actions), default=Fraction(0)), format_message("plans.time-of-end")
        value = (
            (end if timed else number) if metric is None else (Fraction(metric), format_message("plans.cost-of-plan"))
        )
        means = {"actions": number, "makespan": end, "metric": value}
        for cost in self.costs:
            true, what = means[cost.of]
            if cost.of == "makespan" and not timed:
                continue
            if abs(true - cost.amount) > (0 if cost.of == "actions" else slack):
                amounts = {"stated": float(cost.amount), "true": float(true)}
                yield format_message("plans.wrong-statement", line=cost.line, what=what, **amounts)


@dataclass(frozen=True, slots=True)
class PlanFile:
    """What a file of plans holds."""

    where: str
    """the file's name, for errors"""
    form: str
    """the name of its form, one of ``ferryplan.planner.plans.reading.forms``"""
    plans: tuple[Plan, ...]
    """in the file's order, at least one"""

    def chosen(self, number: int | None = None) -> Plan:
        """Return the plan of that number, from 1, or the last; a note tells how many there are, if there are several.

        Raises PlanError if there is no plan of that number.
        """
        count = len(self.plans)
        if number is not None and not 1 <= number <= count:
            says = format_message("plans.no-such-plan", number=number, count=count)
            expected = "1" if count == 1 else f"1 to {count}"
            raise PlanError(says, file=self.where, about="plan_number", found=f"{number}", expected=expected)
        plan = self.plans[(number or count) - 1]
        if count == 1:
            return plan
        key = "plans.plan-of-several" if number else "plans.last-plan-of-several"
        which = format_message(key, number=number, count=count)
        return replace(plan, notes=(which, *plan.notes))


def write_plan(actions: Sequence[Action], domain: str, problem: str, cost: float | None = None) -> str:
    """Return a plan file as VAL and the PDDL extension of VS Code read it; ``domain`` and ``problem`` are the names of the two.

    ``cost`` is the total cost in a domain with action costs, None in one without.
    """
    lines = [
        f";;!domain: {domain}",
        f";;!problem: {problem}",
        *(action.timed for action in actions),
        f"; cost = {len(actions)} (unit cost)" if cost is None else f"; cost = {cost} (general cost)",
    ]
    return "\n".join(lines) + "\n"
