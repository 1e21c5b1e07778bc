"""The nouns of a crossing story, and sentences about its rules.

A message has several wordings with slots, such as ``{a victim}`` for a noun with its article. A theme is a set of
characters and words with which a puzzle can be retold.
"""

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
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.themes.grammar import (
    Noun,
    Nouns,
    fill_phrase,
    format_phrase,
    inflect_nouns,
    pluralize,
    spell_out_number,
)
from ferryplan.generator.themes.theme import ThemeCrossingTable
from ferryplan.generator.wording import grammatical_number, join_phrases


class RulePhrase(NamedTuple):
    """A phrase that describes a rule or a part of a rule: a message, with the nouns that fill its slots."""

    kind: str
    """the kind of rule or of guarding, such as ``outnumber`` or ``alone``, under which a theme has reasons for rules"""
    slots: dict[str, Nouns | str]
    """the nouns or text for each slot of the wordings"""
    key: str
    """the key of the message with the wordings: ``rules.guard``"""


class CrossingNouns:
    """The nouns for the travelers, places and boats of one puzzle, and the sentences made with them.

    With a theme, the boat, the verb for rowing and the pronouns are those of the theme.
    """

    def __init__(self, puzzle: CrossingFile, theme: ThemeCrossingTable | None) -> None:
        self.puzzle, self.theme = puzzle, theme

    @functools.cached_property
    def nouns_by_kind(self) -> dict[str, Noun]:
        """The noun for each kind of travelers, by the name of the kind."""
        pronouns = {} if self.theme is None else {one.name: one.pronoun for one in self.theme.characters}
        return {
            kind.name: Noun(kind.name, kind.name, "they", number=2)
            if self.theme is None and kind.count == 1 and grammatical_number([f"the {kind.name}"]) > 1
            else Noun(
                kind.name,
                kind.plural or pluralize(kind.name),
                pronouns.get(kind.name, "it"),
                kind.count,
                kind.count == 1 and kind.names == "{{ name }}" and kind.called == "{{ traveller }}",
            )
            for kind in self.puzzle.kinds
        }

    @functools.cached_property
    def shared_template_slots(self) -> dict[str, Nouns | str]:
        """The slots that every phrase has: the noun for the boat, its plural, and the verb for rowing."""
        name, rows = ("boat", "row") if self.theme is None else (self.theme.boat, self.theme.rows)
        return {"boat": [Noun(name, pluralize(name))], "boats": pluralize(name), "row": rows}

    def place_noun(self, name: str) -> Nouns:
        """Return the noun for a place as a list of one noun.

        It has no article if the puzzle file calls the place by its bare name.
        """
        (table,) = (place for place in self.puzzle.places if place.name == name)
        return [Noun(name, pluralize(name), number=table.count, proper=table.called == "{{ name }}")]

    def nouns_of_kinds(self, kinds: Sequence[str]) -> Nouns:
        """Return the nouns for some kinds of travelers, without repetition.

        Kinds with the count 0 are left out. But if all of the kinds have the count 0, all nouns are returned.
        """
        party = [self.nouns_by_kind[name] for name in dict.fromkeys(kinds)]
        return [noun for noun in party if noun.number != 0] or party

    def describe_rule(self, rule: RuleTable, draw: SeededRandom | None = None) -> str:
        """Return a rule as one sentence, with semicolons between its parts.

        With ``draw``, a random wording is chosen; otherwise, the first one.
        """
        first, *more = self.phrases_of_rule(rule)
        clauses = [self._fill_wording(said.key, said.slots, draw, capitalized=False) for said in more]
        sentence = self._fill_wording(first.key, first.slots, draw)
        return "; ".join(one.removesuffix(".") for one in (sentence, *clauses)) + "."

    def describe_place_limit(self, place: PlaceTable, draw: SeededRandom | None = None) -> str:
        """Return a sentence about the largest number of travelers at a place.

        With ``draw``, a random wording is chosen; otherwise, the first one.
        """
        slots: dict[str, Nouns | str] = {
            "place": self.place_noun(place.name),
            "number": spell_out_number(place.holds or 0),
        }
        return self._fill_wording("rules.holds" if place.holds else "rules.holds-nobody", slots, draw)

    def describe_rule_locations(self, rule: RuleTable) -> str:
        """Return a sentence about the locations where a rule binds; the empty text for the default locations."""
        where = rule.given_values().get("where") or ()
        if "place" not in where:
            return format_phrase("stories.confined", {"scenes": self._describe_locations(where)}) if where else ""
        if "boat" not in where:
            return format_phrase("stories.confined-to-places", self.shared_template_slots)
        return format_phrase("stories.boat-too", self.shared_template_slots) if self.puzzle.boat.rules is False else ""

    def _describe_locations(self, where: Sequence[str]) -> str:
        places = [noun for name in where if name != "boat" for noun in self.place_noun(name) if noun.number != 0]
        scenes = [format_phrase("stories.at-places", {"place": places})] if places else []
        return join_phrases(
            [*scenes, *([format_phrase("stories.in-boat", self.shared_template_slots)] if "boat" in where else [])]
        )

    def _fill_wording(
        self, key: str, slots: Mapping[str, Nouns | str], draw: SeededRandom | None, *, capitalized: bool = True
    ) -> str:
        """Return one wording of a message with its slots filled.

        With ``draw``, a random wording is chosen; otherwise, the first one. The text begins with a capital letter,
        unless ``capitalized`` is false because the text follows another clause.
        """
        file, _, entry = key.partition(".")
        wordings = read_messages(file)[entry]
        phrase = draw.choose(wordings) if draw else wordings[0]
        return fill_phrase(
            phrase if capitalized else phrase.replace("{A ", "{a ", 1), {**self.shared_template_slots, **slots}
        )

    def _are_partners(self, kind: str, other: str) -> bool:
        """Return whether two kinds are paired, so that each traveler of one kind has a partner of the other."""
        paired = {one.name: one.paired_with for one in self.puzzle.kinds}
        return other == paired[kind] or paired[other] == kind

    def _group_kinds_by_partners(self, kinds: Sequence[str], *others: str) -> list[list[str]]:
        """Group ``kinds`` so that one sentence can say how all kinds of a group relate to ``others``.

        For example, if husbands are paired with wives, a sentence with "its own husband" fits wives but no other kind.
        So kinds that have different partners among ``others`` are in different groups. A kind that is itself among
        ``others`` is the only one in its group.
        """
        groups: dict[object, list[str]] = {}
        for kind in dict.fromkeys(kinds):
            partners = tuple(other for other in others if self._are_partners(kind, other))
            groups.setdefault(kind if kind in others else partners, []).append(kind)
        return [*groups.values()]

    def _describe_kinds_relative_to(self, kind: str, others: Sequence[str], conjunction: str = "or") -> tuple[str, str]:
        """Return a phrase for travelers of the kinds ``others``, and the verb ``is`` or ``are`` that agrees.

        The phrase is part of a sentence about a traveler of ``kind``, so it has "another" before the same kind and
        "own" before a partner. In a sentence about a dog, it may be ``another dog or its own master``.
        """
        nouns = self.nouns_of_kinds(others)
        pieces = []
        for noun in nouns:
            if noun.singular == kind:
                pieces.append(inflect_nouns("another", [noun]))
            elif self._are_partners(kind, noun.singular):
                pieces.append(f"{inflect_nouns('own', [self.nouns_by_kind[kind]])} {noun.singular}")
            else:
                pieces.append(inflect_nouns("a", [noun]))
        several = nouns[0].is_collective if len(nouns) == 1 else conjunction == "and"
        return join_phrases(pieces, conjunction), "are" if several else "is"

    def _describe_threats(self, kind: str, threats: Sequence[str], guardians: Sequence[str]) -> str:
        """Return a phrase for the travelers who threaten a traveler of a kind: ``another wife or a husband``.

        A kind in ``guardians`` is left out if any of its travelers guards the traveler. If only the traveler's partner
        does, the kind's other travelers are threats: ``another husband``.
        """
        pieces = []
        for noun in self.nouns_of_kinds(threats):
            name, alone = noun.singular, noun.number == 1
            if name in guardians and not self._are_partners(kind, name):
                continue
            if name == kind or name in guardians:
                pieces += [] if alone else [inflect_nouns("another", [noun])]
            else:
                pieces.append(inflect_nouns("a", [noun]))
        return join_phrases(pieces, "or")

    def phrases_of_rule(self, rule: RuleTable) -> list[RulePhrase]:
        """Return the phrases that together describe a rule.

        There is usually one phrase. There are several if the kinds that the rule protects have different partners and
        so need different words; then, each group of kinds has a phrase.
        """
        match rule:
            case GuardTable():
                threats = [] if rule.threats == "everyone" else rule.threats
                groups = self._group_kinds_by_partners(
                    rule.victims, *([] if rule.chain else threats), *rule.guardian_kinds()
                )
                return [self._make_guard_phrase(rule, kinds) for kinds in groups]
            case MustCrossWithTable():
                groups = self._group_kinds_by_partners(rule.kinds, *rule.companions)
                return [self._make_companion_phrase(rule, kinds) for kinds in groups]
            case NeverCrossWithTable():
                groups = self._group_kinds_by_partners(rule.kinds, *rule.others)
                binding = [kinds for kinds in groups if self._describe_threats(kinds[0], rule.others, [])]
                return [self._make_separation_phrase(rule, kinds) for kinds in binding or groups]
            case OutnumberTable():
                slots: dict[str, Nouns | str] = {
                    "threat": self.nouns_of_kinds(rule.threats),
                    "other": self.nouns_of_kinds(rule.others),
                }
                return [RulePhrase(rule.rule, slots, "rules.outnumber")]
            case AtMostTable():
                slots = {"victim": self.nouns_of_kinds(rule.kinds), "number": spell_out_number(rule.number)}
                return [RulePhrase(rule.rule, slots, self._choose_limit_key(rule))]
            case FirstTable() | LastTable():
                goals = self.puzzle.goal_places_by_kind()
                place = self.place_noun(goals[rule.kinds[0]] or "")
                others = self.nouns_of_kinds(rule.resolve_other_kinds(goals))
                slots = {"one": self.nouns_of_kinds(rule.kinds), "others": others, "place": place}
                key = "rules.first" if rule.rule == "first" else "rules.last"
                if all(noun.number == 0 for noun in others):
                    key = "rules.order-of-none"
                return [RulePhrase(rule.rule, slots, key)]
            case DeadlineTable():
                slots = {"victim": self.nouns_of_kinds(rule.kinds), "place": self.place_noun(rule.place)}
                return [RulePhrase(rule.rule, slots | _make_crossing_count_slots(rule.crossings), "rules.deadline")]
            case LimitTable():
                return [RulePhrase(rule.rule, _make_crossing_count_slots(rule.crossings), "rules.limit")]
            case _:
                # A rule whose only key is `kinds` needs no case of its own; mypy reports one without this key.
                return [RulePhrase(rule.rule, {"victim": self.nouns_of_kinds(rule.kinds)}, f"rules.{rule.rule}")]

    def _choose_limit_key(self, rule: AtMostTable) -> str:
        """Return the key of the message for a limit on the number of travelers who are together.

        There are separate messages for the limits 0 and 1, and for a rule that two travelers must not be together.
        """
        if rule.number == 0:
            return "rules.at-most-none"
        if rule.number != 1:
            return "rules.at-most"
        numbers = [noun.number for noun in self.nouns_of_kinds(rule.kinds)]
        return "rules.at-most-pair" if numbers in ([2], [1, 1]) else "rules.at-most-one"

    def _make_guard_phrase(self, rule: GuardTable, victims: Sequence[str]) -> RulePhrase:
        """Return the phrase for a rule about threats and guardians; ``victims`` are the kinds to mention."""
        slots: dict[str, Nouns | str] = {"victim": self.nouns_of_kinds(victims)}
        guarding, first = rule.guardian_kinds(), victims[0]
        threats = (
            "" if rule.chain or rule.threats == "everyone" else self._describe_threats(first, rule.threats, guarding)
        )
        empty = not (threats or rule.chain or rule.threats == "everyone")
        """whether all threats are guardians, so that the rule requires nothing; its words must not require
        anything either"""
        each = rule.needed == "all" and len(guarding) > 1 and not empty
        if guarding:
            guards, are = self._describe_kinds_relative_to(first, guarding, "and" if each else "or")
            slots |= {"guardian": self.nouns_of_kinds(guarding), "guards": guards, "are": are}
        if rule.chain:
            return RulePhrase("chain", slots, "rules.chain") if guarding else RulePhrase("row", slots, "rules.row")
        if rule.threats == "everyone":
            slots["except"] = self._describe_kinds_relative_to(first, guarding)[0]
            if not guarding:
                return RulePhrase("alone", slots, "rules.alone")
            return RulePhrase("shy", slots, "rules.shy-of-all-but" if each else "rules.shy")
        others = [kind for kind in rule.threats if kind not in victims]
        slots["threat"] = self.nouns_of_kinds(others or rule.threats)
        slots["threats"] = threats or self._describe_kinds_relative_to(first, rule.threats)[0]
        pairs = any(kind in rule.threats and self._are_partners(first, kind) for kind in guarding)
        if not guarding:
            return RulePhrase("never", slots, "rules.never")
        return RulePhrase("pair" if pairs else "guard", slots, "rules.guard")

    def _make_companion_phrase(self, rule: MustCrossWithTable, kinds: Sequence[str]) -> RulePhrase:
        """Return the phrase for a rule that the travelers of some kinds cross only with companions."""
        every = rule.needed == "all" and len(rule.companions) > 1
        companions, are = self._describe_kinds_relative_to(kinds[0], rule.companions, "and" if every else "or")
        slots: dict[str, Nouns | str] = {
            "victim": self.nouns_of_kinds(kinds),
            "companion": self.nouns_of_kinds(rule.companions),
        }
        return RulePhrase(rule.rule, slots | {"companions": companions, "are": are}, "rules.must-cross-with")

    def _make_separation_phrase(self, rule: NeverCrossWithTable, kinds: Sequence[str]) -> RulePhrase:
        """Return the phrase for a rule that the travelers of some kinds never cross with others."""
        threats = (
            self._describe_threats(kinds[0], rule.others, [])
            or self._describe_kinds_relative_to(kinds[0], rule.others)[0]
        )
        slots: dict[str, Nouns | str] = {
            "victim": self.nouns_of_kinds(kinds),
            "other": self.nouns_of_kinds(rule.others),
        }
        return RulePhrase(rule.rule, {**slots, "threats": threats}, "rules.never-cross-with")

    @functools.cached_property
    def nouns_of_present_kinds(self) -> Nouns:
        """One noun for each kind of travelers whose count is not 0."""
        return [noun for noun in self.nouns_by_kind.values() if noun.number != 0]


def _make_crossing_count_slots(number: int | str) -> dict[str, Nouns | str]:
    """Return the slots for a number of crossings: the number in words, and the noun that agrees with it."""
    return {"number": spell_out_number(number), "crossings": [Noun("crossing", "crossings", number=number)]}
