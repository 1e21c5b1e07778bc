"""Step-wise explanations: each step follows from what it names, and from no less; and no step supposes anything where few clues would do."""

from __future__ import annotations

import functools
import itertools
import operator
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

import pytest
import random_grids
from boards import filled_grids
from boards import make as make_board
from grids import make as make_grid

from ferryplan.generator.families import instantiate, teller_of
from ferryplan.generator.inventing.invention import Asked, invented
from ferryplan.generator.masks import members
from ferryplan.generator.placing.deductions import Deduction, empties, facts
from ferryplan.generator.placing.explanation import MOST_TOGETHER, Explanation
from ferryplan.generator.placing.instance import Clue, PlacingInstance, others
from ferryplan.generator.placing.joint import Cover, standing
from ferryplan.generator.placing.links import MOST_ITEMS, Links
from ferryplan.generator.puzzle import load

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
"""Arto Inkala 2006"""
Says = Callable[[Sequence[Clue], Mapping[int, int], int, int], bool]
"""whether reasons and what is left to items allow an item a spot, by brute force"""


def known_of(explanation: Explanation, step: Deduction) -> dict[int, int]:
    """What a step says that it goes by, besides its reasons: the spots that items have lost."""
    every = [sum(1 << spot for spot in item.spots) for item in explanation.instance.items]
    if step.reasons:
        return facts(step, explanation.joint(step.reasons), every)
    return {item: every[item] & ~(1 << spot) for item, spot in step.placed if step.kind == "last"}


def check(
    explanation: Explanation, steps: Iterable[Deduction], says: Says, peers: Callable[[int], Iterable[int]]
) -> None:
    """Check each deduction: what it goes by was known, it follows, and without any clue or fact it would not.

    What is known is kept apart from the program: what is concluded, and that of ``peers`` no two are at one spot.
    """
    instance = explanation.instance
    every = {item: sum(1 << spot for spot in one.spots) for item, one in enumerate(instance.items)}
    left = every.copy()
    for step in steps:
        known = known_of(explanation, step)
        assert not any(left[item] & lost for item, lost in known.items()), "what is not known yet"
        if step.supposed is None:
            assert follows(step, step.reasons, known, every, says)
            for reason in step.reasons:
                if isinstance(reason, Cover) and instance.family == "grid":
                    continue  # that values of a category differ goes without saying
                others = [one for one in step.reasons if one is not reason]
                assert not follows(step, others, known, every, says), "a clue is cited in vain"
            for item, lost in known.items():
                whole = not left[item] & left[item] - 1 and bool(step.reasons)
                for part in [lost] if whole else [1 << spot for spot in members(lost)]:
                    fewer = {**known, item: lost & ~part}
                    assert not follows(step, step.reasons, fewer, every, says), "a fact is cited in vain"
        for item, lost in step.excluded:
            left[item] &= ~lost
        for item, spot in step.placed:
            assert left[item] == 1 << spot
            for other in peers(item):
                left[other] &= ~(1 << spot)
        assert all(left.values())


def follows(
    step: Deduction, reasons: Sequence[Clue], known: Mapping[int, int], every: Mapping[int, int], says: Says
) -> bool:
    left = {item: spots & ~known.get(item, 0) for item, spots in every.items()}
    concluded = [(item, spot) for item, lost in step.excluded for spot in members(lost)]
    if not step.reasons:
        concluded = [(item, other) for item, spot in step.placed for other in members(every[item]) if other != spot]
    return not any(left[item] >> spot & 1 and says(reasons, left, item, spot) for item, spot in concluded)


class Grid:
    """A grid drawn at random: every arrangement of its values, and in which of them something holds, as masks of arrangements."""

    def __init__(self, drawn: random_grids.Drawn) -> None:
        self.instance = make_grid(drawn.text)
        items = self.instance.items
        groups = [
            [one for _, one in group] for _, group in itertools.groupby(enumerate(items), lambda pair: pair[1].group)
        ]
        self.category = [next(group for group in groups if one in group) for one in items]
        count = len(self.instance.spots)
        orders = itertools.product(itertools.permutations(range(count)), repeat=len(groups))
        every = [
            {
                one.name: spot
                for group, order in zip(groups, one_order, strict=True)
                for one, spot in zip(group, order, strict=True)
            }
            for one_order in orders
        ]
        self.at = [
            [sum(1 << number for number, found in enumerate(every) if found[one.name] == spot) for spot in range(count)]
            for one in items
        ]
        numbered = [{name: spot + 1 for name, spot in found.items()} for found in every]
        self.holding = [
            sum(1 << number for number, found in enumerate(numbered) if holds(found)) for holds in drawn.holds
        ]

    def peers(self, item: int) -> list[int]:
        items = self.instance.items
        return [other for other, one in enumerate(items) if other != item and one in self.category[item]]

    def says(self, reasons: Sequence[Clue], left: Mapping[int, int], item: int, spot: int) -> bool:
        """What is left to items counts, what the reasons say, and that no two of a category are at one position."""
        found = self.at[item][spot]
        for one in left:
            found &= functools.reduce(operator.or_, [self.at[one][there] for there in members(left[one])])
        for reason in reasons:
            if not isinstance(reason, Cover):
                found &= self.holding[self.instance.given.index(reason)]
        return bool(found)

    def reasons(self) -> list[Clue]:
        groups = {tuple(sorted([item, *self.peers(item)])) for item in range(len(self.instance.items))}
        return [
            *self.instance.given,
            *(Cover("", "cover", group, (1 << len(self.instance.spots)) - 1) for group in sorted(groups)),
        ]


