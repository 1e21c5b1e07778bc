"""Validation against two PDDL files: mutated plans, outdated files and PDDL by other authors.

A plan is valid if and only if it is a plan of the two files.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pddl_oracle
import pytest
from budget import scale
from conftest import RunCommand, assert_invalid, assert_refused

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import InvalidPlanError, PddlError, PlanError
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.puzzle import load
from ferryplan.planner.plan_validation import validate_plan
from ferryplan.planner.plans.plan_execution import parse_task
from ferryplan.planner.result import Answer

TASKS = {
    "couples strips": ("jealous-couples", {"couples": 2, "capacity": 2}, "strips", "named"),
    "couples counted": ("jealous-couples", {"couples": 2, "capacity": 2}, "strips", "counted"),
    "farmer adl": ("wolf-goat-cabbage", {}, "adl", "named"),
    "farmer axioms": ("wolf-goat-cabbage", {}, "axioms", "named"),
    "perishables strips": ("perishables", {}, "strips", "named"),
    "missionaries numeric": ("missionaries-cannibals", {"missionaries": 3, "cannibals": 3, "capacity": 2}, "numeric", "counted"),
    "oars costs": ("paid-oars", {"missionaries": 2, "cannibals": 2, "capacity": 2}, "costs", "named"),
    "houses strips": ("four-houses", {}, "strips", "named"),
    "houses adl": ("four-houses", {}, "adl", "named"),
    "queens strips": ("queens", {"queens": 4}, "strips", "named"),
    "sum strips": ("cryptarithm", {"sum": "A + A = BC"}, "strips", "named"),
    "sum adl": ("cryptarithm", {"sum": "A + A = BC"}, "adl", "named"),
    "sudoku strips": ("sudoku", {"givens": "1234341221434.21"}, "strips", "named"),
    "sudoku adl": ("sudoku", {"givens": "1.34341221434.21"}, "adl", "named"),
}  # fmt: skip


def pddl_of(case: str) -> Pddl:
    puzzle, parameters, dialect, encoding = TASKS[case]
    return generate(instantiate(load(puzzle), parameters), dialect, encoding)


def found_by_search(pddl: Pddl) -> list[PlanAction]:
    """Return a plan that a depth-first search of the PDDL finds without a planner."""
    task = parse_task(pddl)
    came: dict[PddlState, tuple[PddlState, GroundAction] | None] = {task.initial: None}
    stack = [task.initial]
    while stack:
        state = stack.pop()
        if task.is_goal(state):
            plan = []
            while (step := came[state]) is not None:
                state = step[0]
                plan.append(PlanAction(*step[1]))
            return plan[::-1]
        for move, after in task.successors(state):
            if after not in came:
                came[after] = state, move
                stack.append(after)
    raise AssertionError("no plan")


def mutated(plan: list[PlanAction], names: list[str], objects: list[str], chance: random.Random) -> list[PlanAction]:
    """Return a copy of a plan with one change."""
    copy = list(plan)
    place = chance.randrange(len(plan))
    action = copy[place]
    match chance.randrange(12):
        case 0:
            del copy[place]
        case 1:
            copy.insert(place, action)
        case 2:
            copy.insert(chance.randrange(len(plan) + 1), action)
        case 3 if place:
            copy[place - 1], copy[place] = copy[place], copy[place - 1]
        case 4:
            del copy[place:]
        case 5:
            copy.reverse()
        case 6:
            chance.shuffle(copy)
        case 7 if action.arguments:
            arguments = list(action.arguments)
            arguments[chance.randrange(len(arguments))] = chance.choice(objects)
            copy[place] = action._replace(arguments=tuple(arguments))
        case 8:
            copy[place] = action._replace(arguments=(*action.arguments, chance.choice(objects)))
        case 9:
            copy[place] = action._replace(name=chance.choice(names))
        case 10:
            copy.insert(
                place, PlanAction(chance.choice(["fly", "cross-02", "safe", "land", "place", "wait"]), ("to", "moon"))
            )
        case 11:
            copy = [step for step in copy if step.name != action.name]
    return copy


def verdict(pddl: Pddl, plan: list[PlanAction]) -> bool | list[PlanAction]:
    """Return whether a plan is judged valid, or the whole plan if validation had to complete it."""
    try:
        judged = validate_plan(pddl.problem, "\n".join(map(str, plan)) or "; nothing", domain=pddl.domain)
    except PlanError:
        return False
    return list(judged.plan) if format_message("plans.auxiliary-added") in judged.notes else True


@pytest.mark.parametrize("case", TASKS)
def test_verdicts_on_mutated_plans_match_the_oracle(case: str) -> None:
    pddl = pddl_of(case)
    task = pddl_oracle.read_task(pddl.domain, pddl.problem)
    plan = found_by_search(pddl)
    assert verdict(pddl, plan) is True
    names = [action.name for action in task.actions]
    objects = sorted({name for named in task.objects.values() for name in named})
    chance = random.Random(case)
    refused_plans = 0
    for _ in range(number := scale(15)):
        changed = mutated(plan, names, objects, chance)
        valid = pddl_oracle.is_plan(task, [(action.name, *action.arguments) for action in changed])
        judged = verdict(pddl, changed)
        if isinstance(judged, list):
            assert not valid
            judged = not pddl_oracle.is_plan(task, [(action.name, *action.arguments) for action in judged])
        assert judged is valid, changed
        refused_plans += not valid
    assert refused_plans >= number / 2


def stated(plan: list[PlanAction]) -> str:
    return "\n".join(map(str, plan))


def without_auxiliary(case: str) -> Iterator[PlanAction]:
    principal = "cross" if TASKS[case][0] not in ("four-houses", "queens", "cryptarithm", "sudoku") else "place"
    return (action for action in found_by_search(pddl_of(case)) if action.name.split("-")[0] == principal)


@pytest.mark.parametrize(
    "case", ["couples strips", "farmer axioms", "perishables strips", "oars costs", "sum strips", "sum adl"]
)
def test_plans_without_auxiliary_actions_are_completed_with_a_note(case: str) -> None:
    pddl = pddl_of(case)
    bare = list(without_auxiliary(case))
    judged = validate_plan(pddl.problem, stated(bare), domain=pddl.domain)
    assert format_message("plans.auxiliary-added") in judged.notes
    for stated_cost, noted in ((len(bare), False), (99, True)):
        notes = validate_plan(
            pddl.problem, f"{stated(bare)}\n; cost = {stated_cost} (unit cost)", domain=pddl.domain
        ).notes
        assert any(f"is {stated_cost}, but" in note for note in notes) is noted
    assert len(judged.plan) > len(bare)
    assert [action._replace(line=0) for action in judged.plan if action._replace(line=0) in bare] == bare
    task = pddl_oracle.read_task(pddl.domain, pddl.problem)
    assert pddl_oracle.is_plan(task, [(action.name, *action.arguments) for action in judged.plan])


@pytest.mark.parametrize("name", ["hanoi", "gripper", "blocks", "ferry", "wolf-goat-cabbage", "queens"])
def test_empty_plan_is_invalid_for_every_catalog_puzzle(name: str) -> None:
    """No initial state of these puzzles satisfies the goal, since nobody has moved yet."""
    instance = instantiate(load(name), {})
    with pytest.raises(InvalidPlanError):
        validate_plan(generate(instance).problem, "; nothing is done\n")


def test_plan_of_another_dialect_is_rejected() -> None:
    strips, adl = (
        pddl_of("couples strips"),
        generate(instantiate(load("jealous-couples"), {"couples": 2, "capacity": 2}), "adl"),
    )
    plan = found_by_search(strips)
    with pytest.raises(PlanError, match="the domain has no such action"):
        validate_plan(adl.problem, stated(plan), domain=adl.domain)
    crossings = [action for action in plan if action.name.startswith("cross")]
    assert validate_plan(adl.problem, stated(crossings), domain=adl.domain).notes == ()
    assert validate_plan(strips.problem, stated(crossings), domain=strips.domain).notes == (
        format_message("plans.auxiliary-added"),
    )


@pytest.fixture
def ferry(tmp_path: Path, plan: RunCommand) -> Path:
    """Return a folder with a catalog puzzle whose rule a test removes, and its PDDL in the dialect adl."""
    source = Path(__file__).parents[2] / "domains" / "crossing" / "wolf-goat-cabbage.toml"
    (tmp_path / "ferry.toml").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    assert plan("generate", "ferry.toml", "--dialect", "adl", "-o", "out").returncode == 0
    return tmp_path


EATEN = """(cross-2 farmer cabbage left-bank right-bank)
(cross-1 farmer right-bank left-bank)
(cross-2 farmer goat left-bank right-bank)
(cross-1 farmer right-bank left-bank)
(cross-2 farmer wolf left-bank right-bank)
"""


def test_puzzle_changed_after_generation_is_noted(ferry: Path, plan: RunCommand) -> None:
    (ferry / "eaten.plan").write_text(EATEN)
    text = (ferry / "ferry.toml").read_text(encoding="utf-8")
    assert_invalid(plan("validate", "out/p01.pddl", "eaten.plan"), "crossing 1", "the goat", "without the farmer")
    without = text[: text.index("[[rules]]")] + text[text.rindex("[[rules]]") :]
    assert without != text
    (ferry / "ferry.toml").write_text(without, encoding="utf-8")
    # the PDDL decides: it still forbids the move that the puzzle now allows
    assert_invalid(plan("validate", "out/p01.pddl", "eaten.plan"), "line 1: (cross-2 farmer cabbage", "changed after")
    told = plan("validate", "out/p01.pddl", "-", text=stated(found_by_search(pddl_of("farmer adl"))))
    assert told.returncode == 0, told.stderr
    assert "changed after this PDDL was generated" in told.stdout


def test_hand_edited_pddl_is_validated_with_a_note(ferry: Path, plan: RunCommand) -> None:
    """The edited goal demands less, so the plan is valid for the files but not for the puzzle."""
    problem = ferry / "out" / "p01.pddl"
    text = problem.read_text()
    (goal,) = [line for line in text.splitlines() if "(at wolf right-bank)" in line and "left" not in line]
    problem.write_text(
        text.replace("(at wolf right-bank)", "(at wolf left-bank)").replace(
            "(at cabbage right-bank)", "(at cabbage left-bank)"
        )
    )
    assert goal
    (ferry / "short.plan").write_text("(cross-2 farmer goat left-bank right-bank)\n")
    told = plan("validate", "out/p01.pddl", "short.plan")
    assert told.returncode == 0, told.stderr
    assert "1 action; it is applicable" in told.stdout
    assert "differs from what ferryplan generates for the puzzle 'ferry.toml'" in told.stdout
    assert "the plan is valid for this PDDL, but not for the puzzle as it is now" in told.stdout
    told = plan("narrate", "out/p01.pddl", "short.plan")
    assert told.returncode == 0, told.stderr
    assert "The plan is valid for this PDDL, but not for the puzzle as it is now" in told.stdout
    assert "1  Cross 2 farmer, goat from left bank to right bank." in told.stdout
    # an edited domain counts, too
    domain = ferry / "out" / "domain.pddl"
    domain.write_text(domain.read_text().replace("(:action cross-2", "(:action row-2"))
    assert_invalid(plan("validate", "out/p01.pddl", "short.plan"), "the domain has no such action")


def test_plan_for_another_problem_is_recognized(tmp_path: Path, plan: RunCommand) -> None:
    for couples, folder in ((2, "two"), (3, "three")):
        plan("generate", "--couples", str(couples), "--capacity", "2", "--dialect", "adl", "-o", folder)
    other = (tmp_path / "three" / "p01.pddl").read_text()
    name = other[other.index("(problem ") + 9 :].split(")")[0]
    text = f";;!problem: {name}\n(cross-2 a aw left-bank right-bank)\n(cross-1 c right-bank left-bank)\n"
    assert_invalid(
        plan("validate", "two/p01.pddl", "-", text=text),
        "the problem has no object 'c'; is the plan for another problem?",
        f"the plan says that it is for the problem '{name}'",
    )


LAMPS = (
    "(define (domain lamps) (:predicates (lit ?x)) (:action press :parameters (?x) :precondition (not (lit ?x)) :effect (lit ?x)))",
    "(define (problem one) (:domain lamps) (:objects a b) (:init) (:goal (and (lit a) (lit b))))",
)


def test_plan_for_user_written_pddl_is_validated(tmp_path: Path, plan: RunCommand) -> None:
    (tmp_path / "domain.pddl").write_text(LAMPS[0])
    (tmp_path / "p01.pddl").write_text(LAMPS[1])
    told = plan("validate", "p01.pddl", "-", text="(press a)\n(press b)\n")
    assert told.stdout == "-: valid: 2 actions; each is applicable, and the plan reaches the goal.\n"
    assert_invalid(
        plan("validate", "p01.pddl", "-", text="(press a)\n(press a)\n"),
        "line 2: (press a) cannot be applied: (lit a) holds, but must be false",
    )
    (tmp_path / "domain.pddl").rename(tmp_path / "elsewhere.pddl")
    assert_refused(plan("validate", "p01.pddl", "-", text="(press a)\n"), "p01.pddl: there is no comment line")
    assert (
        plan("validate", "p01.pddl", "-", "--domain", "elsewhere.pddl", text="(press a)\n(press b)\n").returncode == 0
    )
    (tmp_path / "elsewhere.pddl").write_text(LAMPS[0].replace("domain lamps", "domain lights"))
    read_on = plan("validate", "p01.pddl", "-", "--domain", "elsewhere.pddl", text="(press a)\n(press b)\n")
    assert read_on.returncode == 0
    assert (
        "p01.pddl:1:32: the problem is for the domain 'lamps', but elsewhere.pddl defines the domain 'lights'"
        in read_on.stderr
    )


def test_validate_plan_accepts_pddl_that_belongs_to_no_puzzle() -> None:
    judged = validate_plan(LAMPS[1], "(press b)(press a)", domain=LAMPS[0])
    assert isinstance(judged, Answer)
    assert (judged.status, judged.cost, len(judged.plan)) == ("valid", 2, 2)
    with pytest.raises(PddlError, match="no comment line"):
        validate_plan(LAMPS[1], "(press b)(press a)")


def test_missing_puzzle_is_noted_with_a_domain_and_refused_without() -> None:
    pddl = pddl_of("farmer adl")
    problem = pddl.problem.replace("; puzzle: wolf-goat-cabbage", "; puzzle: gone")
    plan = "\n".join(map(str, found_by_search(pddl)))
    judged = validate_plan(problem, plan, domain=pddl.domain)
    (note,) = judged.notes
    assert note.startswith("ferryplan uses the two PDDL files alone, without the puzzle (")
    assert isinstance(judged, Answer)
    with pytest.raises(PddlError, match="there is no puzzle named 'gone'"):
        validate_plan(problem, plan)
