"""Compare ferryplan with brute force on random puzzle files of every family.

    python benchmarks/random_puzzles.py [--files 2000] [--states 80] [--seed 1] [--jobs 1] [--keep FOLDER] [--family FAMILY]

Of eleven files, seven are river crossings; the others are a logic grid, a sum of words, a board and a planning task.
The program compares each file in every dialect and encoding, in up to `--states` reachable states: the brute force of
the tests must find the same applicable moves with the same costs. The program prints Markdown: how many files were
compared in each dialect, how completely, which features occurred, and every disagreement, whose file is kept. The exit
code is 1 if there was a disagreement. After an interruption, the program prints the results so far. The same seed and
the same version of Hypothesis give the same files.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import agreement.assignment
import agreement.classical
import agreement.crossing
from agreement.report import Report
from hypothesis import HealthCheck, Phase, given, seed, settings
from strategies.assignment import boards, grids, sums
from strategies.classical import classical_files
from strategies.crossing import crossing_files
from strategies.features import features
from strategies.files import PuzzleText

from ferryplan.generator.layout import draw_markdown_table
from ferryplan.generator.wording import Table

BATCH_SIZE = 25
"""The number of files for one seed; Hypothesis makes later files of a seed similar to earlier ones."""
TURNS = [
    *[("crossing", crossing_files)] * 7,
    ("grid", grids),
    ("arithmetic", sums),
    ("board", boards),
    ("classical", classical_files),
]
COMPARISONS = {"crossing": agreement.crossing.compare, "classical": agreement.classical.compare}
"""The comparisons for families that are not assignment puzzles."""


@dataclass
class Campaign:
    """The results of the comparisons so far."""

    states: int
    keep: Path
    name: str = ""
    files: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """The number of files by family, by dialect and encoding, and by how completely they were compared."""
    explored: Counter[tuple[str, str]] = field(default_factory=Counter)
    moves: Counter[tuple[str, str]] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def compare(self, file: PuzzleText) -> None:
        """Compare one file, and record the result."""
        self.files[file.family] += 1
        self.features.update(features(file))
        compare = COMPARISONS.get(file.family, agreement.assignment.compare)
        path = self.keep / f"random-{self.name}.toml"
        try:
            report: Report = compare(file, path, self.states)
        except Exception as error:
            written = path.with_suffix("") if file.templates else path
            kept = written.rename(written.with_stem(f"wrong-{self.name}-{len(self.wrong) + 1}"))
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(where.filename).name}:{where.lineno}"
            self.wrong.append(
                f"{kept} with {file.given}: {place}: {type(error).__name__}: {' '.join(str(error).split())[:300]}"
            )
            return
        self.outcomes.update((file.family, name, outcome) for name, outcome in report.outcomes.items())
        for counter, found in ((self.explored, report.states), (self.moves, report.moves)):
            for name, number in found.items():
                counter[file.family, name] += number

    def add(self, other: Campaign) -> None:
        """Add the results of another campaign."""
        for counter in ("files", "outcomes", "explored", "moves", "features"):
            getattr(self, counter).update(getattr(other, counter))
        self.wrong += other.wrong

    def render(self) -> str:
        """Return the results as Markdown."""
        columns = ("whole", "in part", "not in this dialect", "too large")
        names = dict.fromkeys((family, name) for family, name, _ in sorted(self.outcomes) if name != "file")
        rows = [
            (
                *name,
                *(str(self.outcomes[*name, column]) for column in columns),
                f"{self.explored[name]:,}",
                f"{self.moves[name]:,}",
            )
            for name in names
        ]
        compared = draw_markdown_table(Table(("family", "dialect", *columns, "states", "moves"), tuple(rows)))
        occurred = draw_markdown_table(
            Table(("what", "files"), tuple((name, str(count)) for name, count in sorted(self.features.items())))
        )
        refused = sum(count for (_, name, _), count in self.outcomes.items() if name == "file")
        of_each = ", ".join(f"{count} {family}" for family, count in self.files.items())
        return (
            f"{self.files.total()} files ({of_each}); {refused} rightly refused; {len(self.wrong)} wrong.\n\n{compared}\n{occurred}"
            + "".join(f"\nWrong: {line}" for line in self.wrong)
        )  # fmt: skip


def run_batch(number: int, turn: int, states: int, keep: Path, family: str | None) -> Campaign:
    """Compare ``number`` files that Hypothesis draws with the seed ``turn``.

    The files are of the given family; with None, ``turn`` selects the family.
    """
    campaign = Campaign(states, keep, str(turn))
    _, strategy = TURNS[turn % len(TURNS)] if family is None else next(one for one in TURNS if one[0] == family)
    options = settings(
        max_examples=number, phases=[Phase.generate], database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )  # fmt: skip
    seed(turn)(options(given(strategy())(campaign.compare)))()
    return campaign


def main() -> None:
    """Run all batches, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--states", type=int, default=80)
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the first batch; the next batches have the next seeds"
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--keep", type=Path, help="folder for files with a disagreement; default: a new folder")
    parser.add_argument("--family", choices=dict(TURNS), help="compare only files of this family")
    options = parser.parse_args()
    keep = options.keep or Path(tempfile.mkdtemp(prefix="random-puzzles-"))
    keep.mkdir(parents=True, exist_ok=True)
    campaign = Campaign(options.states, keep)
    sizes = [min(BATCH_SIZE, options.files - before) for before in range(0, options.files, BATCH_SIZE)]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ProcessPoolExecutor(options.jobs) as pool:
        batches = [
            pool.submit(run_batch, size, turn, options.states, keep, options.family)
            for turn, size in enumerate(sizes, options.seed)
        ]
        try:
            for done in as_completed(batches):
                campaign.add(done.result())
                print(*done.result().wrong, sep="\n", end="\n" * bool(done.result().wrong), file=sys.stderr)
                print(f"{campaign.files.total()} files, {len(campaign.wrong)} wrong", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
            pool.shutdown(wait=False, cancel_futures=True)
    print(campaign.render())
    sys.exit(bool(campaign.wrong))


if __name__ == "__main__":
    main()
