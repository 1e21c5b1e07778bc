"""Plan files: reading, writing, and the order of actions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import RunCommand, assert_invalid, assert_refused
from hypothesis import given
from hypothesis import strategies as st

from ferryplan.generator.errors import PlanError
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.plans.plan import format_plan_file
from ferryplan.planner.plans.plan_reading import read_final_plan, read_plans

times = st.integers(0, 10**9).map(lambda millionths: Fraction(millionths, 10**6))
words = st.from_regex("[a-z][a-z0-9-]{0,8}", fullmatch=True)


def plans(start: st.SearchStrategy[Fraction | None]) -> st.SearchStrategy[list[PlanAction]]:
    """Generate plans in which all actions or no actions have a start time."""
    arguments = st.lists(words, max_size=4).map(tuple)
    return st.lists(st.builds(PlanAction, words, arguments, st.just(0), start, st.none() | times), max_size=8)


@given(plans(times) | plans(st.none()))
def test_written_plan_is_read_back_in_time_order(actions: list[PlanAction]) -> None:
    """A written plan is read back in the order of execution.

    Actions are sorted by time; actions with equal times keep their order.
    """
    found = read_final_plan(format_plan_file(actions, "d", "p"), "x")
    assert [action._replace(line=0) for action in found] == sorted(actions, key=lambda action: action.start or 0)


@given(plans(times))
def test_start_times_determine_the_order_of_plan_actions(actions: list[PlanAction]) -> None:
    """Actions with different times follow each other by time, in any order of the lines."""
    unlike = list({action.start: action for action in actions}.values())
    orders = (unlike, unlike[::-1], sorted(unlike, key=str))
    found = {
        tuple(a._replace(line=0) for a in read_final_plan(format_plan_file(order, "d", "p"), "x")) for order in orders
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0: (a)\n1: (b)", []),
        ("1: (b)\n0: (a)", []),
        ("(a)\n(b)", []),
        (
            "0: (a)\n1: (c)\n0: (b)",
            [
                "the actions on lines 1 and 3 start at the same time (0); such actions must not interfere with each other"
            ],
        ),
        (
            "2: (a)\n2: (b)\n3: (c)\n3: (d)",
            [
                "the actions on lines 1 and 2 start at the same time (2), and so does 1 more group; such actions must not interfere"
            ],
        ),
    ],
)
def test_equal_start_times_are_noted(text: str, told: list[str]) -> None:
    plan = read_plans(text, "x").choose_plan()
    classical = plan.without_times()
    assert plan.notes == ()
    assert all(action.start is None for action in classical.actions)
    assert [action.name for action in classical.actions] == ["a", "b", "c", "d"][: len(plan.actions)]
    assert [note.startswith(start) for note, start in zip(classical.notes, told, strict=True)] == [True] * len(told)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0: (a)\n-1.5: (b)", "x:2: found '-1.5', expected a time of 0 or more"),
        ("0: (a) [1]\n1: (b) [-0.5]", "x:2: found '-0.5', expected a duration of 0 or more"),
        ("0: (a)\n(b)", "x:2: found '(b)', expected a time before each action"),
        ("(a)\n\n1: (b)", "x:3: found '1.0: (b)', expected no time"),
        ("1e999999999: (a)", "x:1: found '1e999999999: (a)', expected an action"),
        ("inf: (a)", "x:1: found 'inf: (a)', expected an action"),
    ],
)
def test_invalid_times_are_rejected_with_their_line(text: str, found: str) -> None:
    with pytest.raises(PlanError) as error:
        read_final_plan(text, "x")
    assert str(error.value).startswith(found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(a)\n; cost = 1 (unit cost)", []),
        ("(a)\n; cost = 5 (general cost)", []),
        ("; Cost: 5.000\n(a)", []),
        ("; MetricValue 5.00\n; NrActions 1\n(a)", []),
        ("(a)\n; cost = 99 (unit cost)", ["line 2 says that the number of actions is 99, but it is 1"]),
        ("(a)\n; cost = 99 (general cost)", ["line 2 says that the cost of the plan is 99, but it is 5"]),
        ("(a)\n;;; metric 1", ["line 2 says that the cost of the plan is 1, but it is 5"]),
        ("; Plan cost: 4.5\n(a)", ["line 1 says that the cost of the plan is 4.5, but it is 5"]),
        ("; NrActions 2\n(a)", ["line 1 says that the number of actions is 2, but it is 1"]),
        ("0: (a) [5]\n; makespan 5.01", []),
        ("0: (a) [5]\n; makespan 6", ["line 2 says that the time at which the plan ends is 6, but it is 5"]),
    ],
)
def test_wrong_stated_costs_are_noted(text: str, told: list[str]) -> None:
    """The plan has one action, which costs 5."""
    assert list(read_plans(text, "x").choose_plan().describe_wrong_costs(5)) == told


def test_stated_cost_without_metric_counts_the_actions() -> None:
    assert not list(read_plans("(a)\n(b)\n; cost = 2 (general cost)", "x").choose_plan().describe_wrong_costs(None))
    assert list(read_plans("(a)\n(b)\n; cost = 3", "x").choose_plan().describe_wrong_costs(None))


TWO = "(a)\n(b)\n; cost = 2 (unit cost)\n(c)\n; cost = 1 (unit cost)\n"


def test_last_of_several_plans_is_chosen_by_default() -> None:
    file = read_plans(TWO, "x")
    assert [[action.name for action in plan.actions] for plan in file.plans] == [["a", "b"], ["c"]]
    assert file.choose_plan() == replace(file.plans[1], notes=file.choose_plan().notes)
    assert "2 plans" in file.choose_plan().notes[0]
    assert [action.name for action in file.choose_plan(1).actions] == ["a", "b"]
    for plan in file.plans:
        assert not list(plan.describe_wrong_costs(None))
    for number in (0, 3):
        with pytest.raises(PlanError, match=f"^x: there is no plan {number}; the file holds 2 plans$"):
            file.choose_plan(number)
    with pytest.raises(PlanError, match=r"^x: there is no plan 2; the file holds 1 plan$"):
        read_plans("(a)", "x").choose_plan(2)


@pytest.mark.parametrize("heading", [";;!domain: d\n;;!problem: p\n", "; Cost: 1.0\n; Time 0.1\n", "; Solution 2\n"])
def test_heading_comments_separate_plans(heading: str) -> None:
    file = read_plans(f"{heading}(a)\n{heading}(b)\n", "x")
    assert [[action.name for action in plan.actions] for plan in file.plans] == [["a"], ["b"]]


def test_text_after_a_plan_is_ignored_with_a_note() -> None:
    plan = read_plans("(a)\n\nThe end.\nReally.\n", "x").choose_plan()
    assert [action.name for action in plan.actions] == ["a"]
    assert plan.notes == ("ignored the text after the plan (from line 3 on)",)


def test_explicit_empty_plan_is_accepted_but_empty_text_rejected() -> None:
    assert read_final_plan(format_plan_file((), "d", "p"), "x") == ()
    assert (
        read_final_plan("; a comment\n", "x")
        == read_final_plan("[]", "x")
        == read_final_plan('{"plan": []}', "x")
        == ()
    )
    for nothing in ("", "\n", " \t\r\n", "; cost = 3\n"):
        with pytest.raises(PlanError, match=r"^x: the file holds no action"):
            read_final_plan(nothing, "x")


def test_plan_parser_accepts_times_comments_and_capitals_of_planners() -> None:
    text = """\ufeff;;!domain: d
