"""The parser of one sentence about crossings: who crosses, from where and to where, and who stays.

A sentence is parsed token by token, and completely or not at all: an unknown word raises `NotUnderstoodError`, so a
crossing is never incomplete. The result is a list of crossings and claims. A crossing is a mapping such as
``{"aboard": ["farmer", "goat"], "to": "right"}``; a claim is a mapping with the travelers who stay (``who``), their
place (``at``, empty if not named) and whether they are left behind (``behind``).
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Sequence
from typing import Any

from ferryplan.generator.crossing.crossing_names import CrossingNames
from ferryplan.generator.crossing.lexicon import (
    NAME,
    NUMBER,
    PLACE,
    UNKNOWN,
    NotUnderstoodError,
    SentenceToken,
    union_of_roles,
)
from ferryplan.generator.crossing.sentence_parts import NameGroup, TripClause

_PARTICIPLE = re.compile(r"(?:ed|en|ought)$")
_TOWARDS = frozenset({"to", "onto", "into", "reach", "reaches", "towards"})


class SentenceParser:
    """The parser of one sentence; `parse` returns its crossings and claims."""

    def __init__(
        self, names: CrossingNames, tokens: Sequence[SentenceToken], last_aboard: Sequence[str], is_list_item: bool
    ) -> None:
        """Create a parser for the tokens of a sentence.

        ``last_aboard`` are the names of those aboard at the previous crossing. ``is_list_item`` says whether the
        sentence is an item of a list, where names alone mean a crossing.
        """
        self.names, self.tokens, self.last_aboard, self.is_list_item = names, tokens, last_aboard, is_list_item
        self.steps_and_claims = list[Any]()
        self.trip: TripClause | None = None
        self.group = NameGroup()
        self.waiting_groups = list[NameGroup]()
        """groups of names that are not yet part of a clause with a verb"""
        self.places = list[tuple[str, str]]()
        self.open_claim: dict[str, Any] | None = None
        self.picked_up = list[str]()
        """the names of travelers who were picked up and cross with the next verb"""
        self.preceding_word = self.arrow = ""

    def parse(self) -> list[Any]:
        """Return the crossings of the sentence and its claims about who stays, as mappings in their order.

        Raises NotUnderstoodError if the sentence cannot be parsed completely.
        """
        roles = union_of_roles(self.tokens)
        crowd = roles & {"everybody"} and roles & {"go", "take"}
        if roles & {"maybe", "not", "group"} or crowd or ("modal" in roles and not self.is_list_item):
            raise NotUnderstoodError
        position = 0
        while position < len(self.tokens):
            token = self.tokens[position]
            if token.roles & {"go", "take"} and self.preceding_word == "to" and self.trip:
                break  # "returns to fetch the goat" is a reason, and the next sentence tells of that crossing
            if "pick" in token.roles:
                position = self._parse_picked_up_names(position)
            else:
                self._process_token(token, self.tokens[position - 1] if position else None)
                self._store_preceding_word(token)
                position += 1
        self._close_group()
        if self.trip:
            self._close_clause()
        elif self.picked_up:
            raise NotUnderstoodError  # those picked up must cross with a verb of the same sentence
        elif any("who" in one for one in self.steps_and_claims if isinstance(one, dict)):
            if self.waiting_groups:
                raise NotUnderstoodError
        else:
            self.steps_and_claims += self._build_verbless_crossings()
        return self._add_places_to_crossings()

    # -- tokens

    def _process_token(self, token: SentenceToken, preceding_token: SentenceToken | None) -> None:
        """Add one token, which follows ``preceding_token``, to the current group of names, clause or claim."""
        kind = token.roles
        if NAME in kind:
            (self.group.names if self.open_claim is None else self.open_claim["who"]).append(token.text)
        elif kind & {"go", "take"}:
            self._begin_clause(token, preceding_token)
        elif kind & {"stay", "leave"}:
            self._begin_claim("stay" in kind)
        elif "arrow" in kind:
            self.group.direction = token.text if self.group.names or not (self.trip or self.waiting_groups) else ""
            self.arrow = token.text
            if self.group.names:
                self._close_group()
        elif PLACE in kind:
            self._add_place(token)
        elif kind & {"over", "back"}:
            if self.open_claim is None:
                self._set_direction("back" if "back" in kind else "over")
        elif "alone" in kind:
            if self.trip:
                self.trip.says_alone = True
            self._close_group(follows_verb=False)
        elif "with" in kind:
            if self.open_claim is None:
                self._close_group()
                self.group.follows_with = True
        elif kind == {UNKNOWN} and not (self.trip and self.trip.groups):
            self.group.names.append(token.text)  # an unknown traveler, whom the replay reports
        elif kind & {UNKNOWN, NUMBER, "act"}:
            raise NotUnderstoodError

    def _store_preceding_word(self, token: SentenceToken) -> None:
        """Store the kind of word that stands before the next token: ``to``, ``from``, ``one`` or ``pronoun``."""
        word, kind = token.text.casefold(), token.roles
        if "arrow" in kind or word in _TOWARDS:
            self.preceding_word = "to"
        elif word in ("from", "one"):
            self.preceding_word = word
        elif "pronoun" in kind:
            self.preceding_word = self.preceding_word if self.preceding_word == "one" else "pronoun"
        elif "plain" not in kind:
            self.preceding_word = ""

    def _close_group(self, follows_verb: bool = True) -> None:
        """End the current group of names and begin a new one.

        ``follows_verb`` says whether no direction or place stands between the verb and the new group.
        """
        before = self.trip.groups if self.trip else self.waiting_groups
        if self.group.names and self._belongs_to_preceding_direction(before):
            before[-1].names = self.group.names
        elif self.group.names:
            before.append(self.group)
        self.group = NameGroup(follows_verb=follows_verb)

    def _belongs_to_preceding_direction(self, before: Sequence[NameGroup]) -> bool:
        """Return whether the current names belong to the direction before them, as in ``over with the goat``."""
        return self.group.follows_with and bool(before) and bool(before[-1].direction) and not before[-1].names

    def _set_direction(self, direction_word: str) -> None:
        """Set the direction of the names before the word "over" or "back"; ``direction_word`` is this word."""
        before = self.trip.groups if self.trip else self.waiting_groups
        if self.group.names and self._belongs_to_preceding_direction(before):
            self._close_group()
            before.append(NameGroup(direction=direction_word))
        elif self.group.names:
            self.group.direction = direction_word
        elif before and not (before[-1].direction and not self.trip):
            before[-1].direction = direction_word
        elif not self.trip:
            self.waiting_groups.append(NameGroup(direction=direction_word))
        self._close_group(follows_verb=False)

    def _add_place(self, token: SentenceToken) -> None:
        if self.open_claim is not None:
            self.open_claim["at"] = token.text
        else:
            self._close_group(follows_verb=False)
            (self.trip.places if self.trip else self.places).append((self.preceding_word, token.text))

    def _parse_picked_up_names(self, position: int) -> int:
        """Store the names after a verb such as "picks up", for the next crossing.

        ``position`` is the index of the verb among the tokens. Returns the index of the first token after the names.
        Raises NotUnderstoodError if something other than names follows the verb.
        """
        self._close_group()
        if self.trip and self._close_clause(ends_sentence=False).names:
            raise NotUnderstoodError
        rest = self.tokens[position + 1 :]
        names = [*itertools.takewhile(lambda one: not one.roles & {"go", "take", "over", "back"}, rest)]
        if any(not one.roles & {NAME, "and", "plain", "pronoun"} for one in names):
            raise NotUnderstoodError
        self.picked_up += [one.text for one in names if NAME in one.roles]
        return position + 1 + len(names)

    # -- crossings with a verb

    def _begin_clause(self, verb: SentenceToken, preceding_token: SentenceToken | None) -> None:
        """Begin the clause of a crossing at its verb; the names before the verb are the subject."""
        passive = bool(preceding_token and "is" in preceding_token.roles and _PARTICIPLE.search(verb.text))
        self._close_group()
        subject = self._close_clause(ends_sentence=False) if self.trip else self._merge_groups(self.waiting_groups)
        self.waiting_groups = []
        if self.preceding_word == "one" and not subject.names:
            subject = NameGroup([self._find_previous_kind()])
        self.open_claim = None
        self.trip = TripClause(verb, subject, passive, self.preceding_word == "pronoun")

    def _merge_groups(self, groups: Sequence[NameGroup]) -> NameGroup:
        """Return the names of several groups as one group.

        Raises NotUnderstoodError unless only "with" stands between the groups.
        """
        if not all(group.follows_with for group in groups[1:]):
            raise NotUnderstoodError
        return NameGroup([name for group in groups for name in group.names])

    def _find_previous_kind(self) -> str:
        """Return the kind of those aboard at the previous crossing, for a sentence such as "one crosses back".

        Raises NotUnderstoodError if they are of several kinds.
        """
        if len(kinds := self.names.find_kinds_in_names(self._find_previous_names_aboard())) != 1:
            raise NotUnderstoodError
        return kinds.pop()

    def _find_previous_names_aboard(self) -> Sequence[str]:
        """Return the names of those aboard at the previous crossing, of this or an earlier sentence."""
        return next(
            (one["aboard"] for one in reversed(self.steps_and_claims) if isinstance(one, dict) and "aboard" in one),
            self.last_aboard,
        )

    def _close_clause(self, ends_sentence: bool = True) -> NameGroup:
        """End the clause of a crossing, and return the names after it, which belong to the next clause.

        ``ends_sentence`` is true at the end of the sentence. Raises NotUnderstoodError if the sentence ends and there
        are names after the clause.
        """
        assert self.trip is not None
        own, takes = 0, "take" in self.trip.verb.roles and not self.trip.is_passive
        for number, group in enumerate(self.trip.groups):
            direct = group.follows_verb or (ends_sentence and number == len(self.trip.groups) - 1)
            if not (group.follows_with or (takes and not own and direct) or (self.trip.is_passive and not number)):
                break
            own += 1
        rest = self._merge_groups(self.trip.groups[own:])
        if rest.names and ends_sentence:
            raise NotUnderstoodError
        objects = [name for group in self.trip.groups[:own] for name in group.names]
        self.trip.arrow = self.arrow if ends_sentence else ""
        self.steps_and_claims.append(self._build_crossing(self.trip, [*objects, *self.picked_up]))
        self.trip, self.picked_up = None, []
        return rest

    def _build_crossing(self, trip: TripClause, objects: Sequence[str]) -> dict[str, Any]:
        """Return the crossing for a clause; ``objects`` are the names of those taken along.

        Raises NotUnderstoodError if it is unclear who crosses, or from where and to where.
        """
        aboard, before, canonical = (
            [*trip.subject.names],
            self._find_previous_names_aboard(),
            self.names.traveler_lookup.canonical_name,
        )
        if self.names.sole_rowers and (trip.is_passive or not aboard):
            aboard = [*self.names.sole_rowers, *aboard]
        elif not aboard:
            if not objects and not (before and (len(before) == 1 or trip.follows_pronoun)):
                raise NotUnderstoodError
            aboard = [*before] if len(before) == 1 or not objects else []
        sole = {*map(canonical, aboard)} & {*self.names.sole_rowers}
        objects = [name for name in objects if canonical(name) not in sole]
        if trip.says_alone and objects:
            raise NotUnderstoodError
        ends = {key: [place for prior, place in trip.places if prior == key] for key in ("from", "to")}
        if any(len(places) > 1 for places in ends.values()):
            raise NotUnderstoodError
        arrow = {"arrow": trip.arrow} if trip.arrow else {}
        return {"aboard": [*aboard, *objects], **{key: places[0] for key, places in ends.items() if places}, **arrow}

    # -- crossings without a verb, and claims

    def _build_verbless_crossings(self) -> list[dict[str, Any]]:
        """Return the crossings of a sentence without a verb, such as ``farmer + goat ->`` and ``goat over``.

        Raises NotUnderstoodError if it is unclear whether the names mean a crossing.
        """
        groups = list[NameGroup]()
        for group in self.waiting_groups:
            if group.follows_with and groups and not groups[-1].direction:
                groups[-1].names += group.names
                groups[-1].direction = group.direction
            else:
                groups.append(group)
        ways = [bool(group.direction) for group in groups]
        told = len(groups) > 1 and all(ways[:-1]) and any(group.names for group in groups)
        alone = self.is_list_item and ways == [True] and bool(self.names.sole_rowers)  # "back" as an item of a list
        if groups and not (told or alone or (len(groups) == 1 and groups[0].names and (self.is_list_item or ways[0]))):
            raise NotUnderstoodError
        return [self._build_verbless_crossing(group) for group in groups]

    def _build_verbless_crossing(self, group: NameGroup) -> dict[str, Any]:
        """Return the crossing for a group of names without a verb.

        If only one traveler can row and the sentence does not name that traveler, then the rower is added to a crossing
        with "over" or "back". A group without names means the traveler who crossed before; raises NotUnderstoodError if
        there were several.
        """
        says_way = group.direction in ("over", "back")
        unsaid = self.names.sole_rowers if says_way and not (self._mentions_rower and group.names) else []
        aboard = [*unsaid, *group.names] or [*self._find_previous_names_aboard()]
        if len(aboard) > 1 and not group.names:
            raise NotUnderstoodError
        return {"aboard": aboard} | ({"arrow": group.direction} if group.direction in ("\u2190", "\u2192") else {})

    @functools.cached_property
    def _mentions_rower(self) -> bool:
        """Whether the sentence names the only traveler who can row."""
        named = (self.names.traveler_lookup.canonical_name(token.text) for token in self.tokens if NAME in token.roles)
        return any(name in self.names.sole_rowers for name in named)

    def _begin_claim(self, stays: bool) -> None:
        """Begin a claim that travelers stay or, if ``stays`` is false, are left behind.

        In ``the goat stays``, the names are before the verb; in ``leaving the goat``, they are after it.
        """
        who = [*self.group.names] if stays else []
        if not stays:
            self._close_group()
        elif not who and (before := self.trip.groups if self.trip else self.waiting_groups):
            who = before.pop().names
        self.group = NameGroup()
        if self.trip:
            self._close_clause()
        self.open_claim = {"who": who, "at": "", "behind": not stays}
        self.steps_and_claims.append(self.open_claim)

    def _add_places_to_crossings(self) -> list[Any]:
        """Return the crossings and claims, after adding the places to a crossing without a verb.

        Raises NotUnderstoodError if places are named but there are several crossings.
        """
        done = [one for one in self.steps_and_claims if one.get("who") != []]
        crossings = [one for one in done if "aboard" in one]
        if self.places and len(crossings) > 1:
            raise NotUnderstoodError
        if self.places and crossings:
            ends = (
                [("from", self.places[0][1]), ("to", self.places[1][1])] if len(self.places) == 2 else self.places[:1]
            )
            crossings[0] |= {key: place for key, place in ends if key in ("from", "to")}
        return done
