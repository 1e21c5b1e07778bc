"""Plan formats: random actions, rendered by hand in each format, are read back.

Text that is no plan is refused, with the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from budget import scale
from hypothesis import example, given, settings
from hypothesis import strategies as st
from processor_time import grows_linearly

from ferryplan.generator.errors import PlanError
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.plans.plan_reading import list_plan_formats, read_plans

NAMES = st.sampled_from(
    [
        "a",
        "b",
        "c",
        "d",
        "e1",
        "n0",
        "x_1",
        "cross-2",
        "left-bank",
        "load_2",
        "step",
        "action",
        "cost",
        "find",
        "no",
        "start",
        "end",
        "root",
        "occurs",
        "constant",
        "plan-b",
        "solution-2",
        "found",
        "move",
        "a--b",
        "metric",
        "length",
        "time",
        "safe-with-wolf",
        "none",
        "fraction-",
        "d-1",
        "best",
        "new",
    ]
)
PLANS = st.lists(
    st.builds(PlanAction, NAMES, st.lists(NAMES, min_size=1, max_size=4).map(tuple)), min_size=1, max_size=6
)
Render = Callable[[Sequence[PlanAction]], str]


def lines(each: Callable[[int, PlanAction], str], before: str = "", behind: str = "", first: int = 0) -> Render:
    return lambda plan: (
        before + "".join(f"{each(number, action)}\n" for number, action in enumerate(plan, first)) + behind
    )


def words(action: PlanAction) -> str:
    return " ".join((action.name, *action.arguments))


def call(action: PlanAction) -> str:
    return f"{action.name}({', '.join(action.arguments)})"


def close(action: PlanAction) -> str:
    return f"{action.name}({','.join(action.arguments)})"


def fact(step: int, action: PlanAction) -> str:
    arguments = "".join(f',constant("{argument}")' for argument in action.arguments)
    return f'occurs(action(("{action.name}"{arguments})),{step})'


LPG = "Plan computed:\n   Time: (ACTION) [action Duration; action Cost]\n"
RENDERINGS: dict[str, Render] = {
    "parentheses": lines(lambda _, a: f"({words(a)})", "; a comment\n"),
    "capitals": lines(lambda _, a: f"({words(a).upper()})"),
    "carriage returns": lambda plan: "".join(f"({words(a)})\r\n" for a in plan),
    "one line": lambda plan: " ".join(f"({words(a)})" for a in plan),
    "with the cost": lambda plan: f"{''.join(f'({words(a)})' for a in plan)}\n; cost = {len(plan)} (unit cost)\n",
    "BFWS": lambda plan: f"Plan found with cost: {len(plan)}\n" + "".join(f"({words(a).upper()})\n" for a in plan),
    "words": lines(lambda _, a: words(a)),
    "words in capitals": lines(lambda _, a: words(a).upper()),
    "calls": lines(lambda _, a: call(a)),
    "facts": lines(lambda _, a: f"{close(a)}."),
    "Lisp": lambda plan: f"({' '.join(f'({words(a)})' for a in plan)})",
    "numbers": lines(lambda n, a: f"{n}. ({words(a)})", first=1),
    "numbers and calls": lines(lambda n, a: f"{n}) {call(a)}", first=1),
    "numbers and words": lines(lambda n, a: f" {n}. {words(a)}", first=1),
    "equal numbers": lines(lambda _, a: f"1. ({words(a)})"),
    "steps": lines(lambda n, a: f"Step {n}: {words(a)}", first=1),
    "bullets": lines(lambda _, a: f"- `({words(a)})`", "My plan is this.\n\n"),
    "explained": lines(lambda n, a: f"{n}. **{call(a)}**\n   They cross, and nobody is harmed.", "# My plan\n\n"),
    "a heading": lines(lambda _, a: f"({words(a)})", "Here is the plan:\n\n", "\nThat is all, folks.\n"),
    "Begin plan": lines(lambda n, a: f"{n} ({words(a)})", "Begin plan\n", "End plan\n", first=1),
    "Markdown": lines(lambda _, a: f"({words(a)})", "So:\n```pddl\n", "```\nDone."),
    "JSON in Markdown": lambda plan: f"~~~json\n{json.dumps([words(a) for a in plan])}\n~~~",
    "JSON of texts": lambda plan: json.dumps([f"({words(a)})" for a in plan], indent=1),
    "JSON of lists": lambda plan: json.dumps([[a.name, *a.arguments] for a in plan]),
    "JSON of objects": lambda plan: json.dumps([{"name": a.name, "args": a.arguments} for a in plan]),
    "JSON with parameters": lambda plan: json.dumps(
        {"actions": [{"action": a.name, "parameters": dict(enumerate(a.arguments))} for a in plan]}
    ),
    "JSON with the cost": lambda plan: json.dumps({"cost": len(plan), "plan": [call(a) for a in plan], "seconds": 3}),
    "JSON of a service": lambda plan: json.dumps({"result": {"plan": [{"name": f"({words(a)})", "action": "(:action …)"} for a in plan]}}),
    "JSON with a plan file": lambda plan: json.dumps({"result": {"output": {"plan": "".join(f"({words(a)})\n" for a in plan)}}}),
    "Python's texts": lambda plan: repr([f"({words(a)})" for a in plan]),
    "Python's tuples": lambda plan: repr([(a.name, *a.arguments) for a in plan]),
    "unified-planning": lines(lambda _, a: f"    {call(a)}", "SequentialPlan:\n"),
    "unified-planning's result": lines(
        lambda _, a: f"    {call(a)}", "status: SOLVED_SATISFICING\nengine: e\nplan: SequentialPlan:\n", "metrics: {}\n"
    ),
    "unified-planning's list": lambda plan: f"[{', '.join(map(call, plan))}]",
    "unified-planning's repr": lambda plan: f"SequentialPlan([{', '.join(map(call, plan))}])",
    "FF": lines(
        lambda n, a: f"{'step' if not n else '    '} {n:4}: {words(a).upper()}",
        "ff: found legal plan as follows\n\n", "     \n\ntime spent:    0.00 seconds\n",
    ),
    "Fast Downward": lines(
        lambda _, a: f"{words(a)} (1)",
        "[t=0.1s, 10 KB] Solution found!\n[t=0.1s, 10 KB] Actual search time: 0.0s\n", "[t=0.1s, 10 KB] Plan length: 1 step(s).\n",
    ),
    "ENHSP": lines(lambda n, a: f"{n}.0: ({words(a)})", "Problem Solved\n\nFound Plan:\n", "\nPlan-Length:1\n"),
    "LPG": lines(lambda n, a: f" {n}.0000: ({words(a)}) [D:1.00; C:0.10]", LPG, "\n\nSolution number: 1\n"),
    "LPG's file": lines(lambda n, a: f"{n}.0003:   ({words(a).upper()}) [2.0000])", "\n; Version LPG-td-1.4\n; MakeSpan 9.00\n\n"),
    "POPF": lines(lambda n, a: f"{n}.001: ({words(a)})  [1.000]", "b (2.0 | 2.0)g;;;; Solution Found\n; Time 0.00\n"),
    "OPTIC": lines(
        lambda n, a: f"{n}.001: ({words(a)})  [1.000]",
        "; Plan found with metric 9.0\n; Time 0.00\n", "\n * All goal deadlines now no later than 9.0\n",
    ),
    "Madagascar": lines(lambda n, a: f"STEP {n}: {close(a)}", "PLAN FOUND: 9 steps\n", "1 actions in the plan.\n"),
    "Madagascar, together": lambda plan: f"STEP 0: {' '.join(map(close, plan))}\n",
    "PANDA": lines(lambda n, a: f"{n} {words(a)}", "Status: Solved\n==>\n", "root 7\n7 top -> m 0\n<==\n"),
    "PANDA, grounded": lines(lambda n, a: f"{n} {a.name}[{','.join(a.arguments)}]", "==>\n", "root 7\n<==\n"),
    "plasp": lambda plan: f"Answer: 1\n{' '.join(fact(n, a) for n, a in reversed(list(enumerate(plan))))}\nSATISFIABLE\n",
    "VAL": lines(
        lambda n, a: f"{n}:\n({words(a)})\n ", "Plan to validate:\n\nPlan size: 1\n", "\nPlan Validation details\n----------------------\n"
    ),
}  # fmt: skip


@settings(max_examples=scale(15))
@given(plan=PLANS)
# The name of an object; the text does not say that the planner has no plan.
@example(plan=[PlanAction("a", ("a",)), PlanAction("no", ("plan-b",))])
def test_plan_rendered_in_each_format_round_trips(plan: list[PlanAction]) -> None:
    for form, render in RENDERINGS.items():
        (found,) = read_plans(render(plan), form).plans
        assert [action[:2] for action in found.actions] == [action[:2] for action in plan], form


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("move a b\nand so on, and so forth", "and so on"),
        ('{"plan": ["(move a b)", "off, you go!"]}', "you go!"),
        ("```\nsome prose, really\n```", "some prose"),
        ("1. (move a b)\n3. (move b a)", "no step has the number 2, so an action may be missing"),
        ("1. (move a b)\n(turn c)\n2. (move b a)", "turn c"),
        ("1. (move a b)\n2. off, you go!", "ignored the text after the plan (from line 2 on)"),
    ],
)
def test_text_that_may_be_an_action_is_parsed_or_noted(text: str, kept: str) -> None:
    """Text that may be an action is never dropped silently: replay refuses unknown actions by name."""
    (plan,) = read_plans(text, "x").plans
    assert kept in [*(" ".join((one.name, *one.arguments)) for one in plan.actions), *plan.notes]


def test_plan_renderings_used_in_tests_cover_every_format() -> None:
    actions = [PlanAction("move", ("a", "b")), PlanAction("turn", ("c",))]
    found = {read_plans(render(actions), "x").format_name for render in RENDERINGS.values()}
    assert found == {form.name for form in list_plan_formats()} | {"Markdown"}


TIMED: dict[str, Callable[[PlanAction], str]] = {
    "": lambda a: f"{float(a.start or 0)}: ({words(a)}) [{float(a.duration or 0)}]",
    "Plan:": lambda a: f"{float(a.start or 0)}: {words(a)} [{float(a.duration or 0)}]",
    "TimeTriggeredPlan:": lambda a: f"    {float(a.start or 0)}: {call(a)} [{float(a.duration or 0)}]",
    "Plan computed:": lambda a: f" {float(a.start or 0)}: ({words(a)}) [D:{float(a.duration or 0)}; C:1.00]",
}
TIMES = st.integers(0, 9999).map(lambda hundredths: Fraction(hundredths, 100))
IN_TIME = st.lists(
    st.builds(PlanAction, NAMES, st.lists(NAMES, min_size=1, max_size=3).map(tuple), st.just(0), TIMES, TIMES),
    min_size=1, max_size=5, unique_by=lambda action: action.start,
)  # fmt: skip


@given(plan=IN_TIME)
def test_action_times_round_trip_in_every_timed_plan_format(plan: list[PlanAction]) -> None:
    by_time = sorted(plan, key=lambda action: action.start or 0)
    texts = [f"{head}\n" + "".join(f"{each(a)}\n" for a in plan) for head, each in TIMED.items()]
    fractions = (f"({a.start!r}, {call(a)}, {a.duration!r})" for a in plan)
    texts.append(f"TimeTriggeredPlan([{', '.join(fractions)}])")
    texts.append(
        json.dumps(
            [
                {"name": a.name, "args": a.arguments, "start": float(a.start or 0), "duration": float(a.duration or 0)}
                for a in plan
            ]
        )
    )
    for text in texts:
        (found,) = read_plans(text, "x").plans
        assert [action._replace(line=0) for action in found.actions] == by_time, text


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("The farmer takes the goat across, then returns.", 1, "The farmer takes the goat across, then returns."),
        ("Here is some prose without any plan", 1, "Here is some prose"),
        ("\n\n1. The farmer takes the goat\n2. The farmer returns", 3, "1. The farmer takes the goat"),
        ("wait", 1, "wait"),
        ("move,a,b\nmove,b,a", 1, "move,a,b"),
        ("<plan><move/></plan>", 1, "<move/>"),
        ("(define (domain d)\n  (:predicates (a)))", 1, "(define (domain d)"),
        ("def f(x):\n    return x", 1, "def f(x):"),
        ("(move a b)\n\x1b]0;title\x07", 2, "\\x1b"),
        ("(move a \u202eb)", 1, "\u202eb".encode("unicode_escape").decode()),
        ("PK\x03\x04\x00\x00", 1, "\\x03"),
        ("[", 1, "["),
        ("[" * 100_000, 1, "[[["),
        ('{"plan": ["(move a b)"', 1, '{"plan"'),
        ('["(move a b)",\n 3]', 1, "3"),
        ('{"seconds": 1}', 1, "seconds"),
        ("[move(a, b), turn(]", 1, "(]"),
        ("[move(a, b)", 1, ""),
        ("- (move a b)\nthen\n- (move b a)", 2, "then"),
        ("ff: found legal plan as follows\n\nstep    0: MOVE A B\n        1: \n        2: MOVE B A\n", 4, "1:"),
        ("Solution found!\nmove a b (1)\nmove b\nmove b a (1)\n", 3, "move b"),
        ("STEP 0: move(a,b)\nSTEP 1\nSTEP 2: move(b,a)\n", 2, "STEP 1"),
        ('Answer: 1\noccurs(action(("move",X)),1)', 2, "occurs"),
        ("Plan to validate:\n0:\n(move a b) - end\n", 3, "(move a b) - end"),
        ("Plan to validate:\n0:\n(move a b) - start\n", 3, "(move a b)"),
        ("```\n(a)\n```\n" * 101, 301, "```"),
    ],
)  # fmt: skip
def test_text_without_a_plan_is_rejected_with_its_line(text: str, line: int, found: str) -> None:
    with pytest.raises(PlanError) as error:
        read_plans(text, "x")
    assert str(error.value).startswith(f"x:{line}: found ")
    assert found in str(error.value)
    assert ", expected " in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "No plan found.", "I could not find a plan", "i could not find a plan", "There is no solution.", "unsolvable", "Problem unsolvable!",
        "status: UNSOLVABLE_PROVEN\nengine: e\nplan: None", "None", "ff: goal can be simplified to FALSE. No plan will solve it",
        "[t=0.01s, 9 KB] Completely explored state space -- no solution!", "; No solution found", "UNSAT\nUNSATISFIABLE",
    ],
)  # fmt: skip
def test_planner_message_without_a_plan_is_quoted(text: str) -> None:
    with pytest.raises(PlanError, match=r"^x:\d: the file does not hold a plan; it holds the text .+$"):
        read_plans(text, "x")


@pytest.mark.parametrize("sign", ["-", "=", "-="])
def test_long_rule_of_dashes_is_read_in_linear_time(sign: str) -> None:
    """Reading does not seek an arrow from each sign of a rule."""

    def read_rule(length: int) -> None:
        with pytest.raises(PlanError):
            read_plans(f"move a b {sign * (length // len(sign))}\nmove b", "x")

    assert grows_linearly(read_rule, 40_000)


def test_plan_file_over_10_million_characters_is_rejected() -> None:
    with pytest.raises(PlanError, match=r"^x: found 10,000,001 characters, expected a plan of at most 10,000,000$"):
        read_plans("(a)\n" * 2_500_000 + "\n", "x")


PIECES = st.sampled_from(
    [
        "(move a b)", "move(a, b)", "move a b", "0: ", "1. ", "- ", "[", "]", "{", "}", '"', ", ", "(", ")", "\n", " ", ";", "; cost = 3\n",
        "```\n", "Plan:\n", "SequentialPlan:", "==>\n", "root 0\n", "STEP 0: ", "Solution found!\n", "Found Plan:\n", "Answer: 1\n",
        "Plan to validate:\n", "occurs(action(", "Fraction(1, 0)", " - start", "step 0: ", "ff: found legal plan as follows\n",
        '{"plan": ', "[1]", "[1])", "-1: ", "\\u0000", "1e99: ", "TimeTriggeredPlan([",
    ]
)  # fmt: skip


@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map("".join)))
def test_any_text_is_parsed_or_rejected_with_plan_error(text: str) -> None:
    """Reading raises no other error, and the result has actions or states that the plan costs nothing."""
    try:
        file = read_plans(text, "x")
    except PlanError as error:
        said = str(error)
    else:
        assert all(plan.actions or not any(cost.amount for cost in plan.costs) for plan in file.plans)
        return
    assert re.fullmatch(
        r"x:(\d+:)? (found .*, (expected|not)|the file holds no action;|the file does not hold a plan;|the keys .* hold different plans;) .*",
        said,
    )
    assert said.isprintable()
