"""Plans that are shown by the states that they pass through, with no word for the actions between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

Facts = frozenset[tuple[str, ...]]
"""what is shown of a state"""
ARROW = r"->|\u2192|=>"
_LABEL = re.compile(
    r"(?im)^[ \t]*(?:\W{0,3}(?:step|state|move|flip|action|after(?:\s(?:step|move|flip|action))?)\s?#?)?\s?\d{1,3}\s?[.):][ \t]+"
)
"""the number of a state in a list"""


class Shown(NamedTuple):
    """A state that a text shows."""

    start: int
    end: int
    facts: Facts


def drop_labels(text: str) -> str:
    """Return a text without the numbers of a list at the beginnings of its lines."""
    return _LABEL.sub("", text)


def find_groups(text: str) -> list[tuple[int, int, list[str]]]:
    """Return where brackets stand that hold no others, and the words in each."""
    groups = re.finditer(r"[\[(]([^\[\](){}]{0,200})[\])]", text)
    return [(one.start(), one.end(), re.findall(r"\w+", one[1])) for one in groups]


def states_of_levels(text: str, jugs: Mapping[int, str], levels: Mapping[int, str]) -> list[Shown]:
    """Return the states of jugs: a number in brackets for each, in the order of a head such as ``(5 L, 3 L)``, or else by size."""
    groups = [(start, end, [*map(int, inside)]) for start, end, inside in find_groups(text) if _are_numbers(inside)]
    groups = [one for one in groups if len(one[2]) == len(jugs)]
    head = re.search(r"\(\D{0,9}(\d{1,9})[^\d,]{1,12},\D{0,9}(\d{1,9})[^\d,]{1,12}\)", text)
    told = [[int(head[1]), int(head[2])]] if head and {int(head[1]), int(head[2])} == {*jugs} else []
    for order in (*told, sorted(jugs), sorted(jugs, reverse=True)):
        rows = [dict(zip(order, amounts, strict=True)) for *_, amounts in groups]
        if all(amount <= size and amount in levels for row in rows for size, amount in row.items()):
            shown = (frozenset(("holds", jugs[size], levels[row[size]]) for size in row) for row in rows)
            return [Shown(start, end, facts) for (start, end, _), facts in zip(groups, shown, strict=True)]
    return []


def states_of_stack(text: str, size: int) -> list[Shown]:
    """Return the orders of a stack of pancakes from the top: ``42513``, ``[4, 2, 5, 1, 3]``."""
    found = list[Shown]()
    for run in re.finditer(r"(?<![\w.])\d+(?:(?:, ?| )\d+)*(?![\w.]\d)", text):
        numbers = re.findall(r"\d+", run[0])
        numbers = [*numbers[0]] if len(numbers) == 1 else numbers
        if _are_numbers(numbers) and sorted(map(int, numbers)) == [*range(1, size + 1)]:
            facts = frozenset(("lies", f"pancake-{one}", f"place-{n}") for n, one in enumerate(numbers, 1))
            found.append(Shown(run.start(), run.end(), facts))
    return found


def states_of_board(text: str, cells: Sequence[str], tiles: int) -> list[Shown]:
    """Return the boards of sliding tiles, row by row, with a sign for the empty cell."""
    value, between = r"(?:\d{1,2}|_+|\*|\.|x|\u25a1|blank|empty)", r"(?:[\s,|/;\[\]()+]|-{2,}){1,40}?"
    found = list[Shown]()
    for board in re.finditer(rf"(?<!\w){value}(?:{between}{value}(?!\w)){{{len(cells) - 1}}}", text, re.IGNORECASE):
        tokens = re.findall(value, board[0], re.IGNORECASE)
        numbers = [int(token) if token.isdigit() else 0 for token in tokens]
        if sorted(numbers) == [*range(tiles + 1)]:
            on = (("on", f"tile-{one}", cell) for one, cell in zip(numbers, cells, strict=True) if one)
            found.append(Shown(board.start(), board.end(), frozenset(on)))
    return found


def states_of_pegs(text: str, pegs: int, discs: int) -> list[Shown]:
    """Return the states of discs on pegs: a list in brackets for each peg, in any order of the discs on it."""
    groups = [one for one in find_groups(text) if _are_numbers(one[2]) or not one[2]]
    found = list[Shown]()
    for first in range(0, len(groups) - pegs + 1, pegs):
        part = groups[first : first + pegs]
        stacks = [sorted(map(int, inside), reverse=True) for *_, inside in part]
        if sorted(disc for stack in stacks for disc in stack) != [*range(1, discs + 1)]:
            return []
        facts = (
            ("on", f"disc-{disc}", f"disc-{below}" if below else f"peg-{peg}")
            for peg, stack in enumerate(stacks, 1)
            for below, disc in zip([0, *stack], stack, strict=False)
        )
        found.append(Shown(part[0][0], part[-1][1], frozenset(facts)))
    return found


def states_of_towers(
    text: str, name_of: Callable[[str], str | None], blocks: int, is_start: Callable[[Facts], bool]
) -> list[Shown]:
    """Return the states of blocks: each on a line, or between arrows, a tower in brackets; the first state tells which end is the bottom."""
    states = list[tuple[int, int, list[list[str]]]]()
    for segment in re.finditer(rf"(?:(?!{ARROW})[^\n])+", text):
        groups = [[name_of(word) for word in inside] for *_, inside in find_groups(segment[0])]
        towers = [[block for block in group if block] for group in groups if group and None not in group]
        named = [block for tower in towers for block in tower]
        if len(named) == len({*named}) == blocks:
            states.append((segment.start(), segment.end(), towers))
    for upward in (True, False):
        found = [Shown(start, end, _facts_of_towers(towers, upward)) for start, end, towers in states]
        if found and is_start(found[0].facts):
            return found
    return []


def _facts_of_towers(towers: Iterable[Sequence[str]], upward: bool) -> Facts:
    def facts() -> Iterator[tuple[str, ...]]:
        for tower in towers:
            below, *rest = tower if upward else [*tower][::-1]
            yield "on-table", below
            for block in rest:
                yield "on", block, below
                below = block

    return frozenset(facts())


def _are_numbers(words: Sequence[str]) -> bool:
    return bool(words) and all(re.fullmatch(r"\d{1,9}", word) for word in words)
