"""A set of questions without repeated puzzles (ignoring names), with each puzzle in one split."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.proven_instance import Json
from ferryplan.evaluation.posing.request_handling import format_puzzle_name, is_for_training
from ferryplan.evaluation.scoring.question import Question
from ferryplan.generator.difficulty import LEVEL_NAMES
from ferryplan.generator.inventing.identity import compute_identity, structure_signature

SPLITS = ("test", "train")
"""The names of the splits: for tests, and for training."""


def make_invention_requests(kinds: Sequence[str], number: int, unsolvable: float) -> Iterator[Json]:
    """Yield ``number`` requests for invented puzzles, equally distributed over kinds and levels.

    The kinds take turns. The share ``unsolvable`` of each kind is unsolvable. The level of an unsolvable puzzle is the level of the
    solvable puzzle that it resembles, so that its size does not give it away.
    """
    share, made, levels = Fraction(f"{unsolvable:.6f}"), dict.fromkeys(kinds, 0), Counter[tuple[str, bool]]()
    for each in range(number):
        kind = kinds[each % len(kinds)]
        before = made[kind] * share + Fraction(each % len(kinds), len(kinds))
        none = int(before + share) > int(before)
        level = 1 + levels[kind, none] % len(LEVEL_NAMES)
        levels[kind, none] += 1
        made[kind] += 1
        yield {"invent": kind, "number": each + 1, "unsolvable": none, "level": level, "after": 0}


@dataclass
class QuestionCollection:
    """The questions of a set, added request by request, with the signatures that prevent repeated puzzles."""

    training_share: float | None = None
    """The share of puzzles for training; None for a set without splits."""
    allows_repeats: bool = False
    """Whether invented puzzles may be equal except for names."""
    includes_certificates: bool = False
    """Whether the questions contain the certificates of unsolvability, instead of the hashes of the certificates."""
    lines: list[str] = field(default_factory=list)
    """The questions as lines of JSON, in the order of the requests."""
    certificates: dict[str, Json] = field(default_factory=dict)
    """The certificates of unsolvability, by their hashes."""
    left_out: dict[str, None] = field(default_factory=dict)
    """The reasons why requested questions are missing, without duplicates."""
    known_signatures: dict[str, tuple[Any, ...]] = field(default_factory=dict, repr=False)
    """For the signature of each puzzle in the set, a key that identifies the request for the puzzle."""
    _known_lines: dict[str, None] = field(default_factory=dict, repr=False)
    """The lines of the set, to find repetitions."""

    def add_known_questions(self, questions: Iterable[Question]) -> None:
        """Add questions that were posed before; puzzles invented from now on must differ from their puzzles."""
        for question in questions:
            for known in {structure_signature(question.instance), compute_identity(question.instance)}:
                self.known_signatures.setdefault(known, ("posed before", question.id))
            self.lines.append(question.line())
            self._known_lines[question.line()] = None

    def add_request_result(self, request: Mapping[str, Any], result: Mapping[str, Any]) -> list[str] | None:
        """Add the questions that a request produced, and return their lines.

        ``result`` is what `pose_request` returned. Lines that the collection already has are left out. The function returns None if the
        invented puzzle repeats another one, or is too large for a certificate: then the caller requests another puzzle.
        """
        made = request.get("invent")
        request_key = (made, request["number"]) if made else (request["puzzle"], json.dumps(request["parameters"]))
        if (
            result["signature"]
            and self.known_signatures.setdefault(result["signature"], request_key) != request_key
            and not (made and self.allows_repeats)
        ):
            if made:
                return None
            told = format_puzzle_name(request["puzzle"], request["parameters"])
            self.left_out.setdefault(format_message("posing.repeated-puzzle", puzzle=told))
            return []
        if request.get("unsolvable") and result["lines"] and not result["certificate"]:
            return None  # the puzzle is too large for a certificate
        self.left_out |= dict.fromkeys(result["left_out"])
        if result["certificate"]:
            self.certificates[result["hash"]] = result["certificate"]
        lines = [self._complete_line(line, result) for line in result["lines"]]
        new = [line for line in dict.fromkeys(lines) if line not in self._known_lines]
        self._known_lines |= dict.fromkeys(new)
        self.lines += new
        return new

    def _complete_line(self, line: str, result: Mapping[str, Any]) -> str:
        """Return a question's line with the split and the certificate of its puzzle, if the set has them."""
        told = json.loads(line)
        if self.training_share is not None:
            told["split"] = SPLITS[is_for_training(result["signature"], self.training_share)]
        if self.includes_certificates and result["certificate"]:
            told["proof"]["certificate"] = result["certificate"]
        return json.dumps(told, ensure_ascii=False) + "\n"
