"""Moves judged by replay in the state space."""

from __future__ import annotations

import itertools
from typing import Any

from generator.families import state_space, teller_of
from generator.wording import capital
from planner.scoring.naming import UNSOLVABLE, Wrong
from planner.scoring.question import Question
from planner.scoring.reading import plan_in
from planner.scoring.score import Score, claimed, right, unreadable, wrong
from planner.scoring.spelling import MOST_MOVES, move_in, steps_in

NO_MOVE, BROKEN = "not a move", "a rule is broken"


def plan(question: Question, answer: Any) -> Score:
    """Return what a plan is worth, the moves of which are made one after the other; or the claim that there is none."""
    instance = question.instance
    data = plan_in(instance, answer)
    space, teller = state_space(instance), teller_of(instance)
    if data is None:
        return unreadable(f"a list of {teller.move.many}, or {UNSOLVABLE}")
    if data == UNSOLVABLE:
        return claimed(question)
    steps, state, cost = steps_in(instance, data), space.initial, 0
    made = dict[tuple[Any, str], tuple[Any, int]]()
    """what a step from a state leads to, and costs: long plans go round in circles"""
    for number, step in enumerate(itertools.islice(steps, MOST_MOVES), 1):
        if (key := (state, str(step))) not in made:
            move, kept = move_in(instance, state, step), (number - 1) / len(steps)
            if isinstance(move, Wrong):
                return wrong(f"{capital(teller.move.one)} {number}: {move.why}.", NO_MOVE, kept, number)
            if breach := space.breach(state, move):
                why = (
                    f"{capital(teller.move.one)} {number}: {breach.found}; this breaks the {teller.rule}: {breach.rule}"
                )
                return wrong(why, BROKEN, kept, number, breach.rule)
            made[key] = space.after(state, move), space.cost(state, move)
        state, spent = made[key]
        cost += spent
    if len(steps) > MOST_MOVES or not space.is_goal(state):
        why = f"After {teller.move.one} {len(steps)}, the last, the goal is not reached: {space.unmet(state)}."
        return wrong(why, "the goal is not reached", space.goals_met(state) / max(1, space.goals) * (len(steps) > 0))
    total = len(steps) if space.unit_costs else teller.price(cost)
    told = (teller.move if space.unit_costs or not teller.unit else teller.unit).counted(total)
    if question.ask == "optimal-plan" and question.optimum is not None and total > question.optimum:
        return wrong(
            f"It reaches the goal in {told}, and {question.optimum} would do.", "not the best", question.optimum / total
        )
    return right(f"It reaches the goal in {told}, and keeps every {teller.rule}.")


def next_move(question: Question, answer: Any) -> Score:
    """Return what a move from the state that is shown is worth: 1 where it is one of the best."""
    instance = question.instance
    space, teller, data = state_space(instance), teller_of(instance), plan_in(instance, answer, single=True)
    if data is None:
        return unreadable(f"one {teller.move.one}")
    if data == UNSOLVABLE:
        return claimed(question)
    state = space.initial
    for step in steps_in(instance, question.about.get("moves", [])):
        state = space.after(state, move_in(instance, state, step))
    (step, *more), best = steps_in(instance, data) or [None], question.about["best"]
    if more:
        return wrong(f"Found {len(more) + 1} {teller.move.many}, expected one.", NO_MOVE)
    move = move_in(instance, state, step)
    if isinstance(move, Wrong):
        return wrong(f"{capital(move.why)}.", NO_MOVE)
    if breach := space.breach(state, move):
        return wrong(f"{capital(breach.found)}; this breaks the {teller.rule}: {breach.rule}", BROKEN, rule=breach.rule)
    if any(move == move_in(instance, state, one) for each in best for one in steps_in(instance, [each])):
        return right("It is one of the best.")
    return wrong("It is allowed, and others lead to the goal sooner.", "not the best", 0.5)
