"""Measure how fast questions are posed, and check that they are correct and reproducible.

    python benchmarks/posing.py [--number 1000] [--sample 200] [--jobs 2] [--same 50] [--python PYTHON]… [--folder FOLDER]

The program poses questions about invented puzzles of all kinds, a tenth of them unsolvable; one question in twenty is
about a random planning task. It prints the seconds and the number of questions of each kind. Then it scores every
question's own answer with ``plan score``, checks every certificate with the tests' checker, and checks the labels of a
sample with ``labels.py``. Finally it poses some questions again: with two hash seeds, with one process and with two, on
Dask's local cluster if Dask is installed, and with the interpreters that `--python` names (ferryplan's dependencies
must be installed there). All runs must write the same bytes. The exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from invented_puzzles import find_proof_fault

KINDS = "crossing,grid,arithmetic,sudoku,queens"
SEED = "7"
QUESTIONS_PER_PLANNING_TASK = 20
"""One question among this number is about a planning task."""
BAD_INPUT_CODE = 30
"""The exit code of ferryplan for bad input."""
ASKS = "plan,optimal-plan,length,solvable,count,next,valid,repair"
"""The kinds of questions about each planning task."""


def pose_questions(path: Path, number: int, *options: str, python: str = sys.executable, **environment: str) -> float:
    """Write questions about invented puzzles to a file, and return the seconds."""
    asked = ["--invent", KINDS, "--number", str(number), "--unsolvable", "0.1", "--seed", SEED, "--force"]
    command = [python, "-m", "ferryplan", "pose", *asked, *options, "-o", str(path)]
    began = time.monotonic()
    subprocess.run(
        command,
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
    )
    return time.monotonic() - began


def draw_planning_task(draw: random.Random) -> list[str]:
    """Return arguments of ``plan pose`` for a random planning task of the catalog.

    Some of the tasks are unsolvable.
    """

    def draw_numbers(many: int, least: int, most: int) -> str:
        return ",".join(str(draw.randint(least, most)) for _ in range(many))

    def shuffle_signs(text: str, rows: int) -> str:
        signs = draw.sample(text.split(), len(text.split()))
        width = len(signs) // rows
        return " / ".join(" ".join(signs[row * width : (row + 1) * width]) for row in range(rows))

    lights = "/".join("".join(draw.choice("*.") for _ in range(4)) for _ in range(4))
    pancakes = ",".join(map(str, draw.sample(range(1, 8), 7)))
    riders = draw.randint(2, 4)
    return draw.choice(
        [
            ["elevator", "--origins", draw_numbers(riders, 1, 5), "--destinations", draw_numbers(riders, 1, 5)],
            ["ferry", "--shores", "3", "--origins", draw_numbers(3, 1, 3), "--destinations", draw_numbers(3, 1, 3)],
            ["jugs", "--capacities", draw_numbers(3, 2, 9), "--measure", str(draw.randint(1, 9))],
            ["lights-out", "--board", lights],
            ["pancakes", "--stack", pancakes],
            ["sliding-tiles", "--board", shuffle_signs("1 2 3 4 5 _", 2), "--goal", "1 2 3 / 4 5 _"],
            ["blocks", "--start", shuffle_signs("a b c d e f", 2), "--goal", shuffle_signs("a b c d e f", 3)],
        ]
    )


def pose_planning_tasks(path: Path, number: int, *options: str) -> float:
    """Add ``number`` questions about planning tasks to a file, and return the seconds."""
    draw, began = random.Random(SEED), time.monotonic()
    common = [sys.executable, "-m", "ferryplan", "pose", "--ask", ASKS, "--seed", SEED, *options]
    lines = dict.fromkeys(path.read_text(encoding="utf-8").splitlines())
    wanted = len(lines) + number
    while len(lines) < wanted:
        posed = subprocess.run(
            [*common, *draw_planning_task(draw)], capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip
        if posed.returncode == BAD_INPUT_CODE:
            continue  # the random task may be invalid: more liters than any jug can hold
        if posed.returncode:
            raise SystemExit(posed.stderr)
        lines |= dict.fromkeys(posed.stdout.splitlines()[: wanted - len(lines)])
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return time.monotonic() - began


def tabulate_questions(path: Path) -> Iterator[str]:
    """Yield the rows of a table about the questions in a file.

    A row has a family with its numbers of questions, of unsolvable ones, and of questions of each difficulty. The last
    row counts all questions, and their different identifiers.
    """
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for family, number in sorted(Counter(line["family"] for line in lines).items()):
        own = [line for line in lines if line["family"] == family]
        without = sum(line["verdict"] == "unsolvable" for line in own)
        levels = Counter(line["difficulty"] for line in own if line["difficulty"])
        told = " ".join(f"{level}: {levels[level]}" for level in sorted(levels))
        yield f"{family:12} {number:6} {without:10}   {told}"
    yield f"{len(lines)} questions, {len({line['id'] for line in lines})} ids"


def find_certificate_faults(path: Path) -> Iterator[str]:
    """Yield the faults of the certificates of invented puzzles."""
    for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if line["verdict"] == "unsolvable" and "file" in line and "certificate" not in line["proof"]:
            yield f"{line['id']}: there is no certificate"
        elif line["verdict"] == "unsolvable" and "file" in line:
            proof = (path.parent / "certificates" / f"{line['proof']['certificate']}.json").read_text(encoding="utf-8")
            if hashlib.sha256(proof.strip().encode()).hexdigest() != line["proof"]["certificate"]:
                yield f"{line['id']}: the certificate has another hash"
            elif fault := find_proof_fault(tomllib.loads(line["file"]), json.loads(proof)):
                yield f"{line['id']}: {fault}"


def score_own_answers(path: Path) -> Counter[float]:
    """Score the questions' own answers, and return how many answers have each score."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    own, scored = path.with_name("answers.jsonl"), path.with_name("scores.jsonl")
    own.write_text("".join(json.dumps({key: line[key] for key in ("id", "answer")}) + "\n" for line in lines))
    command = [sys.executable, "-m", "ferryplan", "score", str(path), str(own), "--force", "-o", str(scored)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    return Counter(json.loads(line)["score"] for line in scored.read_text(encoding="utf-8").splitlines())


def hash_each_way(folder: Path, number: int, pythons: list[str]) -> Iterator[tuple[str, str]]:
    """Yield a description of each way to pose the same questions, with the hash of the file."""
    ways: dict[str, tuple[list[str], dict[str, str]]] = {
        "hash seed 0, one job": (["--jobs", "1"], {"PYTHONHASHSEED": "0"}),
        "hash seed 1, one job": (["--jobs", "1"], {"PYTHONHASHSEED": "1"}),
        "two jobs": (["--jobs", "2"], {}),
    }
    if importlib.util.find_spec("distributed"):
        ways["Dask, two workers"] = (["--jobs", "2", "--cluster", "local"], {})
    for python in pythons:
        ways[python] = (["--jobs", "1"], {"python": python})
    for number_of_way, (told, (options, more)) in enumerate(ways.items()):
        path = folder / f"same-{number_of_way}.jsonl"
        pose_questions(path, number, *options, **more)
        yield told, hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> int:
    """Pose the questions, check them, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=1000, metavar="N", help="number of questions; default: 1000")
    parser.add_argument(
        "--sample",
        type=int,
        default=200,
        metavar="N",
        help="number of questions whose labels are checked; default: 200",
    )
    parser.add_argument(
        "--same", type=int, default=50, metavar="N", help="number of questions posed again in each way; default: 50"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument(
        "--python", action="append", default=[], metavar="PYTHON", help="pose questions with this interpreter, too"
    )
    parser.add_argument("--folder", type=Path, help="keep the files in FOLDER")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        posed, right = folder / "posed", True
        path = posed / "questions.jsonl"
        planned = options.number // QUESTIONS_PER_PLANNING_TASK
        seconds = pose_questions(posed, options.number - planned, "--certificates", "--jobs", str(options.jobs))
        seconds += pose_planning_tasks(path, planned)
        print(
            f"{options.number} in {seconds:.0f} s: 10,000 would take {seconds / options.number * 10_000 / 60:.0f} minutes"
        )
        print("family       posed unsolvable   by difficulty", *tabulate_questions(path), sep="\n", flush=True)
        faults = [*find_certificate_faults(path)]
        print(
            f"certificates: {len([*path.parent.glob('certificates/*')])}, with a fault: {len(faults)}",
            *faults,
            sep="\n",
        )
        right &= not faults
        scores = score_own_answers(path)
        right &= {*scores} == {1.0}
        print(f"answers that score 1: {scores[1.0]}", flush=True)
        labels = [sys.executable, str(ROOT / "benchmarks" / "labels.py"), str(path), "--sample", str(options.sample)]
        right &= subprocess.run([*labels, "--jobs", str(options.jobs)], check=False).returncode == 0
        same = dict(hash_each_way(folder, options.same, options.python))
        for told, found in same.items():
            print(f"{found[:16]}  {told}")
        right &= len({*same.values()}) == 1
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
