"""An instance with facts that ferryplan's own search has proven, such as the optimum."""

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
from ferryplan.generator.families import (
    difficulty_of,
    family_of,
    narrator_of,
    solution_answers_of,
    state_space_of,
    strategy_of,
)
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.inventing.wishes import PROOF_BY_PROPAGATION
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.solution import replay_moves
from ferryplan.planner.questions.why import build_certificate

GOAL_RULE = format_message("posing.goal-rule")
"""The rule that a plan must reach the goal, as a sentence."""
MAX_COUNTED_STATES = 20_000
"""The largest number of searched states with which solutions are counted, and of reachable states with which a certificate is made."""
Json = dict[str, Any]
"""A JSON object."""


class _BestSolution(NamedTuple):
    """An optimal solution of an instance or, without one, the sizes of the searches that prove it."""

    moves: tuple[Any, ...] | None
    """The moves of the solution; None if two searches proved that there is none."""
    total: TotalCost
    """The number of moves and the cost of the solution."""
    searched_state_count: int
    """The number of states that the search visited."""
    reachable_state_count: int = 0
    """The number of reachable states, counting symmetric states one by one; 0 if there is a solution."""
    theorem: str = ""
    """The theorem by which the solution is optimal; empty if a search proved it."""


@dataclass(frozen=True, eq=False)
class ProvenInstance:
    """An instance of a puzzle, with the proven facts from which questions about it are made.

    All properties raise EncodingError for instances with boats without names.
    """

    instance: AnyInstance
    """The instance of the puzzle."""
    file: str | None = None
    """The text of the puzzle file; None for a puzzle of the catalog."""
    theme: str | None = None
    """The name of the story's theme; None for the puzzle's own story."""
    seed: str | None = None
    """The seed of the random choices; None if there were none."""
    known_difficulty: Difficulty | None = None
    """The difficulty, if it was already computed for the same puzzle with other names; None if it was not."""

    @property
    def puzzle(self) -> PuzzleFile:
        """The puzzle that the instance belongs to."""
        return (
            load(self.instance.reference) if self.file is None else parse_puzzle_text(self.file, self.instance.puzzle)
        )

    @property
    def breakable_rules(self) -> Sequence[str]:
        """The rules that a plan can break, as sentences; `GOAL_RULE` comes last if it is one of them."""
        alike = family_of(self.instance).has_fixed_length
        return (*state_space_of(self.instance).breakable_rules, *([] if alike else [GOAL_RULE]))

    @functools.cached_property
    def optimal_moves(self) -> tuple[Any, ...] | None:
        """The moves of an optimal solution, confirmed by replay; None if it is proven that there is none."""
        return self._best_solution.moves

    @property
    def optimal_total(self) -> TotalCost | None:
        """The number of moves and the cost of an optimal solution; None if there is no solution."""
        return None if self.optimal_moves is None else self._best_solution.total

    @property
    def optimum(self) -> int | None:
        """The fewest moves or, with costs, the least cost in the puzzle's unit; None without a solution."""
        if self.optimal_total is None:
            return None
        unit = state_space_of(self.instance).has_unit_costs
        return self.optimal_total.moves if unit else int(narrator_of(self.instance).scale_cost(self.optimal_total.cost))

    @functools.cached_property
    def solution_count(self) -> int | None:
        """The number of solutions; None if counting takes too long.

        If the order of moves matters, only optimal solutions count.
        """
        if self.optimal_moves is None:
            return 0
        if answering := solution_answers_of(self.instance):
            return answering.count_solutions().solutions
        if self._best_solution.searched_state_count > MAX_COUNTED_STATES or self._best_solution.theorem:
            return None
        return CheapestSolutions(state_space_of(self.instance), MAX_COUNTED_STATES).count

    @functools.cached_property
    def difficulty(self) -> int | None:
        """The difficulty for people, from 1 (very easy) to 5 (very hard); None if it is unknown."""
        try:
            return None if self.optimal_moves is None else (self.known_difficulty or difficulty_of(self.instance)).level
        except EncodingError:
            return None

    @functools.cached_property
    def certificate(self) -> Json | None:
        """The certificate that there is no solution, which other programs can check.

        None if there is a solution. Raises EncodingError for an instance with too many states.
        """
        if self.optimal_moves is not None:
            return None
        if self._best_solution.reachable_state_count > MAX_COUNTED_STATES:
            says = format_message(
                "posing.too-large-a-certificate",
                states=self._best_solution.reachable_state_count,
                most=MAX_COUNTED_STATES,
            )
            raise EncodingError(says, where=self.instance.puzzle, about="states")
        return build_certificate(self.instance)

    @functools.cached_property
    def proof(self) -> Json:
        """The proof of the verdict and the optimum, as a JSON object.

        It names the search and its number of states, or the theorem and the number of replayed moves. For an unsolvable instance, it has
        the hash of the certificate.
        """
        if self._best_solution.theorem:
            return {"theorem": self._best_solution.theorem, "replayed": len(self._best_solution.moves or ())}
        alike, free = family_of(self.instance).has_fixed_length, self.optimal_moves is None
        ordered = "best first" if state_space_of(self.instance).has_unit_costs else "least cost first"
        search = PROOF_BY_PROPAGATION if alike else f"{'breadth first' if free else ordered}, up to symmetry"
        proof: Json = {"search": search, "nodes" if alike else "states": self._best_solution.searched_state_count}
        if free:
            try:
                proof["certificate"] = hash_json_text(self.certificate)
            except EncodingError as error:
                proof["no_certificate"] = str(error)
        return proof

    @functools.cached_property
    def _best_solution(self) -> _BestSolution:
        """An optimal solution, or the proof that there is none."""
        strategy = strategy_of(self.instance)
        found = strategy.find_best_solution()
        if found.moves is not None:
            ordered = tuple(sorted(found.moves)) if family_of(self.instance).has_fixed_length else found.moves
            total = found.total if found.theorem else replay_moves(self.instance, ordered).total
            return _BestSolution(ordered, total, found.expanded, theorem=found.theorem)
        reach = strategy.explore_to_goal(sys.maxsize, lambda found: True)
        # The label "unsolvable" is published, so it must not depend on an assert statement, which `python -O` removes.
        if not reach.complete or reach.goal_reached:
            raise AssertionError(format_message("posing.searches-disagree", puzzle=self.instance.puzzle))
        return _BestSolution(None, found.total, reach.orbit_count, reach.state_count)


def hash_json_text(data: object) -> str:
    """Return the SHA-256 hash of a value's JSON text, with the keys of objects in their given order."""
    return hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()
