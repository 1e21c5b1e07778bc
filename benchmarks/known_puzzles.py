"""Write `domains/known.json`, the identities that invented puzzles must not have.

    python benchmarks/known_puzzles.py

They are the identities of the catalog's puzzles. The file has the identity of each puzzle's default instance. Of
crossings, it also has the instances with at most 7 travelers, 3 places and a single boat for at most 3, whose other
numbers are at most 4, because invented crossings have these sizes. The program takes some minutes.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "src"))

from ferryplan import domains
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of, instantiate, instantiate_smallest
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.inventing.identity import compute_identity
from ferryplan.generator.puzzle import load_catalog
from ferryplan.generator.puzzle_file import BooleanParameter, IntegerParameter, Parameter, PuzzleFile

MAX_TRAVELERS, MAX_PLACES = 7, 3
MAX_VALUES = {"capacity": 3, "islands": 1, "boats": 1, "single_men": 1, "single_women": 1, "couples": 3}
"""The largest value of each of these parameters; of other parameters, it is `MAX_OTHER_VALUES`."""
MAX_OTHER_VALUES = 4


def list_tried_values(key: str, spec: Parameter) -> list[Any]:
    """Return the values of a parameter that are tried; None stands for the default."""
    match spec:
        case BooleanParameter():
            return [True, False]
        case IntegerParameter():
            return [*range(spec.minimum, min(spec.maximum, MAX_VALUES.get(key, MAX_OTHER_VALUES)) + 1)]
        case _:
            return [None]


def generate_known_instances(puzzle: PuzzleFile) -> Iterator[AnyInstance]:
    """Yield the instances of a puzzle whose identities are written."""
    yield instantiate_smallest(puzzle, {})
    if puzzle.family != "crossing":
        return
    tried = [(key, list_tried_values(key, spec)) for key, spec in puzzle.parameters.items()]
    for values in itertools.product(*(some for _, some in tried)):
        given = {key: value for (key, _), value in zip(tried, values, strict=True) if value is not None}
        if given.get("bypass") is False and not given.get("islands"):
            continue  # the parameter concerns only islands
        try:
            instance = instantiate(puzzle, given)
        except FerryplanError:
            continue
        assert isinstance(instance, Instance)
        if len(instance.travellers) <= MAX_TRAVELERS and len(instance.places) <= MAX_PLACES:
            yield instance


def main() -> None:
    """Compute the identities, and write the file."""
    known = dict[str, str]()
    for puzzle in load_catalog():
        if family_of(puzzle).has_override("describe_structure"):
            for instance in generate_known_instances(puzzle):
                known.setdefault(compute_identity(instance), puzzle.name)
            print(f"{puzzle.name}: {len(known)} identities so far", flush=True)
    text = json.dumps(dict(sorted(known.items())), indent=0) + "\n"
    (domains.FOLDER / "known.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
