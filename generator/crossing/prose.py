"""Lines of a text about crossings: sentences, remarks in parentheses, labels, and what they claim of places."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from ferryplan.generator.crossing.lexicon import (
    NAME,
    NUMBER,
    PLACE,
    UNKNOWN,
    Lexicon,
    NotUnderstoodError,
    Token,
    roles_of,
)
from ferryplan.generator.crossing.sentence import Sentence
from ferryplan.generator.naming import SHORT
from ferryplan.generator.speller import Unread

LONGEST, SENTENCE = 20_000, 4_000
"""characters of a line, and of a sentence, that are read"""
_ENDS = re.compile(r"(?<=[a-z)\d\]])[.!?](?=\s|$)|;|\s[-\u2022]\s|\s\|\s|\n")
_ASIDE = re.compile(r"\(([^()]{0,300})\)")
_MINUTES = re.compile(
    r"^\W*\d{1,2}:\d\d\b[\s:-]*|(?:\b(?:taking|takes|in|needing)\s)?\b(?:\d+\s?-\s?)?\d+\s?(?:min(?:ute)?s?|people|persons|passengers?|travell?ers?|items?|occupants?)\b|\b(?:total|elapsed|cumulative|time|sum)(?:\s\w+)?:?\s\d+|=\s?\d+\b",
    re.IGNORECASE,
)
"""numbers that count no travelers by name"""
_NOISE = re.compile(r"[\[\]{}\"*`\u2705\u2714\u2713\\]|(?<!\w)_|_(?!\w)")
_HARMLESS = re.compile(r"eat|attack|kill|die|drown|join|hold", re.IGNORECASE)
"""what somebody may do in a reason, since nobody crosses by it"""
_LABELS = frozenset({PLACE, "arrow", "plain", "over", "back", "go", NUMBER})
_TOLD = frozenset({NAME, "go", "take", "pronoun", "act", "group", "everybody", "over", "back", "nobody"})
"""what makes a sentence one about crossings"""
_MOVING = frozenset({"go", "take", "over", "back", "arrow", "stay", "leave", "pick", "act", "not", "maybe", "group"})
"""what makes a sentence more than one about who is where"""
_IN_TAIL = frozenset(
    {NAME, PLACE, "and", "plain", "stay", "leave", "is", "alone", "pronoun", "over", "nobody", "with", "everybody"}
)


class CrossingReader:
    """The lines of one text about crossings, read one after the other."""

    def __init__(self, lexicon: Lexicon, text: str) -> None:
        self.lexicon, self.names = lexicon, lexicon.names
        self.small = lexicon.uses_small_letters(text)
        self.last: Sequence[str] = ()
        """who was aboard at the crossing before"""

    def tokens(self, text: str) -> list[Token]:
        """Return the tokens of a part of the text."""
        return self.lexicon.tokens(text, self.small)

    def read(self, line: str, listed: bool) -> list[Any]:
        """Return the crossings that a line tells, and claims about who is where; `Unread` in place of what cannot be read.

        ``listed`` says that the line stands in a list, where names alone are a crossing.
        """
        key = line, listed, self.small, tuple(self.last)
        if (known := self.lexicon.lines.get(key)) is None:
            known = [*self._read(line, listed)], self.last
            self.lexicon.lines.keep(key, known, len(line))
        found, self.last = known
        return [{**one} if isinstance(one, dict) else one for one in found]

    def _read(self, line: str, listed: bool) -> list[Any]:
        """Read a line, and remember who is aboard at its last crossing."""
        found = list[Any]()
        for part in self._parts(line[:LONGEST]):
            found += part if isinstance(part, list) else self.sentence(part, listed, bool(found))
            aboard = (one["aboard"] for one in reversed(found) if isinstance(one, dict) and "aboard" in one)
            self.last = next(aboard, self.last)
        return found

    def _parts(self, line: str) -> Iterator[str | list[Any]]:
        """Yield the sentences of a line, and what it claims of places: ``Left: {wolf}``."""
        line = _NOISE.sub(" ", _MINUTES.sub(" ", line))
        if not _ASIDE.sub("", line).strip(" .,;+&|/<>-\u2190\u2192"):
            line = line.replace("(", " ").replace(")", " ")  # the load itself stands in parentheses
        asides = _ASIDE.findall(line)
        claims, line = self._claims(_ASIDE.sub(" ", line))
        yield from (one for one in _ENDS.split(line) if one.strip(" .,:"))
        if claims:
            yield claims
        for aside in asides:
            claims, aside = self._claims(aside)
            yield claims or self._aside(aside)

    # -- what is claimed of places

    def _claims(self, text: str) -> tuple[list[Any], str]:
        """Return what a text claims of the companies at places, and the text without it."""
        claims = list[Any]()

        def take(found: re.Match[str]) -> str:
            company = self.company(found[2])
            if company is None or _place_at_end(self.names.places.pattern).search(
                text, max(0, found.start() - SHORT), found.start()
            ):
                return found[0]  # "left -> right: farmer" says who crosses
            claims.append({"place": found[1], "company": company})
            return " ; "

        rest = _company_at(self.names.places.pattern).sub(take, text) if ":" in text or "=" in text else text
        return claims, rest

    def split_claims(self, text: str) -> tuple[list[Any], str]:
        """Return what a text claims of the companies at places, and the text without it."""
        return self._claims(_NOISE.sub(" ", text))

    def company(self, text: str) -> list[str] | str | None:
        """Return who is named in a list of names and nothing else; "everybody"; None for another text."""
        tokens = self.tokens(text.strip(" ,.;"))
        if any("everybody" in token.roles for token in tokens) and len(tokens) < 3:
            return "everybody"
        if not all(token.roles & {NAME, "and", "plain", "nobody", "alone"} for token in tokens):
            return None
        return [token.text for token in tokens if NAME in token.roles]

    def _aside(self, text: str) -> list[Any]:
        """Return what a remark in parentheses says: where to, who is where, nothing that matters; or that it cannot be read."""
        sides = [self.company(side) for side in text.split("|")] if "|" in text else []
        if sides and all(isinstance(side, list) for side in sides):
            return [{"same": side} for side in sides if side]
        tokens = self.tokens(text)
        roles = roles_of(tokens)
        if "remark" in roles:
            return []
        if "act" in roles:
            return [Unread(text)]
        if not roles & {NAME, "go", "take"}:
            places = [token.text for token in tokens if PLACE in token.roles]
            return [{"way": {"from": places[0], "to": places[1]}}] if len(places) == 2 else []
        return self._tail(tokens, text)

    def _tail(self, tokens: Sequence[Token], text: str) -> list[Any]:
        """Return what stands behind "while", "but" or in parentheses: who is where, a reason; or that it cannot be read."""
        roles = roles_of(tokens)
        if "act" in roles and not roles & {"not", "maybe"}:
            return [Unread(text)]
        reason = next((n for n, token in enumerate(tokens) if "why" in token.roles), len(tokens))
        tokens = tokens[:reason]
        roles = roles_of(tokens)
        named = [token.text for token in tokens if NAME in token.roles]
        if roles & {"not", "maybe"} or not named:
            return []
        places = [token.text for token in tokens if PLACE in token.roles]
        if not all(token.roles & _IN_TAIL for token in tokens) or len(places) > 1:
            return [Unread(text)]
        if not places and ("with" in roles or not roles & {"stay", "leave", "is"}):
            return [{"same": named}]
        if not roles & {"stay", "leave", "is"}:
            return [Unread(text)]
        return [{"who": named, "at": places[0] if places else "", "behind": False}]

    # -- sentences

    def sentence(self, text: str, listed: bool, later: bool) -> list[Any]:
        """Return what a sentence tells; ``later`` says that something stands before it on the line."""
        if len(text) > SENTENCE:
            return [Unread(text[:SHORT])] if listed else []
        label, _, rest = text.partition(":")
        if rest.strip():
            said = self.tokens(label)
            if said and all(token.roles & {NAME, "and", "plain"} for token in said):
                # "farmer, goat: left -> right" says where to behind who goes.
                where = self.tokens(rest)
                if all(token.roles & _LABELS for token in where) and roles_of(where) & {PLACE, "arrow"}:
                    return self.with_label(self.sentence(label, True, later), where)
            way = next(
                (role for role in ("outward", "back") if said and all(role in token.roles for token in said)), ""
            )
            if way and not roles_of(self.tokens(rest)) & {"go", "take", "over", "back", "arrow", PLACE}:
                return self.sentence(f"{rest} {'over' if way == 'outward' else 'back'}", True, later)
            if all(token.roles & _LABELS for token in said):
                told = bool(roles_of(said) & {"arrow", PLACE, "over", "back", "trip"})
                return self.with_label(self.sentence(rest, listed or told, later), said)
        tokens = self.tokens(text)
        roles = roles_of(tokens)
        if roles & {"remark", "everybody"} and not roles & {"go", "take", "arrow"} and (later or "remark" in roles):
            return []  # "Everyone is over" says again that the goal is reached, which the replay finds
        if roles >= {NAME, PLACE, "is"} and not roles & _MOVING:
            places = [token.text for token in tokens if PLACE in token.roles]
            who = [token.text for token in tokens if NAME in token.roles]
            return [{"who": who, "at": places[0], "behind": False}] if len(places) == 1 else [Unread(text.strip())]
        if not roles & _TOLD:
            strangers = [token.text for token in tokens if token.roles == {UNKNOWN}]
            alone = listed and not later and strangers and "arrow" in roles and len(tokens) < 8
            return [{"aboard": [" ".join(strangers)]}] if alone else []
        tail = next((n for n, token in enumerate(tokens) if "while" in token.roles and n), len(tokens))
        try:
            found = Sentence(self.names, _without_reason(tokens[:tail]), self.last, listed).read()
        except NotUnderstoodError:
            return [Unread(text.strip())] if listed or roles & {NAME, "pronoun", "group"} else []
        behind = tokens[tail + 1 :]
        if (
            found
            and "aboard" in found[-1]
            and roles_of(behind) >= {"take", "back"}
            and not roles_of(behind) & {"not", "maybe"}
        ):
            # "takes the wolf over, but brings the goat back" is two crossings
            with suppress(NotUnderstoodError):
                return [*found, *Sentence(self.names, _without_reason(behind), found[-1]["aboard"], listed).read()]
        return [*found, *self._tail(behind, text.strip())]

    def with_label(self, found: list[Any], label: Sequence[Token]) -> list[Any]:
        """Return what is read behind a label such as ``Left to right``, with what the label says."""
        if len(found) == 1 and isinstance(found[0], dict) and "aboard" in found[0]:
            arrows = [token.text for token in label if "arrow" in token.roles]
            places = [token.text for token in label if PLACE in token.roles]
            if len(places) == 2:
                found[0] |= dict(zip(("to", "from") if "\u2190" in arrows else ("from", "to"), places, strict=True))
            elif arrows:
                found[0]["arrow"] = arrows[0]
            elif len(places) == 1 and any(token.text.casefold() == "to" for token in label):
                found[0]["to"] = places[0]
        return found


def _without_reason(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens of a sentence without a reason at either end. Raises NotUnderstoodError for one in which somebody acts."""
    start = next((n for n, token in enumerate(tokens) if token.roles & {NAME, "go", "take", "why"}), 0)
    if tokens and "why" in tokens[start].roles:
        comma = next((n for n in range(start, len(tokens)) if tokens[n].text == ","), len(tokens))
        tokens = tokens[comma + 1 :]
    end = next((n for n, token in enumerate(tokens) if "why" in token.roles), len(tokens))
    reason = tokens[end:]
    acts = any("act" in token.roles and not _HARMLESS.match(token.text) for token in reason)
    if acts or (not roles_of(reason) & {"maybe", "not"} and _goes_on(reason)):
        raise NotUnderstoodError
    return tokens[:end]


