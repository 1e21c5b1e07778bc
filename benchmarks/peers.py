"""Measures this program beside what one would use instead, and prints the table as Markdown.

    python benchmarks/peers.py [--only start,placed] [--repeat 3] [--markdown FILE] [--plot FILE]

Each row is measured in rounds: what one would use instead, then this program, and again. It tells the median of the ratios with the least
and the greatest, for processor time (user and system, children included) and for wall time: machines are noisy, and seconds differ from
one to the other. Answers are compared: numbers of solutions, of states and links.

clingo, OR-Tools and python-constraint2 are installed from PyPI into a virtual environment, a search in C++ is compiled where there is a
compiler. All of it is in a scratch folder that is removed in the end, unless --scratch names one to be kept.

Rows: start (commands that need no engine), couples (three, and a thousand), placed (zebra, queens, sums, sudoku: the first solution, all
solutions), graphs (states with their survey), engines (Fast Downward and SymK beside their own drivers), besides (what suite and compare
take besides the engines), growth (the length of the PDDL), curves (how time and memory grow with the size; --plot draws them).
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
from others.besides import compare, growth, processor, suite, wall
from others.measuring import Measured, measure, median, middle, ratios, seconds
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
APART = ("besides", "growth", "curves")


def main() -> None:
    """Measure the rows that are wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join((*ROWS, *APART)), metavar="ROWS", help="these groups of rows")
    parser.add_argument(
        "--containing", default="", metavar="TEXT", help="of these the comparisons whose name contains the text"
    )
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="how many rounds; default: 3")
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS", help="for each command; default: 120")
    parser.add_argument(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="write the tables there instead of printing them; between the marks `<!-- measured -->` and `<!-- end measured -->` if it has them",
    )
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the curves there, as SVG or PNG")
    parser.add_argument(
        "--scratch", type=Path, metavar="FOLDER", help="keep what is installed and compiled there, for the next time"
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # so that nothing is left behind
    wanted = options.only.split(",")
    if unknown := {*wanted} - {*ROWS, *APART}:
        parser.error(f"found the rows {', '.join(sorted(unknown))}, expected some of {', '.join((*ROWS, *APART))}")
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        scratch = (options.scratch or Path(folder)).resolve()
        scratch.mkdir(parents=True, exist_ok=True)
        sections = list(tables(wanted, options, Tools(scratch)))
    page = "\n".join([machine(options.repeat), *sections])
    if options.markdown:
        options.markdown.write_text(between_marks(options.markdown, page), encoding="utf-8")
    else:
        print(page, end="")


def between_marks(file: Path, page: str) -> str:
    """Return the text of a file in which the page is put between MARKS; the page alone if it has none."""
    before, start, rest = (file.read_text(encoding="utf-8") if file.exists() else "").partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    return f"{before}{start}\n{page}{MARKS[1]}{after}" if start else page


def tables(wanted: list[str], options: argparse.Namespace, tools: Tools) -> Iterator[str]:
    """Yield a table for each group of rows that is wanted, and one of those that miss their aim."""
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
            progress(told)
            measured = measure(comparison, options.repeat, options.timeout)
            found.setdefault(comparison.row, []).extend(lines(measured))
            if comparison.aim is not None and middle(measured, 0, processor) > comparison.aim:
                missed.append(found[comparison.row][-len(measured.others)][:4])
        for row, told_rows in found.items():
            yield f"## {row.capitalize()}\n\n{draw_markdown_table(Table(COLUMNS, tuple(told_rows)))}"
    if missed:
        heading = ("measured", "compared with", "aim", "ratio, processor")
        yield f"## Rows that miss their aim\n\n{draw_markdown_table(Table(heading, tuple(missed)))}"
    if "besides" in wanted:
        rows_besides = []
        for what, measured in (
            ("suite", lambda: suite(options.repeat, options.timeout)),
            ("compare with pyperplan", lambda: compare("pyperplan", options.repeat, options.timeout)),
            ("compare with fast-downward", lambda: compare("fast-downward", options.repeat, options.timeout)),
        ):
            progress(what)
            rows_besides += measured()
        columns = ("measured", "seconds each (aim: 0.03)", "ratio to python -c pass")
        yield f"## Overhead of suites and comparisons\n\n{draw_markdown_table(Table(columns, tuple(rows_besides)))}"
    if "growth" in wanted:
        progress("the length of the PDDL")
        columns = ("PDDL", "size", "characters", "growth of characters", "compared with", "growth of that number")
        yield f"## Length of the PDDL\n\n{draw_markdown_table(Table(columns, tuple(growth())))}"
    if "curves" in wanted:
        found_curves = list(curves.measured(tools, options.repeat, options.timeout, progress))
        rows_of_curves = tuple(
            (f"{curve.panel}: {curve.name}", f"{size:,}", f"{spent:.3g}", f"{memory:.0f}")
            for curve, points in found_curves
            for size, spent, memory in points
        )
        yield f"## Curves\n\n{draw_markdown_table(Table(('measured', 'size', 'seconds, processor', 'MiB'), rows_of_curves))}"
        if options.plot:
            curves.drawn(tools, found_curves, options.plot)
    progress("")


def lines(measured: Measured) -> Iterator[tuple[str, ...]]:
    """Yield a line of the table for each of the others."""
    comparison = measured.comparison
    for number, (other, runs) in enumerate(zip(comparison.others, measured.others, strict=True)):
        yield (
            "" if number else comparison.ours.name,
            other.name,
            "" if comparison.aim is None or number else f"{comparison.aim}",
            ratios(measured, number, processor),
            ratios(measured, number, wall),
            f"{seconds(measured.ours, processor)} : {seconds(runs, processor)}",
            f"{seconds(measured.ours, wall)} : {seconds(runs, wall)}",
            f"{median(measured.ours, lambda one: one.memory):.0f} : {median(runs, lambda one: one.memory):.0f}",
        )


def machine(repeat: int) -> str:
    """Return what it was measured on."""
    model = next(
        (line.partition(":")[2].strip() for line in _lines(Path("/proc/cpuinfo")) if line.startswith("model name")),
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


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def progress(what: str) -> None:
    """Show what is being measured, on a line of standard error."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{what[:100]}", end="", file=sys.stderr, flush=True)
    elif what:
        print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
