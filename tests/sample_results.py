"""Sample results for drawing, found without an engine, and the replay of their steps."""

from __future__ import annotations

import functools
import json
import sys
from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

from support import make_instance

from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.narrator import CrossingNarrator
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.timed_replay import replay_timed_plan
from ferryplan.generator.families import state_space_of, strategy_of
from ferryplan.generator.generation import find_formulation
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.solution import replay_moves
from ferryplan.planner.graphs.graph_picture import make_picture
from ferryplan.planner.graphs.graph_report import GraphReport
from ferryplan.planner.graphs.shapes import GraphPicture
from ferryplan.planner.plans.plan_reading import read_final_plan
from ferryplan.planner.questions.proof import build_proof
from ferryplan.planner.result import Result


def solve_crossing(instance: Instance) -> Result:
    """Return a shortest crossing, found by breadth-first search."""
    space = CrossingSpace(instance)
    before: dict[CrossingState, tuple[CrossingState, Crossing] | None] = {instance.start: None}
    queue = deque([instance.start])
    while not space.is_goal(state := queue.popleft()):
        for crossing, after in space.successors(state):
            if after not in before:
                before[after] = state, crossing
                queue.append(after)
    way = []
    while (step := before[state]) is not None:
        state = step[0]
        way.append(step[1])
    return Result(instance, "valid", "", "adl", "named", replay_moves(instance, reversed(way)))


def make_crowd_result() -> Result:
    """Return a crossing of 61 travelers; two of them return and cross again."""
    instance = make_instance("missionaries-cannibals", missionaries=31, cannibals=30, capacity=61)
    two = 1 | 1 << 31
    crossings = [Crossing((1 << 61) - 1, 0, 1), Crossing(two, 1, 0), Crossing(two, 0, 1)]
    return Result(instance, "valid", "", "adl", "named", replay_moves(instance, crossings))


def make_torch_result() -> Result:
    """Return the bridge crossing in 17 minutes of Rote 2002."""
    instance = make_instance("bridge-torch")
    ways = [(0b0011, 0, 1), (0b0001, 1, 0), (0b1100, 0, 1), (0b0010, 1, 0), (0b0011, 0, 1)]
    return Result(instance, "valid", "", "costs", "named", replay_moves(instance, [Crossing(*way) for way in ways]))


def solve_assignment(instance: AssignmentInstance) -> Result:
    """Return the first solution of the clues, or the proof that there is none."""
    search = AssignmentSearch(instance)
    placements = next(search.solutions(), None)
    if placements is None:
        proof, _ = build_proof(instance, strategy_of(instance).explore_to_goal(sys.maxsize, lambda tried: True))
        return Result(instance, "unsolvable", "pyperplan", "strips", "named", proof=proof)
    return Result(instance, "solved", "pyperplan", "strips", "named", replay_moves(instance, placements))


def solve_by_breadth_first_search(instance: AnyInstance) -> Result:
    """Return a solution with the fewest actions, found by a breadth-first search without an engine."""
    space = state_space_of(instance)
    before: dict[Any, tuple[Any, Any] | None] = {space.initial: None}
    for state in (queue := [space.initial]):
        if space.is_goal(state):
            moves: list[GroundAction] = []
            while (step := before[state]) is not None:
                state = step[0]
                moves.append(step[1])
            return Result(instance, "valid", "", "strips", "named", replay_moves(instance, moves[::-1]))
        for move, after in space.successors(state):
            if after not in before:
                before[after] = state, move
                queue.append(after)
    raise AssertionError("no way to the goal")


@functools.cache
def make_graph_picture() -> GraphPicture:
    """Return the graph of the ten states of the wolf, the goat and the cabbage."""
    space = CrossingSpace(make_instance("wolf-goat-cabbage"))
    report = GraphReport(analyze_graph(explore_graph(space)), CrossingNarrator(space.instance), False)
    return make_picture(report, "barycentre")


TWO_TORCHES = """
0: (cross-2 d c boat-2 near-side far-side) [10]
0: (cross-2 b a boat-1 near-side far-side) [2]
2: (cross-1 a boat-1 far-side near-side) [1]
3: (cross-2 e a boat-1 near-side far-side) [6]
"""


def make_two_torches_result() -> Result:
    """Return four crossings with two torches, one of them slow."""
    instance = make_instance("bridge-torch", paces=(1, 2, 5, 10, 6), boats=2)
    plan = read_final_plan(TWO_TORCHES, "x")
    return make_scheduled_result(instance, plan)


def make_scheduled_result(instance: Instance, plan: list[PlanAction]) -> Result:
    """Return the result for a valid plan with times."""
    schedule = replay_timed_plan(plan, instance, find_formulation(instance, "temporal"))
    return Result(instance, "valid", "", "temporal", "named", schedule, tuple(plan))


HOSTILE_NAMES = [
    "<script>alert(1)</script>",
    "\"&amp;'",
    "</script><!--",
    "Ünïcode 狼 <b>",
    "x" * 70 + " 1",
    "x" * 70 + " 2",
]
HOSTILE_PUZZLE = """
family = "crossing"
name = "hostile"
title = '''</title><script>alert("title")</script> & "quotes" '''
story = '''<img src=x onerror=alert(2)> </script> & '''
source = "none"
{kinds}
[[places]]
name = '<i>left</i> "bank"'
[[places]]
name = "</style><b>right"
[boat]
capacity = 2
[start]
boat = '<i>left</i> "bank"'
everyone = '<i>left</i> "bank"'
[goal]
everyone = "</style><b>right"
"""


def make_hostile_result(folder: Path) -> Result:
    """Return the result for a puzzle whose texts are markup."""
    kinds = "".join(
        f"[[kinds]]\nname = {json.dumps(name)}\nplural = {json.dumps(name + 's')}\n" for name in HOSTILE_NAMES
    )
    path = folder / "hostile.toml"
    path.write_text(HOSTILE_PUZZLE.format(kinds=kinds))
    return solve_crossing(instantiate(load(str(path)), {}))


class ReplayedStep(NamedTuple):
    """A step of the replay, as ``--format json`` prints it."""

    text: str
    places: dict[str, list[str]]
    aboard: list[str]
    origin: str
    destination: str


def list_replayed_steps(result: Result) -> list[ReplayedStep]:
    """Return the steps of the replay, from the first crossing or event on."""
    data = json.loads(result.render("json"))
    if "events" in data:
        return [ReplayedStep(event["text"], event["places"], [], "", "") for event in data["events"]]
    return [
        ReplayedStep(step["text"], step["places"], step["aboard"], step["from"], step["to"]) for step in data["steps"]
    ]


def find_places_at_start(instance: Instance) -> dict[str, list[str]]:
    """Return the travelers at each place at the start."""
    return {
        place.symbol: instance.names_of(company)
        for place, company in zip(instance.places, instance.start.companies, strict=True)
    }
