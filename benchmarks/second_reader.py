"""Pose questions of all families, and check each label with a second reader of the text.

    python benchmarks/second_reader.py [--number 3000] [--family NAME]… [--seed 1] [--jobs 2] [--failures FILE]

The second reader is `tests/second_reader`. Half of the puzzles are invented, and a fifth of these are unsolvable;
planning puzzles are not invented. The other puzzles are from the catalog, with random parameters, themes and wordings;
for crossings, some are random puzzle files with everything that such files may contain. The program poses questions of
every kind that a family supports. It prints for each family how many questions were read, how many could not be read,
and how many contradict their label. The exit code is 1 if any label is wrong.
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

from random_crossings import draw_crossing
from second_reader import UnreadError, faults_of_row

from ferryplan import domains
from ferryplan.evaluation.posing.collection import make_invention_requests
from ferryplan.evaluation.posing.question_kinds import QUESTION_KINDS
from ferryplan.evaluation.posing.request_handling import pose_request

Values = Mapping[str, Sequence[Any]]
ASKED_KINDS = [
    ask for ask in QUESTION_KINDS if ask != "formalise"
]  # its answers are PDDL, which the second reader does not read
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
"""For each puzzle, the parameter values to draw from; None stands for the default."""


class QuestionFamily(NamedTuple):
    """A family, with the puzzles about which questions are posed."""

    catalogue: Mapping[str, Values]
    invented: Sequence[str]
    """The kinds of invented puzzles, as named by `plan pose --invent`."""
    drawn: Callable[[random.Random], str] | None = None
    """Draws a random puzzle file; None if the family has no such function."""
    themed: bool = True
    """Whether the puzzles can have a theme."""


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
FAMILIES: Mapping[str, QuestionFamily] = {
    "crossing": QuestionFamily(CROSSINGS, ["crossing"], draw_crossing),
    "grid": QuestionFamily({"zebra": {}, "einstein": {}, "four-houses": {}}, ["grid"]),
    "sums": QuestionFamily({"send-more-money": {}, "cryptarithm": {}}, ["arithmetic"]),
    "boards": QuestionFamily(BOARDS, ["queens", "sudoku"]),
    "planning": QuestionFamily(PLANNING, [], themed=False),
}


class ReadQuestion(NamedTuple):
    """A question, and what the second reader found."""

    row: dict[str, Any]
    unread: str
    """The sentence that the second reader did not understand; empty if it read everything."""
    faults: list[str]


def requests_for_catalogue(family: QuestionFamily, draw: random.Random) -> Iterator[dict[str, Any]]:
    """Yield requests for questions about the catalog's puzzles in turn, without end."""
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


def requests_for_drawn_files(family: QuestionFamily, draw: random.Random) -> Iterator[dict[str, Any]]:
    """Yield requests for questions about random puzzle files, without end.

    ferryplan rejects some of the files.
    """
    if family.drawn is None:
        return
    themes = [*domains.theme_files(), *[None] * 10]
    for number in itertools.count(1):
        text = family.drawn(random.Random(f"{draw.random()}"))
        file = {"puzzle": "drawn.toml", "file": text, "parameters": {}, "theme": draw.choice(themes)}
        yield {**file, "number": number, "paraphrase": draw.random() < 0.5}


def requests_for_inventions(family: QuestionFamily, draw: random.Random, number: int) -> Iterator[dict[str, Any]]:
    """Yield requests for questions about invented puzzles; no requests if the family has none."""
    for request in make_invention_requests(family.invented, number if family.invented else 0, 0.2):
        yield {**request, "theme": draw.choice([None, None, "nonsense"]), "paraphrase": draw.random() < 0.7}


def pose_and_read(request: dict[str, Any]) -> tuple[list[ReadQuestion], list[str]]:
    """Pose the questions of a request and read each; also return the reasons for questions left out."""
    found = pose_request({"ask": ASKED_KINDS, "language": "en", "pddl": False, "timeout": 60.0, **request})
    return [read_question(json.loads(line)) for line in found["lines"]], found["left_out"]


def read_question(row: dict[str, Any]) -> ReadQuestion:
    """Read a question with the second reader."""
    try:
        return ReadQuestion(row, "", faults_of_row(row))
    except UnreadError as error:
        return ReadQuestion(row, error.sentence, [])


def generate_requests(name: str, number: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield requests for a family, in turn for invented puzzles and for others."""
    family, draw = FAMILIES[name], random.Random(f"{seed} {name}")
    known, drawn = requests_for_catalogue(family, draw), requests_for_drawn_files(family, draw)
    if not family.invented:
        yield from ({**one, "seed": f"{seed} {number}"} for number, one in enumerate(itertools.islice(known, number)))
    for count, made in enumerate(requests_for_inventions(family, draw, number)):
        other = next(drawn, None) if count % 2 else None
        yield from ({**one, "seed": f"{seed}"} for one in (made, other or next(known)))


def main() -> int:
    """Pose and read the questions, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=3000, help="number of questions, over all families")
    parser.add_argument(
        "--family", action="append", choices=[*FAMILIES], help="a family; may be repeated (default: all)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--failures",
        type=argparse.FileType("w"),
        help="write questions that are unread or wrong to this file, as JSON lines",
    )
    options = parser.parse_args()
    names = options.family or [*FAMILIES]
    wrong = 0
    print(f"{'family':<12}{'questions':>10}{'invented':>10}{'read':>8}{'unread':>8}{'wrong':>8}")
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in names:
            most = -(-options.number // len(names))
            counts = Counter[str]()
            waiting = generate_requests(name, most, options.seed)
            while counts["questions"] < most and (some := [*itertools.islice(waiting, 4 * options.jobs)]):
                for found, left_out in pool.map(pose_and_read, some):
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
