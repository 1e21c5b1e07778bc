"""Check models in many styles with `plan check`, and compare each verdict with an independent search.

    python benchmarks/styles.py [--styles 40] [--seed 2] [--only FAMILY]

Half of the styles are random crossings (`tests/model_styles.py`), and half are the tests' models in other words
(`tests/model_words.py`). Each model is checked without a mistake, and with one usual mistake of students of each kind.
The program prints each verdict that is not right, and for each family the number of verdicts of each kind.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]
from model_styles import generate_styles
from model_words import generate_worded_styles
from style_verdicts import Style, StyleOutcome, generate_mistaken_models, judge_verdict

OUTCOMES: tuple[StyleOutcome, ...] = ("right", "told otherwise", "undecided", "wrong", "refused", "unclear")


def main() -> None:
    """Check the models, and print the table of verdicts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--styles", type=int, default=40, help="number of styles")
    parser.add_argument("--seed", type=int, default=2, help="seed of the styles")
    parser.add_argument("--only", default="", help="family of the puzzles, such as hanoi")
    options = parser.parse_args()
    draws = random.Random(options.seed), random.Random(options.seed)
    both: itertools.chain[Style] = itertools.chain.from_iterable(
        zip(generate_styles(draws[0]), generate_worded_styles(draws[1]), strict=True)
    )
    found, seconds = defaultdict[str, Counter[str]](Counter), defaultdict[str, list[float]](list)
    for style in itertools.islice((one for one in both if options.only in one.family), options.styles):
        for mistake, texts in generate_mistaken_models(style):
            began = time.monotonic()
            outcome = judge_verdict(style.judge, *texts, mistake)
            seconds[style.family].append(time.monotonic() - began)
            found[style.family][outcome] += 1
            if outcome not in ("right", "unclear"):
                print(f"{outcome}: {style}, {mistake}", flush=True)
    print(f"{'family':16}", *(f"{outcome:>14}" for outcome in OUTCOMES), f"{'median s':>9}", f"{'max s':>7}")
    for family, counts in sorted(found.items()):
        times = seconds[family]
        print(
            f"{family:16}",
            *(f"{counts[one]:14}" for one in OUTCOMES),
            f"{statistics.median(times):9.2f}",
            f"{max(times):7.2f}",
        )
    total = sum(found.values(), Counter[str]())
    print(f"{'all':16}", *(f"{total[one]:14}" for one in OUTCOMES))


if __name__ == "__main__":
    main()
