"""The difficulty of river crossings for people, estimated from the graph of the states up to symmetry."""

from __future__ import annotations

from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.narrator import CROSSINGS, CrossingNarrator
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.difficulty import Difficulty, grade_effort, make_ungraded_difficulty
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.search.choice_measures import measure_choices
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import StateGraph, explore_graph
from ferryplan.generator.search.uniform_cost_search import NEVER
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import NounForms, format_number

MAX_STATES = 20_000
AWAY_WEIGHT, DEAD_END_WEIGHT = 3, 8
"""the weights of a crossing that leads away from the goal, and of the share of states that are blind alleys or dead
ends; a crossing of the solution has the weight 1, and so has a choice between two crossings"""
MIN_RARE_BITS = 5
"""the smallest number of bits of surprisal that the description shows as a number of tries"""
STATES = NounForms("state", "states")
GRADE_BOUNDS = (9.0, 14.0, 20.0, 28.0)


def grade_instance(instance: Instance) -> Difficulty:
    """Return the difficulty of an instance for people, with the measures that determine it.

    An instance gets no grade if it has no solution, has several boats without names, or has more than 20,000 states up
    to symmetry.
    """
    try:
        named = instance.get_or_make(CrossingSpace)
        named.check_boats_have_names()
        graph: StateGraph[Any, Any]
        if named.symmetry.order == 1:  # without symmetries, named states are faster and the result is the same
            graph = explore_graph(named, max_states=MAX_STATES)
        else:
            counted = instance.get_or_make(QuotientSpace)
            graph = explore_graph(counted, max_states=MAX_STATES, moves=counted.orbit_representatives)
    except EncodingError as error:
        return make_ungraded_difficulty(format_message("crossing.not-explored", reason=error.statement))
    if not graph.complete:
        return make_ungraded_difficulty(format_message("crossing.too-many-states", most=f"{MAX_STATES:,}"))
    found = analyze_graph(graph)
    chosen, total = measure_choices(found), found.optimal_cost
    if chosen is None or total is None:
        return make_ungraded_difficulty(format_message("narration.unsolvable"))
    measures = {
        "crossings": total.moves,
        "away": chosen.moves_away,
        "passed": chosen.passed_states,
        "forks": chosen.fork_count,
        "wrong": round(chosen.wrong_moves, 2),
        "bits": round(chosen.surprisal_bits, 2),
        "situations": len(graph.states),
        "blind_alleys": sum(found.blind_alleys),
        "lost": found.dead_end_count,
        "best": chosen.solution_count,
    }
    ends = sum(end or left == NEVER for end, left in zip(found.blind_alleys, found.goal_distances, strict=True))
    effort = (
        total.moves
        + AWAY_WEIGHT * chosen.moves_away
        + chosen.surprisal_bits
        + DEAD_END_WEIGHT * ends / len(graph.states)
    )
    context = {
        **measures,
        "total": CrossingNarrator(instance).format_total_cost(total),
        "chosen": chosen,
        "states": len(graph.states),
        "best": format_number(chosen.solution_count),
        "away": CROSSINGS.format_count(chosen.moves_away),
        "passed": STATES.format_count(chosen.passed_states),
        "tries": format_number(round(2**chosen.surprisal_bits)) if chosen.surprisal_bits >= MIN_RARE_BITS else "",
        "situations": STATES.format_count(len(graph.states)),
    }
    told = render_template("crossing/narration/difficulty.j2", context).splitlines()
    return grade_effort(round(effort, 2), GRADE_BOUNDS, measures, told)
