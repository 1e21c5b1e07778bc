"""Models that others made of puzzles, and who is where in their states, told by hand: the base of a second opinion on `plan check`.

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
"""where the boat is, and where everybody is; where travelers are counted, how many of a kind are at a place"""


class Sight(NamedTuple):
    """What can be seen in a state."""

    situation: Situation | None
    settled: bool = False
    impossible: bool = False
    """whether somebody is in two places, or there are more of a kind than there are"""


@dataclass(frozen=True, eq=False)
class Model:
    """How a model tells the situations of its puzzle."""

    puzzle: str
    told: list[str]
    names: Mapping[str, str] = field(default_factory=dict)
    boat: str = "boat"
    """who is the boat, as well"""
    parameters: Mapping[str, int] = field(default_factory=dict)
    busy: tuple[str, ...] = ()
    """predicates: where such a fact holds, something is under way"""
    folder: str = ""
    problem: str = "p01.pddl"
    written: tuple[str, ...] = ()
    """the domain and the problem, where they stand in no folder"""

    @cached_property
    def oracle(self) -> oracle.Puzzle:
        return oracle.PUZZLES[self.puzzle](**self.parameters)

    @cached_property
    def counted(self) -> bool:
        return any("NUMBER" in fact for fact in self.told)

    @property
    def joined(self) -> bool:
        """Whether facts tell several things at once."""
        return any("*" in fact for fact in self.told)

    @cache  # noqa: B019 (there are few models)
    def follow(self, situation: Situation) -> set[Situation]:
        """The situations to which the puzzle allows a crossing."""
        boat, positions = situation
        if self.counted:  # whoever they are
            left = {
                kind: [who for who in self.oracle.travellers if who[0] == kind]
                for kind in {one[0] for one in self.oracle.travellers}
            }
            positions = frozenset(
                (left[kind].pop(), place) for (kind, place), number in positions for _ in range(number)
            )
        return {self.shown(after) for *_, after in self.oracle.moves((boat, positions))}

    @cached_property
    def done(self) -> set[Situation]:
        return {self.shown(situation) for situation in self.oracle.explore()[0] if self.oracle.done(situation)}

    @property
    def start(self) -> Situation:
        return self.shown(self.oracle.start())

    def shown(self, situation: oracle.Situation) -> Situation:
        """A situation as it can be seen: where travelers are counted, it does not matter who is who."""
        boat, positions = situation[:2]
        if not self.counted:
            return boat, positions
        counts = {(who[0], place): 0 for who, _ in positions for place in self.oracle.places}
        for who, place in positions:
            counts[who[0], place] += 1
        return boat, frozenset(counts.items())

    def values(self, atoms: Iterable[Atom]) -> dict[str, set[str]]:
        """Where each traveler and the boat are, or of a kind and a place how many there are."""
        places, found = self.oracle.places, defaultdict[str, set[str]](set)
        for fact in self.told:
            (pattern, *of) = [part.split() for part in reversed(fact.split(":"))]
            matches = [match for atom in atoms if (match := self._matched(pattern, atom)) is not None]
            for match in matches:
                for name in (self.names.get(one, one) for one in itertools.chain(*of)):
                    match["PLACE" if name in places else "KIND" if self.counted else "WHO"] = name
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

    def _matched(self, pattern: list[str], atom: Atom) -> dict[str, str] | None:
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

    def sight(self, atoms: Iterable[Atom]) -> Sight:
        """What can be seen; who is nowhere is in the boat."""
        atoms = [*atoms]
        values = self.values(atoms)
        if any(len(some) > 1 for some in values.values()):
            return Sight(None, impossible=True)
        boat = next(iter(values[self.boat]), None)
        if self.counted:
            return self._numbers(values, boat)
        where = {who: next(iter(values[who]), None) for who in self.oracle.travellers}
        situation = boat and (boat, frozenset((who, place or boat) for who, place in where.items()))
        busy = any(atom[0] in self.busy for atom in atoms)
        return Sight(situation or None, all((boat, *where.values())) and not busy)

    def _numbers(self, values: Mapping[str, set[str]], boat: str | None) -> Sight:
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


ENTRIES = tomllib.loads((FOLDER / "models.toml").read_text())
MODELS = {name: Model(**{"folder": name, **entry}) for name, entry in ENTRIES.items()}


def texts(name: str) -> tuple[str, str]:
    """The domain and the problem of a model."""
    return MODELS[name].texts
