"""Whether anything on the surface of a question tells that its puzzle has no solution.

    python benchmarks/twins.py [--number 400] [--seed 7] [--jobs 2] [--kinds crossing,grid] [--folder FOLDER]
    python benchmarks/twins.py QUESTIONS.jsonl…

Poses sets of questions about invented puzzles, half of them without a solution, one for each kind; or reads sets that were posed so. Counts what can
be counted without solving anything: words, characters, rules of each kind, clues, sizes, who can row, words that no other question has. For each such
feature takes the threshold that tells the verdict best on one half of the set, and tells how often it is right on the other half; both ways around,
the mean. Guessing is right half of the time, and chance alone lifts the best of many features: the last column has the 99th percentile of the best
when the verdicts are shuffled. The exit code is 1 if a feature is right more often than --most, 60 % if nothing is said.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
KINDS = "crossing,grid,arithmetic,sudoku,queens"
SHUFFLES = 100
TOLD_APART = ("rule", "clue")
"""the keys whose values are counted each by itself"""
PROSE = ("title", "story", "source", "help", "says", "asks", "name", "names", "called", "plural", "values", "text")

Row = Mapping[str, Any]
Features = dict[str, float]


class Reading(NamedTuple):
    """How well a feature tells the verdict."""

    feature: str
    share: float
    """of the questions of the half that the threshold was not chosen on"""


def features_of(row: Row, once: frozenset[str] = frozenset()) -> Features:
    """Return what can be counted in a question; ``once`` has the words that no other question of its set has."""
    text, data = row["question"], tomllib.loads(row["file"])
    words = re.findall(r"[^\W\d_]+", text)
    found: Counter[str] = Counter()
    found["text: characters"] = len(text)
    found["text: words"] = len(words)
    found["text: different words"] = len({*words})
    found["text: letters"] = sum(map(len, words))
    found["text: lines"] = text.count("\n")
    found["text: digits"] = sum(map(str.isdigit, text))
    found["text: longest word"] = max(map(len, words))
    found["text: words of this question alone"] = len({*words} & once)
    found["story: characters"] = len(data["story"])
    for name, number in _counts(data):
        found[name] += number
    return {key: float(number) for key, number in found.items()} | _of_family(row["family"], data)


def _counts(data: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Yield how often each key stands in a puzzle file, its numbers added up, and each kind of rule or clue."""
    match data:
        case dict():
            yield from (one for key, inside in data.items() for one in _counts(inside, f"{path}.{key}"))
            for key in TOLD_APART:
                if isinstance(kind := data.get(key), str):
                    yield f"{path}: {kind}", 1
                    yield from ((f"{path}: {kind} with {other}", 1) for other in data if other not in (key, *PROSE))
        case list():
            yield f"{path}: number", len(data)
            yield from (one for inside in data for one in _counts(inside, path))
        case bool():
            yield f"{path}: {data}", 1
        case int():
            yield f"{path}: sum", data
        case str() if path.rpartition(".")[2] not in PROSE:
            yield (
                f"{path}: {data}" if data in ("everyone", "any", "all", "boat") else f"{path}: characters",
                (1 if data in ("everyone", "any", "all", "boat") else len(data)),
            )


def _of_family(family: str, data: Row) -> Features:
    """Return what is counted in the puzzles of a family alone."""
    match family:
        case "crossing":
            kinds = data["kinds"]
            counts = [kind.get("count", 1) for kind in kinds]
            rows = [kind.get("rows", True) is not False for kind in kinds]
            return {
                "travellers": sum(counts),
                "largest kind": max(counts),
                "who can row": sum(count for count, rowing in zip(counts, rows, strict=True) if rowing),
                "kinds that row": sum(rows),
                "travellers for each seat": sum(counts) / data["boat"]["capacity"],
                "rules for each traveller": len(data["rules"]) / sum(counts),
                "names in rules": len(_names_in(data["rules"], {kind["name"] for kind in kinds})),
                "different names in rules": len({*_names_in(data["rules"], {kind["name"] for kind in kinds})}),
            }
        case "grid":
            values = {value for category in data["categories"] for value in category["values"]}
            named = _names_in(data["clues"], values)
            return {"values": len(values), "names in clues": len(named), "different names in clues": len({*named})}
        case "arithmetic":
            first, *given = data["sum"]["text"].split("; ")
            words = re.findall("[A-Z]+", first)
            letters = Counter("".join(words))
            return {
                "words": len(words),
                "letters": len("".join(words)),
                "different letters": len(letters),
                "most of one letter": max(letters.values()),
                "given letters": len(given),
                "longest word": max(map(len, words)),
                "shortest word": min(map(len, words)),
                "length of the last word": len(words[-1]),
                "length of the first word": len(words[0]),
                "words that no theme has": len({*words} - _words_of_themes()),
                "sum of given digits": sum(int(one[-1]) for one in given),
                "minus": first.count("-"),
                "letters that begin words": len({word[0] for word in words}),
            }
        case "board" if data["board"]["kind"] == "sudoku":
            givens = data["parameters"]["givens"]["default"]
            digits = Counter(re.sub(r"\D", "", givens))
            return {
                "given digits": sum(digits.values()),
                "different digits": len(digits),
                "most of one digit": max(digits.values(), default=0),
                "sum of digits": sum(int(digit) * number for digit, number in digits.items()),
                "empty cells": givens.count("."),
            }
        case _:
            squares = [*data["board"].get("given", []), *data["board"].get("forbidden", [])]
            rows = Counter(square.partition("c")[0] for square in squares)
            columns = Counter(square.partition("c")[2] for square in squares)
            return {
                "squares told": len(squares),
                "rows told": len(rows),
                "columns told": len(columns),
                "most in one line": max([*rows.values(), *columns.values()], default=0),
            }


