"""Labels of posed questions: a second solver accepts correct ones and rejects spoiled ones.

The data are 32 questions of all families.
"""

from __future__ import annotations

import copy
import importlib.util
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from budget import draw_cases
from processes import MAX_WAIT_SECONDS
from support import CASES

pytestmark = pytest.mark.engines
PROGRAM = Path(__file__).parent.parent / "benchmarks" / "labels.py"
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


def draw_spoilt() -> list[tuple[str, dict[str, Any]]]:
    """Return spoiled copies with the spoiled part: for each family and question, two of each part."""
    groups = defaultdict[tuple[str, str, str], list[tuple[str, dict[str, Any]]]](list)
    for line in LINES:
        for part, copied in spoilt(line):
            groups[line["family"], line["ask"], part].append((part, copied))
    return [one for group in groups.values() for one in draw_cases(group, 2)]


@pytest.fixture(scope="module")
def labels() -> ModuleType:
    """The program with the second solver."""
    spec = importlib.util.spec_from_file_location("labels", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_independent_solver_accepts_correct_labels(labels: ModuleType) -> None:
    found = [(line["id"], labels.check_question(line)) for line in LINES]
    assert [(number, one) for number, one in found if not one.checked or one.wrong or one.undecided] == []


def test_independent_solver_names_the_corrupted_label(labels: ModuleType) -> None:
    spoiled = draw_spoilt()
    assert {part for part, _ in spoiled} == {"verdict", "solutions", "answer"}
    found = [(part, line, labels.check_question(line)) for part, line in spoiled]
    missed = [
        (part, line, one)
        for part, line, one in found
        if not one.checked or one.undecided or not any(fault.startswith(part) for fault in one.wrong)
    ]
    assert not missed


def run_label_check(lines: Sequence[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    command = [sys.executable, str(PROGRAM), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS, check=False)


def test_label_check_of_correct_labels_exits_with_0() -> None:
    run = run_label_check(LINES[:1])
    assert (run.returncode, run.stderr) == (0, "")


def test_label_check_prints_each_wrong_label_and_exits_with_1() -> None:
    part, wrong = next(spoilt(LINES[0]))
    run = run_label_check([{**LINES[0], "id": "1"}, {**wrong, "id": "2"}])
    assert run.returncode == 1
    (fault,) = run.stderr.splitlines()
    assert fault.startswith(f"2 {wrong['puzzle']} {wrong['ask']}: {part}")
    assert run.stdout.splitlines()[1].split() == [wrong["family"], "2", "1", "0"]
