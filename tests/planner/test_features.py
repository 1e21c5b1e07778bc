"""Descriptions of problem features that an engine does not support."""

from __future__ import annotations

import pytest
from unified_planning.model.problem_kind import FEATURES

from ferryplan.planner.engines.engine_logs import MAX_MESSAGE_LENGTH, shorten_message
from ferryplan.planner.engines.features import describe_features


@pytest.mark.parametrize(
    ("features", "words"),
    [
        ({"CONTINUOUS_TIME", "INT_TYPE_DURATIONS", "MAKESPAN"}, "actions that take time"),
        ({"REAL_TYPE_DURATIONS"}, "durations that are not whole numbers"),
        ({"GENERAL_NUMERIC_PLANNING", "INT_FLUENTS", "INCREASE_EFFECTS"}, "numbers that actions change"),
        ({"UNIVERSAL_CONDITIONS", "CONDITIONAL_EFFECTS"}, "'forall' in conditions, 'when'"),
        ({"SOMETHING_NEW"}, "something new"),
    ],
)
def test_features_are_described_in_pddl_terms(features: set[str], words: str) -> None:
    assert describe_features(features) == words


def test_pddl_features_have_readable_descriptions() -> None:
    kinds = ("TIME", "EXPRESSION_DURATION", "NUMBERS", "CONDITIONS_KIND", "TYPING", "ACTIONS_COST_KIND")
    named = {one for kind in kinds for one in FEATURES[kind]}
    said = {one for one in named if describe_features({one}) == one.lower().replace("_", " ")}
    assert said <= {"PROCESSES", "EVENTS", "EXTERNAL_CONDITIONS_AND_EFFECTS", "SELF_OVERLAPPING", "TIMED_GOALS"}


def test_long_messages_are_shortened_at_a_word_boundary() -> None:
    words = [f"word{number}" for number in range(200)]
    message = shorten_message("\n".join(words))
    assert len(message) <= MAX_MESSAGE_LENGTH
    assert message.endswith(" […]")
    assert message.split()[:-1] == words[: len(message.split()) - 1]
