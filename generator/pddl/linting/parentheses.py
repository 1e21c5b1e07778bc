"""Where a parenthesis is missing or one too many, by what the sections of a file must be, by the layout, and by what each form takes.

Each section is looked at by itself: its keyword says where it begins, whatever stands before it. Of all places where one parenthesis more or
fewer closes it, that is taken which leaves the fewest forms that make no sense, then the fewest lines that are indented otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan import domains
from ferryplan.generator.pddl.linting.findings import Finding, found
from ferryplan.generator.pddl.syntax import TOKEN, Source

_FORMS = {name: frozenset(words) for name, words in domains.words("linting")["forms"].items()}
_TAKES = {name: {1, 2} if name == "-" else {1 + (name != "not")} for name in _FORMS["takes"]}
"""how many parts the forms of PDDL have"""
_FLAT = re.compile(r"(?<=\( )[^()]+(?= \))")
LARGEST, MOST_MISSING = 5_000_000, 50
"""in larger files, in characters, and where more parentheses are missing, nothing is guessed"""
MOST_EDITS, MOST_TRIED, WINDOW, LONGEST_WHOLE = 10, 60, 500, 700
"""how many parentheses of a section are changed, in how many places each is tried, how many words around count, and in how long a section all places
are tried"""


class Token(NamedTuple):
    """A word or a parenthesis."""

    text: str
    line: int
    column: int
    first: bool
    """whether it is the first of its line"""
    start: int
    """where it stands in the text"""


def tokens_of(source: Source) -> list[Token]:
    """Return the words, in lower case, and parentheses of a text, without comments."""
    tokens, line, begins, first = list[Token](), 1, 0, True
    for match in TOKEN.finditer(source.text):
        if match[0] == "\n":
            line, begins, first = line + 1, match.end(), True
        elif match[0][0] != ";":
            tokens.append(Token(match[0].lower(), line, match.start() - begins + 1, first, match.start()))
            first = False
    return tokens


def sections_of(tokens: Sequence[Token]) -> list[slice]:
    """Return where the sections of a file are in its tokens, what stands before the first included."""
    begins = [0]
    for number, token in enumerate(tokens[1:], 1):
        opened = tokens[number - 1].text == "("
        if token.text in _FORMS["sections"] or (opened and token.text[0] == ":"):
            begins.append(number - 1 if opened else number)
    return [slice(one, other) for one, other in zip(begins, [*begins[1:], len(tokens)], strict=True)]


def balanced(source: Source) -> tuple[Source, list[Finding]]:
    """Return a file whose parentheses fit, line for line as it was, and what had to be changed; itself where nothing can be guessed."""
    text = source.text
    if len(text) > LARGEST or abs(text.count("(") - text.count(")")) > MOST_MISSING:
        return source, []
    tokens = tokens_of(source)
    sections = sections_of(tokens)
    usual = _usual(tokens)
    edits, findings = list[tuple[int, int, str]](), list[Finding]()
    for number, section in enumerate(sections):
        wanted = (number == 0) - (number == len(sections) - 1)
        piece = list(tokens[section])
        for _ in range(MOST_EDITS):
            edit = _edit(piece, wanted, usual) if piece else None
            if edit is None:
                break
            place, put = edit
            token = piece[place - (put == ")")]
            kind = {")": "missing-closing", "(": "missing-opening", "": "surplus-parenthesis"}[put]
            findings.append(found(kind, source, (token.line, token.column), put, at=token.text))
            if put:
                ends = len(token.text) if put == ")" else 0
                piece.insert(place, token._replace(text=put, column=token.column + ends, first=False))
                edits.append((token.start + ends, 0, put))
            else:
                del piece[place]
                edits.append((token.start, 1, " "))
    for start, length, put in sorted(edits, reverse=True):
        text = f"{text[:start]}{put}{text[start + length :]}"
    return Source(text, source.name, source.collected), findings


def _step(token: Token) -> int:
    return (token.text == "(") - (token.text == ")")


def _usual(tokens: Sequence[Token]) -> dict[str, int]:
    """Return how many terms each name has most often that stands in parentheses with nothing but words."""
    counts = Counter[tuple[str, int]]()
    for name, *terms in map(str.split, _FLAT.findall(" ".join(token.text for token in tokens))):
        if "-" not in terms:
            counts[name, len(terms)] += 1
    return {name: terms for (name, terms), _ in reversed(counts.most_common())}


def _edit(piece: Sequence[Token], wanted: int, usual: dict[str, int]) -> tuple[int, str] | None:
    """Return where in a section to put a parenthesis, or, with an empty text, where to take one away; None if it is as wanted."""
    more = sum(map(_step, piece)) - wanted
    if not more:
        return None
    if piece[0].text != "(" and more < 0:
        return 0, "("
    symptom = _symptom(piece, wanted)
    places = range(max(1, symptom - MOST_TRIED), min(symptom + MOST_TRIED, len(piece)) + 1)
    if len(piece) <= LONGEST_WHOLE:
        places = range(1, len(piece) + 1)
    low, high = (0, len(piece)) if len(piece) <= WINDOW * 2 else (max(symptom - WINDOW, 0), symptom + WINDOW)
    before = _opened(piece[:low])
    edits = list[tuple[int, str]]()
    for place in places:
        here = piece[place].text if place < len(piece) else ""
        if more > 0:
            edits.append((place, ")"))
        elif here not in ("", "(", ")"):
            edits.append((place, "("))
        if here == ("(" if more > 0 else ")"):
            edits.append((place, ""))
    return min(edits, key=lambda edit: _doubt(piece, edit, low, high, before, usual), default=None)


def _symptom(piece: Sequence[Token], wanted: int) -> int:
    """Return where a section first looks odd: it ends too early, or a predicate has something in parentheses among its terms."""
    opened = list[int]()
    for number, token in enumerate(piece):
        if token.text == "(":
            if opened and (opened[-1] == number - 1 or not _may_hold(*piece[opened[-1] + 1 : opened[-1] + 3])):
                return number
            opened.append(number)
        elif token.text == ")" and opened:
            opened.pop()
            if not opened and number + 1 < len(piece) + wanted:
                return number
    return len(piece)


def _may_hold(head: Token, behind: Token) -> bool:
    """Return whether what begins with these two words may have parentheses within."""
    timed = head.text in ("at", "over") and (behind.text in ("start", "end", "all") or behind.text.isdigit())
    return head.text[:1] in (":", "(", "?") or head.text in _FORMS["open"] or timed


def _opened(tokens: Sequence[Token]) -> list[Token]:
    """Return the parentheses that some tokens leave open, each with the word behind it."""
    opened = list[int]()
    for number, token in enumerate(tokens):
        if token.text == "(":
            opened.append(number)
        elif token.text == ")" and opened:
            opened.pop()
    return [token for number in opened for token in tokens[number : number + 2]]


def _doubt(
    piece: Sequence[Token], edit: tuple[int, str], low: int, high: int, before: Sequence[Token], usual: dict[str, int]
) -> tuple[int, int, int]:
    """Return how unlikely a section is with a parenthesis more or fewer: by its forms, by its layout, by where it is changed."""
    place, text = edit
    old = piece[place - 1]
    put = [Token(text, old.line, old.column + 1, False, 0)] if text else []
    tokens = [*before, *piece[low:place], *put, *piece[place + (not text) : high]]
    forms = layout = indent = 0
    stack = list[_Form]()
    for number, token in enumerate(tokens):
        indent = token.column if token.first else indent
        if token.text == "(":
            if stack:
                above = stack[-1]
                forms += above.takes(token.text)
                layout += token.first and token.column <= above.indent
                if token.first and token.line > above.opening.line:
                    layout += above.child not in (0, token.column)
                    above.child = token.column
            else:
                forms += 5 * (number > 0)
            head, behind = [*tokens[number + 1 : number + 3], token, token][:2]
            layout += head.line != token.line
            stack.append(_Form(token, head.text, indent, _may_hold(head, behind)))
        elif token.text == ")":
            if not stack:
                forms += 5
                continue
            form = stack.pop()
            forms += form.ended(usual)
            layout += token.first and token.column not in (form.indent, form.opening.column)
        elif stack:
            forms += stack[-1].takes(token.text)
            forms += 5 * (token.text in _FORMS["parts"] and not stack[-1].head.endswith("action"))
        else:
            forms += 5
    return forms, layout, -place


@dataclass(slots=True)
class _Form:
    """A pair of parentheses that is being read."""

    opening: Token
    head: str
    indent: int
    may_hold: bool
    words: int = 0
    groups: int = 0
    child: int = 0
    last: str = ""
    typed: bool = False

    def takes(self, text: str) -> int:
        """Return how odd it is that this comes next."""
        group, alone, odd = text == "(", self.words + self.groups == 0, 0
        self.typed |= text == "-"
        if group:
            odd = 2 * (alone or not self.may_hold)
        elif not alone and self.head in _FORMS["of-forms"]:
            odd = 2
        elif self.typed and text[0] not in "?-" and self.last != "-" and self.head[:1] != ":":
            odd = 1
        if self.head.endswith("action") and self.words + self.groups > 1:
            odd += 2 * (group == (self.last == "(")) + 2 * (not group and text not in _FORMS["parts"])
        self.words, self.groups, self.last = self.words + (not group), self.groups + group, text
        return odd

    def ended(self, usual: dict[str, int]) -> int:
        """Return how odd it is that this is all."""
        count = self.words + self.groups - 1
        if self.head in (":goal", ":domain"):
            return 2 * (count != 1)
        if self.head in _TAKES:
            return 2 * (count not in _TAKES[self.head])
        if not self.groups and not self.typed and self.head in usual:
            return count != usual[self.head]
        return 0
