"""The search for missing and surplus parentheses.

The search uses the possible sections of a file, the layout, and the possible contents of each form (a list such as
``(and …)``). Each section is examined by itself: its keyword shows where it begins. Several places may be possible
for the parenthesis that the search inserts or removes. It prefers the place that leaves the fewest malformed forms,
then the fewest lines with an unexpected indentation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan import domains
from ferryplan.generator.pddl.linting.findings import Finding, make_finding
from ferryplan.generator.pddl.syntax import TOKEN, Source

_FORMS = {name: frozenset(words) for name, words in domains.words("linting")["forms"].items()}
_OPERAND_COUNTS = {name: {1, 2} if name == "-" else {1 + (name != "not")} for name in _FORMS["takes"]}
"""the possible numbers of operands of each form"""
_FLAT_LIST = re.compile(r"(?<=\( )[^()]+(?= \))")
MAX_FILE_LENGTH, MAX_MISSING = 5_000_000, 50
"""the maximum length of a file, in characters, and the maximum number of missing parentheses; beyond them,
nothing is guessed"""
MAX_EDITS, MAX_PLACES_TRIED, WINDOW, MAX_FULL_SEARCH_LENGTH = 10, 60, 500, 700
"""limits of the search: edits in a section; places around the symptom; tokens around it that count; length of a
section, in tokens, in which all places are tried"""


class PddlToken(NamedTuple):
    """A word or a parenthesis of PDDL text, with its position."""

    text: str
    line: int
    column: int
    starts_line: bool
    """whether the token is the first on its line"""
    start: int
    """the position in the text"""


def tokenize_source(source: Source) -> list[PddlToken]:
    """Return the words, in lower case, and the parentheses of a text, without comments."""
    tokens, line, begins, first = list[PddlToken](), 1, 0, True
    for match in TOKEN.finditer(source.text):
        if match[0] == "\n":
            line, begins, first = line + 1, match.end(), True
        elif match[0][0] != ";":
            tokens.append(PddlToken(match[0].lower(), line, match.start() - begins + 1, first, match.start()))
            first = False
    return tokens


def find_sections(tokens: Sequence[PddlToken]) -> list[slice]:
    """Return the sections of a file as slices of its tokens.

    The first slice is the beginning of the file, before the first section.
    """
    begins = [0]
    for number, token in enumerate(tokens[1:], 1):
        opened = tokens[number - 1].text == "("
        if token.text in _FORMS["sections"] or (opened and token.text[0] == ":"):
            begins.append(number - 1 if opened else number)
    return [slice(one, other) for one, other in zip(begins, [*begins[1:], len(tokens)], strict=True)]


def balance_parentheses(source: Source) -> tuple[Source, list[Finding]]:
    """Return a file with balanced parentheses, and the findings about the changed parentheses.

    No line is added or removed. If nothing can be guessed, the file itself is returned.
    """
    text = source.text
    if len(text) > MAX_FILE_LENGTH or abs(text.count("(") - text.count(")")) > MAX_MISSING:
        return source, []
    tokens = tokenize_source(source)
    sections = find_sections(tokens)
    usual = _usual_term_counts(tokens)
    edits, findings = list[tuple[int, int, str]](), list[Finding]()
    for number, section in enumerate(sections):
        wanted = (number == 0) - (number == len(sections) - 1)
        piece = list(tokens[section])
        for _ in range(MAX_EDITS):
            edit = _find_best_edit(piece, wanted, usual) if piece else None
            if edit is None:
                break
            place, put = edit
            token = piece[place - (put == ")")]
            kind = {")": "missing-closing", "(": "missing-opening", "": "surplus-parenthesis"}[put]
            findings.append(make_finding(kind, source, (token.line, token.column), put, at=token.text))
            if put:
                ends = len(token.text) if put == ")" else 0
                piece.insert(place, token._replace(text=put, column=token.column + ends, starts_line=False))
                edits.append((token.start + ends, 0, put))
            else:
                del piece[place]
                edits.append((token.start, 1, " "))
    for start, length, put in sorted(edits, reverse=True):
        text = f"{text[:start]}{put}{text[start + length :]}"
    return Source(text, source.name, source.mistakes), findings


def _depth_change(token: PddlToken) -> int:
    return (token.text == "(") - (token.text == ")")


def _usual_term_counts(tokens: Sequence[PddlToken]) -> dict[str, int]:
    """Return the most frequent number of terms after each name, in lists that contain only words."""
    counts = Counter[tuple[str, int]]()
    for name, *terms in map(str.split, _FLAT_LIST.findall(" ".join(token.text for token in tokens))):
        if "-" not in terms:
            counts[name, len(terms)] += 1
    return {name: terms for (name, terms), _ in reversed(counts.most_common())}


def _find_best_edit(
    section_tokens: Sequence[PddlToken], wanted_depth: int, term_counts: dict[str, int]
) -> tuple[int, str] | None:
    """Return the best edit of a section: a position, and the parenthesis to insert there.

    ``wanted_depth`` is the number of parentheses that the section should leave open. The empty text in place of a
    parenthesis means that the parenthesis at this position is removed. Returns None if the section has the wanted
    depth.
    """
    more = sum(map(_depth_change, section_tokens)) - wanted_depth
    if not more:
        return None
    if section_tokens[0].text != "(" and more < 0:
        return 0, "("
    symptom = _find_first_wrong_token(section_tokens, wanted_depth)
    places = range(max(1, symptom - MAX_PLACES_TRIED), min(symptom + MAX_PLACES_TRIED, len(section_tokens)) + 1)
    if len(section_tokens) <= MAX_FULL_SEARCH_LENGTH:
        places = range(1, len(section_tokens) + 1)
    low, high = (
        (0, len(section_tokens)) if len(section_tokens) <= WINDOW * 2 else (max(symptom - WINDOW, 0), symptom + WINDOW)
    )
    before = _find_open_parentheses(section_tokens[:low])
    edits = list[tuple[int, str]]()
    for place in places:
        here = section_tokens[place].text if place < len(section_tokens) else ""
        if more > 0:
            edits.append((place, ")"))
        elif here not in ("", "(", ")"):
            edits.append((place, "("))
        if here == ("(" if more > 0 else ")"):
            edits.append((place, ""))
    return min(
        edits, key=lambda edit: _edit_penalty(section_tokens, edit, low, high, before, term_counts), default=None
    )


def _find_first_wrong_token(section_tokens: Sequence[PddlToken], wanted_depth: int) -> int:
    """Return the index of the token at which a section first looks wrong.

    There the section ends too early, or a predicate has a list among its terms.
    """
    opened = list[int]()
    for number, token in enumerate(section_tokens):
        if token.text == "(":
            if opened and (
                opened[-1] == number - 1 or not _may_contain_lists(*section_tokens[opened[-1] + 1 : opened[-1] + 3])
            ):
                return number
            opened.append(number)
        elif token.text == ")" and opened:
            opened.pop()
            if not opened and number + 1 < len(section_tokens) + wanted_depth:
                return number
    return len(section_tokens)


def _may_contain_lists(head: PddlToken, behind: PddlToken) -> bool:
    """Return whether a form that begins with these two words may contain lists."""
    timed = head.text in ("at", "over") and (behind.text in ("start", "end", "all") or behind.text.isdigit())
    return head.text[:1] in (":", "(", "?") or head.text in _FORMS["open"] or timed


def _find_open_parentheses(tokens: Sequence[PddlToken]) -> list[PddlToken]:
    """Return the opening parentheses that are not closed, each followed by the token after it."""
    opened = list[int]()
    for number, token in enumerate(tokens):
        if token.text == "(":
            opened.append(number)
        elif token.text == ")" and opened:
            opened.pop()
    return [token for number in opened for token in tokens[number : number + 2]]


def _edit_penalty(
    section_tokens: Sequence[PddlToken],
    edit: tuple[int, str],
    first_index: int,
    end_index: int,
    before: Sequence[PddlToken],
    term_counts: dict[str, int],
) -> tuple[int, int, int]:
    """Return three penalties of an edit: for malformed forms, for layout and for the edit's position.

    An edit with lower penalties is better; earlier penalties count first. Only the tokens from ``first_index`` to
    ``end_index`` are examined; ``before`` are the open parentheses before them.
    """
    place, text = edit
    old = section_tokens[place - 1]
    put = [PddlToken(text, old.line, old.column + 1, False, 0)] if text else []
    tokens = [*before, *section_tokens[first_index:place], *put, *section_tokens[place + (not text) : end_index]]
    forms = layout = indent = 0
    stack = list[_OpenForm]()
    for number, token in enumerate(tokens):
        indent = token.column if token.starts_line else indent
        if token.text == "(":
            if stack:
                above = stack[-1]
                forms += above.add_part(token.text)
                layout += token.starts_line and token.column <= above.indent
                if token.starts_line and token.line > above.opening.line:
                    layout += above.child not in (0, token.column)
                    above.child = token.column
            else:
                forms += 5 * (number > 0)
            head, behind = [*tokens[number + 1 : number + 3], token, token][:2]
            layout += head.line != token.line
            stack.append(_OpenForm(token, head.text, indent, _may_contain_lists(head, behind)))
        elif token.text == ")":
            if not stack:
                forms += 5
                continue
            form = stack.pop()
            forms += form.penalty_for_end(term_counts)
            layout += token.starts_line and token.column not in (form.indent, form.opening.column)
        elif stack:
            forms += stack[-1].add_part(token.text)
            forms += 5 * (token.text in _FORMS["parts"] and not stack[-1].head.endswith("action"))
        else:
            forms += 5
    return forms, layout, -place


@dataclass(slots=True)
class _OpenForm:
    """A form (a list such as ``(and …)``) whose closing parenthesis has not been read yet."""

    opening: PddlToken
    head: str
    indent: int
    """the column of the first token on the line of the opening parenthesis"""
    may_contain_lists: bool
    word_count: int = 0
    """the number of words read so far"""
    list_count: int = 0
    """the number of nested lists read so far"""
    child: int = 0
    last: str = ""
    """the last part, ``(`` for a list"""
    typed: bool = False
    """whether a dash for a type was read"""

    def add_part(self, text: str) -> int:
        """Add a part (a word, or ``(`` for a list) to the form; return the penalty, 0 if the part fits."""
        group, alone, odd = text == "(", self.word_count + self.list_count == 0, 0
        self.typed |= text == "-"
        if group:
            odd = 2 * (alone or not self.may_contain_lists)
        elif not alone and self.head in _FORMS["of-forms"]:
            odd = 2
        elif self.typed and text[0] not in "?-" and self.last != "-" and self.head[:1] != ":":
            odd = 1
        if self.head.endswith("action") and self.word_count + self.list_count > 1:
            odd += 2 * (group == (self.last == "(")) + 2 * (not group and text not in _FORMS["parts"])
        self.word_count, self.list_count, self.last = self.word_count + (not group), self.list_count + group, text
        return odd

    def penalty_for_end(self, term_counts: dict[str, int]) -> int:
        """Return the penalty for closing the form now, 0 if its number of parts fits."""
        count = self.word_count + self.list_count - 1
        if self.head in (":goal", ":domain"):
            return 2 * (count != 1)
        if self.head in _OPERAND_COUNTS:
            return 2 * (count not in _OPERAND_COUNTS[self.head])
        if not self.list_count and not self.typed and self.head in term_counts:
            return count != term_counts[self.head]
        return 0