def deducing(grid: Grid, number: int, left: Sequence[int]) -> Iterator[tuple[Clue, ...]]:
    """The sets of so many clues and categories that say something new, and of which no clue does so without another one of the set."""
    for chosen in itertools.combinations(grid.reasons(), number):
        scope = {item for one in chosen for item in one.scope}
        if number > 2 and len(scope) > MOST_ITEMS:
            continue
        open_ones = [(item, spot) for item in sorted(scope) for spot in members(left[item])]
        seen = {item: left[item] for item in scope}
        if lost := [one for one in open_ones if not grid.says(chosen, seen, *one)]:
            clues = [one for one in chosen if not isinstance(one, Cover)]
            if all(any(grid.says([*{*clues} - {clue}], seen, *one) for one in lost) for clue in clues):
                yield chosen


def drawn_grids(number: int, seed: int) -> list[random_grids.Drawn]:
    rng = random.Random(seed)
    found = list[random_grids.Drawn]()
    while len(found) < number:
        one = random_grids.draw(rng)
        if one.solutions and len(next(iter(one.solutions))) > 5:
            found.append(one)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_each_step_follows_from_what_it_names_and_no_less(seed: int) -> None:
    for drawn in drawn_grids(15, seed):
        grid = Grid(drawn)
        explanation = Explanation(grid.instance)
        steps = [*explanation.steps()]
        check(explanation, steps, grid.says, grid.peers)
        assert explanation.complete == (len(drawn.solutions) == 1)
        for solution in drawn.solutions:  # what is told holds in all of them
            at = {item: solution[one.name] - 1 for item, one in enumerate(grid.instance.items)}
            assert all(at[item] == spot for step in steps for item, spot in step.placed)
            assert not any(lost >> at[item] & 1 for step in steps for item, lost in step.excluded)


@pytest.mark.parametrize("seed", range(3))
def test_no_fewer_clues_would_do_and_nothing_is_supposed_in_vain(seed: int) -> None:
    """By brute force over the arrangements that keep the cited clues: before a step by several reasons no smaller set of clues and categories says
    anything new, and before something is supposed, or deduction ends, no set of up to four does."""
    several = 0
    for drawn in drawn_grids(25, 100 + seed):
        grid = Grid(drawn)
        explanation = Explanation(grid.instance)
        for step in explanation.steps():
            fewer = MOST_TOGETHER + 1 if step.supposed else len(step.reasons) if step.kind == "together" else 1
            several += fewer > 1
            for number in range(1, fewer):
                assert not [*deducing(grid, number, step.before)], drawn.text
        for number in range(1, MOST_TOGETHER + 1) if not explanation.complete else ():
            assert not [*deducing(grid, number, explanation.left)], drawn.text
            several += 1
    assert several > 10


def test_reasons_that_are_not_taken_together_say_nothing_together() -> None:
    """Where each alone and fewer of them say nothing new, by a search through what they leave; many are left out since most is placed."""
    left_out = 0
    for number in range(1, 7):
        made = invented(Asked("grid", "4", "any"), number).puzzle
        assert made is not None
        instance = cast(PlacingInstance, instantiate(made, {}))
        explanation, count = Explanation(instance), len(instance.spots)
        reasons = [clue for clue in instance.clues if not standing(clue)] + explanation.groups
        pairs = {pair: others(count) for group in explanation.groups for pair in itertools.permutations(group.scope, 2)}
        links = Links(reasons, pairs, count)
        every = [
            [*filter(links.joined, itertools.combinations(range(len(reasons)), size))]
            for size in range(2, MOST_TOGETHER + 1)
        ]
        for step in explanation.steps():
            if step.kind in ("together", "supposed"):
                several = sum(1 << item for item, mask in enumerate(step.before) if mask & mask - 1)
                found = False
                for sets in every:
                    for chosen in sets:
                        lost = explanation.joint([reasons[one] for one in chosen]).excluded([*step.before])
                        found |= bool(lost)
                        if not links.open(chosen, several):
                            left_out += 1
                            assert not lost
                    if found:
                        break
    assert left_out > 100


