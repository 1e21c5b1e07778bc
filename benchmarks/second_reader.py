"""Poses questions of all families and holds each label against a second reader of its text, `tests/second_reader`.

    python benchmarks/second_reader.py [--number 3000] [--family NAME]… [--seed 1] [--jobs 2] [--failures FILE]

Half of the puzzles are invented, a fifth of them unsolvable; of planning puzzles none are. The others are the catalogue's, with parameters,
themes and wordings drawn, and, of crossings, puzzle files drawn at random with everything that such files may say. Each is asked in every way
that its family knows. Prints for each family how many questions were read, were not read, and contradict their label. The exit code is 1 if
any label is wrong.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src"), str(ROOT / "benchmarks")]

from random_crossings import random_crossing  # noqa: E402
from second_reader import UnreadError, faults_of_row  # noqa: E402

from ferryplan import domains  # noqa: E402
from ferryplan.evaluation.posing.collection import make_invention_requests  # noqa: E402
from ferryplan.evaluation.posing.question_kinds import QUESTION_KINDS  # noqa: E402
from ferryplan.evaluation.posing.request_handling import pose_request  # noqa: E402

Values = Mapping[str, Sequence[Any]]
ASKS = [ask for ask in QUESTION_KINDS if ask != "formalise"]  # whose answer is no text to read
ISLANDS: Values = {"islands": [0, 0, 1], "bypass": [True, True, False]}
CROSSINGS: Mapping[str, Values] = {
    "bridge-torch": {"paces": [[1, 2, 5, 10], [1, 2, 5, 8], [3], [1, 1, 4], [2, 3, 5, 5, 9]], "capacity": [2, 2, 3, 1]},
    "family": {"sons": [0, 1, 2], "daughters": [1, 2], "capacity": [None, 2, 3], "boat_rules": [True, True, False]},
    "four-elopements": {"couples": [1, 2, 3], **ISLANDS, "capacity": [2, 2, 3]},
    "fox-goose-beans": {"capacity": [1, 2, 3, 4]},
    "islands-farmer": {"things": [1, 2, 3, 4, 5], **ISLANDS, "capacity": [None, 2, 3]},
    "jealous-couples": {
        "couples": [1, 2, 3, 3], "single_men": [0, 0, 1], "single_women": [0, 0, 1], **ISLANDS, "capacity": [None, 2, 3],
        "boat_rules": [True, True, False],
    },
    "missionaries-cannibals": {
        "missionaries": [0, 1, 2, 3, 4], "cannibals": [0, 1, 2, 3], "rowing_cannibals": [None, None, 1], **ISLANDS,
        "capacity": [None, 2, 3], "boat_rules": [True, True, False],
    },
    "one-rowing-cannibal": {"missionaries": [1, 2, 3, 4], "cannibals": [1, 2, 3], "capacity": [None, 2, 3]},
    "paid-oars": {
        "missionaries": [0, 1, 2, 3], "cannibals": [1, 2, 3], "missionary_fee": [0, 1, 2, 5], "cannibal_fee": [0, 1, 3], "capacity": [2, 3],
    },
    "perishables": {"ice_lasts": [0, 2, 3, 8], "fish_lasts": [1, 4, 6], "tide": [1, 7, 9, 12], "capacity": [2, 2, 3]},
    "swap": {"hunters": [0, 1, 2, 3, 5], "bears": [0, 1, 2, 3], "islands": [0, 0, 1], "capacity": [None, 2, 3]},
    "weights": {"weights": [[2, 2, 1, 1], [5, 3, 2], [4, 4, 2, 2, 1], [1]], "strength": [2, 4, 6], "capacity": [None, 2]},
    "wolf-goat-cabbage": {"capacity": [1, 2, 3, 4]},
}  # fmt: skip
"""The values of parameters among which each puzzle's are drawn; None is the default."""


class Family(NamedTuple):
    """The puzzles of a family, as questions are drawn about them."""

    catalogue: Mapping[str, Values]
    invented: Sequence[str]
    """what `plan pose --invent` calls its puzzles"""
    drawn: Callable[[random.Random], str] | None = None
    """what draws a puzzle file with everything that such files may say"""
    themed: bool = True
    """whether its puzzles can be told in the words of a theme"""


BOARDS: Mapping[str, Values] = {
    "queens": {"queens": [3, 4, 5, 6]},
    "sudoku": {},
    "futoshiki": {},
    "jigsaw": {},
    "pieces": {"piece": ["kings", "bishops", "knights"], "rows": [3, 4], "columns": [4]},
}
PLANNING: Mapping[str, Values] = {
    "blocks": {"goal": [None, "b/a/c", "a/b", "c/b/a"]},
    "checkers": {"men": [1, 2, 3]},
    "deliveries": {"capacity": [1, 2], "tank": [4, 5, 6, 8]},
    "elevator": {"origins": [(2, 3), (3, 1)], "destinations": [(1, 2), (2, 3)]},
    "ferry": {"origins": [(1, 2), (2, 1)], "destinations": [(2, 1), (1, 2)]},
    "gripper": {"balls": [1, 2, 3, 4], "rooms": [2, 3], "hands": [1, 2]},
    "hanoi": {"discs": [1, 2, 3, 4, 5], "pegs": [2, 3, 4]},
    "jugs": {"capacities": [(5, 3), (4, 4, 3), (7, 4), (6, 4)], "measure": [1, 2, 4]},
    "lights-out": {"board": ["***/***/***", "**./*../...", "*./..", "*.*/.../*.*"]},
    "logistics": {"origins": [(2, 4), (1, 3)], "destinations": [(1, 2), (4, 1)]},
    "pancakes": {"stack": [(3, 1, 2), (2, 4, 1, 3), (3, 1, 2, 5, 4), (4, 3, 2, 1)]},
    "peg-solitaire": {"goal": [None, "any"]},
    "rush-hour": {},
    "sliding-tiles": {},
    "sokoban": {},
    "knights-swap": {},
}
FAMILIES: Mapping[str, Family] = {
    "crossing": Family(CROSSINGS, ["crossing"], random_crossing),
    "grid": Family({"zebra": {}, "einstein": {}, "four-houses": {}}, ["grid"]),
    "sums": Family({"send-more-money": {}, "cryptarithm": {}}, ["arithmetic"]),
    "boards": Family(BOARDS, ["queens", "sudoku"]),
    "planning": Family(PLANNING, [], themed=False),
}


