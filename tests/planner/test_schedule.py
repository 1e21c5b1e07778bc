"""Temporal plans: replay, narration, and plans of real planners."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction

import oracle
import pytest
from budget import draw_cases
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS
from sample_results import make_scheduled_result
from support import make_instance

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.schedule import Schedule
from ferryplan.generator.crossing.timed_replay import replay_timed_plan
from ferryplan.generator.errors import PlanError
from ferryplan.generator.generation import find_formulation, generate
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.puzzle import load
from ferryplan.generator.solution import IllegalMoveError
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.engines.session import Session
from ferryplan.planner.plan_validation import validate_plan
from ferryplan.planner.plans.plan_reading import read_final_plan
from ferryplan.planner.questions.solving import solve

# Rote 2002
ONE_TORCH = """
0.0: (cross-2 b a boat-1 near-side far-side) [2.0]
2.0: (cross-1 a boat-1 far-side near-side) [1.0]
3.0: (cross-2 d c boat-1 near-side far-side) [{slowest}]
{third}: (cross-1 b boat-1 far-side near-side) [2]
{fourth}: (cross-2 b a boat-1 near-side far-side) [2.0]
"""


def _schedule(text: str, instance: Instance, encoding: str = "named") -> Schedule:
    return replay_timed_plan(read_final_plan(text, "x"), instance, find_formulation(instance, "temporal", encoding))


def read(text: str, **parameters: object) -> Schedule:
    return _schedule(text, make_instance("bridge-torch", **parameters))


@pytest.mark.parametrize(("slowest", "minutes"), [(10, 17), (8, 15)])
def test_one_torch_schedule_has_the_known_makespan(slowest: int, minutes: int) -> None:
    paces = (1, 2, 5, slowest)
    schedule = read(ONE_TORCH.format(slowest=slowest, third=3 + slowest, fourth=5 + slowest), paces=paces)
    assert schedule.total == (minutes, 5)
    puzzle = oracle.bridge_torch(paces)
    assert oracle.find_least_time(puzzle, 1, puzzle.price_of_load) == minutes
    assert [trip.departure for trip in schedule.steps] == [0, 2, 3, 3 + slowest, 5 + slowest]
    assert [event.is_departure for event in schedule.events] == [True, False] * 5


def test_schedule_with_two_torches_has_simultaneous_crossings() -> None:
    schedule = read(
        "0: (cross-2 d c boat-2 near-side far-side) [10]\n0: (cross-2 b a boat-1 near-side far-side) [2]", boats=2
    )
    assert schedule.total == (10, 2)
    puzzle = oracle.bridge_torch()
    assert oracle.find_least_time(puzzle, 2, puzzle.price_of_load) == 10
    assert [(int(event.time), event.is_departure, event.companies) for event in schedule.events] == [
        (0, True, (0b0011, 0)),
        (0, True, (0, 0)),
        (2, False, (0, 0b0011)),
        (10, False, (0, 0b1111)),
    ]


def test_temporal_replay_removes_small_time_gaps_but_keeps_waits() -> None:
    gaps = "\n".join(
        (
            "0.0: (cross-2 b a boat-1 near-side far-side) [2]",
            "2.01: (cross-1 a boat-1 far-side near-side) [1]",
            "3.02: (cross-1 a boat-1 near-side far-side) [1]",
        )
    )
    assert [trip.departure for trip in read(gaps, paces=(1, 2)).steps] == [0, 2, 3]
    waits = gaps.replace("2.01", "7").replace("3.02", "60")
    assert [(trip.departure, trip.landing) for trip in read(waits, paces=(1, 2)).steps] == [(0, 2), (7, 8), (60, 61)]
    ways = ("near-side far-side", "far-side near-side")
    late = "".join(f"{number * 11 / 10}: (cross-1 a boat-1 {ways[number % 2]}) [1]" for number in range(25))
    assert read(late, paces=(1,)).total == (25, 25)


def test_closing_gaps_preserves_the_order_of_events() -> None:
    """One boat lands half a minute after the other; without the gap both land at once, in the same order."""
    text = "0: (cross-1 b boat-1 near-side far-side) [10]\n8.5: (cross-1 a boat-2 near-side far-side) [2]"
    schedule = read(text, paces=(2, 10), boats=2)
    assert [(trip.departure, trip.landing) for trip in schedule.steps] == [(0, 10), (8, 10)]
    assert [event.crossing_index for event in schedule.events] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(cross-1 a boat-1 near-side far-side)", "its start time is missing; write the action as in '0.0: (…) [1.0]'"),
        ("0.0: (cross-1 a boat-2 near-side far-side) [1.0]", "the problem has no object 'boat-2'"),
        ("0.0: (cross-1 a near-side far-side) [1.0]", "do not match (cross-1 ?first - traveller ?boat - boat ?from - place ?to - place)"),
        ("0.0: (cross-1 a boat-1 near-side mars) [1.0]", "the problem has no object 'mars'"),
        ("0.0: (cross-1 z boat-1 near-side far-side) [1.0]", "the problem has no object 'z'"),
        ("0.0: (cross-2 a a boat-1 near-side far-side) [1.0]", "(load-2 a a) does not hold"),
        ("0.0: (swim a boat-1 near-side far-side) [1.0]", "the domain has no such action"),
        ("0.0: (cross-2 b a boat-1 near-side far-side) [1.0]", 'has the duration 1; this breaks the rule "This crossing takes 2 minutes."'),
        ("0.0: (cross-1 b boat-1 far-side near-side) [2.0]", "the boat is at the near side, not at the far side"),
        ("0.0: (cross-1 b boat-1 near-side far-side) [2.0]\n1: (cross-1 a boat-1 near-side far-side) [1]", "crossing 2: the boat is on the water"),
        ("0.0: (cross-1 b boat-1 near-side far-side) [2.0]\n2: (cross-1 a boat-1 far-side near-side) [1]", "crossing 2: A is not at the far side"),
        ("0.0: (cross-1 b boat-1 near-side far-side) [2.0]",
         "after the last landing: the plan does not reach the goal, because A is not at the place that the goal asks for"),
        ("; cost = 0", "after the last landing: the plan does not reach the goal, because A and B are not at the places that the goal asks for"),
    ],
)  # fmt: skip
def test_invalid_temporal_plans_are_rejected(text: str, found: str) -> None:
    problem = generate(make_instance("bridge-torch", paces=(1, 2)), "temporal").problem
    with pytest.raises(PlanError, match=re.escape(found)):
        validate_plan(problem, text)


FLEET = replace(make_instance("wolf-goat-cabbage", capacity=3), boats=2)


def test_rules_apply_at_every_moment_of_a_temporal_plan() -> None:
    with pytest.raises(
        IllegalMoveError, match="crossing 1: at the left bank, the goat is with the wolf, but without the farmer"
    ):
        _schedule("0: (cross-2 farmer cabbage boat-1 left-bank right-bank) [1]", FLEET)
    couples = replace(make_instance("jealous-couples", couples=2, capacity=2), boats=2)
    wives = "0: (cross-2 aw bw boat-1 left-bank right-bank) [1]\n"
    assert _schedule(f"{wives}0: (cross-2 a b boat-2 left-bank right-bank) [1]", couples).total == (
        1,
        2,
    )
    assert _schedule(f"{wives}0.5: (cross-2 a b boat-2 left-bank right-bank) [1]", couples).total == (
        1,
        2,
    )
    alone = "0: (cross-1 a boat-1 left-bank right-bank) [1]\n0: (cross-2 b bw boat-2 left-bank right-bank) [1]\n"
    with pytest.raises(IllegalMoveError, match="crossing 1: at the left bank, Aw is with B, but without A"):
        _schedule(alone.replace("0: (cross-2 b bw", "0.5: (cross-2 b bw"), couples)
    with pytest.raises(
        PlanError, match="Aw is not at the place that the goal asks for"
    ):  # B and his wife first: that is allowed
        _schedule(alone, couples)


def test_sentences_distinguish_setting_out_from_heading_back() -> None:
    """Travelers head back if all of them began at their destination; a single boat is not named."""
    for boats, named in ((1, ""), (2, " in boat 1")):
        text = (
            "0: (cross-2 b a boat-1 near-side far-side) [2]\n2: (cross-2 b a boat-1 far-side near-side) [2]\n"
            "4: (cross-2 b a boat-1 near-side far-side) [2]"
        )
        schedule = read(text, paces=(1, 2), boats=boats)
        told = [schedule.describe_event(event) for number, event in enumerate(schedule.events)]
        assert told[::2] == [
            f"A and B {way}{named}."
            for way in ("set out for the far side", "head back to the near side", "set out for the far side")
        ]
        with_boat = " in boat 1" if boats > 1 else ""
        assert told[1::2] == [f"A and B reach the {side} side{with_boat}." for side in ("far", "near", "far")]


def test_schedule_is_narrated_in_text_and_json() -> None:
    instance = make_instance("bridge-torch", paces=(1, 65), boats=2)
    plan = read_final_plan(
        "5: (cross-1 a boat-2 near-side far-side) [1]\n0: (cross-1 b boat-1 near-side far-side) [65]", "x"
    )
    result = make_scheduled_result(instance, plan)
    lines = [" ".join(line.split()) for line in result.render("text").splitlines()]
    assert "0:05 A sets out for the far side in boat 2." in lines
    assert "1:05 B reaches the far side in boat 1. A B" in lines
    assert lines[-1] == "65 minutes, 2 crossings. Valid: it breaks no rule and reaches the goal."
    data = json.loads(result.render("json"))
    assert (data["makespan"], data["unit"], data["crossings"]) == (65, "minute", 2)
    assert [(step["boat"], step["departure"], step["landing"]) for step in data["steps"]] == [(1, 0, 65), (2, 5, 6)]
    assert data["events"][2] == {
        "time": 6, "places": {"near-side": [], "far-side": ["A"]}, "text": "A reaches the far side in boat 2.",
    }  # fmt: skip
    assert read_final_plan(result.render("plan"), "x") != ()
    assert validate_plan(generate(instance, "temporal").problem, result.render("plan")).solution.total == (65, 2)


CASES = [
    ("bridge-torch", {"paces": (1, 2, 5, 10)}),
    ("bridge-torch", {"paces": (1, 2, 5, 10), "boats": 2}),
    ("bridge-torch", {"paces": (1, 2, 5), "boats": 2}),
    ("wolf-goat-cabbage", {}),
    ("jealous-couples", {"couples": 2, "capacity": 2}),
]


TEMPORAL_ENGINES = [one.name for one in ENGINES.values() if "temporal" in one.dialects]


@pytest.mark.engines
@pytest.mark.parametrize(
    ("engine", "puzzle", "parameters"),
    [(engine, *case) for engine in TEMPORAL_ENGINES for case in draw_cases(CASES, 1)],
    ids=str,
)
def test_temporal_engines_find_valid_schedules(
    puzzle: str, parameters: dict[str, object], engine: str, monkeypatch: pytest.MonkeyPatch, worker: Session
) -> None:
    monkeypatch.setattr("ferryplan.planner.engines.engine_runner.PATIENCE", 0.5)
    result = solve(
        load(puzzle), parameters, engine=engine, dialect="temporal", timeout=MAX_WAIT_SECONDS, session=worker
    )
    assert result.status == "solved"
    brute = oracle.PUZZLES[puzzle](**parameters)
    minutes = brute.price_of_load if puzzle == "bridge-torch" else lambda load: 1
    assert result.solution.total.cost >= oracle.find_least_time(brute, int(parameters.get("boats", 1)), minutes)


@pytest.mark.engines
@pytest.mark.parametrize(
    ("puzzle", "parameters", "crossings"),
    [
        ("jealous-couples", {"couples": 3, "capacity": 2}, 11),  # OEIS A356480
        ("jealous-couples", {"couples": 5, "capacity": 3}, 11),
        ("missionaries-cannibals", {"missionaries": 3, "cannibals": 3, "capacity": 2}, 11),
        ("family", {"capacity": 2}, 17),
    ],
    ids=str,
)
def test_temporal_plan_with_counted_encoding_violates_no_rule(
    puzzle: str, parameters: dict[str, object], crossings: int, worker: Session
) -> None:
    result = solve(load(puzzle), parameters, dialect="temporal", timeout=MAX_WAIT_SECONDS, session=worker)
    assert (result.engine, result.encoding) == ("tamer", "counted")
    assert result.solution.total.cost == len(result.solution.steps) >= crossings
    judged = validate_plan(generate(result.instance, "temporal", "counted").problem, result.render("plan"))
    assert judged.solution.total == result.solution.total


def test_counted_plan_with_missing_or_wrong_durations_is_rejected() -> None:
    couples = make_instance("jealous-couples", couples=2, capacity=2)
    with pytest.raises(PlanError, match="each action needs a start and a duration"):
        _schedule("(cross-2-wife-leaving left-bank right-bank)", couples, "counted")
    with pytest.raises(IllegalMoveError, match="This crossing takes 1 minute"):
        _schedule("0: (cross-2-wife-leaving left-bank right-bank) [2]", couples, "counted")


def test_validate_and_narrate_check_temporal_plans(plan: RunCommand) -> None:
    plan("generate", "bridge-torch", "--dialect", "temporal", "-o", ".")
    touching = ONE_TORCH.format(slowest=10, third=13, fourth=15)
    run = plan("validate", "p01.pddl", "-", text=touching)
    assert (run.returncode, run.stdout) == (14, "")
    assert (
        "line 3: (cross-1 a boat-1 far-side near-side) cannot be applied: (boat-at boat-1 far-side) does not hold"
        in run.stderr
    )
    assert "PDDL 2.1 requires at least 0.001 time units between" in run.stderr
    text = (
        touching.replace("2.0: (", "2.01: (")
        .replace("3.0: (", "3.02: (")
        .replace("13: (", "13.03: (")
        .replace("15: (", "15.04: (")
    )
    run = plan("validate", "p01.pddl", "-", text=text)
    assert (
        run.stdout
        == "-: valid: 17 minutes, 5 crossings; every crossing keeps the rules, and the plan reaches the goal.\n"
    )
    for cost, noted in ((17, False), (17.04, False), (99, True)):
        told = plan("validate", "p01.pddl", "-", text=f"{text}; cost = {cost} (general cost)\n").stdout
        assert (f"is {cost}, but" in told) is noted
    run = plan("narrate", "p01.pddl", "-", text=text)
    assert "0:03  C and D set out for the far side.  A          B\n" in run.stdout
    run = plan("validate", "p01.pddl", "-", text=text.replace("[10]", "[9]"))
    assert (run.returncode, run.stdout) == (14, "")
    assert "crossing 3: (cross-2 d c boat-1 near-side far-side) has the duration 9" in run.stderr


def written(text: str, instance: Instance) -> list[PlanAction]:
    """Return the actions of a plan as `--format plan` writes them."""
    plan = read_final_plan(text, "x")
    result = make_scheduled_result(instance, plan)
    return list(read_final_plan(result.render("plan"), "x"))


def test_interfering_actions_are_written_with_a_gap() -> None:
    """In PDDL 2.1, an action may not start at the very moment when an interfering action ends.

    VAL refuses the plan in the form of ONE_TORCH.
    """
    text = ONE_TORCH.format(slowest=10, third=13, fourth=15)
    found = written(text, make_instance("bridge-torch"))
    assert [float(action.start or 0) for action in found] == [0, 2.01, 3.02, 13.03, 15.04]
    assert [(str(action), action.duration) for action in found] == [
        (str(action), action.duration) for action in read_final_plan(text, "x")
    ]
    again = "\n".join(action.plan_line for action in found)
    assert [action.start for action in written(again, make_instance("bridge-torch"))] == [
        action.start for action in found
    ]
    tight = again.replace("2.01", "2.001").replace("3.02", "3.002")
    assert [float(action.start or 0) for action in written(tight, make_instance("bridge-torch"))] == [
        0,
        2.01,
        3.02,
        13.03,
        15.04,
    ]


def test_independent_actions_may_start_at_the_same_time() -> None:
    text = "0: (cross-2 d c boat-2 near-side far-side) [10]\n0: (cross-2 b a boat-1 near-side far-side) [2]"
    assert [action.start for action in written(text, make_instance("bridge-torch", boats=2))] == [0, 0]


def test_departures_interfere_if_the_puzzle_has_rules() -> None:
    """A departure changes the facts that the rules read, and every departure reads them."""
    couples = make_instance("jealous-couples", couples=2, capacity=2, boats=2)
    text = "0: (cross-2 a aw boat-1 left-bank right-bank) [1]\n0: (cross-2 b bw boat-2 left-bank right-bank) [1]"
    first, second = written(text, couples)
    assert (first.start, second.start) == (0, Fraction(1, 100))
    waits = text.replace("0: (cross-2 b", "7: (cross-2 b")
    assert [action.start for action in written(waits, couples)] == [0, 7]
