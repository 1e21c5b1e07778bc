"""Compare the time of commands with the time of importing unified_planning.shortcuts.

    python benchmarks/commands.py [--runs 5] [--only TEXT]

Each command runs in turn with the import. The program prints for each command the median ratio of its time to the time
of the import just before it, and the aimed ratio. Further rows compare ferryplan's own encoding with published ones,
and with pyperplan's own command line. Engines that are not installed are left out.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ferryplan.planner.engines.registry import ENGINES

AIMED_RATIOS = {
    "--couples 3": 1.3,
    "--couples 4": 3.0,
    "family": 3.0,
    "missionaries-cannibals": 3.0,
    "generate": 0.35,
    "generate --couples 4 --dialect adl": 0.35,
    "list": 0.35,
    "show": 0.35,
    "zebra": 3.0,
    "einstein": 3.0,
    "send-more-money": 3.0,
    "queens": 3.0,
    "sudoku": 6.0,
    "zebra --all": 4.0,
    "--couples 30 --capacity 4": 4.0,
    "--couples 8 --islands 1 --capacity 2": 6.0,
    "--couples 1000 --capacity 4 --dialect numeric --engine tamer": 8.0,
    "--couples 1000 --capacity 4 --dialect numeric --engine enhsp": 8.0,
}
PLAN = str(Path(sys.executable).with_name("plan"))
BARE_IMPORT = [sys.executable, "-c", "import unified_planning.shortcuts"]


def time_command(command: list[str]) -> float:
    """Return the seconds that a command takes."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def print_ratio(name: str, runs: int, aim: float, own: Callable[[], float], other: Callable[[], float]) -> None:
    """Print the median time of ferryplan, and the median ratio to the other program's time.

    The other program runs just before each run of ferryplan.
    """
    own()
    pairs = [(other(), own()) for _ in range(runs)]
    took = statistics.median(mine for _, mine in pairs)
    ratio = statistics.median(mine / theirs for theirs, mine in pairs)
    print(f"{name:<72} {took:8.2f} {ratio:6.2f} {aim:6.2f}{'' if ratio <= aim else '  missed'}", flush=True)


def time_in_worker(arguments: str) -> float:
    """Return the seconds that the worker process takes for three couples, after its imports."""
    command = [PLAN, *f"--couples 3 --capacity 2 {arguments} --format json".split()]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    spent = json.loads(run.stdout)["seconds"]
    return float(spent["read"] + spent["solve"])


def main() -> None:
    """Time every command in turn with the program that it is compared with."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="measure only commands that contain this text")
    options = parser.parse_args()

    def is_wanted(name: str) -> bool:
        engine = name.partition("--engine ")[2].split()
        return options.only in name and not (engine and ENGINES[engine[0]].missing)

    time_command(BARE_IMPORT)
    print(f"{'command':<72} {'seconds':>8} {'ratio':>6} {'aim':>6}")
    for arguments, aim in AIMED_RATIOS.items():
        if is_wanted(arguments):
            command = [PLAN, *arguments.split()]
            print_ratio(
                f"plan {arguments}",
                options.runs,
                aim,
                lambda c=command: time_command(c),
                lambda: time_command(BARE_IMPORT),
            )
    with tempfile.TemporaryDirectory() as folder:
        puzzle = ["--couples", "6", "--capacity", "4", "--encoding", "named"]
        subprocess.run([PLAN, "generate", *puzzle, "-o", folder], check=True)
        files = [str(Path(folder, name)) for name in ("domain.pddl", "p01.pddl")]
        theirs = [str(Path(sys.executable).with_name("pyperplan")), "-s", "bfs", *files]
        name = f"plan {' '.join(puzzle)}"
        if is_wanted(name):
            print_ratio(
                f"{name} : pyperplan's own command line + import",
                options.runs,
                3.0,
                lambda: time_command([PLAN, *puzzle]),
                lambda: time_command(theirs) + time_command(BARE_IMPORT),
            )
    for other in ("--dialect numeric --engine enhsp", "--dialect adl --engine fast-downward"):
        name = f"three couples in strips : {other}"
        if is_wanted(other):
            print_ratio(
                name, options.runs, 0.2, lambda: time_in_worker("--dialect strips"), lambda o=other: time_in_worker(o)
            )


if __name__ == "__main__":
    main()
