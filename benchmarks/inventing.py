"""Measure how fast puzzles are invented, or check invented puzzles by brute force.

``python benchmarks/inventing.py`` makes 100 crossings of difficulty 3, 100 logic grids, 100 sums and 100 sudokus, each
confirmed by an engine, and prints the time beside the time allowed. With ``--judge FOLDER``, it checks the puzzles that
``plan invent … -o FOLDER`` wrote instead. The brute force of the tests checks the status, the optimum, the number of
solutions, the certificates, that every part of a puzzle matters, and that no two puzzles are the same.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

AIMS = {
    "crossing": (120, ["--difficulty", "3"]),
    "grid": (60, []),
    "arithmetic": (60, []),
    "sudoku": (60, []),
}
"""For each kind, the seconds allowed for 100 puzzles on two cores, and further options of `plan invent`."""


def time_inventing(number: int, jobs: int, seed: int) -> None:
    """Print for each kind of puzzle the seconds that ``number`` puzzles take."""
    print(f"{'kind':12} {'puzzles':>7} {'seconds':>8} {'allowed':>8}")
    for kind, (aim, wishes) in AIMS.items():
        began = time.monotonic()
        command = ["plan", "invent", kind, *wishes, "--number", str(number), "--jobs", str(jobs), "--seed", str(seed)]
        run = subprocess.run(
            [*command, "--timeout", "3600", "--format", "json"], capture_output=True, text=True, check=False
        )
        made = len(json.loads(run.stdout)["puzzles"]) if run.stdout else 0
        print(f"{kind:12} {made:7} {time.monotonic() - began:8.1f} {aim * number / 100:8.1f}", flush=True)


def find_puzzle_faults(job: tuple[Path, dict[str, object]]) -> list[str]:
    """Return the faults of an invented puzzle; ``job`` is its file and its row of the index."""
    import invented_puzzles

    path, row = job
    try:
        found = invented_puzzles.find_faults(invented_puzzles.parse_puzzle(path.read_text("utf-8")), row)
        certificate = path.with_name(f"{path.stem}-certificate.json")
        if certificate.exists():
            data = invented_puzzles.parse_puzzle(path.read_text("utf-8"))
            found += (
                [fault]
                if (fault := invented_puzzles.find_proof_fault(data, json.loads(certificate.read_text())))
                else []
            )
    except Exception as error:  # an error in the check counts as a fault
        found = [f"{type(error).__name__}: {error}"]
    return [f"{path}: {fault}" for fault in found]


def judge_puzzles(folders: list[Path], jobs: int) -> int:
    """Print the faults of the puzzles in folders, and their distribution; return how many are wrong."""
    from ferryplan.generator.families import instantiate
    from ferryplan.generator.inventing.identity import structure_signature
    from ferryplan.generator.puzzle import load

    rows = [
        (folder / row["file"], row) for folder in folders for row in json.loads((folder / "index.json").read_text())
    ]
    began, wrong = time.monotonic(), 0
    with ProcessPoolExecutor(jobs) as pool:
        for number, found in enumerate(pool.map(find_puzzle_faults, rows), 1):
            wrong += bool(found)
            print(*found, sep="\n", end="\n" if found else "", flush=True)
            if number % 50 == 0:
                print(
                    f"{number} of {len(rows)} judged, {wrong} wrong, {time.monotonic() - began:.0f} s", file=sys.stderr
                )
    print(f"{len(rows)} judged, {wrong} wrong")
    for kind, of_kind in itertools.groupby(rows, lambda one: one[1]["file"].split("-")[0]):
        listed = [one for one in of_kind if one[1]["status"] != "unsolvable"]
        signed = Counter(structure_signature(instantiate(load(str(path)), {})) for path, _ in listed)
        print(f"{kind}: {len(listed)} puzzles, {len(signed)} that differ by more than names")
        for key in ("difficulty", "crossings", "confirmed_by"):
            spread = Counter(row[key] for _, row in listed if key in row)
            print(f"  {key}: {', '.join(f'{value}: {times}' for value, times in sorted(spread.items()))}")
    return wrong


def main() -> None:
    """Measure the invention of puzzles, or check the puzzles in the given folders."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=100, help="number of puzzles of each kind")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--judge", type=Path, nargs="+", metavar="FOLDER", help="check the puzzles in these folders instead"
    )
    asked = parser.parse_args()
    if asked.judge:
        sys.exit(bool(judge_puzzles(asked.judge, asked.jobs)))
    time_inventing(asked.number, asked.jobs, asked.seed)


if __name__ == "__main__":
    main()
