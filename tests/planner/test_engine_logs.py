"""Figures from the logs of engines, read from excerpts of real logs.

The tasks are three couples, and four couples in a boat for two, which have no plan.
"""

from __future__ import annotations

import logging

import pytest
from support import CASES

from ferryplan.planner.engines.engine_logs import capture_log, find_failure_line, parse_statistics

LOGS = CASES / "engine-logs"

# read from the excerpts by hand
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
def test_expanded_states_and_times_are_parsed_from_engine_logs(name: str) -> None:
    found = parse_statistics((LOGS / f"{name}.log").read_text().splitlines())
    expanded, ground, search = TOLD[name]
    assert found["expanded"] == expanded
    assert found["seconds"] == pytest.approx({"ground": ground, "search": search}, abs=2e-6)


@pytest.mark.parametrize(
    "lines", [[], ["", "garbage", "Expanded many state(s).", "Done! [now]"], ["12.5 Grounding start"]]
)
def test_statistics_missing_from_the_engine_log_are_unknown(lines: list[str]) -> None:
    assert parse_statistics(lines) == {"expanded": None, "seconds": {}}


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
def test_failure_message_is_the_log_line_with_the_cause(lines: list[str], expected: str) -> None:
    assert find_failure_line(lines) == expected


def test_log_lines_are_captured_only_inside_the_block(caplog: pytest.LogCaptureFixture) -> None:
    level = logging.getLogger().level
    with capture_log() as lines:
        logging.info("%d Nodes expanded", 7)
    logging.info("8 Nodes expanded")
    assert parse_statistics(lines)["expanded"] == 7
    assert logging.getLogger().level == level
