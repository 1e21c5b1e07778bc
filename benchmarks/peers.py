"""Compare ferryplan with the tools that one would use instead, and print the table as Markdown.

    python benchmarks/peers.py [--only start,placed] [--repeat 3] [--markdown FILE] [--plot FILE]

Each row is measured in rounds: in each round, the other tools run, then ferryplan. The table has the median of the
ratios, with the least and the greatest, for processor time (user and system, with child processes) and for wall time.
Ratios are used because times differ between machines and between runs. The answers are compared, too: the numbers of
solutions, of states and of links.

The program installs clingo, OR-Tools and python-constraint2 from PyPI into a virtual environment, and compiles a search
in C++ if there is a compiler. They are in a scratch folder, which is removed at the end unless `--scratch` names a
folder.

The groups of rows: `start` (commands that need no engine), `couples` (three, and a thousand), `placed` (assignment
puzzles: the first solution, and all solutions), `graphs` (analyzed state graphs), `engines` (Fast Downward and SymK
compared with their own drivers), `besides` (the overhead of `suite` and `compare` over their engines), `growth` (the
length of the PDDL), `curves` (time and memory by size; `--plot` draws them).
"""

from __future__ import annotations

import argparse
import os
import platform
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from others import curves
from others.besides import measure_compare_overhead, measure_pddl_growth, measure_suite_overhead, processor, wall
from others.measuring import Measured, format_ratios, format_seconds, measure, median, median_ratio
from others.rows import ROWS, Tools

from ferryplan.generator.layout import draw_markdown_table
from ferryplan.generator.wording import Table

COLUMNS = (
    "measured",
    "compared with",
    "aim",
    "ratio, processor",
    "ratio, wall",
    "seconds, processor",
    "seconds, wall",
    "MiB",
)
MARKS = ("<!-- measured -->\n", "<!-- end measured -->")
SEPARATE_TABLES = ("besides", "growth", "curves")


