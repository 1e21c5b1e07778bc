"""Labels of posed questions: a second solver accepts correct ones and rejects spoiled ones.

The data are 32 questions of all families.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from processes import MAX_WAIT_SECONDS
from support import CASES

ROOT = Path(__file__).parent.parent
LINES = [json.loads(line) for line in (CASES / "labels.jsonl").read_text(encoding="utf-8").splitlines()]


def spoilt(line: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield copies with one wrong label each, after the name of the spoiled part."""
    there = line["verdict"] == "solvable"
    yield "verdict", {**line, "verdict": "unsolvable" if there else "solvable"}
    if line["puzzle"] != "pieces":  # the optimum of pieces is a number of groups, which the program chooses
        yield "verdict", {**line, "optimum": (line["optimum"] or 0) + 1}
    if line["solutions"] is not None:
        yield "solutions", {**line, "solutions": line["solutions"] + 1}
        yield "solutions", {**line, "unique": not line["unique"]}
    for answer in answers(line["ask"], line["answer"]):
        yield "answer", {**line, "answer": answer}
    if line["ask"] == "valid":
        about = copy.deepcopy(line["about"])
        about["valid"] = not about["valid"]
        yield "answer", {**line, "about": about, "answer": json.dumps({"valid": about["valid"]})}
    if line["ask"] == "next":
        yield "answer", {**line, "about": {**line["about"], "best": line["about"]["best"][1:]}}


def answers(ask: str, answer: str) -> Iterator[str]:
    """Yield wrong answers."""
    match ask:
        case "plan" | "repair" if answer != "unsolvable":
            data = json.loads(answer)
            if isinstance(data, list):
                yield json.dumps(data[:-1])
                yield json.dumps([*data[:2], data[0], *data[3:]])
            else:
                first, second, *_ = data
                yield json.dumps({name: data[name] for name in data if name != first})
                if not first.startswith("group"):  # exchanging two pieces gives the same placement
                    yield json.dumps({**data, first: data[second], second: data[first]})
            yield "unsolvable"
        case "length" | "count":
            yield f"{int(answer) - 1}"
        case "solvable":
            yield "yes: nothing is easier"
        case "plan":
            yield "[]"


def test_independent_solver_reports_exactly_the_corrupted_labels(tmp_path: Path) -> None:
    made = [("", line) for line in LINES] + [one for line in LINES for one in spoilt(line)]
    lines = [{**line, "id": f"{number}"} for number, (_, line) in enumerate(made)]
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    command = [sys.executable, str(ROOT / "benchmarks" / "labels.py"), str(path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS, check=False)
    counts = [list(map(int, row.split()[1:])) for row in run.stdout.splitlines()[1:]]
    assert sum(checked for checked, _, _ in counts) == len(lines)
    assert not any(undecided for _, _, undecided in counts)
    told = {number: fault for number, _, _, fault in (line.split(maxsplit=3) for line in run.stderr.splitlines())}
    for number, (what, line) in enumerate(made):
        assert what in (fault := told.get(f"{number}", "")), line
        assert not fault or what, f"{fault} of {line}"
    assert run.returncode == 1


def test_label_check_of_correct_labels_exits_with_0(tmp_path: Path) -> None:
    """The command exits with code 0."""
    command = [sys.executable, str(ROOT / "benchmarks" / "labels.py"), "-"]
    text = json.dumps(LINES[0])
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS, check=False)
    assert (run.returncode, run.stderr) == (0, "")
