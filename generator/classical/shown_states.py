"""Parsers for plans that list the states that they pass through, in place of the actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

ShownFacts = frozenset[tuple[str, ...]]
"""the facts of a state that a text shows"""
ARROW_PATTERN = r"->|\u2192|=>"
_LIST_NUMBER = re.compile(
    r"(?im)^[ \t]*(?:\W{0,3}(?:step|state|move|flip|action|after(?:\s(?:step|move|flip|action))?)\s?#?)?\s?\d{1,3}\s?[.):][ \t]+"
)
"""the number of an item at the start of a line"""


class ShownState(NamedTuple):
    """A state that a text shows, with the position of the shown state in the text."""

    start: int
    end: int
    """the text shows the state in ``text[start:end]``"""
    facts: ShownFacts


def drop_list_numbers(text: str) -> str:
    """Return a text without the numbers of list items, such as "3." or "Step 3:", at the starts of lines."""
    return _LIST_NUMBER.sub("", text)


def find_bracket_groups(text: str) -> list[tuple[int, int, list[str]]]:
    """Return triples (start, end, words) for the innermost pairs of brackets in a text.

    The start and the end are positions in the text; the words are those between the brackets.
    """
    groups = re.finditer(r"[\[(]([^\[\](){}]{0,200})[\])]", text)
    return [(one.start(), one.end(), re.findall(r"\w+", one[1])) for one in groups]


def find_jug_states(
    text: str, jugs_by_size: Mapping[int, str], levels_by_number: Mapping[int, str]
) -> list[ShownState]:
    """Return the states of jugs that a text shows: in brackets, the number of liters in each jug.

    The numbers are in the order of a heading such as ``(5 L, 3 L)``, or else by size. ``jugs_by_size`` maps sizes to
    the names of jugs, and ``levels_by_number`` maps numbers of liters to the names of levels.
    """
    groups = [
        (start, end, [*map(int, inside)]) for start, end, inside in find_bracket_groups(text) if _are_numbers(inside)
    ]
    groups = [one for one in groups if len(one[2]) == len(jugs_by_size)]
    head = re.search(r"\(\D{0,9}(\d{1,9})[^\d,]{1,12},\D{0,9}(\d{1,9})[^\d,]{1,12}\)", text)
    stated_order = [[int(head[1]), int(head[2])]] if head and {int(head[1]), int(head[2])} == {*jugs_by_size} else []
    for order in (*stated_order, sorted(jugs_by_size), sorted(jugs_by_size, reverse=True)):
        rows = [dict(zip(order, amounts, strict=True)) for *_, amounts in groups]
        if all(amount <= size and amount in levels_by_number for row in rows for size, amount in row.items()):
            shown = (
                frozenset(("holds", jugs_by_size[size], levels_by_number[row[size]]) for size in row) for row in rows
            )
            return [ShownState(start, end, facts) for (start, end, _), facts in zip(groups, shown, strict=True)]
    return []


def find_pancake_states(text: str, pancake_count: int) -> list[ShownState]:
    """Return the stacks of pancakes in a text, from the top: ``42513``, ``[4, 2, 5, 1, 3]``.

    A stack has each number from 1 to the number of pancakes once.
    """
    found = list[ShownState]()
    for run in re.finditer(r"(?<![\w.])\d+(?:(?:, ?| )\d+)*(?![\w.]\d)", text):
        numbers = re.findall(r"\d+", run[0])
        numbers = [*numbers[0]] if len(numbers) == 1 else numbers
        if _are_numbers(numbers) and sorted(map(int, numbers)) == [*range(1, pancake_count + 1)]:
            facts = frozenset(("lies", f"pancake-{one}", f"place-{n}") for n, one in enumerate(numbers, 1))
            found.append(ShownState(run.start(), run.end(), facts))
    return found


def find_tile_states(text: str, cells: Sequence[str], tile_count: int) -> list[ShownState]:
    """Return the boards of sliding tiles that a text shows row by row, with a sign for the empty cell.

    ``cells`` lists the names of the cells, row by row.
    """
    value, between = r"(?:\d{1,2}|_+|\*|\.|x|\u25a1|blank|empty)", r"(?:[\s,|/;\[\]()+]|-{2,}){1,40}?"
    found = list[ShownState]()
    for board in re.finditer(rf"(?<!\w){value}(?:{between}{value}(?!\w)){{{len(cells) - 1}}}", text, re.IGNORECASE):
        tokens = re.findall(value, board[0], re.IGNORECASE)
        numbers = [int(token) if token.isdigit() else 0 for token in tokens]
        if sorted(numbers) == [*range(tile_count + 1)]:
            on = (("on", f"tile-{one}", cell) for one, cell in zip(numbers, cells, strict=True) if one)
            found.append(ShownState(board.start(), board.end(), frozenset(on)))
    return found


def find_peg_states(text: str, peg_count: int, disc_count: int) -> list[ShownState]:
    """Return the states of discs on pegs that a text shows: for each peg, a list of its discs in brackets.

    The discs of a peg may be in any order.
    """
    groups = [one for one in find_bracket_groups(text) if _are_numbers(one[2]) or not one[2]]
    found = list[ShownState]()
    for first in range(0, len(groups) - peg_count + 1, peg_count):
        part = groups[first : first + peg_count]
        stacks = [sorted(map(int, inside), reverse=True) for *_, inside in part]
        if sorted(disc for stack in stacks for disc in stack) != [*range(1, disc_count + 1)]:
            return []
        facts = (
            ("on", f"disc-{disc}", f"disc-{below}" if below else f"peg-{peg}")
            for peg, stack in enumerate(stacks, 1)
            for below, disc in zip([0, *stack], stack, strict=False)
        )
        found.append(ShownState(part[0][0], part[-1][1], frozenset(facts)))
    return found


def find_tower_states(
    text: str, find_block: Callable[[str], str | None], block_count: int, is_start: Callable[[ShownFacts], bool]
) -> list[ShownState]:
    """Return the states of stacked blocks that a text shows: each pair of brackets is a tower.

    Each state is on its own line, or between arrows. ``find_block`` is a function that returns the block for a word.
    ``is_start`` is a function that tests whether facts may be the first state. The test decides which end of a tower is
    the bottom.
    """
    states = list[tuple[int, int, list[list[str]]]]()
    for segment in re.finditer(rf"(?:(?!{ARROW_PATTERN})[^\n])+", text):
        groups = [[find_block(word) for word in inside] for *_, inside in find_bracket_groups(segment[0])]
        towers = [[block for block in group if block] for group in groups if group and None not in group]
        named = [block for tower in towers for block in tower]
        if len(named) == len({*named}) == block_count:
            states.append((segment.start(), segment.end(), towers))
    for upward in (True, False):
        found = [ShownState(start, end, _make_tower_facts(towers, upward)) for start, end, towers in states]
        if found and is_start(found[0].facts):
            return found
    return []


def _make_tower_facts(towers: Iterable[Sequence[str]], upward: bool) -> ShownFacts:
    """Return the facts for towers of blocks, each listed from the bottom (``upward``) or from the top."""

    def list_facts() -> Iterator[tuple[str, ...]]:
        for tower in towers:
            below, *rest = tower if upward else [*tower][::-1]
            yield "on-table", below
            for block in rest:
                yield "on", block, below
                below = block

    return frozenset(list_facts())


def _are_numbers(words: Sequence[str]) -> bool:
    return bool(words) and all(re.fullmatch(r"\d{1,9}", word) for word in words)
