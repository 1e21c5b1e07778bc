"""An instance of which questions are made, with what is proven of it, each found out once, by the rules' own search."""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import answering_of, difficulty_of, family_of, state_space, strategy_of, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.inventing.wishes import PROPAGATED
from ferryplan.generator.puzzle import load, read
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.search.solutions import Solutions
from ferryplan.generator.solution import replay
from ferryplan.planner.questions.why import certificate_of

GOAL_RULE = format_message("posing.goal-rule")
MOST_COUNTED = 20_000
"""of an instance that takes more states than this to solve, solutions are not counted; of one with more no certificate is made"""
Json = dict[str, Any]


class _Best(NamedTuple):
    """A best solution, or that there is none, which is found twice."""

    moves: tuple[Any, ...] | None
    total: Total
    states: int
    """how many were looked at"""
    named: int = 0
    """of how many with names, where there is none"""
    theorem: str = ""
    """by which it is a best one, where that was not searched"""


@dataclass(frozen=True, eq=False)
class Draft:
    """An instance, what is to be told of where it comes from, and what is proven of it.

    All properties raise EncodingError for boats without names.
    """

    instance: AnyInstance
    file: str | None = None
    """the text of its puzzle's file, where that is not the catalogue's"""
    theme: str | None = None
    seed: str | None = None
    graded: Difficulty | None = None
    """how hard it is, where that is known of the same puzzle in other words"""

    @property
    def puzzle(self) -> PuzzleFile:
        """The puzzle of which it is an instance."""
        return load(self.instance.reference) if self.file is None else read(self.file, self.instance.puzzle)

    @property
    def rules(self) -> Sequence[str]:
        """What a plan can break, as breaches name it, and that the goal is to be reached."""
        alike = family_of(self.instance).alike
        return (*state_space(self.instance).breakable, *([] if alike else [GOAL_RULE]))

    @functools.cached_property
    def moves(self) -> tuple[Any, ...] | None:
        """The moves of a best solution, replayed; None if there is none, which is proven."""
        return self._best.moves

    @property
    def total(self) -> Total | None:
        """What a best solution takes; None if there is none."""
        return None if self.moves is None else self._best.total

    @property
    def optimum(self) -> int | None:
        """The same as a number: the fewest moves, with costs the least total, as told."""
        if self.total is None:
            return None
        unit = state_space(self.instance).unit_costs
        return self.total.moves if unit else int(teller_of(self.instance).price(self.total.cost))

    @functools.cached_property
    def solutions(self) -> int | None:
        """The number of solutions, of those with the least total where moves follow one another; None if that takes too long to count."""
        if self.moves is None:
            return 0
        if answering := answering_of(self.instance):
            return answering.count().solutions
        if self._best.states > MOST_COUNTED or self._best.theorem:
            return None
        return Solutions(state_space(self.instance), MOST_COUNTED).count

    @functools.cached_property
    def difficulty(self) -> int | None:
        """From 1 to 5; None where that cannot be told."""
        try:
            return None if self.moves is None else (self.graded or difficulty_of(self.instance)).level
        except EncodingError:
            return None

    @functools.cached_property
    def certificate(self) -> Json | None:
        """What others can check of an instance without a solution; None for one that has some. Raises EncodingError for one that is too large."""
        if self.moves is not None:
            return None
        if self._best.named > MOST_COUNTED:
            says = format_message("posing.too-large-a-certificate", states=self._best.named, most=MOST_COUNTED)
            raise EncodingError(says, where=self.instance.puzzle, about="states")
        return certificate_of(self.instance)

    @functools.cached_property
    def proof(self) -> Json:
        """How verdict and optimum are proven: by which search, of how many states, or by which theorem and a replay; the hash of the
        certificate that there is no solution."""
        if self._best.theorem:
            return {"theorem": self._best.theorem, "replayed": len(self._best.moves or ())}
        alike, free = family_of(self.instance).alike, self.moves is None
        ordered = "best first" if state_space(self.instance).unit_costs else "least cost first"
        search = PROPAGATED if alike else f"{'breadth first' if free else ordered}, up to symmetry"
        proof: Json = {"search": search, "nodes" if alike else "states": self._best.states}
        if free:
            try:
                proof["certificate"] = hash_of(self.certificate)
            except EncodingError as error:
                proof["no_certificate"] = str(error)
        return proof

    @functools.cached_property
    def _best(self) -> _Best:
        strategy = strategy_of(self.instance)
        found = strategy.best()
        if found.moves is not None:
            ordered = tuple(sorted(found.moves)) if family_of(self.instance).alike else found.moves
            total = found.total if found.theorem else replay(self.instance, ordered).total
            return _Best(ordered, total, found.expanded, theorem=found.theorem)
        reach = strategy.reach(sys.maxsize, lambda found: True)
        # An unsolvable label is published: it must not hang on an assertion, which `python -O` drops.
        if not reach.complete or reach.goal:
            raise AssertionError(format_message("posing.searches-disagree", puzzle=self.instance.puzzle))
        return _Best(None, found.total, reach.orbits, reach.tried)


def hash_of(data: object) -> str:
    """Return the SHA-256 of data as JSON, its keys in the order in which they are."""
    return hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()
