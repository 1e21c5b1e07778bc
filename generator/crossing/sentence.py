"""One sentence about crossings, read token by token: who goes, from where and to where, who stays.

A sentence is read whole or not at all: a word that is not understood raises `NotUnderstoodError`, never gives a shorter crossing.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Sequence
from typing import Any

from ferryplan.generator.crossing.lexicon import NAME, NUMBER, PLACE, UNKNOWN, NotUnderstoodError, Token, roles_of
from ferryplan.generator.crossing.naming import CrossingNames
from ferryplan.generator.crossing.trips import Group, Trip

_PARTICIPLE = re.compile(r"(?:ed|en|ought)$")
_TOWARDS = frozenset({"to", "onto", "into", "reach", "reaches", "towards"})


class Sentence:
    """A sentence that is read: `read` gives its crossings and claims, as data."""

    def __init__(self, names: CrossingNames, tokens: Sequence[Token], last: Sequence[str], listed: bool) -> None:
        """Take the tokens; ``last`` are those aboard before, ``listed`` says that names alone are a crossing."""
        self.names, self.tokens, self.last, self.listed = names, tokens, last, listed
        self.found = list[Any]()
        self.trip: Trip | None = None
        self.group = Group()
        self.groups = list[Group]()
        """names that no verb has taken yet"""
        self.places = list[tuple[str, str]]()
        self.claim: dict[str, Any] | None = None
        self.carried = list[str]()
        """who was picked up, and crosses by the next verb"""
        self.prior = self.arrow = ""

    def read(self) -> list[Any]:
        """Return the crossings and claims of the sentence. Raises NotUnderstoodError."""
        roles = roles_of(self.tokens)
        crowd = roles & {"everybody"} and roles & {"go", "take"}
        if roles & {"maybe", "not", "group"} or crowd or ("modal" in roles and not self.listed):
            raise NotUnderstoodError
        position = 0
        while position < len(self.tokens):
            token = self.tokens[position]
            if token.roles & {"go", "take"} and self.prior == "to" and self.trip:
                break  # "returns to fetch the goat" says why, and the next sentence says it again
            if "pick" in token.roles:
                position = self._pick(position)
            else:
                self._take(token, self.tokens[position - 1] if position else None)
                self._remember(token)
                position += 1
        self._close_group()
        if self.trip:
            self._close_trip()
        elif self.carried:
            raise NotUnderstoodError  # who is picked up must cross by a verb of the same sentence
        elif any("who" in one for one in self.found if isinstance(one, dict)):
            if self.groups:
                raise NotUnderstoodError
        else:
            self.found += self._without_verb()
        return self._with_places()

    # -- tokens

    def _take(self, token: Token, before: Token | None) -> None:
        """Take a token into account."""
        kind = token.roles
        if NAME in kind:
            (self.group.names if self.claim is None else self.claim["who"]).append(token.text)
        elif kind & {"go", "take"}:
            self._begin_trip(token, before)
        elif kind & {"stay", "leave"}:
            self._begin_claim("stay" in kind)
        elif "arrow" in kind:
            self.group.way = token.text if self.group.names or not (self.trip or self.groups) else ""
            self.arrow = token.text
            if self.group.names:
                self._close_group()
        elif PLACE in kind:
            self._place(token)
        elif kind & {"over", "back"}:
            if self.claim is None:
                self._direct("back" if "back" in kind else "over")
        elif "alone" in kind:
            if self.trip:
                self.trip.alone = True
            self._close_group(direct=False)
        elif "with" in kind:
            if self.claim is None:
                self._close_group()
                self.group.taken = True
        elif kind == {UNKNOWN} and not (self.trip and self.trip.groups):
            self.group.names.append(token.text)  # a stranger, whom the replay finds
        elif kind & {UNKNOWN, NUMBER, "act"}:
            raise NotUnderstoodError

    def _remember(self, token: Token) -> None:
        """Remember what stands before the next token."""
        word, kind = token.text.casefold(), token.roles
        if "arrow" in kind or word in _TOWARDS:
            self.prior = "to"
        elif word in ("from", "one"):
            self.prior = word
        elif "pronoun" in kind:
            self.prior = self.prior if self.prior == "one" else "pronoun"
        elif "plain" not in kind:
            self.prior = ""

    def _close_group(self, direct: bool = True) -> None:
        """End the names that stand together; ``direct`` says that nothing else stands before the next ones."""
        before = self.trip.groups if self.trip else self.groups
        if self.group.names and self._completes(before):
            before[-1].names = self.group.names
        elif self.group.names:
            before.append(self.group)
        self.group = Group(direct=direct)

    def _completes(self, before: Sequence[Group]) -> bool:
        """Return whether the names belong to the way before them: ``over with the goat``."""
        return self.group.taken and bool(before) and bool(before[-1].way) and not before[-1].names

    def _direct(self, way: str) -> None:
        """Take "over" or "back" for the names before it."""
        before = self.trip.groups if self.trip else self.groups
        if self.group.names and self._completes(before):
            self._close_group()
            before.append(Group(way=way))
        elif self.group.names:
            self.group.way = way
        elif before and not (before[-1].way and not self.trip):
            before[-1].way = way
        elif not self.trip:
            self.groups.append(Group(way=way))
        self._close_group(direct=False)

    def _place(self, token: Token) -> None:
        if self.claim is not None:
            self.claim["at"] = token.text
        else:
            self._close_group(direct=False)
            (self.trip.places if self.trip else self.places).append((self.prior, token.text))

    def _pick(self, position: int) -> int:
        """Take those who are picked up, for the next crossing, and return where to go on. Raises NotUnderstoodError."""
        self._close_group()
        if self.trip and self._close_trip(last=False).names:
            raise NotUnderstoodError
        rest = self.tokens[position + 1 :]
        names = [*itertools.takewhile(lambda one: not one.roles & {"go", "take", "over", "back"}, rest)]
        if any(not one.roles & {NAME, "and", "plain", "pronoun"} for one in names):
            raise NotUnderstoodError
        self.carried += [one.text for one in names if NAME in one.roles]
        return position + 1 + len(names)

    # -- crossings with a verb

    def _begin_trip(self, verb: Token, before: Token | None) -> None:
        """Begin a crossing at its verb, with those named before it."""
        passive = bool(before and "is" in before.roles and _PARTICIPLE.search(verb.text))
        self._close_group()
        subject = self._close_trip(last=False) if self.trip else self._merge(self.groups)
        self.groups = []
        if self.prior == "one" and not subject.names:
            subject = Group([self._kind_before()])
        self.claim = None
        self.trip = Trip(verb, subject, passive, self.prior == "pronoun")

    def _merge(self, groups: Sequence[Group]) -> Group:
        """Return the names of several groups as one, if only "with" stands between them. Raises NotUnderstoodError."""
        if not all(group.taken for group in groups[1:]):
            raise NotUnderstoodError
        return Group([name for group in groups for name in group.names])

    def _kind_before(self) -> str:
        """Return the kind of those who crossed before, one of whom crosses now. Raises NotUnderstoodError."""
        if len(kinds := self.names.kinds_in(self._before())) != 1:
            raise NotUnderstoodError
        return kinds.pop()

    def _before(self) -> Sequence[str]:
        """Return who was aboard at the crossing before."""
        return next(
            (one["aboard"] for one in reversed(self.found) if isinstance(one, dict) and "aboard" in one), self.last
        )

    def _close_trip(self, last: bool = True) -> Group:
        """End a crossing, and return those named behind it who cross next. Raises NotUnderstoodError if there are some at the end."""
        assert self.trip is not None
        own, takes = 0, "take" in self.trip.verb.roles and not self.trip.passive
        for number, group in enumerate(self.trip.groups):
            direct = group.direct or (last and number == len(self.trip.groups) - 1)
            if not (group.taken or (takes and not own and direct) or (self.trip.passive and not number)):
                break
            own += 1
        rest = self._merge(self.trip.groups[own:])
        if rest.names and last:
            raise NotUnderstoodError
        objects = [name for group in self.trip.groups[:own] for name in group.names]
        self.trip.arrow = self.arrow if last else ""
        self.found.append(self._crossing(self.trip, [*objects, *self.carried]))
        self.trip, self.carried = None, []
        return rest

    def _crossing(self, trip: Trip, objects: Sequence[str]) -> dict[str, Any]:
        """Return the crossing that a verb tells, with those whom it names. Raises NotUnderstoodError."""
        aboard, before, canonical = [*trip.subject.names], self._before(), self.names.travellers.canonical
        if self.names.sole and (trip.passive or not aboard):
            aboard = [*self.names.sole, *aboard]
        elif not aboard:
            if not objects and not (before and (len(before) == 1 or trip.pronoun)):
                raise NotUnderstoodError
            aboard = [*before] if len(before) == 1 or not objects else []
        sole = {*map(canonical, aboard)} & {*self.names.sole}
        objects = [name for name in objects if canonical(name) not in sole]
        if trip.alone and objects:
            raise NotUnderstoodError
        ends = {key: [place for prior, place in trip.places if prior == key] for key in ("from", "to")}
        if any(len(places) > 1 for places in ends.values()):
            raise NotUnderstoodError
        arrow = {"arrow": trip.arrow} if trip.arrow else {}
        return {"aboard": [*aboard, *objects], **{key: places[0] for key, places in ends.items() if places}, **arrow}

    # -- crossings without a verb, and claims

    def _without_verb(self) -> list[dict[str, Any]]:
        """Return the crossings that names without a verb tell: ``farmer + goat ->``, ``goat over``. Raises NotUnderstoodError."""
        groups = list[Group]()
        for group in self.groups:
            if group.taken and groups and not groups[-1].way:
                groups[-1].names += group.names
                groups[-1].way = group.way
            else:
                groups.append(group)
        ways = [bool(group.way) for group in groups]
        told = len(groups) > 1 and all(ways[:-1]) and any(group.names for group in groups)
        alone = self.listed and ways == [True] and bool(self.names.sole)  # "back" as an item of a list
        if groups and not (told or alone or (len(groups) == 1 and groups[0].names and (self.listed or ways[0]))):
            raise NotUnderstoodError
        return [self._brief(group) for group in groups]

    def _brief(self, group: Group) -> dict[str, Any]:
        """Return the crossing of names without a verb: with who alone can row, if the sentence never names them. Raises NotUnderstoodError."""
        says_way = group.way in ("over", "back")
        unsaid = self.names.sole if says_way and not (self._names_rower and group.names) else []
        aboard = [*unsaid, *group.names] or [*self._before()]
        if len(aboard) > 1 and not group.names:
            raise NotUnderstoodError
        return {"aboard": aboard} | ({"arrow": group.way} if group.way in ("\u2190", "\u2192") else {})

    @functools.cached_property
    def _names_rower(self) -> bool:
        """Whether the sentence names who alone can row."""
        named = (self.names.travellers.canonical(token.text) for token in self.tokens if NAME in token.roles)
        return any(name in self.names.sole for name in named)

    def _begin_claim(self, stays: bool) -> None:
        """Begin to say who stays, or who is left behind; those who stay are named before."""
        who = [*self.group.names] if stays else []
        if not stays:
            self._close_group()
        elif not who and (before := self.trip.groups if self.trip else self.groups):
            who = before.pop().names
        self.group = Group()
        if self.trip:
            self._close_trip()
        self.claim = {"who": who, "at": "", "behind": not stays}
        self.found.append(self.claim)

    def _with_places(self) -> list[Any]:
        """Return what was found, with the places beside a crossing without a verb. Raises NotUnderstoodError."""
        done = [one for one in self.found if one.get("who") != []]
        crossings = [one for one in done if "aboard" in one]
        if self.places and len(crossings) > 1:
            raise NotUnderstoodError
        if self.places and crossings:
            ends = (
                [("from", self.places[0][1]), ("to", self.places[1][1])] if len(self.places) == 2 else self.places[:1]
            )
            crossings[0] |= {key: place for key, place in ends if key in ("from", "to")}
        return done
