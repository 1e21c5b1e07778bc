"""Questions gathered into a set: what is asked for one by one, no two puzzles alike but for names, each in one split."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.tasks import is_for_training, name_puzzle
from ferryplan.evaluation.scoring.question import Question
from ferryplan.generator.difficulty import LEVELS
from ferryplan.generator.inventing.identity import identity_of, signature_of

Json = dict[str, Any]
SPLITS = ("test", "train")


def inventions(kinds: Sequence[str], number: int, unsolvable: float) -> Iterator[Json]:
    """Yield `number` requests for invented puzzles: the kinds in turn, a share of each unsolvable, equally many of each level.

    The level of an unsolvable puzzle is that of the solvable one that it looks like, so that its size does not give it away.
    """
    share, made, levels = Fraction(f"{unsolvable:.6f}"), dict.fromkeys(kinds, 0), Counter[tuple[str, bool]]()
    for each in range(number):
        kind = kinds[each % len(kinds)]
        before = made[kind] * share + Fraction(each % len(kinds), len(kinds))
        none = int(before + share) > int(before)
        level = 1 + levels[kind, none] % len(LEVELS)
        levels[kind, none] += 1
        made[kind] += 1
        yield {"invent": kind, "number": each + 1, "unsolvable": none, "level": level, "after": 0}


@dataclass
class Collection:
    """The questions of a set, in the order in which they were asked for."""

    split: float | None = None
    """the share that is for training; None for a set that is not split"""
    repeats: bool = False
    """whether invented puzzles may repeat each other"""
    certified: bool = False
    """whether certificates stand in the lines, in place of their hashes"""
    lines: list[str] = field(default_factory=list)
    certificates: dict[str, Json] = field(default_factory=dict)
    """by their hashes"""
    left_out: dict[str, None] = field(default_factory=dict)
    """why what was asked for is not there, each reason once"""
    known: dict[str, tuple[Any, ...]] = field(default_factory=dict, repr=False)
    """the signatures of the puzzles, with what was asked for"""
    _seen: dict[str, None] = field(default_factory=dict, repr=False)

    def keep(self, questions: Iterable[Question]) -> None:
        """Take questions that were posed before: new puzzles differ from theirs, and the new questions follow them."""
        for question in questions:
            for known in {signature_of(question.instance), identity_of(question.instance)}:
                self.known.setdefault(known, ("posed before", question.id))
            self.lines.append(question.line())
            self._seen[question.line()] = None

    def add(self, request: Mapping[str, Any], found: Mapping[str, Any]) -> list[str] | None:
        """Take what came of a request, and return the lines that are new; None for an invented puzzle that is to be made anew."""
        made = request.get("invent")
        asked = (made, request["number"]) if made else (request["puzzle"], json.dumps(request["parameters"]))
        if (
            found["signature"]
            and self.known.setdefault(found["signature"], asked) != asked
            and not (made and self.repeats)
        ):
            if made:
                return None
            told = name_puzzle(request["puzzle"], request["parameters"])
            self.left_out.setdefault(format_message("posing.repeated-puzzle", puzzle=told))
            return []
        if request.get("unsolvable") and found["lines"] and not found["certificate"]:
            return None  # too large for one
        self.left_out |= dict.fromkeys(found["left_out"])
        if found["certificate"]:
            self.certificates[found["hash"]] = found["certificate"]
        lines = [self._completed(line, found) for line in found["lines"]]
        new = [line for line in dict.fromkeys(lines) if line not in self._seen]
        self._seen |= dict.fromkeys(new)
        self.lines += new
        return new

    def _completed(self, line: str, found: Mapping[str, Any]) -> str:
        """Return a line that tells its split, if there are some, and has the certificate, if that is to be."""
        told = json.loads(line)
        if self.split is not None:
            told["split"] = SPLITS[is_for_training(found["signature"], self.split)]
        if self.certified and found["certificate"]:
            told["proof"]["certificate"] = found["certificate"]
        return json.dumps(told, ensure_ascii=False) + "\n"
