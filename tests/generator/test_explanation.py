"""Step-wise explanations: each step follows from exactly the reasons that it names.

A step makes a supposition only where no small set of clues excludes anything.
"""

from __future__ import annotations

import functools
import itertools
import operator
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

import pytest
import random_grids
from board_puzzles import list_filled_grids
from board_puzzles import make_board as make_board
from budget import draw_cases, scale
from grid_puzzles import make_grid as make_grid

from ferryplan.generator.assignment.combined_reasons import CoveringGroup, is_background_rule
from ferryplan.generator.assignment.deductions import Deduction, find_premises, leaves_item_without_spot
from ferryplan.generator.assignment.explanation import MAX_COMBINED_REASONS, DeductionSolver
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, masks_of_other_spots
from ferryplan.generator.assignment.reason_links import MAX_ITEMS, ReasonLinks
from ferryplan.generator.families import instantiate, narrator_of
from ferryplan.generator.inventing.invention import InventionRequest, make_invention
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.puzzle import load

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
"""The sudoku AI Escargot (Arto Inkala 2006)."""
Says = Callable[[Sequence[Clue], Mapping[int, int], int, int], bool]
"""A brute-force test whether reasons and the domains of items allow an item at a spot."""


def known_of(explanation: DeductionSolver, step: Deduction) -> dict[int, int]:
    """Return the premises of a step besides its reasons: for each item the spots that it has lost."""
    every = [sum(1 << spot for spot in item.spots) for item in explanation.instance.items]
    if step.reasons:
        return find_premises(step, explanation.combine_reasons(step.reasons), every)
    return {item: every[item] & ~(1 << spot) for item, spot in step.placements if step.kind == "last"}


def check(
    explanation: DeductionSolver, steps: Iterable[Deduction], says: Says, peers: Callable[[int], Iterable[int]]
) -> None:
    """Assert that each deduction follows from known premises, and does not follow without any of them.

    The test tracks the known facts by itself: the conclusions, and that an item shares no spot with its ``peers``.
    """
    instance = explanation.instance
    every = {item: sum(1 << spot for spot in one.spots) for item, one in enumerate(instance.items)}
    left = every.copy()
    for step in steps:
        known = known_of(explanation, step)
        assert not any(left[item] & lost for item, lost in known.items()), "what is not known yet"
        if step.supposition is None:
            assert follows(step, step.reasons, known, every, says)
            for reason in step.reasons:
                if isinstance(reason, CoveringGroup) and instance.family == "grid":
                    continue  # values of a category differ by definition, so no step has to cite that
                others = [one for one in step.reasons if one is not reason]
                assert not follows(step, others, known, every, says), "a clue is cited in vain"
            for item, lost in known.items():
                whole = not left[item] & left[item] - 1 and bool(step.reasons)
                for part in [lost] if whole else [1 << spot for spot in mask_indices(lost)]:
                    fewer = {**known, item: lost & ~part}
                    assert not follows(step, step.reasons, fewer, every, says), "a fact is cited in vain"
        for item, lost in step.excluded_spots:
            left[item] &= ~lost
        for item, spot in step.placements:
            assert left[item] == 1 << spot
            for other in peers(item):
                left[other] &= ~(1 << spot)
        assert all(left.values())


def follows(
    step: Deduction, reasons: Sequence[Clue], known: Mapping[int, int], every: Mapping[int, int], says: Says
) -> bool:
    left = {item: spots & ~known.get(item, 0) for item, spots in every.items()}
    concluded = [(item, spot) for item, lost in step.excluded_spots for spot in mask_indices(lost)]
    if not step.reasons:
        concluded = [
            (item, other) for item, spot in step.placements for other in mask_indices(every[item]) if other != spot
        ]
    return not any(left[item] >> spot & 1 and says(reasons, left, item, spot) for item, spot in concluded)


class Grid:
    """A randomly drawn grid with every arrangement of its values.

    Masks of arrangements represent the arrangements in which a fact or a clue holds.
    """

    def __init__(self, drawn: random_grids.DrawnGrid) -> None:
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
            sum(1 << number for number, found in enumerate(numbered) if holds(found)) for holds in drawn.clue_tests
        ]

    def peers(self, item: int) -> list[int]:
        items = self.instance.items
        return [other for other, one in enumerate(items) if other != item and one in self.category[item]]

    def says(self, reasons: Sequence[Clue], left: Mapping[int, int], item: int, spot: int) -> bool:
        """Return whether some arrangement satisfies the domains and the reasons with `item` at `spot`.

        Two values of a category are never at one position.
        """
        found = self.at[item][spot]
        for one in left:
            found &= functools.reduce(operator.or_, [self.at[one][there] for there in mask_indices(left[one])])
        for reason in reasons:
            if not isinstance(reason, CoveringGroup):
                found &= self.holding[self.instance.given_clues.index(reason)]
        return bool(found)

    def reasons(self) -> list[Clue]:
        groups = {tuple(sorted([item, *self.peers(item)])) for item in range(len(self.instance.items))}
        return [
            *self.instance.given_clues,
            *(CoveringGroup("", "cover", group, (1 << len(self.instance.spots)) - 1) for group in sorted(groups)),
        ]


