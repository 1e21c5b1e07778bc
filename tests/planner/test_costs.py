"""Costs from end to end: engines against brute force, replay of tick actions, output formats."""

from __future__ import annotations

import json

import oracle
import pytest
from budget import draw_cases
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS
from support import make_instance

from ferryplan.generator.crossing.instance import Crossing
from ferryplan.generator.errors import PlanError
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.generator.solution import replay_moves
from ferryplan.planner.engines.registry import ENGINES, choose_engine
from ferryplan.planner.engines.session import Session
from ferryplan.planner.plan_validation import validate_plan
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.result import Result

CASES = [
    ("bridge-torch", {"paces": (3, 7, 7, 20)}),
    ("bridge-torch", {"paces": (1, 4, 6, 8, 10), "capacity": 3}),
    ("bridge-torch", {"paces": (4, 4), "capacity": 1}),
    ("paid-oars", {}),
    ("paid-oars", {"missionaries": 4, "missionary_fee": 4, "cannibal_fee": 0}),
    ("jealous-couples", {"couples": 2, "capacity": 2}),
]
ABLE = [
    ("fast-downward-opt", "strips"),
    *(
        (engine.name, "costs" if "costs" in engine.dialects else "strips")
        for engine in ENGINES.values()
        if {"strips", "costs"} & {*engine.dialects} and engine.name != "aries"
    ),
]


@pytest.mark.parametrize(
    ("engine", "dialect", "puzzle", "parameters"),
    [
        pytest.param(*case, marks=() if engine.startswith("pyperplan") else pytest.mark.engines)
        for number, (engine, dialect) in enumerate(ABLE)
        for case in draw_cases(
            [
                (engine, dialect, *one)
                for one in (*CASES[number:], *CASES[:number])
                if dialect == "costs" or one[1].get("cannibal_fee") != 0
            ],
            1,
        )
    ],
    ids=str,
)
def test_engines_find_the_cheapest_solution(
    puzzle: str, parameters: dict[str, object], engine: str, dialect: str, worker: Session
) -> None:
    result = solve(load(puzzle), parameters, engine=engine, dialect=dialect, timeout=MAX_WAIT_SECONDS, session=worker)
    least = oracle.PUZZLES[puzzle](**parameters).find_least_total()
    if least is None:
        assert result.status in ("unsolvable", "unknown")
    elif ENGINES[engine].optimal:
        assert (result.status, result.solution.total.cost) == ("optimal", least[0])
    else:
        assert result.status == "solved"
        assert result.solution.total.cost >= least[0]


def test_engine_choice_selects_costs_dialect_if_the_puzzle_has_costs() -> None:
    assert choose_engine("fast-downward-opt")[1] == "strips"
    assert choose_engine("fast-downward-opt", has_costs=True)[1] == "costs"
    assert choose_engine("pyperplan", has_costs=True)[1] == "strips"


# Rote 2002: 2 + 1 + 10 + 2 + 2 minutes
BRIDGE = make_instance("bridge-torch")
CROSSINGS = [Crossing(0b0011, 0, 1), Crossing(1, 1, 0), Crossing(0b1100, 0, 1), Crossing(2, 1, 0), Crossing(3, 0, 1)]
COSTS = [2, 1, 10, 2, 2]
TWO = generate(make_instance("bridge-torch", paces=[1, 2]))
ACTIONS = [
    "(cross-2 a b near-side far-side tick-3)",
    "(tick tick-3 tick-2)",
    "(tick tick-2 tick-1)",
    "(tick tick-1 departed)",
    "(safe near-side departed landed)",
    "(safe far-side landed ready)",
]


def test_replay_adds_up_the_costs() -> None:
    solution = replay_moves(BRIDGE, CROSSINGS)
    assert solution.total == (17, 5)
    assert [BRIDGE.crossing_cost(step.move.load) for step in solution.steps] == COSTS


