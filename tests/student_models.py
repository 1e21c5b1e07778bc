"""Models of crossing puzzles by other authors, with hand-written interpretations.

They serve as a second opinion on `plan check`.

The states are those of `pddl_oracle`, the puzzles are those of `oracle`.
"""

from __future__ import annotations

import itertools
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple

import oracle
from support import CASES

FOLDER = CASES / "models"
NUMBERS = [*map(str, range(-10, 10))]
HOLES = {"WHO", "KIND", "PLACE", "NUMBER"}
Atom = tuple[str, ...]
Situation = tuple[str, frozenset[tuple[str, Any]]]
"""the place of the boat, and the place of each traveler; where travelers are counted, the number of each kind at each place"""


class Sight(NamedTuple):
    """The visible part of a state."""

    situation: Situation | None
    settled: bool = False
    impossible: bool = False
    """whether somebody is in two places, or there are more travelers of a kind than exist"""


@dataclass(frozen=True, eq=False)
class StudentModel:
    """A model with the interpretation of its facts."""

    puzzle: str
    told: list[str]
    names: Mapping[str, str] = field(default_factory=dict)
    boat: str = "boat"
    """the traveler whose position is also that of the boat"""
    parameters: Mapping[str, int] = field(default_factory=dict)
    busy: tuple[str, ...] = ()
    """predicates whose facts hold while an action is in progress"""
    folder: str = ""
    problem: str = "p01.pddl"
    written: tuple[str, ...] = ()
    """the texts of the domain and the problem, if the model has no folder"""

    @cached_property
    def oracle(self) -> oracle.Puzzle:
        return oracle.PUZZLES[self.puzzle](**self.parameters)

    @cached_property
    def counts_travelers(self) -> bool:
        return any("NUMBER" in fact for fact in self.told)

    @property
    def has_joint_facts(self) -> bool:
        """Whether one fact states several positions at once."""
        return any("*" in fact for fact in self.told)

    @cache  # noqa: B019 (there are few models)
    def find_allowed_situations(self, situation: Situation) -> set[Situation]:
        """Return the situations after one crossing that the puzzle allows."""
        boat, positions = situation
        if self.counts_travelers:  # whichever travelers they are
            left = {
                kind: [who for who in self.oracle.travellers if who[0] == kind]
                for kind in {one[0] for one in self.oracle.travellers}
            }
            positions = frozenset(
                (left[kind].pop(), place) for (kind, place), number in positions for _ in range(number)
            )
        return {self.to_visible_situation(after) for *_, after in self.oracle.successors((boat, positions))}

    @cached_property
    def goal_situations(self) -> set[Situation]:
        return {
            self.to_visible_situation(situation)
            for situation in self.oracle.explore()[0]
            if self.oracle.is_goal(situation)
        }

    @property
    def initial_situation(self) -> Situation:
        return self.to_visible_situation(self.oracle.initial_situation())

    def to_visible_situation(self, situation: oracle.Situation) -> Situation:
        """Return the visible part of a situation: where travelers are counted, their names do not matter."""
        boat, positions = situation[:2]
        if not self.counts_travelers:
            return boat, positions
        counts = {(who[0], place): 0 for who, _ in positions for place in self.oracle.places}
        for who, place in positions:
            counts[who[0], place] += 1
        return boat, frozenset(counts.items())

    def read_values(self, atoms: Iterable[Atom]) -> dict[str, set[str]]:
        """Return the places of each traveler and the boat, or the numbers for each kind and place."""
        places, found = self.oracle.places, defaultdict[str, set[str]](set)
        for fact in self.told:
            (pattern, *of) = [part.split() for part in reversed(fact.split(":"))]
            matches = [match for atom in atoms if (match := self._match_pattern(pattern, atom)) is not None]
            for match in matches:
                for name in (self.names.get(one, one) for one in itertools.chain(*of)):
                    match["PLACE" if name in places else "KIND" if self.counts_travelers else "WHO"] = name
                who = match.get("WHO", self.boat)
                found[f"{match['KIND']} {match['PLACE']}" if "KIND" in match else who].add(
                    match.get("NUMBER", match.get("PLACE", places[-1]))
                )
            if "PLACE" not in fact and not of:
                everybody = (
                    [self.boat] if "WHO" not in fact else [who for who in self.oracle.travellers if who != self.boat]
                )
                for who in everybody:
                    found[who] = found[who] or {places[0]}
        return found

    def _match_pattern(self, pattern: list[str], atom: Atom) -> dict[str, str] | None:
        if len(pattern) != len(atom) or any(
            one not in (*HOLES, "*", two) for one, two in zip(pattern, atom, strict=True)
        ):
            return None
        found = {one: self.names.get(two, two) for one, two in zip(pattern, atom, strict=True) if one in HOLES}
        known = {
            "WHO": self.oracle.travellers,
            "KIND": self.names.values(),
            "PLACE": self.oracle.places,
            "NUMBER": NUMBERS,
        }
        return found if all(one in known.get(hole, [one]) for hole, one in found.items()) else None

    def sight_of_atoms(self, atoms: Iterable[Atom]) -> Sight:
        """Return the visible part of a state; a traveler without a place is in the boat."""
        atoms = [*atoms]
        values = self.read_values(atoms)
        if any(len(some) > 1 for some in values.values()):
            return Sight(None, impossible=True)
        boat = next(iter(values[self.boat]), None)
        if self.counts_travelers:
            return self._sight_of_counts(values, boat)
        where = {who: next(iter(values[who]), None) for who in self.oracle.travellers}
        situation = boat and (boat, frozenset((who, place or boat) for who, place in where.items()))
        busy = any(atom[0] in self.busy for atom in atoms)
        return Sight(situation or None, all((boat, *where.values())) and not busy)

    def _sight_of_counts(self, values: Mapping[str, set[str]], boat: str | None) -> Sight:
        counts, settled = dict[tuple[str, str], int](), boat is not None
        for kind in sorted({who[0] for who in self.oracle.travellers}):
            total = sum(who[0] == kind for who in self.oracle.travellers)
            known = {
                place: int(next(iter(values[f"{kind} {place}"]), -1))
                for place in self.oracle.places
                if values[f"{kind} {place}"]
            }
            rest, silent = total - sum(known.values()), [place for place in self.oracle.places if place not in known]
            if rest < 0 or min(known.values(), default=0) < 0:
                return Sight(None, impossible=True)
            if len(silent) > 1 or (rest and not silent and not boat):
                return Sight(None)
            counts |= {(kind, place): known.get(place, 0) for place in self.oracle.places}
            if rest:
                counts[kind, silent[0] if silent else str(boat)] += rest
                settled = settled and bool(silent)
        return Sight((boat, frozenset(counts.items())) if boat else None, settled)

    @cached_property
    def texts(self) -> tuple[str, str]:
        """The domain and the problem."""
        if self.written:
            domain, problem = self.written
            return domain, problem
        return (FOLDER / self.folder / "domain.pddl").read_text(), (FOLDER / self.folder / self.problem).read_text()


MODEL_ENTRIES = tomllib.loads((FOLDER / "models.toml").read_text())
MODELS = {name: StudentModel(**{"folder": name, **entry}) for name, entry in MODEL_ENTRIES.items()}


def read_model_texts(name: str) -> tuple[str, str]:
    """Return the domain and the problem of a model."""
    return MODELS[name].texts
