"""What engines tell in their logs, read from excerpts of real ones (three couples, and four in a boat for two, without a plan)."""

from __future__ import annotations

import logging

import pytest
from support import CASES

from ferryplan.planner.engines.logs import complaint, figures, logged

LOGS = CASES / "engine-logs"

# read off the excerpts by eye
TOLD = {
    "enhsp-opt": (111, 0.027, 0.062),
    "enhsp-opt-without-a-plan": (132, 0.024, 0.084),
    "fast-downward": (101, 0.022, 0.004447),
    "fast-downward-opt": (112, 0.021, 0.003817),
    "fast-downward-opt-without-a-plan": (132, 0.034, 0.005234),
    "pyperplan": (213, 0.007103, 0.006176),
    "pyperplan-opt-without-a-plan": (132, 0.008633, 0.59988),
    "symk-opt": (None, 0.021, 0.75483),
}


@pytest.mark.parametrize("name", [path.stem for path in sorted(LOGS.iterdir())])
def test_what_engines_tell(name: str) -> None:
    found = figures((LOGS / f"{name}.log").read_text().splitlines())
    expanded, ground, search = TOLD[name]
    assert found["expanded"] == expanded
    assert found["seconds"] == pytest.approx({"ground": ground, "search": search}, abs=2e-6)


@pytest.mark.parametrize(
    "lines", [[], ["", "garbage", "Expanded many state(s).", "Done! [now]"], ["12.5 Grounding start"]]
)
def test_what_is_not_told_is_unknown(lines: list[str]) -> None:
    assert figures(lines) == {"expanded": None, "seconds": {}}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            [
                "Parsing action 'wait'",
                "Missing fields. Expecting (:action NAME [:parameters PARAMETERS]? :effect EFFECT).",
                "translate exit code: 31",
                "",
                "Driver aborting after translate",
                "INFO     Planner time: 0.06s",
            ],
            "Missing fields. Expecting (:action NAME [:parameters PARAMETERS]? :effect EFFECT).",
        ),
        (
            [
                "Condition failed: `kind(cost)? == Constant`",
                "    Context: Adding action: drive",
                "    Context: In problem t",
            ],
            "Condition failed: `kind(cost)? == Constant`",
        ),
        (["segmentation fault (core dumped)"], "segmentation fault (core dumped)"),
        (["INFO     Planner time: 0.06s"], "INFO     Planner time: 0.06s"),
        (["", " "], ""),
    ],
)
def test_the_line_that_says_why(lines: list[str], expected: str) -> None:
    assert complaint(lines) == expected


def test_log_lines_are_kept_while_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    level = logging.getLogger().level
    with logged() as lines:
        logging.info("%d Nodes expanded", 7)
    logging.info("8 Nodes expanded")
    assert figures(lines)["expanded"] == 7
    assert logging.getLogger().level == level
