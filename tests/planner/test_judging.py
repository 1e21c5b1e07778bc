"""Plans are valid if and only if they are plans of the two PDDL files: mutated plans, stale files, PDDL of others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pddl_oracle
import pytest
from conftest import Run, invalid, refused

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import InvalidPlanError, PddlError, PlanError
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.pddl.states import State
from ferryplan.generator.puzzle import load
from ferryplan.planner.plans.execution import task_of
from ferryplan.planner.result import Answer
from ferryplan.planner.validation import judge

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


def found_by_search(pddl: Pddl) -> list[Action]:
    """A plan: the PDDL searched depth first, no planner asked."""
    task = task_of(pddl)
    came: dict[State, tuple[State, GroundAction] | None] = {task.initial: None}
    stack = [task.initial]
    while stack:
        state = stack.pop()
        if task.is_goal(state):
            plan = []
            while (step := came[state]) is not None:
                state = step[0]
                plan.append(Action(*step[1]))
            return plan[::-1]
        for move, after in task.moves(state):
            if after not in came:
                came[after] = state, move
                stack.append(after)
    raise AssertionError("no plan")


def mutated(plan: list[Action], names: list[str], objects: list[str], chance: random.Random) -> list[Action]:
    """A plan with one thing changed."""
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
                place, Action(chance.choice(["fly", "cross-02", "safe", "land", "place", "wait"]), ("to", "moon"))
            )
        case 11:
            copy = [step for step in copy if step.name != action.name]
    return copy


def verdict(pddl: Pddl, plan: list[Action]) -> bool | list[Action]:
    """Whether a plan is judged valid; if it had to be completed, the whole of it."""
    try:
        judged = judge(pddl.problem, "\n".join(map(str, plan)) or "; nothing", domain=pddl.domain)
    except PlanError:
        return False
    return list(judged.plan) if format_message("plans.auxiliary-added") in judged.notes else True


@pytest.mark.parametrize("case", TASKS)
def test_mutated_plans_are_judged_as_an_interpreter_does(case: str) -> None:
    pddl = pddl_of(case)
    task = pddl_oracle.read(pddl.domain, pddl.problem)
    plan = found_by_search(pddl)
    assert verdict(pddl, plan) is True
    names = [action.name for action in task.actions]
    objects = sorted({name for named in task.objects.values() for name in named})
    chance = random.Random(case)
    refused_plans = 0
    for _ in range(40):
        changed = mutated(plan, names, objects, chance)
        valid = pddl_oracle.is_plan(task, [(action.name, *action.arguments) for action in changed])
        judged = verdict(pddl, changed)
        if isinstance(judged, list):
            assert not valid
            judged = not pddl_oracle.is_plan(task, [(action.name, *action.arguments) for action in judged])
        assert judged is valid, changed
        refused_plans += not valid
    assert refused_plans >= 20


def stated(plan: list[Action]) -> str:
    return "\n".join(map(str, plan))


def without_auxiliary(case: str) -> Iterator[Action]:
    principal = "cross" if TASKS[case][0] not in ("four-houses", "queens", "cryptarithm", "sudoku") else "place"
    return (action for action in found_by_search(pddl_of(case)) if action.name.split("-")[0] == principal)


@pytest.mark.parametrize(
    "case", ["couples strips", "farmer axioms", "perishables strips", "oars costs", "sum strips", "sum adl"]
)
def test_plans_without_auxiliary_actions_are_completed_with_a_note(case: str) -> None:
    pddl = pddl_of(case)
    bare = list(without_auxiliary(case))
    judged = judge(pddl.problem, stated(bare), domain=pddl.domain)
    assert format_message("plans.auxiliary-added") in judged.notes
    for stated_cost, noted in ((len(bare), False), (99, True)):
        notes = judge(pddl.problem, f"{stated(bare)}\n; cost = {stated_cost} (unit cost)", domain=pddl.domain).notes
        assert any(f"is {stated_cost}, but" in note for note in notes) is noted
    assert len(judged.plan) > len(bare)
    assert [action._replace(line=0) for action in judged.plan if action._replace(line=0) in bare] == bare
    task = pddl_oracle.read(pddl.domain, pddl.problem)
    assert pddl_oracle.is_plan(task, [(action.name, *action.arguments) for action in judged.plan])


@pytest.mark.parametrize("name", ["hanoi", "gripper", "blocks", "ferry", "wolf-goat-cabbage", "queens"])
def test_a_plan_without_actions_solves_no_puzzle(name: str) -> None:
    """At no start of these puzzles is the goal reached: nobody has moved anything yet."""
    instance = instantiate(load(name), {})
    with pytest.raises(InvalidPlanError):
        judge(generate(instance).problem, "; nothing is done\n")


def test_a_plan_of_one_dialect_is_none_of_another() -> None:
    strips, adl = (
        pddl_of("couples strips"),
        generate(instantiate(load("jealous-couples"), {"couples": 2, "capacity": 2}), "adl"),
    )
    plan = found_by_search(strips)
    with pytest.raises(PlanError, match="the domain has no such action"):
        judge(adl.problem, stated(plan), domain=adl.domain)
    crossings = [action for action in plan if action.name.startswith("cross")]
    assert judge(adl.problem, stated(crossings), domain=adl.domain).notes == ()
    assert judge(strips.problem, stated(crossings), domain=strips.domain).notes == (
        format_message("plans.auxiliary-added"),
    )


@pytest.fixture
def ferry(tmp_path: Path, plan: Run) -> Path:
    """A folder with a puzzle of ours whose rule is about to go, and its PDDL in the dialect adl."""
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


def test_a_puzzle_that_has_changed_since(ferry: Path, plan: Run) -> None:
    (ferry / "eaten.plan").write_text(EATEN)
    text = (ferry / "ferry.toml").read_text(encoding="utf-8")
    invalid(plan("validate", "out/p01.pddl", "eaten.plan"), "crossing 1", "the goat", "without the farmer")
    without = text[: text.index("[[rules]]")] + text[text.rindex("[[rules]]") :]
    assert without != text
    (ferry / "ferry.toml").write_text(without, encoding="utf-8")
    # the PDDL has the last word: it still forbids what the puzzle now allows
    invalid(plan("validate", "out/p01.pddl", "eaten.plan"), "line 1: (cross-2 farmer cabbage", "changed after")
    told = plan("validate", "out/p01.pddl", "-", text=stated(found_by_search(pddl_of("farmer adl"))))
    assert told.returncode == 0, told.stderr
    assert "changed after this PDDL was generated" in told.stdout


def test_pddl_that_was_changed_by_hand(ferry: Path, plan: Run) -> None:
    """A goal that asks for less: the plan is one of the files, and not one of the puzzle."""
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
    # the domain counts as well
    domain = ferry / "out" / "domain.pddl"
    domain.write_text(domain.read_text().replace("(:action cross-2", "(:action row-2"))
    invalid(plan("validate", "out/p01.pddl", "short.plan"), "the domain has no such action")


def test_a_plan_for_other_parameters_is_told_as_that(tmp_path: Path, plan: Run) -> None:
    for couples, folder in ((2, "two"), (3, "three")):
        plan("generate", "--couples", str(couples), "--capacity", "2", "--dialect", "adl", "-o", folder)
    other = (tmp_path / "three" / "p01.pddl").read_text()
    name = other[other.index("(problem ") + 9 :].split(")")[0]
    text = f";;!problem: {name}\n(cross-2 a aw left-bank right-bank)\n(cross-1 c right-bank left-bank)\n"
    invalid(
        plan("validate", "two/p01.pddl", "-", text=text),
        "the problem has no object 'c'; is the plan for another problem?",
        f"the plan says that it is for the problem '{name}'",
    )


LAMPS = (
    "(define (domain lamps) (:predicates (lit ?x)) (:action press :parameters (?x) :precondition (not (lit ?x)) :effect (lit ?x)))",
    "(define (problem one) (:domain lamps) (:objects a b) (:init) (:goal (and (lit a) (lit b))))",
)


def test_pddl_that_no_puzzle_gave(tmp_path: Path, plan: Run) -> None:
    (tmp_path / "domain.pddl").write_text(LAMPS[0])
    (tmp_path / "p01.pddl").write_text(LAMPS[1])
    told = plan("validate", "p01.pddl", "-", text="(press a)\n(press b)\n")
    assert told.stdout == "-: valid: 2 actions; each is applicable, and the plan reaches the goal.\n"
    invalid(
        plan("validate", "p01.pddl", "-", text="(press a)\n(press a)\n"),
        "line 2: (press a) cannot be applied: (lit a) holds, but must be false",
    )
    (tmp_path / "domain.pddl").rename(tmp_path / "elsewhere.pddl")
    refused(plan("validate", "p01.pddl", "-", text="(press a)\n"), "p01.pddl: there is no comment line")
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


def test_what_judge_returns_without_a_puzzle() -> None:
    judged = judge(LAMPS[1], "(press b)(press a)", domain=LAMPS[0])
    assert isinstance(judged, Answer)
    assert (judged.status, judged.cost, len(judged.plan)) == ("valid", 2, 2)
    with pytest.raises(PddlError, match="no comment line"):
        judge(LAMPS[1], "(press b)(press a)")
