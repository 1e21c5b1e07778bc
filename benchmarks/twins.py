"""Test whether the surface of a question reveals that its puzzle is unsolvable.

    python benchmarks/twins.py [--number 400] [--seed 7] [--jobs 2] [--kinds crossing,grid] [--folder FOLDER]
    python benchmarks/twins.py QUESTIONS.jsonl…

The program poses a set of questions about invented puzzles of each kind, half of them unsolvable, or reads such sets
from files. It counts features that need no solving: words, characters, rules of each kind, clues, sizes, rowers, and
words that no other question has. For each feature, it chooses the threshold that predicts the verdict best on one half
of the set, and measures how often the prediction is right on the other half, and the other way around; the result is
the mean of both.

A guess is right half of the time, and the best of many features is better by chance. So the last column has the 99th
percentile of the best feature if the verdicts are shuffled. The exit code is 1 if a feature is right more often than
`--most` (default: 60 %).
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
KEYS_COUNTED_BY_VALUE = ("rule", "clue")
"""The keys whose values are counted separately."""
PROSE = ("title", "story", "source", "help", "says", "asks", "name", "names", "called", "plural", "values", "text")

Row = Mapping[str, Any]
Features = dict[str, float]


class FeatureAccuracy(NamedTuple):
    """How well a feature predicts the verdict."""

    feature: str
    share: float
    """The share of right predictions, on the half on which the threshold was not chosen."""


def count_features(row: Row, once: frozenset[str] = frozenset()) -> Features:
    """Return the features of a question.

    ``once`` has the words that occur in no other question of the set.
    """
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
    for name, number in _count_keys(data):
        found[name] += number
    return {key: float(number) for key, number in found.items()} | _count_family_features(row["family"], data)


def _count_keys(data: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Yield pairs of a feature and a number: how often each key occurs, and the sum of its numbers.

    Each kind of rule or clue is a feature, too.
    """
    match data:
        case dict():
            yield from (one for key, inside in data.items() for one in _count_keys(inside, f"{path}.{key}"))
            for key in KEYS_COUNTED_BY_VALUE:
                if isinstance(kind := data.get(key), str):
                    yield f"{path}: {kind}", 1
                    yield from ((f"{path}: {kind} with {other}", 1) for other in data if other not in (key, *PROSE))
        case list():
            yield f"{path}: number", len(data)
            yield from (one for inside in data for one in _count_keys(inside, path))
        case bool():
            yield f"{path}: {data}", 1
        case int():
            yield f"{path}: sum", data
        case str() if path.rpartition(".")[2] not in PROSE:
            yield (
                f"{path}: {data}" if data in ("everyone", "any", "all", "boat") else f"{path}: characters",
                (1 if data in ("everyone", "any", "all", "boat") else len(data)),
            )


def _count_family_features(family: str, data: Row) -> Features:
    """Return the features that only puzzles of a family have."""
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
                "names in rules": len(_list_names(data["rules"], {kind["name"] for kind in kinds})),
                "different names in rules": len({*_list_names(data["rules"], {kind["name"] for kind in kinds})}),
            }
        case "grid":
            values = {value for category in data["categories"] for value in category["values"]}
            named = _list_names(data["clues"], values)
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
                "words that no theme has": len({*words} - _theme_words()),
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
def _theme_words() -> frozenset[str]:
    """Return all words of the themes from which sums are made."""
    files = (ROOT / "domains" / "themes").glob("*.toml")
    return frozenset(word for path in files for word in tomllib.loads(path.read_text("utf-8"))["arithmetic"]["words"])


def _list_names(data: Any, names: set[str]) -> list[str]:
    """Return the names in rules or clues, as often as they occur."""
    if isinstance(data, dict):
        return [
            name for key, one in data.items() if key not in ("rule", "clue", "says") for name in _list_names(one, names)
        ]
    if isinstance(data, list):
        return [name for one in data for name in _list_names(one, names)]
    return [data] if data in names else []


