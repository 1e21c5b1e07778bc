"""One plan written in many ways: every action in the text is read or mentioned in the verdict.

The plans are known by construction (`benchmarks/mutated_texts.py`); the texts of planners are typed after their real output.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from conftest import RunCommand, assert_invalid, assert_refused

from ferryplan.generator.errors import InvalidPlanError, PlanError
from ferryplan.planner.plan_validation import validate_plan
from ferryplan.planner.plans.plan_reading import read_final_plan

ROOT = Path(__file__).parent.parent.parent
SPEC = importlib.util.spec_from_file_location("mutated_texts", ROOT / "benchmarks" / "mutated_texts.py")
assert SPEC is not None
assert SPEC.loader is not None
texts = importlib.util.module_from_spec(SPEC)
sys.modules["mutated_texts"] = texts
SPEC.loader.exec_module(texts)

PLAN = texts.PLANS[0]
WRITTEN = [f"({' '.join(action)})" for action in PLAN]
CALLS = [f"{name}({', '.join(arguments)})" for name, *arguments in PLAN]
WORDS = [" ".join(action) for action in PLAN]
STAMPED = [f"{number / 1000:.5f}: {action}" for number, action in enumerate(WRITTEN, 1)]
NUMBERED = [f"{number}. {action}" for number, action in enumerate(WRITTEN, 1)]
COSTED = "".join(f"{words} (1)\n" for words in WORDS)

WHOLE = {
    "semicolons": "; ".join(WRITTEN),
    "semicolons, two a line": "; ".join(WRITTEN[:2]) + "\n" + "; ".join(WRITTEN[2:]),
    "double semicolons": " ;; ".join(WRITTEN),
    "commas": ", ".join(WRITTEN),
    "a sentence": ", ".join(WRITTEN[:-1]) + ", and finally " + WRITTEN[-1] + ".",
    "arrows": " -> ".join(WRITTEN),
    "signs for greater": " > ".join(WRITTEN),
    "slashes": " / ".join(WRITTEN),
    "slashes and bare words": " / ".join(WORDS),
    "lines that go on": " \\\n".join(WRITTEN),
    "Unicode arrows": " → ".join(WRITTEN),
    "arrows and bare words": " -> ".join(WORDS),
    "bare words by semicolon": "; ".join(WORDS),
    "then": ", then ".join(CALLS),
    "calls side by side": " ".join(CALLS),
    "numbers on one line": " ".join(NUMBERED),
    "numbered calls on one line": " ".join(f"{number}) {call}" for number, call in enumerate(CALLS, 1)),
    "heading on the line": "Plan: " + ", ".join(WRITTEN),
    "brackets": "[" + ", ".join(WRITTEN) + "]",
    "quoted": "\n".join(f'"{action}",' for action in WRITTEN),
    "numbers in brackets": "\n".join(f"[{number}] {action}" for number, action in enumerate(WRITTEN)),
    "HTML": "<br>".join(action.replace("(", "&#40;") for action in WRITTEN),
    "HTML list": "<ol><li>" + "</li><li>".join(WORDS) + "</li></ol>",
    "Windows": "\r\n".join(WRITTEN),
    "tabs and capitals": "\n".join(f"\t{action.upper()}" for action in WRITTEN),
    "JSON with a text": json.dumps({"plan": "; ".join(WRITTEN)}),
    "planning.domains": json.dumps(
        {
            "status": "ok",
            "result": {
                "cost": 6,
                "output": f"Solution found!\n{COSTED}Plan length: 6 step(s).\n",
                "plan": [{"name": action, "action": f"(:action {action[1:]}"} for action in WRITTEN],
            },
        }
    ),
    "planning as a service": json.dumps({"status": "ok", "result": {"output": {"sas_plan": "\n".join(WRITTEN)}}}),
    "Fast Downward": f"[t=0.01s, 9 KB] Solution found!\n{COSTED}[t=0.01s, 9 KB] Plan length: 6 step(s).\n",
    "BFWS": "--[1 / 0]--\nPlan found with cost: 6\nBFS search completed\n" + "\n".join(STAMPED) + "\n",
    "LAPKT": "Plan found with cost: 6\nFast-BFS search completed in 0.001 secs\nPlan found:\n" + "\n".join(STAMPED).upper(),
    "PDDL4J": "found plan as follows:\n\n"
    + "\n".join(f"{number:02d}: (  {words} ) [0]" for number, words in enumerate(WORDS))
    + "\n\ntime spent:  0.01 seconds parsing\n",
    "TFD": "\n".join(f"{stamped} [1.0]" for stamped in STAMPED) + "\n",
    "OPTIC": "; Plan found with metric 6.000\n; States evaluated so far: 9\n" + "\n".join(f"{one}  [0.001]" for one in STAMPED),
    "ENHSP": "Problem Solved\n\nFound Plan:\n" + "\n".join(STAMPED) + "\n\nPlan-Length:6\n",
    "PANDA": "==>\n" + "\n".join(f"{number} {words}" for number, words in enumerate(WORDS)) + "\nroot 6\n<==\n",
    "unified-planning": "SequentialPlan:\n" + "\n".join(f"    {call.removesuffix('()')}" for call in CALLS),
    "cpddl": ";; Optimal Cost: 6\n;; Length: 6\n" + "\n".join(WRITTEN),
}  # fmt: skip


@pytest.mark.parametrize("kind", WHOLE)
def test_every_action_of_a_plan_text_is_parsed(kind: str) -> None:
    judged = validate_plan(texts.CARRY, WHOLE[kind], domain=texts.PORTER)
    assert [(action.name, *action.arguments) for action in judged.plan] == list(PLAN)
    assert not any("not read" in note for note in judged.notes), judged.notes


TAIL = "\n".join(WRITTEN[1:])
LOST = {
    "a comment on the line": (f"{WRITTEN[0]}\n{WRITTEN[1]} ; and {WRITTEN[2]}\n" + "\n".join(WRITTEN[3:]), "ignored the action (pick blue"),
    "a comment": (f"; {WRITTEN[0]}\n{TAIL}", "ignored the action (sit-down) on line 1"),
    "two comments": (
        "\n".join([f"; {WRITTEN[0]}", f"; {WRITTEN[1]}", *WRITTEN[2:]]),
        f"ignored 2 actions, the first of them {WRITTEN[0]} on line 1",
    ),
    "behind the plan": ("\n".join(WRITTEN[:3]) + "\nthen do move kitchen garden and so on", "ignored the action (move kitchen garden) on line 4"),
    "outside the fences": (f"First {WRITTEN[0]}\n```\n{TAIL}\n```", "ignored the action (sit-down) on line 1"),
    "a fence that is no plan": (f"```\n{WRITTEN[0]} oh\n{WRITTEN[1]}\n```\n```\n{TAIL}\n```", "the code block that starts on line 1 (line 2: found"),
    "a second key": (json.dumps({"plan": WRITTEN[1:], "more": WRITTEN[:1]}), "ignored the action (sit-down) on line 1"),
    "several plans": (f"{WRITTEN[0]}\n; cost = 1\n{TAIL}\n; cost = 5\n", "the file holds 2 plans; this is the last"),
}  # fmt: skip


@pytest.mark.parametrize("kind", LOST)
def test_rejection_names_the_text_that_was_ignored(kind: str) -> None:
    text, said = LOST[kind]
    with pytest.raises(InvalidPlanError) as caught:
        validate_plan(texts.CARRY, text, domain=texts.PORTER)
    assert said in str(caught.value)
    assert any(said in note for note in caught.value.notes)


def test_actions_with_up_to_two_words_between_their_objects_are_noticed() -> None:
    """At most two words that name no object may stand between two objects."""
    name, *objects = PLAN[2]
    for fillers, found in ((0, True), (1, True), (2, True), (3, False)):
        mention = f"{name} {' '.join([objects[0], *['very'] * fillers, *objects[1:]])}"
        with pytest.raises(InvalidPlanError) as caught:
            validate_plan(texts.CARRY, "\n".join([*WRITTEN[:2], f"; {mention}", *WRITTEN[3:]]), domain=texts.PORTER)
        assert (f"ignored the action {WRITTEN[2]} on line 3" in str(caught.value)) == found, fillers


@pytest.mark.parametrize("times", [1, 2, 3])
def test_plan_repeated_in_comments_is_not_reported_as_lost(times: int) -> None:
    repeated = [f"; {action}" for action in WRITTEN] * times
    assert validate_plan(texts.CARRY, "\n".join([*repeated, *WRITTEN]), domain=texts.PORTER).notes == ()


def test_comments_are_not_reported_as_lost_actions() -> None:
    """Conditions, remarks about actions and comments on their own lines are not lost actions."""
    text = "; first pick a ball, then move\n" + "\n".join(f"{action} ; (robot-in kitchen)" for action in WRITTEN)
    assert validate_plan(texts.CARRY, text, domain=texts.PORTER).notes == ()


def test_mutated_texts_lose_no_action_silently() -> None:
    found = Counter[str]()
    for text in texts.generate_texts(7, 500):
        result, says = texts.judge_text(text)
        found[result] += 1
        assert result != "LOST", (says, text.text)
    assert found["whole"] > 200


STEPS = [{"name": name, "args": arguments} for name, *arguments in PLAN]
TIMED = [{**step, "start": number} for number, step in enumerate(STEPS)]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([{**step, "start": f"0:0{9 - number}"} for number, step in enumerate(STEPS)], "x:1: found '0:09', expected a number under the key 'start'"),
        ([{**step, "time": True} for step in STEPS], "x:1: found 'true', expected a number under the key 'time'"),
        ([{**step, "start_time": "noon"} for step in STEPS], "x:1: found 'noon', expected a number under the key 'start_time'"),
        ([{**step, "start": 1, "duration": "long"} for step in STEPS], "x:1: found 'long', expected a number under the key 'duration'"),
        ([*TIMED[:-1], STEPS[-1]], "expected a time before each action, or before none"),
        ({"plan": STEPS[:3], "actions": STEPS[3:]}, "x: the keys 'plan' and 'actions' hold different plans; give only one of them"),
        ({"steps": WRITTEN[:3], "solution": "\n".join(WRITTEN)}, "x: the keys 'steps' and 'solution' hold different plans"),
        ({"plan": 5}, "x:1: found '5', expected a list of actions, or a text with them, under the key 'plan'"),
        ({"plan": False, "moves": WRITTEN}, "x:1: found 'false', expected a list of actions"),
        ({"plan": None}, "x:1: found 'null', expected a list of actions, or a text with them, under the key 'plan'"),
        ({"plan": {}}, "x:1: found '{}', expected a list of actions, or a text with them, under the key 'plan'"),
        ([{**step, "at": 9 - step["start"]} for step in TIMED], "expected the same number under 'start' and 'at'"),
    ],
)  # fmt: skip
def test_ambiguous_or_empty_json_plan_is_rejected(data: object, said: str) -> None:
    with pytest.raises(PlanError) as caught:
        read_final_plan(json.dumps(data), "x")
    assert said in str(caught.value)


def test_json_start_times_determine_the_order() -> None:
    """Start times determine the order in every number format; the same plan under two keys is one plan."""
    expected = [(action[0], action[1:]) for action in PLAN]
    for start in (lambda number: number, lambda number: f"{number / 10}", lambda number: number / 7):
        turned = [{**step, "start": start(number)} for number, step in enumerate(STEPS)][::-1]
        assert [(action.name, action.arguments) for action in read_final_plan(json.dumps(turned), "x")] == expected
    twice = {"plan": STEPS, "actions": WRITTEN}
    assert [(action.name, action.arguments) for action in read_final_plan(json.dumps(twice), "x")] == expected


def test_json_arguments_are_matched_by_parameter_name() -> None:
    """JSON objects have no order: the arguments of (move ?robot ?from ?to) are the same in any key order."""
    domain = """(define (domain walk) (:predicates (at ?r ?p))
        (:action move :parameters (?robot ?from ?to) :precondition (at ?robot ?from) :effect (and (at ?robot ?to) (not (at ?robot ?from)))))"""
    problem = (
        "(define (problem p) (:domain walk) (:objects rob hall attic) (:init (at rob hall)) (:goal (at rob attic)))"
    )
    for named in ({"to": "attic", "from": "hall", "robot": "rob"}, {"?Robot": "rob", "?to": "attic", "?from": "hall"}):
        read = validate_plan(problem, json.dumps([{"action": "move", "parameters": named}]), domain=domain)
        assert (read.status, read.notes) == ("valid", ())


def test_unknown_json_keys_and_unordered_steps_are_noted() -> None:
    unknown = validate_plan(texts.CARRY, json.dumps([{**step, "when": 1} for step in STEPS]), domain=texts.PORTER)
    assert unknown.notes == ("ignored the key 'when' of the actions",)
    turned = [{**step, "step": 9 - number} for number, step in enumerate(STEPS)]
    assert validate_plan(texts.CARRY, json.dumps(turned), domain=texts.PORTER).notes == (
        "the numbers under 'step' are not in ascending order; ferryplan kept the order of the list",
    )


def test_exit_codes_distinguish_invalid_from_unreadable_plans(plan: RunCommand, tmp_path: Path) -> None:
    """Exit code 14 stands for a readable but invalid plan, exit code 30 for an unreadable plan.

    As JSON, only the invalid plan yields false.
    """
    (tmp_path / "domain.pddl").write_text(texts.PORTER)
    (tmp_path / "p.pddl").write_text(texts.CARRY)
    for verb in ("validate", "narrate"):
        assert plan(verb, "p.pddl", "-", text="\n".join(WRITTEN)).returncode == 0
        assert_invalid(plan(verb, "p.pddl", "-", text="\n".join(WRITTEN[1:])), "(rested) does not hold")
        assert_invalid(plan(verb, "p.pddl", "-", text="(fly)"), "the domain has no such action")
        assert_refused(plan(verb, "p.pddl", "-", text="hello"), "-:1: found 'hello'")
        assert_refused(plan(verb, "p.pddl", "-", text=""), "-: the file holds no action")
        assert_invalid(plan(verb, "p.pddl", "-", text="; nothing to do\n"), "the goal does not hold")
    run = plan("validate", "p.pddl", "-", "--format", "json", text=f"; {WRITTEN[0]}\n{TAIL}")
    data = json.loads(run.stdout)
    assert (run.returncode, data["valid"]) == (14, False)
    assert data["notes"] == ["ignored the action (sit-down) on line 1"]
    assert_refused(plan("validate", "p.pddl", "-", "--format", "json", text="hello"), "-:1: found 'hello'")


def test_empty_plan_is_valid_if_goal_holds_initially(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(texts.PORTER)
    (tmp_path / "p.pddl").write_text(texts.CARRY.replace("(lies red garden) (lies blue garden) (rested)", "(tired)"))
    for text in ("; a comment\n", "; cost = 0 (unit cost)\n", "[]"):
        assert "valid: 0 actions" in plan("validate", "p.pddl", "-", text=text).stdout


@pytest.mark.parametrize(
    ("text", "code", "kind"),
    [
        ("\n".join(WRITTEN), 0, ""),
        ("; nothing\n", 14, "plan"),
        ("\n".join(WRITTEN[1:]), 14, "plan"),
        ("hello", 30, "unreadable-plan"),
        ("", 30, "unreadable-plan"),
    ],
)
def test_lint_exit_codes_match_those_of_validate(
    text: str, code: int, kind: str, plan: RunCommand, tmp_path: Path
) -> None:
    (tmp_path / "domain.pddl").write_text(texts.PORTER)
    (tmp_path / "p.pddl").write_text(texts.CARRY)
    (tmp_path / "a.plan").write_text(text)
    run = plan("lint", "domain.pddl", "p.pddl", "a.plan", "--format", "json")
    assert run.returncode == code, run.stdout
    assert {one["kind"] for one in json.loads(run.stdout)["findings"] if one["severity"] == "error"} == (
        {kind} if kind else set()
    )