; a comment with (parentheses)
0.000: (CROSS-1 Aw Left-Bank Right-Bank) [1.0]

  1: (cross-1 aw\tright-bank left-bank)[0.001] ; behind
.2e1: (a b)3.:(c)
; cost = 4 (unit cost)
"""
    assert read_final_plan(text, "x") == (
        PlanAction("cross-1", ("aw", "left-bank", "right-bank"), 3, Fraction(0), Fraction(1)),
        PlanAction("cross-1", ("aw", "right-bank", "left-bank"), 5, Fraction(1), Fraction(1, 1000)),
        PlanAction("a", ("b",), 6, Fraction(2)),
        PlanAction("c", (), 6, Fraction(3)),
    )


def test_written_plan_has_val_header_and_cost_line() -> None:
    assert (
        format_plan_file([PlanAction("a", ("b",))], "d", "p")
        == ";;!domain: d\n;;!problem: p\n(a b)\n; cost = 1 (unit cost)\n"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("(a)\nhello\n(b)", 2),
        ("hello\n(a)", 1),
        ("(a)\n(b", 2),
        ("(a)\n0: b", 2),
        ("(a (b))", 1),
        ("\n\n(a", 3),
        ("()", 1),
        ("(a))", 1),
        ("\x00\x01", 1),
    ],
)
def test_malformed_plan_is_rejected_with_its_line(text: str, line: int) -> None:
    with pytest.raises(PlanError, match=rf"^x:{line}: found .*, expected"):
        read_final_plan(text, "x")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. a x\n2. b y\n5. c z\n", "x:3: found '5. c z', expected the number 3"),
        ("4) a(x)\n6) b(y)\n5) c(z)", "x:2: found '6) b(y)', expected the number 5"),
        ("[\n\na(x),\nb(y\n]", "x:4: found '(y', expected a comma, or ] at the end of the plan"),
    ],
)
def test_error_names_the_number_or_sign_that_is_expected(text: str, said: str) -> None:
    with pytest.raises(PlanError) as caught:
        read_plans(text, "x")
    assert str(caught.value) == said


def test_only_the_plan_section_of_a_val_report_is_read() -> None:
    section = "Plan to validate:\n\nPlan size: 2\n1:\n(a x)\n\n2:\n(b y)\n\nPlan Validation details\n-----\n"
    (plan,) = read_plans(f"1:\n(before x)\n{section}3:\n(after z)\n", "x").plans
    assert [(action.name, action.start) for action in plan.actions] == [("a", 1), ("b", 2)]


def test_costs_before_or_after_their_plans_separate_plans() -> None:
    for text in ("; cost = 1\n(a)\n; cost = 2\n(b)\n(c)\n", "(a)\n; cost = 1\n(b)\n(c)\n; cost = 2\n"):
        file = read_plans(text, "x")
        assert [[action.name for action in plan.actions] for plan in file.plans] == [["a"], ["b", "c"]]
        assert not any([*plan.describe_wrong_costs(None)] for plan in file.plans)


@pytest.mark.parametrize(("text", "names"), [("a x; b y", ["a", "b"]), ("a x", ["a"]), ("(stop)", ["stop"])])
def test_plan_on_one_line_is_read(text: str, names: list[str]) -> None:
    (plan,) = read_plans(text, "x").plans
    assert [action.name for action in plan.actions] == names


CROSSINGS = {
    0: "(cross-2 farmer goat left-bank right-bank)",
    1: "(cross-1 farmer right-bank left-bank)",
    2: "(cross-2 farmer wolf left-bank right-bank)",
    3: "(cross-2 farmer goat right-bank left-bank)",
    4: "(cross-2 farmer cabbage left-bank right-bank)",
    5: "(cross-1 farmer right-bank left-bank)",
    6: "(cross-2 farmer goat left-bank right-bank)",
}


def stamped(times: Mapping[int, float]) -> str:
    """Return the crossings as lines with their times, in the order of the mapping."""
    return "".join(f"{time}: {CROSSINGS[number]}\n" for number, time in times.items())


def test_validate_and_narrate_check_times_and_costs(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "wolf-goat-cabbage", "--dialect", "adl", "-o", ".")
    ask = ("validate", "p01.pddl", "-")
    good = "\n".join(CROSSINGS.values())
    shuffled = stamped({number: number / 2 for number in (3, 6, 0, 5, 1, 4, 2)})
    late = stamped({number: number or 10 for number in CROSSINGS})
    equal = stamped(dict.fromkeys(CROSSINGS, 3))
    for text in (good, shuffled):
        run = plan(*ask, text=text)
        assert (run.returncode, len(run.stdout.splitlines())) == (0, 1)
    assert_invalid(plan(*ask, text=late), "-: crossing 1")
    for bad in (shuffled.replace("0.5:", "-0.5:"), f"{good}\n7: {CROSSINGS[0]}"):
        assert_refused(plan(*ask, text=bad), "-:")
    assert_invalid(plan(*ask, text=equal), "-: line 2: (cross-1 farmer", "actions that start at the same time")
    for verb in (ask, ("narrate", *ask[1:])):
        for cost, is_wrong in ((7, False), (99, True)):
            run = plan(*verb, "--format", "json", text=f"{good}\n; cost = {cost} (unit cost)\n")
            assert any(f"is {cost}, but" in note for note in json.loads(run.stdout)["notes"]) is is_wrong
    assert "line 8 says that the number of actions is 99" in plan(*ask, text=f"{good}\n;;; metric 99\n").stdout


def test_plan_number_selects_one_of_several_plans(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "wolf-goat-cabbage", "--dialect", "adl", "-o", ".")
    cost = "\n; cost = 7 (unit cost)\n"
    good, short = "\n".join(CROSSINGS.values()) + cost, "\n".join(list(CROSSINGS.values())[:6]) + cost
    for verb in ("validate", "narrate"):
        ask = (verb, "p01.pddl", "-")
        run = plan(*ask, text=short + good)
        assert run.returncode == 0
        assert "2 plans" in run.stdout
        assert plan(*ask, "--plan-number", "2", text=short + good).returncode == 0
        assert_invalid(plan(*ask, "--plan-number", "1", text=short + good), "does not reach the goal")
        assert_invalid(plan(*ask, text=good + short), "does not reach the goal")
        assert_refused(
            plan(*ask, "--plan-number", "3", text=good + short), "there is no plan 3; the file holds 2 plans"
        )
        assert_refused(plan(*ask, "--plan-number", "0", text=good), "--plan-number")


def test_validate_accepts_several_plan_formats(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "wolf-goat-cabbage", "--dialect", "adl", "-o", ".")
    bare = [crossing.strip("()") for crossing in CROSSINGS.values()]
    steps = "".join(f"        {number}: {crossing.upper()}\n" for number, crossing in enumerate(bare))
    forms = (
        plan("wolf-goat-cabbage", "--dialect", "adl", "--engine", "pyperplan", "--format", "json").stdout,
        f"ff: found legal plan as follows\n\n{steps}\n\ntime spent:    0.00 seconds\n",
        "".join(f"{number}. {crossing}\n" for number, crossing in enumerate(bare, 1)),
    )
    for text in forms:
        run = plan("validate", "p01.pddl", "-", text=text)
        assert (run.returncode, run.stderr) == (0, "")
        assert "valid: 7 crossings" in run.stdout
    assert_invalid(plan("validate", "p01.pddl", "-", text=forms[1].replace("CROSS-1", "FLY-1")), "fly-1")
    assert_refused(plan("validate", "p01.pddl", "-", text=forms[2].replace("3. ", "4. ")), "-:3: found '4. ")
    assert_refused(
        plan("validate", "p01.pddl", "-", text="Search stopped without finding a solution."),
        "the file does not hold a plan; it holds the text 'Search stopped without finding a solution.'",
    )
