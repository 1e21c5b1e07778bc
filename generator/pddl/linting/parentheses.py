"""The search for missing and surplus parentheses.

The search uses the possible sections of a file, the layout, and the possible contents of each form (a list such as
``(and …)``). Each section is examined by itself: its keyword shows where it begins. Several places may be possible
for the parenthesis that the search inserts or removes. It prefers the place that leaves the fewest malformed forms,
then the fewest lines with an unexpected indentation.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.pddl.linting.findings import Finding, label_removal, make_finding
from ferryplan.generator.pddl.slips.slip import EditedText, TextEdit
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
    # The constructor of a NamedTuple takes twice as long.
    made = tuple.__new__
    for match in TOKEN.finditer(source.text):
        if match[0] == "\n":
            line, begins, first = line + 1, match.end(), True
        elif match[0][0] != ";":
            start = match.start()
            tokens.append(made(PddlToken, (match[0].lower(), line, start - begins + 1, first, start)))
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


def balance_parentheses(source: Source) -> tuple[EditedText, list[Finding]]:
    """Return the text of a file with balanced parentheses, and the findings about the changed parentheses.

    No line is added or removed. If nothing can be guessed, the text is unchanged.
    """
    edits, findings = _find_parenthesis_edits(source)
    edited = EditedText(source.text)
    edited.apply_edits(edits)
    return edited, findings


def _find_parenthesis_edits(source: Source) -> tuple[list[TextEdit], list[Finding]]:
    """Return the edits that balance the parentheses of a file, and the findings about them.

    A removed parenthesis leaves a space, so that the columns stay. If nothing can be guessed, both lists are empty.
    """
    text = source.text
    if len(text) > MAX_FILE_LENGTH or abs(text.count("(") - text.count(")")) > MAX_MISSING:
        return [], []
    tokens = tokenize_source(source)
    sections = find_sections(tokens)
    wanted_depths = [(number == 0) - (number == len(sections) - 1) for number in range(len(sections))]
    if all(sum(map(_depth_change, tokens[one])) == depth for one, depth in zip(sections, wanted_depths, strict=True)):
        return [], []
    usual = _usual_term_counts(tokens)
    edits, findings = list[TextEdit](), list[Finding]()
    for section, wanted in zip(sections, wanted_depths, strict=True):
        piece = list(tokens[section])
        for _ in range(MAX_EDITS):
            edit = _find_best_edit(piece, wanted, usual) if piece else None
            if edit is None:
                break
            place, put = edit
            token = piece[place - (put == ")")]
            kind = {")": "missing-closing", "(": "missing-opening", "": "surplus-parenthesis"}[put]
            fix = put or label_removal(token.text)
            ends = len(token.text) if put == ")" else 0
            start = token.start + ends
            if put:
                # A parenthesis that is inserted behind this one belongs to the same place of the file.
                back = put == ")"
                inserted = PddlToken(put, token.line, token.column + ends - back, False, start - back)
                piece.insert(place, inserted)
                edits.append(TextEdit("domain", start, start, put))
            else:
                del piece[place]
                edits.append(TextEdit("domain", start, start + 1, " "))
            own = FileEdit(source.name, *source.location_at(start), *source.location_at(start + (not put)), put)
            findings.append(make_finding(kind, source, (token.line, token.column), fix, [own], at=token.text))
    return edits, [_join_findings([*same]) for _, same in itertools.groupby(findings, lambda one: one.edits[0].start)]


def _join_findings(findings: Sequence[Finding]) -> Finding:
    """Return one finding for several parentheses that are missing at the same place."""
    first, count = findings[0], len(findings)
    if count == 1:
        return first
    message = format_message("lint.times", finding=first.message, count=count)
    text = "".join(one.edits[0].text for one in findings)
    return replace(first, message=message, fix=text, edits=(first.edits[0]._replace(text=text),))


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
    # Good edits come early if the search begins near the symptom, and all other ones are then given up soon.
    edits.sort(key=lambda edit: abs(edit[0] - symptom))
    return _EditScorer(section_tokens[low:high], low, before, term_counts).find_best(edits)


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


@dataclass(slots=True)
class _FormScan:
    """The state of a scan of tokens: the open forms, and the penalties so far."""

    term_counts: dict[str, int]
    stack: list[_OpenForm]
    forms: int = 0
    """the penalty for malformed forms"""
    layout: int = 0
    """the penalty for lines with an unexpected layout"""
    indent: int = 0
    """the column of the first token on the current line"""
    is_started: bool = False

    def copy(self) -> _FormScan:
        """Return a copy that can be continued without a change of this scan."""
        return replace(self, stack=[replace(form) for form in self.stack])

    def read(self, token: PddlToken, head: PddlToken, behind: PddlToken) -> None:
        """Read the next token; ``head`` and ``behind`` are the two tokens after it."""
        self.indent = token.column if token.starts_line else self.indent
        if token.text == "(":
            if self.stack:
                above = self.stack[-1]
                self.forms += above.add_part(token.text)
                self.layout += token.starts_line and token.column <= above.indent
                if token.starts_line and token.line > above.opening.line:
                    self.layout += above.child not in (0, token.column)
                    above.child = token.column
            else:
                self.forms += 5 * self.is_started
            self.layout += head.line != token.line
            self.stack.append(_OpenForm(token, head.text, self.indent, _may_contain_lists(head, behind)))
        elif token.text == ")":
            if self.stack:
                form = self.stack.pop()
                self.forms += form.penalty_for_end(self.term_counts)
                self.layout += token.starts_line and token.column not in (form.indent, form.opening.column)
            else:
                self.forms += 5
        elif self.stack:
            self.forms += self.stack[-1].add_part(token.text)
            self.forms += 5 * (token.text in _FORMS["parts"] and not self.stack[-1].head.endswith("action"))
        else:
            self.forms += 5
        self.is_started = True


class _EditScorer:
    """Computes the penalties of edits of the same tokens.

    An edit with lower penalties is better: first for malformed forms, then for layout, then for the edit's position.
    Editors call this at each keystroke, so the scorer scans the tokens before an edit only once, and gives up an edit
    whose penalties exceed those of the best edit.
    """

    def __init__(
        self, tokens: Sequence[PddlToken], first_index: int, before: Sequence[PddlToken], term_counts: dict[str, int]
    ) -> None:
        """Take the tokens from ``first_index`` of their section on, and the open parentheses before them."""
        self.tokens = [*before, *tokens]
        self.shift = len(before) - first_index
        self.scans = [_FormScan(term_counts, [])]
        """the state of the scan before each token, as far as it was needed"""

    def find_best(self, edits: Iterable[tuple[int, str]]) -> tuple[int, str] | None:
        """Return the best of the edits, the first of several equal ones; None if there are none."""
        best, lowest = None, None
        for edit in edits:
            penalties = self._score(edit, lowest)
            if penalties is not None and (lowest is None or penalties < lowest):
                best, lowest = edit, penalties
        return best

    def _score(self, edit: tuple[int, str], limit: tuple[int, int, int] | None) -> tuple[int, int, int] | None:
        """Return the penalties of an edit; None if they exceed the limit."""
        place, text = edit
        index = place + self.shift
        old = self.tokens[index - 1]
        put = [PddlToken(text, old.line, old.column + 1, False, 0)] if text else []
        # The scan of a parenthesis depends on the two tokens after it.
        start = max(index - 2, 0)
        tokens = [*self.tokens[start:index], *put, *self.tokens[index + (not text) :]]
        scan = self._scan_before(start).copy()
        for number, token in enumerate(tokens):
            head, behind = _next_two(tokens, number)
            scan.read(token, head, behind)
            if limit is not None and (scan.forms, scan.layout) > limit[:2]:
                return None
        return scan.forms, scan.layout, -place

    def _scan_before(self, index: int) -> _FormScan:
        while len(self.scans) <= index:
            number = len(self.scans) - 1
            scan = self.scans[-1].copy()
            scan.read(self.tokens[number], *_next_two(self.tokens, number))
            self.scans.append(scan)
        return self.scans[index]


def _next_two(tokens: Sequence[PddlToken], number: int) -> tuple[PddlToken, PddlToken]:
    """Return the two tokens after a token; the token itself takes the place of missing ones."""
    head, behind = [*tokens[number + 1 : number + 3], tokens[number], tokens[number]][:2]
    return head, behind
