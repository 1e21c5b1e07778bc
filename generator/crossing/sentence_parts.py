"""The parts of a parsed sentence about crossings: groups of names, and clauses with a verb."""

from __future__ import annotations

from dataclasses import dataclass, field

from ferryplan.generator.crossing.lexicon import SentenceToken


@dataclass
class NameGroup:
    """A group of travelers' names that stand together in a sentence, with the words around them.

    For example, in ``with the goat over``, the name "goat" follows "with", and its direction is "over".
    """

    names: list[str] = field(default_factory=list)
    follows_with: bool = False
    """whether "with" stands before the names"""
    follows_verb: bool = True
    """whether no direction or place stands between the verb and the names"""
    direction: str = ""
    """the arrow, or the word "over" or "back", that follows the names"""


@dataclass
class TripClause:
    """A partly parsed clause about one crossing, such as ``the farmer takes the goat to the right``."""

    verb: SentenceToken
    subject: NameGroup
    """the names before the verb"""
    is_passive: bool = False
    """whether the verb is passive, as in "the goat is taken" """
    follows_pronoun: bool = False
    """whether a pronoun stands before the verb"""
    groups: list[NameGroup] = field(default_factory=list)
    """the groups of names after the verb"""
    places: list[tuple[str, str]] = field(default_factory=list)
    """pairs of the word before a place, "from", "to" or another one, and the name of the place"""
    says_alone: bool = False
    """whether the clause says that the subject crosses alone"""
    arrow: str = ""
    """the arrow that gives the direction, if there is one"""
