"""Test that `judge` loses no action silently when a plan is written in many ways.

    python benchmarks/mutated_texts.py [--number 2000] [--seed 1] [--show 5]

The plans are known by construction. Each text writes a plan in a random notation, with random separators, numbers,
quotes, line ends and capitals. Some texts are then damaged: with comments, with garbage between the actions, with a
part cut off or commented out. The outcomes are:

- `whole`: the judged actions are the actions of the text - `told`: some actions are missing, and the verdict says so -
`misread`: some actions are read as other actions, and the verdict names them - `refused`: the text is reported as
unreadable, with a line - `LOST`: some actions are missing, and the verdict does not say so

The program prints lost texts and, for each kind of text, the number of texts with each outcome. The exit code is 1 if
any action is lost.
"""

from __future__ import annotations

import argparse
import html
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ferryplan.generator.errors import InvalidPlanError, PlanError
from ferryplan.generator.generation import Pddl
from ferryplan.planner.plan_validation import validate_plan
from ferryplan.planner.plans.plan_execution import parse_task
from ferryplan.planner.plans.plan_reading import read_plans

Action = tuple[str, ...]

PORTER = """
(define (domain porter)
  (:requirements :strips)
  (:predicates (room ?r) (ball ?b) (hand ?h) (robot-in ?r) (lies ?b ?r) (holds ?h ?b) (empty ?h) (tired) (rested))
  (:action move :parameters (?from ?to)
    :precondition (and (room ?from) (room ?to) (robot-in ?from)) :effect (and (robot-in ?to) (not (robot-in ?from))))
  (:action pick :parameters (?b ?r ?h)
    :precondition (and (ball ?b) (room ?r) (hand ?h) (robot-in ?r) (lies ?b ?r) (empty ?h))
    :effect (and (holds ?h ?b) (not (lies ?b ?r)) (not (empty ?h))))
  (:action drop :parameters (?b ?r ?h)
    :precondition (and (ball ?b) (room ?r) (hand ?h) (robot-in ?r) (holds ?h ?b))
    :effect (and (lies ?b ?r) (empty ?h) (not (holds ?h ?b))))
  (:action sit-down :parameters () :precondition (tired) :effect (and (rested) (not (tired)))))
"""
CARRY = """
(define (problem carry) (:domain porter)
  (:objects kitchen garden red blue left right_1)
  (:init (room kitchen) (room garden) (ball red) (ball blue) (hand left) (hand right_1)
         (robot-in kitchen) (lies red kitchen) (lies blue kitchen) (empty left) (empty right_1) (tired))
  (:goal (and (lies red garden) (lies blue garden) (rested))))
"""
PLANS: Sequence[Sequence[Action]] = (
    (
        ("sit-down",),
        ("pick", "red", "kitchen", "left"),
        ("pick", "blue", "kitchen", "right_1"),
        ("move", "kitchen", "garden"),
        ("drop", "red", "garden", "left"),
        ("drop", "blue", "garden", "right_1"),
    ),
    (
        ("pick", "blue", "kitchen", "left"),
        ("move", "kitchen", "garden"),
        ("drop", "blue", "garden", "left"),
        ("move", "garden", "kitchen"),
        ("pick", "red", "kitchen", "left"),
        ("move", "kitchen", "garden"),
        ("sit-down",),
        ("drop", "red", "garden", "left"),
    ),
)
JOINERS = (
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\n\n",
    "; ",
    ";",
    ", ",
    ",",
    " -> ",
    " → ",
    " => ",
    " | ",
    " then ",
    ", then ",
    " ",
    "\t",
    ";\n",
    ",\n",
    " ->\n",
    "<br>\n",
    "<br/>",
    " && ",
    "\n-> ",
)
MARKERS = (
    "",
    "",
    "",
    "",
    "{}. ",
    "{}) ",
    "{}: ",
    "Step {}: ",
    "step {}: ",
    "- ",
    "* ",
    "{}.0: ",
    "[{}] ",
    "({}) ",
    "{} ",
)
QUOTES = ("", "", "", "", "", "", "`", '"', "'", "**")
GARBAGE = (
    "hello",
    "and so on",
    "(robot-in garden)",
    "...",
    "Total time: 0.5s",
    "---",
    "[state]",
    "OK",
    "# a heading",
    "// a remark",
    "The robot is now in the garden.",
    "; a comment",
    "; 3 of 8 done",
    "<!-- -->",
)