def main() -> None:
    """Measure the groups of rows that the command line selects."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only",
        default=",".join((*ROWS, *SEPARATE_TABLES)),
        metavar="ROWS",
        help="measure these groups of rows; default: all",
    )
    parser.add_argument(
        "--containing", default="", metavar="TEXT", help="of these, measure the comparisons whose names contain TEXT"
    )
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="number of rounds; default: 3")
    parser.add_argument(
        "--timeout", type=float, default=120, metavar="SECONDS", help="time limit of each command; default: 120"
    )
    parser.add_argument(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="write the tables to FILE instead of printing them; if it has the marks `<!-- measured -->` and `<!-- end measured -->`, between them",
    )
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the curves to FILE, as SVG or PNG")
    parser.add_argument(
        "--scratch",
        type=Path,
        metavar="FOLDER",
        help="keep the installed and compiled tools in FOLDER for the next run",
    )
    options = parser.parse_args()
    signal.signal(
        signal.SIGTERM, lambda number, frame: sys.exit(128 + number)
    )  # removes the scratch folder before the end
    wanted = options.only.split(",")
    if unknown := {*wanted} - {*ROWS, *SEPARATE_TABLES}:
        parser.error(f"unknown rows {', '.join(sorted(unknown))}; choose from {', '.join((*ROWS, *SEPARATE_TABLES))}")
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        scratch = (options.scratch or Path(folder)).resolve()
        scratch.mkdir(parents=True, exist_ok=True)
        sections = list(measure_tables(wanted, options, Tools(scratch)))
    page = "\n".join([describe_machine(options.repeat), *sections])
    if options.markdown:
        options.markdown.write_text(insert_between_marks(options.markdown, page), encoding="utf-8")
    else:
        print(page, end="")


def insert_between_marks(file: Path, page: str) -> str:
    """Return the text of a file with the page between `MARKS`; only the page if the file has no marks."""
    before, start, rest = (file.read_text(encoding="utf-8") if file.exists() else "").partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    return f"{before}{start}\n{page}{MARKS[1]}{after}" if start else page


def measure_tables(wanted: list[str], options: argparse.Namespace, tools: Tools) -> Iterator[str]:
    """Yield a table for each selected group of rows, and a table of the rows that miss their aim."""
    missed: list[tuple[str, ...]] = []
    for name, rows in ROWS.items():
        if name not in wanted:
            continue
        found: dict[str, list[tuple[str, ...]]] = {}
        for comparison in rows(tools):
            if options.containing not in comparison.ours.name:
                continue
            told = f"{comparison.row}: {comparison.ours.name}"
            if comparison.missing:
                cells = ("", "" if comparison.aim is None else f"{comparison.aim}", comparison.missing, "", "", "", "")
                found.setdefault(comparison.row, []).append((comparison.ours.name, *cells))
                continue
            show_progress(told)
            measured = measure(comparison, options.repeat, options.timeout)
            found.setdefault(comparison.row, []).extend(format_rows(measured))
            if comparison.aim is not None and median_ratio(measured, 0, processor) > comparison.aim:
                missed.append(found[comparison.row][-len(measured.others)][:4])
        for row, told_rows in found.items():
            yield f"## {row.capitalize()}\n\n{draw_markdown_table(Table(COLUMNS, tuple(told_rows)))}"
    if missed:
        heading = ("measured", "compared with", "aim", "ratio, processor")
        yield f"## Rows that miss their aim\n\n{draw_markdown_table(Table(heading, tuple(missed)))}"
    if "besides" in wanted:
        rows_besides = []
        for what, measured in (
            ("suite", lambda: measure_suite_overhead(options.repeat, options.timeout)),
            ("compare with pyperplan", lambda: measure_compare_overhead("pyperplan", options.repeat, options.timeout)),
            (
                "compare with fast-downward",
                lambda: measure_compare_overhead("fast-downward", options.repeat, options.timeout),
            ),
        ):
            show_progress(what)
            rows_besides += measured()
        columns = ("measured", "seconds each (aim: 0.03)", "ratio to python -c pass")
        yield f"## Overhead of suites and comparisons\n\n{draw_markdown_table(Table(columns, tuple(rows_besides)))}"
    if "growth" in wanted:
        show_progress("the length of the PDDL")
        columns = ("PDDL", "size", "characters", "growth of characters", "compared with", "growth of that number")
        yield f"## Length of the PDDL\n\n{draw_markdown_table(Table(columns, tuple(measure_pddl_growth())))}"
    if "curves" in wanted:
        found_curves = list(curves.measure_curves(tools, options.repeat, options.timeout, show_progress))
        rows_of_curves = tuple(
            (f"{curve.panel}: {curve.name}", f"{size:,}", f"{spent:.3g}", f"{memory:.0f}")
            for curve, points in found_curves
            for size, spent, memory in points
        )
        yield f"## Curves\n\n{draw_markdown_table(Table(('measured', 'size', 'seconds, processor', 'MiB'), rows_of_curves))}"
        if options.plot:
            curves.draw_curves(tools, found_curves, options.plot)
    show_progress("")


def format_rows(measured: Measured) -> Iterator[tuple[str, ...]]:
    """Yield a row of the table for each of the other tools in a comparison."""
    comparison = measured.comparison
    for number, (other, runs) in enumerate(zip(comparison.others, measured.others, strict=True)):
        yield (
            "" if number else comparison.ours.name,
            other.name,
            "" if comparison.aim is None or number else f"{comparison.aim}",
            format_ratios(measured, number, processor),
            format_ratios(measured, number, wall),
            f"{format_seconds(measured.ours, processor)} : {format_seconds(runs, processor)}",
            f"{format_seconds(measured.ours, wall)} : {format_seconds(runs, wall)}",
            f"{median(measured.ours, lambda one: one.memory):.0f} : {median(runs, lambda one: one.memory):.0f}",
        )


def describe_machine(repeat: int) -> str:
    """Return a sentence about the machine and the versions of the measured programs."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in _read_lines(Path("/proc/cpuinfo"))
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    engines = ", ".join(
        f"{package} {metadata.version(package)}"
        for package in ("unified-planning", "up-pyperplan", "up-fast-downward", "up-symk")
    )
    return (
        f"Measured on {time.strftime('%d %B %Y')}, {repeat} rounds, {os.cpu_count()} cores ({model}, {platform.system()}), "
        f"Python {platform.python_version()}, {engines}. "
        "In pairs such as `0.1 : 0.2`, the first number is that of ferryplan, and the second that of the other program.\n"
    )


def _read_lines(file: Path) -> list[str]:
    """Return the lines of a file; no lines if it does not exist."""
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def show_progress(what: str) -> None:
    """Show the name of the current measurement on a line of standard error."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{what[:100]}", end="", file=sys.stderr, flush=True)
    elif what:
        print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
