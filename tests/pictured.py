"""Results to draw, found without an engine, and what the replay says of them."""

from __future__ import annotations

import functools
import json
import sys
from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

from support import make

from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.teller import CrossingTeller
from ferryplan.generator.crossing.timed_replay import schedule_of
from ferryplan.generator.families import state_space, strategy_of
from ferryplan.generator.generation import formulation_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.search import Search
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.search.survey import survey
from ferryplan.generator.solution import replay
from ferryplan.planner.graphs.formats import picture_of
from ferryplan.planner.graphs.report import Report
from ferryplan.planner.graphs.shapes import Picture
from ferryplan.planner.plans.reading import read_plan
from ferryplan.planner.questions.proof import proof_of
from ferryplan.planner.result import Result


def crossed(instance: Instance) -> Result:
    """A shortest way across, by breadth-first search."""
    space = CrossingSpace(instance)
    before: dict[State, tuple[State, Crossing] | None] = {instance.start: None}
    queue = deque([instance.start])
    while not space.is_goal(state := queue.popleft()):
        for crossing, after in space.moves(state):
            if after not in before:
                before[after] = state, crossing
                queue.append(after)
    way = []
    while (step := before[state]) is not None:
        state = step[0]
        way.append(step[1])
    return Result(instance, "valid", "", "adl", "named", replay(instance, reversed(way)))


def crowd() -> Result:
    """61 travelers, all of whom cross; two return and cross again."""
    instance = make("missionaries-cannibals", missionaries=31, cannibals=30, capacity=61)
    two = 1 | 1 << 31
    crossings = [Crossing((1 << 61) - 1, 0, 1), Crossing(two, 1, 0), Crossing(two, 0, 1)]
    return Result(instance, "valid", "", "adl", "named", replay(instance, crossings))


def torch() -> Result:
    """The bridge crossed in 17 minutes, as Rote 2002 has it."""
    instance = make("bridge-torch")
    ways = [(0b0011, 0, 1), (0b0001, 1, 0), (0b1100, 0, 1), (0b0010, 1, 0), (0b0011, 0, 1)]
    return Result(instance, "valid", "", "costs", "named", replay(instance, [Crossing(*way) for way in ways]))


def placed(instance: PlacingInstance) -> Result:
    """The first solution that the clues allow, or the proof that there is none."""
    search = Search(instance)
    placements = next(search.solutions(), None)
    if placements is None:
        proof, _ = proof_of(instance, strategy_of(instance).reach(sys.maxsize, lambda tried: True))
        return Result(instance, "unsolvable", "pyperplan", "strips", "named", proof=proof)
    return Result(instance, "solved", "pyperplan", "strips", "named", replay(instance, placements))


def shortest(instance: AnyInstance) -> Result:
    """A solution of fewest actions, the first that a search finds which knows nothing of engines."""
    space = state_space(instance)
    before: dict[Any, tuple[Any, Any] | None] = {space.initial: None}
    for state in (queue := [space.initial]):
        if space.is_goal(state):
            moves: list[GroundAction] = []
            while (step := before[state]) is not None:
                state = step[0]
                moves.append(step[1])
            return Result(instance, "valid", "", "strips", "named", replay(instance, moves[::-1]))
        for move, after in space.moves(state):
            if after not in before:
                before[after] = state, move
                queue.append(after)
    raise AssertionError("no way to the goal")


@functools.cache
def graph() -> Picture:
    """The ten states of the wolf, the goat and the cabbage."""
    space = CrossingSpace(make("wolf-goat-cabbage"))
    report = Report(survey(explore_graph(space)), CrossingTeller(space.instance), False)
    return picture_of(report, "barycentre")


TWO_TORCHES = """
0: (cross-2 d c boat-2 near-side far-side) [10]
0: (cross-2 b a boat-1 near-side far-side) [2]
2: (cross-1 a boat-1 far-side near-side) [1]
3: (cross-2 e a boat-1 near-side far-side) [6]
"""


def scheduled() -> Result:
    """Four crossings with two torches, of which one is slow."""
    instance = make("bridge-torch", paces=(1, 2, 5, 10, 6), boats=2)
    plan = read_plan(TWO_TORCHES, "x")
    return in_time(instance, plan)


def in_time(instance: Instance, plan: list[Action]) -> Result:
    """The answer that a plan in time is valid."""
    schedule = schedule_of(plan, instance, formulation_of(instance, "temporal"))
    return Result(instance, "valid", "", "temporal", "named", schedule, tuple(plan))


NAMES = ["<script>alert(1)</script>", "\"&amp;'", "</script><!--", "Ünïcode 狼 <b>", "x" * 70 + " 1", "x" * 70 + " 2"]
HOSTILE = """
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


def hostile(folder: Path) -> Result:
    """A puzzle whose texts are markup."""
    kinds = "".join(f"[[kinds]]\nname = {json.dumps(name)}\nplural = {json.dumps(name + 's')}\n" for name in NAMES)
    path = folder / "hostile.toml"
    path.write_text(HOSTILE.format(kinds=kinds))
    return crossed(instantiate(load(str(path)), {}))


class Said(NamedTuple):
    """What the replay says of one step, as ``--format json`` prints it."""

    text: str
    places: dict[str, list[str]]
    aboard: list[str]
    origin: str
    destination: str


def said(result: Result) -> list[Said]:
    """What the replay says, from the first crossing, or event, on."""
    data = json.loads(result.render("json"))
    if "events" in data:
        return [Said(event["text"], event["places"], [], "", "") for event in data["events"]]
    return [Said(step["text"], step["places"], step["aboard"], step["from"], step["to"]) for step in data["steps"]]


def start(instance: Instance) -> dict[str, list[str]]:
    """Who is where at the start."""
    return {
        place.symbol: instance.names(company)
        for place, company in zip(instance.places, instance.start.companies, strict=True)
    }