def places(units: Sequence[Sequence[int]], left: Mapping[int, int], item: int, spot: int) -> bool:
    """Whether the cells of some units can be filled with what is left to them so that no digit stands twice in a unit, with one digit in one cell.

    Cells of several units are filled in every way; then each unit by itself, by augmenting paths.
    """
    domains = {one: left[one] for unit in units for one in unit} | {item: 1 << spot}
    shared = sorted(one for one in domains if sum(one in unit for unit in units) > 1)

    def matched(cells: Sequence[int]) -> bool:
        holder: dict[int, int] = {}

        def find(cell: int, seen: set[int]) -> bool:
            for digit in members(domains[cell]):
                if digit not in seen:
                    seen.add(digit)
                    if digit not in holder or find(holder[digit], seen):
                        holder[digit] = cell
                        return True
            return False

        return all(find(cell, set()) for cell in cells)

    def fill(number: int) -> bool:
        if number == len(shared):
            return all(map(matched, units))
        cell, kept = shared[number], domains.copy()
        for digit in members(kept[cell]):
            domains[cell] = 1 << digit
            if all(map(matched, units)) and fill(number + 1):
                return True
            domains[cell] = kept[cell]
        return False

    return fill(0) and bool(domains[item])


def board_says(reasons: Sequence[Clue], left: Mapping[int, int], item: int, spot: int) -> bool:
    return places([reason.scope for reason in reasons], left, item, spot)


def peers_in(instance: PlacingInstance) -> dict[int, set[int]]:
    """The empty cells in the same row, column or box as each."""
    cells = [tuple(int(part) for part in one.name[1:].split("c")) for one in instance.items]
    box = 3 if len(instance.spots) == 9 else 2
    lines = [
        (("row", row), ("column", column), ("box", (row - 1) // box, (column - 1) // box)) for row, column in cells
    ]
    return {
        item: {other for other, theirs in enumerate(lines) if other != item and not {*theirs}.isdisjoint(mine)}
        for item, mine in enumerate(lines)
    }


EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
"""Project Euler, problem 96, grid 1"""
PAIRS = "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."


@pytest.mark.parametrize("givens", ["1......2..4..3..", "1.....3...4....2", "1.............2.", EASY, PAIRS, ESCARGOT])
def test_the_steps_of_a_sudoku_follow_from_what_they_name(givens: str) -> None:
    """Rows, columns and boxes are filled with what is left to their cells by a search of its own. AI Escargot needs something supposed, and so few
    cells as two say little."""
    instance = make_board("sudoku", givens=givens)
    explanation, peers = Explanation(instance), peers_in(instance)
    steps = [*explanation.steps()]
    check(explanation, steps, board_says, peers.__getitem__)
    if explanation.complete:
        placed = {item: spot for step in steps for item, spot in step.placed}
        assert all(placed[item] != placed[other] for item in peers for other in peers[item])
    else:
        assert givens.count(".") == 14
    assert any(step.supposed for step in steps) == (givens == ESCARGOT)


def test_what_is_supposed_is_contradicted_step_by_step() -> None:
    """Each step of the chain follows from what is left by then; what is left is kept apart from the program."""
    for instance in (make_board("sudoku", givens=ESCARGOT), instantiate(load("zebra"), {})):
        explanation = Explanation(instance)
        chains = [step for step in explanation.steps() if step.chain]
        assert chains
        for step in chains[:8]:
            first, *others = step.chain
            assert first.placed == (step.supposed,)
            assert empties(others[-1])
            for one in others[:-1]:
                joint = explanation.joint(one.reasons)
                known = facts(one, joint, [sum(1 << spot for spot in item.spots) for item in instance.items])
                assert not any(one.before[item] & lost for item, lost in known.items())
                if instance.family == "board":
                    left = dict(enumerate(one.before))
                    assert all(
                        not board_says(one.reasons, left, item, spot)
                        for item, lost in one.excluded
                        for spot in members(lost)
                    )


@pytest.mark.slow
def test_units_say_nothing_new_where_something_is_supposed() -> None:
    """At the first things supposed in AI Escargot, neither a row, column or box nor any two of them say anything new."""
    explanation = Explanation(make_board("sudoku", givens=ESCARGOT))
    supposing = [step for step in explanation.steps() if step.supposed]
    for step in supposing[:3]:
        left = dict(enumerate(step.before))
        for number in (1, 2):
            for units in itertools.combinations([group.scope for group in explanation.groups], number):
                cells = {cell for unit in units for cell in unit}
                assert all(places(units, left, cell, digit) for cell in cells for digit in members(left[cell]))


def test_where_deduction_ends_is_said() -> None:
    """Of two solutions all that both have is told, and then that there are several; without a solution the steps end in a contradiction."""
    board = make_board("sudoku", givens="1.....3...1....2")
    told = teller_of(board).explanation()
    assert told[-1]["text"] == "Deduction ends at this point, because the clues leave several solutions."
    both = filled_grids("1.....3...1....2")
    same = {
        cell
        for cell, marks in enumerate(zip(*both, strict=True))
        if len({*marks}) == 1 and "1.....3...1....2"[cell] == "."
    }
    assert {one["item"] for step in told[:-1] for one in step["placed"]} <= {
        f"r{cell // 4 + 1}c{cell % 4 + 1}" for cell in same
    }
    for givens in ("12.....3....4...", "1.....2....1...."):
        explanation = Explanation(make_board("sudoku", givens=givens))
        assert len([*explanation.steps()]) < 16
        assert not all(explanation.left)
        assert not explanation.complete
