"""The parts of a sentence about crossings: groups of names, and clauses about one crossing."""

from __future__ import annotations

from dataclasses import dataclass, field

from ferryplan.generator.crossing.lexicon import SentenceToken


@dataclass
class NameGroup:
    """Names that stand together, and the context in which they stand."""

    names: list[str] = field(default_factory=list)
    follows_with: bool = False
    """whether "with" stands before them"""
    follows_verb: bool = True
    """whether no direction or place stands between them and the verb"""
    direction: str = ""
    """the arrow, or "over" or "back", that follows them"""


@dataclass
class TripClause:
    """The parts of a clause about one crossing that are read so far."""

    verb: SentenceToken
    subject: NameGroup
    passive: bool = False
    pronoun: bool = False
    groups: list[NameGroup] = field(default_factory=list)
    places: list[tuple[str, str]] = field(default_factory=list)
    """places, each with the word before it: "from", "to" or another one"""
    alone: bool = False
    arrow: str = ""
