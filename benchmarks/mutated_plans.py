"""What `judge` makes of plans with something changed in them, held against VAL.

    python benchmarks/mutated_plans.py VALIDATE [--each 40] [--puzzles NAME,…] [--dialects DIALECT,…] [--seed 1] [--kept FOLDER]

VALIDATE is VAL's program (https://github.com/KCL-Planning/VAL). For the small instance of each puzzle of the catalogue in each dialect and
encoding there is one plan of an engine and EACH changed ones: actions left out, doubled, exchanged, shuffled, turned round, from elsewhere, with
other, more or fewer arguments, with other names, and times that are other, equal, falling or negative. Plans are kept in FOLDER for the next
run. Prints each plan about which the two differ, then how often they agree. A plan without any auxiliary
action, which `judge` completes, is counted apart.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from val import Pair, ask, pairs, plans_of

from generator.errors import FerryplanError
from planner.plans.plan import Action
from planner.plans.reading import read_plan
from planner.validation import BARE, judge


def changed(plan: list[Action], words: list[str], chance: random.Random) -> tuple[str, str]:
    """Return what is changed in a plan, and the plan file."""
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
    return what, "\n".join(one.timed for one in copy) + "\n"


def plans(pair: Pair, kept: Path, seconds: float) -> Iterator[str]:
    """Yield a plan for a pair of files, found now or in an earlier run."""
    path = kept / f"{pair.puzzle.name}-{pair.dialect}-{pair.encoding}.json"
    if not path.exists():
        found = [plan for _, plan in plans_of(pair, seconds)][:1]
        path.write_text(json.dumps([pair.pddl.problem, found]))
    problem, found = json.loads(path.read_text())
    if problem == pair.pddl.problem:
        yield from found


def main() -> None:
    """Judge the changed plans."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("validate", type=Path)
    parser.add_argument("--each", type=int, default=40)
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
        chosen = pairs(*(set(filter(None, text.split(","))) for text in (asked.puzzles, asked.dialects)))
        smallest = {
            (pair.puzzle.name, pair.dialect, pair.encoding): pair for pair in chosen
        }  # the small one comes last
        for pair in smallest.values():
            (folder / "domain.pddl").write_text(pair.pddl.domain)
            (folder / "p01.pddl").write_text(pair.pddl.problem)
            chance = random.Random(f"{asked.seed} {pair.puzzle.name} {pair.dialect} {pair.encoding}")
            for plan in plans(pair, kept, 60):
                actions = list(read_plan(plan, "plan"))
                words = sorted({word for action in actions for word in action.arguments})
                for what, text in [("unchanged", plan), *(changed(actions, words, chance) for _ in range(asked.each))]:
                    (folder / "plan").write_text(text)
                    said = "Plan valid" in ask([asked.validate, "domain.pddl", "p01.pddl", "plan"], folder, 60)
                    why, completed = "", False
                    try:
                        judged = judge(pair.pddl.problem, text, domain=pair.pddl.domain)
                        completed = BARE in judged.notes
                    except FerryplanError as error:
                        why = str(error)
                    ours = not why
                    key = (
                        "completed"
                        if completed
                        else f"ours {'valid' if ours else 'refused'}, VAL {'valid' if said else 'refused'}"
                    )
                    tally[key] += 1
                    tally["plans"] += 1
                    if not completed and ours != said:
                        tally[f"differ: {what}, {pair.dialect} {pair.encoding}"] += 1
                        print(
                            f"--- {key}: {pair.puzzle.name} {pair.dialect} {pair.encoding}, {what}: {why}\n{text}",
                            flush=True,
                        )
            print(pair.puzzle.name, pair.which, pair.dialect, pair.encoding, dict(tally), flush=True)
    for key, number in sorted(tally.items()):
        print(f"{number:>6} {key}")


if __name__ == "__main__":
    main()
