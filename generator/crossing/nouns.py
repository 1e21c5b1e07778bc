"""What a crossing is about, as nouns in sentences; its rules as sentences."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple, assert_never

import domains
from generator.crossing.puzzle_file import CrossingFile, PlaceTable
from generator.crossing.rule_tables import (
    AtMostTable,
    DeadlineTable,
    FirstTable,
    GuardTable,
    LastTable,
    LimitTable,
    MustCrossWithTable,
    NeverCrossWithTable,
    NeverRowAloneTable,
    OutnumberTable,
    RuleTable,
)
from generator.draws import Draw
from generator.fiction.grammar import Noun, Nouns, filled, in_words, plural_of
from generator.fiction.theme import VoyageTable
from generator.wording import listing

RULES: Mapping[str, Sequence[str]] = domains.words("phrases")["rules"]
"""the sentences of each kind of rule"""


class Said(NamedTuple):
    """How phrases say a rule."""

    kind: str
    slots: dict[str, Nouns | str]
    variant: str = ""
    """what stands behind the kind of a rule whose sentences differ from those of others of the kind"""


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
        """Return some kinds as nouns, each once, without those of whom there are none if there are any of the others."""
        party = [self.nouns[name] for name in dict.fromkeys(kinds)]
        return [noun for noun in party if noun.number != 0] or party

    def sentence(self, rule: RuleTable, draw: Draw | None = None) -> str:
        """Return the first sentence for a rule of its kind, or one that is drawn."""
        said = self.said(rule)
        return self._filled(said.kind + said.variant, said.slots, draw)

    def room(self, place: PlaceTable, draw: Draw | None = None) -> str:
        """Return the same for how many a place holds."""
        slots: dict[str, Nouns | str] = {"place": self.place(place.name), "number": in_words(place.holds or 0)}
        return self._filled("holds", slots, draw)

    def scenes(self, rule: RuleTable) -> str:
        """Return where alone a rule binds; the empty text if it does not say, or says everywhere."""
        where = rule.said().get("where") or ("place", "boat")
        if "place" in where:
            return "" if "boat" in where else "ashore"
        places = [noun for name in where if name != "boat" for noun in self.place(name) if noun.number != 0]
        scenes = [filled("at {the place}", {"place": places})] if places else []
        return listing([*scenes, *([filled("in {the boat}", self.boat)] if "boat" in where else [])])

    def _filled(self, kind: str, slots: Mapping[str, Nouns | str], draw: Draw | None) -> str:
        return filled(draw.one(RULES[kind]) if draw else RULES[kind][0], {**self.boat, **slots})

    def _are_pairs(self, kinds: Sequence[str], others: Sequence[str]) -> bool:
        paired = {kind.name: kind.paired_with for kind in self.puzzle.kinds}
        return len(others) == 1 and all(others[0] == paired[kind] or paired[others[0]] == kind for kind in kinds)

    def said(self, rule: RuleTable) -> Said:
        """Return how phrases say a rule."""
        match rule:
            case GuardTable():
                slots: dict[str, Nouns | str] = {"victim": self.party(rule.victims)}
                if guarding := rule.guarding():
                    slots["guardian"] = self.party(guarding)
                if rule.chain:
                    return Said("chain" if guarding else "row", slots)
                shares = any(kind in rule.threats for kind in guarding)
                which = "-all" if rule.needed == "all" and len(guarding) > 1 and not shares else ""
                if rule.threats == "everyone":
                    return Said("shy", slots, which) if guarding else Said("alone", slots)
                others = [kind for kind in rule.threats if kind not in rule.victims]
                slots["threat"] = self.party(others or rule.threats)
                return Said("pair" if shares else "guard" if guarding else "never", slots, which)
            case OutnumberTable():
                return Said("outnumber", {"threat": self.party(rule.threats), "other": self.party(rule.others)})
            case AtMostTable():
                slots = {"victim": self.party(rule.kinds), "number": in_words(rule.number), "where": ""}
            case NeverRowAloneTable():
                slots = {"victim": self.party(rule.kinds)}
            case MustCrossWithTable():
                slots = {"victim": self.party(rule.kinds), "companion": self.party(rule.companions)}
                every = rule.needed == "all" and len(rule.companions) > 1
                own = "-own" if self._are_pairs(rule.kinds, rule.companions) else ""
                return Said(rule.rule, slots, "-all" if every else own)
            case NeverCrossWithTable():
                slots = {"victim": self.party(rule.kinds), "other": self.party(rule.others)}
                return Said(rule.rule, slots, "-alike" if rule.kinds == rule.others else "")
            case FirstTable() | LastTable():
                goals = self.puzzle.goals()
                place = self.place(goals[rule.kinds[0]] or "")
                slots = {"one": self.party(rule.kinds), "others": self.party(rule.among(goals)), "place": place}
                return Said(rule.rule, slots, "-of-all" if rule.others == "everyone" else "")
            case DeadlineTable():
                slots = {"victim": self.party(rule.kinds), "place": self.place(rule.place)}
                slots |= _crossings(rule.crossings)
            case LimitTable():
                slots = _crossings(rule.crossings)
            case _:
                assert_never(rule)
        return Said(rule.rule, slots)

    @functools.cached_property
    def company(self) -> Nouns:
        """Everybody."""
        return [noun for noun in self.nouns.values() if noun.number != 0]


def _crossings(number: int | str) -> dict[str, Nouns | str]:
    return {"number": in_words(number), "crossings": [Noun("crossing", "crossings", number=number)]}
