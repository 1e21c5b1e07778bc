"""How features of problems that an engine does not take are said in words."""

from __future__ import annotations

import pytest
from unified_planning.model.problem_kind import FEATURES

from ferryplan.planner.engines.features import describe_features
from ferryplan.planner.engines.logs import LONGEST_MESSAGE, shorten_message


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
def test_features_are_said_in_words_of_pddl(features: set[str], words: str) -> None:
    assert describe_features(features) == words


def test_no_feature_of_pddl_keeps_its_name() -> None:
    kinds = ("TIME", "EXPRESSION_DURATION", "NUMBERS", "CONDITIONS_KIND", "TYPING", "ACTIONS_COST_KIND")
    named = {one for kind in kinds for one in FEATURES[kind]}
    said = {one for one in named if describe_features({one}) == one.lower().replace("_", " ")}
    assert said <= {"PROCESSES", "EVENTS", "EXTERNAL_CONDITIONS_AND_EFFECTS", "SELF_OVERLAPPING", "TIMED_GOALS"}


def test_long_messages_end_after_a_word() -> None:
    words = [f"word{number}" for number in range(200)]
    message = shorten_message("\n".join(words))
    assert len(message) <= LONGEST_MESSAGE
    assert message.endswith(" […]")
    assert message.split()[:-1] == words[: len(message.split()) - 1]