def read_balanced_set(path: Path) -> list[Row]:
    """Return as many solvable as unsolvable questions of a file, in random order."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    by_verdict = [[row for row in rows if row["verdict"] == verdict] for verdict in ("solvable", "unsolvable")]
    number = min(map(len, by_verdict))
    chosen = [row for some in by_verdict for row in some[:number]]
    random.Random(0).shuffle(chosen)
    return chosen


def rate_features(rows: Sequence[Row]) -> tuple[list[FeatureAccuracy], float]:
    """Return the accuracy of each feature, the best first, and the accuracy that chance can reach."""
    seen = Counter(word for row in rows for word in {*re.findall(r"[^\W\d_]+", row["question"])})
    once = frozenset(word for word, number in seen.items() if number == 1)
    table = [count_features(row, once) for row in rows]
    names = sorted({name for features in table for name in features})
    columns = {name: [features.get(name, 0.0) for features in table] for name in names}
    columns = {name: values for name, values in columns.items() if len({*values}) > 1}
    verdicts = [row["verdict"] == "unsolvable" for row in rows]
    found = [FeatureAccuracy(name, _cross_validated_share(values, verdicts)) for name, values in columns.items()]
    rng, best = random.Random(1), list[float]()
    for _ in range(SHUFFLES):
        rng.shuffle(verdicts)
        best.append(max(_cross_validated_share(values, verdicts) for values in columns.values()))
    return sorted(found, key=lambda one: -one.share), sorted(best)[(99 * SHUFFLES) // 100 - 1]


def _cross_validated_share(values: Sequence[float], verdicts: Sequence[bool]) -> float:
    """Return how often a threshold is right on the half on which it was not chosen.

    The result is the mean over both choices of the half.
    """
    half = len(values) // 2
    halves = [([*values[:half]], [*verdicts[:half]]), ([*values[half:]], [*verdicts[half:]])]
    right = 0.0
    for chosen, other in (halves, halves[::-1]):
        threshold, above = _best_threshold(*chosen)
        right += sum(((value > threshold) == above) == verdict for value, verdict in zip(*other, strict=True))
    return right / len(values)


def _best_threshold(values: Sequence[float], verdicts: Sequence[bool]) -> tuple[float, bool]:
    """Return the threshold that predicts the verdicts best, and whether values above it are unsolvable."""
    pairs = sorted(zip(values, verdicts, strict=True))
    number, unsolvable = len(pairs), sum(verdicts)
    best, below = (max(unsolvable, number - unsolvable), float("-inf"), unsolvable * 2 >= number), 0
    for at, (value, verdict) in enumerate(pairs, 1):
        below += verdict
        if at < number and pairs[at][0] == value:
            continue
        right = (at - below) + (unsolvable - below)  # values up to here predict solvable, larger ones unsolvable
        best = max(best, (right, value, True), (number - right, value, False))
    return best[1], best[2]


def pose_questions(kind: str, number: int, seed: int, jobs: int, path: Path) -> None:
    """Write questions about invented puzzles of a kind, half of them unsolvable, to a file."""
    asked = ["--invent", kind, "--number", f"{number}", "--unsolvable", "0.5", "--seed", f"{seed}", "--jobs", f"{jobs}"]
    command = [sys.executable, "-m", "ferryplan", "pose", *asked, "--force", "-o", str(path)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})


def main() -> int:
    """Pose or read the questions, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "sets", nargs="*", type=Path, metavar="QUESTIONS.jsonl", help="files with sets that were posed before"
    )
    parser.add_argument(
        "--number", type=int, default=400, metavar="N", help="number of questions of each kind; default: 400"
    )
    parser.add_argument("--seed", type=int, default=7, metavar="N")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--kinds", default=KINDS, metavar="KIND,…", help=f"default: {KINDS}")
    parser.add_argument("--folder", type=Path, help="keep the sets in FOLDER")
    parser.add_argument(
        "--shown", type=int, default=5, metavar="N", help="number of features shown for each kind; default: 5"
    )
    parser.add_argument(
        "--most",
        type=float,
        default=0.6,
        metavar="SHARE",
        help="largest accepted share of right predictions; default: 0.6",
    )
    options = parser.parse_args()
    gives_away = False
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        sets = options.sets or [folder / f"{kind}.jsonl" for kind in options.kinds.split(",")]
        print("| set | questions | feature | right | by chance up to |\n|---|---|---|---|---|")
        for path in sets:
            if not options.sets:
                pose_questions(path.stem, options.number, options.seed, options.jobs, path)
            rows = read_balanced_set(path)
            found, bound = rate_features(rows)
            for feature, share in found[: options.shown]:
                print(f"| {path.stem} | {len(rows)} | {feature} | {share:.1%} | {bound:.1%} |", flush=True)
            gives_away |= found[0].share > options.most
    return int(gives_away)


if __name__ == "__main__":
    sys.exit(main())
