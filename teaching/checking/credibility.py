"""The credibility of a verdict: the evidence for and against the interpretation on which it is based.

If the interpretation is wrong, the differences say nothing about the model. The evidence consists of the names in the
model, its initial state, its goal, and the share of the puzzle's moves that it allows.
"""

from __future__ import annotations

from ferryplan.domains.messages import format_message
from ferryplan.generator.state_variables import Valuation
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.interpretation.observer import Observer

MIN_AGREEMENT, MIN_AGREEMENT_WITHOUT_NAMES = 0.5, 0.8
"""The smallest shares of the puzzle's moves that a model must allow before its differences are believed: with names that confirm the
interpretation, and without such names."""


def describe_unclear_variable(verdict: ModelVerdict, variable_description: str) -> str:
    """Return a sentence that explains why the check cannot decide about a model.

    ``variable_description`` is the state variable for which the model has no clear facts, such as "where the wolf is".
    """
    if any(one.kind == "costs" for one in verdict.differences):
        return format_message("check.doubtful-costs", sought=variable_description)
    if any(one.kind == "start" for one in verdict.differences):
        return format_message("check.doubtful-start", sought=variable_description)
    return format_message(
        "check.doubtful-moves", sought=variable_description, share=describe_agreement(verdict.agreement)
    )


def describe_agreement(agreement: float) -> str:
    """Return a phrase with the percentage of the puzzle's moves that a model allows.

    ``agreement`` is the share, from 0 to 1.
    """
    if not agreement:
        return format_message("check.no-moves")
    return format_message("check.some-moves", percent=f"{agreement:.0%}" if agreement >= 0.01 else "1%")


def is_conclusive(verdict: ModelVerdict) -> bool:
    """Return whether a verdict is so convincing that no other interpretation needs to be tried.

    This is so if names identify each state variable, the initial states agree, and the model allows most moves.
    """
    same_start = all(one.kind != "start" for one in verdict.differences)
    return (
        verdict.observer.interpretation.is_certain and same_start and verdict.agreement >= MIN_AGREEMENT_WITHOUT_NAMES
    )


def is_credible(verdict: ModelVerdict) -> bool:
    """Return whether a verdict's differences are mistakes of the model, not of the interpretation.

    This is so if the names in the model confirm the interpretation, or if most of the model's behavior agrees with the puzzle.
    """
    state_variables, kinds = verdict.observer.state_variables, {one.kind for one in verdict.differences}
    certain, guessed = verdict.observer.interpretation.is_certain, verdict.observer.interpretation.is_guessed
    if verdict.is_contested:
        return False
    if state_variables.compares_only_final_states or guessed:
        return certain and not guessed
    if not has_same_initial_state(verdict) and "start" not in kinds:
        # Something is in several places at once, so no moves were compared: only the initial state can confirm the interpretation.
        lacking = count_missing_initial_values(verdict.observer, state_variables.to_valuation(verdict.space.initial))
        return certain and (
            not lacking if state_variables.own_pddl_facts else 2 * lacking < len(state_variables.variables)
        )
    if "start" in kinds:
        whole = all(one.difference.valuation is not None for one in verdict.differences if one.kind == "start")
        return certain and (
            whole or has_similar_initial_state(verdict.observer, state_variables.to_valuation(verdict.space.initial))
        )
    # A wrong interpretation makes a model both forbid legal moves and allow illegal ones, and few moves agree; one mistake does not.
    both_ways = {one.difference.kind for one in verdict.differences} >= {"allows", "forbids"}
    if certain:
        return not (both_ways and verdict.agreement < MIN_AGREEMENT)
    # Without names, only costs may tell travelers apart, so a difference in costs may come from a wrong interpretation.
    return verdict.agreement >= MIN_AGREEMENT_WITHOUT_NAMES and "costs" not in kinds and not both_ways


def has_same_initial_state(verdict: ModelVerdict) -> bool:
    """Return whether the initial state of the model represents the initial state of the puzzle."""
    at_once = any(one.kind == "double" and not one.difference.steps for one in verdict.differences)
    return not at_once and all(one.kind != "start" for one in verdict.differences)


