"""Check the labels of questions with a second solver that shares no code with ferryplan.

    python benchmarks/labels.py QUESTIONS.jsonl… [--sample 2000] [--seed 1] [--jobs 2] [--wrong FILE]

A question is a line of JSON as ``plan pose`` writes it; ``-`` reads standard input. The program computes the verdict,
the optimum, the number of solutions, whether the solution is unique, and the answer again from the puzzle file. For
crossings, clingo lists all reachable states; for grids and boards, clingo lists all solutions, and for sums of words,
CP-SAT does. For planning tasks, SymK, which is based on Fast Downward, solves the same PDDL. The program prints for
each family how many questions were checked, how many have a wrong label, how many have an undecided label, and why. The
exit code is 1 if any label is wrong.
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

from second import crossings, placements, planning
from second.reading import Line, UndecidedError

MAX_COUNTED = 100_000
"""The largest number of solutions of an assignment puzzle that are counted."""


class CheckedQuestion(NamedTuple):
    """The result of checking the labels of one question."""

    family: str
    checked: bool
    wrong: list[str]
    undecided: list[str]


def check_question(line: Line) -> CheckedQuestion:
    """Check the labels of one question."""
    wrong, undecided = list[str](), list[str]()
    second: Any = None
    try:
        second = _solve_again(line)
    except UndecidedError as why:
        undecided.append(f"all: {why}")
    checks = {"verdict": _find_verdict_faults, "solutions": _find_count_faults, "answer": _find_answer_faults}
    for name, check in checks.items() if second else ():
        try:
            wrong += [f"{name}: {fault}" for fault in check(line, second)]
        except UndecidedError as why:
            undecided.append(f"{name}: {why}")
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            wrong.append(f"{name}: cannot be read: {error!r}")
    return CheckedQuestion(line["family"], second is not None, wrong, undecided)


def _solve_again(line: Line) -> Any:
    """Return the second solver's result for the puzzle of a question."""
    match line["family"]:
        case "crossing":
            return crossings.find_reachable_crossing(line)
        case "classical":
            return planning.find_best_plans(*_get_pddl(line))
    return placements.make_placement(line)


def _get_pddl(line: Line) -> tuple[str, str]:
    """Return the PDDL of a planning task: the question's own, or the PDDL that ferryplan generates."""
    if pddl := line.get("pddl"):
        return pddl["domain"], pddl["problem"]
    from ferryplan.evaluation.scoring.question import Question
    from ferryplan.generator.generation import generate

    made = generate(Question.model_validate(dict(line)).instance)
    return made.domain, made.problem


def _find_verdict_faults(line: Line, second: Any) -> Iterator[str]:
    """Yield the faults of the verdict and the optimum."""
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


def _find_count_faults(line: Line, second: Any) -> Iterator[str]:
    """Yield the faults of the number of solutions."""
    said = line["solutions"]
    if said is None:
        return
    if said >= MAX_COUNTED and isinstance(second, placements.Placement):
        raise UndecidedError("too many to be listed")
    if isinstance(second, placements.Placement):
        number = second.count(said + 1, {})
    elif second.optimum is None:
        number = 0
    else:
        number = second.count_solutions(said + 1)
    if number is None:
        raise UndecidedError("more than are looked at")
    if number != said:
        yield f"{said} solutions, not {number}{' or more' if isinstance(second, placements.Placement) and number > said else ''}"
    if line["unique"] != (said == 1):
        yield f"unique is {line['unique']} with {said} solutions"


def _find_answer_faults(line: Line, second: Any) -> Iterator[str]:
    """Yield the faults of the answer, and of a plan or placement that the question shows."""
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
            yield from _find_formalization_faults(line)
        case "valid":
            yield from _find_judgment_faults(line, second)
        case "next":
            if not second.are_best_moves(about["moves"], about["best"]):
                yield f"{about['best']} are not the best moves"
            if json.loads(answer) not in about["best"]:
                yield f"{answer} is none of the best moves"
        case _ if not there:
            if answer != "unsolvable":
                yield f"'{answer[:30]}' without a solution"
        case "answer":
            yield from placements.find_question_faults(line, about["answers"])
        case _:
            yield from _find_solution_faults(line, second, json.loads(answer))
            if ask == "repair" and not isinstance(second, placements.Placement) and second.run_moves(about["moves"]) == (
                len(about["moves"]), True
            ):  # fmt: skip
                yield "the plan to be put right works"


def _find_solution_faults(line: Line, second: Any, told: Any) -> Iterator[str]:
    """Yield the faults of an answer that is a solution: wrong moves, or a cost other than the optimum."""
    if isinstance(second, placements.Placement):
        if fault := second.find_fault(told):
            yield fault
        return
    made, reached = second.run_moves(told)
    if made < len(told) or not reached:
        yield f"move {made + 1} is not allowed" if made < len(told) else "the goal is not reached"
    elif (cost := second.cost_of_moves(told)) != line["optimum"]:
        yield f"a solution that takes {cost}, not {line['optimum']}"


def _find_judgment_faults(line: Line, second: Any) -> Iterator[str]:
    """Yield a fault if the label of a shown plan (valid, or where it goes wrong) is wrong."""
    about = line["about"]
    if json.loads(line["answer"])["valid"] != about["valid"]:
        yield "the answer is not what is known"
    if isinstance(second, placements.Placement):
        if about["valid"] != (not second.find_fault(about["moves"])):
            yield f"a placement that is said to be {'right' if about['valid'] else 'wrong'}, and is not"
        return
    made, reached = second.run_moves(about["moves"])
    if about["valid"] != (reached and made == len(about["moves"])):
        yield f"a plan that is said to be {'right' if about['valid'] else 'wrong'}, and is not"
    elif not about["valid"] and about["step"] != (min(made + 1, len(about["moves"]))):
        yield f"said to go wrong at move {about['step']}, which is {made + 1}"


def _find_formalization_faults(line: Line) -> Iterator[str]:
    """Yield a fault unless the answer's PDDL has a plan exactly if the puzzle has a solution."""
    domain, problem = (block.split("```")[0] for block in line["answer"].split("```pddl\n")[1:])
    if planning.is_solvable(domain, problem) != (line["verdict"] == "solvable"):
        yield f"the PDDL is not {line['verdict']}"


def read_questions(paths: Iterable[str]) -> Iterator[Line]:
    """Yield the questions in files."""
    for path in paths:
        with contextlib.ExitStack() as stack:
            source = (
                sys.stdin
                if path == "-"
                else stack.enter_context((gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8"))
            )
            yield from (json.loads(one) for one in source if one.strip())


def main() -> int:
    """Check the questions, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="+", metavar="QUESTIONS.jsonl")
    parser.add_argument("--sample", type=int, metavar="N", help="check N random questions; default: all")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--wrong", type=Path, metavar="FILE", help="write the questions with wrong labels to FILE")
    options = parser.parse_args()
    lines = [*read_questions(options.questions)]
    if options.sample is not None and options.sample < len(lines):
        lines = random.Random(options.seed).sample(lines, options.sample)
    counts, why = Counter[tuple[str, str]](), Counter[str]()
    spoilt = list[Line]()
    with ProcessPoolExecutor(options.jobs) as pool:
        for line, found in zip(lines, pool.map(check_question, lines, chunksize=8), strict=True):
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
