"""A reader of placements in free text: tables, lists by spot or by category, sentences, and pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ferryplan import domains
from ferryplan.generator.name_lookup import NameLookup
from ferryplan.generator.notation import MAX_SENTENCE_LENGTH
from ferryplan.generator.text_lines import TextLine, split_lines

_SENTENCE_END = re.compile(r"(?:(?<=[^\W\d])|(?<=\))|(?<=[=:]\d)|(?<=[=:]\s\d)|(?<=s\s\d))[.;](?=\s|$)|\n")
"""the end of a sentence, but not the full stop after the number of a list entry"""
_MARKUP = re.compile(r"[*_`\"$]")


class PlacementTextReader:
    """A reader that finds the spots that a text, such as a language model's answer, states for the items.

    The results map the name of an item, as in the puzzle, to the name of its spot, as in the text.
    """

    def __init__(
        self, item_names: NameLookup[int], spot_names: NameLookup[int], groups_of_items: Sequence[str]
    ) -> None:
        """Compile the patterns for the names of items and spots.

        ``groups_of_items`` holds the name of each item's group, such as a category of a grid.
        """
        self.item_names, self.spot_names, self.groups_of_items = item_names, spot_names, groups_of_items
        words = domains.words("notation")["assignment"]
        self._supposition_pattern = re.compile(rf"\b(?:{'|'.join(words['supposed'])})\b", re.IGNORECASE)
        self._negation_pattern = re.compile(rf"\b(?:{'|'.join(words['negated'])})\b|n't\b", re.IGNORECASE)
        verbs = r"\b(?:is|are|be|goes|lives|stands|in|at|on|to|the|must|has|gets?|equals)\b"
        between = rf"[*_`\"$]*\s{{0,3}}(?:[=:|,]|->|\u2192|{verbs}|\s){{1,8}}[*_`\"$]*"
        self._pair_pattern = re.compile(
            f"(?P<item>{item_names.name_pattern}){between}(?P<spot>{spot_names.name_pattern})", re.IGNORECASE
        )
        self._spot_heading_pattern = re.compile(
            rf"[\W\d]*({spot_names.name_pattern})[*_`]*\s*(?:\([^()]*\)\s*)?(?:[:=]|->|\u2192|\s-|$)", re.IGNORECASE
        )

    def is_assertion(self, sentence: str) -> bool:
        """Return whether a sentence states a fact, and neither supposes ("if …") nor denies one."""
        return not self._supposition_pattern.search(sentence) and not self._negation_pattern.search(sentence)

    def read_table(self, lines: Sequence[TextLine], is_spot: Callable[[str], bool]) -> dict[str, str]:
        """Return the spot of each item that the rows of tables state.

        The spots can be the column headings, stand in the first column, or stand below column headings that name items.
        ``is_spot`` decides whether the text of a cell names a spot.
        """
        found, heads = dict[str, str](), list[str]()
        for line in lines:
            cells = [_MARKUP.sub("", cell).strip() for cell in line.cells]
            if sum(map(is_spot, cells)) > 1 and not any(cell in self.item_names for cell in cells):
                if heads and all(head in self.item_names for head in heads) and len(cells) == len(heads):
                    found |= {
                        self.item_names.canonical_name(head): cell for head, cell in zip(heads, cells, strict=True)
                    }
                heads = cells
                continue
            if cells and all(cell in self.item_names for cell in cells):
                heads = cells
            if len(cells) == 2 and cells[0] in self.item_names and cells[1] in self.spot_names:
                found[self.item_names.canonical_name(cells[0])] = cells[1]
                continue
            row = cells[0] if cells and cells[0] in self.spot_names else None
            for head, cell in zip(heads or cells, cells, strict=False):
                for name in [cell] if cell in self.item_names else self.item_names.find_names(cell) if row else []:
                    if head in self.spot_names or row:
                        found[self.item_names.canonical_name(name)] = head if head in self.spot_names else str(row)
        return found

    def read_category_lists(self, lines: Sequence[str]) -> dict[str, str]:
        """Return the spot of each item from lines that list a category's items in the order of the spots.

        An example is ``Animals: cats, horse, birds``.
        """
        found = dict[str, str]()
        spots = [*self.spot_names.primary_names]
        for line in lines:
            named = self.item_names.find_names(line[:MAX_SENTENCE_LENGTH])
            groups = {self.groups_of_items[meant] for name in named if (meant := self.item_names.get(name)) is not None}
            bare = re.sub(r"[^\w]+", " ", self.item_names.compiled_pattern.sub(" ", line)).split()
            if len(named) == len({*named}) == len(spots) and len(groups) == 1 and len(bare) < 3:
                found |= {self.item_names.canonical_name(name): spot for name, spot in zip(named, spots, strict=True)}
        return found

    def read_spot_lists(self, text: str) -> dict[str, str]:
        """Return the spot of each item from sentences that name one spot and several items.

        An example is ``House 1: the Norwegian, cats``. The items can also be listed in the lines below the spot.
        """
        found, here = dict[str, str](), ""
        for line in text.splitlines():
            if re.match(r"#+\s|[-*]{3,}$", line.strip()):
                here = ""
            for sentence in _SENTENCE_END.split(line):
                if len(sentence) > MAX_SENTENCE_LENGTH or not self.is_assertion(sentence):
                    continue
                spots = {self.spot_names.canonical_name(name) for name in self.spot_names.find_names(sentence)}
                items = [*map(self.item_names.canonical_name, self.item_names.find_names(sentence))]
                if len(spots) == 1 and len(items) > 1:
                    found |= dict.fromkeys(items, next(iter(spots)))
            begun = self._spot_heading_pattern.match(line[:MAX_SENTENCE_LENGTH])
            if begun:
                here = begun[1]
            elif here and self.is_assertion(line):
                listed = ":" in line or line.strip()[:1] in ("-", "*", "\u2022")
                named = self.item_names.find_names(line[:MAX_SENTENCE_LENGTH]) if listed else []
                here = here if named or not line.strip() else ""
                found |= {self.item_names.canonical_name(name): here for name in named} if here else {}
            if begun and self.is_assertion(line):
                found |= {
                    self.item_names.canonical_name(name): here
                    for name in self.item_names.find_names(line[begun.end() : MAX_SENTENCE_LENGTH])
                }
        return found

    def read_pairs(self, text: str) -> dict[str, str]:
        """Return the spot of each item from pairs such as ``S = 9``; the last pair of an item counts."""
        found = dict[str, str]()
        for sentence in _SENTENCE_END.split(text):
            if len(sentence) < 4 * MAX_SENTENCE_LENGTH and self.is_assertion(sentence):
                found |= {
                    self.item_names.canonical_name(one["item"]): one["spot"]
                    for one in self._pair_pattern.finditer(sentence)
                    if one["item"] in self.item_names
                }
        return found

    def read_parallel_rows(self, lines: Sequence[str]) -> dict[str, str]:
        """Return the spot of each item from a row of items and, below or after it, a row of their spots.

        An example is ``(S, E) = (9, 5)``.
        """
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
                    and all(one in self.item_names for one in items)
                    and all(one in self.spot_names for one in spots)
                ):
                    found |= dict(zip(map(self.item_names.canonical_name, items), spots, strict=True))
        return found

    def read_placements(self, text: str, is_spot: Callable[[str], bool]) -> Mapping[str, str]:
        """Return the spot that a text states for each item.

        Of all forms (tables, lists, pairs), the result uses the one that yields the most items. ``is_spot`` decides
        whether the text of a table's cell names a spot.
        """
        lines = split_lines(text)
        rows = [line.text for line in lines if not line.cells]
        forms = (
            self.read_table([line for line in lines if line.cells], is_spot),
            self.read_table(_split_comma_table(text), is_spot),
            self.read_category_lists(rows),
            self.read_parallel_rows(rows),
            self.read_spot_lists(text),
            self.read_pairs(text),
        )
        return max(forms, key=len)


def _split_comma_table(text: str) -> list[TextLine]:
    """Return the rows of a table with comma-separated cells in a text; no rows if there is no such table."""
    rows = [row.split(",") for row in text.splitlines() if row.count(",") > 1 and len(row) < MAX_SENTENCE_LENGTH]
    wide = {len(row) for row in rows}
    return [TextLine("", cells=tuple(map(str.strip, row))) for row in rows] if len(wide) == 1 and len(rows) > 2 else []
