"""The parts of a sentence about crossings: names that stand together, and what is said of one crossing."""

from __future__ import annotations

from dataclasses import dataclass, field

from ferryplan.generator.crossing.lexicon import Token


@dataclass
class Group:
    """Names that stand together, and what stands around them."""

    names: list[str] = field(default_factory=list)
    taken: bool = False
    """whether "with" stands before them"""
    direct: bool = True
    """whether nothing that says where to stands between them and the verb"""
    way: str = ""
    """the arrow, or "over" or "back", that stands behind them"""


@dataclass
class Trip:
    """What is said of one crossing so far."""

    verb: Token
    subject: Group
    passive: bool = False
    pronoun: bool = False
    groups: list[Group] = field(default_factory=list)
    places: list[tuple[str, str]] = field(default_factory=list)
    """places, each behind what stands before it: "from", "to" or another word"""
    alone: bool = False
    arrow: str = ""
