"""What a crossing is about, as nouns in sentences; its rules as sentences."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ferryplan.domains.messages import read_messages
from ferryplan.generator.crossing.puzzle_file import CrossingFile, PlaceTable
from ferryplan.generator.crossing.rule_tables import (
    AtMostTable,
    DeadlineTable,
    FirstTable,
    GuardTable,
    LastTable,
    LimitTable,
    MustCrossWithTable,
    NeverCrossWithTable,
    OutnumberTable,
    RuleTable,
)
from ferryplan.generator.draws import Draw
from ferryplan.generator.themes.grammar import Noun, Nouns, filled, form_of, format_phrase, in_words, plural_of
from ferryplan.generator.themes.theme import VoyageTable
from ferryplan.generator.wording import listing, number_of


class Said(NamedTuple):
    """What phrases say of a rule, or of a part of it."""

    kind: str
    """the kind of rule for which themes have reasons"""
    slots: dict[str, Nouns | str]
    key: str
    """the key of its wordings among the messages"""


class CrossingNouns:
    """Who and what there is in one puzzle; in the words of a theme if there is one."""

    def __init__(self, puzzle: CrossingFile, theme: VoyageTable | None) -> None:
        self.puzzle, self.theme = puzzle, theme

    @functools.cached_property
    def nouns(self) -> dict[str, Noun]:
        """The nouns for the kinds."""
        pronouns = {} if self.theme is None else {one.name: one.pronoun for one in self.theme.characters}
        return {
            kind.name: Noun(kind.name, kind.name, "they", number=2)
            if self.theme is None and kind.count == 1 and number_of([f"the {kind.name}"]) > 1
            else Noun(
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
        """Return the rule in words: the first sentence for its kind, or one that is drawn; of several, with semicolons between them."""
        first, *more = self.phrases_of_rule(rule)
        clauses = [self._fill_wording(said.key, said.slots, draw, begins=False) for said in more]
        sentence = self._fill_wording(first.key, first.slots, draw)
        return "; ".join(one.removesuffix(".") for one in (sentence, *clauses)) + "."

    def room(self, place: PlaceTable, draw: Draw | None = None) -> str:
        """Return the same for how many a place holds."""
        slots: dict[str, Nouns | str] = {"place": self.place(place.name), "number": in_words(place.holds or 0)}
        return self._fill_wording("rules.holds" if place.holds else "rules.holds-nobody", slots, draw)

    def scope(self, rule: RuleTable) -> str:
        """Return in a sentence where a rule holds, if it says so and not all rules hold there; else the empty text."""
        where = rule.said().get("where") or ()
        if "place" not in where:
            return format_phrase("stories.confined", {"scenes": self._scenes(where)}) if where else ""
        if "boat" not in where:
            return format_phrase("stories.confined-to-places", self.boat)
        return format_phrase("stories.boat-too", self.boat) if self.puzzle.boat.rules is False else ""

    def _scenes(self, where: Sequence[str]) -> str:
        places = [noun for name in where if name != "boat" for noun in self.place(name) if noun.number != 0]
        scenes = [format_phrase("stories.at-places", {"place": places})] if places else []
        return listing([*scenes, *([format_phrase("stories.in-boat", self.boat)] if "boat" in where else [])])

    def _fill_wording(
        self, key: str, slots: Mapping[str, Nouns | str], draw: Draw | None, *, begins: bool = True
    ) -> str:
        """Return one of the wordings of a message, the first without ``draw``; a clause after another does not begin with a capital."""
        file, _, entry = key.partition(".")
        wordings = read_messages(file)[entry]
        phrase = draw.one(wordings) if draw else wordings[0]
        return filled(phrase if begins else phrase.replace("{A ", "{a ", 1), {**self.boat, **slots})

    def _are_partners(self, kind: str, other: str) -> bool:
        """Return whether each traveller of one kind has a partner of the other."""
        paired = {one.name: one.paired_with for one in self.puzzle.kinds}
        return other == paired[kind] or paired[other] == kind

    def _groups(self, kinds: Sequence[str], *others: str) -> list[list[str]]:
        """Return the kinds, those together of whom one sentence about some others is true: apart are those who have partners among the others,
        and those who are among the others themselves.
        """
        groups: dict[object, list[str]] = {}
        for kind in dict.fromkeys(kinds):
            partners = tuple(other for other in others if self._are_partners(kind, other))
            groups.setdefault(kind if kind in others else partners, []).append(kind)
        return [*groups.values()]

    def _others(self, kind: str, others: Sequence[str], conjunction: str = "or") -> tuple[str, str]:
        """Return any of some other kinds as seen from one kind, and the verb that agrees: ``another dog or its own master``."""
        nouns = self.party(others)
        pieces = []
        for noun in nouns:
            if noun.singular == kind:
                pieces.append(form_of("another", [noun]))
            elif self._are_partners(kind, noun.singular):
                pieces.append(f"{form_of('own', [self.nouns[kind]])} {noun.singular}")
            else:
                pieces.append(form_of("a", [noun]))
        several = nouns[0].is_collective if len(nouns) == 1 else conjunction == "and"
        return listing(pieces, conjunction), "are" if several else "is"

    def _threats(self, kind: str, threats: Sequence[str], guarding: Sequence[str]) -> str:
        """Return whom a traveller of a kind must not meet: guardians are no threats, but those of others are, and so are others of the kind."""
        pieces = []
        for noun in self.party(threats):
            name, alone = noun.singular, noun.number == 1
            if name in guarding and not self._are_partners(kind, name):
                continue
            if name == kind or name in guarding:
                pieces += [] if alone else [form_of("another", [noun])]
            else:
                pieces.append(form_of("a", [noun]))
        return listing(pieces, "or")

    def phrases_of_rule(self, rule: RuleTable) -> list[Said]:
        """Return how phrases say a rule: of all whom it protects in one sentence, or in one for each group of them."""
        match rule:
            case GuardTable():
                threats = [] if rule.threats == "everyone" else rule.threats
                groups = self._groups(rule.victims, *([] if rule.chain else threats), *rule.guarding())
                return [self._said_of_guard(rule, kinds) for kinds in groups]
            case MustCrossWithTable():
                groups = self._groups(rule.kinds, *rule.companions)
                return [self._said_of_escort(rule, kinds) for kinds in groups]
            case NeverCrossWithTable():
                groups = self._groups(rule.kinds, *rule.others)
                binding = [kinds for kinds in groups if self._threats(kinds[0], rule.others, [])]
                return [self._said_of_apart(rule, kinds) for kinds in binding or groups]
            case OutnumberTable():
                slots: dict[str, Nouns | str] = {"threat": self.party(rule.threats), "other": self.party(rule.others)}
                return [Said(rule.rule, slots, "rules.outnumber")]
            case AtMostTable():
                slots = {"victim": self.party(rule.kinds), "number": in_words(rule.number)}
                return [Said(rule.rule, slots, self._key_of_at_most(rule))]
            case FirstTable() | LastTable():
                goals = self.puzzle.goals()
                place = self.place(goals[rule.kinds[0]] or "")
                others = self.party(rule.among(goals))
                slots = {"one": self.party(rule.kinds), "others": others, "place": place}
                key = "rules.first" if rule.rule == "first" else "rules.last"
                if all(noun.number == 0 for noun in others):
                    key = "rules.order-of-none"
                return [Said(rule.rule, slots, key)]
            case DeadlineTable():
                slots = {"victim": self.party(rule.kinds), "place": self.place(rule.place)}
                return [Said(rule.rule, slots | _crossings(rule.crossings), "rules.deadline")]
            case LimitTable():
                return [Said(rule.rule, _crossings(rule.crossings), "rules.limit")]
            case _:
                # A rule whose only key is `kinds` needs no case of its own; mypy reports one without this key.
                return [Said(rule.rule, {"victim": self.party(rule.kinds)}, f"rules.{rule.rule}")]

    def _key_of_at_most(self, rule: AtMostTable) -> str:
        """Return the key of the wordings: where two travelers must not meet, no number is named."""
        if rule.number == 0:
            return "rules.at-most-none"
        if rule.number != 1:
            return "rules.at-most"
        numbers = [noun.number for noun in self.party(rule.kinds)]
        return "rules.at-most-pair" if numbers in ([2], [1, 1]) else "rules.at-most-one"

    def _said_of_guard(self, rule: GuardTable, victims: Sequence[str]) -> Said:
        slots: dict[str, Nouns | str] = {"victim": self.party(victims)}
        guarding, first = rule.guarding(), victims[0]
        threats = "" if rule.chain or rule.threats == "everyone" else self._threats(first, rule.threats, guarding)
        empty = not (threats or rule.chain or rule.threats == "everyone")
        """whether all threats are guardians, so that the rule asks for nothing: then its words must not, either"""
        each = rule.needed == "all" and len(guarding) > 1 and not empty
        if guarding:
            guards, are = self._others(first, guarding, "and" if each else "or")
            slots |= {"guardian": self.party(guarding), "guards": guards, "are": are}
        if rule.chain:
            return Said("chain", slots, "rules.chain") if guarding else Said("row", slots, "rules.row")
        if rule.threats == "everyone":
            slots["except"] = self._others(first, guarding)[0]
            if not guarding:
                return Said("alone", slots, "rules.alone")
            return Said("shy", slots, "rules.shy-of-all-but" if each else "rules.shy")
        others = [kind for kind in rule.threats if kind not in victims]
        slots["threat"] = self.party(others or rule.threats)
        slots["threats"] = threats or self._others(first, rule.threats)[0]
        pairs = any(kind in rule.threats and self._are_partners(first, kind) for kind in guarding)
        if not guarding:
            return Said("never", slots, "rules.never")
        return Said("pair" if pairs else "guard", slots, "rules.guard")

    def _said_of_escort(self, rule: MustCrossWithTable, kinds: Sequence[str]) -> Said:
        every = rule.needed == "all" and len(rule.companions) > 1
        companions, are = self._others(kinds[0], rule.companions, "and" if every else "or")
        slots: dict[str, Nouns | str] = {"victim": self.party(kinds), "companion": self.party(rule.companions)}
        return Said(rule.rule, slots | {"companions": companions, "are": are}, "rules.must-cross-with")

    def _said_of_apart(self, rule: NeverCrossWithTable, kinds: Sequence[str]) -> Said:
        threats = self._threats(kinds[0], rule.others, []) or self._others(kinds[0], rule.others)[0]
        slots: dict[str, Nouns | str] = {"victim": self.party(kinds), "other": self.party(rule.others)}
        return Said(rule.rule, {**slots, "threats": threats}, "rules.never-cross-with")

    @functools.cached_property
    def company(self) -> Nouns:
        """Everybody."""
        return [noun for noun in self.nouns.values() if noun.number != 0]


def _crossings(number: int | str) -> dict[str, Nouns | str]:
    return {"number": in_words(number), "crossings": [Noun("crossing", "crossings", number=number)]}
