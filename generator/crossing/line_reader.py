"""The parser of one line of an answer: sentences, remarks in parentheses, labels and claims.

A line becomes a list of steps and claims. A step is a crossing, such as ``{"aboard": ["farmer", "goat"]}``, or an
`UnreadableStep`. A claim is a mapping about who is where after a crossing. It has the keys ``place`` and ``company``,
or the keys ``who`` and ``at``, or only the key ``same`` (the names of travelers who are together).
"""

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
    SentenceToken,
    union_of_roles,
)
from ferryplan.generator.crossing.sentence_parser import SentenceParser
from ferryplan.generator.name_lookup import MAX_SHOWN_LENGTH
from ferryplan.generator.notation import UnreadableStep

MAX_LINE_LENGTH, MAX_SENTENCE_LENGTH = 20_000, 4_000
"""the largest number of characters of a line, and of a sentence, that are parsed"""
_SENTENCE_ENDS = re.compile(r"(?<=[a-z)\d\]])[.!?](?=\s|$)|;|\s[-\u2022]\s|\s\|\s|\n")
_ASIDE = re.compile(r"\(([^()]{0,300})\)")
_UNRELATED_NUMBERS = re.compile(
    r"^\W*\d{1,2}:\d\d\b[\s:-]*|(?:\b(?:taking|takes|in|needing)\s)?\b(?:\d+\s?-\s?)?\d+\s?(?:min(?:ute)?s?|people|persons|passengers?|travell?ers?|items?|occupants?)\b|\b(?:total|elapsed|cumulative|time|sum)(?:\s\w+)?:?\s\d+|=\s?\d+\b",
    re.IGNORECASE,
)
"""numbers that do not count travelers of a kind, such as times, totals and numbers of people"""
_NOISE = re.compile(r"[\[\]{}\"*`\u2705\u2714\u2713\\]|(?<!\w)_|_(?!\w)")
_HARMLESS_VERBS = re.compile(r"eat|attack|kill|die|drown|join|hold", re.IGNORECASE)
"""verbs that do not move a traveler, so that a subordinate clause with a reason may contain them"""
_LABEL_ROLES = frozenset({PLACE, "arrow", "plain", "over", "back", "go", NUMBER})
_CROSSING_ROLES = frozenset({NAME, "go", "take", "pronoun", "act", "group", "everybody", "over", "back", "nobody"})
"""roles of words that make a sentence relevant to crossings"""
_MOVEMENT_ROLES = frozenset(
    {"go", "take", "over", "back", "arrow", "stay", "leave", "pick", "act", "not", "maybe", "group"}
)
"""roles of words that make a sentence more than a statement about who is where"""
_TAIL_ROLES = frozenset(
    {NAME, PLACE, "and", "plain", "stay", "leave", "is", "alone", "pronoun", "over", "nobody", "with", "everybody"}
)