def _goes_on(reason: Sequence[Token]) -> bool:
    """Return whether a reason ends in a further crossing: ``because it is hungry, and takes the wolf``."""
    joined = False
    for token in reason:
        if joined and token.roles & {"go", "take"} and re.search(r"s$|ed$|ought$|ook$|ame$|ent$", token.text):
            return True
        joined = "and" in token.roles or (joined and bool(token.roles & {"plain", "pronoun", NAME}))
    return False


@functools.lru_cache(64)
def _company_at(places: str) -> re.Pattern[str]:
    """Return what matches a place, and who is there: ``Left bank: wolf, cabbage``."""
    place = rf"(?:on\s)?(?:the\s)?({places})(?:\s(?:bank|side|shore))?(?:\s(?:now\s)?has)?\s?[:=]"
    another = place.replace(f"({places})", f"(?:{places})")
    begun = r"(?:[\u2192|,;]|->|=>|\bnow\b|\bstate\b:?|^)?\s{0,3}"
    return re.compile(
        rf"{begun}{place}\s{{0,3}}([^|;:=\u2192]*?)(?=[,;|.\s]*(?:\b{another})|[|;\u2192]|\.\s|\.?$)", re.IGNORECASE
    )


@functools.lru_cache(64)
def _place_at_end(places: str) -> re.Pattern[str]:
    """Return what matches a place at the end of what is searched."""
    return re.compile(rf"(?:{places})\s?\Z", re.IGNORECASE)
