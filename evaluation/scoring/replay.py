"""Moves judged by replay in the state space."""

from __future__ import annotations

import itertools
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.reading import plan_in
from ferryplan.evaluation.scoring.score import Score, right, score_claim, unread, unreadable, wrong
from ferryplan.evaluation.scoring.spelling import UNSOLVABLE
from ferryplan.generator.families import speller_of, state_space, teller_of
from ferryplan.generator.naming import SpellingError, UnreadError
from ferryplan.generator.wording import capital

# Twenty discs in the towers of Hanoi take 2^20 - 1 moves.
MOST_MOVES, MOST_KEPT = 1_100_000, 50_000


def score_plan(question: Question, answer: Any) -> Score:
    """Return what a plan is worth, the moves of which are made one after the other; or the claim that there is none."""
    instance = question.instance
    space, teller, speller = state_space(instance), teller_of(instance), speller_of(instance)
    if (data := plan_in(instance, answer)) is None:
        return unreadable(f"a list of {teller.move.many}, or {UNSOLVABLE}")
    if data == UNSOLVABLE:
        return score_claim(question)
    steps = speller.sort_steps(given := speller.steps(data))
    state, cost, made = space.initial, 0, dict[tuple[Any, str], tuple[Any, int]]()
    """``made`` is what a step from a state leads to, and costs: long plans go round in circles"""
    for number, step in enumerate(itertools.islice(steps, MOST_MOVES), 1):
        if (key := (state, str(step))) not in made:
            kept = (number - 1) / len(steps)
            try:
                move = speller.move(state, step)
            except UnreadError as error:
                said = {"move": capital(teller.move.one), "number": number, "reason": error}
                return unread(format_message("scoring.unreadable-step", **said), number)
            except SpellingError as error:
                said = {"move": capital(teller.move.one), "number": number, "reason": error}
                return wrong(format_message("scoring.no-move", **said), "not a move", kept, number)
            if breach := space.breach(state, move):
                if speller.any_order:  # what is refused here is another order only, so these moves lead elsewhere
                    why = format_message("scoring.moves-miss-goal", moves=teller.move.many)
                    return wrong(why, "goal not reached")
                said = {"found": breach.found, "rule": teller.rule, "broken": breach.rule}
                why = format_message("scoring.rule-broken", move=capital(teller.move.one), number=number, **said)
                return wrong(why, "rule broken", kept, number, breach.rule)
            if len(made) == MOST_KEPT:
                made.clear()
            made[key] = space.after(state, move), space.cost(state, move)
        state, spent = made[key]
        cost += spent
    if len(steps) > MOST_MOVES or not space.is_goal(state):
        said = {"move": teller.move.one, "moves": teller.move.many, "unmet": space.unmet(state)}
        why = format_message("scoring.goal-not-reached", count=len(steps), **said)
        return wrong(why, "goal not reached", space.goals_met(state) / max(1, space.goals) * (len(steps) > 0))
    total = len(given) if space.unit_costs else teller.price(cost)
    told = (teller.move if space.unit_costs or not teller.unit else teller.unit).counted(total)
    if question.ask == "optimal-plan" and question.optimum is not None and total > question.optimum:
        why = format_message("scoring.not-optimal", total=told, optimum=question.optimum)
        return wrong(why, "not optimal", question.optimum / total)
    return right(format_message("scoring.solution", total=told, rule=teller.rule))


def score_next_move(question: Question, answer: Any) -> Score:
    """Return what a move from the state that is shown is worth: 1 where it is one of the best."""
    instance = question.instance
    space, teller, speller = state_space(instance), teller_of(instance), speller_of(instance)
    if (data := plan_in(instance, answer, single=True)) is None:
        return unreadable(f"one {teller.move.one}")
    if data == UNSOLVABLE:
        return score_claim(question)
    state = space.initial
    for step in speller.steps(question.about.get("moves", [])):
        state = space.after(state, speller.move(state, step))
    if len(steps := speller.steps(data)) > 1:
        why = format_message("scoring.several-moves", count=len(steps), moves=teller.move.many)
        return wrong(why, "not a move")
    try:
        move = speller.move(state, [*steps, None][0])
    except UnreadError as error:
        return unread(format_message("scoring.no-next-move", reason=capital(str(error))))
    except SpellingError as error:
        return wrong(format_message("scoring.no-next-move", reason=capital(str(error))), "not a move")
    if breach := space.breach(state, move):
        said = {"found": capital(breach.found), "rule": teller.rule, "broken": breach.rule}
        return wrong(format_message("scoring.next-rule-broken", **said), "rule broken", rule=breach.rule)
    if any(move == speller.move(state, one) for each in question.about["best"] for one in speller.steps([each])):
        return right(format_message("scoring.optimal-next", move=teller.move.one))
    return wrong(format_message("scoring.not-optimal-next", move=teller.move.one), "not optimal", 0.5)