def test_replay_counts_tick_actions_as_time() -> None:
    assert validate_plan(TWO.problem, "".join(ACTIONS)).solution.total == (2, 1)


@pytest.mark.parametrize(
    ("actions", "found"),
    [
        (
            [ACTIONS[0], *ACTIONS[2:]],
            r"\(tick tick-2 tick-1\) cannot be applied: \(now tick-2\) does not hold",
        ),
        ([*ACTIONS[:3], *ACTIONS[4:]], r"\(now departed\) does not hold"),
        ([*ACTIONS[:4], ACTIONS[3], *ACTIONS[4:]], r"\(now tick-1\) does not hold"),
        (
            [ACTIONS[0].replace("tick-3", "departed"), *ACTIONS[4:]],
            r"\(load-2 a b departed\) does not hold",
        ),
        (ACTIONS[:-1], r"the goal does not hold after the last action: \(now ready\) does not hold"),
        (
            [ACTIONS[0].replace(" tick-3", ""), *ACTIONS[1:]],
            r"the arguments do not match \(cross-2 \?first - traveller",
        ),
        ([*ACTIONS, "(tock tick-1)"], "the domain has no such action"),
    ],
)
def test_replay_rejects_wrong_tick_actions(actions: list[str], found: str) -> None:
    with pytest.raises(PlanError, match=found):
        validate_plan(TWO.problem, "".join(actions))


@pytest.mark.parametrize("dialect", ["strips", "costs"])
def test_plan_without_auxiliary_actions_is_completed(dialect: str) -> None:
    plan = "(cross-2 a b near-side far-side)"
    judged = validate_plan(generate(make_instance("bridge-torch", paces=[1, 2]), dialect).problem, plan)
    assert judged.solution.total == (2, 1)
    assert len(judged.notes) == 1


def test_solution_formats_show_the_costs() -> None:
    result = Result(BRIDGE, "valid", "", "costs", "named", replay_moves(BRIDGE, CROSSINGS))
    lines = result.render("text").splitlines()
    assert lines[-1] == "17 minutes in 5 crossings. Valid: it breaks no rule and reaches the goal."
    assert "   Crossing                        Minutes  Near side  Far side" in lines
    assert "3  C and D cross to the far side.       13  A          B C D" in lines
    assert "| 3 | C and D cross to the far side. | 13 | A | B C D |" in result.render("markdown")
    data = json.loads(result.render("json"))
    assert (data["cost"], data["unit"], data["crossings"]) == (17, "minute", 5)
    assert [step["cost"] for step in data["steps"]] == COSTS
    assert "cost" not in json.loads(
        Result(make_instance("wolf-goat-cabbage"), "unknown", "", "adl", "named").render("json")
    )


@pytest.mark.parametrize(
    ("dialect", "engine", "cost"),
    [
        ("strips", "pyperplan", "51 (unit cost)"),
        pytest.param("costs", "fast-downward-opt", "17 (general cost)", marks=pytest.mark.engines),
    ],
)
def test_validate_reports_the_cost(dialect: str, engine: str, cost: str, plan: RunCommand) -> None:
    plan("generate", "bridge-torch", "--dialect", dialect, "-o", dialect)
    written = plan("bridge-torch", "--dialect", dialect, "--engine", engine, "--format", "plan").stdout
    assert written.endswith(f"; cost = {cost}\n")
    run = plan("validate", f"{dialect}/p01.pddl", "-", text=written)
    assert (
        run.stdout
        == "-: valid: 17 minutes in 5 crossings; every crossing keeps the rules, and the plan reaches the goal.\n"
    )
    run = plan("validate", f"{dialect}/p01.pddl", "-", "--format", "json", text=written)
    assert json.loads(run.stdout) == {
        "valid": True, "puzzle": "bridge-torch", "crossings": 5, "cost": 17, "unit": "minute", "solutions": None, "unique": None, "notes": [],
    }  # fmt: skip
