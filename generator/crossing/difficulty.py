"""How hard a river crossing is for a person, by the graph of its situations: travellers who are alike are not told apart."""

from __future__ import annotations

from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.teller import CROSSINGS, CrossingTeller
from ferryplan.generator.difficulty import Difficulty, graded, not_graded
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.search.cheapest import NEVER
from ferryplan.generator.search.choices import choices
from ferryplan.generator.search.state_graph import StateGraph, explore_graph
from ferryplan.generator.search.survey import survey
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Noun, told_number

MOST_STATES = 20_000
AWAY, LOST = 3, 8
"""the weights of a crossing that leads away from the goal, and of the share of states that are blind alleys or dead ends; a crossing, and a
choice between two, weigh 1"""
SELDOM = 5
"""from so many bits on, chances are told as one in how many"""
STATES = Noun("state", "states")
BOUNDS = (9.0, 14.0, 20.0, 28.0)


def difficulty(instance: Instance) -> Difficulty:
    """Return how hard an instance is; not graded is what has no solution, several boats that are no fleet or over 20,000 situations."""
    try:
        named = instance.once(CrossingSpace)
        named.check_boats()
        graph: StateGraph[Any, Any]
        if named.symmetry.order == 1:  # then to follow names is quicker, and comes to the same
            graph = explore_graph(named, most=MOST_STATES)
        else:
            counted = instance.once(QuotientSpace)
            graph = explore_graph(counted, most=MOST_STATES, moves=counted.representatives)
    except EncodingError as error:
        return not_graded(format_message("crossing.not-explored", reason=error.statement))
    if not graph.complete:
        return not_graded(format_message("crossing.too-many-states", most=f"{MOST_STATES:,}"))
    found = survey(graph)
    chosen, total = choices(found), found.total
    if chosen is None or total is None:
        return not_graded(format_message("narration.unsolvable"))
    measures = {
        "crossings": total.moves,
        "away": chosen.away,
        "passed": chosen.passed,
        "forks": chosen.forks,
        "wrong": round(chosen.wrong, 2),
        "bits": round(chosen.bits, 2),
        "situations": len(graph.states),
        "blind_alleys": sum(found.blind_alleys),
        "lost": found.stranded,
        "best": chosen.best,
    }
    ends = sum(end or left == NEVER for end, left in zip(found.blind_alleys, found.distances, strict=True))
    effort = total.moves + AWAY * chosen.away + chosen.bits + LOST * ends / len(graph.states)
    context = {
        **measures,
        "total": CrossingTeller(instance).total(total),
        "chosen": chosen,
        "states": len(graph.states),
        "best": told_number(chosen.best),
        "away": CROSSINGS.counted(chosen.away),
        "passed": STATES.counted(chosen.passed),
        "tries": told_number(round(2**chosen.bits)) if chosen.bits >= SELDOM else "",
        "situations": STATES.counted(len(graph.states)),
    }
    told = render("crossing/narration/difficulty.j2", context).splitlines()
    return graded(round(effort, 2), BOUNDS, measures, told)
