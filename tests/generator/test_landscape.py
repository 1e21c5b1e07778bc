"""The landscape of a heuristic over all states, against brute force."""

from __future__ import annotations

import math

from hypothesis import given, reject
from strategies.campaigns import fixed
from strategies.tasks import Drawn, tasks
from task_truth import find_truth

from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS, TaskKnowledge
from ferryplan.teaching.textbook.landscape import compute_landscape


@given(tasks(derived=False, numeric=False))
@fixed(15)
def test_heuristic_landscape_of_random_tasks_matches_brute_force(drawn: Drawn) -> None:
    truth = find_truth(drawn)
    known = TaskKnowledge(truth.task)
    for name in ("goal-count", "hadd", "lmcut"):
        try:
            found = compute_landscape(known, HEURISTICS[name])
        except NotStripsError:
            reject()
        states = [truth.to_trial_state(state) for state in found.graph.states]
        h = dict(zip(states, found.estimates, strict=True))
        assert {states[one] for one in found.inadmissible_states} == {
            one for one in states if h[one] > truth.costs[one]
        }
        too_steep = {
            (one, action, after)
            for one in states
            for action, after, cost in truth.links[one]
            if h[one] > h[after] + (cost if drawn.costs else 1)
        }
        told = {
            (states[one.origin], (one.move.name, *one.move.arguments), states[one.destination])
            for one in found.inconsistent_moves
        }
        assert told == too_steep
        regions = [{states[one] for one in region.states} for region in found.plateaus]
        assert sum(map(len, regions)) == len(set().union(*regions)) == sum(one < math.inf for one in h.values())
        for region, expected in zip(found.plateaus, regions, strict=True):
            assert {h[one] for one in expected} == {region.h}
            start = states[region.states[0]]
            assert expected == together(start, truth.links, h)
            assert {states[one] for one in region.minimum_states} == {
                one for one in expected if not leads_on(one, truth.links, h, truth.trial.is_goal)
            }


def together(start: object, links: dict, h: dict) -> set:
    """Return the states of equal value that are connected with a state, in either direction of moves."""
    found = {start}
    while more := {
        other
        for one in links
        for _, after, _ in links[one]
        if h[one] == h[after] == h[start]
        for other in (one, after)
        if {one, after} & found and other not in found
    }:
        found |= more
    return found


def leads_on(start: object, links: dict, h: dict, is_goal: object) -> bool:
    """Return whether a path of equal values leads to a goal or to a neighbor of lower value."""
    seen, queue = {start}, [start]
    for state in queue:
        if is_goal(state) or any(h[after] < h[state] for _, after, _ in links[state]):
            return True
        new = {after for _, after, _ in links[state] if h[after] == h[state]} - seen
        seen |= new
        queue += new
    return False
