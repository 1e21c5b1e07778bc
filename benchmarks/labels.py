"""Holds the labels of posed questions against a second solver that shares no code with the program.

    python benchmarks/labels.py QUESTIONS.jsonl… [--sample 2000] [--seed 1] [--jobs 2] [--wrong FILE]

A question is a line of JSON as ``plan pose`` writes it (``-`` reads stdin). Of each the verdict, the optimum, the number of solutions, whether
there is one alone, and the answer are found once more from its puzzle file: of crossings by clingo, which writes down all that can be reached; of
grids and boards by clingo, of sums of words by CP-SAT, which list all solutions; of planning tasks by SymK, which is a Fast Downward, from the same
PDDL. Prints for each family how many questions were checked, have a wrong label, have one that was not decided, and why not; the exit code is 1 if
any label is wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests"), str(ROOT / "src")]

from second import crossings, placements, planning  # noqa: E402
from second.reading import Line, UndecidedError  # noqa: E402

MOST_COUNTED = 100_000
"""solutions of what is placed are listed up to so many"""


class Found(NamedTuple):
    """What came of one question."""

    family: str
    checked: bool
    wrong: list[str]
    undecided: list[str]


def found_of(line: Line) -> Found:
    """Check one question."""
    wrong, undecided = list[str](), list[str]()
    second: Any = None
    try:
        second = _second(line)
    except UndecidedError as why:
        undecided.append(f"all: {why}")
    checks = {"verdict": _verdict, "solutions": _solutions, "answer": _answer}
    for name, check in checks.items() if second else ():
        try:
            wrong += [f"{name}: {fault}" for fault in check(line, second)]
        except UndecidedError as why:
            undecided.append(f"{name}: {why}")
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            wrong.append(f"{name}: cannot be read: {error!r}")
    return Found(line["family"], second is not None, wrong, undecided)


def _second(line: Line) -> Any:
    """What the second solver knows of a question's puzzle."""
    match line["family"]:
        case "crossing":
            return crossings.of(line)
        case "classical":
            return planning.plans_of(*_pddl(line))
    return placements.of(line)


def _pddl(line: Line) -> tuple[str, str]:
    """The PDDL of a planning task: the question's own, else what the program makes of the puzzle."""
    if pddl := line.get("pddl"):
        return pddl["domain"], pddl["problem"]
    from ferryplan.evaluation.scoring.question import Question
    from ferryplan.generator.generation import generate

    made = generate(Question.model_validate(dict(line)).instance)
    return made.domain, made.problem


def _verdict(line: Line, second: Any) -> Iterator[str]:
    """Whether there is a solution, and how good the best is."""
    if isinstance(second, placements.Placement):
        there, best = second.count(1, {}) > 0, second.items
    else:
        there, best = second.optimum is not None, second.optimum
    if line["verdict"] != ("solvable" if there else "unsolvable"):
        yield f"{line['verdict']}, although there is {'a' if there else 'no'} solution"
    elif there and best is not None and line["optimum"] not in (None, best):
        yield f"optimum {line['optimum']}, not {best}"
    elif not there and line["optimum"] is not None:
        yield f"optimum {line['optimum']} without a solution"
    if line["optimum_proven"] and there and line["optimum"] is None:
        yield "no optimum, although it is proven"


def _solutions(line: Line, second: Any) -> Iterator[str]:
    """How many solutions there are."""
    said = line["solutions"]
    if said is None:
        return
    if said >= MOST_COUNTED and isinstance(second, placements.Placement):
        raise UndecidedError("too many to be listed")
    if isinstance(second, placements.Placement):
        number = second.count(said + 1, {})
    elif second.optimum is None:
        number = 0
    else:
        number = second.solutions(said + 1)
    if number is None:
        raise UndecidedError("more than are looked at")
    if number != said:
        yield f"{said} solutions, not {number}{' or more' if isinstance(second, placements.Placement) and number > said else ''}"
    if line["unique"] != (said == 1):
        yield f"unique is {line['unique']} with {said} solutions"