class CrossingLineReader:
    """The parser of the lines of one answer, which must be parsed in their order."""

    def __init__(self, lexicon: Lexicon, text: str) -> None:
        self.lexicon, self.names = lexicon, lexicon.names
        self.lowercase_wives = lexicon.has_lowercase_wives(text)
        self.last_aboard: Sequence[str] = ()
        """the names of those aboard at the previous crossing"""

    def tokenize(self, text: str) -> list[SentenceToken]:
        """Return the tokens of a part of the answer, with small letters for wives if the answer uses them."""
        return self.lexicon.tokenize(text, self.lowercase_wives)

    def read_line(self, line: str, is_list_item: bool) -> list[Any]:
        """Return the crossings of a line and its claims about who is where, as mappings in their order.

        An `UnreadableStep` replaces text that cannot be parsed. ``is_list_item`` says whether the line is an item of a
        list, where names alone mean a crossing.
        """
        key = line, is_list_item, self.lowercase_wives, tuple(self.last_aboard)
        if (known := self.lexicon.line_cache.get(key)) is None:
            known = [*self._read_uncached_line(line, is_list_item)], self.last_aboard
            self.lexicon.line_cache.store(key, known, len(line))
        found, self.last_aboard = known
        return [{**one} if isinstance(one, dict) else one for one in found]

    def _read_uncached_line(self, line: str, is_list_item: bool) -> list[Any]:
        """Parse a line as ``read_line`` does, and store the names of those aboard at the line's last crossing."""
        found = list[Any]()
        for part in self._split_line(line[:MAX_LINE_LENGTH]):
            found += part if isinstance(part, list) else self.read_sentence(part, is_list_item, bool(found))
            aboard = (one["aboard"] for one in reversed(found) if isinstance(one, dict) and "aboard" in one)
            self.last_aboard = next(aboard, self.last_aboard)
        return found

    def _split_line(self, line: str) -> Iterator[str | list[Any]]:
        """Yield the sentences of a line as texts, and its claims, such as ``Left: {wolf}``, as lists."""
        line = _NOISE.sub(" ", _UNRELATED_NUMBERS.sub(" ", line))
        if not _ASIDE.sub("", line).strip(" .,;+&|/<>-\u2190\u2192"):
            line = line.replace("(", " ").replace(")", " ")  # the load itself is in parentheses
        asides = _ASIDE.findall(line)
        claims, line = self._extract_claims(_ASIDE.sub(" ", line))
        yield from (one for one in _SENTENCE_ENDS.split(line) if one.strip(" .,:"))
        if claims:
            yield claims
        for aside in asides:
            claims, aside = self._extract_claims(aside)
            yield claims or self._parse_parenthesis(aside)

    # -- claims about places

    def _extract_claims(self, text: str) -> tuple[list[Any], str]:
        """Return the claims in a text about who is at a place, ``Left: wolf``, and the text without them."""
        claims = list[Any]()

        def extract_claim(found: re.Match[str]) -> str:
            company = self.parse_company(found[2])
            if company is None or _compile_final_place_pattern(self.names.place_lookup.name_pattern).search(
                text, max(0, found.start() - MAX_SHOWN_LENGTH), found.start()
            ):
                return found[0]  # "left -> right: farmer" says who crosses
            claims.append({"place": found[1], "company": company})
            return " ; "

        rest = (
            _compile_company_pattern(self.names.place_lookup.name_pattern).sub(extract_claim, text)
            if ":" in text or "=" in text
            else text
        )
        return claims, rest

    def split_claims(self, text: str) -> tuple[list[Any], str]:
        """Return the claims in a text and the text without them, as `_extract_claims` does.

        Brackets, quotes, check marks and similar signs are ignored.
        """
        return self._extract_claims(_NOISE.sub(" ", text))

    def parse_company(self, text: str) -> list[str] | str | None:
        """Return the names in a text that is a list of travelers; None for other texts.

        For a word such as ``all``, returns the text "everybody".
        """
        tokens = self.tokenize(text.strip(" ,.;"))
        if any("everybody" in token.roles for token in tokens) and len(tokens) < 3:
            return "everybody"
        if not all(token.roles & {NAME, "and", "plain", "nobody", "alone"} for token in tokens):
            return None
        return [token.text for token in tokens if NAME in token.roles]

    def _parse_parenthesis(self, text: str) -> list[Any]:
        """Return the claims about who is where, or the direction, in a remark in parentheses.

        A direction is a mapping ``{"way": {"from": …, "to": …}}``. The list is empty for a remark that does not matter.
        It contains an `UnreadableStep` for a remark that cannot be parsed.
        """
        sides = [self.parse_company(side) for side in text.split("|")] if "|" in text else []
        if sides and all(isinstance(side, list) for side in sides):
            return [{"same": side} for side in sides if side]
        tokens = self.tokenize(text)
        roles = union_of_roles(tokens)
        if "remark" in roles:
            return []
        if "act" in roles:
            return [UnreadableStep(text)]
        if not roles & {NAME, "go", "take"}:
            places = [token.text for token in tokens if PLACE in token.roles]
            return [{"way": {"from": places[0], "to": places[1]}}] if len(places) == 2 else []
        return self._parse_subordinate_clause(tokens, text)

    def _parse_subordinate_clause(self, tokens: Sequence[SentenceToken], text: str) -> list[Any]:
        """Return the claims about who is where in a clause after "while" or "but", or in parentheses.

        The text from a word such as "because" on is ignored. An `UnreadableStep` replaces text that cannot be parsed.
        """
        roles = union_of_roles(tokens)
        if "act" in roles and not roles & {"not", "maybe"}:
            return [UnreadableStep(text)]
        reason = next((n for n, token in enumerate(tokens) if "why" in token.roles), len(tokens))
        tokens = tokens[:reason]
        roles = union_of_roles(tokens)
        named = [token.text for token in tokens if NAME in token.roles]
        if roles & {"not", "maybe"} or not named:
            return []
        places = [token.text for token in tokens if PLACE in token.roles]
        if not all(token.roles & _TAIL_ROLES for token in tokens) or len(places) > 1:
            return [UnreadableStep(text)]
        if not places and ("with" in roles or not roles & {"stay", "leave", "is"}):
            return [{"same": named}]
        if not roles & {"stay", "leave", "is"}:
            return [UnreadableStep(text)]
        return [{"who": named, "at": places[0] if places else "", "behind": False}]

    # -- sentences

    def read_sentence(self, text: str, is_list_item: bool, follows_other_text: bool) -> list[Any]:
        """Return the crossings of a sentence and its claims about who is where, as mappings in their order.

        ``is_list_item`` says whether the line is an item of a list; ``follows_other_text`` says whether other sentences
        stand before this one on the line.
        """
        if len(text) > MAX_SENTENCE_LENGTH:
            return [UnreadableStep(text[:MAX_SHOWN_LENGTH])] if is_list_item else []
        label, _, rest = text.partition(":")
        if rest.strip():
            said = self.tokenize(label)
            if said and all(token.roles & {NAME, "and", "plain"} for token in said):
                # "farmer, goat: left -> right" has the direction behind the names.
                where = self.tokenize(rest)
                if all(token.roles & _LABEL_ROLES for token in where) and union_of_roles(where) & {PLACE, "arrow"}:
                    return self.apply_direction_label(self.read_sentence(label, True, follows_other_text), where)
            way = next(
                (role for role in ("outward", "back") if said and all(role in token.roles for token in said)), ""
            )
            if way and not union_of_roles(self.tokenize(rest)) & {"go", "take", "over", "back", "arrow", PLACE}:
                return self.read_sentence(f"{rest} {'over' if way == 'outward' else 'back'}", True, follows_other_text)
            if all(token.roles & _LABEL_ROLES for token in said):
                told = bool(union_of_roles(said) & {"arrow", PLACE, "over", "back", "trip"})
                return self.apply_direction_label(
                    self.read_sentence(rest, is_list_item or told, follows_other_text), said
                )
        tokens = self.tokenize(text)
        roles = union_of_roles(tokens)
        if (
            roles & {"remark", "everybody"}
            and not roles & {"go", "take", "arrow"}
            and (follows_other_text or "remark" in roles)
        ):
            return []  # "Everyone is over" only repeats that the goal is reached, which the replay checks
        if roles >= {NAME, PLACE, "is"} and not roles & _MOVEMENT_ROLES:
            places = [token.text for token in tokens if PLACE in token.roles]
            who = [token.text for token in tokens if NAME in token.roles]
            return (
                [{"who": who, "at": places[0], "behind": False}] if len(places) == 1 else [UnreadableStep(text.strip())]
            )
        if not roles & _CROSSING_ROLES:
            strangers = [token.text for token in tokens if token.roles == {UNKNOWN}]
            alone = is_list_item and not follows_other_text and strangers and "arrow" in roles and len(tokens) < 8
            return [{"aboard": [" ".join(strangers)]}] if alone else []
        tail = next((n for n, token in enumerate(tokens) if "while" in token.roles and n), len(tokens))
        try:
            found = SentenceParser(
                self.names, _strip_reason_clauses(tokens[:tail]), self.last_aboard, is_list_item
            ).parse()
        except NotUnderstoodError:
            return [UnreadableStep(text.strip())] if is_list_item or roles & {NAME, "pronoun", "group"} else []
        behind = tokens[tail + 1 :]
        if (
            found
            and "aboard" in found[-1]
            and union_of_roles(behind) >= {"take", "back"}
            and not union_of_roles(behind) & {"not", "maybe"}
        ):
            # "takes the wolf over, but brings the goat back" is two crossings
            with suppress(NotUnderstoodError):
                return [
                    *found,
                    *SentenceParser(
                        self.names, _strip_reason_clauses(behind), found[-1]["aboard"], is_list_item
                    ).parse(),
                ]
        return [*found, *self._parse_subordinate_clause(behind, text.strip())]

    def apply_direction_label(self, steps: list[Any], label: Sequence[SentenceToken]) -> list[Any]:
        """Return the steps of a sentence, with the direction from the label before it: ``Left to right: …``.

        The direction is added only if there is a single step and this step is a crossing.
        """
        if len(steps) == 1 and isinstance(steps[0], dict) and "aboard" in steps[0]:
            arrows = [token.text for token in label if "arrow" in token.roles]
            places = [token.text for token in label if PLACE in token.roles]
            if len(places) == 2:
                steps[0] |= dict(zip(("to", "from") if "\u2190" in arrows else ("from", "to"), places, strict=True))
            elif arrows:
                steps[0]["arrow"] = arrows[0]
            elif len(places) == 1 and any(token.text.casefold() == "to" for token in label):
                steps[0]["to"] = places[0]
        return steps


