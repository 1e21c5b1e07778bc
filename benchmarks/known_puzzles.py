"""Write `domains/known.json`: the identities of the catalogue's puzzles, none of which an invented puzzle may have.

    python benchmarks/known_puzzles.py

Crossings are there with the values of their parameters that give at most 7 travelers and 3 places, one boat for at most 3, and at most 4 of
whatever else is counted: invented ones are of these sizes. All puzzles are there with the values that are theirs by default. It takes some minutes.
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

from ferryplan import domains  # noqa: E402
from ferryplan.generator.crossing.instance import Instance  # noqa: E402
from ferryplan.generator.errors import FerryplanError  # noqa: E402
from ferryplan.generator.families import family_of, instantiate, instantiate_smallest  # noqa: E402
from ferryplan.generator.instance import AnyInstance  # noqa: E402
from ferryplan.generator.inventing.identity import compute_identity  # noqa: E402
from ferryplan.generator.puzzle import load_catalog  # noqa: E402
from ferryplan.generator.puzzle_file import BooleanParameter, IntegerParameter, Parameter, PuzzleFile  # noqa: E402

TRAVELLERS, PLACES = 7, 3
MOST = {"capacity": 3, "islands": 1, "boats": 1, "single_men": 1, "single_women": 1, "couples": 3}
"""how large parameters are at most"""
MOST_OTHERS = 4


def values_of(key: str, spec: Parameter) -> list[Any]:
    """Return the values of a parameter that are tried."""
    match spec:
        case BooleanParameter():
            return [True, False]
        case IntegerParameter():
            return [*range(spec.minimum, min(spec.maximum, MOST.get(key, MOST_OTHERS)) + 1)]
        case _:
            return [None]


def instances_of(puzzle: PuzzleFile) -> Iterator[AnyInstance]:
    """Yield the instances of a puzzle whose identities are written."""
    yield instantiate_smallest(puzzle, {})
    if puzzle.family != "crossing":
        return
    tried = [(key, values_of(key, spec)) for key, spec in puzzle.parameters.items()]
    for values in itertools.product(*(some for _, some in tried)):
        given = {key: value for (key, _), value in zip(tried, values, strict=True) if value is not None}
        if given.get("bypass") is False and not given.get("islands"):
            continue  # it says something of islands alone
        try:
            instance = instantiate(puzzle, given)
        except FerryplanError:
            continue
        assert isinstance(instance, Instance)
        if len(instance.travellers) <= TRAVELLERS and len(instance.places) <= PLACES:
            yield instance


def main() -> None:
    """Write the file."""
    known = dict[str, str]()
    for puzzle in load_catalog():
        if family_of(puzzle).has_override("describe_structure"):
            for instance in instances_of(puzzle):
                known.setdefault(compute_identity(instance), puzzle.name)
            print(f"{puzzle.name}: {len(known)} identities so far", flush=True)
    text = json.dumps(dict(sorted(known.items())), indent=0) + "\n"
    (domains.FOLDER / "known.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