class PlanText(NamedTuple):
    """A text with its kind of damage, and the actions that it has outside commented lines."""

    kind: str
    text: str
    actions: list[Action]


def write_action(action: Action, notation: str) -> str:
    """Return an action in a notation."""
    name, *arguments = action
    match notation:
        case "parentheses":
            return f"({' '.join(action)})"
        case "call":
            return f"{name}({', '.join(arguments)})"
        case "tight call":
            return f"{name}({','.join(arguments)})"
        case "time":
            return f"{{}}.000: ({' '.join(action)})  [1.0]"
        case "cost":
            return f"{' '.join(action)} (1)"
    return " ".join(action)


def generate_texts(seed: int, number: int) -> Iterator[PlanText]:
    """Yield random plan texts."""
    chance = random.Random(seed)
    for _ in range(number):
        actions = list(chance.choice(PLANS))
        doubled = chance.random() < 0.1
        if doubled:
            actions.insert(chance.randrange(len(actions)), chance.choice(actions))
        if chance.random() < 0.15:
            yield write_as_data(actions, chance)
            continue
        text = write_as_text(actions, chance)
        damage = chance.choice(
            ["none", "none", "garbage", "cut off", "commented out", "remark", "wrapped", "tail", "split fence"]
        )
        yield damage_text(text, damage, chance)


def write_as_data(actions: list[Action], chance: random.Random) -> PlanText:
    """Return the actions as JSON or as Python lists; some texts hide an action in a comment."""
    objects = [{"name": name, "args": arguments} for name, *arguments in actions]
    listed: list[object] = chance.choice(
        [objects, [list(action) for action in actions], [f"({' '.join(action)})" for action in actions]]
    )
    kind = chance.choice(
        ["list", "object", "text", "joined text", "two keys", "python", "lines of JSON", "hidden in a comment"]
    )
    half = len(actions) // 2
    match kind:
        case "list":
            text = json.dumps(listed, indent=chance.choice([None, 2]))
        case "object":
            text = json.dumps({chance.choice(["plan", "actions", "steps", "solution"]): listed, "note": "done"})
        case "text":
            text = json.dumps({"plan": "\n".join(f"({' '.join(action)})" for action in actions)})
        case "joined text":
            text = json.dumps({"plan": chance.choice(JOINERS).join(f"({' '.join(action)})" for action in actions)})
        case "two keys":
            text = json.dumps({"plan": listed[:half], chance.choice(["actions", "steps", "rest"]): listed[half:]})
        case "python":
            text = str([tuple(action) for action in actions])
        case "lines of JSON":
            text = "\n".join(map(json.dumps, listed))
        case _:
            text = json.dumps([*listed[:half], f"; {write_action(actions[half], 'parentheses')}", *listed[half + 1 :]])
    return PlanText(f"data: {kind}", text, actions)


def write_as_text(actions: list[Action], chance: random.Random) -> PlanText:
    """Return the actions as text, one after the other, in a random notation."""
    notation = chance.choice(
        ["parentheses", "parentheses", "parentheses", "call", "tight call", "words", "time", "cost"]
    )
    marker = "" if notation == "time" else chance.choice(MARKERS)
    joiner, quote = chance.choice(JOINERS), chance.choice(QUOTES)
    first = chance.choice([0, 1, 1])
    parts = [
        f"{marker.format(number)}{quote}{write_action(action, notation).replace('{}', str(number))}{quote}"
        for number, action in enumerate(actions, first)
    ]
    per_line = chance.choice([1, 1, 1, 2, 3])
    text = "".join(
        part
        + ("" if number == len(parts) - 1 else "\n" if per_line > 1 and number % per_line == per_line - 1 else joiner)
        for number, part in enumerate(parts)
    )
    case = chance.choice(["lower", "lower", "lower", "upper", "title"])
    text = {"lower": text, "upper": text.upper(), "title": text.title()}[case]
    around = chance.choice(
        [
            "bare",
            "bare",
            "bare",
            "heading",
            "heading on the line",
            "fence",
            "brackets",
            "lisp",
            "html",
            "indented",
            "cost",
            "log",
        ]
    )
    match around:
        case "heading":
            text = f"Plan:\n{text}"
        case "heading on the line":
            text = f"Here is the plan: {text}"
        case "fence":
            text = f"The plan is\n```\n{text}\n```\nThat is all."
        case "brackets":
            text = f"[{text}]"
        case "lisp":
            text = f"({text})"
        case "html":
            text = html.escape(text)
        case "indented":
            text = "\n".join(f"\t  {line}  " for line in text.split("\n"))
        case "cost":
            text = f"{text}\n; cost = {len(actions)} (unit cost)\n"
        case "log":
            text = f"Solution found!\n{text}\nPlan length: {len(actions)} step(s).\n"
    return PlanText(f"{notation} {joiner!r}", text, actions)


