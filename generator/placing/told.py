"""A text as placements: lines that name a place with what is there, tables, lists by category, pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ferryplan import domains
from ferryplan.generator.lines import Line, split_lines
from ferryplan.generator.naming import Names
from ferryplan.generator.speller import LINE

_SENTENCES = re.compile(r"(?:(?<=[^\W\d])|(?<=\))|(?<=[=:]\d)|(?<=[=:]\s\d)|(?<=s\s\d))[.;](?=\s|$)|\n")
"""where sentences end; not behind the number of an item of a list"""
_MARKS = re.compile(r"[*_`\"$]")


class PlacementText:
    """A text in which it may be said what is placed where."""

    def __init__(self, items: Names[int], spots: Names[int], groups: Sequence[str]) -> None:
        """Take the names of items and spots, and the group of each item."""
        self.items, self.spots, self.groups = items, spots, groups
        words = domains.words("notation")["placing"]
        self._supposed = re.compile(rf"\b(?:{'|'.join(words['supposed'])})\b", re.IGNORECASE)
        self._negated = re.compile(rf"\b(?:{'|'.join(words['negated'])})\b|n't\b", re.IGNORECASE)
        verbs = r"\b(?:is|are|be|goes|lives|stands|in|at|on|to|the|must|has|gets?|equals)\b"
        between = rf"[*_`\"$]*\s{{0,3}}(?:[=:|,]|->|\u2192|{verbs}|\s){{1,8}}[*_`\"$]*"
        self._pair = re.compile(f"(?P<item>{items.pattern}){between}(?P<spot>{spots.pattern})", re.IGNORECASE)
        self._headed = re.compile(
            rf"[\W\d]*({spots.pattern})[*_`]*\s*(?:\([^()]*\)\s*)?(?:[:=]|->|\u2192|\s-|$)", re.IGNORECASE
        )

    def is_meant(self, sentence: str) -> bool:
        """Return whether a sentence says what is so, and does not only suppose it."""
        return not self._supposed.search(sentence) and not self._negated.search(sentence)

    def in_table(self, lines: Sequence[Line], is_spot: Callable[[str], bool]) -> dict[str, str]:
        """Return what the rows of tables say: by a head of spots, by a first cell that is one, or by cells below items."""
        found, heads = dict[str, str](), list[str]()
        for line in lines:
            cells = [_MARKS.sub("", cell).strip() for cell in line.cells]
            if sum(map(is_spot, cells)) > 1 and not any(cell in self.items for cell in cells):
                if heads and all(head in self.items for head in heads) and len(cells) == len(heads):
                    found |= {self.items.canonical(head): cell for head, cell in zip(heads, cells, strict=True)}
                heads = cells
                continue
            if cells and all(cell in self.items for cell in cells):
                heads = cells
            if len(cells) == 2 and cells[0] in self.items and cells[1] in self.spots:
                found[self.items.canonical(cells[0])] = cells[1]
                continue
            row = cells[0] if cells and cells[0] in self.spots else None
            for head, cell in zip(heads or cells, cells, strict=False):
                for name in [cell] if cell in self.items else self.items.named_in(cell) if row else []:
                    if head in self.spots or row:
                        found[self.items.canonical(name)] = head if head in self.spots else str(row)
        return found

    def by_category(self, lines: Sequence[str]) -> dict[str, str]:
        """Return what lists of all items of a group say, in the order of the spots: ``Animals: cats, horse, birds``."""
        found = dict[str, str]()
        spots = [*self.spots.firsts]
        for line in lines:
            named = self.items.named_in(line[:LINE])
            groups = {self.groups[meant] for name in named if (meant := self.items.get(name)) is not None}
            bare = re.sub(r"[^\w]+", " ", self.items.found.sub(" ", line)).split()
            if len(named) == len({*named}) == len(spots) and len(groups) == 1 and len(bare) < 3:
                found |= {self.items.canonical(name): spot for name, spot in zip(named, spots, strict=True)}
        return found

    def by_place(self, text: str) -> dict[str, str]:
        """Return what sentences say in which one spot and several items are named: ``House 1: the Norwegian, cats``."""
        found, here = dict[str, str](), ""
        for line in text.splitlines():
            if re.match(r"#+\s|[-*]{3,}$", line.strip()):
                here = ""
            for sentence in _SENTENCES.split(line):
                if len(sentence) > LINE or not self.is_meant(sentence):
                    continue
                spots = {self.spots.canonical(name) for name in self.spots.named_in(sentence)}
                items = [*map(self.items.canonical, self.items.named_in(sentence))]
                if len(spots) == 1 and len(items) > 1:
                    found |= dict.fromkeys(items, next(iter(spots)))
            begun = self._headed.match(line[:LINE])
            if begun:
                here = begun[1]
            elif here and self.is_meant(line):
                listed = ":" in line or line.strip()[:1] in ("-", "*", "\u2022")
                named = self.items.named_in(line[:LINE]) if listed else []
                here = here if named or not line.strip() else ""
                found |= {self.items.canonical(name): here for name in named} if here else {}
            if begun and self.is_meant(line):
                found |= {self.items.canonical(name): here for name in self.items.named_in(line[begun.end() : LINE])}
        return found

    def by_pairs(self, text: str) -> dict[str, str]:
        """Return what pairs of an item and a spot say: ``S = 9``; the last that is said of each."""
        found = dict[str, str]()
        for sentence in _SENTENCES.split(text):
            if len(sentence) < 4 * LINE and self.is_meant(sentence):
                found |= {
                    self.items.canonical(one["item"]): one["spot"]
                    for one in self._pair.finditer(sentence)
                    if one["item"] in self.items
                }
        return found

    def in_rows(self, lines: Sequence[str]) -> dict[str, str]:
        """Return what a line of items says above or before a line of as many spots: ``(S, E) = (9, 5)``."""
        words = [[*filter(None, re.split(r"[\s,;|()\[\]=:]+", line))] for line in lines]
        found = dict[str, str]()
        for number, row in enumerate(words):
            for items, spots in (
                (row[: len(row) // 2], row[len(row) // 2 :]),
                (row, words[number + 1] if number + 1 < len(words) else []),
            ):
                if (
                    len(items) > 1
                    and len(items) == len(spots)
                    and all(one in self.items for one in items)
                    and all(one in self.spots for one in spots)
                ):
                    found |= dict(zip(map(self.items.canonical, items), spots, strict=True))
        return found

    def placements(self, text: str, is_spot: Callable[[str], bool]) -> Mapping[str, str]:
        """Return the spot that a text names for each item, in the form that names most of them."""
        lines = split_lines(text)
        rows = [line.text for line in lines if not line.cells]
        forms = (
            self.in_table([line for line in lines if line.cells], is_spot),
            self.in_table(_comma_separated(text), is_spot),
            self.by_category(rows),
            self.in_rows(rows),
            self.by_place(text),
            self.by_pairs(text),
        )
        return max(forms, key=len)


def _comma_separated(text: str) -> list[Line]:
    """Return the rows of a table whose cells stand between commas."""
    rows = [row.split(",") for row in text.splitlines() if row.count(",") > 1 and len(row) < LINE]
    wide = {len(row) for row in rows}
    return [Line("", cells=tuple(map(str.strip, row))) for row in rows] if len(wide) == 1 and len(rows) > 2 else []
