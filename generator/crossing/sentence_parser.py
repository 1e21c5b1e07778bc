"""The parser of one sentence about crossings: who crosses, from where and to where, and who stays.

It reads the sentence token by token, as a whole or not at all: an unknown word raises `NotUnderstoodError` and never
yields an incomplete crossing.
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
    roles_of,
)
from ferryplan.generator.crossing.sentence_parts import NameGroup, TripClause

_PARTICIPLE = re.compile(r"(?:ed|en|ought)$")
_TOWARDS = frozenset({"to", "onto", "into", "reach", "reaches", "towards"})


class SentenceParser:
    """The parser of one sentence; `parse` returns its crossings and claims as data."""

    def __init__(
        self, names: CrossingNames, tokens: Sequence[SentenceToken], last_aboard: Sequence[str], is_list_item: bool
    ) -> None:
        """Take the tokens of a sentence.

        ``last_aboard`` are those aboard at the previous crossing; ``is_list_item`` says that names alone are a
        crossing.
        """
        self.names, self.tokens, self.last_aboard, self.is_list_item = names, tokens, last_aboard, is_list_item
        self.results = list[Any]()
        self.trip: TripClause | None = None
        self.group = NameGroup()
        self.waiting_groups = list[NameGroup]()
        """names that no verb has taken yet"""
        self.places = list[tuple[str, str]]()
        self.open_claim: dict[str, Any] | None = None
        self.picked_up = list[str]()
        """those who were picked up and cross with the next verb"""
        self.preceding_word = self.arrow = ""

    def parse(self) -> list[Any]:
        """Return the crossings and claims of the sentence. Raises NotUnderstoodError."""
        roles = roles_of(self.tokens)
        crowd = roles & {"everybody"} and roles & {"go", "take"}
        if roles & {"maybe", "not", "group"} or crowd or ("modal" in roles and not self.is_list_item):
            raise NotUnderstoodError
        position = 0
        while position < len(self.tokens):
            token = self.tokens[position]
            if token.roles & {"go", "take"} and self.preceding_word == "to" and self.trip:
                break  # "returns to fetch the goat" is a reason, and the next sentence tells of that crossing
            if "pick" in token.roles:
                position = self._pick_up(position)
            else:
                self._process_token(token, self.tokens[position - 1] if position else None)
                self._remember_word(token)
                position += 1
        self._close_group()
        if self.trip:
            self._close_trip()
        elif self.picked_up:
            raise NotUnderstoodError  # those picked up must cross with a verb of the same sentence
        elif any("who" in one for one in self.results if isinstance(one, dict)):
            if self.waiting_groups:
                raise NotUnderstoodError
        else:
            self.results += self._build_verbless_crossings()
        return self._finish_results()

    # -- tokens

    def _process_token(self, token: SentenceToken, before: SentenceToken | None) -> None:
        """Process one token."""
        kind = token.roles
        if NAME in kind:
            (self.group.names if self.open_claim is None else self.open_claim["who"]).append(token.text)
        elif kind & {"go", "take"}:
            self._begin_trip(token, before)
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
                self.trip.alone = True
            self._close_group(direct=False)
        elif "with" in kind:
            if self.open_claim is None:
                self._close_group()
                self.group.follows_with = True
        elif kind == {UNKNOWN} and not (self.trip and self.trip.groups):
            self.group.names.append(token.text)  # an unknown traveler, whom the replay reports
        elif kind & {UNKNOWN, NUMBER, "act"}:
            raise NotUnderstoodError

    def _remember_word(self, token: SentenceToken) -> None:
        """Remember the word before the next token, as far as it matters."""
        word, kind = token.text.casefold(), token.roles
        if "arrow" in kind or word in _TOWARDS:
            self.preceding_word = "to"
        elif word in ("from", "one"):
            self.preceding_word = word
        elif "pronoun" in kind:
            self.preceding_word = self.preceding_word if self.preceding_word == "one" else "pronoun"
        elif "plain" not in kind:
            self.preceding_word = ""

    def _close_group(self, direct: bool = True) -> None:
        """End the current group of names; ``direct`` says that nothing stands between it and the next one."""
        before = self.trip.groups if self.trip else self.waiting_groups
        if self.group.names and self._completes_group(before):
            before[-1].names = self.group.names
        elif self.group.names:
            before.append(self.group)
        self.group = NameGroup(follows_verb=direct)

    def _completes_group(self, before: Sequence[NameGroup]) -> bool:
        """Return whether the names belong to the direction before them: ``over with the goat``."""
        return self.group.follows_with and bool(before) and bool(before[-1].direction) and not before[-1].names

    def _set_direction(self, way: str) -> None:
        """Apply "over" or "back" to the names before it."""
        before = self.trip.groups if self.trip else self.waiting_groups
        if self.group.names and self._completes_group(before):
            self._close_group()
            before.append(NameGroup(direction=way))
        elif self.group.names:
            self.group.direction = way
        elif before and not (before[-1].direction and not self.trip):
            before[-1].direction = way
        elif not self.trip:
            self.waiting_groups.append(NameGroup(direction=way))
        self._close_group(direct=False)

    def _add_place(self, token: SentenceToken) -> None:
        if self.open_claim is not None:
            self.open_claim["at"] = token.text
        else:
            self._close_group(direct=False)
            (self.trip.places if self.trip else self.places).append((self.preceding_word, token.text))

    def _pick_up(self, position: int) -> int:
        """Remember those who are picked up, for the next crossing; return the position of the next token.

        Raises NotUnderstoodError.
        """
        self._close_group()
        if self.trip and self._close_trip(last=False).names:
            raise NotUnderstoodError
        rest = self.tokens[position + 1 :]
        names = [*itertools.takewhile(lambda one: not one.roles & {"go", "take", "over", "back"}, rest)]
        if any(not one.roles & {NAME, "and", "plain", "pronoun"} for one in names):
            raise NotUnderstoodError
        self.picked_up += [one.text for one in names if NAME in one.roles]
        return position + 1 + len(names)

    # -- crossings with a verb

    def _begin_trip(self, verb: SentenceToken, before: SentenceToken | None) -> None:
        """Begin a crossing at its verb, with the names before it as the subject."""
        passive = bool(before and "is" in before.roles and _PARTICIPLE.search(verb.text))
        self._close_group()
        subject = self._close_trip(last=False) if self.trip else self._merge_groups(self.waiting_groups)
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
        """Return the kind of those who crossed before, for a sentence in which one of them crosses.

        Raises NotUnderstoodError if they are not of one kind.
        """
        if len(kinds := self.names.kinds_in(self._find_previous_aboard())) != 1:
            raise NotUnderstoodError
        return kinds.pop()

    def _find_previous_aboard(self) -> Sequence[str]:
        """Return those aboard at the previous crossing."""
        return next(
            (one["aboard"] for one in reversed(self.results) if isinstance(one, dict) and "aboard" in one),
            self.last_aboard,
        )

    def _close_trip(self, last: bool = True) -> NameGroup:
        """End a crossing; return the names that follow it and cross next.

        Raises NotUnderstoodError if there are such names at the end of the sentence.
        """
        assert self.trip is not None
        own, takes = 0, "take" in self.trip.verb.roles and not self.trip.passive
        for number, group in enumerate(self.trip.groups):
            direct = group.follows_verb or (last and number == len(self.trip.groups) - 1)
            if not (group.follows_with or (takes and not own and direct) or (self.trip.passive and not number)):
                break
            own += 1
        rest = self._merge_groups(self.trip.groups[own:])
        if rest.names and last:
            raise NotUnderstoodError
        objects = [name for group in self.trip.groups[:own] for name in group.names]
        self.trip.arrow = self.arrow if last else ""
        self.results.append(self._build_crossing(self.trip, [*objects, *self.picked_up]))
        self.trip, self.picked_up = None, []
        return rest

    def _build_crossing(self, trip: TripClause, objects: Sequence[str]) -> dict[str, Any]:
        """Return the crossing of a verb with its subject and objects. Raises NotUnderstoodError."""
        aboard, before, canonical = (
            [*trip.subject.names],
            self._find_previous_aboard(),
            self.names.travellers.canonical_name,
        )
        if self.names.sole_rowers and (trip.passive or not aboard):
            aboard = [*self.names.sole_rowers, *aboard]
        elif not aboard:
            if not objects and not (before and (len(before) == 1 or trip.pronoun)):
                raise NotUnderstoodError
            aboard = [*before] if len(before) == 1 or not objects else []
        sole = {*map(canonical, aboard)} & {*self.names.sole_rowers}
        objects = [name for name in objects if canonical(name) not in sole]
        if trip.alone and objects:
            raise NotUnderstoodError
        ends = {key: [place for prior, place in trip.places if prior == key] for key in ("from", "to")}
        if any(len(places) > 1 for places in ends.values()):
            raise NotUnderstoodError
        arrow = {"arrow": trip.arrow} if trip.arrow else {}
        return {"aboard": [*aboard, *objects], **{key: places[0] for key, places in ends.items() if places}, **arrow}

    # -- crossings without a verb, and claims

    def _build_verbless_crossings(self) -> list[dict[str, Any]]:
        """Return the crossings of names without a verb: ``farmer + goat ->``, ``goat over``.

        Raises NotUnderstoodError.
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
        """Return the crossing of names without a verb.

        The only traveler who can row is added to a crossing with "over" or "back" if the sentence never names that
        traveler. Raises NotUnderstoodError.
        """
        says_way = group.direction in ("over", "back")
        unsaid = self.names.sole_rowers if says_way and not (self._names_rower and group.names) else []
        aboard = [*unsaid, *group.names] or [*self._find_previous_aboard()]
        if len(aboard) > 1 and not group.names:
            raise NotUnderstoodError
        return {"aboard": aboard} | ({"arrow": group.direction} if group.direction in ("\u2190", "\u2192") else {})

    @functools.cached_property
    def _names_rower(self) -> bool:
        """Whether the sentence names the only traveler who can row."""
        named = (self.names.travellers.canonical_name(token.text) for token in self.tokens if NAME in token.roles)
        return any(name in self.names.sole_rowers for name in named)

    def _begin_claim(self, stays: bool) -> None:
        """Begin a claim about those who stay or those who are left behind.

        Travelers who stay are named before the verb; ``stays`` tells the two cases apart.
        """
        who = [*self.group.names] if stays else []
        if not stays:
            self._close_group()
        elif not who and (before := self.trip.groups if self.trip else self.waiting_groups):
            who = before.pop().names
        self.group = NameGroup()
        if self.trip:
            self._close_trip()
        self.open_claim = {"who": who, "at": "", "behind": not stays}
        self.results.append(self.open_claim)

    def _finish_results(self) -> list[Any]:
        """Return the results, with the places for a crossing without a verb. Raises NotUnderstoodError."""
        done = [one for one in self.results if one.get("who") != []]
        crossings = [one for one in done if "aboard" in one]
        if self.places and len(crossings) > 1:
            raise NotUnderstoodError
        if self.places and crossings:
            ends = (
                [("from", self.places[0][1]), ("to", self.places[1][1])] if len(self.places) == 2 else self.places[:1]
            )
            crossings[0] |= {key: place for key, place in ends if key in ("from", "to")}
        return done
