"""Send signals to commands at random moments, and check how the commands end.

    python benchmarks/signals.py [--runs 50] [--seed 1]

Each run starts a command and sends SIGINT, SIGTERM or SIGHUP after a random time. The exit code must be 128 plus the
number of the signal, or the usual exit code if the command ended before. Standard error must have no traceback, and no
process, scratch folder or half-written file may remain. The exit code of this program is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

PLAN = Path(sys.executable).with_name("plan")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
VERBS = {
    "solve": ("--couples", "9", "--capacity", "5", "--encoding", "named"),
    "solve, pictures": ("family", "-o", "out/family.html", "-o", "out/family.svg"),
    "solve --all": ("solve", "--couples", "6", "--capacity", "5", "--all", "--format", "json"),
    "graph": ("graph", "--couples", "7", "--capacity", "6", "--format", "json", "-o", "out/graph.json"),
    "suite": ("suite", "--couples", "2..9", "--capacity", "2..5", "--islands", "0,1", "-o", "out"),
    "compare": (
        "compare", "--couples", "2..4", "--engines", "pyperplan,fast-downward", "--jobs", "2", "-o", "out/runs.csv", "-o", "out/runs.json"
    ),
    "why": ("why", "--couples", "12", "--capacity", "3", "--islands", "2", "--certificate", "out/proof.json"),
    "explore": ("explore", "--couples", "3"),
    "generate": ("generate", "--couples", "60", "--capacity", "4", "--encoding", "counted", "-o", "out"),
}  # fmt: skip
LATEST_SIGNAL = 4.0
"""The latest moment of a signal, in seconds after the start."""
MAX_SECONDS = 60.0
"""The number of seconds within which a command must end."""


def find_processes(folder: Path) -> list[int]:
    """Return the identifiers of the processes whose scratch files are in a folder."""
    mark = f"TMPDIR={folder}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if mark in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def list_leftovers(folder: Path) -> list[str]:
    """Return what a command has left behind: processes and scratch files."""
    deadline = time.monotonic() + 5  # a worker process ends by itself soon after its parent died
    while True:
        trouble = [f"process {number}" for number in find_processes(folder)]
        trouble += [f"file {path.relative_to(folder)}" for path in sorted((folder / "scratch").iterdir())]
        trouble += [f"file {path.relative_to(folder)}" for path in sorted((folder / "out").rglob(".*"))]
        if not trouble or time.monotonic() > deadline:
            return trouble
        time.sleep(0.05)


def run_with_signal(arguments: tuple[str, ...], number: signal.Signals, moment: float) -> tuple[int, list[str]]:
    """Run a command, send it a signal after ``moment`` seconds, and return its exit code and faults."""
    with tempfile.TemporaryDirectory(prefix="signals-") as name:
        folder = Path(name)
        for part in ("scratch", "out"):
            (folder / part).mkdir()
        process = subprocess.Popen(
            [PLAN, *arguments], cwd=folder, env={**os.environ, "TMPDIR": str(folder / "scratch")},
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        time.sleep(moment)
        process.send_signal(number)
        try:
            _, told = process.communicate(timeout=MAX_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return 1, ["it did not end", *list_leftovers(folder)]
        wrong = list_leftovers(folder)
        early = (
            process.returncode == -number or "init_import_site" in told
        )  # the signal came while Python started, before the program ran
        if early:
            return -number, wrong
        if process.returncode not in (128 + number, 0):
            wrong.append(f"exit code {process.returncode}")
        if "Traceback" in told or "bug" in told or "Exception" in told:
            wrong.append(f"printed: {told.strip().splitlines()[0][:60]} … {told.strip().splitlines()[-1][:60]}")
        return process.returncode, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=50, help="number of runs for each signal")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    for number in SIGNALS:  # a shell makes background processes ignore signals, and child processes inherit this
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    troubles = 0
    print(f"seed {options.seed}, {options.runs} runs of each signal over {len(VERBS)} verbs")
    print("signal   runs  128+n  ended before  before the program's first line  wrong")
    for number in SIGNALS:
        codes: Counter[str] = Counter()
        wrongs = []
        for index in range(options.runs):
            verb = list(VERBS)[index % len(VERBS)]
            moment = chance.choice((0.3, 1.0, LATEST_SIGNAL)) * chance.random()
            code, wrong = run_with_signal(VERBS[verb], number, moment)
            codes[
                "stopped" if code == 128 + number else "early" if code == -number else "done" if code == 0 else "other"
            ] += 1
            wrongs += [f"  {number.name} after {moment:.3f} s, {verb}: {'; '.join(wrong)}"] if wrong else []
        print(
            f"{number.name:7}  {options.runs:4}  {codes['stopped']:5}  {codes['done']:12}  {codes['early']:31}  {len(wrongs):5}"
        )
        print("\n".join(wrongs), end="\n" if wrongs else "", flush=True)
        troubles += len(wrongs)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
