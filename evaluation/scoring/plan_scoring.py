"""Scores for answers with moves, which replay judges."""

from __future__ import annotations

import itertools
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.answer_format import UNSOLVABLE
from ferryplan.evaluation.scoring.answer_score import (
    Score,
    make_not_found_score,
    make_right_score,
    make_unreadable_score,
    make_wrong_score,
    score_unsolvable_claim,
)
from ferryplan.evaluation.scoring.final_plan import find_plan
from ferryplan.evaluation.scoring.question import Question
from ferryplan.generator.families import narrator_of, notation_of, state_space_of
from ferryplan.generator.name_lookup import NotationError, UnreadableStepError
from ferryplan.generator.wording import capitalize

# The towers of Hanoi with twenty discs take 2^20 - 1 moves, which is just below the limit.
MAX_MOVES, MAX_CACHED_STEPS = 1_100_000, 50_000
"""The largest number of moves of a plan that are replayed, and of steps that are cached."""


def score_plan(question: Question, answer: Any) -> Score:
    """Score an answer with a plan by replaying the plan.

    The answer may also claim that there is no solution; then this claim is scored.
    """
    instance = question.instance
    space, narrator, notation = state_space_of(instance), narrator_of(instance), notation_of(instance)
    if (data := find_plan(instance, answer)) is None:
        return make_not_found_score(f"a list of {narrator.move_noun.many}, or {UNSOLVABLE}")
    if data == UNSOLVABLE:
        return score_unsolvable_claim(question)
    steps = notation.sort_steps(given := notation.split_steps(data))
    state, cost, known_steps = space.initial, 0, dict[tuple[Any, str], tuple[Any, int]]()
    """``known_steps`` caches the successor and the cost of a step in a state, because long plans repeat states."""
    for number, step in enumerate(itertools.islice(steps, MAX_MOVES), 1):
        if (key := (state, str(step))) not in known_steps:
            legal_share = (number - 1) / len(steps)
            try:
                move = notation.parse_move(state, step)
            except UnreadableStepError as error:
                said = {"move": capitalize(narrator.move_noun.one), "number": number, "reason": error}
                return make_unreadable_score(format_message("scoring.unreadable-step", **said), number)
            except NotationError as error:
                said = {"move": capitalize(narrator.move_noun.one), "number": number, "reason": error}
                return make_wrong_score(format_message("scoring.no-move", **said), "not a move", legal_share, number)
            if violation := space.find_violation(state, move):
                if (
                    notation.accepts_any_order
                ):  # the notation has already tried other orders, so the moves miss the goal
                    why = format_message("scoring.moves-miss-goal", moves=narrator.move_noun.many)
                    return make_wrong_score(why, "goal not reached")
                said = {"found": violation.found, "rule": narrator.rule_noun, "broken": violation.rule}
                why = format_message(
                    "scoring.rule-broken", move=capitalize(narrator.move_noun.one), number=number, **said
                )
                return make_wrong_score(why, "rule broken", legal_share, number, violation.rule)
            if len(known_steps) == MAX_CACHED_STEPS:
                known_steps.clear()
            known_steps[key] = space.apply_move(state, move), space.cost(state, move)
        state, spent = known_steps[key]
        cost += spent
    if len(steps) > MAX_MOVES or not space.is_goal(state):
        said = {
            "move": narrator.move_noun.one,
            "moves": narrator.move_noun.many,
            "unmet": space.describe_unmet_goals(state),
        }
        why = format_message("scoring.goal-not-reached", count=len(steps), **said)
        return make_wrong_score(
            why, "goal not reached", space.count_goals_met(state) / max(1, space.goal_count) * (len(steps) > 0)
        )
    total = len(given) if space.has_unit_costs else narrator.scale_cost(cost)
    total_text = (
        narrator.move_noun if space.has_unit_costs or not narrator.cost_unit else narrator.cost_unit
    ).format_count(total)
    if question.ask == "optimal-plan" and question.optimum is not None and total > question.optimum:
        why = format_message("scoring.not-optimal", total=total_text, optimum=question.optimum)
        return make_wrong_score(why, "not optimal", question.optimum / total)
    return make_right_score(format_message("scoring.solution", total=total_text, rule=narrator.rule_noun))


def score_next_move(question: Question, answer: Any) -> Score:
    """Score an answer with one move in the shown state: 1 if it is one of the optimal moves."""
    instance = question.instance
    space, narrator, notation = state_space_of(instance), narrator_of(instance), notation_of(instance)
    if (data := find_plan(instance, answer, single_move=True)) is None:
        return make_not_found_score(f"one {narrator.move_noun.one}")
    if data == UNSOLVABLE:
        return score_unsolvable_claim(question)
    state = space.initial
    for step in notation.split_steps(question.about.get("moves", [])):
        state = space.apply_move(state, notation.parse_move(state, step))
    if len(steps := notation.split_steps(data)) > 1:
        why = format_message("scoring.several-moves", count=len(steps), moves=narrator.move_noun.many)
        return make_wrong_score(why, "not a move")
    try:
        move = notation.parse_move(state, [*steps, None][0])
    except UnreadableStepError as error:
        return make_unreadable_score(format_message("scoring.no-next-move", reason=capitalize(str(error))))
    except NotationError as error:
        return make_wrong_score(format_message("scoring.no-next-move", reason=capitalize(str(error))), "not a move")
    if violation := space.find_violation(state, move):
        said = {"found": capitalize(violation.found), "rule": narrator.rule_noun, "broken": violation.rule}
        return make_wrong_score(format_message("scoring.next-rule-broken", **said), "rule broken", rule=violation.rule)
    if any(
        move == notation.parse_move(state, one)
        for each in question.about["best"]
        for one in notation.split_steps([each])
    ):
        return make_right_score(format_message("scoring.optimal-next", move=narrator.move_noun.one))
    return make_wrong_score(format_message("scoring.not-optimal-next", move=narrator.move_noun.one), "not optimal", 0.5)
