"""The parser of answers in free text: lists, tables, sentences, or plain sequences of names.

The parser returns a list of steps, which `notation` turns into crossings. A step is a mapping such as ``{"aboard":
["farmer", "goat"], "to": "right bank"}``, where ``aboard`` has the names of those in the boat. If a text should be a
crossing but cannot be parsed, the step is an `UnreadableStep` with the text.

A claim is a statement about who is where after a crossing, such as ``{"place": "left bank", "company": ["wolf"]}``. A
step lists the claims about its crossing under the key ``claims``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.legend import expand_abbreviations
from ferryplan.generator.crossing.lexicon import NAME, PLACE, Lexicon
from ferryplan.generator.crossing.line_reader import CrossingLineReader
from ferryplan.generator.crossing.state_sequences import StateSequenceParser
from ferryplan.generator.notation import MAX_SENTENCE_LENGTH, UnreadableStep, answer_pattern
from ferryplan.generator.text_lines import TextLine, find_last_list, split_lines

_LOAD_SEPARATORS = (
    r"\s*;\s*",
    r"\s+/\s+",
    r"\s*\|\s*",
    r"\s*(?:\u2192|->|=>)\s*",
    r"\)\s*,?\s*(?=\()",
    r"\s*,\s*",
    r"\s*\n+\s*",
)
_COMMA = _LOAD_SEPARATORS[-2]
"""the separator that may also stand between the names of one load"""
_NESTED_LIST = re.compile(r"^([ \t]*)-[ \t]+\w+:[ \t]*\n((?:\1[ \t]+-[ \t]+[^\n]+(?:\n|\Z))+)", re.MULTILINE)
"""a list item with a nested list of the travelers aboard, as in YAML"""


class CrossingTextParser:
    """The parser of one text in which an answer may describe crossings.

    If the parameter ``single_move`` is true, the text describes one crossing rather than a whole solution.
    """

    def __init__(self, instance: Instance, lexicon: Lexicon, text: str, single_move: bool) -> None:
        self.lexicon, self.names, self.is_single_move = lexicon, lexicon.names, single_move
        text = (
            re.sub(r"\b(wife|husband|[wh])\(\s?(\w{1,2})\s?\)", r"\1 \2", text) if lexicon.names.spouse_names else text
        )
        if "- " in text:
            text = _NESTED_LIST.sub(lambda one: f"- {', '.join(re.findall(r'- +(.*)', one[2]))}\n", text)
        # "the 1- and 2-minute walkers" are "the 1-minute walker and the 2-minute walker"
        text = re.sub(r"\b(\d+)-\s?(?:and|&)\s(\d+)-(\w+)\s(\w+?)s\b", r"\1-\3 \4 and \2-\3 \4", text)
        self.text = expand_abbreviations(text, lexicon.names)
        self.reader = CrossingLineReader(lexicon, self.text)
        self.instance = instance

    def parse_crossings(self) -> list[Any] | None:
        """Return a mapping for each crossing that the text describes; None if it describes none.

        The mapping has the names of the travelers in the boat under ``aboard``, and further keys, such as ``to``, if
        the text says more. An `UnreadableStep` stands for text that should be a crossing but cannot be parsed.
        """
        if not self.is_single_move and (
            shown := StateSequenceParser(self.instance, self.reader).parse_crossings(self.text)
        ):
            return shown
        if chained := self._parse_separated_loads(self.text.strip(" \n`.\xab\xbb\"'[]")):
            return chained
        if counted := self._parse_number_pairs():
            return counted
        lines = find_last_list(split_lines(self.text))
        if any(line.cells for line in lines) and (
            found := self._parse_table_rows([line for line in lines if line.cells])
        ):
            return found
        return self._read_list([line for line in lines if not line.cells])

    def _parse_number_pairs(self) -> list[Any] | None:
        """Return a crossing, as ``{"aboard": names}``, for each pair of numbers of travelers: ``(2, 0)``.

        The text must name the two kinds in a heading such as ``(missionaries, cannibals)``; otherwise, or with fewer
        than two pairs, returns None.
        """
        kinds = "|".join(map(re.escape, self.names.countable_kinds))
        head = kinds and re.search(rf"\(\s?({kinds})\s?,\s?({kinds})\s?\)", self.text, re.IGNORECASE)
        pairs = re.findall(r"[(\[]\s?(\d{1,2})\s?,\s?(\d{1,2})\s?[)\]]", self.text) if head else ()
        named = [self.names.find_kind_by_word(one) or one.upper() for one in head.groups()] if head else []
        loads = [[kind for kind, number in zip(named, pair, strict=True) for _ in range(int(number))] for pair in pairs]
        return [{"aboard": load} for load in loads] if len(loads) > 1 else None

    def _parse_separated_loads(self, text: str) -> list[Any] | None:
        """Return the crossings of a text that only lists loads, with one kind of separator: ``F, G; F; F, W``.

        Returns None for other texts.
        """
        if len(text) > MAX_SENTENCE_LENGTH * 10 or "\n\n" in text:
            return None
        text = re.sub(r"^[^:\n]{0,40}:\s+(?=\S)", "", text) if text.count(":") == 1 else text
        for sign in _LOAD_SEPARATORS[-1:] if "\n" in text else _LOAD_SEPARATORS[:-1]:
            parts = re.split(sign, text)
            if len(parts) < 2 + (sign == _COMMA):
                continue
            if cargo := self.lexicon.parse_passenger_list(parts):
                return cargo
            loads = list[list[str]]()
            for part in parts:
                if (load := self._parse_load_names(part)) is None:
                    break
                loads.append(load)
            if len(loads) == len(parts) and not (sign == _COMMA and not self._are_separate_loads(parts)):
                return [{"aboard": load} for load in loads]
        return None

    def _are_separate_loads(self, parts: Sequence[str]) -> bool:
        """Return whether comma-separated texts are several loads, rather than the names of a single load.

        They are several loads if some text contains several names, or if some traveler is named twice.
        """
        loads = [self._parse_load_names(part) or [] for part in parts]
        alone = [load[0] for load in loads if len(load) == 1]
        return any(len(load) > 1 for load in loads) or len(set(alone)) < len(alone)

    def _parse_load_names(self, text: str) -> list[str] | None:
        """Return the names in a text that consists only of names; None for other texts."""
        text = text.strip(" []{}\"'").removeprefix("(").removesuffix(")")
        tokens = self.lexicon.tokenize(text, self.reader.lowercase_wives)
        if not tokens or not all(token.roles & {NAME, "and"} or token.text in "/()" for token in tokens):
            return None
        return [token.text for token in tokens if NAME in token.roles] or None

    # -- lists and sentences

    def _read_list(self, lines: Sequence[TextLine]) -> list[Any] | None:
        """Return the crossings of a numbered or bulleted list, or of sentences if there is no list."""
        lines = self._join_titles(lines)
        numbered = [line for line in lines if line.number is not None]
        marked = [line for line in lines if line.is_item]
        for among in (numbered, marked):
            if among and (found := self._read_list_items(lines, among)) is not None:
                return found
        return self._read_sentences(lines)

    def _read_list_items(self, lines: Sequence[TextLine], items: Sequence[TextLine]) -> list[Any] | None:
        """Return the crossings that list items describe, with the claims of the lines between the items.

        A claim is about who is where after a crossing, such as ``Left: wolf``. ``items`` are the list items among the
        ``lines``. Returns None if several items describe fewer than two crossings (in an answer with a single move:
        none).
        """
        self.reader.last_aboard = ()
        steps, read, told = list[Any](), 0, {id(line) for line in items}
        places = [number for number, line in enumerate(lines) if id(line) in told]
        first, last = places[0], places[-1]
        for number, line in enumerate(lines):
            if number < first:
                continue
            if id(line) in told:
                if line.number == 0 or re.match(
                    r"(?:initial|start\b|at the start|beginning|goal)", line.text, re.IGNORECASE
                ):
                    self._add_steps_between_items(line, steps)
                    continue
                found = self.reader.read_line(line.text, True)
                read += any(isinstance(one, dict) and "aboard" in one for one in found)
                for one in found:
                    self._add_step_or_claim(one, steps)
            elif number < last or (number > last and not line.follows_blank and line.number is None):
                self._add_steps_between_items(line, steps)
        if read < 2 - self.is_single_move and not (read and len(items) == 1):
            return None
        return steps

    def _join_titles(self, lines: Sequence[TextLine]) -> Sequence[TextLine]:
        """Return the lines with each title such as ``2. Return trip`` joined to the crossing below it."""
        joined = list[TextLine]()
        for line in lines:
            title = joined[-1] if joined else line
            if line.number is None and title.number is not None and self._is_crossing_title(title.text):
                told = CrossingLineReader(self.lexicon, self.text).read_line(line.text, True)
                if any(isinstance(one, dict) and "aboard" in one for one in told):
                    joined[-1] = title._replace(text=f"{title.text}: {line.text}" if title.text else line.text)
                    continue
            joined.append(line)
        return joined

    def _is_crossing_title(self, text: str) -> bool:
        """Return whether a text only announces a crossing, with or without a direction: ``Return trip``."""
        roles = {"trip", "plain", "over", "back", "arrow", PLACE}
        return all(token.roles & roles for token in self.lexicon.tokenize(text, self.reader.lowercase_wives))

    def _add_steps_between_items(self, line: TextLine, steps: list[Any]) -> None:
        """Add the crossings and claims of a line between list items to ``steps``.

        A claim is about who is where after a crossing. A crossing is ignored if nobody is in the boat or if it repeats
        the previous step. Any other crossing becomes an `UnreadableStep`, unless the line is a list item itself or
        ``steps`` is empty.
        """
        for one in self.reader.read_line(line.text, False):
            if isinstance(one, dict) and "aboard" in one:
                same = steps and isinstance(steps[-1], dict) and steps[-1]["aboard"] == one["aboard"]
                if not same and not _is_empty_crossing(one):
                    self._add_step_or_claim(one if line.is_item or not steps else UnreadableStep(line.text), steps)
            else:
                self._add_step_or_claim(one, steps)

    def _add_step_or_claim(self, step_or_claim: Any, steps: list[Any]) -> None:
        """Append a crossing to ``steps``, or add a claim or a direction to the last crossing in ``steps``.

        A claim is a mapping that says who is where after the crossing.
        """
        if isinstance(step_or_claim, UnreadableStep) or "aboard" in step_or_claim:
            steps.append(step_or_claim)
        elif steps and isinstance(steps[-1], dict):
            if "way" in step_or_claim:
                steps[-1].update(step_or_claim["way"])
            else:
                steps[-1].setdefault("claims", []).append(step_or_claim)

    def _read_sentences(self, lines: Sequence[TextLine]) -> list[Any] | None:
        """Return the crossings that sentences describe; None if there are none.

        Text before the first crossing is ignored. After the last crossing, a sentence that cannot be parsed is ignored
        unless a traveler acts in it.
        """
        self.reader.last_aboard = ()
        steps, waiting = list[Any](), list[UnreadableStep]()
        for line in lines:
            for one in self.reader.read_line(line.text, self.is_single_move):
                if isinstance(one, UnreadableStep):
                    waiting.append(one) if any(isinstance(step, dict) for step in steps) else None
                elif "aboard" in one:
                    steps += [*waiting, one]
                    waiting = []
                else:
                    self._add_step_or_claim(one, steps)
        for one in waiting:
            tokens = self.lexicon.tokenize(one.text, self.reader.lowercase_wives)
            roles = frozenset[str]().union(*(token.roles for token in tokens))
            if roles & {"act", "pick"} and NAME in roles and not roles & {"maybe", "not", "everybody", "why"}:
                steps.append(one)
        return steps or None

    # -- tables

    def _parse_table_rows(self, lines: Sequence[TextLine]) -> list[Any] | None:
        """Return the crossings that the rows of a table describe; None if there are none.

        The heading says what each column contains: loads, numbers of travelers of a kind, companies at a place, or
        directions.
        """
        head = lines[0].cells
        kinds = {n: kind for n, cell in enumerate(head) if (kind := self._find_kind_in(cell))}
        places = {n: place for n, cell in enumerate(head) if n not in kinds and (place := self._find_place_in(cell))}
        columns = [
            n
            for n, cell in enumerate(head)
            if n not in kinds and n not in places and answer_pattern("column").search(cell)
        ]
        ways = [n for n, cell in enumerate(head) if answer_pattern("direction").search(cell) and n not in columns]
        body = lines[1:] if kinds or places or columns or ways else lines
        if len(columns) > 1:
            columns = [
                n
                for n in columns
                if not all(re.fullmatch(r"\W*\d*\W*", line.cells[n]) for line in body if n < len(line.cells))
            ] or columns[-1:]
        steps = list[Any]()
        for line in body:
            cells = line.cells
            if kinds:
                found = self._parse_counted_row(cells, kinds)
            else:
                among = (
                    columns
                    or [
                        n
                        for n in range(len(cells))
                        if n not in places and n not in ways and not re.fullmatch(r"\W*\d*\W*", cells[n])
                    ][:1]
                )
                said = [
                    cells[n]
                    for n in among
                    if n < len(cells)
                    and re.search(r"\w|[^\x00-\x7f]", cells[n].replace("\u2192", "").replace("\u2190", ""))
                ]
                found = [one for cell in said[:1] for one in self.reader.read_line(cell, True)]
            if found and ways and isinstance(found[0], dict) and ways[0] < len(cells):
                found = self._add_direction(found, cells[ways[0]])
            before = min(places, default=0) < min([*columns, *kinds], default=0)
            claims = [
                {"place": places[n], "company": company}
                for n in places
                if n < len(cells) and (company := self.reader.parse_company(cells[n])) is not None
            ]
            for one in [*(claims if before else ()), *found, *(() if before else claims)]:
                self._add_step_or_claim(one, steps)
        return steps or None

    def _add_direction(self, row_steps: list[Any], direction_text: str) -> list[Any]:
        """Return the crossings of a table row, with the direction from another cell of the row.

        The text of that cell is, for example, ``left → right``.
        """
        label = self.lexicon.tokenize(direction_text)
        arrows = [token.text for token in label if "arrow" in token.roles]
        row_steps = self.reader.apply_direction_label(row_steps, label)
        if not arrows and len(row_steps) == 1 and "aboard" in row_steps[0]:
            places = [token.text for token in label if token.text in self.names.place_lookup]
            row_steps[0] |= {"to": places[0]} if len(places) == 1 else {}
        return row_steps

    def _parse_counted_row(self, cells: Sequence[str], kinds: dict[int, str]) -> list[Any]:
        """Return the crossing of a table row with columns for numbers of travelers in the boat.

        ``kinds`` has the kind of travelers for the index of each such column. The result is a list with one crossing;
        it is empty if the row has no numbers, and has an `UnreadableStep` if a cell contains anything else.
        """
        numbers = {kind: cells[n].strip() for n, kind in kinds.items() if n < len(cells)}
        if not all(re.fullmatch(r"\d{1,2}|-|", number) for number in numbers.values()):
            return [UnreadableStep(" ".join(cells))]
        aboard = [kind for kind, number in numbers.items() for _ in range(int(number) if number.isdigit() else 0)]
        return [{"aboard": aboard}] if any(number.isdigit() for number in numbers.values()) else []

    def _find_kind_in(self, cell: str) -> str | None:
        """Return the only countable kind that a heading cell names.

        The result is None if the cell names no kind, several kinds or a place.
        """
        known = {*map(str.casefold, self.names.countable_kinds)}
        counted = [word for word in re.findall(r"[^\W\d_]+", cell) if word.casefold() in known]
        kinds = {self.names.find_kind_by_word(word) or word for word in counted}
        return kinds.pop() if len(kinds) == 1 and not self.names.place_lookup.find_names(cell) else None

    def _find_place_in(self, cell: str) -> str | None:
        """Return the place that the heading of a table's column names.

        The result is None if the cell names no place, or if it means a direction.
        """
        found = self.names.place_lookup.find_names(cell)
        return found[0] if len(found) == 1 and not re.search(r"\bto\b|direction|\u2192", cell, re.IGNORECASE) else None


def _is_empty_crossing(step: dict[str, Any]) -> bool:
    return not step["aboard"]
