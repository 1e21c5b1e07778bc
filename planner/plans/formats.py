"""The forms of plan files: how each is recognised, and how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from planner.plans.answers import is_answer_set, read_answer_sets
from planner.plans.ipc import is_ipc, is_nested, read_ipc, read_nested
from planner.plans.lists import is_list, is_marked_list, read_list, read_marked_list
from planner.plans.logs import Log
from planner.plans.notations import (
    BRACKETS,
    CALL_OR_NAME,
    PARENTHESES,
    WORDS,
    WORDS_AND_COST,
    any_of,
    calls_behind,
    written,
)
from planner.plans.plan import Plan
from planner.plans.printed import is_printed_list, read_printed_list
from planner.plans.structured import is_structured, read_structured
from planner.plans.text import PlanText
from planner.plans.validator import is_validation, read_validation

__all__ = ["FORMATS", "Form", "PlanFormat"]


class PlanFormat(Protocol):
    """A form of plan files."""

    @property
    def name(self) -> str:
        """What it is called, and whose it is."""
        ...

    def recognises(self, text: PlanText) -> bool:
        """Return whether a text is of this form, by marks that no form before it in the list has."""
        ...

    def read(self, text: PlanText) -> tuple[Plan, ...]:
        """Return the plans of such a text. Raises PlanError."""
        ...


@dataclass(frozen=True, slots=True)
class Form:
    """A form with functions of its own."""

    name: str
    recognises: Callable[[PlanText], bool]
    read: Callable[[PlanText], tuple[Plan, ...]]


def _line(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


FORMATS: tuple[PlanFormat, ...] = (
    Form("JSON, or a list of Python's", is_structured, read_structured),
    Form("a list of unified-planning's actions", is_printed_list, read_printed_list),
    Form("a list of Lisp's", is_nested, read_nested),
    Form("the planning competitions' form", is_ipc, read_ipc),
    Form("VAL's report", is_validation, read_validation),
    Form("plasp's answer sets", is_answer_set, read_answer_sets),
    Log(
        "unified-planning's printed plan",
        mark=re.compile(r"(?:plan: )?(?:SequentialPlan|TimeTriggeredPlan):"),
        actions=written(CALL_OR_NAME),
        end=re.compile(r"[a-z ]+: .*"),
    ),
    Log(
        "the log of Fast Downward, LAMA or SymK",
        mark=_line(r"solution found!|new plan \d+:|best plan:"),
        actions=written(WORDS_AND_COST),
        end=_line(r"plan length: .*"),
        passed=_line(r"actual search time: .*"),
        stamp=re.compile(r"^\[(?:t=|g=)[^\]]*\] | \[t=[^\]]*\]$"),
    ),
    Log(
        "the log of FF or Metric-FF",
        mark=_line(r"(?:ff: )?found (?:legal )?plan as follows.*"),
        actions=written(WORDS, r"(?:step\s+)?\d{1,9}:\s+"),
        end=_line(r"plan cost: .*|time spent: .*"),
        added=frozenset({"reach-goal"}),
        without_metric=_line(r"no metric specified\..*"),
    ),
    Log(
        "the log of LPG",
        mark=_line(r"plan computed:"),
        actions=written(PARENTHESES),
        end=_line(r"metric_value = .*|solution number: .*"),
        passed=_line(r"time: \(action\) .*"),
    ),
    Log(
        "the log of POPF or OPTIC",
        mark=_line(r"(?:.*\bg)?;+ *(?:solution found|plan found with metric .*)"),
        actions=written(PARENTHESES),
        end=_line(r"\* .*"),
        passed=_line(r";.*"),
    ),
    Log("the log of ENHSP", mark=_line(r"found plan:"), actions=written(PARENTHESES), end=_line(r"plan-length: ?.*")),
    Log(
        "Madagascar's steps",
        mark=None,
        actions=calls_behind(r"STEP (?P<time>\d{1,9}):"),
        end=_line(r"\d+ actions in the plan\."),
    ),
    Log(
        "PANDA's plan",
        mark=re.compile(r"==>"),
        actions=any_of(written(WORDS, r"\d{1,9} "), written(BRACKETS, r"\d{1,9} ")),
        end=_line(r"root .*"),
    ),
    Form("a list with numbers or bullets", is_marked_list, read_marked_list),
    Form("a list of actions", is_list, read_list),
)
"""asked in this order: the first that recognises a text reads it"""
