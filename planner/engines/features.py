"""PDDL terms for unified-planning's problem features, such as ``'when'`` for ``CONDITIONAL_EFFECTS``.

Used by the worker; imports no module of this project.
"""

from __future__ import annotations

from collections.abc import Collection

_TIME = "actions that take time"
_NUMBERS = "numbers that actions change"
_GENERAL_FEATURES = {
    "CONTINUOUS_TIME": _TIME,
    "DISCRETE_TIME": _TIME,
    "GENERAL_NUMERIC_PLANNING": _NUMBERS,
    "SIMPLE_NUMERIC_PLANNING": _NUMBERS,
    "NUMERIC_FLUENTS": _NUMBERS,
    "ACTIONS_COST": "action costs",
}
_IMPLIED_PARTS = {
    _TIME: ("DURATION", "MAKESPAN", "TIMED_", "INTERMEDIATE_", "EXTERNAL_", "SELF_OVERLAPPING"),
    _NUMBERS: ("NUMERIC_ASSIGNMENTS", "CREASE_EFFECTS", "INT_FLUENTS", "REAL_FLUENTS", "_NUMBERS", "INITIAL_NUMERIC"),
    "action costs": ("ACTIONS_COST",),
}
"""for each general feature, parts of the names of features that it implies: a message that mentions the general feature omits them"""
_SPECIAL_FEATURES = {
    "INT_TYPE_DURATIONS": "durations that are whole numbers",
    "REAL_TYPE_DURATIONS": "durations that are not whole numbers",
    "STATIC_FLUENTS_IN_DURATIONS": "durations that functions give",
    "FLUENTS_IN_DURATIONS": "durations that change",
    "DURATION_INEQUALITIES": "durations with bounds",
    "TIMED_EFFECTS": "facts that change at given times",
    "INTERMEDIATE_CONDITIONS_AND_EFFECTS": "effects in the middle of an action",
    "MAKESPAN": "the metric total-time",
    "INT_FLUENTS": "functions with whole numbers",
    "REAL_FLUENTS": "functions whose values need not be whole numbers",
    "BOUNDED_TYPES": "numbers with bounds",
    "CONTINUOUS_NUMBERS": "numbers that are not whole",
    "DISCRETE_NUMBERS": "whole numbers",
    "INCREASE_EFFECTS": "'increase'",
    "DECREASE_EFFECTS": "'decrease'",
    "FLUENTS_IN_NUMERIC_ASSIGNMENTS": "effects by values that change",
    "STATIC_FLUENTS_IN_NUMERIC_ASSIGNMENTS": "effects by values that functions give",
    "UNDEFINED_INITIAL_NUMERIC": "functions without a value at the start",
    "OBJECT_FLUENTS": "functions with objects as values",
    "DISJUNCTIVE_CONDITIONS": "'or' and 'imply'",
    "EXISTENTIAL_CONDITIONS": "'exists'",
    "UNIVERSAL_CONDITIONS": "'forall' in conditions",
    "NEGATIVE_CONDITIONS": "'not' in conditions",
    "EQUALITIES": "'=' between objects",
    "CONDITIONAL_EFFECTS": "'when'",
    "FORALL_EFFECTS": "'forall' in effects",
    "HIERARCHICAL_TYPING": "types below other types",
    "FLAT_TYPING": "types",
    "PLAN_LENGTH": "the fewest actions as a metric",
    "FINAL_VALUE": "a metric of values in the end",
    "INT_NUMBERS_IN_ACTIONS_COST": "costs that are whole numbers",
    "REAL_NUMBERS_IN_ACTIONS_COST": "costs that are not whole numbers",
    "STATIC_FLUENTS_IN_ACTIONS_COST": "costs that functions give",
    "FLUENTS_IN_ACTIONS_COST": "costs that change",
    "OVERSUBSCRIPTION": "preferences",
    "TRAJECTORY_CONSTRAINTS": "trajectory constraints",
    "STATE_INVARIANTS": "constraints on all states",
}


def describe_features(features: Collection[str]) -> str:
    """Return PDDL terms for unified-planning's features, sorted and separated by commas.

    If one of the features is general, such as actions that take time, the features that it implies are left out.
    """
    whole = {_GENERAL_FEATURES[one] for one in features if one in _GENERAL_FEATURES}
    covered = [part for name in whole for part in _IMPLIED_PARTS[name]]
    parts = (one for one in features if one not in _GENERAL_FEATURES and not any(part in one for part in covered))
    return ", ".join(sorted({*whole, *(_SPECIAL_FEATURES.get(one, one.lower().replace("_", " ")) for one in parts)}))