def deducing(grid: Grid, number: int, left: Sequence[int]) -> Iterator[tuple[Clue, ...]]:
    """Yield the sets of `number` clues and categories that exclude a spot and need each of their clues."""
    for chosen in itertools.combinations(grid.reasons(), number):
        scope = {item for one in chosen for item in one.scope}
        if number > 2 and len(scope) > MAX_ITEMS:
            continue
        open_ones = [(item, spot) for item in sorted(scope) for spot in mask_indices(left[item])]
        seen = {item: left[item] for item in scope}
        if lost := [one for one in open_ones if not grid.says(chosen, seen, *one)]:
            clues = [one for one in chosen if not isinstance(one, CoveringGroup)]
            if all(any(grid.says([*{*clues} - {clue}], seen, *one) for one in lost) for clue in clues):
                yield chosen


def drawn_grids(number: int, seed: int) -> list[random_grids.DrawnGrid]:
    rng = random.Random(seed)
    found = list[random_grids.DrawnGrid]()
    while len(found) < number:
        one = random_grids.draw_grid(rng)
        if one.solutions and len(next(iter(one.solutions))) > 5:
            found.append(one)
    return found


def test_deduction_steps_of_grids_follow_from_exactly_their_reasons() -> None:
    for drawn in drawn_grids(scale(9), 0):
        grid = Grid(drawn)
        explanation = DeductionSolver(grid.instance)
        steps = [*explanation.deduce_steps()]
        check(explanation, steps, grid.says, grid.peers)
        assert explanation.is_complete == (len(drawn.solutions) == 1)
        for solution in drawn.solutions:  # each statement holds in all solutions
            at = {item: solution[one.name] - 1 for item, one in enumerate(grid.instance.items)}
            assert all(at[item] == spot for step in steps for item, spot in step.placements)
            assert not any(lost >> at[item] & 1 for step in steps for item, lost in step.excluded_spots)


def test_steps_use_fewest_clues_and_suppose_only_when_needed() -> None:
    """A step by several reasons is minimal, and a supposition comes only where up to four reasons fail.

    Brute force over the arrangements that keep the cited clues shows it: before a step by several reasons no smaller set of clues and
    categories excludes a spot, and before a supposition or the end of deduction no set of up to four does.
    """
    several = 0
    for drawn in drawn_grids(scale(15), 100):
        grid = Grid(drawn)
        explanation = DeductionSolver(grid.instance)
        for step in explanation.deduce_steps():
            fewer = (
                MAX_COMBINED_REASONS + 1 if step.supposition else len(step.reasons) if step.kind == "together" else 1
            )
            several += fewer > 1
            for number in range(1, fewer):
                assert not [*deducing(grid, number, step.domains_before)], drawn.text
        for number in range(1, MAX_COMBINED_REASONS + 1) if not explanation.is_complete else ():
            assert not [*deducing(grid, number, explanation.domains)], drawn.text
            several += 1
    assert several > 10


def test_combinations_of_reasons_that_are_skipped_rule_out_no_position() -> None:
    """The skipped combinations of reasons exclude no spot.

    A search through the domains shows it, for reasons that exclude nothing alone or in smaller sets. Many are skipped, since most items are
    placed.
    """
    left_out = 0
    for number in range(1, scale(1) + 1):
        made = make_invention(InventionRequest("grid", "4", "any"), number).puzzle
        assert made is not None
        instance = cast(AssignmentInstance, instantiate(made, {}))
        explanation, count = DeductionSolver(instance), len(instance.spots)
        reasons = [clue for clue in instance.clues if not is_background_rule(clue)] + explanation.groups
        pairs = {
            pair: masks_of_other_spots(count)
            for group in explanation.groups
            for pair in itertools.permutations(group.scope, 2)
        }
        links = ReasonLinks(reasons, pairs, count)
        every = [
            [*filter(links.are_linked, itertools.combinations(range(len(reasons)), size))]
            for size in range(2, MAX_COMBINED_REASONS + 1)
        ]
        for step in explanation.deduce_steps():
            if step.kind in ("together", "supposed"):
                several = sum(1 << item for item, mask in enumerate(step.domains_before) if mask & mask - 1)
                found = False
                for sets in every:
                    for chosen in sets:
                        lost = explanation.combine_reasons([reasons[one] for one in chosen]).find_excluded_spots(
                            [*step.domains_before]
                        )
                        found |= bool(lost)
                        if not links.may_imply_more(chosen, several):
                            left_out += 1
                            assert not lost
                    if found:
                        break
    assert left_out > 20