class Read(NamedTuple):
    """What came of one question."""

    row: dict[str, Any]
    unread: str
    """the sentence that was not understood"""
    faults: list[str]


def requests_for_catalogue(family: Family, draw: random.Random) -> Iterator[dict[str, Any]]:
    """Yield requests for questions about the catalogue's puzzles in turn, without end."""
    themes = [*domains.theme_files(), "nonsense", *[None] * 6]
    for number, (puzzle, values) in enumerate(itertools.cycle(family.catalogue.items()), 1):
        parameters = {key: draw.choice(some) for key, some in values.items()}
        if draw.random() < 0.3:
            parameters = dict.fromkeys(values)
        given = {key: one for key, one in parameters.items() if one is not None}
        theme = draw.choice(themes) if family.themed else None
        yield {
            "puzzle": puzzle,
            "parameters": given,
            "number": number,
            "theme": theme,
            "paraphrase": draw.random() < 0.7,
        }


def requests_for_drawn_files(family: Family, draw: random.Random) -> Iterator[dict[str, Any]]:
    """Yield requests for questions about puzzle files drawn at random, without end; some the program refuses."""
    if family.drawn is None:
        return
    themes = [*domains.theme_files(), *[None] * 10]
    for number in itertools.count(1):
        text = family.drawn(random.Random(f"{draw.random()}"))
        file = {"puzzle": "drawn.toml", "file": text, "parameters": {}, "theme": draw.choice(themes)}
        yield {**file, "number": number, "paraphrase": draw.random() < 0.5}


def requests_for_inventions(family: Family, draw: random.Random, number: int) -> Iterator[dict[str, Any]]:
    """Yield requests for questions about invented puzzles; none of a family of which none are invented."""
    for request in make_invention_requests(family.invented, number if family.invented else 0, 0.2):
        yield {**request, "theme": draw.choice([None, None, "nonsense"]), "paraphrase": draw.random() < 0.7}


def answer(request: dict[str, Any]) -> tuple[list[Read], list[str]]:
    """Pose the questions of a request, and read each; return also why what is left out is."""
    found = pose_request({"ask": ASKS, "language": "en", "pddl": False, "timeout": 60.0, **request})
    return [read(json.loads(line)) for line in found["lines"]], found["left_out"]


def read(row: dict[str, Any]) -> Read:
    """Read one question."""
    try:
        return Read(row, "", faults_of_row(row))
    except UnreadError as error:
        return Read(row, error.sentence, [])


def requests(name: str, number: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield requests for a family: those for its catalogue and those for inventions in turn."""
    family, draw = FAMILIES[name], random.Random(f"{seed} {name}")
    known, drawn = requests_for_catalogue(family, draw), requests_for_drawn_files(family, draw)
    if not family.invented:
        yield from ({**one, "seed": f"{seed} {number}"} for number, one in enumerate(itertools.islice(known, number)))
    for count, made in enumerate(requests_for_inventions(family, draw, number)):
        other = next(drawn, None) if count % 2 else None
        yield from ({**one, "seed": f"{seed}"} for one in (made, other or next(known)))


def main() -> int:
    """Pose, read, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=3000, help="how many questions, over all families")
    parser.add_argument(
        "--family", action="append", choices=[*FAMILIES], help="a family; may be repeated (default: all)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--failures", type=argparse.FileType("w"), help="write questions that are unread or wrong there, as JSON lines"
    )
    options = parser.parse_args()
    names = options.family or [*FAMILIES]
    wrong = 0
    print(f"{'family':<12}{'questions':>10}{'invented':>10}{'read':>8}{'unread':>8}{'wrong':>8}")
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in names:
            most = -(-options.number // len(names))
            counts = Counter[str]()
            waiting = requests(name, most, options.seed)
            while counts["questions"] < most and (some := [*itertools.islice(waiting, 4 * options.jobs)]):
                for found, left_out in pool.map(answer, some):
                    counts.update(f"left out: {one}" for one in left_out)
                    for one in found[: most - counts["questions"]]:
                        counts.update(
                            {
                                "questions": 1,
                                "invented": one.row["puzzle"].startswith("invented-"),
                            }
                        )
                        counts["unread" if one.unread else "wrong" if one.faults else "right"] += 1
                        if (one.unread or one.faults) and options.failures:
                            told = {"unread": one.unread, "faults": one.faults, **one.row}
                            options.failures.write(json.dumps(told, ensure_ascii=False) + "\n")
                            options.failures.flush()
            read_ = counts["right"] + counts["wrong"]
            numbers = (counts["questions"], counts["invented"], read_, counts["unread"], counts["wrong"])
            print(
                f"{name:<12}{numbers[0]:>10}{numbers[1]:>10}{numbers[2]:>8}{numbers[3]:>8}{numbers[4]:>8}", flush=True
            )
            wrong += counts["wrong"]
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