def _answer(line: Line, second: Any) -> Iterator[str]:
    """Whether the answer is right, and what is shown with the question is what it is said to be."""
    ask, answer, about = line["ask"], line["answer"], line.get("about", {})
    there = line["verdict"] == "solvable"
    match ask:
        case "solvable":
            if not answer.lower().startswith("yes" if there else "no"):
                yield f"'{answer[:30]}' of a puzzle that is {line['verdict']}"
        case "count":
            if answer != f"{line['solutions']}":
                yield f"{answer} of {line['solutions']} solutions"
        case "length" if there:
            if answer != f"{line['optimum']}":
                yield f"{answer} with an optimum of {line['optimum']}"
        case "formalise":
            yield from _formalised(line)
        case "valid":
            yield from _shown(line, second)
        case "next":
            if not second.best(about["moves"], about["best"]):
                yield f"{about['best']} are not the best moves"
            if json.loads(answer) not in about["best"]:
                yield f"{answer} is none of the best moves"
        case _ if not there:
            if answer != "unsolvable":
                yield f"'{answer[:30]}' without a solution"
        case "answer":
            yield from placements.questions(line, about["answers"])
        case _:
            yield from _solved(line, second, json.loads(answer))
            if ask == "repair" and not isinstance(second, placements.Placement) and second.run(about["moves"]) == (
                len(about["moves"]), True
            ):  # fmt: skip
                yield "the plan to be put right works"


def _solved(line: Line, second: Any, told: Any) -> Iterator[str]:
    """Whether what is told is a solution, as good as the optimum."""
    if isinstance(second, placements.Placement):
        if fault := second.fault(told):
            yield fault
        return
    made, reached = second.run(told)
    if made < len(told) or not reached:
        yield f"move {made + 1} is not allowed" if made < len(told) else "the goal is not reached"
    elif (cost := second.cost(told)) != line["optimum"]:
        yield f"a solution that takes {cost}, not {line['optimum']}"


def _shown(line: Line, second: Any) -> Iterator[str]:
    """Whether a plan that is shown is right, or wrong where it is said to be."""
    about = line["about"]
    if json.loads(line["answer"])["valid"] != about["valid"]:
        yield "the answer is not what is known"
    if isinstance(second, placements.Placement):
        if about["valid"] != (not second.fault(about["moves"])):
            yield f"a placement that is said to be {'right' if about['valid'] else 'wrong'}, and is not"
        return
    made, reached = second.run(about["moves"])
    if about["valid"] != (reached and made == len(about["moves"])):
        yield f"a plan that is said to be {'right' if about['valid'] else 'wrong'}, and is not"
    elif not about["valid"] and about["step"] != (min(made + 1, len(about["moves"]))):
        yield f"said to go wrong at move {about['step']}, which is {made + 1}"


def _formalised(line: Line) -> Iterator[str]:
    """Whether the PDDL of an answer has a plan just where the puzzle has a solution."""
    domain, problem = (block.split("```")[0] for block in line["answer"].split("```pddl\n")[1:])
    if planning.solvable(domain, problem) != (line["verdict"] == "solvable"):
        yield f"the PDDL is not {line['verdict']}"


def lines_of(paths: Iterable[str]) -> Iterator[Line]:
    """The questions of files."""
    for path in paths:
        with contextlib.ExitStack() as stack:
            source = (
                sys.stdin
                if path == "-"
                else stack.enter_context((gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8"))
            )
            yield from (json.loads(one) for one in source if one.strip())


def main() -> int:
    """Check, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="+", metavar="QUESTIONS.jsonl")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them, drawn by the seed; default: all")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--wrong", type=Path, metavar="FILE", help="write the questions with wrong labels there")
    options = parser.parse_args()
    lines = [*lines_of(options.questions)]
    if options.sample is not None and options.sample < len(lines):
        lines = random.Random(options.seed).sample(lines, options.sample)
    counts, why = Counter[tuple[str, str]](), Counter[str]()
    spoilt = list[Line]()
    with ProcessPoolExecutor(options.jobs) as pool:
        for line, found in zip(lines, pool.map(found_of, lines, chunksize=8), strict=True):
            counts[found.family, "checked"] += found.checked
            counts[found.family, "wrong"] += bool(found.wrong)
            counts[found.family, "not decided"] += bool(found.undecided)
            why.update(f"{found.family}: {one}" for one in found.undecided)
            if found.wrong:
                spoilt.append(line)
                print(f"{line['id']} {line['puzzle']} {line['ask']}: {'; '.join(found.wrong)}", file=sys.stderr)
    columns = ("checked", "wrong", "not decided")
    print(f"{'family':12}" + "".join(f"{column:>13}" for column in columns))
    for family in sorted({family for family, _ in counts}):
        print(f"{family:12}" + "".join(f"{counts[family, column]:13}" for column in columns))
    for reason, number in sorted(why.items()):
        print(f"not decided: {reason}: {number}")
    if options.wrong:
        options.wrong.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in spoilt))
    return 1 if spoilt else 0


if __name__ == "__main__":
    sys.exit(main())
