"""A text as a list of crossings: the items of a list, the rows of a table, sentences, names in a row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.legend import replace_signs
from ferryplan.generator.crossing.lexicon import NAME, PLACE, Lexicon
from ferryplan.generator.crossing.prose import CrossingReader
from ferryplan.generator.crossing.shown_states import ShownStates
from ferryplan.generator.lines import Line, last_run, split_lines
from ferryplan.generator.speller import LINE, Unread, words

_CHAINED = (
    r"\s*;\s*",
    r"\s+/\s+",
    r"\s*\|\s*",
    r"\s*(?:\u2192|->|=>)\s*",
    r"\)\s*,?\s*(?=\()",
    r"\s*,\s*",
    r"\s*\n+\s*",
)
_COMMA = _CHAINED[-2]
"""what may stand between the loads of a plan that is names alone"""
_NESTED = re.compile(r"^([ \t]*)-[ \t]+\w+:[ \t]*\n((?:\1[ \t]+-[ \t]+[^\n]+(?:\n|\Z))+)", re.MULTILINE)
"""an item of a list that has a list of its own, as YAML writes who is aboard"""


class CrossingText:
    """A text in which crossings may be told."""

    def __init__(self, instance: Instance, lexicon: Lexicon, text: str, single: bool) -> None:
        self.lexicon, self.names, self.single = lexicon, lexicon.names, single
        text = re.sub(r"\b(wife|husband|[wh])\(\s?(\w{1,2})\s?\)", r"\1 \2", text) if lexicon.names.spouses else text
        if "- " in text:
            text = _NESTED.sub(lambda one: f"- {', '.join(re.findall(r'- +(.*)', one[2]))}\n", text)
        # "the 1- and 2-minute walkers" are "the 1-minute walker and the 2-minute walker"
        text = re.sub(r"\b(\d+)-\s?(?:and|&)\s(\d+)-(\w+)\s(\w+?)s\b", r"\1-\3 \4 and \2-\3 \4", text)
        self.text = replace_signs(text, lexicon.names)
        self.reader = CrossingReader(lexicon, self.text)
        self.instance = instance

    def crossings(self) -> list[Any] | None:
        """Return the crossings that the text tells, as data; None if it tells none."""
        if not self.single and (shown := ShownStates(self.instance, self.reader).crossings(self.text)):
            return shown
        if chained := self._read_chain(self.text.strip(" \n`.\xab\xbb\"'[]")):
            return chained
        if counted := self._read_pairs():
            return counted
        lines = last_run(split_lines(self.text))
        if any(line.cells for line in lines) and (found := self._read_rows([line for line in lines if line.cells])):
            return found
        return self._read_list([line for line in lines if not line.cells])

    def _read_pairs(self) -> list[Any] | None:
        """Return the crossings of pairs of numbers, where the text says what is counted: ``(missionaries, cannibals)``."""
        kinds = "|".join(map(re.escape, self.names.counts))
        head = kinds and re.search(rf"\(\s?({kinds})\s?,\s?({kinds})\s?\)", self.text, re.IGNORECASE)
        pairs = re.findall(r"[(\[]\s?(\d{1,2})\s?,\s?(\d{1,2})\s?[)\]]", self.text) if head else ()
        named = [self.names.kind_of(one) or one.upper() for one in head.groups()] if head else []
        loads = [[kind for kind, number in zip(named, pair, strict=True) for _ in range(int(number))] for pair in pairs]
        return [{"aboard": load} for load in loads] if len(loads) > 1 else None

    def _read_chain(self, text: str) -> list[Any] | None:
        """Return the loads of a text that is nothing but names and one kind of sign between loads."""
        if len(text) > LINE * 10 or "\n\n" in text:
            return None
        text = re.sub(r"^[^:\n]{0,40}:\s+(?=\S)", "", text) if text.count(":") == 1 else text
        for sign in _CHAINED[-1:] if "\n" in text else _CHAINED[:-1]:
            parts = re.split(sign, text)
            if len(parts) < 2 + (sign == _COMMA):
                continue
            if cargo := self.lexicon.cargo_of(parts):
                return cargo
            loads = list[list[str]]()
            for part in parts:
                if (load := self._read_load(part)) is None:
                    break
                loads.append(load)
            if len(loads) == len(parts) and not (sign == _COMMA and not self._are_loads(parts)):
                return [{"aboard": load} for load in loads]
        return None

    def _are_loads(self, parts: Sequence[str]) -> bool:
        """Return whether parts between commas are loads of their own: some have several names, or somebody comes again."""
        loads = [self._read_load(part) or [] for part in parts]
        alone = [load[0] for load in loads if len(load) == 1]
        return any(len(load) > 1 for load in loads) or len(set(alone)) < len(alone)

    def _read_load(self, text: str) -> list[str] | None:
        """Return the names in a text that is nothing but names; None for another."""
        text = text.strip(" []{}\"'").removeprefix("(").removesuffix(")")
        tokens = self.lexicon.tokens(text, self.reader.small)
        if not tokens or not all(token.roles & {NAME, "and"} or token.text in "/()" for token in tokens):
            return None
        return [token.text for token in tokens if NAME in token.roles] or None

    # -- lists and sentences

    def _read_list(self, lines: Sequence[Line]) -> list[Any] | None:
        """Return the crossings of a list, or else of sentences."""
        lines = self._join_titles(lines)
        numbered = [line for line in lines if line.number is not None]
        marked = [line for line in lines if line.marked]
        for among in (numbered, marked):
            if among and (found := self._read_items(lines, among)) is not None:
                return found
        return self._read_sentences(lines)

    def _read_items(self, lines: Sequence[Line], items: Sequence[Line]) -> list[Any] | None:
        """Return the crossings that the items of a list tell, with what the lines between them claim; None where fewer than two do."""
        self.reader.last = ()
        steps, read, told = list[Any](), 0, {id(line) for line in items}
        places = [number for number, line in enumerate(lines) if id(line) in told]
        first, last = places[0], places[-1]
        unread = list[tuple[int, Unread]]()
        for number, line in enumerate(lines):
            if number < first:
                continue
            if id(line) in told:
                if line.number == 0 or re.match(
                    r"(?:initial|start\b|at the start|beginning|goal)", line.text, re.IGNORECASE
                ):
                    self._read_between(line, steps, [])
                    continue
                found = self.reader.read(line.text, True)
                read += any(isinstance(one, dict) and "aboard" in one for one in found)
                for one in found:
                    if isinstance(one, Unread):
                        unread.append((len(steps), one))
                    self._add_step(one, steps)
            elif number < last or (number > last and not line.apart and line.number is None):
                self._read_between(line, steps, unread)
        if read < 2 - self.single and not (read and len(items) == 1):
            return None
        return steps

    def _join_titles(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return lines in which a number with no more than a title is joined with the crossing below it: ``2. Return trip``."""
        joined = list[Line]()
        for line in lines:
            title = joined[-1] if joined else line
            if line.number is None and title.number is not None and self._is_label(title.text):
                told = CrossingReader(self.lexicon, self.text).read(line.text, True)
                if any(isinstance(one, dict) and "aboard" in one for one in told):
                    joined[-1] = title._replace(text=f"{title.text}: {line.text}" if title.text else line.text)
                    continue
            joined.append(line)
        return joined

    def _is_label(self, text: str) -> bool:
        """Return whether a text names nobody and says no more than that somebody crosses, and where to."""
        roles = {"trip", "plain", "over", "back", "arrow", PLACE}
        return all(token.roles & roles for token in self.lexicon.tokens(text, self.reader.small))

    def _read_between(self, line: Line, steps: list[Any], unread: list[Any]) -> None:
        """Take what a line between the items of a list claims, and what it tells besides."""
        for one in self.reader.read(line.text, False):
            if isinstance(one, dict) and "aboard" in one:
                same = steps and isinstance(steps[-1], dict) and steps[-1]["aboard"] == one["aboard"]
                if not same and not _is_empty(one):
                    self._add_step(one if line.marked or not steps else Unread(line.text), steps)
            else:
                self._add_step(one, steps)

    def _add_step(self, one: Any, steps: list[Any]) -> None:
        """Add a crossing, or a claim to the crossing before it."""
        if isinstance(one, Unread) or "aboard" in one:
            steps.append(one)
        elif steps and isinstance(steps[-1], dict):
            if "way" in one:
                steps[-1].update(one["way"])
            else:
                steps[-1].setdefault("claims", []).append(one)

    def _read_sentences(self, lines: Sequence[Line]) -> list[Any] | None:
        """Return the crossings that sentences tell; what stands before the first is none of them, and after the last nobody may act."""
        self.reader.last = ()
        steps, waiting = list[Any](), list[Unread]()
        for line in lines:
            for one in self.reader.read(line.text, self.single):
                if isinstance(one, Unread):
                    waiting.append(one) if any(isinstance(step, dict) for step in steps) else None
                elif "aboard" in one:
                    steps += [*waiting, one]
                    waiting = []
                else:
                    self._add_step(one, steps)
        for one in waiting:
            tokens = self.lexicon.tokens(one.text, self.reader.small)
            roles = frozenset[str]().union(*(token.roles for token in tokens))
            if roles & {"act", "pick"} and NAME in roles and not roles & {"maybe", "not", "everybody", "why"}:
                steps.append(one)
        return steps or None

    # -- tables

    def _read_rows(self, lines: Sequence[Line]) -> list[Any] | None:
        """Return the crossings that the rows of a table tell."""
        head = lines[0].cells
        kinds = {n: kind for n, cell in enumerate(head) if (kind := self._kind_in(cell))}
        places = {n: place for n, cell in enumerate(head) if n not in kinds and (place := self._place_in(cell))}
        columns = [
            n for n, cell in enumerate(head) if n not in kinds and n not in places and words("column").search(cell)
        ]
        ways = [n for n, cell in enumerate(head) if words("direction").search(cell) and n not in columns]
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
                found = self._read_counts(cells, kinds)
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
                found = [one for cell in said[:1] for one in self.reader.read(cell, True)]
            if found and ways and isinstance(found[0], dict) and ways[0] < len(cells):
                found = self._add_direction(found, cells[ways[0]])
            before = min(places, default=0) < min([*columns, *kinds], default=0)
            claims = [
                {"place": places[n], "company": company}
                for n in places
                if n < len(cells) and (company := self.reader.company(cells[n])) is not None
            ]
            for one in [*(claims if before else ()), *found, *(() if before else claims)]:
                self._add_step(one, steps)
        return steps or None

    def _add_direction(self, found: list[Any], way: str) -> list[Any]:
        """Return what a row tells with the direction that another cell says."""
        label = self.lexicon.tokens(way)
        arrows = [token.text for token in label if "arrow" in token.roles]
        found = self.reader.with_label(found, label)
        if not arrows and len(found) == 1 and "aboard" in found[0]:
            places = [token.text for token in label if token.text in self.names.places]
            found[0] |= {"to": places[0]} if len(places) == 1 else {}
        return found

    def _read_counts(self, cells: Sequence[str], kinds: dict[int, str]) -> list[Any]:
        numbers = {kind: cells[n].strip() for n, kind in kinds.items() if n < len(cells)}
        if not all(re.fullmatch(r"\d{1,2}|-|", number) for number in numbers.values()):
            return [Unread(" ".join(cells))]
        aboard = [kind for kind, number in numbers.items() for _ in range(int(number) if number.isdigit() else 0)]
        return [{"aboard": aboard}] if any(number.isdigit() for number in numbers.values()) else []

    def _kind_in(self, cell: str) -> str | None:
        """Return the kind, of which there are several, whose number a column says."""
        known = {*map(str.casefold, self.names.counts)}
        counted = [word for word in re.findall(r"[^\W\d_]+", cell) if word.casefold() in known]
        kinds = {self.names.kind_of(word) or word for word in counted}
        return kinds.pop() if len(kinds) == 1 and not self.names.places.named_in(cell) else None

    def _place_in(self, cell: str) -> str | None:
        found = self.names.places.named_in(cell)
        return found[0] if len(found) == 1 and not re.search(r"\bto\b|direction|\u2192", cell, re.IGNORECASE) else None


def _is_empty(step: dict[str, Any]) -> bool:
    return not step["aboard"]