def damage_text(text: PlanText, damage: str, chance: random.Random) -> PlanText:
    """Return a text with a change between the actions or at the end."""
    lines, actions = text.text.split("\n"), text.actions
    place = chance.randrange(len(lines))
    garbage = chance.choice(GARBAGE)
    match damage:
        case "garbage":
            lines.insert(place, garbage)
        case "cut off":
            whole = "\n".join(lines)
            cut = chance.randrange(len(whole) // 2, len(whole))
            return PlanText("cut off", whole[:cut], find_actions(whole[:cut], actions))
        case "commented out":
            lines[place] = f"; {lines[place]}"
            return PlanText(
                "commented out", "\n".join(lines), find_actions("\n".join(lines[:place] + lines[place + 1 :]), actions)
            )
        case "remark":
            lines[place] += chance.choice([" ; a remark", " ;; (move on)", " # a remark", " (a remark)"])
        case "wrapped":
            lines[place] = re.sub(" ", "\n    ", lines[place], count=1)
        case "tail":
            lines += ["", chance.choice(["The end.", "Plan found in 0.1 s", "Cost: 6", garbage])]
        case "split fence":
            lines[place:place] = ["```", "```"]
    return PlanText(damage if damage != "none" else text.kind, "\n".join(lines), actions)


def find_actions(text: str, actions: list[Action]) -> list[Action]:
    """Return the actions whose words are all in a text, in order."""
    words, position, found = re.findall(r"[\w-]+", text.lower()), 0, []
    for action in actions:
        size = len(action)
        here = next(
            (at for at in range(position, len(words) - size + 1) if tuple(words[at : at + size]) == action), None
        )
        if here is not None:
            found.append(action)
            position = here + size
    return found


TASK = parse_task(Pddl(PORTER, CARRY))
MISREAD = "is the plan for another problem?"
ADMITTED_LOSS = re.compile(r"not read|ignored|plans; this is|different plans|all of them are read")


def judge_text(text: PlanText) -> tuple[str, str]:
    """Return the outcome for a text, and the notes or the error of the verdict."""
    try:
        found = validate_plan(CARRY, text.text, domain=PORTER)
        says, read = " ".join(found.notes), [(action.name, *action.arguments) for action in found.plan]
    except InvalidPlanError as error:
        says = str(error)
        chosen = read_plans(text.text, "the plan", TASK).choose_plan()
        read = [(action.name, *action.arguments) for action in chosen.actions]
    except PlanError as error:
        return ("refused" if re.match(r"the plan(:\d+|: )", str(error)) else "LOST"), str(error)
    if read == text.actions:
        return "whole", says
    lost = Counter(text.actions) - Counter(read)
    if not lost:  # A remark may be read as an action; the verdict then names it.
        return "whole", says
    if MISREAD in says:
        return "misread", says
    return ("told" if ADMITTED_LOSS.search(says) else "LOST"), says


def main() -> None:
    """Judge the texts, and print the outcomes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--what", nargs="+", default=["LOST"])
    asked = parser.parse_args()
    tally, kinds = Counter[str](), dict[str, Counter[str]]()
    for text in generate_texts(asked.seed, asked.number):
        result, says = judge_text(text)
        tally[result] += 1
        kinds.setdefault(text.kind, Counter())[result] += 1
        if result in asked.what and tally[result] <= asked.show:
            print(f"--- {result}: {text.kind}: {says}\n{text.text}\n")
    for kind, results in sorted(kinds.items()):
        print(f"{kind:32} {dict(results)}")
    print(dict(tally))
    sys.exit(1 if tally["LOST"] else 0)


if __name__ == "__main__":
    main()
