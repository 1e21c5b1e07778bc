"""Write 40 submissions for `plan check --submissions`: correct models and models with a mistake.

    python benchmarks/course.py FOLDER [--seed 1]

Half of the submissions are about the farmer's puzzle, and half about three couples. They are written to FOLDER/farmer
and FOLDER/couples, in one folder for each submission.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import student_models
from model_mutants import generate_mutants

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load

MODELS_PER_PUZZLE = 20


def main() -> None:
    """Write the submissions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    couples = instantiate_smallest(load("jealous-couples"), {"couples": 3, "capacity": 2})
    made = [generate(couples, *how) for how in (("adl", "named"), ("strips", "named"))]
    right = {
        "farmer": [student_models.read_model_texts(name) for name in ("flat", "boat", "sides")],
        "couples": [(one.domain, one.problem) for one in made],
    }
    for puzzle, pairs in right.items():
        for number, (domain, problem) in enumerate(itertools.islice(itertools.cycle(pairs), MODELS_PER_PUZZLE)):
            folder = options.folder / puzzle / f"s{number:02}"
            folder.mkdir(parents=True)
            texts = (domain, problem) if number < len(pairs) else next(generate_mutants(domain, problem, draw))[1:]
            (folder / "domain.pddl").write_text(texts[0])
            (folder / "p01.pddl").write_text(texts[1])


if __name__ == "__main__":
    main()
