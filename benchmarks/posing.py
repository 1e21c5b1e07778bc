"""How fast questions are posed, and whether what was posed is right and the same everywhere.

    python benchmarks/posing.py [--number 1000] [--sample 200] [--jobs 2] [--same 50] [--python PYTHON]… [--folder FOLDER]

Poses questions about invented puzzles of all kinds, a tenth of them without a solution, and, one of twenty, about drawn planning tasks; tells
the seconds and how many of each sort there are. Has every answer scored by ``plan score``, every certificate checked by what the tests have for
that, and the labels of a sample held against a second solver by ``labels.py``. Then poses a few once more: under two hash seeds, by one process and
by two, on Dask's local cluster where that is installed, and by the other interpreters that are named, which must have what the program needs; all
must write the same bytes. The exit code is 1 if anything is wrong.
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

from invented_puzzles import find_proof_fault  # noqa: E402

KINDS = "crossing,grid,arithmetic,sudoku,queens"
SEED = "7"
PLANNED = 20
"""of so many questions one is about a planning task"""
REFUSED = 30
"""the exit code for bad input"""
ASKS = "plan,optimal-plan,length,solvable,count,next,valid,repair"
"""what is asked of each planning task"""


def pose(path: Path, number: int, *options: str, python: str = sys.executable, **environment: str) -> float:
    """Write questions to a file; return how many seconds that took."""
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


def planning_task(draw: random.Random) -> list[str]:
    """Draw a planning task of the catalogue, some of them without a solution, as the arguments of ``plan pose``."""

    def numbers(many: int, least: int, most: int) -> str:
        return ",".join(str(draw.randint(least, most)) for _ in range(many))

    def shuffled(text: str, rows: int) -> str:
        signs = draw.sample(text.split(), len(text.split()))
        width = len(signs) // rows
        return " / ".join(" ".join(signs[row * width : (row + 1) * width]) for row in range(rows))

    lights = "/".join("".join(draw.choice("*.") for _ in range(4)) for _ in range(4))
    pancakes = ",".join(map(str, draw.sample(range(1, 8), 7)))
    riders = draw.randint(2, 4)
    return draw.choice(
        [
            ["elevator", "--origins", numbers(riders, 1, 5), "--destinations", numbers(riders, 1, 5)],
            ["ferry", "--shores", "3", "--origins", numbers(3, 1, 3), "--destinations", numbers(3, 1, 3)],
            ["jugs", "--capacities", numbers(3, 2, 9), "--measure", str(draw.randint(1, 9))],
            ["lights-out", "--board", lights],
            ["pancakes", "--stack", pancakes],
            ["sliding-tiles", "--board", shuffled("1 2 3 4 5 _", 2), "--goal", "1 2 3 / 4 5 _"],
            ["blocks", "--start", shuffled("a b c d e f", 2), "--goal", shuffled("a b c d e f", 3)],
        ]
    )


def pose_planning(path: Path, number: int, *options: str) -> float:
    """Add about so many questions about planning tasks to a file; return how many seconds that took."""
    draw, began = random.Random(SEED), time.monotonic()
    common = [sys.executable, "-m", "ferryplan", "pose", "--ask", ASKS, "--seed", SEED, *options]
    lines = dict.fromkeys(path.read_text(encoding="utf-8").splitlines())
    wanted = len(lines) + number
    while len(lines) < wanted:
        posed = subprocess.run(
            [*common, *planning_task(draw)], capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip
        if posed.returncode == REFUSED:
            continue  # what is drawn may make no sense: more liters than any jug has room for
        if posed.returncode:
            raise SystemExit(posed.stderr)
        lines |= dict.fromkeys(posed.stdout.splitlines()[: wanted - len(lines)])
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return time.monotonic() - began


def counted(path: Path) -> Iterator[str]:
    """Yield the rows of a table: how many questions there are of each family, without a solution, of each difficulty; ids twice."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for family, number in sorted(Counter(line["family"] for line in lines).items()):
        own = [line for line in lines if line["family"] == family]
        without = sum(line["verdict"] == "unsolvable" for line in own)
        levels = Counter(line["difficulty"] for line in own if line["difficulty"])
        told = " ".join(f"{level}: {levels[level]}" for level in sorted(levels))
        yield f"{family:12} {number:6} {without:10}   {told}"
    yield f"{len(lines)} questions, {len({line['id'] for line in lines})} ids"


def uncertified(path: Path) -> Iterator[str]:
    """Yield what is wrong with certificates, of those puzzles that are invented."""
    for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if line["verdict"] == "unsolvable" and "file" in line and "certificate" not in line["proof"]:
            yield f"{line['id']}: there is no certificate"
        elif line["verdict"] == "unsolvable" and "file" in line:
            proof = (path.parent / "certificates" / f"{line['proof']['certificate']}.json").read_text(encoding="utf-8")
            if hashlib.sha256(proof.strip().encode()).hexdigest() != line["proof"]["certificate"]:
                yield f"{line['id']}: the certificate has another hash"
            elif fault := find_proof_fault(tomllib.loads(line["file"]), json.loads(proof)):
                yield f"{line['id']}: {fault}"


def answered(path: Path) -> Counter[float]:
    """What the questions' own answers score."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    own, scored = path.with_name("answers.jsonl"), path.with_name("scores.jsonl")
    own.write_text("".join(json.dumps({key: line[key] for key in ("id", "answer")}) + "\n" for line in lines))
    command = [sys.executable, "-m", "ferryplan", "score", str(path), str(own), "--force", "-o", str(scored)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    return Counter(json.loads(line)["score"] for line in scored.read_text(encoding="utf-8").splitlines())


def hashes(folder: Path, number: int, pythons: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the hash of what is posed in each way."""
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
        pose(path, number, *options, **more)
        yield told, hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> int:
    """Pose, check, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=1000, metavar="N", help="so many questions; default: 1000")
    parser.add_argument("--sample", type=int, default=200, metavar="N", help="of these so many labels; default: 200")
    parser.add_argument("--same", type=int, default=50, metavar="N", help="so many once more; default: 50")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--python", action="append", default=[], metavar="PYTHON", help="another interpreter")
    parser.add_argument("--folder", type=Path, help="keep the files there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        posed, right = folder / "posed", True
        path = posed / "questions.jsonl"
        planned = options.number // PLANNED
        seconds = pose(posed, options.number - planned, "--certificates", "--jobs", str(options.jobs))
        seconds += pose_planning(path, planned)
        print(
            f"{options.number} in {seconds:.0f} s: 10,000 would take {seconds / options.number * 10_000 / 60:.0f} minutes"
        )
        print("family       posed unsolvable   by difficulty", *counted(path), sep="\n", flush=True)
        faults = [*uncertified(path)]
        print(
            f"certificates: {len([*path.parent.glob('certificates/*')])}, with a fault: {len(faults)}",
            *faults,
            sep="\n",
        )
        right &= not faults
        scores = answered(path)
        right &= {*scores} == {1.0}
        print(f"answers that score 1: {scores[1.0]}", flush=True)
        labels = [sys.executable, str(ROOT / "benchmarks" / "labels.py"), str(path), "--sample", str(options.sample)]
        right &= subprocess.run([*labels, "--jobs", str(options.jobs)], check=False).returncode == 0
        same = dict(hashes(folder, options.same, options.python))
        for told, found in same.items():
            print(f"{found[:16]}  {told}")
        right &= len({*same.values()}) == 1
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
