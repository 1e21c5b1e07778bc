"""Compare two recordings that `recording.py` made.

    python benchmarks/recordings_compared.py OLD NEW [--only PATTERN]

The program prints each entry that differs, with the first line that differs. Entries that reached the time limit in
either recording are counted, but not compared. The exit code is 1 if there is a difference.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
from itertools import zip_longest
from pathlib import Path

from recording import OUT_OF_TIME


def print_differences(old: Path, new: Path, only: str) -> int:
    """Print the entries of two recordings that differ, and return their number."""
    texts = [
        {
            path.relative_to(folder).as_posix().removesuffix(".txt"): path.read_text(encoding="utf-8")
            for path in sorted(folder.rglob("*.txt"))
        }
        for folder in (old, new)
    ]
    names = sorted(name for name in {*texts[0], *texts[1]} if fnmatch.fnmatch(name, only))
    different = late = 0
    for name in names:
        before, after = (side.get(name) for side in texts)
        if OUT_OF_TIME in (before, after):
            late += 1
        elif before is None or after is None:
            different += 1
            print(f"{name}: only in the {'new' if before is None else 'old'} recording")
        elif before != after:
            different += 1
            print(f"{name}: {_first_difference(before, after)}")
    print(f"{len(names)} entries, {different} differ" + (f", {late} not compared: out of time" if late else ""))
    return different


def _first_difference(before: str, after: str) -> str:
    """Return the number of the first line that differs, its part of the record, and both lines."""
    part = ""
    for number, (one, other) in enumerate(zip_longest(before.split("\n"), after.split("\n")), 1):
        if one == other:
            part = one if one and one.startswith(("$ plan ", "--- ")) else part
            continue
        shown = [
            "(the end)" if line is None else _cut_around_difference(line, one or "", other or "")
            for line in (one, other)
        ]
        return f"line {number}, in {part.removeprefix('--- ')}\n  - {shown[0]}\n  + {shown[1]}"
    raise AssertionError("the texts are equal")


def _cut_around_difference(line: str, one: str, other: str) -> str:
    """Return the part of a long line around the first difference between two lines."""
    column = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    begin = max(0, column - 60)
    return ("…" if begin else "") + line[begin : begin + 160] + ("…" if len(line) > begin + 160 else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument(
        "--only",
        default="*",
        metavar="PATTERN",
        help="compare only entries whose names match, such as 'zebra/*' or '*.generate'",
    )
    asked = parser.parse_args()
    return 1 if print_differences(asked.old, asked.new, asked.only) else 0


if __name__ == "__main__":
    sys.exit(main())
