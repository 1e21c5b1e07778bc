"""What every rule about who may be together has: what it asks of a company, where it binds, and its words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal, Self

from generator.crossing.constraints import Constraint, Scene, Spot
from generator.wording import capital, listing


class CompanyRule(ABC):
    """A rule about who may be together."""

    __slots__ = ()
    tells_where: ClassVar[bool] = True
    """whether it is to be told where it binds; else that goes without saying"""

    milder_by: ClassVar[Literal["rule", "number"]] = "rule"
    """what is changed in milder rules: the rule, or a number in it"""

    says: str
    """the rule in the story's words"""
    where: frozenset[Scene] | None
    """where the rule binds; if None, where rules bind that do not say so"""

    @property
    @abstractmethod
    def constraints(self) -> tuple[Constraint, ...]:
        """What the rule asks of a company: all of this."""

    @property
    def personal(self) -> int:
        """The mask of those who are not alike to the rule, although of one kind."""
        return 0

    def holds(self, company: int) -> bool:
        """Return whether the company keeps the rule."""
        for constraint in self.constraints:  # no generator: this is asked of every company
            if not constraint.holds(company):
                return False
        return True

    def binds(self, spot: Spot, boat_rules: bool) -> bool:
        """Return whether the rule binds there; ``boat_rules`` says whether rules that do not say where bind in the boat, too."""
        if self.where is None:
            return spot != "boat" or boat_rules
        return spot in self.where or (spot != "boat" and "place" in self.where)

    def told(self, boat_rules: bool, places: Sequence[str]) -> str:
        """Return the rule in the story's words, and where it binds if that is not where rules bind that do not say so.

        ``places`` are all places, as sentences name them.
        """
        if not self.tells_where:
            return self.says
        aboard = self.binds("boat", boat_rules)
        if self.where is not None and "place" not in self.where:
            named = listing([called for place, called in enumerate(places) if place in self.where])
            scenes = [*([f"at {named}"] if named else []), *(["in the boat"] if aboard else [])]
            return f"{self.says} ({capital(' and '.join(scenes))} only.)"
        if aboard == boat_rules:
            return self.says
        return f"{self.says} ({'In the boat, too' if aboard else 'Not in the boat'}.)"

    def milder(self) -> Iterator[tuple[str, Self]]:
        """Yield rules that ask for a little less, the nearest first, each with the change in words."""
        yield from ()

    @abstractmethod
    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return in words how the company breaks the rule; the empty text if it keeps it."""

    @abstractmethod
    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return in words why a company that the rule concerns keeps it; the empty text if the rule does not concern it."""

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table of the rule, given that of each traveller's presence and that of truth."""
        for constraint in self.constraints:
            everything &= constraint.table(present, everything)
        return everything
