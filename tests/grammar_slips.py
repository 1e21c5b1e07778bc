"""Slips of English grammar, found by rules that are independent of the program.

The rules cover articles, numbers, verbs, pronouns, doubled words, spaces, and how sentences begin and end.
The nouns are a small list with their plurals; phrases about other nouns are not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PLURAL_BY_NOUN = {
    "action": "actions", "apple": "apples", "ball": "balls", "bear": "bears", "block": "blocks", "boat": "boats", "box": "boxes", "car": "cars",
    "cannibal": "cannibals", "cat": "cats", "category": "categories", "cell": "cells", "city": "cities", "clue": "clues", "coin": "coins",
    "column": "columns", "couple": "couples", "crossing": "crossings", "digit": "digits", "disc": "discs", "dog": "dogs", "floor": "floors",
    "fox": "foxes", "goat": "goats", "goose": "geese", "group": "groups",
    "hand": "hands", "hunter": "hunters", "husband": "husbands", "island": "islands",
    "jug": "jugs", "king": "kings", "knight": "knights", "letter": "letters", "light": "lights", "line": "lines", "liter": "liters",
    "man": "men", "minute": "minutes", "missionary": "missionaries", "mouse": "mice", "move": "moves", "ox": "oxen", "package": "packages",
    "parcel": "parcels", "passenger": "passengers", "peg": "pegs", "piece": "pieces", "placement": "placements", "place": "places",
    "plane": "planes", "position": "positions", "puzzle": "puzzles", "queen": "queens", "question": "questions", "robot": "robots",
    "room": "rooms", "rook": "rooks", "bishop": "bishops", "row": "rows", "rule": "rules", "seat": "seats", "shepherd": "shepherds",
    "shore": "shores", "solution": "solutions", "son": "sons", "daughter": "daughters", "square": "squares", "state": "states", "step": "steps",
    "thief": "thieves", "tile": "tiles", "torch": "torches", "traveler": "travelers", "truck": "trucks", "vehicle": "vehicles", "walker": "walkers",
    "wife": "wives", "wolf": "wolves", "woman": "women", "word": "words",
}  # fmt: skip
_SINGULARS, _PLURALS = "|".join(PLURAL_BY_NOUN), "|".join(PLURAL_BY_NOUN.values())
_NUMBER = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_LABELED_NOUNS = "|".join([*PLURAL_BY_NOUN, "r"])  # "row 1", "disc 2": here, the number is a name
SLIP_PATTERNS = {
    "a word twice": r"(?i)\b(?!that\b|had\b)([a-z]+) \1\b",
    "a space or a sign too many": r"[^ \n]  +\S| [.,;:?!](?!\w)|[,;:][.,;:?]|[?!]\.|(?<!\.)\.\.(?!\.)",
    "a slot that is not filled": r"\{[{%a-zA-Z]|%\}|\}\}|\bNone\b|\[found\]",
    "one of several": rf"(?i)(?<!\d, )(?<!and )(?<!by )\b(?:1|one) (?:{_PLURALS})\b",
    "several of one": rf"(?i)\b(?!1\b){_NUMBER} (?:{_SINGULARS})\b(?! \w*(?:{_PLURALS}|s)\b)",
    "the wrong article": r"(?:\ba|(?:^|(?<=[.?!] ))A) (?!(?:is|are|and|on|in|at|or|unless|one)\b|uni|use|euro)[aeiou]"
    r"|\b[Aa]n (?![aeiouAEIOU8]|hour|heir|hono|X-)",
    "two articles": r"(?i)\b(?:the|an?) (?:the|an?|another|his|her|its|their)\b",
    "a plural with the verb of one": rf"(?i)\b(?:{_PLURALS}) (?:is|has|was|does)\b(?! (?:it|this|that|the|a|everybody)\b)",
    "a singular with the verb of several": rf"(?:^|[.;:] )(?:The|A|An|the|a|an|No|Each|Every) (?:{_SINGULARS}) (?:are|have|were|do)\b",
    "a pronoun with another's verb": r"(?i)(?<!does )\b(?:he|she|it) (?:are|have|were|do)\b|\bthey (?:is|has|was|does)\b",
    "a pronoun in the wrong case": r"(?i)\b(?:of|with|for|near|to|at|from|between|unless) (?:they|he)\b(?! (?:is|are|was|were|has|have|can|would))",
    "a genitive of a genitive": r"s's\b",
    "a capital inside a sentence": r"[:;,] (?:The|An) ",
}
"""patterns that no text may contain, by the name of the slip"""
_LABELS = re.compile(rf"(?i)\b(?:{_LABELED_NOUNS}) $")
_NOT_THE_SUBJECT = re.compile(r"\b(?:of|with|by|to|for|and|from|than)(?: the| all| several| \d+)*(?: [a-z]+)? $")
"""words before a noun that show that the noun is not the subject of the verb after it"""
_SIGN_PATTERN = re.compile(r"\S*[#*@$/]\S*|(?<= )[.](?= (?:is|are|and|where|a)\b)|``` and ```|\?[a-z][\w-]*")
"""rows of boards, single signs that a text explains, variables of PDDL"""

_TABLE_ROW = re.compile(r"\S  +\S|^[\[{(;]")
_CATEGORY_LINE = re.compile(r"[\w ]+: [^.?!]+")
"""a row of a table, or data; a category with its values"""


def find_slips(text: str) -> list[str]:
    """Return the slips in a text of whole sentences, each with the passage."""
    text = _SIGN_PATTERN.sub("X-marks", text)
    return [*_find_wrong_words(text), *_find_wrong_ends(text)]


def _find_wrong_words(text: str) -> Iterator[str]:
    for what, slip in SLIP_PATTERNS.items():
        for found in re.finditer(slip, text):
            before = text[max(0, found.start() - 30) : found.start()]
            if what == "several of one" and (_LABELS.search(before) or before.endswith(("/", "-", ", "))):
                continue
            if what == "a plural with the verb of one" and _NOT_THE_SUBJECT.search(before):
                continue
            yield f"{what}: {text[max(0, found.start() - 20) : found.end() + 20]!r}"


def _find_wrong_ends(text: str) -> Iterator[str]:
    for sentence in split_sentences(text):
        if not re.match(r"[\"'(]?(?:[A-Z0-9]|r\d+c\d+|\[|\{|-1|[a-z-]+-[a-z0-9]+ |\([a-z0-9-]+ X)", sentence):
            yield f"no capital at the beginning: {sentence[:60]!r}"
        if not re.search(r"[.?!:][\"')]?$", sentence):
            yield f"no full stop at the end: {sentence[-60:]!r}"


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text without headings and tables."""
    return [one for one in re.split(r"(?<=[.?!]) (?!\d+\.)", " ".join(text.split())) if one]


def split_paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs and list items of a text, without tables, boards, code and data."""
    for block in re.split(r"\n\s*\n", re.sub(r"```\w*\n.*?\n```", "", text, flags=re.DOTALL)):
        for item in re.split(r"\n(?=\s*(?:-|\d+\.|[A-Z]\.) )", f"\n{block}"):
            lines = [re.sub(r"^\s*(?:-|\d+\.|[A-Z]\.) ", "", line) for line in item.splitlines()]
            text = " ".join(line for line in lines if line.strip() and not _TABLE_ROW.search(line.strip()))
            if re.search(r"[a-z]{2}", text) and not _CATEGORY_LINE.fullmatch(text):
                yield text