def _strip_reason_clauses(tokens: Sequence[SentenceToken]) -> Sequence[SentenceToken]:
    """Return the tokens of a sentence without a clause that gives a reason, at the start or at the end.

    Raises NotUnderstoodError if a traveler acts or crosses in that clause.
    """
    start = next((n for n, token in enumerate(tokens) if token.roles & {NAME, "go", "take", "why"}), 0)
    if tokens and "why" in tokens[start].roles:
        comma = next((n for n in range(start, len(tokens)) if tokens[n].text == ","), len(tokens))
        tokens = tokens[comma + 1 :]
    end = next((n for n, token in enumerate(tokens) if "why" in token.roles), len(tokens))
    reason = tokens[end:]
    acts = any("act" in token.roles and not _HARMLESS_VERBS.match(token.text) for token in reason)
    if acts or (not union_of_roles(reason) & {"maybe", "not"} and _continues_with_crossing(reason)):
        raise NotUnderstoodError
    return tokens[:end]


def _continues_with_crossing(reason: Sequence[SentenceToken]) -> bool:
    """Return whether a reason is followed by a crossing: ``because it eats, and takes the wolf``."""
    joined = False
    for token in reason:
        if joined and token.roles & {"go", "take"} and re.search(r"s$|ed$|ought$|ook$|ame$|ent$", token.text):
            return True
        joined = "and" in token.roles or (joined and bool(token.roles & {"plain", "pronoun", NAME}))
    return False


@functools.lru_cache(64)
def _compile_company_pattern(places: str) -> re.Pattern[str]:
    """Return a pattern for a place with the company there: ``Left bank: wolf, cabbage``.

    ``places`` is a regular expression for the names of places.
    """
    place = rf"(?:on\s)?(?:the\s)?({places})(?:\s(?:bank|side|shore))?(?:\s(?:now\s)?has)?\s?[:=]"
    another = place.replace(f"({places})", f"(?:{places})")
    begun = r"(?:[\u2192|,;]|->|=>|\bnow\b|\bstate\b:?|^)?\s{0,3}"
    return re.compile(
        rf"{begun}{place}\s{{0,3}}([^|;:=\u2192]*?)(?=[,;|.\s]*(?:\b{another})|[|;\u2192]|\.\s|\.?$)", re.IGNORECASE
    )


@functools.lru_cache(64)
def _compile_final_place_pattern(places: str) -> re.Pattern[str]:
    """Return a pattern for a place at the end of a text.

    ``places`` is a regular expression for the names of places.
    """
    return re.compile(rf"(?:{places})\s?\Z", re.IGNORECASE)
