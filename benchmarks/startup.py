"""Times the commands against the bare import of unified_planning.shortcuts, in turn, in one run.

    python benchmarks/startup.py [--runs 7]

Prints for each command the median of its ratios to the import that ran just before it, and the ratio that is aimed at.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

AIMS = {
    "--couples 3": 1.5,
    "--couples 4": 3.0,
    "family": 3.0,
    "missionaries-cannibals": 3.0,
    "generate": 0.35,
    "generate --couples 4 --dialect adl": 0.35,
    "list": 0.35,
    "show": 0.35,
}


def seconds(command: list[str]) -> float:
    """Return how long a command takes."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    """Run every command in turn with the import."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    plan = str(Path(sys.executable).with_name("plan"))
    bare = [sys.executable, "-c", "import unified_planning.shortcuts"]
    seconds(bare)
    print(f"{'command':<40} {'seconds':>8} {'ratio':>6} {'aim':>6}")
    for arguments, aim in AIMS.items():
        command = [plan, *arguments.split()]
        seconds(command)
        pairs = [(seconds(bare), seconds(command)) for _ in range(runs)]
        took = statistics.median(own for _, own in pairs)
        ratio = statistics.median(own / other for other, own in pairs)
        print(f"plan {arguments:<35} {took:8.2f} {ratio:6.2f} {aim:6.2f}{'' if ratio <= aim else '  missed'}")


if __name__ == "__main__":
    main()
