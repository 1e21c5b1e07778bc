"""A heuristic over all states: what is told of it is what brute force finds."""

from __future__ import annotations

import math

from hypothesis import given, reject
from strategies.campaigns import fixed
from strategies.tasks import Drawn, tasks
from truth_of_tasks import truth_of

from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.teaching.textbook.heuristics.estimates import HEURISTICS, Known
from ferryplan.teaching.textbook.landscape import landscape


@given(tasks(derived=False, numeric=False))
@fixed(25)
def test_it_is_what_brute_force_finds(drawn: Drawn) -> None:
    truth = truth_of(drawn)
    known = Known(truth.task)
    for name in ("goal-count", "hadd", "lmcut"):
        try:
            found = landscape(known, HEURISTICS[name])
        except NotStripsError:
            reject()
        states = [truth.seen(state) for state in found.graph.states]
        h = dict(zip(states, found.h, strict=True))
        assert {states[one] for one in found.inadmissible} == {one for one in states if h[one] > truth.costs[one]}
        too_steep = {
            (one, action, after)
            for one in states
            for action, after, cost in truth.links[one]
            if h[one] > h[after] + (cost if drawn.costs else 1)
        }
        told = {
            (states[one.origin], (one.move.name, *one.move.arguments), states[one.destination])
            for one in found.inconsistent
        }
        assert told == too_steep
        regions = [{states[one] for one in region.states} for region in found.plateaus]
        assert sum(map(len, regions)) == len(set().union(*regions)) == sum(one < math.inf for one in h.values())
        for region, expected in zip(found.plateaus, regions, strict=True):
            assert {h[one] for one in expected} == {region.h}
            start = states[region.states[0]]
            assert expected == together(start, truth.links, h)
            assert {states[one] for one in region.minimum} == {
                one for one in expected if not leads_on(one, truth.links, h, truth.trial.is_goal)
            }


def together(start: object, links: dict, h: dict) -> set:
    """The states of one value around a state, whichever way the moves lead."""
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
    """Whether a way on which the value stays leads to a goal, or beside a lower value."""
    seen, queue = {start}, [start]
    for state in queue:
        if is_goal(state) or any(h[after] < h[state] for _, after, _ in links[state]):
            return True
        new = {after for _, after, _ in links[state] if h[after] == h[state]} - seen
        seen |= new
        queue += new
    return False
