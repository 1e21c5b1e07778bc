"""`plan lint` on typical slips: it names the true cause first and reports one error for one slip."""

from __future__ import annotations

import tomllib
from typing import NamedTuple

import pytest
from support import CASES

from ferryplan.generator.pddl.linting.findings import SEVERITIES
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner.pddl_lint import lint_texts

TASKS = tomllib.loads((CASES / "lint-slips.toml").read_text(encoding="utf-8"))
ALLOWED_TO_MISS = 3
"""number of slips whose first finding may differ from the cause"""


class Slip(NamedTuple):
    """A domain and a problem with a slip in one of them."""

    texts: dict[str, str]
    cause: str
    file: str
    line: int

    @property
    def is_error(self) -> bool:
        """Whether the slip makes the text unreadable for planners."""
        return SEVERITIES[self.cause] == "error"

    def findings(self) -> list[tuple[str, str, int, str]]:
        """Return the severity, the file, the line and the kind of each finding."""
        sources = [Source(self.texts[name], name) for name in ("domain", "problem")]
        return [(one.severity, one.file, one.line, one.kind) for one in lint_texts(*sources, None, with_style=False)]


def read_slips() -> dict[str, Slip]:
    """Return the slips, keyed by the names of their tasks and their numbers."""
    slips = {}
    for name, task in TASKS.items():
        for number, slip in enumerate(task["slips"]):
            texts = {part: task[part].lstrip("\n") for part in ("domain", "problem")}
            for part, old, new in slip["edits"]:
                assert texts[part].count(old) == 1 or slip.get("everywhere"), (name, number, old)
                texts[part] = texts[part].replace(old, new)
            [file] = [part for part, text in texts.items() if "^" in text]
            line = texts[file][: texts[file].index("^")].count("\n") + 1
            texts = {part: text.replace("^", "") for part, text in texts.items()}
            slips[f"{name}-{number}"] = Slip(texts, slip["cause"], file, line)
    return slips


SLIPS = read_slips()


def names_cause_first(slip: Slip) -> bool:
    """Return whether the first finding of a slip is its cause, at the correct line."""
    return [one[1:] for one in slip.findings()][:1] == [(slip.file, slip.line, slip.cause)]


@pytest.mark.parametrize("name", sorted(TASKS))
def test_correct_planning_tasks_have_no_lint_findings(name: str) -> None:
    sources = [Source(TASKS[name][part].lstrip("\n"), part) for part in ("domain", "problem")]
    assert lint_texts(*sources, None, with_style=False) == []


def test_first_lint_finding_names_the_cause_of_an_injected_mistake() -> None:
    assert len(SLIPS) >= 60
    missed = [name for name, slip in SLIPS.items() if not names_cause_first(slip)]
    assert len(missed) <= ALLOWED_TO_MISS, missed


@pytest.mark.parametrize("name", SLIPS)
def test_one_injected_pddl_mistake_yields_at_most_one_error(name: str) -> None:
    errors = [one for one in SLIPS[name].findings() if one[0] == "error"]
    assert len(errors) == SLIPS[name].is_error, errors
