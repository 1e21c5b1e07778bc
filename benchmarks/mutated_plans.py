"""Change plans at random, and compare the verdicts of `judge` with VAL's.

    python benchmarks/mutated_plans.py VALIDATE [--each 40] [--puzzles NAME,…] [--dialects DIALECT,…] [--seed 1] [--kept FOLDER]
    python benchmarks/mutated_plans.py VALIDATE --files FOLDER [FOLDER …] [--each 40] [--seed 1] [--kept FOLDER]

VALIDATE is VAL's program (https://github.com/KCL-Planning/VAL). The program takes one plan of an engine for the small
instance of each puzzle in each dialect and encoding, and makes `--each` changed plans: actions are removed, doubled,
exchanged, shuffled, reversed or inserted, arguments and names are changed, and times are changed, equal, falling or
negative. With `--files`, each folder has a `domain.pddl` and a `p01.pddl`, and the plans of all installed engines are
changed; equal plans count once. `--kept` keeps the plans for the next run. The program prints each plan on which the
two verdicts differ, and how often they agree. Plans without auxiliary actions, which `judge` completes, are counted
separately.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from val import find_plans, generate_pairs, run_program

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.pddl_files import solve_pddl_texts
from ferryplan.planner.plan_validation import validate_plan
from ferryplan.planner.plans.plan_reading import read_final_plan
from ferryplan.planner.result import Answer

MAX_SECONDS = 60
"""The time limit of an engine and of VAL, in seconds."""


def mutate_plan(plan: list[PlanAction], words: list[str], chance: random.Random) -> tuple[str, str]:
    """Return the kind of a random mutation of a plan, and the text of the mutated plan."""
    copy = list(plan)
    place, other = chance.randrange(len(plan)), chance.randrange(len(plan))
    action = copy[place]
    timed = action.start is not None
    changes = [
        "left out",
        "doubled",
        "exchanged",
        "cut short",
        "argument",
        "more arguments",
        "fewer arguments",
        "name",
        "foreign",
        "kind left out",
    ]
    changes += (
        ["later", "duration", "negative"]
        if timed
        else ["shuffled", "turned round", "stamped", "falling", "equal", "moved"]
    )
    match what := chance.choice(changes):
        case "left out":
            del copy[place]
        case "doubled":
            copy.insert(other, action)
        case "exchanged":
            copy[place], copy[other] = (
                copy[other]._replace(start=action.start, duration=action.duration),
                action._replace(start=copy[other].start, duration=copy[other].duration),
            )
        case "moved":
            copy.insert(other, copy.pop(place))
        case "cut short":
            del copy[place:]
        case "argument" if action.arguments:
            arguments = list(action.arguments)
            arguments[chance.randrange(len(arguments))] = chance.choice(words)
            copy[place] = action._replace(arguments=tuple(arguments))
        case "more arguments":
            copy[place] = action._replace(arguments=(*action.arguments, chance.choice(words)))
        case "fewer arguments":
            copy[place] = action._replace(arguments=action.arguments[:-1])
        case "name":
            copy[place] = action._replace(name=copy[other].name)
        case "foreign":
            copy.insert(
                place,
                action._replace(
                    name=chance.choice(["fly", "cross-02", "land", "suppose", "reach-goal"]), arguments=("to", "moon")
                ),
            )
        case "kind left out":
            copy = [one for one in copy if one.name != action.name]
        case "shuffled":
            chance.shuffle(copy)
        case "turned round":
            copy.reverse()
        case "stamped" | "falling" | "equal":
            stamps = {"stamped": range(len(copy)), "falling": range(len(copy), 0, -1), "equal": [0] * len(copy)}[what]
            copy = [one._replace(start=Fraction(stamp)) for one, stamp in zip(copy, stamps, strict=True)]
            if what == "stamped":
                chance.shuffle(copy)
        case "later" | "negative":
            shift = Fraction(chance.choice([1, 3, 10]), 2) * (1 if what == "later" else -20)
            copy[place] = action._replace(start=(action.start or Fraction(0)) + shift)
        case "duration":
            copy[place] = action._replace(duration=(action.duration or Fraction(1)) * 2)
    return what, "\n".join(one.plan_line for one in copy) + "\n"


class PlanCase(NamedTuple):
    """A domain and a problem, with a function that finds plans for them."""

    name: str
    domain: str
    problem: str
    ask: Callable[[], Iterable[tuple[str, str]]]


def generate_catalog_cases(puzzles: set[str], dialects: set[str]) -> Iterator[PlanCase]:
    """Yield the small instance of each catalog puzzle in each dialect and encoding."""
    smallest = {
        f"{pair.puzzle.name}-{pair.dialect}-{pair.encoding}": pair for pair in generate_pairs(puzzles, dialects)
    }  # the small instance comes last, and replaces the default one
    for name, pair in smallest.items():
        yield PlanCase(
            name,
            pair.pddl.domain,
            pair.pddl.problem,
            lambda pair=pair: itertools.islice(find_plans(pair, MAX_SECONDS), 1),
        )


def make_case_of_folder(folder: Path) -> PlanCase:
    """Return the task in a folder, with the plans of all engines."""
    domain, problem = ((folder / name).read_text(errors="replace") for name in ("domain.pddl", "p01.pddl"))

    def ask_all() -> Iterator[tuple[str, str]]:
        for engine in (name for name in ENGINES if name != "rules"):
            try:
                found = solve_pddl_texts(domain, problem, engine=engine, timeout=MAX_SECONDS)
            except FerryplanError as error:
                print(f"    {engine}: {str(error)[:120]}", flush=True)
                continue
            if isinstance(found, Answer):
                plan = "".join(f"{action.plan_line}\n" for action in found.plan)
            else:
                plan = found.render("plan") if found.solution else ""
            print(
                f"    {engine}: {found.status}, {len(read_final_plan(plan, engine)) if plan else 'no'} actions",
                flush=True,
            )
            if plan:
                yield engine, plan

    return PlanCase(folder.name, domain, problem, ask_all)


def load_or_find_plans(case: PlanCase, kept: Path) -> Iterator[tuple[str, str]]:
    """Yield (engine, plan text) for a case, from an earlier run or found now; equal plans once."""
    path = kept / f"{case.name}.json"
    if not path.exists():
        path.write_text(json.dumps([case.problem, [*case.ask()]]))
    problem, found = json.loads(path.read_text())
    if problem == case.problem:
        yield from {plan: (engine, plan) for engine, plan in reversed(found)}.values()


def main() -> None:
    """Judge the changed plans with both programs, and print where they differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("validate", type=Path)
    parser.add_argument("--each", type=int, default=40)
    parser.add_argument("--files", type=Path, nargs="+")
    parser.add_argument("--puzzles", default="")
    parser.add_argument("--dialects", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path)
    asked = parser.parse_args()
    tally = Counter[str]()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        kept = asked.kept or folder
        kept.mkdir(exist_ok=True)
        chosen = (set(filter(None, text.split(","))) for text in (asked.puzzles, asked.dialects))
        for case in map(make_case_of_folder, asked.files) if asked.files else generate_catalog_cases(*chosen):
            (folder / "domain.pddl").write_text(case.domain)
            (folder / "p01.pddl").write_text(case.problem)
            for engine, plan in load_or_find_plans(case, kept):
                chance = random.Random(f"{asked.seed} {case.name} {engine}")
                actions = list(read_final_plan(plan, "plan"))
                words = sorted({word for action in actions for word in action.arguments}) or ["moon"]
                for what, text in [
                    ("unchanged", plan),
                    *(mutate_plan(actions, words, chance) for _ in range(asked.each)),
                ]:
                    (folder / "plan").write_text(text)
                    said = "Plan valid" in run_program(
                        [asked.validate, "domain.pddl", "p01.pddl", "plan"], folder, MAX_SECONDS
                    )
                    why, completed = "", False
                    try:
                        judged = validate_plan(case.problem, text, domain=case.domain)
                        completed = format_message("plans.auxiliary-added") in judged.notes
                    except FerryplanError as error:
                        why = str(error)
                    verdicts = ("refused" if why else "valid", "valid" if said else "refused")
                    key = "completed" if completed else "ours {}, VAL {}".format(*verdicts)
                    tally[key] += 1
                    tally["plans"] += 1
                    tally["of them unchanged"] += what == "unchanged"
                    if not completed and len({*verdicts}) == 2:
                        tally[f"differ: {what}, {case.name}"] += 1
                        print(f"--- {key}: {case.name}, {engine}, {what}: {why}\n{text}", flush=True)
            print(case.name, dict(tally), flush=True)
    for key, number in sorted(tally.items()):
        print(f"{number:>6} {key}")


if __name__ == "__main__":
    main()
