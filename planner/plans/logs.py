"""Plans in what planners print: behind a line that says so, an action on each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from planner.plans.action import Action
from planner.plans.blocks import Boundary, Item, Note, Words, plans_of
from planner.plans.comments import stated_cost
from planner.plans.notations import Notation
from planner.plans.plan import Plan
from planner.plans.text import PlanText

__all__ = ["Log"]

LONGEST = 10_000
"""characters of a line that is looked at"""
NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Log:
    """How a planner prints its plans. All patterns are of whole lines, without white space at the ends and without the stamp."""

    name: str
    mark: re.Pattern[str] | None
    """a line behind which a plan stands, None if an action alone tells; lines before it and behind the plan's end are the planner's talk"""
    actions: Notation
    end: re.Pattern[str] = NEVER
    """a line at which a plan ends, where not every line that is no action does that"""
    passed: re.Pattern[str] = NEVER
    """a line between the mark and the first action that is passed over"""
    stamp: re.Pattern[str] = NEVER
    """what stands around what a line says, such as the time"""
    added: frozenset[str] = field(default_factory=frozenset)
    """names of actions that no domain has and that the planner adds at the end"""
    without_metric: re.Pattern[str] = NEVER
    """a line that says that the problem has no metric, so that the costs that follow are not the plan's"""

    def recognises(self, text: PlanText) -> bool:
        """Return whether a line marks a plan."""
        lines = map(self._said, text.lines)
        if self.mark is None:
            return any(self.actions(line, 0) for line in lines)
        return any(map(self.mark.fullmatch, lines))

    def read(self, text: PlanText) -> tuple[Plan, ...]:
        """Return the plans. Raises PlanError."""
        return plans_of(self._items(text), text)

    def _said(self, line: str) -> str:
        return line[:LONGEST] if len(line) > LONGEST else self.stamp.sub("", line).strip()

    def _items(self, text: PlanText) -> Iterator[Item]:
        begun = inside = acted = False
        metric = True
        for number, full in enumerate(text.lines, 1):
            line = self._said(full)
            found = self.actions(line, number) if inside or self.mark is None else None
            marked = self.mark.fullmatch(line) if self.mark else found and not inside
            if marked:
                begun, inside, acted = True, True, False
                yield Boundary()
            if found:
                acted = True
                yield from map(self._kept, found)
            elif self.without_metric.fullmatch(line):
                metric = False
            elif begun and (cost := stated_cost(line, number)):
                if metric or cost.of != "metric":
                    yield cost
            elif inside and line and found is None and not marked:
                if acted and not self.end.fullmatch(line):
                    yield Words(full, number)
                inside = acted or self.passed.fullmatch(line) is not None
            inside = inside and (bool(marked) or not self.end.fullmatch(line))

    def _kept(self, action: Action) -> Item:
        if action.name not in self.added:
            return action
        return Note(f"the action {action.name} of line {action.line}, which the planner adds, is passed over")