@functools.cache
def _words_of_themes() -> frozenset[str]:
    """Return all words of which sums are made."""
    files = (ROOT / "domains" / "themes").glob("*.toml")
    return frozenset(word for path in files for word in tomllib.loads(path.read_text("utf-8"))["arithmetic"]["words"])


def _names_in(data: Any, names: set[str]) -> list[str]:
    """Return the names that stand in rules or clues, as often as they do."""
    if isinstance(data, dict):
        return [
            name for key, one in data.items() if key not in ("rule", "clue", "says") for name in _names_in(one, names)
        ]
    if isinstance(data, list):
        return [name for one in data for name in _names_in(one, names)]
    return [data] if data in names else []


def read_set(path: Path) -> list[Row]:
    """Return the questions of a file, as many with a solution as without, in an order that says nothing."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    by_verdict = [[row for row in rows if row["verdict"] == verdict] for verdict in ("solvable", "unsolvable")]
    number = min(map(len, by_verdict))
    chosen = [row for some in by_verdict for row in some[:number]]
    random.Random(0).shuffle(chosen)
    return chosen


def readings(rows: Sequence[Row]) -> tuple[list[Reading], float]:
    """Return how well each feature tells the verdict, the best first, and what the best of them reaches by chance."""
    seen = Counter(word for row in rows for word in {*re.findall(r"[^\W\d_]+", row["question"])})
    once = frozenset(word for word, number in seen.items() if number == 1)
    table = [features_of(row, once) for row in rows]
    names = sorted({name for features in table for name in features})
    columns = {name: [features.get(name, 0.0) for features in table] for name in names}
    columns = {name: values for name, values in columns.items() if len({*values}) > 1}
    verdicts = [row["verdict"] == "unsolvable" for row in rows]
    found = [Reading(name, _share(values, verdicts)) for name, values in columns.items()]
    rng, best = random.Random(1), list[float]()
    for _ in range(SHUFFLES):
        rng.shuffle(verdicts)
        best.append(max(_share(values, verdicts) for values in columns.values()))
    return sorted(found, key=lambda one: -one.share), sorted(best)[(99 * SHUFFLES) // 100 - 1]


def _share(values: Sequence[float], verdicts: Sequence[bool]) -> float:
    """Return how often a threshold is right on the half that it was not chosen on; the mean of both ways around."""
    half = len(values) // 2
    halves = [([*values[:half]], [*verdicts[:half]]), ([*values[half:]], [*verdicts[half:]])]
    right = 0.0
    for chosen, other in (halves, halves[::-1]):
        threshold, above = _best_threshold(*chosen)
        right += sum(((value > threshold) == above) == verdict for value, verdict in zip(*other, strict=True))
    return right / len(values)


def _best_threshold(values: Sequence[float], verdicts: Sequence[bool]) -> tuple[float, bool]:
    """Return the threshold that tells verdicts best, and whether those above it are the unsolvable ones."""
    pairs = sorted(zip(values, verdicts, strict=True))
    number, unsolvable = len(pairs), sum(verdicts)
    best, below = (max(unsolvable, number - unsolvable), float("-inf"), unsolvable * 2 >= number), 0
    for at, (value, verdict) in enumerate(pairs, 1):
        below += verdict
        if at < number and pairs[at][0] == value:
            continue
        right = (at - below) + (unsolvable - below)  # those up to here solvable, those above not
        best = max(best, (right, value, True), (number - right, value, False))
    return best[1], best[2]


def pose(kind: str, number: int, seed: int, jobs: int, path: Path) -> None:
    """Write questions about invented puzzles of a kind, half of them without a solution."""
    asked = ["--invent", kind, "--number", f"{number}", "--unsolvable", "0.5", "--seed", f"{seed}", "--jobs", f"{jobs}"]
    command = [sys.executable, "-m", "ferryplan", "pose", *asked, "--force", "-o", str(path)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})


def main() -> int:
    """Pose or read, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path, metavar="QUESTIONS.jsonl", help="sets posed before")
    parser.add_argument("--number", type=int, default=400, metavar="N", help="questions of each kind; default: 400")
    parser.add_argument("--seed", type=int, default=7, metavar="N")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--kinds", default=KINDS, metavar="KIND,…", help=f"default: {KINDS}")
    parser.add_argument("--folder", type=Path, help="keep the sets there")
    parser.add_argument("--shown", type=int, default=5, metavar="N", help="the best features of each kind; default: 5")
    parser.add_argument("--most", type=float, default=0.6, metavar="SHARE", help="default: 0.6")
    options = parser.parse_args()
    gives_away = False
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        sets = options.sets or [folder / f"{kind}.jsonl" for kind in options.kinds.split(",")]
        print("| set | questions | feature | right | by chance up to |\n|---|---|---|---|---|")
        for path in sets:
            if not options.sets:
                pose(path.stem, options.number, options.seed, options.jobs, path)
            rows = read_set(path)
            found, bound = readings(rows)
            for feature, share in found[: options.shown]:
                print(f"| {path.stem} | {len(rows)} | {feature} | {share:.1%} | {bound:.1%} |", flush=True)
            gives_away |= found[0].share > options.most
    return int(gives_away)


if __name__ == "__main__":
    sys.exit(main())