def has_similar_initial_state(observer: Observer, puzzle_start: Valuation) -> bool:
    """Return whether the model's initial state agrees with the puzzle's in most state variables.

    ``puzzle_start`` is the puzzle's initial valuation.
    """
    values = observer.read_values(observer.space.initial)
    return 2 * sum(some == [one] for some, one in zip(values, puzzle_start, strict=True)) > len(puzzle_start)


def count_missing_initial_values(observer: Observer, puzzle_start: Valuation) -> int:
    """Count the state variables that do not have the puzzle's initial value in the model's initial state.

    ``puzzle_start`` is the puzzle's initial valuation.
    """
    return sum(
        one not in some for some, one in zip(observer.read_values(observer.space.initial), puzzle_start, strict=True)
    )


def count_missing_moves_after_invisible_action(verdict: ModelVerdict) -> int:
    """Count the missing moves that follow an action of the model without a visible effect.

    A missing move is a puzzle move that the model forbids. An action without a visible effect may be the beginning of a
    move, so the model may be in the middle of a move.
    """
    ways = [one.difference.steps for one in verdict.differences if one.difference.kind == "forbids"]
    stages = ([verdict.initial_pair, *(stage for _, stage in steps)] for steps in ways if steps)
    return sum(before.state == after.state for *_, before, after in stages)


def total_missing_move_scenario_length(verdict: ModelVerdict) -> int:
    """Return the total length, in actions, of the scenarios that end with a missing move.

    A missing move is a puzzle move that the model forbids.
    """
    return sum(len(one.difference.steps) for one in verdict.differences if one.difference.kind == "forbids")


def count_contradictions(verdict: ModelVerdict) -> int:
    """Count the state variables whose initial or goal value in the model contradicts the puzzle's."""
    seen, state_variables = verdict.observer, verdict.observer.state_variables
    if state_variables.own_pddl_facts:
        return 0
    start, wanted = state_variables.to_valuation(verdict.space.initial), seen.space.goal_facts
    values = zip(seen.read_values(seen.space.initial), start, strict=True)
    number = sum(some not in ([], [one]) for some, one in values)
    for reading, goal in zip(seen.readings, state_variables.goal_valuation or (), strict=False):
        asked = {
            value for value, literal in enumerate(reading) if literal and literal[1] is True and literal[0] in wanted
        }
        number += goal >= 0 and not asked <= {goal}
    return number


def is_trusted(verdict: ModelVerdict) -> bool:
    """Return whether a verdict is credible, names identify all state variables, and the starts agree.

    The search prefers such a verdict to verdicts under other interpretations, even if these have fewer differences.
    """
    certain = verdict.observer.interpretation.is_certain and not verdict.observer.state_variables.own_pddl_facts
    return certain and has_same_initial_state(verdict) and is_credible(verdict)


def rank_by_trust(verdict: ModelVerdict) -> tuple[bool, tuple[int, bool, int, int, float]]:
    """Return a sort key for verdicts: trusted ones first, then those with less evidence against them.

    See `is_trusted` and `rank_by_evidence`.
    """
    return not is_trusted(verdict), rank_by_evidence(verdict)


def rank_by_evidence(verdict: ModelVerdict) -> tuple[int, bool, int, int, float]:
    """Return a sort key for verdicts; the smaller the key, the less speaks against the interpretation.

    The key consists of the number of contradictions, whether something is in two places at the start, the number of
    differences and missing facts, and the number of missing moves after an action without a visible effect. For a
    planning task, the last part is the negative share of the puzzle's moves that the model allows.
    """
    state_variables, at_once = (
        verdict.observer.state_variables,
        any(one.kind == "double" and not one.difference.steps for one in verdict.differences),
    )
    missed = verdict.observer.interpretation.missing_fact_count if verdict.differences else 0
    return (
        count_contradictions(verdict),
        at_once and not missed,
        len(verdict.differences) + missed,
        count_missing_moves_after_invisible_action(verdict),
        -verdict.agreement if state_variables.own_pddl_facts else 0,
    )