def places(units: Sequence[Sequence[int]], left: Mapping[int, int], item: int, spot: int) -> bool:
    """Return whether the cells of some units can be filled from their domains with a digit in one cell.

    No digit may occur twice in a unit. Cells that units share are filled in every way; then augmenting paths fill each unit by itself.
    """
    domains = {one: left[one] for unit in units for one in unit} | {item: 1 << spot}
    shared = sorted(one for one in domains if sum(one in unit for unit in units) > 1)

    def matched(cells: Sequence[int]) -> bool:
        holder: dict[int, int] = {}

        def find(cell: int, seen: set[int]) -> bool:
            for digit in mask_indices(domains[cell]):
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
        for digit in mask_indices(kept[cell]):
            domains[cell] = 1 << digit
            if all(map(matched, units)) and fill(number + 1):
                return True
            domains[cell] = kept[cell]
        return False

    return fill(0) and bool(domains[item])


def board_says(reasons: Sequence[Clue], left: Mapping[int, int], item: int, spot: int) -> bool:
    return places([reason.scope for reason in reasons], left, item, spot)


def peers_in(instance: AssignmentInstance) -> dict[int, set[int]]:
    """Return for each empty cell the other empty cells in its row, column or box."""
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
"""A sudoku of Project Euler, problem 96, grid 1."""


@pytest.mark.parametrize("givens", ["1......2..4..3..", "1.....3...4....2", "1.............2.", EASY, ESCARGOT])
def test_deduction_steps_of_sudokus_follow_from_exactly_their_reasons(givens: str) -> None:
    """Each step of a sudoku follows from exactly its reasons.

    A search of the test fills rows, columns and boxes from the domains of their cells. AI Escargot needs a supposition; sudokus with as few as
    two given cells allow few deductions.
    """
    instance = make_board("sudoku", givens=givens)
    explanation, peers = DeductionSolver(instance), peers_in(instance)
    steps = [*explanation.deduce_steps()]
    check(explanation, steps, board_says, peers.__getitem__)
    if explanation.is_complete:
        placed = {item: spot for step in steps for item, spot in step.placements}
        assert all(placed[item] != placed[other] for item in peers for other in peers[item])
    else:
        assert givens.count(".") == 14
    assert any(step.supposition for step in steps) == (givens == ESCARGOT)


def test_supposition_is_refuted_by_a_valid_chain() -> None:
    """Each step of the chain that refutes a supposition follows from the domains at that point.

    The test tracks the domains by itself.
    """
    for instance in (make_board("sudoku", givens=ESCARGOT), instantiate(load("zebra"), {})):
        explanation = DeductionSolver(instance)
        chains = [*itertools.islice((step for step in explanation.deduce_steps() if step.refutation), 4)]
        assert chains
        for step in chains:
            first, *others = step.refutation
            assert first.placements == (step.supposition,)
            assert leaves_item_without_spot(others[-1])
            for one in others[:-1]:
                joint = explanation.combine_reasons(one.reasons)
                known = find_premises(one, joint, [sum(1 << spot for spot in item.spots) for item in instance.items])
                assert not any(one.domains_before[item] & lost for item, lost in known.items())
                if instance.family == "board":
                    left = dict(enumerate(one.domains_before))
                    assert all(
                        not board_says(one.reasons, left, item, spot)
                        for item, lost in one.excluded_spots
                        for spot in mask_indices(lost)
                    )


def test_supposition_is_made_only_if_no_two_sudoku_units_exclude_a_digit() -> None:
    """Before the first supposition in AI Escargot, no one or two rows, columns or boxes exclude a digit."""
    explanation = DeductionSolver(make_board("sudoku", givens=ESCARGOT))
    step = next(step for step in explanation.deduce_steps() if step.supposition)
    left = dict(enumerate(step.domains_before))
    units = [group.scope for group in explanation.groups]
    pairs = draw_cases([pair for pair in itertools.combinations(units, 2) if not {*pair[0]}.isdisjoint(pair[1])], 10)
    for chosen in [*((unit,) for unit in units), *pairs]:
        cells = {cell for unit in chosen for cell in unit}
        assert all(places(chosen, left, cell, digit) for cell in cells for digit in mask_indices(left[cell]))


def test_explanation_states_why_deduction_cannot_continue() -> None:
    """The explanation ends with the reason why deduction stops.

    With two solutions it lists what they share and then states that there are several; without a solution the steps end in a contradiction.
    """
    board = make_board("sudoku", givens="1.....3...1....2")
    told = narrator_of(board).explain_solution()
    assert told[-1]["text"] == "Deduction ends at this point, because the clues leave several solutions."
    both = list_filled_grids("1.....3...1....2")
    same = {
        cell
        for cell, marks in enumerate(zip(*both, strict=True))
        if len({*marks}) == 1 and "1.....3...1....2"[cell] == "."
    }
    assert {one["item"] for step in told[:-1] for one in step["placed"]} <= {
        f"r{cell // 4 + 1}c{cell % 4 + 1}" for cell in same
    }
    for givens in ("12.....3....4...", "1.....2....1...."):
        explanation = DeductionSolver(make_board("sudoku", givens=givens))
        assert len([*explanation.deduce_steps()]) < 16
        assert not all(explanation.domains)
        assert not explanation.is_complete
