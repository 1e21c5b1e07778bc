"""What a crossing is about, as nouns in sentences; its rules as sentences."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import assert_never

import domains
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.rule_tables import AtMostTable, DeadlineTable, GuardTable, LimitTable, OutnumberTable, RuleTable
from generator.draws import Draw
from generator.fiction.grammar import Noun, Nouns, filled, in_words, plural_of
from generator.fiction.theme import VoyageTable

RULES: Mapping[str, Sequence[str]] = domains.words("phrases")["rules"]
"""the sentences of each kind of rule"""


class CrossingNouns:
    """Who and what there is in one puzzle; in the words of a theme if there is one."""

    def __init__(self, puzzle: CrossingFile, theme: VoyageTable | None) -> None:
        self.puzzle, self.theme = puzzle, theme

    @functools.cached_property
    def nouns(self) -> dict[str, Noun]:
        """The nouns for the kinds."""
        pronouns = {} if self.theme is None else {one.name: one.pronoun for one in self.theme.characters}
        return {
            kind.name: Noun(
                kind.name,
                kind.plural or plural_of(kind.name),
                pronouns.get(kind.name, "it"),
                kind.count,
                kind.count == 1 and kind.names == "{{ name }}" and kind.called == "{{ traveller }}",
            )
            for kind in self.puzzle.kinds
        }

    @functools.cached_property
    def boat(self) -> dict[str, Nouns | str]:
        """What phrases may name in every sentence: the boat, several of them, and what one does to make it go."""
        name, rows = ("boat", "row") if self.theme is None else (self.theme.boat, self.theme.rows)
        return {"boat": [Noun(name, plural_of(name))], "boats": plural_of(name), "row": rows}

    def place(self, name: str) -> Nouns:
        """Return a place as a noun; its article is what its own words give it."""
        (table,) = (place for place in self.puzzle.places if place.name == name)
        return [Noun(name, plural_of(name), number=table.count, proper=table.called == "{{ name }}")]

    def party(self, kinds: Sequence[str]) -> Nouns:
        """Return some kinds as nouns, each once, without those of whom there are none."""
        return [self.nouns[name] for name in dict.fromkeys(kinds) if self.nouns[name].number != 0]

    def sentence(self, rule: RuleTable, draw: Draw | None = None) -> str:
        """Return the first sentence for a rule of its kind, or one that is drawn."""
        kind, slots = self.said(rule)
        return filled(draw.one(RULES[kind]) if draw else RULES[kind][0], {**self.boat, **slots})

    def said(self, rule: RuleTable) -> tuple[str, dict[str, Nouns | str]]:
        """Return the kind of a rule as phrases have it, and their slots."""
        match rule:
            case GuardTable():
                slots: dict[str, Nouns | str] = {"victim": self.party(rule.victims)}
                if rule.guardian is not None:
                    slots["guardian"] = self.party([rule.guardian])
                if rule.chain:
                    return "chain", slots
                if rule.threats == "everyone":
                    return "shy", slots
                slots["threat"] = self.party([kind for kind in rule.threats if kind not in rule.victims])
                if rule.guardian is None:
                    return "never", slots
                if rule.guardian in rule.threats:
                    return "pair", slots
                return "guard", slots
            case OutnumberTable():
                return "outnumber", {"threat": self.party(rule.threats), "other": self.party(rule.others)}
            case AtMostTable():
                return "at-most", {"victim": self.party(rule.kinds), "number": in_words(rule.number), "where": ""}
            case DeadlineTable():
                slots = {"victim": self.party(rule.kinds), "place": self.place(rule.place)}
                return "deadline", {**slots, "number": in_words(rule.crossings)}
            case LimitTable():
                return "limit", {"number": in_words(rule.crossings)}
            case _:
                assert_never(rule)

    @functools.cached_property
    def company(self) -> Nouns:
        """Everybody."""
        return [noun for noun in self.nouns.values() if noun.number != 0]
